// Classes that scripts extend, and what every position understands.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "cgt/algebra/reduced.hpp"
#include "lang/library/core.hpp"
#include "lang/values/collections.hpp"
#include "lang/values/forms.hpp"
#include "lang/values/loopy.hpp"
#include "lang/values/positions.hpp"

namespace cgt::lang {
namespace {

Value canonical_form(Context& c, const Value& v) { return c.wrap(c.positions().value(c, v)); }

Value game_value(Context& c, const Value& v) {
  return loopy_value(c, c.positions().loopy_value(c, v));
}

Value option_set(Context& c, const Value& v, std::initializer_list<Player> players) {
  std::vector<Value> all;
  for (const Player player : players) {
    for (Value& option : position_options(c, v, player)) all.push_back(std::move(option));
  }
  return make_set(c, std::move(all));
}

// An option as what order knows: an option of a compound may be a form.
LoopyValue value_of_option(Context& c, const Value& option) {
  return is_form(option)
             ? LoopyValue(c.forms().value(form_of(c, option, "an option of a position")))
             : loopy_of(c, option, "an option of a position");
}

// Lines of play, each a list of positions, that end at an option of the value of `root`: the player's
// move is that option itself, or one as good as it that the other player reverses; then from there.
class SensibleLines {
 public:
  SensibleLines(Context& c, const Value& root, Player player)
      : c_(c), games_(loopy_games(c)), root_(root), player_(player) {
    value_ = stopper_of(c, game_value(c, root), "SensibleLines");
  }

  Value all() {
    std::vector<Value> out;
    for (const LoopyId wanted : games_.options(value_, player_)) {
      std::vector<Value> line;
      seen_.clear();
      if (find(root_, wanted, line)) out.push_back(Value::list(std::move(line)));
    }
    return Value::list(std::move(out));
  }

 private:
  // Does the player like a at least as much as b?
  bool likes(const LoopyValue& a, const LoopyValue& b) {
    return player_ == Player::kLeft ? games_.leq(b, a) : games_.leq(a, b);
  }

  // Of a value, as a term of a sum that is left alone, those of its simplest form.
  std::vector<Value> moves(const Value& from, Player player) {
    if (has_options(from)) return position_options(c_, from, player);
    std::vector<Value> out;
    const LoopyValue value = value_of_option(c_, from);
    if (!value.is_stopper()) return out;
    for (const LoopyId o : games_.options(value.stopper(), player))
      out.push_back(loopy_value(c_, o));
    return out;
  }

  // A position of the player's on the line: the option that is tried, which stands behind it, and the
  // opponent's answers to that.
  struct Turn {
    LoopyValue here;
    std::vector<Value> options{};
    std::size_t next_option = 0;
    bool tries = false;
    std::vector<Value> answers{};
    std::size_t next_answer = 0;
  };

  // Depth first; no position is tried twice, so that it ends where play does not.
  bool find(const Value& from, LoopyId wanted, std::vector<Value>& line) {
    std::vector<Turn> turns;
    const auto enter = [&](const Value& position) {
      turns.push_back({value_of_option(c_, position), moves(position, player_)});
    };
    enter(from);
    while (true) {
      Turn& turn = turns.back();
      if (turn.next_answer < turn.answers.size()) {
        const Value answer = turn.answers[turn.next_answer++];
        if (!likes(turn.here, value_of_option(c_, answer)) || !seen_.insert(answer).second)
          continue;
        line.push_back(answer);
        enter(answer);
        continue;
      }
      if (std::exchange(turn.tries, false)) line.pop_back();
      if (turn.next_option == turn.options.size()) {
        turns.pop_back();
        if (turns.empty()) return false;
        line.pop_back();  // the answer that led here
        continue;
      }
      const Value option = turn.options[turn.next_option++];
      c_.budget().charge();
      const LoopyValue value = value_of_option(c_, option);
      if (!likes(value, wanted)) continue;
      line.push_back(option);
      if (likes(wanted, value)) return true;
      turn.tries = true;
      turn.answers = moves(option, opponent(player_));
      turn.next_answer = 0;
    }
  }

