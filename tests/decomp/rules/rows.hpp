// Values that others have published or printed, kept as data: tests/decomp/rules/data/*.tsv.
//
// Lines: ruleset by path or name, position, value, and the ruleset's arguments if any, separated by
// tabs; # starts a comment. Arguments are separated by ';': `maxJump=2`, `"1-3"`, `true`,
// `directions=(1,1)(1,-1)`. A position that starts with '(' is made from such arguments too.
#pragma once

#include <cstddef>
#include <string>

#include "decomp/position/ruleset.hpp"

namespace cgt::testing {

// Evaluates every line and compares the value, either as text that CGSuite prints or read by
// parse_value. Returns how many lines there were.
std::size_t check_rows(const std::string& file);

// The same for loopy values, read by parse_loopy; positions are given as text.
std::size_t check_loopy_rows(const std::string& file);

// Lines: ruleset, position, and who wins: L, R, N or P. Returns how many there were.
std::size_t check_outcomes(const std::string& file);

std::vector<RulesetParameter> parameters(const std::string& text);

}  // namespace cgt::testing
