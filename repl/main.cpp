// The program. What each command does is in its own file.
#include <unistd.h>

#include <exception>
#include <iostream>
#include <new>
#include <variant>

#include "cgt/support/error.hpp"
#include "cgt/support/known.hpp"
#include "cgt/support/text/diagnostic.hpp"
#include "decomp/db/error.hpp"
#include "repl/bench/command.hpp"
#include "repl/command_line/exit_code.hpp"
#include "repl/commands/bridge/command.hpp"
#include "repl/commands/eval/command.hpp"
#include "repl/commands/front/command.hpp"
#include "repl/commands/go/command.hpp"
#include "repl/commands/go/review/review.hpp"
#include "repl/commands/gtp/command.hpp"
#include "repl/commands/htn/command.hpp"
#include "repl/commands/htn/edaps.hpp"
#include "repl/commands/ko/command.hpp"
#include "repl/commands/misere/command.hpp"
#include "repl/commands/octal/command.hpp"
#include "repl/commands/parts/info.hpp"
#include "repl/commands/pathology/command.hpp"
#include "repl/commands/sokoban/command.hpp"
#include "repl/commands/space/census.hpp"
#include "repl/commands/space/database.hpp"
#include "repl/commands/sum/command.hpp"
#include "repl/commands/sum/verify.hpp"
#include "repl/package/docs.hpp"
#include "repl/request.hpp"
#include "repl/session/batch.hpp"
#include "repl/session/prompt/prompt.hpp"
#include "repl/session/run_script.hpp"
#include "repl/support/files.hpp"
#include "repl/support/running/interrupt.hpp"

namespace cgt::repl {
namespace {

int run_session(const SessionOptions& options) {
  // The process ends with it: taking a large session apart, object by object, would only take time.
  static lang::Session* const forever = new lang::Session;
  lang::Session& session = *forever;
  prepare(session, options.common);
  const bool script = options.file.has_value() || !options.expressions.empty();
  if (!script) {
    set_arguments(session, options.arguments);
    return run_prompt(options, session);
  }
  const ExitCode code = run_script(options, session);
  if (!options.interactive || (code != kOk && isatty(STDIN_FILENO) == 0)) return code;
  return run_prompt(options, session);
}

struct Dispatch {
  int operator()(int finished) const { return finished; }
  int operator()(const SessionOptions& options) const { return run_session(options); }
  int operator()(const BatchOptions& options) const { return run_batch(options); }
  int operator()(const GoOptions& options) const {
    return options.review ? run_review(options) : run_go(options);
  }
  int operator()(const GenerateOptions& options) const { return run_generate(options); }
  int operator()(const GtpOptions& options) const { return run_gtp(options); }
  int operator()(const EvalOptions& options) const { return run_eval(options); }
  int operator()(const CensusOptions& options) const { return run_census(options); }
  int operator()(const DbOptions& options) const { return run_db(options); }
  int operator()(const SumCommandOptions& options) const { return run_sum(options); }
  int operator()(const PathologyOptions& options) const { return run_pathology(options); }
  int operator()(const BridgeOptions& options) const { return run_bridge(options); }
  int operator()(const EdapsOptions& options) const { return run_edaps(options); }
  int operator()(const BenchOptions& options) const { return run_bench(options); }
  int operator()(const VerifyOptions& options) const { return run_verify(options); }
  int operator()(const KoOptions& options) const { return run_ko(options); }
  int operator()(const MisereOptions& options) const { return run_misere(options); }
  int operator()(const OctalOptions& options) const { return run_octal(options); }
  int operator()(const HtnOptions& options) const { return run_htn(options); }
  int operator()(const SokobanOptions& options) const { return run_sokoban(options); }
  int operator()(const ExploreOptions& options) const { return run_explore(options); }
  int operator()(const KernelOptions& options) const { return run_kernel(options); }
  int operator()(const MpiOptions&) const { return kUsageError; }  // needs a command
  int operator()(const MpiCensusOptions& options) const { return run_mpi(options.words); }
  int operator()(const MpiBuildOptions& options) const { return run_mpi(options.words); }
  int operator()(const MpiSumOptions& options) const { return run_mpi(options.words); }
  int operator()(const MergeOptions& options) const {
    if (!is_database(options.files.front())) {
      if (options.out.empty()) return std::visit(*this, merged_request(options));
      throw FileError("--out is for databases: what cgt merge prints goes to standard output");
    }
    if (options.out.empty()) throw FileError("databases are merged into a new file: --out FILE");
    DbOptions merge;
    merge.common = options.common;
    merge.action = DbOptions::Action::kMerge;
    merge.files = options.files;
    merge.files.insert(merge.files.begin(), options.out);
    return run_db(merge);
  }
  int operator()(const InfoOptions& options) const {
    if (!is_database(options.files.front())) return run_info_of_part(options);
    DbOptions info;
    info.common = options.common;
    info.files = options.files;
    info.json = options.json;
    return run_db(info);
  }
  int operator()(const DocsOptions& options) const { return run_docs(options, command_table()); }
};

int run(int argc, const char* const* argv) {
  std::ios::sync_with_stdio(false);
  std::cin.tie(nullptr);
  catch_interrupts();
  const auto complain = [](const char* message) { std::cerr << "error: " << message << '\n'; };
  try {
    const Request request = parse_command_line(argc, argv);
    std::visit(
        [](const auto& options) {
          if constexpr (requires { options.sharding; }) {
            if (!options.sharding.state.empty() || options.sharding.given) catch_terminations();
          }
        },
        request);
    return std::visit(Dispatch{}, request);
  } catch (const InputError& error) {
    std::cerr << error.what() << (std::string_view(error.what()).ends_with('\n') ? "" : "\n");
    return kSyntaxError;
  } catch (const FileError& error) {
    complain(error.what());
    return kUsageError;
  } catch (const Error& error) {
    complain(error.what());
    if (!error.hint().empty()) std::cerr << "hint: " << error.hint() << '\n';
    return dynamic_cast<const db::DatabaseError*>(&error) != nullptr ? kUsageError : kRuntimeError;
  } catch (const BudgetExhausted& error) {
    complain(error.what());
    if (const std::string known = known_text(error); !known.empty()) std::cerr << known << '\n';
    return error.reason() == StopReason::kInterrupted ? kInterrupted : kOutOfBudget;
  } catch (const std::bad_alloc&) {
    complain("out of memory; --budget-mb sets a limit that ends a computation in good order");
    return kOutOfBudget;
  }
}

}  // namespace
}  // namespace cgt::repl

int main(int argc, char** argv) { return cgt::repl::run(argc, argv); }
