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

#include <cstdint>
#include <memory>
#include <vector>

#include "cgt/support/containers.hpp"
#include "decomp/solve/bridge/exact/front.hpp"
#include "decomp/solve/bridge/play/double_dummy.hpp"
#include "decomp/solve/bridge/play/view.hpp"

namespace cgt::bridge {

class AlphaMu {
 public:
  // Requires that it is the turn of declarer's side, and 1 to WorldSet::kMost worlds, which differ in
  // the defenders' hands only. Worlds may come more than once. The solver is kept.
  AlphaMu(const Table& table, std::vector<Hands> worlds, DoubleDummy& solver);

  // The maximal sets of worlds in which declarer's side takes `need` tricks or more, those already
  // won included, after this card, which is the first of `moves` >= 1 that it plays in one line.
  Front front(Card card, int need, int moves);
  // Tricks of declarer's side in all, after this card, if all cards are seen; in one world.
  int tricks(Card card, std::size_t world);
  std::uint64_t nodes() const { return nodes_; }

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

  Table in_world(const State& state, std::size_t world) const;
  State after(const State& state, Card card, std::size_t world) const;
  Key key_of(const State& state, std::size_t world) const;
  const DoubleDummy::Scores& scores(const State& state, std::size_t world);
  void look_ahead(const State& state, const WorldSet& worlds);
  Front search(const State& state, const WorldSet& worlds, int need, int moves, const Front* least);
  Front declarer(const State& state, const WorldSet& worlds, int need, int moves);
  Front defender(const State& state, const WorldSet& worlds, int need, int moves,
                 const Front* least);

  State root_;
  std::vector<Hands> worlds_;
  DoubleDummy& solver_;
  std::size_t last_ = WorldSet::kMost;  // the world that was solved last
  FlatMap<Key, DoubleDummy::Scores, KeyHash> scores_;
  std::uint64_t nodes_ = 0;
};

// The declarer: `samples` worlds, drawn as make_pimc() draws them. Each number of tricks is a goal of
// its own, and a card is worth the sum over all goals of the worlds in which its best set reaches it,
// since tricks beyond the contract count where declarers are compared; so alpha-mu of one move
// chooses as PIMC does. Ties: before_in_ties(). Requires moves >= 1, 1 <= samples <= WorldSet::kMost.
std::unique_ptr<Player> make_alpha_mu(int moves, int samples, std::uint64_t seed, unsigned slot);

}  // namespace cgt::bridge
