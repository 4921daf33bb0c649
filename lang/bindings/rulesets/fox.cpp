// Fox and Geese in the language: what a position is worth for every place of the fox.
#include <utility>
#include <vector>

#include "decomp/rules/fox.hpp"
#include "lang/bindings/rulesets/ruleset_values.hpp"
#include "lang/library/core.hpp"
#include "lang/values/loopy.hpp"

namespace cgt::lang {
namespace {

Value fox_values(Context& c, const Value& ruleset, const Value& geese) {
  const auto* rules = dynamic_cast<const fox::FoxRuleset*>(ruleset_of(ruleset).ruleset.get());
  if (rules == nullptr) throw Error("this is not Fox and Geese", "game.grid.FoxAndGeese is one");
  std::vector<std::vector<Value>> rows;
  for (const auto& row : rules->squares(arguments_of(c, {&geese, 1}, {}))) {
    std::vector<Value>& line = rows.emplace_back();
    for (const fox::FoxSquare& square : row) {
      c.budget().charge();
      if (square.goose) {
        line.push_back(Value::string("X"));
      } else if (square.position) {
        const NativePosition position(square.position, ruleset);
        line.push_back(loopy_value(c, position.loopy_value(c)));
      } else {
        line.emplace_back();
      }
    }
  }
  return make_table(std::move(rows));
}

}  // namespace

void add_fox_rows(Package& package) {
  Rows(package, "NativeRuleset")
      .add("ValuesTable(geese)",
           "Fox and Geese: the game value for every place of the fox up to the row of the highest "
           "goose, as a table whose last row is row 1 of the board. X is a goose; squares of the "
           "other colour are Nothing. The geese are coordinates or text: \"(3,1);(3,3)\".",
           "game.grid.GenFoxAndGeese(4).ValuesTable({(3,1),(3,3)}) --> "
           "    X |   |        X |\n"
           "------+---+----------+-----\n"
           "      | 0 |          | over\n"
           "------+---+----------+-----\n"
           "{2|0} |   | {over|0} |",
           [](Context& c, Arguments a) { return fox_values(c, a[0], a[1]); });
}

}  // namespace cgt::lang
