// The version of the library: the one place that names it. CMake reads these lines, and from there
// it goes into the package files, the name of the shared library and `cgt --version`.
#pragma once

#include "cgt/support/error.hpp"

#define CGT_VERSION_MAJOR 0
#define CGT_VERSION_MINOR 1
#define CGT_VERSION_PATCH 0
// For comparisons: 10000 * major + 100 * minor + patch.
#define CGT_VERSION (CGT_VERSION_MAJOR * 10000 + CGT_VERSION_MINOR * 100 + CGT_VERSION_PATCH)

namespace cgt {

// "0.1.0": of the library that is linked, which may be newer than the headers compiled with.
CGT_API const char* version();

}  // namespace cgt
