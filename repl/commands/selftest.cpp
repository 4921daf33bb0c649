// cgt selftest: does this build, on this machine, answer as the referees do?
#include <fmt/format.h>

#include <iostream>
#include <sstream>

#include "cgt/support/words.hpp"
#include "lang/lang.hpp"
#include "repl/commands/commands.hpp"
#include "repl/session/run_script.hpp"
#include "repl/support/files.hpp"
#include "repl/support/interrupt.hpp"
#include "repl/support/rulesets.hpp"

namespace cgt::repl {
namespace {

struct SelftestOptions {
  CommonOptions common;
};

Command add_selftest(const Command& program, SelftestOptions& options) {
  const Command selftest =
      program.add("selftest", "Answer questions whose answers independent programs confirmed");
  add_common(selftest, options.common);
  selftest.examples(
      "  cgt selftest   values, sums, searches, heaps, Go: a line for each referee, and its "
      "verdict\n");
  return selftest;
}

// What one referee's questions came to.
struct SelftestRow {
  std::uint64_t cases = 0;
  std::uint64_t differences = 0;
  ExitCode code = kOk;
};

// A file has classes, in lines that begin with "> ", then a question and its answer in each line.
SelftestRow ask_again(const EmbeddedFile& file, const SelftestOptions& options) {
  SelftestRow row;
  lang::Session session;
  prepare(session, options.common);
  std::istringstream lines{std::string(file.text)};
  for (std::string line; std::getline(lines, line);) {
    const bool prelude = line.starts_with("> ");
    const std::size_t tab = line.find('\t');
    const std::string question = prelude ? line.substr(2) : line.substr(0, tab);
    const lang::Result result =
        session.evaluate(SourceText(std::string(file.path), question), options.common.limits);
    if (!result.ok()) row.code = exit_code(result.status);
    if (row.code == kInterrupted || prelude) continue;
    ++row.cases;
    const std::string expected = line.substr(tab + 1);
    if (result.ok() && result.text == expected) continue;
    ++row.differences;
    std::cout << fmt::format("{}: {}\n  expected {}\n  found    {}\n", file.path, question,
                             expected, result.ok() ? result.text : result.diagnostics);
  }
  return row;
}

ExitCode run_selftest(const SelftestOptions& options) {
  SelftestRow all;
  for (const EmbeddedFile& file : pinned_cases()) {
    const std::string name(file.path.substr(0, file.path.rfind('.')));
#ifndef CGT_LABS
    if (name == "bridge") continue;
#endif
    const SelftestRow row = ask_again(file, options);
    if (row.code == kInterrupted) return kInterrupted;
    std::cout << fmt::format("{:12} {:5} answers, {}\n", name, row.cases,
                             counted(row.differences, "difference"))
              << std::flush;
    all.cases += row.cases;
    all.differences += row.differences;
    if (row.code != kOk) all.code = row.code;
  }
  std::cout << fmt::format("{} {} answers, {}\n", version_line(), all.cases,
                           counted(all.differences, "difference"));
  if (all.code == kOutOfBudget) return kOutOfBudget;
  return all.differences == 0 ? kOk : kRuntimeError;
}

}  // namespace

void offer_selftest(Commands& commands) { commands.offer(add_selftest, run_selftest); }

}  // namespace cgt::repl
