// King Dirt with stones yet to be placed, as MCGS plays it ("generalised King Dirt"). A player puts
// one of the stones that he has left on a free cell, or moves a stone of his to a free one of the
// eight neighbours of its cell; the cell that it left is blocked from then on. If stones must be
// placed, a player moves no stone as long as he has one to place and there is a free cell.
//
// Text: the stones that Left has to place, those of Right, 0 or 1 (they must be placed), ':' and
// the board: "1,1,0:..#|x..|..o". A board alone has no stones to place.
//
// Every move takes a free cell, so more stones to place than free cells mean as many. Without
// stones to place, free cells that hang together in the eight directions and the stones beside them
// form a summand, and one with stones of one player is worth the number of moves that he can make:
// the number of free cells, if a short search finds so many; if it does not, the part stays a
// summand. Stones that cannot move are blocked cells. Every symmetry of the square keeps the value,
// exchanging the players negates it.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "decomp/rules/grid/board.hpp"
#include "decomp/rules/grid/labels.hpp"

namespace cgt::king_dirt {

class Position {
 public:
  static constexpr const char* kCharMap = ".xo#";

  Position() = default;
  Position(grid::Board board, PerPlayer<int> to_place, bool must_place)
      : board_(std::move(board)), to_place_(to_place), must_place_(must_place) {}
  // Throws InputError.
  static Position parse(const std::string& text);

  // `move` is the cell where a stone is placed, or the number of cells of the board times one more
  // than the cell that a stone leaves, plus the cell that it reaches.
  std::vector<Option<Position>> options(Player player) const;
  std::int64_t split(std::vector<Summand<Position>>& sum) const;
  // Every move takes a free cell.
  std::uint32_t depth_hint() const { return board_.count(grid::kind(0)); }
  std::uint64_t hash() const;
  std::string text() const;
  friend bool operator==(const Position&, const Position&) = default;

