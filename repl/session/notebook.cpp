#include "repl/session/notebook.hpp"

#include <algorithm>
#include <chrono>
#include <functional>
#include <iostream>
#include <optional>
#include <sstream>
#include <streambuf>
#include <string_view>
#include <utility>
#include <vector>

#include "cgt/pictures/drawing.hpp"
#include "lang/context.hpp"
#include "lang/values/collections.hpp"
#include "lang/values/export.hpp"
#include "lang/values/loopy.hpp"
#include "repl/support/interrupt.hpp"

namespace cgt::repl {

namespace {

bool is_of_name(char c) { return is_letter(c) || is_digit(c) || c == '.'; }

void add_lines(std::vector<std::string>& lines, const std::string& text) {
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
}

const char* kind_of(lang::Status status) {
  switch (status) {
    case lang::Status::kOk: return "";
    case lang::Status::kRuntimeError: return "RuntimeError";
    case lang::Status::kSyntaxError:
    case lang::Status::kIncomplete: return "SyntaxError";
    case lang::Status::kOutOfBudget: return "OutOfBudget";
    case lang::Status::kInterrupted: return "Interrupted";
  }
  return "RuntimeError";
}

}  // namespace

Failure failure_of(const lang::Result& result) {
  Failure failure{kind_of(result.status), "", {}};
  add_lines(failure.trace, result.diagnostics);
  add_lines(failure.trace, result.trace);
  if (!result.problems.empty()) failure.message = result.problems.front().message;
  if (failure.message.empty() && !failure.trace.empty()) failure.message = failure.trace.front();
  return failure;
}

std::pair<std::size_t, std::size_t> line_around(std::string_view text, std::size_t at) {
  const std::size_t before = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
  return {before == std::string_view::npos ? 0 : before + 1,
          std::min(text.find('\n', at), text.size())};
}

std::string name_around(std::string_view line, std::size_t at) {
  std::size_t begin = at;
  std::size_t end = at;
  while (true) {
    while (end < line.size() && is_of_name(line[end])) ++end;
    while (begin > 0 && is_of_name(line[begin - 1])) --begin;
    if (begin < end || begin == 0 || line[begin - 1] != '(') break;
    end = --begin;
  }
  std::string name(line.substr(begin, end - begin));
  while (name.ends_with('.')) name.pop_back();
  return name;
}

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

namespace {

// A stream may send so many messages at once, and so many a second in the long run. The rest of a
// flood is sent with the next line that finds room, or at the end of the cell.
constexpr double kBurst = 200;
constexpr double kMessagesPerSecond = 50;
constexpr std::size_t kLargestMessage = 1U << 16U;

}  // namespace

class Streams::Buffer final : public std::streambuf {
 public:
  Buffer(std::ostream& stream, std::string name, Publish publish)
      : stream_(stream),
        name_(std::move(name)),
        publish_(std::move(publish)),
        own_(stream.rdbuf(this)) {}
  ~Buffer() override {
    stream_.rdbuf(own_);
    send();
  }

  void send() {
    if (text_.empty()) return;
    publish_(name_, std::exchange(text_, {}));
  }

 protected:
  int_type overflow(int_type c) override {
    if (traits_type::eq_int_type(c, traits_type::eof())) return traits_type::not_eof(c);
    text_ += traits_type::to_char_type(c);
    if (text_.back() == '\n') line_ended();
    return c;
  }
  std::streamsize xsputn(const char* text, std::streamsize size) override {
    text_.append(text, static_cast<std::size_t>(size));
    if (text_.ends_with('\n')) line_ended();
    return size;
  }
  int sync() override {
    send();
    return 0;
  }

 private:
  using Clock = std::chrono::steady_clock;

  void line_ended() {
    const Clock::time_point now = Clock::now();
    const double seconds = std::chrono::duration<double>(now - last_).count();
    last_ = now;
    room_ = std::min(kBurst, room_ + seconds * kMessagesPerSecond);
    if (room_ < 1 && text_.size() < kLargestMessage) return;
    room_ = std::max(0.0, room_ - 1);
    send();
  }

  std::ostream& stream_;
  std::string name_;
  Publish publish_;
  std::streambuf* own_;
  std::string text_;  // not sent yet
  double room_ = kBurst;
  Clock::time_point last_ = Clock::now();
};

Streams::Streams(Publish publish)
    : out_(std::make_unique<Buffer>(std::cout, "stdout", publish)),
      err_(std::make_unique<Buffer>(std::cerr, "stderr", std::move(publish))) {}

Streams::~Streams() = default;

void Streams::flush() {
  out_->send();
  err_->send();
}

}  // namespace cgt::repl
