#include "tests/testing.hpp"

#include <algorithm>
#include <cstdlib>

namespace cgt::testing {

std::size_t scaled(std::size_t cases) {
  const char* text = std::getenv("CGT_TEST_MULTIPLIER");
  const long multiplier = text == nullptr ? 1 : std::strtol(text, nullptr, 10);
#ifdef CGT_HOSTILE
  cases = std::max<std::size_t>(1, cases / 10);
#endif
  return multiplier > 1 ? cases * static_cast<std::size_t>(multiplier) : cases;
}

}  // namespace cgt::testing
