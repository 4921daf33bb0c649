// Bounds on what a script can make that are not a matter of its budget.
#pragma once

#include <cstddef>
#include <cstdint>

namespace cgt::lang {

// Bytes of one string. Throws Error beyond.
inline constexpr std::size_t kMaxText = std::size_t{64} << 20U;
void check_text(std::size_t size);
// Largest nimber that a script can make; *k has k options.
inline constexpr std::int64_t kMaxNimber = (1 << 20) - 1;

}  // namespace cgt::lang
