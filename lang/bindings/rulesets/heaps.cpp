// Heap games in the language: nim values, periods and misere play.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "decomp/rules/heap/heap.hpp"
#include "decomp/rules/registry.hpp"
#include "decomp/solve/misere/positions.hpp"
#include "lang/bindings/rulesets/ruleset_values.hpp"
#include "lang/bindings/rulesets/script_heaps.hpp"
#include "lang/library/core.hpp"
#include "lang/values/forms.hpp"
#include "lang/values/positions.hpp"

namespace cgt::lang {
namespace {

// The misere forms of positions, kept for a session.
struct MiserePlay {
  explicit MiserePlay(Store&) {}
  std::optional<solve::MiserePositions> positions;
  FlatMap<Value, MisereId, ValueHash> scripts;
};

class GenusObject final : public NativeObject {
 public:
  explicit GenusObject(const Genus& g) : genus(g.text()) {}
  const char* class_name() const override { return "Genus"; }
  std::string to_text(Context&, const PrintStyle&) const override { return genus; }
  bool equals(const NativeObject& other) const override {
    const auto* o = dynamic_cast<const GenusObject*>(&other);
    return o != nullptr && o->genus == genus;
  }
  std::uint64_t hash() const override { return std::hash<std::string>()(genus); }
  const std::string genus;
};

class PeriodicityObject final : public NativeObject {
 public:
  explicit PeriodicityObject(const heap::Periodicity& p) : periodicity(p) {}
  const char* class_name() const override { return "Periodicity"; }
  std::string to_text(Context&, const PrintStyle&) const override {
    return heap::text(periodicity);
  }
  bool equals(const NativeObject& other) const override {
    const auto* o = dynamic_cast<const PeriodicityObject*>(&other);
    return o != nullptr && o->periodicity == periodicity;
  }
  std::uint64_t hash() const override {
    return mix(mix(periodicity.period, periodicity.preperiod), periodicity.saltus);
  }
  const heap::Periodicity periodicity;
};

const heap::HeapRuleset& heaps_of(const Value& v) {
  const auto* object = v.as_native<RulesetObject>();
  const auto* heaps =
      object == nullptr ? nullptr : dynamic_cast<const heap::HeapRuleset*>(object->ruleset.get());
  if (heaps == nullptr) {
    throw Error("this is not an impartial heap game", "game.heap.Kayles is one");
  }
  return *heaps;
}

solve::MiserePositions& misere_play(Context& c) {
  std::optional<solve::MiserePositions>& positions = c.kept<MiserePlay>().positions;
  if (!positions) positions.emplace(misere_games(c));
  return *positions;
}

heap::Size limit_of(Context& c, const Value& v, const char* what) {
  const std::int64_t n = c.integer(v, what);
  if (n < 0 || n > heap::kMaxHeap) {
    throw Error(fmt::format("{} needs a number of heaps, {} at most", what, heap::kMaxHeap));
  }
  return static_cast<heap::Size>(n);
}

Value nim_value_of(Context& c, GameId g) {
  const auto nus = c.store().as_nus(g);
  if (!nus || nus->ups != 0 || !nus->number.is_zero()) throw Error("this game is not a nimber");
  return Value::integer(nus->nimber);
}
Value nim_value(Context& c, const Value& v) { return nim_value_of(c, c.positions().value(c, v)); }
Value form_nim_value(Context& c, const Value& v) {
  return nim_value_of(c, c.forms().value(form_of(c, v, "NimValue")));
}

// The nim values of the positions (row,column), from (0,0) on.
Value nim_value_table(Context& c, Arguments a) {
  const heap::Size last_row = limit_of(c, a[1], "NimValueTable");
  const heap::Size last_column = limit_of(c, a[2], "NimValueTable");
  std::vector<std::vector<Value>> rows;
  for (heap::Size row = 0; row <= last_row; ++row) {
    std::vector<Value>& cells = rows.emplace_back();
    for (heap::Size column = 0; column <= last_column; ++column) {
      c.budget().charge();
      const Value place = Value::coordinates({Value::integer(row), Value::integer(column)});
      cells.push_back(nim_value(c, ruleset_of(a[0]).call(c, {&place, 1}, {})));
    }
  }
  return make_table(std::move(rows));
}

// The values of the positions (row,column), from (1,1) on.
Value game_value_table(Context& c, Arguments a) {
  const heap::Size last_row = limit_of(c, a[1], "GameValueTable");
  const heap::Size last_column = limit_of(c, a[2], "GameValueTable");
  std::vector<std::vector<Value>> rows;
  for (heap::Size row = 1; row <= last_row; ++row) {
    std::vector<Value>& cells = rows.emplace_back();
    for (heap::Size column = 1; column <= last_column; ++column) {
      c.budget().charge();
      const Value place = Value::coordinates({Value::integer(row), Value::integer(column)});
      const Value position = ruleset_of(a[0]).call(c, {&place, 1}, {});
      cells.push_back(c.wrap(c.positions().value(c, position)));
    }
  }
  return make_table(std::move(rows));
}

// "(3,5)+(4,4)" as coordinates, or as a list of them.
Value coordinates_in(const std::string& text) {
  std::vector<Value> places;
  for (std::size_t at = text.find('('); at != std::string::npos; at = text.find('(', at + 1)) {
    const std::size_t comma = text.find(',', at);
    places.push_back(Value::coordinates({Value::integer(std::stoll(text.substr(at + 1))),
                                         Value::integer(std::stoll(text.substr(comma + 1)))}));
  }
  return places.size() == 1 ? places[0] : Value::list(std::move(places));
}

Value coordinate_options(Context& c, Arguments a) {
  const Value& place = a[1];
  if (place.kind() != Kind::kCoordinates)
    throw Error(fmt::format("CoordinateOptions needs coordinates, not {}", place.described()));
  const Value position = ruleset_of(a[0]).call(c, {&place, 1}, {});
  if (!native_of(position).impartial()) throw Error("the players have different moves here");
  std::vector<Value> out;
  for (const Value& option : native_of(position).options(c, Player::kLeft))
    out.push_back(coordinates_in(native_of(option).position.text()));
  return Value::list(std::move(out));
}

Value game_values(Context& c, const Value& v, std::int64_t last) {
  const RulesetObject& ruleset = ruleset_of(v);
  std::vector<Value> out;
  for (std::int64_t n = 1; n <= last; ++n) {
    c.budget().charge();
    const Value heap = Value::integer(n);
    const Value position = ruleset.call(c, {&heap, 1}, {});
    out.push_back(c.wrap(c.positions().value(c, position)));
  }
  return Value::list(std::move(out));
}

}  // namespace

namespace {

// The form of what needs no look at options; empty for the rest.
std::optional<MisereId> misere_form_at_once(Context& c, const Value& v) {
  if (const auto* form = v.as_native<MisereFormObject>()) return form->id;
  if (const auto* native = v.as_native<NativePosition>()) {
    return misere_play(c).form(native->position, c.budget());
  }
  if (has_options(v)) {
    const auto& known = c.kept<MiserePlay>().scripts;
    const auto found = known.find(v);
    return found == known.end() ? std::nullopt : std::optional(found->second);
  }
  const std::optional<GameId> game = as_short_game(c.store(), v);
  const auto nus = game ? c.store().as_nus(*game) : std::nullopt;
  if (!nus || nus->ups != 0 || !nus->number.is_zero()) {
    throw Error(fmt::format("{} is not an impartial game", v.described()));
  }
  return misere_games(c).nim_heap(nus->nimber, c.budget());
}

// The values that the form of `v` is made of: the terms of a sum, the options of a position.
std::vector<Value> misere_parts_of(Context& c, const Value& v) {
  if (const CompoundObject* compound = as_compound(v)) {
    switch (compound->operation) {
      case CompoundObject::Operation::kSum: return {compound->a, compound->b};
      case CompoundObject::Operation::kNegative: return {compound->a};
      case CompoundObject::Operation::kMultiple: return {compound->b};
      case CompoundObject::Operation::kOrdinalSum: break;
    }
    return position_options(c, v, Player::kLeft);
  }
  const std::vector<std::string> classes = class_chain(v);
  if (std::ranges::find(classes, "ImpartialGame") == classes.end()) {
    throw Error("this position is partizan, and has no misere form",
                "impartial positions extend ImpartialGame");
  }
  return position_options(c, v, Player::kLeft);
}

MisereId misere_form_of_parts(Context& c, const Value& v, const std::vector<MisereId>& parts) {
  MisereGames& games = misere_games(c);
  if (const CompoundObject* compound = as_compound(v)) {
    using Operation = CompoundObject::Operation;
    if (compound->operation == Operation::kSum) {
      return games.add(parts[0], parts[1], c.budget());
    }
    if (compound->operation == Operation::kNegative) return parts[0];
    if (compound->operation == Operation::kMultiple) {
      const std::int64_t copies = c.integer(compound->a, "a number of copies");
      MisereId sum = games.nim_heap(0, c.budget());
      MisereId power = parts[0];  // 1, 2, 4, ... copies
      for (std::uint64_t left = copies < 0 ? 0 - static_cast<std::uint64_t>(copies)
                                           : static_cast<std::uint64_t>(copies);
           left != 0;) {
        if ((left & 1U) != 0) sum = games.add(sum, power, c.budget());
        left >>= 1U;
        if (left != 0) power = games.add(power, power, c.budget());
      }
      return sum;
    }
  }
  return games.construct(parts, c.budget());
}

}  // namespace

MisereId misere_form(Context& c, const Value& root) {
  const ScriptScope scope(c);
  if (const auto at_once = misere_form_at_once(c, root)) return *at_once;
  struct Step {
    Value value;
    std::vector<Value> parts;
    std::vector<MisereId> forms;  // of the first parts
  };
  std::vector<Step> stack;
  FlatMap<Value, bool, ValueHash> open;
  const auto enter = [&](const Value& v) {
    if (!open.emplace(v, true).second) {
      throw Error("play can come back to this position, so it has no misere form");
    }
    stack.push_back({v, misere_parts_of(c, v), {}});
  };
  enter(root);
  while (true) {
    c.budget().charge();
    Step& top = stack.back();
    if (top.forms.size() < top.parts.size()) {
      const Value& part = top.parts[top.forms.size()];
      if (const auto form = misere_form_at_once(c, part)) {
        top.forms.push_back(*form);
      } else {
        enter(Value(part));
      }
      continue;
    }
    const MisereId form = misere_form_of_parts(c, top.value, top.forms);
    c.kept<MiserePlay>().scripts.emplace(top.value, form);
    open.erase(top.value);
    stack.pop_back();
    if (stack.empty()) return form;
  }
}

// By name, since heap games with subtraction sets are families of their own.
Value from_subtraction_set(Context& c, Arguments a) {
  const std::string digit = a[2].is_nothing() ? "3" : c.string(a[2], "FromSubtractionSet");
  if (digit != "3" && digit != "7")
    throw Error(fmt::format("FromSubtractionSet: the digit is 3 or 7, not {}", digit));
  const std::string path = digit == "3" ? "game.heap.Subtraction" : "game.heap.Splittles";
  const auto& all = cgt::rulesets();
  const auto entry = std::ranges::find(all, path, &RulesetEntry::path);
  const std::array given{a[1], a[3].is_nothing() ? Value::boolean(false) : a[3]};
  const bool allbut = given[1] == Value::boolean(true);
  return Value::native<RulesetObject>(
      entry->make(arguments_of(c, given, {})),
      fmt::format("{}({}{})", path, c.text(a[1]), allbut ? ", true" : ""));
}

void add_heap_rows(Package& package) {
  Rows(package, "RulesetFamily")
      .add("FromSubtractionSet(subtset, codeDigit?, allbut?)",
           "Of TakeAndBreak: takes a number from a set, with a digit 7 also splitting the heap.",
           "game.heap.TakeAndBreak.FromSubtractionSet([2,3])(9).NimValue --> 2",
           from_subtraction_set);
  const Rows rulesets(package, "NativeRuleset");
  const Rows impartial_games(package, "ImpartialGame");
  const Rows periodicities =
      Rows(package, "Periodicity").on("game.heap.Kayles.CheckPeriodicity(200)");
  for (const char* name : {"Code", "code"}) {
    rulesets.add(name, "The take-and-break code of an impartial heap game.",
                 fmt::format("game.heap.Kayles.{} --> \"0.77\"", name),
                 [](Context&, Arguments a) { return Value::string(heaps_of(a[0]).code()); });
  }
  rulesets.add(
      "NimValueSequence(toHeapSize)", "The nim values of the heaps 1 .. last.",
      "game.heap.Kayles.NimValueSequence(8) --> [1,2,3,1,4,3,2,1]", [](Context& c, Arguments a) {
        const heap::Size last = limit_of(c, a[1], "NimValueSequence");
        if (last > kMaxCollection) {
          throw Error("this list is too long", fmt::format("at most {} elements", kMaxCollection));
        }
        const ScriptScope scope(c);
        const std::vector<std::uint32_t> values = heaps_of(a[0]).nim_values(last, c.budget());
        std::vector<Value> out;
        for (std::size_t i = 1; i < values.size(); ++i) out.push_back(Value::integer(values[i]));
        return Value::list(std::move(out));
      });
  rulesets.add("CoordinateOptions(coord)",
               "The moves from coordinates: coordinates, or lists of what is left of a sum.",
               "game.heap.Mem.CoordinateOptions((2,2)) --> [(0,2)]", coordinate_options);
  Rows(package, "Position")
      .add("Coord", "The coordinates, of a game on coordinates.",
           "game.heap.Wythoff((2,1)).Coord --> (2,1)", [](Context&, Arguments a) {
             const std::string text = native_of(a[0]).position.text();
             if (!text.starts_with("(")) throw Error("this position has no coordinates");
             return coordinates_in(text);
           });
  rulesets.add("HeapNimValue(heapSize)", "The nim value of one heap.",
               "game.heap.Kayles.HeapNimValue(5) --> 4", [](Context& c, Arguments a) {
                 return nim_value(c, ruleset_of(a[0]).call(c, a.subspan(1), {}));
               });
  rulesets.add(
      "GameValueTable(maxRow, maxCol)", "The values of coordinates, from (1,1) on, as a table.",
      "game.heap.Cutcake.GameValueTable(2, 2) -->  0 | 1\n---+--\n-1 | 0", game_value_table);
  rulesets.add(
      "NimValueTable(maxRow, maxCol)", "The nim values of coordinates, from (0,0) on, as a table.",
      "game.heap.Wythoff.NimValueTable(1, 2) --> 0 | 1 | 2\n--+---+--\n1 | 2 | 0", nim_value_table);
  rulesets.add(
      "CheckPeriodicity(toHeapSize)",
      "The period of the nim values, and what each adds to them, proved from the heaps 1 .. last; "
      "or "
      "Nothing.",
      "game.heap.Kayles.CheckPeriodicity(200) --> "
      "Periodicity(Period => 12, Preperiod => 71, Saltus => 0)",
      [](Context& c, Arguments a) {
        const ScriptScope scope(c);
        const auto found =
            heaps_of(a[0]).check_periodicity(limit_of(c, a[1], "CheckPeriodicity"), c.budget());
        return found ? Value::native<PeriodicityObject>(*found) : Value();
      });
  // Of rules in scripts nobody knows that a period goes on.
  Rows(package, "Ruleset")
      .add("CheckPeriodicity(toHeapSize)",
           "Of heap rules in a script: the period that the values of 1 .. toHeapSize prove; "
           "Nothing.",
           "FunctionalHeapRuleset(n -> [[k] for k from 0 to n-1]).CheckPeriodicity(40) --> Nothing",
           [](Context& c, Arguments a) {
             const ScriptScope scope(c);
             const auto found =
                 heap::HeapRuleset(heap_rules_of(c, a[0]))
                     .check_periodicity(limit_of(c, a[1], "CheckPeriodicity"), c.budget());
             return found ? Value::native<PeriodicityObject>(*found) : Value();
           });
  rulesets.add(
      "PeriodicityProof(last)",
      "What proves the period that CheckPeriodicity(last) finds; or Nothing.",
      "game.heap.TakeAndBreak(\"0.88\").PeriodicityProof(100) --> \"for all n >= 1, no option of n "
      "has the value G(n), and all smaller values are those of options: decided by 3 automata with "
      "6 states\"",
      [](Context& c, Arguments a) {
        auto proof = heaps_of(a[0]).period_proof(limit_of(c, a[1], "PeriodicityProof"), c.budget());
        return proof ? Value::string(std::move(*proof)) : Value();
      });
  rulesets.add("GameValueSequence(toHeapSize)", "The values of the heaps 1 .. last.",
               "game.heap.PartizanSubtraction([1,2],[1]).GameValueSequence(4) --> [*,^,^^*,^3]",
               [](Context& c, Arguments a) {
                 return game_values(c, a[0], c.integer(a[1], "GameValueSequence"));
               });
  impartial_games.add("NimValue", "The n with value *n.", "game.heap.Kayles(5).NimValue --> 4",
                      [](Context& c, Arguments a) { return nim_value(c, a[0]); });
  // Nimbers are impartial games, too.
  struct Owner {
    const char* name;
    const char* receiver;
    const char* misere_nim_value;
    const char* genus;
    const char* form;
  };
  for (const Owner& owner : {Owner{"ImpartialGame", "game.heap.Kayles(8)", "1", "1^1", "*[2[3]]"},
                             Owner{"Game", "*3", "3", "3", "*[3]"}}) {
    const Rows rows = Rows(package, owner.name).on(owner.receiver);
    rows.add("MisereNimValue",
             "The n for which the previous player wins the sum with *n under misere play.",
             fmt::format("MisereNimValue --> {}", owner.misere_nim_value),
             [](Context& c, Arguments a) {
               const MisereId form = misere_form(c, a[0]);
               return Value::integer(misere_play(c).games().misere_nim_value(form));
             });
    rows.add("Genus", "The genus (Conway 1976, chapter 12).",
             fmt::format("Genus --> {}", owner.genus), [](Context& c, Arguments a) {
               const MisereId form = misere_form(c, a[0]);
               return Value::native<GenusObject>(misere_play(c).games().genus(form, c.budget()));
             });
    rows.add("MisereCanonicalForm", "The canonical form under misere play.",
             fmt::format("MisereCanonicalForm --> {}", owner.form),
             [](Context& c, Arguments a) { return misere_form_value(misere_form(c, a[0])); });
  }
  Rows(package, "Form")
      .add("NimValue", "The n with value *n.", "'{*|*}'.NimValue --> 0",
           [](Context& c, Arguments a) { return form_nim_value(c, a[0]); });
  const Rows misere_forms = Rows(package, "MisereCanonicalGame").on("(*[[2],0])");
  misere_forms.add("Genus", "The genus (Conway 1976, chapter 12).", "Genus --> 1^2",
                   [](Context& c, Arguments a) {
                     return Value::native<GenusObject>(
                         misere_games(c).genus(a[0].as_native<MisereFormObject>()->id, c.budget()));
                   });
  const auto number = [](std::int64_t (*get)(const heap::Periodicity&)) -> Builtin::Function {
    return [get](Context&, Arguments a) {
      return Value::integer(get(a[0].as_native<PeriodicityObject>()->periodicity));
    };
  };
  periodicities.add(
      "Period", "The length of the period.", "Period --> 12",
      number([](const heap::Periodicity& p) { return static_cast<std::int64_t>(p.period); }));
  periodicities.add(
      "Preperiod", "How many heaps come before it.", "Preperiod --> 71",
      number([](const heap::Periodicity& p) { return static_cast<std::int64_t>(p.preperiod); }));
  periodicities.add(
      "Saltus", "What each period adds to the values.", "Saltus --> 0",
      number([](const heap::Periodicity& p) { return static_cast<std::int64_t>(p.saltus); }));
}

}  // namespace cgt::lang
