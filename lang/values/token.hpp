// The tokens of the language and how they are spelled. Values name operators by their tokens, so
// the tokens stand below the lexer that makes them of text.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cgt::lang {

enum class Token : std::uint8_t {
  kEnd,
  kError,
  kInteger,  // 123
  kString,   // "..." with quotes
  kIdentifier,
  kDowns,      // v, vv, ...; length() of them
  kDownCount,  // v3
  kUptimal,    // ^<2>, v[3], with a glued star: ^<2>*4
  kCarets,     // ^, ^^, ...; length() of them
  kStar,
  kPlus,
  kMinus,
  kPlusMinus,
  kSlash,
  kPercent,
  kAmpersand,
  kColon,
  kAssign,
  kArrow,
  kFatArrow,
  kEqual,
  kNotEqual,
  kIdentical,
  kNotIdentical,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kFuzzy,
  kLessFuzzy,
  kGreaterFuzzy,
  kBars,  // |, ||, ...; length() of them
  kLeftParen,
  kRightParen,
  kLeftBracket,
  kRightBracket,
  kLeftBrace,
  kRightBrace,
  kExplicitOpen,   // '{
  kExplicitClose,  // }'
  kComma,
  kSemicolon,
  kDot,
  kDots,
  kQuestion,
  // Reserved words.
  kAnd,
  kOr,
  kNot,
  kIf,
  kThen,
  kElseif,
  kElse,
  kKeywordEnd,
  kFor,
  kIn,
  kFrom,
  kTo,
  kBy,
  kWhile,
  kWhere,
  kDo,
  kYield,
  kBegin,
  kVar,
  kDef,
  kReturn,
  kBreak,
  kContinue,
  kTry,
  kFinally,
  kTrue,
  kFalse,
  kNothing,
  kIs,
  kClass,
  kSingleton,
  kSystem,
  kMutable,
  kStatic,
  kOverride,
  kExtends,
  kThis,
  kSuper,
};

// A word of the language as it is written, for messages: "'('", "end of input", "'then'".
std::string spelling(Token token);
const std::vector<std::string>& reserved_words();
// The token of a reserved word.
std::optional<Token> reserved_word(std::string_view word);

// Operators and brackets as they are written; a longer one before those that it begins with.
struct Symbol {
  std::string_view text;
  Token token;
};
std::span<const Symbol> symbols();

// The characters of a string literal (with its quotes). Escapes: \" \\ \n \t.
// Is it pass, or the name of a loopy game: on, off, over, under, upon, dud, tis, tisn?
bool is_loopy_name(std::string_view name);
std::string unquote(std::string_view literal);
std::string quote(std::string_view text);

}  // namespace cgt::lang
