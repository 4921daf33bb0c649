// Classes and enums.
//
//   [singleton] [mutable] class Name[(x as T ? default, ...)] [extends A, B(args)]
//     [static] [private] var a := e, b;
//     [static] [private] [override] def f(x) := e      def p := e      def g(x) begin ... end
//     property p := e
//     [override] op + (x) := e                         op unary - := e
//     nested classes
//   end
//   enum Name[(x as T ? default, ...)] A[(arguments)], B, C; members end
#include <cctype>

#include "lang/syntax/impl.hpp"

namespace cgt::lang {

bool Parser::starts_class() const {
  return at(Token::kClass) || at(Token::kSingleton) || at(Token::kSystem) || at(Token::kMutable);
}

Node* Parser::parse_class() {
  const Depth depth(*this);
  ClassDeclaration& declaration = program_.classes.emplace_back();
  // The word "enum" has been read already.
  declaration.is_enum = last_.token == Token::kIdentifier && text_of(last_) == "enum";
  const std::size_t start = declaration.is_enum ? last_.span.offset : now_.span.offset;
  const Open open(*this, declaration.is_enum ? "'enum'" : "'class'", start);
  while (!declaration.is_enum && !at(Token::kClass)) {
    if (accept(Token::kSingleton))
      declaration.is_singleton = true;
    else if (accept(Token::kMutable))
      declaration.is_mutable = true;
    else if (accept(Token::kSystem))
      declaration.is_system = true;
    else
      unexpected("expected 'class'");
  }
  if (!declaration.is_enum) advance();
  const Lexeme name = expect(Token::kIdentifier, "as the name of the class");
  declaration.name = std::string(text_of(name));
  Node* maker = name_node(NodeKind::kLambda, name.span, text_of(name), {});
  Node* values = nullptr;
  const FunctionScope scope(*this);
  if (at(Token::kLeftParen)) {
    // Members of an enum have values instead of a constructor.
    if (declaration.is_enum) values = name_node(NodeKind::kLambda, name.span, text_of(name), {});
    parse_parameters(values != nullptr ? values : maker);
    declaration.has_brackets = true;
  }
  declaration.parameters = maker->kids;
  if (declaration.is_singleton && !declaration.parameters.empty()) {
    fail(name.span, "a singleton class has no parameters");
  }
  std::vector<Node*> body;
  if (accept(Token::kExtends)) parse_bases(declaration, body);
  declaration.span = {start, last_.end() - start};
  for (const Node* parameter : declaration.parameters) {
    Node* value = name_node(NodeKind::kName, parameter->span, parameter->text, {});
    body.push_back(name_node(NodeKind::kFieldInit, parameter->span, parameter->text, {value}));
  }
  if (declaration.is_enum) parse_constants(declaration, values);
  for (;;) {
    while (accept(Token::kSemicolon)) {
    }
    if (accept(Token::kKeywordEnd)) break;
    try {
      parse_member(declaration, body);
    } catch (const SyntaxStop&) {
      skip_member();
    }
  }
  Node* block = make(NodeKind::kBlock, start, std::move(body));
  add_kid(block, name_node(NodeKind::kThis, name.span, {}, {}));
  add_kid(maker, block);
  declaration.maker = maker;
  Node* node = make(NodeKind::kClass, start);
  node->text = text_of(name);
  node->declaration = &declaration;
  for (const MemberDeclaration& member : declaration.members) raise(*node, member.node);
  raise(*node, maker);
  return node;
}

// The members of an enum. With parameters, a static list has the arguments of each member, put in
// order and checked by a function, and for each parameter a property looks there.
void Parser::parse_constants(ClassDeclaration& declaration, Node* values) {
  constexpr std::string_view kMaker = "(maker)";
  constexpr std::string_view kValues = "(values)";
  Node* list = make(NodeKind::kList, now_.span.offset);
  do {
    const Lexeme constant = expect(Token::kIdentifier, "as a member of the enum");
    declaration.constants.emplace_back(text_of(constant));
    std::vector<Node*> call{name_node(NodeKind::kName, constant.span, kMaker, {})};
    if (at(Token::kLeftParen)) {
      if (values == nullptr) {
        fail(now_.span, fmt::format("'{}' has no parameters", declaration.name),
             fmt::format("enum {}(x, y) ...", declaration.name));
      }
      for (Node* argument : parse_arguments()) call.push_back(argument);
    }
    if (values != nullptr) add_kid(list, make(NodeKind::kCall, constant.span.offset, call));
  } while (accept(Token::kComma));
  if (values == nullptr) return;
  const SourceSpan span = values->span;
  const auto hidden = [&](std::string_view name, Node* value) {
    MemberDeclaration member;
    member.kind = MemberDeclaration::Kind::kVariable;
    member.is_static = true;
    member.is_private = true;
    member.name = std::string(name);
    member.span = span;
    // Evaluated by a function of its own.
    member.node = name_node(NodeKind::kLambda, span, declaration.name, {value});
    declaration.members.push_back(std::move(member));
  };
  const std::vector<Node*> parameters = values->kids;
  Node* row = make(NodeKind::kList, span.offset);
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const Node& parameter = *parameters[i];
    add_kid(row, name_node(NodeKind::kName, parameter.span, parameter.text, {}));
    Node* ordinal = name_node(NodeKind::kMember, parameter.span, "Ordinal",
                              {name_node(NodeKind::kThis, parameter.span, {}, {})});
    Node* all = name_node(NodeKind::kName, parameter.span, kValues, {});
    Node* own = name_node(NodeKind::kIndex, parameter.span, {}, {all, ordinal});
    const std::string& place = program_.names.emplace_back(std::to_string(i + 1));
    Node* at_place = name_node(NodeKind::kInteger, parameter.span, place, {});
    Node* value = name_node(NodeKind::kIndex, parameter.span, {}, {own, at_place});
    MemberDeclaration member;
    member.is_property = true;
    member.name = std::string(parameter.text);
    member.span = parameter.span;
    member.node = name_node(NodeKind::kLambda, parameter.span, parameter.text, {value});
    declaration.members.push_back(std::move(member));
  }
  add_kid(values, row);
  hidden(kMaker, values);
  hidden(kValues, list);
}

