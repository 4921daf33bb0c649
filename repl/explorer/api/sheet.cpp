#include "repl/explorer/api/sheet.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <iterator>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

#include "cgt/pictures/thermograph_drawing.hpp"
#include "cgt/support/words.hpp"
#include "repl/session/conversation.hpp"
#include "repl/session/notebook.hpp"
#include "repl/support/interrupt.hpp"
#include "repl/support/rulesets.hpp"

namespace cgt::repl {
namespace {

constexpr std::size_t kMostSource = 200'000;
constexpr std::size_t kMostCandidates = 500;
// Of a cell; the server ends it after that.
constexpr std::int64_t kSheetMilliseconds = kMostMilliseconds;
constexpr std::uint64_t kSheetMegabytes = 1'024;

// Characters beyond the basic plane are two units.
std::size_t units_of(char first) { return static_cast<unsigned char>(first) >= 0xF0U ? 2 : 1; }

std::size_t utf16_length(std::string_view text) {
  std::size_t length = 0;
  for (const char c : text) length += begins_letter(c) ? units_of(c) : 0;
  return length;
}

// The byte at which so many units of UTF-16 have passed.
std::size_t byte_at_unit(std::string_view text, std::size_t units) {
  std::size_t at = 0;
  for (; at < text.size(); ++at) {
    if (!begins_letter(text[at])) continue;
    if (units == 0) return at;
    units -= std::min(units, units_of(text[at]));
  }
  return at;
}

std::string_view line_of_text(std::string_view text, std::size_t line) {
  for (; line > 1; --line) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end + 1);
  }
  return text.substr(0, text.find('\n'));
}

std::size_t column_in(std::string_view source, const SourceText::Place& place) {
  const std::string_view line = line_of_text(source, place.line);
  return utf16_length(line.substr(0, std::min(place.column - 1, line.size()))) + 1;
}

Json json_of(const lang::Problem& problem, std::string_view source) {
  Json out{{"severity", problem.severity == Severity::kError ? "error" : "warning"},
           {"message", problem.message},
           {"hint", problem.hint}};
  if (!problem.has_place) return out;
  out["line"] = problem.begin.line;
  out["column"] = column_in(source, problem.begin);
  const bool one_line = problem.end.line == problem.begin.line;
  const std::size_t end = one_line ? column_in(source, problem.end)
                                   : utf16_length(line_of_text(source, problem.begin.line)) + 1;
  out["length"] = std::max<std::size_t>(1, end - std::min(end, out["column"].get<std::size_t>()));
  out["end"] = {{"line", problem.end.line}, {"column", column_in(source, problem.end)}};
  return out;
}

Json diagnostics_of(const lang::Result& result, std::string_view source) {
  Json list = Json::array();
  for (const lang::Problem& problem : result.problems) list.push_back(json_of(problem, source));
  return list;
}

std::string source_in(const Json& request) {
  std::string source = text_in(request, "source");
  if (source.size() > kMostSource) throw Error("this cell is too long");
  return source;
}

// Where the page's cursor is, as a byte of the source.
std::size_t cursor_in(const Json& request, std::string_view source) {
  const auto cursor = integer_in(request, "cursor", 0, static_cast<std::int64_t>(2 * kMostSource));
  return byte_at_unit(source, static_cast<std::size_t>(cursor));
}

std::string_view first_word(std::string_view line) {
  const std::size_t begin = std::min(line.find_first_not_of(" \t\r"), line.size());
  line.remove_prefix(begin);
  return line.substr(0, line.find_first_of(" \t\r"));
}

bool is_command(std::string_view word) {
  return word.starts_with(':') || word.starts_with('?') || word == "##";
}

bool reads_files(std::string_view word) {
  return word == ":load" || word == ":reload" || word == ":export";
}

// Tells its listener what a conversation says.
class Teller final : public Listener {
 public:
  explicit Teller(lang::Session& session) : session_(session) {}

