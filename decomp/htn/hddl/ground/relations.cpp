#include "decomp/htn/hddl/ground/relations.hpp"

#include <bit>
#include <cmath>

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

namespace {

constexpr std::uint64_t kFunctionBit = std::uint64_t{1} << 63U;

Word word_of(Index symbol, Index tuple) { return (Word{symbol} << 32U) | tuple; }

}  // namespace

Relations::Relations(std::size_t predicates, std::size_t functions)
    : relations_(predicates), functions_(functions) {}

// Gives a tuple its bucket.
void Relations::enter(KeyIndex& index, Index tuple, std::span<const Index> objects) {
  SmallVector<Index, 8> key;
  for (const Index column : index.columns) key.push_back(objects[column]);
  const Index bucket = index.keys.intern({key.data(), key.size()});
  if (bucket == index.buckets.size()) index.buckets.emplace_back();
  CGT_ASSERT(tuple == index.bucket_of.size(), "tuples enter an index in their order");
  static_cast<void>(tuple);
  index.bucket_of.push_back(bucket);
  index.place_of.push_back(0);
}

Index Relations::intern(Index predicate, std::span<const Index> objects) {
  Relation& relation = relations_[predicate];
  const Index tuple = relation.tuples.intern(objects);
  if (tuple == relation.present.size()) {
    relation.present.push_back(0);
    for (KeyIndex& index : relation.indices) enter(index, tuple, objects);
  }
  return tuple;
}

void Relations::flip(Relation& relation, Index predicate, Index tuple) {
  relation.present[tuple] ^= 1U;
  const Hash128 h = hash128(word_of(predicate, tuple), 0);
  relation.hash ^= h;
  hash_ ^= h;
}

void Relations::add(Index predicate, Index tuple) {
  Relation& relation = relations_[predicate];
  if (relation.present[tuple] != 0) return;
  flip(relation, predicate, tuple);
  ++relation.count;
  for (KeyIndex& index : relation.indices) {
    Bucket& bucket = index.buckets[index.bucket_of[tuple]];
    index.place_of[tuple] = static_cast<Index>(bucket.size());
    bucket.push_back(tuple);
  }
  trail_.push_back({Change::Kind::kAdded, predicate, tuple, 0});
}

void Relations::remove(Index predicate, Index tuple) {
  Relation& relation = relations_[predicate];
  if (relation.present[tuple] == 0) return;
  flip(relation, predicate, tuple);
  --relation.count;
  for (KeyIndex& index : relation.indices) {
    Bucket& bucket = index.buckets[index.bucket_of[tuple]];
    const Index place = index.place_of[tuple];
    bucket[place] = bucket.back();
    index.place_of[bucket[place]] = place;
    bucket.pop_back();
    places_.push_back(place);
  }
  trail_.push_back({Change::Kind::kRemoved, predicate, tuple, 0});
}

void Relations::undo(std::size_t mark) {
  CGT_ASSERT(mark <= trail_.size(), "marks are undone in the order of a stack");
  while (trail_.size() > mark) {
    const Change change = trail_.back();
    trail_.pop_back();
    if (change.kind == Change::Kind::kSet) {
      store(change.symbol, change.tuple, change.before);
      continue;
    }
    Relation& relation = relations_[change.symbol];
    flip(relation, change.symbol, change.tuple);
    if (change.kind == Change::Kind::kAdded) {
      --relation.count;
      for (KeyIndex& index : relation.indices) {
        // All later changes are undone: it is the last one again.
        index.buckets[index.bucket_of[change.tuple]].pop_back();
      }
      continue;
    }
    ++relation.count;
    const std::size_t first_place = places_.size() - relation.indices.size();
    std::size_t next_place = first_place;
    for (KeyIndex& index : relation.indices) {
      Bucket& bucket = index.buckets[index.bucket_of[change.tuple]];
      const Index place = places_[next_place++];
      index.place_of[change.tuple] = place;
      if (place == bucket.size()) {
        bucket.push_back(change.tuple);
        continue;
      }
      const Index moved = bucket[place];
      index.place_of[moved] = static_cast<Index>(bucket.size());
      bucket.push_back(moved);
      bucket[place] = change.tuple;
    }
    places_.resize(first_place);
  }
}

Index Relations::index_by(Index predicate, std::span<const Index> columns) {
  Relation& relation = relations_[predicate];
  for (Index i = 0; i < relation.indices.size(); ++i) {
    if (std::ranges::equal(relation.indices[i].columns, columns)) return i;
  }
  CGT_EXPECTS(trail_.empty(), "indices are made before the state changes");
  KeyIndex index;
  index.columns.assign(columns.begin(), columns.end());
  for (Index tuple = 0; tuple < relation.tuples.size(); ++tuple) {
    enter(index, tuple, relation.tuples[tuple]);
    if (relation.present[tuple] == 0) continue;
    Bucket& bucket = index.buckets[index.bucket_of[tuple]];
    index.place_of[tuple] = static_cast<Index>(bucket.size());
    bucket.push_back(tuple);
  }
  relation.indices.push_back(std::move(index));
  return static_cast<Index>(relation.indices.size() - 1);
}

double Relations::selectivity(Index predicate, Index index) const {
  const Relation& relation = relations_[predicate];
  const double keys = static_cast<double>(relation.indices[index].keys.size());
  return std::max(0.5, static_cast<double>(relation.count) / std::max(1.0, keys));
}

double Relations::value(Index function, std::span<const Index> objects) const {
  const Function& f = functions_[function];
  const Index tuple = f.tuples.find(objects);
  return tuple == kNone ? std::numeric_limits<double>::quiet_NaN() : f.values[tuple];
}

void Relations::store(Index function, Index tuple, double value) {
  Function& f = functions_[function];
  const Word which = word_of(function, tuple) | kFunctionBit;
  const auto change = [&](double number) {
    if (std::isnan(number) || f.left_out) return;
    // 0 and -0 are equal.
    const Hash128 h = hash128(which, std::bit_cast<Word>(number == 0 ? 0.0 : number));
    f.hash ^= h;
    hash_ ^= h;
  };
  change(f.values[tuple]);
  f.values[tuple] = value;
  change(value);
}

void Relations::set(Index function, std::span<const Index> objects, double value) {
  Function& f = functions_[function];
  const Index tuple = f.tuples.intern(objects);
  if (tuple == f.values.size()) f.values.push_back(std::numeric_limits<double>::quiet_NaN());
  trail_.push_back({Change::Kind::kSet, function, tuple, f.values[tuple]});
  store(function, tuple, value);
}

std::uint64_t Relations::bytes() const {
  std::uint64_t sum = trail_.capacity() * sizeof(Change) + places_.capacity() * sizeof(Index);
  for (const Relation& relation : relations_) {
    sum += relation.tuples.bytes() + relation.present.capacity();
    for (const KeyIndex& index : relation.indices) {
      sum += index.keys.bytes() + index.bucket_of.capacity() * 3 * sizeof(Index) +
             index.buckets.capacity() * sizeof(Bucket);
    }
  }
  return sum;
}

}  // namespace cgt::htn::hddl
