#include "decomp/solve/sums/sum_report.hpp"

#include "decomp/solve/sums/misere_sums.hpp"
#include "decomp/solve/sums/sum_text.hpp"

namespace cgt::solve {
namespace {

struct Asked {
  Store& store;
  const Sum& sum;
  const SumQuestion& question;
  SumReport& report;
  SumOutcome solver;
  MisereSums misere;

  SideReport side(Player first, Budget& budget) {
    SideReport out;
    if (!question.misere && !question.scores) {
      const SumAnswer answer = solver.solve(sum, first, budget);
      out.verdict = answer.verdict;
      out.stop = answer.stop;
      report.figures += answer.figures;
      report.valued = static_cast<std::size_t>(
          std::ranges::count_if(answer.terms, [](const auto& term) { return term.valued; }));
      report.loopy = report.loopy || answer.loopy;
      out.moves_known = out.verdict == Verdict::kLoses;
      if (out.verdict == Verdict::kUnknown || out.verdict == Verdict::kLoses) return out;
    }
    try {
      const Store::BudgetScope scope(store, budget);
      for (const SumMove& move : moves(out, first, budget)) {
        WrittenMove written = written_move(store, sum, move);
        if (std::ranges::find(out.moves, written) == out.moves.end()) {
          out.moves.push_back(std::move(written));
        }
      }
      out.moves_known = true;
    } catch (const BudgetExhausted& spent) {
      out.stop = spent.reason();
    }
    return out;
  }

  std::vector<SumMove> moves(SideReport& out, Player first, Budget& budget) {
    if (question.scores) {
      out.score = solver.score(sum, first, budget);
      return solver.best_moves(sum, first, question.all_moves, budget);
    }
    if (question.misere) {
      out.verdict = misere.wins(sum, first, budget) ? Verdict::kWins : Verdict::kLoses;
      if (out.verdict == Verdict::kLoses) return {};
      return misere.winning_moves(sum, first, question.all_moves, budget);
    }
    return out.verdict == Verdict::kWins
               ? solver.winning_moves(sum, first, question.all_moves, budget)
               : solver.drawing_moves(sum, first, question.all_moves, budget);
  }
};

}  // namespace

WrittenMove written_move(Store& store, const Sum& sum, const SumMove& move) {
  const SumTerm& term = sum[move.term];
  return {move.term + 1, term_text(term.ruleset, term.text), after_text(store, sum, move)};
}

std::optional<LoopyOutcome> SumReport::outcome() const {
  for (const auto& side : sides.values) {
    if (!side || side->verdict == Verdict::kUnknown) return std::nullopt;
  }
  return outcome_of(sides[Player::kLeft]->verdict, sides[Player::kRight]->verdict);
}

std::optional<StopReason> SumReport::stop() const {
  std::optional<StopReason> found;
  for (const auto& side : sides.values) {
    if (side && side->stop && found != StopReason::kInterrupted) found = side->stop;
  }
  return found;
}

SumReport report_sum(Store& store, const Sum& sum, const SumQuestion& question,
                     const SumOptions& options, const Budget& whole) {
  SumReport report;
  report.terms = sum.size();
  Asked asked{store, sum, question, report, SumOutcome(store, options), MisereSums(store)};
  for (const Player first : kPlayers) {
    if (question.first && *question.first != first) continue;
    Budget budget = whole.another();
    report.sides[first] = asked.side(first, budget);
  }
  return report;
}

}  // namespace cgt::solve
