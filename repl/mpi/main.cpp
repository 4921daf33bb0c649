// `cgt mpi census ...`: what mpirun starts, once a process.
#include <fmt/format.h>

#include <iostream>

#include "cgt/support/diagnostic.hpp"
#include "cgt/support/error.hpp"
#include "decomp/db/error.hpp"
#include "repl/commands/space/census.hpp"
#include "repl/mpi/ranks.hpp"
#include "repl/request.hpp"
#include "repl/support/files.hpp"
#include "repl/support/interrupt.hpp"

namespace cgt::repl {
namespace {

ExitCode run_ranks(CensusOptions options) {
  catch_interrupts(Impatience::kIsPatient);
  catch_terminations();
  Ranks ranks;
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

int run_mpi_program(int argc, const char* const* argv) {
  // The options are those of the program that starts this one.
  std::vector<const char*> words{"cgt", "mpi"};
  words.insert(words.end(), argv + 1, argv + argc);
  try {
    const Request request = parse_command_line(static_cast<int>(words.size()), words.data());
    if (const int* finished = std::get_if<int>(&request)) return *finished;
    return run_ranks(std::get<MpiOptions>(request).census);
  } catch (const InputError& error) {
    std::cerr << error.what() << '\n';
    return kSyntaxError;
  } catch (const FileError& error) {
    std::cerr << "error: " << error.what() << '\n';
    return kUsageError;
  } catch (const Error& error) {
    std::cerr << "error: " << error.what() << '\n';
    if (!error.hint().empty()) std::cerr << "hint: " << error.hint() << '\n';
    return kRuntimeError;
  } catch (const BudgetExhausted& error) {
    std::cerr << "error: " << error.what() << '\n';
    return error.reason() == StopReason::kInterrupted ? kInterrupted : kOutOfBudget;
  } catch (const std::bad_alloc&) {
    std::cerr << "error: out of memory\n";
    return kOutOfBudget;
  }
}

}  // namespace
}  // namespace cgt::repl

int main(int argc, char** argv) { return cgt::repl::run_mpi_program(argc, argv); }
