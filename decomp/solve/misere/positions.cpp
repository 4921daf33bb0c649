#include "decomp/solve/misere/positions.hpp"

#include <set>

#include "decomp/rules/heap/heap.hpp"

namespace cgt::solve {

MisereFormId MisereTrees::form(const AnyPosition& position, Budget& budget) {
  struct Visit {
    AnyPosition position;
    PerPlayer<std::vector<Option<AnyPosition>>> options;
    PerPlayer<std::vector<MisereFormId>> forms = {};
  };
  if (const auto it = known_.find(position); it != known_.end()) return it->second;
  std::vector<Visit> path;
  FlatSet<AnyPosition, Hash> open;
  const auto enter = [&](const AnyPosition& entered) {
    budget.charge();
    if (!open.insert(entered).second) {
      throw Error("this game is loopy: play can come back to " + entered.text());
    }
    Visit visit{entered, {}};
    for (const Player player : kPlayers) visit.options[player] = entered.options(player, budget);
    path.push_back(std::move(visit));
  };
  enter(position);
  while (true) {
    Visit& visit = path.back();
    const AnyPosition* unknown = nullptr;
    for (const Player player : kPlayers) {
      auto& forms = visit.forms[player];
      const auto& options = visit.options[player];
      while (unknown == nullptr && forms.size() < options.size()) {
        const auto it = known_.find(options[forms.size()].position);
        if (it == known_.end()) {
          unknown = &options[forms.size()].position;
        } else if (options[forms.size()].shift == 0) {
          forms.push_back(it->second);
        } else {
          // Free moves on the way are moves all the same.
          const MisereFormId free = forms_.integer(options[forms.size()].shift);
          forms.push_back(forms_.add(it->second, free, budget));
        }
      }
    }
    if (unknown != nullptr) {
      enter(AnyPosition(*unknown));
      continue;
    }
    const MisereFormId form =
        forms_.make(std::move(visit.forms[Player::kLeft]), std::move(visit.forms[Player::kRight]));
    known_.emplace(visit.position, form);
    open.erase(visit.position);
    path.pop_back();
    if (path.empty()) return form;
  }
}

std::vector<std::vector<heap::Size>> winning_heap_moves(MisereHeaps& heaps,
                                                        std::span<const heap::Size> sum,
                                                        Budget& budget) {
  std::set<std::vector<heap::Size>> found;
  for (std::size_t i = 0; i < sum.size(); ++i) {
    std::vector<heap::Size> rest(sum.begin(), sum.end());
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
    // What the rest and a part are worth together: the classes of heaps are looked up once.
    std::uint32_t others = 0;
    for (const heap::Size heap : rest) {
      others = heaps.quotient().product(others, heaps.class_of(heap, budget).value());
    }
    heaps.rules().options(sum[i], budget, [&](std::span<const heap::Size> parts) {
      std::uint32_t x = others;
      for (const heap::Size part : parts) {
        x = heaps.quotient().product(x, heaps.class_of(part, budget).value());
      }
      if (!heaps.quotient().lost[x]) return;
      std::vector<heap::Size> left = rest;
      left.insert(left.end(), parts.begin(), parts.end());
      std::ranges::sort(left);
      found.insert(std::move(left));
    });
  }
  return {found.begin(), found.end()};
}

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
