// Battle Sheep (Bailly, Bailly, Cotin 2010; also played by MCGS) on a square grid whose cells have
// six neighbours: up, down, left, right, up right and down left. A player takes a herd of n > 1 of
// his sheep and drives 1 to n - 1 of them in one of the six directions over free cells, at least
// one, as far as they can go; they stand on the last of these cells, the others stay.
//
// Text: the numbers of sheep, Left's positive, Right's negative, 0 for a free cell, separated by
// blanks and commas; rows are separated by '|': "5, 0, 0 | 0, 0, -5". At most 50 sheep a herd.
//
// Free cells only get fewer, and the cells of herds never get free. So free cells that hang
// together and the herds that can step onto them form a summand; all other herds are walls, written
// as 1. In a summand of n free cells at most n moves are made, so a herd of more than 2^n sheep is
// worth as much as one of 2^n: halves of it are always large enough. One with herds of one player
// is worth the number of moves he can make: if a short search finds as many as there are sheep to
// leave behind, or free cells, that many; if it does not, the part stays a summand. Exchanging rows
// and columns and turning the grid by half keep the value, exchanging signs negates it.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <optional>

#include "decomp/rules/grid/board.hpp"
#include "decomp/rules/grid/labels.hpp"

namespace cgt::sheep {

inline constexpr int kMostSheep = 50;

class Position : public grid::BoardPosition<Position> {
 public:
  // A cell of n sheep holds kMostSheep + n.
  using BoardPosition::BoardPosition;
  static Position parse(const std::string& text);

  int sheep(int cell) const { return board_[cell] - kMostSheep; }

