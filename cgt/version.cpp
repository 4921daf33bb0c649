#include "cgt/version.hpp"

#define CGT_TEXT_OF(x) #x
#define CGT_TEXT(x) CGT_TEXT_OF(x)

namespace cgt {

const char* version() {
  return CGT_TEXT(CGT_VERSION_MAJOR) "." CGT_TEXT(CGT_VERSION_MINOR) "." CGT_TEXT(
      CGT_VERSION_PATCH);
}

}  // namespace cgt
