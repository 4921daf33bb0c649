// The order in which options are printed: numbers ascending, nimbers, other uptimals (by number
// part, coefficients, nimber), then the rest by their own sorted options. It depends on the values
// alone, not on the history of their store.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "cgt/store/store.hpp"
#include "cgt/store/uptimal.hpp"

namespace cgt {

class CGT_API PrintOrder {
 public:
  explicit PrintOrder(Store& store);
  PrintOrder(const PrintOrder&) = delete;
  PrintOrder& operator=(const PrintOrder&) = delete;
  ~PrintOrder();

  // Null if g is not an uptimal.
  const UptimalExpansion* expansion(GameId g) { return expansions_.find(g); }
  // Options of g in print order; kept, so that every list is sorted once. Empty for an uptimal that
  // is not a brace form in print (a number-up-star).
  const std::vector<GameId>& options(GameId g, Player player);
  void sort(std::vector<GameId>& games);

 private:
  struct Known;

  void prepare(GameId g);
  void sort_prepared(std::vector<GameId>& games);
  int compare(GameId a, GameId b);

  Store& store_;
  UptimalExpansions expansions_;
  std::unique_ptr<Known> known_;
};

// How values are printed. Whoever makes texts takes one, beside the printer of values
// (cgt/text/text.hpp).

enum class Notation { kCanonical, kCgsuite };

struct CGT_API PrintStyle {
  Notation notation = Notation::kCanonical;
  // Text longer than this many characters is replaced by the size of the value,
  // "{...} 286,099 nodes, 2,252 followers": nodes of the tree with number-up-stars as leaves,
  // and distinct followers. Printing stops as soon as the limit is passed. 0: no limit.
  std::size_t max_length = 0;
};

}  // namespace cgt
