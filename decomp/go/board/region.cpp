#include "decomp/go/board/region.hpp"

#include "cgt/support/hash.hpp"
#include "decomp/go/board/board.hpp"
#include "decomp/go/board/point_set.hpp"
#include "decomp/go/board/region_cells.hpp"
#include "decomp/go/board/settled.hpp"

namespace cgt::go {

// Lets the functions of this file build regions without going through checks.
struct RegionAccess {
  static auto& cells(Region& region) { return region.cells_; }
  static void set_box(Region& region, std::size_t width, std::size_t height) {
    region.width_ = static_cast<std::uint8_t>(width);
    region.height_ = static_cast<std::uint8_t>(height);
  }
  static void rehash(Region& region) { region.rehash(); }
};

namespace {

using Cell = Region::Cell;
using CellNumber = std::uint16_t;  // a box has at most 52 * 52 cells
constexpr std::size_t kTypicalBox = 64;
using NumberList = SmallVector<CellNumber, kTypicalBox>;

// Cell with the colours exchanged.
constexpr std::array<Cell, 16> kReversed = [] {
  std::array<Cell, 16> table{};
  for (unsigned cell = 0; cell < 16; ++cell) {
    unsigned stone = cell & 3U;
    if (stone >= 2) stone = 5 - stone;
    const unsigned flags = ((cell & 4U) << 1U) | ((cell & 8U) >> 1U);
    table[cell] = static_cast<Cell>(stone | flags);
  }
  return table;
}();

constexpr std::array<Cell, 16> kSame = [] {
  std::array<Cell, 16> table{};
  for (unsigned cell = 0; cell < 16; ++cell) table[cell] = static_cast<Cell>(cell);
  return table;
}();

// A box of cells that somebody else owns.
struct Box {
  const Cell* cells;
  std::size_t width;
  std::size_t height;
};

struct MutableBox {
  Cell* cells;
  std::size_t width;
  std::size_t height;
  // NOLINTNEXTLINE(google-explicit-constructor): what may be written may be read
  operator Box() const { return {cells, width, height}; }
};

// Blocks of a region: block number of each stone cell, and per block its stones and whether it has
// one liberty only.
struct Blocks {
  SmallVector<CellNumber, kTypicalBox> of_cell;  // valid at stones only
  NumberList stones;                             // all blocks' stones, block after block
  SmallVector<CellNumber, 16> first;             // start in `stones`, with an end mark
  SmallVector<char, 16> in_atari;

