#include "lang/bindings/scripts/solver.hpp"

#include <fmt/format.h>

#include <utility>

#include "decomp/solve/values/evaluator.hpp"
#include "lang/bindings/rulesets/ruleset_values.hpp"
#include "lang/bindings/scripts/running.hpp"
#include "lang/library/core.hpp"
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
  if (const auto* native = v.as_native<NativePosition>()) {
    return body(c.kept<Evaluator>(), native->position);
  }
  return ask(*c.kept<KeptSearches>().searches, c, v, body);
}

Value search_outcome(Context& c, Arguments a) {
  return Value::outcome(search(c, a[0], [&](Evaluator& evaluator, const AnyPosition& position) {
    return evaluator.outcome(position, c.budget());
  }));
}

Value search_thermograph(Context& c, Arguments a) {
  Thermograph found = search(c, a[0], [&](Evaluator& evaluator, const AnyPosition& position) {
    return evaluator.thermograph(position, c.budget());
  });
  return make_thermograph(std::move(found), c.text(a[0]));
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
  struct Row {
    const char* name;
    const char* doc;
    const char* of_position;  // of a heap of 5 of Kayles
    const char* of_compound;  // of that heap plus {3|-1}
    Builtin::Function function;
    const char* call = nullptr;  // in the examples, if it has arguments
  };
  for (const Row& row :
       {Row{"SearchOutcome",
            "Who wins, by a search that needs no canonical form: for positions whose forms are too "
            "large.",
            "N", "N", search_outcome},
        Row{"SearchThermograph",
            "The thermograph, by a search that needs no canonical form; Mean and Temperature are "
            "methods of it.",
            "Thermograph(0,[0],[0,-1],0,[0],[0,1])",
            "Thermograph(1,[2,0],[0,-1,0],1,[2,0],[0,1,0])", search_thermograph},
        Row{"SearchAtLeast(h)",
            "Is its value >= h? By play alone, for positions whose values are too hard to find.",
            "true", "true", [](Context&c, Arguments a) { return search_order(c, a, true); },
            "SearchAtLeast(-2)"},
        Row{"SearchAtMost(h)",
            "Is its value <= h? By play alone, for positions whose values are too hard to find.",
            "true", "false", [](Context&c, Arguments a) { return search_order(c, a, false); },
            "SearchAtMost(^)"}}) {
    const char* call = row.call == nullptr ? row.name : row.call;
    package.builtins.push_back({"Position", row.name, row.doc,
                                fmt::format("game.heap.Kayles(5).{} --> {}", call, row.of_position),
                                row.function});
    package.builtins.push_back(
        {"Compound", row.name, row.doc,
         fmt::format("(game.heap.Kayles(5) + {{3|-1}}).{} --> {}", call, row.of_compound),
         row.function});
  }
}

}  // namespace cgt::lang
