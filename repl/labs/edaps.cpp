// cgt edaps: process plans for microwave modules. The plan library is a script, examples/edaps, which is part
// of the program; --library names another folder with the same files.
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "repl/command_line/common_options.hpp"
#include "repl/commands/commands.hpp"
#include "repl/session/run_script.hpp"
#include "repl/support/files.hpp"

namespace cgt::repl {
namespace {

// cgt edaps FILE
struct EdapsOptions {
  CommonOptions common;
  std::string file;                // "-": standard input
  std::string library;             // folder; "": the one that is part of the program
  std::vector<std::string> edits;  // "LINE=TEXT"
  bool no_echo = false;
  bool no_pruner = false;
  bool tree = false;
};

Command add_edaps(const Command& program, EdapsOptions& options) {
  const Command edaps =
      program.add("edaps", "The process plan of a microwave module, or why there is none");
  add_common(edaps, options.common);
  edaps.option("FILE", options.file, "", "Commands of a design, or - for standard input")
      .required()
      .file({"edaps"});
  edaps.repeatable("--edit", options.edits, "LINE=TEXT",
                   "Say what it changes to put TEXT in the place of a line; repeatable");
  edaps.option("--library", options.library, "DIR",
               "Folder with the plan library and its tables (default: part of the program)");
  edaps.flag("--no-echo", options.no_echo, "Do not repeat the design in English");
  edaps.flag("--no-pruner", options.no_pruner, "Try every way to apply photoresist");
  edaps.flag("--tree", options.tree, "Show the tasks, methods and reasons, too");
  edaps.examples("  cgt edaps examples/edaps/designs/RM1.edaps --tree\n");
  return edaps;
}

ExitCode run_edaps(const EdapsOptions& options) {
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

}  // namespace

void offer_edaps(Commands& commands) { commands.offer(add_edaps, run_edaps); }

}  // namespace cgt::repl
