// `cgt mpi census ...`: what mpirun starts, once a process.
#include <fmt/format.h>

#include <iostream>
#include <string_view>
#include <vector>

#include "cgt/support/budget.hpp"
#include "cgt/support/error.hpp"
#include "repl/commands/space/census.hpp"
#include "repl/mpi/ranks.hpp"
#include "repl/request.hpp"
#include "repl/support/files.hpp"
#include "repl/support/interrupt.hpp"
#include "repl/support/version.hpp"

namespace cgt::repl {
namespace {

ExitCode run_ranks(CensusOptions options, Ranks& ranks) {
  CensusTogether together;
  together.feed = &ranks;
  together.tells = ranks.rank() == 0;
  together.finish = [&](solve::Census& census, bool complete) { ranks.finish(census, complete); };
  if (!together.tells) options.common.quiet = true;
  const ExitCode code = run_census(options, &together);
  if (together.tells && !options.common.quiet) {
    const RankFigures figures = ranks.figures();
    std::cerr << fmt::format("{} ranks: {} ranges, {} components searched, {} messages, {} bytes\n",
                             ranks.size(), figures.ranges, figures.components, figures.messages,
                             figures.bytes);
  }
  return code;
}

// What went wrong is told before the ranks end each other.
ExitCode run_telling(const CensusOptions& options, Ranks& ranks) {
  const auto complain = [&](const std::string& message) {
    if (ranks.rank() != 0) std::cerr << fmt::format("rank {}: ", ranks.rank());
    std::cerr << "error: " << message << std::endl;
  };
  try {
    return run_ranks(options, ranks);
  } catch (const FileError& error) {
    complain(error.what());
    return kUsageError;
  } catch (const Error& error) {
    complain(error.what());
    if (!error.hint().empty()) std::cerr << "hint: " << error.hint() << std::endl;
    return kRuntimeError;
  } catch (const BudgetExhausted& error) {
    complain(error.what());
    return error.reason() == StopReason::kInterrupted ? kInterrupted : kOutOfBudget;
  } catch (const std::bad_alloc&) {
    complain("out of memory");
    return kOutOfBudget;
  }
}

int run_mpi_program(int argc, const char* const* argv) {
  // Of itself; the rest of its command line is a command of `cgt`.
  if (argc == 2 && std::string_view(argv[1]) == "--version") {
    std::cout << version_line() << '\n';
    return kOk;
  }
  // The options are those of the program that starts this one.
  std::vector<const char*> words{"cgt", "mpi"};
  words.insert(words.end(), argv + 1, argv + argc);
  const Request request = parse_command_line(static_cast<int>(words.size()), words.data());
  if (const int* finished = std::get_if<int>(&request)) return *finished;
  catch_interrupts(Impatience::kIsPatient);
  catch_terminations();
  Ranks ranks;
  const ExitCode code = run_telling(std::get<MpiOptions>(request).census, ranks);
  ranks.fail_with(code == kOk ? kRuntimeError : code);
  return code;
}

}  // namespace
}  // namespace cgt::repl

int main(int argc, char** argv) { return cgt::repl::run_mpi_program(argc, argv); }
