#include "lang/session.hpp"

#include <fmt/format.h>

#include "cgt/text/json.hpp"

namespace cgt::lang {
namespace {

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
