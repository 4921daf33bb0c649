// Proof-number search of local fights (decomp/rules/go/analysis/safety/local_fight.hpp).
#pragma once

#include <cstdint>

#include "cgt/support/budget.hpp"
#include "decomp/rules/go/analysis/safety/local_fight.hpp"
#include "decomp/search/outcomes/proof.hpp"

namespace cgt::go {

// Does the defender win? kOpen after `nodes` nodes, which are charged to the budget as well. Throws
// BudgetExhausted if that is spent.
search::Proof search_fight(const safety_rules::LocalFight& fight, std::uint64_t nodes,
                           Budget& budget);

}  // namespace cgt::go
