// The program. What each command does is in its own file.
#include <fmt/format.h>
#include <unistd.h>

#include <iostream>
#include <new>

#include "cgt/support/diagnostic.hpp"
#include "cgt/support/known.hpp"
#include "decomp/db/error.hpp"
#include "repl/command_line/complaint.hpp"
#include "repl/request.hpp"
#include "repl/session/prompt/prompt.hpp"
#include "repl/session/run_script.hpp"
#include "repl/support/files.hpp"
#include "repl/support/parts/part.hpp"
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

int run(int argc, const char* const* argv) {
  std::ios::sync_with_stdio(false);
  std::cin.tie(nullptr);
  catch_interrupts();
  Request request;
  try {
    request = parse_command_line({argv + 1, argv + argc}, run_session);
    const Sharding* sharding = request.sharding;
    if (sharding != nullptr && (!sharding->state.empty() || sharding->given)) catch_terminations();
    return request.run(request.behind);
  } catch (const InputError& error) {
    const std::string text = error.what();
    if (request.json) {
      const SourceText::Place place = error.place();
      return complain(true, kSyntaxError,
                      fmt::format("{}:{}: {}", place.line, place.column, error.message()),
                      error.diagnostics().front().hint);
    }
    std::cerr << text << (text.ends_with('\n') ? "" : "\n");
    return kSyntaxError;
  } catch (const FileError& error) {
    return complain(request.json, kUsageError, error.what());
  } catch (const Error& error) {
    const bool usage = dynamic_cast<const db::DatabaseError*>(&error) != nullptr ||
                       dynamic_cast<const UsageError*>(&error) != nullptr;
    return complain(request.json, usage ? kUsageError : kRuntimeError, error.what(), error.hint());
  } catch (const BudgetExhausted& error) {
    const std::string known = known_text(error);
    const bool interrupted = error.reason() == StopReason::kInterrupted;
    const ExitCode code = interrupted ? kInterrupted : kOutOfBudget;
    if (request.json) return complain(true, code, error.what(), known);
    complain(false, code, error.what());
    if (!known.empty()) std::cerr << known << '\n';
    return code;
  } catch (const std::bad_alloc&) {
    return complain(
        request.json, kOutOfBudget,
        "out of memory; --budget-mb sets a limit that ends a computation in good order");
  }
}

}  // namespace
}  // namespace cgt::repl

int main(int argc, char** argv) { return cgt::repl::run(argc, argv); }
