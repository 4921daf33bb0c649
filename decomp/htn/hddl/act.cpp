#include "decomp/htn/hddl/act.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "cgt/support/words.hpp"
#include "decomp/htn/hddl/read/sexpr.hpp"
#include "decomp/htn/planner/executor.hpp"

namespace cgt::htn::hddl {
namespace {

using ActKind = ActEvent::Kind;

class ObservationReader {
 public:
  // `source`: one list of them.
  ObservationReader(const Model& model, const SourceText& source)
      : model_(model), source_(source) {}

  std::vector<Observation> read() const {
    const Sexpr text(source_);
    std::vector<Observation> out;
    for (std::size_t i = 0; i < text.root().size(); ++i) out.push_back(literal(text.root()[i]));
    return out;
  }

 private:
  [[noreturn]] void refuse(const Sexpr::Node& node, std::string message, std::string hint) const {
    throw InputError(source_,
                     {{Severity::kError, std::move(message), std::move(hint), node.span()}});
  }
  Observation literal(const Sexpr::Node& node) const {
    if (!node.is_list() || node.size() == 0)
      refuse(node, "this is not a fact", "(at van shop) or (not (at van shop))");
    if (!node[0].is("not")) return {fact(node), true};
    if (node.size() != 2 || !node[1].is_list() || node[1].size() == 0)
      refuse(node, "\"not\" takes one fact", "(not (at van shop))");
    return {fact(node[1]), false};
  }
  Fact fact(const Sexpr::Node& node) const {
    Fact out;
    out.symbol = number(node[0], model_.predicates, "predicate");
    const Symbol& predicate = model_.predicates[out.symbol];
    if (node.size() != predicate.parameters.size() + 1) {
      refuse(node,
             fmt::format("predicate \"{}\" takes {}, not {}", predicate.name,
                         counted(predicate.parameters.size(), "argument"), node.size() - 1),
             "");
    }
    for (std::size_t i = 1; i < node.size(); ++i) {
      const Index object = number(node[i], model_.objects, "object");
      const Typed& parameter = predicate.parameters[i - 1];
      if (!model_.is_subtype(model_.objects[object].type, parameter.type)) {
        refuse(node[i],
               fmt::format("\"{}\" is not of type \"{}\"", model_.objects[object].name,
                           model_.types[parameter.type].name),
               "");
      }
      out.objects.push_back(object);
    }
    return out;
  }
  template <class Named>
  Index number(const Sexpr::Node& node, const std::vector<Named>& all, const char* what) const {
    std::vector<std::string> known;
    for (Index i = 0; i < all.size(); ++i) {
      if (!node.is_list() && all[i].name == node.word()) return i;
      known.push_back(all[i].name);
    }
    const std::string near = closest(node.word(), known);
    refuse(node, fmt::format("no {} is called \"{}\"", what, node.word()),
           near.empty() ? "" : fmt::format("did you mean \"{}\"?", near));
  }

