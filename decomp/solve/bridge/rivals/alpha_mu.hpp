// Alpha-mu: a search over sampled layouts in which declarer's side has one line of play for all of
// them (Cazenave and Ventos, "The alpha-mu search algorithm for the game of bridge", 2019).
//
// A state is what everybody sees; in each layout, or world, the defenders hold other cards. The
// value of a state is the front of the sets of worlds in which a goal is reached (exact/front.hpp).
// At declarer's nodes fronts are united; at those of defenders, who know the world and the line,
// every reply has to be met in the worlds that have it. After so many cards of declarer's side each
// world is finished double dummy: one card is perfect-information sampling, enough cards are exact
// for these worlds.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "cgt/support/budget.hpp"
#include "cgt/support/memory/containers.hpp"
#include "decomp/solve/bridge/exact/front.hpp"
#include "decomp/solve/bridge/exact/open_cards.hpp"
#include "decomp/solve/bridge/play/view.hpp"

namespace cgt::bridge {

class AlphaMu {
 public:
  // Requires that it is the turn of declarer's side, and 1 to WorldSet::kMost worlds, which differ in
  // the defenders' hands only. Worlds may come more than once. The solver is kept.
  AlphaMu(const Table& table, std::vector<Hands> worlds, CardSolver& solver);

  // The maximal sets of worlds in which declarer's side takes `need` tricks or more, those already
  // won included, after this card, which is the first of `moves` >= 1 that it plays in one line.
  // Each state is a node of the budget; throws BudgetExhausted.
  Front front(Card card, int need, int moves, Budget& budget);
  // Tricks of declarer's side in all, after this card, if all cards are seen; in one world.
  int tricks(Card card, std::size_t world);

  // A card, and for each number of tricks from now on the worlds in which its best set has them.
  struct Choice {
    Card card = kNoCard;
    std::array<int, 14> worlds{};
    int sum = 0;  // of them
    // The higher sum; ties: before_in_ties().
    bool before(const Choice& other) const;
  };
  // One move more than before; the first call has one. One card of each group of equal ones: the first
  // is the best, with its exact sum, those behind it have bounds. Throws BudgetExhausted, and choices()
  // and depth() are then as before.
  const std::vector<Choice>& deepen(Budget& budget);
  // Moves that choices() is of; 0 at first. No more than a line has.
  int depth() const { return depth_; }
  const std::vector<Choice>& choices() const { return choices_; }
  // Is there nothing that more moves could change?
  bool is_decided() const;

 private:
  struct State {
    Table table;     // the defenders' hands are those of any world
    Cards gone = 0;  // cards of the defenders that were played since the root
  };
  struct Key {
    Cards ours = 0;
    Cards gone = 0;
    std::uint64_t rest = 0;  // the trick, its leader, the world
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct KeyHash {
    using is_avalanching = void;
    std::size_t operator()(const Key& key) const;
  };
  // At the start of a trick.
  struct FrontKey {
    Key cards;  // the world: moves, tricks that are won and wanted
    WorldSet worlds;
    friend bool operator==(const FrontKey&, const FrontKey&) = default;
  };
  struct FrontKeyHash {
    using is_avalanching = void;
    std::size_t operator()(const FrontKey& key) const;
  };

  Table in_world(const State& state, std::size_t world) const;
  State after(const State& state, Card card, std::size_t world) const;
  Key key_of(const State& state, std::uint64_t world) const;
  const DoubleDummy::Scores& scores(const State& state, std::size_t world);
  void look_ahead(const State& state, const WorldSet& worlds);
  void first_look(Budget& budget);
  Front search(const State& state, const WorldSet& worlds, int moves, const Front* least);
  Front declarer(const State& state, const WorldSet& worlds, int moves);
  Front defender(const State& state, const WorldSet& worlds, int moves, const Front* least,
                 bool& whole);

  State root_;
  std::vector<Hands> worlds_;
  CardSolver& solver_;
  std::size_t last_ = WorldSet::kMost;  // the world that was solved last
  FlatMap<Key, DoubleDummy::Scores, KeyHash> scores_;
  FlatMap<FrontKey, Front, FrontKeyHash> fronts_;
  int need_ = 0;              // of the search that runs
  Budget* budget_ = nullptr;  // the same
  std::vector<Choice> choices_;
  int depth_ = 0;
};

// The declarer: `samples` worlds, drawn as make_pimc() draws them. Each number of tricks is a goal of
// its own, and a card is worth the sum over all goals of the worlds in which its best set reaches it,
// since tricks beyond the contract count where declarers are compared; so alpha-mu of one move
// chooses as PIMC does. Ties: before_in_ties(). Requires moves >= 1, 1 <= samples <= WorldSet::kMost.
std::unique_ptr<Player> make_alpha_mu(int moves, int samples, std::uint64_t seed, unsigned slot);

}  // namespace cgt::bridge
