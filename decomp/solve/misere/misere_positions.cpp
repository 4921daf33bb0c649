#include "decomp/solve/misere/misere_positions.hpp"

#include <utility>
#include <vector>

#include "cgt/support/containers.hpp"
#include "cgt/support/error.hpp"
#include "decomp/rules/heap/heap.hpp"

namespace cgt::solve {

MisereId MiserePositions::form(const AnyPosition& position, Budget& budget) {
  if (!position.impartial()) throw Error("misere forms are of impartial games");
  const auto* heaps = position.as<heap::Position>();
  if (heaps == nullptr) return form_by_moves(position, budget);
  MisereId sum = 0;
  for (const heap::Size heap : heaps->heaps()) {
    sum = games_.add(sum, heap_form(heaps->rules()[Player::kLeft], heap, budget), budget);
  }
  return sum;
}

MisereId MiserePositions::heap_form(const RulesPointer& rules, heap::Size heap, Budget& budget) {
  std::vector<MisereId>& forms = heaps_[rules];
  for (auto n = static_cast<heap::Size>(forms.size()); n <= heap; ++n) {
    std::vector<MisereId> options;
    rules->options(n, budget, [&](std::span<const heap::Size> left) {
      MisereId sum = 0;
      for (const heap::Size part : left) sum = games_.add(sum, forms[part], budget);
      options.push_back(sum);
    });
    forms.push_back(games_.construct(std::move(options), budget));
  }
  return forms[heap];
}

MisereId MiserePositions::form_by_moves(const AnyPosition& position, Budget& budget) {
  if (const auto it = forms_.find(position); it != forms_.end()) return it->second;
  struct Visit {
    AnyPosition position;
    std::vector<Option<AnyPosition>> options;
    std::size_t next = 0;
    std::vector<MisereId> forms = {};
  };
  std::vector<Visit> path;
  FlatSet<AnyPosition, Hash> open;
  const auto enter = [&](const AnyPosition& entered) {
    budget.charge();
    if (!open.insert(entered).second) {
      throw Error("this game is loopy: play can come back to " + entered.text());
    }
    path.push_back({entered, entered.options(Player::kLeft, budget)});
  };
  enter(position);
  while (true) {
    Visit& visit = path.back();
    if (visit.next < visit.options.size()) {
      const AnyPosition& option = visit.options[visit.next].position;
      const auto it = forms_.find(option);
      if (it == forms_.end()) {
        enter(AnyPosition(option));
      } else {
        visit.forms.push_back(it->second);
        ++visit.next;
      }
      continue;
    }
    const MisereId form = games_.construct(std::move(visit.forms), budget);
    forms_.emplace(visit.position, form);
    open.erase(visit.position);
    path.pop_back();
    if (path.empty()) return form;
  }
}

}  // namespace cgt::solve
