// Counting: of things in a message, of letters in UTF-8.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace cgt {

// "1 stone", "3 stones", "2 indices".
inline std::string counted(std::uint64_t count, std::string_view one, std::string_view many = {}) {
  std::string out = std::to_string(count) + ' ';
  if (count != 1 && !many.empty()) return out.append(many);
  return out.append(one).append(count == 1 ? "" : "s");
}

// Whether this byte of UTF-8 begins a letter, and is not a later byte of one.
constexpr bool begins_letter(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
}

// The letters of a text in UTF-8, code points more precisely.
inline std::size_t letters(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), begins_letter));
}

}  // namespace cgt
