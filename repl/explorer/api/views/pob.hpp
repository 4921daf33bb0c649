// The examples of partial order bounding that the explorer offers.
#pragma once

#include <span>
#include <string_view>

namespace cgt::repl {

struct PobExample {
  std::string_view name;
  std::string_view script;
};
std::span<const PobExample> pob_examples();

}  // namespace cgt::repl
