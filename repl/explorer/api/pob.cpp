// Partial order bounding: the outcomes of a game as a Hasse diagram, with the bounds that hold.
#include "repl/explorer/api/views.hpp"

#include <algorithm>
#include <array>

#include "repl/explorer/api/workspace.hpp"

namespace cgt::repl {
namespace {

constexpr std::size_t kMostElements = 200;
constexpr std::size_t kMostBounds = 200;

// Scripts set `order`, `start`, and if they like `outcomes` and `bounds`.
constexpr std::array<PobExample, 3> kExamples{{
    {"figure 1",
     R"(// Player 1 wants pairs that are large in both entries (Mueller 2002, figure 1).
start := game.search.Tree([[[(5,7),(4,9)],[(10,3),(3,8)]],[[(6,4),(2,10)],[(5,6),(1,12)]]]);
order := game.pob.Vectors(2);
outcomes := [(5,7),(4,9),(10,3),(3,8),(6,4),(2,10),(5,6),(1,12)];
bounds := [[(5,7),(10,3)],[(5,8),(6,4)],[(5,7)],[(10,3)]];
)"},
    {"two wishes",
     R"(// MAX and MIN take turns at the ends of a row of pairs (food, water).
class Row(pairs, food, water, maxMoves)
  def ToMove := if pairs.Size == 0 then Nothing elseif maxMoves then Left else Right end;
  def Moves := if pairs.Size == 1 then ["left"] else ["left","right"] end;
  def Play(side) begin
    var taken := if side == "left" then pairs[1] else pairs[pairs.Size] end;
    var rest := if side == "left" then [pairs[n] for n from 2 to pairs.Size]
                else [pairs[n] for n from 1 to pairs.Size - 1] end;
    if maxMoves then Row(rest, food + taken[1], water + taken[2], false)
    else Row(rest, food, water, true) end
  end
  def Outcome := if pairs.Size == 0 then (food, water) else Nothing end;
end
start := Row([(3,0),(0,4),(4,0),(0,3),(5,0),(0,5)], 0, 0, true);
order := game.pob.Vectors(2);
bounds := [[(7,3),(3,7)],[(5,5)]];
)"},
    {"subgoals",
     R"(// Goals A, B and C; whoever has reached C has reached A and B, too.
order := game.pob.Subgoals(["A","B","C"], [["C","A & B"]]);
start := game.search.Tree([["A & B","C"],["A","B"]]);
outcomes := ["A","B","A & B","C"];
bounds := [["A & B"],["C"]];
)"},
}};

// Evaluates an expression of the script's variables. Throws Error with its diagnostics.
lang::Value ask(Workspace& workspace, const std::string& text, Budget& budget) {
  const lang::Result result =
      workspace.session().evaluate(SourceText("<bounds>", text), rest_of(budget));
  if (result.ok()) return result.value;
  if (result.status == lang::Status::kInterrupted) throw BudgetExhausted(StopReason::kInterrupted);
  if (result.status == lang::Status::kOutOfBudget) throw BudgetExhausted(StopReason::kTime);
  throw Error(result.problems.empty() ? "the script ends too early: " + result.open
                                      : result.problems.front().message,
              result.problems.empty() ? "" : result.problems.front().hint);
}

std::vector<lang::Value> list_of(const lang::Value& value, const char* what, std::size_t most) {
  if (value.kind() != lang::Kind::kList) throw Error(std::string(what) + " is not a list");
  if (value.as_list().size() > most) throw Error(std::string(what) + " is too long to show");
  return {value.as_list().begin(), value.as_list().end()};
}

bool is_set(Workspace& workspace, const char* name) {
  for (const std::string& global : workspace.session().global_names()) {
    if (global == name) return true;
  }
  return false;
}

// The order on the elements as a matrix, asked of the script's own order.
std::vector<std::vector<bool>> matrix_of(Workspace& workspace, std::size_t count, Budget& budget) {
  const lang::Value rows =
      ask(workspace, "[[order.LessEqual(x, y) for y in shown] for x in shown];", budget);
  std::vector<std::vector<bool>> matrix;
  for (const lang::Value& row : list_of(rows, "the order", count)) {
    auto& out = matrix.emplace_back();
    for (const lang::Value& entry : list_of(row, "the order", count))
      out.push_back(entry.kind() == lang::Kind::kBoolean && entry.as_boolean());
  }
  return matrix;
}

std::string text_of_value(Workspace& workspace, const lang::Value& value, const Budget& budget) {
  return value.kind() == lang::Kind::kString
             ? value.as_string()
             : workspace.session().text(value, rest_of(budget)).text;
}

}  // namespace

std::span<const PobExample> pob_examples() { return kExamples; }

Json call_pob(Workspace& workspace, const Json& request, Budget& budget) {
  std::string script;
  if (has(request, "example")) {
    const std::string name = text_in(request, "example");
    for (const PobExample& example : kExamples) {
      if (example.name == name) script = std::string(example.script);
    }
    if (script.empty()) throw Error("there is no example \"" + name + "\"");
  } else {
    script = text_in(request, "script");
  }
  workspace.session().fresh_scope();
  ask(workspace, script + "\nNothing;", budget);
  for (const char* const needed : {"order", "start"}) {
    if (!is_set(workspace, needed)) {
      throw Error(
          std::string("the script sets no \"") + needed + "\"",
          "order := game.pob.Vectors(2); start := game.search.Tree(...); perhaps outcomes, bounds");
    }
  }
  const bool given = is_set(workspace, "outcomes");
  if (!is_set(workspace, "bounds")) ask(workspace, "bounds := [];", budget);
  const auto bounds = list_of(ask(workspace, "bounds;", budget), "bounds", kMostBounds);
  const auto frontier =
      list_of(ask(workspace, "frontier := game.pob.Frontier(order, start);", budget),
              "the frontier", kMostBounds);
  std::vector<lang::Value> elements;
  const auto number_of = [&](const lang::Value& value) {
    for (std::size_t i = 0; i < elements.size(); ++i) {
      if (elements[i] == value) return i;
    }
    elements.push_back(value);
    if (elements.size() > kMostElements) throw Error("these are too many outcomes to show");
    return elements.size() - 1;
  };
  if (given) {
    for (const lang::Value& one :
         list_of(ask(workspace, "outcomes;", budget), "outcomes", kMostElements))
      number_of(one);
  }
  const auto antichain = [&](const lang::Value& bound) {
    Json out = Json::array();
    for (const lang::Value& element : list_of(bound, "a bound", kMostElements))
      out.push_back(number_of(element));
    return out;
  };
  Json out{{"script", script},
           {"elements", Json::array()},
           {"covers", Json::array()},
           {"frontier", Json::array()},
           {"bounds", Json::array()}};
  // Every strongest bound that can be forced, and their elements as one list.
  for (const lang::Value& bound : frontier) {
    Json chain = antichain(bound);
    for (const Json& element : chain) {
      if (std::ranges::find(out["frontier"], element) == out["frontier"].end())
        out["frontier"].push_back(element);
    }
    out["bounds"].push_back(
        {{"antichain", std::move(chain)}, {"result", "win"}, {"strongest", true}});
  }
  for (std::size_t i = 0; i < bounds.size(); ++i) {
    const lang::Value result =
        ask(workspace, "game.pob.Query(order, start, bounds[" + std::to_string(i + 1) + "]).Value;",
            budget);
    out["bounds"].push_back({{"antichain", antichain(bounds[i])},
                             {"result", text_of_value(workspace, result, budget)}});
  }
  workspace.session().set_global("shown", lang::Value::list(elements));
  const std::vector<std::vector<bool>> order = matrix_of(workspace, elements.size(), budget);
  const std::size_t count = elements.size();
  const auto below = [&](std::size_t x, std::size_t y) { return order[x][y] && !order[y][x]; };
  // The longest chain below an element; in order of the number of elements below, so each comes after
  // those that it needs.
  std::vector<std::size_t> height(count, 0);
  for (std::size_t round = 0; round < count; ++round) {
    bool changed = false;
    for (std::size_t x = 0; x < count; ++x) {
      for (std::size_t y = 0; y < count; ++y) {
        if (!below(x, y) || height[y] > height[x]) continue;
        height[y] = height[x] + 1;
        changed = true;
      }
    }
    if (!changed) break;
  }
  for (std::size_t x = 0; x < count; ++x) {
    const std::string index = std::to_string(x + 1);
    const std::string win = text_of_value(
        workspace,
        ask(workspace, "game.pob.Query(order, start, [shown[" + index + "]]).Value;", budget),
        budget);
    out["elements"].push_back({{"label", text_of_value(workspace, elements[x], budget)},
                               {"height", height[x]},
                               {"win", win == "win"    ? Json(true)
                                       : win == "loss" ? Json(false)
                                                       : Json()}});
    for (std::size_t y = 0; y < count; ++y) {
      if (!below(x, y)) continue;
      bool between = false;
      for (std::size_t z = 0; z < count && !between; ++z) between = below(x, z) && below(z, y);
      if (!between) out["covers"].push_back({x, y});
    }
  }
  return out;
}

}  // namespace cgt::repl
