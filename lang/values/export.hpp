// Values of the language as LaTeX and as JSON, for other programs.
//
// LaTeX: math-mode text without dollar signs; games as cgt/text/text.hpp writes them, lists as
// \left[ \right], strings as \text{}; thermographs are tikzpicture environments.
//
// JSON: numbers are exact strings ("-5/4"), so nothing is rounded; games and thermographs are the
// objects of cgt/text/json.hpp, loopy values those of cgt/text/json.hpp; lists, sets, ranges and
// coordinates are arrays; a map is an array of [key, value]; Nothing is null; strings, members of enumerations and
// all other values are strings.
//
// SVG: the picture that X.Svg gives. What has no method Svg has no picture; Nothing gives no text.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "lang/context.hpp"

namespace cgt::lang {

enum class Format { kText, kLatex, kJson, kSvg };

// "text", "latex", "json", "svg"; empty for any other word.
CGT_API std::optional<Format> format_named(std::string_view name);
CGT_API const char* name_of(Format format);

CGT_API std::string to_latex(Context& context, const Value& value, const PrintStyle& style);
CGT_API std::string to_json(Context& context, const Value& value);
// As a session in this format prints the value. Not kSvg: pictures come from methods, which the session
// finds.
CGT_API std::string export_text(Context& context, const Value& value, const PrintStyle& style,
                                Format format);

// Class Output: a text as a value of its own, which prints without quotes.
CGT_API Value output_value(std::string text);
// Null for everything else.
CGT_API const std::string* as_output(const Value& value);

}  // namespace cgt::lang
