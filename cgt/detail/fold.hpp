// Functions of positions that are defined through their values at the options, with any type of
// result. (detail::evaluate is the engine for results that are games and caches that forget.)
#pragma once

#include <optional>
#include <vector>

#include "cgt/detail/store_impl.hpp"

namespace cgt::detail {

// The options of g. The budget is asked on the way, because a nimber may have billions and a
// multiple of up may be the first of a chain as long.
inline void append_options(Store::Impl& impl, GameId g, Player player,
                           SmallVector<GameId, 8>& keys) {
  impl.charge();
  const std::uint64_t count = impl.option_count(g, player);
  for (std::uint64_t i = 0; i < count; ++i) {
    if ((i & 0xFFU) == 0xFFU) impl.charge();
    keys.push_back(impl.option(g, player, i));
  }
}

// Evaluates each position once, without recursion; the values of all that were met stay in `known`.
//   quick(key)                    the value if it is known from elsewhere, as std::optional
//   children(key, player, keys)   appends the positions that it depends on
//   combine(key, keys, at)        the value; at(child) is the value of a child
template <class Key, class Value, class Quick, class Children, class Combine>
Value fold(const Key& root, FlatMap<Key, Value>& known, Quick quick, Children children,
           Combine combine) {
  struct Frame {
    Key key;
    bool open = false;
    PerPlayer<SmallVector<Key, 8>> keys;
  };
  const auto at = [&](const Key& key) -> const Value& { return known.find(key)->second; };
  std::vector<Frame> stack;
  stack.push_back({root, false, {}});
  while (!stack.empty()) {
    if (!stack.back().open) {
      const Key key = stack.back().key;
      if (known.contains(key)) {
        stack.pop_back();
        continue;
      }
      if (std::optional<Value> value = quick(key)) {
        known.emplace(key, std::move(*value));
        stack.pop_back();
        continue;
      }
      stack.back().open = true;
      PerPlayer<SmallVector<Key, 8>> keys;
      for (const Player player : kPlayers) children(key, player, keys[player]);
      stack.back().keys = keys;
      for (const Player player : kPlayers) {
        for (const Key& child : keys[player]) {
          if (!known.contains(child)) stack.push_back({child, false, {}});
        }
      }
      continue;
    }
    const Frame& frame = stack.back();
    Value value = combine(frame.key, frame.keys, at);
    known.insert_or_assign(frame.key, std::move(value));
    stack.pop_back();
  }
  return at(root);
}

// The followers of a game, one by one.

// visit(g) for `root` and each of its followers, once, in no stated order; those of number-up-stars are
// left out, since closed forms tell them. Ends where `visit` says false. Did it never? Charges a node for
// each.
template <class Visit>
bool each_follower(Store::Impl& impl, GameId root, const Visit& visit) {
  FlatSet<GameId> seen{root};
  std::vector<GameId> open{root};
  while (!open.empty()) {
    const GameId g = open.back();
    open.pop_back();
    impl.charge();
    if (!visit(g)) return false;
    if (impl.is_nus(g)) continue;
    for (const Player player : kPlayers) {
      for (const GameId x : impl.record(g).options(player)) {
        if (seen.insert(x).second) open.push_back(x);
      }
    }
  }
  return true;
}

}  // namespace cgt::detail
