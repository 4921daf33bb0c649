// Operators and what they bind.
#include "lang/syntax/impl.hpp"

namespace cgt::lang {

// --- expressions ------------------------------------------------------------------------------
Node* Parser::parse_expression(int min_power) {
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

Node* Parser::parse_operator(Node* left, Power power) {
  const std::size_t start = left->span.offset;
  const Lexeme op = now_;
  advance();
  switch (power) {
    case kAssignPower: {
      if (left->kind == NodeKind::kMember) {
        Node* value = parse_expression(kAssignPower);
        Node* node = make(NodeKind::kSetMember, start, {left->kids[0], value});
        node->text = left->text;
        return node;
      }
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
      Node* right = op.token == Token::kIs ? parse_type() : parse_expression(kComparePower + 1);
      if (operator_power(now_.token) == kComparePower) {
        fail(now_.span, "comparisons do not chain", "write  a < b and b < c");
      }
      Node* node = make(NodeKind::kBinary, start, {left, right});
      node->token = op.token;
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

// x -> ..., (x as T, y ? 3) -> ...: parse_parens() has read the tails.
Node* Parser::parse_lambda(Node* head) {
  Node* lambda = make(NodeKind::kLambda, head->span.offset);
  const auto is_v = [&](const Node& node) {
    return node.kind == NodeKind::kNus && text_.substr(node.span.offset, node.span.length) == "v";
  };
  const FunctionScope scope(*this);
  std::vector<Node*> names;
  if (head->kind == NodeKind::kName || is_v(*head))
    names = {head};
  else if (head->kind == NodeKind::kCoordinates || head->kind == NodeKind::kParen)
    names = head->kids;
  else
    fail(head->span, "these are not parameters", "write  x -> ...  or  (x, y) -> ...");
  for (Node* name : names) {
    if (is_v(*name)) name = name_node(NodeKind::kName, name->span, "v", {});
    if (name->kind != NodeKind::kName) fail(name->span, "a parameter is a name");
    add_kid(lambda, name);
    declare(name->text);
  }
  add_kid(lambda, parse_expression(kArrowPower));
  close(lambda);
  return lambda;
}

Node* Parser::leaf(NodeKind kind) {
  advance();
  Node* node = make(kind, last_.span.offset);
  node->token = last_.token;
  node->text = text_of(last_);
  return node;
}

Node* Parser::parse_prefix() {
  const std::size_t start = now_.span.offset;
  if (starts_endless_loop()) return parse_endless_loop();
  switch (now_.token) {
    case Token::kMinus:
    case Token::kPlus:
    case Token::kPlusMinus:
    case Token::kNot: {
      advance();
      const Token token = last_.token;
      if (token == Token::kMinus && glued(Token::kInteger)) {
        // As values are printed: -1over is -1 + over.
        if (Node* number = parse_number_over()) {
          number->span = {start, number->span.offset + number->span.length - start};
          number->text = text_.substr(start, number->span.length);
          return parse_postfix(number);
        }
      }
      Node* operand = parse_expression(token == Token::kNot ? kNotPower : kUnaryPower);
      Node* node = make(NodeKind::kUnary, start, {operand});
      node->token = token;
      return node;
    }
    case Token::kIf: return parse_if();
    case Token::kFor:
    case Token::kWhile: return parse_loop();
    case Token::kDo: return parse_endless_loop();
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
    case Token::kVar: advance(); return parse_variable(start);
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
    case Token::kMutable: return parse_class();
    case Token::kStatic:
    case Token::kOverride: fail(now_.span, fmt::format("{} stands in no class", found()));
    default: return parse_postfix(parse_primary());
  }
}

Node* Parser::parse_primary() {
  const std::size_t start = now_.span.offset;
  switch (now_.token) {
    case Token::kInteger:
      if (now_.length() > kMaxDigits) {
        fail({start, 1}, "this number is too long", fmt::format("at most {} digits", kMaxDigits));
      }
      if (Node* number = parse_number_over()) return number;
      return leaf(NodeKind::kInteger);
    case Token::kString: return leaf(NodeKind::kString);
    case Token::kUptimal: return leaf(NodeKind::kUptimal);
    case Token::kTrue:
    case Token::kFalse: return leaf(NodeKind::kBoolean);
    case Token::kNothing: return leaf(NodeKind::kNothing);
    case Token::kThis: return leaf(NodeKind::kThis);
    case Token::kSuper: {
      Node* node = leaf(NodeKind::kSuper);
      if (!at(Token::kDot)) unexpected("expected '.' and a method after 'super'");
      return node;
    }
    case Token::kIdentifier: {
      Node* node = leaf(NodeKind::kName);
      if (node->text == "enum" && at(Token::kIdentifier) && !now_.after_newline) {
        return parse_class();
      }
      if (glued(Token::kLeftBrace)) {
        if (is_loopy_name(node->text)) {
          fail(node->span, fmt::format("'{}' has a meaning of its own", node->text),
               "name the braces otherwise: a{0|a}");
        }
        if (std::ranges::find(loop_names_, node->text) != loop_names_.end()) {
          fail(node->span, fmt::format("'{}' names braces around these already", node->text),
               "choose another name");
        }
        return parse_braces(Token::kRightBrace, node);
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
    case Token::kExplicitOpen: return parse_braces(Token::kExplicitClose);
    default: unexpected("expected an expression");
  }
}

}  // namespace cgt::lang
