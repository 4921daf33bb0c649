// Numbers and lines in text, read one way everywhere.
//
//   std::string_view text = "12/30";
//   const std::optional<int> top = take_number<int>(text);
//   assert(top == 12 && text == "/30" && parse_number<int>("30") == 30);
//
// A number has no blanks around it and no '+' before it; one that does not fit its type is none.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <vector>

#include "cgt/support/diagnostic.hpp"

namespace cgt {

// Takes the number off the front of the text; the text stays as it is if there is none.
template <class T>
std::optional<T> take_number(std::string_view& text) {
  T number{};
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(stop - text.data()));
  return number;
}

// The whole text is the number.
template <class T>
std::optional<T> parse_number(std::string_view text) {
  const std::optional<T> number = take_number<T>(text);
  return text.empty() ? number : std::nullopt;
}

// The number that the whole text is, from `least` to `most`. Throws Error: expected WHAT; found "TEXT".
template <class T>
T need_number(std::string_view text, std::string_view what,
              std::type_identity_t<T> least = std::numeric_limits<T>::lowest(),
              std::type_identity_t<T> most = std::numeric_limits<T>::max(),
              const std::string& hint = {}) {
  const std::optional<T> number = parse_number<T>(text);
  if (number && *number >= least && *number <= most) return *number;
  throw Error(fmt::format("expected {}; found \"{}\"", what, text), hint);
}

// Bytes of the mark that some editors write before UTF-8, at the beginning of a text: 3, or 0 without it.
constexpr std::size_t byte_order_mark(std::string_view text) {
  return text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
}

inline std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

inline std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = lower(c);
  return out;
}

// The same but for case.
inline bool same_word(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

// The lines that say something, without blanks around them: neither empty ones nor comments, which
// begin with `comment`.
inline std::vector<SourceSpan> written_lines(std::string_view text,
                                             std::string_view comment = "#") {
  std::vector<SourceSpan> lines;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = std::min(text.find('\n', from), text.size());
    const std::string_view line = trimmed(text.substr(from, end - from));
    if (!line.empty() && !line.starts_with(comment))
      lines.push_back({static_cast<std::size_t>(line.data() - text.data()), line.size()});
    from = end + 1;
  }
  return lines;
}

}  // namespace cgt
