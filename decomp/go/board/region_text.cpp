// Regions as text and back; region.hpp has the letters.

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cgt/support/diagnostic.hpp"
#include "cgt/support/words.hpp"
#include "decomp/go/board/board.hpp"
#include "decomp/go/board/region.hpp"
#include "decomp/go/board/region_cells.hpp"

namespace cgt::go {
namespace {

using Cell = Region::Cell;

// --- writing ---

// A diagram with a ring around the region's box, row by row, before and after boundary stones are
// chosen for it.
struct Drawing {
  std::size_t width;
  std::size_t height;
  std::string cells;
};

char letter_of(Cell cell, Cell undrawn) {
  const bool black = (undrawn & Region::kTouchesBlack) != 0;
  const bool white = (undrawn & Region::kTouchesWhite) != 0;
  switch (contents(cell)) {
    case Region::kEmpty: return black && white ? 'd' : black ? 'b' : white ? 'w' : '.';
    case Region::kBlackStone: return white ? 'Y' : 'X';
    case Region::kWhiteStone: return black ? 'Q' : 'O';
    default: return '#';
  }
}

Drawing draw(const Region& region) {
  const auto w = static_cast<std::size_t>(region.width()) + 2;
  const auto h = static_cast<std::size_t>(region.height()) + 2;
  Drawing out{w, h, std::string(w * h, '#')};
  std::vector<Cell> cells(w * h, Region::kOutside);
  for (std::size_t y = 0; y + 2 < h; ++y) {
    for (std::size_t x = 0; x + 2 < w; ++x) {
      cells[(y + 1) * w + x + 1] = region[y * (w - 2) + x];
    }
  }

  // may[o]: the colours (flags) that a boundary stone at outside cell o may have, namely the flags
  // that all cells next to it share. A cell needs one of its flags shown by some neighbour.
  std::vector<Cell> may(w * h, 0);
  for (std::size_t o = 0; o < w * h; ++o) {
    if (cells[o] != Region::kOutside) continue;
    Cell shared = Region::kTouchesBlack | Region::kTouchesWhite;
    bool any = false;
    for_neighbours(o, w, w * h, [&](std::size_t j) {
      if (cells[j] == Region::kOutside) return;
      shared &= cells[j];
      any = true;
    });
    may[o] = any ? shared : Cell{0};
  }
  const auto put = [&](std::size_t o, Cell flag) {
    out.cells[o] = flag == Region::kTouchesBlack ? 'B' : 'W';
    may[o] = 0;
  };
  // Forced ones first: every outside cell with one possible colour takes it; then each flag not yet
  // shown takes the first free neighbour.
  for (std::size_t o = 0; o < w * h; ++o) {
    if (may[o] == Region::kTouchesBlack || may[o] == Region::kTouchesWhite) put(o, may[o]);
  }
  for (std::size_t i = 0; i < w * h; ++i) {
    if (cells[i] == Region::kOutside) continue;
    Cell undrawn = cells[i] & (Region::kTouchesBlack | Region::kTouchesWhite);
    for_neighbours(i, w, w * h, [&](std::size_t j) {
      if (out.cells[j] == 'B') undrawn &= static_cast<Cell>(~Region::kTouchesBlack);
      if (out.cells[j] == 'W') undrawn &= static_cast<Cell>(~Region::kTouchesWhite);
    });
    for (const Cell flag : {Region::kTouchesBlack, Region::kTouchesWhite}) {
      if ((undrawn & flag) == 0) continue;
      bool drawn = false;
      for_neighbours(i, w, w * h, [&](std::size_t j) {
        if (drawn || (may[j] & flag) == 0) return;
        put(j, flag);
        drawn = true;
      });
      if (drawn) undrawn &= static_cast<Cell>(~flag);
    }
    out.cells[i] = letter_of(cells[i], undrawn);
  }
  return out;
}

}  // namespace

std::string Region::text() const {
  if (cells_.empty()) return "#";
  const Drawing drawing = draw(*this);
  const auto blank = [&](std::size_t from, std::size_t step, std::size_t count) {
    for (std::size_t k = 0; k < count; ++k) {
      if (drawing.cells[from + k * step] != '#') return false;
    }
    return true;
  };
  // The ring is cut where it shows nothing; rows and columns of the box itself always stay.
  const std::size_t w = drawing.width;
  const std::size_t h = drawing.height;
  const std::size_t top = blank(0, 1, w) ? 1 : 0;
  const std::size_t bottom = blank((h - 1) * w, 1, w) ? h - 1 : h;
  const std::size_t left = blank(0, w, h) ? 1 : 0;
  const std::size_t right = blank(w - 1, w, h) ? w - 1 : w;
  std::string out;
  for (std::size_t y = top; y < bottom; ++y) {
    if (y > top) out += '/';
    out.append(drawing.cells, y * w + left, right - left);
  }
  return out;
}

// --- reading ---

namespace {

// The phases of Region::parse(), in order.
class Reader {
 public:
  Reader(std::string_view diagram, const std::string& name) : diagram_(diagram), name_(name) {}

