#include "decomp/htn/hddl/ground/tuples.hpp"

#include <algorithm>

#include "cgt/support/memory/hash.hpp"

namespace cgt::htn::hddl {

std::uint64_t Tuples::hash(std::span<const Index> tuple) {
  std::uint64_t h = tuple.size();
  for (const Index word : tuple) h = mix(h, word);
  return h;
}

// The slot that holds the tuple, or the free one where it belongs.
std::size_t Tuples::place(std::span<const Index> tuple, std::uint64_t hash) const {
  const std::size_t mask = slots_.size() - 1;
  const auto tag = static_cast<std::uint32_t>(hash >> 32U);
  std::size_t at = hash & mask;
  while (slots_[at].id != kNone) {
    if (slots_[at].tag == tag && std::ranges::equal((*this)[slots_[at].id], tuple)) break;
    at = (at + 1) & mask;
  }
  return at;
}

Index Tuples::find(std::span<const Index> tuple) const {
  if (slots_.empty()) return kNone;
  return slots_[place(tuple, hash(tuple))].id;
}

Index Tuples::intern(std::span<const Index> tuple) {
  if (2 * (ends_.size() + 1) > slots_.size()) grow();
  const std::uint64_t h = hash(tuple);
  Slot& slot = slots_[place(tuple, h)];
  if (slot.id != kNone) return slot.id;
  slot = {static_cast<std::uint32_t>(h >> 32U), size()};
  data_.insert(data_.end(), tuple.begin(), tuple.end());
  ends_.push_back(data_.size());
  return slot.id;
}

void Tuples::grow() {
  const std::size_t size = std::max<std::size_t>(8, 2 * slots_.size());
  slots_.assign(size, Slot{});
  for (Index id = 0; id < ends_.size(); ++id) {
    const std::uint64_t h = hash((*this)[id]);
    std::size_t at = h & (size - 1);
    while (slots_[at].id != kNone) at = (at + 1) & (size - 1);
    slots_[at] = {static_cast<std::uint32_t>(h >> 32U), id};
  }
}

}  // namespace cgt::htn::hddl
