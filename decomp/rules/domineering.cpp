#include "decomp/rules/domineering.hpp"

#include <fmt/format.h>

#include <boost/multiprecision/cpp_int.hpp>

#include "decomp/rules/grid/board.hpp"

namespace cgt::domineering {
namespace {

constexpr const char* kCharMap = ".#";

using Wide = boost::multiprecision::number<boost::multiprecision::cpp_int_backend<
    1024, 1024, boost::multiprecision::unsigned_magnitude, boost::multiprecision::unchecked, void>>;

std::uint64_t low_word(const Wide& bits) {
  return static_cast<std::uint64_t>(bits & Wide(~std::uint64_t{0}));
}
int lowest_bit(std::uint64_t bits) { return std::countr_zero(bits); }
int lowest_bit(const Wide& bits) { return static_cast<int>(boost::multiprecision::lsb(bits)); }
int highest_bit(std::uint64_t bits) { return 63 - std::countl_zero(bits); }
int highest_bit(const Wide& bits) { return static_cast<int>(boost::multiprecision::msb(bits)); }

template <class Bits>
Bits bit(int i) {
  return Bits(1) << i;
}
// Bits 0 .. n-1.
template <class Bits>
Bits ones(int n) {
  if constexpr (std::is_same_v<Bits, std::uint64_t>) {
    return n >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << n) - 1;
  } else {
    return n >= kMaxCells ? ~Bits(0) : (Bits(1) << n) - 1;
  }
}
// The first column of a box, shifted left by `column`.
template <class Bits>
Bits column_mask(int rows, int columns, int column) {
  Bits mask(0);
  for (int r = 0; r < rows; ++r) mask |= bit<Bits>(r * columns + column);
  return mask;
}

template <class Bits>
Bits reversed(Bits row, int length) {
  Bits out(0);
  for (int i = 0; i < length; ++i) {
    if ((row & 1U) != 0) out |= bit<Bits>(length - 1 - i);
    row >>= 1;
  }
  return out;
}

template <>
std::uint64_t reversed(std::uint64_t row, int length) {
  return reversed_bits(row) >> (64 - length);
}

// The cells moved down by a row; a row may be the whole word.
std::uint64_t next_row(std::uint64_t cells, int columns) {
  return columns < 64 ? cells >> columns : 0;
}
Wide next_row(const Wide& cells, int columns) { return cells >> columns; }

int count_bits(std::uint64_t bits) { return std::popcount(bits); }
int count_bits(Wide bits) {
  int count = 0;
  for (; bits != 0; bits &= bits - 1) ++count;
  return count;
}

// The cells of `free` that hang together with the first of them. The masks leave out the first and the last
// column.
std::uint64_t connected(std::uint64_t free, std::uint64_t /*not_first*/, std::uint64_t not_last,
                        int columns) {
  // A cell whose neighbour to the right is in, two, four cells to the left of one: all are free and in one row.
  const std::uint64_t by_one = free & not_last;
  const std::uint64_t by_two = by_one & by_one >> 1U;
  const std::uint64_t by_four = by_two & by_two >> 2U;
  std::uint64_t part = free & (~free + 1);
  while (true) {
    // Down and up, along the row to higher bits as a carry that the end of the row stops, then to lower ones.
    std::uint64_t grown = part;
    if (columns < 64) grown |= (part >> columns | part << columns) & free;
    grown |= ((by_one + (grown & by_one)) ^ by_one) & free;
    grown |= by_one & grown >> 1U;
    grown |= by_two & grown >> 2U;
    grown |= by_four & grown >> 4U;
    if (grown == part || grown == free) return grown;
    part = grown;
  }
}
Wide connected(const Wide& free, const Wide& not_first, const Wide& not_last, int columns) {
  Wide part = free & (~free + 1);
  while (true) {
    Wide grown = part | (((part >> columns) | (part << columns)) & free);
    grown |= (((grown << 1) & not_first) | ((grown >> 1) & not_last)) & free;
    if (grown == part) return part;
    part = std::move(grown);
  }
}

// kSpread[d][n]: bit i of n becomes bit i * d, for four bits at a time.
constexpr auto kSpread = [] {
  std::array<std::array<std::uint64_t, 16>, 65> table{};
  for (unsigned d = 0; d <= 64; ++d) {
    for (unsigned n = 0; n < 16; ++n) {
      for (unsigned i = 0; i < 4; ++i) {
        if ((n >> i & 1U) != 0 && i * d < 64) table[d][n] |= std::uint64_t{1} << i * d;
      }
    }
  }
  return table;
}();

// For a lying and a standing domino: whether its neighbours among these cells around it, three rows of four or
// four of three, hang together by them.
constexpr auto kStaysWhole = [] {
  std::array<std::array<bool, 4096>, 2> table{};
  for (unsigned standing = 0; standing < 2; ++standing) {
    const unsigned width = standing != 0 ? 3 : 4;
    const unsigned first_column = standing != 0 ? 0x249 : 0x111;
    const unsigned last_column = first_column << (width - 1);
    const auto beside = [&](unsigned cells) {
      return (cells << width | cells >> width | (cells & ~last_column) << 1U |
              (cells & ~first_column) >> 1U) &
             0xFFFU;
    };
    const unsigned domino = standing != 0 ? 0x90 : 0x60;
    for (unsigned free = 0; free < 4096; ++free) {
      const unsigned neighbours = beside(domino) & free & ~domino;
      unsigned part = neighbours & (~neighbours + 1);
      for (unsigned before = 0; before != part;) {
        before = part;
        part |= beside(part) & free & ~domino;
      }
      table[standing][free] = (neighbours & ~part) == 0;
    }
  }
  return table;
}();

// kColumn[c]: the first cell of each row of c cells.
constexpr auto kColumn = [] {
  std::array<std::uint64_t, 65> table{};
  for (unsigned c = 1; c <= 64; ++c) {
    for (unsigned i = 0; i < 64; i += c) table[c] |= std::uint64_t{1} << i;
  }
  return table;
}();

// The cells of a box of rows x columns, rows and columns exchanged.
std::uint64_t exchanged(std::uint64_t free, int rows, int columns) {
  std::uint64_t out = 0;
  const std::uint64_t row_mask = ones<std::uint64_t>(columns);
  const auto& spread = kSpread[static_cast<std::size_t>(rows)];
  for (int r = 0; r < rows; ++r) {
    std::uint64_t row = free >> (r * columns) & row_mask;
    for (int to = r; row != 0; to += 4 * rows, row >>= 4U) out |= spread[row & 15U] << to;
  }
  return out;
}
Wide exchanged(const Wide& free, int rows, int columns) {
  Wide out(0);
  for (Wide rest = free; rest != 0; rest &= rest - 1) {
    const int i = lowest_bit(rest);
    out |= bit<Wide>((i % columns) * rows + i / columns);
  }
  return out;
}

}  // namespace

