#include "lang/bindings/htn/domain.hpp"

#include <fmt/format.h>

#include "lang/bindings/htn/values.hpp"
#include "lang/values/class.hpp"
#include "lang/values/function.hpp"

namespace cgt::lang::plans {
namespace {

using htn::kNil;
using htn::TaskId;
using htn::TaskKind;
using htn::Word;

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

const std::vector<std::string>* parameters_of(const Value& code) {
  if (code.kind() != Kind::kFunction) return nullptr;
  const FunctionObject& function = code.as_function();
  return function.prototype == nullptr ? nullptr : &function.prototype->parameters;
}

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
std::uint32_t ScriptDomain::add_goal(const std::string& name, Value holds) {
  const std::uint32_t goal = add_task(name);
  const std::uint32_t check = add_task("check " + name);
  for (const std::uint32_t task : {goal, check}) {
    names_[task].methods.push_back(static_cast<MethodId>(methods_.size()));
    methods_.push_back({"holds", Value(), Value(), goal});
  }
  names_[goal].check = check;
  names_[goal].holds = std::move(holds);
  return goal;
}
void ScriptDomain::add_method(std::optional<std::uint32_t> task, std::string name, Value code,
                              Value bindings) {
  refuse_change();
  if (task && names_[*task].kind == TaskKind::kPrimitive) {
    throw Error(fmt::format("'{}' is an operator and has no methods", names_[*task].text),
                "methods are for what Task declares");
  }
  const auto number = static_cast<MethodId>(methods_.size());
  methods_.push_back({std::move(name), std::move(code), std::move(bindings), std::nullopt});
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
  for (NameRecord& name : names_) {
    take(name.code);
    take(name.holds);
  }
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

// 0 is not a value, so that variables that were never named make no difference to the hash.
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
                     values_[static_cast<std::size_t>(bindings[i])]);
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
  const Value& said = values_[static_cast<std::size_t>(bindings.back())];
  return said.kind() == Kind::kString ? said.as_string() : value_text(said);
}

}  // namespace cgt::lang::plans
