#include "decomp/go/races/problem.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "cgt/support/diagnostic.hpp"
#include "cgt/support/words.hpp"

namespace cgt::go::semeai {
namespace {

constexpr std::string_view kLetters = "#.XOBW";

std::optional<Player> stone_colour(Cell cell) {
  if (cell == Cell::kBlack || cell == Cell::kSafeBlack) return Player::kLeft;
  if (cell == Cell::kWhite || cell == Cell::kSafeWhite) return Player::kRight;
  return std::nullopt;
}
bool is_safe(Cell cell) { return cell == Cell::kSafeBlack || cell == Cell::kSafeWhite; }
Cell safe_cell(Player player) {
  return player == Player::kLeft ? Cell::kSafeBlack : Cell::kSafeWhite;
}

std::size_t cell_number(const Problem& problem, Point p) {
  return static_cast<std::size_t>(p.y) * static_cast<std::size_t>(problem.width) + p.x;
}
Point point_at(const Problem& problem, std::size_t cell) {
  const auto w = static_cast<std::size_t>(problem.width);
  return Point::at(static_cast<int>(cell % w), static_cast<int>(cell / w));
}

template <class Visit>
void for_neighbours(const Problem& problem, std::size_t cell, Visit visit) {
  const auto w = static_cast<std::size_t>(problem.width);
  if (cell >= w) visit(cell - w);
  if (cell % w > 0) visit(cell - 1);
  if (cell % w + 1 < w) visit(cell + 1);
  if (cell + w < problem.cells.size()) visit(cell + w);
}

// Stones of one colour that hang together, with what is next to them.
struct Found {
  std::vector<std::size_t> stones;
  bool safe = false;
  bool liberty = false;
};
Found block_at(const Problem& problem, std::size_t start) {
  Found out;
  const auto colour = stone_colour(problem.cells[start]);
  std::vector<bool> seen(problem.cells.size());
  out.stones.push_back(start);
  seen[start] = true;
  for (std::size_t next = 0; next < out.stones.size(); ++next) {
    const std::size_t at = out.stones[next];
    out.safe |= is_safe(problem.cells[at]);
    for_neighbours(problem, at, [&](std::size_t q) {
      if (problem.cells[q] == Cell::kEmpty) out.liberty = true;
      if (seen[q] || stone_colour(problem.cells[q]) != colour) return;
      seen[q] = true;
      out.stones.push_back(q);
    });
  }
  return out;
}

std::vector<Found> blocks_of(const Problem& problem) {
  std::vector<Found> out;
  std::vector<bool> seen(problem.cells.size());
  for (std::size_t i = 0; i < problem.cells.size(); ++i) {
    if (seen[i] || !stone_colour(problem.cells[i])) continue;
    out.push_back(block_at(problem, i));
    for (const std::size_t s : out.back().stones) seen[s] = true;
  }
  return out;
}

// Stones joined to safe ones are safe.
void spread_safety(Problem& problem) {
  for (const Found& block : blocks_of(problem)) {
    if (!block.safe) continue;
    const Cell safe = safe_cell(*stone_colour(problem.cells[block.stones.front()]));
    for (const std::size_t s : block.stones) problem.cells[s] = safe;
  }
}

const char* letter_name(Player player) {
  return player == Player::kLeft ? "black (X)" : "white (O)";
}

void choose_essential(Problem& problem) {
  const std::vector<Found> blocks = blocks_of(problem);
  for (const Player player : kPlayers) {
    std::size_t most = 0;
    std::size_t count = 0;
    std::size_t stone = 0;
    for (const Found& block : blocks) {
      if (block.safe || stone_colour(problem.cells[block.stones.front()]) != player) continue;
      if (block.stones.size() > most) {
        most = block.stones.size();
        stone = block.stones.front();
        count = 0;
      }
      if (block.stones.size() == most) ++count;
    }
    if (most == 0) {
      throw Error(fmt::format("there is no {} block that is not safe", letter_name(player)),
                  "a semeai needs one of each colour: X and O are stones that can be taken, B and "
                  "W safe ones");
    }
    if (count > 1) {
      throw Error(fmt::format("which {} block is essential? {} have {} stones", letter_name(player),
                              count, most),
                  "name a stone of each essential block, of both colours");
    }
    problem.essential[player] = {point_at(problem, stone)};
  }
}

// Of each block the first stone, in the order of the board, whichever was named.
void set_essential(Problem& problem, std::span<const Point> points) {
  PerPlayer<std::set<std::size_t>> first;
  for (const Point p : points) {
    const auto colour = stone_colour(problem.at(p));
    if (!colour) throw Error(fmt::format("there is no stone at {}", problem.point_name(p)));
    if (is_safe(problem.at(p))) {
      throw Error(fmt::format("the stone at {} is safe", problem.point_name(p)),
                  "essential blocks are those that can be taken");
    }
    const std::vector<std::size_t> stones = block_at(problem, cell_number(problem, p)).stones;
    first[*colour].insert(*std::min_element(stones.begin(), stones.end()));
  }
  for (const Player player : kPlayers) {
    for (const std::size_t cell : first[player]) {
      problem.essential[player].push_back(point_at(problem, cell));
    }
    if (problem.essential[player].empty()) {
      throw Error(fmt::format("no {} block is essential", letter_name(player)),
                  "name a stone of each essential block, of both colours");
    }
  }
}

void check_liberties(const Problem& problem) {
  for (const Found& block : blocks_of(problem)) {
    if (block.safe || block.liberty) continue;
    throw Error(fmt::format("the stones at {} have no liberty",
                            problem.point_name(point_at(problem, block.stones.front()))),
                "such a position cannot arise: the stones would have been taken");
  }
}

struct Reader {
  std::string_view text;
  const std::string& name;

