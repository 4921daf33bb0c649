// What several test binaries share.
//
// CGT_TEST_MULTIPLIER=N in the environment makes every random test run N times as many cases; the
// seeds stay fixed, so that a failure is found again with the same multiplier.
#pragma once

#include <cstddef>

namespace cgt::testing {

// `cases` times the multiplier. The hostile build, where everything takes ten times as long, does a
// tenth of them.
std::size_t scaled(std::size_t cases);

}  // namespace cgt::testing