  void begin(const Sheet::Say* say, std::string source) {
    say_ = say;
    source_ = std::move(source);
    ok_ = true;
  }
  void use(Streams* streams, const Budget::Limits* limits) {
    streams_ = streams;
    limits_ = limits;
  }
  void tell(const Json& line) {
    if (streams_ != nullptr) streams_->flush();
    if (say_ != nullptr) (*say_)(text_of(line));
  }
  bool ok() const { return ok_; }

  void result(const lang::Result& result, const std::string& name) override {
    const MimeBundle bundle = mime_bundle(session_, result.value, result.text, *limits_);
    Json line{{"type", "result"}, {"name", name}, {"text", result.text}};
    constexpr std::pair<const char*, const char*> kForms[] = {
        {"text/latex", "latex"}, {"image/svg+xml", "svg"}, {"text/html", "html"}};
    for (const auto& [type, member] : kForms) {
      if (const auto found = bundle.find(type); found != bundle.end()) line[member] = found->second;
    }
    tell(line);
  }
  void failure(const lang::Result& result) override {
    ok_ = false;
    const Failure told = failure_of(result);
    tell({{"type", "error"},
          {"kind", told.kind},
          {"message", told.message},
          {"hint", result.problems.empty() ? "" : result.problems.front().hint},
          {"diagnostics", diagnostics_of(result, source_)},
          {"trace", told.trace}});
  }
  void complaint(const std::string& message) override {
    ok_ = false;
    tell({{"type", "error"},
          {"kind", "CommandError"},
          {"message", message},
          {"hint", ""},
          {"diagnostics", Json::array()},
          {"trace", Json::array({"error: " + message})}});
  }
  void plot(const std::string& drawing, const Thermograph& thermograph) override {
    tell({{"type", "display"},
          {"text", drawing},
          {"svg", thermograph_svg(thermograph, "Thermograph")}});
  }
  void page(const std::string& text) override {
    tell({{"type", "stream"}, {"name", "stdout"}, {"text", text}});
  }
  void wipe() override { tell({{"type", "wipe"}}); }
  int width() const override { return 80; }

 private:
  lang::Session& session_;
  const Sheet::Say* say_ = nullptr;
  Streams* streams_ = nullptr;
  const Budget::Limits* limits_ = nullptr;
  std::string source_;
  bool ok_ = true;
};

}  // namespace

struct Sheet::Impl {
  Impl() : teller(session), conversation(session, {}, teller) {
    CommonOptions common;
    common.quiet = true;
    prepare(session, common);
    session.set_history(true);
    session.set_style({Notation::kCanonical, kTerminalMaxLength});
    conversation.settings().numbered = true;
  }

  lang::Session session;
  Teller teller;
  Conversation conversation;
};

Sheet::Sheet() : impl_(std::make_unique<Impl>()) {}
Sheet::~Sheet() = default;

