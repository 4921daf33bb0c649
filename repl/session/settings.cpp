#include "repl/session/settings.hpp"

#include <charconv>

namespace cgt::repl {
namespace {

std::string get_notation(const lang::Session& session) {
  return session.style().notation == Notation::kCanonical ? "canonical" : "cgsuite";
}

bool set_notation(lang::Session& session, const std::string& value) {
  if (value != "canonical" && value != "cgsuite") return false;
  PrintStyle style = session.style();
  style.notation = value == "canonical" ? Notation::kCanonical : Notation::kCgsuite;
  session.set_style(style);
  return true;
}

std::string get_format(const lang::Session& session) { return name_of(session.format()); }

bool set_format(lang::Session& session, const std::string& value) {
  const auto format = lang::format_named(value);
  if (format) session.set_format(*format);
  return format.has_value();
}

std::string get_max(const lang::Session& session) {
  const std::size_t length = session.style().max_length;
  return length == 0 ? "off" : std::to_string(length);
}

bool set_max(lang::Session& session, const std::string& value) {
  std::size_t length = 0;
  if (value != "off") {
    const char* const end = value.data() + value.size();
    const auto [at, error] = std::from_chars(value.data(), end, length);
    if (error != std::errc() || at != end || length == 0) return false;
  }
  PrintStyle style = session.style();
  style.max_length = length;
  session.set_style(style);
  return true;
}

constexpr Setting kSettings[] = {
    {"notation", "canonical|cgsuite", "reads back, or as CGSuite prints", get_notation,
     set_notation},
    {"format", "text|latex|json", "how results are written", get_format, set_format},
    {"max", "N|off", "longer values show their size; :all shows all", get_max, set_max},
};

}  // namespace

std::span<const Setting> settings() { return kSettings; }

const Setting* find_setting(const std::string& name) {
  for (const Setting& setting : kSettings) {
    if (name == setting.name) return &setting;
  }
  return nullptr;
}

}  // namespace cgt::repl
