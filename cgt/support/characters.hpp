// Kinds of ASCII characters, whatever the locale.
#pragma once

namespace cgt {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
// Those that names are made of beside digits.
constexpr bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
constexpr bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

}  // namespace cgt
