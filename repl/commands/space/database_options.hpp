// The options of cgt db.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "decomp/solve/values/wanted.hpp"
#include "repl/command_line/common_options.hpp"
#include "repl/support/parts/part.hpp"

namespace cgt::repl {

// cgt db build|info|verify|export|merge
struct DbOptions {
  enum class Action : std::uint8_t { kBuild, kInfo, kVerify, kExport, kMerge };
  CommonOptions common;
  Action action = Action::kInfo;
  std::vector<std::string> files;  // of merge the new one first
  bool json = false;
  // build
  std::string command;  // as it was typed
  Sharding sharding;    // without a file: the database is one
  std::string game;
  std::string size;   // "3x4": boards, "20": heaps
  std::string cells;  // "": those that differ
  solve::Wanted wanted = solve::Wanted::kValues;
  std::string out;          // "": named after the game
  double save_seconds = 1;  // between commits
  unsigned threads = 1;     // 0: as many as the machine has
  std::string costs;        // file for what each range took; "": none
  // verify
  std::string recompute;  // a number, "all", or ""
  std::uint64_t seed = 1;
  // export
  std::string ruleset;  // "": all
};

// cgt mpi db build GAME, started by mpirun
struct MpiBuildOptions {
  DbOptions db;
  std::vector<std::string> words;  // behind "mpi", for the program that is started
};

Command add_mpi_build(const Command& mpi, MpiBuildOptions& options);
Command add_db(const Command& program, DbOptions& options);

}  // namespace cgt::repl
