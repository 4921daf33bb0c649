#include "decomp/htn/domain.hpp"

#include <algorithm>

namespace cgt::htn {

bool Domain::still_applies(TaskId task, MethodId method, std::span<const Word> bindings,
                           std::span<const TaskId> subtasks) {
  ChoicePoint point;
  Expansion expansion;
  bool found = false;
  bool more = true;
  while (more && !found) {
    expansion.clear();
    if (!next(task, method, point, expansion)) return false;
    more = !expansion.last;
    found = std::equal(expansion.bindings.begin(), expansion.bindings.end(), bindings.begin(),
                       bindings.end()) &&
            std::equal(expansion.subtasks.begin(), expansion.subtasks.end(), subtasks.begin(),
                       subtasks.end());
  }
  if (more) close(point);
  return found;
}

}  // namespace cgt::htn
