// cgt sum --mcgs: the commands of a file of MCGS, answered and compared with what it expects.
#pragma once

#include <cstddef>
#include <string>

#include "repl/command_line/exit_code.hpp"
#include "repl/commands/sum.hpp"

namespace cgt::repl {

// What became of the commands of a file.
struct McgsCounts {
  std::size_t sums = 0;
  std::size_t commands = 0;
  std::size_t as_expected = 0;
  std::size_t different = 0;
  std::size_t not_compared = 0;  // the file expects nothing
  std::size_t unknown = 0;       // out of budget
  std::size_t refused = 0;
  bool interrupted = false;
  double seconds = 0;  // CPU

  McgsCounts& operator+=(const McgsCounts& other);
  ExitCode code() const;
};

// Answers the commands of a file one after the other, and prints nothing. Each has the milliseconds
// of the budget as CPU time: on a busy machine it is asked again, and goes on from its tables. Throws
// InputError, FileError.
McgsCounts count_mcgs(const std::string& path, const SumCommandOptions& options);

// kRuntimeError if an answer differs. Throws InputError, FileError.
ExitCode run_sum_mcgs(const SumCommandOptions& options);

}  // namespace cgt::repl
