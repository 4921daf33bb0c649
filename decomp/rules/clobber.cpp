// Clobber (Albert, Grossman, Nowakowski, Wolfe 2005): a piece moves onto a neighbouring piece of
// the other player and takes its place. Variants:
//   Kings, Knights      neighbours are a king's or a knight's move away;
//   Rooks, Queens       pieces slide in straight lines over free cells to the first piece;
//   HotClobber          pieces take pieces of either player, their own too: also known as Cannibal
//                       Clobber;
//   AntiClobber         the reverse: a piece moves to a neighbouring free cell and leaves a piece
//                       of the other player behind;
//   GenClobber          directions, what is taken, what is left behind and how far a piece slides are
//                       given.
//
// Stones that can come to touch through neighbours form a summand. One of a single colour is worth
// 0; in Hot Clobber n - 1 moves for n stones. In Anti-Clobber free cells hang together with the
// stones beside them, and are surrounded by walls (CGSuite cuts connected stones out in the least
// box around them, and loses the free cells beyond it). Symmetries of the square that keep the set
// of directions keep the value, exchanging the colours negates it.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "decomp/position/ruleset.hpp"
#include "decomp/rules/grid/board.hpp"
#include "decomp/rules/grid/labels.hpp"

namespace cgt::clobber {

enum class Kind : std::uint8_t { kEnemies, kAnybody, kReverse, kOther };

struct Rules {
  std::vector<std::pair<int, int>> directions;  // rows down, columns right
  Kind captures = Kind::kEnemies;
  std::int64_t reach = 1;  // cells; over free ones only
  // Of kOther; of the others they follow.
  PerPlayer<grid::Kinds> takes{};
  PerPlayer<grid::Board::Cell> leaves{};
  // What follows from the directions.
  std::vector<grid::Symmetry> symmetries{};
  bool orthogonal = false;  // exactly the four
  bool king = false;        // exactly the eight
  bool two_way = false;     // whoever is attacked attacks back

  friend bool operator==(const Rules& a, const Rules& b) {
    return a.directions == b.directions && a.captures == b.captures && a.reach == b.reach &&
           a.takes == b.takes && a.leaves == b.leaves;
  }
  bool slides() const { return reach > 1; }
};

// The one copy of these rules; directions in any order. Reverse play has the orthogonal ones.
const Rules* rules(Rules rules);

class Position {
 public:
  static constexpr const char* kCharMap = ".xo#";

  Position() = default;
  Position(grid::Board board, const Rules* rules) : board_(std::move(board)), rules_(rules) {}

  const grid::Board& board() const { return board_; }

  // `move` is the cell that is left times the number of directions plus that of the direction.
  std::vector<Option<Position>> options(Player player) const;
  std::int64_t split(std::vector<Summand<Position>>& sum) const;
  // Who can be taken can take.
  bool all_small() const { return rules_->captures == Kind::kEnemies && rules_->two_way; }
  // Who has the moves of both and takes anybody need not know whose a piece is.
  bool split_impartial(std::vector<Summand<Position>>& sum) const;
  std::uint32_t depth_hint() const {
    return rules_->captures == Kind::kReverse || rules_->captures == Kind::kOther
               ? kUnknownDepth
               : board_.count(grid::kind(1) | grid::kind(2));
  }
  std::uint64_t hash() const;
  std::string text() const { return board_.text(kCharMap); }
  friend bool operator==(const Position&, const Position&) = default;

 private:
  // kOff if a piece on `cell` cannot go there.
  int target(int cell, std::pair<int, int> direction, Player player) const;
  std::vector<grid::Board> parts() const;
  std::vector<grid::Board> reverse_parts() const;

