// cgt census: the values of all boards of one size, or of a range of heaps, in tables.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "decomp/solve/census/census.hpp"
#include "repl/command_line/common_options.hpp"
#include "repl/command_line/exit_code.hpp"
#include "repl/support/shards.hpp"

namespace cgt::repl {

// cgt census GAME SIZE
struct CensusOptions {
  CommonOptions common;
  std::string game;
  std::string size;   // "4x4": boards, "0..20": heaps
  std::string cells;  // "": those that differ
  bool all = false;   // no symmetries
  std::optional<solve::CensusKey> by;
  std::optional<std::size_t> hottest;
  bool unique = false;
  std::optional<std::size_t> top;
  bool tsv = false;
  bool json = false;
  Sharding sharding;        // its file is a checkpoint
  double save_seconds = 5;  // between checkpoints
  unsigned threads = 1;     // 0: as many as the machine has
  std::string db;           // database of values known before; "": none
};

Command add_mpi_census(const Command& mpi, CensusOptions& options);

// Throws FileError, Error.
ExitCode run_census(const CensusOptions& options, const RankRole* role = nullptr);

}  // namespace cgt::repl
