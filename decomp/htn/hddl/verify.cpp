#include "decomp/htn/hddl/verify.hpp"
#include "cgt/support/words.hpp"

#include <fmt/format.h>

#include <map>

namespace cgt::htn::hddl {
namespace {

struct Refusal {
  std::string reason;
  SourceSpan span;
};

class Verifier {
 public:
  Verifier(const Model& model, const WrittenPlan& plan, Budget& budget)
      : model_(model),
        plan_(plan),
        budget_(budget),
        domain_(model, {.hierarchy = {.pull_up = false, .bind_late = false}}) {}

  PlanVerdict run() {
    PlanVerdict out;
    try {
      number_tasks();
      compile();
      model_.is_partial() ? walk_interleaved() : walk();
      if (!domain_.accepts()) throw Refusal{"the goal does not hold at the end", {}};
      out.valid = true;
      out.values = values_;
      for (const Attribute& attribute : domain_.attributes()) out.names.push_back(attribute.name);
    } catch (const Refusal& refusal) {
      out.reason = refusal.reason;
      out.span = refusal.span;
    }
    return out;
  }

 private:
  // Methods by what the plan tells of their variables: all in the head or a subtask.
  struct Matcher {
    std::vector<Terms> subtasks;
    Terms head;
    Query query;
  };
  // A task of the plan: a step, or a decomposition beyond them.
  using Number = std::size_t;

  const Model& model_;
  const WrittenPlan& plan_;
  Budget& budget_;
  RelationalDomain domain_;
  FlatMap<std::uint64_t, Number> numbers_;
  std::vector<bool> used_;
  std::vector<Matcher> matchers_;  // of the methods, then of the root
  std::vector<Index> next_named_;  // the next method with this name for its task, or kNone
  std::vector<Index> variables_;
  Values values_;
  std::size_t steps_done_ = 0;

  bool is_step(Number number) const { return number < plan_.steps.size(); }
  const WrittenPlan::Task& task(Number number) const {
    if (is_step(number)) return plan_.steps[number];
    return plan_.decompositions[number - plan_.steps.size()];
  }
  std::string text(const WrittenPlan::Task& each) const {
    return call_text(model_, model_.tasks[each.task].name, each.objects);
  }

  void number_tasks() {
    const std::size_t count = plan_.steps.size() + plan_.decompositions.size();
    used_.resize(count);
    for (Number i = 0; i < count; ++i) {
      const WrittenPlan::Task& each = task(i);
      if (!numbers_.emplace(each.id, i).second) {
        throw Refusal{fmt::format("the number {} is given twice", each.id), each.span};
      }
      const std::vector<Typed>& parameters = model_.tasks[each.task].parameters;
      for (std::size_t p = 0; p < parameters.size(); ++p) {
        const Typed& object = model_.objects[each.objects[p]];
        if (model_.is_subtype(object.type, parameters[p].type)) continue;
        throw Refusal{
            fmt::format("{} is of type {}, not {}", object.name, model_.types[object.type].name,
                        model_.types[parameters[p].type].name),
            each.span};
      }
    }
  }

  void compile() {
    std::size_t most = 0;
    const auto add = [&](const Method& method) {
      Matcher& out = matchers_.emplace_back();
      out.head = domain_.compiler().terms(method.terms);
      std::vector<bool> bound(method.variables.size());
      const auto told = [&](const Terms& terms) {
        for (const Term& term : terms) {
          if (term.is_variable) bound[term.index] = true;
        }
      };
      told(out.head);
      for (const Subtask& subtask : method.subtasks) {
        out.subtasks.push_back(domain_.compiler().terms(subtask.terms));
        told(out.subtasks.back());
      }
      Conjunction condition;
      domain_.compiler().split(method.precondition, false, condition);
      std::vector<Index> wanted;
      for (Index i = 0; i < method.parameters; ++i) {
        wanted.push_back(i);
        if (bound[i]) {
          condition.literals.push_back(
              {Literal::Kind::kType, false, method.variables[i].type, {{true, i}}});
        }
      }
      out.query = domain_.compiler().compile(condition, method.variables, bound, wanted);
      most = std::max(most, method.variables.size());
    };
    for (const Method& method : model_.methods) add(method);
    add(model_.initial);
    variables_.resize(most);
    next_named_.assign(model_.methods.size(), Relations::kNone);
    std::map<std::pair<std::string_view, Index>, Index> last;
    for (Index m = 0; m < model_.methods.size(); ++m) {
      const auto [same, first] =
          last.try_emplace({model_.methods[m].name, model_.methods[m].task}, m);
      if (!first) next_named_[std::exchange(same->second, m)] = m;
    }
  }

  bool unify(const Terms& terms, const std::vector<Index>& objects) {
    for (std::size_t i = 0; i < terms.size(); ++i) {
      const Index object = domain_.objects().number(objects[i]);
      if (!terms[i].is_variable) {
        if (terms[i].index != object) return false;
        continue;
      }
      Index& value = variables_[terms[i].index];
      if (value != Relations::kNone && value != object) return false;
      value = object;
    }
    return true;
  }

