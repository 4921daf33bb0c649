// Tokens of the language, made on demand so that a long text needs no token list.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cgt/support/diagnostic.hpp"

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

struct Lexeme {
  Token token = Token::kEnd;
  SourceSpan span;
  bool after_newline = false;  // a line break stands between this and the token before
  bool glued = false;          // nothing stands between this and the token before

  std::size_t length() const { return span.length; }
  std::size_t end() const { return span.offset + span.length; }
};

// A word of the language as it is written, for messages: "'('", "end of input", "'then'".
std::string spelling(Token token);
const std::vector<std::string>& reserved_words();

class Lexer {
 public:
  // The source must outlive the lexer.
  explicit Lexer(const SourceText& source);

  Lexeme next();
  // What was wrong with the last kError lexeme. `open` is not empty if more input could mend it.
  const Diagnostic& error() const { return error_; }
  const std::string& open() const { return open_; }

 private:
  Lexeme make(Token token, std::size_t start);
  Lexeme fail(std::size_t start, std::string message, std::string hint = {});
  bool skip_blank();
  bool take_power();
  Lexeme word(std::size_t start);

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t last_end_ = 0;
  bool newline_ = true;
  Diagnostic error_;
  std::string open_;
};

// The characters of a string literal (with its quotes). Escapes: \" \\ \n \t.
std::string unquote(std::string_view literal);
std::string quote(std::string_view text);

}  // namespace cgt::lang
