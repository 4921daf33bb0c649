#include <fmt/format.h>

#include <utility>

#include "decomp/solve/play/temperature_discovery.hpp"
#include "decomp/solve/sums/sum.hpp"
#include "decomp/solve/values/evaluator.hpp"
#include "lang/bindings/scripts/running.hpp"
#include "lang/library/core.hpp"
#include "lang/values/arithmetic.hpp"
#include "lang/values/loopy.hpp"
#include "lang/values/thermographs.hpp"

namespace cgt::lang {

namespace {

using solve::Evaluator;

// Of a session.
struct Searches {
  std::shared_ptr<RunningHost> host;
  Nested<Evaluator> evaluators;
};
struct KeptSearches {
  explicit KeptSearches(Store&) {}
  std::shared_ptr<Searches> searches = std::make_shared<Searches>();
};

// body(evaluator, position), where no other search uses the evaluator.
template <class Body>
auto ask(Searches& searches, Context& context, const Value& v, Body body) {
  if (searches.host == nullptr) searches.host = running_host(context);
  const RunningHost::Scope scope(*searches.host, context);
  const typename Nested<Evaluator>::Use evaluator(searches.evaluators, context.store());
  return body(*evaluator, AnyPosition(ScriptPosition(searches.host, v)));
}

class ScriptSolver final : public PositionSolver {
 public:
  GameId value(Context& context, const Value& v) override {
    searches_ = context.kept<KeptSearches>().searches;
    return ask(*searches_, context, v, [&](Evaluator& evaluator, const AnyPosition& position) {
      return evaluator.value(position, context.budget());
    });
  }
  LoopyValue loopy_value(Context& context, const Value& v) override {
    searches_ = context.kept<KeptSearches>().searches;
    return ask(*searches_, context, v, [&](Evaluator& evaluator, const AnyPosition& position) {
      return evaluator.loopy_value(position, loopy_games(context), context.budget());
    });
  }
  std::size_t size() const override {
    return searches_ == nullptr || searches_->host == nullptr ? 0 : searches_->host->positions;
  }
  void clear() override {
    if (searches_ == nullptr) return;
    searches_->evaluators.clear();
    if (searches_->host != nullptr) searches_->host->positions = 0;
  }

 private:
  std::shared_ptr<Searches> searches_;
};

// The same for positions of native rulesets, in the tables that their values are found with.
template <class Body>
auto search(Context& c, const Value& v, Body body) {
  if (const AnyPosition* native = native_position(v)) {
    // Its rules may be those of a script.
    const RunningHost::Scope scope(*running_host(c), c);
    return body(c.kept<Evaluator>(), *native);
  }
  return ask(*c.kept<KeptSearches>().searches, c, v, body);
}

// The same, and what is known if the budget ends it.
template <class Body>
auto search_and_tell(Context& c, const Value& v, Body body) {
  return telling_what_is_known([&] { return search(c, v, body); }, [&] { return known_of(c, v); });
}

// Is it a position of a native ruleset, or a sum of such positions and of values?
bool is_native(const Value& v) {
  const auto* compound = v.as_native<CompoundObject>();
  if (compound == nullptr) return native_position(v) != nullptr || !has_options(v);
  return is_native(compound->b) &&
         (compound->operation == CompoundObject::Operation::kMultiple || is_native(compound->a));
}

Value outcome_class(Context& c, Arguments a) {
  const auto find = [&] {
    if (is_native(a[0])) {
      try {
        return sum_outcome(c, a[0]);
      } catch (const solve::LoopySum&) {
      }
    }
    return loopy_games(c).outcome(c.positions().loopy_value(c, a[0]));
  };
  return outcome_value(telling_what_is_known(find, [&] { return known_of(c, a[0]); }));
}

Value search_outcome(Context& c, Arguments a) {
  const auto find = [&] {
    if (is_native(a[0])) return outcome_value(sum_outcome(c, a[0]));
    return Value::outcome(search(c, a[0], [&](Evaluator& evaluator, const AnyPosition& position) {
      return evaluator.outcome(position, c.budget());
    }));
  };
  return telling_what_is_known(find, [&] { return known_of(c, a[0]); });
}

Value search_thermograph(Context& c, Arguments a) {
  Thermograph found =
      search_and_tell(c, a[0], [&](Evaluator& evaluator, const AnyPosition& position) {
        return evaluator.thermograph(position, c.budget());
      });
  return make_thermograph(std::move(found), c.text(a[0]));
}

// What is known of a mean and a temperature.
class DiscoveryObject final : public NativeObject {
 public:
  explicit DiscoveryObject(solve::Discovery f) : found(std::move(f)) {}
  const char* class_name() const override { return "Discovery"; }
  std::string to_text(Context&, const PrintStyle&) const override {
    return fmt::format("Discovery(mean {}, temperature {})", found.mean.text(),
                       found.temperature.text());
  }
  bool equals(const NativeObject& other) const override {
    const auto* o = dynamic_cast<const DiscoveryObject*>(&other);
    return o != nullptr && o->found.mean == found.mean && o->found.temperature == found.temperature;
  }
  std::uint64_t hash() const override {
    return found.mean.lower ? found.mean.lower->hash() : found.temperature.lower->hash();
  }

