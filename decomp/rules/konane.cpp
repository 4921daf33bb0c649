// Konane, Hawaiian checkers (traditional; Ernst 1995, Nowakowski et al. 2002): a stone jumps over a
// neighbouring stone of the other player onto the free cell behind it, and takes it; it may go on
// jumping in the same direction.
//
// What can ever happen is bounded from above: which cells may become free, which may hold stones of
// either player, and which jumps that allows. Cells of possible jumps hang together and form the
// summands; all other cells never change and are walls. Every symmetry of the square keeps the
// value, exchanging the colours negates it.
#include <algorithm>
#include <array>
#include <bit>

#include "decomp/rules/grid/board.hpp"
#include "decomp/rules/grid/labels.hpp"

namespace cgt::konane {

class Position : public grid::BoardPosition<Position> {
 public:
  static constexpr const char* kCharMap = ".xo#";

  using BoardPosition::BoardPosition;

  // `move` is the cell that is left times four times the longer side, plus the number of jumps
  // times four, plus the direction.
  std::vector<Option<Position>> options(Player player) const;
  std::int64_t split(std::vector<Summand<Position>>& sum) const;
  bool splits_moves() const { return true; }
  std::uint32_t depth_hint() const { return board_.count(grid::kind(1) | grid::kind(2)); }
};

namespace {

using grid::Board;
using grid::kind;

constexpr Board::Cell kFree = 0;
constexpr Board::Cell kWall = 3;
constexpr std::string_view kExchange("\0\2\1\3", 4);
constexpr std::array<std::pair<int, int>, 4> kDirections{{{-1, 0}, {0, -1}, {0, 1}, {1, 0}}};

Board::Cell stone_of(Player player) { return player == Player::kLeft ? 1 : 2; }

// Cells in line: from, over, to.
struct Jump {
  int from;
  int over;
  int to;
};

// All jumps that the sets of possible contents allow, those sets being closed under them.
SmallVector<Jump, 64> possible_jumps(const Board& board) {
  SmallVector<Jump, 64> jumps;
  for (int i = 0; i < board.size(); ++i) {
    if (board[i] == kWall) continue;
    const int r = board.row(i);
    const int c = board.column(i);
    for (const auto& [down, right] : kDirections) {
      const int to = board.at(r + 2 * down, c + 2 * right);
      const int over = board.at(r + down, c + right);
      if (to == Board::kOff || to == kWall || over == kWall) continue;
      jumps.push_back(
          {i, board.cell(r + down, c + right), board.cell(r + 2 * down, c + 2 * right)});
    }
  }
  SmallVector<std::uint8_t, 64> may_hold(static_cast<std::size_t>(board.size()));
  const auto may = [&](int cell) -> std::uint8_t& {
    return may_hold[static_cast<std::size_t>(cell)];
  };
  for (int i = 0; i < board.size(); ++i) may(i) = static_cast<std::uint8_t>(kind(board[i]));
  // Found jumps are swapped to the front.
  std::size_t found = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t k = 0; k < jumps.size(); ++k) {
      const Jump jump = jumps[k];
      bool possible = false;
      for (const Player player : kPlayers) {
        const auto mine = static_cast<std::uint8_t>(kind(stone_of(player)));
        const auto theirs = static_cast<std::uint8_t>(kind(stone_of(opponent(player))));
        if ((may(jump.from) & mine) == 0 || (may(jump.over) & theirs) == 0 ||
            (may(jump.to) & kind(kFree)) == 0)
          continue;
        possible = true;
        const auto widen = [&](int cell, grid::Kinds by) {
          const auto wider = static_cast<std::uint8_t>(may(cell) | by);
          changed = changed || wider != may(cell);
          may(cell) = wider;
        };
        widen(jump.from, kind(kFree));
        widen(jump.over, kind(kFree));
        widen(jump.to, mine);
      }
      if (possible && k >= found) {
        std::swap(jumps[found++], jumps[k]);
        changed = true;
      }
    }
  }
  jumps.resize(found);
  return jumps;
}

// What stands on a board of up to 64 cells.
struct Stones {
  std::uint64_t free = 0;
  PerPlayer<std::uint64_t> of;

  explicit Stones(const Board& board) {
    static_assert(kFree == 0 && kWall == 3);
    if (board.empty()) return;
    const auto [low, high] = board.bits();
    const std::uint64_t all = ~std::uint64_t{0} >> static_cast<unsigned>(64 - board.size());
    free = all & ~(low | high);
    of = {{low & ~high, high & ~low}};
  }
};

// Cells of such a board that are followed by two more in their row.
std::uint64_t followed_cells(const Board& board) {
  if (board.columns() < 3) return 0;
  const std::uint64_t row = (std::uint64_t{1} << static_cast<unsigned>(board.columns() - 2)) - 1;
  std::uint64_t all = 0;
  for (int r = 0; r < board.rows(); ++r) all |= row << static_cast<unsigned>(r * board.columns());
  return all;
}

// Stones of such a board that can jump, for each of kDirections.
std::array<std::uint64_t, 4> jumpers(const Board& board, Player player) {
  const Stones stones(board);
  const std::uint64_t mine = stones.of[player];
  const std::uint64_t theirs = stones.of[opponent(player)];
  const std::uint64_t followed = followed_cells(board);
  std::array<std::uint64_t, 4> out{};
  out[1] = mine & theirs << 1U & (stones.free & followed) << 2U;
  out[2] = mine & theirs >> 1U & stones.free >> 2U & followed;
  if (board.rows() < 3) return out;
  const auto step = static_cast<unsigned>(board.columns());
  out[0] = mine & theirs << step & stones.free << 2 * step;
  out[3] = mine & theirs >> step & stones.free >> 2 * step;
  return out;
}

}  // namespace

