// \up and its like: names of symbols, as LaTeX has them, for what the language writes with other
// characters. Tab puts these in their place.
#pragma once

#include <span>
#include <string_view>

namespace cgt::repl {

struct SymbolName {
  const char* name;  // without the backslash
  const char* text;
};

// In the order of their names.
std::span<const SymbolName> symbol_names();
// "" if there is none of this name.
std::string_view symbol_named(std::string_view name);

}  // namespace cgt::repl
