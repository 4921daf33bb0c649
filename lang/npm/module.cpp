// The module for JavaScript is the face in C (lang/c/cgt.h): the linker takes what
// lang/npm/CMakeLists.txt exports. The other two are what all sources are compiled with there.
#include "lang/c/cgt.h"
#include "lang/npm/numbers.hpp"
#include "lang/npm/old_libcxx.hpp"
