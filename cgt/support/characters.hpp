// Kinds of ASCII characters, whatever the locale.
#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace cgt {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
// Those that names are made of beside digits.
constexpr bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
constexpr bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// Values as books print them, in the characters that values are read from: "±1" is "+-1".
inline std::string in_ascii(std::string_view text) {
  constexpr std::pair<std::string_view, std::string_view> kSymbols[] = {
      {"↑", "^"}, {"↓", "v"},   {"±", "+-"},  {"∗", "*"},   {"×", "*"},
      {"−", "-"}, {"½", "1/2"}, {"¼", "1/4"}, {"¾", "3/4"},
  };
  std::string out;
  while (!text.empty()) {
    std::size_t taken = 1;
    std::string_view written = text.substr(0, 1);
    if (static_cast<unsigned char>(text[0]) >= 0x80U) {
      for (const auto& [symbol, plain] : kSymbols) {
        if (!text.starts_with(symbol)) continue;
        taken = symbol.size();
        written = plain;
      }
    }
    out += written;
    text.remove_prefix(taken);
  }
  return out;
}

}  // namespace cgt