// After a syntax error: to a line that begins another member.
void Parser::skip_member() {
  const auto begins = [&] {
    return at(Token::kDef) || at(Token::kOverride) || at(Token::kStatic) || at(Token::kVar) ||
           starts_class();
  };
  while (!at(Token::kEnd) && !(now_.after_newline && begins())) advance();
  if (at(Token::kEnd)) throw SyntaxStop{};
}

void Parser::parse_bases(ClassDeclaration& declaration, std::vector<Node*>& body) {
  do {
    const std::size_t start = now_.span.offset;
    const Node* type = parse_type();
    if (type->kind == NodeKind::kNothing) fail(type->span, "'Nothing' is not a class to extend");
    BaseDeclaration base;
    base.span = {start, last_.end() - start};
    base.path = std::string(text_.substr(start, base.span.length));
    std::erase(base.path, ' ');
    if (at(Token::kLeftParen)) {
      if (!declaration.bases.empty()) fail(now_.span, "only the first base gets arguments");
      const SourceSpan span = base.span;
      body.push_back(name_node(NodeKind::kBaseInit, span, {}, parse_arguments()));
      for (const Node* argument : body.back()->kids) {
        if (argument->kind == NodeKind::kNamedArgument)
          fail(argument->span, "the arguments of a base go by place");
      }
      declaration.passes_arguments = true;
    }
    declaration.bases.push_back(std::move(base));
  } while (accept(Token::kComma));
}

void Parser::parse_member(ClassDeclaration& declaration, std::vector<Node*>& body) {
  MemberDeclaration member;
  const std::size_t start = now_.span.offset;
  for (;;) {
    if (accept(Token::kStatic))
      member.is_static = true;
    else if (accept(Token::kOverride))
      member.is_override = true;
    else if (at_word("private")) {
      advance();
      member.is_private = true;
    } else if (at_word("external")) {
      if (!declaration.is_system) {
        fail(now_.span, "an external method has its code outside of the language",
             "write it here: def F(x) := ...; only a 'system class' has some");
      }
      advance();
      member.is_external = true;
    } else if (at(Token::kMutable) && word_behind(now_.end()) == "var") {
      if (!declaration.is_mutable)
        fail(now_.span, fmt::format("'{}' is not a 'mutable class'", declaration.name));
      member.is_mutable = true;
      advance();
    } else {
      break;
    }
  }
  if (starts_class() || at_word("enum")) {
    if (member.is_static || member.is_override) {
      fail(last_.span, "a nested class is neither static nor an override");
    }
    if (at_word("enum")) advance();
    member.kind = MemberDeclaration::Kind::kClass;
    member.node = parse_class();
    member.name = member.node->declaration->name;
    member.span = member.node->declaration->span;
    declaration.members.push_back(std::move(member));
    return;
  }
  member.span = {start, 1};
  if (accept(Token::kVar)) return parse_variables(declaration, std::move(member), body);
  if (accept(Token::kDef) || at_word("op")) return parse_method(declaration, std::move(member));
  if (at_word("property") && !calls_next()) {
    advance();
    member.is_property = true;
    return parse_method(declaration, std::move(member));
  }
  const bool modified = member.is_static || member.is_private || member.is_override;
  if (!modified && (at(Token::kIf) || at(Token::kFor) || at(Token::kWhile) || at(Token::kBegin) ||
                    at(Token::kTry) || calls_next())) {
    // Part of the constructor, at its place among the variables.
    body.push_back(parse_expression(kAssignPower));
    return;
  }
  unexpected("expected 'def', 'op', 'var', 'class' or 'end' in the class",
             at(Token::kIdentifier) ? "a variable is declared: var x := ..." : "");
}

