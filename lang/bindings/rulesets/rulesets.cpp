// The native rulesets as values of the language: game.grid.Clobber, game.heap.Subtraction([1,2]),
// ... Everything here follows from the registry of decomp; a new ruleset needs no line of its own.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

#include "decomp/rules/heap/heap.hpp"
#include "decomp/rules/registry.hpp"
#include "decomp/rules/variant.hpp"
#include "decomp/solve/play/temperature_discovery.hpp"
#include "decomp/solve/values/evaluator.hpp"
#include "lang/bindings/bindings.hpp"
#include "lang/bindings/rulesets/ruleset_values.hpp"
#include "lang/bindings/rulesets/script_heaps.hpp"
#include "lang/bindings/scripts/running.hpp"
#include "lang/library/core.hpp"
#include "lang/values/class.hpp"
#include "lang/values/collections.hpp"
#include "lang/values/forms.hpp"
#include "lang/values/graph.hpp"
#include "lang/values/grid.hpp"
#include "lang/values/loopy.hpp"
#include "lang/values/positions.hpp"
#include "lang/values/transfinite.hpp"

namespace cgt::lang {
namespace {

using solve::Evaluator;

// --- from values of the language to arguments of rulesets ---

// Colours of edges: who may cut them.
EnumType make_colors(const EnumType& self) {
  EnumType out{"Color", {}, nullptr};
  for (const char* name : {"Blue", "Green", "Red"})
    out.members.push_back({&self, name, static_cast<int>(out.members.size())});
  return out;
}
const EnumType& color_type() {
  static const EnumType type = make_colors(type);
  return type;
}

std::string label_text(Context& context, const Value& label) {
  if (label.is_nothing()) return "";
  if (const auto player = label.as_player()) return *player == Player::kLeft ? "Left" : "Right";
  if (label.kind() == Kind::kString) return label.as_string();
  if (label.kind() == Kind::kEnum && label.as_enum().type == &color_type()) {
    constexpr std::array kMeanings{"Left", "e", "Right"};
    return kMeanings[static_cast<std::size_t>(label.as_enum().ordinal)];
  }
  return context.text(label);
}

Coordinate coordinate_of(Context& context, const Value& v) {
  const std::vector<Value> entries = context.elements(v, "coordinates");
  if (entries.size() != 2) throw Error("coordinates of a ruleset have two entries");
  return {context.integer(entries[0], "a coordinate"), context.integer(entries[1], "a coordinate")};
}

// {Left => {1,2}, Right => 1} as pairs: (1,1), (1,2), (2,1).
std::vector<Coordinate> pairs_of(Context& context, const MapObject& map) {
  std::vector<Coordinate> out;
  for (const auto& [player, cells] : map.entries) {
    if (!player.as_player()) throw Error("this map of a ruleset has players as keys");
    const std::int64_t first = *player.as_player() == Player::kLeft ? 1 : 2;
    const std::vector<Value> all = cells.is_number()
                                       ? std::vector<Value>{cells}
                                       : context.elements(cells, "an argument of a ruleset");
    for (const Value& cell : all) out.emplace_back(first, context.integer(cell, "a cell"));
  }
  return out;
}

RulesetArgument argument_of(Context& context, const Value& v) {
  if (v.kind() == Kind::kMap) return pairs_of(context, v.as_map());
  if (infinity_sign(v) > 0) return std::numeric_limits<std::int64_t>::max();
  if (v.kind() == Kind::kBoolean) return v.as_boolean();
  if (const auto n = v.small_integer()) return *n;
  if (v.kind() == Kind::kString) return v.as_string();
  if (v.kind() == Kind::kCoordinates) return std::vector<Coordinate>{coordinate_of(context, v)};
  const auto board = [](const BoardObject& b) {
    return GridInput{static_cast<std::size_t>(b.rows()),
                     static_cast<std::size_t>(b.columns()),
                     {b.cells().begin(), b.cells().end()}};
  };
  if (const GridObject* grid = as_grid(v)) return board(*grid);
  if (const StripObject* strip = as_strip(v)) return board(*strip);
  if (const GraphObject* graph = as_graph(v)) {
    GraphInput out;
    out.directed = graph->directed;
    for (const Value& label : graph->labels) out.labels.push_back(label_text(context, label));
    for (const GraphEdge& e : graph->edges) {
      out.edges.push_back({e.from, e.to, label_text(context, e.label)});
    }
    return out;
  }
  if (v.kind() == Kind::kList || v.kind() == Kind::kSet || v.kind() == Kind::kRange) {
    const std::vector<Value> items = context.elements(v, "an argument of a ruleset");
    if (!items.empty() && items.front().kind() == Kind::kCoordinates) {
      std::vector<Coordinate> out;
      for (const Value& item : items) {
        if (item.kind() != Kind::kCoordinates) throw Error("these are not all coordinates");
        out.push_back(coordinate_of(context, item));
      }
      return out;
    }
    std::vector<std::int64_t> out;
    for (const Value& item : items) {
      out.push_back(context.integer(item, "an element of an argument of a ruleset"));
    }
    return out;
  }
  // A heap game stands for its code.
  if (const auto* given = v.as_native<RulesetObject>()) {
    if (const auto* heaps = dynamic_cast<const heap::HeapRuleset*>(given->ruleset.get()))
      return heaps->code();
  }
  throw Error(fmt::format("{} is not an argument of a ruleset", v.described()),
              "boards are strings or Grids, graphs strings or Graphs, heaps integers");
}

std::string argument_text(Context& context, std::span<const Value> arguments,
                          std::span<const std::string> names) {
  std::string out;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (i > 0) out += ", ";
    if (!names.empty() && !names[i].empty()) out += names[i] + " => ";
    out += format(context, arguments[i], context.style());
  }
  return out;
}

}  // namespace