  Context& c_;
  LoopyGames& games_;
  const Value root_;
  const Player player_;
  LoopyId value_{};
  FlatSet<Value, ValueHash> seen_;  // positions that a line was looked for from
};

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
  LoopyGames& games = loopy_games(c);
  const LoopyId value = stopper_of(c, game_value(c, v), "SensibleOptions");
  const std::vector<LoopyId> wanted = games.options(value, player);
  std::vector<Value> found;
  for (Value& option : position_options(c, v, player)) {
    const LoopyValue g = value_of_option(c, option);
    const bool sensible = std::any_of(wanted.begin(), wanted.end(), [&](LoopyId w) {
      return player == Player::kLeft ? games.leq(w, g) : games.leq(g, w);
    });
    if (sensible) found.push_back(std::move(option));
  }
  return make_set(c, std::move(found));
}

// Positions for the examples: of a heap one takes one token or all of them; and that heap plus ^.
constexpr std::string_view kHeap = "FunctionalHeapRuleset(n -> [[0], [n-1]])(2)";
constexpr std::string_view kHeapAndUp = "(FunctionalHeapRuleset(n -> [[0], [n-1]])(2) + ^)";

// What positions and compounds have in common.
class BothRows {
 public:
  explicit BothRows(Registry& registry)
      : positions_(Rows(registry, "Position").on(kHeap)),
        compounds_(Rows(registry, "Compound").on(kHeapAndUp)) {}

  // The examples are those of the heap and of the heap plus ^.
  void add(std::string_view signature, std::string_view doc, std::string_view of_heap,
           std::string_view of_sum, const Builtin::Function& function) const {
    positions_.add(signature, doc, of_heap, function);
    compounds_.add(signature, doc, of_sum, function);
  }

