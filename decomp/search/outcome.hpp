// Who wins "position + number" under normal play, by plain full-width search: the player who cannot
// move loses. Boolean alpha-beta with a transposition table; no values, no splitting, no canonical
// forms, so that it can check the programs that use them.
//
// The number is n, or n + {0|1} = n + 1/2; an integer n is |n| free moves of one player. A larger
// number is never worse for Left, so the table keeps one interval per position: won from here up,
// lost from here down.
//
// A position type offers a `Moves` cursor (next(child, shift): the next position that the player
// can move to and the free moves that Left gains) and a `Key` that identifies it. Play must end: a
// position that comes back on the line of play is reported as Repetition.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "cgt/support/budget.hpp"
#include "cgt/support/containers.hpp"
#include "cgt/support/error.hpp"
#include "cgt/support/hash.hpp"
#include "cgt/support/player.hpp"

namespace cgt::search {

template <class P>
concept OutcomePosition = std::copyable<P> &&
    requires(const P& p, Player player, typename P::Moves moves, P& child, std::int64_t& shift) {
  { p.moves(player) } -> std::same_as<typename P::Moves>;
  { moves.next(child, shift) } -> std::same_as<bool>;
  { p.key() } -> std::same_as<typename P::Key>;
  { p.key().hash() } -> std::same_as<std::uint64_t>;
  { p.key() == p.key() } -> std::same_as<bool>;
};

// The line of play came back to a position: plain search cannot decide.
class Repetition : public Error {
 public:
  Repetition() : Error("a position repeats: plain search cannot decide a ko") {}
};

template <OutcomePosition P>
class OutcomeSearch {
 public:
  // Does Left win `root` + n (+ 1/2 if `half`) when `first` moves first? Throws BudgetExhausted and
  // Repetition.
  bool left_wins(const P& root, std::int64_t n, bool half, Player first, Budget& budget) {
    if (const int known = look_up({root.key(), half, first}, n); known >= 0) return known != 0;
    std::vector<Frame> stack;
    struct Cleanup {  // nothing is open once a throw has left
      Table& table;
      std::vector<Frame>& stack;
      ~Cleanup() {
        for (const Frame& frame : stack) table[frame.key].open = false;
      }
    } cleanup{table_, stack};
    const auto enter = [&](const P& position, Key key, std::int64_t number) {
      Interval& interval = table_[key];
      if (interval.open) throw Repetition();
      interval.open = true;
      typename P::Moves moves = position.moves(key.mover);
      stack.push_back({position, std::move(key), number, std::move(moves), 0});
      budget.charge();
      if ((++nodes_ & 0xFFFU) == 0) {
        meter_.set(budget, table_.size() * (sizeof(Key) + sizeof(Interval) + 1) * 3 / 2);
      }
    };
    enter(root, {root.key(), half, first}, n);
    int returned = -1;  // did Left win the position just left?
    while (true) {
      Frame& frame = stack.back();
      const Player mover = frame.key.mover;
      const int wanted = mover == Player::kLeft ? 1 : 0;
      int result = returned == wanted ? wanted : -1;
      returned = -1;
      bool descended = false;
      P child = frame.position;
      std::int64_t number = 0;
      bool child_half = false;
      while (result < 0 && !descended) {
        if (!next(frame, child, number, child_half)) {
          result = 1 - wanted;
          break;
        }
        Key key{child.key(), child_half, opponent(mover)};
        const int known = look_up(key, number);
        if (known < 0) {
          enter(child, std::move(key), number);
          descended = true;
        } else if (known == wanted) {
          result = wanted;
        }
      }
      if (descended) continue;
      Interval& interval = table_[frame.key];
      interval.open = false;
      if (result == 1) {
        interval.won_from = std::min(interval.won_from, frame.number);
      } else {
        interval.lost_to = std::max(interval.lost_to, frame.number);
      }
      stack.pop_back();
      if (stack.empty()) return result == 1;
      returned = result;
    }
  }

  std::uint64_t nodes() const { return nodes_; }

 private:
  struct Key {
    typename P::Key position;
    bool half = false;
    Player mover = Player::kLeft;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct KeyHash {
    using is_avalanching = void;
    std::size_t operator()(const Key& key) const {
      return static_cast<std::size_t>(
          mix(key.position.hash(), index(key.mover) * 2 + (key.half ? 1 : 0)));
    }
  };
  struct Interval {
    std::int64_t won_from = std::numeric_limits<std::int64_t>::max();
    std::int64_t lost_to = std::numeric_limits<std::int64_t>::min();
    bool open = false;
  };
  using Table = FlatMap<Key, Interval, KeyHash>;
  struct Frame {
    P position;
    Key key;
    std::int64_t number;
    typename P::Moves moves;
    int number_moves;  // moves in the number made so far
  };

  // 1 won, 0 lost, -1 not known.
  int look_up(const Key& key, std::int64_t n) const {
    const auto it = table_.find(key);
    if (it == table_.end()) return -1;
    return n >= it->second.won_from ? 1 : n <= it->second.lost_to ? 0 : -1;
  }

  // The next move of the frame's player: on the position, then in the integer, then in the half.
  static bool next(Frame& frame, P& child, std::int64_t& number, bool& half) {
    const Player mover = frame.key.mover;
    std::int64_t shift = 0;
    half = frame.key.half;
    if (frame.number_moves == 0) {
      if (frame.moves.next(child, shift)) {
        number = frame.number + shift;
        return true;
      }
      child = frame.position;
      frame.number_moves = 1;
      if (frame.number * sign(mover) > 0) {
        number = frame.number - sign(mover);
        return true;
      }
    }
    child = frame.position;
    if (frame.number_moves == 1) {
      frame.number_moves = 2;
      if (frame.key.half) {
        half = false;
        number = frame.number + (mover == Player::kRight ? 1 : 0);
        return true;
      }
    }
    return false;
  }

  Table table_;
  MemoryMeter meter_;
  std::uint64_t nodes_ = 0;
};

}  // namespace cgt::search
