#include "decomp/htn/hddl/solve.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace cgt::htn::hddl {
namespace {

class Interleaving {
 public:
  Interleaving(RelationalDomain& domain, const InterleavingOptions& options, Budget& budget)
      : domain_(domain), options_(options), budget_(budget), values_(identities(attributes())) {
    note_orders();
    note_constant_symbols();
  }

  PlanResult run() {
    const Word start = domain_.mark();
    domain_.set_budget(&budget_);
    try {
      Open root;
      root.task = domain_.initial_tasks()[0];
      root.hash = leaf_hash(root.task);
      tree_.push_back(root);
      enter();
      while (!frames_.empty() && result_.plans.empty()) {
        if (step()) {
          enter();
        } else {
          back(frames_.back());
          ready_.resize(frames_.back().first);
          frames_.pop_back();
        }
      }
      result_.stop = result_.plans.empty() ? StopReason::kExhausted : StopReason::kEnough;
    } catch (const BudgetExhausted& spent) {
      result_.stop = spent.reason();
    } catch (...) {
      leave(start);
      throw;
    }
    leave(start);
    result_.statistics.table_entries = seen_.size();
    return std::move(result_);
  }

 private:
  static constexpr std::uint32_t kNone = 0xffffffffU;
  // A node of the tree; decomposed if it has a method.
  struct Open {
    TaskId task = 0;
    std::uint32_t parent = kNone;
    std::uint32_t position = 0;  // among its siblings
    MethodId method = kNoMethod;
    std::uint32_t first = 0;  // subtask
    std::uint32_t count = 0;
    std::uint32_t left = 0;  // subtasks that are not completed
    std::uint32_t word = 0;
    std::uint32_t words = 0;
    bool done = false;
    Hash128 hash;
  };
  struct Frame {
    Word mark;
    std::size_t tree;
    std::size_t trail;
    std::size_t words;
    std::size_t steps;
    std::size_t first;  // in ready_: the tasks to choose from
    std::size_t last;
    std::size_t at;
    std::uint32_t method = 0;
    bool begun = false;
    ChoicePoint point;
    Values values;
  };

  RelationalDomain& domain_;
  const InterleavingOptions& options_;
  Budget& budget_;
  Values values_;
  PlanResult result_;
  std::vector<std::vector<std::vector<std::uint32_t>>> before_;  // by rule and position
  std::vector<bool> constant_;                                   // by symbol
  std::vector<Open> tree_;
  std::vector<std::pair<std::uint32_t, Open>> trail_;
  std::vector<Word> words_;
  std::vector<std::uint32_t> steps_;
  std::vector<double> contributions_;
  std::vector<std::uint32_t> ready_;
  std::vector<Frame> frames_;
  FlatMap<Hash128, std::uint32_t, Hash128Hash> seen_;  // steps that were left
  MemoryMeter meter_;

  const std::vector<Attribute>& attributes() const { return domain_.attributes(); }

  void leave(Word start) {
    domain_.undo(start);
    domain_.set_budget(nullptr);
  }

  void note_orders() {
    const Model& model = domain_.model();
    for (const Rule& rule : domain_.hierarchy().rules) {
      const Method& method =
          rule.method == Rule::kInitial ? model.initial : model.methods[rule.method];
      auto& before = before_.emplace_back(method.subtasks.size());
      for (const auto& [first, second] : method.before) before[second].push_back(first);
      if (method.partial) continue;
      for (std::uint32_t i = 1; i < before.size(); ++i) before[i].push_back(i - 1);
    }
  }

  // Symbols whose methods can be chosen at any time or at none.
  void note_constant_symbols() {
    std::vector<bool> changes(domain_.model().predicates.size());
    for (const Action& action : domain_.model().actions) {
      for (const Effect& effect : action.effects) {
        if (effect.kind == Effect::Kind::kAdd || effect.kind == Effect::Kind::kDelete) {
          changes[effect.symbol] = true;
        }
      }
    }
    const auto constant = [&](const Literal& literal) {
      return literal.kind != Literal::Kind::kAtom || !changes[literal.symbol];
    };
    for (const TaskSymbol& symbol : domain_.hierarchy().symbols) {
      constant_.push_back(std::all_of(symbol.rules.begin(), symbol.rules.end(), [&](Index r) {
        const Rule& rule = domain_.hierarchy().rules[r];
        return rule.own.others.empty() &&
               std::all_of(rule.own.literals.begin(), rule.own.literals.end(), constant) &&
               std::all_of(rule.pulled.begin(), rule.pulled.end(), constant);
      }));
    }
  }