  const solve::Discovery found;
};

Value discover(Context& c, Arguments a) {
  solve::DiscoveryOptions wanted;
  if (!a[1].is_nothing()) {
    const Dyadic step = c.dyadic(a[1], "Discover");
    if (step != Dyadic(1, step.exponent()) || step.exponent() > solve::kFinestDiscovery) {
      throw Error("Discover needs a step that coupons can have",
                  fmt::format("1, 1/2, 1/4, ..., 1/{}", 1 << solve::kFinestDiscovery));
    }
    wanted.exponent = step.exponent();
  }
  std::uint64_t nodes = Budget::kUnlimited;
  if (!a[2].is_nothing()) {
    const std::int64_t given = c.integer(a[2], "Discover");
    if (given < 1) throw Error("Discover needs at least one node");
    nodes = static_cast<std::uint64_t>(given);
  }
  const auto found = [&](const AnyPosition& position) {
    Budget share = c.budget().part(nodes);
    solve::Discovery out = solve::discover_temperature(position, wanted, share);
    c.budget().settle(share);
    return Value::native<DiscoveryObject>(std::move(out));
  };
  return search(c, a[0], [&](Evaluator&, const AnyPosition& position) { return found(position); });
}

Value interval_value(const DyadicInterval& interval) {
  const auto end = [](const std::optional<Dyadic>& x) { return x ? Value::number(*x) : Value(); };
  return Value::list({end(interval.lower), end(interval.upper)});
}

void add_discovery_rows(Package& package) {
  const auto of = [](const Value& v) -> const solve::Discovery& {
    return v.as_native<DiscoveryObject>()->found;
  };
  const Rows rows = Rows(package, "Discovery").on("game.grid.Domineering(\"..|.#\").Discover");
  rows.add("Mean", "[least, greatest] that the mean can be; Nothing for an end that is not known.",
           "Mean --> [0,0]", [of](Context&, Arguments a) { return interval_value(of(a[0]).mean); });
  rows.add("Temperature", "[least, greatest] that the temperature can be.", "Temperature --> [0,0]",
           [of](Context&, Arguments a) { return interval_value(of(a[0]).temperature); });
  rows.add("IsExact", "Are both known?", "IsExact --> true",
           [of](Context&, Arguments a) { return Value::boolean(of(a[0]).exact()); });
  rows.add("Step", "Of the finest coupons that were played with to the end.", "Step --> 1",
           [of](Context&, Arguments a) { return Value::number(of(a[0]).step); });
  rows.add("Depth", "Moves looked ahead; Nothing if that was all of them.", "Depth --> Nothing",
           [of](Context&, Arguments a) {
             const solve::Discovery& found = of(a[0]);
             return found.whole ? Value() : Value::integer(found.depth);
           });
}

// Is the position at least, or at most, worth a value? By play alone, without its own value.
Value search_order(Context& c, Arguments a, bool at_least) {
  LoopyGames& games = loopy_games(c);
  const LoopyValue h = loopy_of(c, a[1], at_least ? "SearchAtLeast" : "SearchAtMost");
  const LoopyValue g = search(c, a[0], [&](Evaluator& evaluator, const AnyPosition& position) {
    return evaluator.graph_value(position, games, c.budget());
  });
  return Value::boolean(at_least ? games.leq(h, g) : games.leq(g, h));
}

}  // namespace

std::unique_ptr<PositionSolver> script_solver() { return std::make_unique<ScriptSolver>(); }

void add_position_search_rows(Package& package) {
  add_discovery_rows(package);
  // Without its arguments, which need not be given.
  const auto called = [](std::string_view signature) {
    return signature.substr(0, signature.find('('));
  };
  struct Row {
    const char* name;
    const char* doc;
    const char* of_position;  // of a heap of 5 of Kayles
    const char* of_compound;  // of that heap plus {3|-1}
    Builtin::Function function;
    const char* call = nullptr;  // in the examples, if it has arguments
  };
  for (const Row& row :
       {Row{"OutcomeClass",
            "Who wins: L, R, N (the first player) or P (the second); found by a search where the "
            "value "
            "takes long.",
            "N", "N", outcome_class},
        Row{"SearchOutcome",
            "Who wins, by a search that needs no canonical form: for positions whose forms are too "
            "large.",
            "N", "N", search_outcome},
        Row{"SearchThermograph",
            "The thermograph, by a search that needs no canonical form; Mean and Temperature are "
            "methods of it.",
            "Thermograph(0,[0],[0,-1],0,[0],[0,1])",
            "Thermograph(1,[2,0],[0,-1,0],1,[2,0],[0,1,0])", search_thermograph},
        Row{"Discover(step?, nodes?)",
            "Mean and temperature by play beside coupons, as intervals that shrink with the work; "
            "steps 1, 1/2, ... until they are exact, or the step given.",
            "Discovery(mean 0, temperature 0)", "Discovery(mean 1, temperature 2)", discover},
        Row{"SearchAtLeast(h)",
            "Is its value >= h? By play alone, for positions whose values are too hard to find.",
            "true", "true", [](Context&c, Arguments a) { return search_order(c, a, true); },
            "SearchAtLeast(-2)"},
        Row{"SearchAtMost(h)",
            "Is its value <= h? By play alone, for positions whose values are too hard to find.",
            "true", "false", [](Context&c, Arguments a) { return search_order(c, a, false); },
            "SearchAtMost(^)"}}) {
    const std::string_view call = row.call == nullptr ? called(row.name) : row.call;
    package.builtins.push_back({"Position", row.name, row.doc,
                                fmt::format("game.heap.Kayles(5).{} --> {}", call, row.of_position),
                                row.function});
    package.builtins.push_back(
        {"Compound", row.name, row.doc,
         fmt::format("(game.heap.Kayles(5) + {{3|-1}}).{} --> {}", call, row.of_compound),
         row.function});
  }
}

namespace {

struct Kept {
  explicit Kept(Store&) {}
  std::shared_ptr<RunningHost> host = std::make_shared<RunningHost>();
};

}  // namespace

void RunningHost::ask(Budget*, const std::function<void(Context&)>& body) {
  CGT_EXPECTS(context_ != nullptr, "positions of a script are asked while it runs");
  body(*context_);
}

std::shared_ptr<RunningHost> running_host(Context& context) { return context.kept<Kept>().host; }

}  // namespace cgt::lang
