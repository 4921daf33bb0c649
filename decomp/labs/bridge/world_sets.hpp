// Sets of worlds, and fronts of them: what a strategy that does not know the world can win.
//
// The model is that of Frank and Basin (1998): the defenders know the world and the strategy. A
// strategy wins a set of worlds; the value of a position is the front of maximal sets. At declarer's
// nodes fronts are united, at those of defenders every reply has to be won. Where tricks count, not a
// contract, a strategy wins so many of them in each world: TrickCounts take the place of sets.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace cgt::bridge {

// Up to 256 worlds.
struct WorldSet {
  static constexpr std::size_t kMost = 256;
  std::array<std::uint64_t, 4> words{};

  static WorldSet first(std::size_t n) {
    WorldSet out;
    for (std::size_t i = 0; i < n; ++i) out.insert(i);
    return out;
  }
  void insert(std::size_t i) { words[i >> 6U] |= std::uint64_t{1} << (i & 63U); }
  void erase(std::size_t i) { words[i >> 6U] &= ~(std::uint64_t{1} << (i & 63U)); }
  bool contains(std::size_t i) const { return (words[i >> 6U] >> (i & 63U) & 1U) != 0; }
  bool empty() const { return (words[0] | words[1] | words[2] | words[3]) == 0; }
  int size() const {
    int n = 0;
    for (const std::uint64_t w : words) n += std::popcount(w);
    return n;
  }
  bool subset_of(const WorldSet& o) const {
    std::uint64_t rest = 0;
    for (std::size_t i = 0; i < 4; ++i) rest |= words[i] & ~o.words[i];
    return rest == 0;
  }
  template <class F>
  void each(F f) const {
    for (std::size_t i = 0; i < 4; ++i) {
      for (std::uint64_t w = words[i]; w != 0; w &= w - 1)
        f(i * 64 + static_cast<std::size_t>(std::countr_zero(w)));
    }
  }
  WorldSet& operator&=(const WorldSet& o) {
    for (std::size_t i = 0; i < 4; ++i) words[i] &= o.words[i];
    return *this;
  }
  WorldSet& operator|=(const WorldSet& o) {
    for (std::size_t i = 0; i < 4; ++i) words[i] |= o.words[i];
    return *this;
  }
  friend WorldSet operator&(WorldSet a, const WorldSet& b) { return a &= b; }
  friend WorldSet operator|(WorldSet a, const WorldSet& b) { return a |= b; }
  WorldSet without(const WorldSet& o) const {
    WorldSet out;
    for (std::size_t i = 0; i < 4; ++i) out.words[i] = words[i] & ~o.words[i];
    return out;
  }
  friend bool operator==(const WorldSet&, const WorldSet&) = default;
};

// Tricks that are won in each world, of the layouts of one suit. Sets are those with kAll or none.
struct TrickCounts {
  static constexpr std::size_t kMost = 176;  // one suit has 162 layouts at most
  static constexpr std::uint8_t kAll = 15;
  std::array<std::uint8_t, kMost> tricks{};

  TrickCounts() = default;
  TrickCounts(const WorldSet& all) {  // NOLINT: a set is such counts
    all.each([&](std::size_t i) { tricks[i] = kAll; });
  }
  bool empty() const { return *this == TrickCounts(); }
  bool subset_of(const TrickCounts& o) const {
    std::uint8_t more = 0;
    for (std::size_t i = 0; i < kMost; ++i)
      more |= static_cast<std::uint8_t>(tricks[i] > o.tricks[i]);
    return more == 0;
  }
  TrickCounts& operator&=(const TrickCounts& o) {
    for (std::size_t i = 0; i < kMost; ++i) tricks[i] = std::min(tricks[i], o.tricks[i]);
    return *this;
  }
  TrickCounts& operator|=(const TrickCounts& o) {
    for (std::size_t i = 0; i < kMost; ++i) tricks[i] = std::max(tricks[i], o.tricks[i]);
    return *this;
  }
  friend TrickCounts operator&(TrickCounts a, const TrickCounts& b) { return a &= b; }
  friend bool operator==(const TrickCounts&, const TrickCounts&) = default;
};

// An antichain of sets, or of counts; none means that nothing was looked at yet.
template <class Set>
class FrontOf {
 public:
  FrontOf() = default;
  explicit FrontOf(const Set& one) : sets_{one} {}
  const std::vector<Set>& sets() const { return sets_; }
  bool has_superset(const Set& set) const {
    for (const Set& s : sets_) {
      if (set.subset_of(s)) return true;
    }
    return false;
  }
  void add(const Set& set) {
    if (has_superset(set)) return;
    std::erase_if(sets_, [&](const Set& s) { return s.subset_of(set); });
    sets_.push_back(set);
  }
  void unite(const FrontOf& other) {
    for (const Set& set : other.sets_) add(set);
  }
  // Both have to be won. Worlds in which only one of the two can come up are in the sets of the other.
  FrontOf meet(const FrontOf& other) const {
    FrontOf out;
    for (const Set& a : sets_) {
      for (const Set& b : other.sets_) out.add(a & b);
    }
    return out;
  }
  // The sets with these worlds added to each, which they do not decide.
  FrontOf with(const WorldSet& others) const {
    FrontOf out = *this;
    for (Set& s : out.sets_) s |= others;
    return out;
  }
  // One trick more in these worlds.
  FrontOf with_trick(const WorldSet& worlds) const {
    FrontOf out = *this;
    for (Set& s : out.sets_) worlds.each([&](std::size_t i) { ++s.tricks[i]; });
    return out;
  }

 private:
  std::vector<Set> sets_;
};
using Front = FrontOf<WorldSet>;

}  // namespace cgt::bridge
