#include "decomp/htn/plan.hpp"

#include <fmt/format.h>

namespace cgt::htn {

std::vector<std::vector<std::uint32_t>> Plan::children() const {
  std::vector<std::vector<std::uint32_t>> out(nodes.size() + 1);
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    out[nodes[i].parent == kNoNode ? nodes.size() : nodes[i].parent].push_back(i);
  }
  return out;
}

std::vector<std::uint32_t> Plan::ends() const {
  std::vector<std::uint32_t> out(nodes.size());
  for (std::uint32_t i = static_cast<std::uint32_t>(nodes.size()); i-- > 0;) {
    out[i] = std::max(out[i], i + 1);
    const std::uint32_t parent = nodes[i].parent;
    if (parent != kNoNode) out[parent] = std::max(out[parent], out[i]);
  }
  return out;
}

bool Plan::operator==(const Plan& other) const {
  if (nodes.size() != other.nodes.size()) return false;
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    const PlanNode& a = nodes[i];
    const PlanNode& b = other.nodes[i];
    if (a.task != b.task || a.method != b.method || a.parent != b.parent) return false;
    const auto x = bindings(i);
    const auto y = other.bindings(i);
    if (!std::equal(x.begin(), x.end(), y.begin(), y.end())) return false;
  }
  return true;
}

namespace {

// The nodes whose tasks were on the list when `node` was taken up. What follows the subtree of a
// node in the preorder is its next sibling, or one of an ancestor; either was on the list.
std::vector<std::uint32_t> listed_at(const Plan& plan, std::uint32_t node) {
  const auto ends = plan.ends();
  std::vector<std::uint32_t> out{node};
  for (std::uint32_t i = ends[node]; i < plan.nodes.size(); i = ends[i]) {
    if (plan.nodes[i].task == kNil) break;
    out.push_back(i);
  }
  return out;
}

}  // namespace

std::vector<TaskId> tasks_from(const Plan& plan, std::uint32_t node) {
  std::vector<TaskId> out;
  for (const std::uint32_t i : listed_at(plan, node)) {
    if (plan.nodes[i].task != kNil) out.push_back(plan.nodes[i].task);
  }
  return out;
}

namespace {

// Node i of `from` as the next node of `out`.
void copy_node(const Plan& from, std::uint32_t i, std::uint32_t parent, Plan& out) {
  PlanNode copied = from.nodes[i];
  copied.parent = parent;
  copied.binding = static_cast<std::uint32_t>(out.words.size());
  const auto words = from.bindings(i);
  out.words.insert(out.words.end(), words.begin(), words.end());
  if (copied.method == kNoMethod) {
    out.steps.push_back(static_cast<std::uint32_t>(out.nodes.size()));
  }
  out.nodes.push_back(copied);
}

}  // namespace

void add_up(Plan& plan, std::span<const Attribute> attributes) {
  const std::size_t width = attributes.size();
  plan.values = identities(attributes);
  for (std::size_t s = 0; s < plan.steps.size(); ++s) {
    accumulate(attributes, plan.values, {plan.contributions.data() + s * width, width});
  }
}

Plan with_rest(const Plan& plan, std::uint32_t node, const Plan& rest,
               std::span<const Attribute> attributes) {
  Plan out;
  for (std::uint32_t i = 0; i < node; ++i) copy_node(plan, i, plan.nodes[i].parent, out);
  const std::size_t width = plan.values.size();
  out.contributions.assign(
      plan.contributions.begin(),
      plan.contributions.begin() + static_cast<std::ptrdiff_t>(out.steps.size() * width));
  out.contributions.insert(out.contributions.end(), rest.contributions.begin(),
                           rest.contributions.end());
  const auto listed = listed_at(plan, node);
  std::size_t next = 0;  // of the list
  for (std::uint32_t i = 0; i < rest.nodes.size(); ++i) {
    std::uint32_t parent = rest.nodes[i].parent;
    if (parent != kNoNode) {
      parent += node;
    } else if (rest.nodes[i].task != kNil && next < listed.size()) {
      parent = plan.nodes[listed[next++]].parent;
    }
    copy_node(rest, i, parent, out);
  }
  add_up(out, attributes);
  return out;
}

