#include "lang/bindings/htn_domain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "cgt/support/diagnostic.hpp"
#include "cgt/support/error.hpp"
#include "decomp/htn/attributes.hpp"
#include "lang/bindings/htn_values.hpp"
#include "lang/class.hpp"
#include "lang/function.hpp"

namespace cgt::lang::plans {
namespace {

using htn::kNil;
using htn::TaskId;
using htn::TaskKind;
using htn::Word;

// Clocks are looked at every so many calls of next() and apply().
constexpr std::uint32_t kClockInterval = 256;
// Milliseconds beyond these, thirty years, are no limit: clocks count nanoseconds in 64 bits.
constexpr std::uint64_t kLongest = 1'000'000'000'000;
// The question of accepts(); tasks and methods have the others.
constexpr std::uint64_t kAccept = 0;

// Parameters of a function of a script, or none if it is native.
const std::vector<std::string>* parameters_of(const Value& code) {
  if (code.kind() != Kind::kFunction) return nullptr;
  const FunctionObject& function = code.as_function();
  return function.prototype == nullptr ? nullptr : &function.prototype->parameters;
}

bool says_no(const Value& v) {
  return v.is_nothing() || (v.kind() == Kind::kBoolean && !v.as_boolean());
}

// What changes has no place in numbers: it would be taken for what it was.
void refuse_mutable(const Value& value) {
  bool changes = false;
  if (value.kind() == Kind::kNative) {
    changes = static_cast<const NativeObject&>(*value.object()).is_mutable();
  } else if (value.kind() == Kind::kInstance) {
    changes = as_instance(value).type->is_mutable;
  }
  if (!changes) return;
  throw Error(
      fmt::format("{} can change, and has no place in a state or a task", value.described()),
      "ToList, ToSet and ToMap make values of mutable collections");
}

}  // namespace

std::string did_you_mean(const std::string& word, const std::vector<std::string>& known) {
  const std::string near = closest(word, known);
  return near.empty() ? near : fmt::format("did you mean '{}'?", near);
}

std::size_t ScriptDomain::TaskHash::operator()(const TaskRecord& task) const {
  std::uint64_t h = mix(task.name, task.arguments.size());
  for (const std::uint32_t argument : task.arguments) h = mix(h, argument);
  return static_cast<std::size_t>(h);
}

ScriptDomain::ScriptDomain() : values_{Value()} { value_numbers_.emplace(Value(), 0U); }
ScriptDomain::~ScriptDomain() = default;

// --- declarations -------------------------------------------------------------------------------

void ScriptDomain::refuse_change() const {
  if (planning_) throw Error("a domain cannot be changed while a plan is made");
}

void ScriptDomain::add_attribute(htn::Attribute attribute) {
  refuse_change();
  if (this->attribute(attribute.name))
    throw Error(fmt::format("there is an attribute '{}' already", attribute.name));
  if (operators_memo_.size() > 0) throw Error("attributes are declared before plans are made");
  attributes_.push_back(std::move(attribute));
}

std::uint32_t ScriptDomain::declare(NameRecord record) {
  refuse_change();
  const auto number = static_cast<std::uint32_t>(names_.size());
  if (!name_numbers_.try_emplace(record.text, number).second)
    throw Error(fmt::format("there is a task '{}' already", record.text));
  names_.push_back(std::move(record));
  return number;
}
std::uint32_t ScriptDomain::add_task(const std::string& name) {
  NameRecord record;
  record.text = name;
  return declare(std::move(record));
}
std::uint32_t ScriptDomain::add_operator(const std::string& name, Value code) {
  NameRecord record;
  record.text = name;
  record.kind = TaskKind::kPrimitive;
  record.code = std::move(code);
  return declare(std::move(record));
}
void ScriptDomain::add_method(std::optional<std::uint32_t> task, std::string name, Value code,
                              Value bindings) {
  refuse_change();
  if (task && names_[*task].kind == TaskKind::kPrimitive) {
    throw Error(fmt::format("'{}' is an operator and has no methods", names_[*task].text),
                "methods are for what Task declares");
  }
  const auto number = static_cast<MethodId>(methods_.size());
  methods_.push_back({std::move(name), std::move(code), std::move(bindings)});
  (task ? names_[*task].methods : nil_methods_).push_back(number);
}
void ScriptDomain::set_accept(Value code) {
  refuse_change();
  accept_ = std::move(code);
  accept_memo_.clear();
}
void ScriptDomain::keep_cheapest(std::uint32_t name) {
  refuse_change();
  names_[name].keep_cheapest = true;
}
void ScriptDomain::add_agent(Agent agent) {
  refuse_change();
  for (const Agent& other : agents_) {
    if (other.name == agent.name)
      throw Error(fmt::format("there is an agent '{}' already", agent.name));
  }
  agents_.push_back(std::move(agent));
}
void ScriptDomain::set_owner(std::uint32_t name, const std::string& agent) {
  refuse_change();
  std::vector<std::string> known;
  for (std::size_t i = 0; i < agents_.size(); ++i) {
    if (agents_[i].name == agent) {
      names_[name].owner = static_cast<int>(i) + 1;
      return;
    }
    known.push_back(agents_[i].name);
  }
  const std::string hint = did_you_mean(agent, known);
  throw Error(fmt::format("there is no agent '{}'", agent),
              hint.empty() ? "Agent declares one" : hint);
}

void ScriptDomain::start(const std::vector<std::pair<Value, Value>>& state,
                         std::vector<TaskId> tasks) {
  refuse_change();
  reset();
  std::fill(current_.begin(), current_.end(), 0U);
  hash_ = {};
  for (const auto& [key, value] : state) set(variable({&key, 1}), value_number(value));
  trail_.clear();
  initial_ = std::move(tasks);
}

TaskId ScriptDomain::intern(std::uint32_t name, std::span<const Value> arguments) {
  TaskRecord record;
  record.name = name;
  for (const Value& argument : arguments) record.arguments.push_back(value_number(argument));
  const auto [it, fresh] = task_numbers_.try_emplace(record, static_cast<TaskId>(tasks_.size()));
  if (fresh) tasks_.push_back(std::move(record));
  return it->second;
}

std::vector<Value> ScriptDomain::arguments(TaskId task) const {
  std::vector<Value> out;
  if (task == kNil) return out;
  for (const std::uint32_t value : tasks_[task].arguments) out.push_back(values_[value]);
  return out;
}

std::optional<std::size_t> ScriptDomain::attribute(const std::string& name) const {
  for (std::size_t i = 0; i < attributes_.size(); ++i) {
    if (attributes_[i].name == name) return i;
  }
  return std::nullopt;
}
void ScriptDomain::refuse_attribute(const std::string& name, const std::string& complaint) const {
  std::vector<std::string> known;
  for (const htn::Attribute& attribute : attributes_) known.push_back(attribute.name);
  throw Error(complaint, did_you_mean(name, known));
}

std::optional<TaskId> ScriptDomain::as_task(const Value& value) {
  if (const auto* task = value.as_native<TaskObject>();
      task != nullptr && &task->domain->domain == this) {
    return task->number;
  }
  if (const auto* name = value.as_native<NameObject>();
      name != nullptr && &name->domain->domain == this) {
    return intern(name->number, {});
  }
  return std::nullopt;
}

void ScriptDomain::release(std::vector<Value>& out) {
  const auto take = [&out](Value& v) { out.push_back(std::exchange(v, Value())); };
  for (NameRecord& name : names_) take(name.code);
  for (MethodRecord& method : methods_) {
    take(method.code);
    take(method.bindings);
  }
  for (Agent& agent : agents_) take(agent.custom);
  take(accept_);
  take(view_);
  for (Value& value : values_) take(value);
  for (Value& key : keys_) take(key);
  for (const auto& [value, number] : value_numbers_) out.push_back(value);
  for (const auto& [key, number] : variables_) out.push_back(key);
  value_numbers_.clear();
  variables_.clear();
  operators_memo_.clear();
  methods_memo_.clear();
}

// --- numbers ------------------------------------------------------------------------------------

std::uint32_t ScriptDomain::value_number(const Value& value) {
  refuse_mutable(value);
  const auto [it, fresh] =
      value_numbers_.try_emplace(value, static_cast<std::uint32_t>(values_.size()));
  if (fresh) values_.push_back(value);
  return it->second;
}

std::uint32_t ScriptDomain::variable(std::span<const Value> indices) {
  const Value key =
      indices.size() == 1 ? indices[0] : Value::list({indices.begin(), indices.end()});
  const auto [it, fresh] = variables_.try_emplace(key, static_cast<std::uint32_t>(current_.size()));
  if (fresh) {
    keys_.push_back(key);
    current_.push_back(0);
    read_at_.push_back(0);
  }
  return it->second;
}

// --- state --------------------------------------------------------------------------------------

// 0 is no value, so that variables that were never named make no difference to the hash.
void ScriptDomain::put(std::uint32_t variable, std::uint32_t value) {
  std::uint32_t& current = current_[variable];
  if (current != 0) hash_ ^= htn::hash128(variable, current);
  if (value != 0) hash_ ^= htn::hash128(variable, value);
  current = value;
}

void ScriptDomain::set(std::uint32_t variable, std::uint32_t value) {
  if (current_[variable] == value) return;
  trail_.push_back({variable, current_[variable]});
  put(variable, value);
}

void ScriptDomain::undo(Word mark) {
  while (trail_.size() > mark) {
    put(trail_.back().variable, trail_.back().value);
    trail_.pop_back();
  }
}

ScriptDomain::Replay ScriptDomain::replay(const htn::Plan& plan) {
  const std::vector<Reading> trail = trail_;
  const std::vector<std::uint32_t> values = current_;
  reset();
  Replay out;
  for (const std::uint32_t node : plan.steps) {
    const OperatorAnswer* answer = perform(plan.nodes[node].task);
    if (answer == nullptr) break;
    out.exact.insert(out.exact.end(), answer->exact.begin(), answer->exact.end());
  }
  out.exact.resize(plan.steps.size() * attributes_.size());
  out.end = state();
  reset();
  for (std::uint32_t i = 0; i < values.size(); ++i) put(i, values[i]);
  trail_ = trail;
  return out;
}

Value ScriptDomain::read(std::span<const Value> indices) {
  const std::uint32_t number = variable(indices);
  const std::uint32_t value = current_[number];
  if (reading_ && read_at_[number] != call_number_) {
    read_at_[number] = call_number_;
    readings_.push_back({number, value});
  }
  return values_[value];
}

std::vector<std::pair<Value, Value>> ScriptDomain::state() const {
  std::vector<std::pair<Value, Value>> out;
  for (std::size_t i = 0; i < current_.size(); ++i) {
    if (current_[i] != 0) out.emplace_back(keys_[i], values_[current_[i]]);
  }
  return out;
}

void ScriptDomain::change(const Value& changes, const char* what) {
  if (changes.kind() != Kind::kMap)
    throw Error(fmt::format("{} needs a map of changes, not {}", what, changes.described()));
  for (const auto& [key, value] : changes.as_map().entries)
    set(variable({&key, 1}), value_number(value));
}

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
                                const Value& given, std::span<const Value> variables) {
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
      throw Error(fmt::format("the method '{}' lists {}, which is no task of the domain",
                              method.text, task.described()),
                  kTaskHint);
    }
    instance.subtasks.push_back(*number);
  }
  for (const Value& value : variables) instance.bindings.push_back(value_number(value));
  instance.bindings.push_back(more == nullptr ? 0 : value_number(more->reason));
  if (more == nullptr) return;
  instance.estimate = more->estimate;
  instance.weight = more->weight;
}

