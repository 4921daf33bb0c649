#include "decomp/htn/planner/policy.hpp"

#include <fmt/format.h>

#include "cgt/support/containers.hpp"

namespace cgt::htn {

std::vector<TaskId> PolicyTree::tasks_at(std::uint32_t node) const {
  std::vector<TaskId> out;
  for (std::uint32_t l = nodes[node].list; l != kNoNode; l = lists[l].tail) {
    out.push_back(lists[l].head);
  }
  return out;
}

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

class PolicySearch {
 public:
  PolicySearch(Domain& domain, const PolicyOptions& options)
      : domain_(domain),
        options_(options),
        attributes_(domain.attributes()),
        share_(options.share && domain.has_state_hash()) {
    if (!options.criteria.empty() && options.criteria[0].kind != Criterion::kMaximum) {
      throw Error("the planner itself decides by the maximum",
                  "criteria[0] is the planner; agents begin at 1");
    }
  }

  PolicyResult run(const std::vector<TaskId>& tasks, Budget& budget) {
    const Word start = domain_.mark();
    domain_.set_budget(&budget);
    std::uint32_t list = kNoNode;
    for (std::size_t i = tasks.size(); i-- > 0;) list = cons(tasks[i], list);
    try {
      enter(list, length_of(list), identities(attributes_), budget);
      while (!frames_.empty()) {
        if (!advance(budget)) leave();
      }
      result_.tree.root = returned_;
      result_.value = result_.tree.nodes[returned_].value;
      result_.has_value = true;
    } catch (const BudgetExhausted& spent) {
      result_.stop = spent.reason();
      settle_for_what_is_known();
    } catch (...) {
      abandon(start);
      throw;
    }
    abandon(start);
    result_.nodes = result_.tree.nodes.size();
    return std::move(result_);
  }

 private:
  struct Frame {
    std::uint32_t node;
    Word mark;
    Values values;
    std::vector<PolicyEdge> edges;  // children that are complete, and the one that is searched
    std::vector<PolicyEdge> unlikely;
    std::vector<Expansion> unlikely_instances;
    std::size_t method = 0;
    ChoicePoint point;
    bool point_open = false;
    bool last = false;
    bool waiting = false;  // the last edge has no child yet
    Hash128 key;
  };

  std::uint32_t cons(TaskId head, std::uint32_t tail) {
    auto& lists = result_.tree.lists;
    lists.push_back({head, tail});
    list_hash_.push_back(hash_with(head, tail == kNoNode ? Hash128{1, 1} : list_hash_[tail]));
    return static_cast<std::uint32_t>(lists.size() - 1);
  }
  static Hash128 hash_with(Word word, const Hash128& below) {
    return {mix(below.low, word), mix(below.high, word + 0x51ed27ULL)};
  }
  std::uint32_t length_of(std::uint32_t list) const {
    std::uint32_t length = 0;
    for (; list != kNoNode; list = result_.tree.lists[list].tail) ++length;
    return length;
  }

  Hash128 key_of(std::uint32_t list, const Values& values) {
    const Hash128 state = domain_.state_hash();
    Hash128 h = list == kNoNode ? Hash128{1, 1} : list_hash_[list];
    h = {mix(h.low, state.low), mix(h.high, state.high)};
    for (const double x : values) h = hash_with(std::hash<double>{}(x), h);
    if (options_.max_depth != 0xffffffffU) h = hash_with(frames_.size(), h);
    return h;
  }