template <class Bits, bool kCram>
Position<Bits, kCram>::Position(int rows, int columns, const std::vector<bool>& free)
    : Position(rows, columns, Bits(0)) {
  for (int i = 0; i < rows * columns; ++i) {
    if (free[static_cast<std::size_t>(i)]) free_ |= bit<Bits>(i);
  }
}

template <class Bits, bool kCram>
std::vector<Option<Position<Bits, kCram>>> Position<Bits, kCram>::options(Player player) const {
  std::vector<Option<Position>> out;
  const auto place = [&](Bits where, const Bits& domino) {
    out.reserve(out.size() + static_cast<std::size_t>(count_bits(where)));
    while (where != 0) {
      const int at = lowest_bit(where);
      where &= where - 1;
      out.push_back({static_cast<std::uint32_t>(at),
                     Position(rows_, columns_, Bits(free_ ^ (domino << at)))});
    }
  };
  if ((kCram || player == Player::kLeft) && rows_ > 1) {
    place(free_ & (free_ >> columns_), bit<Bits>(0) | bit<Bits>(columns_));
  }
  if (kCram || player == Player::kRight) {
    const Bits last = first_column() << (columns_ - 1);
    place(free_ & (free_ >> 1) & ~last, Bits(3));
  }
  return out;
}

