// game.bridge: the plans of the task network, as trees.
#include <fmt/format.h>

#include <memory>

#include "decomp/labs/bridge/network.hpp"
#include "lang/bindings/labs/values.hpp"
#include "lang/values/transfinite.hpp"

namespace cgt::lang::cards {
namespace {

// Nodes of one plan by default: those of classic.
constexpr std::int64_t kPlanNodes = 100'000;

// A plan; its network has the names of its tasks.
class BridgePlan final : public NativeObject {
 public:
  BridgePlan(Value p, std::unique_ptr<bridge::Network> n, htn::PolicyResult r)
      : play(std::move(p)), network(std::move(n)), result(std::move(r)) {}
  const char* class_name() const override { return "Bridge.Plan"; }
  std::string to_text(Context&, const PrintStyle&) const override { return text(false); }
  void parts(std::vector<Value>& out) const override { out = {play}; }
  std::string text(bool all) const {
    if (result.tree.root == htn::kNoNode) return {};
    std::string out = htn::policy_text(network->domain(), result.tree, {.all = all});
    while (!out.empty() && out.back() == '\n') out.pop_back();
    return out;
  }
  const Value play;
  const std::unique_ptr<bridge::Network> network;
  const htn::PolicyResult result;
};

class BridgePlanNode final : public NativeObject {
 public:
  BridgePlanNode(Value p, std::uint32_t i) : plan(std::move(p)), index(i) {}
  const char* class_name() const override { return "Bridge.PlanNode"; }
  std::string to_text(Context&, const PrintStyle&) const override {
    return fmt::format("<{} {}>", kind(), task());
  }
  bool equals(const NativeObject& other) const override {
    const auto* o = dynamic_cast<const BridgePlanNode*>(&other);
    return o != nullptr && o->index == index && o->plan == plan;
  }
  std::uint64_t hash() const override { return mix(plan.hash(), index); }
  void parts(std::vector<Value>& out) const override { out = {plan}; }

