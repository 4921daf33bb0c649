#include "decomp/rules/grid/board.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <limits>

#include "cgt/support/hash.hpp"

namespace cgt::grid {
namespace {

constexpr int kMaxSide = 1000;

std::size_t index_of(char c, std::string_view char_map) {
  const std::size_t found = char_map.find(c);
  if (found != std::string_view::npos) return found;
  const auto u = static_cast<unsigned char>(c);
  const int other = std::islower(u) != 0 ? std::toupper(u) : std::tolower(u);
  return char_map.find(static_cast<char>(other));
}

std::string spelled(std::string_view char_map) {
  std::string out;
  for (const char c : char_map) out += fmt::format("{}{}", out.empty() ? "" : " ", c);
  return out;
}

}  // namespace

Board::Board(int rows, int columns, Cell fill)
    : cells_(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns), fill),
      rows_(static_cast<std::int16_t>(rows)),
      columns_(static_cast<std::int16_t>(columns)) {}

Board Board::parse(std::string_view text, std::string_view char_map, std::string_view ruleset) {
  const SourceText source(fmt::format("<{}>", ruleset), std::string(text));
  const auto refuse = [&](std::size_t at, std::size_t length, std::string message,
                          std::string hint) {
    throw InputError(source,
                     {{Severity::kError, std::move(message), std::move(hint), {at, length}}});
  };
  const std::size_t first_end = std::min(text.find('|'), text.size());
  const auto columns = first_end;
  const auto rows = static_cast<std::size_t>(std::count(text.begin(), text.end(), '|')) + 1;
  if (text.empty()) refuse(0, 0, "the board is empty", "rows are separated by |");
  if (columns > kMaxSide || rows > kMaxSide) {
    refuse(0, 1, "the board is too large", fmt::format("at most {} rows and columns", kMaxSide));
  }
  Board board(static_cast<int>(rows), static_cast<int>(columns));
  std::size_t cell = 0;
  std::size_t row_start = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i == text.size() || text[i] == '|') {
      if (i - row_start != columns) {
        refuse(row_start, std::max<std::size_t>(i - row_start, 1),
               fmt::format("this row has {} cells, the first has {}", i - row_start, columns),
               "all rows are equally long");
      }
      row_start = i + 1;
      continue;
    }
    const std::size_t found = index_of(text[i], char_map);
    if (found == std::string_view::npos) {
      refuse(i, 1, fmt::format("no cell of {} is written so", ruleset),
             fmt::format("cells are {}, rows are separated by |", spelled(char_map)));
    }
    if (i - row_start < columns) board.cells_[cell++] = static_cast<Cell>(found);
  }
  return board;
}

Board Board::read(RulesetArguments& arguments, std::string_view char_map,
                  std::string_view ruleset) {
  const RulesetArgument* argument = arguments.find("grid", 0);
  if (argument != nullptr) {
    if (const auto* text = std::get_if<std::string>(argument)) {
      return parse(*text, char_map, ruleset);
    }
    if (const auto* given = std::get_if<GridInput>(argument)) {
      if (given->rows > kMaxSide || given->columns > kMaxSide)
        throw Error("the board is too large");
      Board board(static_cast<int>(given->rows), static_cast<int>(given->columns));
      for (std::size_t i = 0; i < given->cells.size(); ++i) {
        const std::int64_t value = given->cells[i];
        if (value < 0 || value >= static_cast<std::int64_t>(char_map.size())) {
          throw Error(
              fmt::format("a cell of {} is not {}", ruleset, value),
              fmt::format("cells go from 0 to {}: {}", char_map.size() - 1, spelled(char_map)));
        }
        board.cells_[i] = static_cast<Cell>(value);
      }
      return board;
    }
  }
  throw Error(
      fmt::format("a position of {} is made from a board", ruleset),
      fmt::format("write a string of {} with | between rows, or a Grid", spelled(char_map)));
}

std::string Board::text(std::string_view char_map) const {
  std::string out;
  out.reserve(cells_.size() + static_cast<std::size_t>(rows_));
  for (int i = 0; i < size(); ++i) {
    if (i > 0 && i % columns_ == 0) out += '|';
    out += char_map[(*this)[i]];
  }
  return out;
}

