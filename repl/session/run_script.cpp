#include "repl/session/run_script.hpp"

#include <filesystem>
#include <iostream>

#include "repl/support/files.hpp"
#include "repl/support/running/interrupt.hpp"

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
    if (!result.text.empty()) std::cout << prefix << result.text << '\n';
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

}  // namespace cgt::repl
