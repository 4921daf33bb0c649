#include "decomp/rules/domineering/domineering.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <boost/multiprecision/cpp_int.hpp>

#include "cgt/support/bits.hpp"
#include "cgt/support/memory/hash.hpp"
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
    while (where != 0) {
      const int at = lowest_bit(where);
      where &= where - 1;
      out.push_back({static_cast<std::uint32_t>(at),
                     Position(rows_, columns_, Bits(free_ ^ (domino << at)))});
    }
  };
  if (kCram || player == Player::kLeft) {
    place(free_ & (free_ >> columns_), bit<Bits>(0) | bit<Bits>(columns_));
  }
  if (kCram || player == Player::kRight) {
    const Bits last = column_mask<Bits>(rows_, columns_, columns_ - 1);
    place(free_ & (free_ >> 1) & ~last, Bits(3));
  }
  return out;
}

template <class Bits, bool kCram>
std::int64_t Position<Bits, kCram>::split(std::vector<Summand<Position>>& sum) const {
  if (free_ == 0) return 0;
  const Bits not_first = ~column_mask<Bits>(rows_, columns_, 0);
  const Bits not_last = ~column_mask<Bits>(rows_, columns_, columns_ - 1);
  Bits rest = free_;
  std::int64_t value = 0;
  while (rest != 0) {
    Bits part = rest & (~rest + 1);
    while (true) {
      Bits grown = part | (part >> columns_) | (part << columns_) | ((part << 1) & not_first) |
                   ((part >> 1) & not_last);
      grown &= rest;
      if (grown == part) break;
      part = grown;
    }
    rest ^= part;
    if ((part & (part - 1)) != 0) value += split_part(part, sum);
  }
  return value;
}

template <class Bits, bool kCram>
std::int64_t Position<Bits, kCram>::split_part(const Bits& part,
                                               std::vector<Summand<Position>>& sum) const {
  const int top = lowest_bit(part) / columns_;
  const int bottom = highest_bit(part) / columns_;
  Bits across(0);  // all rows on top of each other
  for (int r = top; r <= bottom; ++r) across |= part >> (r * columns_);
  across &= ones<Bits>(columns_);
  const int left = lowest_bit(across);
  const int width = highest_bit(across) - left + 1;
  const int height = bottom - top + 1;
  if (!kCram && height == 1) return -(width / 2);
  if (!kCram && width == 1) return height / 2;
  Position box(height, width, Bits(0));
  const Bits row_mask = ones<Bits>(width);
  for (int r = top; r <= bottom; ++r) {
    box.free_ |= ((part >> (r * columns_ + left)) & row_mask) << ((r - top) * width);
  }
  if (height != width) {
    const bool lying = width > height;
    sum.push_back({(lying ? box : box.transposed()).least(), !kCram && !lying});
    return 0;
  }
  Position upright = box.least();
  Position other = box.transposed().least();
  const bool negated = before(other, upright);
  sum.push_back({negated ? std::move(other) : std::move(upright), !kCram && negated});
  return 0;
}

template <class Bits, bool kCram>
Position<Bits, kCram> Position<Bits, kCram>::transposed() const {
  Position out(columns_, rows_, Bits(0));
  for (Bits rest = free_; rest != 0; rest &= rest - 1) {
    const int i = lowest_bit(rest);
    out.free_ |= bit<Bits>((i % columns_) * rows_ + i / columns_);
  }
  return out;
}

template <class Bits, bool kCram>
Position<Bits, kCram> Position<Bits, kCram>::rows_reversed() const {
  Position out(rows_, columns_, Bits(0));
  const Bits mask = ones<Bits>(columns_);
  for (int r = 0; r < rows_; ++r) {
    out.free_ |= ((free_ >> (r * columns_)) & mask) << ((rows_ - 1 - r) * columns_);
  }
  return out;
}

// With rows_reversed() a half turn, which is one reversal of all bits.
template <class Bits, bool kCram>
Position<Bits, kCram> Position<Bits, kCram>::columns_reversed() const {
  Position turned(rows_, columns_, reversed(free_, rows_ * columns_));
  return turned.rows_reversed();
}

template <class Bits, bool kCram>
Position<Bits, kCram> Position<Bits, kCram>::least() const {
  const Position turned(rows_, columns_, reversed(free_, rows_ * columns_));
  const Position flipped = rows_reversed();
  const Position mirrored = turned.rows_reversed();
  const Position& a = before(turned, *this) ? turned : *this;
  const Position& b = before(mirrored, flipped) ? mirrored : flipped;
  return before(b, a) ? b : a;
}

template <class Bits, bool kCram>
std::uint32_t Position<Bits, kCram>::depth_hint() const {
  std::uint32_t cells = 0;
  for (Bits rest = free_; rest != 0; rest &= rest - 1) ++cells;
  return cells / 2;
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
