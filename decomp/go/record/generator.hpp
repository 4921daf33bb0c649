// Random endgame boards that are sums of many known kinds of subgames.
//
// A board is a stack of slabs, Black and White by turns. Each slab is a comb (or a double comb)
// whose teeth are walls one column apart; the strips between the walls open onto a row of the other
// colour, which is connected to the neighbouring slab along the side of the board. Every slab has
// two one-point eyes, so all walls live unconditionally (Benson 1976), and every strip, fork and
// dame is a subgame of its own. generate() checks with partition() that the parts are the ones
// intended.
//
//   GeneratorOptions options;
//   options.seed = 7;
//   options.kinds = {SubgameKind::kNumbers, SubgameKind::kTinies};
//   const Problem problem = generate(options);
//
// The same options give the same problem on every machine.
#pragma once

#include <cstdint>
#include <set>

#include "decomp/go/record/problem.hpp"

namespace cgt::go {

enum class SubgameKind {
  kNumbers,  // empty corridors: chilled numbers
  kUps,      // one stone at the closed end of a corridor: chilled number plus ups
  kTinies,   // two or more stones at the end of a corridor of two or more: tinies
  kHot,      // two or more stones behind one empty point: switches of temperature 2 and more
  kForks,    // corridors with a side branch
};

struct GeneratorOptions {
  std::uint64_t seed = 1;
  int size = 19;  // 9 to kMaxSide
  std::set<SubgameKind> kinds = {SubgameKind::kNumbers, SubgameKind::kUps, SubgameKind::kTinies,
                                 SubgameKind::kHot, SubgameKind::kForks};
  Player to_play = Player::kLeft;
};

// Throws Error if the size is out of range or no kind is given. Komi is 0, rules Japanese. Kinds
// that do not fit a strip of a small board become shorter ones of the same or of kind kNumbers.
Problem generate(const GeneratorOptions& options);

}  // namespace cgt::go
