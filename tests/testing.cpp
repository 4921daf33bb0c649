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

std::string mutated(std::string text, std::string_view signs, std::mt19937_64& random) {
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  for (std::size_t edits = 1 + below(3); edits > 0; --edits) {
    const std::size_t at = below(text.size());
    switch (below(4)) {
      case 0: text[at] = signs[below(signs.size())]; break;
      case 1: text.erase(at, 1 + below(5)); break;
      case 2: text.insert(at, 1, signs[below(signs.size())]); break;
      default: text.insert(at, text.substr(below(text.size()), below(20)));
    }
    if (text.empty()) text = " ";
  }
  return text;
}

}  // namespace cgt::testing
