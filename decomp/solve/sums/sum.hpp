// A sum of games as people give it: values, and positions of any ruleset; and its moves. What
// searches and checkers share; nothing here knows how a sum is solved.
#pragma once

#include <cstddef>
#include <string>
#include <variant>
#include <vector>

#include "cgt/store/store.hpp"
#include "decomp/position/ruleset.hpp"

namespace cgt::solve {

// A loopy value, as cgt/text/loopy_text.hpp writes it: what passes from one table of such values to
// another.
struct CGT_API LoopyTerm {
  std::string text;
};

// A canonical form of the store at hand, a position, or a loopy value that is not a short game.
using SumGame = std::variant<GameId, AnyPosition, LoopyTerm>;

struct CGT_API SumTerm {
  SumGame game;
  std::string ruleset;  // its name in the registry; "" for a value
  std::string text;     // the position or value as it was written
};

using Sum = std::vector<SumTerm>;

// A move in one term of a sum.
struct CGT_API SumMove {
  std::size_t term = 0;
  Player player = Player::kLeft;
  SumGame after;     // what the term becomes
  GameId gained;     // an integer: the free moves that Left gains besides
  std::string text;  // `after`, as people write it
};

// The moves of one player in one term. A loopy value that is not a stopper has no options, so there are
// none in it (cgt/loopy/value.hpp).
CGT_API std::vector<SumMove> moves_in(Store& store, const Sum& sum, std::size_t term,
                                      Player player);

// `sum` after a move in one of its terms; `gained` becomes a term of its own unless it is 0.
CGT_API Sum after_move(Store& store, Sum sum, const SumMove& move);

// Play can come back to an earlier sum, and there are no values that settle who wins.
class CGT_API LoopySum : public Error {
 public:
  using Error::Error;
};
[[noreturn]] CGT_API void refuse_loopy_sum();

}  // namespace cgt::solve
