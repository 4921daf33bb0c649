// `cgt mpi ...`: what mpirun starts, once a process.
#include <fmt/format.h>

#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "decomp/db/database.hpp"
#include "repl/command_line/exit_code.hpp"
#include "repl/commands/census.hpp"
#include "repl/commands/commands.hpp"
#include "repl/commands/database.hpp"
#include "repl/mpi/ranks.hpp"
#include "repl/support/files.hpp"
#include "repl/support/interrupt.hpp"

namespace cgt::repl {
namespace {

// Work by all ranks; rank 0 tells.
template <class Options, class Run>
ExitCode run_rank(Ranks& ranks, Options& options, const Run& run) {
  const RankRole all{&ranks, ranks.rank() == 0};
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
    return run_rank(*ranks, options,
                    [](auto& own, const RankRole& all) { return run_census(own, &all); });
  });
  commands.offer_in(mpi, add_mpi_build, [&](DbOptions& options) {
    options.sharding.words = words;
    options.sharding.words.insert(options.sharding.words.begin(), "mpi");
    return run_rank(*ranks, options,
                    [](auto& own, const RankRole& all) { return run_db(own, &all); });
  });
  std::vector<std::string> line{"mpi"};
  line.insert(line.end(), words.begin(), words.end());
  if (const std::optional<int> finished = program.parse(std::move(line))) return *finished;
  catch_interrupts(Impatience::kIsPatient);
  catch_terminations();
  ranks.emplace();
  // What went wrong is told before the ranks end each other.
  const int code = run_reporting([&] { return request.run({}); }, request.json,
                                 ranks->rank() == 0 ? "" : fmt::format("rank {}: ", ranks->rank()));
  ranks->fail_with(static_cast<ExitCode>(code == kOk ? kRuntimeError : code));
  return code;
}

}  // namespace
}  // namespace cgt::repl

int main(int argc, char** argv) { return cgt::repl::run_mpi_program(argc, argv); }
