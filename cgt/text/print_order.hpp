// The order in which options are printed: numbers ascending, nimbers, other uptimals (by number
// part, coefficients, nimber), then the rest by their own sorted options. It depends on the values
// alone, not on the history of their store.
#pragma once

#include <memory>
#include <vector>

#include "cgt/algebra/uptimal.hpp"
#include "cgt/store/store.hpp"

namespace cgt {

class PrintOrder {
 public:
  explicit PrintOrder(Store& store) : store_(store), expansions_(store) {}

  // Null if g is no uptimal.
  const UptimalExpansion* expansion(GameId g) { return expansions_.find(g); }
  // Options of g in print order; kept, so that every list is sorted once. Empty for an uptimal that
  // is no brace form in print (a number-up-star).
  const std::vector<GameId>& options(GameId g, Player player);
  void sort(std::vector<GameId>& games);

 private:
  using Sides = PerPlayer<std::vector<GameId>>;

  void prepare(GameId g);
  void sort_prepared(std::vector<GameId>& games);
  int compare(GameId a, GameId b);

  Store& store_;
  UptimalExpansions expansions_;
  FlatMap<GameId, std::unique_ptr<Sides>> sorted_;
  // Results along long walks of compare(), so that a comparison never walks the same way twice.
  FlatMap<std::uint64_t, int> compared_;
};

}  // namespace cgt
