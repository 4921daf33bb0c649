// Sums under misere play. Heaps of one game are answered by its misere quotient, sums of anything else by
// their forms (cgt/misere/partizan.hpp): nothing else is known of them. Values stand for their canonical
// forms.
//
//   MisereSums sums(store);
//   sums.wins({{store.nimber(1), "", "*"}}, Player::kLeft, budget);   // false
//
// Thread rule: one thread at a time.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "decomp/solve/misere/positions.hpp"
#include "decomp/solve/sums/sum.hpp"

namespace cgt::solve {

class MisereSums {
 public:
  // `store` must outlive it.
  explicit MisereSums(Store& store) : store_(store) {}

  // Does this player win moving first? Throws BudgetExhausted, Error if a term is loopy.
  bool wins(const Sum& sum, Player first, Budget& budget);
  // The moves after which the opponent loses, all or one. In heaps beside each other, one for each
  // position that is left.
  std::vector<SumMove> winning_moves(const Sum& sum, Player first, bool all, Budget& budget);

 private:
  std::optional<bool> by_quotient(const Sum& sum, Budget& budget);
  MisereFormId form(const SumGame& game, Budget& budget);

  Store& store_;
  MisereForms forms_;
  MisereTrees trees_{forms_};
  std::vector<std::unique_ptr<MisereHeaps>> heaps_;
  FlatMap<std::uint32_t, MisereFormId> values_;  // by word of the GameId
};

}  // namespace cgt::solve
