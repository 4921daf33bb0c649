#include "decomp/solve/go/ko_play.hpp"

#include <algorithm>
#include <utility>

#include "cgt/support/contract.hpp"

namespace cgt::solve {
namespace {

// A move of the player to play in a region, judged by a wall.
struct JudgedMove {
  go::Point point;
  KoWall wall;  // the score after it at each temperature, tax paid
};

// The moves of a region without a ko that matters. Positions after them that depend on ko count as
// the bound that is worse for the mover.
std::vector<JudgedMove> plain_moves(LocalSearch<go::Region>& search, Store& store,
                                    const go::Part& part, Player player, Budget& budget) {
  std::vector<JudgedMove> out;
  for (const Option<go::Region>& move : part.region.options(player, budget)) {
    const LocalValue value = search.evaluate(move.position, budget);
    const GameId reached = player == Player::kLeft ? value.lower : value.upper;
    out.push_back({part.point_of(move.move),
                   tilted(to_ko_wall(store.thermograph(reached).wall(opponent(player))),
                          Rational(move.shift), -sign(player))});
  }
  return out;
}

std::vector<JudgedMove> moves_of_ko(const RegionKo& ko, const go::Part& part, Komaster komaster,
                                    Player player, Budget& budget) {
  std::vector<JudgedMove> out;
  for (KoMove& move : ko_moves(ko.graph->graph, komaster, player, budget)) {
    out.push_back({part.point_of(ko.graph->cells[player][move.option]),
                   tilted(std::move(move.wall), ko.graph->settled, 0)});
  }
  return out;
}

}  // namespace

BoardKos board_kos(Store& store, const GoEndgame& endgame, Player to_play, Budget& budget) {
  CGT_EXPECTS(endgame.partitioned(), "the board is cut into its parts");
  const Store::BudgetScope scope(store, budget);
  const auto& subgames = endgame.subgames();
  const auto& parts = endgame.partition().parts;
  BoardKos out;
  out.regions.resize(subgames.size());
  bool all = true;
  for (std::size_t i = 0; i < subgames.size(); ++i) {
    if (subgames[i].searched && !subgames[i].exact) {
      out.regions[i] =
          region_ko(store, parts[i].region, {subgames[i].lower, subgames[i].upper}, budget);
      all = all && out.regions[i]->thermographs;
    }
    all = all && subgames[i].searched;
  }
  if (!all) return out;
  LocalSearch<go::Region> search(store);
  out.sums.emplace();
  for (const Komaster komaster : kKomasters) {
    KoSum& sum = (*out.sums)[static_cast<std::size_t>(komaster)];
    sum.mean = to_rational(endgame.fixed_score());
    sum.temperature = -1;
    std::optional<std::size_t> hottest;
    for (std::size_t i = 0; i < subgames.size(); ++i) {
      const auto& ko = out.regions[i];
      const Rational mast =
          ko ? (*ko->thermographs)[komaster].mast() : to_rational(subgames[i].mean);
      const Rational temperature =
          ko ? (*ko->thermographs)[komaster].temperature() : to_rational(subgames[i].temperature);
      sum.mean += mast;
      if (hottest && temperature <= sum.temperature) continue;
      hottest = i;
      sum.temperature = temperature;
    }
    // A number is nothing to move in.
    if (!hottest || sum.temperature.sign() < 0) continue;
    const auto& ko = out.regions[*hottest];
    const std::vector<JudgedMove> moves =
        ko ? moves_of_ko(*ko, parts[*hottest], komaster, to_play, budget)
           : plain_moves(search, store, parts[*hottest], to_play, budget);
    std::optional<Rational> best;
    for (const JudgedMove& move : moves) {
      const Rational score = move.wall.at(sum.temperature);
      if (best && (to_play == Player::kLeft ? score <= *best : score >= *best)) continue;
      best = score;
      sum.move = OrthodoxMove{*hottest, move.point};
    }
  }
  return out;
}

}  // namespace cgt::solve
