#include "decomp/labs/sokoban/states.hpp"

#include <algorithm>
#include <bit>

#include "cgt/support/hash.hpp"

namespace cgt::sokoban {

StateTable::StateTable(int squares)
    : words_((static_cast<std::size_t>(squares) + 63) / 64),
      key_(words_ + 1),
      slots_(1024, kNone) {}

void StateTable::write(const Position& position, Square region) {
  std::fill(key_.begin(), key_.end(), 0);
  for (const Square s : position.boxes())
    key_[static_cast<std::size_t>(s) / 64] |= std::uint64_t{1} << (static_cast<unsigned>(s) % 64);
  key_[words_] = static_cast<std::uint64_t>(region);
}

std::size_t StateTable::slot(const std::uint64_t* words) const {
  std::uint64_t hash = 0;
  for (std::size_t i = 0; i <= words_; ++i) hash = mix(hash, words[i]);
  return static_cast<std::size_t>(hash) & (slots_.size() - 1);
}

std::uint32_t StateTable::find(const Position& position, Square region) {
  write(position, region);
  for (std::size_t i = slot(key_.data());; i = (i + 1) & (slots_.size() - 1)) {
    const std::uint32_t state = slots_[i];
    if (state == kNone) return kNone;
    if (std::equal(key_.begin(), key_.end(),
                   data_.begin() + static_cast<std::ptrdiff_t>(state * (words_ + 1))))
      return state;
  }
}

std::pair<std::uint32_t, bool> StateTable::insert(const Position& position, Square region) {
  const std::uint32_t known = find(position, region);
  if (known != kNone) return {known, false};
  if ((count_ + 1) * 2 > slots_.size()) grow();
  std::size_t i = slot(key_.data());
  while (slots_[i] != kNone) i = (i + 1) & (slots_.size() - 1);
  slots_[i] = static_cast<std::uint32_t>(count_);
  data_.insert(data_.end(), key_.begin(), key_.end());
  return {static_cast<std::uint32_t>(count_++), true};
}

void StateTable::grow() {
  slots_.assign(slots_.size() * 2, kNone);
  for (std::size_t state = 0; state < count_; ++state) {
    std::size_t i = slot(&data_[state * (words_ + 1)]);
    while (slots_[i] != kNone) i = (i + 1) & (slots_.size() - 1);
    slots_[i] = static_cast<std::uint32_t>(state);
  }
}

void StateTable::boxes(std::uint32_t state, std::vector<Square>& boxes) const {
  boxes.clear();
  const std::uint64_t* const words = &data_[std::size_t{state} * (words_ + 1)];
  for (std::size_t w = 0; w < words_; ++w) {
    for (std::uint64_t rest = words[w]; rest != 0; rest &= rest - 1)
      boxes.push_back(
          static_cast<Square>(w * 64 + static_cast<std::size_t>(std::countr_zero(rest))));
  }
}

Square StateTable::region(std::uint32_t state) const {
  return static_cast<Square>(data_[std::size_t{state} * (words_ + 1) + words_]);
}

std::uint64_t StateTable::bytes() const {
  return data_.capacity() * 8 + slots_.capacity() * sizeof(std::uint32_t);
}

}  // namespace cgt::sokoban
