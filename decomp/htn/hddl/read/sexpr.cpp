#include "decomp/htn/hddl/read/sexpr.hpp"

#include <fmt/format.h>

#include <array>
#include <limits>

namespace cgt::htn::hddl {
namespace {

enum class Lexical : std::uint8_t { kWord, kSpace, kDelimiter, kRefused };

constexpr std::array<Lexical, 256> lexical_table() {
  std::array<Lexical, 256> table{};
  for (unsigned char c = 0; c < ' '; ++c) table[c] = Lexical::kRefused;
  table[0x7f] = Lexical::kRefused;
  for (const unsigned char c : {' ', '\t', '\n', '\r', '\f'}) table[c] = Lexical::kSpace;
  for (const unsigned char c : {'(', ')', ';'}) table[c] = Lexical::kDelimiter;
  return table;
}

Lexical lexical(char c) {
  static constexpr auto kTable = lexical_table();
  return kTable[static_cast<unsigned char>(c)];
}

[[noreturn]] void fail(const SourceText& source, SourceSpan span, std::string message,
                       std::string hint) {
  throw InputError(source, {{Severity::kError, std::move(message), std::move(hint), span}});
}

}  // namespace

bool Sexpr::Node::is(std::string_view word) const {
  const std::string_view mine = this->word();
  if (mine.size() != word.size() || mine.empty()) return false;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (lower(mine[i]) != lower(word[i])) return false;
  }
  return true;
}

Sexpr::Sexpr(const SourceText& source) : source_(source) {
  const std::string_view text = source.text();
  if (text.size() > std::numeric_limits<std::uint32_t>::max()) {
    fail(source, {0, 1}, "the text is longer than 4 gigabytes", "");
  }
  struct Open {
    std::uint32_t record;
    std::size_t pending;  // where its children begin in `pending`
  };
  // Words and lists take more letters than this.
  records_.reserve(text.size() / 8);
  children_.reserve(text.size() / 8);
  std::vector<Open> open;
  std::vector<std::uint32_t> pending;
  bool done = false;
  const auto add = [&](const Record& record) {
    if (done || (open.empty() && !record.is_list)) {
      fail(source, record.span, done ? "nothing may follow the definition" : "expected a list",
           done ? "is there one ')' too many before this?" : "the text begins with (define ...");
    }
    records_.push_back(record);
    const auto index = static_cast<std::uint32_t>(records_.size() - 1);
    if (!open.empty()) pending.push_back(index);
    return index;
  };
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (lexical(c) == Lexical::kSpace) {
      ++at;
    } else if (c == ';') {
      while (at < text.size() && text[at] != '\n') ++at;
    } else if (c == '(') {
      if (open.size() == kDeepest) {
        fail(source, {at, 1}, fmt::format("{} lists are open here already", kDeepest), "");
      }
      const std::uint32_t index = add({{at, 1}, 0, 0, true});
      open.push_back({index, pending.size()});
      ++at;
    } else if (c == ')') {
      if (open.empty()) fail(source, {at, 1}, "no list is open here", "remove this ')'");
      const Open list = open.back();
      open.pop_back();
      Record& record = records_[list.record];
      record.span.length = at + 1 - record.span.offset;
      record.first = static_cast<std::uint32_t>(children_.size());
      record.count = static_cast<std::uint32_t>(pending.size() - list.pending);
      children_.insert(children_.end(), pending.begin() + static_cast<std::ptrdiff_t>(list.pending),
                       pending.end());
      pending.resize(list.pending);
      done = open.empty();
      ++at;
    } else {
      const std::size_t start = at;
      if (c == '-' && at + 1 < text.size() && is_letter(text[at + 1])) {
        add({{at, 1}, 0, 0, false});
        glued_.push_back({at++, 2});
        continue;
      }
      while (at < text.size() && lexical(text[at]) == Lexical::kWord) ++at;
      if (at < text.size() && lexical(text[at]) == Lexical::kRefused) {
        fail(source, {at, 1},
             fmt::format("unexpected byte {:#04x}", static_cast<unsigned char>(text[at])),
             "names are made of letters, digits, - and _");
      }
      add({{start, at - start}, 0, 0, false});
    }
  }
  if (!open.empty()) {
    // The innermost list is rarely the one that lacks its end; a list that starts a line is.
    fail(source, {records_[open.back().record].span.offset, 1}, "this list is not closed",
         fmt::format("{} ')' missing at the end of the text", open.size()));
  }
  if (!done) {
    fail(source, {text.empty() ? 0 : text.size() - 1, 1}, "expected a definition",
         "the text begins with (define ...");
  }
}

}  // namespace cgt::htn::hddl
