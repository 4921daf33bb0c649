// A state: which facts hold, and what numeric functions are worth. Changed in place, undone by a
// trail, with indices that find all facts with given arguments without looking at others.
//
// Invariants:
//   1. A tuple of a relation, once seen, keeps its id; being in the state is a flag.
//   2. Undoing restores the order inside of buckets too. So whoever stands at a place in a bucket
//      finds the same fact there when the state is the same again.
//   3. hash(p) is a function of the facts of p that hold, hash() of the whole state but for what
//      was declared as not part of it.
//
// Thread rule: one thread.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "decomp/htn/domain.hpp"
#include "decomp/htn/hddl/read/model.hpp"

namespace cgt::htn::hddl {

// Interned tuples of numbers: equal tuples have equal ids, ids count from 0 and never change.
class CGT_API Tuples {
 public:
  static constexpr Index kNone = 0xffffffffU;

  Index size() const { return static_cast<Index>(ends_.size()); }
  std::span<const Index> operator[](Index id) const {
    const std::size_t begin = id == 0 ? 0 : ends_[id - 1];
    return {data_.data() + begin, ends_[id] - begin};
  }
  // kNone if the tuple has no id yet.
  Index find(std::span<const Index> tuple) const;
  Index intern(std::span<const Index> tuple);
  std::uint64_t bytes() const {
    return data_.capacity() * sizeof(Index) + ends_.capacity() * sizeof(std::size_t) +
           slots_.capacity() * sizeof(Slot);
  }

 private:
  struct Slot {
    std::uint32_t tag = 0;  // high half of the hash
    Index id = kNone;
  };
  std::vector<Index> data_;
  std::vector<std::size_t> ends_;
  std::vector<Slot> slots_;  // a power of two, linear probing, at most half full

  static std::uint64_t hash(std::span<const Index> tuple);
  std::size_t place(std::span<const Index> tuple, std::uint64_t hash) const;
  void grow();
};

class CGT_API Relations {
 public:
  static constexpr Index kNone = Tuples::kNone;

  Relations(std::size_t predicates, std::size_t functions);

  // --- facts ---
  bool holds(Index predicate, std::span<const Index> objects) const {
    const Relation& relation = relations_[predicate];
    const Index tuple = relation.tuples.find(objects);
    return tuple != kNone && relation.present[tuple] != 0;
  }
  // The id of a tuple, whether it holds or not.
  Index intern(Index predicate, std::span<const Index> objects);
  std::span<const Index> tuple(Index predicate, Index id) const {
    return relations_[predicate].tuples[id];
  }
  bool holds(Index predicate, Index tuple) const {
    return relations_[predicate].present[tuple] != 0;
  }
  // Tuples have ids below this.
  Index tuples(Index predicate) const { return relations_[predicate].tuples.size(); }
  void add(Index predicate, Index tuple);
  void remove(Index predicate, Index tuple);
  // How many hold.
  std::size_t count(Index predicate) const { return relations_[predicate].count; }

  // --- indices ---
  // The number of the index of the predicate by the columns, made if it is new.
  Index index_by(Index predicate, std::span<const Index> columns);
  // The facts whose columns have these values; kNone if there never were any.
  Index bucket(Index predicate, Index index, std::span<const Index> key) const {
    return relations_[predicate].indices[index].keys.find(key);
  }
  std::span<const Index> facts(Index predicate, Index index, Index bucket) const {
    return relations_[predicate].indices[index].buckets[bucket];
  }
  // How many facts a look-up in the index finds on average in the present state, or at least 1/2.
  double selectivity(Index predicate, Index index) const;

  // --- functions ---
  // NaN if it has no value.
  double value(Index function, std::span<const Index> objects) const;
  void set(Index function, std::span<const Index> objects, double value);
  // All values by number, below values(function), with the arguments that they belong to.
  Index values(Index function) const { return functions_[function].tuples.size(); }
  double value(Index function, Index number) const { return functions_[function].values[number]; }
  std::span<const Index> arguments(Index function, Index number) const {
    return functions_[function].tuples[number];
  }
  // States that differ in this function only are the same.
  void leave_out(Index function) { functions_[function].left_out = true; }

  // --- undoing ---
  std::size_t mark() const { return trail_.size(); }
  void undo(std::size_t mark);
  // Forgets how to undo what was done so far: this is where the state begins.
  void commit() {
    trail_.clear();
    places_.clear();
  }

  // --- hashes ---
  const Hash128& hash(Index predicate) const { return relations_[predicate].hash; }
  const Hash128& function_hash(Index function) const { return functions_[function].hash; }
  const Hash128& hash() const { return hash_; }
  std::uint64_t bytes() const;

 private:
  // Tuples; most hold few.
  using Bucket = SmallVector<Index, 2>;
  struct KeyIndex {
    std::vector<Index> columns;
    Tuples keys;
    std::vector<Bucket> buckets;   // by key
    std::vector<Index> bucket_of;  // by tuple
    std::vector<Index> place_of;   // by tuple: in its bucket, while it holds
  };
  struct Relation {
    Tuples tuples;
    std::vector<std::uint8_t> present;
    std::vector<KeyIndex> indices;
    std::size_t count = 0;
    Hash128 hash;
  };
  struct Function {
    Tuples tuples;
    std::vector<double> values;
    bool left_out = false;
    Hash128 hash;
  };
  struct Change {
    enum class Kind : std::uint8_t { kAdded, kRemoved, kSet };
    Kind kind = Kind::kAdded;
    Index symbol = 0;
    Index tuple = 0;
    double before = 0;
  };

  std::vector<Relation> relations_;
  std::vector<Function> functions_;
  std::vector<Change> trail_;
  std::vector<Index> places_;  // of removed facts: one for each index of the predicate
  Hash128 hash_;

  static void enter(KeyIndex& index, Index tuple, std::span<const Index> objects);
  void flip(Relation& relation, Index predicate, Index tuple);
  void store(Index function, Index tuple, double value);
};

}  // namespace cgt::htn::hddl
