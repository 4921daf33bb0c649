// Values of combinatorial games in ten lines: link cgt and include one header.
#include <iostream>

#include "cgt/cgt.hpp"

int main() {
  cgt::Store store;
  const cgt::Game hot = cgt::Game::parse(store, "{2|1||0}");
  const cgt::Game up(store, store.up(1));
  const cgt::Game sum = hot + up - hot;
  std::cout << hot.to_string() << " has mean " << hot.mean().to_string() << " and temperature "
            << hot.temperature().to_string() << "\n";
  std::cout << (sum == up) << (up > cgt::Game(store, cgt::kZero)) << "\n";
  std::cout << to_text(store.thermograph(hot.id())) << "\n";
  return 0;
}
