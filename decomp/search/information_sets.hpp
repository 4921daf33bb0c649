// Games of one or two players who do not see everything: the states of an information set look alike to the player
// who moves, so that he makes the same choice in all of them.
//
//   struct Coin {  // player 1 guesses a coin that player 0 has turned
//     using Move = int;
//     int side = -1, guess = -1;
//     GameType type() const { return {.information = Information::kImperfect}; }
//     int player() const { return side < 0 ? 0 : guess < 0 ? 1 : kTerminal; }
//     void moves(std::vector<int>& out) const { out = {0, 1}; }
//     void play(int move) { (side < 0 ? side : guess) = move; }
//     Rational exact_probability(int) const { return Rational(0); }
//     Rational exact_utility() const { return Rational(side == guess ? -1 : 1); }
//     int information() const { return 0; }  // nobody sees anything
//     std::uint64_t hash() const {
//       return mix(static_cast<std::uint64_t>(side + 1), static_cast<std::uint64_t>(guess + 1));
//     }
//     bool operator==(const Coin&) const = default;
//   };
//   Budget budget;
//   const auto game = unfold<Coin>(Coin(), budget);
//   equilibrium(game.tree, budget).value;        // 0: both choose at random
//   cfr(game.tree, 1000, budget).upper;          // a little above 0
//   clairvoyance(game.tree, budget).promise;     // -1: who sees the coin guesses right
//
// A strategy is kept as a plan (von Stengel 1996): a sequence is what a player has done, in which of his sets; the plan
// says how probable he makes it. That is what payments are linear in.
//
// Results, all for player 0, in exact fractions
//   1. value: what the two plans lead to. lower: what the plan of player 0 gets from any opponent; upper: what
//      that of player 1 gives to any. The value of the game is between them, and found where they are equal.
//   2. equilibrium() ends with equal bounds, unless its budget does before. It solves the matrix game of
//      some pure strategies, adds best answers to its mixtures, and so on: double oracle (McMahan, Gordon, Blum 2003).
//   3. cfr() is counterfactual regret minimisation (Zinkevich, Johanson, Bowling, Piccione 2007), with
//      regrets that do not fall below 0 and later plans weighing more (CFR+: Tammelin 2014). Probabilities are
//      rounded to 1/10^6, and then judged exactly.
//   4. clairvoyance() averages over worlds: in each set it takes the move that is best on average if from then on
//      everybody sees everything. `promise` is what that says of the root. It never pays to learn or to hide, so the
//      plans may be worth any less.
// A player must remember what he did and knew; unfold() throws Error where he does not.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "cgt/number/rational.hpp"
#include "cgt/support/budget.hpp"
#include "cgt/support/containers.hpp"
#include "decomp/search/exact_chance.hpp"

