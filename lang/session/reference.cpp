#include "lang/registry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <span>

#include "lang/library/core.hpp"

namespace cgt::lang {
namespace {

struct TypeDoc {
  std::string_view name;
  std::string_view doc;
};

// In the order of the page.
constexpr std::array<TypeDoc, 115> kTypes{{
    {"", "Functions that are called by their name alone."},
    {"Object", "Every value understands these."},
    {"Game",
     "A short game in canonical form: {1|*}, ^, *2, +-1. Numbers with a power of 2 as denominator "
     "are games too, and understand these methods."},
    {"LoopyGame",
     "A game that can go on for ever: on, {0|pass}, a{0|{1|a}}, S & T. It is a Pseudonumber, a "
     "CanonicalStopper, a StopperSidedValue or a SidedValue. What these rows do not have, and has "
     "no meaning for loopy games, is refused with a cycle as the reason."},
    {"Number", "For tests and types only: x is Number holds for integers and fractions."},
    {"Rational", "A number: an integer or a fraction, exact and of any size."},
    {"Integer", "An integer of any size; everything of Rational and Game besides."},
    {"Infinity", "inf and -inf, the values of 1/0 and -1/0."},
    {"UptimalExpansion", "A number, a nimber and the coefficients of ^, ^<2>, ^<3>, ..."},
    {"Thermograph", "Both walls of a game over the temperatures from -1 up."},
    {"Plot", "A picture of a sequence or of a table."},
    {"Trajectory", "One wall of a thermograph."},
    {"Form",
     "A game as it is written, '{*|*}' or a compound such as G:H; never simplified. Equality is "
     "that of the text, not of the value."},
    {"Position",
     "What every position of a ruleset understands: every instance of a class that extends Game. "
     "What a position does not know itself its value answers: p.Mean is p.CanonicalForm.Mean."},
    {"Compound", "A sum, negative, multiple or ordinal sum of positions: p + q, -p, 3*p, p:q."},
    {"ImpartialGame", "A position whose options are the same for both players."},
    {"Player", "Left or Right."},
    {"OutcomeClass", "L, R, N or P; of loopy games also D, PHat, PCheck, NHat or NCheck."},
    {"Strategy", "Ways to play a list of games as a sum."},
    {"Symmetry", "The eight symmetries of the square."},
    {"Icon", "Names of pictures; accepted in rulesets that were written for CGSuite."},
    {"Boolean", "true or false; no methods of its own."},
    {"String", "A text in double quotes: bytes, counted from 1."},
    {"Collection",
     "What lists, sets, maps, ranges, tables and mutable collections have in common. The elements "
     "of a map are its entries."},
    {"List", "[a,b,c], counted from 1. Never changes."},
    {"Range", "a..b and a..b..step: a list that is not written out."},
    {"Set", "{a,b,c}: each element once, in print order. Never changes."},
    {"Map", "{k => v}: a value for each key. Never changes."},
    {"GeneralizedOrdinal", "omega, and sums of its powers with integers."},
    {"SurrealNumber", "A quotient of two of these."},
    {"TransfiniteNimber", "*a, for an infinite ordinal a."},
    {"MisereCanonicalGame", "*[...]: an impartial game under misere play, in canonical form."},
    {"MapEntry", "One entry k => v of a map: what a loop over a map sees."},
    {"MutableList", "A list that can be changed; its changing methods return it."},
    {"MutableSet", "A set that can be changed; its changing methods return it."},
    {"MutableMap", "A map that can be changed; its changing methods return it."},
    {"Coordinates",
     "(row, column), or more of them; added, subtracted and multiplied by integers."},
    {"Grid", "A board of cells with small integers; rows and columns are counted from 1."},
    {"Strip", "A row of cells with small integers, counted from 1."},
    {"Graph",
     "Vertices and edges, both with labels; vertices are numbered from 1. Graph(...) and its "
     "sisters make one."},
    {"DirectedGraph", "A graph whose edges have a direction; everything of Graph besides."},
    {"Vertex", "A vertex with its label and its edges."},
    {"Edge", "An edge with its label and its ends."},
    {"Table", "Rows of cells, printed in columns."},
    {"Output", "A text that prints without quotes."},
    {"System", "What the program is, printing and errors, by CGSuite's names."},
    {"cgsuite.util.output", "Texts of boards, by CGSuite's names."},
    {"Function", "x -> e, (x, y) -> e, or a def; called with arguments in brackets."},
    {"Procedure", "The same as Function."},
    {"Random", "A source of random numbers, the same on every machine."},
    {"Class", "What Class returns."},
    {"Enum", "The base of all enums that scripts declare."},
    {"Ruleset", "Base of every ruleset: calling one makes its Position. See classes.md."},
    {"NativeRuleset", "A game of rulesets.md: calling one makes a position."},
    {"RulesetFamily", "Rulesets with parameters: calling one gives a NativeRuleset."},
    {"Periodicity", "The proved period of a sequence of nim values."},
    {"Genus", "The genus of an impartial game under misere play."},
    {"MisereQuotient", "The misere quotient of a heap game, with its proof; see ../misere.md."},
    {"MisereUniverse", "A universe of partizan games under misere play; see ../misere.md."},
    {"GridRuleset", "Base of rulesets on boards; see classes.md."},
    {"StripRuleset", "Base of rulesets on strips; see classes.md."},
    {"GraphRuleset", "Base of rulesets on graphs; see classes.md."},
    {"GridGame", "A position with a grid, shown as text; base of Position in a GridRuleset."},
    {"StripGame", "A position with a strip, shown as text; base of Position in a StripRuleset."},
    {"GraphGame", "A position with a graph; base of Position in a GraphRuleset."},
    {"game.go", "The package of Go endgames. Black is Left."},
    {"Go.Region", "A local position with immortal walls."},
    {"Go.Problem", "A whole board, taken apart and solved at the first question."},
    {"Go.Subgame", "An independent part of a board."},
    {"game.sums", "Sums of positions and values that are searched, not added up."},
    {"CompoundGame", "A sum, multiple or ordinal sum of games."},
    {"NegativeGame", "The negative of a game."},
    {"CompoundType", "How two games are made one."},
    {"Color", "Whose an edge is."},
    {"Side", "One of the two sides of a loopy value."},
    {"game.variant", "Variants of games and rulesets."},
    {"game.ko", "Kos: cyclic score graphs; see ../kos.md."},
    {"Ko.Graph", "Positions whose play may come back, and that end in a score."},
    {"Ko.Thermograph", "Both walls of a position with kos, for one komaster."},
    {"game.environment", "Sums beside coupons, to be played and solved; see ../kos.md."},
    {"Environment.Sum", "A moment of play in a sum of games and kos beside coupons."},
    {"Discovery", "Mean and temperature by play beside coupons, as intervals; see ../kos.md."},
    {"Go.Semeai", "A race to capture, searched at the first question; see ../semeai.md."},
    {"game.boxes", "Dots and Boxes, Nimstring, Strings and Coins; see ../boxes.md."},
    {"Boxes", "A board of which some lines are drawn; answers at the first question."},
    {"game.bridge", "Bridge: declarer play, exact suits and endings; see ../bridge.md."},
    {"Bridge.Deal", "Four hands, with a contract or without; a record of PBN."},
    {"Bridge.Play",
     "A deal after some cards. Cards are texts, \"SA\"; seats \"N\", \"E\", \"S\", \"W\"."},
    {"Bridge.Player", "Who plays for declarer's side, or for the defenders."},
    {"Bridge.Plan", "A plan of the task network; prints as a tree."},
    {"Bridge.PlanNode", "A node of the tree of a plan."},
    {"Bridge.Suit", "The best play of one suit."},
    {"Bridge.Ending", "The best play of the last tricks."},
    {"game.search", "Searches of games that scripts define; see ../search.md."},
    {"Search.Result", "What a search found, of game.search or game.pob."},
    {"Search.State",
     "A state of the library: a position that is played out, a state of belief; see "
     "../search.md."},
    {"Search.Strategies",
     "What two players do who do not see everything; see ../hidden-information.md."},
    {"Search.Endings", "Who wins from every state of a game, cycles included; see ../search.md."},
    {"Search.Trace", "What a search did, node by node; see ../search.md."},
    {"game.pob", "Partial order bounding of games that scripts define; see ../search.md."},
    {"Pob.Poset", "A partial order of outcomes; bounds are lists of elements."},
    {"htn", "The package of plan libraries; see docs/plan-libraries.md."},
    {"Htn.Domain", "Tasks, methods and operators, the state in which planning begins."},
    {"Htn.Name", "A task or operator; calling it with arguments makes a task."},
    {"Htn.Task", "A task with its arguments."},
    {"Htn.State",
     "What the functions of a domain see of the state: s[k] is the value of a variable, s[k, l] "
     "that of the variable [k,l]; Nothing if it has none."},
    {"Htn.Effect", "What htn.Effect returns."},
    {"Htn.Do", "What htn.Do returns."},
    {"Htn.Result", "The answer to a question for plans."},
    {"Htn.Plan", "A plan; prints as its steps."},
    {"Htn.Node", "A task of a plan with the method that was taken for it, or a step."},
    {"Htn.Step", "A step of a plan."},
    {"Htn.Beliefs", "Worlds with weights, of which the state of a domain excludes some."},
    {"Htn.Policy", "What to do against other agents; prints as a tree."},
    {"Htn.Execution", "How carrying out a plan went; prints as what happened."},
}};

// Classes that can be asked for, `x is Nimber`, and have no rows of their own.
constexpr std::array<TypeDoc, 13> kClasses{{
    {"NormalValue", "What a position can be worth in normal play."},
    {"SidedValue", "A loopy value with two sides, onside & offside."},
    {"StopperSidedValue", "A loopy value whose sides are stoppers."},
    {"CanonicalStopper", "A stopper in simplest form."},
    {"CanonicalShortGame", "A short game in canonical form."},
    {"Pseudonumber", "A number, on, off or over and under with a number added."},
    {"Uptimal", "A number with ups and a nimber added."},
    {"Nimber", "*n, and 0."},
    {"DyadicRational", "A number with a power of 2 as denominator."},
    {"Zero", "0, a nimber as well as an integer."},
    {"ExplicitGame", "A game as its options were written: '{*|*}'."},
    {"CompoundImpartialGame", "A sum or an ordinal sum of two impartial games."},
    {"Nothing", "The absence of a result."},
}};

// Prose of the registry as Markdown: its stars and bars are games. Words in `...` stay.
std::string prose(std::string_view text) {
  std::string out;
  bool code = false;
  for (const char c : text) {
    if (c == '`') code = !code;
    if (!code && std::string_view("\\*_<>[]").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

std::string code(std::string_view text) {
  return text.find('`') == std::string_view::npos ? fmt::format("`{}`", text)
                                                  : fmt::format("`` {} ``", text);
}

// The type under which a row stands: "Graph" for the functions Graph and Graph.Path.
std::string section_of(const Builtin& row) {
  if (!row.owner.empty()) return row.owner;
  const std::size_t dot = row.name.rfind('.');
  if (dot != std::string::npos) return row.name.substr(0, dot);
  return type_doc(row.name).empty() ? "" : row.name;
}

// What examples begin with, each text once; they are numbered from 1 as they come.
class Setups {
 public:
  // "after [setup 1](#setup-1) " or "".
  std::string reference_to(const std::string& setup) {
    if (setup.empty()) return {};
    auto at = std::find(texts_.begin(), texts_.end(), setup);
    if (at == texts_.end()) at = texts_.insert(texts_.end(), setup);
    return fmt::format("after [setup {0}](#setup-{0}) ", at - texts_.begin() + 1);
  }

  std::string page() const {
    std::string out = "\n## Setups\n\nWhat some of the examples begin with.\n";
    for (std::size_t i = 0; i < texts_.size(); ++i)
      out += fmt::format("\n### Setup {}\n\n```text\n{}\n```\n", i + 1, texts_[i]);
    return out;
  }

 private:
  std::vector<std::string> texts_;
};

std::string item(const Builtin& row, Setups& setups) {
  std::string out = fmt::format("- {}: {}\n", code(row.signature), prose(row.doc));
  const std::size_t arrow = row.example.rfind(" --> ");
  if (arrow == std::string::npos) return out;
  const std::string_view shown = std::string_view(row.example).substr(arrow + 5);
  const std::string input = setups.reference_to(row.setup) + code(row.example.substr(0, arrow));
  if (shown.find('\n') == std::string_view::npos) {
    if (shown.starts_with("!!")) {
      return out + fmt::format("  {} stops with the error {}\n", input, code(shown.substr(2)));
    }
    return out + fmt::format("  {} gives {}\n", input, code(shown));
  }
  out += fmt::format("  {} gives\n  ```text\n", input);
  for (std::string_view rest = shown; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    out += fmt::format("  {}\n", rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return out + "  ```\n";
}

// Constants with one doc stand together.
std::string constants_of(const Registry& registry, std::string_view section) {
  std::string out;
  std::vector<std::pair<std::string, std::string>> groups;  // doc, names
  for (const Constant& constant : registry.constants()) {
    const std::size_t dot = constant.name.rfind('.');
    if (section != (dot == std::string::npos ? "" : constant.name.substr(0, dot))) continue;
    auto group = std::find_if(groups.begin(), groups.end(),
                              [&](const auto& g) { return g.first == constant.doc; });
    if (group == groups.end()) group = groups.insert(groups.end(), {constant.doc, ""});
    group->second += (group->second.empty() ? "" : ", ") + code(constant.name);
  }
  for (const auto& [doc, names] : groups) out += fmt::format("- {}: {}\n", names, prose(doc));
  return out;
}

std::string title(std::string_view section) {
  return section.empty() ? "Functions" : std::string(section);
}

std::string anchor(std::string_view section) {
  std::string out;
  for (const char c : title(section)) {
    if (c != '.') out += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return out;
}

}  // namespace

std::string_view type_doc(std::string_view owner) {
  for (const std::span<const TypeDoc> types : {std::span<const TypeDoc>(kTypes), {kClasses}}) {
    const auto type = std::ranges::find(types, owner, &TypeDoc::name);
    if (type != types.end()) return type->doc;
  }
  return {};
}

std::string reference_page(const Registry& registry) {
  std::map<std::string, std::vector<const Builtin*>> rows;
  for (const auto& row : registry.builtins()) rows[section_of(*row)].push_back(row.get());

  std::string out =
      "# Reference\n\n"
      "Every function, method and constant, by type. The program writes this page from the table "
      "that\nalso answers `?Cool` at the prompt (`cgt docs reference`; `./dev docs` puts it here), "
      "and the tests\nrun every example. A name with brackets takes arguments, `x?` may be left "
      "out; a name without is a\nproperty. `G Cool 1` is `G.Cool(1)`.\n\n";
  std::string line;
  for (const TypeDoc& type : kTypes) {
    const std::string link = fmt::format("[{}](#{})", title(type.name), anchor(type.name));
    if (line.size() + link.size() > 97) out += std::exchange(line, {}) + ",\n";
    line += (line.empty() ? "" : ", ") + link;
  }
  out += line +
         ",\n[Setups](#setups), [Bases written in the language](#bases-written-in-the-language)\n";

  Setups setups;
  for (const TypeDoc& type : kTypes) {
    out += fmt::format("\n## {}\n\n{}\n", title(type.name), prose(type.doc));
    auto& section = rows[std::string(type.name)];
    std::stable_sort(section.begin(), section.end(), [](const Builtin* a, const Builtin* b) {
      return std::pair(!a->owner.empty(), a->name) < std::pair(!b->owner.empty(), b->name);
    });
    std::string items = constants_of(registry, type.name);
    for (const Builtin* row : section) items += item(*row, setups);
    if (!items.empty()) out += '\n' + items;
  }

  out += setups.page();
  out += "\n## Bases written in the language\n\nRulesets extend these; see classes.md.\n";
  for (const std::string_view name : library_names()) {
    out += fmt::format("\n### {}\n\n```text\n{}```\n", name, library_source(name));
  }
  return out;
}

}  // namespace cgt::lang