Plan with_part(const Plan& plan, std::uint32_t first, std::uint32_t last, const Plan& part,
               std::span<const Attribute> attributes) {
  Plan out;
  const std::size_t width = plan.values.size();
  const auto contribute = [&](const Plan& from, std::size_t begin, std::size_t end) {
    const auto data = from.contributions.begin();
    out.contributions.insert(out.contributions.end(),
                             data + static_cast<std::ptrdiff_t>(begin * width),
                             data + static_cast<std::ptrdiff_t>(end * width));
  };
  for (std::uint32_t i = 0; i < first; ++i) copy_node(plan, i, plan.nodes[i].parent, out);
  const std::size_t before = out.steps.size();
  contribute(plan, 0, before);
  const std::vector<std::uint32_t> ends = plan.ends();
  std::uint32_t head = first;
  for (std::uint32_t i = 0; i < part.nodes.size(); ++i) {
    std::uint32_t parent = part.nodes[i].parent;
    if (parent != kNoNode) {
      parent += first;
    } else {
      parent = plan.nodes[head].parent;
      head = ends[head];
    }
    copy_node(part, i, parent, out);
  }
  contribute(part, 0, part.steps.size());
  const auto after = std::lower_bound(plan.steps.begin(), plan.steps.end(), last);
  contribute(plan, static_cast<std::size_t>(after - plan.steps.begin()), plan.steps.size());
  const auto added = static_cast<std::uint32_t>(part.nodes.size());
  for (std::uint32_t i = last; i < plan.nodes.size(); ++i) {
    const std::uint32_t parent = plan.nodes[i].parent;
    const bool moved = parent != kNoNode && parent >= last;
    copy_node(plan, i, moved ? parent - (last - first) + added : parent, out);
  }
  add_up(out, attributes);
  return out;
}

std::string steps_text(const Domain& domain, const Plan& plan) {
  std::string out;
  for (std::size_t s = 0; s < plan.steps.size(); ++s) {
    out += fmt::format("{} {}\n", s + 1, domain.task_text(plan.nodes[plan.steps[s]].task));
  }
  return out;
}

namespace {

std::string method_text(const Domain& domain, const Plan& plan, std::uint32_t i,
                        const TreeTextOptions& options) {
  const PlanNode& node = plan.nodes[i];
  std::string out = domain.method_name(node.method);
  if (options.bindings) {
    const char* separator = ": ";
    for (const auto& [name, value] : domain.binding_texts(node.method, plan.bindings(i))) {
      out += separator + name + " = " + value;
      separator = ", ";
    }
  }
  if (options.reasons) {
    const std::string reason = domain.reason(node.task, node.method, plan.bindings(i));
    if (!reason.empty()) out += "   [because " + reason + "]";
  }
  return out;
}

std::string contribution_text(const Domain& domain, std::span<const double> contribution) {
  std::string out;
  const auto& attributes = domain.attributes();
  for (std::size_t a = 0; a < contribution.size(); ++a) {
    if (contribution[a] == identity(attributes[a].combine)) continue;
    out += out.empty() ? "   " : ", ";
    const bool sum = attributes[a].combine == Combine::kSum;
    out += fmt::format("{} {}{}", attributes[a].name, sum && contribution[a] >= 0 ? "+" : "",
                       contribution[a]);
  }
  return out;
}

}  // namespace

std::string tree_text(const Domain& domain, const Plan& plan, const TreeTextOptions& options) {
  std::string out;
  std::vector<std::uint32_t> depth(plan.nodes.size(), 0);
  std::vector<std::size_t> number(plan.nodes.size(), 0);
  for (std::size_t s = 0; s < plan.steps.size(); ++s) number[plan.steps[s]] = s + 1;
  for (std::uint32_t i = 0; i < plan.nodes.size(); ++i) {
    const PlanNode& node = plan.nodes[i];
    if (node.parent != kNoNode) depth[i] = depth[node.parent] + 1;
    const bool is_step = node.method == kNoMethod;
    const std::size_t step = number[i];
    if (depth[i] > options.max_depth) continue;
    const std::string indent(2 * std::size_t{depth[i]}, ' ');
    if (is_step) {
      out += indent + std::to_string(step) + " " + domain.task_text(node.task);
      if (options.contributions) out += contribution_text(domain, plan.contribution(step - 1));
    } else {
      out += indent + (node.task == kNil ? "NIL" : domain.task_text(node.task)) + "\n";
      out += indent + "  by " + method_text(domain, plan, i, options);
    }
    out += '\n';
  }
  return out;
}

}  // namespace cgt::htn
