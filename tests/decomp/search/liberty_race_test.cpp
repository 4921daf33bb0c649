#include "decomp/search/games/liberty_race.hpp"

#include <catch2/catch.hpp>

#include "decomp/search/alpha_beta.hpp"
#include "decomp/search/df_pn.hpp"

namespace liberty_race_test {

using namespace cgt::search;
using cgt::Budget;

TEST_CASE("the formulas of the abstract race have no exception", "[search]") {
  // One search, so that races share what they lead to.
  AlphaBeta<LibertyRace> search;
  Budget budget;
  int races = 0;
  int seen[3] = {0, 0, 0};
  int wrong = 0;
  for (int a = 0; a <= 8; ++a) {
    for (int d = 0; d <= 8; ++d) {
      for (int s = 0; s <= 5; ++s) {
        if (a + s == 0 || d + s == 0) continue;
        for (int a_eye = 0; a_eye <= std::min(a, 3); ++a_eye) {
          for (int d_eye = 0; d_eye <= std::min(d, 3); ++d_eye) {
            for (int first = 0; first < 2; ++first) {
              const auto side = [](int all, int eye) {
                return LibertyRace::Side{static_cast<std::uint8_t>(all - eye),
                                         static_cast<std::uint8_t>(eye)};
              };
              const LibertyRace race(side(a, a_eye), side(d, d_eye), s, first);
              const auto result = search.search(race, budget);
              REQUIRE(result.exact());
              const int formula = static_cast<int>(race.outcome());
              ++races;
              ++seen[formula + 1];
              if (*result.value != formula) {
                ++wrong;
                UNSCOPED_INFO("A " << a << " (eye " << a_eye << "), D " << d << " (eye " << d_eye
                                   << "), s " << s << ", first " << first << ": search "
                                   << *result.value << ", formula " << formula);
              }
            }
          }
        }
      }
    }
  }
  CHECK(wrong == 0);
  CHECK(races > 5000);
  for (const int n : seen) CHECK(n > 100);
}

TEST_CASE("proofs of races agree with alpha-beta", "[search]") {
  Budget budget;
  for (int a = 1; a <= 5; ++a) {
    for (int d = 1; d <= 5; ++d) {
      for (int s = 0; s <= 3; ++s) {
        const LibertyRace race({static_cast<std::uint8_t>(a), 0}, {static_cast<std::uint8_t>(d), 1},
                               s, 0);
        using Goal = UtilityGoal<LibertyRace>;
        const auto capture = DfPn<LibertyRace, Goal>(Goal{1}).search(race, budget);
        const auto live = DfPn<LibertyRace, Goal>(Goal{0}).search(race, budget);
        const int outcome = static_cast<int>(race.outcome());
        REQUIRE((capture.proof == Proof::kProved) == (outcome == 1));
        REQUIRE((live.proof == Proof::kProved) == (outcome >= 0));
      }
    }
  }
}

}  // namespace liberty_race_test
