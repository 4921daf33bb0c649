#include "lang/parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace cgt::lang {
namespace {

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
  kProductPower,
  kOrdinalPower,
  kUnaryPower,
  kPowerPower,
};

Power operator_power(Token token) {
  switch (token) {
    case Token::kAssign: return kAssignPower;
    case Token::kArrow: return kArrowPower;
    case Token::kOr: return kOrPower;
    case Token::kAnd: return kAndPower;
    case Token::kEqual:
    case Token::kNotEqual:
    case Token::kIdentical:
    case Token::kNotIdentical:
    case Token::kLess:
    case Token::kLessEqual:
    case Token::kGreater:
    case Token::kGreaterEqual:
    case Token::kFuzzy:
    case Token::kLessFuzzy:
    case Token::kGreaterFuzzy:
    case Token::kIs: return kComparePower;
    case Token::kIdentifier: return kInfixPower;
    case Token::kDots: return kRangePower;
    case Token::kAmpersand: return kSidlePower;
    case Token::kPlus:
    case Token::kMinus:
    case Token::kPlusMinus: return kSumPower;
    case Token::kStar:
    case Token::kSlash:
    case Token::kPercent: return kProductPower;
    case Token::kColon: return kOrdinalPower;
    case Token::kCarets: return kPowerPower;
    default: return kNone;
  }
}