  InputError fail(std::size_t offset, std::size_t length, std::string message,
                  std::string hint) const {
    return InputError(SourceText(name, std::string(text)),
                      {{Severity::kError, std::move(message), std::move(hint), {offset, length}}});
  }

  Problem read() const {
    Problem problem;
    problem.name = name;
    std::size_t row = 0;
    std::size_t start = 0;
    for (std::size_t i = 0; i <= text.size(); ++i) {
      const char c = i < text.size() ? text[i] : '\n';
      if (c == ' ' || c == '\t' || c == '\r') continue;
      if (c == '\n' || c == '/' || c == '|') {
        if (row > 0) end_row(problem, row, start, i);
        row = 0;
        continue;
      }
      if (row++ == 0) start = i;
      problem.cells.push_back(cell_at(i));
      if (row > static_cast<std::size_t>(kMaxSide)) {
        throw fail(i, 1, "more than 52 points in a row", "boards have 1 to 52 columns and rows");
      }
    }
    if (problem.height == 0) {
      throw fail(0, 1, "the diagram is empty",
                 "rows of B W X O and '.', ended by '/' or line ends");
    }
    return problem;
  }

  void end_row(Problem& problem, std::size_t count, std::size_t start, std::size_t end) const {
    if (problem.height == 0) problem.width = static_cast<int>(count);
    if (count != static_cast<std::size_t>(problem.width)) {
      throw fail(start, end - start,
                 fmt::format("row {} has {} points, the rows above have {}", problem.height + 1,
                             count, problem.width),
                 "all rows are equally long; '#' is not a point of the board");
    }
    if (++problem.height > kMaxSide) {
      throw fail(start, end - start, "more than 52 rows", "boards have 1 to 52 columns and rows");
    }
  }

