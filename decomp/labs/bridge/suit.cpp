#include "decomp/labs/bridge/suit.hpp"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <type_traits>

#include "cgt/support/containers.hpp"
#include "decomp/labs/bridge/cards.hpp"
#include "decomp/labs/bridge/world_sets.hpp"

namespace cgt::bridge {
namespace {

constexpr int kSuitOut = -1;      // a defender who shows out
constexpr int kFreeEntries = 15;  // more than there are rounds
constexpr int kMaxKinds = 7;

double suit_choose(int n, int k) {
  if (k < 0 || k > n) return 0;
  double out = 1;
  for (int i = 1; i <= k; ++i) out = out * (n - k + i) / i;
  return out;
}

int highest_rank(unsigned ranks) { return std::bit_width(ranks) - 1; }
int lowest_rank(unsigned ranks) { return std::countr_zero(ranks); }

struct SuitKey {
  std::uint64_t a = 0;
  std::uint64_t b = 0;
  friend bool operator==(const SuitKey&, const SuitKey&) = default;
};
struct SuitKeyHash {
  using is_avalanching = void;
  std::size_t operator()(const SuitKey& k) const { return static_cast<std::size_t>(mix(k.a, k.b)); }
};

using Counts = std::array<std::int8_t, kMaxKinds>;

struct SuitState {
  unsigned north = 0;
  unsigned south = 0;
  std::array<Counts, 2> played{};  // by West, East; of each kind
  std::array<bool, 2> out{};       // who has shown out
  int won = 0;
  int entries = 0;
  bool at_north = false;
};

// Wins: the worlds in which a number of tricks is won (WorldSet), or the tricks in each (TrickCounts).
template <class Wins>
class SuitSearch {
  static constexpr bool kCounts = std::is_same_v<Wins, TrickCounts>;
  using Front = FrontOf<Wins>;

 public:
  SuitSearch(const SuitProblem& p, Budget& budget) : problem_(p), budget_(budget) {
    const unsigned missing = 0x7ffcU & ~(p.north | p.south);
    for (int r = 2; r <= 14; ++r) {
      if ((missing >> r & 1U) == 0) continue;
      const bool fresh = kinds_ == 0 || (missing >> (r - 1) & 1U) == 0;
      if (fresh) low_[kinds_++] = r;
      high_[kinds_ - 1] = r;
      ++size_[kinds_ - 1];
    }
    Counts w{};
    make_worlds(w, 0);
  }

  SuitAnswer answer() {
    SuitAnswer out;
    out.layouts = worlds_.size();
    const WorldSet all = WorldSet::first(worlds_.size());
    const SuitState start = start_state();
    Front front;
    for (const auto& [north, rank] : leads(start)) {
      const Front one = lead(start, all, north, rank);
      out.leads.push_back({north ? 'N' : 'S', rank, probability(best_set(one))});
      front.unite(one);
    }
    const Wins best = best_set(front);
    out.best = probability(best);
    out.smith = weighted(best, smith_);
    out.at_least = chances(best);
    out.line = line(start, all, best);
    out.dd = seeing_all(start);
    out.nodes = nodes_;
    return out;
  }

 private:
  void make_worlds(Counts& w, int kind) {
    if (kind == kinds_) {
      int total = 0;
      int with_west = 0;
      double ways = 1;
      for (int c = 0; c < kinds_; ++c) {
        total += size_[c];
        with_west += w[c];
        ways *= suit_choose(size_[c], w[c]);
      }
      worlds_.push_back(w);
      odds_.push_back(ways * suit_choose(26 - total, 13 - with_west) / suit_choose(26, 13));
      smith_.push_back(ways / static_cast<double>(1ULL << total));
      return;
    }
    for (int n = 0; n <= size_[kind]; ++n) {
      w[kind] = static_cast<std::int8_t>(n);
      make_worlds(w, kind + 1);
    }
  }
  SuitState start_state() const {
    SuitState s;
    s.north = problem_.north;
    s.south = problem_.south;
    s.entries = problem_.entries < 0 ? kFreeEntries : std::min(problem_.entries, kFreeEntries - 1);
    return s;
  }
  static double weighted(const Wins& wins, const std::vector<double>& odds) {
    double sum = 0;
    if constexpr (kCounts) {
      for (std::size_t i = 0; i < odds.size(); ++i) sum += odds[i] * wins.tricks[i];
    } else {
      wins.each([&](std::size_t i) { sum += odds[i]; });
    }
    return sum;
  }
  // Of a set, its probability; of counts, their average.
  double probability(const Wins& wins) const { return weighted(wins, odds_); }
  // Of 0, 1, ... tricks or more.
  std::vector<double> chances(const Wins& wins) const {
    std::vector<double> out;
    if constexpr (kCounts) {
      out.assign(static_cast<std::size_t>(rounds_left(start_state())) + 1, 0);
      for (std::size_t i = 0; i < odds_.size(); ++i)
        for (std::size_t n = 0; n <= wins.tricks[i]; ++n) out[n] += odds_[i];
    }
    return out;
  }
  static int rounds_left(const SuitState& s) {
    return std::max(std::popcount(s.north), std::popcount(s.south));
  }
  Wins best_set(const Front& front) const {
    Wins best;
    double most = -1;
    for (const Wins& s : front.sets()) {
      const double p = probability(s);
      if (p > most) {
        most = p;
        best = s;
      }
    }
    return best;
  }

