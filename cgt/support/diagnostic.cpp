#include "cgt/support/diagnostic.hpp"
#include "cgt/support/words.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cgt {
namespace {

// Terminal columns of source shown around a span.
constexpr std::size_t kWindow = 100;

const char* label(Severity severity) {
  switch (severity) {
    case Severity::kError: return "error";
    case Severity::kWarning: return "warning";
    case Severity::kNote: return "note";
  }
  return "error";
}

// Printable text for a piece of a line, and the number of columns that it takes.
struct Shown {
  std::string text;
  std::size_t columns = 0;
};

Shown printable(std::string_view bytes) {
  Shown out;
  for (std::size_t i = 0; i < bytes.size();) {
    const auto c = static_cast<unsigned char>(bytes[i]);
    std::size_t size = 1;
    if (c >= 0xC2 && c <= 0xF4) size = c >= 0xF0 ? 4 : c >= 0xE0 ? 3 : 2;
    bool valid = i + size <= bytes.size();
    for (std::size_t k = 1; valid && k < size; ++k) {
      valid = !begins_letter(bytes[i + k]);
    }
    if (size > 1 && valid) {
      out.text.append(bytes.substr(i, size));
      i += size;
    } else {
      out.text += c == '\t' ? ' ' : (c >= 0x20 && c < 0x7F) ? bytes[i] : '?';
      ++i;
    }
    ++out.columns;
  }
  return out;
}

std::string render_all(const SourceText& source, const std::vector<Diagnostic>& diagnostics) {
  std::string out;
  for (const Diagnostic& diagnostic : diagnostics) {
    if (!out.empty()) out += '\n';
    out += render(diagnostic, source);
  }
  return out;
}

}  // namespace

SourceText::SourceText(std::string name, std::string text)
    : name_(std::move(name)), text_(std::move(text)) {}

SourceText::Place SourceText::place(std::size_t offset) const {
  const std::size_t end = std::min(offset, text_.size());
  const std::string_view before = std::string_view(text_).substr(0, end);
  const auto newlines = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
  const std::size_t start = before.rfind('\n');
  return {newlines + 1, end - (start == std::string_view::npos ? 0 : start + 1) + 1};
}

std::string_view SourceText::line(std::size_t offset) const {
  const std::string_view all = text_;
  const std::size_t at = std::min(offset, all.size());
  const std::size_t before = at == 0 ? std::string_view::npos : all.rfind('\n', at - 1);
  const std::size_t start = before == std::string_view::npos ? 0 : before + 1;
  std::size_t end = all.find('\n', at);
  if (end == std::string_view::npos) end = all.size();
  if (end > start && all[end - 1] == '\r') --end;
  return all.substr(start, end - start);
}

std::string render(const Diagnostic& diagnostic, const SourceText& source) {
  const SourceText::Place place = source.place(diagnostic.span.offset);
  std::string out = fmt::format("{}:{}:{}: {}: {}", source.name(), place.line, place.column,
                                label(diagnostic.severity), diagnostic.message);
  const std::string_view line = source.line(diagnostic.span.offset);
  const std::size_t column = std::min(place.column - 1, line.size());
  const std::size_t from = column > kWindow * 2 / 3 ? column - kWindow / 2 : 0;
  const std::size_t to = std::min(line.size(), from + kWindow);
  const std::size_t marked =
      std::clamp<std::size_t>(diagnostic.span.length, 1, to > column ? to - column : 1);
  const Shown before = printable(line.substr(from, column - from));
  const Shown under = printable(line.substr(column, std::min(marked, line.size() - column)));
  const Shown after =
      printable(line.substr(std::min(column + marked, to), to - std::min(column + marked, to)));
  const char* const left_cut = from > 0 ? "..." : "";
  const char* const right_cut = to < line.size() ? "..." : "";
  out += fmt::format("\n  {}{}{}{}{}", left_cut, before.text, under.text, after.text, right_cut);
  out += fmt::format("\n  {}^{}", std::string((from > 0 ? 3 : 0) + before.columns, ' '),
                     std::string(under.columns > 1 ? under.columns - 1 : 0, '~'));
  if (!diagnostic.hint.empty()) out += "\nhint: " + diagnostic.hint;
  return out;
}

InputError::InputError(const SourceText& source, std::vector<Diagnostic> diagnostics)
    : Error(render_all(source, diagnostics), diagnostics.empty() ? "" : diagnostics.front().hint),
      diagnostics_(std::move(diagnostics)) {
  CGT_EXPECTS(!diagnostics_.empty(), "an InputError carries at least one diagnostic");
  place_ = source.place(diagnostics_.front().span.offset);
}

namespace {

std::vector<Diagnostic> moved(std::vector<Diagnostic> diagnostics, std::size_t offset) {
  for (Diagnostic& diagnostic : diagnostics) diagnostic.span.offset += offset;
  return diagnostics;
}

}  // namespace

InputError::InputError(const InputError& inner, const SourceText& source, std::size_t offset)
    : InputError(source, moved(inner.diagnostics_, offset)) {}

namespace {

// Of shorter beginnings nearly every name is one.
constexpr std::size_t kShortestBeginning = 3;

bool begins(std::string_view word, std::string_view candidate) {
  return word.size() >= kShortestBeginning && word.size() <= candidate.size() &&
         std::equal(word.begin(), word.end(), candidate.begin(),
                    [](char a, char b) { return lower(a) == lower(b); });
}

}  // namespace

std::string closest(std::string_view word, const std::vector<std::string>& candidates) {
  std::string best;
  std::size_t best_distance = std::min<std::size_t>(3, (word.size() + 1) / 2);
  std::vector<std::size_t> row;
  for (const std::string& candidate : candidates) {
    if (candidate.size() > word.size() + 2 || word.size() > candidate.size() + 2) continue;
    row.resize(candidate.size() + 1);
    for (std::size_t j = 0; j <= candidate.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= word.size(); ++i) {
      std::size_t diagonal = row[0];
      row[0] = i;
      for (std::size_t j = 1; j <= candidate.size(); ++j) {
        const std::size_t change =
            diagonal + (lower(word[i - 1]) == lower(candidate[j - 1]) ? 0 : 1);
        diagonal = row[j];
        row[j] = std::min({row[j] + 1, row[j - 1] + 1, change});
      }
    }
    if (row.back() < best_distance) {
      best_distance = row.back();
      best = candidate;
    }
  }
  if (!best.empty()) return best;
  for (const std::string& candidate : candidates) {
    const bool shorter = best.empty() || candidate.size() < best.size();
    if (shorter && begins(word, candidate)) best = candidate;
  }
  return best;
}

}  // namespace cgt
