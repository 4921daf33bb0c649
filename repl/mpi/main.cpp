// `cgt mpi ...`: what mpirun starts, once a process.
#include <fmt/format.h>

#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cgt/support/budget.hpp"
#include "cgt/support/diagnostic.hpp"
#include "cgt/support/error.hpp"
#include "decomp/db/error.hpp"
#include "repl/command_line/complaint.hpp"
#include "repl/commands/census.hpp"
#include "repl/commands/commands.hpp"
#include "repl/commands/database.hpp"
#include "repl/mpi/ranks.hpp"
#include "repl/support/files.hpp"
#include "repl/support/running/interrupt.hpp"
#include "repl/support/version.hpp"

namespace cgt::repl {
namespace {

// Work by all ranks; rank 0 tells.
template <class Options, class Run>
ExitCode run_together(Ranks& ranks, Options& options, const Run& run) {
  const Together all{&ranks, ranks.rank() == 0};
  if (!all.tells) options.common.quiet = true;
  const ExitCode code = run(options, all);
  if (all.tells && !options.common.quiet) {
    const RankFigures figures = ranks.figures();
    std::cerr << fmt::format("{} ranks: {} ranges, {} components searched, {} messages, {} bytes\n",
                             ranks.size(), figures.ranges, figures.components, figures.messages,
                             figures.bytes);
  }
  return code;
}

// What went wrong is told before the ranks end each other.
int run_telling(const Request& request, const Ranks& ranks) {
  const auto complain = [&](const std::string& message) {
    if (ranks.rank() != 0) std::cerr << fmt::format("rank {}: ", ranks.rank());
    std::cerr << "error: " << message << std::endl;
  };
  try {
    return request.run({});
  } catch (const FileError& error) {
    complain(error.what());
    return kUsageError;
  } catch (const InputError& error) {
    std::cerr << error.what() << std::endl;  // with its place and its hint
    return kRuntimeError;
  } catch (const Error& error) {
    complain(error.what());
    if (!error.hint().empty()) std::cerr << "hint: " << error.hint() << std::endl;
    const bool usage = dynamic_cast<const db::DatabaseError*>(&error) != nullptr ||
                       dynamic_cast<const UsageError*>(&error) != nullptr;
    return usage ? kUsageError : kRuntimeError;
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
  std::vector<std::string> words(argv + 1, argv + argc);
  Request request;
  std::optional<Ranks> ranks;
  Program program("cgt", "Work that the processes of mpirun share", version_line());
  Commands commands(program.command(), request);
  const Command mpi = commands.offer(add_mpi, [](NoOptions&) { return kUsageError; });
  commands.offer_in(mpi, add_mpi_census, [&](CensusOptions& options) {
    options.sharding.words = words;
    return run_together(*ranks, options,
                        [](auto& own, const Together& all) { return run_census(own, &all); });
  });
  commands.offer_in(mpi, add_mpi_build, [&](DbOptions& options) {
    options.sharding.words = words;
    options.sharding.words.insert(options.sharding.words.begin(), "mpi");
    return run_together(*ranks, options,
                        [](auto& own, const Together& all) { return run_db(own, &all); });
  });
  std::vector<std::string> line{"mpi"};
  line.insert(line.end(), words.begin(), words.end());
  if (const std::optional<int> finished = program.parse(std::move(line))) return *finished;
  catch_interrupts(Impatience::kIsPatient);
  catch_terminations();
  ranks.emplace();
  const int code = run_telling(request, *ranks);
  ranks->fail_with(static_cast<ExitCode>(code == kOk ? kRuntimeError : code));
  return code;
}

}  // namespace
}  // namespace cgt::repl

int main(int argc, char** argv) { return cgt::repl::run_mpi_program(argc, argv); }
