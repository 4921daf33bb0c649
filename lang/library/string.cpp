// Strings, printing, errors; searching, splitting, regular expressions.
#include <fmt/format.h>
#include <boost/regex.hpp>

#include <utility>

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
  strings.add("Concat(that)", "Both strings in a row.", "\"a\" Concat \"b\" --> \"ab\"",
              [](Context& c, Arguments a) {
                check_text(a[0].as_string().size() + c.string(a[1], "Concat").size());
                return Value::string(a[0].as_string() + a[1].as_string());
              });
  strings.add("Substring(startIndex, endIndex)", "Characters from .. to, both included.",
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
  strings.add("Replace(target, replacement)", "With every occurrence replaced.",
              "\"aba\".Replace(\"a\", \"c\") --> \"cbc\"", [](Context& c, Arguments a) {
                return Value::string(replaced(a[0].as_string(), c.string(a[1], "Replace"),
                                              c.string(a[2], "Replace")));
              });
  strings.add("Updated(index, value)", "With another text in the place of one character.",
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

// Expressions are Perl's, as Boost.Regex reads them: it keeps no state on the stack of the program,
// and gives up on a match that takes too many steps.

namespace {

boost::regex expression(const std::string& text) {
  try {
    return boost::regex(text, boost::regex::perl);
  } catch (const boost::regex_error& error) {
    throw Error(fmt::format("bad regular expression: {}", error.what()));
  }
}

template <class F>
auto matching(const F& f) {
  try {
    return f();
  } catch (const boost::regex_error&) {
    throw Error("this regular expression takes too many steps on this text");
  }
}

Value replace_regex(Context& c, Arguments a) {
  const boost::regex pattern = expression(c.string(a[1], "ReplaceRegex"));
  const std::string& with = c.string(a[2], "ReplaceRegex");
  const std::string& text = a[0].as_string();
  std::string out;
  matching([&] {
    auto rest = text.cbegin();
    for (boost::sregex_iterator hit(text.begin(), text.end(), pattern), end; hit != end; ++hit) {
      c.budget().charge();
      out.append(rest, (*hit)[0].first);
      out += hit->format(with, boost::format_perl);
      rest = (*hit)[0].second;
      check_text(out.size());
    }
    out.append(rest, text.cend());
    return 0;
  });
  return Value::string(std::move(out));
}

std::vector<Value> split(Context& c, const std::string& text, const std::string& separator) {
  std::vector<Value> parts;
  const auto check = [&] {
    c.budget().charge();
    if (parts.size() >= 1'000'000) throw Error("this string has too many parts");
  };
  std::size_t at = 0;
  if (separator.empty()) {
    for (; at < text.size(); ++at) {
      check();
      parts.push_back(Value::string(text.substr(at, 1)));
    }
    return parts;
  }
  for (;;) {
    check();
    const std::size_t hit = text.find(separator, at);
    parts.push_back(Value::string(text.substr(at, hit - at)));
    if (hit == std::string::npos) return parts;
    at = hit + separator.size();
  }
}

}  // namespace

void register_more_strings(Registry& registry) {
  const Rows rows(registry, "String");
  rows.add("Matches(regex)", "Does the whole string match a regular expression (Perl's)?",
           "\"Snort\" Matches \"S.*t\" --> true", [](Context& c, Arguments a) {
             const boost::regex pattern = expression(c.string(a[1], "Matches"));
             return Value::boolean(
                 matching([&] { return boost::regex_match(a[0].as_string(), pattern); }));
           });
  rows.add("ReplaceRegex(regex, replacement)", "Every match replaced; $1 is the first group.",
           "\"Snort\".ReplaceRegex(\"[nr](.)\", \"$1\") --> \"Sot\"", replace_regex);
  rows.add("Contains(text)", "Does a text occur in it?", "\"Snort\".Contains(\"no\") --> true",
           [](Context& c, Arguments a) {
             return Value::boolean(a[0].as_string().find(c.string(a[1], "Contains")) !=
                                   std::string::npos);
           });
  rows.add("StartsWith(text)", "Does it begin with a text?",
           "\"Snort\".StartsWith(\"Sn\") --> true", [](Context& c, Arguments a) {
             return Value::boolean(a[0].as_string().starts_with(c.string(a[1], "StartsWith")));
           });
  rows.add("EndsWith(text)", "Does it end with a text?", "\"Snort\".EndsWith(\"rt\") --> true",
           [](Context& c, Arguments a) {
             return Value::boolean(a[0].as_string().ends_with(c.string(a[1], "EndsWith")));
           });
  rows.add("IndexOf(text)", "Where a text occurs first, from 1; 0 if it does not.",
           "\"Snort\".IndexOf(\"o\") --> 3", [](Context& c, Arguments a) {
             const std::size_t at = a[0].as_string().find(c.string(a[1], "IndexOf"));
             return Value::integer(at == std::string::npos ? 0 : static_cast<std::int64_t>(at) + 1);
           });
  rows.add("Split(separator)", "The parts between separators; with \"\", the characters.",
           "\"a|b\".Split(\"|\") --> [\"a\",\"b\"]", [](Context& c, Arguments a) {
             return Value::list(split(c, a[0].as_string(), c.string(a[1], "Split")));
           });
  rows.add("Repeated(n)", "n copies in a row.", "\"ab\".Repeated(3) --> \"ababab\"",
           [](Context& c, Arguments a) {
             const std::int64_t n = c.integer(a[1], "Repeated");
             const std::string& text = a[0].as_string();
             if (n < 0) throw Error("Repeated needs an integer >= 0");
             if (text.empty()) return a[0];
             check_text(static_cast<std::uint64_t>(n) > kMaxText / text.size()
                            ? kMaxText + 1
                            : text.size() * static_cast<std::size_t>(n));
             std::string out;
             for (std::int64_t i = 0; i < n; ++i) out += text;
             return Value::string(std::move(out));
           });
}

}  // namespace cgt::lang
