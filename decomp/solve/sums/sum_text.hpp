// Sums of games as people write them:
//
//   clobber:XOXO|OXOX + 3*domineering:....|.... - nogo:...... + {3|-5} + 3/4 + ^*
//
// A term is a position, `ruleset:position`, or a value as cgt/text/loopy_text.hpp reads it: short or loopy. A ruleset is
// a name or path of the registry with its arguments, such as subtraction([1,2]), or whatever `called` makes of the
// text before the colon. `3*` or `3.` before a position stands for three copies of it.
//
// Terms are joined by + and -. A position goes on to the next + or - that has white space on both
// sides; between values the white space is free ("1+*" is two terms as long as no bracket is open).
// Signs may stand before terms, too. The negative of a position is the position with the players
// exchanged (decomp/position/negative.hpp).
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "cgt/store/store.hpp"
#include "decomp/rules/registry.hpp"
#include "decomp/solve/sums/sum.hpp"

namespace cgt::solve {

// The ruleset that people call by this name. Throws Error.
using RulesetCalled = std::function<std::shared_ptr<const Ruleset>(const std::string& name)>;

// At most this many terms, copies included.
inline constexpr std::size_t kMostTerms = 1'000'000;

// Throws InputError with the place in `text` and a hint. White space alone is not a sum; the empty sum
// is written 0.
CGT_API Sum parse_sum(Store& store, const SourceText& text,
                      const RulesetCalled& called = registered_ruleset);
CGT_API Sum parse_sum(Store& store, std::string_view text,
                      const RulesetCalled& called = registered_ruleset);

// A term as parse_sum() reads it: a position with its ruleset, or a value (ruleset "").
CGT_API std::string term_text(const std::string& ruleset, const std::string& text);
// What a move makes of its term, with what is gained besides.
CGT_API std::string after_text(Store& store, const Sum& sum, const SumMove& move);

}  // namespace cgt::solve
