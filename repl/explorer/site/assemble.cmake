# cmake -DTO=... -DPAGE=... -DENGINE=... -DLIBRARIES=... -DMKDOCS=... -P assemble.cmake: the folder of the site from the
# page of the explorer, the module in the folder ENGINE, what Debian has of KaTeX, CodeMirror and marked, and the manual.
file(REMOVE_RECURSE ${TO})
file(COPY ${PAGE}/ DESTINATION ${TO})
# COPY would take two files of the same second for the same.
file(COPY_FILE ${CMAKE_CURRENT_LIST_DIR}/transport.js ${TO}/core/transport.js)
file(COPY ${CMAKE_CURRENT_LIST_DIR}/offline.js DESTINATION ${TO})
file(COPY ${CMAKE_CURRENT_LIST_DIR}/engine.js ${ENGINE}/cgt-engine.mjs ${ENGINE}/cgt-engine.wasm DESTINATION ${TO}/engine)

# What programs of the manual read.
get_filename_component(examples ${PAGE}/../../../examples ABSOLUTE)
set(kinds cgs sgf txt tsv edaps hddl pbn xsb json)
list(TRANSFORM kinds REPLACE "(.+)" "${examples}/*.\\1" OUTPUT_VARIABLE patterns)
file(GLOB_RECURSE read RELATIVE ${examples} ${patterns})
foreach(file ${read})
  get_filename_component(folder ${file} DIRECTORY)
  file(COPY ${examples}/${file} DESTINATION ${TO}/examples/${folder})
endforeach()
list(JOIN read "\n" names)
file(WRITE ${TO}/examples/files.txt "${names}\n")

set(wanted katex/katex.min.js katex/katex.min.css marked/marked.min.js codemirror/lib/codemirror.js
  codemirror/lib/codemirror.css codemirror/addon/hint/show-hint.css codemirror/addon/hint/show-hint.js
  codemirror/addon/edit/matchbrackets.js codemirror/addon/edit/closebrackets.js codemirror/addon/display/placeholder.js)
file(GLOB fonts RELATIVE ${LIBRARIES} ${LIBRARIES}/katex/fonts/*.woff2)
foreach(file ${wanted} ${fonts})
  get_filename_component(folder lib/${file} DIRECTORY)
  file(REAL_PATH ${LIBRARIES}/${file} real)
  get_filename_component(name ${file} NAME)
  configure_file(${real} ${TO}/${folder}/${name} COPYONLY)
endforeach()

# What a server would say in headers: scripts, styles, fonts and pictures of this site alone.
set(policy "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; \
img-src 'self' data:; connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'")
file(READ ${TO}/index.html index)
string(REPLACE "<meta charset=\"utf-8\">\n"
  "<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" content=\"${policy}\">\n" index "${index}")
# The engine is fetched while the page is still read.
string(REPLACE "<link rel=\"icon\""
  "<link rel=\"preload\" href=\"engine/cgt-engine.wasm\" as=\"fetch\" crossorigin>\n<link rel=\"icon\"" index "${index}")
file(WRITE ${TO}/index.html "${index}")
execute_process(COMMAND ${CMAKE_COMMAND} -E env "CGT_POLICY=${policy}"
  ${MKDOCS} build --quiet --config-file ${CMAKE_CURRENT_LIST_DIR}/manual/mkdocs.yml --site-dir ${TO}/manual
  COMMAND_ERROR_IS_FATAL ANY)

file(GLOB_RECURSE files RELATIVE ${TO} ${TO}/*)
list(REMOVE_ITEM files offline.js)
list(SORT files)
set(sums)
foreach(file ${files})
  file(SHA256 ${TO}/${file} sum)
  string(APPEND sums ${sum})
endforeach()
string(SHA256 version "${sums}")
string(SUBSTRING ${version} 0 16 version)
list(REMOVE_ITEM files index.html)
list(JOIN files "',\n  '" names)
file(WRITE ${TO}/files.js "self.cgtSite = {version: '${version}', files: [\n  './',\n  '${names}',\n]};\n")
