// operator new of this test binary, which fails when it is told to.
#pragma once

namespace cgt::testing {

// How many allocations of this thread may still succeed; negative: all.
extern thread_local long allowed_allocations;

}  // namespace cgt::testing