RulesetArguments arguments_of(Context& context, std::span<const Value> arguments,
                              std::span<const std::string> names) {
  std::vector<RulesetParameter> given;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    given.push_back({names.empty() ? "" : names[i], argument_of(context, arguments[i])});
  }
  return given;
}

namespace {

// --- positions and rulesets as values ---

// Numbers and coordinates stand as they are, everything else between quotes.
std::string quoted(const std::string& text) {
  const bool plain =
      !text.empty() && text.find_first_not_of("0123456789(),- ") == std::string::npos;
  return plain && text.find_first_of("0123456789") != std::string::npos
             ? text
             : fmt::format("\"{}\"", text);
}

// What CGSuite calls the parameters of families; the same ones of boards have no name here.
std::vector<std::string> names_here(std::span<const std::string> names) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kNames{
      {{"subtset", "removals"},
       {"leftSet", "left"},
       {"rightSet", "right"},
       {"leftCode", "left"},
       {"rightCode", "right"},
       {"heapRules", "code"},
       {"bound", ""}}};
  std::vector<std::string> out(names.begin(), names.end());
  for (std::string& name : out) {
    const auto found =
        std::ranges::find(kNames, name, &std::pair<std::string_view, std::string_view>::first);
    if (found != kNames.end()) name = found->second;
  }
  return out;
}

bool names_a_board(std::string_view name) {
  static constexpr std::array<std::string_view, 6> kBoards{"grid",  "strip", "str",
                                                           "graph", "coord", "heapSize"};
  return std::ranges::find(kBoards, name) != kBoards.end();
}

