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

// Reads whether a block can be taken by atari after atari.
class LadderReader {
 public:
  // Can the enemy, who moves first, take the block at `stone`? False where reading is given up.
  static bool taken(const Board& board, Point stone) {
    LadderReader reader;
    return reader.attack(board, stone, kDepth);
  }

 private:
  static constexpr int kDepth = 20;
  static constexpr int kMostBoards = 400;

  bool attack(const Board& board, Point stone, int depth) {
    const go::Block block = board.block(stone);
    if (block.liberties.size() == 1) return true;
    if (block.liberties.size() > 2 || depth == 0 || ++boards_ > kMostBoards) return false;
    const Player hunter = opponent(go::player_of(block.colour));
    for (const Point p : block.liberties) {
      Board after = board;
      if (!after.play(hunter, p).legal) continue;
      if (!escapes(after, stone, depth - 1)) return true;
    }
    return false;
  }
  bool escapes(const Board& board, Point stone, int depth) {
    const go::Block block = board.block(stone);
    if (block.liberties.size() != 1) return true;
    const Player owner = go::player_of(block.colour);
    std::vector<Point> tries = block.liberties;
    for (const Point s : block.stones) {
      for (const Point q : board.neighbours(s)) {
        if (board[q] == Colour::kEmpty || board[q] == block.colour) continue;
        const go::Block hunter = board.block(q);
        if (hunter.liberties.size() == 1) tries.push_back(hunter.liberties.front());
      }
    }
    for (const Point p : tries) {
      Board after = board;
      if (!after.play(owner, p).legal) continue;
      if (!attack(after, stone, depth)) return true;
    }
    return false;
  }

  int boards_ = 0;
};

// Guesses for one player on one board. Worths are twice a temperature in points.
class Thumb {
 public:
  // `dead`: stones that count for nothing.
  Thumb(const go::Game& game, Player player, const std::vector<char>& dead)
      : board_(game.board()),
        alive_(game.board()),
        player_(player),
        own_(go::colour_of(player)),
        enemy_(go::colour_of(opponent(player))),
        around_(surroundings(board_)) {
    for (std::size_t i = 0; i < points_of(board_); ++i) {
      if (dead[i] != 0) alive_.set(board_.point(i), Colour::kEmpty);
    }
  }

  // How hot the move seems; none if it should not be played at all. Requires a legal move.
  std::optional<int> worth(Point p) const {
    int saved = 0;
    bool stranger = false;  // next to something that is not an own stone
    for (const Point q : board_.neighbours(p)) {
      stranger = stranger || board_[q] != own_;
      if (board_[q] != own_) continue;
      const go::Block block = board_.block(q);
      if (block.liberties.size() == 1) saved += static_cast<int>(block.stones.size());
    }
    Board after = board_;
    const int taken = after.play(player_, p).captured;
    const bool given = LadderReader::taken(after, p);
    if (given && taken == 0) return std::nullopt;
    const bool urgent = taken > 0 || saved > 0;
    const Surroundings& area = around_[board_.index(p)];
    const bool theirs_alone =
        area.colours == static_cast<unsigned>(enemy_) && area.points < kRoomToLive;
    const bool ours_alone = area.colours == static_cast<unsigned>(own_);
    if (!urgent && (!stranger || ours_alone || theirs_alone)) return std::nullopt;
    // Ground is area, in which every move is a point hotter.
    return sign(player_) * (ground(player_, p) - ground(opponent(player_), p)) - 2 + taken;
  }

  // A move that saves what the enemy would take, or takes what could still be saved, and how hot it
  // seems. `skip` says whose fate is known.
  struct Rescue {
    Point point;
    int worth = 0;
  };
  template <class Skip>
  std::optional<Rescue> rescue(Skip skip) const {
    std::optional<Rescue> best;
    for (std::size_t i = 0; i < points_of(board_); ++i) {
      const Point stone = board_.point(i);
      if (board_[stone] == Colour::kEmpty || skip(stone)) continue;
      const go::Block block = board_.block(stone);
      if (block.stones.front() != stone || block.liberties.size() > 2) continue;
      const int worth = 2 * static_cast<int>(block.stones.size()) + 1;
      if (best && best->worth >= worth) continue;
      const bool own = block.colour == own_;
      if (!LadderReader::taken(board_, stone)) continue;
      for (const Point p : own ? helpers(block) : block.liberties) {
        Board after = board_;
        if (!after.play(player_, p).legal) continue;
        if (own ? LadderReader::taken(after, stone) : escapes_from(after, block)) continue;
        if (!own && !escapes_first(block)) break;  // it is lost already
        best = Rescue{p, worth};
        break;
      }
    }
    return best;
  }

