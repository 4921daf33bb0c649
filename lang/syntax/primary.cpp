// Operands: ups and nimbers, brackets, calls, lists, sets, maps and games.
#include <cctype>

#include "cgt/support/words.hpp"
#include "lang/syntax/impl.hpp"

namespace cgt::lang {

Node* Parser::glued_operand() {
  if (!now_.glued) return nullptr;
  switch (now_.token) {
    case Token::kInteger:
    case Token::kString: return parse_primary();
    case Token::kIdentifier: return leaf(NodeKind::kName);
    case Token::kLeftParen: return parse_parens();
    default: return nullptr;
  }
}

Node* Parser::parse_nus() {
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
    star_operand = glued(Token::kLeftBracket) ? parse_primary() : glued_operand();
  }
  Node* node = make(NodeKind::kNus, start, {ups_operand, star_operand});
  node->ups = ups;
  node->star = star;
  return node;
}

Node* Parser::parse_parens() {
  advance();
  const std::size_t start = last_.span.offset;
  const Open open(*this, "'('", start);
  std::vector<Node*> items;
  bool typed = false;
  if (!at(Token::kRightParen)) {
    do {
      items.push_back(parse_expression(kAssignPower));
      if (items.back()->kind == NodeKind::kName && (at_word("as") || at(Token::kQuestion))) {
        parse_parameter_tail(items.back());
        typed = true;
      }
    } while (accept(Token::kComma));
  }
  const SourceSpan last_span = now_.span;
  expect(Token::kRightParen, "after the expression");
  if (typed && !at(Token::kArrow)) unexpected("expected '->' after the parameters");
  if (items.empty() && !at(Token::kArrow)) {
    if (at(Token::kEnd)) unexpected("expected '->' after '()'");
    fail(last_span, "empty brackets", "() -> ... is a function without parameters");
  }
  const NodeKind kind = items.size() == 1 ? NodeKind::kParen : NodeKind::kCoordinates;
  return make(kind, start, std::move(items));
}

Node* Parser::parse_postfix(Node* left) {
  for (;;) {
    const std::size_t start = left->span.offset;
    if (at(Token::kDot)) {
      advance();
      const Lexeme name = expect(Token::kIdentifier, "after '.'");
      // Arguments may stand on the line after the name.
      if (at(Token::kLeftParen)) {
        std::vector<Node*> kids = parse_arguments();
        kids.insert(kids.begin(), left);
        left = make(NodeKind::kMethodCall, start, std::move(kids));
      } else {
        left = make(NodeKind::kMember, start, {left});
      }
      left->text = text_of(name);
    } else if (at(Token::kLeftParen) && (!now_.after_newline || left->kind == NodeKind::kName)) {
      std::vector<Node*> kids = parse_arguments();
      kids.insert(kids.begin(), left);
      left = make(NodeKind::kCall, start, std::move(kids));
    } else if (at(Token::kLeftBracket) && !now_.after_newline) {
      advance();
      const Open open(*this, "'['", last_.span.offset);
      std::vector<Node*> kids{left};
      do kids.push_back(parse_expression(kAssignPower));
      while (accept(Token::kComma));
      expect(Token::kRightBracket, "after the index");
      left = make(NodeKind::kIndex, start, std::move(kids));
    } else {
      return left;
    }
  }
}

std::vector<Node*> Parser::parse_arguments() {
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

std::vector<Node*> Parser::parse_elements(Token close_token, bool arguments) {
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

Node* Parser::parse_number_over() {
  const std::size_t start = now_.span.offset;
  std::size_t end = now_.end();
  const auto digit = [&] { return end < text_.size() && text_[end] >= '0' && text_[end] <= '9'; };
  if (end < text_.size() && text_[end] == '/') {
    ++end;
    if (!digit()) return nullptr;
    while (digit()) ++end;
  }
  const std::size_t word = end;
  while (end < text_.size() && text_[end] >= 'a' && text_[end] <= 'z') ++end;
  const std::string_view name = text_.substr(word, end - word);
  if (name != "over" && name != "under") return nullptr;
  if (end < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[end])) != 0 ||
                             text_[end] == '_' || text_[end] == '{'))
    return nullptr;
  while (now_.span.offset < end) advance();
  Node* node = make(NodeKind::kUptimal, start);
  node->token = Token::kUptimal;
  node->text = text_.substr(start, end - start);
  return node;
}

Node* Parser::parse_braces(Token close_token, Node* name) {
  advance();
  const std::size_t start = name == nullptr ? last_.span.offset : name->span.offset;
  const Open open(*this, "'{'", last_.span.offset);
  if (name != nullptr) loop_names_.push_back(name->text);
  const std::size_t names = loop_names_.size();
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
  const bool is_explicit = close_token == Token::kExplicitClose;
  if (bars.empty() && is_explicit) fail(all, "an explicit form has a bar", "'{0|*}'");
  if (bars.empty() && name != nullptr)
    fail(all, fmt::format("the braces of '{}' are not a game", name->text), "write a{0|a}");
  if (bars.empty()) {
    const auto is_pair = [](const Node* item) {
      while (item->kind == NodeKind::kFor) {
        item = item->kids[kLoopInner] != nullptr ? item->kids[kLoopInner] : item->kids[kLoopParts];
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
  // A syntax error leaves names behind that nobody will meet: the text is not run.
  loop_names_.resize(names);
  for (const Node* side : sides) {
    for (Node* item : side->kids) {
      if (item->kind != NodeKind::kName || is_explicit) continue;
      if (item->text == "pass" || std::ranges::find(loop_names_, item->text) != loop_names_.end())
        item->kind = NodeKind::kLoop;
    }
  }
  if (name != nullptr) loop_names_.pop_back();
  Node* game = build_game(sides, bars, 0, sides.size() - 1, is_explicit);
  game->span = all;
  if (name != nullptr) game->text = name->text;
  return game;
}

Node* Parser::build_game(const std::vector<Node*>& sides, const std::vector<Lexeme>& bars,
                         std::size_t from, std::size_t to, bool is_explicit) {
  const Depth depth(*this);
  std::size_t split = from;
  for (std::size_t i = from; i < to; ++i) {
    if (bars[i].length() > bars[split].length()) split = i;
  }
  for (std::size_t i = from; i < to; ++i) {
    if (i != split && bars[i].length() == bars[split].length()) {
      fail(bars[std::max(i, split)].span,
           fmt::format("two runs of {} in one game", counted(bars[i].length(), "bar")),
           "use unequal numbers of bars: {3||2|1} is {3|{2|1}}");
    }
  }
  const auto side = [&](std::size_t a, std::size_t b) {
    if (a == b) return sides[a];
    Node* inner = build_game(sides, bars, a, b, is_explicit);
    return make(NodeKind::kOptions, inner->span.offset, {inner});
  };
  const std::size_t start = sides[from]->span.offset;
  Node* left = side(from, split);
  Node* right = side(split + 1, to);
  Node* game = make(NodeKind::kGame, start, {left, right});
  if (is_explicit) game->token = Token::kExplicitOpen;
  for (const Node* options : game->kids) {
    for (const Node* item : options->kids) {
      game->loops = game->loops || item->kind == NodeKind::kLoop ||
                    (item->kind == NodeKind::kGame && item->loops && !is_explicit);
    }
  }
  game->span.length = std::max(right->span.offset + right->span.length, start) - start;
  return game;
}

}  // namespace cgt::lang