// Two sets of numbers; `allbut`, all other ones.
std::shared_ptr<const Ruleset> partizan_sets(Context& context, std::string_view family,
                                             Arguments sets) {
  const std::string name = std::string(family.substr(family.rfind('.') + 1));
  const char* path =
      name == "PartizanSubtraction" ? "game.heap.Subtraction" : "game.heap.Splittles";
  PerPlayer<std::shared_ptr<const heap::Rules>> rules;
  for (const Player player : kPlayers) {
    const std::array own{sets[index(player)], sets[2]};
    const auto ruleset = find_ruleset(path)->make(arguments_of(context, own, {}));
    rules[player] = dynamic_cast<const heap::HeapRuleset&>(*ruleset).rules();
  }
  return std::make_shared<heap::PartizanHeapRuleset>(name, rules[Player::kLeft],
                                                     rules[Player::kRight]);
}

// A family: calling it with parameters gives a ruleset.
class FamilyObject final : public NativeObject {
 public:
  explicit FamilyObject(const RulesetEntry& e) : entry(e) {}
  const char* class_name() const override { return "RulesetFamily"; }
  std::string to_text(Context&, const PrintStyle&) const override { return entry.path; }
  bool equals(const NativeObject& other) const override {
    const auto* o = dynamic_cast<const FamilyObject*>(&other);
    return o != nullptr && o->entry.path == entry.path;
  }
  std::uint64_t hash() const override { return std::hash<std::string>()(entry.path); }
  Value call(Context& context, std::span<const Value> arguments,
             std::span<const std::string> given_names) const override {
    const std::vector<std::string> names = names_here(given_names);
    const bool of_sets = entry.path == "game.heap.PartizanSubtraction" ||
                         entry.path == "game.heap.PartizanSplittles";
    if (of_sets && arguments.size() == 3 &&
        (names.empty() || names[2].empty() || names[2] == "allbut")) {
      return Value::native<RulesetObject>(
          partizan_sets(context, entry.path, arguments),
          fmt::format("{}({})", entry.path, argument_text(context, arguments, {})));
    }
    if (entry.path == "game.heap.GenWythoff" && arguments.size() == 1 &&
        arguments.front().kind() == Kind::kFunction) {
      return Value::native<RulesetObject>(
          heap::pair_ruleset(wythoff_rules_of(context, arguments.front())),
          fmt::format("{}({})", entry.path, argument_text(context, arguments, names)));
    }
    return Value::native<RulesetObject>(
        entry.make(arguments_of(context, arguments, names)),
        fmt::format("{}({})", entry.path, argument_text(context, arguments, names)));
  }

  const RulesetEntry& entry;
};

// The board of a position as a Grid, Strip or Graph. Throws Error if its ruleset is not in the package.
Value board_of(Context& c, const Value& v, std::string_view package) {
  const NativePosition& position = native_of(v);
  const RulesetObject& ruleset = ruleset_of(position.ruleset);
  const std::string text = position.position.text();
  if (!ruleset.text.starts_with(package))
    throw Error(fmt::format("a position of {} has no such board", ruleset.text));
  if (package != "game.graph.") {
    const std::string map = ruleset.ruleset->char_map();
    return package == "game.grid." ? parse_grid(text, map) : parse_strip(text, map);
  }
  const auto& colors = color_type().members;
  return parse_graph(
      c, false, text,
      {default_alphabet().vertices, symbol_labels({{"", {}},
                                                   {"l", Value::member(colors[0])},
                                                   {"e", Value::member(colors[1])},
                                                   {"r", Value::member(colors[2])}})});
}

