// A ruleset of one's own: from a heap of tokens take 1, 2 or 4; Right may not take 4.
#include <iostream>

#include "decomp/decomp.hpp"

struct Heap {
  std::int64_t size = 0;

  std::vector<cgt::Option<Heap>> options(cgt::Player player) const {
    std::vector<cgt::Option<Heap>> out;
    for (const std::uint32_t take : {1U, 2U, 4U})
      if (take <= size && (take < 4 || player == cgt::Player::kLeft))
        out.push_back({take, Heap{size - take}});
    return out;
  }
  // Nothing falls apart here: the position is its own only part.
  std::int64_t split(std::vector<cgt::Summand<Heap>>& sum) const {
    sum.push_back({*this});
    return 0;
  }
  std::uint64_t hash() const { return static_cast<std::uint64_t>(size); }
  std::string text() const { return std::to_string(size); }
  friend bool operator==(const Heap&, const Heap&) = default;
};

int main() {
  cgt::Store store;
  cgt::solve::Evaluator evaluator(store);
  for (const std::int64_t size : {0, 1, 2, 3, 4, 5, 6}) {
    const cgt::Game value(store, evaluator.value(cgt::AnyPosition(Heap{size}), store.budget()));
    std::cout << size << ": " << value << '\n';
    if (size == 3 && value != cgt::Game(store, cgt::kZero)) return 1;
  }
}
