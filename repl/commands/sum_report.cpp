#include "repl/commands/sum_report.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

#include "cgt/fmt.hpp"
#include "decomp/solve/misere/sums.hpp"
#include "decomp/solve/sums/sum_text.hpp"
#include "decomp/solve/values/outcome_search.hpp"
#include "repl/support/known_games.hpp"
#include "repl/support/rulesets.hpp"
#include "repl/support/running/interrupt.hpp"
#include "repl/support/running/stopwatch.hpp"

namespace cgt::repl {
namespace {

using Json = nlohmann::ordered_json;
using solve::Verdict;

SideReport solve_side(Store& store, solve::SumOutcome& solver, const solve::Sum& sum, Player first,
                      const SumCommandOptions& options, SumReport& report, Budget& budget) {
  SideReport side;
  const solve::SumAnswer answer = solver.solve(sum, first, budget);
  side.verdict = answer.verdict;
  side.stop = answer.stop;
  report.figures += answer.figures;
  report.valued = static_cast<std::size_t>(
      std::ranges::count_if(answer.terms, [](const auto& term) { return term.valued; }));
  report.loopy = report.loopy || answer.loopy;
  if (side.verdict == Verdict::kUnknown || side.verdict == Verdict::kLoses) {
    side.moves_known = side.verdict == Verdict::kLoses;
    return side;
  }
  try {
    const Store::BudgetScope scope(store, budget);
    const std::vector<solve::SumMove> moves =
        side.verdict == Verdict::kWins ? solver.winning_moves(sum, first, options.moves, budget)
                                       : solver.drawing_moves(sum, first, options.moves, budget);
    for (const solve::SumMove& move : moves) {
      add_move(side.moves, move_report(store, sum, move));
    }
    side.moves_known = true;
  } catch (const BudgetExhausted& spent) {
    side.stop = spent.reason();
  }
  return side;
}

SideReport score_side(Store& store, solve::SumOutcome& solver, const solve::Sum& sum, Player first,
                      const SumCommandOptions& options, Budget& budget) {
  SideReport side;
  try {
    const Store::BudgetScope scope(store, budget);
    side.score = solver.score(sum, first, budget);
    for (const solve::SumMove& move : solver.best_moves(sum, first, options.moves, budget)) {
      add_move(side.moves, move_report(store, sum, move));
    }
    side.moves_known = true;
  } catch (const BudgetExhausted& spent) {
    side.stop = spent.reason();
  }
  return side;
}

SideReport misere_side(Store& store, solve::MisereSums& solver, const solve::Sum& sum, Player first,
                       const SumCommandOptions& options, Budget& budget) {
  SideReport side;
  try {
    const Store::BudgetScope scope(store, budget);
    side.verdict = solver.wins(sum, first, budget) ? Verdict::kWins : Verdict::kLoses;
    if (side.verdict == Verdict::kWins) {
      for (const solve::SumMove& move : solver.winning_moves(sum, first, options.moves, budget)) {
        add_move(side.moves, move_report(store, sum, move));
      }
    }
    side.moves_known = true;
  } catch (const BudgetExhausted& spent) {
    side.stop = spent.reason();
  }
  return side;
}

const char* verdict_text(Verdict verdict) {
  switch (verdict) {
    case Verdict::kUnknown: return "unknown";
    case Verdict::kWins: return "wins";
    case Verdict::kLoses: return "loses";
    case Verdict::kDraws: return "draws";
  }
  return "";
}

std::string score_text(const solve::SumScore& score) {
  if (score.exact()) return score.lower.to_string();
  return fmt::format("{}..{}", score.lower, score.upper);
}

// What the question comes to: "wins", "-3/2", "2..3" where a ko matters.
std::string answer_text(const SideReport& side) {
  return side.score ? score_text(*side.score) : verdict_text(side.verdict);
}

std::string text_of(const MoveReport& move) {
  return fmt::format("term {}, {} -> {}", move.term, move.from, move.to);
}

std::string side_text(const SideReport& side, bool all) {
  std::string out = answer_text(side);
  if (!side.moves_known) {
    const std::string why = side.stop ? describe(*side.stop) : "";
    const bool known = side.score || side.verdict != Verdict::kUnknown;
    return fmt::format("{} ({}{})", out, known ? "moves unknown: " : "", why);
  }
  if (side.moves.empty()) return out;
  if (!all) return fmt::format("{}: {}", out, text_of(side.moves.front()));
  out += side.moves.size() == 1 ? " by 1 move" : fmt::format(" by {} moves", side.moves.size());
  for (const MoveReport& move : side.moves) out += fmt::format("\n{:<12} {}", "", text_of(move));
  return out;
}

std::string moves_cell(const std::optional<SideReport>& side) {
  if (!side) return "-";
  if (!side->moves_known) return "?";
  std::string out;
  for (const MoveReport& move : side->moves) {
    out += fmt::format("{}{}: {} -> {}", out.empty() ? "" : "; ", move.term, move.from, move.to);
  }
  return out.empty() ? "-" : out;
}

Json json_of(const SideReport& side, bool all, bool scores) {
  Json out;
  if (scores) {
    out["score"] = nullptr;
    if (side.score && side.score->exact()) out["score"] = score_text(*side.score);
    if (side.score && !side.score->exact()) {
      out["bounds"] = {side.score->lower.to_string(), side.score->upper.to_string()};
    }
  } else {
    out["verdict"] = nullptr;
    if (side.verdict != Verdict::kUnknown) out["verdict"] = verdict_text(side.verdict);
  }
  if (all) {
    out["moves"] = nullptr;
    if (side.moves_known) {
      out["moves"] = Json::array();
      for (const MoveReport& move : side.moves) out["moves"].push_back(json_of(move));
    }
  } else {
    out["move"] = nullptr;
    if (!side.moves.empty()) out["move"] = json_of(side.moves.front());
  }
  if (side.stop) out["stopped"] = describe(*side.stop);
  return out;
}

}  // namespace

std::optional<LoopyOutcome> SumReport::outcome() const {
  for (const Player first : kPlayers) {
    if (!sides[first] || sides[first]->verdict == Verdict::kUnknown) return std::nullopt;
  }
  return solve::outcome_of(sides[Player::kLeft]->verdict, sides[Player::kRight]->verdict);
}

ExitCode SumReport::code() const {
  if (!trouble.empty()) return kRuntimeError;
  ExitCode code = kOk;
  for (const Player first : kPlayers) {
    if (!sides[first] || !sides[first]->stop) continue;
    if (*sides[first]->stop == StopReason::kInterrupted) return kInterrupted;
    code = kOutOfBudget;
  }
  return code;
}

MoveReport move_report(Store& store, const solve::Sum& sum, const solve::SumMove& move) {
  const solve::SumTerm& term = sum[move.term];
  return {move.term + 1, solve::term_text(term.ruleset, term.text),
          solve::after_text(store, sum, move)};
}

void add_move(std::vector<MoveReport>& moves, MoveReport move) {
  if (std::ranges::find(moves, move) == moves.end()) moves.push_back(std::move(move));
}

solve::SumOptions solver_options(const SumCommandOptions& options, KnownGames& known,
                                 unsigned threads) {
  return {options.method,
          {},
          [&known](const std::string& ruleset) { return known(ruleset); },
          true,
          threads};
}

SumReport solve_sum(Store& store, const solve::Sum& sum, const SumCommandOptions& options,
                    KnownGames& known, unsigned threads) {
  const Stopwatch watch;
  SumReport report;
  report.terms = sum.size();
  solve::SumOutcome solver(store, solver_options(options, known, threads));
  solve::MisereSums misere(store);
  const Budget whole(options.common.limits, &interrupt_flag());
  for (const Player first : kPlayers) {
    if (options.first && *options.first != first) continue;
    Budget budget = whole.another();
    report.sides[first] = options.misere ? misere_side(store, misere, sum, first, options, budget)
                          : options.scores
                              ? score_side(store, solver, sum, first, options, budget)
                              : solve_side(store, solver, sum, first, options, report, budget);
  }
  report.milliseconds = watch.cpu_milliseconds();
  return report;
}

std::string lines_of(const SumReport& report, const SumCommandOptions& options) {
  std::string out;
  const auto line = [&](const char* name, const std::string& text) {
    out += fmt::format("{:<12} {}\n", name, text);
  };
  line("sum", report.text);
  for (const Player first : kPlayers) {
    if (!report.sides[first]) continue;
    line(first == Player::kLeft ? "Left first" : "Right first",
         side_text(*report.sides[first], options.moves));
  }
  std::string took;
  if (options.time) {
    took = fmt::format("{:<12} {:.3f} ms of CPU time\n", "took", report.milliseconds);
  }
  if (options.scores) return out + took;
  if (!options.first) {
    const std::optional<LoopyOutcome> outcome = report.outcome();
    line("outcome", outcome ? outcome_text(*outcome) : "unknown");
  }
  if (options.misere) return out + took;
  const auto& components = report.figures.components;
  line("terms", fmt::format("{}, {} of them valued{}", report.terms, report.valued,
                            report.loopy ? "; the sum is loopy" : ""));
  line("components", fmt::format("{} met, {} valued, {} positions evaluated", components.components,
                                 components.valued, components.evaluated));
  if (!options.db.empty()) line("known", fmt::format("{} components", components.known));
  line("searched", fmt::format("{} states, {} expanded, {} table hits", report.figures.states,
                               report.figures.expansions, report.figures.hits));
  return out + took;
}

std::string tsv_header(const SumCommandOptions& options) {
  return fmt::format("sum\tleft_first\tright_first\toutcome\tleft_moves\tright_moves{}\n",
                     options.time ? "\tcpu_ms" : "");
}

std::string tsv_row(const SumReport& report, const SumCommandOptions& options) {
  std::string text = report.text;
  std::ranges::replace(text, '\t', ' ');
  std::string out = text;
  if (!report.trouble.empty()) {
    out += "\t!!" + report.trouble + "\t-\t-\t-\t-";
  } else {
    for (const Player first : kPlayers) {
      out += '\t';
      out += report.sides[first] ? answer_text(*report.sides[first]) : "-";
    }
    const std::optional<LoopyOutcome> outcome = report.outcome();
    out += '\t';
    out += outcome ? name(*outcome) : options.first || options.scores ? "-" : "?";
    for (const Player first : kPlayers) out += '\t' + moves_cell(report.sides[first]);
  }
  if (options.time) out += fmt::format("\t{:.3f}", report.milliseconds);
  return out + '\n';
}

Json json_of(const MoveReport& move) {
  return {{"term", move.term}, {"from", move.from}, {"to", move.to}};
}

Json json_of(const SumReport& report, const SumCommandOptions& options) {
  Json out;
  out["sum"] = report.text;
  if (!report.trouble.empty()) {
    out["error"] = report.trouble;
    return out;
  }
  if (!options.first && !options.scores) {
    const std::optional<LoopyOutcome> outcome = report.outcome();
    out["outcome"] = nullptr;
    if (outcome) out["outcome"] = name(*outcome);
  }
  for (const Player first : kPlayers) {
    if (!report.sides[first]) continue;
    out[first == Player::kLeft ? "left_first" : "right_first"] =
        json_of(*report.sides[first], options.moves, options.scores);
  }
  out["terms"] = report.terms;
  if (options.time) out["cpu_ms"] = report.milliseconds;
  if (options.scores) return out;
  const solve::SumFigures& figures = report.figures;
  out["terms_valued"] = report.valued;
  if (report.loopy) out["loopy"] = true;
  out["components"] = figures.components.components;
  out["components_valued"] = figures.components.valued;
  out["positions_evaluated"] = figures.components.evaluated;
  if (!options.db.empty()) out["components_known"] = figures.components.known;
  out["states"] = figures.states;
  out["expansions"] = figures.expansions;
  out["table_hits"] = figures.hits;
  return out;
}

}  // namespace cgt::repl
