// One process of several that go through a space together.
#pragma once

#include "decomp/solve/census/feed.hpp"

namespace cgt::repl {

struct Together {
  solve::RangeFeed* feed = nullptr;
  bool tells = true;  // keeps the file and prints; one of them does
};

}  // namespace cgt::repl
