// Players by the names that people write: "classic", "pimc:20".
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "decomp/labs/bridge/view.hpp"

namespace cgt::bridge {

// improved, classic, classic+layouts, rule, pimc:N. All but classic, classic+layouts and rule need the
// double-dummy solver (double_dummy.hpp); `slot` is its slot. Throws Error for an unknown name, and if
// the solver is not there.
std::unique_ptr<Player> make_declarer(const std::string& name, std::uint64_t seed, unsigned slot);

// dd, who sees all hands, or pimc:N, with other samples than a declarer of the same seed. The same
// errors.
std::unique_ptr<Player> make_defence(const std::string& name, std::uint64_t seed, unsigned slot);

// Players to compare with: a declarer by rules of thumb, perfect-information sampling, and
// defenders who see all cards.
//
// All but the first need the double-dummy solver (double_dummy.hpp). `slot` is its slot.

// Draws trumps, cashes winners, leads its longest suit, wins as cheaply as it can.
std::unique_ptr<Player> make_rule_declarer();

// PIMC(n): deals the unseen cards n times, uniformly over what fits, solves each layout double dummy
// and plays the card with the most tricks in sum (Levy 1989; Ginsberg 2001). Ties: before_in_ties().
// Declarer, or a defender.
std::unique_ptr<Player> make_pimc(int samples, std::uint64_t seed, unsigned slot);

// A defender who sees all hands and plays a card that keeps the double-dummy value. Ties:
// before_in_ties().
std::unique_ptr<Player> make_seeing_defender(unsigned slot);

}  // namespace cgt::bridge
