#include "decomp/rules/grid/board.hpp"

#include <fmt/format.h>

#include <cctype>
#include <cstring>

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
  if (text.find_first_not_of('|') == std::string_view::npos)
    refuse(0, 0, "the board is empty", "rows are separated by |");
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

Board Board::read_strip(RulesetArguments& arguments, std::string_view char_map,
                        std::string_view ruleset) {
  Board strip = read(arguments, char_map, ruleset);
  if (strip.rows() > 1) throw Error(fmt::format("{} is played on one row", ruleset));
  return strip;
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

std::vector<Board> Board::parts(Kinds walls, Cell fill, Kinds required, bool diagonal) const {
  if (small()) return small_parts(walls, fill, required, diagonal);
  constexpr int kUnseen = -1;
  constexpr int kWallLabel = -2;
  SmallVector<int, 256> label(cells_.size(), kUnseen);
  SmallVector<int, 256> part;
  int labels = 0;
  for (int i = 0; i < size(); ++i) {
    if ((walls & kind((*this)[i])) != 0) label[static_cast<std::size_t>(i)] = kWallLabel;
  }
  for (int start = 0; start < size(); ++start) {
    if (label[static_cast<std::size_t>(start)] != kUnseen) continue;
    part.assign(1, start);
    label[static_cast<std::size_t>(start)] = labels;
    Kinds has = 0;
    for (std::size_t i = 0; i < part.size(); ++i) {
      const int r = row(part[i]);
      const int c = column(part[i]);
      has |= kind((*this)[part[i]]);
      for (int dr = -1; dr <= 1; ++dr) {
        for (int dc = -1; dc <= 1; ++dc) {
          if ((!diagonal && dr != 0 && dc != 0) || !contains(r + dr, c + dc)) continue;
          const int next = cell(r + dr, c + dc);
          if (label[static_cast<std::size_t>(next)] != kUnseen) continue;
          label[static_cast<std::size_t>(next)] = labels;
          part.push_back(next);
        }
      }
    }
    if ((has & required) == required) {
      ++labels;
    } else {
      for (const int i : part) label[static_cast<std::size_t>(i)] = kWallLabel;
    }
  }
  return parts(label, labels, fill);
}

std::vector<Board> Board::parts(std::span<const int> label, int labels, Cell fill) const {
  struct Box {
    int top;
    int bottom;
    int left;
    int right;
  };
  SmallVector<Box, 16> boxes(static_cast<std::size_t>(labels), Box{rows_, -1, columns_, -1});
  for (int i = 0; i < size(); ++i) {
    const int l = label[static_cast<std::size_t>(i)];
    if (l < 0) continue;
    Box& box = boxes[static_cast<std::size_t>(l)];
    box.top = std::min(box.top, row(i));
    box.bottom = std::max(box.bottom, row(i));
    box.left = std::min(box.left, column(i));
    box.right = std::max(box.right, column(i));
  }
  std::vector<Board> out;
  for (const Box& box : boxes) {
    out.emplace_back(box.bottom - box.top + 1, box.right - box.left + 1, fill);
  }
  for (int i = 0; i < size(); ++i) {
    const int l = label[static_cast<std::size_t>(i)];
    if (l < 0) continue;
    const Box& box = boxes[static_cast<std::size_t>(l)];
    Board& part = out[static_cast<std::size_t>(l)];
    part.set(part.cell(row(i) - box.top, column(i) - box.left), (*this)[i]);
  }
  return out;
}

std::uint64_t Board::word(Kinds wanted) const {
  std::uint64_t word = 0;
  for (int i = size() - 1; i >= 0; --i) {
    word = word << 1U | (wanted >> (*this)[i] & 1U);
  }
  return word;
}

Board::Bits Board::bits() const {
  // One bit of each byte, to the upper byte of the product: byte i goes 56 - 7i bits up.
  constexpr std::uint64_t kLowest = 0x0101010101010101ULL;
  constexpr std::uint64_t kGather = 0x0102040810204080ULL;
  Bits out;
  const std::size_t count = cells_.size();
  for (std::size_t first = 0; first < count; first += 8) {
    std::uint64_t eight = 0;
    std::memcpy(&eight, cells_.data() + first, std::min<std::size_t>(8, count - first));
    if constexpr (std::endian::native == std::endian::big) eight = __builtin_bswap64(eight);
    out.low |= ((eight & kLowest) * kGather >> 56U) << first;
    out.high |= ((eight >> 1U & kLowest) * kGather >> 56U) << first;
  }
  return out;
}

Board Board::boxed(std::uint64_t cells, Cell fill) const {
  const int top = std::countr_zero(cells) / columns_;
  const int bottom = (kWordCells - 1 - std::countl_zero(cells)) / columns_;
  std::uint64_t across = 0;  // all rows on top of each other
  for (int r = top; r <= bottom; ++r) across |= cells >> static_cast<unsigned>(r * columns_);
  across &= ~std::uint64_t{0} >> static_cast<unsigned>(kWordCells - columns_);
  const int left = std::countr_zero(across);
  const int width = kWordCells - std::countl_zero(across) - left;
  Board box(bottom - top + 1, width, fill);
  int to = 0;
  for (int r = top; r <= bottom; ++r) {
    int from = cell(r, left);
    for (int c = 0; c < width; ++c, ++to, ++from) {
      if ((cells >> static_cast<unsigned>(from) & 1U) != 0) box.set(to, (*this)[from]);
    }
  }
  return box;
}

// The cells as bits of a word, flooded all at once.
std::vector<Board> Board::small_parts(Kinds walls, Cell fill, Kinds required, bool diagonal) const {
  using Word = std::uint64_t;
  std::vector<Board> out;
  if (empty()) return out;
  Word rest = word(~walls);
  Word first_column = 0;
  for (int r = 0; r < rows_; ++r) first_column |= Word{1} << static_cast<unsigned>(r * columns_);
  const Word all = ~Word{0} >> static_cast<unsigned>(kWordCells - size());
  const Word not_first = all & ~first_column;
  const Word not_last = ~(first_column << static_cast<unsigned>(columns_ - 1));
  const auto down = [&](Word word) {  // a row can be the whole word
    return columns_ < kWordCells ? word << static_cast<unsigned>(columns_) : 0;
  };
  const auto up = [&](Word word) {
    return columns_ < kWordCells ? word >> static_cast<unsigned>(columns_) : 0;
  };
  while (rest != 0) {
    Word part = rest & (~rest + 1);
    while (true) {
      const Word across = part | ((part << 1U) & not_first) | ((part >> 1U) & not_last);
      const Word spread = diagonal ? across : part;
      const Word grown = (across | down(spread) | up(spread)) & rest;
      if (grown == part) break;
      part = grown;
    }
    rest ^= part;
    Kinds has = 0;
    if (required != 0) {
      for (Word cells = part; cells != 0; cells &= cells - 1) {
        has |= kind((*this)[std::countr_zero(cells)]);
      }
    }
    if ((has & required) == required) out.push_back(boxed(part, fill));
  }
  return out;
}

Board Board::around(Kinds kept) const {
  int top = rows_;
  int bottom = -1;
  int left = columns_;
  int right = -1;
  for (int i = 0; i < size(); ++i) {
    if ((kept & kind((*this)[i])) == 0) continue;
    top = std::min(top, row(i));
    bottom = std::max(bottom, row(i));
    left = std::min(left, column(i));
    right = std::max(right, column(i));
  }
  if (bottom < 0) return {};
  Board box(bottom - top + 1, right - left + 1);
  for (int r = top; r <= bottom; ++r) {
    for (int c = left; c <= right; ++c) {
      box.set(box.cell(r - top, c - left), (*this)[cell(r, c)]);
    }
  }
  return box;
}

Kinds Board::kinds() const {
  Kinds all = 0;
  for (const Cell c : cells_) all |= kind(c);
  return all;
}

}  // namespace cgt::grid
