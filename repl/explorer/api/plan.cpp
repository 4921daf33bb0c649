// Plans as trees: of HDDL, and of the process plans of EDAPS; what examples there are.
#include <algorithm>
#include <cmath>
#include <functional>

#include "decomp/htn/hddl/read/model.hpp"
#include "decomp/htn/hddl/solve.hpp"
#include "lang/bindings/htn/values.hpp"
#include "lang/values/token.hpp"
#include "repl/command_line/exit_code.hpp"
#include "repl/explorer/api/views.hpp"
#include "repl/explorer/api/workspace.hpp"
#include "repl/support/files.hpp"

namespace cgt::repl {
namespace {

constexpr std::size_t kMostNodes = 50'000;
constexpr std::size_t kMostHddl = 500'000;

// Integers as such; infinities are what nothing contributes to.
Json number_json(double x) {
  if (!std::isfinite(x)) return nullptr;
  if (x == std::floor(x) && std::abs(x) < 1e15) return static_cast<std::int64_t>(x);
  // Sums of decimals are meant to be decimals.
  constexpr double kDigits = 1e6;
  return std::abs(x) < 1e9 ? std::round(x * kDigits) / kDigits : x;
}

// What the steps below a node contribute, in their order.
Json values_json(std::span<const htn::Attribute> attributes, std::span<const double> values) {
  Json out = Json::object();
  for (std::size_t a = 0; a < attributes.size() && a < values.size(); ++a)
    out[attributes[a].name] = number_json(values[a]);
  return out;
}

// Those of which the plan has values.
std::span<const htn::Attribute> shown_attributes(const htn::Domain& domain, const htn::Plan& plan) {
  const auto& attributes = domain.attributes();
  return std::span(attributes).first(std::min(plan.values.size(), attributes.size()));
}

// Nodes are in preorder, so those below come after, and the tree can be built from its end.
Json tree_of(const htn::Domain& domain, const htn::Plan& plan) {
  if (plan.nodes.size() > kMostNodes) throw Error("this plan is too large to show");
  const auto shown = shown_attributes(domain, plan);
  std::vector<htn::Values> totals(plan.nodes.size() + 1, htn::identities(shown));
  // A step counts for all nodes above it; the last entry is the whole plan.
  for (std::size_t s = 0; s < plan.steps.size(); ++s) {
    for (std::uint32_t at = plan.steps[s];; at = plan.nodes[at].parent) {
      const std::size_t row = at == htn::kNoNode ? plan.nodes.size() : at;
      for (std::size_t a = 0; a < shown.size(); ++a)
        totals[row][a] = htn::combined(shown[a].combine, totals[row][a], plan.contribution(s)[a]);
      if (at == htn::kNoNode) break;
    }
  }
  const std::vector<std::vector<std::uint32_t>> children = plan.children();
  std::vector<Json> made(plan.nodes.size());
  const auto with_children = [&](Json node, const std::vector<std::uint32_t>& below) {
    node["children"] = Json::array();
    for (const std::uint32_t child : below) node["children"].push_back(std::move(made[child]));
    return node;
  };
  for (std::size_t i = plan.nodes.size(); i-- > 0;) {
    const htn::PlanNode& node = plan.nodes[i];
    const bool action = node.method == htn::kNoMethod;
    const bool root = node.task == htn::kNil;
    Json one{{"name", root ? std::string("(no task left)") : domain.task_text(node.task)},
             {"kind", action ? "action" : "task"}};
    if (!action) {
      const auto bindings = plan.bindings(static_cast<std::uint32_t>(i));
      one["method"] = domain.method_name(node.method);
      Json variables = Json::object();
      for (const auto& [name, value] : domain.binding_texts(node.method, bindings))
        variables[name] = value;
      if (!variables.empty()) one["bindings"] = std::move(variables);
      if (!root) {
        std::string why = domain.reason(node.task, node.method, bindings);
        if (!why.empty()) one["reason"] = std::move(why);
      }
    }
    one["attributes"] = values_json(shown, totals[i]);
    made[i] = with_children(std::move(one), children[i]);
  }
  Json whole{{"name", "plan"}, {"kind", "task"}, {"attributes", values_json(shown, totals.back())}};
  return with_children(std::move(whole), children.back());
}

Json reply_of(const htn::Domain& domain, const htn::Plan& plan, const std::string& cost) {
  const auto shown = shown_attributes(domain, plan);
  Json steps = Json::array();
  Json values = Json::array();
  for (std::size_t s = 0; s < plan.steps.size(); ++s) {
    steps.push_back(domain.task_text(plan.nodes[plan.steps[s]].task));
    values.push_back(values_json(shown, plan.contribution(s)));
  }
  Json out{{"tree", tree_of(domain, plan)}, {"steps", steps}, {"step_values", values}};
  out["values"] = out["tree"]["attributes"];
  out["cost"] =
      cost.empty() || !out["values"].contains(cost) ? Json(plan.steps.size()) : out["values"][cost];
  out["cost_name"] = cost.empty() ? "steps" : cost;
  return out;
}

Json hddl_plan(const std::string& domain_text, const std::string& problem_text, Budget& budget) {
  if (domain_text.size() > kMostHddl || problem_text.size() > kMostHddl)
    throw Error("this HDDL is too long");
  const htn::hddl::Model model = htn::hddl::read_model(SourceText("domain.hddl", domain_text),
                                                       SourceText("problem.hddl", problem_text));
  const htn::hddl::Solution found = find_plan(model, {}, budget);
  if (found.result.plans.empty()) {
    if (found.result.stop == StopReason::kInterrupted) throw BudgetExhausted(found.result.stop);
    if (found.result.stop == StopReason::kExhausted)
      return {{"tree", nullptr}, {"message", "there is no plan"}};
    return {{"tree", nullptr}, {"unknown", describe(found.result.stop)}};
  }
  const htn::Plan plan = found.domain->without_continuations(found.result.plans[0]);
  const auto& attributes = found.domain->attributes();
  return reply_of(*found.domain, plan, attributes.empty() ? "" : attributes.front().name);
}

// What `cgt edaps` plans with, asked for the plan itself.
Json edaps_plan(Workspace& workspace, const std::string& name, const std::string& design,
                Budget& budget) {
  lang::Session& session = workspace.session();
  session.fresh_scope();
  for (const EmbeddedFile& file : edaps_files())
    session.provide(std::string(file.path), std::string(file.text));
  session.set_global("given", lang::Value::string(design));
  session.set_global("name", lang::Value::string(name));
  const lang::Result result =
      session.evaluate(SourceText("<edaps>",
                                  "reader := Reader(name, given); design := reader.Read();\n"
                                  "if reader.errors.IsEmpty then\n"
                                  "  answer := Planner(Tables.Load()).Plan(design);\n"
                                  "  if answer.plan is Nothing then [\"there is no plan: a "
                                  "tolerance cannot be achieved\"]\n"
                                  "  else answer.plan end\n"
                                  "else [e for e in reader.errors] end;"),
                       rest_of(budget));
  if (!result.ok()) {
    if (result.status == lang::Status::kInterrupted)
      throw BudgetExhausted(StopReason::kInterrupted);
    if (result.status == lang::Status::kOutOfBudget)
      return {{"tree", nullptr}, {"unknown", "the time is over"}};
    throw Error(result.problems.empty() ? "this design cannot be read"
                                        : result.problems.front().message);
  }
  const auto* const plan = result.value.as_native<lang::plans::PlanObject>();
  if (plan == nullptr) {
    std::string message;
    if (result.value.kind() == lang::Kind::kList) {
      for (const lang::Value& line : result.value.as_list()) {
        if (line.kind() == lang::Kind::kString)
          message += (message.empty() ? "" : "\n") + line.as_string();
      }
    }
    if (message.starts_with("there is no plan")) return {{"tree", nullptr}, {"message", message}};
    throw Error(message.empty() ? "this is not a design" : message);
  }
  Json out;
  workspace.within(budget, [&](Work& work) {
    const lang::plans::ScriptDomain::Use use(plan->domain->domain, work.context, {}, false);
    out = reply_of(plan->domain->domain, plan->plan, "lead");
    out["unit"] = "minutes";
  });
  return out;
}

constexpr std::string_view kDomain = "-domain.hddl";

std::string text_of_example(const std::string& path) {
  const EmbeddedFile* const file = example_file(path);
  return file == nullptr ? "" : std::string(file->text);
}

// The name of an example of plans, "towers" or "RUM1.edaps"; "" of any other file.
std::string plan_name(std::string_view path) {
  const std::string name(path.substr(path.rfind('/') + 1));
  if (name.ends_with(".edaps")) return name;
  return name.ends_with(kDomain) ? name.substr(0, name.size() - kDomain.size()) : "";
}

}  // namespace

const EmbeddedFile* example_file(std::string_view path) {
  for (const EmbeddedFile& file : example_files()) {
    if (file.path == path) return &file;
  }
  return nullptr;
}

Json call_plan_examples(Workspace& /*workspace*/, const Json& /*request*/, Budget& /*budget*/) {
  Json list = Json::array();
  for (const EmbeddedFile& example : example_files()) {
    const std::string name = plan_name(example.path);
    if (name.ends_with(".edaps")) {
      list.push_back({{"name", name}, {"kind", "edaps"}, {"edaps", example.text}});
    } else if (!name.empty()) {
      list.push_back({{"name", name},
                      {"kind", "hddl"},
                      {"domain", example.text},
                      {"problem", text_of_example("htn/hddl/" + name + "-problem.hddl")}});
    }
  }
  for (const PobExample& example : pob_examples())
    list.push_back({{"name", example.name}, {"kind", "pob"}, {"script", example.script}});
  return {{"examples", list}};
}

Json call_plan(Workspace& workspace, const Json& request, Budget& budget) {
  if (has(request, "example")) {
    const std::string name = text_in(request, "example");
    const std::string design = text_of_example("edaps/designs/" + name);
    if (!design.empty()) return edaps_plan(workspace, name, design, budget);
    const std::string domain = text_of_example("htn/hddl/" + name + std::string(kDomain));
    if (domain.empty()) throw Error("there is no example \"" + name + "\"");
    return hddl_plan(domain, text_of_example("htn/hddl/" + name + "-problem.hddl"), budget);
  }
  if (has(request, "edaps"))
    return edaps_plan(workspace, text_in(request, "name", "design.edaps"),
                      text_in(request, "edaps"), budget);
  return hddl_plan(text_in(request, "domain"), text_in(request, "problem"), budget);
}

Json call_info(Workspace& /*workspace*/, const Json& request, Budget& /*budget*/) {
  Json go = Json::array();
  Json plans = Json::array();
  Json pobs = Json::array();
  for (const EmbeddedFile& example : example_files()) {
    constexpr std::string_view kGo = "go/";
    if (example.path.starts_with(kGo)) go.push_back(example.path.substr(kGo.size()));
    if (std::string plan = plan_name(example.path); !plan.empty()) plans.push_back(std::move(plan));
  }
  for (const PobExample& example : pob_examples()) pobs.push_back(example.name);
  Json out{{"version", version_line()},
           {"keywords", lang::reserved_words()},
           {"examples", {{"go", go}, {"plans", plans}, {"pobs", pobs}}}};
  if (has(request, "initial")) out["initial"] = request["initial"];
  return out;
}

}  // namespace cgt::repl