 private:
  int ground(Player player, Point p) const {
    Board board = alive_;
    board.set(p, Colour::kEmpty);
    if (!board.play(player, p).legal) return near_ground(alive_);
    return near_ground(board);
  }
  // Liberties of an own block, and of enemy blocks in atari beside it.
  std::vector<Point> helpers(const go::Block& block) const {
    std::vector<Point> out;
    for (const Point s : block.stones) {
      for (const Point q : board_.neighbours(s)) {
        if (board_[q] != enemy_) continue;
        const go::Block other = board_.block(q);
        if (other.liberties.size() == 1) out.push_back(other.liberties.front());
      }
    }
    out.insert(out.end(), block.liberties.begin(), block.liberties.end());
    return out;
  }
  // Can the enemy block still get away, now that its owner moves?
  static bool gets_away(const Board& board, const go::Block& block) {
    const Player owner = go::player_of(block.colour);
    for (const Point p : block.liberties) {
      Board after = board;
      if (board[p] != Colour::kEmpty || !after.play(owner, p).legal) continue;
      if (!LadderReader::taken(after, p)) return true;
    }
    return false;
  }
  bool escapes_first(const go::Block& block) const { return gets_away(board_, block); }
  bool escapes_from(const Board& after, const go::Block& block) const {
    const Point stone = block.stones.front();
    if (after[stone] == Colour::kEmpty) return false;
    return gets_away(after, after.block(stone));
  }

