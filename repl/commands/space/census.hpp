// cgt census: the values of all boards of one size, or of a range of heaps, in tables.
#pragma once

#include <functional>

#include "repl/command_line/exit_code.hpp"
#include "repl/commands/space/census_options.hpp"

namespace cgt::repl {

// One process of several that make a census together.
struct CensusTogether {
  solve::CensusFeed* feed = nullptr;
  bool tells = true;  // keeps the checkpoint and prints; one of them does
  // After the search, before the last checkpoint; whether it came to its end.
  std::function<void(solve::Census&, bool)> finish;
};

// Throws FileError, Error.
ExitCode run_census(const CensusOptions& options, const CensusTogether* together = nullptr);

}  // namespace cgt::repl
