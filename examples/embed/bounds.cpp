// Partial order bounding: a game with two goals that cannot be added up.
//
// Two players divide a pile of errands, one each in turn. An errand is worth (time saved, money
// saved) to the player who takes it; the first player wants to know which pairs can be had for
// sure.
#include <cstdint>
#include <cstdio>
#include <vector>

#include "decomp/pob/frontier.hpp"

namespace {

struct Errand {
  std::int64_t time, money;
};
constexpr Errand kErrands[] = {{3, 1}, {1, 3}, {2, 2}, {0, 4}, {4, 0}};
constexpr int kCount = 5;

struct Errands {
  using Move = int;
  std::uint32_t mine = 0;  // of the first player, as bits
  std::uint32_t taken = 0;
  int mover = 0;

  static cgt::search::GameType type() { return {}; }
  int player() const { return taken + 1 == 1U << kCount ? cgt::search::kTerminal : mover; }
  void moves(std::vector<int>& out) const {
    for (int i = 0; i < kCount; ++i) {
      if ((taken >> i & 1U) == 0) out.push_back(i);
    }
  }
  void play(int errand) {
    taken |= 1U << errand;
    if (mover == 0) mine |= 1U << errand;
    mover = 1 - mover;
  }
  std::uint64_t hash() const { return cgt::mix(mine, taken * 2 + static_cast<unsigned>(mover)); }
  bool operator==(const Errands&) const = default;
};

// The pair of the first player, once everything is taken.
struct Saved {
  using Outcomes = cgt::pob::Outcomes<std::vector<std::int64_t>>;
  Outcomes operator()(const Errands& s) const {
    if (s.player() != cgt::search::kTerminal) return Outcomes::nothing();
    std::int64_t time = 0;
    std::int64_t money = 0;
    for (int i = 0; i < kCount; ++i) {
      if ((s.mine >> i & 1U) == 0) continue;
      time += kErrands[i].time;
      money += kErrands[i].money;
    }
    return Outcomes::one({time, money});
  }
};

}  // namespace

int main() {
  using cgt::pob::Verdict;
  cgt::Budget budget({.milliseconds = 10'000});
  auto search = cgt::pob::pob_search<Errands>(cgt::pob::VectorOrder(2), Saved{});

  // (6, 4) or better, or (4, 6) or better: which one is up to the opponent.
  const auto either = search.query({}, {{6, 4}, {4, 6}}, budget);
  const auto both = search.query({}, {{6, 6}}, budget);
  std::printf("(6,4) or (4,6): %s, (6,6): %s\n", name(either.verdict), name(both.verdict));

  const auto frontier = cgt::pob::frontier_by_queries(search, Errands{}, budget);
  for (const auto& bound : frontier.bounds) {
    for (const auto& v : bound)
      std::printf("(%d,%d) ", static_cast<int>(v[0]), static_cast<int>(v[1]));
    std::printf("\n");
  }
  const bool every = frontier.complete && !frontier.bounds.empty();
  return every && either.verdict == Verdict::kWin && both.verdict == Verdict::kLoss ? 0 : 1;
}
