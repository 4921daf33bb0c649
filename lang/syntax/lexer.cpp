#include "lang/syntax/lexer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace cgt::lang {
namespace {

constexpr std::array<std::pair<std::string_view, Token>, 38> kReserved{{
    {"and", Token::kAnd},
    {"or", Token::kOr},
    {"not", Token::kNot},
    {"if", Token::kIf},
    {"then", Token::kThen},
    {"elseif", Token::kElseif},
    {"else", Token::kElse},
    {"end", Token::kKeywordEnd},
    {"for", Token::kFor},
    {"in", Token::kIn},
    {"from", Token::kFrom},
    {"to", Token::kTo},
    {"by", Token::kBy},
    {"while", Token::kWhile},
    {"where", Token::kWhere},
    {"do", Token::kDo},
    {"yield", Token::kYield},
    {"begin", Token::kBegin},
    {"var", Token::kVar},
    {"def", Token::kDef},
    {"return", Token::kReturn},
    {"break", Token::kBreak},
    {"continue", Token::kContinue},
    {"try", Token::kTry},
    {"finally", Token::kFinally},
    {"true", Token::kTrue},
    {"false", Token::kFalse},
    {"Nothing", Token::kNothing},
    {"is", Token::kIs},
    {"class", Token::kClass},
    {"singleton", Token::kSingleton},
    {"system", Token::kSystem},
    {"mutable", Token::kMutable},
    {"static", Token::kStatic},
    {"override", Token::kOverride},
    {"extends", Token::kExtends},
    {"this", Token::kThis},
    {"super", Token::kSuper},
}};

struct Symbol {
  std::string_view text;
  Token token;
};

// Longer spellings first.
constexpr std::array<Symbol, 38> kSymbols{{
    {"===", Token::kIdentical},   {"!==", Token::kNotIdentical},
    {"==", Token::kEqual},        {"!=", Token::kNotEqual},
    {":=", Token::kAssign},       {"->", Token::kArrow},
    {"=>", Token::kFatArrow},     {"<=", Token::kLessEqual},
    {">=", Token::kGreaterEqual}, {"<>", Token::kFuzzy},
    {"<|", Token::kLessFuzzy},    {"|>", Token::kGreaterFuzzy},
    {"+-", Token::kPlusMinus},    {"..", Token::kDots},
    {"'{", Token::kExplicitOpen}, {"}'", Token::kExplicitClose},
    {"<", Token::kLess},          {">", Token::kGreater},
    {"*", Token::kStar},          {"+", Token::kPlus},
    {"-", Token::kMinus},         {"/", Token::kSlash},
    {"%", Token::kPercent},       {"&", Token::kAmpersand},
    {":", Token::kColon},         {"(", Token::kLeftParen},
    {")", Token::kRightParen},    {"[", Token::kLeftBracket},
    {"]", Token::kRightBracket},  {"{", Token::kLeftBrace},
    {"}", Token::kRightBrace},    {",", Token::kComma},
    {";", Token::kSemicolon},     {".", Token::kDot},
    {"?", Token::kQuestion},      {"|", Token::kBars},
    {"^", Token::kCarets},        {"v", Token::kDowns},
}};

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

}  // namespace

std::string spelling(Token token) {
  switch (token) {
    case Token::kEnd: return "end of input";
    case Token::kError: return "bad character";
    case Token::kInteger: return "number";
    case Token::kString: return "string";
    case Token::kIdentifier: return "name";
    case Token::kDownCount: return "'v'";
    case Token::kUptimal: return "'^<'";
    default: break;
  }
  for (const auto& [text, t] : kReserved) {
    if (t == token) return fmt::format("'{}'", text);
  }
  for (const auto& symbol : kSymbols) {
    if (symbol.token == token) return fmt::format("'{}'", symbol.text);
  }
  return "token";
}

const std::vector<std::string>& reserved_words() {
  static const std::vector<std::string> words = [] {
    std::vector<std::string> out;
    for (const auto& entry : kReserved) out.emplace_back(entry.first);
    return out;
  }();
  return words;
}

Lexer::Lexer(const SourceText& source) : text_(source.text()) {
  if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
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

// After one ^ or v: the rest of <n> or [n], and a star with its count.
bool Lexer::take_power() {
  const char open = at_ < text_.size() ? text_[at_] : '\0';
  if (open != '<' && open != '[') return false;
  std::size_t end = at_ + 1;
  while (end < text_.size() && is_digit(text_[end])) ++end;
  if (end == at_ + 1 || end == text_.size() || text_[end] != (open == '<' ? '>' : ']'))
    return false;
  at_ = end + 1;
  if (at_ < text_.size() && text_[at_] == '*') {
    ++at_;
    while (at_ < text_.size() && is_digit(text_[at_])) ++at_;
  }
  return true;
}

Lexeme Lexer::word(std::size_t start) {
  while (at_ < text_.size() && (is_letter(text_[at_]) || is_digit(text_[at_]))) ++at_;
  const std::string_view word = text_.substr(start, at_ - start);
  if (word == "v" && take_power()) return make(Token::kUptimal, start);
  if (word.find_first_not_of('v') == std::string_view::npos) return make(Token::kDowns, start);
  if (word[0] == 'v' && word.find_first_not_of("0123456789", 1) == std::string_view::npos) {
    return make(Token::kDownCount, start);
  }
  for (const auto& [text, token] : kReserved) {
    if (text == word) return make(token, start);
  }
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
  if (c == '^') {
    while (at_ < text_.size() && text_[at_] == '^') ++at_;
    if (at_ == start + 1 && take_power()) return make(Token::kUptimal, start);
    return make(Token::kCarets, start);
  }
  if (c == '|' && text_.substr(start, 2) != "|>") {
    while (at_ < text_.size() && text_[at_] == '|' && text_.substr(at_, 2) != "|>") ++at_;
    return make(Token::kBars, start);
  }
  for (const Symbol& symbol : kSymbols) {
    if (symbol.text[0] == c && text_.substr(start).starts_with(symbol.text)) {
      at_ += symbol.text.size();
      return make(symbol.token, start);
    }
  }
  ++at_;
  while (at_ < text_.size() && (static_cast<unsigned char>(text_[at_]) & 0xC0U) == 0x80U) ++at_;
  if (c == '=')
    return fail(start, "'=' is not an operator", "write ':=' to assign, '==' to compare");
  if (c == '!') return fail(start, "'!' is not an operator", "write 'not' or '!='");
  if (c == '\'') {
    return fail(start, "\"'\" only opens an explicit form '{...}'", "strings are written \"...\"");
  }
  return fail(start, "this character has no meaning here");
}

std::string unquote(std::string_view literal) {
  std::string out;
  for (std::size_t i = 1; i + 1 < literal.size(); ++i) {
    if (literal[i] != '\\' || i + 2 >= literal.size()) {
      out += literal[i];
      continue;
    }
    const char c = literal[++i];
    out += c == 'n' ? '\n' : c == 't' ? '\t' : c;
  }
  return out;
}

std::string quote(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '\n')
      out += "\\n";
    else if (c == '\t')
      out += "\\t";
    else
      out += c;
  }
  return out + '"';
}

}  // namespace cgt::lang
