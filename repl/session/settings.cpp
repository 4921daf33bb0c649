#include "repl/session/settings.hpp"

#include "cgt/support/text_input.hpp"

namespace cgt::repl {
namespace {

// Of `max`, as :set tells.
constexpr std::uint64_t kMostLength = 1'000'000'000;
constexpr std::uint64_t kMostLimit = 1'000'000'000'000;

// From 1 to `most`, else false.
bool read_count(const std::string& value, std::uint64_t most, std::uint64_t& count) {
  const std::uint64_t read = parse_number<std::uint64_t>(value).value_or(0);
  if (read == 0 || read > most) return false;
  count = read;
  return true;
}

std::string get_notation(const Settings& settings) {
  return settings.session.style().notation == Notation::kCanonical ? "canonical" : "cgsuite";
}

bool set_notation(Settings& settings, const std::string& value) {
  if (value != "canonical" && value != "cgsuite") return false;
  PrintStyle style = settings.session.style();
  style.notation = value == "canonical" ? Notation::kCanonical : Notation::kCgsuite;
  settings.session.set_style(style);
  return true;
}

std::string get_format(const Settings& settings) { return name_of(settings.session.format()); }

bool set_format(Settings& settings, const std::string& value) {
  const auto format = lang::format_named(value);
  if (format) settings.session.set_format(*format);
  return format.has_value();
}

std::string on_or_off(bool on) { return on ? "on" : "off"; }

bool read_switch(bool& on, const std::string& value) {
  if (value != "on" && value != "off") return false;
  on = value == "on";
  return true;
}

std::string get_history(const Settings& settings) { return on_or_off(settings.numbered); }

bool set_history(Settings& settings, const std::string& value) {
  if (!read_switch(settings.numbered, value)) return false;
  settings.session.set_history(settings.numbered);
  return true;
}

std::string get_show_type(const Settings& settings) { return on_or_off(settings.show_type); }

bool set_show_type(Settings& settings, const std::string& value) {
  return read_switch(settings.show_type, value);
}

std::string get_plot(const Settings& settings) { return settings.ascii ? "ascii" : "braille"; }

bool set_plot(Settings& settings, const std::string& value) {
  if (value != "ascii" && value != "braille") return false;
  settings.ascii = value == "ascii";
  return true;
}

std::string get_max(const Settings& settings) {
  const std::size_t length = settings.session.style().max_length;
  return length == 0 ? "off" : std::to_string(length);
}

bool set_max(Settings& settings, const std::string& value) {
  std::uint64_t length = 0;
  if (value != "off" && !read_count(value, kMostLength, length)) return false;
  PrintStyle style = settings.session.style();
  style.max_length = static_cast<std::size_t>(length);
  settings.session.set_style(style);
  return true;
}

using Limit = std::uint64_t Budget::Limits::*;

template <Limit limit>
std::string get_limit(const Settings& settings) {
  const std::uint64_t most = settings.limits.*limit;
  return most == Budget::kUnlimited ? "off" : std::to_string(most);
}

template <Limit limit>
bool set_limit(Settings& settings, const std::string& value) {
  if (value == "off") {
    settings.limits.*limit = Budget::kUnlimited;
    return true;
  }
  return read_count(value, kMostLimit, settings.limits.*limit);
}

constexpr const char* kLimits = "1..1000000000000|off";

constexpr Setting kSettings[] = {
    {"notation", "canonical|cgsuite", "reads back, or as CGSuite prints", get_notation,
     set_notation},
    {"format", "text|latex|json|svg", "how results are written", get_format, set_format},
    {"max", "1..1000000000|off", "longer values show their size; :all shows all", get_max, set_max},
    {"plots", "braille|ascii", "characters that :plot draws with", get_plot, set_plot},
    {"history", "on|off", "results have numbers: %1, %2, ...", get_history, set_history},
    {"show_type", "on|off", "tell what kind of value a result is", get_show_type, set_show_type},
    {"budget_ms", kLimits, "an evaluation ends after so many milliseconds",
     get_limit<&Budget::Limits::milliseconds>, set_limit<&Budget::Limits::milliseconds>},
    {"budget_mb", kLimits, "it ends when its tables hold so many megabytes",
     get_limit<&Budget::Limits::megabytes>, set_limit<&Budget::Limits::megabytes>},
    {"budget_nodes", kLimits, "it ends after so many units of work",
     get_limit<&Budget::Limits::nodes>, set_limit<&Budget::Limits::nodes>},
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