// The variant of a game that is not a native position, as a form.
Form varied_form(Context& c, variant::Kind kind, Form root) {
  Forms& forms = c.forms();
  FlatMap<Form, Form> known;
  std::vector<Form> stack{root};
  while (!stack.empty()) {
    const Form form = stack.back();
    c.budget().charge();
    PerPlayer<FormList> own;
    bool ready = true;
    for (const Player player : kPlayers) {
      own[player] = forms.options(form, player);
      for (const Form option : own[player]) {
        if (known.contains(option)) continue;
        stack.push_back(option);
        ready = false;
      }
    }
    if (!ready) continue;
    stack.pop_back();
    if (known.contains(form)) continue;
    if (kind == variant::Kind::kDicotic &&
        (own[Player::kLeft].empty() || own[Player::kRight].empty()))
      own = {};
    for (const Player player : kPlayers) {
      for (Form& option : own[player]) {
        option = known.at(option);
        if (kind == variant::Kind::kTwisted) option = forms.negate(option);
      }
    }
    if (kind == variant::Kind::kImpartial) {
      own[Player::kLeft].insert(own[Player::kLeft].end(), own[Player::kRight].begin(),
                                own[Player::kRight].end());
      own[Player::kRight] = own[Player::kLeft];
    }
    known.emplace(form, forms.make(own[Player::kLeft], own[Player::kRight]));
  }
  return known.at(root);
}

template <variant::Kind kKind>
Value varied(const NativePosition& base, const Value& ruleset) {
  return Value::native<NativePosition>(AnyPosition(variant::Position<kKind>(base.position)),
                                       ruleset);
}

Value variant_ruleset(const Value& base, variant::Kind kind, const char* name) {
  const auto* given = base.as_native<RulesetObject>();
  if (given == nullptr) throw Error(fmt::format("{} needs a native ruleset", name));
  return Value::native<RulesetObject>(variant::variant(given->ruleset, kind),
                                      given->text + "." + name);
}

Value variant_game(Context& c, const Value& base, variant::Kind kind, const char* name) {
  if (const auto* native = base.as_native<NativePosition>()) {
    const Value ruleset = variant_ruleset(native->ruleset, kind, name);
    switch (kind) {
      case variant::Kind::kImpartial: return varied<variant::Kind::kImpartial>(*native, ruleset);
      case variant::Kind::kDicotic: return varied<variant::Kind::kDicotic>(*native, ruleset);
      case variant::Kind::kTwisted: return varied<variant::Kind::kTwisted>(*native, ruleset);
    }
  }
  const Form form = has_options(base) ? c.positions().form(c, base) : form_of(c, base, name);
  return form_value(c, varied_form(c, kind, form));
}