  static Hash128 leaf_hash(TaskId task) { return hash128(task, 1); }

  // A tree in which one subtask is left is that subtask.
  Hash128 hash_of(const Open& node) const {
    Hash128 out;
    for (std::uint32_t c = node.first; c < node.first + node.count; ++c) {
      const Open& child = tree_[c];
      if (child.done) continue;
      if (node.left == 1) return child.hash;
      const Hash128 place = hash128(node.method, child.position + 2);
      out ^= {mix(place.low, child.hash.low), mix(place.high, child.hash.high)};
    }
    return out;
  }

  Open& change(std::uint32_t node) {
    trail_.emplace_back(node, tree_[node]);
    return tree_[node];
  }

  // The node was decomposed, or is done: what its ancestors make of it.
  void tell_above(std::uint32_t node) {
    while (tree_[node].parent != kNone) {
      const bool done = tree_[node].done;
      const std::uint32_t parent = tree_[node].parent;
      Open& above = change(parent);
      if (done && --above.left == 0) above.done = true;
      above.hash = hash_of(above);
      node = parent;
    }
  }

  bool may_begin(const Open& node, std::uint32_t position) const {
    const auto& before = before_[node.method][position];
    return std::all_of(before.begin(), before.end(),
                       [&](std::uint32_t b) { return tree_[node.first + b].done; });
  }

  // Appends the tasks that no other must precede to ready_, in the order of the text; if one of
  // them can as well be decomposed at once, that one only.
  void list_ready() {
    const std::size_t first = ready_.size();
    std::vector<std::uint32_t> walk{0};
    while (!walk.empty()) {
      const std::uint32_t at = walk.back();
      walk.pop_back();
      const Open& node = tree_[at];
      if (node.method == kNoMethod) {
        const bool primitive = domain_.kind(node.task) == TaskKind::kPrimitive;
        if (!primitive && constant_[domain_.symbol(node.task)]) {
          ready_.resize(first);
          ready_.push_back(at);
          return;
        }
        ready_.push_back(at);
        continue;
      }
      for (std::uint32_t i = node.count; i-- > 0;) {
        if (!tree_[node.first + i].done && may_begin(node, i)) walk.push_back(node.first + i);
      }
    }
    if (!options_.shuffle) return;
    std::uint64_t seed = mix(*options_.shuffle, result_.statistics.nodes);
    for (std::size_t i = ready_.size(); i > first + 1; --i) {
      seed = mix(seed, i);
      std::swap(ready_[i - 1], ready_[first + seed % (i - first)]);
    }
  }

  void enter() {
    budget_.charge();
    if ((result_.statistics.nodes & 0xfffU) == 0) {
      meter_.set(budget_,
                 seen_.bucket_count() * (sizeof(Hash128) + 5) + tree_.capacity() * sizeof(Open) +
                     trail_.capacity() * sizeof(trail_[0]) + frames_.capacity() * sizeof(Frame));
    }
    if (tree_[0].done) {
      if (domain_.accepts()) complete();
      return;
    }
    if (frames_.size() >= options_.depth) {
      ++result_.statistics.nested_cuts;
      return;
    }
    const Hash128 state = domain_.state_hash();
    const auto left = options_.depth - static_cast<std::uint32_t>(frames_.size());
    const Hash128 key{mix(state.low, tree_[0].hash.low), mix(state.high, tree_[0].hash.high)};
    std::uint32_t& known = seen_[key];
    if (known >= left) {
      ++result_.statistics.duplicate_cuts;
      return;
    }
    known = left;
    const std::size_t first = ready_.size();
    list_ready();
    frames_.push_back({domain_.mark(),
                       tree_.size(),
                       trail_.size(),
                       words_.size(),
                       steps_.size(),
                       first,
                       ready_.size(),
                       first,
                       0,
                       false,
                       {},
                       values_});
    result_.statistics.deepest =
        std::max<std::uint64_t>(result_.statistics.deepest, frames_.size());
  }