 private:
  grid::Board board_;
  PerPlayer<int> to_place_{};
  bool must_place_ = false;
};

namespace {

using grid::Board;
using grid::kind;

constexpr Board::Cell kFree = 0;
constexpr Board::Cell kBlocked = 3;
constexpr grid::Kinds kStones = kind(1) | kind(2);
constexpr std::string_view kExchange("\0\2\1\3", 4);
constexpr int kMaxCells = 65'000;  // a move is a number of 32 bits
// Of the search for all the moves of a player alone.
constexpr int kMaxAloneSteps = 400;

Board::Cell stone_of(Player player) { return player == Player::kLeft ? 1 : 2; }

// Calls visit(cell) for the free cells around a cell, until it returns false.
template <class Visit>
bool each_step(const Board& board, int from, Visit visit) {
  for (int down = -1; down <= 1; ++down) {
    for (int right = -1; right <= 1; ++right) {
      const int r = board.row(from) + down;
      const int c = board.column(from) + right;
      if (board.at(r, c) == kFree && !visit(board.cell(r, c))) return false;
    }
  }
  return true;
}

// Can the player, who has the only stones, step onto all `free` cells one after the other, as far
// as `steps` suffice to see? Never deeper than `steps`.
bool can_fill(Board& board, Player player, int free, int& steps) {
  if (free == 0) return true;
  if (--steps < 0) return false;
  const Board::Cell stone = stone_of(player);
  for (int from = 0; from < board.size(); ++from) {
    if (board[from] != stone) continue;
    const bool failed = each_step(board, from, [&](int to) {
      if (steps <= 0) return false;
      board.set(from, kBlocked);
      board.set(to, stone);
      const bool found = can_fill(board, player, free - 1, steps);
      board.set(to, kFree);
      board.set(from, stone);
      return !found;
    });
    if (!failed) return steps > 0;
  }
  return false;
}

}  // namespace

std::vector<Option<Position>> Position::options(Player player) const {
  std::vector<Option<Position>> out;
  const Board::Cell stone = stone_of(player);
  const auto cells = static_cast<std::uint32_t>(board_.size());
  if (to_place_[player] > 0) {
    for (int i = 0; i < board_.size(); ++i) {
      if (board_[i] != kFree) continue;
      Option<Position>& option = out.emplace_back();
      option.move = static_cast<std::uint32_t>(i);
      option.position = *this;
      option.position.board_.set(i, stone);
      --option.position.to_place_[player];
    }
    if (must_place_) return out;  // without a free cell no stone moves either
  }
  for (int from = 0; from < board_.size(); ++from) {
    if (board_[from] != stone) continue;
    each_step(board_, from, [&](int to) {
      Option<Position>& option = out.emplace_back();
      option.move = cells * static_cast<std::uint32_t>(from + 1) + static_cast<std::uint32_t>(to);
      option.position = *this;
      option.position.board_.set(from, kBlocked);
      option.position.board_.set(to, stone);
      return true;
    });
  }
  return out;
}

std::int64_t Position::split(std::vector<Summand<Position>>& sum) const {
  const int free = static_cast<int>(board_.count(kind(kFree)));
  if (free == 0) return 0;
  const int left = std::min(to_place_[Player::kLeft], free);
  const int right = std::min(to_place_[Player::kRight], free);
  if (left > 0 || right > 0) {
    Board board = board_;
    for (int i = 0; i < board.size(); ++i) {
      if ((kind(board[i]) & kStones) != 0 && each_step(board, i, [](int) { return false; })) {
        board.set(i, kBlocked);
      }
    }
    board = board.tight(kBlocked);
    const std::vector<grid::Symmetry> none;
    grid::CanonicalBoard least;
    if (left == right) {
      least = grid::canonical(board, grid::kAllSymmetries, kExchange, grid::kAllSymmetries);
    } else if (left > right) {
      least = grid::canonical(board, grid::kAllSymmetries, {}, none);
    } else {
      least = grid::canonical(board.recoloured(kExchange), grid::kAllSymmetries, {}, none);
      least.negated = true;
    }
    const PerPlayer<int> to_place{{std::max(left, right), std::min(left, right)}};
    sum.push_back({Position(std::move(least.board), to_place, must_place_), least.negated});
    return 0;
  }
  grid::Labels labels(board_.size());
  for (int i = 0; i < board_.size(); ++i) {
    if (board_[i] == kBlocked) continue;
    if (board_[i] == kFree) labels.add(i);
    each_step(board_, i, [&](int next) {
      labels.join(i, next);
      return true;
    });
  }
  std::vector<int> label;
  const int count = labels.finish(label);
  std::int64_t value = 0;
  for (const Board& part : board_.parts(label, count, kBlocked)) {
    const grid::Kinds stones = part.kinds() & kStones;
    if (stones == 0) continue;
    grid::CanonicalBoard least =
        grid::canonical(part, grid::kAllSymmetries, kExchange, grid::kAllSymmetries);
    if (stones != kStones) {
      const Player owner = stones == kind(stone_of(Player::kLeft)) ? Player::kLeft : Player::kRight;
      const int moves = static_cast<int>(part.count(kind(kFree)));
      int steps = kMaxAloneSteps;
      if (can_fill(least.board, least.negated ? opponent(owner) : owner, moves, steps)) {
        value += owner == Player::kLeft ? moves : -moves;
        continue;
      }
    }
    sum.push_back({Position(std::move(least.board), {}, false), least.negated});
  }
  return value;
}

std::uint64_t Position::hash() const {
  const auto counts = static_cast<std::uint64_t>(to_place_[Player::kLeft]) << 33U |
                      static_cast<std::uint64_t>(to_place_[Player::kRight]) << 1U |
                      static_cast<std::uint64_t>(must_place_);
  return mix(board_.hash(), counts);
}

std::string Position::text() const {
  return fmt::format("{},{},{}:{}", to_place_[Player::kLeft], to_place_[Player::kRight],
                     must_place_ ? 1 : 0, board_.text(kCharMap));
}

Position Position::parse(const std::string& text) {
  const SourceText source("<KingDirt>", text);
  const auto refuse = [&](std::size_t at, std::size_t length, std::string message,
                          std::string hint) {
    throw InputError(source,
                     {{Severity::kError, std::move(message), std::move(hint), {at, length}}});
  };
  const std::size_t colon = text.find(':');
  std::array<int, 3> counts{};
  if (colon != std::string::npos) {
    std::size_t at = 0;
    const auto blanks = [&] {
      while (text[at] == ' ') ++at;
    };
    for (std::size_t i = 0; i < counts.size(); ++i) {
      blanks();
      const std::size_t from = at;
      int n = 0;
      for (; text[at] >= '0' && text[at] <= '9'; ++at) {
        n = std::min(10 * n + (text[at] - '0'), kMaxCells);
      }
      if (at == from) {
        refuse(at, 1, "a number is missing here",
               "stones of Left and of Right to be placed, 1 if they must be placed: 1,1,0:...");
      }
      counts[i] = n;
      blanks();
      if (at == colon && i == 2) break;
      if (text[at] != (i == 2 ? ':' : ',')) {
        refuse(at, 1, i == 2 ? "':' is missing here" : "',' is missing here",
               "three numbers stand before the board: 1,1,0:...");
      }
      ++at;
    }
    if (counts[2] > 1) refuse(0, colon, "the third number is 0 or 1", "1: stones must be placed");
  }
  const std::size_t start = colon == std::string::npos ? 0 : colon + 1;
  Board board = [&] {
    try {
      return Board::parse(std::string_view(text).substr(start), kCharMap, "KingDirt");
    } catch (const InputError& error) {
      throw InputError(error, source, start);
    }
  }();
  if (board.size() > kMaxCells) {
    refuse(start, 1, "the board is too large", fmt::format("at most {} cells", kMaxCells));
  }
  return {std::move(board), {{counts[0], counts[1]}}, counts[2] == 1};
}

RulesetEntry king_dirt_entry() {
  return plain_entry(
      "king-dirt", "game.grid.KingDirt",
      "a stone is placed, or steps like a king of chess and blocks the cell that it leaves",
      "stones of Left and Right to be placed, 1 if they must be, then x (Left), o (Right), . and #",
      "0,1,0:x..|.#o", "KingDirt", Position::kCharMap, [](RulesetArguments& arguments) {
        const RulesetArgument* argument = arguments.find("grid", 0);
        const auto* text = argument == nullptr ? nullptr : std::get_if<std::string>(argument);
        if (text != nullptr) return Position::parse(*text);
        return Position(Board::read(arguments, Position::kCharMap, "KingDirt"), {}, false);
      });
}

}  // namespace cgt::king_dirt
