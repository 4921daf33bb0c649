#include "decomp/solve/play/incentive_play.hpp"

#include "cgt/support/containers.hpp"
#include "cgt/support/hash.hpp"
#include "cgt/thermo/temperature.hpp"

namespace cgt::solve {
namespace {

// One kind of component in a state: a game of mean 0 that is not a number, and how many of it.
struct Count {
  GameId core;
  std::uint32_t copies;
  friend bool operator==(const Count&, const Count&) = default;
};

// Sorted by core; no core beside its negative; at most one number-up-star, with one copy.
using State = std::vector<Count>;

struct Key {
  State state;
  Player mover = Player::kLeft;
  friend bool operator==(const Key&, const Key&) = default;
};

struct KeyHash {
  using is_avalanching = void;
  std::size_t operator()(const Key& key) const {
    std::uint64_t h = mix(key.state.size(), index(key.mover));
    for (const Count& c : key.state) h = mix(h, (std::uint64_t{c.core.word()} << 32U) | c.copies);
    return static_cast<std::size_t>(h);
  }
};

// What is known of "does Left win state + x": true from wins_from up, false from loses_to down.
struct Threshold {
  std::optional<Dyadic> wins_from;
  std::optional<Dyadic> loses_to;
};

// A component as the states see it: x + ups and star + core.
struct Split {
  Dyadic number;
  std::int64_t ups = 0;
  std::uint32_t nimber = 0;
  GameId core;  // none if nothing is left
};

}  // namespace

struct IncentivePlay::Impl {
  explicit Impl(Store& the_store) : store(the_store) {}

  const Split& parts(GameId g);
  Dyadic temperature(GameId core);  // by value: the cache moves when it grows
  struct Move {
    GameId core;
    GameId option;
    GameId incentive;
  };
  const std::vector<Move>& moves(GameId core, Player player);
  std::vector<Move> undominated_moves(const State& state, Player player);

  // Adds `copies` of g (copies may be -1 to take one away) to a state and its number.
  void add(State& state, Dyadic& number, GameId g, std::int64_t copies);
  void add_core(State& state, GameId core, std::int64_t copies);

  bool left_wins(State state, Dyadic number, Player first, Budget& budget);
  // Held by its tables, about.
  std::uint64_t bytes() const;
  // Without search, if mean, temperature or the table decide.
  std::optional<bool> quick(const Key& key, const Dyadic& number);

