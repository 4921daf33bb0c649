#include "repl/session/notebook/cells.hpp"

#include <algorithm>
#include <sstream>

#include "cgt/support/characters.hpp"

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

}  // namespace cgt::repl
