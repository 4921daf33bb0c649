#include "lang/syntax/problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace cgt::lang {
namespace {

// Length of the UTF-8 sequence at the start of `text`, 0 if there is none.
std::size_t sequence(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char c = byte(0);
  if (c < 0x80) return 1;
  if (c < 0xC2 || c > 0xF4) return 0;
  const std::size_t size = c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4;
  if (text.size() < size) return 0;
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xC0U) != 0x80U) return 0;
  }
  // Forms that are longer than needed, surrogates, and what lies beyond Unicode.
  if ((c == 0xE0 && byte(1) < 0xA0) || (c == 0xED && byte(1) > 0x9F)) return 0;
  if ((c == 0xF0 && byte(1) < 0x90) || (c == 0xF4 && byte(1) > 0x8F)) return 0;
  return size;
}

std::string json_string(std::string_view text) {
  std::string out = "\"";
  while (!text.empty()) {
    const char c = text[0];
    const std::size_t size = sequence(text);
    if (size == 0) {
      out += "\xEF\xBF\xBD";
    } else if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else {
      out += text.substr(0, size);
    }
    text.remove_prefix(std::max<std::size_t>(size, 1));
  }
  return out + '"';
}

std::string place_json(SourceText::Place place) {
  return fmt::format("\"line\":{},\"col\":{}", place.line, place.column);
}

const char* word(Severity severity) {
  switch (severity) {
    case Severity::kError: return "error";
    case Severity::kWarning: return "warning";
    case Severity::kNote: return "note";
  }
  return "error";
}

}  // namespace

Problem make_problem(const Diagnostic& diagnostic, const SourceText& source) {
  Problem problem;
  problem.severity = diagnostic.severity;
  problem.message = diagnostic.message;
  problem.hint = diagnostic.hint;
  problem.file = source.name();
  problem.has_place = true;
  problem.begin = source.place(diagnostic.span.offset);
  problem.end = source.place(diagnostic.span.offset + diagnostic.span.length);
  return problem;
}

std::string to_json(const Problem& problem) {
  std::string out = fmt::format("{{\"file\":{}", json_string(problem.file));
  if (problem.has_place) {
    out += fmt::format(",{},\"end\":{{{}}}", place_json(problem.begin), place_json(problem.end));
  }
  out +=
      fmt::format(",\"severity\":\"{}\",\"message\":{},\"hint\":{},\"stack\":[",
                  word(problem.severity), json_string(problem.message), json_string(problem.hint));
  bool first = true;
  for (const Problem::Call& call : problem.stack) {
    out += fmt::format("{}{{\"function\":{},\"file\":{},{}}}", first ? "" : ",",
                       json_string(call.function), json_string(call.file), place_json(call.place));
    first = false;
  }
  return out + "]}";
}

}  // namespace cgt::lang
