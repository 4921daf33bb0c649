// The grammars for editors, run over the examples of the documentation: each token is of the class
// that the lexer gives it. The TextMate grammar is run by a small engine here, that of vim by vim.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "lang/syntax/lexer.hpp"
#include "repl/package/package.hpp"
#include "tests/cli/need.hpp"
#include "tests/cli/process.hpp"
#include "tests/files.hpp"

namespace grammar_test {

namespace {

namespace fs = std::filesystem;
using cgt::SourceText;
using cgt::lang::Lexeme;
using cgt::lang::Lexer;
using cgt::lang::Token;
using cgt::repl::TokenClass;
using cgt::testing::lines_of;
using cgt::testing::need;
using cgt::testing::read_file;
using cgt::testing::run;
using Json = nlohmann::json;
using Words = std::vector<std::string>;

// The scripts of the examples, and all that is typed in the sessions of the pages.
std::vector<std::string> texts() {
  std::vector<std::string> found;
  const fs::path root = cgt::testing::source_root();
  for (const auto& entry : fs::recursive_directory_iterator(root / "examples")) {
    if (entry.path().extension() == ".cgs") found.push_back(read_file(entry.path()));
  }
  for (const auto& entry : fs::recursive_directory_iterator(root / "docs")) {
    if (entry.path().extension() != ".md") continue;
    std::string typed;
    for (const std::string& line : lines_of(read_file(entry.path()))) {
      const bool prompt = line.rfind("cgt> ", 0) == 0 || line.rfind("...> ", 0) == 0;
      if (prompt && line[5] != ':' && line[5] != '?') typed += line.substr(5) + '\n';
    }
    if (!typed.empty()) found.push_back(typed);
  }
  return found;
}

std::vector<Lexeme> lexemes_of(const SourceText& source) {
  std::vector<Lexeme> found;
  Lexer lexer(source);
  for (Lexeme next = lexer.next(); next.token != Token::kEnd; next = lexer.next())
    found.push_back(next);
  return found;
}

// As editors do it: line by line, of the patterns the first that matches at the first place where
// one does; between `begin` and `end` only the patterns inside.
class TextMate {
 public:
  explicit TextMate(const std::string& grammar) {
    const Json whole = Json::parse(grammar);
    for (const Json& pattern : whole.at("patterns")) {
      Rule rule;
      rule.name = pattern.value("name", "");
      rule.region = pattern.contains("begin");
      rule.begin = std::regex(pattern.at(rule.region ? "begin" : "match").get<std::string>());
      if (rule.region) rule.end = std::regex(pattern.at("end").get<std::string>());
      if (pattern.contains("patterns"))
        rule.inside = std::regex(pattern["patterns"][0].at("match").get<std::string>());
      rule.has_inside = pattern.contains("patterns");
      rules_.push_back(rule);
    }
  }

  // The scope of every byte; "" where there is none.
  Words scopes(const std::string& text) const {
    Words found(text.size());
    const Rule* open = nullptr;
    std::size_t start = 0;
    while (start <= text.size()) {
      const std::size_t end = std::min(text.find('\n', start), text.size());
      line(text, start, end, open, found);
      start = end + 1;
    }
    return found;
  }

 private:
  struct Rule {
    std::string name;
    bool region = false;
    bool has_inside = false;
    std::regex begin;
    std::regex end;
    std::regex inside;
  };

  static std::size_t length(const std::string& text, std::size_t at, std::size_t end,
                            const std::regex& pattern) {
    std::smatch match;
    const auto from = text.begin() + static_cast<std::ptrdiff_t>(at);
    const auto to = text.begin() + static_cast<std::ptrdiff_t>(end);
    if (!std::regex_search(from, to, match, pattern, std::regex_constants::match_continuous))
      return 0;
    return static_cast<std::size_t>(match.length(0));
  }

  void line(const std::string& text, std::size_t at, std::size_t end, const Rule*& open,
            Words& found) const {
    const auto mark = [&](std::size_t many, const std::string& name) {
      for (std::size_t i = 0; i < many; ++i) found[at + i] = name;
      at += many;
    };
    while (at < end) {
      if (open != nullptr) {
        const Rule& region = *open;
        if (const std::size_t n = length(text, at, end, region.end)) {
          mark(n, region.name);
          open = nullptr;
        } else {
          const std::size_t inner = region.has_inside ? length(text, at, end, region.inside) : 0;
          mark(std::max<std::size_t>(inner, 1), region.name);
        }
        continue;
      }
      std::size_t n = 0;
      for (const Rule& rule : rules_) {
        n = length(text, at, end, rule.begin);
        if (n == 0) continue;
        mark(n, rule.name);
        if (rule.region) open = &rule;
        break;
      }
      if (n == 0) ++at;
    }
  }

