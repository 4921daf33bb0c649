// Sets of worlds, and fronts of them: what a strategy that does not know the world can win.
//
// The model is that of Frank and Basin (1998): the defenders know the world and the strategy. A
// strategy wins a set of worlds; the value of a position is the front of maximal sets. At declarer's
// nodes fronts are united, at those of defenders every reply has to be won.
#pragma once

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

// An antichain of sets; none means that nothing was looked at yet.
class Front {
 public:
  Front() = default;
  explicit Front(const WorldSet& one) : sets_{one} {}
  const std::vector<WorldSet>& sets() const { return sets_; }
  bool has_superset(const WorldSet& set) const {
    for (const WorldSet& s : sets_) {
      if (set.subset_of(s)) return true;
    }
    return false;
  }
  void add(const WorldSet& set) {
    if (has_superset(set)) return;
    std::erase_if(sets_, [&](const WorldSet& s) { return s.subset_of(set); });
    sets_.push_back(set);
  }
  void unite(const Front& other) {
    for (const WorldSet& set : other.sets_) add(set);
  }
  // Both have to be won. Worlds in which only one of the two can come up are in the sets of the other.
  Front meet(const Front& other) const {
    Front out;
    for (const WorldSet& a : sets_) {
      for (const WorldSet& b : other.sets_) out.add(a & b);
    }
    return out;
  }
  // The sets with these worlds added to each, which they do not decide.
  Front with(const WorldSet& others) const {
    Front out = *this;
    for (WorldSet& s : out.sets_) s |= others;
    return out;
  }

 private:
  std::vector<WorldSet> sets_;
};

}  // namespace cgt::bridge
