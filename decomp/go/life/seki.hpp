// Seki: stones of both colours that stay where they are, because who plays first gains nothing
// (Niu, Kishimoto and Mueller 2005). Proved by two searches, in each of which one side attacks.
//
//   const go::Region region = go::Region::parse("BBBBBBB/BOOOOOB/BO.X.OB/BBBBBBB");
//   cgt::Budget budget;
//   go::find_seki(region, budget).has_value();
//
// The attacker moves first, may move as often as he likes, and takes back kos at once; the defender
// answers each move, by a move that does not take back, or by passing. He holds the region if
//   - no stone that he has at the beginning is ever taken, and
//   - whenever the attacker stops, the prisoners make up for what the attacker may count as
//     territory there: areas that no stone of the beginning touches, a point each, and two for each
//     later stone of the defender that stands alone. An area does not count if all blocks around it
//     have a liberty that touches stones of the defender: they are alive and possess dame, so they
//     are in seki, and their eyes are not territory (Japanese rules of 1989, article 8).
// A defender who is so far ahead that simple bounds keep his score has held it. Play that goes on for
// ever counts for the attacker. If both players hold the region, then neither
// gains in it, moving first, whatever else is on the board: the other one answers in it, or has a
// move more elsewhere. So it is worth 0 under territory scoring, and the empty points count nothing.
//
// Under area scoring the same game is searched with the area as its score: it is settled if each
// player keeps what he has now, without a condition on stones. A liberty that somebody can fill for
// a point settles nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "decomp/go/board/region.hpp"

namespace cgt::go {

// How the defender of a siege holds the region. The answers are in the order of a walk: the attacker
// moves at all empty cells in row order, wherever that is not a suicide, and the defender answers each of
// his moves. The walk turns back where the defender is so far ahead that bounds keep his score, and
// where it was before, with the same prisoners and the same ko; it never comes back to a position on
// its way. check_seki() replays it, without a search.
struct CGT_API SiegeProof {
  Player defender = Player::kLeft;
  bool area = false;                                  // under area scoring
  std::vector<std::optional<std::uint32_t>> answers;  // cells; none: a pass
  friend bool operator==(const SiegeProof&, const SiegeProof&) = default;
};

// Cells of the region, in row order.
struct CGT_API Seki {
  std::vector<std::uint32_t> stones;  // of the blocks that are in seki
  std::vector<std::uint32_t> shared;  // empty, next to stones of both colours
  std::vector<std::uint32_t> eyes;    // empty, in areas next to stones of one colour only
  // Under area scoring: Black's cells minus White's, stones and eyes. None: not proved settled.
  std::optional<std::int64_t> area;
  // Of Black and of White, and where `area` is given two more under area scoring. Empty: not asked
  // for, or left out.
  std::vector<SiegeProof> proofs;
  bool proofs_left_out = false;  // they were asked for, and one is beyond the limits
  std::uint64_t nodes = 0;       // of the searches
  friend bool operator==(const Seki&, const Seki&) = default;
};

struct CGT_API SekiLimits {
  int most_empties = 14;
  std::uint64_t nodes = 100'000;  // of one search, df-pn
  // Of each proof: answers, 0 asks for no proofs; and nodes to find them.
  std::size_t most_answers = 0;
  std::uint64_t proof_nodes = 1'000'000;
};

// None: no seki, no stones of both colours, or beyond the limits. Blocks next to a point that touches
// an immortal stone of their colour connect there, and are not named. Charges the budget for all nodes.
// Throws BudgetExhausted.
CGT_API std::optional<Seki> find_seki(const Region& region, Budget& budget,
                                      const SekiLimits& limits = {});

}  // namespace cgt::go