  int held(const SuitState& s, std::size_t world, int side, int kind) const {
    const int all = side == 0 ? worlds_[world][kind] : size_[kind] - worlds_[world][kind];
    return all - s.played[side][kind];
  }
  // Is a card of the defenders left, or on the table, between two ranks?
  bool separated(const SuitState& s, int low, int high, int on_table) const {
    for (int c = 0; c < kinds_; ++c) {
      if (low_[c] > low && high_[c] < high &&
          (c == on_table || size_[c] > s.played[0][c] + s.played[1][c])) {
        return true;
      }
    }
    return false;
  }
  // The lowest of each group of equal cards of a hand.
  template <class F>
  void each_distinct(const SuitState& s, unsigned hand, int on_table, F f) const {
    int last = -1;
    for (unsigned rest = hand; rest != 0; rest &= rest - 1) {
      const int rank = lowest_rank(rest);
      if (last < 0 || separated(s, last, rank, on_table)) f(rank);
      last = rank;
    }
  }
  std::vector<std::pair<bool, int>> leads(const SuitState& s) const {
    std::vector<std::pair<bool, int>> out;
    if (s.at_north || s.entries > 0)
      each_distinct(s, s.north, kSuitOut, [&](int rank) { out.emplace_back(true, rank); });
    each_distinct(s, s.south, kSuitOut, [&](int rank) { out.emplace_back(false, rank); });
    return out;
  }

  Front start_of_trick(const SuitState& s, const WorldSet& mask) {
    const int rounds = rounds_left(s);
    if constexpr (kCounts) {
      if (rounds == 0) return Front(Wins{});
    } else {
      if (s.won >= problem_.tricks) return Front(mask);
      if (s.won + rounds < problem_.tricks) return Front(Wins{});
    }
    const SuitKey key = key_of(s);
    const auto it = known_.find(key);
    if (it != known_.end()) return it->second;
    ++nodes_;
    budget_.charge();
    Front front(Wins{});
    for (const auto& [north, rank] : leads(s)) {
      front.unite(lead(s, mask, north, rank));
      if (wins_all(front, mask, rounds)) break;
    }
    known_.emplace(key, front);
    return front;
  }

  // Everything that can be won, so that no other card does better.
  static bool wins_all(const Front& front, const WorldSet& mask, int rounds) {
    if (front.sets().size() != 1) return false;
    if constexpr (kCounts) {
      bool all = true;
      mask.each([&](std::size_t i) { all = all && front.sets()[0].tricks[i] == rounds; });
      return all;
    } else {
      return front.sets()[0] == mask;
    }
  }

  SuitKey key_of(const SuitState& s) const {
    SuitKey key;
    for (int c = 0; c < kinds_; ++c) {
      key.a = key.a << 4U | static_cast<unsigned>(s.played[0][c]);
      key.b = key.b << 4U | static_cast<unsigned>(s.played[1][c]);
    }
    key.a |= std::uint64_t{s.north} << 30U | std::uint64_t{s.south} << 46U;
    // Tricks are counted from here on, so those before are all one.
    key.b |= static_cast<std::uint64_t>(kCounts ? 0 : s.won) << 40U |
             static_cast<std::uint64_t>(s.entries) << 45U | std::uint64_t{s.at_north} << 49U |
             std::uint64_t{s.out[0]} << 50U | std::uint64_t{s.out[1]} << 51U;
    return key;
  }

