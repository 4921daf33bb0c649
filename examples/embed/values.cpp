// Values of combinatorial games in ten lines: link cgt and include one header.
#include <iostream>

#include "cgt/cgt.hpp"

int main() {
  cgt::Store store;
  const cgt::Game hot = cgt::Game::parse(store, "{2|1||0}");
  const cgt::Game up = cgt::Game::up(store);
  const cgt::Game sum = hot + up - hot;
  std::cout << hot << " has mean " << hot.mean() << ", temperature " << hot.temperature() << '\n';
  std::cout << (sum == up) << (up > 0) << '\n';
  std::cout << to_text(store.thermograph(hot.id())) << '\n';
  return 0;
}
