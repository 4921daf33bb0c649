#include "repl/session/run_script.hpp"

#include <filesystem>
#include <iostream>
#include <string>

#include "repl/support/files.hpp"
#include "repl/support/interrupt.hpp"

namespace cgt::repl {

namespace {

void print_block(std::ostream& out, const std::string& text) {
  if (text.empty()) return;
  out << text;
  if (text.back() != '\n') out << '\n';
}

// The first error decides the exit code, whatever follows it under --keep-going.
void note(ExitCode& first, ExitCode next) {
  if (first == kOk) first = next;
}

}  // namespace

ExitCode exit_code(lang::Status status) {
  switch (status) {
    case lang::Status::kOk: return kOk;
    case lang::Status::kRuntimeError: return kRuntimeError;
    case lang::Status::kSyntaxError: return kSyntaxError;
    case lang::Status::kIncomplete: return kSyntaxError;
    case lang::Status::kOutOfBudget: return kOutOfBudget;
    case lang::Status::kInterrupted: return kInterrupted;
  }
  return kRuntimeError;
}

void set_arguments(lang::Session& session, const std::vector<std::string>& arguments) {
  std::vector<lang::Value> values;
  for (const std::string& argument : arguments) values.push_back(lang::Value::string(argument));
  session.set_global("args", lang::Value::list(std::move(values)));
}

lang::Result evaluate_whole(lang::Session& session, const SourceText& source,
                            const Budget::Limits& limits) {
  lang::Result result = session.evaluate(source, limits);
  if (result.status == lang::Status::kIncomplete && result.diagnostics.empty()) {
    Diagnostic diagnostic;
    diagnostic.message = "the text ends too early: " + result.open;
    diagnostic.span.offset = source.text().size();
    result.diagnostics = render(diagnostic, source);
  }
  return result;
}

lang::Result evaluate_file(lang::Session& session, const std::string& path,
                           const Budget::Limits& limits) {
  const std::string text = read_file(path);
  if (path != "-") {
    session.set_directory(std::filesystem::path(path).parent_path().string());
  }
  lang::Result result = evaluate_whole(session, SourceText(display_name(path), text), limits);
  session.set_directory("");
  return result;
}

void report(const lang::Result& result, const CommonOptions& common, const std::string& prefix) {
  print_block(std::cout, result.output);
  if (result.ok()) {
    if (result.text.empty()) return;
    // The lines of a table stand below each other.
    std::string text = result.text;
    for (std::size_t at = text.find('\n'); !prefix.empty() && at != std::string::npos;
         at = text.find('\n', at + 1)) {
      text.insert(at + 1, prefix.size(), ' ');
    }
    std::cout << prefix << text << '\n';
    return;
  }
  std::cout.flush();
  if (common.json_diagnostics) {
    for (const lang::Problem& problem : result.problems) std::cerr << to_json(problem) << '\n';
    return;
  }
  print_block(std::cerr, result.diagnostics);
  print_block(std::cerr, result.trace);
}

ExitCode run_text(lang::Session& session, const SourceText& source, const CommonOptions& common) {
  const lang::Result result = evaluate_whole(session, source, common.limits);
  report(result, common);
  std::cout.flush();
  return exit_code(result.status);
}

ExitCode run_script(const SessionOptions& options, lang::Session& session) {
  set_arguments(session, options.arguments);
  ExitCode code = kOk;
  for (const std::string& expression : options.expressions) {
    note(code, run_text(session, SourceText("-e", expression), options.common));
    if (code == kInterrupted || (code != kOk && !options.keep_going)) return code;
  }
  if (!options.file) return code;
  const lang::Result result = evaluate_file(session, *options.file, options.common.limits);
  report(result, options.common);
  std::cout.flush();
  note(code, exit_code(result.status));
  return code;
}

void add_session(const Command& program, SessionOptions& options) {
  add_common(program, options.common);
  add_printing(program, options.common);
  program.choice<bool, bool>("--diagnostics", options.common.json_diagnostics,
                             {{"text", false}, {"json", true}}, "NAME",
                             "How errors are written: text, or json, one object a line");
  program.flag("--allow-read", options.common.allow_read,
               "Scripts may read files outside of their own folder");
  program.option("--allow-write", options.common.allow_write, "DIR",
                 "Scripts may write files below that folder");
  program.repeatable("-e", options.expressions, "EXPR",
                     "Evaluate EXPR and print its value; repeatable");
  program.option("FILE", options.file, "", "Script to run, or - for standard input").file({"cgs"});
  program.flag("-i", options.interactive, "Go on interactively after -e or FILE");
  program.flag("--no-init", options.no_init, "Do not run the start file");
  program.flag("--no-history", options.no_history, "Neither read nor write the history file");
  program.flag("--keep-going", options.keep_going, "Go on after an error; the first one counts");
  program.examples(
      R"(  cgt                               calculate interactively; :help shows the way
  cgt -e '{2|1||0}.Mean'            print one value
  cgt script.cgs 19 fast            run a script; `args` is ["19", "fast"]
  cgt go endgame.sgf --svg out.svg  solve a Go endgame and draw it
  cgt census domineering 4x4        the values of all boards, and how often
  cgt db build clobber 3x4    keep the values of all components in a file
  cgt sum 'clobber:xoxo + ^*'       who wins a sum of games, and by which move
  cgt htn plan domain.hddl p.hddl   a plan for a problem of hierarchical tasks

Exit codes: 0 ok, 1 runtime error, 2 wrong usage or unreadable file, 3 syntax error,
            4 out of budget, 130 interrupted.
)");
}

}  // namespace cgt::repl
