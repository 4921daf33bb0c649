// How large the tree of a canonical form is: every line of play its own node, and either numbers as
// leaves (the game tree) or all number-up-stars (the text, which has names for them).
#pragma once

#include <string>

#include "cgt/number/rational.hpp"
#include "cgt/store/store.hpp"

namespace cgt {

enum class Leaves { kNumbers, kNumberUpStars };

// Nodes of the canonical tree of g, g included; a leaf is one node. Closed form for a
// number-up-star (3^k for *k with numbers as leaves), else one addition for each option of each
// distinct follower. Throws Error if a nimber beyond *1000000 is to be counted, which fills pages.
CGT_API mpz_class tree_node_count(Store& store, GameId g, Leaves leaves = Leaves::kNumbers);

// The same for people: "286,099", and "about 10^57" where nobody would read the exact number.
CGT_API std::string tree_node_count_text(Store& store, GameId g, Leaves leaves = Leaves::kNumbers);

// 1234567 -> "1,234,567".
CGT_API std::string with_separators(const std::string& digits);

// Parities of the canonical tree, its size, and the symmetry of the games born by a day.

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
