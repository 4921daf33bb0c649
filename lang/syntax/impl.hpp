// The inside of the parser, shared by its source files: parser.cpp (programs and statements),
// classes.cpp, expressions.cpp and primary.cpp.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "lang/syntax/lexer.hpp"
#include "lang/syntax/parser.hpp"

namespace cgt::lang {

// Binding powers, loosest first.
enum Power : int {
  kNone = 0,
  kAssignPower,
  kArrowPower,
  kOrPower,
  kAndPower,
  kNotPower,
  kComparePower,
  kInfixPower,
  kRangePower,
  kSidlePower,
  kSumPower,
  kOrdinalPower,
  kProductPower,
  kUnaryPower,
  kPowerPower,
};

Power operator_power(Token token);
// Can an expression begin with this token?
bool starts_expression(Token token);

struct SyntaxStop {};  // one diagnostic was recorded; recover at the next ';'
struct Fatal {};       // the rest of the text cannot be read

class Parser {
 public:
  explicit Parser(Program& program)
      : program_(program), text_(program.source.text()), lexer_(program.source) {}

  ParseResult run(std::shared_ptr<Program> owner) {
    ParseResult result;
    try {
      advance();
      parse_program();
    } catch (const SyntaxStop&) {
    } catch (const Fatal&) {
    }
    result.program = std::move(owner);
    if (!errors_.empty()) {
      result.status = ParseResult::Status::kErrors;
      result.diagnostics = std::move(errors_);
      program_.root = nullptr;
    } else if (incomplete_) {
      result.status = ParseResult::Status::kIncomplete;
      result.open = open_text_;
      result.diagnostics.push_back(incomplete_diagnostic_);
      program_.root = nullptr;
    }
    return result;
  }

 private:
  // --- tokens -----------------------------------------------------------------------------------
  void advance() {
    last_ = now_;
    now_ = lexer_.next();
    if (v_is_name_) read_v_as_name();
  }
  // v is the game down, but in a function with a parameter of this name.
  void read_v_as_name() {
    if (at(Token::kDowns) && text_of(now_) == "v") now_.token = Token::kIdentifier;
  }
  void declare(std::string_view parameter) {
    if (parameter != "v") return;
    v_is_name_ = true;
    read_v_as_name();
  }
  // Around parameters and body of a function: what v was before, it is again after it.
  class FunctionScope {
   public:
    explicit FunctionScope(Parser& parser) : parser_(parser), before_(parser.v_is_name_) {}
    ~FunctionScope() { parser_.v_is_name_ = before_; }
    FunctionScope(const FunctionScope&) = delete;
    FunctionScope& operator=(const FunctionScope&) = delete;

   private:
    Parser& parser_;
    const bool before_;
  };
  bool at(Token token) const { return now_.token == token; }
  bool accept(Token token) {
    if (!at(token)) return false;
    advance();
    return true;
  }
  Lexeme expect(Token token, const char* where) {
    if (!at(token)) unexpected(fmt::format("expected {} {}", spelling(token), where));
    advance();
    return last_;
  }
  std::string_view text_of(const Lexeme& lexeme) const {
    return text_.substr(lexeme.span.offset, lexeme.span.length);
  }
  bool glued(Token token) const { return at(token) && now_.glued; }

  // --- errors -----------------------------------------------------------------------------------
  void note(SourceSpan span, std::string message, std::string hint = {}) {
    if (errors_.size() >= kMaxDiagnostics) throw Fatal{};
    errors_.push_back({Severity::kError, std::move(message), std::move(hint), span});
  }
  [[noreturn]] void fail(SourceSpan span, std::string message, std::string hint = {}) {
    note(span, std::move(message), std::move(hint));
    throw SyntaxStop{};
  }
  [[noreturn]] void unexpected(std::string message, std::string hint = {}) {
    const bool lexical = at(Token::kError);
    if (at(Token::kEnd) || (lexical && !lexer_.open().empty())) {
      incomplete_ = true;
      open_text_ = lexical ? lexer_.open() : "expression";
      if (!lexical && !open_.empty()) {
        const auto place = program_.source.place(open_.back().second);
        open_text_ =
            fmt::format("{} opened at {}:{}", open_.back().first, place.line, place.column);
      }
      incomplete_diagnostic_ = {Severity::kError, "the input ends too early: " + message,
                                "still open: " + open_text_, now_.span};
      throw Fatal{};
    }
    if (lexical) fail(now_.span, lexer_.error().message, lexer_.error().hint);
    const bool down = at(Token::kDowns) || at(Token::kDownCount);
    if (down && message.starts_with("expected name")) hint = "v, vv and v3 are games, not names";
    if (hint.empty() && at(Token::kBars)) hint = "games are written in braces: {1|0}";
    fail(now_.span, fmt::format("{}, found {}", message, found()), std::move(hint));
  }
  std::string found() const {
    switch (now_.token) {
      case Token::kIdentifier:
      case Token::kInteger:
      case Token::kDowns:
      case Token::kBars:
      case Token::kCarets:
      case Token::kUptimal:
      case Token::kDownCount: return fmt::format("'{}'", text_of(now_).substr(0, 40));
      default: return spelling(now_.token);
    }
  }

  // Remembers an opened construct for "still open" messages, and the depth of nesting.
  class Open {
   public:
    Open(Parser& parser, const char* what, std::size_t offset) : parser_(parser) {
      parser_.open_.emplace_back(what, offset);
    }
    ~Open() { parser_.open_.pop_back(); }
    Open(const Open&) = delete;
    Open& operator=(const Open&) = delete;

