#include "decomp/solve/sums/misere_sums.hpp"

#include "decomp/rules/heap/heap.hpp"

namespace cgt::solve {

// Empty if the sum is not of heaps of one game, or that has no quotient with these heaps.
std::optional<bool> MisereSums::by_quotient(const Sum& sum, Budget& budget) {
  std::shared_ptr<const heap::Rules> rules;
  std::vector<heap::Size> heaps;
  for (const SumTerm& term : sum) {
    const auto* position = std::get_if<AnyPosition>(&term.game);
    const auto* own = position == nullptr ? nullptr : position->as<heap::Position>();
    if (own == nullptr) return std::nullopt;
    if (own->heaps().empty()) continue;
    const auto& own_rules = own->rules()[Player::kLeft];
    if (rules != nullptr && !(*rules == *own_rules)) return std::nullopt;
    rules = own_rules;
    heaps.insert(heaps.end(), own->heaps().begin(), own->heaps().end());
  }
  if (rules == nullptr) return std::nullopt;
  const auto found =
      std::ranges::find_if(heaps_, [&](const auto& h) { return h->rules() == *rules; });
  MisereHeaps& quotient =
      found != heaps_.end() ? **found : *heaps_.emplace_back(std::make_unique<MisereHeaps>(rules));
  return quotient.lost(heaps, budget);
}

MisereFormId MisereSums::form(const SumGame& game, Budget& budget) {
  if (const auto* position = std::get_if<AnyPosition>(&game)) return trees_.form(*position, budget);
  const auto* root = std::get_if<GameId>(&game);
  if (root == nullptr) throw Error("a loopy value has no outcome under misere play");
  std::vector<GameId> stack{*root};
  while (!stack.empty()) {
    const GameId g = stack.back();
    if (values_.contains(g.word())) {
      stack.pop_back();
      continue;
    }
    budget.charge();
    const std::size_t before = stack.size();
    PerPlayer<std::vector<MisereFormId>> options;
    for (const Player player : kPlayers) {
      for (const GameId o : store_.options(g, player)) {
        if (const auto it = values_.find(o.word()); it != values_.end()) {
          options[player].push_back(it->second);
        } else {
          stack.push_back(o);
        }
      }
    }
    if (stack.size() > before) continue;
    values_.emplace(g.word(), forms_.make(std::move(options[Player::kLeft]),
                                          std::move(options[Player::kRight])));
    stack.pop_back();
  }
  return values_.at(root->word());
}

bool MisereSums::wins(const Sum& sum, Player first, Budget& budget) {
  if (const auto lost = by_quotient(sum, budget)) return !*lost;
  MisereFormId whole = 0;
  for (const SumTerm& term : sum) whole = forms_.add(whole, form(term.game, budget), budget);
  return forms_.wins_moving_first(whole, first);
}

std::vector<SumMove> MisereSums::winning_moves(const Sum& sum, Player first, bool all,
                                               Budget& budget) {
  std::vector<SumMove> found;
  for (std::size_t term = 0; term < sum.size(); ++term) {
    for (SumMove& move : moves_in(store_, sum, term, first)) {
      budget.charge();
      if (wins(after_move(store_, sum, move), opponent(first), budget)) continue;
      found.push_back(std::move(move));
      if (!all) return found;
    }
  }
  return found;
}

}  // namespace cgt::solve
