// Tokens of the language, made on demand so that a long text needs no token list.
#pragma once

#include <string>
#include <string_view>

#include "cgt/support/diagnostic.hpp"
#include "lang/values/token.hpp"

namespace cgt::lang {

struct Lexeme {
  Token token = Token::kEnd;
  SourceSpan span;
  bool after_newline = false;  // a line break stands between this and the token before
  bool glued = false;          // nothing stands between this and the token before

  std::size_t symbols = 0;  // of arrows: how many, where that is not the number of bytes

  std::size_t length() const { return symbols != 0 ? symbols : span.length; }
  std::size_t end() const { return span.offset + span.length; }
};

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
  bool take(std::string_view symbol);
  Lexeme arrows(std::string_view symbol, std::string_view plain, Token token);
  Lexeme word(std::size_t start);

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t last_end_ = 0;
  bool newline_ = true;
  Diagnostic error_;
  std::string open_;
};

}  // namespace cgt::lang
