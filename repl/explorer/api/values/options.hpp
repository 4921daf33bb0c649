// The options of a subject as the page lists them: those of a position as they are played, else those of
// the canonical form.
#pragma once

#include <string>
#include <vector>

#include "repl/explorer/api/boards/moves.hpp"

namespace cgt::repl {

struct SubjectOption {
  std::size_t index = 0;  // among those of the player
  Subject subject;        // after it
  std::string label;      // of a move on a board
};

// In the order of the ruleset, or of print. What is no position is valued first. Throws BudgetExhausted.
std::vector<SubjectOption> options_of(Work& work, const Subject& subject, Player player);

// "L0", "R12"
std::string option_id(Player player, std::size_t index);
// The player and the index. Throws Error.
std::pair<Player, std::size_t> read_option_id(const std::string& id);

}  // namespace cgt::repl
