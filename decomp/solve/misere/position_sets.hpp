// Sets of positions a1 g1 + a2 g2 + ... + ar gr of finitely many games, ai >= 0, of which each is
// given by the sets that it is cut into: with 0, 1, 2, ... copies of the last game. Those repeat from
// some place on, so the set is a word, a repeated word, and the sets of the games before in them
// (Plambeck, Siegel 2008, call such sets of P-positions those of a finite quotient; the form is a
// decision diagram with cycles). Equal ids are equal sets.
//
//   PositionSets sets;
//   const SetId nothing_left = sets.zero(1);   // the sum without games, among those of g1
//
// Thread rule: one thread at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "cgt/support/budget.hpp"
#include "cgt/support/containers.hpp"

namespace cgt::solve {

using SetId = std::uint32_t;

// A sum of games g1, g2, ...: their numbers, ascending, with how many there are of each.
using GameSum = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

class PositionSets {
 public:
  static constexpr SetId kEmpty = 0;
  static constexpr SetId kAll = 1;

  // Sets of more than `most_copies` copies of one game that do not repeat yet are given up.
  explicit PositionSets(std::uint32_t most_copies = 64) : most_copies_(most_copies) {}

  // The next game. Its options are sums of the games before. Requires one at least: a game without
  // options is nothing. Of more than `most_asked` copies lost() says nothing true, and they need not
  // repeat; what without() moves within that number stays true.
  void add_game(std::vector<GameSum> options, std::uint32_t most_asked = kAnyNumber);
  static constexpr std::uint32_t kAnyNumber = 0xffff'ffffU;
  std::uint32_t games() const { return static_cast<std::uint32_t>(options_.size()); }

  // {0} among the sums of the first `games` games.
  SetId zero(std::uint32_t games);
  bool contains_zero(SetId set) const;
  // The union.
  SetId join(SetId a, SetId b, Budget& budget);
  // {X: X + g in the set}, for the game number `game` from 1, or for all of a sum.
  SetId without(SetId set, std::uint32_t game, Budget& budget);
  SetId without(SetId set, const GameSum& sum, Budget& budget);
  // {X: X is not in `won`, and no option of X is in this set}, among the sums of the first `games`
  // games: the P-positions where those of `won` are won at once. Empty if the copies of some game do
  // not repeat.
  std::optional<SetId> lost(SetId won, std::uint32_t games, Budget& budget);

  std::size_t size() const { return nodes_.size(); }

 private:
  // Of games up to number `level`, the last on which the set depends: kEmpty and kAll have level 0.
  struct Node {
    std::uint32_t level = 0;
    std::uint32_t before = 0;  // copies before the repetition
    std::uint32_t period = 1;
    std::size_t first = 0;  // in parts_
  };

  SetId part(SetId set, std::uint32_t level, std::uint64_t copies) const;
  SetId make(std::uint32_t level, std::vector<SetId> parts, std::size_t before);

  std::uint32_t most_copies_;
  std::vector<std::vector<GameSum>> options_;  // of game i at i - 1
  std::vector<std::uint32_t> most_asked_;      // likewise
  std::vector<Node> nodes_{{}, {}};
  std::vector<SetId> parts_;
  FlatMap<std::uint64_t, std::vector<SetId>> index_;
  FlatMap<std::uint64_t, SetId> unions_;
  FlatMap<std::uint64_t, SetId> moved_;
  FlatMap<std::uint64_t, SetId> lost_;
  MemoryMeter meter_;
};

}  // namespace cgt::solve