std::vector<Option<Position>> Position::options(Player player) const {
  std::vector<Option<Position>> out;
  const int longer = std::max(board_.rows(), board_.columns());
  const bool small = board_.small();
  std::array<std::uint64_t, 4> can_jump{};
  if (small) can_jump = jumpers(board_, player);
  const auto look = [&](int i, int d) {
    const auto [down, right] = kDirections[static_cast<std::size_t>(d)];
    Board after = board_;
    int r = board_.row(i);
    int c = board_.column(i);
    for (int jumps = 1; board_.at(r + down, c + right) == stone_of(opponent(player)) &&
                        board_.at(r + 2 * down, c + 2 * right) == kFree;
         ++jumps) {
      after.set(after.cell(r, c), kFree);
      after.set(after.cell(r + down, c + right), kFree);
      r += 2 * down;
      c += 2 * right;
      after.set(after.cell(r, c), stone_of(player));
      Option<Position>& option = out.emplace_back();
      option.move = static_cast<std::uint32_t>((i * longer + jumps) * 4 + d);
      option.position.board_ = after;
    }
  };
  if (small) {
    std::uint64_t any = 0;
    for (const std::uint64_t cells : can_jump) any |= cells;
    out.reserve(static_cast<std::size_t>(2 * std::popcount(any)));
    for (; any != 0; any &= any - 1) {
      const int i = std::countr_zero(any);
      for (int d = 0; d < 4; ++d) {
        if ((can_jump[static_cast<std::size_t>(d)] & any & (~any + 1)) != 0) look(i, d);
      }
    }
    return out;
  }
  for (int i = 0; i < board_.size(); ++i) {
    if (board_[i] != stone_of(player)) continue;
    for (int d = 0; d < 4; ++d) look(i, d);
  }
  return out;
}

namespace {

// The same bounds as in possible_jumps() for a board of up to 64 cells, all cells at once. Appends
// the parts, as sets of cells.
void small_parts(const Board& board, SmallVector<std::uint64_t, 16>& parts) {
  using Word = std::uint64_t;
  // Jumps in one direction and back; from any cell of `first` two more cells lie in the direction.
  struct Line {
    unsigned step;
    Word first;
  };
  const int columns = board.columns();
  SmallVector<Line, 2> lines;
  if (columns > 2) lines.push_back({1, followed_cells(board)});
  if (board.rows() > 2) {
    const int cells = board.size() - 2 * columns;
    lines.push_back(
        {static_cast<unsigned>(columns), ~Word{0} >> static_cast<unsigned>(64 - cells)});
  }
  const Stones at_first(board);
  Word free = at_first.free;
  PerPlayer<Word> stones = at_first.of;
  SmallVector<Word, 2> jumps(lines.size(), 0);  // bit i: a jump over i, i + step, i + 2 steps
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t l = 0; l < lines.size(); ++l) {
      const auto& [step, first] = lines[l];
      for (const Player player : kPlayers) {
        Word& mine = stones[player];
        const Word theirs = stones[opponent(player)] >> step;
        const Word onward = first & mine & theirs & (free >> 2 * step);
        const Word back = first & (mine >> 2 * step) & theirs & free;
        const Word both = onward | back;
        const Word wider = free | both << step | onward | back << 2 * step;
        const Word held = mine | onward << 2 * step | back;
        changed = changed || wider != free || held != mine || (both & ~jumps[l]) != 0;
        free = wider;
        mine = held;
        jumps[l] |= both;
      }
    }
  }
  Word rest = 0;
  for (const Word word : jumps) rest |= word;
  while (rest != 0) {
    Word part = rest & (~rest + 1);
    while (true) {
      Word grown = part;
      for (std::size_t l = 0; l < lines.size(); ++l) {
        const unsigned step = lines[l].step;
        const Word met = jumps[l] & (grown | grown >> step | grown >> 2 * step);
        grown |= met | met << step | met << 2 * step;
      }
      if (grown == part) break;
      part = grown;
    }
    rest &= ~part;
    parts.push_back(part);
  }
}

}  // namespace

std::int64_t Position::split(std::vector<Summand<Position>>& sum) const {
  const auto add = [&](const Board& part) {
    grid::CanonicalBoard least =
        grid::canonical(part, grid::kAllSymmetries, kExchange, grid::kAllSymmetries);
    sum.push_back({Position(std::move(least.board)), least.negated});
  };
  if (board_.small()) {
    SmallVector<std::uint64_t, 16> parts;
    small_parts(board_, parts);
    for (const std::uint64_t part : parts) add(board_.boxed(part, kWall));
    return 0;
  }
  grid::Labels labels(board_.size());
  for (const Jump& jump : possible_jumps(board_)) {
    labels.join(jump.from, jump.over);
    labels.join(jump.from, jump.to);
  }
  std::vector<int> label;
  const int count = labels.finish(label);
  for (const Board& part : board_.parts(label, count, kWall)) add(part);
  return 0;
}

RulesetEntry konane_entry() {
  return plain_entry(
      "konane", "game.grid.Konane",
      "a stone jumps over enemy stones in a line, each onto the free cell behind it, taking them",
      "x is Left's, o is Right's, . is free, # is a wall; rows are separated by |",
      "xoxo|ox.x|xo.o|oxox", "Konane", Position::kCharMap, [](RulesetArguments& arguments) {
        return Position(Board::read(arguments, Position::kCharMap, "Konane"));
      });
}

}  // namespace cgt::konane
