// Safety of stones and territory by search: what the static rules leave open is searched region by
// region, attacker first, by proof-number search (df-pn); the leaves are the static rules.
//
//   const Board board = go::parse_board("..X.O./X.XOO./XXXO.O/OOOOO./......").board;
//   Budget budget;
//   const go::Safety safe = go::searched_safety(board, {}, budget);
//
// Targets (Niu and Mueller 2004): a set of blocks lives in a set of regions if each region gives
// each block next to it an attained number of eyes, and these add up to two for every block. A region
// is searched with target 1 for the blocks that are next to another region of the set, too
// (weak dependence), with target 2 for the others, and with none for blocks known to be safe. A
// region that fails leaves the set, and the targets of its neighbours rise: the greatest set that
// remains is safe, as in Benson's algorithm. Regions that fail alone are then searched as one
// (strong dependence).
//
// What the static rules settle on the way leaves the search, and what is apart then is searched apart.
//
// A claim may come with its proof: the owner's answers to all that the enemy can do, down to positions
// that are won by eyes, which check_safety() replays without a search.
//
// Measured on 31 final positions of 19 x 19 games (those of Mueller's study): unconditional 16.9 %
// of the points, static 25.9 %, by search 54 %, in .7 seconds a board on average; with at most
// 100 000 nodes a search 51 %, in .3.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "decomp/go/board/board.hpp"
#include "decomp/go/safety/safety.hpp"

namespace cgt::go {

// For the proof of one claim by search; most take a few hundred.
inline constexpr std::uint64_t kProofNodes = 100'000;

struct CGT_API SafetySearchOptions {
  // Nodes for one search of one region, in each of several rounds: cheap ones come first.
  std::vector<std::uint64_t> rounds{300, 3'000, 30'000, 100'000, 300'000};
  int most_empties = 30;  // of a region
  int most_merged = 16;   // of regions searched as one
  // Proofs for the claims (SafetyCertificate::fights): nodes for that of one fight; 0: none. Claims
  // whose proof is not found, or has more than `most_answers`, are made without one.
  std::uint64_t proof_nodes = 0;
  std::size_t most_answers = 20'000;
};

// Static safety, and more claims by the rule "search". A spent budget ends the search, not the
// answer: what was proved until then is returned. Requires a board on which every block has a
// liberty.
CGT_API Safety searched_safety(const Board& board, std::span<const Point> assumed, Budget& budget,
                               const SafetySearchOptions& options = {});

}  // namespace cgt::go