  // `move` is (6 * the cell of the herd + the direction) * 50 + how many leave.
  std::vector<Option<Position>> options(Player player) const;
  std::int64_t split(std::vector<Summand<Position>>& sum) const;
  // Every move takes a free cell.
  std::uint32_t depth_hint() const;
  // A player makes at most as many moves as there are free cells, or sheep that can leave their herds.
  // How many are sure to be his, whatever the opponent does, is in the source.
  std::optional<IntegerBounds> integer_bounds() const;
  std::string text() const;
};

namespace {

using grid::Board;

constexpr Board::Cell kFree = kMostSheep;
constexpr Board::Cell kWall = kMostSheep + 1;
constexpr int kMaxSide = 1000;
// Of the search for all the moves of a player alone.
constexpr int kMaxAloneSteps = 400;

constexpr std::array<std::pair<int, int>, 6> kDirections{
    {{-1, 0}, {1, 0}, {0, -1}, {0, 1}, {-1, 1}, {1, -1}}};
const std::vector<grid::Symmetry> kSymmetries{
    0, grid::kMirrorRows | grid::kMirrorColumns, grid::kTranspose,
    grid::kTranspose | grid::kMirrorRows | grid::kMirrorColumns};
// Signs exchanged, but walls stay what they are.
constexpr std::array<char, 2 * kMostSheep + 1> kExchange = [] {
  std::array<char, 2 * kMostSheep + 1> map{};
  for (int c = 0; c <= 2 * kMostSheep; ++c) {
    map[static_cast<std::size_t>(c)] = static_cast<char>(2 * kMostSheep - c);
  }
  map[kWall] = static_cast<char>(kWall);
  return map;
}();

int sheep_on(const Board& board, int cell) { return board[cell] - kMostSheep; }

// The herd as a number of sheep of `player`; 0 or less if it is not his.
int herd_of(const Board& board, int cell, Player player) {
  return player == Player::kLeft ? sheep_on(board, cell) : -sheep_on(board, cell);
}

void put(Board& board, int cell, int sheep) {
  board.set(cell, static_cast<Board::Cell>(sheep + kMostSheep));
}

std::uint32_t free_cells(const Board& board) {
  std::uint32_t free = 0;
  for (int i = 0; i < board.size(); ++i) free += board[i] == kFree ? 1 : 0;
  return free;
}

template <class Visit>
void each_free_neighbour(const Board& board, int cell, Visit visit) {
  for (const auto& [down, right] : kDirections) {
    const int r = board.row(cell) + down;
    const int c = board.column(cell) + right;
    if (board.at(r, c) == kFree) visit(board.cell(r, c));
  }
}

// The last free cell from `cell` in a direction, or `cell` itself.
int last_free(const Board& board, int cell, std::size_t direction) {
  const auto [down, right] = kDirections[direction];
  int r = board.row(cell);
  int c = board.column(cell);
  while (board.at(r + down, c + right) == kFree) {
    r += down;
    c += right;
  }
  return board.cell(r, c);
}

// Calls visit(from, direction, to, herd) for all ways to go, until it returns false.
template <class Visit>
bool each_way(const Board& board, Player player, Visit visit) {
  for (int from = 0; from < board.size(); ++from) {
    const int herd = herd_of(board, from, player);
    if (herd < 2) continue;
    for (std::size_t d = 0; d < kDirections.size(); ++d) {
      const int to = last_free(board, from, d);
      if (to != from && !visit(from, d, to, herd)) return false;
    }
  }
  return true;
}

// Can a player make `moves` moves in a row, as far as `steps` suffice to see? He leaves one sheep
// behind, or half of them. As deep as `moves`, but never deeper than `steps`.
bool can_move(const Board& board, Player player, int moves, int& steps) {
  if (moves == 0) return true;
  if (--steps < 0) return false;
  const int sign = player == Player::kLeft ? 1 : -1;
  return !each_way(board, player, [&](int from, std::size_t, int to, int herd) {
    for (const int left : {1, herd / 2}) {
      if (steps <= 0) return false;
      Board after = board;
      put(after, from, sign * left);
      put(after, to, sign * (herd - left));
      if (can_move(after, player, moves - 1, steps)) return false;
      if (herd <= 3) break;
    }
    return true;
  }) && steps > 0;
}

// Moves that a player is sure of although the opponent makes up to `against` between them.
//
// Take runs of his herds, each with all the free cells to its end, of which no two have a cell in common.
// He sends single sheep along these only. Such a move takes the last free cell of its run and none of
// another; so a herd with s sheep to send and runs of r cells in all is good for min(s, r) moves. A
// move of the opponent takes one cell and spoils what lies behind it on one run at most, so it costs him
// no more moves than that run has cells.
int sure_moves(const Board& board, Player player, int against) {
  SmallVector<int, 64> runs;
  SmallVector<bool, 64> taken(static_cast<std::size_t>(board.size()), false);
  int moves = 0;
  for (int from = 0; from < board.size(); ++from) {
    const int herd = herd_of(board, from, player);
    if (herd < 2) continue;
    int cells = 0;
    for (const auto& [down, right] : kDirections) {
      const auto each_cell = [&, down = down, right = right](const auto& visit) {
        int r = board.row(from) + down;
        int c = board.column(from) + right;
        for (; board.at(r, c) == kFree; r += down, c += right) visit(board.cell(r, c));
      };
      int length = 0;
      bool crosses = false;
      each_cell([&](int cell) {
        ++length;
        crosses = crosses || taken[static_cast<std::size_t>(cell)];
      });
      if (length == 0 || crosses) continue;
      each_cell([&](int cell) { taken[static_cast<std::size_t>(cell)] = true; });
      cells += length;
      runs.push_back(length);
    }
    moves += std::min(cells, herd - 1);
  }
  std::sort(runs.begin(), runs.end(), std::greater<>());
  const auto spoilt = std::min<std::size_t>(runs.size(), static_cast<std::size_t>(against));
  for (std::size_t i = 0; i < spoilt; ++i) moves -= runs[i];
  return std::max(moves, 0);
}

// Free cells and the herds that can step onto them, by what hangs together: in the order of their first
// cells, each in a tight box of walls.
std::vector<Board> parts_of(const Board& board) {
  grid::Labels labels(board.size());
  for (int i = 0; i < board.size(); ++i) {
    if (board[i] != kFree && std::abs(sheep_on(board, i)) < 2) continue;
    if (board[i] == kFree) labels.add(i);
    each_free_neighbour(board, i, [&](int next) { labels.join(i, next); });
  }
  std::vector<int> label;
  const int count = labels.finish(label);
  return board.parts(label, count, kWall);
}

// The same for a board of at most 64 cells, all cells at once.
std::vector<Board> small_parts_of(const Board& board) {
  using Word = std::uint64_t;
  std::vector<Board> parts;
  if (board.empty()) return parts;
  Word free = 0;
  Word herds = 0;
  for (int i = board.size() - 1; i >= 0; --i) {
    free = free << 1U | (board[i] == kFree ? 1U : 0U);
    herds = herds << 1U | (std::abs(sheep_on(board, i)) > 1 ? 1U : 0U);
  }
  const auto columns = static_cast<unsigned>(board.columns());
  Word first_column = 0;
  for (int r = 0; r < board.rows(); ++r)
    first_column |= Word{1} << columns * static_cast<unsigned>(r);
  const Word not_first = ~first_column;
  const Word not_last = ~(first_column << (columns - 1));
  const auto neighbours = [&](Word cells) {
    const Word leftward = cells & not_first;
    const Word rightward = cells & not_last;
    Word all = leftward >> 1U | rightward << 1U;
    if (board.rows() > 1) {
      all |= cells >> columns | cells << columns;
      all |= rightward >> (columns - 1) | leftward << (columns - 1);
    }
    return all;
  };
  herds &= neighbours(free);
  for (Word rest = free | herds; rest != 0;) {
    Word part = rest & (~rest + 1);
    while (true) {
      // No herd steps onto another.
      const Word grown = part | (neighbours(part) & free) | (neighbours(part & free) & herds);
      if (grown == part) break;
      part = grown;
    }
    rest &= ~part;
    parts.push_back(board.boxed(part, kWall));
  }
  return parts;
}

}  // namespace

std::vector<Option<Position>> Position::options(Player player) const {
  std::vector<Option<Position>> out;
  const int sign = player == Player::kLeft ? 1 : -1;
  each_way(board_, player, [&](int from, std::size_t direction, int to, int herd) {
    for (int leave = 1; leave < herd; ++leave) {
      Option<Position>& option = out.emplace_back();
      option.move =
          (static_cast<std::uint32_t>(from) * kDirections.size() + direction) * kMostSheep +
          static_cast<std::uint32_t>(leave);
      option.position = *this;
      put(option.position.board_, from, sign * (herd - leave));
      put(option.position.board_, to, sign * leave);
    }
    return true;
  });
  return out;
}

std::int64_t Position::split(std::vector<Summand<Position>>& sum) const {
  std::int64_t value = 0;
  for (Board& part : board_.small() ? small_parts_of(board_) : parts_of(board_)) {
    const auto free = static_cast<int>(free_cells(part));
    PerPlayer<int> spare{};  // sheep that can leave
    const int most = free < 6 ? 1 << free : kMostSheep;
    for (int i = 0; i < part.size(); ++i) {
      if (part[i] == kFree || part[i] == kWall) continue;
      const int herd = std::clamp(sheep_on(part, i), -most, most);
      put(part, i, herd);
      spare[herd > 0 ? Player::kLeft : Player::kRight] += std::abs(herd) - 1;
    }
    if (spare[Player::kLeft] == 0 && spare[Player::kRight] == 0) continue;
    grid::CanonicalBoard least =
        grid::canonical(part, kSymmetries, {kExchange.data(), kExchange.size()}, kSymmetries);
    if (spare[Player::kLeft] == 0 || spare[Player::kRight] == 0) {
      const Player owner = spare[Player::kLeft] > 0 ? Player::kLeft : Player::kRight;
      const int moves = std::min(free, spare[owner]);
      int steps = kMaxAloneSteps;
      if (can_move(least.board, least.negated ? opponent(owner) : owner, moves, steps)) {
        value += owner == Player::kLeft ? moves : -moves;
        continue;
      }
    }
    sum.push_back({Position(std::move(least.board)), least.negated});
  }
  return value;
}

std::uint32_t Position::depth_hint() const { return free_cells(board_); }

// With A moves that Left is sure of and at most B of Right's, the value is at least A - B: Right has as many
// moves in the sum of this and B - A as Left has, who answers each.
std::optional<IntegerBounds> Position::integer_bounds() const {
  PerPlayer<int> most{};
  for (int i = 0; i < board_.size(); ++i) {
    if (board_[i] == kWall) continue;
    const int sheep = sheep_on(board_, i);
    if (std::abs(sheep) > 1)
      most[sheep > 0 ? Player::kLeft : Player::kRight] += std::abs(sheep) - 1;
  }
  const auto free = static_cast<int>(free_cells(board_));
  for (int& moves : most.values) moves = std::min(moves, free);
  PerPlayer<int> sure{};
  for (const Player player : kPlayers) {
    sure[player] = sure_moves(board_, player, most[opponent(player)]);
  }
  return IntegerBounds{sure[Player::kLeft] - most[Player::kRight],
                       most[Player::kLeft] - sure[Player::kRight]};
}

std::string Position::text() const {
  std::string out;
  for (int i = 0; i < board_.size(); ++i) {
    if (i > 0) out += board_.column(i) == 0 ? " | " : ", ";
    out += std::to_string(sheep(i));
  }
  return out;
}

Position Position::parse(const std::string& text) {
  const auto refuse = [&](std::size_t at, std::size_t length, std::string message,
                          std::string hint) {
    throw InputError(SourceText("<Sheep>", text),
                     {{Severity::kError, std::move(message), std::move(hint), {at, length}}});
  };
  constexpr const char* kHint = "numbers are separated by commas or blanks, rows by |";
  std::vector<std::vector<int>> rows(1);
  std::size_t row_start = 0;
  std::optional<std::size_t> comma;  // after the last number
  for (std::size_t at = 0; at <= text.size(); ++at) {
    const char c = at < text.size() ? text[at] : '|';
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r') continue;
    if (c == ',') {
      if (comma || rows.back().empty()) refuse(at, 1, "a number is missing before this", kHint);
      comma = at;
    } else if (c == '|') {
      if (comma) refuse(*comma, 1, "a number is missing after this", kHint);
      if (rows.back().empty()) refuse(row_start, at - row_start, "this row is empty", kHint);
      if (rows.back().size() != rows.front().size()) {
        refuse(row_start, at - row_start,
               fmt::format("this row has {} cells, the first has {}", rows.back().size(),
                           rows.front().size()),
               "all rows are equally long");
      }
      if (rows.size() > kMaxSide) refuse(row_start, 1, "the board is too large", "1000 rows");
      row_start = at + 1;
      if (at < text.size()) rows.emplace_back();
    } else {
      const std::size_t from = at;
      const bool minus = c == '-';
      if (minus) ++at;
      int sheep = 0;
      const std::size_t digits = at;
      for (; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at) {
        sheep = std::min(10 * sheep + (text[at] - '0'), kMostSheep + 1);
      }
      if (at == digits) refuse(from, 1, "no cell of Sheep is written so", kHint);
      if (sheep > kMostSheep) {
        refuse(from, at - from, "this herd is too large",
               fmt::format("at most {} sheep a herd", kMostSheep));
      }
      if (rows.back().size() >= kMaxSide) refuse(from, 1, "the board is too large", "1000 columns");
      rows.back().push_back(minus ? -sheep : sheep);
      comma.reset();
      --at;
    }
  }
  Board board(static_cast<int>(rows.size()), static_cast<int>(rows.front().size()));
  int cell = 0;
  for (const std::vector<int>& row : rows) {
    for (const int sheep : row) put(board, cell++, sheep);
  }
  return Position(std::move(board));
}

namespace {

Position from_grid(const GridInput& grid) {
  if (grid.rows > kMaxSide || grid.columns > kMaxSide) throw Error("the board is too large");
  Board board(static_cast<int>(grid.rows), static_cast<int>(grid.columns));
  for (int i = 0; i < board.size(); ++i) {
    const std::int64_t sheep = grid.cells[static_cast<std::size_t>(i)];
    if (std::abs(sheep) > kMostSheep) {
      throw Error(fmt::format("a herd of Sheep is not {}", sheep),
                  fmt::format("at most {} sheep a herd", kMostSheep));
    }
    put(board, i, static_cast<int>(sheep));
  }
  return Position(std::move(board));
}

}  // namespace

RulesetEntry sheep_entry() {
  return plain_entry(
      "sheep", "game.grid.Sheep",
      "some sheep of a herd run as far as they can in one of six directions, others stay",
      "numbers of sheep, Left's positive, Right's negative, 0 is free; rows are separated by |",
      "3, 0, 0 | 0, -4, 0", "Sheep", "", [](RulesetArguments& arguments) {
        const RulesetArgument* argument = arguments.find("grid", 0);
        if (argument != nullptr) {
          if (const auto* text = std::get_if<std::string>(argument)) return Position::parse(*text);
          if (const auto* grid = std::get_if<GridInput>(argument)) return from_grid(*grid);
        }
        throw Error("a position of Sheep is made from a board",
                    "write a string of numbers of sheep with | between rows, or a Grid");
      });
}

}  // namespace cgt::sheep
