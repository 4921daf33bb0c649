// Integer bounds of the value of a local Go position by search: which integers it does not exceed, and
// which it does not fall below. No value is formed, and most moves are never looked at, so territories
// with a gap that are worth an integer are decided in a small part of the time that a value takes.
//
//   const Region region = Region::parse("BBBBBB/B....W/B.O..W/BBBBBB");
//   Budget budget;
//   Bounds bounds = integer_bounds(region);
//   search_integer_bounds(region, 10'000, budget, bounds);
//
// G <= n if White, moving second, wins G - n; in -n he has n free moves, or Black has them where n is
// negative. White never takes back a ko at once, Black may, and play that goes on for ever counts for
// Black: so the bound holds under the basic ko rule, as those of a local search do. The lower bound is
// the same with the colours exchanged.
#pragma once

#include <cstdint>

#include "decomp/go/board/region.hpp"
#include "decomp/go/safety/bounds.hpp"

namespace cgt::go {

// Narrows bounds that are known to hold: to the best integers, if no search takes more than `nodes`, which
// are charged. Leaves them as they are for more than 64 cells. Throws BudgetExhausted; what was proved by
// then is kept.
CGT_API void search_integer_bounds(const Region& region, std::uint64_t nodes, Budget& budget,
                                   Bounds& known);

}  // namespace cgt::go
