// The page of the manual that lists the native rulesets, written from their registry.
#include <fmt/format.h>

#include <string>

#include "decomp/rules/registry.hpp"
#include "lang/bindings/bindings.hpp"

namespace cgt::lang {
namespace {

constexpr const char* kHead = R"(# Native rulesets

<!-- Written by `cgt docs rulesets`: ./dev docs writes it again. -->

Every game below is a value of the language and a name of the command line: `cgt eval clobber
"xox|oxo"` prints the value of a position, `cgt eval --list` prints this list. Names and board
strings are CGSuite's where it has the game. A ruleset called with a board (a string, a `Grid`, a
`Strip`, a `Graph`), a heap size, several heaps or coordinates makes a position; the methods of
positions are in [reference.md](reference.md). Rulesets with parameters are called with those first:
`game.heap.Subtraction([1,3])(7)`.

Values are found by a search that splits positions into independent parts, keeps one entry for all
parts that are equal up to symmetry and exchange of the players, and forms canonical values from
below. Impartial games get their nim values without canonical forms. Games in which play can come back
have loopy values ([loopy.md](../loopy.md)). The rulesets of Fox and Geese also understand
`ValuesTable(geese)`: the value for every place of the fox, as a table.
)";

// Required parameters need a choice that no example can make.
bool callable_without(const RulesetEntry& entry) {
  std::size_t from = 0;
  while (from < entry.signature.size()) {
    const std::size_t end = std::min(entry.signature.find(',', from), entry.signature.size());
    if (entry.signature[end - 1] != '?') return false;
    from = end + 1;
  }
  return true;
}

std::string position_text(const RulesetEntry& entry) {
  const std::string call = entry.signature.empty() ? entry.path : entry.path + "()";
  const bool plain = entry.example.find_first_not_of("0123456789(),- ") == std::string::npos;
  return fmt::format("{}({})", call, plain ? entry.example : fmt::format("\"{}\"", entry.example));
}

}  // namespace

std::string rulesets_page() {
  Session session;
  add_all_packages(session);
  std::string out = kHead;
  std::string package;
  for (const RulesetEntry& entry : rulesets()) {
    const std::size_t dot = entry.path.rfind('.');
    if (entry.path.substr(0, dot) != package) {
      package = entry.path.substr(0, dot);
      out += fmt::format("\n## {}\n", package);
    }
    const std::string parameters =
        entry.signature.empty() ? "" : fmt::format("({})", entry.signature);
    out +=
        fmt::format("\n**`{}{}`** (`cgt eval {}`): {}.\nPositions: {}.\n",
                    entry.path.substr(dot + 1), parameters, entry.name, entry.summary, entry.board);
    if (!callable_without(entry)) continue;
    const std::string position = position_text(entry);
    const char* question = "CanonicalForm";
    Result value = session.evaluate(fmt::format("{}.{}", position, question));
    if (!value.ok()) {  // loopy games have none
      question = "GameValue";
      value = session.evaluate(fmt::format("{}.{}", position, question));
    }
    out += fmt::format("\n```cgt\ncgt> {}.{}\n{}\n```\n", position, question, value.text);
  }
  return out;
}

}  // namespace cgt::lang
