#include "repl/commands/go/report.hpp"

#include <algorithm>

#include "repl/support/stopwatch.hpp"

namespace cgt::repl {
namespace {

// For the texts of all values together: seconds.
constexpr std::uint64_t kPrintingNodes = 1'000'000;

std::vector<GoReport::Row> make_rows(Store& store, const solve::GoEndgame& endgame,
                                     const PrintStyle& style) {
  // What is known is told when the budget of the search is spent, too.
  Budget budget({.nodes = kPrintingNodes});
  const Store::BudgetScope scope(store, budget);
  const auto text = [&](GameId value) -> std::string {
    try {
      return to_text(store, value, style);
    } catch (const BudgetExhausted&) {
      return "{...}";
    }
  };
  std::vector<GoReport::Row> rows;
  for (const solve::Subgame& subgame : endgame.subgames()) {
    GoReport::Row row;
    for (const go::Point point : subgame.points) {
      row.points.push_back(endgame.problem().board.name(point));
    }
    row.known = subgame.searched;
    row.exact = subgame.searched && subgame.exact;
    if (row.known) {
      row.lower = text(subgame.lower);
      row.upper = row.exact ? row.lower : text(subgame.upper);
    }
    if (row.exact) row.chilled = text(subgame.chilled);
    rows.push_back(std::move(row));
  }
  return rows;
}

void count_moves(const std::vector<solve::MoveReport>& moves, GoReport& report) {
  report.legal_moves = moves.size();
  for (const solve::MoveReport& move : moves) {
    if (move.loss.is_zero()) continue;
    const auto place =
        std::find_if(report.losses.begin(), report.losses.end(),
                     [&](const LossCount& known) { return known.loss == move.loss; });
    if (place == report.losses.end()) {
      report.losses.push_back({move.loss, 1});
    } else {
      ++place->moves;
    }
  }
  std::sort(report.losses.begin(), report.losses.end(),
            [](const LossCount& a, const LossCount& b) { return a.loss < b.loss; });
}

// Scores are known without them: a region with as many positions as a search of kos cannot hold
// takes nothing from the rest.
constexpr std::uint64_t kKoNodes = 500'000;

void find_kos(Store& store, const solve::GoEndgame& endgame, Budget& budget, GoReport& report) {
  Budget share = budget.part(kKoNodes);
  try {
    report.kos = solve::board_kos(store, endgame, report.to_play, share);
  } catch (const BudgetExhausted&) {
    report.kos_unknown = "the kos have too many positions for a thermograph";
  }
  budget.settle(share);
}

}  // namespace

GoReport make_report(Store& store, solve::GoEndgame& endgame, Player to_play,
                     const PrintStyle& style, bool with_thermograph, Budget& budget) {
  const Stopwatch watch;
  GoReport report;
  report.endgame = &endgame;
  report.to_play = to_play;
  const auto ask = [&](auto&& question) {
    if (report.stopped) return false;
    try {
      question();
      budget.poll();
      return true;
    } catch (const BudgetExhausted& spent) {
      report.stopped = spent.reason();
      return false;
    }
  };
  ask([&] { endgame.solve(budget); });
  report.partitioned = endgame.partitioned();
  report.no_safe_stones = endgame.partition().nothing_safe;
  report.rows = make_rows(store, endgame, style);
  // Bounds are worth having even when the budget is spent: scores answer what is known.
  for (const Player player : kPlayers) report.scores[player] = endgame.score(player, budget);
  ask([] {});
  if (endgame.complete()) {
    report.moves_known = ask([&] {
      const std::vector<solve::MoveReport> moves = endgame.moves(to_play, budget);
      count_moves(moves, report);
      report.best_moves = solve::best_of(moves);
    });
    report.line_known = ask([&] { report.line = endgame.line(to_play, budget); });
    if (with_thermograph) ask([&] { report.thermograph = endgame.thermograph(budget); });
  }
  const auto depends = [](const solve::Subgame& s) { return s.searched && !s.exact; };
  if (!report.stopped && std::ranges::any_of(endgame.subgames(), depends)) {
    ask([&] { find_kos(store, endgame, budget, report); });
  }
  if (!report.stopped) {
    for (std::size_t i = 0; i < report.rows.size(); ++i) {
      const solve::Subgame& subgame = endgame.subgames()[i];
      if (report.rows[i].known) continue;
      std::string text = "region " + std::to_string(i + 1) + " at " + report.rows[i].points.front();
      text += subgame.coupled ? ": dependent parts, not solved" : ": not solved";
      if (!subgame.note.empty()) text += " (" + subgame.note + ")";
      report.refused.push_back(std::move(text));
    }
  }
  report.milliseconds = watch.wall_milliseconds();
  return report;
}

void add_play_out(Store& store, const solve::GoEndgame& endgame, const solve::KoLineRules& rules,
                  Budget& budget, GoReport& report) {
  const auto searched = [](const solve::Subgame& s) { return s.searched; };
  if (report.stopped || !std::ranges::all_of(endgame.subgames(), searched)) return;
  try {
    report.play_out = solve::ko_line(store, endgame, report.to_play, rules, budget);
    report.play_out_rules = rules;
  } catch (const BudgetExhausted& spent) {
    report.stopped = spent.reason();
  }
}

std::string mean_text(const Rational& mean) {
  if (mean.sign() == 0) return "0";
  return (mean.sign() > 0 ? "B+" : "W+") + to_string(abs(mean));
}

const char* komaster_text(Komaster komaster) {
  return komaster == Komaster::kNone ? "none" : komaster == Komaster::kLeft ? "Black" : "White";
}

std::string score_text(const Dyadic& score) {
  return score.is_zero() ? "0 (jigo)" : settled_text(score);
}

std::string settled_text(const Dyadic& score) {
  if (score.is_zero()) return "0";
  return (score.sign() > 0 ? "B+" : "W+") + score.abs().to_string();
}

std::string score_text(const solve::GoEndgame::Score& score) {
  if (score.exact()) return score_text(*score.lower);
  if (!score.lower && !score.upper) return "unknown";
  if (!score.lower) return "at most " + score_text(*score.upper);
  if (!score.upper) return "at least " + score_text(*score.lower);
  return score_text(*score.lower) + " to " + score_text(*score.upper);
}

char colour_letter(Player player) { return player == Player::kLeft ? 'B' : 'W'; }

}  // namespace cgt::repl