  // Makes a node of the present state and the list: a leaf at once (returned_), else a frame.
  void enter(std::uint32_t list, std::uint32_t length, Values values, Budget& budget) {
    budget.charge();
    if ((result_.tree.nodes.size() & 0xfffU) == 0) note_memory(budget);
    Hash128 key;
    if (share_) {
      key = key_of(list, values);
      const auto [it, fresh] = known_.try_emplace(key, kNoNode);
      if (!fresh) {
        if (it->second == kNoNode) refuse_cycle(list);
        ++result_.shared;
        returned_ = it->second;
        return;
      }
    }
    PolicyNode node;
    node.list = list;
    node.length = length;
    if (list != kNoNode) node.task = result_.tree.lists[list].head;
    if (list == kNoNode && domain_.accepts()) {
      node.kind = NodeKind::kEnd;
    } else if (list == kNoNode && domain_.methods(kNil).empty()) {
      node.kind = NodeKind::kDeadEnd;
    } else if (frames_.size() >= options_.max_depth) {
      node.kind = NodeKind::kDepth;
    } else if (node.task != kNil && domain_.kind(node.task) == TaskKind::kPrimitive) {
      node.kind = NodeKind::kStep;
    } else {
      node.owner = domain_.owner(node.task);
      node.kind = node.owner == 0 ? NodeKind::kDecision : NodeKind::kExternal;
    }
    const auto id = static_cast<std::uint32_t>(result_.tree.nodes.size());
    result_.tree.nodes.push_back(node);
    Frame frame;
    frame.node = id;
    frame.mark = domain_.mark();
    frame.values = std::move(values);
    frame.key = key;
    if (node.kind == NodeKind::kEnd || node.kind == NodeKind::kDeadEnd ||
        node.kind == NodeKind::kDepth) {
      finish_leaf(frame);
    } else {
      frames_.push_back(std::move(frame));
    }
  }

  [[noreturn]] void refuse_cycle(std::uint32_t list) const {
    const std::string task =
        list == kNoNode ? "the empty list" : domain_.task_text(result_.tree.lists[list].head);
    throw Error(fmt::format("play comes back to the same state before {}", task),
                "give max_depth, or count the rounds in the state");
  }

  void finish_leaf(const Frame& frame) {
    PolicyNode& node = result_.tree.nodes[frame.node];
    if (options_.evaluate) {
      node.value = options_.evaluate({domain_, frame.values, node.kind});
    } else if (node.kind == NodeKind::kDeadEnd) {
      node.value = -kInfinity;
    } else if (!attributes_.empty()) {
      // Not the negative: that of 0 prints as -0.
      node.value = attributes_[0].better == Better::kLess ? 0.0 - frame.values[0] : frame.values[0];
    }
    returned_ = frame.node;
    if (share_) known_[frame.key] = frame.node;
  }

  // Searches one child more of the last frame. False if there is none.
  bool advance(Budget& budget) {
    Frame& frame = frames_.back();
    if (frame.waiting) {
      frame.edges.back().child = returned_;
      frame.waiting = false;
      domain_.undo(frame.mark);
    }
    const PolicyNode node = result_.tree.nodes[frame.node];
    const std::uint32_t tail = node.list == kNoNode ? kNoNode : result_.tree.lists[node.list].tail;
    if (node.kind == NodeKind::kStep) {
      if (!frame.edges.empty()) return false;
      Values values = frame.values;
      if (!apply(node.task, values)) return false;
      frame.edges.emplace_back();
      frame.waiting = true;
      enter(tail, node.length - 1, std::move(values), budget);
      return true;
    }
    Expansion instance;
    if (!next_instance(frame, node, instance)) return false;
    descend(frame, node, instance, tail, budget);
    return true;
  }

  void descend(Frame& frame, const PolicyNode& node, const Expansion& instance, std::uint32_t tail,
               Budget& budget) {
    frame.waiting = true;
    std::uint32_t list = tail;
    for (std::size_t i = instance.subtasks.size(); i-- > 0;)
      list = cons(instance.subtasks[i], list);
    const auto rest = node.list == kNoNode ? 0U : node.length - 1;
    const auto length = rest + static_cast<std::uint32_t>(instance.subtasks.size());
    Values values = frame.values;  // enter() may move frames
    enter(list, length, std::move(values), budget);
  }

