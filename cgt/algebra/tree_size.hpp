// How large the tree of a canonical form is: every line of play its own node, and either numbers as
// leaves (the game tree) or all number-up-stars (the text, which has names for them).
#pragma once

#include <gmpxx.h>

#include <string>

#include "cgt/store/store.hpp"
#include "cgt/support/api.hpp"

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

}  // namespace cgt
