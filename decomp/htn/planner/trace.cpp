#include "decomp/htn/planner/trace.hpp"

#include <fmt/format.h>

namespace cgt::htn {

void Trace::say(int level, std::uint32_t depth, const std::string& text) const {
  if (level <= level_) say_(fmt::format("depth {}: {}", depth, text));
}

std::string Trace::texts(std::span<const TaskId> tasks) const {
  std::string out;
  for (const TaskId task : tasks) out += (out.empty() ? "" : " ") + domain_.task_text(task);
  return out.empty() ? "nothing to do" : out;
}

std::uint32_t Trace::depth_of(TaskId task) const {
  for (std::size_t i = met_.size(); i-- > 0;) {
    if (cells_[met_[i]].task == task) return cells_[met_[i]].depth;
  }
  return 0;
}

Guide::Path Trace::start() {
  cells_.clear();
  met_.clear();
  depth_ = 0;
  unasked_ = false;
  return 0;
}

void Trace::push(TaskId task, Cell tail) { cells_.push_back({task, tail, depth_}); }

void Trace::truncate(std::uint32_t cells) {
  passed_over();
  cells_.resize(cells);
  while (!met_.empty() && met_.back() >= cells) met_.pop_back();
}

// A compound task whose methods were not asked for was tried before in such a state.
void Trace::passed_over() const {
  if (!unasked_) return;
  unasked_ = false;
  const Link& cell = cells_[met_.back()];
  say(2, cell.depth, "given up: tried before, or inside of itself, in the same state");
}

std::optional<Guide::Death> Trace::dead(Cell list, Path /*path*/) const {
  passed_over();
  if (list == kEmpty) return std::nullopt;
  const Link& cell = cells_[list];
  if (met_.empty()) {
    std::vector<TaskId> tasks;
    for (Cell at = list; at != kEmpty; at = cells_[at].tail) tasks.push_back(cells_[at].task);
    say(1, 0, "tasks: " + texts(tasks));
  }
  met_.push_back(list);
  if (domain_.kind(cell.task) == TaskKind::kPrimitive) return std::nullopt;
  unasked_ = true;
  say(2, cell.depth, "task " + domain_.task_text(cell.task));
  std::vector<TaskId> left;
  for (Cell at = cell.tail; at != kEmpty; at = cells_[at].tail) left.push_back(cells_[at].task);
  if (!left.empty()) say(3, cell.depth, "  then " + texts(left));
  return std::nullopt;
}

bool Trace::accepts() {
  passed_over();
  const bool accepted = domain_.accepts();
  say(1, 0, accepted ? "no task is left: a plan" : "no task is left, and the goal does not hold");
  return accepted;
}

std::span<const MethodId> Trace::methods(TaskId task) {
  unasked_ = false;
  domain_.set_budget(budget());
  return domain_.methods(task);
}

bool Trace::next(TaskId task, MethodId method, ChoicePoint& point, Expansion& out) {
  const bool first = point.words.empty();
  const bool found = domain_.next(task, method, point, out);
  const std::uint32_t depth = depth_of(task);
  const std::string name = "method " + domain_.method_name(method);
  if (!found) {
    if (first) say(2, depth, name + ": its condition does not hold");
    return false;
  }
  say(depth == 0 ? 1 : 2, depth, name + ": " + texts({out.subtasks.data(), out.subtasks.size()}));
  if (level_ >= 3) {
    const std::span<const Word> bindings(out.bindings.data(), out.bindings.size());
    std::string values;
    for (const auto& [variable, value] : domain_.binding_texts(method, bindings)) {
      values += (values.empty() ? "" : ", ") + variable + " = " + value;
    }
    if (!values.empty()) say(3, depth, "  with " + values);
    const std::string why = domain_.reason(task, method, bindings);
    if (!why.empty()) say(3, depth, "  because " + why);
  }
  depth_ = depth + 1;
  return true;
}

bool Trace::apply(TaskId task, Effects& effects) {
  const bool done = domain_.apply(task, effects);
  say(2, depth_of(task),
      "action " + domain_.task_text(task) + (done ? "" : ": its precondition does not hold"));
  return done;
}

void Trace::dead_end(TaskId task) {
  if (task == kNil || domain_.kind(task) == TaskKind::kPrimitive) return;
  say(2, depth_of(task), "no method of " + domain_.task_text(task) + " applies");
}

}  // namespace cgt::htn