  // The next instance that is likely enough; its edge is added to the frame. In the end, the
  // likeliest of the others, if there was none.
  bool next_instance(Frame& frame, const PolicyNode& node, Expansion& instance) {
    while (true) {
      const auto methods = domain_.methods(node.task);
      if (frame.method == methods.size()) return likeliest(frame, instance);
      const MethodId method = methods[frame.method];
      if (!frame.last) {
        if (!frame.point_open) frame.point.words.clear();
        frame.point_open = false;
        instance.clear();
        if (domain_.next(node.task, method, frame.point, instance)) {
          frame.last = instance.last;
          frame.point_open = !frame.last;
          if (!(instance.weight >= 0)) {
            throw Error(
                fmt::format("the weight of method {} for {} is {}", domain_.method_name(method),
                            domain_.task_text(node.task), instance.weight),
                "weights are numbers that are not negative");
          }
          const PolicyEdge edge = edge_of(method, instance);
          if (node.kind == NodeKind::kExternal && instance.weight < options_.cutoff) {
            ++result_.unlikely;
            frame.unlikely.push_back(edge);
            frame.unlikely_instances.push_back(instance);
            continue;
          }
          frame.edges.push_back(edge);
          return true;
        }
      }
      frame.last = false;
      ++frame.method;
    }
  }

  bool likeliest(Frame& frame, Expansion& instance) {
    if (!frame.edges.empty() || frame.unlikely.empty()) return false;
    std::size_t best = 0;
    for (std::size_t i = 1; i < frame.unlikely.size(); ++i) {
      if (frame.unlikely[i].weight > frame.unlikely[best].weight) best = i;
    }
    frame.edges.push_back(frame.unlikely[best]);
    instance = frame.unlikely_instances[best];
    --result_.unlikely;
    return true;
  }

  PolicyEdge edge_of(MethodId method, const Expansion& instance) {
    auto& words = result_.tree.words;
    PolicyEdge edge;
    edge.method = method;
    edge.binding = static_cast<std::uint32_t>(words.size());
    edge.bindings = static_cast<std::uint32_t>(instance.bindings.size());
    edge.weight = instance.weight;
    words.insert(words.end(), instance.bindings.begin(), instance.bindings.end());
    return edge;
  }

  bool apply(TaskId step, Values& values) {
    Values contribution = identities(attributes_);
    Effects effects{contribution};
    if (!domain_.apply(step, effects)) return false;
    check_contributions(domain_, step, contribution);
    accumulate(attributes_, values, contribution);
    return true;
  }

  void leave() {
    Frame frame = std::move(frames_.back());
    frames_.pop_back();
    PolicyNode& node = result_.tree.nodes[frame.node];
    if (frame.edges.empty()) {
      node.kind = NodeKind::kDeadEnd;
      finish_leaf(frame);
      return;
    }
    close_node(frame);
    returned_ = frame.node;
    if (share_) known_[frame.key] = frame.node;
  }

  void close_node(const Frame& frame) {
    PolicyTree& tree = result_.tree;
    PolicyNode& node = tree.nodes[frame.node];
    node.edge = static_cast<std::uint32_t>(tree.edges.size());
    node.edges = static_cast<std::uint32_t>(frame.edges.size());
    tree.edges.insert(tree.edges.end(), frame.edges.begin(), frame.edges.end());
    if (node.kind == NodeKind::kDecision) {
      if (!decide_by_regret(node)) {
        for (std::uint32_t e = 0; e < node.edges; ++e) {
          const double value = child_value(node, e);
          if (node.best == kNoNode || value > node.value) {
            node.best = e;
            node.value = value;
          }
        }
      }
    } else if (node.kind == NodeKind::kExternal) {
      node.value = external_value(node);
    } else {
      node.value = child_value(node, 0);
    }
  }

  double child_value(const PolicyNode& node, std::uint32_t e) const {
    return result_.tree.nodes[result_.tree.edges[node.edge + e].child].value;
  }
  Criterion criterion_of(int agent) const {
    const auto index = static_cast<std::size_t>(agent);
    return index < options_.criteria.size() ? options_.criteria[index] : Criterion::minimum();
  }

