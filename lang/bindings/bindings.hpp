// The packages that show decomp to scripts.
#pragma once

#include <vector>

#include "lang/registry.hpp"
#include "lang/session.hpp"

namespace cgt::lang {

// game.go: Go regions, boards and SGF problems.
Package go_package();

// game.grid, game.strip, game.graph, game.heap: the registry of decomp.
std::vector<Package> ruleset_packages();

// Everything there is.
void add_all_packages(Session& session);

}  // namespace cgt::lang
