// Grammars that let editors colour scripts, made of the tokens of the language (lang/values/
// token.hpp): reserved words and operators are those of the lexer, in its order.
#pragma once

#include <string>

#include "lang/values/token.hpp"

namespace cgt::repl {

// How a token is shown. Words that are no keywords are names and have no colour.
enum class TokenClass { kName, kNumber, kString, kGame, kConstant, kKeyword, kOperator, kBracket };
TokenClass class_of(lang::Token token);
// "keyword.control": of TextMate, without the ".cgs" behind it; "" for names.
const char* scope_of(TokenClass token_class);

// JSON, as TextMate, Visual Studio Code, Sublime Text and GitHub read it. Its regular expressions
// keep to what both Oniguruma and ECMAScript understand.
std::string textmate_grammar();
// syntax/cgt.vim.
std::string vim_syntax();
// ftdetect/cgt.vim: *.cgs is of this type.
std::string vim_detection();

}  // namespace cgt::repl
