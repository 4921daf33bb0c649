#include "repl/package/package.hpp"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

namespace cgt::repl {
namespace {

using Json = nlohmann::ordered_json;
using lang::Symbol;
using lang::Token;

struct ClassNames {
  TokenClass token_class;
  const char* scope;  // of TextMate
  const char* group;  // of vim
  const char* shown;  // what vim shows it as
};
constexpr std::array<ClassNames, 8> kClasses{{
    {TokenClass::kName, "", "cgtName", ""},
    {TokenClass::kNumber, "constant.numeric", "cgtNumber", "Number"},
    {TokenClass::kString, "string.quoted.double", "cgtString", "String"},
    {TokenClass::kGame, "constant.other.game", "cgtGame", "Special"},
    {TokenClass::kConstant, "constant.language", "cgtConstant", "Constant"},
    {TokenClass::kKeyword, "keyword.control", "cgtKeyword", "Keyword"},
    {TokenClass::kOperator, "keyword.operator", "cgtOperator", "Operator"},
    {TokenClass::kBracket, "punctuation", "cgtBracket", "Delimiter"},
}};

const ClassNames& names_of(TokenClass token_class) {
  return kClasses[static_cast<std::size_t>(token_class)];
}

// What the lexer reads by rules of its own, and not from a table.
struct Rule {
  TokenClass token_class;
  const char* textmate;
  const char* vim;
};
// The first that matches wins.
constexpr std::array<Rule, 7> kRules{{
    {TokenClass::kGame, R"((\^|v)(<([0-9]+|on)>|\[([0-9]+|on)\])(\*[0-9]*)?)",
     R"(\(\^\|v\)\(<\(\d\+\|on\)>\|\[\(\d\+\|on\)\]\)\(\*\d*\)\?)"},
    {TokenClass::kGame, R"(\^+)", R"(\^\+)"},
    {TokenClass::kGame, R"((v+|v[0-9]+)(?![A-Za-z0-9_]))", R"(\(v\+\|v\d\+\)\w\@!)"},
    {TokenClass::kNumber, R"([0-9]+)", R"(\d\+)"},
    // Bars, as many as there are; the last one of ||> begins an operator.
    {TokenClass::kBracket, R"((\|(?!>))+)", R"(\(|>\@!\)\+)"},
    {TokenClass::kKeyword, "@keywords", nullptr},
    {TokenClass::kName, R"([A-Za-z_][A-Za-z0-9_]*)", R"(\h\w*)"},
}};

bool read_by_rule(const Symbol& symbol) {
  return symbol.token == Token::kBars || symbol.token == Token::kCarets ||
         symbol.token == Token::kDowns;
}

// The symbols of a class in the order of the lexer, for which the first that fits wins.
std::vector<std::string_view> symbols_of(TokenClass token_class) {
  std::vector<std::string_view> found;
  for (const Symbol& symbol : lang::symbols()) {
    if (!read_by_rule(symbol) && class_of(symbol.token) == token_class)
      found.push_back(symbol.text);
  }
  return found;
}

std::vector<std::string> words_of(TokenClass token_class) {
  std::vector<std::string> found;
  for (const std::string& word : lang::reserved_words()) {
    if (class_of(*lang::reserved_word(word)) == token_class) found.push_back(word);
  }
  return found;
}

std::string escaped(std::string_view text, std::string_view special) {
  std::string out;
  for (const char c : text) {
    if (special.find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

template <class Words>
std::string alternatives(const Words& words, std::string_view special, const char* between) {
  std::string out;
  for (const auto& word : words)
    out += (out.empty() ? "" : between) + escaped(std::string_view(word), special);
  return out;
}

std::string scope(TokenClass token_class) {
  return fmt::format("{}.cgs", names_of(token_class).scope);
}

}  // namespace

TokenClass class_of(Token token) {
  switch (token) {
    case Token::kIdentifier: return TokenClass::kName;
    case Token::kInteger: return TokenClass::kNumber;
    case Token::kString: return TokenClass::kString;
    case Token::kDowns:
    case Token::kDownCount:
    case Token::kUptimal:
    case Token::kCarets: return TokenClass::kGame;
    case Token::kTrue:
    case Token::kFalse:
    case Token::kNothing:
    case Token::kThis:
    case Token::kSuper: return TokenClass::kConstant;
    case Token::kBars:
    case Token::kLeftParen:
    case Token::kRightParen:
    case Token::kLeftBracket:
    case Token::kRightBracket:
    case Token::kLeftBrace:
    case Token::kRightBrace:
    case Token::kExplicitOpen:
    case Token::kExplicitClose:
    case Token::kComma:
    case Token::kSemicolon: return TokenClass::kBracket;
    default: return token >= Token::kAnd ? TokenClass::kKeyword : TokenClass::kOperator;
  }
}

const char* scope_of(TokenClass token_class) { return names_of(token_class).scope; }

std::string textmate_grammar() {
  constexpr std::string_view kSpecial = "\\^$.|?*+()[]{}/";
  Json patterns = Json::array();
  const auto match = [&](const std::string& name, const std::string& pattern) {
    Json rule;
    if (!name.empty()) rule["name"] = name;
    rule["match"] = pattern;
    patterns.push_back(rule);
  };
  match("comment.line.double-slash.cgs", "//.*$");
  patterns.push_back({{"name", "comment.block.cgs"}, {"begin", "/\\*"}, {"end", "\\*/"}});
  patterns.push_back({{"name", scope(TokenClass::kString)},
                      {"begin", "\""},
                      {"end", "\""},
                      {"patterns", Json::array({Json{{"name", "constant.character.escape.cgs"},
                                                     {"match", "\\\\."}}})}});
  for (const Rule& rule : kRules) {
    if (rule.token_class == TokenClass::kKeyword) {
      for (const TokenClass words : {TokenClass::kKeyword, TokenClass::kConstant}) {
        match(scope(words),
              fmt::format("({})(?![A-Za-z0-9_])", alternatives(words_of(words), kSpecial, "|")));
      }
      continue;
    }
    match(rule.token_class == TokenClass::kName ? "" : scope(rule.token_class), rule.textmate);
  }
  // No bracket is the beginning of an operator but ".", which is none.
  for (const TokenClass signs : {TokenClass::kOperator, TokenClass::kBracket})
    match(scope(signs), alternatives(symbols_of(signs), kSpecial, "|"));

  Json grammar;
  grammar["name"] = "CGScript (cgt)";
  grammar["scopeName"] = "source.cgs";
  grammar["fileTypes"] = {"cgs"};
  grammar["firstLineMatch"] = "^#!.*\\bcgt\\b";
  grammar["patterns"] = patterns;
  return grammar.dump(2) + '\n';
}

std::string vim_syntax() {
  constexpr std::string_view kSpecial = "\\^$.*[]~/";
  std::string out =
      "\" Syntax of scripts of cgt. Written by `cgt docs grammar vim`: do not edit.\n"
      "if exists('b:current_syntax')\n  finish\nendif\n\n"
      "syntax case match\n"
      "\" Of two that match at one place, the later one wins; keywords win over all.\n";
  const auto match = [&](TokenClass token_class, const std::string& pattern) {
    out += fmt::format("syntax match {} /{}/\n", names_of(token_class).group, pattern);
  };
  for (const TokenClass signs : {TokenClass::kBracket, TokenClass::kOperator})
    match(signs, alternatives(symbols_of(signs), kSpecial, "\\|"));
  for (auto rule = kRules.rbegin(); rule != kRules.rend(); ++rule) {
    if (rule->vim != nullptr) match(rule->token_class, rule->vim);
  }
  for (const TokenClass words : {TokenClass::kKeyword, TokenClass::kConstant}) {
    out += fmt::format("syntax keyword {} {}\n", names_of(words).group,
                       alternatives(words_of(words), "", " "));
  }
  out +=
      "syntax match cgtEscape /\\\\./ contained\n"
      "syntax region cgtString start=/\"/ skip=/\\\\./ end=/\"/ contains=cgtEscape\n"
      "syntax match cgtComment /\\/\\/.*$/\n"
      "syntax region cgtComment start=/\\/\\*/ end=/\\*\\//\n"
      "syntax match cgtComment /\\%^#!.*$/\n"
      "syntax sync fromstart\n\n";
  for (const ClassNames& names : kClasses) {
    if (*names.shown != 0)
      out += fmt::format("highlight default link {} {}\n", names.group, names.shown);
  }
  return out +
         "highlight default link cgtEscape SpecialChar\n"
         "highlight default link cgtComment Comment\n\n"
         "let b:current_syntax = 'cgt'\n";
}

std::string vim_detection() {
  return "\" Written by `cgt docs share`: do not edit.\n"
         "autocmd BufRead,BufNewFile *.cgs setfiletype cgt\n";
}

}  // namespace cgt::repl
