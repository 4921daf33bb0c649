// cgt db: databases of positions.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "decomp/solve/census/build.hpp"
#include "repl/command_line/common_options.hpp"
#include "repl/command_line/exit_code.hpp"
#include "repl/support/shards.hpp"

namespace cgt::repl {

// cgt db build|info|verify|export|merge
struct DbOptions {
  enum class Action : std::uint8_t { kBuild, kInfo, kVerify, kExport, kMerge };
  CommonOptions common;
  Action action = Action::kInfo;
  std::vector<std::string> files;  // of merge the new one first
  bool json = false;
  // build
  Sharding sharding;  // without a file: the database is one
  std::string game;
  std::string size;   // "3x4": boards, "20": heaps
  std::string cells;  // "": those that differ
  solve::DatabaseContent wanted = solve::DatabaseContent::kValues;
  std::string out;          // "": named after the game
  double save_seconds = 1;  // between commits
  unsigned threads = 1;     // 0: as many as the machine has
  // verify
  std::string recompute;  // a number, "all", or ""
  std::uint64_t seed = 1;
  // export
  std::string ruleset;  // "": all
};

Command add_mpi_build(const Command& mpi, DbOptions& options);

// Throws DatabaseError, Error.
ExitCode run_db(const DbOptions& options, const RankRole* role = nullptr);

}  // namespace cgt::repl
