// What `:set` can change: one table for setting, showing, help and completion.
#pragma once

#include <span>
#include <string>

#include "lang/lang.hpp"

namespace cgt::repl {

// Longest text of a value at a terminal, unless set otherwise.
inline constexpr std::size_t kTerminalMaxLength = 4'000;

// What settings change.
struct Settings {
  lang::Session& session;
  Budget::Limits limits;   // of each evaluation
  bool numbered = false;   // results have numbers, as at a terminal
  bool ascii = false;      // plots have no other characters
  bool show_type = false;  // what results are
};

struct Setting {
  const char* name;
  const char* values;  // "canonical|cgsuite", "1..1000|off"
  const char* doc;
  std::string (*get)(const Settings& settings);
  // False if the value is not one of `values`.
  bool (*set)(Settings& settings, const std::string& value);
};

std::span<const Setting> settings();
// Null if there is none of this name.
const Setting* find_setting(const std::string& name);

}  // namespace cgt::repl
