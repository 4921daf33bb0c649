// Scores of sums of local Go positions in which kos matter, by search under the basic ko rule.
//
// The bounds of a position that depends on ko (solve/values/local_search.hpp) let one side take kos
// back for ever, whether or not there is a threat for it. With all positions of the sum at hand the
// threats are known, so that a search of the sum itself says more.
//
//   Store store;
//   solve::LocalSearch<Region> local(store);
//   solve::IncentivePlay sum(store);
//   KoScores kos(store, local, sum);
//   const std::vector<Region> ko{Region::parse("#BW#/B.XW/#BW#")};
//   const KoState state = KoScores::state(ko, Player::kRight);
//   const bool point = kos.secures(Player::kRight, Dyadic(-1), state, budget);  // true
//
// The question: can one player, the prover, be sure of a score, whatever the opponent does? Both move
// by the rules of region.hpp, may pass, and may not take back a single stone at once. Play that does
// not end counts against the prover.
//
// What is searched. The opponent has every legal move of every position and a pass, as literal moves:
// a canonical form leaves out moves that only serve as threats. A state is decided without
// search if the sum at the prover's worse ends is enough for him (his ends hold under every ban, for
// they use no ko), or if it is not enough at his better ends. So only states are searched in which a
// ko matters; they are a finite graph, in which a yes is passed on from the decided states backwards
// until nothing more follows. Left out are moves in settled territory: a pass does the same at less
// cost. (A pass costs nothing, as under territory scoring; by the no-pass rules of the values, who
// waits for a ban to end would pay a point.)
//
// Invariant: a yes is a finite strategy of the prover, and therefore holds under the basic ko rule
// alone and does not rest on how repetitions are scored. It does rest on there being no threats
// outside the positions of the sum.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "cgt/store/store.hpp"
#include "decomp/go/board/region.hpp"
#include "decomp/solve/play/incentive_play.hpp"
#include "decomp/solve/values/local_search.hpp"

namespace cgt::go {

// Where a single stone was just taken: the cell of one of the regions that is banned for a capture
// of one stone.
struct KoBan {
  std::size_t region = 0;
  std::uint32_t cell = 0;
  friend bool operator==(const KoBan&, const KoBan&) = default;
};

// A sum in play: connected regions, sorted, none of them settled; what is settled or taken counts
// in `score`.
struct KoState {
  std::vector<Region> regions;
  std::int64_t score = 0;
  Player to_move = Player::kLeft;
  std::optional<KoBan> ban;
};

class KoScores {
 public:
  // All must outlive the search.
  KoScores(Store& store, solve::LocalSearch<Region>& local, solve::IncentivePlay& sum)
      : store_(store), local_(local), sum_(sum) {}

  // The sum of the regions, with `first` to move.
  static KoState state(std::span<const Region> regions, Player first);
  // After a move of who is to move: the option `option` of the region `number` of the state.
  static KoState after(const KoState& state, std::size_t number, const Option<Region>& option);
  // The same for regions as state() takes them.
  static KoState after(std::span<const Region> regions, std::size_t number,
                       const Option<Region>& option, Player mover);

  // Can the prover be sure of `target`, Black minus White: at least as much for Left, at most for
  // Right? Throws BudgetExhausted.
  bool secures(Player prover, const Dyadic& target, const KoState& state, Budget& budget);

  // States whose moves were generated, over the life of the search.
  std::uint64_t states() const { return states_; }

 private:
  struct Key {
    std::vector<Region> regions;
    std::optional<KoBan> ban;
    Player to_move = Player::kLeft;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct KeyHash {
    using is_avalanching = void;
    std::size_t operator()(const Key& key) const;
  };
  // Points over those on the board that the prover is known to secure, and not to secure.
  struct Known {
    std::optional<Dyadic> yes;
    std::optional<Dyadic> no;
  };
  enum class Answer : std::uint8_t { kUnknown, kYes, kNo };

  Answer quick(Player prover, const Dyadic& target, const KoState& state, const Key& key,
               Budget& budget);
  Dyadic end(const KoState& state, bool lower, Budget& budget);
  std::vector<KoState> successors(const KoState& state) const;

  Store& store_;
  solve::LocalSearch<Region>& local_;
  solve::IncentivePlay& sum_;
  PerPlayer<FlatMap<Key, Known, KeyHash>> known_;  // by prover; with targets less the score
  std::uint64_t states_ = 0;
};

}  // namespace cgt::go
