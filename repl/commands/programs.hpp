// The options of cgt explore and cgt kernel, each of which starts a program of its own that
// reads the same options.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "repl/command_line/common_options.hpp"
#include "repl/command_line/exit_code.hpp"

namespace cgt::repl {

// cgt explore [GAME BOARD | FILE.sgf | EXPR]
struct ExploreOptions {
  std::vector<std::string> what;  // what the page shows first
  bool no_open = false;
  std::uint32_t port = 0;  // 0: any that is free
  std::string host = "127.0.0.1";
  bool i_know = false;
  std::string page;  // folder of the page, for its developers; "": the one built in
};

// cgt kernel -f FILE
struct KernelOptions {
  CommonOptions common;
  std::string connection;  // the file that Jupyter wrote
};

// The rows, for the program and for the one that it starts.
void add_explorer_rows(const Command& command, ExploreOptions& options);
void add_kernel_rows(const Command& command, KernelOptions& options);

// Turns into the program `name`, in the folder of this one or in PATH, so that this one needs none of
// its libraries. Throws UsageError if it is in neither.
ExitCode start_program(const std::string& name, const std::string& package,
                       const std::vector<std::string>& words);

}  // namespace cgt::repl
