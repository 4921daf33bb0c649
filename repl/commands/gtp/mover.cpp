#include "repl/commands/gtp/mover.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "cgt/pictures/drawing.hpp"
#include "decomp/go/playout/ladder.hpp"
#include "decomp/go/playout/locality.hpp"
#include "decomp/go/playout/tree_search.hpp"

namespace cgt::repl {
namespace {

using go::Board;
using go::Colour;
using go::Point;

std::size_t points_of(const Board& board) { return static_cast<std::size_t>(board.size()); }

bool legal(const go::Game& game, Player player, Point p) {
  return game.judge({player, p}) == go::Legality::kLegal;
}

std::optional<GtpMove> proved_move(const go::Game& game, GtpAnalysis& analysis, Player player,
                                   Budget& budget) {
  if (!analysis.complete()) return std::nullopt;
  try {
    const std::vector<go::LineMove> line = analysis.line(player, budget);
    if (!line.empty() && legal(game, player, line.front().point)) {
      return GtpMove{line.front().point, GtpMoveKind::kProved, "proved: loses nothing"};
    }
    const auto here = analysis.score(player, budget);
    const auto passed = analysis.score(opponent(player), budget);
    if (line.empty() && here.exact() && passed.exact() && *here.lower == *passed.lower) {
      return GtpMove{std::nullopt, GtpMoveKind::kProved, "proved: passing loses nothing"};
    }
    for (const go::MoveReport& move : analysis.moves(player, budget)) {
      if (!move.loss.is_zero()) break;
      if (legal(game, player, move.point)) {
        return GtpMove{move.point, GtpMoveKind::kProved, "proved: loses nothing"};
      }
    }
  } catch (const BudgetExhausted&) {
    // The values are known, but not how to play their sum.
  }
  return std::nullopt;
}

std::optional<GtpMove> hottest_move(const go::Game& game, GtpAnalysis& analysis, Player player,
                                    Budget& budget) {
  std::optional<std::size_t> hottest;
  Dyadic bound(-1);
  const auto& subgames = analysis.subgames();
  for (std::size_t i = 0; i < subgames.size(); ++i) {
    const go::Subgame& subgame = subgames[i];
    if (!subgame.exact) {
      bound = std::max(bound, Dyadic(static_cast<std::int64_t>(subgame.points.size()) - 1));
    } else if (!hottest || subgame.temperature > subgames[*hottest].temperature) {
      hottest = i;
    }
  }
  if (!hottest || subgames[*hottest].temperature <= bound) return std::nullopt;
  // Below 0 there is nothing to win.
  if (subgames[*hottest].temperature.sign() < 0) return std::nullopt;
  try {
    for (const Point p : analysis.hot_moves(*hottest, player, budget)) {
      if (!legal(game, player, p)) continue;
      return GtpMove{p, GtpMoveKind::kHottest,
                     fmt::format("not proved: best move of the hottest part, temperature {}; the "
                                 "others have at most {}",
                                 subgames[*hottest].temperature.to_string(), bound.to_string())};
    }
  } catch (const BudgetExhausted&) {
    // Then by playouts.
  }
  return std::nullopt;
}

// A move or a pass that is proved though some parts have no value.
std::optional<GtpMove> bounded_move(const go::Game& game, GtpAnalysis& analysis, Player player,
                                    Budget& budget) {
  if (analysis.complete()) return std::nullopt;
  try {
    const std::vector<go::BoundedMove> moves = analysis.bounded_moves(player, budget);
    for (const go::BoundedMove& move : moves) {
      if (!move.proved_best || !legal(game, player, move.point)) continue;
      return GtpMove{move.point, GtpMoveKind::kProved,
                     "proved: no other move can be better, whatever the open parts are worth"};
    }
    // The score is known to be no worse after a pass than after any move.
    const auto passed = analysis.score(opponent(player), budget);
    const std::optional<Dyadic>& least = player == Player::kLeft ? passed.lower : passed.upper;
    const bool lost = !least || std::ranges::any_of(moves, [&](const go::BoundedMove& move) {
      return player == Player::kLeft ? move.upper > *least : move.lower < *least;
    });
    if (!lost) {
      return GtpMove{std::nullopt, GtpMoveKind::kProved, "proved: no move can win anything"};
    }
  } catch (const BudgetExhausted&) {
    // Then by what is left.
  }
  return std::nullopt;
}

// What is proved, for the playouts: safe points count for their owner, and nobody moves in a part
// whose value is a number.
void settle_proved(GtpAnalysis& analysis, const go::Partition& parts, go::PlayoutOptions& options) {
  const Board& board = analysis.board();
  options.settled.resize(points_of(board));
  for (std::size_t i = 0; i < points_of(board); ++i) {
    options.settled[i] = {parts.owner[i] != Colour::kEmpty, parts.owner[i]};
  }
  // Means are those of territory scoring.
  if (analysis.scoring() == go::Scoring::kArea) return;
  for (const go::Subgame& subgame : analysis.subgames()) {
    if (!subgame.exact || subgame.temperature.sign() >= 0) continue;
    options.settled_score += approximate(subgame.mean);
    for (const Point p : subgame.points) {
      options.settled[board.index(p)] = {true, Colour::kEmpty};
    }
  }
}

// Until which percent of the budget goes what: the values of the parts, other proofs, their values
// if groups live, the best move of these, and playouts of the whole board; those around single moves take
// what is left. Where all parts have values, playing their sum may take all.
constexpr std::uint64_t kForValues = 25;
constexpr std::uint64_t kForProofs = 29;
constexpr std::uint64_t kForLiving = 32;
constexpr std::uint64_t kForZones = 36;
constexpr std::uint64_t kForGuesses = 38;
constexpr std::uint64_t kForPlayouts = 56;

// Playouts tell differences of a point or two badly. So they only reject what holds if groups live and
// areas are the territory that they look like if another move seems better by so many points: the best
// move of all parts, that of the hottest part with a value, and the rule that nothing is won where
// everything is settled.
constexpr double kLeadOverLine = 2;
constexpr double kLeadOverHottest = 0.5;
constexpr double kLeadOverSettled = 1;

// Of fewer stones a ladder is no reason to leave a hot part.
constexpr std::size_t kLadderStones = 3;

// The hottest part with a value; none below temperature 0.
std::optional<std::size_t> hottest_part(const std::vector<go::Subgame>& subgames) {
  std::optional<std::size_t> hottest;
  for (std::size_t i = 0; i < subgames.size(); ++i) {
    const go::Subgame& subgame = subgames[i];
    if (!subgame.exact || subgame.temperature.sign() < 0) continue;
    if (!hottest || subgame.temperature > subgames[*hottest].temperature) hottest = i;
  }
  return hottest;
}

// What is best if the groups live that look alive, and what lies beyond contested zones is the
// territory that it looks like: the move that is best then, or at least that of the hottest part with a
// value, and where no move wins anything.
class Guess {
 public:
  Guess(const go::Game& game, GtpAnalysis& analysis, Player player)
      : game_(game),
        // Where no group looks alive, what is proved is all that is assumed.
        analysis_(analysis.if_living() != nullptr ? *analysis.if_living() : analysis),
        player_(player) {}