  const Board& board_;
  Board alive_;  // without dead stones
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

// A move or a pass that is proved though some parts have no value.
std::optional<GtpMove> bounded_move(const go::Game& game, GtpAnalysis& analysis, Player player,
                                    Budget& budget) {
  if (analysis.complete()) return std::nullopt;
  try {
    const std::vector<solve::BoundedMove> moves = analysis.bounded_moves(player, budget);
    for (const solve::BoundedMove& move : moves) {
      if (!move.proved_best || !legal(game, player, move.point)) continue;
      return GtpMove{move.point, GtpMoveKind::kProved,
                     "proved: no other move can be better, whatever the open parts are worth"};
    }
    // The score is known to be no worse after a pass than after any move.
    const auto passed = analysis.score(opponent(player), budget);
    const std::optional<Dyadic>& least = player == Player::kLeft ? passed.lower : passed.upper;
    const bool lost = !least || std::ranges::any_of(moves, [&](const solve::BoundedMove& move) {
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

// What is guessed of the board: of which points the value is known if the groups that look alive do.
struct Guess {
  std::vector<char> dead;     // stones in territory of the other colour
  std::vector<char> settled;  // safe or territory, for either colour
  std::vector<char> valued;   // in a part with a value
  std::optional<Point> move;  // the best in those parts
  int worth = 0;              // twice its temperature
  bool complete = false;      // all parts have values
};

Guess guess_of(const go::Game& game, GtpAnalysis& analysis, Player player, Budget& budget) {
  const Board& board = game.board();
  Guess out;
  out.dead.assign(points_of(board), 0);
  out.settled = out.valued = out.dead;
  GtpAnalysis* const living = analysis.if_living();
  GtpAnalysis& source = living != nullptr ? *living : analysis;
  const go::Partition* parts = nullptr;
  try {
    source.solve(budget);
    parts = source.partition(budget);
    if (parts == nullptr) return out;
    for (std::size_t i = 0; i < points_of(board); ++i) {
      out.settled[i] = parts->owner[i] != Colour::kEmpty ? 1 : 0;
    }
    for (const Player who : kPlayers) {
      for (const Point p : parts->dead[who]) out.dead[board.index(p)] = 1;
    }
    std::optional<std::size_t> hottest;
    const auto& subgames = source.subgames();
    for (std::size_t i = 0; i < subgames.size(); ++i) {
      if (!subgames[i].exact) continue;
      for (const Point p : subgames[i].points) out.valued[board.index(p)] = 1;
      if (!hottest || subgames[i].temperature > subgames[*hottest].temperature) hottest = i;
    }
    out.complete = source.complete();
    if (out.complete) {
      for (const solve::LineMove& move : source.line(player, budget)) {
        if (legal(game, player, move.point)) out.move = move.point;
        break;
      }
    }
    if (!hottest || subgames[*hottest].temperature.sign() < 0) return out;
    out.worth = static_cast<int>((subgames[*hottest].temperature + subgames[*hottest].temperature)
                                     .floor()
                                     .small_numerator());
    if (out.move) return out;
    for (const Point p : source.hot_moves(*hottest, player, budget)) {
      if (!legal(game, player, p)) continue;
      out.move = p;
      break;
    }
  } catch (const BudgetExhausted&) {
    // With what is known by now.
  }
  return out;
}

GtpMove guessed_move(const go::Game& game, GtpAnalysis& analysis, const go::Partition* proved,
                     Player player, Budget& budget) {
  const Board& board = game.board();
  const Guess guess = guess_of(game, analysis, player, budget);
  const Thumb thumb(game, player, guess.dead);
  std::optional<Point> best = guess.move;
  int best_worth = guess.worth;
  std::string reason = "heuristic: not proved, best if the groups that look alive are";
  const auto offer = [&](Point p, int worth, const char* why) {
    if ((best && worth <= best_worth) || !legal(game, player, p)) return;
    best = p;
    best_worth = worth;
    reason = why;
  };
  const auto is_safe = [&](Point p) {
    return proved != nullptr && proved->owner[board.index(p)] != Colour::kEmpty;
  };
  const auto known = [&](Point p) {
    const std::size_t at = board.index(p);
    return is_safe(p) || guess.dead[at] != 0 || guess.valued[at] != 0;
  };
  if (const auto rescue = thumb.rescue(known); rescue && !is_safe(rescue->point)) {
    offer(rescue->point, rescue->worth, "heuristic: not proved, a ladder decides over stones");
  }
  if (!guess.complete) {
    for (const Point p : game.legal_points(player)) {
      const std::size_t at = board.index(p);
      if (is_safe(p) || guess.settled[at] != 0 || guess.valued[at] != 0) continue;
      if (const auto worth = thumb.worth(p); worth && *worth >= 0) {
        offer(p, *worth, "heuristic: not proved, chosen by rules of thumb");
      }
    }
  }
  if (best) return {best, GtpMoveKind::kHeuristic, std::move(reason)};
  return {
      std::nullopt, GtpMoveKind::kHeuristic,
      "heuristic: passing is not proved, but only areas of one colour and safe territory are left"};
}

// Of the time, for what can be proved; a unit of work is about a microsecond.
constexpr std::uint64_t kUnitsForProofs = 400;  // a millisecond

}  // namespace

GtpMove choose_move(const go::Game& game, GtpAnalysis& analysis, Player player, Budget& budget) {
  const std::uint64_t time = budget.limits().milliseconds;
  const std::uint64_t nodes = budget.limits().nodes;
  std::uint64_t units = nodes == Budget::kUnlimited ? nodes : nodes / 2;
  if (time != Budget::kUnlimited) units = std::min(units, time * kUnitsForProofs);
  Budget share = budget.part(units);
  analysis.solve(share);
  const go::Partition* parts = nullptr;
  try {
    parts = analysis.partition(budget);
  } catch (const BudgetExhausted&) {
    // Interrupted at once.
  }
  if (parts != nullptr) {
    if (auto move = proved_move(game, analysis, player, budget)) return *move;
    Budget more = budget.part(units / 2);
    if (auto move = bounded_move(game, analysis, player, more)) return *move;
    if (auto move = hottest_move(game, analysis, player, budget)) return *move;
  }
  return guessed_move(game, analysis, parts, player, budget);
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