  Region region() {
    read_cells();
    spread_immortality();
    if (!find_box()) return {};
    check_liberties();
    return cut();
  }

 private:
  // Immortal stones are cells while the diagram is read.
  struct Read {
    Cell cell = Region::kOutside;
    bool immortal = false;
    std::size_t offset = 0;  // in the diagram
  };

  [[noreturn]] void fail(std::size_t offset, std::size_t length, std::string message,
                         std::string hint) const {
    throw InputError(SourceText(name_, std::string(diagram_)),
                     {{Severity::kError, std::move(message), std::move(hint), {offset, length}}});
  }

  // What a character shows, if it is one of a cell.
  static std::optional<Read> cell_of(char c) {
    switch (c) {
      case 'B': return Read{Region::kBlackStone, true};
      case 'W': return Read{Region::kWhiteStone, true};
      case 'X': return Read{Region::kBlackStone};
      case 'O': return Read{Region::kWhiteStone};
      case '.': return Read{Region::kEmpty};
      case '#': return Read{};
      case 'b': return Read{Region::kEmpty | Region::kTouchesBlack};
      case 'w': return Read{Region::kEmpty | Region::kTouchesWhite};
      case 'd': return Read{Region::kEmpty | Region::kTouchesBlack | Region::kTouchesWhite};
      case 'Y': return Read{Region::kBlackStone | Region::kTouchesWhite};
      case 'Q': return Read{Region::kWhiteStone | Region::kTouchesBlack};
      default: return std::nullopt;
    }
  }

  // All rows, filled up to the longest.
  void read_cells() {
    constexpr std::size_t kLongest = kMaxSide + 2;  // with a ring of boundary stones
    std::vector<std::vector<Read>> rows;
    std::vector<Read> row;
    for (std::size_t i = 0; i <= diagram_.size(); ++i) {
      const char c = i < diagram_.size() ? diagram_[i] : '\n';
      if (c == ' ' || c == '\t' || c == '\r') continue;
      if (c == '/' || c == '|' || c == '\n') {
        if (row.empty()) continue;
        if (rows.size() == kLongest) {
          fail(row.front().offset, row.size(), "more than 54 rows",
               "a region has at most 52 rows and its boundary");
        }
        width_ = std::max(width_, row.size());
        rows.push_back(std::exchange(row, {}));
        continue;
      }
      std::optional<Read> cell = cell_of(c);
      if (!cell) {
        fail(i, character_length(i), "unknown character in a region",
             "B W immortal stones, X O ordinary stones, . empty, # outside, / ends a row");
      }
      if (row.size() == kLongest) {
        fail(i, 1, "more than 54 cells in a row",
             "a region has at most 52 columns and its boundary");
      }
      cell->offset = i;
      row.push_back(*cell);
    }
    for (std::vector<Read>& line : rows) {
      line.resize(width_);
      read_.insert(read_.end(), line.begin(), line.end());
    }
    if (read_.empty()) fail(0, diagram_.size(), "empty diagram", "for example BBBB/W..B/BBBB");
  }

