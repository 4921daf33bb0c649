// A ruleset of one's own: from a heap of tokens Left takes one or two, Right one.
#include <iosfwd>

#include "cgt/fwd.hpp"

// As a header of yours would say it: nothing of the library needs to be included for names.
void show(std::ostream& out, cgt::Store& store, cgt::solve::Evaluator& evaluator);

#include <iostream>

#include "decomp/decomp.hpp"

struct Heap {
  std::int64_t size = 0;

  std::vector<cgt::Option<Heap>> options(cgt::Player player) const {
    std::vector<cgt::Option<Heap>> out;
    for (const std::uint32_t take : {1U, 2U})
      if (take <= size && (take == 1 || player == cgt::Player::kLeft))
        out.push_back({take, Heap{size - take}});
    return out;
  }
  std::int64_t split(std::vector<cgt::Summand<Heap>>& sum) const {
    sum.push_back({*this});  // nothing falls apart here
    return 0;
  }
  std::uint64_t hash() const { return static_cast<std::uint64_t>(size); }
  std::string text() const { return std::to_string(size); }
  friend bool operator==(const Heap&, const Heap&) = default;
};

void show(std::ostream& out, cgt::Store& store, cgt::solve::Evaluator& evaluator) {
  for (const std::int64_t size : {0, 1, 2, 3, 4, 5, 6}) {
    const auto id = evaluator.value(cgt::AnyPosition(Heap{size}), store.budget());
    out << size << ": " << cgt::Game(store, id) << '\n';
  }
}

int main() {
  cgt::Store store;
  cgt::solve::Evaluator evaluator(store);
  show(std::cout, store, evaluator);
  // Left alone has a choice, so heaps of two and more are his.
  const cgt::Game two(store, evaluator.value(cgt::AnyPosition(Heap{2}), store.budget()));
  return two == cgt::Game::parse(store, "^") ? 0 : 1;
}
