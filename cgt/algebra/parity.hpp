// Parities of the canonical tree, its size, and the symmetry of the games born by a day.
#pragma once

#include "cgt/number/rational.hpp"
#include "cgt/store/store.hpp"
#include "cgt/support/api.hpp"

namespace cgt {

enum class Parity { kNone, kEven, kOdd };

// Even: all options are odd (so 0 is even); odd: there are options and all are even. The length of
// every play, in whatever order the players move, has this parity. 5 is odd, * is odd, 1/2 neither.
CGT_API Parity tree_parity(Store& store, GameId g);
// The same where play ends at the first number: a number is even-tempered, any other game has the
// temper opposite to that of all its options.
CGT_API Parity temper(Store& store, GameId g);
// Numbers at the ends of the canonical tree, where play stops; each path counts. A number has 1, a
// nimber *n has 2 * 3^(n-1). Throws Error if the count would take millions of digits.
CGT_API Integer stop_count(Store& store, GameId g);

// The companion of G: * of 0; of any other G the game of the companions of the options, with 0 as a
// further Left option if G > 0 and as a further Right option if G < 0. It exchanges 0 and *, and ^
// and ^*, and leaves numbers other than 0 as they are. It is its own inverse and, for n >= 1, the
// only symmetry but the identity that keeps the order of the games born by day n, which form a
// distributive lattice (Calistrate, Paulhus, Wolfe 2002; Siegel 2005, thesis).
CGT_API GameId companion(Store& store, GameId g);

}  // namespace cgt
