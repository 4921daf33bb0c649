// An independent check of a solved Go endgame, without canonical forms and without decomposition.
//
//   whole board   Full-width search of every legal move on all open points of the real board. What lives
//                 unconditionally, the settled stones given, leaves the game with its territory. With
//                 integer stops, LS >= m iff Left moving first wins "board + 1/2 - m" (normal
//                 play), and RS >= m iff she wins it moving second; so the scores follow from
//                 outcomes.
//   subgames      "region + integer" by plain recursion over the region's moves: its outcome for
//                 both first movers and every integer around the stops, against the value's.
//   sekis         Both players hold the area, by the rules of life/seki.hpp: their answers are
//                 replayed, if PartitionOptions::proofs asked for them; else by another search.
//   groups        The winners of the hunts that a status follows from have their answers replayed
//                 (life/group_status.hpp), if they were asked for.
//   safety        The certificates of all claims of safety, by check_safety()
//                 (safety/safety_certificate.hpp). Claims by search have their answers
//                 replayed, if PartitionOptions::proofs asked for them.
//   others        The whole answer again, with the other proofs of safety, for each image of the board
//                 and with the colours exchanged: intervals that exclude one another are wrong.
//
// The first three are exponential in what they search, so they stop at the budget, and each at a limit of
// nodes, and say what was not reached.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "decomp/go/board/region.hpp"
#include "decomp/go/endgame/contradiction.hpp"
#include "decomp/go/endgame/endgame.hpp"
#include "decomp/go/life/group_status.hpp"
#include "decomp/search/outcome.hpp"

namespace cgt::go {

// A local region as plain search plays it: by its own moves and nothing else. What is settled leaves it.
struct RegionPosition {
  struct Key {
    Region region;
    std::uint64_t hash() const { return region.hash(); }
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct Moves {
    std::vector<Option<Region>> all;
    std::size_t at = 0;
    bool next(RegionPosition& child, std::int64_t& shift) {
      if (at == all.size()) return false;
      shift = all[at].shift;
      child.region = all[at].position.without_settled(shift);
      ++at;
      return true;
    }
  };

  Moves moves(Player player) const { return {region.options(player)}; }
  Key key() const { return {region}; }

  Region region;
};

// Enough for about 13 empty points on the whole board, or as many in one region.
inline constexpr std::uint64_t kVerifyNodes = 5'000'000;

struct VerifyReport {
  std::vector<Contradiction> wrong;  // the differences that were found
  bool complete = true;              // nothing was left out for the budget or for ko
  std::uint64_t nodes = 0;
  std::string summary;
  std::vector<std::string> lines;  // what was compared, one line each
};

// Checks what is proved safe on a board that is partitioned: claims by search without answers, and too
// large to be searched again, are left out and named. A report that is not complete is one of a budget
// that ended, or of such claims.
VerifyReport verify_safety(const GoEndgame& endgame, Budget& budget);

// Checks the sekis of a board that is partitioned, whatever else is known of it, and whichever the scoring.
VerifyReport verify_sekis(const GoEndgame& endgame, Budget& budget,
                          std::uint64_t nodes_each = kVerifyNodes);

// Checks what is said of the life and death of groups (life/group_status.hpp), and the claims of safety
// that it rests on. Groups without status are not named; one whose proof was left out is.
VerifyReport verify_groups(const Board& board, const Safety& safety, std::span<const Point> assumed,
                           std::span<const GroupLife> lives, Budget& budget);

// Checks the scores against those of the same board solved in other ways, in its share of the budget each.
VerifyReport verify_others(const GoEndgame& endgame, const PerPlayer<GoEndgame::Score>& scores,
                           Budget& budget);

// Checks values and scores, sekis included. Requires a solved endgame; subgames without exact value are left out and named.
VerifyReport verify(GoEndgame& endgame, Store& store, Budget& budget,
                    std::uint64_t nodes_each = kVerifyNodes);

}  // namespace cgt::go
