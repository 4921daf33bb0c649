// Classes that scripts extend, and what every position understands.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "cgt/algebra/reduced.hpp"
#include "cgt/support/containers.hpp"
#include "lang/library/core.hpp"
#include "lang/values/collections.hpp"
#include "lang/values/forms.hpp"
#include "lang/values/positions.hpp"

namespace cgt::lang {
namespace {

Value value_of(Context& c, const Value& v) { return c.wrap(c.positions().value(c, v)); }

Value option_set(Context& c, const Value& v, std::initializer_list<Player> players) {
  std::vector<Value> all;
  for (const Player player : players) {
    for (Value& option : position_options(c, v, player)) all.push_back(std::move(option));
  }
  return make_set(c, std::move(all));
}

// Those of a player, or of both if none is named.
Value some_options(Context& c, Arguments a) {
  if (a[1].is_nothing()) return option_set(c, a[0], {Player::kLeft, Player::kRight});
  return option_set(c, a[0], {c.player(a[1], "Options")});
}

// Everything that can be reached, in the order of discovery.
std::vector<Value> followers(Context& c, const Value& root) {
  std::vector<Value> found{root};
  FlatSet<Value, ValueHash> seen{root};
  for (std::size_t i = 0; i < found.size(); ++i) {
    c.budget().charge();
    if (!has_options(found[i])) continue;
    for (const Player player : kPlayers) {
      for (Value& next : position_options(c, found[i], player)) {
        if (seen.insert(next).second) found.push_back(std::move(next));
      }
    }
  }
  return found;
}

// The options of a player whose value is a canonical option of the value.
Value sensible(Context& c, const Value& v, Player player) {
  const GameId value = c.positions().value(c, v);
  const GameList wanted = c.store().options(value, player);
  std::vector<Value> found;
  for (Value& option : position_options(c, v, player)) {
    // An option of a compound may be a form.
    const GameId g = has_options(option)
                         ? c.positions().value(c, option)
                         : c.forms().value(form_of(c, option, "an option of a position"));
    const bool sensible = std::any_of(wanted.begin(), wanted.end(), [&](GameId w) {
      return player == Player::kLeft ? c.store().leq(w, g) : c.store().leq(g, w);
    });
    if (sensible) found.push_back(std::move(option));
  }
  return make_set(c, std::move(found));
}

// A position for the examples: of a heap one takes one token or all of them.
constexpr std::string_view kHeap = "FunctionalHeapRuleset(n -> [[0], [n-1]])(2)";

void register_position_rows(Registry& registry) {
  // The result for the heap; what follows the call for the heap plus ^.
  const auto add = [&](const std::string& signature, const char* doc, const char* of_position,
                       const char* of_compound, Builtin::Function f) {
    const std::string call = signature.ends_with("(player)")
                                 ? signature.substr(0, signature.find('(')) + "(Left)"
                                 : signature;
    registry.add(Builtin{"Position", signature, doc,
                         fmt::format("{}.{} --> {}", kHeap, call, of_position), f});
    registry.add(Builtin{"Compound", signature, doc,
                         fmt::format("({} + ^).{}{}", kHeap, call, of_compound), f});
  };
  for (const char* name : {"CanonicalForm", "GameValue"}) {
    add(name, "The value: the canonical form.", "*2", " --> ^+*2",
        [](Context& c, Arguments a) { return value_of(c, a[0]); });
  }
  add("LeftOptions", "The positions that Left can move to, as a set.",
      "{0,HeapRuleset.Position(1)}", ".Size --> 3",
      [](Context& c, Arguments a) { return option_set(c, a[0], {Player::kLeft}); });
  add("RightOptions", "The positions that Right can move to, as a set.",
      "{0,HeapRuleset.Position(1)}", ".Size --> 3",
      [](Context& c, Arguments a) { return option_set(c, a[0], {Player::kRight}); });
  add("SensibleOptions(player)", "The options as good as a canonical one.",
      "{0,HeapRuleset.Position(1)}", ".Size --> 1",
      [](Context& c, Arguments a) { return sensible(c, a[0], c.player(a[1], "SensibleOptions")); });
  add("SensibleLeftOptions", "Left's sensible options.", "{0,HeapRuleset.Position(1)}",
      ".Size --> 1", [](Context& c, Arguments a) { return sensible(c, a[0], Player::kLeft); });
  add("SensibleRightOptions", "Right's sensible options.", "{0,HeapRuleset.Position(1)}",
      ".Size --> 1", [](Context& c, Arguments a) { return sensible(c, a[0], Player::kRight); });
  add("Followers", "All positions that can be reached, itself included, as a set.",
      "{0,HeapRuleset.Position(1),HeapRuleset.Position(2)}", ".Size --> 9",
      [](Context& c, Arguments a) { return make_set(c, followers(c, a[0])); });
  add("FollowerCount", "How many positions can be reached, itself included.", "3", " --> 9",
      [](Context& c, Arguments a) {
        return Value::integer(static_cast<std::int64_t>(followers(c, a[0]).size()));
      });
  add("MisereOutcomeClass", "Who wins if the player who cannot move wins.", "N", " --> R",
      [](Context& c, Arguments a) {
        return Value::outcome(c.forms().misere_outcome(c.positions().form(c, a[0])));
      });
  add("AsForm", "The position as an explicit form.", "'{0,'{0|0}'|0,'{0|0}'}'",
      ".CanonicalForm --> ^+*2",
      [](Context& c, Arguments a) { return form_value(c, c.positions().form(c, a[0])); });
  struct Product {
    const char* name;
    const char* doc;
    const char* of_position;
    const char* of_compound;
  };
  for (const Product& row :
       {Product{"ConjunctiveSum", "A form: a move is made in both; it ends when one has no move.",
                "*", "*"},
        Product{"OrdinalProduct",
                "A form: h with a copy of the position in the place of every move.", "*2",
                "+-{^,^*}"},
        Product{"SelectiveSum", "A form: a move is made in one or in both.", "*3", "{^+*2|*3,*4}"},
        Product{"ConwayProduct", "A form: the product by Conway's definition.", "*2", "0"}}) {
    const std::string which = row.name;
    const auto f = [which](Context& c, Arguments a) {
      const auto part = [&](const Value& v) {
        return has_options(v) ? c.positions().form(c, v) : form_of(c, v, which);
      };
      const Form g = part(a[0]);
      const Form h = part(a[1]);
      if (which == "ConjunctiveSum") return form_value(c, c.forms().conjunctive_sum(g, h));
      if (which == "OrdinalProduct") return form_value(c, c.forms().ordinal_product(g, h));
      if (which == "SelectiveSum") return form_value(c, c.forms().selective_sum(g, h));
      return form_value(c, c.forms().conway_product(g, h));
    };
    const auto example = [&](const std::string& g, const char* result) {
      return fmt::format("{}.{}(*).CanonicalForm --> {}", g, which, result);
    };
    registry.add(Builtin{"Position", which + "(h)", row.doc,
                         example(std::string(kHeap), row.of_position), f});
    registry.add(Builtin{"Compound", which + "(h)", row.doc,
                         example(fmt::format("({} + ^)", kHeap), row.of_compound), f});
  }
  registry.add(Builtin{"Compound", "Options(player?)",
                       "The options of a player, or of both, as a set.",
                       fmt::format("({} + ^).Options(Left).Size --> 3", kHeap), some_options});
  registry.add(Builtin{"Position", "Options(player?)",
                       "To be overridden: the positions that the player can move to.",
                       fmt::format("{}.Options(Left) --> [0,HeapRuleset.Position(1)]", kHeap),
                       [](Context& c, Arguments a) -> Value {
                         if (as_native_position(a[0]) != nullptr) return some_options(c, a);
                         throw Error("the class '" + a[0].class_name() + "' does not say 'Options'",
                                     "override def Options(player as Player) := ...");
                       }});
  registry.add(Builtin{"Position", "Decomposition",
                       "To be overridden: the independent parts that the position is the sum of.",
                       fmt::format("{}.Decomposition --> [HeapRuleset.Position(2)]", kHeap),
                       [](Context& c, Arguments a) {
                         if (const PositionObject* native = as_native_position(a[0]))
                           return Value::list(native->parts(c));
                         return Value::list({a[0]});
                       }});
  registry.add(Builtin{"Position", "DepthHint", "Accepted; loop-free games need no hint.",
                       fmt::format("{}.DepthHint --> 0", kHeap),
                       [](Context&, Arguments) { return Value::integer(0); }});
  registry.add(Builtin{"ImpartialGame", "NimValue", "The n with value *n.",
                       fmt::format("{}.NimValue --> 2", kHeap), [](Context& c, Arguments a) {
                         const GameId g = c.positions().value(c, a[0]);
                         if (!is_nimber(c.store(), g)) throw Error("this game is no nimber");
                         return Value::integer(
                             static_cast<std::int64_t>(c.store().options(g, Player::kLeft).size()));
                       }});
  for (const char* owner : {"GridRuleset", "StripRuleset"}) {
    registry.add(Builtin{
        owner, "CharMap", "To be overridden: the characters of cells 0, 1, 2, ...",
        fmt::format("singleton class Example extends {} end; Example.CharMap --> \".xo\"", owner),
        [](Context&, Arguments) { return Value::string(".xo"); }});
  }
  for (const char* owner : {"GridRuleset", "StripRuleset", "GraphRuleset"}) {
    registry.add(Builtin{
        owner, "Icons", "Accepted: pictures for the cells, as CGSuite draws them; not used.",
        fmt::format("singleton class Example extends {} end; Example.Icons --> Nothing", owner),
        [](Context&, Arguments) { return Value(); }});
  }
  registry.add(Builtin{
      "Object", "ToString", "How it is printed.", "[1,2].ToString --> \"[1,2]\"",
      [](Context& c, Arguments a) { return Value::string(format(c, a[0], c.style(), false)); }});
}

}  // namespace

void register_classes(Registry& registry) {
  const auto add = [&](const char* name, const char* base) {
    boost::intrusive_ptr<ClassInfo> type(new ClassInfo);
    type->name = name;
    type->path = std::string("game.") + name;
    type->is_native = true;
    type->ancestry.push_back(type.get());
    if (base != nullptr) {
      const ClassInfo* parent = registry.class_named(base);
      type->ancestry.insert(type->ancestry.end(), parent->ancestry.begin(), parent->ancestry.end());
      type->is_game = parent->is_game;
      type->is_ruleset = parent->is_ruleset;
      type->owners.push_back(name);
      type->owners.insert(type->owners.end(), parent->owners.begin(), parent->owners.end());
    } else {
      type->owners.push_back(name);
    }
    registry.add_class(type);
    return type.get();
  };
  add("Object", nullptr);
  for (const char* name : {"Integer",     "Rational",    "Number",
                           "Boolean",     "String",      "List",
                           "Set",         "Map",         "Range",
                           "Coordinates", "Function",    "Procedure",
                           "Collection",  "Player",      "OutcomeClass",
                           "Class",       "Enum",        "Grid",
                           "Strip",       "Thermograph", "Form",
                           "Trajectory",  "Graph",       "Vertex",
                           "Edge",        "Table",       "Output",
                           "Random",      "MapEntry",    "MutableList",
                           "MutableSet",  "MutableMap",  "UptimalExpansion",
                           "Strategy",    "Symmetry"}) {
    add(name, "Object");
  }
  add("DirectedGraph", "Graph");
  ClassInfo* const game = add("Game", "Object");
  game->is_game = true;
  // The rows of the class Game are those of values.
  game->owners = {"Position", "Object"};
  add("ImpartialGame", "Game");
  add("GraphGame", "Game");
  add("GridGame", "Game")->board = BoardKind::kGrid;
  add("StripGame", "Game")->board = BoardKind::kStrip;
  add("Ruleset", "Object")->is_ruleset = true;
  for (const char* name : {"GridRuleset", "StripRuleset", "GraphRuleset"}) add(name, "Ruleset");
  register_position_rows(registry);
}

}  // namespace cgt::lang
