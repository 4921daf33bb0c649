#include "cgt/support/error.hpp"

#include <catch2/catch.hpp>
#include <set>
#include <string>

namespace cgt::stop_reason_test {
namespace {

TEST_CASE("every reason to stop has words of its own, four of them a budget's", "[budget]") {
  std::set<std::string> words;
  std::size_t limits = 0;
  constexpr auto kLast = static_cast<int>(StopReason::kInterrupted);
  for (int i = 0; i <= kLast; ++i) {
    const auto reason = static_cast<StopReason>(i);
    CHECK(words.insert(describe(reason)).second);
    limits += is_limit(reason) ? 1 : 0;
  }
  CHECK_FALSE(words.contains("stopped"));
  CHECK(limits == 4);
  for (const StopReason reason :
       {StopReason::kNodes, StopReason::kTime, StopReason::kMemory, StopReason::kInterrupted}) {
    CHECK(is_limit(reason));
    CHECK(BudgetExhausted(reason).reason() == reason);
    CHECK(std::string(BudgetExhausted(reason).what()) == describe(reason));
  }
}

}  // namespace
}  // namespace cgt::stop_reason_test
