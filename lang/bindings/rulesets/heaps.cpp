// Heap games in the language: nim values, periods and misere play.
#include <fmt/format.h>

#include <optional>
#include <utility>

#include "cgt/support/hash.hpp"
#include "decomp/rules/heap/heap.hpp"
#include "decomp/rules/registry.hpp"
#include "decomp/solve/impartial/misere_positions.hpp"
#include "lang/bindings/rulesets/ruleset_values.hpp"
#include "lang/library/core.hpp"
#include "lang/values/misere.hpp"

namespace cgt::lang {
namespace {

// The misere forms of positions, kept for a session.
struct MiserePlay {
  explicit MiserePlay(Store&) {}
  std::optional<solve::MiserePositions> positions;
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
    throw Error("this is no impartial heap game", "game.heap.Kayles is one");
  }
  return *heaps;
}

solve::MiserePositions& misere_play(Context& c) {
  std::optional<solve::MiserePositions>& positions = c.kept<MiserePlay>().positions;
  if (!positions) positions.emplace(misere_games(c));
  return *positions;
}

MisereId misere_form(Context& c, const Value& v) {
  return misere_play(c).form(native_of(v).position, c.budget());
}

heap::Size limit_of(Context& c, const Value& v, const char* what) {
  const std::int64_t n = c.integer(v, what);
  if (n < 0 || n > heap::kMaxHeap) {
    throw Error(fmt::format("{} needs a number of heaps, {} at most", what, heap::kMaxHeap));
  }
  return static_cast<heap::Size>(n);
}

Value nim_value(Context& c, const Value& v) {
  const GameId g = c.positions().value(c, v);
  const auto nus = c.store().as_nus(g);
  if (!nus || nus->ups != 0 || !nus->number.is_zero()) throw Error("this game is no nimber");
  return Value::integer(nus->nimber);
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

void add_heap_rows(Package& package) {
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
      "NimValueSequence(last)", "The nim values of the heaps 1 .. last.",
      "game.heap.Kayles.NimValueSequence(8) --> [1,2,3,1,4,3,2,1]", [](Context& c, Arguments a) {
        const heap::Size last = limit_of(c, a[1], "NimValueSequence");
        if (last > kMaxCollection) {
          throw Error("this list is too long", fmt::format("at most {} elements", kMaxCollection));
        }
        const std::vector<std::uint32_t> values = heaps_of(a[0]).nim_values(last, c.budget());
        std::vector<Value> out;
        for (std::size_t i = 1; i < values.size(); ++i) out.push_back(Value::integer(values[i]));
        return Value::list(std::move(out));
      });
  rulesets.add(
      "CheckPeriodicity(last)",
      "The period of the nim values, and what each adds to them, proved from the heaps 1 .. last; "
      "or "
      "Nothing.",
      "game.heap.Kayles.CheckPeriodicity(200) --> "
      "Periodicity(Period => 12, Preperiod => 71, Saltus => 0)",
      [](Context& c, Arguments a) {
        const auto found =
            heaps_of(a[0]).check_periodicity(limit_of(c, a[1], "CheckPeriodicity"), c.budget());
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
  rulesets.add(
      "CakeProduct(other, twisted?)",
      "Cakes: Left cuts columns by the rules of this game, Right rows by those of the other.",
      "game.heap.TakeAndBreak(\"0.7\").CakeProduct(game.heap.TakeAndBreak(\"0.7\"))((2,3)) == "
      "game.heap.Eatcake((2,3)) --> true",
      [](Context& c, Arguments a) {
        const Value codes[] = {Value::string(heaps_of(a[0]).code()),
                               Value::string(heaps_of(a[1]).code()),
                               Value::boolean(a[2] == Value::boolean(true))};
        const std::string names[] = {"", "", "twisted"};
        const RulesetEntry& entry = *find_ruleset("gen-cutcake");
        return Value::native<RulesetObject>(
            entry.make(arguments_of(c, codes, names)),
            fmt::format("{}.CakeProduct({}{})", ruleset_of(a[0]).text, ruleset_of(a[1]).text,
                        codes[2].as_boolean() ? ", true" : ""));
      });
  rulesets.add("GameValueSequence(last)", "The values of the heaps 1 .. last.",
               "game.heap.PartizanSubtraction([1,2],[1]).GameValueSequence(4) --> [*,^,^^*,^3]",
               [](Context& c, Arguments a) {
                 return game_values(c, a[0], c.integer(a[1], "GameValueSequence"));
               });
  impartial_games.add("NimValue", "The n with value *n.", "game.heap.Kayles(5).NimValue --> 4",
                      [](Context& c, Arguments a) { return nim_value(c, a[0]); });
  impartial_games.add("MisereNimValue",
                      "The n for which the previous player wins the sum with *n under misere play.",
                      "game.heap.Kayles(5).MisereNimValue --> 1", [](Context& c, Arguments a) {
                        const MisereId form = misere_form(c, a[0]);
                        return Value::integer(misere_play(c).games().misere_nim_value(form));
                      });
  impartial_games.add(
      "Genus", "The genus (Conway 1976, chapter 12).", "game.heap.Kayles(5).Genus --> 4^146",
      [](Context& c, Arguments a) {
        const MisereId form = misere_form(c, a[0]);
        return Value::native<GenusObject>(misere_play(c).games().genus(form, c.budget()));
      });
  impartial_games.add(
      "MisereCanonicalForm", "The canonical form under misere play.",
      "game.heap.Kayles(8).MisereCanonicalForm --> *[2[3]]",
      [](Context& c, Arguments a) { return misere_form_value(misere_form(c, a[0])); });
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
