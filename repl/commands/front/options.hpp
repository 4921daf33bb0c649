// The options of cgt explore, cgt serve, cgt kernel and cgt mpi, each of which starts a program of its own.
// That program reads the same options.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "repl/command_line/common_options.hpp"

namespace cgt::repl {

// cgt explore [GAME BOARD | FILE.sgf | EXPR], and cgt serve, which is the same with --no-open.
struct ExploreOptions {
  std::vector<std::string> what;  // what the page shows first
  bool no_open = false;
  std::uint32_t port = 0;  // 0: any that is free
  std::string host = "127.0.0.1";
  bool i_know = false;
  std::string page;                // folder of the page, for its developers; "": the one built in
  std::vector<std::string> words;  // as they were given, for the program that is started
};

// cgt kernel -f FILE
struct KernelOptions {
  CommonOptions common;
  std::string connection;  // the file that Jupyter wrote
  std::vector<std::string> words;
};

// cgt mpi; its commands have options of their own.
struct MpiOptions {};

// The rows, for the program and for the one that it starts.
void add_explorer_rows(const Command& command, ExploreOptions& options);
void add_kernel_rows(const Command& command, KernelOptions& options);

Command add_explore(const Command& program, ExploreOptions& options);
Command add_serve(const Command& program, ExploreOptions& options);
Command add_kernel(const Command& program, KernelOptions& options);
Command add_mpi(const Command& program, MpiOptions& options);

}  // namespace cgt::repl