  grid::Board board_;
  const Rules* rules_ = nullptr;
};

namespace {

using grid::Board;
using grid::kind;

using Directions = std::vector<std::pair<int, int>>;

constexpr Board::Cell kFree = 0;
constexpr Board::Cell kWall = 3;
constexpr grid::Kinds kStones = kind(1) | kind(2);
constexpr std::string_view kExchange("\0\2\1\3", 4);

const Directions kOrthogonal{{-1, 0}, {0, -1}, {0, 1}, {1, 0}};
const Directions kKing{{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}};
const Directions kKnight{{-2, -1}, {-2, 1}, {-1, -2}, {-1, 2}, {1, -2}, {1, 2}, {2, -1}, {2, 1}};

Board::Cell stone_of(Player player) { return player == Player::kLeft ? 1 : 2; }

Directions transformed(const Directions& directions, grid::Symmetry symmetry) {
  Directions out;
  for (auto [down, right] : directions) {
    if ((symmetry & grid::kMirrorRows) != 0) down = -down;
    if ((symmetry & grid::kMirrorColumns) != 0) right = -right;
    if ((symmetry & grid::kTranspose) != 0) std::swap(down, right);
    out.emplace_back(down, right);
  }
  std::ranges::sort(out);
  return out;
}

}  // namespace

const Rules* rules(Rules made) {
  Directions& directions = made.directions;
  std::ranges::sort(directions);
  directions.erase(std::unique(directions.begin(), directions.end()), directions.end());
  for (const Player player : kPlayers) {
    const Board::Cell enemy = stone_of(opponent(player));
    switch (made.captures) {
      case Kind::kEnemies: made.takes[player] = kind(enemy); break;
      case Kind::kAnybody: made.takes[player] = kStones; break;
      case Kind::kReverse:
        made.takes[player] = kind(kFree);
        made.leaves[player] = enemy;
        break;
      case Kind::kOther: break;
    }
  }
  for (const grid::Symmetry s : grid::kAllSymmetries) {
    if (transformed(made.directions, s) == made.directions) made.symmetries.push_back(s);
  }
  made.orthogonal = made.directions == kOrthogonal;
  made.king = made.directions == kKing;
  made.two_way =
      transformed(made.directions, grid::kMirrorRows | grid::kMirrorColumns) == made.directions;
  return interned(std::move(made));
}

int Position::target(int cell, std::pair<int, int> direction, Player player) const {
  int row = board_.row(cell) + direction.first;
  int column = board_.column(cell) + direction.second;
  for (std::int64_t n = 1; n < rules_->reach && board_.at(row, column) == kFree; ++n) {
    row += direction.first;
    column += direction.second;
  }
  const int there = board_.at(row, column);
  if (there == Board::kOff || (rules_->takes[player] & kind(there)) == 0) return Board::kOff;
  return board_.cell(row, column);
}

std::vector<Option<Position>> Position::options(Player player) const {
  std::vector<Option<Position>> out;
  const auto& directions = rules_->directions;
  for (int i = 0; i < board_.size(); ++i) {
    if (board_[i] != stone_of(player)) continue;
    for (std::size_t d = 0; d < directions.size(); ++d) {
      const int to = target(i, directions[d], player);
      if (to == Board::kOff) continue;
      Option<Position>& option = out.emplace_back();
      option.move = static_cast<std::uint32_t>(static_cast<std::size_t>(i) * directions.size() + d);
      option.position = *this;
      Board& after = option.position.board_;
      after.set(i, rules_->leaves[player]);
      after.set(to, stone_of(player));
    }
  }
  return out;
}

std::vector<Board> Position::parts() const {
  if (rules_->captures == Kind::kReverse) return reverse_parts();
  const grid::Kinds required = rules_->captures == Kind::kEnemies ? kStones : 0;
  if (!rules_->slides() && (rules_->orthogonal || rules_->king)) {
    return board_.parts(~kStones, kFree, required, rules_->king);
  }
  // Two stones with nothing but free cells between them see each other; no stone ever stands where
  // none stood before.
  grid::Labels labels(board_.size());
  for (int i = 0; i < board_.size(); ++i) {
    if ((kStones & kind(board_[i])) == 0) continue;
    for (const auto& direction : rules_->directions) {
      int row = board_.row(i) + direction.first;
      int column = board_.column(i) + direction.second;
      while (rules_->slides() && board_.at(row, column) == kFree) {
        row += direction.first;
        column += direction.second;
      }
      const int there = board_.at(row, column);
      if (there != Board::kOff && (kStones & kind(there)) != 0) {
        labels.join(i, board_.cell(row, column));
      }
    }
  }
  std::vector<int> label;
  const int count = labels.finish(label);
  std::vector<Board> out;
  if (!rules_->slides()) {
    out = board_.parts(label, count, kFree);
    std::erase_if(out, [&](const Board& part) { return (part.kinds() & required) != required; });
    return out;
  }
  // Walls stop those who slide: they stay where they were.
  for (int l = 0; l < count; ++l) {
    Board part(board_.rows(), board_.columns());
    for (int i = 0; i < board_.size(); ++i) {
      const bool mine = label[static_cast<std::size_t>(i)] == l || board_[i] == kWall;
      part.set(i, mine ? board_[i] : kFree);
    }
    if ((part.kinds() & required) == required) out.push_back(part.around(kStones));
  }
  return out;
}

// Free cells and the stones beside them hang together. A stone with no free cell beside it never
// gets one: free cells only become fewer.
std::vector<Board> Position::reverse_parts() const {
  grid::Labels labels(board_.size());
  for (int i = 0; i < board_.size(); ++i) {
    if (board_[i] != kFree) continue;
    for (const auto& [down, right] : rules_->directions) {
      const int there = board_.at(board_.row(i) + down, board_.column(i) + right);
      if (there == Board::kOff || there == kWall) continue;
      labels.join(i, board_.cell(board_.row(i) + down, board_.column(i) + right));
    }
  }
  std::vector<int> label;
  const int count = labels.finish(label);
  std::vector<Board> out = board_.parts(label, count, kWall);
  std::erase_if(out, [](const Board& part) { return (part.kinds() & kStones) == 0; });
  return out;
}

std::int64_t Position::split(std::vector<Summand<Position>>& sum) const {
  std::int64_t value = 0;
  if (rules_->captures == Kind::kOther) {
    // Whatever is taken and left: nothing is known of parts, nor that the players are alike.
    grid::CanonicalBoard least = grid::canonical(board_, rules_->symmetries, kExchange, {});
    sum.push_back({Position(std::move(least.board), rules_), least.negated});
    return value;
  }
  for (const Board& part : parts()) {
    const grid::Kinds has = part.kinds() & kStones;
    if (rules_->captures == Kind::kAnybody && has != kStones && rules_->two_way) {
      // Only one player can move, and can take away stone by stone until one is left.
      int stones = 0;
      for (int i = 0; i < part.size(); ++i) stones += part[i] == 1 || part[i] == 2 ? 1 : 0;
      value += has == kind(stone_of(Player::kLeft)) ? stones - 1 : 1 - stones;
      continue;
    }
    grid::CanonicalBoard least =
        grid::canonical(part, rules_->symmetries, kExchange, rules_->symmetries);
    sum.push_back({Position(std::move(least.board), rules_), least.negated});
  }
  return value;
}

bool Position::split_impartial(std::vector<Summand<Position>>& sum) const {
  if (rules_->captures == Kind::kEnemies) split(sum);
  if (rules_->captures != Kind::kAnybody) return rules_->captures == Kind::kEnemies;
  for (Board& part : parts()) {
    for (int i = 0; i < part.size(); ++i) {
      if ((kStones & kind(part[i])) != 0) part.set(i, stone_of(Player::kLeft));
    }
    sum.push_back(
        {Position(grid::canonical(part, rules_->symmetries, kExchange, {}).board, rules_), false});
  }
  return true;
}

std::uint64_t Position::hash() const {
  const std::uint64_t h = board_.hash();
  return rules_->orthogonal && rules_->captures == Kind::kEnemies
             ? h
             : mix(h, reinterpret_cast<std::uintptr_t>(rules_));
}

namespace {

// As far as there are free cells.
constexpr std::int64_t kFar = std::numeric_limits<std::int64_t>::max();

constexpr const char* kBoard = "x is Left's, o is Right's, . is free; rows are separated by |";

RulesetEntry variant(std::string name, std::string class_name, std::string summary,
                     std::string example, Directions directions, Kind captures,
                     std::int64_t reach) {
  const std::string path = "game.grid." + class_name;
  return plain_entry(std::move(name), path, std::move(summary), kBoard, std::move(example),
                     class_name, Position::kCharMap, [=](RulesetArguments& arguments) {
                       return Position(Board::read(arguments, Position::kCharMap, class_name),
                                       rules({directions, captures, reach}));
                     });
}

}  // namespace

RulesetEntry clobber_entry() {
  return variant("clobber", "Clobber", "a piece moves onto a neighbouring enemy piece and takes it",
                 "xoxo|oxox|xoxo", kOrthogonal, Kind::kEnemies, 1);
}

RulesetEntry anti_clobber_entry() {
  return variant("anti-clobber", "AntiClobber",
                 "a piece moves to a neighbouring free cell and leaves an enemy piece behind",
                 "xoxo|oo..", kOrthogonal, Kind::kReverse, 1);
}

RulesetEntry cannibal_clobber_entry() {
  return variant("cannibal-clobber", "CannibalClobber",
                 "a piece moves onto any neighbouring piece and takes it", "xoxo|oxox", kOrthogonal,
                 Kind::kAnybody, 1);
}

RulesetEntry hot_clobber_entry() {
  return variant("hot-clobber", "HotClobber",
                 "a piece moves onto any neighbouring piece and takes it", "xxo|xx.|..x",
                 kOrthogonal, Kind::kAnybody, 1);
}

RulesetEntry kings_entry() {
  return variant("kings", "Kings", "Clobber with the moves of a king", "xo.|oxo|.xo", kKing,
                 Kind::kEnemies, 1);
}

RulesetEntry knights_entry() {
  return variant("knights", "Knights", "Clobber with the moves of a knight", "oxx|.x.|oox", kKnight,
                 Kind::kEnemies, 1);
}

RulesetEntry queens_entry() {
  return variant("queens", "Queens", "Clobber with the moves of a queen", "o.x|ox.", kKing,
                 Kind::kEnemies, kFar);
}

RulesetEntry rooks_entry() {
  return variant("rooks", "Rooks", "Clobber with the moves of a rook", "xxx|oxo", kOrthogonal,
                 Kind::kEnemies, kFar);
}

RulesetEntry gen_clobber_entry() {
  return {"gen-clobber",
          "game.grid.GenClobber",
          "Clobber with other directions, pieces that are taken, or distances",
          kBoard,
          "xoxo|oxox",
          "directions?, clobbered?, leftBehind?, maxDistance?",
          [](RulesetArguments arguments) -> std::shared_ptr<const Ruleset> {
            const std::vector<Coordinate> given =
                arguments.coordinates("directions", 0, {{1, 0}, {-1, 0}, {0, 1}, {0, -1}});
            // Pairs of a player, 1 or 2, and a cell.
            const std::vector<Coordinate> clobbered =
                arguments.coordinates("clobbered", 1, {{1, 2}, {2, 1}});
            const std::vector<Coordinate> left_behind =
                arguments.coordinates("leftBehind", 2, {{1, 0}, {2, 0}});
            const std::int64_t reach = arguments.integer("maxDistance", 3, 1);
            arguments.finish();
            if (reach < 1) throw Error("maxDistance is at least 1");
            Directions directions;
            for (const auto& [down, right] : given) {
              constexpr std::int64_t kLimit = 1000;
              if (std::abs(down) > kLimit || std::abs(right) > kLimit || (down == 0 && right == 0))
                throw Error(fmt::format("({},{}) is not a direction of a move", down, right));
              directions.emplace_back(static_cast<int>(down), static_cast<int>(right));
            }
            Rules wanted{std::move(directions), Kind::kOther, reach};
            const auto checked = [](const Coordinate& pair, std::int64_t most) {
              if (pair.first < 1 || pair.first > 2 || pair.second < 0 || pair.second > most)
                throw Error("expected a map of players to cells", "{Left => {2}, Right => {1}}");
              return pair.first == 1 ? Player::kLeft : Player::kRight;
            };
            for (const Coordinate& pair : clobbered)
              wanted.takes[checked(pair, 2)] |= kind(static_cast<int>(pair.second));
            for (const Coordinate& pair : left_behind)
              wanted.leaves[checked(pair, 3)] = static_cast<Board::Cell>(pair.second);
            const Rules* made = nullptr;
            for (const Kind known : {Kind::kEnemies, Kind::kAnybody, Kind::kReverse}) {
              if (known == Kind::kReverse && reach > 1) continue;
              const Rules* same = rules({wanted.directions, known, reach});
              if (same->takes == wanted.takes && same->leaves == wanted.leaves) made = same;
            }
            if (made == nullptr) made = rules(std::move(wanted));
            return std::make_shared<PlainRuleset>(
                "GenClobber", Position::kCharMap, [made](RulesetArguments& position) {
                  return Position(Board::read(position, Position::kCharMap, "GenClobber"), made);
                });
          }};
}

}  // namespace cgt::clobber