  void make(Budget& values, Budget& zones, Budget& moves, go::PlayoutOptions& options) {
    try {
      analysis_.solve(values);
      endgame_ = analysis_.if_bounded(zones);
    } catch (const BudgetExhausted&) {
      // With what is known by now.
    }
    if (endgame_ == nullptr) return;
    doubt_settled(options);
    // Parts without value may hold more than all that is known.
    if (!endgame_->complete()) options.preferred_errors = 0;
    const auto hottest = hottest_part(endgame_->subgames());
    // At temperature 0 there are only dame to win.
    const bool cold = !hottest || endgame_->subgames()[*hottest].temperature.sign() == 0;
    if (!cold) heat_ = endgame_->subgames()[*hottest].temperature;
    if (prefer_ladder(options)) return;
    if (endgame_->complete() && !cold && prefer_line(moves, options)) return;
    if (!cold) prefer_hottest(*hottest, moves, options);
  }

 private:
  void doubt_settled(go::PlayoutOptions& options) const {
    const Board& board = game_.board();
    options.doubtful.resize(points_of(board));
    options.doubtful_lead = kLeadOverSettled;
    for (std::size_t i = 0; i < points_of(board); ++i) {
      options.doubtful[i] = owner(board.point(i)) != Colour::kEmpty;
    }
    for (const go::Subgame& subgame : endgame_->subgames()) {
      if (!subgame.exact || subgame.temperature.sign() >= 0) continue;
      for (const Point p : subgame.points) options.doubtful[board.index(p)] = true;
    }
  }

  Colour owner(Point p) const { return endgame_->partition().owner[game_.board().index(p)]; }

  bool prefer(Point p, double lead, go::PlayoutOptions& options) const {
    if (!legal(game_, player_, p)) return false;
    options.hints.push_back(p);
    options.preferred = p;
    options.preferred_lead = lead;
    return true;
  }

  // Values know nothing of living groups that are taken all the same.
  bool prefer_ladder(go::PlayoutOptions& options) const {
    const Board& board = game_.board();
    const auto move = go::ladder_move(board, player_, [&](Point p) {
      return owner(p) != Colour::kEmpty && owner(p) != board[p];  // dead
    });
    if (!move || move->stones < kLadderStones) return false;
    if (Dyadic(static_cast<std::int64_t>(move->stones)) <= heat_) return false;
    return prefer(move->point, kLeadOverHottest, options);
  }

