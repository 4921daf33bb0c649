// Whether everything takes about ten times as long in this build.
//
// What a sanitizer or hostile tables look for is in the code, not in its millionth repetition:
// computations that are long for their own sake, such as the depth of a stack, are cut there to
// sizes that still run all of the code.
#pragma once

#include <cstddef>

namespace cgt::testing {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSlow = true;
#else
inline constexpr bool kSlow = false;
#endif

// The full size, or in a slow build the smaller one.
template <class T>
constexpr T sized(T full, T small) {
  return kSlow ? small : full;
}

}  // namespace cgt::testing
