// cgt batch: one expression a line, one line of answer for each.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <sstream>

#include "lang/lang.hpp"
#include "repl/command_line/commands.hpp"
#include "repl/session/run_script.hpp"
#include "repl/support/files.hpp"
#include "repl/support/interrupt.hpp"
#include "repl/support/progress.hpp"

namespace cgt::repl {
namespace {

// cgt batch FILE
struct BatchOptions {
  CommonOptions common;
  std::string file;
  bool time = false;
};

Command add_batch(const Command& program, BatchOptions& options) {
  const Command batch = program.add(
      "batch", "One expression a line, each in a fresh scope; prints one line for each");
  add_common(batch, options.common);
  add_printing(batch, options.common);
  batch.option("FILE", options.file, "", "Expressions, or - for standard input").required();
  batch.flag("--time", options.time, "Add the CPU milliseconds as a second column");
  batch.examples(R"(  cgt batch sums.txt         the values of the expressions in a file
  cgt batch --time - < sums  the same from standard input, with the time that each took
)");
  return batch;
}

std::string on_one_line(const std::string& text) {
  std::string line;
  for (const char c : text) {
    switch (c) {
      case '\n': line += "\\n"; break;
      case '\r': line += "\\r"; break;
      case '\t': line += "\\t"; break;
      default: line += c;
    }
  }
  return line;
}

// The message of the first diagnostic: what stands after "error: " in its first line.
std::string message_of(const lang::Result& result) {
  const std::string first = result.diagnostics.substr(0, result.diagnostics.find('\n'));
  constexpr std::string_view kMark = "error: ";
  const std::size_t mark = first.find(kMark);
  const std::string message = mark == std::string::npos ? first : first.substr(mark + kMark.size());
  switch (result.status) {
    case lang::Status::kIncomplete: return "incomplete: " + result.open;
    case lang::Status::kOutOfBudget: {
      const std::string spent =
          message.rfind("out of budget", 0) == 0 ? message : "out of budget: " + message;
      const std::string hint = result.problems.empty() ? "" : result.problems.front().hint;
      return hint.rfind("known so far", 0) == 0 ? spent + "; " + hint : spent;
    }
    default: return message;
  }
}

ExitCode run_batch(const BatchOptions& options) {
  const std::string text = read_file(options.file);
  const std::string name = display_name(options.file);
  lang::Session session;
  prepare(session, options.common);
  // Classes and files stand beside the expressions, as for scripts; those of standard input stand
  // in the working folder, as at the prompt.
  if (options.file != "-") {
    session.set_directory(std::filesystem::path(options.file).parent_path().string());
  }
  // What Print() says would break the rule of one line for each expression.
  session.set_output([](std::string_view) {});

  // Lines share what they compute, up to half of the memory that one of them may use.
  const std::uint64_t megabytes =
      std::min<std::uint64_t>(options.common.limits.megabytes, 1U << 20U);
  const std::uint64_t most_bytes = (megabytes << 20U) / 2;
  std::istringstream lines(text);
  bool full = false;
  for (std::string line; std::getline(lines, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (full || session.store().statistics().bytes > most_bytes) {
      session.clear();
    } else {
      session.fresh_scope();
    }
    const Stopwatch watch;
    const lang::Result result = session.evaluate(SourceText(name, line), options.common.limits);
    const double milliseconds = watch.cpu_milliseconds();
    full = result.status == lang::Status::kOutOfBudget &&
           result.diagnostics.find("memory") != std::string::npos;
    std::cout << (result.ok() ? on_one_line(result.text) : "!!" + on_one_line(message_of(result)));
    if (options.time) std::cout << fmt::format("\t{:.3f}", milliseconds);
    // Whoever reads the other end of a pipe wants each answer when it is there.
    std::cout << std::endl;
    if (result.status == lang::Status::kInterrupted) {
      return kInterrupted;
    }
  }
  return kOk;
}

}  // namespace

void offer_batch(Commands& commands) { commands.offer(add_batch, run_batch); }

}  // namespace cgt::repl
