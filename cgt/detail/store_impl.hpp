// The inside of Store: one handle on the shared tables, with what belongs to its thread alone
// (caches, scratch, budget), and the engines that walk games. See store/store.hpp for the
// invariants; this header is included by the files of cgt only.
#pragma once

#include <algorithm>
#include <array>
#include <deque>
#include <vector>

#include "cgt/detail/op_cache.hpp"
#include "cgt/detail/tables.hpp"
#include "cgt/store/store.hpp"
#include "cgt/support/containers.hpp"

namespace cgt {

namespace detail {

// Operations whose results a store remembers, each in a lossy cache of its own (see OpCache).
enum class Operation {
  kCool,
  kHeat,
  kNortonMultiply,
  kOrdinalSum,
  kOrdinalProduct,
  kConwayProduct,
  kConjunctiveSum,
  kSelectiveSum,
  kSelectiveMove,
  kAtomicWeight,
  kStarProjection,
  kReduced,
  kCompanion,
  kMisere,
  kCount
};

// What every entry of Store asks of an id.
inline constexpr const char* kOwnGame = "the id is that of a game of this store";

// The game under construction in the canonicaliser, so that <= can speak of it before it exists.
inline constexpr GameId kForm = GameId::from_word(0xFFFFFFFEU);

// Of inline words (game_id.hpp has their layout): the number in units of 2^-15, which fits into 30
// bits, and the ups. Numbers are equal iff these are.
inline std::int32_t fixed_number(GameId g) {
  return (static_cast<std::int32_t>(g.word()) >> 17) * (1 << (15U - (g.word() >> 13U & 15U)));
}
inline std::int32_t inline_ups(GameId g) {
  return static_cast<std::int32_t>(g.word() << 19U) >> 26;
}
inline std::uint32_t inline_nimber(GameId g) { return g.word() >> 1U & 63U; }
// None if a part does not fit. Requires an exponent of at most 15 and a nimber that fits.
inline GameId inline_word(std::int32_t numerator, std::uint32_t exponent, std::int32_t ups,
                          std::uint32_t nimber) {
  const bool fits = numerator >= -(1 << 14) && numerator < 1 << 14 && ups >= -32 && ups < 32;
  if (!fits) return GameId();
  return GameId::from_word(1U | nimber << 1U | (static_cast<std::uint32_t>(ups) & 63U) << 7U |
                           exponent << 13U | static_cast<std::uint32_t>(numerator) << 17U);
}
// The sum and the negative of inline words, none if it does not fit.
inline GameId inline_sum(GameId g, GameId h) {
  std::int32_t number = fixed_number(g) + fixed_number(h);
  const unsigned down =
      number == 0 ? 15 : std::min(15, __builtin_ctz(static_cast<unsigned>(number)));
  number /= 1 << down;
  return inline_word(number, 15 - down, inline_ups(g) + inline_ups(h),
                     inline_nimber(g) ^ inline_nimber(h));
}
inline GameId inline_negative(GameId g) {
  return inline_word(-(static_cast<std::int32_t>(g.word()) >> 17), g.word() >> 13U & 15U,
                     -inline_ups(g), inline_nimber(g));
}
// u*up + *k <= 0? As nus_leq_zero() has it.
constexpr bool infinitesimal_leq_zero(std::int64_t ups, std::uint32_t nimber) {
  return ups == 0 ? nimber == 0 : ups == -1 ? nimber != 1 : ups < 0;
}
constexpr bool infinitesimal_geq_zero(std::int64_t ups, std::uint32_t nimber) {
  return ups == 0 ? nimber == 0 : ups == 1 ? nimber != 1 : ups > 0;
}

// What order takes from each game alone: its stops, which are numbers, and whether it is at most its
// Left stop (within[kLeft]) and at least its Right stop (within[kRight]). These are the adorned stops
// of Berlekamp, Conway, Guy (1982, chapter 6).
//
// Who is greater is so in each of these: if G <= H then LS(G) <= LS(H) and RS(G) <= RS(H); if also
// LS(G) = LS(H) and H is at most that, so is G, and likewise on the right. And from LS(G) < RS(H) follows
// G < H; if they are equal, G at most the one and H at least the other, G <= H.
template <class Number>
struct SidesOf {
  PerPlayer<Number> stops{};
  PerPlayer<bool> within{};
};
using Sides = SidesOf<GameId>;

// G <= H: 1 yes, 0 no, -1 the sides do not tell. `compare` gives the sign of the difference of two stops.
template <class Number, class Compare>
int leq_by_sides(const SidesOf<Number>& g, const SidesOf<Number>& h, const Compare& compare) {
  const int left = compare(g.stops[Player::kLeft], h.stops[Player::kLeft]);
  if (left > 0 || (left == 0 && h.within[Player::kLeft] && !g.within[Player::kLeft])) return 0;
  const int right = compare(g.stops[Player::kRight], h.stops[Player::kRight]);
  if (right > 0 || (right == 0 && g.within[Player::kRight] && !h.within[Player::kRight])) return 0;
  const int across = compare(g.stops[Player::kLeft], h.stops[Player::kRight]);
  const bool follows =
      across < 0 || (across == 0 && g.within[Player::kLeft] && h.within[Player::kRight]);
  return follows ? 1 : -1;
}

}  // namespace detail

struct Store::Impl {
  using Record = detail::Record;