  // The tasks of the plan below one, checked against its method; variables_ as they are told.
  std::vector<Number> matched(const std::vector<std::uint64_t>& ids, const Method& method,
                              const Matcher& matcher, const WrittenPlan::Task* parent) {
    const SourceSpan span = parent == nullptr ? SourceSpan{} : parent->span;
    const std::string owner = owner_of(method, parent);
    std::fill(variables_.begin(), variables_.end(), Relations::kNone);
    if (parent != nullptr && !unify(matcher.head, parent->objects)) {
      throw Refusal{fmt::format("method {} is not for {}", method.name, text(*parent)), span};
    }
    if (ids.size() != method.subtasks.size()) {
      throw Refusal{fmt::format("{} has {}, not {}", owner, counted(method.subtasks.size(), "task"),
                                ids.size()),
                    span};
    }
    std::vector<Number> out;
    const auto refuse = [&](std::string reason) {
      release(out);
      throw Refusal{std::move(reason), span};
    };
    for (std::size_t i = 0; i < ids.size(); ++i) {
      const auto it = numbers_.find(ids[i]);
      if (it == numbers_.end()) refuse(fmt::format("no task has number {}", ids[i]));
      if (used_[it->second]) refuse(fmt::format("task {} is used twice", ids[i]));
      used_[it->second] = true;
      out.push_back(it->second);
      const WrittenPlan::Task& child = task(it->second);
      if (child.task != method.subtasks[i].task || !unify(matcher.subtasks[i], child.objects)) {
        refuse(fmt::format("{} is not task {} of {}", text(child), i + 1, owner));
      }
    }
    return out;
  }
  void release(const std::vector<Number>& numbers) {
    for (const Number number : numbers) used_[number] = false;
  }

  std::vector<Number> subtasks(const std::vector<std::uint64_t>& ids, const Method& method,
                               const Matcher& matcher, const WrittenPlan::Task* parent) {
    std::vector<Number> out = matched(ids, method, matcher, parent);
    if (domain_.runner().exists(matcher.query, variables_.data())) return out;
    release(out);
    refuse(method, parent);
  }
  // Plans name methods: of several for the task with this name, the first one that fits counts.
  template <class Attempt>
  auto by_name(Index method, Attempt attempt) {
    while (true) {
      try {
        return attempt(method);
      } catch (const Refusal&) {
        if (next_named_[method] == Relations::kNone) throw;
        method = next_named_[method];
      }
    }
  }
  [[noreturn]] void refuse(const Method& method, const WrittenPlan::Task* parent) const {
    const SourceSpan span = parent == nullptr ? SourceSpan{} : parent->span;
    throw Refusal{fmt::format("the precondition of {} does not hold, whatever its variables are",
                              owner_of(method, parent)),
                  span};
  }
  std::string owner_of(const Method& method, const WrittenPlan::Task* parent) const {
    return parent == nullptr ? "the problem"
                             : fmt::format("method {} of {}", method.name, text(*parent));
  }

  // In preorder, which is the order of the steps.
  void walk() {
    values_ = identities(domain_.attributes());
    std::vector<Number> open = subtasks(plan_.root, model_.initial, matchers_.back(), nullptr);
    std::reverse(open.begin(), open.end());
    std::size_t done = 0;
    while (!open.empty()) {
      budget_.charge();
      const Number number = open.back();
      open.pop_back();
      ++done;
      if (is_step(number)) {
        do_step(number);
        continue;
      }
      const WrittenPlan::Decomposition& each = plan_.decompositions[number - plan_.steps.size()];
      const Method& method = model_.methods[each.method];
      if (method.task != each.task) {
        throw Refusal{fmt::format("method {} is not for {}", method.name, text(each)), each.span};
      }
      const std::vector<Number> below = by_name(each.method, [&](Index m) {
        return subtasks(each.subtasks, model_.methods[m], matchers_[m], &each);
      });
      open.insert(open.end(), below.rbegin(), below.rend());
    }
    if (done == used_.size()) return;
    const auto unused = std::find(used_.begin(), used_.end(), false);
    const WrittenPlan::Task& each = task(static_cast<Number>(unused - used_.begin()));
    throw Refusal{fmt::format("{} belongs to no task", text(each)), each.span};
  }

  // A decomposition of a plan that may be interleaved; the last one is the root.
  struct Part {
    const Method* method = nullptr;
    const Matcher* matcher = nullptr;
    const WrittenPlan::Task* task = nullptr;
    std::vector<Number> below;
    std::vector<Index> variables;
    std::vector<std::size_t> waits;  // of each subtask: those before it that are not completed
    std::size_t left = 0;
  };
  static constexpr Number kNowhere = static_cast<Number>(-1);
  std::vector<Part> parts_;
  std::vector<std::pair<Number, std::size_t>> above_;  // of each task: its part, its place there
  std::vector<Number> pending_;                        // may be decomposed
  std::size_t opened_ = 0;
  std::vector<bool> may_do_;  // steps

  Number part_of(Number number) const { return number - plan_.steps.size(); }

