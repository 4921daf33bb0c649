// Expectiminimax with exact fractions, for games of one or two players with chance nodes.
//
// Every state is valued once and kept, so that states must have equal futures where they are equal;
// play must end. There are no cuts: they need bounds of utilities, which fractions do not have
// (expectiminimax.hpp cuts, in doubles).
//
//   struct Coin {  // heads pays 1/3
//     using Move = int;
//     int side = -1;
//     GameType type() const { return {.players = 1, .chance = ChanceMode::kExplicit}; }
//     int player() const { return side < 0 ? kChance : kTerminal; }
//     void moves(std::vector<int>& out) const { out = {0, 1}; }
//     void play(int move) { side = move; }
//     Rational exact_probability(int) const { return Rational(1) / Rational(2); }
//     Rational exact_utility() const { return side == 0 ? Rational(1) / Rational(3) : Rational(0); }
//     std::uint64_t hash() const { return mix(static_cast<std::uint64_t>(side + 1), 0); }
//     bool operator==(const Coin&) const = default;
//   };
//   Budget budget;
//   ExactExpectiminimax<Coin>().search(Coin(), budget).value;  // 1/6
//
// Thread rule: one thread a search object.
#pragma once

#include <algorithm>
#include <vector>

#include "cgt/number/rational.hpp"
#include "cgt/support/budget.hpp"
#include "cgt/support/containers.hpp"
#include "decomp/search/evaluation.hpp"

namespace cgt::search {

// exact_utility() is that of player 0.
template <class S>
concept ExactChanceState = State<S> && requires(const S& s, const typename S::Move& move) {
  { s.exact_probability(move) } -> std::convertible_to<Rational>;
  { s.exact_utility() } -> std::convertible_to<Rational>;
};

// Throws Error unless the game has one or two players with opposite interests.
void require_exact_chance(const GameType& type);
// Throws Error unless probabilities are from 0 to 1 and add up to 1.
void check_probabilities(const std::vector<Rational>& all);

template <ExactChanceState S>
class ExactExpectiminimax {
 public:
  using Move = typename S::Move;

  // Values are of player 0. The line ends before the first chance node. Throws Error if play comes
  // back to a state, and for probabilities that do not add up to 1.
  Result<Move, Rational> search(const S& root, Budget& budget) {
    require_exact_chance(root.type());
    Result<Move, Rational> result;
    values_.clear();
    stack_.clear();
    moves_.clear();
    try {
      bool returned = enter(root, result, budget);
      while (!stack_.empty()) returned = returned ? take(result, budget) : descend(result, budget);
      result.value = result.lower = result.upper = returned_;
      result.stop = StopReason::kSolved;
      follow(root, result);
    } catch (const BudgetExhausted& spent) {
      result.stop = spent.reason();
    }
    return result;
  }

 private:
  struct Known {
    Rational value;
    bool done = false;
  };
  struct Frame {
    S state;
    int player;
    std::size_t begin, next;
    bool any;
    Rational value;
    std::vector<Rational> chances;
  };

  // True: the value is in returned_; false: there is one more frame on the stack.
  bool enter(const S& state, Result<Move, Rational>& result, Budget& budget) {
    const auto [at, fresh] = values_.try_emplace(state, Known{});
    if (!fresh) {
      if (!at->second.done) refuse_repeated_play("count the moves in the state");
      ++result.counts.table_hits;
      returned_ = at->second.value;
      return true;
    }
    budget.charge();
    ++result.counts.nodes;
    result.counts.deepest = std::max<std::uint64_t>(result.counts.deepest, stack_.size());
    if (values_.size() % kMemoryInterval == 0)
      meter_.set(budget, 2 * values_.size() * (sizeof(S) + sizeof(Known)));
    const int player = state.player();
    if (player == kTerminal) {
      ++result.counts.leaves;
      returned_ = state.exact_utility();
      values_[state] = {returned_, true};
      return true;
    }
    const std::size_t begin = moves_.size();
    state.moves(moves_);
    if (moves_.size() == begin) throw Error("a state of the game has no moves and is not its end");
    Frame frame{state, player, begin, begin, false, Rational(0), {}};
    if (player == kChance) {
      for (std::size_t i = begin; i < moves_.size(); ++i)
        frame.chances.push_back(state.exact_probability(moves_[i]));
      check_probabilities(frame.chances);
    }
    stack_.push_back(std::move(frame));
    return false;
  }

  // The topmost frame takes what its move returned. True if it returns in its turn.
  bool take(Result<Move, Rational>& result, Budget& budget) {
    Frame& top = stack_.back();
    if (top.player == kChance) {
      top.value += top.chances[top.next - top.begin] * returned_;
    } else if (!top.any || (top.player == 0 ? top.value < returned_ : returned_ < top.value)) {
      top.value = returned_;
    }
    top.any = true;
    if (++top.next < moves_.size()) return descend(result, budget);
    returned_ = top.value;
    values_[top.state] = {returned_, true};
    moves_.resize(top.begin);
    stack_.pop_back();
    return true;
  }

  bool descend(Result<Move, Rational>& result, Budget& budget) {
    const Frame& top = stack_.back();
    S child = top.state;
    child.play(moves_[top.next]);
    return enter(child, result, budget);
  }

  void follow(S state, Result<Move, Rational>& result) {
    while (state.player() >= 0) {
      moves_.clear();
      state.moves(moves_);
      const Rational value = values_.find(state)->second.value;
      bool found = false;
      for (const Move& move : moves_) {
        S child = state;
        child.play(move);
        const auto at = values_.find(child);
        if (at == values_.end() || !(at->second.value == value)) continue;
        result.line.push_back(move);
        state = std::move(child);
        found = true;
        break;
      }
      if (!found) break;
    }
    if (!result.line.empty()) result.best.assign(1, result.line.front());
  }

  FlatMap<S, Known, StateHash<S>> values_;
  MemoryMeter meter_;
  std::vector<Frame> stack_;
  std::vector<Move> moves_;
  Rational returned_;
};

}  // namespace cgt::search
