// How large the tree of a canonical form is: every line of play its own node, numbers as leaves.
#pragma once

#include <gmpxx.h>

#include <string>

#include "cgt/store/store.hpp"

namespace cgt {

// Nodes of the canonical tree of g, g included; a number is one node. Closed form for a
// number-up-star (3^k for *k), else one addition for each option of each distinct follower.
// Throws Error if a follower has a nimber beyond *1000000, whose count fills pages.
mpz_class tree_node_count(Store& store, GameId g);

// The same for people: "286,099", and "about 10^57" where the exact number would not be read.
std::string tree_node_count_text(Store& store, GameId g);

// 1234567 -> "1,234,567".
std::string with_separators(const std::string& digits);

}  // namespace cgt