template <class Bits, bool kCram>
std::int64_t Position<Bits, kCram>::split(std::vector<Summand<Position>>& sum) const {
  if (free_ == 0) return 0;
  const Bits first = first_column();
  const Bits not_first = ~first;
  const Bits not_last = ~Bits(first << (columns_ - 1));
  Bits rest = free_;
  std::int64_t value = 0;
  while (rest != 0) {
    Bits part = connected(rest, not_first, not_last, columns_);
    rest ^= part;
    if ((part & (part - 1)) != 0) value += split_part(part, sum);
  }
  return value;
}

// A lying domino has three rows of four cells around it, a standing one four rows of three. Where its free
// neighbours hang together by free cells of these, what it leaves is connected.
template <class Bits, bool kCram>
std::int64_t Position<Bits, kCram>::split_after(const Position& after,
                                                std::vector<Summand<Position>>& sum) const {
  if constexpr (std::is_same_v<Bits, std::uint64_t>) {
    const Bits free = after.free_;
    const Bits domino = free_ ^ free;
    const int at = lowest_bit(domino);
    const bool lies = columns_ > 1 && domino >> at == 3;
    const Bits column = first_column();
    // The columns of the box from the one before the domino on: those outside are not free.
    const bool first = (column >> at & 1U) != 0;
    const int beyond = at + (lies ? 2 : 1);  // to the right of the domino, maybe in the next row
    const bool last = beyond >= 64 || (column >> beyond & 1U) != 0;
    const Bits here = (lies ? 15U : 7U) & (first ? ~1U : ~0U) & (last ? (lies ? 7U : 3U) : ~0U);
    const auto row_from = [&](int cell) {
      if (cell < 0 || cell > 64) return Bits{0};
      return (cell == 0 ? free << 1U : free >> (cell - 1)) & here;
    };
    const int rows = lies ? 3 : 4;
    const int width = lies ? 4 : 3;
    Bits window = 0;
    for (int r = 0; r < rows; ++r) window |= row_from(at + (r - 1) * columns_) << r * width;
    if (kStaysWhole[lies ? 0 : 1][static_cast<std::size_t>(window)]) {
      return (free & (free - 1)) == 0 ? 0 : after.split_part(free, sum);
    }
  }
  return after.split(sum);
}

template <class Bits, bool kCram>
Bits Position<Bits, kCram>::first_column() const {
  if constexpr (std::is_same_v<Bits, std::uint64_t>) {
    return kColumn[columns_];
  } else {
    return column_mask<Bits>(rows_, columns_, 0);
  }
}

template <class Bits, bool kCram>
std::int64_t Position<Bits, kCram>::split_part(const Bits& part,
                                               std::vector<Summand<Position>>& sum) const {
  const Bits row_mask = ones<Bits>(columns_);
  const Bits column = first_column();
  int height = rows_;
  int width = columns_;
  Bits cells = part;
  // Most parts reach all sides of the box.
  if ((part & row_mask) == 0 || (part >> (rows_ - 1) * columns_) == 0 || (part & column) == 0 ||
      (part & (column << (columns_ - 1))) == 0) {
    // Row by row, without products and quotients: parts are cut out for every move.
    Bits rest = part;
    while ((rest & row_mask) == 0) rest >>= columns_;
    height = 0;
    Bits across(0);  // all rows on top of each other
    for (Bits below = rest; below != 0; below = next_row(below, columns_)) {
      across |= below;
      ++height;
    }
    across &= row_mask;
    const int left = lowest_bit(across);
    width = highest_bit(across) - left + 1;
    cells = rest;
    if (width != columns_) {
      cells = Bits(0);
      const Bits mask = ones<Bits>(width);
      rest >>= left;
      for (int at = 0; rest != 0; at += width, rest = next_row(rest, columns_)) {
        cells |= (rest & mask) << at;
      }
    }
  }
  if (!kCram && height == 1) return -(width / 2);
  if (!kCram && width == 1) return height / 2;
  if (height != width) {
    const bool lying = width > height;
    if (!lying) cells = exchanged(cells, height, width);
    const int rows = std::min(height, width);
    const int columns = std::max(height, width);
    sum.push_back({Position(rows, columns, least(cells, rows, columns)), !kCram && !lying});
    return 0;
  }
  Bits upright = least(cells, height, width);
  Bits other = least(exchanged(cells, height, width), width, height);
  const bool negated = other < upright;
  sum.push_back({Position(height, width, std::move(negated ? other : upright)), !kCram && negated});
  return 0;
}