void add_rows(Package& package) {
  const Rows rulesets(package, "NativeRuleset");
  const Rows positions(package, "Position");
  rulesets.add(
      "CharMap", "The characters of cells 0, 1, 2, ...", "game.grid.Clobber.CharMap --> \".xo#\"",
      [](Context&, Arguments a) { return Value::string(ruleset_of(a[0]).ruleset->char_map()); });
  rulesets.add(
      "Name", "The name of its class.", "game.grid.Clobber.Name --> \"Clobber\"",
      [](Context&, Arguments a) { return Value::string(ruleset_of(a[0]).ruleset->class_name()); });
  static constexpr std::array<std::pair<const char*, variant::Kind>, 3> kVariants{
      {{"ImpartialVariant", variant::Kind::kImpartial},
       {"DicoticVariant", variant::Kind::kDicotic},
       {"TwistedVariant", variant::Kind::kTwisted}}};
  static constexpr std::array<const char*, 3> kMeanings{
      "The same game, but each player may make the moves of both.",
      "The same game, but it is over as soon as either player has no move.",
      "The same game, but the position turns into its negative after each move."};
  static constexpr std::array<const char*, 3> kValues{"0", "*", "0"};
  for (std::size_t i = 0; i < kVariants.size(); ++i) {
    const auto [name, kind] = kVariants[i];
    rulesets.add(
        name, kMeanings[i],
        fmt::format("game.grid.Domineering.{}(\"..|..\").CanonicalForm --> {}", name, kValues[i]),
        [name = name, kind = kind](Context&, Arguments a) {
          return variant_ruleset(a[0], kind, name);
        });
    const std::string_view meaning = kMeanings[i];
    const Builtin::Function of_game = [name = name, kind = kind](Context& c, Arguments a) {
      return variant_game(c, a[0], kind, name);
    };
    for (const auto& [owner, game] : {std::pair{"Position", "game.grid.Domineering(\"..|..\")"},
                                      {"Compound", "(game.grid.Domineering(\".\") + +-1)"},
                                      {"Form", "'{1|-1}'"},
                                      {"Game", "{1|-1}"}}) {
      Rows(package, owner)
          .add(name, meaning, fmt::format("{}.{}.CanonicalForm --> {}", game, name, kValues[i]),
               of_game);
    }
    Rows(package, "")
        .add(fmt::format("game.variant.{}Game(base)", name), meaning,
             fmt::format("game.variant.{}Game(+-1).CanonicalForm --> {}", name, kValues[i]),
             of_game);
    Rows(package, "")
        .add(fmt::format("game.variant.{}Ruleset(base)", name), meaning,
             fmt::format("game.variant.{}Ruleset(game.grid.Domineering)(\"..|..\").CanonicalForm "
                         "--> {}",
                         name, kValues[i]),
             [name = name, kind = kind](Context&, Arguments a) {
               return variant_ruleset(a[0], kind, name);
             });
  }
  positions.add("grid", "The board, of a game on a grid.",
                "game.grid.Clobber(\"xo\").grid --> Grid([[1,2]])",
                [](Context& c, Arguments a) { return board_of(c, a[0], "game.grid."); });
  positions.add("strip", "The board, of a game on a strip.",
                "game.strip.ToadsAndFrogs(\"t.f\").strip --> Strip([1,0,2])",
                [](Context& c, Arguments a) { return board_of(c, a[0], "game.strip."); });
  positions.add("graph", "The board, of a game on a graph.",
                "game.graph.ArcKayles(Graph.Path(3)).graph --> Graph(\"--\")",
                [](Context& c, Arguments a) { return board_of(c, a[0], "game.graph."); });
  for (const char* name : {"GridString", "BoardText"}) {
    positions.add(
        name, "The board as text.", fmt::format("game.grid.Clobber(\"xo\").{} --> \"xo\"", name),
        [](Context&, Arguments a) { return Value::string(native_of(a[0]).position.text()); });
  }
  positions.add("EnclosingObject", "The ruleset it belongs to.",
                "game.grid.Clobber(\"xo\").EnclosingObject --> game.grid.Clobber",
                [](Context&, Arguments a) { return native_of(a[0]).ruleset; });
}

}  // namespace

namespace {

// The class in CGSuite of a ruleset that is one of a family there.
std::string cgsuite_class(const Ruleset& ruleset) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 13> kFamilies{
      {{"ToadsAndFrogs", "GenToadsAndFrogs"},
       {"ElephantsAndRhinos", "GenToadsAndFrogs"},
       {"BackslidingToadsAndFrogs", "GenToadsAndFrogs"},
       {"AntiClobber", "GenClobber"},
       {"HotClobber", "GenClobber"},
       {"Kings", "GenClobber"},
       {"Knights", "GenClobber"},
       {"Queens", "GenClobber"},
       {"Rooks", "GenClobber"},
       {"PartizanJoin", "PartizanHeapRuleset"},
       {"PartizanSplittles", "PartizanHeapRuleset"},
       {"PartizanSubtraction", "PartizanHeapRuleset"},
       {"PartizanTakeAndBreak", "PartizanHeapRuleset"}}};
  const std::string name = ruleset.class_name();
  for (const auto& [own, family] : kFamilies) {
    if (own == name) return std::string(family);
  }
  return name;
}

}  // namespace

const NativePosition& native_of(const Value& v) {
  const auto* native = v.as_native<NativePosition>();
  if (native == nullptr) throw Error("this is not a position of a native ruleset");
  return *native;
}

std::string NativePosition::to_text(Context& context, const PrintStyle& style) const {
  const std::string board = quoted(position.text());
  const RulesetObject& owner = ruleset_of(ruleset);
  if (style.notation == Notation::kCgsuite) {
    return fmt::format("{}.Position({})", cgsuite_class(*owner.ruleset), board);
  }
  return fmt::format("{}({})", owner.to_text(context, style), board);
}

