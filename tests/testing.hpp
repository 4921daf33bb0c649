// What several test binaries share.
//
// A test tagged [long] is left out where sanitizers look on: it computes long, and what it computes
// with is used by other tests too.
//
// CGT_TEST_MULTIPLIER=N in the environment makes every random test run N times as many cases; the
// seeds stay fixed, so that a failure is found again with the same multiplier.
#pragma once

#include <cstddef>
#include <random>
#include <string>
#include <string_view>

namespace cgt::testing {

// `cases` times the multiplier. The hostile build, where everything takes ten times as long, does a
// tenth of them.
std::size_t scaled(std::size_t cases);

// The text after one to three random edits: a sign replaced or put in (one of `signs`), a few taken
// out, a piece repeated elsewhere. Requires a text that is not empty; it never becomes so.
std::string mutated(std::string text, std::string_view signs, std::mt19937_64& random);

}  // namespace cgt::testing
