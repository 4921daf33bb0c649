// Games made from impartial heap games.
//
//   join(G, H)       the moves of both
//   product(G, H)    heaps in two coordinates (m,n), as coins in a row are turned into coins in a
//                    plane (Berlekamp, Conway, Guy 1982, chapter 14). Say G leaves of m the heaps a, a', ...
//                    and H of n the heaps b, b', ... Then
//     direct         one move in both: (m,n) becomes (a,n) + .. + (m,b) + .. + (a,b) + ..; the value of
//                    (m,n) is the nim product of the values of m and n (the tartan theorem)
//     acrostic       one move in either: (m,n) becomes (a,n) + (a',n) + .. or (m,b) + (m,b') + ..
// A heap of nothing is empty: (0,n) and (m,0) have no moves.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "decomp/position/ruleset.hpp"
#include "decomp/rules/heap/rules.hpp"

namespace cgt::heap {

// Rules of two games at once. An option of both is one option.
class Join final : public Rules {
 public:
  Join(std::shared_ptr<const Rules> first, std::shared_ptr<const Rules> second);
  void options(Size heap, Budget& budget, const Visit& visit) const override;
  bool dead(Size heap) const override { return first_->dead(heap) && second_->dead(heap); }

 private:
  std::shared_ptr<const Rules> first_;
  std::shared_ptr<const Rules> second_;
};

struct ProductRules {
  std::shared_ptr<const Rules> first;
  std::shared_ptr<const Rules> second;
  bool acrostic = false;
};

// Heaps in two coordinates, in ascending order; pairs of equal ones are not a sum that matters in
// normal play, and stay for misere play. `move` is the number of the option.
class Products {
 public:
  static constexpr bool kImpartial = true;
  using Cell = std::pair<Size, Size>;

  Products() = default;
  Products(std::shared_ptr<const ProductRules> rules, std::vector<Cell> cells);

  const std::vector<Cell>& cells() const { return cells_; }
  std::vector<Option<Products>> options(Player player) const;
  std::vector<Option<Products>> options(Player player, Budget& budget) const;
  std::int64_t split(std::vector<Summand<Products>>& sum) const;
  std::uint64_t hash() const;
  std::string text() const;  // "(3,5)+(4,4)"; "(0,0)" if there is none
  friend bool operator==(const Products& a, const Products& b);

 private:
  std::shared_ptr<const ProductRules> rules_;
  std::vector<Cell> cells_;
};

std::shared_ptr<const Ruleset> product_ruleset(std::shared_ptr<const Rules> first,
                                               std::shared_ptr<const Rules> second, bool acrostic);

}  // namespace cgt::heap
