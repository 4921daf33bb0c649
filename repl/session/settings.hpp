// What `:set` can change: one table for setting, showing, help and completion.
#pragma once

#include <span>
#include <string>

#include "lang/lang.hpp"

namespace cgt::repl {

// Longest text of a value at a terminal, unless set otherwise.
inline constexpr std::size_t kTerminalMaxLength = 4'000;

struct Setting {
  const char* name;
  const char* values;  // "canonical|cgsuite"
  const char* doc;
  std::string (*get)(const lang::Session& session);
  // False if the value is not one of `values`.
  bool (*set)(lang::Session& session, const std::string& value);
};

std::span<const Setting> settings();
// Null if there is none of this name.
const Setting* find_setting(const std::string& name);

}  // namespace cgt::repl
