// How the planner asks the functions of a script: what a task, its arguments and the state
// determine is remembered.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>

#include "lang/bindings/htn/domain.hpp"
#include "lang/bindings/htn/values.hpp"
#include "lang/values/function.hpp"

namespace cgt::lang::plans {
namespace {

using htn::kNil;
using htn::TaskId;
using htn::Word;

// Clocks are looked at every so many calls of next() and apply().
constexpr std::uint32_t kClockInterval = 256;
// Milliseconds beyond these, thirty years, are not a limit: clocks count nanoseconds in 64 bits.
constexpr std::uint64_t kLongest = 1'000'000'000'000;
// The question of accepts(); tasks and methods have the others.
constexpr std::uint64_t kAccept = 0;

bool says_no(const Value& v) {
  return v.is_nothing() || (v.kind() == Kind::kBoolean && !v.as_boolean());
}

}  // namespace

// --- calls --------------------------------------------------------------------------------------

ScriptDomain::Use::Use(ScriptDomain& domain, Context& context, Value view, bool planning)
    : domain_(domain), before_(domain.context_), planning_(planning) {
  if (planning && domain.planning_)
    throw Error("the functions of a domain cannot ask it for plans");
  domain.context_ = &context;
  if (!planning) return;
  view_before_ = std::exchange(domain.view_, std::move(view));
  domain.planning_ = true;
}
ScriptDomain::Use::~Use() {
  domain_.context_ = before_;
  if (!planning_) return;
  domain_.view_ = std::move(view_before_);
  domain_.planning_ = false;
  domain_.reading_ = false;
  domain_.deadline_.reset();
  domain_.open_.clear();
  domain_.reset();
}

void ScriptDomain::set_limit(std::uint64_t milliseconds) {
  deadline_.reset();
  until_clock_ = 0;
  if (milliseconds > kLongest) return;
  deadline_ = std::chrono::steady_clock::now() + std::chrono::milliseconds(milliseconds);
}

void ScriptDomain::poll() {
  if (!deadline_ || ++until_clock_ < kClockInterval) return;
  until_clock_ = 0;
  if (std::chrono::steady_clock::now() >= *deadline_) throw BudgetExhausted(StopReason::kTime);
}

Value ScriptDomain::call(const Value& code, TaskId task, std::span<const Value> more) {
  SmallVector<Value, 8> all{view_};
  if (task != kNil) {
    for (const std::uint32_t value : tasks_[task].arguments) all.push_back(values_[value]);
  }
  all.insert(all.end(), more.begin(), more.end());
  return context_->call(code, {all.data(), all.size()});
}

template <class Answer, class Ask>
const Answer& ScriptDomain::remembered(Memo<Answer>& memo, std::uint64_t question,
                                       Answer& temporary, const std::string& what, Ask ask) {
  if (remember_) {
    if (const Answer* known = memo.find(question, current_)) return *known;
  }
  readings_.clear();
  if (++call_number_ == 0) {
    std::fill(read_at_.begin(), read_at_.end(), 0U);
    call_number_ = 1;
  }
  reading_ = true;
  temporary = ask();
  reading_ = false;
  if (!remember_ || memo.is_full()) return temporary;
  const Answer* kept = memo.add(question, readings_, std::move(temporary));
  if (kept == nullptr) {
    throw Error(fmt::format("{} depends on more than its arguments and the state", what),
                "what functions of a domain return must not change with anything else");
  }
  return *kept;
}

// --- methods ------------------------------------------------------------------------------------

std::span<const ScriptDomain::MethodId> ScriptDomain::methods(TaskId task) {
  return task == kNil ? nil_methods_ : names_[tasks_[task].name].methods;
}

void ScriptDomain::add_instance(MethodAnswer& answer, const MethodRecord& method,
                                const Value& given, std::span<const Value> variables,
                                std::optional<TaskId> check) {
  if (says_no(given)) return;
  const auto* more = given.as_native<DoObject>();
  const Value& tasks = more == nullptr ? given : more->tasks;
  if (tasks.kind() != Kind::kList) {
    throw Error(fmt::format("the method '{}' returns {}", method.text, given.described()),
                "a list of tasks, htn.Do(...), or Nothing where it does not apply");
  }
  Instance& instance = answer.instances.emplace_back();
  for (const Value& task : tasks.as_list()) {
    const auto number = as_task(task);
    if (!number) {
      throw Error(fmt::format("the method '{}' lists {}, which is not a task of the domain",
                              method.text, task.described()),
                  kTaskHint);
    }
    instance.subtasks.push_back(*number);
  }
  // The methods of a goal have to bring it about.
  if (check) instance.subtasks.push_back(*check);
  for (const Value& value : variables) instance.bindings.push_back(value_number(value));
  instance.bindings.push_back(more == nullptr ? 0 : value_number(more->reason));
  if (more == nullptr) return;
  instance.estimate = more->estimate;
  instance.weight = more->weight;
}

bool ScriptDomain::goal_holds(const NameRecord& goal, TaskId task) {
  if (!goal.holds.is_nothing()) {
    const Value said = call(goal.holds, task, {});
    if (said.kind() == Kind::kBoolean) return said.as_boolean();
    throw Error(fmt::format("the goal '{}' says {}", goal.text, said.described()),
                "true where it holds, else false");
  }
  const std::vector<Value> given = arguments(task);
  if (given.size() == 1 && given[0].kind() == Kind::kMap) {
    for (const auto& [key, value] : given[0].as_map().entries)
      if (!(read({&key, 1}) == value)) return false;
    return true;
  }
  if (given.empty()) {
    throw Error(
        fmt::format("the goal '{}' has no value to reach", goal.text),
        "its last argument, a map of variables, or a function as the second argument of Goal");
  }
  // The variable is s[name], or s[name, arguments...].
  std::vector<Value> key{Value::string(goal.text)};
  key.insert(key.end(), given.begin(), given.end() - 1);
  return read(key) == given.back();
}

MethodAnswer ScriptDomain::ask_method(const MethodRecord& method, TaskId task) {
  MethodAnswer answer;
  if (method.if_holds) {
    if (goal_holds(names_[*method.if_holds], task)) answer.instances.emplace_back().bindings = {0};
    return answer;
  }
  std::optional<TaskId> check;
  if (task != kNil && names_[tasks_[task].name].check) {
    const NameRecord& goal = names_[tasks_[task].name];
    if (goal_holds(goal, task)) return answer;
    check = intern(*goal.check, arguments(task));
  }
  if (method.bindings.is_nothing()) {
    add_instance(answer, method, call(method.code, task, {}), {}, check);
    return answer;
  }
  const Value list = call(method.bindings, task, {});
  if (says_no(list)) return answer;
  // The view and the arguments come first, the variables are what is left.
  const std::size_t before = 1 + (task == kNil ? 0 : tasks_[task].arguments.size());
  const auto* parameters = parameters_of(method.code);
  const std::size_t count =
      parameters == nullptr || parameters->size() <= before ? 1 : parameters->size() - before;
  for (const Value& item : context_->elements(list, "the bindings of a method")) {
    context_->budget().charge();
    std::vector<Value> variables{item};
    if (count > 1) variables = context_->elements(item, "the bindings of several variables");
    if (variables.size() != count) {
      throw Error(fmt::format("the method '{}' has {} variables, but is given {} values",
                              method.text, count, variables.size()));
    }
    add_instance(answer, method, call(method.code, task, variables), variables, check);
  }
  return answer;
}

bool ScriptDomain::next(TaskId task, MethodId method, htn::ChoicePoint& point,
                        htn::Expansion& out) {
  constexpr Word kKept = ~Word{0};
  if (point.words.empty()) {
    poll();
    auto temporary = std::make_unique<MethodAnswer>();
    const std::uint64_t question = (std::uint64_t{method} << 32U) | task;
    const MethodAnswer& answer =
        remembered(methods_memo_, question, *temporary, methods_[method].text,
                   [&] { return ask_method(methods_[method], task); });
    if (answer.instances.empty()) return false;
    const bool kept = &answer != temporary.get();
    point.words = {reinterpret_cast<std::uintptr_t>(&answer), 0, kept ? kKept : open_.size()};
    if (!kept) open_.push_back(std::move(temporary));
  }
  const auto& answer = *reinterpret_cast<const MethodAnswer*>(point.words[0]);
  const auto index = static_cast<std::size_t>(point.words[1]++);
  const Instance& instance = answer.instances[index];
  out.subtasks = instance.subtasks;
  out.bindings = instance.bindings;
  out.estimate = instance.estimate;
  out.weight = instance.weight;
  out.last = index + 1 == answer.instances.size();
  if (out.last) close(point);
  return true;
}

void ScriptDomain::close(htn::ChoicePoint& point) {
  const auto open = static_cast<std::size_t>(point.words[2]);
  if (open < open_.size()) open_.resize(open);
}

bool ScriptDomain::locally_choosable(TaskId task) const {
  return task != kNil && names_[tasks_[task].name].keep_cheapest;
}

bool ScriptDomain::accepts() {
  if (accept_.is_nothing()) return true;
  TruthAnswer temporary;
  return remembered(accept_memo_, kAccept, temporary, "Accept",
                    [&] {
                      const Value said = call(accept_, kNil, {});
                      if (said.kind() != Kind::kBoolean) {
                        throw Error(fmt::format("Accept returns {}", said.described()),
                                    "true where a plan may end, else false");
                      }
                      return TruthAnswer{said.as_boolean()};
                    })
      .truth;
}

// --- operators ----------------------------------------------------------------------------------

OperatorAnswer ScriptDomain::ask_operator(const NameRecord& name, TaskId task) {
  OperatorAnswer answer;
  const Value said = call(name.code, task, {});
  if (says_no(said)) return answer;
  answer.possible = true;
  for (const htn::Attribute& attribute : attributes_)
    answer.contributions.push_back(htn::identity(attribute.combine));
  answer.exact.resize(attributes_.size());
  const auto* effect = said.as_native<EffectObject>();
  const Value changes = effect == nullptr ? said : effect->changes;
  if (changes.kind() == Kind::kMap) {
    for (const auto& [key, value] : changes.as_map().entries)
      answer.changes.push_back({variable({&key, 1}), value_number(value)});
  } else if (effect == nullptr && changes.kind() != Kind::kBoolean) {
    throw Error(fmt::format("the operator '{}' returns {}", name.text, said.described()),
                "a map of changes, htn.Effect(...), true, or Nothing where it is not possible");
  }
  if (effect == nullptr || effect->contributions.is_nothing()) return answer;
  for (const auto& [key, value] : effect->contributions.as_map().entries) {
    const std::string attribute_name =
        key.kind() == Kind::kString ? key.as_string() : value_text(key);
    const auto at = attribute(attribute_name);
    if (!at) {
      refuse_attribute(
          attribute_name,
          fmt::format("the operator '{}' contributes to '{}', which is not an attribute "
                      "of the domain",
                      name.text, attribute_name));
    }
    if (!value.is_number()) {
      throw Error(fmt::format("the operator '{}' contributes {} to '{}'", name.text,
                              value.described(), attribute_name),
                  "a number is needed");
    }
    answer.exact[*at] = value;
    answer.contributions[*at] = value.as_rational().to_double();
  }
  return answer;
}

const OperatorAnswer* ScriptDomain::perform(TaskId task) {
  poll();
  const NameRecord& name = names_[tasks_[task].name];
  const OperatorAnswer& answer = remembered(operators_memo_, task, last_operator_, name.text,
                                            [&] { return ask_operator(name, task); });
  if (!answer.possible) return nullptr;
  for (const Reading& change : answer.changes) set(change.variable, change.value);
  return &answer;
}

bool ScriptDomain::apply(TaskId task, htn::Effects& effects) {
  const OperatorAnswer* answer = perform(task);
  if (answer == nullptr) return false;
  std::copy(answer->contributions.begin(), answer->contributions.end(), effects.attributes.begin());
  return true;
}

}  // namespace cgt::lang::plans
