#include "lang/values/limits.hpp"

#include <fmt/format.h>

#include "cgt/support/error.hpp"

namespace cgt::lang {

void check_text(std::size_t size) {
  if (size > kMaxText)
    throw Error("this string is too long", fmt::format("at most {} bytes", kMaxText));
}

}  // namespace cgt::lang
