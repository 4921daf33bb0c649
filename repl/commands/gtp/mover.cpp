#include "repl/commands/gtp/mover.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <vector>

namespace cgt::repl {
namespace {

using go::Board;
using go::Colour;
using go::Point;

// Stones look so far for ground that is theirs.
constexpr int kReach = 4;

// A smaller area that only enemy stones border is left to them: a stone there is lost if it is
// answered, and often if it is not.
constexpr std::size_t kRoomToLive = 12;

std::size_t points_of(const Board& board) { return static_cast<std::size_t>(board.size()); }

// Points nearer to stones of Black than to those of White, minus the others: stones count
// themselves, nothing counts farther than kReach away.
int near_ground(const Board& board) {
  // Distance + 1 and colour of the nearest stones; kBoth where both are as near.
  constexpr std::uint8_t kBoth = 3;
  std::vector<std::uint8_t> distance(points_of(board), 0);
  std::vector<std::uint8_t> owner(points_of(board), 0);
  std::vector<Point> queue;
  for (std::size_t i = 0; i < points_of(board); ++i) {
    const Point p = board.point(i);
    if (board[p] == Colour::kEmpty) continue;
    owner[i] = static_cast<std::uint8_t>(board[p]);
    distance[i] = 1;
    queue.push_back(p);
  }
  for (std::size_t next = 0; next < queue.size(); ++next) {
    const std::size_t from = board.index(queue[next]);
    if (distance[from] > kReach) continue;
    for (const Point q : board.neighbours(queue[next])) {
      const std::size_t to = board.index(q);
      if (distance[to] == 0) {
        distance[to] = static_cast<std::uint8_t>(distance[from] + 1);
        owner[to] = owner[from];
        queue.push_back(q);
      } else if (distance[to] == distance[from] + 1 && owner[to] != owner[from]) {
        owner[to] = kBoth;
      }
    }
  }
  int ground = 0;
  for (const std::uint8_t who : owner) ground += who == 1 ? 1 : who == 2 ? -1 : 0;
  return ground;
}

// Of the empty area of a point: the colours of the stones around it, bit 0 Black, bit 1 White.
struct Surroundings {
  unsigned colours = 0;
  std::size_t points = 0;
};

// Of each empty point.
std::vector<Surroundings> surroundings(const Board& board) {
  std::vector<Surroundings> out(points_of(board));
  std::vector<char> seen(points_of(board), 0);
  for (std::size_t start = 0; start < points_of(board); ++start) {
    if (seen[start] != 0 || board[board.point(start)] != Colour::kEmpty) continue;
    std::vector<Point> area{board.point(start)};
    seen[start] = 1;
    unsigned colours = 0;
    for (std::size_t next = 0; next < area.size(); ++next) {
      for (const Point q : board.neighbours(area[next])) {
        if (board[q] != Colour::kEmpty) {
          colours |= static_cast<unsigned>(board[q]);
        } else if (seen[board.index(q)] == 0) {
          seen[board.index(q)] = 1;
          area.push_back(q);
        }
      }
    }
    for (const Point p : area) out[board.index(p)] = {colours, area.size()};
  }
  return out;
}

// Rules of thumb for one player on one board.
class Thumb {
 public:
  Thumb(const go::Game& game, Player player)
      : game_(game),
        board_(game.board()),
        player_(player),
        own_(go::colour_of(player)),
        enemy_(go::colour_of(opponent(player))),
        around_(surroundings(board_)) {}

  // How good the move seems, in half points; none if it should not be played at all. Requires a
  // legal move.
  std::optional<int> worth(Point p) const {
    int saved = 0;
    int threatened = 0;
    bool stranger = false;  // next to something that is not an own stone
    for (const go::Block& block : blocks_around(p)) {
      const int stones = static_cast<int>(block.stones.size());
      if (block.colour == own_ && block.liberties.size() == 1) saved += stones;
      if (block.colour == enemy_ && block.liberties.size() == 2) threatened += stones;
    }
    for (const Point q : board_.neighbours(p)) stranger = stranger || board_[q] != own_;
    Board after = board_;
    const int taken = after.play(player_, p).captured;
    const go::Block placed = after.block(p);
    const bool atari = placed.liberties.size() == 1;
    if (atari) saved = 0;
    const bool urgent = taken > 0 || saved > 0;
    const Surroundings& area = around_[board_.index(p)];
    const bool theirs_alone =
        area.colours == static_cast<unsigned>(enemy_) && area.points < kRoomToLive;
    const bool ours_alone = area.colours == static_cast<unsigned>(own_);
    if (!urgent && (!stranger || ours_alone || theirs_alone)) return std::nullopt;
    int out = 4 * (taken + saved) + threatened;
    if (atari && taken == 0) out -= 4 * static_cast<int>(placed.stones.size());
    Board theirs = board_;
    theirs.play(opponent(player_), p);
    out += sign(player_) * (near_ground(after) - near_ground(theirs)) / 2;
    return out;
  }