// The letters that come next behind this place.
std::string_view Parser::word_behind(std::size_t at) const {
  const std::size_t start = std::min(text_.find_first_not_of(" \t\r\n", at), text_.size());
  std::size_t end = start;
  while (end < text_.size() && std::isalpha(static_cast<unsigned char>(text_[end])) != 0) ++end;
  return text_.substr(start, end - start);
}

// A call stands here: name(...) or name.name(...).
bool Parser::calls_next() const {
  if (!at(Token::kIdentifier)) return false;
  const auto letter = [&](std::size_t i) {
    return i < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[i])) != 0 ||
                                text_[i] == '_' || text_[i] == '.');
  };
  std::size_t end = now_.end();
  while (letter(end)) ++end;
  return end < text_.size() && text_[end] == '(';
}

void Parser::parse_variables(ClassDeclaration& declaration, MemberDeclaration member,
                             std::vector<Node*>& body) {
  if (member.is_override) fail(last_.span, "a variable overrides nothing");
  member.kind = MemberDeclaration::Kind::kVariable;
  do {
    const Lexeme name = expect(Token::kIdentifier, "after 'var'");
    member.name = std::string(text_of(name));
    member.span = name.span;
    member.node = nullptr;
    if (accept(Token::kAssign)) member.node = parse_expression(kArrowPower);
    if (member.is_static) {
      if (member.node == nullptr) member.node = name_node(NodeKind::kNothing, name.span, {}, {});
      // Evaluated by a function of its own.
      member.node = name_node(NodeKind::kLambda, member.node->span, text_of(name), {member.node});
    } else if (member.node != nullptr) {
      body.push_back(name_node(NodeKind::kFieldInit, name.span, text_of(name), {member.node}));
    }
    declaration.members.push_back(member);
  } while (accept(Token::kComma));
}

// The words of an operator method: "op +", "op unary -", "op []".
std::string Parser::parse_operator_name() {
  advance();
  bool is_unary = false;
  if (at_word("unary")) {
    advance();
    is_unary = true;
  }
  if (accept(Token::kLeftBracket)) {
    expect(Token::kRightBracket, "after '['");
    return "op []";
  }
  const Token token = now_.token;
  const Power power = operator_power(token);
  const bool fits =
      is_unary ? token == Token::kPlus || token == Token::kMinus || token == Token::kPlusMinus
               : power >= kComparePower && token != Token::kIdentifier && token != Token::kIs &&
                     token != Token::kDots;
  const bool settled = token == Token::kEqual || token == Token::kNotEqual ||
                       token == Token::kIdentical || token == Token::kNotIdentical;
  if (!fits || settled) {
    unexpected("expected an operator after 'op'",
               settled ? "equality of instances is that of their fields" : "");
  }
  advance();
  return fmt::format("op {}{}", is_unary ? "unary " : "", text_of(last_));
}

void Parser::parse_method(ClassDeclaration& declaration, MemberDeclaration member) {
  const std::size_t start = now_.span.offset;
  Node* lambda = make(NodeKind::kLambda, start);
  if (at_word("op")) {
    member.name = parse_operator_name();
    if (member.is_static) fail(last_.span, "an operator is not static");
    lambda->text = text_.substr(start, last_.end() - start);
  } else {
    const Lexeme name = expect(Token::kIdentifier, "after 'def'");
    member.name = std::string(text_of(name));
    lambda->text = text_of(name);
  }
  member.span = {start, last_.end() - start};
  if (member.is_property && at(Token::kLeftParen))
    fail(now_.span, "a property has no parameters", "def F(x) := ...");
  member.is_property = !at(Token::kLeftParen);
  const FunctionScope scope(*this);
  if (!member.is_property) parse_parameters(lambda);
  const bool is_operator = member.name.starts_with("op ");
  // Without an operand, - is the unary minus.
  if (is_operator && lambda->kids.empty() && !member.name.starts_with("op unary")) {
    member.name.insert(3, "unary ");
  }
  if (is_operator) member.is_property = false;
  if (member.is_external) {
    if (at_word("as")) {
      advance();
      parse_type();
    }
    if (at(Token::kAssign) || at(Token::kBegin))
      fail(now_.span, "an external method has no code here", "leave out 'external'");
    declaration.is_external = true;
    return;
  }
  member.node = parse_function_body(lambda);
  declaration.members.push_back(std::move(member));
}

}  // namespace cgt::lang
