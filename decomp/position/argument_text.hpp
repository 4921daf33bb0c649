// Arguments of rulesets as people write them, in the literals of the language:
//
//   [1,2], allbut => true      "0.77"      [(1,0),(-1,0)]      8
//
// An integer, true or false, a text in double quotes (\" and \\ inside of it), a list of integers, a pair of
// integers or a list of pairs; with a name and => before it where it is not given by its place.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cgt/support/diagnostic.hpp"
#include "decomp/position/ruleset.hpp"

namespace cgt {

// Those between the bracket that stands before the byte `begin` and the last byte of the text, which is to be
// ')'. Throws InputError.
std::vector<RulesetParameter> parse_arguments(const SourceText& source, std::size_t begin);
// What parse_arguments() reads as these, without the brackets. Throws Error for boards and graphs, which are no
// literals.
std::string argument_text(const std::vector<RulesetParameter>& arguments);

}  // namespace cgt
