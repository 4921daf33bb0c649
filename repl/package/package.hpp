// cgt docs: pages of the manual, and what shells, editors and man read.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lang/values/token.hpp"
#include "repl/command_line/commands.hpp"
#include "repl/command_line/table.hpp"

namespace cgt::repl {

// cgt docs: pages of the manual, and files for shells, editors and man.

// `table`: all commands of the program.
void offer_docs(Commands& commands, CommandEntry (*table)());

// Manual pages in roff (groff_man(7)), one for the program and one for each of its commands; what is
// below a command stands on the page of that. They are made of the table that --help is made of.

struct ManualPage {
  std::string name;  // of the file: "cgt-go.1"
  std::string text;
};

// `version`: "cgt 0.1.0". The pages bear no date, so that equal programs write equal pages.
std::vector<ManualPage> manual_pages(const CommandEntry& program, std::string_view version);

// Text for the body of a page: what roff would take for a command or another character is escaped.
std::string roff(std::string_view text);

// A script that lets bash, zsh or fish ask the program what it offers; "" for another shell.
std::string completion(const std::string& shell);
// What may stand in the place of the last of these words, the words behind "cgt", as far as it was typed: a
// line each, behind a tab what it means; ":files ENDINGS" and ":folders" stand for those that there are. Made
// of the table that --help is made of. `rulesets`: names that are offered for a ruleset.
std::string offers_for(const CommandEntry& program, std::vector<std::string> words,
                       const std::vector<std::string>& rulesets);

// Grammars that let editors colour scripts, made of the tokens of the language (lang/values/
// token.hpp): reserved words and operators are those of the lexer, in its order.

// How a token is shown. Words that are not keywords are names and have no colour.
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
