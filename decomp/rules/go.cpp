// Local Go positions (region.hpp) as a ruleset among the others: terms of sums, `cgt eval go`.
#include "decomp/go/board/region.hpp"
#include "decomp/position/ruleset.hpp"

namespace cgt::go {

RulesetEntry go_entry() {
  return plain_entry(
      "go", "game.grid.Go",
      "stones on free points take what has no liberty; prisoners are free moves",
      "B W immortal stones, X O ordinary ones, . free, # outside; rows are separated by | or /",
      "BBBB|W..B|BBBB", "Go", "", [](RulesetArguments& arguments) {
        const std::string rows = arguments.string("grid", 0, "");
        if (rows.empty()) {
          throw Error("a position of Go is made from a diagram",
                      "write a string such as \"BBBB|W..B|BBBB\"");
        }
        return Region::parse(rows, "<position>");
      });
}

}  // namespace cgt::go
