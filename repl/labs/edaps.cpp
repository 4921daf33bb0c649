#include "repl/labs/edaps.hpp"

#include <iostream>
#include <string>
#include <utility>

#include "cgt/support/error.hpp"
#include "repl/commands/commands.hpp"
#include "repl/commands/htn_options.hpp"
#include "repl/session/run_script.hpp"
#include "repl/support/files.hpp"

namespace cgt::repl {

static ExitCode run_edaps(const EdapsOptions& options) {
  std::string text = read_file(options.file);
  // The process ends with it.
  static lang::Session* const forever = new lang::Session;
  lang::Session& session = *forever;
  prepare(session, options.common);
  if (options.library.empty()) {
    for (const EmbeddedFile& file : edaps_files())
      session.provide(std::string(file.path), std::string(file.text));
  } else {
    session.set_directory(options.library);
  }
  std::vector<std::string> words{display_name(options.file)};
  if (options.no_echo) words.emplace_back("--no-echo");
  if (options.no_pruner) words.emplace_back("--no-pruner");
  if (options.tree) words.emplace_back("--tree");
  for (const std::string& edit : options.edits) {
    words.emplace_back("--edit");
    words.push_back(edit);
  }
  set_arguments(session, words);
  session.set_global("given", lang::Value::string(std::move(text)));
  const lang::Result result =
      session.evaluate(SourceText("edaps", "Edaps.Run(args, given);"), options.common.limits);
  if (!result.ok()) {
    report(result, options.common);
    return exit_code(result.status);
  }
  std::cout.flush();
  // [exit code, errors]: what Edaps.Run promises.
  const bool is_pair =
      result.value.kind() == lang::Kind::kList && result.value.as_list().size() == 2;
  const auto code = is_pair ? result.value.as_list()[0].small_integer() : std::nullopt;
  if (!code || *code < 0 || *code > kOutOfBudget ||
      result.value.as_list()[1].kind() != lang::Kind::kString) {
    throw Error("Edaps.Run of the plan library did not return [exit code, errors]");
  }
  const std::string& errors = result.value.as_list()[1].as_string();
  if (!errors.empty()) std::cerr << errors << '\n';
  return static_cast<ExitCode>(*code);
}

void offer_edaps(Commands& commands) { commands.offer(add_edaps, run_edaps); }

}  // namespace cgt::repl
