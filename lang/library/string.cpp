// Strings, printing, errors.
#include <fmt/format.h>

#include <algorithm>

#include "cgt/version.hpp"
#include "lang/library/core.hpp"
#include "lang/values/collections.hpp"

namespace cgt::lang {
namespace {

std::string mapped(std::string text, char from, char to, int shift) {
  for (char& c : text) {
    if (c >= from && c <= to) c = static_cast<char>(c + shift);
  }
  return text;
}

std::string replaced(const std::string& text, const std::string& from, const std::string& to) {
  if (from.empty()) throw Error("Replace needs a non-empty string to look for");
  std::string out;
  std::size_t at = 0;
  for (std::size_t hit = text.find(from); hit != std::string::npos; hit = text.find(from, at)) {
    out.append(text, at, hit - at).append(to);
    check_text(out.size());
    at = hit + from.size();
  }
  return out.append(text, at);
}

}  // namespace

void register_strings(Registry& registry) {
  const Rows strings(registry, "String");
  const Rows objects(registry, "Object");
  const Rows functions(registry, "");
  strings.add("Length", "How many characters (bytes) it has.", "\"Snort\".Length --> 5",
              [](Context&, Arguments a) {
                return Value::integer(static_cast<std::int64_t>(a[0].as_string().size()));
              });
  strings.add("Concat(other)", "Both strings in a row.", "\"a\" Concat \"b\" --> \"ab\"",
              [](Context& c, Arguments a) {
                check_text(a[0].as_string().size() + c.string(a[1], "Concat").size());
                return Value::string(a[0].as_string() + a[1].as_string());
              });
  strings.add("Substring(from, to)", "Characters from .. to, both included.",
              "\"Clobber\".Substring(4, 6) --> \"bbe\"", [](Context& c, Arguments a) {
                const std::string& s = a[0].as_string();
                const std::int64_t from = c.integer(a[1], "Substring");
                const std::int64_t to = c.integer(a[2], "Substring");
                const auto size = static_cast<std::int64_t>(s.size());
                if (from < 1 || to > size || to < from - 1) {
                  throw Error("Substring: the indices are out of range",
                              fmt::format("they go from 1 to {}", size));
                }
                return Value::string(s.substr(static_cast<std::size_t>(from - 1),
                                              static_cast<std::size_t>(to - from + 1)));
              });
  strings.add("Replace(from, to)", "With every occurrence replaced.",
              "\"aba\".Replace(\"a\", \"c\") --> \"cbc\"", [](Context& c, Arguments a) {
                return Value::string(replaced(a[0].as_string(), c.string(a[1], "Replace"),
                                              c.string(a[2], "Replace")));
              });
  strings.add("Updated(index, text)", "With another text in the place of one character.",
              "\"Short\".Updated(2, \"n\") --> \"Snort\"", [](Context& c, Arguments a) {
                std::string s = a[0].as_string();
                const std::int64_t at = c.integer(a[1], "Updated");
                if (at < 1 || static_cast<std::uint64_t>(at) > s.size())
                  throw Error("Updated: the index is out of range");
                return Value::string(
                    s.replace(static_cast<std::size_t>(at - 1), 1, c.string(a[2], "Updated")));
              });
  strings.add("ToUpperCase", "In capital letters (ASCII).", "\"ab\".ToUpperCase --> \"AB\"",
              [](Context&, Arguments a) {
                return Value::string(mapped(a[0].as_string(), 'a', 'z', 'A' - 'a'));
              });
  strings.add("ToLowerCase", "In small letters (ASCII).", "\"AB\".ToLowerCase --> \"ab\"",
              [](Context&, Arguments a) {
                return Value::string(mapped(a[0].as_string(), 'A', 'Z', 'a' - 'A'));
              });
  strings.add("IsEmpty", "Has it no character?", "\"\".IsEmpty --> true",
              [](Context&, Arguments a) { return Value::boolean(a[0].as_string().empty()); });

  objects.add(
      "ToString", "The printed text, as a string.", "3.ToString --> \"3\"",
      [](Context& c, Arguments a) { return Value::string(format(c, a[0], c.style(), false)); });
  for (const char* package : {"", "System."}) {
    functions.add(fmt::format("{}Print(value)", package),
                  "Prints a value on a line of its own; strings without quotes.",
                  fmt::format("{}Print(\"done\"); --> done", package), [](Context& c, Arguments a) {
                    c.print(format(c, a[0], c.style(), false));
                    return Value();
                  });
  }
  for (const char* name : {"error", "System.Error"}) {
    functions.add(
        fmt::format("{}(message)", name), "Stops with an error.",
        fmt::format("{}(\"no move\") --> !!no move", name),
        [](Context& c, Arguments a) -> Value { throw Error(format(c, a[0], c.style(), false)); });
  }
  registry.add(Constant{"System.Version", "Which program this is.",
                        Value::string(fmt::format("{}.{}.{}", CGT_VERSION_MAJOR, CGT_VERSION_MINOR,
                                                  CGT_VERSION_PATCH))});
  registry.add(Constant{"System.CopyrightYear", "When it was published.", Value::string("2026")});
}

}  // namespace cgt::lang
