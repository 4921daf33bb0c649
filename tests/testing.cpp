#include "tests/testing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdio>
#include <cstdlib>

#include "cgt/detail/tuning.hpp"

namespace cgt::testing {
namespace {

// The part of the cases that this build can afford.
double part() {
#if defined(__SANITIZE_ADDRESS__)
  return cgt::detail::hostile() ? 0.1 : 0.2;
#else
  return 1;
#endif
}

}  // namespace

std::size_t scaled(std::size_t cases) {
  const char* text = std::getenv("CGT_TEST_MULTIPLIER");
  double multiplier = text == nullptr ? 1 : std::strtod(text, nullptr);
  if (!(multiplier > 0)) multiplier = 1;
  return std::max<std::size_t>(
      1, static_cast<std::size_t>(static_cast<double>(cases) * part() * multiplier + 0.5));
}

void expect_share(std::uint64_t found, std::uint64_t of, double least, std::source_location where) {
  const double share = of == 0 ? 0 : static_cast<double>(found) / static_cast<double>(of);
  const std::string told = fmt::format("{}:{}: {} of {} is a share of {:.2g}, at least {} wanted",
                                       where.file_name(), where.line(), found, of, share, least);
  if (std::getenv("CGT_TEST_SHARES") != nullptr) std::fprintf(stderr, "%s\n", told.c_str());
  // The part of the cases that a build with sanitizers affords is too small to have a share.
  if (part() < 1) return;
  INFO(told);
  CHECK(share >= least);
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