  Impl(std::shared_ptr<detail::Tables> shared, const StoreOptions& options);
  ~Impl();
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  // --- records -----------------------------------------------------------------------------------
  Record& record(GameId g) { return tables->record(g); }
  const Record& record(GameId g) const { return tables->record(g); }
  bool is_nus(GameId g) const { return g.is_inline() || record(g).is_nus(); }
  Nus nus_of(GameId g) const {
    return g.is_inline() ? decode_inline(g) : tables->large.at(record(g).right_count);
  }
  GameId intern_nus(const Nus& value);
  // {left | right}, already canonical and not a number-up-star, each side sorted by word.
  GameId intern(std::span<const GameId> left, std::span<const GameId> right);

  std::uint64_t option_count(GameId g, Player player) const;
  GameId option(GameId g, Player player, std::uint64_t i);
  GameList options(GameId g, Player player);

  // --- numbers -----------------------------------------------------------------------------------
  GameId stop(GameId g, Player player) const;  // a number
  int compare_numbers(GameId x, GameId y) const {
    if (x == y) return 0;
    if (!x.is_inline() || !y.is_inline()) return compare_large(x, y);
    return detail::fixed_number(x) < detail::fixed_number(y) ? -1 : 1;
  }
  int compare_large(GameId x, GameId y) const;
  detail::Sides sides(GameId g) const;
  // What sides() takes from the options of one player, one after the other.
  struct BestSide {
    explicit BestSide(Player whose) : player(whose) {}
    void take(const Impl& impl, const detail::Sides& option);

    Player player;
    GameId stop;
    bool within = true;
  };
  // For each player the best stop that the options have with the opponent to move, none without options, and
  // whether no option is at least as good as that number: it would have that stop, and be at least as good.
  // These are the sides of {left | right}, unless it is a number: by number avoidance G <= x iff
  // no G^L >= x.
  detail::Sides sides(const PerPlayer<std::span<const GameId>>& options) const;
  std::uint32_t granularity(GameId g) const;
  std::uint64_t birthday(GameId g) const;

  // --- order (order.cpp) -------------------------------------------------------------------------
  bool leq(GameId g, GameId h);
  // 1 yes, 0 no, -1 must be expanded.
  int leq_quick(GameId g, GameId h);
  // As leq(), of two games that are not equal and whose sides do not tell.
  bool leq_beyond_sides(GameId g, GameId h);
  // By walking over the options: requires that leq_quick() does not tell.
  bool leq_by_options(GameId g, GameId h);
  // The memory that will be read is asked for ahead.
  void prefetch(GameId g) const {
    if (!g.is_inline()) __builtin_prefetch(&record(g));
  }

  // --- canonical forms (canonical.cpp) -----------------------------------------------------------
  GameId construct(std::span<const GameId> left, std::span<const GameId> right);
  GameId restore(std::span<const GameId> left, std::span<const GameId> right);

  // --- sums (sum.cpp) ----------------------------------------------------------------------------
  GameId negate(GameId g);
  GameId add(GameId g, GameId h);

  // --- thermography (walls.cpp, temperature.cpp) -------------------------------------------------
  const Thermograph& thermograph(GameId g);

  // The cache of an operation on (g, parameter); operations without a parameter give kZero.
  detail::OpCache& memo(detail::Operation operation) {
    return memos[static_cast<std::size_t>(operation)];
  }

  // --- limits ------------------------------------------------------------------------------------
  void charge() {
    if (budget != nullptr) budget->charge();
  }
  void note_figures();
  // Tells the budget in scope what the tables hold: note_memory() throws BudgetExhausted where that
  // is too much, hold_memory() does not look.
  void note_memory();
  void hold_memory();
  // Room for one record, zero-filled.
  std::uint32_t allocate(std::size_t bytes);
  void release(const Mark& mark);

  std::shared_ptr<detail::Tables> tables;
  StoreOptions options_given;
  Arena::Block chunk;  // what this handle has taken from the arena and not yet used
  detail::OrderCache order_cache;
  detail::OpCache sum_cache;
  std::vector<detail::OpCache> memos;  // one an Operation
  std::uint64_t reported_cache_bytes = 0;
  FlatMap<GameId, std::uint32_t> nus_thermographs;
  Budget* budget = nullptr;
  Budget without_limits;
  std::uint64_t interned = 0;  // records written through this handle
  StoreStatistics statistics;