   private:
    Parser& parser_;
  };
  class Depth {
   public:
    explicit Depth(Parser& parser) : parser_(parser) {
      if (++parser_.depth_ > kMaxNesting) {
        --parser_.depth_;
        parser_.note(parser_.now_.span, "nested too deeply",
                     fmt::format("at most {} levels of brackets and blocks", kMaxNesting));
        throw Fatal{};
      }
    }
    ~Depth() { --parser_.depth_; }
    Depth(const Depth&) = delete;
    Depth& operator=(const Depth&) = delete;

   private:
    Parser& parser_;
  };

  // --- nodes ------------------------------------------------------------------------------------
  Node* make(NodeKind kind, std::size_t start, std::vector<Node*> kids = {}) {
    if (program_.nodes.size() >= kMaxNodes) {
      note(now_.span, "the program is too large", fmt::format("at most {} parts", kMaxNodes));
      throw Fatal{};
    }
    Node& node = program_.nodes.emplace_back();
    node.kind = kind;
    node.span = {start, std::max(last_.end(), start) - start};
    node.kids = std::move(kids);
    for (const Node* kid : node.kids) raise(node, kid);
    return &node;
  }
  void raise(Node& node, const Node* kid) {
    if (kid == nullptr) return;
    node.height = std::max(node.height, kid->height + 1);
    if (node.height > kMaxHeight) {
      note(node.span, "this expression is nested too deeply",
           fmt::format("at most {} operations within each other", kMaxHeight));
      throw Fatal{};
    }
  }
  void add_kid(Node* node, Node* kid) {
    node->kids.push_back(kid);
    raise(*node, kid);
  }
  void close(Node* node) { node->span.length = last_.end() - node->span.offset; }

  // --- statements -------------------------------------------------------------------------------
  void parse_program();
  bool parse_load(const Node& root);
  // After a statement: ';', a terminator, or a line break after a closing 'end'.
  void end_statement(std::initializer_list<Token> terminators);
  void recover();
  Node* parse_variable(std::size_t start);
  void parse_statement(Node* block);
  Node* parse_block(std::initializer_list<Token> terminators);
  Node* parse_if();
  // "for x in L where c", "for x from a to b by c", "while c", ... one loop; no body yet.
  Node* parse_loop_header();
  void set_part(Node* loop, LoopPart part);
  // A chain of headers; `innermost` receives the last, which takes the bodies.
  Node* parse_loop_headers(Node*& innermost);
  void mark_yields(Node* loop);
  // Heights of the outer headers, once the innermost has its bodies.
  void settle(Node* loop, const Node* innermost);
  Node* parse_loop();
  bool starts_endless_loop() const;
  Node* parse_endless_loop();
  Node* parse_def();
  // After the name of a function or class: "(x as T ? default, ...)", added to `owner`.
  void parse_parameters(Node* owner);
  void parse_parameter_tail(Node* parameter);
  Node* parse_type();
  Node* parse_function_body(Node* lambda);

  // --- classes ----------------------------------------------------------------------------------
  bool at_word(std::string_view word) const {
    return at(Token::kIdentifier) && text_of(now_) == word;
  }
  bool starts_class() const;
  Node* parse_class();
  void parse_bases(ClassDeclaration& declaration, std::vector<Node*>& body);
  void skip_member();
  std::string_view word_behind(std::size_t at) const;
  bool calls_next() const;
  void parse_member(ClassDeclaration& declaration, std::vector<Node*>& body);
  void parse_variables(ClassDeclaration& declaration, MemberDeclaration member,
                       std::vector<Node*>& body);
  void parse_method(ClassDeclaration& declaration, MemberDeclaration member);
  void parse_constants(ClassDeclaration& declaration, Node* values);
  std::string parse_operator_name();
  Node* name_node(NodeKind kind, SourceSpan span, std::string_view text, std::vector<Node*> kids);

  // --- expressions ------------------------------------------------------------------------------
  Node* parse_expression(int min_power);
  Node* parse_operator(Node* left, Power power);
  Node* parse_lambda(Node* head);
  Node* leaf(NodeKind kind);
  Node* parse_prefix();
  Node* parse_primary();

  // An operand of ^ v * stands directly after it.
  Node* glued_operand();
  Node* parse_nus();
  Node* parse_parens();
  Node* parse_postfix(Node* left);
  std::vector<Node*> parse_arguments();
  // Elements up to (not including) `close` or a bar: a comma list, or one element with 'for' heads.
  std::vector<Node*> parse_elements(Token close_token, bool arguments);
  // Sets, maps and games all begin with '{'.
  // `name`: of braces that moves within them lead to, or null.
  Node* parse_braces(Token close_token, Node* name = nullptr);
  // 1over, 3/2under: a number and what is added to it, as values are printed. Null: it is none.
  Node* parse_number_over();
  // The game of sides[from..to]: the longest run of bars splits it. Bars of equal length would not
  // tell which binds tighter. All parts of an explicit form are explicit.
  Node* build_game(const std::vector<Node*>& sides, const std::vector<Lexeme>& bars,
                   std::size_t from, std::size_t to, bool is_explicit);

  Program& program_;
  std::string_view text_;
  Lexer lexer_;
  Lexeme now_;
  bool v_is_name_ = false;
  Lexeme last_;
  std::uint32_t depth_ = 0;
  std::vector<std::string_view> loop_names_;  // of the braces that are open
  bool recovering_ = false;
  std::vector<std::pair<const char*, std::size_t>> open_;
  std::vector<Diagnostic> errors_;
  bool incomplete_ = false;
  std::string open_text_;
  Diagnostic incomplete_diagnostic_;
};

}  // namespace cgt::lang