  // What a defender may play, each with the worlds in which he may: kinds, or kSuitOut.
  template <class F>
  void each_reply(const SuitState& s, const WorldSet& mask, int side, F f) const {
    WorldSet out;
    std::array<WorldSet, kMaxKinds> by_kind{};
    mask.each([&](std::size_t w) {
      bool any = false;
      for (int c = 0; c < kinds_; ++c) {
        if (held(s, w, side, c) > 0) {
          by_kind[c].insert(w);
          any = true;
        }
      }
      if (!any) out.insert(w);
    });
    for (int c = 0; c < kinds_; ++c) {
      if (!by_kind[c].empty()) f(c, by_kind[c]);
    }
    if (!out.empty()) f(kSuitOut, out);
  }
  static SuitState after_reply(SuitState s, int side, int kind) {
    if (kind == kSuitOut) {
      s.out[side] = true;
    } else {
      ++s.played[side][kind];
    }
    return s;
  }

  Front lead(const SuitState& s, const WorldSet& mask, bool north, int rank) {
    SuitState next = s;
    (north ? next.north : next.south) &= ~(1U << rank);
    if (north && !s.at_north && s.entries != kFreeEntries) --next.entries;
    Front front(mask);
    const int second = north ? 1 : 0;
    each_reply(next, mask, second, [&](int kind, const WorldSet& worlds) {
      const Front one = third(after_reply(next, second, kind), worlds, north, rank, kind);
      front = front.meet(one.with(mask.without(worlds)));
    });
    return front;
  }

  // Distinct cards of third hand; 0 if it discards.
  std::vector<int> thirds(const SuitState& s, bool north, int kind) const {
    std::vector<int> out;
    each_distinct(s, north ? s.south : s.north, kind, [&](int rank) { out.push_back(rank); });
    if (out.empty()) out.push_back(0);
    return out;
  }
  Front third(const SuitState& s, const WorldSet& mask, bool north, int rank, int kind) {
    Front front(Wins{});
    const int rounds = std::max(std::popcount(s.north) + (north ? 1 : 0),
                                std::popcount(s.south) + (north ? 0 : 1));
    for (const int reply : thirds(s, north, kind)) {
      front.unite(fourth(s, mask, north, rank, kind, reply));
      if (wins_all(front, mask, rounds)) break;
    }
    return front;
  }
  Front fourth(const SuitState& s, const WorldSet& mask, bool north, int rank, int kind,
               int reply) {
    SuitState next = s;
    (north ? next.south : next.north) &= ~(reply == 0 ? 0U : 1U << reply);
    Front front(mask);
    const int last = north ? 0 : 1;
    each_reply(next, mask, last, [&](int other, const WorldSet& worlds) {
      const SuitState end =
          finished(after_reply(next, last, other), north, rank, kind, reply, other);
      Front one = start_of_trick(end, worlds);
      if constexpr (kCounts) {
        if (end.won > s.won) one = one.with_trick(worlds);
      }
      front = front.meet(one.with(mask.without(worlds)));
    });
    return front;
  }
  SuitState finished(SuitState s, bool north, int rank, int kind, int reply, int other) const {
    const int theirs =
        std::max(kind == kSuitOut ? 0 : low_[kind], other == kSuitOut ? 0 : low_[other]);
    const bool ours = std::max(rank, reply) > theirs;
    if (ours) ++s.won;
    s.at_north = ours && ((rank > reply) == north);
    return s;
  }

  // In each world for itself.
  double seeing_all(const SuitState& start) {
    double sum = 0;
    for (std::size_t w = 0; w < worlds_.size(); ++w) {
      WorldSet one;
      one.insert(w);
      known_.clear();
      sum += probability(best_set(start_of_trick(start, one)));
    }
    return sum;
  }

  // --- one best strategy as text ---

  std::string kind_text(int kind) const {
    if (kind == kSuitOut) return "out";
    if (size_[kind] == 1) return {kRankLetters[low_[kind]]};
    if (size_[kind] == 2) return {kRankLetters[high_[kind]], kRankLetters[low_[kind]]};
    return fmt::format("{}..{}", kRankLetters[high_[kind]], kRankLetters[low_[kind]]);
  }
  static std::string card_of_hand(int rank) {
    return rank == 0 ? "discard" : std::string(1, kRankLetters[rank]);
  }