MethodAnswer ScriptDomain::ask_method(const MethodRecord& method, TaskId task) {
  MethodAnswer answer;
  if (method.bindings.is_nothing()) {
    add_instance(answer, method, call(method.code, task, {}), {});
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
    add_instance(answer, method, call(method.code, task, variables), variables);
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
    point.words.assign({reinterpret_cast<std::uintptr_t>(&answer), 0, kept ? kKept : open_.size()});
    if (!kept) open_.push_back(std::move(temporary));
  }
  const auto& answer = *reinterpret_cast<const MethodAnswer*>(point.words[0]);
  const std::size_t index = point.words[1]++;
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
  const Word open = point.words[2];
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
      refuse_attribute(attribute_name,
                       fmt::format("the operator '{}' contributes to '{}', which is no attribute "
                                   "of the domain",
                                   name.text, attribute_name));
    }
    if (!value.is_number()) {
      throw Error(fmt::format("the operator '{}' contributes {} to '{}'", name.text,
                              value.described(), attribute_name),
                  "a number is needed");
    }
    answer.exact[*at] = value;
    answer.contributions[*at] = value.as_rational().convert_to<double>();
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

// --- texts --------------------------------------------------------------------------------------

int ScriptDomain::owner(TaskId task) const {
  return task == kNil ? 0 : names_[tasks_[task].name].owner;
}