Json Sheet::run(const Json& request, const Say& say) {
  const std::string source = source_in(request);
  const std::int64_t cell = integer_in(request, "cell", 0, 1'000'000'000, 0);
  const std::int64_t milliseconds =
      integer_in(request, "budget_ms", 1, kSheetMilliseconds, kSheetMilliseconds);
  Impl& own = *impl_;
  own.teller.begin(&say, source);
  own.conversation.drop();
  const std::string name = fmt::format("<cell {}>", cell);
  own.conversation.set_source(name);
  using Steady = std::chrono::steady_clock;
  const auto begin = Steady::now();
  const auto passed = [&] {
    return std::chrono::duration_cast<std::chrono::milliseconds>(Steady::now() - begin).count();
  };
  Streams streams([&](const std::string& stream, const std::string& text) {
    say(text_of({{"type", "stream"}, {"name", stream}, {"text", text}}));
  });
  Budget::Limits limits{.megabytes = kSheetMegabytes};
  own.teller.use(&streams, &limits);
  std::istringstream lines(source);
  std::string line;
  // Line by line, so that each has what is left of the time of the cell.
  for (std::size_t number = 1; std::getline(lines, line) && own.teller.ok(); ++number) {
    if (!own.conversation.incomplete()) {
      own.conversation.set_source(name, number);
      if (reads_files(first_word(line))) {
        own.teller.complaint("commands that read or write files are not for pages: " +
                             std::string(first_word(line)));
        break;
      }
    }
    limits.milliseconds =
        static_cast<std::uint64_t>(std::max<std::int64_t>(1, milliseconds - passed()));
    own.conversation.settings().limits = limits;
    own.conversation.take(line);
    if (own.conversation.finished()) break;
  }
  if (own.teller.ok() && own.conversation.incomplete()) own.conversation.finish();
  own.conversation.drop();
  streams.flush();
  own.teller.use(nullptr, nullptr);
  say(text_of({{"type", "done"}, {"ok", own.teller.ok()}, {"milliseconds", passed()}}));
  own.teller.begin(nullptr, "");
  return {{"ok", own.teller.ok()}};
}

Json Sheet::complete(const Json& request) const {
  const std::string source = source_in(request);
  const std::size_t at = cursor_in(request, source);
  const std::size_t begin = line_around(source, at).first;
  Conversation::Completions found =
      impl_->conversation.complete(source.substr(begin, at - begin), at - begin);
  if (found.candidates.size() > kMostCandidates) found.candidates.resize(kMostCandidates);
  const std::size_t start = found.candidates.empty() ? at : begin + found.start;
  return {{"start", utf16_length(std::string_view(source).substr(0, start))},
          {"candidates", found.candidates}};
}

Json Sheet::check(const Json& request) const {
  const std::string source = source_in(request);
  const lang::Status status = impl_->conversation.check(source);
  Json out{{"status", "ok"}, {"diagnostics", Json::array()}};
  if (status == lang::Status::kOk) return out;
  out["status"] = status == lang::Status::kIncomplete ? "incomplete" : "error";
  // Statement by statement, as the cell is run, so that commands between them are not errors.
  std::istringstream lines(source);
  std::string pending;
  std::size_t first = 1;
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    const std::string_view word = first_word(line);
    if (pending.empty()) {
      first = number;
      if (is_command(word) || word.empty() || word.starts_with("//")) continue;
    }
    pending += line + "\n";
    const lang::Result result =
        impl_->session.check(SourceText("<cell>", std::string(first - 1, '\n') + pending));
    if (result.status == lang::Status::kOk) pending.clear();
    if (result.status != lang::Status::kSyntaxError) continue;
    out["diagnostics"] = diagnostics_of(result, source);
    break;
  }
  return out;
}

Json Sheet::inspect(const Json& request) const {
  const std::string source = source_in(request);
  const std::size_t at = cursor_in(request, source);
  const auto [begin, end] = line_around(source, at);
  const std::string name =
      name_around(std::string_view(source).substr(begin, end - begin), at - begin);
  std::optional<std::string> page;
  if (!name.empty()) page = impl_->conversation.about(name);
  // A method of whatever stands before it.
  const std::size_t dot = name.rfind('.');
  if (!page && dot != std::string::npos) page = impl_->conversation.about(name.substr(dot + 1));
  return {{"found", page.has_value()}, {"text", page.value_or("")}};
}

Json Sheet::reset() {
  impl_ = std::make_unique<Impl>();
  return {{"fresh", true}};
}

// --- files ---

namespace {

constexpr std::string_view kCell = "// %%";
// What follows it says what the cell is of: nothing for code.
constexpr std::string_view kTextCell = "// %% text";
constexpr std::string_view kRawCell = "// %% raw";
// Commands are not statements: in a script they are comments that a worksheet understands.
constexpr std::string_view kCommand = "//: ";
// In a worksheet the end of a line ends a statement that is complete; in a script a semicolon has to.
constexpr std::string_view kEnd = ";//";
constexpr std::size_t kMostSheetCells = 10'000;

// Raw: text for other programs, which a notebook may have.
enum class CellType : std::uint8_t { kCode, kMarkdown, kRaw };

struct SheetCell {
  CellType type = CellType::kCode;
  std::string source;

