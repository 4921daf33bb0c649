// `cgt mpi ...`: what mpirun starts, once a process.
#include <fmt/format.h>

#include <iostream>
#include <string_view>
#include <variant>
#include <vector>

#include "cgt/support/budget.hpp"
#include "cgt/support/error.hpp"
#include "cgt/support/text/diagnostic.hpp"
#include "decomp/db/error.hpp"
#include "repl/commands/space/census.hpp"
#include "repl/commands/space/database.hpp"
#include "repl/commands/sum/command.hpp"
#include "repl/mpi/ranks.hpp"
#include "repl/request.hpp"
#include "repl/support/files.hpp"
#include "repl/support/running/interrupt.hpp"
#include "repl/support/version.hpp"

namespace cgt::repl {
namespace {

// Each kind of work, by all ranks; rank 0 tells.
class Works {
 public:
  explicit Works(Ranks& ranks) : ranks_(ranks) {}

  ExitCode operator()(MpiCensusOptions& options) const {
    return together(options.census.common, "components searched", [&](const Together& together) {
      return run_census(options.census, &together);
    });
  }
  ExitCode operator()(MpiBuildOptions& options) const {
    return together(options.db.common, "components searched",
                    [&](const Together& together) { return run_db(options.db, &together); });
  }
  ExitCode operator()(MpiSumOptions& options) const {
    return together(options.sum.common, "sums solved", [&](const Together& together) {
      return run_sum_together(options.sum, together);
    });
  }
  template <class Other>
  ExitCode operator()(Other&) const {
    throw Error("this command is none of mpi");
  }

 private:
  template <class Run>
  ExitCode together(CommonOptions& common, const char* what, const Run& run) const {
    const Together all{&ranks_, ranks_.rank() == 0};
    if (!all.tells) common.quiet = true;
    const ExitCode code = run(all);
    if (all.tells && !common.quiet) {
      const RankFigures figures = ranks_.figures();
      std::cerr << fmt::format("{} ranks: {} ranges, {} {}, {} messages, {} bytes\n", ranks_.size(),
                               figures.ranges, figures.components, what, figures.messages,
                               figures.bytes);
    }
    return code;
  }

  Ranks& ranks_;
};

// What went wrong is told before the ranks end each other.
ExitCode run_telling(Request& request, Ranks& ranks) {
  const auto complain = [&](const std::string& message) {
    if (ranks.rank() != 0) std::cerr << fmt::format("rank {}: ", ranks.rank());
    std::cerr << "error: " << message << std::endl;
  };
  try {
    return std::visit(Works(ranks), request);
  } catch (const FileError& error) {
    complain(error.what());
    return kUsageError;
  } catch (const InputError& error) {
    std::cerr << error.what() << std::endl;  // with its place and its hint
    return kRuntimeError;
  } catch (const Error& error) {
    complain(error.what());
    if (!error.hint().empty()) std::cerr << "hint: " << error.hint() << std::endl;
    return dynamic_cast<const db::DatabaseError*>(&error) != nullptr ? kUsageError : kRuntimeError;
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
  Request request = parse_command_line(static_cast<int>(words.size()), words.data());
  if (const int* finished = std::get_if<int>(&request)) return *finished;
  catch_interrupts(Impatience::kIsPatient);
  catch_terminations();
  Ranks ranks;
  const ExitCode code = run_telling(request, ranks);
  ranks.fail_with(code == kOk ? kRuntimeError : code);
  return code;
}

}  // namespace
}  // namespace cgt::repl

int main(int argc, char** argv) { return cgt::repl::run_mpi_program(argc, argv); }
