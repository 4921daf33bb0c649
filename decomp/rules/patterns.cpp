// Patterns: a ruleset on grids that is given by its moves. Each says what stands on some cells before it
// and after it; rows are separated by |, moves by commas:
//
//   Patterns(".|. > #|#", ".. > ##")                       Domineering
//   Patterns("xo > .x", "ox > .o", true)                   Clobber: turned and reflected, too
//   Patterns("t. > .t, tf. > .ft", ".f > f., .tf > ft.")   Toads and Frogs
//
// Splitting. The moves tell what a cell may ever come to hold. Where a move will never be possible it
// joins nothing; the cells of any other form one part, and cells of none are left out. Around a part
// stands the wall #, on which no move begins.
//
// Symmetries are those that the moves have: images of the square that keep the moves of each player keep
// the value; those that exchange the players, perhaps with two kinds of cells exchanged, negate it.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "decomp/rules/grid/board.hpp"
#include "decomp/rules/grid/labels.hpp"

namespace cgt::patterns {

struct Move {
  grid::Board from;
  grid::Board to;  // of the same size

  friend bool operator==(const Move&, const Move&) = default;
  friend bool operator<(const Move& a, const Move& b) {
    return a.from == b.from ? a.to < b.to : a.from < b.from;
  }
};
using Moves = std::vector<Move>;  // in order, each once

struct Rules {
  std::string char_map;  // free, what the moves name, the wall
  PerPlayer<Moves> moves;
  // What follows from the moves.
  std::vector<grid::Kinds> becomes{};  // by kind: what such a cell may hold in time, or holds
  std::vector<grid::Symmetry> symmetries{};
  std::string exchange{};
  std::vector<grid::Symmetry> exchanged{};

  friend bool operator==(const Rules& a, const Rules& b) {
    return a.char_map == b.char_map && a.moves == b.moves;
  }
};

class Position {
 public:
  Position() = default;
  Position(grid::Board board, const Rules* rules) : board_(std::move(board)), rules_(rules) {}

  // `move` is the number of the move of the player times the number of cells plus the upper left cell.
  std::vector<Option<Position>> options(Player player) const;
  std::int64_t split(std::vector<Summand<Position>>& sum) const;
  bool splits_moves() const { return true; }
  std::uint64_t hash() const {
    return mix(board_.hash(), reinterpret_cast<std::uintptr_t>(rules_));
  }
  std::string text() const { return board_.text(rules_->char_map); }
  friend bool operator==(const Position&, const Position&) = default;