  double external_value(const PolicyNode& node) const {
    std::vector<double> values;
    std::vector<double> weights;
    for (std::uint32_t e = 0; e < node.edges; ++e) {
      values.push_back(child_value(node, e));
      weights.push_back(result_.tree.edges[node.edge + e].weight);
    }
    const double least = *std::min_element(values.begin(), values.end());
    const double greatest = *std::max_element(values.begin(), values.end());
    const Criterion criterion = criterion_of(node.owner);
    switch (criterion.kind) {
      case Criterion::kMaximum: return greatest;
      case Criterion::kRegret:
      case Criterion::kMinimum: return least;
      case Criterion::kHurwicz:
        return criterion.optimism * greatest + (1 - criterion.optimism) * least;
      case Criterion::kCustom: return criterion.custom(values, weights);
      case Criterion::kWeighted:
      case Criterion::kWeightedSum: break;
    }
    double sum = 0;
    double total = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (weights[i] == 0) continue;  // what never happens may be a dead end
      sum += weights[i] * values[i];
      total += weights[i];
    }
    if (criterion.kind == Criterion::kWeightedSum) return sum;
    if (total <= 0) {
      throw Error(fmt::format("all weights at {} are 0", domain_.task_text(node.task)),
                  "a weighted mean needs a positive weight");
    }
    return sum / total;
  }

  // The node that an alternative leads to without another choice.
  std::uint32_t next_choice(std::uint32_t node) const {
    const PolicyTree& tree = result_.tree;
    while (tree.nodes[node].edges == 1 && tree.nodes[node].kind != NodeKind::kExternal) {
      node = tree.edges[tree.nodes[node].edge].child;
    }
    return node;
  }

  bool same_outcome(const PolicyEdge& a, const PolicyEdge& b) const {
    const auto x = result_.tree.bindings(a);
    const auto y = result_.tree.bindings(b);
    return a.method == b.method && std::equal(x.begin(), x.end(), y.begin(), y.end());
  }

  bool decide_by_regret(PolicyNode& node) const {
    const PolicyTree& tree = result_.tree;
    std::vector<std::uint32_t> choices;
    bool any = false;
    for (std::uint32_t e = 0; e < node.edges; ++e) {
      const std::uint32_t to = next_choice(tree.edges[node.edge + e].child);
      const PolicyNode& choice = tree.nodes[to];
      const bool external = choice.kind == NodeKind::kExternal &&
                            criterion_of(choice.owner).kind == Criterion::kRegret;
      if (!external && choice.edges > 0) return false;
      any = any || external;
      choices.push_back(to);
    }
    if (!any) return false;
    const auto value_at = [&](const PolicyNode& choice, const PolicyEdge& outcome) {
      if (choice.kind != NodeKind::kExternal) return choice.value;
      for (std::uint32_t e = 0; e < choice.edges; ++e) {
        const PolicyEdge& edge = tree.edges[choice.edge + e];
        if (same_outcome(edge, outcome)) return tree.nodes[edge.child].value;
      }
      return choice.value;
    };
    std::vector<double> worst(choices.size(), 0);
    for (const std::uint32_t with_outcomes : choices) {
      const PolicyNode& named = tree.nodes[with_outcomes];
      for (std::uint32_t e = 0; e < named.edges; ++e) {
        const PolicyEdge& outcome = tree.edges[named.edge + e];
        double best = -kInfinity;
        for (const std::uint32_t c : choices)
          best = std::max(best, value_at(tree.nodes[c], outcome));
        for (std::size_t c = 0; c < choices.size(); ++c) {
          const double value = value_at(tree.nodes[choices[c]], outcome);
          // Nothing is regretted where nothing could be saved.
          worst[c] = std::max(worst[c], best == value ? 0 : best - value);
        }
      }
    }
    node.best =
        static_cast<std::uint32_t>(std::min_element(worst.begin(), worst.end()) - worst.begin());
    node.regret = worst[node.best];
    node.value = tree.nodes[choices[node.best]].value;
    return true;
  }

  // A limit was reached: alternatives of the root that are complete, if it is the planner's.
  void settle_for_what_is_known() {
    if (frames_.empty()) return;
    Frame& root = frames_.front();
    if (root.waiting) root.edges.pop_back();
    if (result_.tree.nodes[root.node].kind != NodeKind::kDecision || root.edges.empty()) return;
    close_node(root);
    result_.tree.root = root.node;
    result_.value = result_.tree.nodes[root.node].value;
    result_.has_value = true;
  }