  explicit Blocks(Box box) {
    constexpr CellNumber kNone = 0xFFFF;
    const std::size_t size = box.width * box.height;
    of_cell.assign(size, kNone);
    for (std::size_t i = 0; i < size; ++i) {
      const Cell stone = contents(box.cells[i]);
      if (stone < Region::kBlackStone || of_cell[i] != kNone) continue;
      const auto number = static_cast<CellNumber>(first.size());
      std::size_t next = stones.size();
      first.push_back(static_cast<CellNumber>(next));
      of_cell[i] = number;
      stones.push_back(static_cast<CellNumber>(i));
      std::size_t liberty = size;
      bool second_liberty = false;
      for (; next < stones.size(); ++next) {
        for_neighbours(stones[next], box.width, size, [&](std::size_t j) {
          const Cell other = contents(box.cells[j]);
          if (other == Region::kEmpty) {
            if (liberty == size) liberty = j;
            if (liberty != j) second_liberty = true;
          } else if (other == stone && of_cell[j] == kNone) {
            of_cell[j] = number;
            stones.push_back(static_cast<CellNumber>(j));
          }
        });
      }
      in_atari.push_back(second_liberty ? 0 : 1);
    }
    first.push_back(static_cast<CellNumber>(stones.size()));
  }
};

bool contains(const SmallVector<CellNumber, 4>& list, CellNumber number) {
  return std::find(list.begin(), list.end(), number) != list.end();
}

// The canonical form of a tight box.
Summand<Region> canonical_of(Box box) {
  // Cell (x, y) of a candidate is source cell `start + x * right + y * down`.
  struct View {
    std::ptrdiff_t start, right, down;
    const Cell* colours;
  };
  const auto w = static_cast<std::ptrdiff_t>(box.width);
  const auto h = static_cast<std::ptrdiff_t>(box.height);
  const std::ptrdiff_t out_w = std::max(w, h);
  const std::ptrdiff_t out_h = std::min(w, h);

  std::array<View, 16> views{};
  std::size_t count = 0;
  // Views without reversal first: of equal ones the first wins.
  for (const Cell* const colours : {kSame.data(), kReversed.data()}) {
    for (int flips = 0; flips < 4; ++flips) {
      const std::ptrdiff_t step_x = (flips & 1) != 0 ? -1 : 1;
      const std::ptrdiff_t step_y = (flips & 2) != 0 ? -w : w;
      const std::ptrdiff_t start =
          ((flips & 1) != 0 ? w - 1 : 0) + ((flips & 2) != 0 ? (h - 1) * w : 0);
      if (w >= h) views[count++] = {start, step_x, step_y, colours};
      if (h >= w) views[count++] = {start, step_y, step_x, colours};
    }
  }

  View best = views[0];
  for (std::size_t v = 1; v < count; ++v) {
    const View& view = views[v];
    int order = 0;
    for (std::ptrdiff_t y = 0; order == 0 && y < out_h; ++y) {
      const Cell* a = box.cells + view.start + y * view.down;
      const Cell* b = box.cells + best.start + y * best.down;
      for (std::ptrdiff_t x = 0; x < out_w; ++x) {
        order = int{view.colours[a[x * view.right]]} - int{best.colours[b[x * best.right]]};
        if (order != 0) break;
      }
    }
    if (order < 0) best = view;
  }

  Summand<Region> out;
  auto& cells = RegionAccess::cells(out.position);
  cells.resize_for_overwrite(box.width * box.height);
  RegionAccess::set_box(out.position, static_cast<std::size_t>(out_w),
                        static_cast<std::size_t>(out_h));
  Cell* to = cells.data();
  for (std::ptrdiff_t y = 0; y < out_h; ++y) {
    const Cell* from = box.cells + best.start + y * best.down;
    for (std::ptrdiff_t x = 0; x < out_w; ++x) *to++ = best.colours[from[x * best.right]];
  }
  RegionAccess::rehash(out.position);
  out.negated = best.colours == kReversed.data();
  return out;
}

// Calls take(MutableBox, dx, dy) for every connected component, cut out to a tight box, in row order of
// their first cells.
template <class Take>
void for_components(Box box, Take take) {
  const std::size_t size = box.width * box.height;
  SmallVector<char, kTypicalBox> seen(size, 0);
  NumberList component;
  SmallVector<Cell, kTypicalBox> cut;
  for (std::size_t i = 0; i < size; ++i) {
    if (box.cells[i] == Region::kOutside || seen[i] != 0) continue;
    component.clear();
    component.push_back(static_cast<CellNumber>(i));
    seen[i] = 1;
    std::size_t left = box.width;
    std::size_t right = 0;
    const std::size_t top = i / box.width;
    std::size_t bottom = top;
    for (std::size_t next = 0; next < component.size(); ++next) {
      const std::size_t at = component[next];
      left = std::min(left, at % box.width);
      right = std::max(right, at % box.width);
      bottom = std::max(bottom, at / box.width);
      for_neighbours(at, box.width, size, [&](std::size_t j) {
        if (box.cells[j] == Region::kOutside || seen[j] != 0) return;
        seen[j] = 1;
        component.push_back(static_cast<CellNumber>(j));
      });
    }
    const std::size_t w = right - left + 1;
    const std::size_t h = bottom - top + 1;
    cut.assign(w * h, Region::kOutside);
    for (const CellNumber at : component) {
      cut[(at / box.width - top) * w + (at % box.width - left)] = box.cells[at];
    }
    take(MutableBox{cut.data(), w, h}, static_cast<int>(left), static_cast<int>(top));
  }
}

// Nobody can ever play in such a component: the only move would be suicide, for both.
bool is_dead(Box box) { return box.width * box.height == 1 && box.cells[0] == Region::kEmpty; }

// For whom something may be settled in the component: a look at its cells that costs little and leaves
// few to be looked through.
PerPlayer<bool> may_be_settled(Box box) {
  PerPlayer<bool> stones{};     // has stones
  PerPlayer<bool> entered{};    // the enemy's immortal stones touch it
  PerPlayer<bool> apart{};      // an empty cell does not touch immortal stones
  PerPlayer<int> room{{0, 0}};  // cells for eyes
  for (std::size_t i = 0; i < box.width * box.height; ++i) {
    const Cell cell = box.cells[i];
    const Cell content = contents(cell);
    if (content == Region::kOutside) continue;
    for (const Player player : kPlayers) {
      const bool enemy_near = (cell & Region::touches(opponent(player))) != 0;
      entered[player] = entered[player] || enemy_near;
      if (content == Region::stone_of(player)) {
        stones[player] = true;
      } else {
        room[player] += enemy_near ? 0 : 1;
        apart[player] =
            apart[player] || (content == Region::kEmpty && (cell & Region::touches(player)) == 0);
      }
    }
  }
  PerPlayer<bool> out{};
  for (const Player player : kPlayers) {
    out[player] = stones[player] ? room[player] >= 2 : !entered[player] && !apart[player];
  }
  return out;
}

// Takes what is settled out of the cells, and adds its worth. False: nothing is.
template <std::size_t W>
bool settle(MutableBox box, const PerPlayer<bool>& asked, std::int64_t& worth) {
  using Set = PointSet<W>;
  const std::size_t size = box.width * box.height;
  Set all;
  PerPlayer<Set> stones;
  PerPlayer<Set> walls;
  for (std::size_t i = 0; i < size; ++i) {
    const Cell cell = box.cells[i];
    if (contents(cell) == Region::kOutside) continue;
    all.insert(i);
    for (const Player player : kPlayers) {
      if (contents(cell) == Region::stone_of(player)) stones[player].insert(i);
      if ((cell & Region::touches(player)) != 0) walls[player].insert(i);
    }
  }
  const auto around = [&](const Set& set) {
    Set out;
    set.each([&](std::size_t i) {
      for_neighbours(i, box.width, size, [&](std::size_t j) { out.insert(j); });
    });
    return out;
  };
  SettledParts<Set> found;
  Settler<Set, decltype(around)> settler(all, stones, walls, around);
  for (const Player player : kPlayers) {
    if (asked[player]) settler.settle(player, found);
  }
  if (!found.any) return false;
  for (const Player player : kPlayers) {
    found.territory[player].each([&](std::size_t i) {
      worth += sign(player) * (contents(box.cells[i]) == Region::kEmpty ? 1 : 2);
      box.cells[i] = Region::kOutside;
    });
  }
  for (const Player player : kPlayers) {
    found.stones[player].each([&](std::size_t i) { box.cells[i] = Region::kOutside; });
    (around(found.stones[player]) & all).each([&](std::size_t i) {
      if (box.cells[i] != Region::kOutside) box.cells[i] |= Region::touches(player);
    });
  }
  return true;
}

bool settle(MutableBox box, std::int64_t& worth) {
  const PerPlayer<bool> asked = may_be_settled(box);
  if (!asked[Player::kLeft] && !asked[Player::kRight]) return false;
  if (box.width * box.height <= PointSet<1>::kCapacity) return settle<1>(box, asked, worth);
  return settle<(std::size_t{kMaxSide} * kMaxSide + 63) / 64>(box, asked, worth);
}

// Calls take(Box, dx, dy) for what is in play, component by component as for_components() does.
// Returns what the settled parts are worth.
template <class Take>
std::int64_t for_parts_in_play(Box box, Take take) {
  std::int64_t worth = 0;
  for_components(box, [&](MutableBox part, int dx, int dy) {
    if (is_dead(part)) return;
    if (!settle(part, worth)) return take(part, dx, dy);
    for_components(part, [&](MutableBox rest, int rest_dx, int rest_dy) {
      if (!is_dead(rest)) take(rest, dx + rest_dx, dy + rest_dy);
    });
  });
  return worth;
}

}  // namespace

void Region::rehash() { hash_ = hash_bytes({cells_.data(), cells_.size()}, width_); }

Region Region::from_cells(int width, int height, std::span<const Cell> cells) {
  CGT_EXPECTS(
      width >= 0 && width <= kMaxSide && height >= 0 && height <= kMaxSide &&
          cells.size() == static_cast<std::size_t>(width) * static_cast<std::size_t>(height),
      "a region has width * height cells, at most 52 x 52");
  for (const Cell cell : cells) {
    const Cell stone = contents(cell);
    CGT_EXPECTS(cell < 16 && (stone != kOutside || cell == kOutside) &&
                    !(stone == kBlackStone && (cell & kTouchesBlack) != 0) &&
                    !(stone == kWhiteStone && (cell & kTouchesWhite) != 0),
                "the cells of a region keep its invariants");
  }
  Region region;
  if (cells.empty()) return region;
  region.cells_.assign(cells.begin(), cells.end());
  RegionAccess::set_box(region, static_cast<std::size_t>(width), static_cast<std::size_t>(height));
  region.rehash();
  return region;
}

int Region::empties() const {
  return static_cast<int>(std::count_if(cells_.begin(), cells_.end(),
                                        [](Cell cell) { return contents(cell) == kEmpty; }));
}

int Region::points() const {
  return static_cast<int>(cells_.size()) -
         static_cast<int>(std::count(cells_.begin(), cells_.end(), kOutside));
}

std::vector<Option<Region>> Region::options(Player player, Budget& budget) const {
  std::vector<Option<Region>> out = options(player);
  budget.charge(out.size() * (size() / 64));
  return out;
}

std::vector<Option<Region>> Region::options(Player player) const {
  std::vector<Option<Region>> out;
  if (cells_.empty()) return out;
  const Cell own = stone_of(player);
  const Cell own_touch = touches(player);
  const std::size_t width = width_;
  const std::size_t count = cells_.size();
  const Blocks blocks(Box{cells_.data(), width, height_});

  out.reserve(static_cast<std::size_t>(empties()));
  for (std::size_t i = 0; i < count; ++i) {
    if (contents(cells_[i]) != kEmpty) continue;
    const bool immortal = (cells_[i] & own_touch) != 0;
    bool breathes = immortal;
    SmallVector<CellNumber, 4> joined;
    SmallVector<CellNumber, 4> taken;
    for_neighbours(i, width, count, [&](std::size_t j) {
      const Cell stone = contents(cells_[j]);
      if (stone == kOutside) return;
      if (stone == kEmpty) {
        breathes = true;
        return;
      }
      const CellNumber block = blocks.of_cell[j];
      const bool in_atari = blocks.in_atari[block] != 0;
      if (stone == own) {
        if (!in_atari) breathes = true;
        if (!contains(joined, block)) joined.push_back(block);
      } else if (in_atari && !contains(taken, block)) {
        taken.push_back(block);
      }
    });
    if (!breathes && taken.empty()) continue;

    Option<Region>& option = out.emplace_back();
    option.move = static_cast<std::uint32_t>(i);
    option.position.cells_ = cells_;
    option.position.width_ = width_;
    option.position.height_ = height_;
    Cells& cells = option.position.cells_;
    std::int64_t prisoners = 0;
    for (const CellNumber block : taken) {
      for (std::size_t s = blocks.first[block]; s < blocks.first[block + 1U]; ++s) {
        Cell& cell = cells[blocks.stones[s]];
        cell = static_cast<Cell>((cell & ~kContents) | kEmpty);
        ++prisoners;
      }
    }
    option.shift = sign(player) * prisoners;
    option.may_repeat = prisoners > 0;
    option.ko = prisoners == 1 && joined.empty() && !breathes;
    if (!immortal) {
      cells[i] = static_cast<Cell>((cells[i] & ~kContents) | own);
    } else {
      // The stone and all it joins are immortal now: they go, and their neighbours get the flag.
      // None of those is an own stone, for it would have been joined.
      const auto remove = [&](std::size_t at) {
        cells[at] = kOutside;
        for_neighbours(at, width, count, [&](std::size_t j) {
          if (cells[j] != kOutside) cells[j] |= own_touch;
        });
      };
      for (const CellNumber block : joined) {
        for (std::size_t s = blocks.first[block]; s < blocks.first[block + 1U]; ++s) {
          cells[blocks.stones[s]] = kOutside;
        }
      }
      remove(i);
      for (const CellNumber block : joined) {
        for (std::size_t s = blocks.first[block]; s < blocks.first[block + 1U]; ++s) {
          remove(blocks.stones[s]);
        }
      }
    }
    option.position.rehash();
  }
  return out;
}

std::vector<Located> Region::parts() const {
  std::vector<Located> out;
  for_components(Box{cells_.data(), width_, height_}, [&](MutableBox part, int dx, int dy) {
    if (is_dead(part)) return;
    Located& located = out.emplace_back();
    located.region.cells_.assign(part.cells, part.cells + part.width * part.height);
    RegionAccess::set_box(located.region, part.width, part.height);
    located.region.rehash();
    located.dx = dx;
    located.dy = dy;
  });
  return out;
}

Region Region::without_settled(std::int64_t& worth) const {
  Region out;
  out.cells_.assign(cells_.size(), kOutside);
  out.width_ = width_;
  out.height_ = height_;
  worth += for_parts_in_play(Box{cells_.data(), width_, height_}, [&](Box part, int dx, int dy) {
    for (std::size_t i = 0; i < part.width * part.height; ++i) {
      if (part.cells[i] == kOutside) continue;
      const std::size_t x = static_cast<std::size_t>(dx) + i % part.width;
      const std::size_t y = static_cast<std::size_t>(dy) + i / part.width;
      out.cells_[y * width_ + x] = part.cells[i];
    }
  });
  out.rehash();
  return out;
}

Summand<Region> Region::canonical() const {
  if (cells_.empty()) return {};
  const std::size_t w = width_;
  std::size_t left = w;
  std::size_t right = 0;
  std::size_t top = height_;
  std::size_t bottom = 0;
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    if (cells_[i] == kOutside) continue;
    left = std::min(left, i % w);
    right = std::max(right, i % w);
    top = std::min(top, i / w);
    bottom = std::max(bottom, i / w);
  }
  if (left > right) return {};
  if (left == 0 && top == 0 && right + 1 == w && bottom + 1 == height_) {
    return canonical_of(Box{cells_.data(), w, height_});
  }
  SmallVector<Cell, kTypicalBox> cut;
  for (std::size_t y = top; y <= bottom; ++y) {
    cut.insert(cut.end(), cells_.data() + y * w + left, cells_.data() + y * w + right + 1);
  }
  return canonical_of(Box{cut.data(), right - left + 1, bottom - top + 1});
}

std::int64_t Region::split(std::vector<Summand<Region>>& sum) const {
  return for_parts_in_play(Box{cells_.data(), width_, height_},
                           [&](Box part, int, int) { sum.push_back(canonical_of(part)); });
}

}  // namespace cgt::go