 private:
  std::vector<go::Block> blocks_around(Point p) const {
    std::vector<go::Block> out;
    std::set<Point> seen;
    for (const Point q : board_.neighbours(p)) {
      if (board_[q] == Colour::kEmpty) continue;
      go::Block block = board_.block(q);
      if (seen.insert(block.stones.front()).second) out.push_back(std::move(block));
    }
    return out;
  }

  const go::Game& game_;
  const Board& board_;
  Player player_;
  Colour own_;
  Colour enemy_;
  std::vector<Surroundings> around_;
};

bool legal(const go::Game& game, Player player, Point p) {
  return game.judge({player, p}) == go::Legality::kLegal;
}

std::optional<GtpMove> proved_move(const go::Game& game, GtpAnalysis& analysis, Player player,
                                   Budget& budget) {
  if (!analysis.complete()) return std::nullopt;
  try {
    const std::vector<solve::LineMove> line = analysis.line(player, budget);
    if (!line.empty() && legal(game, player, line.front().point)) {
      return GtpMove{line.front().point, GtpMoveKind::kProved, "proved: loses nothing"};
    }
    const auto here = analysis.score(player, budget);
    const auto passed = analysis.score(opponent(player), budget);
    if (line.empty() && here.exact() && passed.exact() && *here.lower == *passed.lower) {
      return GtpMove{std::nullopt, GtpMoveKind::kProved, "proved: passing loses nothing"};
    }
    for (const solve::MoveReport& move : analysis.moves(player, budget)) {
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
    const solve::Subgame& subgame = subgames[i];
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
    // Then by rules of thumb.
  }
  return std::nullopt;
}

}  // namespace

GtpMove choose_move(const go::Game& game, GtpAnalysis& analysis, Player player, Budget& budget) {
  analysis.solve(budget);
  const go::Partition* parts = nullptr;
  try {
    parts = analysis.partition(budget);
  } catch (const BudgetExhausted&) {
    // Interrupted at once.
  }
  if (parts != nullptr) {
    if (auto move = proved_move(game, analysis, player, budget)) return *move;
    if (auto move = hottest_move(game, analysis, player, budget)) return *move;
  }
  const Thumb thumb(game, player);
  std::optional<Point> best;
  int best_worth = 0;
  for (const Point p : game.legal_points(player)) {
    if (parts != nullptr && parts->owner[game.board().index(p)] != Colour::kEmpty) continue;
    const std::optional<int> worth = thumb.worth(p);
    if (!worth || (best && *worth <= best_worth)) continue;
    best = p;
    best_worth = *worth;
  }
  if (best) {
    return {best, GtpMoveKind::kHeuristic, "heuristic: not proved, chosen by rules of thumb"};
  }
  return {
      std::nullopt, GtpMoveKind::kHeuristic,
      "heuristic: passing is not proved, but only areas of one colour and safe territory are left"};
}

GtpMove cleanup_move(const go::Game& game, GtpAnalysis& analysis, Player player, Budget& budget) {
  const Board& board = game.board();
  const auto safe = go::safety(board, go::SafetyMethod::kBenson, budget);
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
      const auto kept = go::safety(after, go::SafetyMethod::kBenson, budget);
      if (!std::ranges::includes(kept.stones[player], safe.stones[player])) continue;
      return {p, GtpMoveKind::kProved,
              fmt::format("cleanup: towards taking the dead stones at {}",
                          board.name(block.stones.front()))};
    }
  }
  return choose_move(game, analysis, player, budget);
}

}  // namespace cgt::repl