  void begin(Number number) {
    if (is_step(number)) {
      may_do_[number] = true;
    } else {
      pending_.push_back(part_of(number));
    }
  }

  void open(Number index) {
    ++opened_;
    Part& part = parts_[index];
    for (std::size_t i = 0; i < part.below.size(); ++i) {
      if (part.waits[i] == 0) begin(part.below[i]);
    }
    if (part.left == 0 && index + 1 < parts_.size()) complete(index + plan_.steps.size());
  }

  void complete(Number number) {
    while (true) {
      const auto [index, place] = above_[number];
      Part& part = parts_[index];
      for (std::size_t i = 0; i < part.below.size(); ++i) {
        if (precedes(*part.method, place, i) && --part.waits[i] == 0) begin(part.below[i]);
      }
      if (--part.left > 0 || index + 1 == parts_.size()) return;
      number = index + plan_.steps.size();
    }
  }

  static bool precedes(const Method& method, std::size_t a, std::size_t b) {
    if (!method.partial) return a + 1 == b;
    return std::binary_search(method.before.begin(), method.before.end(),
                              std::pair{static_cast<Index>(a), static_cast<Index>(b)});
  }

  void make_part(const Method& method, const Matcher& matcher, const WrittenPlan::Task* task,
                 const std::vector<std::uint64_t>& ids) {
    Part part{&method, &matcher, task, matched(ids, method, matcher, task), variables_, {}, 0};
    part.left = part.below.size();
    for (std::size_t i = 0; i < part.below.size(); ++i) {
      std::size_t& waits = part.waits.emplace_back(0);
      for (std::size_t j = 0; j < i; ++j) waits += precedes(method, j, i) ? 1 : 0;
      above_[part.below[i]] = {parts_.size(), i};
    }
    parts_.push_back(std::move(part));
  }

  // Each method is chosen as early as it can be: later choices leave less room for what is below.
  void walk_interleaved() {
    values_ = identities(domain_.attributes());
    above_.assign(used_.size(), {kNowhere, 0});
    may_do_.assign(plan_.steps.size(), false);
    for (const WrittenPlan::Decomposition& each : plan_.decompositions) {
      const Method& method = model_.methods[each.method];
      if (method.task != each.task) {
        throw Refusal{fmt::format("method {} is not for {}", method.name, text(each)), each.span};
      }
      by_name(each.method,
              [&](Index m) { make_part(model_.methods[m], matchers_[m], &each, each.subtasks); });
    }
    make_part(model_.initial, matchers_.back(), nullptr, plan_.root);
    pending_.push_back(parts_.size() - 1);
    for (Number step = 0;; ++step) {
      choose_methods();
      if (step == plan_.steps.size()) break;
      if (!may_do_[step]) {
        refuse_pending_above(step);
        throw Refusal{fmt::format("{} is not in the order of the tasks", text(task(step))),
                      task(step).span};
      }
      do_step(step);
      complete(step);
    }
    if (!pending_.empty()) {
      const Part& part = parts_[pending_[0]];
      refuse(*part.method, part.task);
    }
    for (Number i = 0; i < used_.size(); ++i) {
      if (used_[i]) continue;
      throw Refusal{fmt::format("{} belongs to no task", text(task(i))), task(i).span};
    }
    if (opened_ < parts_.size()) throw Refusal{"tasks of the plan are below themselves", {}};
  }

  void choose_methods() {
    for (std::size_t i = 0; i < pending_.size();) {
      budget_.charge();
      const Number index = pending_[i];
      Part& part = parts_[index];
      variables_ = part.variables;
      if (!domain_.runner().exists(part.matcher->query, variables_.data())) {
        ++i;
        continue;
      }
      pending_.erase(pending_.begin() + static_cast<std::ptrdiff_t>(i));
      open(index);
    }
  }

  // The step waits for a method above it that could not be chosen.
  void refuse_pending_above(Number number) const {
    std::size_t most = used_.size();  // ends where tasks are below themselves
    while (above_[number].first != kNowhere && most-- > 0) {
      const Number index = above_[number].first;
      if (std::find(pending_.begin(), pending_.end(), index) != pending_.end()) {
        refuse(*parts_[index].method, parts_[index].task);
      }
      if (index + 1 == parts_.size()) return;
      number = index + plan_.steps.size();
    }
  }

  void do_step(Number number) {
    const WrittenPlan::Task& step = plan_.steps[number];
    if (number != steps_done_) {
      throw Refusal{fmt::format("{} is not in the order of the tasks", text(step)), step.span};
    }
    ++steps_done_;
    std::vector<Index> objects;
    for (const Index object : step.objects) objects.push_back(domain_.objects().number(object));
    if (!apply_step(domain_, domain_.task(step.task, objects), values_)) {
      throw Refusal{fmt::format("step {}: {} cannot be done: its precondition does not hold",
                                number + 1, text(step)),
                    step.span};
    }
  }
};

}  // namespace

PlanVerdict verify(const Model& model, const WrittenPlan& plan, Budget& budget) {
  return Verifier(model, plan, budget).run();
}

}  // namespace cgt::htn::hddl
