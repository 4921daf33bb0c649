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
#include <optional>
#include <utility>
#include <vector>

#include "cgt/support/budget.hpp"
#include "cgt/support/containers.hpp"
#include "cgt/support/hash.hpp"
#include "cgt/support/player.hpp"

namespace cgt::search {

// Boolean search: who wins, depth first, where a move that wins ends the look at a position. No
// values and no bounds; a Space remembers what was decided, if anything.
//
// A Space has, for its positions on the line of play (Frame) and those after a move (Child),
//   bool next(frame, child)       the next move of the frame's player; false: none is left
//   std::optional<bool> look(child)   does the player to move there win, as far as that is known?
//   std::optional<bool> enter(child, budget)   pushes a frame, unless the answer turns up; a line
//                                 of play that comes back is its to refuse. The child may be moved
//                                 from.
//   void leave(frame, won)        the frame's player wins, or not; the frame is popped then

// Does the player to move at the root win? What throws leaves the line of play on the stack.
template <class Space, class Frame, class Child>
bool boolean_walk(Space& space, std::vector<Frame>& stack, Child root, Budget& budget) {
  Child child = root;
  // Of the position reached last.
  std::optional<bool> wins = space.look(root);
  if (!wins) wins = space.enter(root, budget);
  while (!stack.empty()) {
    const bool won = wins && !*wins;  // the opponent loses after the move tried last
    if (!won && space.next(stack.back(), child)) {
      wins = space.look(child);
      if (!wins) wins = space.enter(child, budget);
      continue;
    }
    space.leave(stack.back(), won);
    stack.pop_back();
    wins = won;
  }
  return *wins;
}

template <class P>
concept OutcomePosition = std::copyable<P> &&
    requires(const P& p, Player player, typename P::Moves moves, P& child, std::int64_t& shift) {
  { p.moves(player) } -> std::same_as<typename P::Moves>;
  { moves.next(child, shift) } -> std::same_as<bool>;
  { p.key() } -> std::same_as<typename P::Key>;
  { p.key().hash() } -> std::same_as<std::uint64_t>;
  { p.key() == p.key() } -> std::same_as<bool>;
};

// The line of play returned to a position: plain search cannot decide.
class CGT_API Repetition : public Error {
 public:
  Repetition() : Error("a position repeats: plain search cannot decide a ko") {}
};

template <OutcomePosition P>
class OutcomeSearch {
 public:
  // Does Left win `root` + n (+ 1/2 if `half`) when `first` moves first? Throws BudgetExhausted and
  // Repetition.
  bool left_wins(const P& root, std::int64_t n, bool half, Player first, Budget& budget) {
    struct Cleanup {  // nothing is open once a throw has left
      OutcomeSearch& search;
      ~Cleanup() {
        for (const Frame& frame : search.stack_) search.table_[frame.key].open = false;
        search.stack_.clear();
      }
    } cleanup{*this};
    const bool wins =
        boolean_walk(*this, stack_, Child{root, {root.key(), half, first}, n}, budget);
    return wins == (first == Player::kLeft);
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

  struct Child {
    P position;
    Key key;
    std::int64_t number;
  };
  template <class Space, class F, class C>
  friend bool boolean_walk(Space&, std::vector<F>&, C, Budget&);

  std::optional<bool> look(const Child& child) const {
    const auto it = table_.find(child.key);
    if (it == table_.end()) return std::nullopt;
    const bool left = child.key.mover == Player::kLeft;
    if (child.number >= it->second.won_from) return left;
    if (child.number <= it->second.lost_to) return !left;
    return std::nullopt;
  }

  std::optional<bool> enter(Child& child, Budget& budget) {
    Interval& interval = table_[child.key];
    if (interval.open) throw Repetition();
    interval.open = true;
    typename P::Moves moves = child.position.moves(child.key.mover);
    stack_.push_back({child.position, child.key, child.number, std::move(moves), 0});
    budget.charge();
    if ((++nodes_ & 0xFFFU) == 0) {
      meter_.set(budget, table_.size() * (sizeof(Key) + sizeof(Interval) + 1) * 3 / 2);
    }
    return std::nullopt;
  }

  // The next move of the frame's player: on the position, then in the integer, then in the half.
  static bool next(Frame& frame, Child& child) {
    const Player mover = frame.key.mover;
    const auto reached = [&](std::int64_t number, bool half) {
      child.number = number;
      child.key = {child.position.key(), half, opponent(mover)};
      return true;
    };
    if (frame.number_moves == 0) {
      std::int64_t shift = 0;
      if (frame.moves.next(child.position, shift)) {
        return reached(frame.number + shift, frame.key.half);
      }
      frame.number_moves = 1;
      if (frame.number * sign(mover) > 0) {
        child.position = frame.position;
        return reached(frame.number - sign(mover), frame.key.half);
      }
    }
    if (frame.number_moves == 1) {
      frame.number_moves = 2;
      if (frame.key.half) {
        child.position = frame.position;
        return reached(frame.number + (mover == Player::kRight ? 1 : 0), false);
      }
    }
    return false;
  }

  void leave(const Frame& frame, bool won) {
    Interval& interval = table_[frame.key];
    interval.open = false;
    if (won == (frame.key.mover == Player::kLeft)) {
      interval.won_from = std::min(interval.won_from, frame.number);
    } else {
      interval.lost_to = std::max(interval.lost_to, frame.number);
    }
  }

  Table table_;
  MemoryMeter meter_;
  std::vector<Frame> stack_;
  std::uint64_t nodes_ = 0;
};

}  // namespace cgt::search