 private:
  Rows positions_;
  Rows compounds_;
};

void register_questions(Registry& registry) {
  const BothRows rows(registry);
  rows.add("CanonicalForm",
           "The canonical form. Refused where play can come back to a position: see GameValue.",
           "CanonicalForm --> *2", "CanonicalForm --> ^+*2",
           [](Context& c, Arguments a) { return canonical_form(c, a[0]); });
  rows.add("GameValue", "The value: the canonical form, or a loopy value.", "GameValue --> *2",
           "GameValue --> ^+*2", [](Context& c, Arguments a) {
             const Value hint = c.has_member(a[0], "DepthHint")
                                    ? c.call_member(a[0], "DepthHint", {})
                                    : Value::integer(0);
             if (!hint.is_integer())
               throw Error(fmt::format("DepthHint needs an integer, not {}", hint.described()));
             return game_value(c, a[0]);
           });
  rows.add("LeftOptions", "The positions that Left can move to, as a set.",
           "LeftOptions --> {0,HeapRuleset.Position(1)}", "LeftOptions.Size --> 3",
           [](Context& c, Arguments a) { return option_set(c, a[0], {Player::kLeft}); });
  rows.add("RightOptions", "The positions that Right can move to, as a set.",
           "RightOptions --> {0,HeapRuleset.Position(1)}", "RightOptions.Size --> 3",
           [](Context& c, Arguments a) { return option_set(c, a[0], {Player::kRight}); });
  rows.add(
      "SensibleOptions(player)", "The options as good as a canonical one.",
      "SensibleOptions(Left) --> {0,HeapRuleset.Position(1)}", "SensibleOptions(Left).Size --> 1",
      [](Context& c, Arguments a) { return sensible(c, a[0], c.player(a[1], "SensibleOptions")); });
  rows.add(
      "SensibleLines(player)",
      "Lines of play, one for each option of the value: a sensible option, and while the other "
      "player reverses what is better than the option, the reversal and the next move.",
      "SensibleLines(Left) --> [[0],[HeapRuleset.Position(1)]]", "SensibleLines(Left).Length --> 1",
      [](Context& c, Arguments a) {
        return SensibleLines(c, a[0], c.player(a[1], "SensibleLines")).all();
      });
  rows.add("SensibleLeftOptions", "Left's sensible options.",
           "SensibleLeftOptions --> {0,HeapRuleset.Position(1)}", "SensibleLeftOptions.Size --> 1",
           [](Context& c, Arguments a) { return sensible(c, a[0], Player::kLeft); });
  rows.add("SensibleRightOptions", "Right's sensible options.",
           "SensibleRightOptions --> {0,HeapRuleset.Position(1)}",
           "SensibleRightOptions.Size --> 1",
           [](Context& c, Arguments a) { return sensible(c, a[0], Player::kRight); });
  rows.add("Followers", "All positions that can be reached, itself included, as a set.",
           "Followers --> {0,HeapRuleset.Position(1),HeapRuleset.Position(2)}",
           "Followers.Size --> 9",
           [](Context& c, Arguments a) { return make_set(c, followers(c, a[0])); });
  rows.add("FollowerCount", "How many positions can be reached, itself included.",
           "FollowerCount --> 3", "FollowerCount --> 9", [](Context& c, Arguments a) {
             return Value::integer(static_cast<std::int64_t>(followers(c, a[0]).size()));
           });
  rows.add("MisereOutcomeClass", "Who wins if the player who cannot move wins.",
           "MisereOutcomeClass --> N", "MisereOutcomeClass --> R", [](Context& c, Arguments a) {
             return Value::outcome(c.forms().misere_outcome(c.positions().form(c, a[0])));
           });
  rows.add("AsForm", "The position as an explicit form.", "AsForm --> '{0,'{0|0}'|0,'{0|0}'}'",
           "AsForm.CanonicalForm --> ^+*2",
           [](Context& c, Arguments a) { return form_value(c, c.positions().form(c, a[0])); });
}

// The form of a position, or of what else is a game.
Form part_of(Context& c, const Value& v, const char* what) {
  return has_options(v) ? c.positions().form(c, v) : form_of(c, v, what);
}

void register_products(Registry& registry) {
  const BothRows rows(registry);
  rows.add("ConjunctiveSum(that)", "A form: a move is made in both; it ends when one has no move.",
           "ConjunctiveSum(*).CanonicalForm --> *", "ConjunctiveSum(*).CanonicalForm --> *",
           [](Context& c, Arguments a) {
             return form_value(c, c.forms().conjunctive_sum(part_of(c, a[0], "ConjunctiveSum"),
                                                            part_of(c, a[1], "ConjunctiveSum")));
           });
  rows.add("OrdinalProduct(that)",
           "A form: h with a copy of the position in the place of every move.",
           "OrdinalProduct(*).CanonicalForm --> *2", "OrdinalProduct(*).CanonicalForm --> +-{^,^*}",
           [](Context& c, Arguments a) {
             return form_value(c, c.forms().ordinal_product(part_of(c, a[0], "OrdinalProduct"),
                                                            part_of(c, a[1], "OrdinalProduct")));
           });
  rows.add("SelectiveSum(that)", "A form: a move is made in one or in both.",
           "SelectiveSum(*).CanonicalForm --> *3", "SelectiveSum(*).CanonicalForm --> {^+*2|*3,*4}",
           [](Context& c, Arguments a) {
             return form_value(c, c.forms().selective_sum(part_of(c, a[0], "SelectiveSum"),
                                                          part_of(c, a[1], "SelectiveSum")));
           });
  rows.add("ConwayProduct(that)", "A form: the product by Conway's definition.",
           "ConwayProduct(*).CanonicalForm --> *2", "ConwayProduct(*).CanonicalForm --> 0",
           [](Context& c, Arguments a) {
             return form_value(c, c.forms().conway_product(part_of(c, a[0], "ConwayProduct"),
                                                           part_of(c, a[1], "ConwayProduct")));
           });
}

// How two games are compounded, in the order of the alphabet.
enum class Compounding {
  kConjunctiveSum,
  kConwayProduct,
  kDisjunctiveSum,
  kOrdinalProduct,
  kOrdinalSum,
  kSelectiveSum
};
EnumType make_names(const EnumType& self, const char* name,
                    std::initializer_list<const char*> members) {
  EnumType out{name, {}};
  for (const char* member : members)
    out.members.push_back({&self, member, static_cast<int>(out.members.size())});
  return out;
}
const EnumType& compound_type() {
  static const EnumType type = make_names(type, "CompoundType",
                                          {"ConjunctiveSum", "ConwayProduct", "DisjunctiveSum",
                                           "OrdinalProduct", "OrdinalSum", "SelectiveSum"});
  return type;
}
const EnumType& side_type() {
  static const EnumType type = make_names(type, "Side", {"Onside", "Offside"});
  return type;
}

Value compound_game(Context& c, Arguments a) {
  using Operation = CompoundObject::Operation;
  if (a[0].kind() != Kind::kEnum || a[0].as_enum().type != &compound_type())
    throw Error(fmt::format("CompoundGame needs a CompoundType, not {}", a[0].described()),
                "CompoundType.DisjunctiveSum, ...");
  for (const Value& part : a.subspan(1)) {
    if (!is_leaf_game(part) && !has_options(part))
      throw Error(fmt::format("CompoundGame needs games, not {}", part.described()));
  }
  const auto form = [&](std::size_t i) { return part_of(c, a[i], "CompoundGame"); };
  switch (static_cast<Compounding>(a[0].as_enum().ordinal)) {
    case Compounding::kConjunctiveSum:
      return form_value(c, c.forms().conjunctive_sum(form(1), form(2)));
    case Compounding::kConwayProduct:
      return form_value(c, c.forms().conway_product(form(1), form(2)));
    case Compounding::kDisjunctiveSum:
      return Value::native<CompoundObject>(Operation::kSum, a[1], a[2]);
    case Compounding::kOrdinalProduct:
      return form_value(c, c.forms().ordinal_product(form(1), form(2)));
    case Compounding::kOrdinalSum:
      return Value::native<CompoundObject>(Operation::kOrdinalSum, a[1], a[2]);
    case Compounding::kSelectiveSum:
      return form_value(c, c.forms().selective_sum(form(1), form(2)));
  }
  return {};
}

void register_compounds(Registry& registry) {
  for (const EnumMember& member : compound_type().members)
    registry.add(Constant{fmt::format("CompoundType.{}", member.name), "A way to compound games.",
                          Value::member(member)});
  for (const EnumMember& member : side_type().members) {
    registry.add(Constant{fmt::format("Side.{}", member.name), "A side of a loopy value.",
                          Value::member(member)});
    registry.add(Constant{member.name, "A side of a loopy value.", Value::member(member)});
  }
  const Rows functions(registry, "");
  functions.add("CompoundGame(CompoundType, G, H)",
                "Two games side by side as they are; g + h and its like simplify values.",
                "CompoundGame(CompoundType.DisjunctiveSum, 2, 1) --> 2 + 1", compound_game);
  functions.add("NegativeGame(G)", "The negative as it is: -*2, which is *2 otherwise.",
                "NegativeGame(*2) --> -*2", [](Context&, Arguments a) {
                  if (!is_leaf_game(a[0]) && !has_options(a[0]))
                    throw Error(fmt::format("NegativeGame needs a game, not {}", a[0].described()));
                  return Value::native<CompoundObject>(CompoundObject::Operation::kNegative, a[0],
                                                       Value());
                });
  const Rows compounds = Rows(registry, "Compound").on(kHeapAndUp);
  compounds.add("CompoundType", "How it is made of two games, of a sum or an ordinal sum.",
                "CompoundType --> DisjunctiveSum", [](Context&, Arguments a) {
                  using Operation = CompoundObject::Operation;
                  const Operation operation = as_compound(a[0])->operation;
                  if (operation != Operation::kSum && operation != Operation::kOrdinalSum)
                    throw Error("this is not a compound of two games");
                  const auto type = operation == Operation::kSum ? Compounding::kDisjunctiveSum
                                                                 : Compounding::kOrdinalSum;
                  return Value::member(compound_type().members[static_cast<std::size_t>(type)]);
                });
  compounds.add("G", "The first part; of a negative or a multiple, the game.",
                "G --> HeapRuleset.Position(2)", [](Context&, Arguments a) {
                  const CompoundObject& compound = *as_compound(a[0]);
                  const bool second = compound.operation == CompoundObject::Operation::kMultiple;
                  return second ? compound.b : compound.a;
                });
  compounds.add("H", "The second part.", "H --> ^",
                [](Context&, Arguments a) { return as_compound(a[0])->b; });
}

// What classes of rulesets and positions may override.
void register_defaults(Registry& registry) {
  const Rows positions = Rows(registry, "Position").on(kHeap);
  Rows(registry, "Compound")
      .on(kHeapAndUp)
      .add("Options(player?)", "The options of a player, or of both, as a set.",
           "Options(Left).Size --> 3", some_options);
  positions.add("Options(player?)", "To be overridden: the positions that the player can move to.",
                "Options(Left) --> [0,HeapRuleset.Position(1)]",
                [](Context& c, Arguments a) -> Value {
                  if (as_native_position(a[0]) != nullptr) return some_options(c, a);
                  throw Error("the class '" + a[0].class_name() + "' does not say 'Options'",
                              "override def Options(player as Player) := ...");
                });
  positions.add("Decomposition",
                "To be overridden: the independent parts that the position is the sum of.",
                "Decomposition --> [HeapRuleset.Position(2)]", [](Context& c, Arguments a) {
                  if (const PositionObject* native = as_native_position(a[0]))
                    return Value::list(native->parts(c));
                  return Value::list({a[0]});
                });
  positions.add("DepthHint", "Accepted; cycles of positions are found without a hint.",
                "DepthHint --> 0", [](Context&, Arguments) { return Value::integer(0); });
  Rows(registry, "ImpartialGame")
      .on(kHeap)
      .add("NimValue", "The n with value *n.", "NimValue --> 2", [](Context& c, Arguments a) {
        const GameId g = c.positions().value(c, a[0]);
        if (!is_nimber(c.store(), g)) throw Error("this game is not a nimber");
        return Value::integer(
            static_cast<std::int64_t>(c.store().options(g, Player::kLeft).size()));
      });
  Rows(registry, "Ruleset")
      .add("Eval(board)",
           "What a call of the ruleset gives: a position, unless the class says something else.",
           "FunctionalHeapRuleset(n -> [[k] for k from 0 to n-1]).Eval(3).CanonicalForm --> *3",
           [](Context& c, Arguments a) { return c.call(a[0], a.subspan(1)); });
  for (const char* owner : {"GridRuleset", "StripRuleset"}) {
    Rows(registry, owner)
        .add("CharMap", "To be overridden: the characters of cells 0, 1, 2, ...",
             fmt::format("singleton class Example extends {} end; Example.CharMap --> \".xo\"",
                         owner),
             [](Context&, Arguments) { return Value::string(".xo"); });
  }
  const Rows graphs(registry, "GraphRuleset");
  graphs.add("VertexLabels", "To be overridden: what the letters of vertices in a text stand for.",
             "singleton class Example extends GraphRuleset end; Example.VertexLabels --> Nothing",
             [](Context&, Arguments) { return Value(); });
  graphs.add("EdgeLabels", "To be overridden: what the letters of edges in a text stand for.",
             "singleton class Example extends GraphRuleset end; Example.EdgeLabels --> Nothing",
             [](Context&, Arguments) { return Value(); });
  for (const char* owner : {"GridRuleset", "StripRuleset", "GraphRuleset"}) {
    Rows(registry, owner)
        .add(
            "Icons", "Accepted: pictures for the cells, as CGSuite draws them; not used.",
            fmt::format("singleton class Example extends {} end; Example.Icons --> Nothing", owner),
            [](Context&, Arguments) { return Value(); });
  }
}

// Classes that values have without a declaration, bases first: package, name, bases. Those with a
// star tell apart what has one class for the methods: value_class() names theirs.
struct NativeClass {
  std::string_view package;
  std::string_view name;
  std::array<std::string_view, 3> bases;
  bool is_value = false;
};
constexpr NativeClass kNativeClasses[] = {
    {"cgsuite.lang", "Object", {}},
    {"cgsuite.lang", "Boolean", {"Object"}},
    {"cgsuite.lang", "Nothing", {"Object"}},
    {"cgsuite.lang", "String", {"Object"}},
    {"cgsuite.lang", "Collection", {"Object"}},
    {"cgsuite.lang", "Function", {"Object"}},
    {"cgsuite.lang", "Procedure", {"Object"}},
    {"cgsuite.lang", "List", {"Collection"}},
    {"cgsuite.lang", "Set", {"Collection"}},
    {"cgsuite.lang", "Map", {"Collection", "Function"}},
    {"cgsuite.lang", "MapEntry", {"Object"}},
    {"cgsuite.lang", "Range", {"List"}},
    {"cgsuite.lang", "Coordinates", {"Object"}},
    {"cgsuite.lang", "Class", {"Object"}},
    {"cgsuite.lang", "Enum", {"Object"}},
    {"cgsuite.lang", "Output", {"Object"}},
    {"cgsuite.util", "Grid", {"Object"}},
    {"cgsuite.util", "Strip", {"Object"}},
    {"cgsuite.util", "Graph", {"Object"}},
    {"cgsuite.util", "DirectedGraph", {"Graph"}},
    {"cgsuite.util", "Vertex", {"Object"}},
    {"cgsuite.util", "Edge", {"Object"}},
    {"cgsuite.util", "Icon", {"Object"}},
    {"cgsuite.util", "Symmetry", {"Object"}},
    {"cgsuite.util", "Table", {"Object"}},
    {"cgsuite.util", "Random", {"Object"}},
    {"cgsuite.util", "Thermograph", {"Object"}},
    {"cgsuite.util", "Trajectory", {"Object"}},
    {"cgsuite.util", "UptimalExpansion", {"Object"}},
    {"cgsuite.util", "MutableList", {"Collection"}},
    {"cgsuite.util", "MutableSet", {"Collection"}},
    {"cgsuite.util", "MutableMap", {"Collection"}},
    {"game", "Player", {"Object"}},
    {"game", "OutcomeClass", {"Object"}},
    {"game", "CompoundType", {"Object"}},
    {"game", "Side", {"Object"}},
    {"game", "Form", {"Object"}},
    {"game", "Strategy", {"Object"}},
    {"game", "Number", {"Object"}},
    {"game", "Game", {"Object"}},
    {"game", "ImpartialGame", {"Game"}},
    {"game", "ExplicitGame", {"Game"}, true},
    {"game", "CompoundGame", {"Game"}, true},
    {"game", "CompoundImpartialGame", {"CompoundGame", "ImpartialGame"}, true},
    {"game", "NegativeGame", {"Game"}, true},
    {"game", "NormalValue", {"Object"}, true},
    {"game", "TransfiniteNimber", {"NormalValue"}, true},
    {"game", "SidedValue", {"NormalValue"}, true},
    {"game", "StopperSidedValue", {"SidedValue"}, true},
    {"game", "CanonicalStopper", {"StopperSidedValue", "Game"}, true},
    {"game", "CanonicalShortGame", {"CanonicalStopper"}, true},
    {"game", "Pseudonumber", {"CanonicalStopper"}, true},
    {"game", "SurrealNumber", {"NormalValue"}, true},
    {"game", "GeneralizedOrdinal", {"SurrealNumber"}, true},
    {"game", "Rational", {"SurrealNumber", "Number"}},
    {"game", "Uptimal", {"CanonicalShortGame"}, true},
    {"game", "Nimber", {"Uptimal", "TransfiniteNimber", "ImpartialGame"}, true},
    {"game", "DyadicRational", {"Uptimal", "Pseudonumber", "Rational"}, true},
    {"game", "Integer", {"DyadicRational", "GeneralizedOrdinal"}},
    {"game", "Zero", {"Integer", "Nimber"}, true},
    {"game.misere", "MisereCanonicalGame", {"ImpartialGame"}, true},
    {"game.misere", "Genus", {"Object"}},
    {"game.heap", "Periodicity", {"Object"}},
    {"game.grid", "GridGame", {"Game"}},
    {"game.strip", "StripGame", {"Game"}},
    {"game.graph", "GraphGame", {"Game"}},
    {"game", "Ruleset", {"Object"}},
    {"game.grid", "GridRuleset", {"Ruleset"}},
    {"game.strip", "StripRuleset", {"Ruleset"}},
    {"game.graph", "GraphRuleset", {"Ruleset"}},
};

}  // namespace

