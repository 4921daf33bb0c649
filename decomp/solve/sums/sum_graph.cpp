#include "decomp/solve/sums/sum_graph.hpp"

namespace cgt::solve {
namespace {

constexpr std::size_t kRemembered = 8;  // games beside which one set of parts is known

}  // namespace

StateId SumGraph::state(PartSum sum, Player first, Budget& budget) {
  components_.normalise(sum, budget);
  return intern(first == Player::kLeft ? sum : components_.negated(sum));
}

PartSum SumGraph::sum(StateId state) const {
  const State& s = states_[state];
  const Set& set = sets_[s.set];
  PartSum out{s.game, {}};
  out.parts.assign(parts_.begin() + set.first, parts_.begin() + set.first + set.count);
  return out;
}

std::uint32_t SumGraph::intern_set(const Parts& parts) {
  std::uint64_t hash = parts.size();
  for (const Part part : parts) hash = mix(hash, part);
  const auto found = set_index_.find(hash);
  const std::uint32_t last = found == set_index_.end() ? kNone : found->second;
  for (std::uint32_t i = last; i != kNone; i = sets_[i].next) {
    const Set& set = sets_[i];
    if (std::equal(parts.begin(), parts.end(), parts_.begin() + set.first,
                   parts_.begin() + set.first + set.count)) {
      return i;
    }
  }
  Set set;
  set.next = last;
  set.first = static_cast<std::uint32_t>(parts_.size());
  set.count = static_cast<std::uint32_t>(parts.size());
  parts_.insert(parts_.end(), parts.begin(), parts.end());
  for (const Part part : parts) {
    const bool all_small = components_.all_small(part);
    const bool game = components_.is_game(part);
    set.all_small = set.all_small && all_small;
    set.any_small = set.any_small || all_small;
    set.any_games = set.any_games || game;
    if (all_small || game || !set.bounded) continue;
    const std::optional<IntegerBounds> bounds = components_.bounds(part);
    set.bounded = bounds.has_value();
    if (!bounds) continue;
    set.bounds.lower += bounds->lower;
    set.bounds.upper += bounds->upper;
  }
  const auto fresh = static_cast<std::uint32_t>(sets_.size());
  sets_.emplace_back(std::move(set));
  set_index_[hash] = fresh;
  return fresh;
}

StateId SumGraph::intern(const PartSum& sum) {
  State state;
  state.game = sum.game;
  state.set = intern_set(sum.parts);
  const std::uint64_t key = std::uint64_t{state.set} << 32U | state.game.word();
  if (const auto found = index_.find(key); found != index_.end()) {
    ++hits_;
    return found->second;
  }
  // The comparisons may end with the budget: nothing refers to the state before it is there.
  state.known = at_once(state);
  if (state.known == Known::kOpen) state.known = from_others(state);
  const auto id = static_cast<StateId>(states_.size());
  states_.emplace_back(state);
  index_.emplace(key, id);
  return id;
}

Known SumGraph::at_once(const State& state) {
  const Set& set = sets_[state.set];
  const auto answer = [](bool won) { return won ? Known::kWon : Known::kLost; };
  if (set.count == 0) return answer(store_.left_wins(state.game, Player::kLeft));
  if (set.count == 1 && components_.is_game(parts_[set.first])) {
    return answer(!store_.leq(components_.game(parts_[set.first]), store_.negate(state.game)));
  }
  if (set.all_small) {
    const int sign = store_.stop(state.game, Player::kLeft).sign();
    if (sign != 0) return answer(sign > 0);
  }
  if (!set.bounded || set.all_small) return Known::kOpen;
  if (set.bounds != IntegerBounds{}) return by_bounds(state);
  return thermographs_ ? by_thermographs(state) : Known::kOpen;
}

Known SumGraph::by_bounds(const State& state) {
  const Set& set = sets_[state.set];
  Dyadic left = store_.stop(state.game, Player::kLeft);
  Dyadic right = store_.stop(state.game, Player::kRight);
  for (std::uint32_t i = 0; set.any_games && i < set.count; ++i) {
    if (!components_.is_game(parts_[set.first + i])) continue;
    left = left + store_.stop(components_.game(parts_[set.first + i]), Player::kLeft);
    right = right + store_.stop(components_.game(parts_[set.first + i]), Player::kRight);
  }
  const Dyadic lower(set.bounds.lower);
  const Dyadic upper(set.bounds.upper);
  const int most = (left + upper).sign();
  const auto cut = [&](Known known) {
    ++cuts_;
    return known;
  };
  if (most < 0) return cut(Known::kLost);
  if ((right + lower).sign() > 0) return cut(Known::kWon);
  const int hope = (left + lower).sign();
  if (set.any_games) {
    const bool may_tell = hope > 0 || (right + upper).sign() < 0;
    return may_tell && thermographs_ ? by_thermographs(state) : Known::kOpen;
  }
  // The Left stop is that of the game, moved by what is between the bounds.
  if (hope > 0) return cut(Known::kWon);
  if (set.any_small) return Known::kOpen;
  const auto wins_with = [&](std::int64_t number) {
    return store_.left_wins(store_.add(state.game, store_.integer(number)), Player::kLeft);
  };
  if (hope == 0 && wins_with(set.bounds.lower)) return cut(Known::kWon);
  if (most == 0 && !wins_with(set.bounds.upper)) return cut(Known::kLost);
  return Known::kOpen;
}

Known SumGraph::by_thermographs(const State& state) {
  const Set& set = sets_[state.set];
  SmallVector<const Thermograph*, 8> terms;
  const auto add = [&](GameId game) { terms.push_back(&store_.thermograph(game)); };
  add(state.game);
  for (std::uint32_t i = 0; i < set.count; ++i) {
    if (components_.is_game(parts_[set.first + i])) add(components_.game(parts_[set.first + i]));
  }
  // Where a wall bends; below 0 no stop is told.
  SmallVector<Dyadic, 16> temperatures{Dyadic()};
  for (const Thermograph* term : terms) {
    for (const Player player : kPlayers) {
      for (const Dyadic& t : term->wall(player).critical) {
        if (t.sign() > 0) temperatures.push_back(t);
      }
    }
  }
  std::sort(temperatures.begin(), temperatures.end());
  temperatures.erase(std::unique(temperatures.begin(), temperatures.end()), temperatures.end());
  // From the mean down: the largest temperature decides most.
  for (std::size_t i = temperatures.size(); i-- > 0;) {
    const Dyadic& t = temperatures[i];
    Dyadic most = t + Dyadic(set.bounds.upper);
    Dyadic least(set.bounds.lower);
    Dyadic widest;
    for (const Thermograph* term : terms) {
      const Dyadic left = term->wall(Player::kLeft).at(t);
      const Dyadic right = term->wall(Player::kRight).at(t);
      most = most + left;
      least = least + right;
      widest = std::max(widest, left - right);
    }
    const bool above = (least + widest).sign() > 0;
    if (!above && most.sign() >= 0) continue;
    ++cuts_;
    return above ? Known::kWon : Known::kLost;
  }
  return Known::kOpen;
}

Known SumGraph::from_others(const State& state) const {
  for (const GameId game : sets_[state.set].games.won) {
    if (store_.leq(game, state.game)) return Known::kWon;
  }
  for (const GameId game : sets_[state.set].games.lost) {
    if (store_.leq(state.game, game)) return Known::kLost;
  }
  return Known::kOpen;
}

Known SumGraph::look_again(StateId state) {
  if (shared_ != nullptr && states_[state].known == Known::kOpen) shared_sum(state);
  if (known(state) != Known::kOpen) return states_[state].known;
  State& s = states_[state];
  if (shared_ != nullptr) take_games(s.set);
  s.known = from_others(s);
  return s.known;
}

// --- shared with other searches

void SumGraph::share(SumTable* shared) {
  shared_ = shared;
  shared_sets_.clear();
  shared_sums_.clear();
  components_.share(shared);
}

SumTable::Set& SumGraph::shared_set(std::uint32_t set) {
  if (shared_sets_.size() < sets_.size()) shared_sets_.resize(sets_.size());
  SharedSet& shared = shared_sets_[set];
  if (shared.set == nullptr) {
    const Set& s = sets_[set];
    shared.set = &shared_->set(components_.key({parts_.data() + s.first, s.count}));
  }
  return *shared.set;
}

SumTable::Sum& SumGraph::shared_sum(StateId state) {
  if (shared_sums_.size() < states_.size()) shared_sums_.resize(states_.size());
  if (shared_sums_[state] == nullptr) {
    const State& s = states_[state];
    shared_sums_[state] = &shared_->sum(shared_set(s.set), s.game);
  }
  return *shared_sums_[state];
}

void SumGraph::take_shared(StateId state) {
  const SumTable::Sum* const shared = shared_before(state);
  if (shared == nullptr) return;
  const Known known = shared->known.load(std::memory_order_relaxed);
  if (known == Known::kOpen) return;
  ++taken_;
  remember(state, known);
}

void SumGraph::take_games(std::uint32_t set) {
  const SumTable::Set& from = shared_set(set);
  const std::uint32_t version = from.version();
  if (shared_sets_[set].version == version) return;
  shared_sets_[set].version = version;
  sets_[set].games = from.games();
}

void SumGraph::decide(StateId state, Known known) {
  if (shared_ == nullptr) return remember(state, known);
  shared_sum(state).known.store(known, std::memory_order_relaxed);
  const std::uint32_t set = states_[state].set;
  take_games(set);
  remember(state, known);
  // Two that do so at once may lose what one of them knew: it is known of its sum all the same.
  shared_sets_[set].version = shared_set(set).set_games(sets_[set].games);
}

void SumGraph::remember(StateId state, Known known) {
  State& s = states_[state];
  s.known = known;
  SumTable::Games& all = sets_[s.set].games;
  SmallVector<GameId, 2>& games = known == Known::kWon ? all.won : all.lost;
  const auto implied = [&](GameId g) {
    return known == Known::kWon ? store_.leq(s.game, g) : store_.leq(g, s.game);
  };
  games.erase(std::remove_if(games.begin(), games.end(), implied), games.end());
  if (games.size() == kRemembered) games.erase(games.begin());
  games.push_back(s.game);
}

// --- moves

std::span<const StateId> SumGraph::children(StateId state, Budget& budget) {
  // Once more of its parts have values, a state is equal to another one, and that perhaps again.
  SmallVector<StateId, 4> equals;
  StateId last = state;
  while (!expanded(last) && known(last) == Known::kOpen) {
    budget.charge();
    // Not each thousandth time only: one expansion may take a tenth of a millisecond.
    budget.poll();
    ++expansions_;
    PartSum whole = sum(last);
    if (components_.promote(whole, budget)) {
      const StateId equal = intern(whole);
      if (equal != last) {
        equals.push_back(last);
        last = equal;
        continue;
      }
    }
    expand(last, whole, budget);
  }
  for (std::size_t i = equals.size(); i-- > 0; last = equals[i]) {
    if (known(last) != Known::kOpen) {
      decide(equals[i], known(last));
    } else {
      states_[equals[i]].first_child = states_[last].first_child;
      states_[equals[i]].child_count = states_[last].child_count;
    }
  }
  if (!expanded(state)) return {};
  const State& s = states_[state];
  return {children_.data() + s.first_child, s.child_count};
}

void SumGraph::expand(StateId state, const PartSum& sum, Budget& budget) {
  found_.clear();
  bool wins = false;
  const auto add = [&](PartSum& child) {
    components_.normalise(child, budget);
    const StateId id = intern(child);
    wins = known(id) == Known::kLost;
    if (known(id) != Known::kWon) found_.push_back(id);
  };
  // What the opponent is left with where nothing was moved; he is Left there.
  const PartSum other = components_.negated(sum);
  for (std::size_t i = 0; i < sum.parts.size() && !wins; ++i) {
    const Part part = sum.parts[i];
    if (i > 0 && sum.parts[i - 1] == part) continue;
    PartSum rest = other;
    rest.parts.erase(std::find(rest.parts.begin(), rest.parts.end(), components_.negative(part)));
    for (const auto& [game, parts] : components_.replies(part, budget)) {
      PartSum child{store_.add(rest.game, game), rest.parts};
      child.parts.insert(child.parts.end(), parts.begin(), parts.end());
      add(child);
      if (wins) break;
    }
  }
  if (!wins) {
    for (const GameId option : store_.options(sum.game, Player::kLeft)) {
      PartSum child{store_.negate(option), other.parts};
      add(child);
      if (wins) break;
    }
  }
  std::sort(found_.begin(), found_.end());
  found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
  State& s = states_[state];
  s.first_child = static_cast<std::uint32_t>(children_.size());
  s.child_count = static_cast<std::uint32_t>(found_.size());
  children_.insert(children_.end(), found_.begin(), found_.end());
}

PerPlayer<std::uint32_t> SumGraph::mobility(StateId state) {
  PerPlayer<std::uint32_t> moves{};
  const Set& set = sets_[states_[state].set];
  for (std::uint32_t i = 0; i < set.count; ++i) {
    const PerPlayer<std::uint32_t> part = components_.mobility(parts_[set.first + i]);
    for (const Player player : kPlayers) moves[player] += part[player];
  }
  return moves;
}

void SumGraph::note_memory(Budget& budget) {
  components_.note_memory(budget);
  meter_.set(budget, bytes());
}

std::uint64_t SumGraph::bytes() const {
  return parts_.capacity() * sizeof(Part) + sets_.bytes() + 40 * sets_.size() + states_.bytes() +
         20 * states_.size() + children_.capacity() * sizeof(StateId);
}

}  // namespace cgt::solve
