// Bounds on what a script can make that are not a matter of its budget.
#pragma once

#include <cstddef>

namespace cgt::lang {

// Bytes of one string. Throws Error beyond.
inline constexpr std::size_t kMaxText = std::size_t{64} << 20U;
void check_text(std::size_t size);

}  // namespace cgt::lang