  // `target` is what the strategy wins of `mask`.
  std::string line(SuitState s, WorldSet mask, Wins target) {
    std::string out;
    while (true) {
      target &= mask;
      if ((!kCounts && s.won >= problem_.tricks) || target.empty() || all_ours(s))
        return out + "any";
      const int won = s.won;
      if (!step_of_line(s, mask, target, out)) return out;
      if constexpr (kCounts) {
        for (std::uint8_t& n : target.tricks) n -= n > 0 && s.won > won ? 1 : 0;
      }
    }
  }
  // No card of the defenders is left, and both hands can be reached as often as need be.
  bool all_ours(const SuitState& s) const {
    if (!kCounts || s.entries != kFreeEntries) return false;
    for (int c = 0; c < kinds_; ++c) {
      if (size_[c] > s.played[0][c] + s.played[1][c]) return false;
    }
    return true;
  }

  bool step_of_line(SuitState& s, WorldSet& mask, const Wins& target, std::string& out) {
    // No structured binding: a lambda below takes both.
    for (const auto& card : leads(s)) {
      const bool north = card.first;
      const int rank = card.second;
      if (!lead(s, mask, north, rank).has_superset(target)) continue;
      out += fmt::format("{}{} (", north ? 'N' : 'S', kRankLetters[rank]);
      SuitState next = s;
      (north ? next.north : next.south) &= ~(1U << rank);
      if (north && !s.at_north && s.entries != kFreeEntries) --next.entries;
      const int second = north ? 1 : 0;
      int low_kind = 0;
      int low_reply = 0;
      WorldSet low_worlds;
      bool first = true;
      each_reply(next, mask, second, [&](int kind, const WorldSet& worlds) {
        const SuitState after = after_reply(next, second, kind);
        const int reply = reply_for(after, worlds, target & worlds, north, rank, kind);
        out += fmt::format("{}{} {}: {}", first ? "" : ", ", second == 0 ? 'W' : 'E',
                           kind_text(kind), card_of_hand(reply));
        if (first) {
          low_kind = kind;
          low_reply = reply;
          low_worlds = worlds;
        }
        first = false;
      });
      next = after_reply(next, second, low_kind);
      (north ? next.south : next.north) &= ~(low_reply == 0 ? 0U : 1U << low_reply);
      const int last = north ? 0 : 1;
      int last_kind = kSuitOut;
      WorldSet rest;
      bool found = false;
      each_reply(next, low_worlds, last, [&](int kind, const WorldSet& worlds) {
        if (found) return;
        found = true;
        last_kind = kind;
        rest = worlds;
      });
      out += fmt::format("); then if {} {}: ", last == 0 ? 'W' : 'E', kind_text(last_kind));
      s = finished(after_reply(next, last, last_kind), north, rank, low_kind, low_reply, last_kind);
      mask = rest;
      return true;
    }
    return false;
  }
  int reply_for(const SuitState& s, const WorldSet& worlds, const Wins& target, bool north,
                int rank, int kind) {
    const std::vector<int> cards = thirds(s, north, kind);
    for (const int reply : cards) {
      if (fourth(s, worlds, north, rank, kind, reply).has_superset(target)) return reply;
    }
    return cards.front();
  }

  const SuitProblem problem_;
  Budget& budget_;
  int kinds_ = 0;
  std::array<int, kMaxKinds> low_{};
  std::array<int, kMaxKinds> high_{};
  std::array<int, kMaxKinds> size_{};
  std::vector<Counts> worlds_;
  std::vector<double> odds_;
  std::vector<double> smith_;
  FlatMap<SuitKey, Front, SuitKeyHash> known_;
  std::uint64_t nodes_ = 0;
};

}  // namespace

std::optional<unsigned> parse_ranks(std::string_view text) {
  if (text == "-") return 0U;
  unsigned out = 0;
  for (const char c : text) {
    const auto rank = parse_rank(c);
    if (!rank || (out >> *rank & 1U) != 0) return std::nullopt;
    out |= 1U << *rank;
  }
  return out;
}

SuitAnswer solve_suit(const SuitProblem& problem, Budget& budget) {
  if ((problem.north & problem.south) != 0) {
    throw Error(fmt::format("both hands hold the {}",
                            kRankLetters[highest_rank(problem.north & problem.south)]),
                "a card is in one hand");
  }
  if ((problem.north | problem.south) == 0) throw Error("neither hand holds a card of the suit");
  if (problem.tricks < 0 || problem.tricks > 13) throw Error("tricks are 0 to 13");
  if (problem.average) return SuitSearch<TrickCounts>(problem, budget).answer();
  return SuitSearch<WorldSet>(problem, budget).answer();
}

}  // namespace cgt::bridge
