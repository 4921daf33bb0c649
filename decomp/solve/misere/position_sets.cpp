#include "decomp/solve/misere/quotient.hpp"

#include <numeric>

#include "cgt/support/hash.hpp"

namespace cgt::solve {
namespace {

std::uint64_t set_pair_key(std::uint64_t a, std::uint64_t b) { return (a << 32U) | b; }

}  // namespace

void PositionSets::add_game(std::vector<GameSum> options, std::uint32_t most_asked) {
  CGT_EXPECTS(!options.empty(), "a game of a misere quotient has an option");
  std::ranges::sort(options);
  options.erase(std::unique(options.begin(), options.end()), options.end());
  options_.push_back(std::move(options));
  most_asked_.push_back(most_asked);
}

SetId PositionSets::part(SetId set, std::uint32_t level, std::uint64_t copies) const {
  const Node& node = nodes_[set];
  if (node.level < level) return set;
  const std::uint64_t at =
      copies < node.before ? copies : node.before + (copies - node.before) % node.period;
  return parts_[static_cast<std::size_t>(node.first + at)];
}

// In least form: no shorter period, no part before it that it covers.
SetId PositionSets::make(std::uint32_t level, std::vector<SetId> parts, std::size_t before) {
  std::size_t period = parts.size() - before;
  for (std::size_t shorter = 1; shorter <= period / 2; ++shorter) {
    if (period % shorter != 0) continue;
    bool repeats = true;
    for (std::size_t i = before + shorter; repeats && i < parts.size(); ++i) {
      repeats = parts[i] == parts[i - shorter];
    }
    if (repeats) {
      period = shorter;
      break;
    }
  }
  while (before > 0 && parts[before - 1] == parts[before - 1 + period]) --before;
  parts.resize(before + period);
  if (parts.size() == 1) return parts.front();
  std::uint64_t hash = mix(level, before);
  for (const SetId p : parts) hash = mix(hash, p);
  std::vector<SetId>& bucket = index_[hash];
  for (const SetId id : bucket) {
    const Node& node = nodes_[id];
    if (node.level == level && node.before == before && node.period == period &&
        std::equal(parts.begin(), parts.end(),
                   parts_.begin() + static_cast<std::ptrdiff_t>(node.first))) {
      return id;
    }
  }
  const auto id = static_cast<SetId>(nodes_.size());
  bucket.push_back(id);
  nodes_.push_back({level, static_cast<std::uint32_t>(before), static_cast<std::uint32_t>(period),
                    parts_.size()});
  parts_.insert(parts_.end(), parts.begin(), parts.end());
  return id;
}

SetId PositionSets::zero(std::uint32_t games) {
  SetId set = kAll;
  for (std::uint32_t level = 1; level <= games; ++level) set = make(level, {set, kEmpty}, 1);
  return set;
}

bool PositionSets::contains_zero(SetId set) const {
  while (nodes_[set].level > 0) set = parts_[nodes_[set].first];
  return set == kAll;
}

SetId PositionSets::join(SetId a, SetId b, Budget& budget) {
  if (a == b || b == kEmpty) return a;
  if (a == kEmpty) return b;
  if (a == kAll || b == kAll) return kAll;
  if (a > b) std::swap(a, b);
  const std::uint64_t key = set_pair_key(a, b);
  if (const auto found = unions_.find(key); found != unions_.end()) return found->second;
  const Node x = nodes_[a];
  const Node y = nodes_[b];
  const std::uint32_t level = std::max(x.level, y.level);
  const std::size_t before =
      std::max(x.level == level ? x.before : 0U, y.level == level ? y.before : 0U);
  const std::size_t period = std::lcm(x.level == level ? std::size_t{x.period} : 1,
                                      y.level == level ? std::size_t{y.period} : 1);
  budget.charge(1 + before + period);
  std::vector<SetId> parts;
  for (std::size_t i = 0; i < before + period; ++i) {
    parts.push_back(join(part(a, level, i), part(b, level, i), budget));
  }
  const SetId made = make(level, std::move(parts), before);
  unions_.emplace(key, made);
  return made;
}

SetId PositionSets::without(SetId set, std::uint32_t game, Budget& budget) {
  const Node node = nodes_[set];
  if (node.level < game) return set;
  const std::uint64_t key = set_pair_key(set, game);
  if (const auto found = moved_.find(key); found != moved_.end()) return found->second;
  budget.charge(1 + node.before + node.period);
  std::vector<SetId> parts;
  std::size_t before = node.before;
  if (node.level == game) {
    for (std::size_t i = 1; i <= node.before + node.period; ++i) {
      parts.push_back(part(set, game, i));
    }
    // What was before the period is one less; without any, the period begins one later.
    if (before > 0) {
      --before;
      parts.pop_back();
    }
  } else {
    for (std::size_t i = 0; i < node.before + node.period; ++i) {
      parts.push_back(without(part(set, node.level, i), game, budget));
    }
  }
  const SetId made = make(node.level, std::move(parts), before);
  moved_.emplace(key, made);
  return made;
}

SetId PositionSets::without(SetId set, const GameSum& sum, Budget& budget) {
  for (const auto& [game, copies] : sum) {
    for (std::uint32_t i = 0; i < copies; ++i) set = without(set, game, budget);
  }
  return set;
}

// With k copies of the last game: lost is what is not won with k copies, has no lost option with k
// copies, and cannot move in one of them to what is lost with k - 1. The k-th part therefore follows
// from the k-th part of `won` and from the part before.
std::optional<SetId> PositionSets::lost(SetId won, std::uint32_t games, Budget& budget) {
  if (won == kAll) return kEmpty;
  if (games == 0) return kAll;
  const std::uint64_t key = set_pair_key(won, games);
  if (const auto found = lost_.find(key); found != lost_.end()) return found->second;
  const Node node = nodes_[won];
  const std::size_t before = node.level == games ? node.before : 0;
  const std::size_t period = node.level == games ? node.period : 1;
  std::vector<SetId> parts;
  // The first place with a part behind the beginning of the period, by place in the period.
  FlatMap<std::uint64_t, std::size_t> seen;
  while (true) {
    const std::size_t k = parts.size();
    if (k > most_asked_[games - 1]) {
      // Whatever follows is not asked for.
      const SetId made = make(games, std::move(parts), k - 1);
      lost_.emplace(key, made);
      return made;
    }
    if (most_asked_[games - 1] == kAnyNumber && k > before + most_copies_ * period) {
      return std::nullopt;
    }
    SetId taken = part(won, games, k);
    if (k > 0) {
      for (const GameSum& option : options_[games - 1]) {
        taken = join(taken, without(parts.back(), option, budget), budget);
      }
    }
    budget.charge();
    const std::optional<SetId> next = lost(taken, games - 1, budget);
    if (!next) return std::nullopt;
    parts.push_back(*next);
    if (k < before) continue;
    const auto [first, fresh] = seen.emplace(set_pair_key((k - before) % period, *next), k);
    if (fresh) continue;
    // The parts behind k are those behind `first`; k itself is one of them.
    parts.pop_back();
    const SetId made = make(games, std::move(parts), first->second);
    lost_.emplace(key, made);
    if (nodes_.size() % 64 == 0) {
      meter_.set(budget, 24 * nodes_.size() + 8 * parts_.size() +
                             32 * (index_.size() + unions_.size() + moved_.size() + lost_.size()));
    }
    return made;
  }
}

}  // namespace cgt::solve