  void back(const Frame& frame) {
    domain_.undo(frame.mark);
    for (; trail_.size() > frame.trail; trail_.pop_back()) {
      tree_[trail_.back().first] = trail_.back().second;
    }
    tree_.resize(frame.tree);
    words_.resize(frame.words);
    steps_.resize(frame.steps);
    contributions_.resize(frame.steps * values_.size());
    values_ = frame.values;
  }

  // Makes the next child of the last frame the present node. False if there is none.
  bool step() {
    Frame& frame = frames_.back();
    back(frame);
    for (; frame.at < frame.last; ++frame.at, frame.method = 0, frame.begun = false) {
      const std::uint32_t node = ready_[frame.at];
      const bool primitive = domain_.kind(tree_[node].task) == TaskKind::kPrimitive;
      if (primitive ? do_step(frame, node) : decompose(frame, node)) return true;
    }
    return false;
  }

  bool do_step(Frame& frame, std::uint32_t node) {
    if (frame.begun) return false;
    frame.begun = true;
    const TaskId task = tree_[node].task;
    Values contribution = identities(attributes());
    Effects effects{contribution};
    if (!domain_.apply(task, effects)) return false;
    check_contributions(domain_, task, contribution);
    accumulate(attributes(), values_, contribution);
    contributions_.insert(contributions_.end(), contribution.begin(), contribution.end());
    steps_.push_back(node);
    ++result_.statistics.nodes;
    ++result_.statistics.operators;
    change(node).done = true;
    tell_above(node);
    return true;
  }

  bool decompose(Frame& frame, std::uint32_t node) {
    const TaskId task = tree_[node].task;
    const std::span<const MethodId> methods = domain_.methods(task);
    Expansion expansion;
    for (; frame.method < methods.size(); ++frame.method, frame.point.words.clear()) {
      expansion.clear();
      if (domain_.next(task, methods[frame.method], frame.point, expansion)) break;
    }
    if (frame.method == methods.size()) return false;
    const MethodId method = methods[frame.method];
    if (expansion.last) {
      ++frame.method;
      frame.point.words.clear();
    }
    const auto first = static_cast<std::uint32_t>(tree_.size());
    for (const TaskId subtask : expansion.subtasks) {
      Open child;
      child.task = subtask;
      child.parent = node;
      child.position = static_cast<std::uint32_t>(tree_.size() - first);
      child.hash = leaf_hash(subtask);
      tree_.push_back(child);
    }
    Open& changed = change(node);
    changed.method = method;
    changed.first = first;
    changed.count = changed.left = static_cast<std::uint32_t>(expansion.subtasks.size());
    changed.done = changed.count == 0;
    changed.word = static_cast<std::uint32_t>(words_.size());
    changed.words = static_cast<std::uint32_t>(expansion.bindings.size());
    changed.hash = hash_of(changed);
    words_.insert(words_.end(), expansion.bindings.begin(), expansion.bindings.end());
    ++result_.statistics.nodes;
    ++result_.statistics.methods;
    tell_above(node);
    return true;
  }

  void complete() {
    ++result_.statistics.plans;
    Plan plan;
    plan.values = values_;
    plan.contributions = contributions_;
    std::vector<std::uint32_t> now(tree_.size(), kNoNode);
    std::vector<std::uint32_t> walk{0};
    while (!walk.empty()) {
      const std::uint32_t at = walk.back();
      walk.pop_back();
      const Open& node = tree_[at];
      now[at] = static_cast<std::uint32_t>(plan.nodes.size());
      PlanNode out;
      out.task = node.task;
      out.method = node.method;
      if (node.parent != kNone) out.parent = now[node.parent];
      out.binding = static_cast<std::uint32_t>(plan.words.size());
      out.bindings = node.words;
      for (std::uint32_t w = 0; w < node.words; ++w) plan.words.push_back(words_[node.word + w]);
      plan.nodes.push_back(out);
      for (std::uint32_t i = node.count; i-- > 0;) walk.push_back(node.first + i);
    }
    for (const std::uint32_t step : steps_) plan.steps.push_back(now[step]);
    result_.plans.push_back(std::move(plan));
  }
};

}  // namespace

PlanResult interleave(RelationalDomain& domain, const InterleavingOptions& options,
                      Budget& budget) {
  return Interleaving(domain, options, budget).run();
}

}  // namespace cgt::htn::hddl
