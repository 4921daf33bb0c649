// game.search.Retrograde: who wins from all states of a game at once, cycles included.
#include "decomp/search/retrograde.hpp"

#include <fmt/format.h>

#include <memory>
#include <utility>

#include "lang/bindings/bindings.hpp"
#include "lang/bindings/search/script_game.hpp"
#include "lang/values/collections.hpp"

namespace cgt::lang {
namespace {

using Arguments = std::span<const Value>;
constexpr const char* kName = "game.search.Retrograde";

// The states reached from a list of them, and what they are worth.
class EndingsObject final : public EndingsTable {
 public:
  EndingsObject(Context& c, const Value& list, Budget& budget) : roots_(list) {
    std::vector<Value> all{list};
    if (list.kind() == Kind::kList || list.kind() == Kind::kSet) all = c.elements(list, kName);
    if (all.empty()) throw Error("retrograde analysis begins with a state at least");
    std::vector<ScriptState> states;
    for (const Value& root : all) {
      games_.push_back(std::make_unique<ScriptGame>(c, root, kName));
      states.emplace_back(*games_.back());
    }
    reached_ = search::numbered_graph<ScriptState>(states, budget);
    table_ = search::retrograde(reached_.graph, budget);
  }
  std::string to_text(Context& context, const PrintStyle& style) const override {
    return fmt::format("{}({})", kName, format(context, roots_, style));
  }
  bool equals(const NativeObject& other) const override {
    const auto* o = dynamic_cast<const EndingsObject*>(&other);
    return o != nullptr && o->roots_ == roots_;
  }
  std::uint64_t hash() const override { return mix(roots_.hash(), 0xe4d); }

  int value(Context& c, const Value& state) const override {
    return table_.value[number(c, state)];
  }
  std::optional<std::uint32_t> plies(Context& c, const Value& state) const override {
    const std::uint32_t plies = table_.plies[number(c, state)];
    if (plies == search::Retrograde::kNever) return std::nullopt;
    return plies;
  }
  std::array<std::uint64_t, 3> counts() const override {
    return {table_.wins, table_.losses, table_.draws};
  }
  std::uint32_t longest() const override { return table_.longest; }
  // Moves that keep the value, those of the winner fast, those of the loser slow.
  std::vector<Value> best(Context& c, const Value& value) const override {
    const ScriptGame game(c, value, kName);
    const ScriptState state(game);
    const auto successor = search::best_successor(reached_.graph, table_, number(c, state));
    std::vector<Value> found;
    if (!successor) return found;
    std::vector<ScriptMove> moves;
    state.moves(moves);
    for (const ScriptMove& move : moves) {
      ScriptState child = state;
      child.play(move);
      const std::uint32_t n = number(c, child);
      if (table_.value[n] == table_.value[*successor] &&
          table_.plies[n] == table_.plies[*successor]) {
        found.push_back(move.value);
      }
    }
    return found;
  }

 private:
  std::uint32_t number(Context& c, const Value& value) const {
    const ScriptGame game(c, value, kName);
    return number(c, ScriptState(game));
  }
  std::uint32_t number(Context& c, const ScriptState& state) const {
    const auto at = reached_.number.find(state);
    if (at != reached_.number.end()) return at->second;
    throw Error(fmt::format("{} is not in this table", c.text(state.value())),
                "it has the states that those it was made of lead to");
  }

  Value roots_;
  std::vector<std::unique_ptr<ScriptGame>> games_;  // of the states
  search::NumberedGraph<ScriptState> reached_;
  search::Retrograde table_;
};

const EndingsTable& table_of(const Value& v) { return *v.as_native<EndingsTable>(); }

Value retrograde(Context& c, Arguments a) {
  SearchBudget budget(c, a[1], kName);
  try {
    Value found = Value::native<EndingsObject>(c, a[0], budget.get());
    budget.settle(StopReason::kSolved);
    return found;
  } catch (const BudgetExhausted& spent) {
    budget.settle(spent.reason());
    throw;
  }
}

// A token between 0, where player 1 has won, and 6, where player 2 has.
constexpr const char* kSetup = R"(class Step(at, left)
  def ToMove := if at == 0 or at == 6 then Nothing elseif left then Left else Right end;
  def Moves := [-2,-1,1,2];
  def Play(n) := Step([0,[6,at + n].Min].Max, not left);
  def Utility := if at == 0 then 1 else -1 end;
end;)";

}  // namespace

void add_retrograde_rows(Package& package) {
  constexpr const char* kTable = "game.search.Retrograde(Step(3, true))";
  Rows(package, "")
      .after(kSetup)
      .add("game.search.Retrograde(states, nodes?)",
           "Who wins from each state that these lead to, where play can come back: a table to ask.",
           fmt::format("{}.Value(Step(1, false)) --> 0", kTable), retrograde);
  const Rows rows = Rows(package, "Search.Endings").after(kSetup).on(kTable);
  rows.add("Value(state)", "1: player 1 wins, -1: player 2 does, 0: neither, perhaps without end.",
           "Value(Step(2, true)) --> 1",
           [](Context& c, Arguments a) { return Value::integer(table_of(a[0]).value(c, a[1])); });
  rows.add("Plies(state)",
           "Moves to the end if the winner hurries and the loser delays; Nothing if neither wins.",
           "Plies(Step(2, true)) --> 1", [](Context& c, Arguments a) {
             const auto plies = table_of(a[0]).plies(c, a[1]);
             return plies ? Value::integer(*plies) : Value();
           });
  rows.add("Best(state)", "Moves that keep the value, the shortest way for who wins.",
           "Best(Step(2, true)) --> [-2]",
           [](Context& c, Arguments a) { return Value::list(table_of(a[0]).best(c, a[1])); });
  rows.add("Counts", "How many states player 1 wins, player 2 wins, neither does.",
           "Counts --> [4,4,6]", [](Context&, Arguments a) {
             std::vector<Value> out;
             for (const std::uint64_t count : table_of(a[0]).counts())
               out.push_back(Value::integer(static_cast<std::int64_t>(count)));
             return Value::list(std::move(out));
           });
  rows.add("Longest", "The longest win of either player, in moves.", "Longest --> 1",
           [](Context&, Arguments a) { return Value::integer(table_of(a[0]).longest()); });
}

}  // namespace cgt::lang
