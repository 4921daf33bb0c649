# Builds for WebAssembly, with Debian's Emscripten. Read by the top of the tree where Emscripten is the compiler.
# Of Debian's libraries those without machine code are used as they are: only their headers are shown to the
# compiler, since the others below /usr/include belong to this machine.
set(headers ${PROJECT_BINARY_DIR}/headers)
file(MAKE_DIRECTORY ${headers})
foreach(header boost fmt nlohmann CLI catch2)
  file(CREATE_LINK /usr/include/${header} ${headers}/${header} SYMBOLIC)
endforeach()
foreach(library Boost::headers fmt::fmt nlohmann_json::nlohmann_json CLI11::CLI11 Threads::Threads)
  add_library(${library} INTERFACE IMPORTED GLOBAL)
  target_include_directories(${library} SYSTEM INTERFACE ${headers})
endforeach()
target_compile_definitions(fmt::fmt INTERFACE FMT_HEADER_ONLY)
set(CGT_FMT fmt::fmt)

target_compile_options(cgt_options INTERFACE -fwasm-exceptions -Wno-missing-braces -Wno-unused-command-line-argument
  -Wshorten-64-to-32
  -include ${PROJECT_SOURCE_DIR}/lang/npm/old_libcxx.hpp)
# Memory grows as it is needed; recursions that a native program has room for have it here, too.
add_link_options(-fwasm-exceptions -sALLOW_MEMORY_GROWTH=1 -sMAXIMUM_MEMORY=4GB -sTOTAL_STACK=8MB)
# Where Debian has the parser of JavaScript that the linker runs.
set_property(GLOBAL PROPERTY RULE_LAUNCH_LINK "${CMAKE_COMMAND} -E env NODE_PATH=/usr/share/nodejs")
