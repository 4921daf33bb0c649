// Proof-number search of local fights (decomp/go/safety/local_fight.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "decomp/go/safety/local_fight.hpp"
#include "decomp/search/proof.hpp"

namespace cgt::go {

// Does the defender win? kOpen after `nodes` nodes, which are charged to the budget as well. Throws
// BudgetExhausted if that is spent.
search::Proof search_fight(const safety_rules::LocalFight& fight, std::uint64_t nodes,
                           Budget& budget);

// The defender's answers that win a fight without pairs, by the walk of SafetyFight (safety.hpp);
// FightState::kPass: a pass. Not every win is won so: its end must be one of has_eyes(). None: no
// such win was found with `nodes` nodes, or it has more than `most` answers. Charges the budget.
// Throws BudgetExhausted.
std::optional<std::vector<safety_rules::FightState::Move>> answers_of_fight(
    const safety_rules::LocalFight& fight, std::uint64_t nodes, std::size_t most, Budget& budget);

// The answers of the winner of a hunt, who is the hunter if `taken`, by the walk of HuntProof
// (group_status.hpp). Otherwise as answers_of_fight().
std::optional<std::vector<safety_rules::FightState::Move>> answers_of_hunt(
    const safety_rules::LocalFight& hunt, bool taken, std::uint64_t nodes, std::size_t most,
    Budget& budget);

}  // namespace cgt::go