// Of the four images a half turn is one reversal of all bits.
template <class Bits, bool kCram>
Bits Position<Bits, kCram>::least(const Bits& cells, int rows, int columns) {
  const Bits mask = ones<Bits>(columns);
  Bits flipped(0);  // the last row first
  Bits rest = cells;
  for (int r = 0; r < rows; ++r) {
    flipped = r == 0 ? Bits(rest & mask) : Bits((flipped << columns) | (rest & mask));
    if (r + 1 < rows) rest >>= columns;
  }
  const Bits turned = reversed(cells, rows * columns);
  const Bits mirrored = reversed(flipped, rows * columns);
  return std::min(std::min(cells, turned), std::min(flipped, mirrored));
}

template <class Bits, bool kCram>
std::uint32_t Position<Bits, kCram>::depth_hint() const {
  return static_cast<std::uint32_t>(count_bits(free_)) / 2;
}

template <class Bits, bool kCram>
std::optional<Nus> Position<Bits, kCram>::known_value() const requires kCram {
  const int cells = rows_ * columns_;
  if (free_ == 0) return Nus{};
  if (reversed(free_, cells) != free_) return std::nullopt;
  // The turn leaves the cell in the middle where it is, or exchanges the two there.
  if (rows_ % 2 != 0 || columns_ % 2 != 0) {
    const int middle = rows_ / 2 * columns_ + columns_ / 2;
    const bool pair_of_rows = rows_ % 2 == 0;
    const int cell = pair_of_rows ? middle - columns_ : middle;
    if ((free_ & bit<Bits>(cell)) != 0) return std::nullopt;
  }
  return Nus{};
}

template <class Bits, bool kCram>
std::uint64_t Position<Bits, kCram>::hash() const {
  std::uint64_t h = static_cast<std::uint64_t>(rows_) << 16U | columns_;
  if constexpr (std::is_same_v<Bits, std::uint64_t>) {
    return mix(h, free_);
  } else {
    for (Bits rest = free_; rest != 0; rest >>= 64) h = mix(h, low_word(rest));
    return h;
  }
}

template <class Bits, bool kCram>
std::string Position<Bits, kCram>::text() const {
  std::string out;
  for (int i = 0; i < rows_ * columns_; ++i) {
    if (i > 0 && i % columns_ == 0) out += '|';
    out += (free_ & bit<Bits>(i)) != 0 ? '.' : '#';
  }
  return out;
}

template class Position<std::uint64_t, false>;
template class Position<std::uint64_t, true>;
template class Position<Wide, false>;
template class Position<Wide, true>;

namespace {

template <bool kCram>
class DominoRuleset final : public Ruleset {
 public:
  std::string class_name() const override { return kCram ? "Cram" : "Domineering"; }
  std::string char_map() const override { return kCharMap; }
  using Ruleset::position;
  AnyPosition position(RulesetArguments arguments) const override {
    const grid::Board board = grid::Board::read(arguments, kCharMap, class_name());
    arguments.finish();
    if (board.size() > kMaxCells) {
      throw Error("the board is too large", fmt::format("at most {} cells", kMaxCells));
    }
    std::vector<bool> free;
    for (int i = 0; i < board.size(); ++i) free.push_back(board[i] == 0);
    if (board.size() > 64)
      return AnyPosition(Position<Wide, kCram>(board.rows(), board.columns(), free));
    return AnyPosition(Position<std::uint64_t, kCram>(board.rows(), board.columns(), free));
  }
};

template <bool kCram>
RulesetEntry entry(std::string name, std::string path, std::string summary) {
  return {std::move(name),
          std::move(path),
          std::move(summary),
          ". is free, # is taken; rows are separated by |",
          "....|....|....",
          "",
          [](RulesetArguments arguments) -> std::shared_ptr<const Ruleset> {
            arguments.finish();
            return std::make_shared<DominoRuleset<kCram>>();
          }};
}

}  // namespace

RulesetEntry domineering_entry() {
  return entry<false>("domineering", "game.grid.Domineering",
                      "Left places vertical dominoes, Right horizontal ones");
}

RulesetEntry cram_entry() {
  return entry<true>("cram", "game.grid.Cram", "both players place dominoes either way");
}

}  // namespace cgt::domineering
