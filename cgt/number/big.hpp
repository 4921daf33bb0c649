// Big numbers as the kernel's own types hold them: GMP, or a header with its functions where there is
// no GMP (WebAssembly: lang/npm/numbers.hpp), which CGT_NO_GMP names.
#pragma once

#ifdef CGT_NO_GMP

#include CGT_NO_GMP

#else

#include <gmpxx.h>

namespace cgt {
static_assert(sizeof(long) == 8, "GMP takes machine integers as long");
}  // namespace cgt

#endif