void register_classes(Registry& registry) {
  for (const NativeClass& row : kNativeClasses) {
    CountedPointer<ClassInfo> type(new ClassInfo);
    type->name = row.name;
    type->path = fmt::format("{}.{}", row.package, row.name);
    type->is_native = true;
    type->is_value = row.is_value;
    type->is_game = row.name == "Game";
    type->is_ruleset = row.name == "Ruleset";
    type->board = row.name == "GridGame"    ? BoardKind::kGrid
                  : row.name == "StripGame" ? BoardKind::kStrip
                  : row.name == "GraphGame" ? BoardKind::kGraph
                                            : BoardKind::kNone;
    type->ancestry.push_back(type.get());
    // The rows of the class Game are those of values.
    type->owners.emplace_back(type->is_game ? "Position" : row.name);
    const auto inherit = [](auto& all, const auto& from) {
      for (const auto& one : from) {
        if (std::ranges::find(all, one) == all.end()) all.push_back(one);
      }
    };
    for (const std::string_view base : row.bases) {
      const ClassInfo* parent = base.empty() ? nullptr : registry.class_named(base);
      if (parent == nullptr) continue;
      inherit(type->ancestry, parent->ancestry);
      inherit(type->owners, parent->owners);
      // Values are games, but no class of positions extends one.
      type->is_game = !row.is_value && (type->is_game || parent->is_game);
      type->is_ruleset = type->is_ruleset || parent->is_ruleset;
    }
    registry.add_class(type);
  }
  register_questions(registry);
  register_products(registry);
  register_compounds(registry);
  register_defaults(registry);
}

}  // namespace cgt::lang
