// The program. What each command does is in its own file.
#include <unistd.h>

#include <iostream>

#include "repl/command_line/exit_code.hpp"
#include "repl/request.hpp"
#include "repl/session/prompt/prompt.hpp"
#include "repl/support/interrupt.hpp"
#include "repl/support/shards.hpp"

namespace cgt::repl {
namespace {

int run_session(const SessionOptions& options) {
  // The process ends with it: taking a large session apart, object by object, would only take time.
  static lang::Session* const forever = new lang::Session;
  lang::Session& session = *forever;
  prepare(session, options.common);
  if (!options.file && options.expressions.empty()) {
    set_arguments(session, options.arguments);
    return run_prompt(options, session);
  }
  const ExitCode code = run_script(options, session);
  if (!options.interactive || (code != kOk && isatty(STDIN_FILENO) == 0)) return code;
  return run_prompt(options, session);
}

}  // namespace
}  // namespace cgt::repl

int main(int argc, char** argv) {
  using namespace cgt::repl;
  std::ios::sync_with_stdio(false);
  std::cin.tie(nullptr);
  catch_interrupts();
  Request request;
  const auto run = [&] {
    request = parse_command_line({argv + 1, argv + argc}, run_session);
    const Sharding* sharding = request.sharding;
    if (sharding != nullptr && (!sharding->state.empty() || sharding->given)) catch_terminations();
    return request.run(request.behind);
  };
  return run_reporting(run, request.json);
}
