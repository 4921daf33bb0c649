#include "repl/session/notebook/mime.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "cgt/pictures/drawing.hpp"
#include "cgt/support/error.hpp"
#include "lang/context.hpp"
#include "lang/values/collections.hpp"
#include "lang/values/export.hpp"
#include "lang/values/loopy.hpp"
#include "repl/support/running/interrupt.hpp"

namespace cgt::repl {
namespace {

using lang::Context;
using lang::Kind;
using lang::Value;

// Longer texts and tables are shown as text alone: they would take a browser long.
constexpr std::size_t kMostLatex = 4'000;
constexpr std::size_t kMostRows = 2'000;
// How a text begins that is a drawing.
constexpr std::string_view kDrawing = "<svg";
// For all forms of one value.
constexpr std::uint64_t kMostMilliseconds = 2'000;

// Numbers, games and collections of nothing else.
bool is_mathematical(const Value& value) {
  std::vector<Value> open{value};
  while (!open.empty()) {
    const Value next = open.back();
    open.pop_back();
    switch (next.kind()) {
      case Kind::kInteger:
      case Kind::kRational:
      case Kind::kGame:
      case Kind::kRange:
      case Kind::kCoordinates: break;
      case Kind::kList:
        open.insert(open.end(), next.as_list().begin(), next.as_list().end());
        break;
      case Kind::kSet: {
        const std::vector<Value>& items = next.as_set().items;
        open.insert(open.end(), items.begin(), items.end());
        break;
      }
      case Kind::kMap:
        for (const auto& [key, item] : next.as_map().entries) {
          open.push_back(key);
          open.push_back(item);
        }
        break;
      default:
        if (!lang::is_loopy(next)) return false;
    }
  }
  return true;
}

bool is_drawing(const Value& value) {
  return value.kind() == Kind::kString && value.as_string().starts_with(kDrawing);
}

// What value.Svg gives, if that is a picture of the value itself.
std::optional<std::string> picture(Context& context, const lang::Registry& registry,
                                   const Value& value) {
  if (is_drawing(value)) return value.as_string();
  const std::uint32_t symbol = context.symbol("Svg");
  Value drawn;
  if (value.kind() == Kind::kInstance && context.has_member(value, symbol)) {
    drawn = context.call_member(value, symbol, {});
  } else {
    const lang::Builtin* method = registry.method(value, symbol);
    if (method == nullptr || method->owner == "Game" || method->owner == "LoopyGame")
      return std::nullopt;
    std::vector<Value> arguments(1 + method->parameters.size());
    arguments.front() = value;
    drawn = method->function(context, arguments);
  }
  if (!is_drawing(drawn)) return std::nullopt;
  return drawn.as_string();
}

std::string cell(Context& context, const Value& value) {
  return value.is_nothing() ? std::string()
                            : escape_xml(lang::format(context, value, context.style(), false));
}

std::string element(std::string_view name, std::string_view scope, const std::string& inside) {
  std::string out = "<" + std::string(name);
  if (!scope.empty()) out += " scope=\"" + std::string(scope) + "\"";
  return out + ">" + inside + "</" + std::string(name) + ">";
}

// A first row of strings names the columns, a first cell its row.
std::string html_of(Context& context, const std::vector<std::vector<Value>>& rows) {
  const auto is_text = [](const Value& v) { return v.kind() == Kind::kString; };
  const bool titled = rows.size() > 1 && std::ranges::all_of(rows.front(), is_text);
  std::string out = "<table>\n";
  for (std::size_t r = 0; r < rows.size(); ++r) {
    std::string line;
    for (std::size_t c = 0; c < rows[r].size(); ++c) {
      const bool column = titled && r == 0;
      const bool row = c == 0 && (rows[r].size() > 1 || rows.size() == 1);
      line += element(column || row ? "th" : "td",
                      column ? "col"
                      : row  ? "row"
                             : "",
                      cell(context, rows[r][c]));
    }
    lang::check_printed(context, out);
    out += element("tr", "", line) + "\n";
  }
  return out + "</table>";
}

std::optional<std::string> table(Context& context, const Value& value) {
  std::vector<std::vector<Value>> rows;
  if (value.kind() == Kind::kMap) {
    if (value.as_map().entries.empty()) return std::nullopt;
    for (const auto& [key, item] : value.as_map().entries) rows.push_back({key, item});
  } else if (value.kind() == Kind::kNative && value.class_name() == "Table") {
    for (const Value& row : context.elements(value, "a table"))
      rows.push_back(context.elements(row, "a row of a table"));
  }
  if (rows.empty() || rows.size() > kMostRows) return std::nullopt;
  return html_of(context, rows);
}

}  // namespace

MimeBundle mime_bundle(lang::Session& session, const Value& value, const std::string& plain,
                       const Budget::Limits& limits) {
  MimeBundle bundle{{"text/plain", plain}};
  // A text that prints without quotes, or what another format than text gave.
  if (plain.starts_with(kDrawing)) bundle["image/svg+xml"] = plain;
  if (session.format() != lang::Format::kText) return bundle;
  Budget::Limits most = limits;
  most.milliseconds = std::min(most.milliseconds, kMostMilliseconds);
  Budget budget(most, &interrupt_flag());
  const auto add = [&](const char* type,
                       const std::function<std::optional<std::string>(Context&)>& form) {
    try {
      session.with_context(budget, [&](Context& context) {
        if (auto text = form(context)) bundle.emplace(type, *std::move(text));
      });
    } catch (const Error&) {  // such as a position that has no picture
    } catch (const BudgetExhausted&) {
    } catch (const std::bad_alloc&) {
    }
  };
  if (plain.size() <= kMostLatex && is_mathematical(value)) {
    add("text/latex", [&](Context& context) -> std::optional<std::string> {
      return "$\\displaystyle " + lang::to_latex(context, value, context.style()) + "$";
    });
  }
  add("image/svg+xml",
      [&](Context& context) { return picture(context, session.registry(), value); });
  add("text/html", [&](Context& context) { return table(context, value); });
  return bundle;
}

}  // namespace cgt::repl
