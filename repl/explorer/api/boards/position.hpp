// The reply that shows a position, for all requests that end in one.
#pragma once

#include "repl/explorer/api/boards/moves.hpp"

namespace cgt::repl {

// {"game", "board", "kind", "picture", "text", "left", "right", "over", "impartial", "svg"}. Throws
// BudgetExhausted.
Json position_reply(const NamedRuleset& ruleset, const AnyPosition& position, Budget& budget);

}  // namespace cgt::repl
