// game.search.Equilibrium, Cfr and Clairvoyance: games in which players do not see everything.
#include <fmt/format.h>

#include <array>
#include <utility>

#include "decomp/search/information_sets.hpp"
#include "lang/bindings/bindings.hpp"
#include "lang/bindings/search/script_game.hpp"
#include "lang/values/collections.hpp"

namespace cgt::lang {
namespace {

using Arguments = std::span<const Value>;

struct StrategiesAnswer {
  search::Judged found;
  std::array<Value, 2> strategies;
  std::uint64_t nodes = 0;
  std::array<std::size_t, 2> sets{};
};

class StrategiesObject final : public NativeObject {
 public:
  explicit StrategiesObject(StrategiesAnswer a) : answer(std::move(a)) {}
  const char* class_name() const override { return "Search.Strategies"; }
  std::string to_text(Context& c, const PrintStyle&) const override {
    const search::Judged& found = answer.found;
    const auto text = [&](const Rational& x) { return c.text(Value::rational(x)); };
    return fmt::format("Search.Strategies({}, {} to {})", text(found.value), text(found.lower),
                       text(found.upper));
  }
  const StrategiesAnswer answer;
};

// Of each set that the plan leads to, [[move, probability], ...] of the moves that it may make.
Value strategy_of(Context& c, const search::Unfolded<ScriptState>& game, std::size_t p,
                  const search::Plan& plan) {
  std::vector<std::pair<Value, Value>> entries;
  for (std::size_t i = 0; i < game.tree.sets[p].size(); ++i) {
    const auto& set = game.tree.sets[p][i];
    if (plan[set.before] == Rational(0)) continue;
    std::vector<Value> moves;
    for (std::uint32_t k = 0; k < set.count; ++k) {
      const Rational& part = plan[set.first + k];
      if (part == Rational(0)) continue;
      moves.push_back(Value::list(
          {game.sights[p][i].moves[k].value, Value::rational(part / plan[set.before])}));
    }
    entries.emplace_back(game.sights[p][i].information, Value::list(std::move(moves)));
  }
  return make_map(c, std::move(entries));
}

// judge(tree, budget) finds strategies.
template <class Judge>
Value strategies(Context& c, const Value& root, const Value& nodes, const char* name,
                 const Judge& judge) {
  SearchBudget budget(c, nodes, name);
  const ScriptGame game(c, root, name);
  StrategiesAnswer answer;
  const auto search = [&] {
    const auto unfolded = search::unfold<ScriptState>(ScriptState(game), budget.get());
    answer.found = judge(unfolded.tree, budget.get());
    answer.nodes = unfolded.tree.nodes.size();
    for (std::size_t p = 0; p < 2; ++p) {
      answer.sets[p] = unfolded.tree.sets[p].size();
      answer.strategies[p] = strategy_of(c, unfolded, p, answer.found.plans[p]);
    }
  };
  try {
    search();
  } catch (const BudgetExhausted& spent) {
    budget.settle(spent.reason());
    throw;
  }
  telling_what_is_known(
      [&] { budget.settle(answer.found.stop); },
      [&] {
        const auto text = [&](const Rational& x) { return c.text(Value::rational(x)); };
        return KnownSoFar{name, fmt::format("{} <= value <= {}", text(answer.found.lower),
                                            text(answer.found.upper))};
      });
  return Value::native<StrategiesObject>(std::move(answer));
}

Value equilibrium(Context& c, Arguments a) {
  return strategies(c, a[0], a[1], "game.search.Equilibrium", search::equilibrium);
}

Value cfr(Context& c, Arguments a) {
  constexpr const char* kName = "game.search.Cfr";
  const std::int64_t iterations = c.integer(a[1], kName);
  if (iterations < 1) throw Error("CFR needs at least one iteration");
  return strategies(c, a[0], a[2], kName, [&](const search::InformationTree& tree, Budget& budget) {
    return search::cfr(tree, static_cast<std::uint64_t>(iterations), budget);
  });
}

Value clairvoyance(Context& c, Arguments a) {
  return strategies(c, a[0], a[1], "game.search.Clairvoyance", search::clairvoyance);
}

// Two cards, 1 and 2: who is dealt the 2 wins 1; player 1 may double first, and player 2 give up then.
constexpr const char* kDoubling = R"(class Double(card, said)
  def ToMove := if card == 0 then "Chance" elseif said == "" then Left elseif said == "double" then Right end;
  def Moves := if card == 0 then [1,2] elseif said == "" then ["show","double"] else ["fold","call"] end;
  def Probability(move) := 1/2;
  def Play(move) := if card == 0 then Double(move, "") else Double(card, move) end;
  def Utility := if said == "fold" then 1 else (if said == "call" then 2 else 1 end) * (2 * card - 3) end;
  def Information := if said == "" then card else said end;
end;)";

}  // namespace

void add_information_rows(Package& package) {
  const Rows rows = Rows(package, "").after(kDoubling);
  rows.add("game.search.Equilibrium(state, nodes?)",
           "Where Information tells what the player to move knows: best strategies of both, and "
           "the value, exactly. The whole game is held in memory.",
           "game.search.Equilibrium(Double(0, \"\")).Value --> 1/3", equilibrium);
  rows.add("game.search.Cfr(state, iterations, nodes?)",
           "Strategies by counterfactual regret minimisation, with bounds that are proved.",
           "game.search.Cfr(Double(0, \"\"), 100).Bounds[1] <= 1/3 --> true", cfr);
  rows.add("game.search.Clairvoyance(state, nodes?)",
           "Strategies by averaging over worlds: each player does what is best on average if from "
           "then on everybody sees everything.",
           "game.search.Clairvoyance(Double(0, \"\")).Promise --> 0", clairvoyance);
  const Rows of = Rows(package, "Search.Strategies")
                      .after(kDoubling)
                      .on("game.search.Equilibrium(Double(0, \"\"))");
  const auto of_answer = [](Value (*f)(const StrategiesAnswer&)) -> Builtin::Function {
    return [f](Context&, Arguments a) { return f(a[0].as_native<StrategiesObject>()->answer); };
  };
  of.add("Value", "What player 1 gets if both follow these strategies.", "Value --> 1/3",
         of_answer([](const StrategiesAnswer& s) { return Value::rational(s.found.value); }));
  of.add("Bounds",
         "What player 1's strategy gets from any opponent, and what player 2's gives to any: the "
         "value of the "
         "game is between them.",
         "Bounds --> [1/3,1/3]", of_answer([](const StrategiesAnswer& s) {
           return Value::list({Value::rational(s.found.lower), Value::rational(s.found.upper)});
         }));
  of.add("Promise",
         "Of clairvoyance: what the game is worth if everybody sees everything. Else the value.",
         "Promise --> 1/3",
         of_answer([](const StrategiesAnswer& s) { return Value::rational(s.found.promise); }));
  of.add("Strategy(player)",
         "From what the player knows to [[move, probability],...], wherever his strategy leads.",
         "Strategy(Right) --> {\"double\" => [[\"fold\",1/3],[\"call\",2/3]]}",
         [](Context& c, Arguments a) {
           const auto& answer = a[0].as_native<StrategiesObject>()->answer;
           const Player player = c.player(a[1], "Strategy");
           return answer.strategies[player == Player::kLeft ? 0 : 1];
         });
  of.add(
      "Stop", "Why the search ended.", "Stop --> \"solved\"",
      of_answer([](const StrategiesAnswer& s) { return Value::string(describe(s.found.stop)); }));
}

}  // namespace cgt::lang