bool NativePosition::equals(const NativeObject& other) const {
  const auto* o = dynamic_cast<const NativePosition*>(&other);
  return o != nullptr && o->position == position;
}

namespace {

// Rules of scripts may ask for values while one is looked for; the evaluator of the session answers one
// question at a time.
struct Evaluations {
  explicit Evaluations(Store&) {}
  std::size_t depth = 0;
  Nested<Evaluator> inner;
};

class Evaluation {
 public:
  explicit Evaluation(Context& context) : all_(context.kept<Evaluations>()), scope_(context) {
    if (all_.depth > 0) {
      inner_.emplace(all_.inner, context.store());
      evaluator_ = &**inner_;
    } else {
      evaluator_ = &context.kept<Evaluator>();
    }
    ++all_.depth;
  }
  Evaluation(const Evaluation&) = delete;
  Evaluation& operator=(const Evaluation&) = delete;
  ~Evaluation() { --all_.depth; }
  Evaluator& operator*() const { return *evaluator_; }
  Evaluator* operator->() const { return evaluator_; }

 private:
  Evaluations& all_;
  ScriptScope scope_;
  std::optional<Nested<Evaluator>::Use> inner_;
  Evaluator* evaluator_ = nullptr;
};

}  // namespace

GameId NativePosition::value(Context& context) const {
  return Evaluation(context)->value(position, context.budget());
}

LoopyValue NativePosition::loopy_value(Context& context) const {
  return Evaluation(context)->loopy_value(position, loopy_games(context), context.budget());
}

std::vector<Value> NativePosition::options(Context& context, Player player) const {
  const ScriptScope scope(context);
  std::vector<Value> out;
  for (Option<AnyPosition>& option : position.options(player, context.budget())) {
    Value next = Value::native<NativePosition>(std::move(option.position), ruleset);
    if (option.shift != 0) {
      next = *compound(context, Token::kPlus, next, Value::integer(option.shift));
    }
    out.push_back(std::move(next));
  }
  return out;
}

std::vector<Value> NativePosition::parts(Context& context) const {
  const ScriptScope scope(context);
  std::vector<Summand<AnyPosition>> sum;
  const std::int64_t rest = position.split(sum);
  std::vector<Value> out;
  for (Summand<AnyPosition>& part : sum) {
    Value summand = Value::native<NativePosition>(std::move(part.position), ruleset);
    out.push_back(part.negated ? negative_compound(summand) : std::move(summand));
  }
  if (rest != 0) out.push_back(Value::integer(rest));
  return out;
}

GameBounds NativePosition::bounds(Context& context, Budget& budget) const {
  return solve::position_bounds(context.store(), *Evaluation(context), position, budget);
}

KnownSoFar NativePosition::known(Context& context) const {
  return solve::known_of_position(context.store(), *Evaluation(context), position);
}

std::string RulesetObject::to_text(Context&, const PrintStyle& style) const {
  if (style.notation != Notation::kCgsuite) return text;
  const std::string name = cgsuite_class(*ruleset);
  const auto* heaps = dynamic_cast<const heap::HeapRuleset*>(ruleset.get());
  return name == "TakeAndBreak" && heaps != nullptr ? fmt::format("{}(\"{}\")", name, heaps->code())
                                                    : name;
}

bool RulesetObject::equals(const NativeObject& other) const {
  const auto* o = dynamic_cast<const RulesetObject*>(&other);
  return o != nullptr && o->text == text;
}