  bool prefer_line(Budget& moves, go::PlayoutOptions& options) const {
    try {
      const std::vector<go::LineMove> line = endgame_->line(player_, moves);
      return !line.empty() && line.front().player == player_ &&
             prefer(line.front().point, kLeadOverLine, options);
    } catch (const BudgetExhausted&) {
      return false;
    }
  }

  void prefer_hottest(std::size_t part, Budget& moves, go::PlayoutOptions& options) const {
    try {
      for (const Point p : analysis_.hot_moves(*endgame_, part, player_, moves)) {
        if (prefer(p, kLeadOverHottest, options)) return;
      }
    } catch (const BudgetExhausted&) {
      // Then by playouts alone.
    }
  }

  const go::Game& game_;
  GtpAnalysis& analysis_;
  Player player_;
  go::GoEndgame* endgame_ = nullptr;
  Dyadic heat_;
};

GtpMove searched_move(const go::Game& game, GtpAnalysis& analysis, const go::Partition* proved,
                      Player player, const Budget& whole) {
  const Board& board = game.board();
  go::PlayoutOptions options;
  options.komi = approximate(analysis.komi());
  options.scoring = analysis.scoring();
  if (proved != nullptr) settle_proved(analysis, *proved, options);
  const auto settled = [&](Point p) {
    return !options.settled.empty() && options.settled[board.index(p)].settled;
  };
  Budget values = whole.slice(kForProofs, kForLiving);
  Budget zones = whole.slice(kForLiving, kForZones);
  Budget moves = whole.slice(kForZones, kForGuesses);
  Guess(game, analysis, player).make(values, zones, moves, options);
  if (const auto move = go::ladder_move(board, player, settled)) {
    options.hints.push_back(move->point);
  }
  Budget rest = whole.slice(kForGuesses, kForPlayouts);
  go::PlayoutAdvice advice = go::advise(game, player, options, rest);
  Budget checks = whole.slice(kForPlayouts, 100);
  advice.move = go::choose_locally(game, player, advice, options.hints, checks);
  if (advice.candidates.size() == 1) {
    return {std::nullopt, GtpMoveKind::kHeuristic,
            "heuristic: passing is not proved, but only settled points and own eyes are left"};
  }
  const std::string expected =
      advice.playouts == 0 ? "no playout"
                           : fmt::format("{} playouts expect {}{:.1f}", advice.playouts,
                                         advice.score < 0 ? "W+" : "B+", std::abs(advice.score));
  return {advice.move, GtpMoveKind::kHeuristic,
          fmt::format("heuristic: {}not proved, {}{}", advice.move ? "" : "passing is ", expected,
                      advice.move && advice.move == options.preferred
                          ? ", best if the groups that look alive are"
                          : "")};
}

}  // namespace

GtpMove choose_move(const go::Game& game, GtpAnalysis& analysis, Player player, Budget& budget) {
  Budget values = budget.slice(0, kForValues);
  analysis.solve(values);
  Budget proofs = budget.slice(kForValues, kForProofs);
  const go::Partition* parts = nullptr;
  try {
    parts = analysis.partition(proofs);
  } catch (const BudgetExhausted&) {
    // Interrupted at once.
  }
  if (parts != nullptr) {
    if (auto move = proved_move(game, analysis, player, budget)) return *move;
    if (auto move = bounded_move(game, analysis, player, proofs)) return *move;
    if (auto move = hottest_move(game, analysis, player, proofs)) return *move;
  }
  return searched_move(game, analysis, parts, player, budget);
}

GtpMove cleanup_move(const go::Game& game, GtpAnalysis& analysis, Player player, Budget& budget) {
  const Board& board = game.board();
  const auto safe = go::safety(board, go::SafetyMethod::kStatic, budget);
  const Colour enemy = go::colour_of(opponent(player));
  // Dead blocks with the fewest liberties first: each move takes one of these away.
  std::vector<go::Block> dead;
  for (const Point p : safe.territory[player]) {
    if (board[p] != enemy) continue;
    go::Block block = board.block(p);
    if (block.stones.front() == p) dead.push_back(std::move(block));
  }
  std::ranges::stable_sort(dead, {}, [](const go::Block& block) { return block.liberties.size(); });
  for (const go::Block& block : dead) {
    for (const Point p : block.liberties) {
      if (!legal(game, player, p)) continue;
      Board after = board;
      after.play(player, p);
      const auto kept = go::safety(after, go::SafetyMethod::kStatic, budget);
      if (!std::ranges::includes(kept.stones[player], safe.stones[player])) continue;
      return {p, GtpMoveKind::kProved,
              fmt::format("cleanup: towards taking the dead stones at {}",
                          board.name(block.stones.front()))};
    }
  }
  return choose_move(game, analysis, player, budget);
}

}  // namespace cgt::repl