std::string ScriptDomain::agent_name(int agent) const {
  const auto index = static_cast<std::size_t>(agent);
  return agent > 0 && index <= agents_.size() ? agents_[index - 1].name : Domain::agent_name(agent);
}

std::string ScriptDomain::value_text(const Value& value) const {
  if (context_ != nullptr) return context_->text(value);
  return value.kind() == Kind::kString ? value.as_string() : value.class_name();
}

std::string ScriptDomain::task_text(TaskId task) const {
  if (task == kNil) return "NIL";
  std::string out = task_name(task) + "(";
  const char* separator = "";
  for (const std::uint32_t value : tasks_[task].arguments) {
    out += separator + value_text(values_[value]);
    separator = ", ";
  }
  return out + ")";
}

std::vector<std::pair<std::string, Value>> ScriptDomain::variables(
    MethodId method, std::span<const Word> bindings) const {
  std::vector<std::pair<std::string, Value>> out;
  const std::size_t count = bindings.empty() ? 0 : bindings.size() - 1;
  const auto* parameters = parameters_of(methods_[method].code);
  const bool named = parameters != nullptr && parameters->size() >= count;
  for (std::size_t i = 0; i < count; ++i) {
    out.emplace_back(named ? (*parameters)[parameters->size() - count + i] : "variable",
                     values_[bindings[i]]);
  }
  return out;
}

std::vector<std::pair<std::string, std::string>> ScriptDomain::binding_texts(
    MethodId method, std::span<const Word> bindings) const {
  std::vector<std::pair<std::string, std::string>> out;
  for (const auto& [name, value] : variables(method, bindings))
    out.emplace_back(name, value_text(value));
  return out;
}

std::string ScriptDomain::reason(TaskId /*task*/, MethodId /*method*/,
                                 std::span<const Word> bindings) const {
  if (bindings.empty() || bindings.back() == 0) return {};
  const Value& said = values_[bindings.back()];
  return said.kind() == Kind::kString ? said.as_string() : value_text(said);
}

}  // namespace cgt::lang::plans
