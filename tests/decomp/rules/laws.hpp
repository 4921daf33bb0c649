// Laws that every native ruleset keeps, checked by random play from given positions:
//   moves     options() against a second, naive generator that works on the text of a position;
//   text      the text of a position reads back as the same position, with the same hash;
//   split     the sum of the components is the value of the whole, found without splitting;
//   summands  a canonical summand splits into itself;
//   images    a transformation of texts that keeps the value, or negates it, does so.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "cgt/store/store.hpp"
#include "decomp/position/ruleset.hpp"

namespace cgt::testing {

struct RulesetLaws {
  std::string name;                 // of the registry
  std::vector<std::string> starts;  // positions small enough for values without splitting
  // All texts that the player can move to, by the plainest code.
  std::function<std::set<std::string>(const std::string&, Player)> naive;
  // Texts of the same value, texts of the negative.
  std::vector<std::function<std::string(const std::string&)>> same;
  std::vector<std::function<std::string(const std::string&)>> negative;
  // Positions visited, times the multiplier of the tests.
  std::size_t visits = 10'000;
  // Of the positions visited, about so many are evaluated (split, images).
  std::size_t values = 300;
  // Of a family of rulesets: Subtraction([2,3,5]).
  std::vector<RulesetParameter> arguments = {};
};

// Reports every failure to Catch with the text of the position, and that too few positions were
// visited or evaluated.
void check_laws(const RulesetLaws& laws);

// The values of all boards of these characters, found with splitting, against those found by the
// definition; canonical summands split into themselves. Returns how many boards there are.
std::size_t check_all_values(const std::string& ruleset, const std::string& characters, int columns,
                             int rows = 1, std::vector<RulesetParameter> arguments = {});

// Positions after 0, 1, 2, ... moves of alternating players from `text`, Left first: "perft" counts
// of lines of play, whole positions, nothing merged.
std::vector<std::uint64_t> count_lines(const std::string& ruleset, const std::string& text,
                                       std::size_t depth);

// For texts of boards: rows separated by '|'.
std::vector<std::string> rows_of(const std::string& text);
std::string joined(const std::vector<std::string>& rows);
std::string mirrored_rows(const std::string& text);     // top to bottom
std::string mirrored_columns(const std::string& text);  // left to right
std::string transposed(const std::string& text);
// Every a becomes b and every b becomes a.
std::string exchanged(std::string text, char a, char b);

}  // namespace cgt::testing