  Cell cell_at(std::size_t at) const {
    const char c = text[at];
    if (c == 'x') return Cell::kBlack;
    if (c == 'o') return Cell::kWhite;
    const std::size_t kind = kLetters.find(c);
    if (kind != std::string_view::npos) {
      constexpr std::array<Cell, 6> kCells{Cell::kOutside, Cell::kEmpty,     Cell::kBlack,
                                           Cell::kWhite,   Cell::kSafeBlack, Cell::kSafeWhite};
      return kCells[kind];
    }
    std::size_t length = 1;
    while (at + length < text.size() && length < 4 && !begins_letter(text[at + length])) {
      ++length;
    }
    throw fail(at, length, "unknown character in a diagram",
               "B W safe stones, X O stones that can be taken, '.' empty, '#' no point");
  }
};

}  // namespace

Problem parse_problem(std::string_view diagram, const std::string& name,
                      std::span<const std::string> essential) {
  Problem problem = Reader{diagram, name}.read();
  spread_safety(problem);
  check_liberties(problem);
  if (essential.empty()) {
    choose_essential(problem);
    return problem;
  }
  set_essential(problem, points_named(essential, problem.width, problem.height));
  return problem;
}

std::vector<Point> points_named(std::span<const std::string> names, int width, int height) {
  std::vector<Point> points;
  for (const std::string& name : names) {
    const auto point = parse_point(name, width, height);
    if (!point) {
      throw Error(fmt::format("\"{}\" is not a point of the board", name),
                  fmt::format("columns A to {}, rows 1 to {}: \"A1\" is the lower left corner",
                              column_name(width - 1), height));
    }
    points.push_back(*point);
  }
  return points;
}

Problem problem_of(const Board& board, std::span<const Point> essential,
                   std::span<const Point> ordinary, std::string name) {
  Problem problem;
  problem.name = std::move(name);
  problem.width = board.width();
  problem.height = board.height();
  for (std::size_t i = 0; i < static_cast<std::size_t>(board.size()); ++i) {
    const Colour colour = board[board.point(i)];
    problem.cells.push_back(colour == Colour::kEmpty ? Cell::kEmpty : safe_cell(player_of(colour)));
  }
  for (const auto& points : {essential, ordinary}) {
    for (const Point p : points) {
      if (board[p] == Colour::kEmpty) {
        throw Error(fmt::format("there is no stone at {}", board.name(p)));
      }
      const Block block = board.block(p);
      for (const Point stone : block.stones) {
        problem.cells[board.index(stone)] =
            block.colour == Colour::kBlack ? Cell::kBlack : Cell::kWhite;
      }
    }
  }
  check_liberties(problem);
  set_essential(problem, essential);
  return problem;
}

std::string to_diagram(const Problem& problem, char row_end) {
  std::string out;
  for (std::size_t i = 0; i < problem.cells.size(); ++i) {
    if (i > 0 && i % static_cast<std::size_t>(problem.width) == 0) out += row_end;
    out += kLetters[static_cast<std::size_t>(problem.cells[i])];
  }
  return out;
}

Layout::Layout(const Problem& problem) : attacker_(problem.attacker) {
  constexpr Number kNone = 0xFFFF;
  std::vector<Number> number(problem.cells.size(), kNone);
  std::vector<std::size_t> open;
  const auto reach = [&](std::size_t cell) {
    if (number[cell] != kNone || problem.cells[cell] == Cell::kOutside ||
        is_safe(problem.cells[cell])) {
      return;
    }
    number[cell] = 0;
    open.push_back(cell);
  };
  for (const Player player : kPlayers) {
    for (const Point p : problem.essential[player]) reach(cell_number(problem, p));
  }
  for (std::size_t next = 0; next < open.size(); ++next) {
    for_neighbours(problem, open[next], reach);
  }
  std::sort(open.begin(), open.end());
  for (std::size_t i = 0; i < open.size(); ++i) number[open[i]] = static_cast<Number>(i);
  std::vector<std::vector<Number>> edges(open.size());
  for (std::size_t i = 0; i < open.size(); ++i) {
    const Cell cell = problem.cells[open[i]];
    std::uint8_t stone = kEmpty;
    if (cell == Cell::kBlack) stone = kBlackStone;
    if (cell == Cell::kWhite) stone = kWhiteStone;
    stones_.push_back(stone);
    points_.push_back(point_at(problem, open[i]));
    std::uint8_t touches = 0;
    for_neighbours(problem, open[i], [&](std::size_t q) {
      if (number[q] != kNone) edges[i].push_back(number[q]);
      if (problem.cells[q] == Cell::kSafeBlack) touches |= 1U;
      if (problem.cells[q] == Cell::kSafeWhite) touches |= 2U;
    });
    touches_.push_back(touches);
  }
  set_edges(edges);
  for (const Player player : kPlayers) {
    for (const Point p : problem.essential[player]) {
      essential_[player].push_back(number[cell_number(problem, p)]);
    }
  }
}

Layout::Layout(const std::vector<std::vector<Number>>& neighbours, std::vector<std::uint8_t> stones,
               std::vector<std::uint8_t> touches, PerPlayer<std::vector<Number>> essential,
               Player attacker)
    : stones_(std::move(stones)),
      touches_(std::move(touches)),
      points_(stones_.size()),
      essential_(std::move(essential)),
      attacker_(attacker) {
  CGT_EXPECTS(neighbours.size() == stones_.size() && touches_.size() == stones_.size(),
              "one entry a point");
  set_edges(neighbours);
}

Layout Layout::with_outside(Player owner, int count) const {
  std::vector<std::vector<Number>> edges(size());
  for (std::size_t p = 0; p < size(); ++p)
    edges[p].assign(neighbours(p).begin(), neighbours(p).end());
  std::vector<std::uint8_t> stones = stones_;
  std::vector<std::uint8_t> touches = touches_;
  for (const Number stone : essential_[owner]) {
    for (int i = 0; i < count; ++i) {
      edges[stone].push_back(static_cast<Number>(edges.size()));
      edges.push_back({stone});
      stones.push_back(kEmpty);
      touches.push_back(static_cast<std::uint8_t>(1U << index(opponent(owner))));
    }
  }
  return Layout(edges, std::move(stones), std::move(touches), essential_, attacker_);
}

void Layout::set_edges(const std::vector<std::vector<Number>>& neighbours) {
  first_.push_back(0);
  for (const auto& list : neighbours) {
    targets_.insert(targets_.end(), list.begin(), list.end());
    first_.push_back(targets_.size());
  }
}

std::optional<Layout::Number> Layout::number(Point p) const {
  const auto at = std::find(points_.begin(), points_.end(), p);
  if (at == points_.end()) return std::nullopt;
  return static_cast<Number>(at - points_.begin());
}

}  // namespace cgt::go::semeai
