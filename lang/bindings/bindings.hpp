// The packages that show decomp to scripts.
#pragma once

#include "lang/registry.hpp"
#include "lang/session.hpp"

namespace cgt::lang {

// game.go: Go regions, boards and SGF problems.
Package go_package();

// Everything there is.
void add_all_packages(Session& session);

}  // namespace cgt::lang
