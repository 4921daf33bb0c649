// Minimax where moves gain points: alpha-beta with null windows only (MTD, Plaat et al. 1996), over a
// table of bounds. The score of a state is what is still to come, so that all ways to a state share
// its entry whatever was gained before; a converging run has proved bounds at every moment.
//
// Rules are a class with
//   State                         the type of states, with == and a hash() of 64 bits
//   bool left_to_move(state)
//   optional<Score> known(state)  settled, or bounded by what the rules say; else none
//   void steps(state, out, budget)   appends all moves to a vector of ScoreStep<State>
// A state that is not known and has no moves is the worst for who should move there: kNoScore below
// zero for Left, above zero for Right. Play must end; a line that comes back is refused.
//
// Thread rule: one thread. The stack is explicit.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "cgt/support/budget.hpp"
#include "cgt/support/containers.hpp"
#include "cgt/support/hash.hpp"

namespace cgt::solve {

// Of the unit that the rules choose.
using Score = std::int64_t;

// More than any score: no score at all, or an open end of an interval.
inline constexpr Score kNoScore = Score{1} << 61U;
// Gains may have been added to it.
constexpr bool is_score(Score x) { return x > -kNoScore / 2 && x < kNoScore / 2; }

template <class State>
struct ScoreStep {
  State next;
  Score gain = 0;  // for Left
};

// lower <= score <= upper.
struct ScoreBounds {
  Score lower = -kNoScore;
  Score upper = kNoScore;
  bool exact() const { return lower >= upper; }
};

template <class Rules>
class ScoreSearch {
 public:
  using State = typename Rules::State;
  using Step = ScoreStep<State>;

  explicit ScoreSearch(Rules& rules) : rules_(rules) {}

  // Makes the bounds of the state equal. Throws BudgetExhausted: then they are as good as was
  // proved, and another call goes on. Throws Error if play repeats.
  void converge(const State& state, Score guess, ScoreBounds& bounds, Budget& budget) {
    Score g = std::clamp(guess, -kNoScore, kNoScore);
    while (!bounds.exact()) {
      const Score beta = std::clamp(g, bounds.lower + 1, bounds.upper);
      g = test(state, beta, budget);
      if (g >= beta) {
        bounds.lower = std::max(bounds.lower, g);
      } else {
        bounds.upper = std::min(bounds.upper, g);
      }
    }
  }
  Score value(const State& state, Score guess, Budget& budget) {
    ScoreBounds bounds;
    converge(state, guess, bounds, budget);
    return bounds.lower;
  }

  // A lower bound of the score that is >= beta, or an upper bound that is below.
  Score test(const State& state, Score beta, Budget& budget) {
    struct Cleanup {  // nothing is open once a throw has left
      ScoreSearch& search;
      ~Cleanup() {
        for (const Frame& frame : search.stack_) search.table_[frame.state].open = false;
        search.stack_.clear();
        search.steps_.clear();
      }
    } cleanup{*this};
    Score returned = 0;
    bool pushed = enter(state, beta, returned, budget);
    while (!stack_.empty()) {
      Frame& frame = stack_.back();
      if (!pushed && frame.tried) take(frame, returned);
      if (frame.next == frame.end ||
          (frame.left ? frame.best >= frame.beta : frame.best < frame.beta)) {
        returned = leave(frame);
        steps_.resize(frame.begin);
        stack_.pop_back();
        pushed = false;
        continue;
      }
      frame.tried = true;
      const Step step = steps_[frame.next];
      pushed = enter(step.next, frame.beta - step.gain, returned, budget);
    }
    return returned;
  }

  // States that the table knows.
  std::uint64_t states() const { return table_.size(); }
  void clear() { table_.clear(); }

 private:
  struct Entry {
    Score lower = -kNoScore;
    Score upper = kNoScore;
    std::uint32_t best = 0;  // the step that was best last
    bool open = false;       // on the line of play
  };
  struct Hash {
    using is_avalanching = void;
    std::size_t operator()(const State& s) const { return static_cast<std::size_t>(s.hash()); }
  };
  struct Frame {
    State state;
    std::size_t begin, next, end;  // of steps_
    Score beta;
    Score best;
    std::uint32_t best_step;
    bool left;
    bool tried = false;
  };

  // True if a frame was pushed, else `returned` answers the test.
  bool enter(const State& state, Score beta, Score& returned, Budget& budget) {
    if (const std::optional<Score> known = rules_.known(state)) {
      returned = *known;
      return false;
    }
    budget.charge();
    Entry& entry = table_[state];
    if (entry.lower >= beta || entry.lower >= entry.upper) {
      returned = entry.lower;
      return false;
    }
    if (entry.upper < beta) {
      returned = entry.upper;
      return false;
    }
    if (entry.open) throw Error("this game is loopy: play can come back to an earlier position");
    const std::uint32_t first = entry.best;
    const std::size_t begin = steps_.size();
    const bool left = rules_.left_to_move(state);
    // Pushed before what may throw: the line of play is known to the caller's cleanup.
    stack_.push_back({state, begin, begin, begin, beta, left ? -kNoScore : kNoScore, 0, left});
    entry.open = true;
    rules_.steps(state, steps_, budget);
    stack_.back().end = steps_.size();
    // Frames count their steps from where the best of the last time stands first.
    if (begin + first < steps_.size()) std::swap(steps_[begin], steps_[begin + first]);
    if (table_.size() % kMemoryInterval == 0) {
      meter_.set(budget, table_.size() * (sizeof(State) + sizeof(Entry) + 1) * 3 / 2);
    }
    return true;
  }

  void take(Frame& frame, Score returned) {
    const Score score = returned + steps_[frame.next].gain;
    if (frame.left ? score > frame.best : score < frame.best) {
      frame.best = score;
      frame.best_step = static_cast<std::uint32_t>(frame.next - frame.begin);
    }
    ++frame.next;
    frame.tried = false;
  }

  Score leave(const Frame& frame) {
    Entry& entry = table_[frame.state];
    entry.open = false;
    // The step that stood first was swapped with the one that was best.
    if (frame.best_step != 0) {
      entry.best = frame.best_step == entry.best ? 0 : frame.best_step;
    }
    if (frame.best >= frame.beta) {
      entry.lower = std::max(entry.lower, frame.best);
    } else {
      entry.upper = std::min(entry.upper, frame.best);
    }
    return frame.best;
  }

  Rules& rules_;
  FlatMap<State, Entry, Hash> table_;
  std::vector<Frame> stack_;
  std::vector<Step> steps_;  // of all frames
  MemoryMeter meter_;
};

}  // namespace cgt::solve