  void abandon(Word start) {
    for (; !frames_.empty(); frames_.pop_back()) {
      if (frames_.back().point_open) domain_.close(frames_.back().point);
    }
    domain_.undo(start);
    domain_.set_budget(nullptr);
  }

  void note_memory(Budget& budget) {
    const PolicyTree& tree = result_.tree;
    meter_.set(budget, tree.nodes.capacity() * sizeof(PolicyNode) +
                           tree.edges.capacity() * sizeof(PolicyEdge) +
                           tree.words.capacity() * sizeof(Word) +
                           tree.lists.capacity() * (sizeof(PolicyTree::List) + sizeof(Hash128)) +
                           frames_.capacity() * sizeof(Frame) +
                           known_.bucket_count() * (sizeof(Hash128) + sizeof(std::uint32_t) + 1));
  }

  Domain& domain_;
  const PolicyOptions& options_;
  const std::vector<Attribute>& attributes_;
  bool share_;
  std::vector<Hash128> list_hash_;
  std::vector<Frame> frames_;
  FlatMap<Hash128, std::uint32_t, Hash128Hash> known_;  // kNoNode: on the stack
  std::uint32_t returned_ = kNoNode;
  PolicyResult result_;
  MemoryMeter meter_;
};

}  // namespace

PolicyResult plan_policy(Domain& domain, const PolicyOptions& options, Budget& budget) {
  return plan_policy(domain, domain.initial_tasks(), options, budget);
}

PolicyResult plan_policy(Domain& domain, std::vector<TaskId> tasks, const PolicyOptions& options,
                         Budget& budget) {
  return PolicySearch(domain, options).run(tasks, budget);
}

std::string policy_text(const Domain& domain, const PolicyTree& tree,
                        const PolicyTextOptions& options) {
  struct Open {
    std::uint32_t node;
    std::uint32_t depth;
    const PolicyEdge* edge;  // that leads here, if somebody chose
  };
  std::string out;
  if (tree.root == kNoNode) return out;
  std::vector<Open> open{{tree.root, 0, nullptr}};
  while (!open.empty()) {
    const auto [id, depth, edge] = open.back();
    open.pop_back();
    const PolicyNode& node = tree.nodes[id];
    if (depth > options.max_depth) continue;
    const std::string indent(2 * std::size_t{depth}, ' ');
    const auto line = [&](const std::string& text) { out += indent + text + "\n"; };
    if (edge != nullptr) {
      std::string text = "- " + domain.method_name(edge->method);
      for (const auto& [name, value] : domain.binding_texts(edge->method, tree.bindings(*edge))) {
        text += ", " + name + " = " + value;
      }
      if (edge->weight != 1) text += fmt::format(", weight {:.6g}", edge->weight);
      line(text + fmt::format(": {:.6g}", node.value));
    }
    const std::string task = node.task == kNil ? "NIL" : domain.task_text(node.task);
    switch (node.kind) {
      case NodeKind::kStep: line("  do " + task); break;
      case NodeKind::kDecision:
        line(fmt::format("  choose for {} {:.6g}", task, node.value));
        break;
      case NodeKind::kExternal:
        line(fmt::format("  {} chooses for {} {:.6g}", domain.agent_name(node.owner), task,
                         node.value));
        break;
      case NodeKind::kEnd: line(fmt::format("  end {:.6g}", node.value)); break;
      case NodeKind::kDeadEnd: line("  nothing can be done for " + task); break;
      case NodeKind::kDepth: line(fmt::format("  estimated {:.6g}", node.value)); break;
    }
    const auto edges = tree.edges_of(id);
    const bool only_best = node.kind == NodeKind::kDecision && !options.all;
    for (std::size_t e = edges.size(); e-- > 0;) {
      if (only_best && e != node.best) continue;
      const bool chosen = node.kind != NodeKind::kStep;
      open.push_back({edges[e].child, chosen ? depth + 1 : depth, chosen ? &edges[e] : nullptr});
    }
  }
  return out;
}

}  // namespace cgt::htn
