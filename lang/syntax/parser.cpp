#include "lang/syntax/parser.hpp"

#include <cctype>

#include "lang/syntax/impl.hpp"

namespace cgt::lang {

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
    case Token::kDo:
    case Token::kBegin:
    case Token::kVar:
    case Token::kDef:
    case Token::kReturn:
    case Token::kBreak:
    case Token::kContinue:
    case Token::kTry:
    case Token::kTrue:
    case Token::kFalse:
    case Token::kThis:
    case Token::kSuper:
    case Token::kClass:
    case Token::kSingleton:
    case Token::kSystem:
    case Token::kMutable:
    case Token::kNothing: return true;
    default: return false;
  }
}

// --- statements -------------------------------------------------------------------------------
void Parser::parse_program() {
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
      if (!parse_load(*root)) parse_statement(root);
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

// load "FILE", where `load` would be no name of anything. What a file defines is known to the resolver only
// after it ran: so files come first.
bool Parser::parse_load(const Node& root) {
  if (!at(Token::kIdentifier) || text_of(now_) != "load") return false;
  if (Lexer(lexer_).next().token != Token::kString) return false;
  SourceSpan span = now_.span;
  advance();
  span.length = now_.span.offset + now_.span.length - span.offset;
  if (!root.kids.empty()) {
    fail(span, "files are loaded before all other statements",
         "move it to the beginning of the text");
  }
  program_.loads.push_back({unquote(text_of(now_)), span});
  advance();
  return true;
}

void Parser::end_statement(std::initializer_list<Token> terminators) {
  if (at(Token::kSemicolon)) return;
  for (const Token token : terminators) {
    if (at(token)) return;
  }
  if (last_.token == Token::kKeywordEnd && starts_expression(now_.token)) return;
  const bool another = now_.after_newline && starts_expression(now_.token);
  const bool load = at(Token::kString) && text_of(last_) == "load";
  unexpected("expected ';' or the end of the statement",
             another ? "statements are separated by ';'"
             : load  ? "files are loaded at the beginning of a text, not within other statements"
                     : "");
}

void Parser::recover() {
  recovering_ = true;
  open_.clear();
  while (!at(Token::kEnd) && !at(Token::kSemicolon)) advance();
}

// After "var", or after the comma between variables: "a := e".
Node* Parser::parse_variable(std::size_t start) {
  const Lexeme name = expect(Token::kIdentifier, "after 'var'");
  Node* node = make(NodeKind::kVar, start);
  node->text = text_of(name);
  if (accept(Token::kAssign)) add_kid(node, parse_expression(kAssignPower));
  close(node);
  return node;
}

// "var a := e, b := f" are two statements.
void Parser::parse_statement(Node* block) {
  add_kid(block, parse_expression(kAssignPower));
  while (block->kids.back()->kind == NodeKind::kVar && accept(Token::kComma))
    add_kid(block, parse_variable(now_.span.offset));
}

Node* Parser::parse_block(std::initializer_list<Token> terminators) {
  Node* block = make(NodeKind::kBlock, now_.span.offset);
  const auto at_terminator = [&] {
    return std::any_of(terminators.begin(), terminators.end(), [&](Token t) { return at(t); });
  };
  while (!at_terminator()) {
    if (accept(Token::kSemicolon)) continue;
    parse_statement(block);
    if (at_terminator()) break;
    end_statement(terminators);
  }
  close(block);
  return block;
}

Node* Parser::parse_if() {
  advance();
  const std::size_t start = last_.span.offset;
  const Open open(*this, "'if'", start);
  Node* node = make(NodeKind::kIf, start);
  for (;;) {
    add_kid(node, parse_expression(kAssignPower));
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

Node* Parser::parse_loop_header() {
  Node* node = make(NodeKind::kFor, now_.span.offset, std::vector<Node*>(kLoopParts, nullptr));
  if (accept(Token::kFor)) {
    if (!at(Token::kIdentifier)) {
      const bool down = at(Token::kDowns) || at(Token::kDownCount);
      unexpected("expected the loop variable after 'for'",
                 down ? "v, vv and v3 are games, not names" : "for x in ..., for x from 1 to 10");
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
  const bool walks = node->kids[kLoopIn] != nullptr || node->kids[kLoopBind] != nullptr;
  if (walks && node->kids[kLoopFrom] != nullptr)
    fail(node->span, "a loop has one of 'in', ':=' and 'from'");
  close(node);
  return node;
}
void Parser::set_part(Node* loop, LoopPart part) {
  if (loop->kids[part] != nullptr)
    fail(last_.span, fmt::format("a second {}", spelling(last_.token)));
  const bool condition = part == kLoopWhile || part == kLoopWhere;
  loop->kids[part] = parse_expression(condition ? kAssignPower : kArrowPower);
  raise(*loop, loop->kids[part]);
}
Node* Parser::parse_loop_headers(Node*& innermost) {
  const Depth depth(*this);
  Node* node = parse_loop_header();
  innermost = node;
  if (at(Token::kFor)) {
    node->kids[kLoopInner] = parse_loop_headers(innermost);
    raise(*node, node->kids[kLoopInner]);
  }
  return node;
}
void Parser::mark_yields(Node* loop) {
  for (; loop != nullptr; loop = loop->kids[kLoopInner]) loop->yields = true;
}
void Parser::settle(Node* loop, const Node* innermost) {
  for (Node* node = loop; node != nullptr && node != innermost; node = node->kids[kLoopInner]) {
    node->height = std::max(node->height, innermost->height + 1);
    close(node);
  }
}

// "loop" is a word with a meaning where statements follow it, and a name everywhere else.
bool Parser::starts_endless_loop() const {
  if (!at_word("loop")) return false;
  const Lexeme next = Lexer(lexer_).next();
  const std::string_view word = text_of(next);
  switch (next.token) {
    case Token::kVar:
    case Token::kIf:
    case Token::kFor:
    case Token::kWhile:
    case Token::kBegin:
    case Token::kBreak:
    case Token::kTry: return true;
    case Token::kThen:
    case Token::kDo:
    case Token::kKeywordEnd: return false;
    default: break;
  }
  return next.after_newline && !word.empty() &&
         std::isalnum(static_cast<unsigned char>(word.front())) != 0;
}

// do ... end, loop ... end: until a break or return.
Node* Parser::parse_endless_loop() {
  const std::size_t start = now_.span.offset;
  const Open open(*this, at(Token::kDo) ? "'do'" : "'loop'", start);
  advance();
  Node* loop = make(NodeKind::kFor, start, std::vector<Node*>(kLoopParts, nullptr));
  Node* always = make(NodeKind::kBoolean, start);
  always->token = Token::kTrue;
  always->text = "true";
  loop->kids[kLoopWhile] = always;
  add_kid(loop, parse_block({Token::kKeywordEnd}));
  expect(Token::kKeywordEnd, "of the loop");
  close(loop);
  return loop;
}

Node* Parser::parse_loop() {
  const std::size_t start = now_.span.offset;
  const Open open(*this, at(Token::kFor) ? "'for'" : "'while'", start);
  Node* innermost = nullptr;
  Node* loop = parse_loop_headers(innermost);
  if (accept(Token::kDo)) {
    add_kid(innermost, parse_block({Token::kKeywordEnd}));
  } else if (at(Token::kYield)) {
    mark_yields(loop);
    while (accept(Token::kYield)) {
      // Statements; what is yielded is the value of the last one.
      Node* body = parse_block({Token::kYield, Token::kKeywordEnd});
      if (body->kids.empty()) unexpected("expected an expression after 'yield'");
      add_kid(innermost, body->kids.size() == 1 ? body->kids[0] : body);
    }
  } else {
    unexpected("expected 'do' or 'yield' after the head of the loop");
  }
  expect(Token::kKeywordEnd, "of the loop");
  close(innermost);
  settle(loop, innermost);
  return loop;
}

void Parser::parse_parameters(Node* owner) {
  expect(Token::kLeftParen, "before the parameters");
  const Open open(*this, "'('", last_.span.offset);
  while (!at(Token::kRightParen)) {
    if (!owner->kids.empty()) expect(Token::kComma, "between parameters");
    read_v_as_name();
    const Lexeme parameter = expect(Token::kIdentifier, "as the name of a parameter");
    if (!owner->kids.empty() && owner->kids.back()->star)
      fail(parameter.span, "a parameter with '...' stands last");
    Node* kid = name_node(NodeKind::kName, parameter.span, text_of(parameter), {});
    declare(kid->text);
    parse_parameter_tail(kid);
    if (kid->star) {
      // Without arguments it is an empty list.
    } else if (kid->kids.empty() || kid->kids[1] == nullptr) {
      const bool optional_before = !owner->kids.empty() && !owner->kids.back()->kids.empty() &&
                                   owner->kids.back()->kids[1] != nullptr;
      if (optional_before) fail(kid->span, "optional parameters stand last");
    }
    add_kid(owner, kid);
  }
  advance();
}

// "as T ? default", "as T ..."
void Parser::parse_parameter_tail(Node* parameter) {
  Node* type = nullptr;
  Node* otherwise = nullptr;
  if (at_word("as")) {
    advance();
    type = parse_type();
  }
  if (accept(Token::kDots)) {
    if (!glued(Token::kDot)) unexpected("expected '...' after the parameter");
    advance();
    parameter->star = true;
    if (at(Token::kQuestion)) fail(now_.span, "a parameter with '...' has no default");
  }
  if (accept(Token::kQuestion)) {
    if (at(Token::kComma) || at(Token::kRightParen))
      otherwise = name_node(NodeKind::kNothing, last_.span, {}, {});
    else
      otherwise = parse_expression(kArrowPower);
  }
  if (type == nullptr && otherwise == nullptr) return;
  parameter->kids = {type, otherwise};
  for (const Node* kid : parameter->kids) raise(*parameter, kid);
}

// The name of a class, perhaps with its package.
Node* Parser::parse_type() {
  if (at(Token::kNothing)) return leaf(NodeKind::kNothing);
  const Lexeme name = expect(Token::kIdentifier, "as the name of a class");
  Node* type = name_node(NodeKind::kName, name.span, text_of(name), {});
  while (accept(Token::kDot)) {
    const Lexeme next = expect(Token::kIdentifier, "after '.'");
    type = make(NodeKind::kMember, type->span.offset, {type});
    type->text = text_of(next);
  }
  return type;
}

Node* Parser::parse_function_body(Node* lambda) {
  if (accept(Token::kAssign)) {
    add_kid(lambda, parse_expression(kArrowPower));
  } else if (at(Token::kBegin)) {
    add_kid(lambda, parse_prefix());
  } else {
    unexpected("expected ':=' or 'begin' after the parameters");
  }
  close(lambda);
  return lambda;
}

Node* Parser::name_node(NodeKind kind, SourceSpan span, std::string_view text,
                        std::vector<Node*> kids) {
  Node* node = make(kind, span.offset, std::move(kids));
  node->span = span;
  node->text = text;
  return node;
}

Node* Parser::parse_def() {
  advance();
  const std::size_t start = last_.span.offset;
  const Lexeme name = expect(Token::kIdentifier, "after 'def'");
  Node* lambda = make(NodeKind::kLambda, start);
  lambda->text = text_of(name);
  const FunctionScope scope(*this);
  if (at(Token::kLeftParen)) parse_parameters(lambda);
  parse_function_body(lambda);
  Node* node = make(NodeKind::kDef, start, {lambda});
  node->text = lambda->text;
  return node;
}

ParseResult parse(SourceText source) {
  auto program = std::make_shared<Program>(std::move(source));
  Program& p = *program;
  if (p.source.text().size() > kMaxSource) {
    ParseResult result;
    result.status = ParseResult::Status::kErrors;
    result.diagnostics.push_back({Severity::kError,
                                  "this text is too long",
                                  fmt::format("at most {} bytes", kMaxSource),
                                  {}});
    result.program = std::move(program);
    return result;
  }
  return Parser(p).run(std::move(program));
}

}  // namespace cgt::lang
