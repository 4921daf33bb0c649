// Misere play of a canonical form: the player who cannot move wins. Values mean little there (* and
// * + * + * + * differ in nothing but their outcomes in sums), so the question is asked of the
// canonical form as a position; for other forms see Forms::misere_outcome.
#pragma once

#include "cgt/store/store.hpp"
#include "cgt/support/api.hpp"

namespace cgt {

// Who wins the canonical form of g under misere play: kNext is the first player.
CGT_API OutcomeClass misere_outcome(Store& store, GameId g);

}  // namespace cgt
