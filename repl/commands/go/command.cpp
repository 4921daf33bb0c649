#include "repl/commands/go/command.hpp"

#include <fmt/format.h>

#include <iostream>
#include <optional>

#include "decomp/rules/go/record/either.hpp"
#include "decomp/rules/go/record/generator.hpp"
#include "decomp/solve/go/endgame.hpp"
#include "decomp/solve/go/report/json.hpp"
#include "decomp/solve/go/verify.hpp"
#include "repl/commands/go/present.hpp"
#include "repl/commands/go/question.hpp"
#include "repl/support/files.hpp"
#include "repl/support/running/interrupt.hpp"
#include "repl/support/running/progress.hpp"

namespace cgt::repl {
namespace {

ExitCode outcome(const solve::GoReport& report) {
  if (report.stopped == StopReason::kInterrupted) return kInterrupted;
  if (report.stopped) return kOutOfBudget;
  return report.scores[report.to_play].exact() ? kOk : kOutOfBudget;
}

// Safety and sekis are checked on every board, values and scores on those that are solved.
ExitCode verified(solve::GoEndgame& endgame, const solve::GoReport& report, Store& store,
                  const Budget::Limits& limits, bool quiet, std::ostream& out) {
  Budget budget(limits, &interrupt_flag());
  std::optional<Progress> progress(std::in_place, "verifying", quiet);
  const solve::VerifyReport safety = solve::verify_safety(endgame, budget);
  for (const std::string& line : safety.lines) out << "Check: " << line << '\n';
  const bool solved = endgame.complete() && endgame.rules().scoring == solve::Scoring::kTerritory;
  const solve::VerifyReport checked =
      solved ? solve::verify(endgame, store, budget) : solve::verify_sekis(endgame, budget);
  solve::VerifyReport groups;
  if (report.groups) {
    groups = solve::verify_groups(endgame.problem().board, report.groups->safety,
                                  report.groups->assumed, report.groups->lives, budget);
  }
  progress.reset();
  for (const std::string& line : groups.lines) out << "Check: " << line << '\n';
  for (const std::string& line : checked.lines) out << "Check: " << line << '\n';
  if (solved) out << "Check: " << checked.summary << '\n';
  return checked.ok && safety.ok && groups.ok ? kOk : kRuntimeError;
}

}  // namespace

ExitCode run_go(const GoOptions& options) {
  go::Problem problem =
      go::parse_either(read_file(options.file), display_name(options.file), sgf_options(options));
  for (const std::string& warning : problem.warnings) std::cerr << warning << '\n';

  Store store;
  std::optional<Progress> progress(std::in_place, "solving", options.common.quiet);
  GoAnswer answer = answer_go(store, options, std::move(problem));
  progress.reset();
  solve::GoEndgame& endgame = *answer.endgame;
  solve::GoReport& report = answer.report;
  report.file = display_name(options.file);

  std::cout << (options.json ? solve::go_json(report) : go_table(report)) << std::flush;
  if (!options.svg.empty()) {
    write_file(options.svg, go_svg(report));
    if (!options.json) std::cout << "Drawn to " << options.svg << '\n';
  }
  ExitCode code = outcome(report);
  if (options.verify && endgame.partitioned()) {
    // JSON stays the only thing on standard output.
    const ExitCode check = verified(endgame, report, store, go_limits(options.common.limits),
                                    options.common.quiet, options.json ? std::cerr : std::cout);
    if (check != kOk) code = check;
  }
  std::cout.flush();
  return code;
}

ExitCode run_generate(const GenerateOptions& options) {
  go::GeneratorOptions wanted;
  wanted.size = options.size;
  wanted.seed = options.seed;
  if (!options.kinds.empty()) wanted.kinds = {options.kinds.begin(), options.kinds.end()};
  const std::string text = go::to_sgf(go::generate(wanted)) + "\n";
  if (options.out.empty()) {
    std::cout << text << std::flush;
  } else {
    write_file(options.out, text);
  }
  return kOk;
}

}  // namespace cgt::repl
