// Which of several lotteries is better for everybody? Stochastic dominance as a partial order, and
// how many numbers it takes to say the same.
#include <cstdio>
#include <string>
#include <vector>

#include "decomp/pob/dimension.hpp"
#include "decomp/pob/distribution.hpp"
#include "decomp/pob/poset.hpp"

namespace {

using cgt::pob::Distribution;
using cgt::pob::ExplicitPoset;

// Outcomes with weights.
const std::vector<Distribution> kLotteries{
    Distribution::sure(5),                    // a
    Distribution({{4, 1}, {6, 1}}),           // b: the same mean, some risk
    Distribution({{0, 1}, {10, 1}}),          // c: the same mean, more risk
    Distribution({{0, 1}, {4, 1}}),           // d
    Distribution({{5, 1}, {6, 1}, {10, 1}}),  // e
};

// Prints what lies below what, and the lotteries as vectors, which are compared entry by entry.
// Returns the dimension; 0 if the vectors say anything else than the order does.
std::size_t show(const char* title, const ExplicitPoset& order) {
  cgt::Budget budget({.milliseconds = 10'000});
  std::printf("%s:", title);
  for (const auto& [low, high] : order.covers())
    std::printf(" %c<%c", static_cast<char>('a' + low), static_cast<char>('a' + high));
  const auto extensions = realizer(order, budget).extensions;
  const auto vectors = embedding(order, extensions);
  for (std::size_t i = 0; i < vectors.size(); ++i) {
    std::printf("%s%c(", i == 0 ? "; " : " ", static_cast<char>('a' + i));
    for (const auto x : vectors[i]) std::printf(" %d", static_cast<int>(x));
    std::printf(" )");
  }
  std::printf("\n");

  const cgt::pob::VectorOrder by_entries(extensions.size());
  for (ExplicitPoset::Element a = 0; a < order.size(); ++a) {
    for (ExplicitPoset::Element b = 0; b < order.size(); ++b) {
      if (order.less_equal(a, b) != by_entries.less_equal(vectors[a], vectors[b])) return 0;
    }
  }
  return extensions.size();
}

}  // namespace

int main() {
  // First order: who wants more has no choice. Second order: who fears risk besides has none.
  const auto first = ExplicitPoset::of(cgt::pob::FirstOrderDominance{}, kLotteries);
  const auto second = ExplicitPoset::of(cgt::pob::SecondOrderDominance{}, kLotteries);
  const std::size_t wanting = show("for more", first);
  const std::size_t fearing = show("for more and against risk", second);

  // d is worst and e is best for all; the other three are a matter of taste, but d < c < b < a < e
  // for the careful.
  const bool tastes = !first.less_equal(1, 0) && !first.less_equal(0, 1);
  const bool careful = second.less_equal(2, 1) && second.less_equal(1, 0);
  return wanting == 2 && fearing == 1 && tastes && careful ? 0 : 1;
}