namespace cgt::search {

// The tree of all plays. Nodes stand behind their parents; node 0 is the root.
struct CGT_API InformationTree {
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  struct Node {
    int player = kTerminal;
    std::uint32_t set = kNone;                    // of a player: in sets[player]
    std::uint32_t first = 0, count = 0;           // children
    std::array<std::uint32_t, 2> sequence{0, 0};  // what each player has done
    Rational chance{1};                           // product of the probabilities on the way
    Rational utility;                             // of player 0, at an end
  };
  struct Set {
    std::uint32_t before;  // what its player has done before
    std::uint32_t first;   // the sequences that its moves lead to: first, first + 1, ...
    std::uint32_t count;
  };
  std::vector<Node> nodes;
  // Sets stand behind those that lead to them. Sequence 0 of each player: he has done nothing.
  std::array<std::vector<Set>, 2> sets;
  std::array<std::uint32_t, 2> sequences{1, 1};
};

// A realization plan: the probability of each sequence, as far as it is for its player to say.
using Plan = std::vector<Rational>;

struct CGT_API Judged {
  std::array<Plan, 2> plans;
  Rational value, lower, upper;
  Rational promise;  // of clairvoyance; else the value
  std::uint64_t rounds = 0;
  StopReason stop = StopReason::kSolved;
};

// They throw BudgetExhausted if not even a first plan is made.
CGT_API Judged equilibrium(const InformationTree& tree, Budget& budget);
CGT_API Judged cfr(const InformationTree& tree, std::uint64_t iterations, Budget& budget);
CGT_API Judged clairvoyance(const InformationTree& tree, Budget& budget);

// Throws Error unless it is for one player, or two of whom one loses what the other gains.
CGT_API void require_information_sets(const GameType& type);
[[noreturn]] CGT_API void refuse_set(int player, const char* reason, const char* hint);

template <class S>
concept InformationState = ExactChanceState<S> && requires(const S& s) {
  s.information();
};

template <InformationState S>
struct Unfolded {
  using Information = std::decay_t<decltype(std::declval<const S&>().information())>;
  struct Sight {
    Information information;
    std::vector<typename S::Move> moves;
  };
  InformationTree tree;
  std::array<std::vector<Sight>, 2> sights;  // of each set
};

struct InformationHash {
  template <class Information>
  std::uint64_t operator()(const Information& information) const {
    if constexpr (std::is_integral_v<Information>) {
      return mix(static_cast<std::uint64_t>(information), 0x15);
    } else {
      return information.hash();
    }
  }
};

// All plays from the root. Throws Error for probabilities that do not add up to 1, and if states that look alike have
// other moves, or other ways of the player to them; who comes back to a state does.
template <InformationState S>
Unfolded<S> unfold(const S& root, Budget& budget) {
  require_information_sets(root.type());
  using Tree = InformationTree;
  Unfolded<S> out;
  Tree& tree = out.tree;
  std::vector<S> states{root};
  std::array<FlatMap<typename Unfolded<S>::Information, std::uint32_t, InformationHash>, 2> sets;
  MemoryMeter meter;
  tree.nodes.emplace_back();
  std::vector<typename S::Move> moves;
  for (std::uint32_t n = 0; n < tree.nodes.size(); ++n) {
    budget.charge();
    if (n % kMemoryInterval == 0)
      meter.set(budget, tree.nodes.capacity() * (sizeof(Tree::Node) + sizeof(S) + 64));
    const S state = states[n];
    const int player = state.player();
    tree.nodes[n].player = player;
    if (player == kTerminal) {
      tree.nodes[n].utility = state.exact_utility();
      continue;
    }
    moves.clear();
    state.moves(moves);
    if (moves.empty()) no_moves();
    if (player != kChance) {
      const auto p = static_cast<std::size_t>(player);
      auto information = state.information();
      const auto [known, fresh] =
          sets[p].try_emplace(information, static_cast<std::uint32_t>(tree.sets[p].size()));
      const std::uint32_t set = known->second;
      const std::uint32_t before = tree.nodes[n].sequence[p];
      if (fresh) {
        const auto count = static_cast<std::uint32_t>(moves.size());
        tree.sets[p].push_back({before, tree.sequences[p], count});
        tree.sequences[p] += count;
        out.sights[p].push_back({std::move(information), moves});
      } else if (out.sights[p][set].moves != moves) {
        refuse_set(player, "has different moves in two states that look alike to him",
                   "what he may do is something that he sees");
      } else if (tree.sets[p][set].before != before) {
        refuse_set(player,
                   "has come by different choices of his to two states that look alike to him",
                   "what he has done and seen is part of what he knows: perfect recall");
      }
      tree.nodes[n].set = set;
    }
    std::vector<Rational> chances;
    if (player == kChance) {
      for (const auto& move : moves) chances.push_back(state.exact_probability(move));
      check_probabilities(chances);
    }
    tree.nodes[n].first = static_cast<std::uint32_t>(tree.nodes.size());
    tree.nodes[n].count = static_cast<std::uint32_t>(moves.size());
    for (std::uint32_t i = 0; i < moves.size(); ++i) {
      Tree::Node child;
      child.sequence = tree.nodes[n].sequence;
      child.chance = tree.nodes[n].chance;
      if (player == kChance) {
        child.chance *= chances[i];
      } else {
        const auto p = static_cast<std::size_t>(player);
        child.sequence[p] = tree.sets[p][tree.nodes[n].set].first + i;
      }
      S next = state;
      next.play(moves[i]);
      tree.nodes.push_back(std::move(child));
      states.push_back(std::move(next));
    }
  }
  return out;
}

}  // namespace cgt::search