  Store& store;
  FlatMap<GameId, Split> parts_cache;
  FlatMap<GameId, Dyadic> temperatures;
  PerPlayer<FlatMap<GameId, std::vector<Move>>> move_cache;
  FlatMap<Key, Threshold, KeyHash> table;
  std::uint64_t counts = 0;  // in the keys of the table
  std::uint64_t moves_known = 0;
  std::uint64_t states = 0;
  MemoryMeter meter;
};

std::uint64_t IncentivePlay::Impl::bytes() const {
  return parts_cache.size() * sizeof(Split) + temperatures.size() * sizeof(Dyadic) +
         (move_cache[Player::kLeft].size() + move_cache[Player::kRight].size()) *
             sizeof(std::vector<Move>) +
         moves_known * sizeof(Move) + table.size() * (sizeof(Key) + sizeof(Threshold)) +
         counts * sizeof(Count);
}

const Split& IncentivePlay::Impl::parts(GameId g) {
  const auto known = parts_cache.find(g);
  if (known != parts_cache.end()) return known->second;
  Split p;
  if (const auto value = store.as_nus(g)) {
    p = {value->number, value->ups, value->nimber, GameId()};
  } else {
    p.number = store.mean(g);
    p.core = store.add(g, store.number(-p.number));
  }
  return parts_cache.emplace(g, std::move(p)).first->second;
}

Dyadic IncentivePlay::Impl::temperature(GameId core) {
  const auto known = temperatures.find(core);
  if (known != temperatures.end()) return known->second;
  return temperatures.emplace(core, store.temperature(core)).first->second;
}

const std::vector<IncentivePlay::Impl::Move>& IncentivePlay::Impl::moves(GameId core,
                                                                         Player player) {
  const auto known = move_cache[player].find(core);
  if (known != move_cache[player].end()) return known->second;
  std::vector<Move> out;
  for (const GameId option : store.options(core, player)) {
    const GameId gain =
        player == Player::kLeft ? store.subtract(option, core) : store.subtract(core, option);
    out.push_back({core, option, gain});
  }
  moves_known += out.size();
  return move_cache[player].emplace(core, std::move(out)).first->second;
}

std::vector<IncentivePlay::Impl::Move> IncentivePlay::Impl::undominated_moves(const State& state,
                                                                              Player player) {
  std::vector<Move> kept;
  for (const Count& count : state) {
    for (const Move& move : moves(count.core, player)) {
      if (std::ranges::any_of(
              kept, [&](const Move& k) { return store.leq(move.incentive, k.incentive); })) {
        continue;
      }
      std::erase_if(kept, [&](const Move& k) { return store.leq(k.incentive, move.incentive); });
      kept.push_back(move);
    }
  }
  // The hottest first.
  std::ranges::stable_sort(kept, [&](const Move& a, const Move& b) {
    return temperature(a.incentive) > temperature(b.incentive);
  });
  return kept;
}

void IncentivePlay::Impl::add_core(State& state, GameId core, std::int64_t copies) {
  const auto place = [&](GameId g) { return std::ranges::lower_bound(state, g, {}, &Count::core); };
  const GameId negative = store.negate(core);
  auto at = place(core);
  const bool present = at != state.end() && at->core == core;
  std::int64_t total = copies + (present ? at->copies : 0);
  if (negative == core) {
    total &= 1;
  } else if (!present && total > 0) {
    const auto inverse = place(negative);
    if (inverse != state.end() && inverse->core == negative) {
      const std::int64_t left = static_cast<std::int64_t>(inverse->copies) - total;
      if (left > 0) {
        inverse->copies = static_cast<std::uint32_t>(left);
        return;
      }
      state.erase(inverse);
      total = -left;
      at = place(core);
    }
  } else if (total < 0) {
    // Taking away what is not there adds the inverse.
    if (present) state.erase(at);
    add_core(state, negative, -total);
    return;
  }
  if (present) {
    if (total == 0) {
      state.erase(at);
    } else {
      at->copies = static_cast<std::uint32_t>(total);
    }
  } else if (total > 0) {
    state.insert(at, {core, static_cast<std::uint32_t>(total)});
  }
}

void IncentivePlay::Impl::add(State& state, Dyadic& number, GameId g, std::int64_t copies) {
  const Split& p = parts(g);
  number += p.number * Dyadic(copies);
  if (!p.core.is_none()) add_core(state, p.core, copies);
  if (p.ups == 0 && p.nimber == 0) return;
  // All number-up-stars of a state are one component.
  Nus total{Dyadic(), 0, 0};
  const Nus part = *store.as_nus(store.multiple(Dyadic(copies), store.up(p.ups, p.nimber)));
  for (auto it = state.begin(); it != state.end(); ++it) {
    if (!store.is_nus(it->core)) continue;
    total = *store.as_nus(it->core);
    state.erase(it);
    break;
  }
  total = total + part;
  if (total.ups == 0 && total.nimber == 0) return;
  const GameId core = store.nus(total);
  state.insert(std::ranges::lower_bound(state, core, {}, &Count::core), {core, 1});
}

std::optional<bool> IncentivePlay::Impl::quick(const Key& key, const Dyadic& number) {
  const int sign = number.sign();
  if (key.state.empty()) return sign != 0 ? sign > 0 : key.mover == Player::kRight;
  // LS >= mean: the player to move wins if the mean is on his side.
  if (sign == cgt::sign(key.mover)) return key.mover == Player::kLeft;
  Dyadic hottest = Dyadic(0);
  for (const Count& count : key.state) hottest = std::max(hottest, temperature(count.core));
  if (sign == -cgt::sign(key.mover) && number.abs() > hottest) return key.mover == Player::kRight;
  if (key.state.size() == 1 && key.state[0].copies == 1 && store.is_nus(key.state[0].core)) {
    return store.left_wins(store.add(key.state[0].core, store.number(number)), key.mover);
  }
  const auto known = table.find(key);
  if (known == table.end()) return std::nullopt;
  if (known->second.wins_from && number >= *known->second.wins_from) return true;
  if (known->second.loses_to && number <= *known->second.loses_to) return false;
  return std::nullopt;
}

bool IncentivePlay::Impl::left_wins(State state, Dyadic number, Player first, Budget& budget) {
  struct Frame {
    Key key;
    Dyadic number;
    std::vector<Move> moves;
    std::size_t next = 0;
  };
  std::vector<Frame> stack;
  const auto enter = [&](Key key, Dyadic x) {
    budget.charge();
    if (++states % kMemoryInterval == 0) meter.set(budget, bytes());
    Frame& frame = stack.emplace_back();
    frame.moves = undominated_moves(key.state, key.mover);
    frame.key = std::move(key);
    frame.number = std::move(x);
  };
  Key root{std::move(state), first};
  if (const auto known = quick(root, number)) return *known;
  enter(std::move(root), std::move(number));
  enum class Answer { kNone, kLeft, kRight };  // who wins
  const auto winner = [](bool left) { return left ? Answer::kLeft : Answer::kRight; };
  Answer returned = Answer::kNone;  // of the frame just left
  while (true) {
    Frame& frame = stack.back();
    const Player mover = frame.key.mover;
    const Answer wanted = winner(mover == Player::kLeft);
    Answer result = returned == wanted ? wanted : Answer::kNone;
    returned = Answer::kNone;
    bool descended = false;
    while (result == Answer::kNone && !descended) {
      if (frame.next == frame.moves.size()) {
        result = winner(mover != Player::kLeft);
        break;
      }
      const Move& move = frame.moves[frame.next++];
      Key child{frame.key.state, opponent(mover)};
      Dyadic x = frame.number;
      if (store.is_nus(move.core)) {
        std::erase_if(child.state, [&](const Count& c) { return c.core == move.core; });
      } else {
        add_core(child.state, move.core, -1);
      }
      add(child.state, x, move.option, 1);
      if (const auto known = quick(child, x)) {
        if (winner(*known) == wanted) result = wanted;
      } else {
        enter(std::move(child), std::move(x));
        descended = true;
      }
    }
    if (descended) continue;
    const auto [entry, fresh] = table.try_emplace(frame.key);
    if (fresh) counts += frame.key.state.size();
    Threshold& known = entry->second;
    if (result == Answer::kLeft) {
      if (!known.wins_from || frame.number < *known.wins_from) known.wins_from = frame.number;
    } else {
      if (!known.loses_to || frame.number > *known.loses_to) known.loses_to = frame.number;
    }
    stack.pop_back();
    if (stack.empty()) return result == Answer::kLeft;
    returned = result;
  }
}

IncentivePlay::IncentivePlay(Store& store) : impl_(std::make_unique<Impl>(store)) {}
IncentivePlay::~IncentivePlay() = default;
IncentivePlay::IncentivePlay(IncentivePlay&&) noexcept = default;

std::uint64_t IncentivePlay::states() const { return impl_->states; }

bool IncentivePlay::left_wins(std::span<const GameId> components, Player first, Budget& budget) {
  const Store::BudgetScope scope(impl_->store, budget);
  State state;
  Dyadic number;
  for (const GameId g : components) impl_->add(state, number, g, 1);
  return impl_->left_wins(std::move(state), std::move(number), first, budget);
}

Dyadic IncentivePlay::stop(std::span<const GameId> components, Player first, Budget& budget) {
  Store& store = impl_->store;
  const Store::BudgetScope scope(store, budget);
  std::uint32_t granularity = 0;
  for (const GameId g : components) granularity = std::max(granularity, store.granularity(g));
  const Dyadic step(std::int64_t{1}, granularity);
  State state;
  Dyadic number;
  for (const GameId g : components) impl_->add(state, number, store.cool(g, step), 1);
  Dyadic hottest = 0;
  for (const Count& count : state) hottest = std::max(hottest, impl_->temperature(count.core));
  // With x the number: RS(G) >= m for all m < x - hottest and no m > x; LS(G) >= m + d for all
  // m < x and no m > x + hottest. Bisect over the multiples of d in between.
  const auto down = [&](const Dyadic& x) {
    return x.scaled(granularity).floor().scaled(-std::int64_t{granularity});
  };
  const bool left = first == Player::kLeft;
  // Left wins cooled - low, and does not win cooled - high.
  Dyadic low = down(left ? number : number - hottest) - step;
  Dyadic high = down(left ? number + hottest : number) + step;
  while (high - low > step) {
    const Dyadic middle = down((low + high).half());
    if (impl_->left_wins(state, number - middle, first, budget)) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return left ? low + step : low;
}

}  // namespace cgt::solve