std::uint64_t Board::hash() const {
  return hash_bytes({cells_.data(), cells_.size()}, static_cast<std::uint64_t>(rows_) << 16U |
                                                        static_cast<std::uint64_t>(columns_));
}

bool operator<(const Board& a, const Board& b) {
  if (a.rows_ != b.rows_) return a.rows_ < b.rows_;
  if (a.columns_ != b.columns_) return a.columns_ < b.columns_;
  return std::lexicographical_compare(a.cells_.begin(), a.cells_.end(), b.cells_.begin(),
                                      b.cells_.end());
}

Board Board::transformed(Symmetry symmetry) const {
  const bool transpose = (symmetry & kTranspose) != 0;
  Board out(transpose ? columns_ : rows_, transpose ? rows_ : columns_);
  int from = 0;
  for (int r = 0; r < rows_; ++r) {
    const int row = (symmetry & kMirrorRows) != 0 ? rows_ - 1 - r : r;
    for (int c = 0; c < columns_; ++c) {
      const int column = (symmetry & kMirrorColumns) != 0 ? columns_ - 1 - c : c;
      out.set(transpose ? out.cell(column, row) : out.cell(row, column), (*this)[from++]);
    }
  }
  return out;
}

Board Board::recoloured(std::string_view map) const {
  Board out = *this;
  for (Cell& c : out.cells_) c = static_cast<Cell>(map[c]);
  return out;
}

Board Board::least(const std::vector<Symmetry>& symmetries) const {
  Board best = transformed(symmetries.front());
  for (std::size_t i = 1; i < symmetries.size(); ++i) {
    Board other = transformed(symmetries[i]);
    if (other < best) best = std::move(other);
  }
  return best;
}

std::vector<Board> Board::parts(Cell wall, bool diagonal) const {
  std::vector<Board> out;
  SmallVector<std::uint8_t, 64> seen(cells_.size(), 0);
  SmallVector<int, 64> part;
  for (int start = 0; start < size(); ++start) {
    if (seen[static_cast<std::size_t>(start)] != 0 || (*this)[start] == wall) continue;
    part.assign(1, start);
    seen[static_cast<std::size_t>(start)] = 1;
    int top = row(start);
    int bottom = top;
    int left = column(start);
    int right = left;
    for (std::size_t i = 0; i < part.size(); ++i) {
      const int r = row(part[i]);
      const int c = column(part[i]);
      top = std::min(top, r);
      bottom = std::max(bottom, r);
      left = std::min(left, c);
      right = std::max(right, c);
      for (int dr = -1; dr <= 1; ++dr) {
        for (int dc = -1; dc <= 1; ++dc) {
          if ((!diagonal && dr != 0 && dc != 0) || !contains(r + dr, c + dc)) continue;
          const int next = cell(r + dr, c + dc);
          if (seen[static_cast<std::size_t>(next)] != 0 || (*this)[next] == wall) continue;
          seen[static_cast<std::size_t>(next)] = 1;
          part.push_back(next);
        }
      }
    }
    Board box(bottom - top + 1, right - left + 1, wall);
    for (const int i : part) box.set(box.cell(row(i) - top, column(i) - left), (*this)[i]);
    out.push_back(std::move(box));
  }
  return out;
}

Board Board::tight(Cell wall) const {
  int top = rows_;
  int bottom = -1;
  int left = columns_;
  int right = -1;
  for (int i = 0; i < size(); ++i) {
    if ((*this)[i] == wall) continue;
    top = std::min(top, row(i));
    bottom = std::max(bottom, row(i));
    left = std::min(left, column(i));
    right = std::max(right, column(i));
  }
  if (bottom < 0) return {};
  Board box(bottom - top + 1, right - left + 1, wall);
  for (int r = top; r <= bottom; ++r) {
    for (int c = left; c <= right; ++c) {
      box.set(box.cell(r - top, c - left), (*this)[cell(r, c)]);
    }
  }
  return box;
}

CanonicalBoard canonical(const Board& board, const std::vector<Symmetry>& symmetries,
                         std::string_view exchange, const std::vector<Symmetry>& exchanged) {
  CanonicalBoard out{board.least(symmetries), false};
  if (exchanged.empty()) return out;
  Board negative = (exchange.empty() ? board : board.recoloured(exchange)).least(exchanged);
  if (negative < out.board) out = {std::move(negative), true};
  return out;
}

}  // namespace cgt::grid