  // In bytes, of UTF-8.
  std::size_t character_length(std::size_t at) const {
    std::size_t length = 1;
    while (at + length < diagram_.size() && !begins_letter(diagram_[at + length]) && length < 4) {
      ++length;
    }
    return length;
  }

  // Through blocks; what is next to an immortal stone gets its flag.
  void spread_immortality() {
    std::vector<std::size_t> queue;
    for (std::size_t i = 0; i < read_.size(); ++i) {
      if (read_[i].immortal) queue.push_back(i);
    }
    for (std::size_t next = 0; next < queue.size(); ++next) {
      const Cell stone = contents(read_[queue[next]].cell);
      for_neighbours(queue[next], width_, read_.size(), [&](std::size_t j) {
        if (read_[j].immortal) return;
        if (contents(read_[j].cell) == stone) {
          read_[j].immortal = true;
          queue.push_back(j);
        } else if (read_[j].cell != Region::kOutside) {
          read_[j].cell |=
              stone == Region::kBlackStone ? Region::kTouchesBlack : Region::kTouchesWhite;
        }
      });
    }
    // They leave.
    for (Read& read : read_) {
      if (read.immortal) read.cell = Region::kOutside;
    }
  }

  // The least box that holds all cells. False if there are none.
  bool find_box() {
    left_ = width_;
    top_ = read_.size();
    for (std::size_t i = 0; i < read_.size(); ++i) {
      if (read_[i].cell == Region::kOutside) continue;
      left_ = std::min(left_, i % width_);
      right_ = std::max(right_, i % width_);
      top_ = std::min(top_, i / width_);
      bottom_ = std::max(bottom_, i / width_);
    }
    if (left_ > right_) return false;
    if (right_ - left_ >= kMaxSide || bottom_ - top_ >= kMaxSide) {
      fail(0, diagram_.size(), "the region is larger than 52 x 52", "");
    }
    return true;
  }

  // Liberties spread from the empty cells, and from each stone within its block.
  void check_liberties() const {
    std::vector<char> breathes(read_.size(), 0);
    std::vector<std::size_t> queue;
    for (std::size_t i = 0; i < read_.size(); ++i) {
      if (contents(read_[i].cell) == Region::kEmpty) queue.push_back(i);
    }
    for (std::size_t next = 0; next < queue.size(); ++next) {
      const Cell from = contents(read_[queue[next]].cell);
      for_neighbours(queue[next], width_, read_.size(), [&](std::size_t j) {
        const Cell to = contents(read_[j].cell);
        const bool spreads = from == Region::kEmpty || from == to;
        if (to < Region::kBlackStone || breathes[j] != 0 || !spreads) return;
        breathes[j] = 1;
        queue.push_back(j);
      });
    }
    for (std::size_t i = 0; i < read_.size(); ++i) {
      if (contents(read_[i].cell) >= Region::kBlackStone && breathes[i] == 0) {
        fail(read_[i].offset, 1, "stones without liberty",
             "an ordinary block needs an empty point next to it, '.'");
      }
    }
  }

  Region cut() const {
    std::vector<Cell> cells;
    for (std::size_t y = top_; y <= bottom_; ++y) {
      for (std::size_t x = left_; x <= right_; ++x) cells.push_back(read_[y * width_ + x].cell);
    }
    return Region::from_cells(static_cast<int>(right_ - left_ + 1),
                              static_cast<int>(bottom_ - top_ + 1), cells);
  }

  std::string_view diagram_;
  const std::string& name_;
  std::vector<Read> read_;  // row by row
  std::size_t width_ = 0;
  std::size_t left_ = 0;  // the box, all included
  std::size_t right_ = 0;
  std::size_t top_ = 0;
  std::size_t bottom_ = 0;
};

}  // namespace

Region Region::parse(std::string_view diagram, const std::string& name) {
  return Reader(diagram, name).region();
}

}  // namespace cgt::go