  std::vector<Rule> rules_;
};

std::string scope_of(Token token) {
  const std::string scope = cgt::repl::scope_of(cgt::repl::class_of(token));
  return scope.empty() ? "" : scope + ".cgs";
}

}  // namespace

TEST_CASE("the TextMate grammar gives tokens the classes of the lexer", "[package]") {
  const TextMate textmate(cgt::repl::textmate_grammar());
  std::map<TokenClass, int> seen;
  for (const std::string& text : texts()) {
    const SourceText source("text", text);
    const Words scopes = textmate.scopes(text);
    REQUIRE(scopes.size() == source.text().size());
    std::size_t blank = 0;
    const auto only_comments = [&](std::size_t to) {
      for (; blank < to; ++blank) {
        if (text.starts_with("#!") && blank < text.find('\n')) continue;
        const std::string& scope = scopes[blank];
        if (!scope.empty() && scope.rfind("comment.", 0) != 0) return false;
      }
      return true;
    };
    for (const Lexeme& lexeme : lexemes_of(source)) {
      // What is shown because it is wrong.
      if (lexeme.token == Token::kError) break;
      const std::string expected = scope_of(lexeme.token);
      const std::string word(source.text().substr(lexeme.span.offset, lexeme.length()));
      INFO(word << " in\n" << text.substr(0, lexeme.end()));
      ++seen[cgt::repl::class_of(lexeme.token)];
      REQUIRE(only_comments(lexeme.span.offset));
      for (std::size_t i = lexeme.span.offset; i < lexeme.end(); ++i) {
        if (source.text()[i] == '\n') continue;  // editors see no ends of lines
        REQUIRE(scopes[i] == expected);
      }
      blank = lexeme.end();
    }
  }
  CHECK(seen.size() == 8);
  for (const auto& [token_class, count] : seen) {
    INFO(cgt::repl::scope_of(token_class));
    CHECK(count > 20);
  }
}

TEST_CASE("the TextMate grammar knows what the lexer reads by rules of its own", "[package]") {
  const TextMate textmate(cgt::repl::textmate_grammar());
  for (const char* text : {"^<2>*4",
                           "v[3]+1",
                           "v",
                           "vv",
                           "v3",
                           "v3a",
                           "v<on>",
                           "^^<2>",
                           "a||>b",
                           "a|||b",
                           "x<|y",
                           "'{*|*}'",
                           "1..2..3",
                           "a=>b",
                           "x:=y",
                           "for_",
                           "end1",
                           "thens",
                           "then",
                           "\"a\\\"b\" c",
                           "\"//\" 1",
                           "1 // 2",
                           "1 /* 2 */ 3",
                           "a /* \n b */ c",
                           "\"two\nlines\" 3",
                           "Nothing",
                           "x->-y",
                           "a!==b",
                           "+-1",
                           "%1",
                           "_x",
                           "^v",
                           "*v2"}) {
    const SourceText source("text", text);
    const Words scopes = textmate.scopes(text);
    INFO(text);
    for (const Lexeme& lexeme : lexemes_of(source)) {
      REQUIRE(lexeme.token != Token::kError);
      for (std::size_t i = lexeme.span.offset; i < lexeme.end(); ++i) {
        INFO(i);
        if (text[i] != '\n') CHECK(scopes[i] == scope_of(lexeme.token));
      }
    }
  }
}

TEST_CASE("vim shows tokens as the lexer reads them", "[package]") {
  need("vim");
  const std::map<TokenClass, std::string> groups{
      {TokenClass::kName, "cgtName"},         {TokenClass::kNumber, "cgtNumber"},
      {TokenClass::kString, "cgtString"},     {TokenClass::kGame, "cgtGame"},
      {TokenClass::kConstant, "cgtConstant"}, {TokenClass::kKeyword, "cgtKeyword"},
      {TokenClass::kOperator, "cgtOperator"}, {TokenClass::kBracket, "cgtBracket"}};
  const cgt::testing::TemporaryFile syntax(cgt::repl::vim_syntax(), ".vim");
  std::string all;
  for (const std::string& text : texts()) {
    // Vim sees one file: what does not end would reach into the next one.
    const SourceText source("text", text);
    bool good = !text.starts_with("#!");
    for (const Lexeme& lexeme : lexemes_of(source)) good = good && lexeme.token != Token::kError;
    if (good && all.size() < 30'000) all += text + '\n';
  }
  all += "x := ^<2>*4 + v[3] + v3 + vv || 1 |> 2; \"a\\\"b//\"; /* if\n */ if";
  const cgt::testing::TemporaryFile file(all, ".cgs");
  const cgt::testing::TemporaryFile out("", ".out");
  const std::string script = "set nocompatible\nsyntax on\nedit " + file.path() + "\nsource " +
                             syntax.path() +
                             "\nlet rows = []\nfor l in range(1, line('$'))\n  let row = []\n"
                             "  for c in range(1, len(getline(l)))\n"
                             "    call add(row, synIDattr(synID(l, c, 1), 'name'))\n  endfor\n"
                             "  call add(rows, join(row, ' '))\nendfor\ncall writefile(rows, '" +
                             out.path() + "')\nquitall!\n";
  const cgt::testing::TemporaryFile commands(script, ".vim");
  const auto result = run({"vim", "-u", "NONE", "-i", "NONE", "-n", "-es", "-S", commands.path()});
  INFO(result.out << result.err);
  std::vector<Words> shown;
  for (const std::string& line : lines_of(read_file(out.path()))) {
    Words row;
    std::istringstream in(line + ' ');
    for (std::string word; std::getline(in, word, ' ');) row.push_back(word);
    shown.push_back(row);
  }
  REQUIRE(shown.size() > 100);
  const SourceText source("text", all);
  std::size_t line = 0;
  std::size_t start = 0;
  int compared = 0;
  for (const Lexeme& lexeme : lexemes_of(source)) {
    REQUIRE(lexeme.token != Token::kError);
    for (std::size_t i = lexeme.span.offset; i < lexeme.end(); ++i) {
      for (std::size_t next = all.find('\n', start); next < i; next = all.find('\n', start)) {
        start = next + 1;
        ++line;
      }
      if (all[i] == '\n') continue;
      const std::string& group = shown.at(line).at(i - start);
      INFO(all.substr(start, all.find('\n', start) - start) << "\n at " << i - start);
      const std::string& expected = groups.at(cgt::repl::class_of(lexeme.token));
      ++compared;
      if (group != "cgtEscape" || expected != "cgtString") REQUIRE(group == expected);
    }
  }
  CHECK(compared > 5'000);
}

}  // namespace grammar_test