bool starts_expression(Token token) {
  switch (token) {
    case Token::kInteger:
    case Token::kString:
    case Token::kIdentifier:
    case Token::kDowns:
    case Token::kDownCount:
    case Token::kUptimal:
    case Token::kCarets:
    case Token::kStar:
    case Token::kPlus:
    case Token::kMinus:
    case Token::kPlusMinus:
    case Token::kPercent:
    case Token::kLeftParen:
    case Token::kLeftBracket:
    case Token::kLeftBrace:
    case Token::kExplicitOpen:
    case Token::kNot:
    case Token::kIf:
    case Token::kFor:
    case Token::kWhile:
    case Token::kBegin:
    case Token::kVar:
    case Token::kDef:
    case Token::kReturn:
    case Token::kBreak:
    case Token::kContinue:
    case Token::kTry:
    case Token::kTrue:
    case Token::kFalse:
    case Token::kNothing: return true;
    default: return false;
  }
}

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
  }
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
  void unsupported(SourceSpan span, const std::string& what) {
    note(span, "not supported yet: " + what);
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
  void parse_program() {
    Node* root = make(NodeKind::kBlock, 0);
    bool suppressed = false;
    while (!at(Token::kEnd)) {
      try {
        if (accept(Token::kSemicolon)) {
          suppressed = true;
          continue;
        }
        if (recovering_ && (at(Token::kKeywordEnd) || at(Token::kElse) || at(Token::kElseif))) {
          advance();
          continue;
        }
        add_kid(root, parse_expression(kAssignPower));
        suppressed = false;
        if (recovering_ && at(Token::kKeywordEnd)) continue;
        end_statement({Token::kEnd});
      } catch (const SyntaxStop&) {
        recover();
      }
    }
    close(root);
    program_.root = root;
    program_.suppressed = suppressed;
  }

  // After a statement: ';', a terminator, or a line break after a closing 'end'.
  void end_statement(std::initializer_list<Token> terminators) {
    if (at(Token::kSemicolon)) return;
    for (const Token token : terminators) {
      if (at(token)) return;
    }
    if (last_.token == Token::kKeywordEnd && starts_expression(now_.token)) return;
    const bool another = now_.after_newline && starts_expression(now_.token);
    unexpected("expected ';' or the end of the statement",
               another ? "statements are separated by ';'" : "");
  }

  void recover() {
    recovering_ = true;
    open_.clear();
    while (!at(Token::kEnd) && !at(Token::kSemicolon)) advance();
  }

  Node* parse_block(std::initializer_list<Token> terminators) {
    Node* block = make(NodeKind::kBlock, now_.span.offset);
    const auto at_terminator = [&] {
      return std::any_of(terminators.begin(), terminators.end(), [&](Token t) { return at(t); });
    };
    while (!at_terminator()) {
      if (accept(Token::kSemicolon)) continue;
      add_kid(block, parse_expression(kAssignPower));
      if (at_terminator()) break;
      end_statement(terminators);
    }
    close(block);
    return block;
  }

  Node* parse_if() {
    advance();
    const std::size_t start = last_.span.offset;
    const Open open(*this, "'if'", start);
    Node* node = make(NodeKind::kIf, start);
    for (;;) {
      add_kid(node, parse_expression(kArrowPower));
      expect(Token::kThen, "after the condition");
      add_kid(node, parse_block({Token::kElseif, Token::kElse, Token::kKeywordEnd}));
      if (accept(Token::kElseif)) continue;
      if (accept(Token::kElse)) add_kid(node, parse_block({Token::kKeywordEnd}));
      expect(Token::kKeywordEnd, "of 'if'");
      break;
    }
    close(node);
    return node;
  }

  // "for x in L where c", "for x from a to b by c", "while c", ... one loop; no body yet.
  Node* parse_loop_header() {
    Node* node = make(NodeKind::kFor, now_.span.offset, std::vector<Node*>(kLoopParts, nullptr));
    if (accept(Token::kFor)) {
      if (!at(Token::kIdentifier)) {
        unexpected("expected the loop variable after 'for'", "for x in ..., for x from 1 to 10");
      }
      advance();
      node->text = text_of(last_);
      if (accept(Token::kIn))
        set_part(node, kLoopIn);
      else if (accept(Token::kAssign))
        set_part(node, kLoopBind);
      else if (!at(Token::kFrom))
        unexpected("expected 'in', 'from' or ':=' after the loop variable");
    }
    for (;;) {
      if (accept(Token::kFrom))
        set_part(node, kLoopFrom);
      else if (accept(Token::kTo))
        set_part(node, kLoopTo);
      else if (accept(Token::kBy))
        set_part(node, kLoopBy);
      else if (accept(Token::kWhile))
        set_part(node, kLoopWhile);
      else if (accept(Token::kWhere))
        set_part(node, kLoopWhere);
      else
        break;
    }
    const bool counts = node->kids[kLoopTo] != nullptr || node->kids[kLoopBy] != nullptr;
    if (counts && node->kids[kLoopFrom] == nullptr) fail(node->span, "this loop lacks 'from'");
    close(node);
    return node;
  }
  void set_part(Node* loop, LoopPart part) {
    if (loop->kids[part] != nullptr)
      fail(last_.span, fmt::format("a second {}", spelling(last_.token)));
    loop->kids[part] = parse_expression(kArrowPower);
    raise(*loop, loop->kids[part]);
  }
  // A chain of headers; `innermost` receives the last, which takes the bodies.
  Node* parse_loop_headers(Node*& innermost) {
    const Depth depth(*this);
    Node* node = parse_loop_header();
    innermost = node;
    if (at(Token::kFor)) {
      node->kids[kLoopInner] = parse_loop_headers(innermost);
      raise(*node, node->kids[kLoopInner]);
    }
    return node;
  }
  void mark_yields(Node* loop) {
    for (; loop != nullptr; loop = loop->kids[kLoopInner]) loop->yields = true;
  }
  // Heights of the outer headers, once the innermost has its bodies.
  void settle(Node* loop, const Node* innermost) {
    for (Node* node = loop; node != nullptr && node != innermost; node = node->kids[kLoopInner]) {
      node->height = std::max(node->height, innermost->height + 1);
      close(node);
    }
  }

  Node* parse_loop() {
    const std::size_t start = now_.span.offset;
    const Open open(*this, at(Token::kFor) ? "'for'" : "'while'", start);
    Node* innermost = nullptr;
    Node* loop = parse_loop_headers(innermost);
    if (accept(Token::kDo)) {
      add_kid(innermost, parse_block({Token::kKeywordEnd}));
    } else if (at(Token::kYield)) {
      mark_yields(loop);
      while (accept(Token::kYield)) {
        add_kid(innermost, parse_expression(kArrowPower));
        accept(Token::kSemicolon);
      }
    } else {
      unexpected("expected 'do' or 'yield' after the head of the loop");
    }
    expect(Token::kKeywordEnd, "of the loop");
    close(innermost);
    settle(loop, innermost);
    return loop;
  }

  Node* parse_def() {
    advance();
    const std::size_t start = last_.span.offset;
    const Lexeme name = expect(Token::kIdentifier, "after 'def'");
    Node* lambda = make(NodeKind::kLambda, start);
    lambda->text = text_of(name);
    expect(Token::kLeftParen, "after the name of the function");
    while (!at(Token::kRightParen)) {
      if (!lambda->kids.empty()) expect(Token::kComma, "between parameters");
      const Lexeme parameter = expect(Token::kIdentifier, "as the name of a parameter");
      Node* kid = make(NodeKind::kName, parameter.span.offset);
      kid->text = text_of(parameter);
      add_kid(lambda, kid);
      if (at(Token::kIdentifier) && text_of(now_) == "as") {
        fail(now_.span, "not supported yet: types of parameters");
      }
      if (at(Token::kQuestion)) fail(now_.span, "not supported yet: optional parameters");
    }
    advance();
    if (accept(Token::kAssign)) {
      add_kid(lambda, parse_expression(kArrowPower));
    } else if (at(Token::kBegin)) {
      add_kid(lambda, parse_prefix());
    } else {
      unexpected("expected ':=' or 'begin' after the parameters");
    }
    close(lambda);
    Node* node = make(NodeKind::kDef, start, {lambda});
    node->text = lambda->text;
    return node;
  }

  // --- expressions ------------------------------------------------------------------------------
  Node* parse_expression(int min_power) {
    const Depth depth(*this);
    Node* left = parse_prefix();
    for (;;) {
      const Token token = now_.token;
      const Power power = operator_power(token);
      if (power == kNone || power < min_power) return left;
      // After 'end' of a statement and a line break, a new statement begins.
      if (last_.token == Token::kKeywordEnd && now_.after_newline && starts_expression(token))
        return left;
      if (token == Token::kIdentifier) {
        const char first = text_of(now_)[0];
        if (now_.after_newline || first < 'A' || first > 'Z') return left;
      }
      left = parse_operator(left, power);
    }
  }

  Node* parse_operator(Node* left, Power power) {
    const std::size_t start = left->span.offset;
    const Lexeme op = now_;
    advance();
    switch (power) {
      case kAssignPower: {
        if (left->kind != NodeKind::kName) {
          fail(left->span, "only a name can be assigned to", "write  name := value");
        }
        Node* value = parse_expression(kAssignPower);
        Node* node = make(NodeKind::kAssign, start, {value});
        node->text = left->text;
        return node;
      }
      case kArrowPower: return parse_lambda(left);
      case kComparePower: {
        Node* right = parse_expression(kComparePower + 1);
        if (operator_power(now_.token) == kComparePower) {
          fail(now_.span, "comparisons do not chain", "write  a < b and b < c");
        }
        Node* node = make(NodeKind::kBinary, start, {left, right});
        node->token = op.token;
        if (op.token == Token::kIs) unsupported(op.span, "'is'");
        return node;
      }
      case kInfixPower: {
        Node* right = parse_expression(kInfixPower + 1);
        Node* node = make(NodeKind::kInfixCall, start, {left, right});
        node->text = text_of(op);
        return node;
      }
      case kRangePower: {
        Node* node = make(NodeKind::kRange, start, {left});
        add_kid(node, parse_expression(kRangePower + 1));
        if (accept(Token::kDots)) add_kid(node, parse_expression(kRangePower + 1));
        close(node);
        return node;
      }
      case kPowerPower: {
        if (op.length() != 1) {
          fail(op.span, "one '^' is power; this is more",
               "put spaces or brackets where an up is meant: 2*(^^)");
        }
        Node* right = parse_expression(kPowerPower);
        Node* node = make(NodeKind::kBinary, start, {left, right});
        node->token = Token::kCarets;
        return node;
      }
      case kSidlePower:
      case kOrdinalPower: {
        Node* right = parse_expression(power + 1);
        Node* node = make(NodeKind::kBinary, start, {left, right});
        node->token = op.token;
        if (power == kSidlePower) unsupported(op.span, "sidling (&) of loopy games");
        return node;
      }
      default: {
        Node* right = parse_expression(power + 1);
        if (left->kind != NodeKind::kChain || operator_power(left->tokens[0]) != power) {
          left = make(NodeKind::kChain, start, {left});
        }
        left->tokens.push_back(op.token);
        add_kid(left, right);
        close(left);
        return left;
      }
    }
  }

  Node* parse_lambda(Node* head) {
    Node* lambda = make(NodeKind::kLambda, head->span.offset);
    std::vector<Node*> names;
    if (head->kind == NodeKind::kName)
      names = {head};
    else if (head->kind == NodeKind::kCoordinates || head->kind == NodeKind::kParen)
      names = head->kids;
    else
      fail(head->span, "these are not parameters", "write  x -> ...  or  (x, y) -> ...");
    for (Node* name : names) {
      if (name->kind != NodeKind::kName) fail(name->span, "a parameter is a name");
      add_kid(lambda, name);
    }
    add_kid(lambda, parse_expression(kArrowPower));
    close(lambda);
    return lambda;
  }

  Node* leaf(NodeKind kind) {
    advance();
    Node* node = make(kind, last_.span.offset);
    node->token = last_.token;
    node->text = text_of(last_);
    return node;
  }

  Node* parse_prefix() {
    const std::size_t start = now_.span.offset;
    switch (now_.token) {
      case Token::kMinus:
      case Token::kPlus:
      case Token::kPlusMinus:
      case Token::kNot: {
        advance();
        const Token token = last_.token;
        Node* operand = parse_expression(token == Token::kNot ? kNotPower : kUnaryPower);
        Node* node = make(NodeKind::kUnary, start, {operand});
        node->token = token;
        return node;
      }
      case Token::kIf: return parse_if();
      case Token::kFor:
      case Token::kWhile: return parse_loop();
      case Token::kDef: return parse_def();
      case Token::kBegin: {
        advance();
        const Open open(*this, "'begin'", start);
        Node* block = parse_block({Token::kKeywordEnd});
        expect(Token::kKeywordEnd, "of 'begin'");
        block->token = Token::kBegin;
        block->span = {start, last_.end() - start};
        return parse_postfix(block);
      }
      case Token::kTry: {
        advance();
        const Open open(*this, "'try'", start);
        Node* body = parse_block({Token::kFinally});
        expect(Token::kFinally, "after 'try'");
        Node* after = parse_block({Token::kKeywordEnd});
        expect(Token::kKeywordEnd, "of 'try'");
        return make(NodeKind::kTry, start, {body, after});
      }
      case Token::kVar: {
        advance();
        const Lexeme name = expect(Token::kIdentifier, "after 'var'");
        Node* node = make(NodeKind::kVar, start);
        node->text = text_of(name);
        if (accept(Token::kAssign)) add_kid(node, parse_expression(kAssignPower));
        close(node);
        return node;
      }
      case Token::kReturn: {
        advance();
        Node* node = make(NodeKind::kReturn, start);
        if (starts_expression(now_.token)) add_kid(node, parse_expression(kArrowPower));
        close(node);
        return node;
      }
      case Token::kBreak: return leaf(NodeKind::kBreak);
      case Token::kContinue: return leaf(NodeKind::kContinue);
      case Token::kClass:
      case Token::kSingleton:
      case Token::kSystem:
      case Token::kMutable:
      case Token::kStatic:
      case Token::kOverride: unsupported(now_.span, "classes"); throw Fatal{};
      default: return parse_postfix(parse_primary());
    }
  }

  Node* parse_primary() {
    const std::size_t start = now_.span.offset;
    switch (now_.token) {
      case Token::kInteger:
        if (now_.length() > kMaxDigits) {
          fail({start, 1}, "this number is too long", fmt::format("at most {} digits", kMaxDigits));
        }
        return leaf(NodeKind::kInteger);
      case Token::kString: return leaf(NodeKind::kString);
      case Token::kUptimal: return leaf(NodeKind::kUptimal);
      case Token::kTrue:
      case Token::kFalse: return leaf(NodeKind::kBoolean);
      case Token::kNothing: return leaf(NodeKind::kNothing);
      case Token::kIdentifier: {
        Node* node = leaf(NodeKind::kName);
        if (glued(Token::kLeftBrace)) {
          parse_braces(Token::kRightBrace);
          unsupported(node->span, "loopy games (a named node)");
        }
        if (node->text == "_") {
          node->kind = NodeKind::kHistory;
          node->ups = -1;
        }
        return node;
      }
      case Token::kPercent: {
        advance();
        Node* node = make(NodeKind::kHistory, start);
        node->ups = -1;
        while (glued(Token::kPercent)) {
          advance();
          --node->ups;
        }
        if (glued(Token::kInteger) && node->ups == -1) {
          advance();
          const std::string_view digits = text_of(last_);
          if (digits.size() > 9) fail(last_.span, "there is no such result");
          node->ups = std::stoll(std::string(digits));
        }
        close(node);
        return node;
      }
      case Token::kCarets:
      case Token::kDowns:
      case Token::kDownCount:
      case Token::kStar: return parse_nus();
      case Token::kLeftParen: return parse_parens();
      case Token::kLeftBracket: {
        advance();
        const Open open(*this, "'['", start);
        Node* node = make(NodeKind::kList, start, parse_elements(Token::kRightBracket, false));
        expect(Token::kRightBracket, "after the elements of the list");
        close(node);
        return node;
      }
      case Token::kLeftBrace: return parse_braces(Token::kRightBrace);
      case Token::kExplicitOpen: {
        Node* node = parse_braces(Token::kExplicitClose);
        unsupported(node->span, "explicit forms '{...}'");
        return node;
      }
      default: unexpected("expected an expression");
    }
  }

  // An operand of ^ v * stands directly after it.
  Node* glued_operand() {
    if (!now_.glued) return nullptr;
    switch (now_.token) {
      case Token::kInteger:
      case Token::kString: return parse_primary();
      case Token::kIdentifier: return leaf(NodeKind::kName);
      case Token::kLeftParen: return parse_parens();
      default: return nullptr;
    }
  }

  Node* parse_nus() {
    const std::size_t start = now_.span.offset;
    Node* ups_operand = nullptr;
    Node* star_operand = nullptr;
    std::int64_t ups = 0;
    bool star = false;
    if (!at(Token::kStar)) {
      advance();
      const Lexeme arrows = last_;
      const bool up = arrows.token == Token::kCarets;
      const int direction = up ? 1 : -1;
      if (arrows.token == Token::kDownCount) {
        const std::string_view digits = text_of(arrows).substr(1);
        if (digits.size() > 18) fail(arrows.span, "too many downs", "at most 18 digits");
        ups = -std::stoll(std::string(digits));
      } else {
        ups = direction * static_cast<std::int64_t>(arrows.length());
        ups_operand = glued_operand();
        if (ups_operand != nullptr && arrows.length() > 1) {
          fail(arrows.span, fmt::format("{} arrows and a count", arrows.length()),
               up ? "write ^^^ or ^3" : "write vvv or v3");
        }
        if (ups_operand != nullptr) ups = direction;
      }
      if (at(Token::kStar) && !now_.glued) {
        fail(now_.span, "is this a product, or a star added to the ups?",
             "write ^*2 for the sum of ^ and *2, (^)*2 for the product");
      }
    }
    if (accept(Token::kStar)) {
      star = true;
      if (glued(Token::kLeftBracket)) {
        parse_primary();
        unsupported({start, last_.end() - start}, "misère forms *[...]");
      }
      star_operand = glued_operand();
    }
    Node* node = make(NodeKind::kNus, start, {ups_operand, star_operand});
    node->ups = ups;
    node->star = star;
    return node;
  }

  Node* parse_parens() {
    advance();
    const std::size_t start = last_.span.offset;
    const Open open(*this, "'('", start);
    std::vector<Node*> items;
    if (!at(Token::kRightParen)) {
      do items.push_back(parse_expression(kAssignPower));
      while (accept(Token::kComma));
    }
    const SourceSpan last_span = now_.span;
    expect(Token::kRightParen, "after the expression");
    if (items.empty() && !at(Token::kArrow)) {
      if (at(Token::kEnd)) unexpected("expected '->' after '()'");
      fail(last_span, "empty brackets", "() -> ... is a function without parameters");
    }
    const NodeKind kind = items.size() == 1 ? NodeKind::kParen : NodeKind::kCoordinates;
    return make(kind, start, std::move(items));
  }

  Node* parse_postfix(Node* left) {
    for (;;) {
      const std::size_t start = left->span.offset;
      if (at(Token::kDot)) {
        advance();
        const Lexeme name = expect(Token::kIdentifier, "after '.'");
        if (at(Token::kLeftParen) && !now_.after_newline) {
          std::vector<Node*> kids = parse_arguments();
          kids.insert(kids.begin(), left);
          left = make(NodeKind::kMethodCall, start, std::move(kids));
        } else {
          left = make(NodeKind::kMember, start, {left});
        }
        left->text = text_of(name);
      } else if (at(Token::kLeftParen) && !now_.after_newline) {
        std::vector<Node*> kids = parse_arguments();
        kids.insert(kids.begin(), left);
        left = make(NodeKind::kCall, start, std::move(kids));
      } else if (at(Token::kLeftBracket) && !now_.after_newline) {
        advance();
        const Open open(*this, "'['", last_.span.offset);
        std::vector<Node*> kids{left};
        do kids.push_back(parse_expression(kArrowPower));
        while (accept(Token::kComma));
        expect(Token::kRightBracket, "after the index");
        left = make(NodeKind::kIndex, start, std::move(kids));
      } else {
        return left;
      }
    }
  }

  std::vector<Node*> parse_arguments() {
    advance();
    const Open open(*this, "'('", last_.span.offset);
    std::vector<Node*> arguments = parse_elements(Token::kRightParen, true);
    expect(Token::kRightParen, "after the arguments");
    for (Node* argument : arguments) {
      if (argument->kind != NodeKind::kPair) continue;
      if (argument->kids[0]->kind != NodeKind::kName) {
        fail(argument->kids[0]->span, "a named argument starts with a name", "f(x => 3)");
      }
      argument->kind = NodeKind::kNamedArgument;
      argument->text = argument->kids[0]->text;
      argument->kids.erase(argument->kids.begin());
    }
    return arguments;
  }

  // Elements up to (not including) `close` or a bar: a comma list, or one element with 'for' heads.
  std::vector<Node*> parse_elements(Token close_token, bool arguments) {
    std::vector<Node*> items;
    if (at(close_token) || at(Token::kBars) || at(Token::kFatArrow)) return items;
    for (;;) {
      Node* item = parse_expression(kArrowPower);
      if (accept(Token::kFatArrow)) {
        Node* value = parse_expression(kArrowPower);
        item = make(NodeKind::kPair, item->span.offset, {item, value});
      }
      if (at(Token::kFor)) {
        if (!items.empty()) fail(now_.span, "'for' follows the only element", "[x^2 for x in L]");
        Node* innermost = nullptr;
        Node* loop = parse_loop_headers(innermost);
        mark_yields(loop);
        add_kid(innermost, item);
        settle(loop, innermost);
        items.push_back(loop);
        return items;
      }
      items.push_back(item);
      if (!accept(Token::kComma)) break;
    }
    if (at(Token::kAssign) && arguments) {
      unexpected("expected ',' or ')'", "a named argument is written f(x => 3)");
    }
    return items;
  }

  // Sets, maps and games all begin with '{'.
  Node* parse_braces(Token close_token) {
    advance();
    const std::size_t start = last_.span.offset;
    const Open open(*this, "'{'", start);
    std::vector<Node*> sides;
    std::vector<Lexeme> bars;
    for (;;) {
      const std::size_t side_start = now_.span.offset;
      sides.push_back(make(NodeKind::kOptions, side_start, parse_elements(close_token, false)));
      if (!at(Token::kBars)) break;
      advance();
      bars.push_back(last_);
    }
    if (bars.empty() && sides[0]->kids.empty() && accept(Token::kFatArrow)) {
      expect(close_token, "after '=>' of the empty map");
      return make(NodeKind::kMap, start);
    }
    if (!at(close_token)) {
      unexpected(bars.empty() ? "expected ',', '|' or '}'"
                              : fmt::format("expected ',' or {}", spelling(close_token)));
    }
    advance();
    const SourceSpan all{start, last_.end() - start};
    if (bars.empty()) {
      const auto is_pair = [](const Node* item) {
        while (item->kind == NodeKind::kFor) {
          item =
              item->kids[kLoopInner] != nullptr ? item->kids[kLoopInner] : item->kids[kLoopParts];
        }
        return item->kind == NodeKind::kPair;
      };
      const std::vector<Node*>& items = sides[0]->kids;
      const auto pairs = std::count_if(items.begin(), items.end(), is_pair);
      if (pairs != 0 && pairs != static_cast<std::ptrdiff_t>(items.size())) {
        fail(all, "a map has '=>' in every entry, a set in none");
      }
      return make(pairs != 0 ? NodeKind::kMap : NodeKind::kSet, start, items);
    }
    for (const Node* side : sides) {
      for (const Node* item : side->kids) {
        if (item->kind == NodeKind::kPair) fail(item->span, "'=>' within a game");
      }
    }
    Node* game = build_game(sides, bars, 0, sides.size() - 1);
    game->span = all;
    return game;
  }

  // The game of sides[from..to]: the longest run of bars splits it. Bars of equal length would not
  // tell which binds tighter.
  Node* build_game(const std::vector<Node*>& sides, const std::vector<Lexeme>& bars,
                   std::size_t from, std::size_t to) {
    const Depth depth(*this);
    std::size_t split = from;
    for (std::size_t i = from; i < to; ++i) {
      if (bars[i].length() > bars[split].length()) split = i;
    }
    for (std::size_t i = from; i < to; ++i) {
      if (i != split && bars[i].length() == bars[split].length()) {
        fail(bars[std::max(i, split)].span,
             fmt::format("two runs of {} bar{} in one game", bars[i].length(),
                         bars[i].length() == 1 ? "" : "s"),
             "use unequal numbers of bars: {3||2|1} is {3|{2|1}}");
      }
    }
    const auto side = [&](std::size_t a, std::size_t b) {
      if (a == b) return sides[a];
      Node* inner = build_game(sides, bars, a, b);
      return make(NodeKind::kOptions, inner->span.offset, {inner});
    };
    const std::size_t start = sides[from]->span.offset;
    Node* left = side(from, split);
    Node* right = side(split + 1, to);
    Node* game = make(NodeKind::kGame, start, {left, right});
    game->span.length = std::max(right->span.offset + right->span.length, start) - start;
    return game;
  }

  Program& program_;
  std::string_view text_;
  Lexer lexer_;
  Lexeme now_;
  Lexeme last_;
  std::uint32_t depth_ = 0;
  bool recovering_ = false;
  std::vector<std::pair<const char*, std::size_t>> open_;
  std::vector<Diagnostic> errors_;
  bool incomplete_ = false;
  std::string open_text_;
  Diagnostic incomplete_diagnostic_;
};

}  // namespace

ParseResult parse(SourceText source) {
  auto program = std::make_shared<Program>(std::move(source));
  Program& p = *program;
  return Parser(p).run(std::move(program));
}

}  // namespace cgt::lang
