#include "lang/syntax/lexer.hpp"
#include "cgt/support/text_input.hpp"
#include "cgt/support/words.hpp"

#include <algorithm>

namespace cgt::lang {
namespace {

constexpr std::string_view kUpArrow = "↑";
constexpr std::string_view kDownArrow = "↓";

}  // namespace

Lexer::Lexer(const SourceText& source) : text_(source.text()) {
  at_ = byte_order_mark(text_);
  if (text_.substr(at_).starts_with("#!")) at_ = std::min(text_.find('\n', at_), text_.size());
  last_end_ = at_;
}

Lexeme Lexer::make(Token token, std::size_t start) {
  Lexeme out{token, {start, at_ - start}, newline_, start == last_end_ && start != 0};
  newline_ = false;
  last_end_ = at_;
  return out;
}

Lexeme Lexer::fail(std::size_t start, std::string message, std::string hint) {
  error_ = {Severity::kError, std::move(message), std::move(hint), {start, at_ - start}};
  return make(Token::kError, start);
}

// False if a block comment does not end; at_ then stands on its start.
bool Lexer::skip_blank() {
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (c == '\n') newline_ = true;
    if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
      ++at_;
    } else if (text_.substr(at_, 2) == "//") {
      at_ = std::min(text_.find('\n', at_), text_.size());
    } else if (text_.substr(at_, 2) == "/*") {
      const std::size_t close = text_.find("*/", at_ + 2);
      if (close == std::string_view::npos) return false;
      const std::string_view comment = text_.substr(at_, close - at_);
      newline_ = newline_ || comment.find('\n') != std::string_view::npos;
      at_ = close + 2;
    } else {
      break;
    }
  }
  return true;
}

// After one ^ or v: the rest of <n> or [n], where n may be `on`, and a star with its count.
bool Lexer::take_power() {
  const char open = at_ < text_.size() ? text_[at_] : '\0';
  if (open != '<' && open != '[') return false;
  std::size_t end = at_ + 1;
  while (end < text_.size() && is_digit(text_[end])) ++end;
  if (end == at_ + 1 && text_.substr(end, 2) == "on") end += 2;
  if (end == at_ + 1 || end == text_.size() || text_[end] != (open == '<' ? '>' : ']'))
    return false;
  at_ = end + 1;
  if (at_ < text_.size() && text_[at_] == '*') {
    ++at_;
    while (at_ < text_.size() && is_digit(text_[at_])) ++at_;
  }
  return true;
}

bool Lexer::take(std::string_view symbol) {
  const bool here = text_.substr(at_).starts_with(symbol);
  if (here) at_ += symbol.size();
  return here;
}

// A run of arrows, of either spelling, or one with its power.
Lexeme Lexer::arrows(std::string_view symbol, std::string_view plain, Token token) {
  const std::size_t start = at_;
  std::size_t count = 0;
  while (take(symbol) || take(plain)) ++count;
  if (count == 1 && take_power()) return make(Token::kUptimal, start);
  Lexeme lexeme = make(token, start);
  lexeme.symbols = count;
  return lexeme;
}

Lexeme Lexer::word(std::size_t start) {
  while (at_ < text_.size() && (is_letter(text_[at_]) || is_digit(text_[at_]))) ++at_;
  const std::string_view word = text_.substr(start, at_ - start);
  if (word == "v" && take_power()) return make(Token::kUptimal, start);
  if (word.find_first_not_of('v') == std::string_view::npos) return make(Token::kDowns, start);
  if (word[0] == 'v' && word.find_first_not_of("0123456789", 1) == std::string_view::npos) {
    return make(Token::kDownCount, start);
  }
  if (const std::optional<Token> token = reserved_word(word)) return make(*token, start);
  return make(Token::kIdentifier, start);
}

Lexeme Lexer::next() {
  if (!skip_blank()) {
    const std::size_t start = at_;
    at_ = text_.size();
    open_ = "comment";
    Lexeme out = fail(start, "this comment is not closed", "end it with */");
    error_.span.length = 2;
    return out;
  }
  const std::size_t start = at_;
  if (start >= text_.size()) return make(Token::kEnd, start);
  const char c = text_[start];
  if (is_letter(c)) return word(start);
  if (is_digit(c)) {
    while (at_ < text_.size() && is_digit(text_[at_])) ++at_;
    if (at_ + 1 < text_.size() && text_[at_] == '.' && is_digit(text_[at_ + 1])) {
      ++at_;
      while (at_ < text_.size() && is_digit(text_[at_])) ++at_;
      return fail(start, "decimal fractions are not exact and not accepted", "write 1/2 for 0.5");
    }
    return make(Token::kInteger, start);
  }
  if (c == '"') {
    ++at_;
    while (at_ < text_.size() && text_[at_] != '"') at_ += text_[at_] == '\\' ? 2 : 1;
    if (at_ >= text_.size()) {
      at_ = text_.size();
      open_ = "string";
      return fail(start, "this string is not closed", "end it with \"");
    }
    ++at_;
    return make(Token::kString, start);
  }
  if (c == '^' || text_.substr(start).starts_with(kUpArrow))
    return arrows(kUpArrow, "^", Token::kCarets);
  if (text_.substr(start).starts_with(kDownArrow)) return arrows(kDownArrow, "v", Token::kDowns);
  for (const std::string_view name : {"ω", "½", "¼", "¾", "∞"}) {
    if (take(name)) return make(Token::kIdentifier, start);
  }
  if (c == '|' && text_.substr(start, 2) != "|>") {
    while (at_ < text_.size() && text_[at_] == '|' && text_.substr(at_, 2) != "|>") ++at_;
    return make(Token::kBars, start);
  }
  for (const Symbol& symbol : symbols()) {
    if (symbol.text[0] == c && text_.substr(start).starts_with(symbol.text)) {
      at_ += symbol.text.size();
      return make(symbol.token, start);
    }
  }
  ++at_;
  while (at_ < text_.size() && !begins_letter(text_[at_])) ++at_;
  if (c == '=')
    return fail(start, "'=' is not an operator", "write ':=' to assign, '==' to compare");
  if (c == '!') return fail(start, "'!' is not an operator", "write 'not' or '!='");
  if (c == '\'') {
    return fail(start, "\"'\" only opens an explicit form '{...}'", "strings are written \"...\"");
  }
  return fail(start, "this character has no meaning here");
}

}  // namespace cgt::lang