  // The form under construction, see detail::kForm. Its sides are known because it is not a number.
  struct Form {
    PerPlayer<std::span<const GameId>> options;
    detail::Sides sides;
    std::uint32_t epoch = 0;
  };
  Form form;
  // Results of <= between the form and games, valid for one epoch.
  struct FormSlot {
    std::uint64_t key = 0;
    std::uint32_t epoch = 0;
    bool result = false;
  };
  std::array<FormSlot, 256> form_cache{};

  struct OrderFrame {
    GameId g;
    GameId h;
    std::uint64_t next = 0;
    bool right = false;  // false: trying Left options of g; true: Right options of h
  };
  std::vector<OrderFrame> order_stack;
};

// What every comparison asks is in line.

inline GameId Store::Impl::stop(GameId g, Player player) const {
  if (g == detail::kForm) return form.sides.stops[player];
  if (!g.is_inline()) return record(g).stops[player];
  // The number part: clear the ups and the nimber.
  constexpr std::uint32_t kNotNumber = ((1U << 12U) - 1) << 1U;
  return GameId::from_word(g.word() & ~kNotNumber);
}

inline detail::Sides Store::Impl::sides(GameId g) const {
  if (g == detail::kForm) return form.sides;
  if (g.is_inline()) {
    const GameId number = stop(g, Player::kLeft);
    const std::int32_t ups = detail::inline_ups(g);
    const std::uint32_t nimber = detail::inline_nimber(g);
    return {{{number, number}},
            {{detail::infinitesimal_leq_zero(ups, nimber),
              detail::infinitesimal_geq_zero(ups, nimber)}}};
  }
  const Record& r = record(g);
  return {r.stops, {{r.within(Player::kLeft), r.within(Player::kRight)}}};
}

inline std::uint64_t Store::Impl::option_count(GameId g, Player player) const {
  if (g == detail::kForm) return form.options[player].size();
  return is_nus(g) ? nus_option_count(nus_of(g), player) : record(g).count(player);
}

inline GameId Store::Impl::option(GameId g, Player player, std::uint64_t i) {
  if (g == detail::kForm) return form.options[player][static_cast<std::size_t>(i)];
  return is_nus(g) ? intern_nus(nus_option(nus_of(g), player, i)) : record(g).begin(player)[i];
}

inline void Store::Impl::BestSide::take(const Impl& impl, const detail::Sides& option) {
  const GameId reached = option.stops[opponent(player)];
  const int better = stop.is_none() ? 1 : impl.compare_numbers(reached, stop) * sign(player);
  if (better < 0) return;
  if (better > 0) {
    stop = reached;
    within = true;
  }
  within = within && !option.within[opponent(player)];
}

namespace detail {

// The way in for the other files of cgt.
struct StoreAccess {
  static Store::Impl& impl(Store& store) { return *store.impl_; }
};
inline Store::Impl& impl_of(Store& store) { return StoreAccess::impl(store); }

// Evaluates a function of games that is defined through its values at options, without recursion.
//   quick(key)                      the value if it is known or closed form, else none
//   children(key, player, keys)     appends the keys whose values become the options of `player`
//   combine(key, left, right)       the value from the values of the children
// Results live in the frames until used, so `quick` may forget.
template <class Key, class Quick, class Children, class Combine>
GameId evaluate(const Key& root, Quick quick, Children children, Combine combine) {
  if (const GameId known = quick(root); !known.is_none()) return known;
  struct Frame {
    Key key;
    PerPlayer<SmallVector<Key, 8>> keys;
    PerPlayer<GameList> values;
  };
  std::deque<Frame> stack;
  const auto push = [&](const Key& key) {
    Frame& frame = stack.emplace_back();
    frame.key = key;
    for (const Player player : kPlayers) children(key, player, frame.keys[player]);
  };
  push(root);
  while (true) {
    Frame& frame = stack.back();
    bool waiting = false;
    for (const Player player : kPlayers) {
      auto& values = frame.values[player];
      const auto& keys = frame.keys[player];
      while (values.size() < keys.size()) {
        const Key& key = keys[values.size()];
        const GameId known = quick(key);
        if (known.is_none()) {
          push(key);
          waiting = true;
          break;
        }
        values.push_back(known);
      }
      if (waiting) break;
    }
    if (waiting) continue;
    const GameId value =
        combine(frame.key, frame.values[Player::kLeft], frame.values[Player::kRight]);
    stack.pop_back();
    if (stack.empty()) return value;
    Frame& parent = stack.back();
    const Player side = parent.values[Player::kLeft].size() < parent.keys[Player::kLeft].size()
                            ? Player::kLeft
                            : Player::kRight;
    parent.values[side].push_back(value);
  }
}

}  // namespace detail
}  // namespace cgt
