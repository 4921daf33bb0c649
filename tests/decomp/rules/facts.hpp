// Facts about rulesets, as lines "category <tab> expression <tab> value" of a file: an expression
// is one that CGSuite reads (game.heap.Kayles(12).NimValue, [... for n from 0 to 20]), the value
// what it prints. Values of games are compared as games, everything else as text.
#pragma once

#include <string>
#include <vector>

#include "cgt/store/store.hpp"
#include "decomp/position/ruleset.hpp"
#include "decomp/solve/evaluator.hpp"

namespace cgt::testing {

struct Fact {
  std::string category;
  std::string expression;
  std::string value;
};

// Of a file in tests/decomp/rules/data; lines that begin with # are comments.
std::vector<Fact> read_facts(const std::string& file);

class FactChecker {
 public:
  FactChecker() : evaluator_(store_) {}
  // Reports a failure to Catch.
  void check(const Fact& fact);

 private:
  std::string answer(const std::string& expression);
  std::string method(const std::shared_ptr<const Ruleset>& game, const AnyPosition& position,
                     const std::string& name, const RulesetArguments& arguments);
  bool same(const std::string& answer, const std::string& value);

  Store store_;
  solve::Evaluator evaluator_;
  Budget budget_;
};

void check_facts(const std::string& file);

}  // namespace cgt::testing