  const BridgePlan& of() const { return *plan.as_native<BridgePlan>(); }
  const htn::PolicyNode& node() const { return of().result.tree.nodes[index]; }
  const char* kind() const {
    switch (node().kind) {
      case htn::NodeKind::kStep: return "step";
      case htn::NodeKind::kDecision: return "choose";
      case htn::NodeKind::kExternal: return "others";
      case htn::NodeKind::kEnd: return "end";
      case htn::NodeKind::kDeadEnd: return "dead end";
      case htn::NodeKind::kDepth: return "depth";
    }
    return "";
  }
  std::string task() const {
    return node().task == htn::kNil ? std::string("NIL")
                                    : of().network->domain().task_text(node().task);
  }
  const Value plan;
  const std::uint32_t index;
};

const BridgePlan& plan_of(const Value& v) { return *v.as_native<BridgePlan>(); }
const BridgePlanNode& node_of(const Value& v) { return *v.as_native<BridgePlanNode>(); }

Value plan(Context& c, Arguments a) {
  const PlayObject& play = play_of(a[0]);
  const bridge::Table& table = play.game.table();
  if (table.finished()) throw Error("Plan: all cards are played");
  if (!table.our_turn())
    throw Error(
        fmt::format("Plan: it is the turn of {}, a defender", bridge::kSeatLetters[table.turn()]),
        "plans are made when declarer or dummy plays");
  const std::int64_t nodes = a[1].is_nothing() ? kPlanNodes : c.integer(a[1], "Plan");
  if (nodes < 1) throw Error("Plan: the number of nodes is positive");
  auto network = std::make_unique<bridge::Network>();
  network->start(bridge::PlanState(play.game.view()));
  Budget budget = c.budget().part(static_cast<std::uint64_t>(nodes));
  htn::PolicyResult result = network->plan(budget);
  c.budget().charge(budget.used_nodes());
  if (result.stop != StopReason::kExhausted) c.budget().poll();
  return Value::native<BridgePlan>(a[0], std::move(network), std::move(result));
}

// Ways out of a node: what is chosen there, its weight, and the node that it leads to.
Value ways(Context&, Arguments a) {
  const BridgePlanNode& n = node_of(a[0]);
  const auto& tree = n.of().result.tree;
  std::vector<Value> out;
  for (const htn::PolicyEdge& edge : tree.edges_of(n.index)) {
    const bool chosen = n.node().kind != htn::NodeKind::kStep;
    out.push_back(Value::list(
        {Value::string(chosen ? n.of().network->domain().method_name(edge.method) : n.task()),
         number_value(edge.weight), Value::native<BridgePlanNode>(n.plan, edge.child)}));
  }
  return Value::list(std::move(out));
}

Value reason(Context&, Arguments a) {
  const BridgePlanNode& n = node_of(a[0]);
  const auto& tree = n.of().result.tree;
  if (n.node().kind != htn::NodeKind::kDecision || n.node().best == htn::kNoNode ||
      n.node().task == htn::kNil)
    return {};
  const htn::PolicyEdge& edge = tree.edges_of(n.index)[n.node().best];
  std::string text =
      n.of().network->domain().reason(n.node().task, edge.method, tree.bindings(edge));
  return text.empty() ? Value() : Value::string(std::move(text));
}

}  // namespace

void add_plan_rows(Package& package) {
  Rows(package, "Bridge.Play")
      .after(kSmithStart)
      .add("Plan(nodes?)",
           "The plan of the task network of Smith (1997) for declarer or dummy, as a tree; at most "
           "100000 nodes by default.",
           "p.Plan().Value.ToDecimal(2) --> \"394.29\"", plan);
  const Rows plans = Rows(package, "Bridge.Plan").after(kSmithStart);
  plans.add("Value",
            "What the plan is worth: a duplicate score, weighted by beliefs; Nothing if "
            "it was not looked at to the end.",
            "p.Plan().Value.ToDecimal(2) --> \"394.29\"", [](Context&, Arguments a) {
              const htn::PolicyResult& result = plan_of(a[0]).result;
              return result.has_value ? number_value(result.value) : Value();
            });
  plans.add("Schemes", "What it chose from: lists of reason, card and value.",
            "[x[3].ToDecimal(0) for x in p.Plan().Schemes] --> [\"394\",\"170\",\"-200\",\"-200\"]",
            [](Context&, Arguments a) {
              std::vector<Value> out;
              for (const auto& s : plan_of(a[0]).network->schemes(plan_of(a[0]).result.tree)) {
                out.push_back(Value::list({Value::string(s.reason.empty() ? s.name : s.reason),
                                           s.card == bridge::kNoCard ? Value() : card_value(s.card),
                                           number_value(s.value)}));
              }
              return Value::list(std::move(out));
            });
  plans.add("Root", "The node where it begins.", "p.Plan().Root.Kind --> \"choose\"",
            [](Context&, Arguments a) {
              const auto root = plan_of(a[0]).result.tree.root;
              return root == htn::kNoNode ? Value() : Value::native<BridgePlanNode>(a[0], root);
            });
  plans.add("Nodes", "Nodes that were made.", "p.Plan().Nodes --> 410", [](Context&, Arguments a) {
    return Value::integer(static_cast<std::int64_t>(plan_of(a[0]).result.nodes));
  });
  plans.add("IsComplete", "Was everything looked at?", "p.Plan().IsComplete --> true",
            [](Context&, Arguments a) {
              return Value::boolean(plan_of(a[0]).result.stop == StopReason::kExhausted);
            });
  plans.add("Text", "The plan: what we do, and what may happen.",
            "p.Plan().Text.Lines[1] --> \"  choose for NIL 394.286\"",
            [](Context&, Arguments a) { return Value::string(plan_of(a[0]).text(false)); });
  plans.add("FullText", "The plan with the alternatives that are not taken.",
            "p.Plan().FullText.Lines.Length > p.Plan().Text.Lines.Length --> true",
            [](Context&, Arguments a) { return Value::string(plan_of(a[0]).text(true)); });
  const Rows nodes = Rows(package, "Bridge.PlanNode").after(kSmithStart);
  nodes.add(
      "Kind",
      "\"choose\": declarer or dummy decide; \"others\": the defenders, by weights; \"step\": "
      "a card or an assumption; \"end\": the plan ends, with a score.",
      "p.Plan().Root.Kind --> \"choose\"",
      [](Context&, Arguments a) { return Value::string(node_of(a[0]).kind()); });
  nodes.add("Task", "The task, with its arguments.", "p.Plan().Root.Task --> \"NIL\"",
            [](Context&, Arguments a) { return Value::string(node_of(a[0]).task()); });
  nodes.add("Value", "What the plan is worth from here on.",
            "p.Plan().Root.Value.ToDecimal(2) --> \"394.29\"",
            [](Context&, Arguments a) { return number_value(node_of(a[0]).node().value); });
  nodes.add("Card", "The card that a step plays, as [seat, card]; Nothing elsewhere.",
            "p.Plan().Root.Card --> Nothing", [](Context&, Arguments a) {
              const BridgePlanNode& n = node_of(a[0]);
              if (n.node().kind != htn::NodeKind::kStep) return Value();
              const bridge::PlayedCard card = n.of().network->card_of_step(n.node().task);
              if (card.card == bridge::kNoCard) return Value();
              return Value::list({seat_value(card.seat), card_value(card.card)});
            });
  nodes.add("Ways", "Lists of method, weight and node: what may follow.",
            "p.Plan().Root.Ways[1][3].Kind --> \"choose\"", ways);
  nodes.add("Best", "Of a choice, the node that the plan goes on with; else Nothing.",
            "p.Plan().Root.Best.Value == p.Plan().Value --> true", [](Context&, Arguments a) {
              const BridgePlanNode& n = node_of(a[0]);
              if (n.node().kind != htn::NodeKind::kDecision || n.node().best == htn::kNoNode)
                return Value();
              const auto& edge = n.of().result.tree.edges_of(n.index)[n.node().best];
              return Value::native<BridgePlanNode>(n.plan, edge.child);
            });
  nodes.add("Reason", "Of a choice, why; Nothing if there is no reason to tell.",
            "p.Plan().Root.Reason --> Nothing", reason);
}

}  // namespace cgt::lang::cards