  bool is_code() const { return type == CellType::kCode; }
};

struct NamedType {
  CellType type;
  std::string_view name;
  std::string_view begins;  // a cell in a script
};
// Code last: its beginning is one of the others.
constexpr NamedType kCellTypes[] = {{CellType::kMarkdown, "markdown", kTextCell},
                                    {CellType::kRaw, "raw", kRawCell},
                                    {CellType::kCode, "code", kCell}};

const NamedType& named(CellType type) {
  return *std::ranges::find(kCellTypes, type, &NamedType::type);
}

std::vector<SheetCell> cells_in(const Json& request) {
  std::vector<SheetCell> cells;
  const Json& list = list_in(request, "cells");
  if (list.size() > kMostSheetCells) throw Error("these are too many cells");
  for (const Json& one : list) {
    if (!one.is_object()) throw Error("a cell is not an object");
    const auto* const type =
        std::ranges::find(kCellTypes, text_in(one, "type", "code"), &NamedType::name);
    if (type == std::end(kCellTypes)) throw Error("a cell is of type code, markdown or raw");
    cells.push_back({type->type, text_in(one, "source")});
  }
  return cells;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    if (line.ends_with('\r')) line.pop_back();
    lines.push_back(line);
  }
  return lines;
}

void add_code(std::string& out, const std::string& source, const lang::Session& session) {
  std::string pending;
  for (const std::string& line : lines_of(source)) {
    const std::string_view word = first_word(line);
    if (pending.empty() && is_command(word)) {
      out += std::string(kCommand) + line + "\n";
      continue;
    }
    out += line + "\n";
    if (pending.empty() && (word.empty() || word.starts_with("//"))) continue;
    pending += line + "\n";
    if (session.check(SourceText("<cell>", pending)).status != lang::Status::kOk) continue;
    const std::size_t last = pending.find_last_not_of(" \t\r\n");
    if (last == std::string::npos || pending[last] != ';') out += std::string(kEnd) + "\n";
    pending.clear();
  }
}

std::string script_of(const std::vector<SheetCell>& cells) {
  // Only to parse with.
  const lang::Session session;
  std::string out;
  for (const SheetCell& cell : cells) {
    out += std::string(named(cell.type).begins) + "\n";
    if (cell.is_code()) {
      add_code(out, cell.source, session);
      continue;
    }
    for (const std::string& line : lines_of(cell.source))
      out += line.empty() ? "//\n" : "// " + line + "\n";
  }
  // The value of the last statement is that of the script.
  const std::string end = std::string(kEnd) + "\n";
  if (out.ends_with(end)) out.resize(out.size() - end.size());
  return out;
}

std::vector<SheetCell> cells_of_script(const std::string& text) {
  std::vector<SheetCell> cells;
  for (const std::string& line : lines_of(text)) {
    const auto* const begun = std::ranges::find_if(
        kCellTypes, [&](const NamedType& type) { return line.starts_with(type.begins); });
    if (begun != std::end(kCellTypes)) {
      cells.push_back({begun->type, ""});
      continue;
    }
    if (cells.empty()) cells.emplace_back();
    SheetCell& cell = cells.back();
    if (cell.is_code() && line == kEnd) continue;
    std::string_view kept = line;
    if (!cell.is_code() && kept.starts_with("//")) {
      kept.remove_prefix(kept.starts_with("// ") ? 3 : 2);
    } else if (cell.is_code() && kept.starts_with(kCommand)) {
      kept.remove_prefix(kCommand.size());
    }
    cell.source += std::string(kept) + "\n";
  }
  for (SheetCell& cell : cells) {
    if (cell.source.ends_with('\n')) cell.source.pop_back();
  }
  return cells;
}

}  // namespace

Json export_sheet(const Json& request) {
  return {{"text", script_of(cells_in(request))}, {"name", "worksheet.cgs"}};
}

Json import_sheet(const Json& request) {
  Json list = Json::array();
  for (const SheetCell& cell : cells_of_script(text_in(request, "text")))
    list.push_back({{"type", named(cell.type).name}, {"source", cell.source}});
  return {{"cells", list}};
}

}  // namespace cgt::repl
