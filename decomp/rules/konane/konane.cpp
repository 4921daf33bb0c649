#include "decomp/rules/konane/konane.hpp"

#include <algorithm>
#include <array>

#include "decomp/rules/grid/labels.hpp"

namespace cgt::konane {
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

}  // namespace

std::vector<Option<Position>> Position::options(Player player) const {
  std::vector<Option<Position>> out;
  const int longer = std::max(board_.rows(), board_.columns());
  for (int i = 0; i < board_.size(); ++i) {
    if (board_[i] != stone_of(player)) continue;
    for (int d = 0; d < 4; ++d) {
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
    }
  }
  return out;
}

std::int64_t Position::split(std::vector<Summand<Position>>& sum) const {
  grid::Labels labels(board_.size());
  for (const Jump& jump : possible_jumps(board_)) {
    labels.join(jump.from, jump.over);
    labels.join(jump.from, jump.to);
  }
  std::vector<int> label;
  const int count = labels.finish(label);
  for (const Board& part : board_.parts(label, count, kWall)) {
    grid::CanonicalBoard least =
        grid::canonical(part, grid::kAllSymmetries, kExchange, grid::kAllSymmetries);
    sum.push_back({Position(std::move(least.board)), least.negated});
  }
  return 0;
}

RulesetEntry konane_entry() {
  return plain_entry<Position>(
      "konane", "game.grid.Konane",
      "a stone jumps over enemy stones in a line, each onto the free cell behind it, taking them",
      "x is Left's, o is Right's, . is free, # is a wall; rows are separated by |",
      "xoxo|ox.x|xo.o|oxox", "Konane", Position::kCharMap, [](RulesetArguments& arguments) {
        return Position(Board::read(arguments, Position::kCharMap, "Konane"));
      });
}

}  // namespace cgt::konane
