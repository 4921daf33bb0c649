#include "lang/values/export.hpp"

#include <fmt/format.h>

#include "cgt/pictures/drawing.hpp"
#include "cgt/pictures/thermograph_drawing.hpp"
#include "cgt/text/json.hpp"
#include "cgt/text/loopy_text.hpp"
#include "lang/values/collections.hpp"
#include "lang/values/loopy.hpp"
#include "lang/values/thermographs.hpp"

namespace cgt::lang {
namespace {

class OutputObject final : public NativeObject {
 public:
  explicit OutputObject(std::string t) : text(std::move(t)) {}
  const char* class_name() const override { return "Output"; }
  std::string to_text(Context&, const PrintStyle&) const override { return text; }
  bool equals(const NativeObject& other) const override {
    const auto* o = dynamic_cast<const OutputObject*>(&other);
    return o != nullptr && o->text == text;
  }
  std::uint64_t hash() const override { return Value::string(text).hash(); }
  const std::string text;
};

constexpr std::array<std::pair<const char*, Format>, 4> kFormats{{{"text", Format::kText},
                                                                  {"latex", Format::kLatex},
                                                                  {"json", Format::kJson},
                                                                  {"svg", Format::kSvg}}};

std::string latex_text(std::string_view text) { return "\\text{" + escape_latex(text) + "}"; }

std::string latex_number(Context& context, const Value& v, const PrintStyle& style) {
  if (to_dyadic(v.as_rational())) return cgt::to_latex(context.store(), context.game(v), style);
  const Rational x = v.as_rational();
  return fmt::format("{}\\frac{{{}}}{{{}}}", x < 0 ? "-" : "", to_string(abs(numerator(x))),
                     to_string(denominator(x)));
}

void latex_items(Context& context, const std::vector<Value>& items, const PrintStyle& style,
                 std::string& out);

void write_latex(Context& context, const Value& v, const PrintStyle& style, std::string& out) {
  switch (v.kind()) {
    case Kind::kInteger:
    case Kind::kRational: out += latex_number(context, v, style); return;
    case Kind::kGame: out += cgt::to_latex(context.store(), v.as_game(), style); return;
    case Kind::kBoolean: out += v.as_boolean() ? "\\mathrm{true}" : "\\mathrm{false}"; return;
    case Kind::kEnum: out += fmt::format("\\mathrm{{{}}}", v.as_enum().name); return;
    case Kind::kString: out += latex_text(v.as_string()); return;
    case Kind::kList:
    case Kind::kRange:
      out += "\\left[";
      latex_items(context, context.elements(v, "LaTeX"), style, out);
      out += "\\right]";
      return;
    case Kind::kCoordinates:
      out += "\\left(";
      latex_items(context, v.coordinate_items(), style, out);
      out += "\\right)";
      return;
    case Kind::kSet:
      out += "\\left\\{";
      latex_items(context, v.as_set().items, style, out);
      out += "\\right\\}";
      return;
    case Kind::kMap: {
      out += "\\left\\{";
      bool first = true;
      for (const auto& [key, value] : v.as_map().entries) {
        check_printed(context, out);
        if (!std::exchange(first, false)) out += ", ";
        write_latex(context, key, style, out);
        out += " \\mapsto ";
        write_latex(context, value, style, out);
      }
      out += "\\right\\}";
      return;
    }
    default:
      if (const Thermograph* thermograph = as_thermograph(v)) {
        out += thermograph_tikz(*thermograph);
      } else if (is_loopy(v)) {
        out += cgt::to_latex(loopy_games(context), loopy_of(context, v), style);
      } else {
        out += latex_text(format(context, v, style));
      }
      return;
  }
}

void latex_items(Context& context, const std::vector<Value>& items, const PrintStyle& style,
                 std::string& out) {
  bool first = true;
  for (const Value& item : items) {
    check_printed(context, out);
    if (!std::exchange(first, false)) out += ", ";
    write_latex(context, item, style, out);
  }
}

void write_json(Context& context, const Value& v, std::string& out) {
  const auto array = [&](const std::vector<Value>& items) {
    out += '[';
    bool first = true;
    for (const Value& item : items) {
      check_printed(context, out);
      if (!std::exchange(first, false)) out += ',';
      write_json(context, item, out);
    }
    out += ']';
  };
  switch (v.kind()) {
    case Kind::kNothing: out += "null"; return;
    case Kind::kBoolean: out += v.as_boolean() ? "true" : "false"; return;
    case Kind::kString: out += json_string(v.as_string()); return;
    case Kind::kGame: out += cgt::to_json(context.store(), v.as_game()); return;
    case Kind::kList:
    case Kind::kRange:
    case Kind::kCoordinates:
    case Kind::kSet:
    case Kind::kMap: array(context.elements(v, "Json")); return;
    default:
      if (const Thermograph* thermograph = as_thermograph(v)) {
        out += cgt::to_json(*thermograph);
      } else if (const auto* entry = v.as_native<MapEntryObject>()) {
        array({entry->key, entry->value});
      } else if (is_loopy(v)) {
        out += cgt::to_json(loopy_games(context), loopy_of(context, v));
      } else {
        out += json_string(format(context, v, context.style(), false));
      }
      return;
  }
}

}  // namespace

std::optional<Format> format_named(std::string_view name) {
  for (const auto& [word, format] : kFormats) {
    if (name == word) return format;
  }
  return std::nullopt;
}

const char* name_of(Format format) {
  for (const auto& [word, known] : kFormats) {
    if (known == format) return word;
  }
  return "text";
}

std::string to_latex(Context& context, const Value& value, const PrintStyle& style) {
  std::string out;
  write_latex(context, value, style, out);
  return out;
}

std::string to_json(Context& context, const Value& value) {
  std::string out;
  write_json(context, value, out);
  return out;
}

std::string export_text(Context& context, const Value& value, const PrintStyle& style,
                        Format format) {
  switch (format) {
    case Format::kLatex: return to_latex(context, value, style);
    case Format::kJson: return to_json(context, value);
    case Format::kText: break;
    case Format::kSvg: CGT_EXPECTS(false, "a picture is made by the session"); break;
  }
  return lang::format(context, value, style);
}

Value output_value(std::string text) { return Value::native<OutputObject>(std::move(text)); }

const std::string* as_output(const Value& value) {
  const auto* output = value.as_native<OutputObject>();
  return output == nullptr ? nullptr : &output->text;
}

}  // namespace cgt::lang
