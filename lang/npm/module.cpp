// The module for JavaScript is the face in C (lang/c/cgt.h): the linker takes what
// lang/npm/CMakeLists.txt exports.
#include "lang/c/cgt.h"