  const Model& model_;
  const SourceText& source_;
};

}  // namespace

std::vector<Observation> read_observations(const Model& model, const SourceText& source) {
  // One list around all of them; places are one further back then.
  const SourceText list(source.name(), "(" + std::string(source.text()) + ")");
  try {
    return ObservationReader(model, list).read();
  } catch (const InputError& error) {
    throw InputError(error, source, ~std::size_t{0});
  }
}

std::string ActEvent::text() const {
  switch (kind) {
    case ActKind::kPlanned: return "plan: " + counted(count, "step");
    case ActKind::kDone: return "done " + step;
    case ActKind::kFailed: return "failed " + step;
    case ActKind::kRetried: return fmt::format("try {} again ({})", step, count);
    case ActKind::kOther: return "something else than " + step;
    case ActKind::kServes: return "the steps that are left can still be done";
    case ActKind::kReplanned:
      return fmt::format("new plan from {} above {}", counted(count, "level"), step);
    case ActKind::kNoPlan: return "no plan after " + step;
    case ActKind::kGaveUp: return "gave up after " + step;
    case ActKind::kGoalMissed: return "all tasks are done, but the goal does not hold";
  }
  return {};
}

Actor::Actor(Model model, ActOptions options)
    : options_(std::move(options)), model_(std::make_unique<Model>(std::move(model))) {}

void Actor::note(ActKind kind, std::string text, std::uint64_t count) {
  events_.push_back({kind, std::move(text), count});
}

bool Actor::plan(Budget& budget) {
  Solution found = find_plan(*model_, options_.solve, budget);
  stop_ = found.result.stop;
  if (found.result.plans.empty()) {
    ended_ = true;
    return false;
  }
  domain_ = std::move(found.domain);
  plan_ = domain_->without_continuations(found.result.plans[0]);
  note(ActKind::kPlanned, "", plan_.steps.size());
  if (plan_.steps.empty()) end(false);
  return true;
}

std::string Actor::next_step() const {
  CGT_EXPECTS(!ended_, "a step is left");
  return domain_->task_text(next_task());
}

std::vector<Fact> Actor::facts() const {
  std::vector<Fact> out;
  const Relations& state = domain_->state();
  for (Index p = 0; p < model_->predicates.size(); ++p) {
    for (Index t = 0; t < state.tuples(p); ++t) {
      if (!state.holds(p, t)) continue;
      Fact& fact = out.emplace_back();
      fact.symbol = p;
      for (const Index object : state.tuple(p, t))
        fact.objects.push_back(domain_->objects().of_model(object));
    }
  }
  return out;
}

void Actor::change(const std::vector<Observation>& observations) {
  Relations& state = domain_->state();
  for (const Observation& seen : observations) {
    std::vector<Index> objects;
    for (const Index object : seen.fact.objects)
      objects.push_back(domain_->objects().number(object));
    const Index tuple = state.intern(seen.fact.symbol, objects);
    if (seen.holds == state.holds(seen.fact.symbol, tuple)) continue;
    if (seen.holds) {
      state.add(seen.fact.symbol, tuple);
    } else {
      state.remove(seen.fact.symbol, tuple);
    }
  }
}

void Actor::end(bool no_plan) {
  ended_ = true;
  finished_ = !no_plan && domain_->accepts();
  if (!no_plan && !finished_) note(ActKind::kGoalMissed, "");
}

// After a step was done, in this way or another.
void Actor::go_on(bool changed, Budget& budget) {
  retried_ = 0;
  ++next_;
  if (changed) {
    if (!still_works(*domain_, plan_, next_)) {
      replan(false, budget);
      return;
    }
    note(ActKind::kServes, "");
  }
  if (next_ == plan_.steps.size()) end(false);
}

void Actor::done(const std::vector<Observation>& besides, Budget& budget) {
  CGT_EXPECTS(!ended_, "a step is left");
  Values values = identities(domain_->attributes());
  // What the model does not allow cannot have been done as planned.
  const bool possible = apply_step(*domain_, next_task(), values);
  CGT_EXPECTS(possible, "the plan is one from here on");
  note(ActKind::kDone, next_step());
  steps_.push_back(next_step());
  change(besides);
  go_on(!besides.empty(), budget);
}

void Actor::turned_out(const std::vector<Observation>& instead, Budget& budget) {
  CGT_EXPECTS(!ended_, "a step is left");
  note(ActKind::kOther, next_step());
  change(instead);
  go_on(true, budget);
}

void Actor::failed(Budget& budget) {
  CGT_EXPECTS(!ended_, "a step is left");
  note(ActKind::kFailed, next_step());
  if (retried_ < options_.retries) {
    note(ActKind::kRetried, next_step(), ++retried_);
    return;
  }
  retried_ = 0;
  replan(true, budget);
}

// Not once more, with these objects: one of the parameters is another.
void Actor::ban(Model& model, TaskId step) const {
  const std::span<const Index> objects = domain_->arguments(step);
  Formula other;
  other.kind = Formula::Kind::kOr;
  for (Index i = 0; i < objects.size(); ++i) {
    Formula same;
    same.kind = Formula::Kind::kEqual;
    same.terms = {Term{true, i}, Term{false, domain_->objects().of_model(objects[i])}};
    Formula differs;
    differs.kind = Formula::Kind::kNot;
    differs.parts.push_back(std::move(same));
    other.parts.push_back(std::move(differs));
  }
  Formula both;
  both.parts.push_back(std::move(model.actions[domain_->symbol(step)].precondition));
  both.parts.push_back(std::move(other));
  model.actions[domain_->symbol(step)].precondition = std::move(both);
}

// What is left to do: tasks not yet begun, and `restarted` (kNoNode: none), which is decomposed again, in the order in
// which the plan has them. Of tasks without steps those are over that had to come before a step that was done.
Method Actor::tasks_left(std::uint32_t restarted) const {
  const std::size_t size = plan_.nodes.size();
  const std::vector<std::vector<std::uint32_t>> children = plan_.children();
  const std::vector<std::uint32_t> ends = plan_.ends();
  std::vector<bool> begun(size, false);  // a step of it was done
  std::vector<bool> opened(size, false);
  std::vector<bool> over(size, false);  // a step after it was done
  for (std::size_t s = 0; s < next_; ++s)
    for (std::uint32_t at = plan_.steps[s]; at != kNoNode && !begun[at];
         at = plan_.nodes[at].parent)
      begun[at] = true;
  for (std::uint32_t at = restarted; at != kNoNode; at = plan_.nodes[at].parent)
    opened[at] = at != restarted;

  // Pairs of children, by the first one; the last ones first. Subtasks stand in an order that is allowed.
  const auto each_pair = [&](std::size_t node, const auto& visit) {
    const Index by =
        node == size ? Rule::kInitial : domain_->hierarchy().rules[plan_.nodes[node].method].method;
    const Method& method = by == Rule::kInitial ? model_->initial : model_->methods[by];
    std::vector<std::pair<Index, Index>> pairs = method.before;
    for (Index i = 1; !method.partial && i < children[node].size(); ++i)
      pairs.emplace_back(i - 1, i);
    std::sort(pairs.rbegin(), pairs.rend());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    for (const auto& [first, second] : pairs) visit(children[node][first], children[node][second]);
  };
  std::vector<std::size_t> open_nodes;
  const auto open = [&](std::size_t node) {
    open_nodes.push_back(node);
    each_pair(node, [&](std::uint32_t first, std::uint32_t second) {
      if (over[second] || begun[second]) over[first] = true;
    });
  };
  std::vector<std::uint32_t> left;
  open(size);
  for (std::uint32_t at = 0; at < size;) {
    const bool descend = !over[at] && at != restarted && (begun[at] || opened[at]);
    if (descend && plan_.nodes[at].method != kNoMethod) open(at);
    if (!over[at] && !descend) left.push_back(at);
    at = descend ? at + 1 : ends[at];
  }

  Method out;
  out.name = model_->initial.name;
  for (const std::uint32_t node : left) {
    const TaskId task = plan_.nodes[node].task;
    Subtask& subtask = out.subtasks.emplace_back();
    subtask.task = domain_->symbol(task);
    for (const Index object : domain_->arguments(task))
      subtask.terms.push_back({false, domain_->objects().of_model(object)});
  }
  const auto place = [&](std::uint32_t node) {
    return static_cast<Index>(std::lower_bound(left.begin(), left.end(), node) - left.begin());
  };
  std::size_t in_a_row = 1;
  for (const std::size_t node : open_nodes) {
    each_pair(node, [&](std::uint32_t first, std::uint32_t second) {
      for (Index i = place(first); i < place(ends[first]); ++i) {
        for (Index j = place(second); j < place(ends[second]); ++j) {
          out.before.emplace_back(i, j);
          if (j == i + 1) ++in_a_row;
        }
      }
    });
  }
  out.partial = in_a_row < left.size();
  if (!out.partial) out.before.clear();
  return out;
}

// The problem of this moment, with these tasks to do.
Model Actor::model_now(Method tasks) const {
  Model out = *model_;
  out.facts = facts();
  out.values.clear();
  const Relations& state = domain_->state();
  for (Index f = 0; f < out.functions.size(); ++f) {
    for (Index t = 0; t < state.values(f); ++t) {
      Value value;
      value.function = f;
      value.number = state.value(f, t);
      if (std::isnan(value.number)) continue;
      for (const Index object : state.arguments(f, t))
        value.objects.push_back(domain_->objects().of_model(object));
      out.values.push_back(std::move(value));
    }
  }
  out.initial = std::move(tasks);
  return out;
}

bool Actor::plan_for(Method tasks, Budget& budget) {
  auto model = std::make_unique<Model>(model_now(std::move(tasks)));
  Solution found = find_plan(*model, options_.solve, budget);
  stop_ = found.result.stop;
  if (found.result.plans.empty()) return false;
  Plan plan = found.domain->without_continuations(found.result.plans[0]);
  // The domain refers to its model, so it goes first.
  domain_ = std::move(found.domain);
  model_ = std::move(model);
  plan_ = std::move(plan);
  next_ = 0;
  return true;
}

// `next_` is the step that failed, or the one after the step that was done.
void Actor::replan(bool failed, Budget& budget) {
  const std::uint32_t node = plan_.steps[failed ? next_ : next_ - 1];
  const std::string text = domain_->task_text(plan_.nodes[node].task);
  if (failed) ban(*model_, plan_.nodes[node].task);
  if (replans_ >= options_.max_replans) {
    note(ActKind::kGaveUp, text);
    end(true);
    return;
  }
  // A plan of an outer level need not hold those of an inner one, whose tasks start over from here. So if any
  // search was cut short, "no plan" is not proved.
  std::optional<StopReason> cut;
  stop_ = StopReason::kExhausted;
  std::uint64_t depth = 0;
  for (std::uint32_t at = node; at != kNoNode; at = plan_.nodes[at].parent, ++depth) {
    if (failed && at == node) continue;  // banned
    const bool last = plan_.nodes[at].parent == kNoNode;
    Budget part = last ? budget.another() : budget.part(options_.part_nodes, 0.5);
    const bool found = plan_for(tasks_left(at == node ? kNoNode : at), part);
    if (found) {
      ++replans_;
      note(ActKind::kReplanned, text, depth);
      if (plan_.steps.empty()) end(false);
      return;
    }
    if (stop_ == StopReason::kInterrupted) break;
    if (stop_ != StopReason::kExhausted) cut = stop_;
  }
  if (cut && stop_ != StopReason::kInterrupted) stop_ = *cut;
  note(stop_ == StopReason::kExhausted ? ActKind::kNoPlan : ActKind::kGaveUp, text);
  end(true);
}

}  // namespace cgt::htn::hddl