bool RulesetObject::belongs_to(std::string_view name) const {
  if (name == ruleset->class_name() || name == cgsuite_class(*ruleset)) return true;
  if (name == "HeapRuleset")
    return dynamic_cast<const heap::HeapRuleset*>(ruleset.get()) != nullptr;
  if (const auto* pairs = dynamic_cast<const heap::PairRuleset*>(ruleset.get())) {
    return name == (pairs->impartial() ? "CoordinateRuleset" : "PartizanCoordinateRuleset");
  }
  const std::string_view path = text;
  return (name == "GridRuleset" && path.starts_with("game.grid.")) ||
         (name == "StripRuleset" && path.starts_with("game.strip.")) ||
         (name == "GraphRuleset" && path.starts_with("game.graph."));
}

Value RulesetObject::call(Context& context, std::span<const Value> arguments,
                          std::span<const std::string> names) const {
  CountedPointer<const Object> self(this);
  if (names.size() == 1 && names_a_board(names[0])) names = {};
  // Row and column of a game on coordinates.
  const auto is_integer = [](const Value& v) { return v.is_integer(); };
  Value place;
  if (arguments.size() == 2 && std::ranges::all_of(arguments, is_integer) &&
      dynamic_cast<const heap::PairRuleset*>(ruleset.get()) != nullptr) {
    place = Value::coordinates({arguments[0], arguments[1]});
    arguments = {&place, 1};
    names = {};
  }
  return Value::native<NativePosition>(ruleset->position(arguments_of(context, arguments, names)),
                                       Value::object(Kind::kNative, std::move(self)));
}

const AnyPosition* native_position(const Value& value) {
  const auto* native = value.as_native<NativePosition>();
  return native == nullptr ? nullptr : &native->position;
}

std::shared_ptr<const Ruleset> native_ruleset(const Value& value) {
  const auto* object = value.as_native<RulesetObject>();
  return object == nullptr ? nullptr : object->ruleset;
}

std::vector<Package> ruleset_packages() {
  std::vector<Package> packages;
  for (const RulesetEntry& entry : rulesets()) {
    const std::string name = entry.path.substr(0, entry.path.rfind('.'));
    auto found = std::ranges::find(packages, name, &Package::name);
    if (found == packages.end()) {
      packages.push_back(
          {name, "Rulesets played on a " + name.substr(name.rfind('.') + 1) + ".", {}, {}});
      found = packages.end() - 1;
    }
    const std::string doc = fmt::format(
        "{}. Positions: {}. Example: {}{}({})", entry.summary, entry.board, entry.path,
        entry.signature.empty() ? "" : "(" + entry.signature + ")", quoted(entry.example));
    if (!entry.signature.empty()) {
      CountedPointer<ClassInfo> type(new ClassInfo);
      type->path = entry.path;
      type->name = entry.path.substr(entry.path.rfind('.') + 1);
      type->is_native = true;
      type->ancestry = {type.get()};
      type->owners = {"Ruleset", "Object"};
      found->classes.push_back(type);
    }
    Value value = entry.signature.empty() ? Value::native<RulesetObject>(entry.make({}), entry.path)
                                          : Value::native<FamilyObject>(entry);
    found->constants.push_back({entry.path, doc, std::move(value)});
  }
  for (Package& package : packages) {
    if (package.name != "game.graph") continue;
    for (const EnumMember& color : color_type().members) {
      package.constants.push_back({fmt::format("game.graph.Color.{}", color.name),
                                   "A colour of edges: blue ones are Left's, red ones Right's.",
                                   Value::member(color)});
    }
  }
  if (!packages.empty()) {
    add_rows(packages.front());
    add_heap_rows(packages.front());
    add_picture_rows(packages.front());
    add_fox_rows(packages.front());
    add_misere_rows(packages.front());
    add_product_rows(packages.front());
  }
  Package library{"rulesets", "Rulesets in scripts, which come with the program.", {}, {}};
  for (const EmbeddedFile& file : ruleset_scripts())
    library.scripts.emplace_back(
        fmt::format("rulesets.{}", file.path.substr(0, file.path.rfind('.'))), file.text);
  packages.push_back(std::move(library));
  return packages;
}

}  // namespace cgt::lang
