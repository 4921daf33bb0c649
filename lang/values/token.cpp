#include "lang/values/token.hpp"

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

// Longer spellings first.
constexpr std::array<Symbol, 46> kSymbols{{
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
    {"±", Token::kPlusMinus},     {"×", Token::kStar},
    {"∗", Token::kStar},          {"−", Token::kMinus},
    {"≤", Token::kLessEqual},     {"≥", Token::kGreaterEqual},
    {"≠", Token::kNotEqual},      {"∥", Token::kFuzzy},
}};

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

std::optional<Token> reserved_word(std::string_view word) {
  for (const auto& [text, token] : kReserved) {
    if (text == word) return token;
  }
  return std::nullopt;
}

std::span<const Symbol> symbols() { return kSymbols; }

bool is_loopy_name(std::string_view name) {
  constexpr std::array<std::string_view, 9> kNames{"pass", "on",  "off", "over", "under",
                                                   "upon", "dud", "tis", "tisn"};
  return std::find(kNames.begin(), kNames.end(), name) != kNames.end();
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
