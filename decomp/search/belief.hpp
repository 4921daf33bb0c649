// What player 0 gets for sure in a game that he does not see: search in states of belief, the sets of all states that
// are possible as far as he knows (Russell and Norvig, 5.6: Kriegspiel).
//
// BeliefGame makes of a game with information() one of perfect information, for every search of this folder. Player 0
// chooses a move that he makes in all possible states. Player 1 is then everything that player 0 does not control:
// chance, the opponent, who is thought to see all and to be lucky, and which of the possible states is true. He chooses
// what player 0 sees next, or an end. So the value is what player 0 can force without any luck.
//
//   struct Boxes {  // a coin is in box 0 or 1: who opens the wrong one pays 1, and may open another
//     using Move = int;
//     int coin = 0, wrong = -1, paid = 0;
//     bool found = false;
//     static GameType type() { return {.players = 1, .least_utility = -2}; }
//     int player() const { return found || paid == 2 ? kTerminal : 0; }
//     void moves(std::vector<int>& out) const { out = {0, 1}; }
//     void play(int box) {
//       found = box == coin;
//       if (found) return;
//       wrong = box;
//       ++paid;
//     }
//     int utility(int player) const { return player == 0 ? -paid : paid; }
//     int information() const { return wrong; }
//     std::uint64_t hash() const {
//       return mix(static_cast<std::uint64_t>(8 * wrong + 4 * coin + paid), found ? 1 : 0);
//     }
//     bool operator==(const Boxes&) const = default;
//   };
//   Budget budget;
//   const BeliefGame<Boxes> belief({Boxes{0}, Boxes{1}});
//   AlphaBeta<BeliefGame<Boxes>>().search(belief, budget).value;  // -1
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "cgt/support/containers.hpp"
#include "decomp/search/information_sets.hpp"

namespace cgt::search {

template <State S>
requires UtilityState<S> && requires(const S& s) { s.information(); }
class BeliefGame {
 public:
  // To player 1: the number of a view. To player 0: one of his moves.
  struct Move {
    std::uint32_t view = 0;
    typename S::Move move{};
    std::uint32_t code() const { return view + move_code(move); }
    friend bool operator==(const Move&, const Move&) = default;
  };
  using Utility = decltype(std::declval<const S&>().utility(0));

  explicit BeliefGame(std::vector<S> possible) : possible_(std::move(possible)) { spread(); }

  const std::vector<S>& possible() const { return possible_; }
  // A state of a view that player 1 may choose.
  const S& seen(std::uint32_t view) const {
    return possible_[static_cast<std::size_t>(std::find(view_.begin(), view_.end(), view) -
                                              view_.begin())];
  }
  GameType type() const {
    GameType type = possible_.front().type();
    type.players = 2;
    type.sum = UtilitySum::kZero;
    type.information = Information::kPerfect;
    type.chance = ChanceMode::kDeterministic;
    return type;
  }
  int player() const {
    if (views_ > 1) return 1;
    return possible_.front().player() == kTerminal ? kTerminal : 0;
  }
  void moves(std::vector<Move>& out) const {
    if (views_ > 1) {
      for (std::uint32_t i = 0; i < views_; ++i) out.push_back({i, {}});
      return;
    }
    std::vector<typename S::Move> here, there;
    possible_.front().moves(here);
    for (const S& state : possible_) {
      there.clear();
      state.moves(there);
      if (there != here) {
        refuse_set(0, "has different moves in two states that look alike to him",
                   "what he may do is something that he sees");
      }
    }
    for (auto& move : here) out.push_back({0, std::move(move)});
  }
  void play(const Move& move) {
    if (views_ > 1) {
      std::vector<S> seen;
      for (std::size_t i = 0; i < possible_.size(); ++i) {
        if (view_[i] == move.view) seen.push_back(std::move(possible_[i]));
      }
      possible_ = std::move(seen);
      view_.assign(possible_.size(), 0);
      views_ = 1;
      return;
    }
    for (S& state : possible_) state.play(move.move);
    spread();
  }
  // An end is the worst of those that are possible.
  Utility utility(int player) const { return possible_.front().utility(player); }
  std::uint64_t hash() const {
    std::uint64_t hash = views_;
    for (const S& state : possible_) hash = mix(hash, state.hash());
    return hash;
  }
  friend bool operator==(const BeliefGame& a, const BeliefGame& b) {
    return a.views_ == b.views_ && a.possible_ == b.possible_;
  }

 private:
  // Plays on until player 0 moves everywhere, or play has ended, and sorts states by what he sees.
  void spread() {
    FlatSet<S, StateHash<S>> met;
    std::vector<S> open = std::move(possible_);
    possible_.clear();
    std::vector<typename S::Move> moves;
    while (!open.empty()) {
      S state = std::move(open.back());
      open.pop_back();
      if (!met.insert(state).second) continue;
      const int player = state.player();
      if (player == kTerminal || player == 0) {
        possible_.push_back(std::move(state));
        continue;
      }
      moves.clear();
      state.moves(moves);
      if (moves.empty()) no_moves();
      for (const auto& move : moves) {
        S child = state;
        child.play(move);
        open.push_back(std::move(child));
      }
    }
    if (possible_.empty()) refuse_repeated_play();
    keep_worst_end();
    std::sort(possible_.begin(), possible_.end(),
              [](const S& a, const S& b) { return a.hash() < b.hash(); });
    view_.clear();
    std::vector<std::size_t> first;  // of each view
    for (std::size_t i = 0; i < possible_.size(); ++i) {
      std::size_t view = 0;
      while (view < first.size() && !same_view(possible_[first[view]], possible_[i])) ++view;
      if (view == first.size()) first.push_back(i);
      view_.push_back(static_cast<std::uint32_t>(view));
    }
    views_ = static_cast<std::uint32_t>(first.size());
  }
  // Of ends the first of the worst.
  void keep_worst_end() {
    std::size_t worst = possible_.size();
    for (std::size_t i = 0; i < possible_.size(); ++i) {
      if (possible_[i].player() != kTerminal) continue;
      if (worst == possible_.size() || possible_[i].utility(0) < possible_[worst].utility(0))
        worst = i;
    }
    std::size_t kept = 0;
    for (std::size_t i = 0; i < possible_.size(); ++i) {
      if (possible_[i].player() == kTerminal && i != worst) continue;
      if (kept != i) possible_[kept] = std::move(possible_[i]);
      ++kept;
    }
    possible_.erase(possible_.begin() + static_cast<std::ptrdiff_t>(kept), possible_.end());
  }
  static bool same_view(const S& a, const S& b) {
    const bool ended = a.player() == kTerminal;
    if (ended != (b.player() == kTerminal)) return false;
    return ended || a.information() == b.information();
  }

  std::vector<S> possible_;          // sorted by hash
  std::vector<std::uint32_t> view_;  // of each
  std::uint32_t views_ = 1;
};

}  // namespace cgt::search
