// Tasks, actions, methods and the order of subtasks.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "decomp/htn/hddl/read/reader.hpp"

namespace cgt::htn::hddl {
namespace {

bool is_tasks_keyword(Sexpr::Node node) {
  return node.is(":subtasks") || node.is(":tasks") || node.is(":ordered-subtasks") ||
         node.is(":ordered-tasks");
}
bool is_effect(Sexpr::Node node) { return node.is(":effect") || node.is(":effects"); }
bool is_ordered(Sexpr::Node node) {
  return node.is(":ordered-subtasks") || node.is(":ordered-tasks");
}

}  // namespace

// What follows the keyword section[at]; `at` moves on to it.
Reader::Node Reader::argument(Node section, std::size_t& at) const {
  const Node keyword = section[at];
  if (keyword.is_list() || keyword.word()[0] != ':') {
    fail(keyword, "expected a keyword such as :parameters",
         "each part is a keyword and one list after it");
  }
  if (++at == section.size() || (!section[at].is_list() && section[at].word()[0] == ':')) {
    fail(keyword, fmt::format("expected a list after {}", keyword.word()));
  }
  return section[at];
}

// Name and parameters of an action or a task; bodies are read when all names are known.
void Reader::declare_task(Node section, bool primitive) {
  const char* what = primitive ? "action" : "task";
  if (section.size() < 2) fail(section, fmt::format("expected (:{} NAME ...)", what));
  const std::string_view name = name_of(section[1], what);
  if (!tasks_.add(name, static_cast<Index>(model_.tasks.size()))) {
    fail(section[1], fmt::format("\"{}\" is the name of an action or task already", name));
  }
  // Whatever is wrong with the rest: the name has its number now.
  Task& task = model_.tasks.emplace_back(Task{std::string(name), {}, section[1].span()});
  if (primitive) model_.actions.emplace_back();
  for (std::size_t at = 2; at < section.size(); ++at) {
    const Node keyword = section[at];
    const Node list = argument(section, at);
    if (keyword.is(":parameters")) {
      attempt([&] { task.parameters = variables_of(list, 0); });
    } else if (!primitive && !keyword.is(":precondition") && !keyword.is(":effect")) {
      fail(keyword, fmt::format("a task has no {}", keyword.word()), ":parameters (?x - type)");
    } else if (!primitive && list.size() > 0) {
      fail(keyword, fmt::format("{} of tasks is not supported", keyword.word()),
           "write it into the methods");
    }
  }
}

void Reader::action_body(Node section, Index index) {
  Action& action = model_.actions[index];
  action.variables = model_.tasks[index].parameters;
  Scope scope{&action.variables, {}};
  for (Index i = 0; i < action.variables.size(); ++i) scope.visible.push_back(i);
  for (std::size_t at = 2; at < section.size(); ++at) {
    const Node keyword = section[at];
    const Node list = argument(section, at);
    if (keyword.is(":parameters")) continue;
    attempt([&] {
      if (keyword.is(":precondition")) {
        action.precondition = formula(list, scope);
      } else if (is_effect(keyword)) {
        effects(list, scope, {}, Formula{}, action.effects);
      } else {
        fail(keyword, fmt::format("an action has no {}", keyword.word()),
             ":parameters, :precondition, :effect");
      }
    });
  }
}

void Reader::subtask(Node node, Method& method, const Scope& scope) {
  Subtask out;
  out.span = node.span();
  if (!node.is_list() || node.size() == 0)
    fail(node, "expected a subtask", "(task ?x) or (label (task ?x))");
  Node call = node;
  if (node.size() == 2 && node[1].is_list()) {
    out.label = std::string(name_of(node[0], "subtask"));
    call = node[1];
    if (call.size() == 0) fail(call, "expected a task", "(task ?x)");
    for (const Subtask& other : method.subtasks) {
      if (other.label == out.label) {
        fail(node[0], fmt::format("two subtasks have the label \"{}\"", out.label));
      }
    }
  }
  out.task = tasks_.find(call[0], *complaints_);
  out.terms = terms(call, scope, model_.tasks[out.task].parameters, "task");
  method.subtasks.push_back(std::move(out));
}

void Reader::subtasks(Node node, Method& method, const Scope& scope) {
  if (!node.is_list()) fail(node, "expected subtasks", "(and (task ?x) ...), or () for none");
  if (node.size() == 0) return;
  if (!node[0].is("and")) return subtask(node, method, scope);
  for (std::size_t i = 1; i < node.size(); ++i) {
    attempt([&] { subtask(node[i], method, scope); });
  }
}

// Puts the subtasks in an order that is allowed, the first of the text first, and notes which come
// before which unless each is followed directly by the next. `ordered`: as they stand, and what
// `ordering` says besides.
void Reader::order(const Node* ordering, Node tasks, bool ordered, Method& method) const {
  if (ordered && ordering == nullptr) return;
  FlatMap<std::string_view, Index> number;
  const auto count = static_cast<Index>(method.subtasks.size());
  for (Index i = 0; i < count; ++i) {
    if (!method.subtasks[i].label.empty()) number.emplace(method.subtasks[i].label, i);
  }
  std::vector<std::vector<Index>> after(count);
  std::vector<Index> before(count, 0);
  const auto constrain = [&](Index first, Index second) {
    after[first].push_back(second);
    ++before[second];
  };
  const auto constraint = [&](Node node) {
    const bool has_three = node.is_list() && node.size() == 3;
    const bool prefix = has_three && (node[0].is("<") || node[0].is("before"));
    if (!prefix && !(has_three && node[1].is("<"))) fail(node, "expected (< LABEL LABEL)");
    Index ends[2];
    for (std::size_t i = 0; i < 2; ++i) {
      const Node end = node[prefix ? i + 1 : 2 * i];
      const auto it = end.is_list() ? number.end() : number.find(end.word());
      if (it == number.end()) {
        fail(end, fmt::format("no subtask has the label \"{}\"", end.is_list() ? "()" : end.word()),
             "labels are given as (LABEL (task ...))");
      }
      ends[i] = it->second;
    }
    constrain(ends[0], ends[1]);
  };
  if (ordered) {
    for (Index i = 1; i < count; ++i) constrain(i - 1, i);
  }
  if (ordering != nullptr) {
    if (!ordering->is_list()) fail(*ordering, "expected (and (< LABEL LABEL) ...)");
    if (ordering->size() > 0 && (*ordering)[0].is("and")) {
      for (std::size_t i = 1; i < ordering->size(); ++i) constraint((*ordering)[i]);
    } else if (ordering->size() > 0) {
      constraint(*ordering);
    }
  }
  std::set<Index> ready;
  for (Index i = 0; i < count; ++i) {
    if (before[i] == 0) ready.insert(i);
  }
  std::vector<Subtask> sorted;
  std::vector<Index> place(count);
  while (!ready.empty()) {
    if (ready.size() > 1) method.partial = true;
    const Index next = *ready.begin();
    ready.erase(ready.begin());
    place[next] = static_cast<Index>(sorted.size());
    sorted.push_back(method.subtasks[next]);
    for (const Index later : after[next]) {
      if (--before[later] == 0) ready.insert(later);
    }
  }
  if (sorted.size() < count) fail(tasks, "the order of the subtasks is cyclic");
  method.subtasks = std::move(sorted);
  if (!method.partial) return;
  for (Index i = 0; i < count; ++i) {
    for (const Index later : after[i]) method.before.emplace_back(place[i], place[later]);
  }
  std::sort(method.before.begin(), method.before.end());
  method.before.erase(std::unique(method.before.begin(), method.before.end()), method.before.end());
}

// Preconditions, constraints, subtasks and their order, from section[from] on.
void Reader::network(Node section, std::size_t from, Method& method, Scope& scope) {
  const Node* tasks_at = nullptr;
  const Node* ordering_at = nullptr;
  Node tasks = section;
  Node ordering = section;
  bool ordered = false;
  bool whole = true;
  for (std::size_t at = from; at < section.size(); ++at) {
    const Node keyword = section[at];
    const Node list = argument(section, at);
    if (keyword.is(":parameters") || keyword.is(":task") || is_effect(keyword)) continue;
    whole = false;
    attempt([&] {
      if (keyword.is(":precondition") || keyword.is(":constraints")) {
        method.precondition.span = list.span();
        method.precondition.parts.push_back(formula(list, scope));
      } else if (is_tasks_keyword(keyword)) {
        if (tasks_at != nullptr) fail(keyword, "the subtasks are given twice");
        tasks = list;
        tasks_at = &tasks;
        ordered = is_ordered(keyword);
        subtasks(list, method, scope);
      } else if (keyword.is(":ordering") || keyword.is(":order")) {
        if (keyword.is(":order")) {
          complaints_->warn(keyword.span(), ":order is read as :ordering",
                            "in HDDL, the keyword is :ordering");
        }
        if (ordering_at != nullptr) fail(keyword, "the ordering is given twice");
        ordering = list;
        ordering_at = &ordering;
      } else {
        fail(keyword, fmt::format("a method has no {}", keyword.word()),
             ":parameters, :task, :precondition, :constraints, :ordered-subtasks, :ordering");
      }
      whole = true;
    });
    if (!whole) throw Skip{};
  }
  if (tasks_at == nullptr) {
    if (ordering_at != nullptr && ordering.size() > 0) fail(ordering, "there are no subtasks");
    return;
  }
  order(ordering_at, tasks, ordered, method);
}

// A method with effects begins with an action that has its precondition and its effects (pandaPIparser).
void Reader::declare_method_effect(Node section) {
  if (section.size() < 2) return;  // said later
  std::vector<Typed> parameters;
  bool has_effect = false;
  for (std::size_t at = 2; at < section.size(); ++at) {
    const Node keyword = section[at];
    const Node list = argument(section, at);
    if (keyword.is(":parameters")) parameters = variables_of(list, 0);
    if (!is_effect(keyword) || list.size() == 0) continue;
    complaints_->warn(keyword.span(), "the method has effects: an action before its subtasks",
                      "in HDDL, methods have no effects");
    has_effect = true;
  }
  if (!has_effect) return;
  const std::string& name = made_names_.emplace_back("__method_precondition_" +
                                                     std::string(name_of(section[1], "method")));
  const auto index = static_cast<Index>(model_.tasks.size());
  tasks_.add(name, index);
  model_.tasks.push_back({name, std::move(parameters), section[1].span()});
  model_.actions.emplace_back();
  method_effects_.emplace(section[1].span().offset, index);
}

void Reader::method_effect(Node list, Method& method, Scope& scope) {
  const Index index = method_effects_.find(method.span.offset)->second;
  Action& action = model_.actions[index];
  effects(list, scope, {}, Formula{}, action.effects);
  action.precondition = method.precondition;
  action.variables = method.variables;
  Subtask first;
  first.task = index;
  first.span = list.span();
  for (Index i = 0; i < method.parameters; ++i) first.terms.push_back({true, i});
  method.subtasks.insert(method.subtasks.begin(), std::move(first));
  if (!method.partial) return;
  for (auto& [before, after] : method.before) ++before, ++after;
  for (Index i = 1; i < method.subtasks.size(); ++i) method.before.emplace_back(0, i);
  std::sort(method.before.begin(), method.before.end());
}

void Reader::method_body(Node section) {
  if (section.size() < 2) fail(section, "expected (:method NAME ...)");
  Method method;
  method.name = std::string(name_of(section[1], "method"));
  method.span = section[1].span();
  if (!method_names_.insert(section[1].word()).second) {
    complaints_->warn(section[1].span(),
                      fmt::format("another method is called \"{}\", too", method.name),
                      "in HDDL, each method has a name of its own");
  }
  Scope scope{&method.variables, {}};
  bool has_task = false;
  for (std::size_t at = 2; at < section.size(); ++at) {
    const Node keyword = section[at];
    const Node list = argument(section, at);
    if (!keyword.is(":parameters")) continue;
    if (!method.variables.empty()) fail(keyword, "the parameters are given twice");
    for (Typed& variable : variables_of(list, 0)) scope.declare(std::move(variable));
  }
  method.parameters = static_cast<Index>(method.variables.size());
  for (std::size_t at = 2; at < section.size(); ++at) {
    const Node keyword = section[at];
    const Node list = argument(section, at);
    if (!keyword.is(":task")) continue;
    if (has_task) fail(keyword, "a method has one task");
    if (!list.is_list() || list.size() == 0) fail(list, "expected a task", "(task ?x)");
    method.task = tasks_.find(list[0], *complaints_);
    if (model_.is_primitive(method.task)) {
      fail(list[0], fmt::format("\"{}\" is an action: it has no methods", list[0].word()));
    }
    method.terms = terms(list, scope, model_.tasks[method.task].parameters, "task");
    has_task = true;
  }
  if (!has_task) fail(section[1], "the method has no :task", ":task (NAME ?x ...)");
  network(section, 2, method, scope);
  for (std::size_t at = 2; at < section.size(); ++at) {
    const Node keyword = section[at];
    const Node list = argument(section, at);
    if (is_effect(keyword) && list.size() > 0) method_effect(list, method, scope);
  }
  model_.methods.push_back(std::move(method));
}

}  // namespace cgt::htn::hddl