 private:
  grid::Board board_;
  const Rules* rules_ = nullptr;
};

namespace {

using grid::Board;
using grid::kind;

constexpr const char* kName = "Patterns";
constexpr char kFree = '.';
constexpr char kWall = '#';
constexpr std::size_t kMostKinds = 16;

// Calls visit(cell) for each upper left cell where all cells fit: fits(kind there, kind in `from`).
template <class Fits, class Visit>
void each_place(const Board& board, const Board& from, Fits fits, Visit visit) {
  const auto fits_at = [&](int corner) {
    int i = 0;
    for (int r = 0; r < from.rows(); ++r, corner += board.columns()) {
      for (int c = 0; c < from.columns(); ++c, ++i)
        if (!fits(board[corner + c], from[i])) return false;
    }
    return true;
  };
  for (int r = 0; r + from.rows() <= board.rows(); ++r) {
    for (int c = 0; c + from.columns() <= board.columns(); ++c)
      if (fits_at(board.cell(r, c))) visit(board.cell(r, c));
  }
}

// Calls visit(cell of the board, cell of the pattern) where the pattern's upper left cell is `corner`.
template <class Visit>
void each_cell(const Board& board, int corner, const Board& pattern, Visit visit) {
  for (int i = 0; i < pattern.size(); ++i)
    visit(corner + board.cell(pattern.row(i), pattern.column(i)), i);
}

Moves ordered(Moves moves) {
  std::sort(moves.begin(), moves.end());
  moves.erase(std::unique(moves.begin(), moves.end()), moves.end());
  return moves;
}

Moves transformed(const Moves& moves, grid::Symmetry symmetry, std::string_view map) {
  Moves out;
  for (const Move& move : moves) {
    out.push_back({move.from.transformed(symmetry).recoloured(map),
                   move.to.transformed(symmetry).recoloured(map)});
  }
  return ordered(std::move(out));
}

std::vector<grid::Kinds> becoming(const Rules& rules) {
  std::vector<grid::Kinds> out;
  for (std::size_t k = 0; k < rules.char_map.size(); ++k) out.push_back(kind(static_cast<int>(k)));
  for (bool grown = true; grown;) {
    grown = false;
    for (const Moves& moves : rules.moves.values) {
      for (const Move& move : moves) {
        for (int i = 0; i < move.from.size(); ++i) {
          grid::Kinds& before = out[move.from[i]];
          const grid::Kinds all = before | out[move.to[i]];
          grown |= all != before;
          before = all;
        }
      }
    }
  }
  return out;
}

// Sets the symmetries; of all ways to exchange two kinds or none the first that has some.
void find_symmetries(Rules& rules) {
  const PerPlayer<Moves>& moves = rules.moves;
  std::string map(rules.char_map.size(), '\0');
  std::iota(map.begin(), map.end(), '\0');
  for (const grid::Symmetry s : grid::kAllSymmetries) {
    const auto keeps = [&](Player p) { return transformed(moves[p], s, map) == moves[p]; };
    if (keeps(Player::kLeft) && keeps(Player::kRight)) rules.symmetries.push_back(s);
  }
  const auto try_exchange = [&] {
    for (const grid::Symmetry s : grid::kAllSymmetries) {
      const auto swaps = [&](Player p) {
        return transformed(moves[p], s, map) == moves[opponent(p)];
      };
      if (swaps(Player::kLeft) && swaps(Player::kRight)) rules.exchanged.push_back(s);
    }
    rules.exchange = map;
    return !rules.exchanged.empty();
  };
  if (try_exchange()) return;
  for (std::size_t a = 0; a < map.size(); ++a) {
    for (std::size_t b = a + 1; b < map.size(); ++b) {
      if (rules.char_map[a] == kWall || rules.char_map[b] == kWall) continue;
      std::swap(map[a], map[b]);
      if (try_exchange()) return;
      std::swap(map[a], map[b]);
    }
  }
}

// --- the moves as people write them ---

constexpr const char* kHint =
    "such as \"xo > .x\": cells before > cells after, commas between moves";

std::vector<std::string> pieces(const std::string& text, char between) {
  std::vector<std::string> out(1);
  for (const char c : text) {
    if (c == between)
      out.emplace_back();
    else if (c != ' ')
      out.back() += c;
  }
  return out;
}

// Free cells first, the wall last if no move leaves one earlier.
std::string char_map_of(const std::string& moves) {
  std::string out(1, kFree);
  for (const char c : moves + kWall) {
    if (std::string_view(" >,|").find(c) == std::string_view::npos && out.find(c) == out.npos)
      out += c;
  }
  if (out.size() > kMostKinds)
    throw Error(fmt::format("moves name at most {} kinds of cells", kMostKinds - 1));
  return out;
}

Move read_move(const std::string& text, std::string_view char_map) {
  const std::vector<std::string> sides = pieces(text, '>');
  if (sides.size() != 2) throw Error(fmt::format("\"{}\" is not a move", text), kHint);
  Move move{Board::parse(sides[0], char_map, kName), Board::parse(sides[1], char_map, kName)};
  if (move.from.rows() != move.to.rows() || move.from.columns() != move.to.columns())
    throw Error(fmt::format("\"{}\" has another shape after the move than before", text));
  if (move.from == move.to) throw Error(fmt::format("\"{}\" changes nothing", text));
  if (sides[0].find(kWall) != sides[0].npos)
    throw Error(fmt::format("\"{}\" begins on a wall, {}", text, kWall),
                "name cells that play can change by another character");
  return move;
}

Moves read_moves(const std::string& text, std::string_view char_map, bool turned) {
  Moves out;
  if (text.find_first_not_of(' ') == text.npos) return out;
  for (const std::string& written : pieces(text, ',')) {
    const Move move = read_move(written, char_map);
    for (const grid::Symmetry s : grid::kAllSymmetries)
      if (s == 0 || turned) out.push_back({move.from.transformed(s), move.to.transformed(s)});
  }
  return ordered(std::move(out));
}

const Rules* read_rules(const std::string& left, const std::string& right, bool turned) {
  Rules rules{char_map_of(left + right), {}};
  rules.moves[Player::kLeft] = read_moves(left, rules.char_map, turned);
  rules.moves[Player::kRight] = read_moves(right, rules.char_map, turned);
  rules.becomes = becoming(rules);
  find_symmetries(rules);
  return interned(std::move(rules));
}

}  // namespace

std::vector<Option<Position>> Position::options(Player player) const {
  std::vector<Option<Position>> out;
  std::uint32_t number = 0;
  for (const Move& move : rules_->moves[player]) {
    each_place(board_, move.from, std::equal_to<>(), [&](int corner) {
      Option<Position>& option = out.emplace_back();
      option.move = number + static_cast<std::uint32_t>(corner);
      option.position = *this;
      each_cell(board_, corner, move.to,
                [&](int cell, int i) { option.position.board_.set(cell, move.to[i]); });
    });
    number += static_cast<std::uint32_t>(board_.size());
  }
  return out;
}

std::int64_t Position::split(std::vector<Summand<Position>>& sum) const {
  const auto may_fit = [&](Board::Cell there, Board::Cell before) {
    return (rules_->becomes[there] & kind(before)) != 0;
  };
  grid::Labels joined(board_.size());
  for (const Moves& moves : rules_->moves.values) {
    for (const Move& move : moves) {
      each_place(board_, move.from, may_fit, [&](int corner) {
        each_cell(board_, corner, move.from, [&](int cell, int) { joined.join(corner, cell); });
      });
    }
  }
  std::vector<int> label;
  const int count = joined.finish(label);
  const auto wall = static_cast<Board::Cell>(rules_->char_map.find(kWall));
  for (const Board& part : board_.parts(label, count, wall)) {
    grid::CanonicalBoard least =
        grid::canonical(part, rules_->symmetries, rules_->exchange, rules_->exchanged);
    sum.push_back({Position(std::move(least.board), rules_), least.negated});
  }
  return 0;
}

RulesetEntry patterns_entry() {
  return {
      "patterns",
      "game.grid.Patterns",
      "moves that are given: cells before > cells after; turned: also their turns and reflections",
      ". is free, # is a wall, others as in the moves; rows are separated by |",
      "....|....|....",
      "left?, right?, turned?",
      [](RulesetArguments arguments) -> std::shared_ptr<const Ruleset> {
        const std::string left = arguments.string("left", 0, ".|. > #|#");
        const std::string right = arguments.string("right", 1, ".. > ##");
        const Rules* rules = read_rules(left, right, arguments.boolean("turned", 2, false));
        arguments.finish();
        return std::make_shared<PlainRuleset>(
            kName, rules->char_map, [rules](RulesetArguments& position) {
              return Position(Board::read(position, rules->char_map, kName), rules);
            });
      }};
}

}  // namespace cgt::patterns
