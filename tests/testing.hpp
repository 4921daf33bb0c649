// What several test binaries share.
//
// A test tagged [long] is left out where sanitizers look on: it computes long, and what it computes
// with is used by other tests too.
//
// CGT_TEST_MULTIPLIER=N in the environment makes every random test run N times as many cases; the
// seeds stay fixed, so that a failure is found again with the same multiplier. N may be a fraction.
// CGT_TEST_SHARES=1 prints what expect_share() has measured.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <source_location>
#include <string>
#include <string_view>

namespace cgt::testing {

// `cases` times the multiplier, at least 1. Builds in which everything takes about ten times as
// long run fewer: a tenth in the hostile build, a fifth under the address sanitizer. What a
// sanitizer looks for is in the code, and the first cases run all of it.
std::size_t scaled(std::size_t cases);

// Checks that at least the share `least` of `of` random cases was of the interesting kind, of which
// `found` were: a random test that meets none of them proves nothing. A share instead of a number
// holds for any multiplier; it is above 1 where a case may have several. Beside each call stands
// the share that was measured when it was written; `least` is well below it, as luck differs with
// the multiplier. Builds with sanitizers show too few cases to judge a share.
//   expect_share(wins, cases, 0.2);  // 0.47
void expect_share(std::uint64_t found, std::uint64_t of, double least,
                  std::source_location where = std::source_location::current());

// The text after one to three random edits: a sign replaced or put in (one of `signs`), a few taken
// out, a piece repeated elsewhere. Requires a text that is not empty; it never becomes so.
std::string mutated(std::string text, std::string_view signs, std::mt19937_64& random);

}  // namespace cgt::testing
