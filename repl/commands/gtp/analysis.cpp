#include "repl/commands/gtp/analysis.hpp"

#include <algorithm>
#include <utility>

#include "cgt/text/text.hpp"
#include "decomp/go/report/review.hpp"
#include "decomp/go/safety/living.hpp"
#include "decomp/solve/values/local_search.hpp"

namespace cgt::repl {
namespace {

// For the text of one value.
constexpr std::uint64_t kTextNodes = 100'000;

go::Problem problem_of(const go::Game& game, const Dyadic& komi, go::Scoring scoring) {
  go::Problem problem;
  problem.board = game.board();
  problem.to_play = game.to_play();
  problem.komi = komi;
  if (scoring == go::Scoring::kTerritory) {
    problem.komi += Dyadic(game.prisoners(Player::kRight) - game.prisoners(Player::kLeft));
  }
  return problem;
}

go::PartitionOptions static_safety(std::vector<go::Point> assumed) {
  go::PartitionOptions options;
  options.safety = go::SafetyMethod::kStatic;
  options.assumed = std::move(assumed);
  return options;
}

}  // namespace

GtpAnalysis::GtpAnalysis(const go::Game& game, const Dyadic& komi, std::vector<go::Point> assumed,
                         go::Scoring scoring)
    : endgame_(store_, problem_of(game, komi, scoring), static_safety(std::move(assumed)),
               {.scoring = scoring}) {}

GtpAnalysis* GtpAnalysis::if_living() {
  if (!looked_for_living_) {
    looked_for_living_ = true;
    std::vector<go::Point> living = go::living_stones(board());
    if (!living.empty()) {
      // Komi and prisoners are in the komi of the problem.
      const go::Problem& problem = endgame_.problem();
      if_living_ = std::make_unique<GtpAnalysis>(
          go::Game(problem.board, problem.to_play.value_or(Player::kLeft)), problem.komi,
          std::move(living), scoring());
    }
  }
  return if_living_.get();
}

bool GtpAnalysis::solve(Budget& budget) {
  if (!tried_) go::solve_where_safe(endgame_, budget);
  tried_ = true;
  return endgame_.complete();
}

go::GoEndgame* GtpAnalysis::if_bounded(Budget& budget) {
  if (partition(budget) == nullptr) return nullptr;
  if (!looked_for_bounds_ && !endgame_.complete()) {
    looked_for_bounds_ = true;
    const Store::BudgetScope scope(store_, budget);
    if (auto found = endgame_.with_zones(budget)) bounded_.emplace(std::move(*found));
  }
  return bounded_ ? &*bounded_ : &endgame_;
}

const go::GoReport::Estimate& GtpAnalysis::estimate(Budget& budget) {
  if (estimate_) return *estimate_;
  go::GoReport report;
  report.endgame = &endgame_;
  report.to_play = endgame_.problem().to_play.value_or(Player::kLeft);
  Budget half = budget.half();
  go::Judgement judged = go::judge(board(), report.to_play, {}, half);
  Budget rest = budget.half();
  const Store::BudgetScope scope(store_, rest);
  if (endgame_.partitioned()) {
    for (const Player player : kPlayers) report.scores[player] = endgame_.score(player, rest);
  }
  go::add_estimate(store_, endgame_, std::move(judged), rest, report);
  estimate_ = std::move(report.estimate);
  return *estimate_;
}

const go::Partition* GtpAnalysis::partition(Budget& budget) {
  if (!endgame_.partitioned()) solve(budget);
  return endgame_.partitioned() ? &endgame_.partition() : nullptr;
}

const std::vector<GtpSeki>& GtpAnalysis::sekis(Budget& budget) {
  if (sekis_) return *sekis_;
  std::vector<GtpSeki> found;
  const std::size_t count = endgame_.divide(budget) ? endgame_.subgames().size() : 0;
  if (!endgame_.partitioned()) budget.poll();
  for (std::size_t i = 0; i < count; ++i) {
    const go::Part& part = endgame_.partition().parts[i];
    std::optional<go::Seki> seki = endgame_.subgames()[i].seki;
    if (!seki) seki = go::find_seki(part.region, budget);
    if (!seki) continue;
    GtpSeki& out = found.emplace_back();
    for (const std::uint32_t cell : seki->stones) out.stones.push_back(part.point_of(cell));
    for (const std::uint32_t cell : seki->shared) out.shared.push_back(part.point_of(cell));
  }
  sekis_ = std::move(found);
  return *sekis_;
}

std::string GtpAnalysis::value_text(const go::Subgame& subgame, Notation notation) {
  Budget budget({.nodes = kTextNodes});
  const Store::BudgetScope scope(store_, budget);
  try {
    return to_text(store_, subgame.lower, {notation, 0});
  } catch (const BudgetExhausted&) {
    return "{...}";
  }
}

std::vector<go::Point> GtpAnalysis::hot_moves(const go::GoEndgame& endgame, std::size_t part,
                                              Player player, Budget& budget) {
  const go::Part& where = endgame.partition().parts[part];
  const go::Subgame& subgame = endgame.subgames()[part];
  CGT_EXPECTS(subgame.exact, "the moves of an exact part");
  solve::LocalSearch<go::Region> search(store_);
  const Store::BudgetScope scope(store_, budget);
  std::vector<go::Point> best;
  std::optional<Dyadic> best_value;
  for (const auto& option : where.region.options(player, budget)) {
    const solve::LocalValue reached = search.evaluate(option.position, budget);
    const GameId value = store_.add(player == Player::kLeft ? reached.lower : reached.upper,
                                    store_.integer(option.shift));
    // After a move of Left at temperature t play goes on along the Right wall, and reversed.
    const Dyadic wall = store_.thermograph(value).wall(opponent(player)).at(subgame.temperature);
    const Dyadic worth = player == Player::kLeft ? wall : -wall;
    if (best_value && worth < *best_value) continue;
    if (!best_value || worth > *best_value) best.clear();
    best_value = worth;
    best.push_back(where.point_of(option.move));
  }
  return best;
}

}  // namespace cgt::repl
