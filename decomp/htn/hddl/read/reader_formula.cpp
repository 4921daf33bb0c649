// Conditions, expressions and effects. All of these recur on lists, whose depth Sexpr limits.
#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "cgt/support/text_input.hpp"
#include "cgt/support/words.hpp"
#include "decomp/htn/hddl/read/reader.hpp"

namespace cgt::htn::hddl {
namespace {

std::optional<double> number_of(std::string_view word) {
  const std::optional<double> value = parse_number<double>(word);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

using Kind = Formula::Kind;

Formula negation(Formula inner) {
  Formula out;
  out.kind = Kind::kNot;
  out.span = inner.span;
  out.parts.push_back(std::move(inner));
  return out;
}

struct Operator {
  std::string_view name;
  Formula::Comparison comparison;
};
constexpr Operator kComparisons[] = {{"<", Formula::Comparison::kLess},
                                     {"<=", Formula::Comparison::kLessEqual},
                                     {"=", Formula::Comparison::kEqual},
                                     {">=", Formula::Comparison::kGreaterEqual},
                                     {">", Formula::Comparison::kGreater}};

}  // namespace

Term Reader::term(Node node, const Scope& scope) const {
  if (node.is_list()) fail(node, "expected a variable or an object, not a list");
  const std::string_view word = node.word();
  if (word[0] != '?') {
    const Index object = objects_.find(node, *complaints_);
    if (in_domain_ && object >= constants_) {
      complaints_->warn(node.span(),
                        fmt::format("the domain names object \"{}\" of the problem", word),
                        "in HDDL, such objects are :constants of the domain");
    }
    return {false, object};
  }
  for (auto it = scope.visible.rbegin(); it != scope.visible.rend(); ++it) {
    if ((*scope.variables)[*it].name == word) return {true, *it};
  }
  std::vector<std::string> known;
  for (const Index index : scope.visible) known.push_back((*scope.variables)[index].name);
  const std::string near = closest(node.word(), known);
  fail(node, fmt::format("variable {} is not declared", node.word()),
       near.empty() ? "parameters and variables of quantifiers are declared with their types"
                    : fmt::format("did you mean {}?", near));
}

void Reader::require_arguments(Node node, std::size_t wanted, std::string_view what) const {
  const std::size_t given = node.size() - 1;
  if (given == wanted) return;
  fail(node, fmt::format("{} \"{}\" takes {}, not {}", what, node[0].word(),
                         counted(wanted, "argument"), given));
}

Term Reader::typed_term(Node node, std::size_t i, const Scope& scope, Index wanted) const {
  const Node argument = node[i + 1];
  const Term term = this->term(argument, scope);
  const Index type =
      term.is_variable ? (*scope.variables)[term.index].type : model_.objects[term.index].type;
  // A variable may be declared wider than what it is used for: the use then narrows it.
  const bool fits =
      model_.is_subtype(type, wanted) || (term.is_variable && model_.may_share(type, wanted));
  if (!fits) {
    fail(argument,
         fmt::format("{} is of type {}, but argument {} of \"{}\" is of type {}", argument.word(),
                     model_.types[type].name, i + 1, node[0].word(), model_.types[wanted].name));
  }
  return term;
}

// The arguments node[1], node[2]... of something with these parameters.
std::vector<Term> Reader::terms(Node node, const Scope& scope, const std::vector<Typed>& wanted,
                                std::string_view what) const {
  std::vector<Term> out;
  out.reserve(wanted.size());
  each_term(node, scope, wanted, what, [&](Term term) { out.push_back(term); });
  return out;
}

bool Reader::looks_numeric(Node node) const {
  if (!node.is_list()) return number_of(node.word()).has_value();
  if (node.size() == 0 || node[0].is_list()) return false;
  const std::string_view head = node[0].word();
  return head == "+" || head == "-" || head == "*" || head == "/" ||
         functions_.find(head) != nullptr;
}

Expression Reader::expression(Node node, Scope& scope) {
  Expression out;
  out.span = node.span();
  if (!node.is_list()) {
    const std::optional<double> number = number_of(node.word());
    if (number) {
      out.number = *number;
      return out;
    }
    // (increase (total-cost) total) is not HDDL, but a function without arguments is clear.
    if (const Index* function = functions_.find(node.word());
        function != nullptr && model_.functions[*function].parameters.empty()) {
      out.kind = Expression::Kind::kFunction;
      out.function = *function;
      return out;
    }
    fail(node, "expected a number or a function", "12, 0.5, (distance ?x ?y), (+ 1 (fuel ?t))");
  }
  if (node.size() == 0 || node[0].is_list()) fail(node, "expected a number or a function");
  const std::string_view head = node[0].word();
  static constexpr std::pair<std::string_view, Expression::Kind> kOperations[] = {
      {"+", Expression::Kind::kAdd},
      {"-", Expression::Kind::kSubtract},
      {"*", Expression::Kind::kMultiply},
      {"/", Expression::Kind::kDivide}};
  for (const auto& [name, kind] : kOperations) {
    if (head != name) continue;
    const bool minus = kind == Expression::Kind::kSubtract && node.size() == 2;
    const bool many = kind == Expression::Kind::kAdd || kind == Expression::Kind::kMultiply;
    if (!minus && (node.size() < 3 || (!many && node.size() > 3))) {
      fail(node, fmt::format("\"{}\" takes two arguments", head));
    }
    out.kind = kind;
    if (minus) out.parts.emplace_back();  // 0 - x
    for (std::size_t i = 1; i < node.size(); ++i) {
      if (out.parts.size() == 2) {  // (+ a b c) is (+ (+ a b) c)
        Expression left = std::move(out);
        out = Expression{};
        out.kind = kind;
        out.span = node.span();
        out.parts.push_back(std::move(left));
      }
      out.parts.push_back(expression(node[i], scope));
    }
    return out;
  }
  out.kind = Expression::Kind::kFunction;
  out.function = functions_.find(node[0], *complaints_);
  out.terms = terms(node, scope, model_.functions[out.function].parameters, "function");
  return out;
}

Formula Reader::comparison(Node node, Scope& scope) {
  Formula out;
  out.span = node.span();
  if (node.size() != 3) fail(node, fmt::format("\"{}\" compares two things", node[0].word()));
  if (node[0].is("=") && !looks_numeric(node[1]) && !looks_numeric(node[2])) {
    out.kind = Kind::kEqual;
    out.terms = {term(node[1], scope), term(node[2], scope)};
    return out;
  }
  out.kind = Kind::kCompare;
  for (const Operator& op : kComparisons) {
    if (node[0].word() == op.name) out.comparison = op.comparison;
  }
  out.sides.push_back(expression(node[1], scope));
  out.sides.push_back(expression(node[2], scope));
  return out;
}

Formula Reader::junction(Node node, Scope& scope, Kind kind) {
  Formula out;
  out.kind = kind;
  out.span = node.span();
  for (std::size_t i = 1; i < node.size(); ++i) {
    attempt([&] { out.parts.push_back(formula(node[i], scope)); });
  }
  return out;
}

// (sortof ?x - type): something of that type is ?x.
Formula Reader::sort_of(Node node, Scope& scope) {
  if (node.size() != 4 || !node[2].is("-")) fail(node, "expected (sortof ?x - TYPE)");
  Formula equal;
  equal.kind = Kind::kEqual;
  equal.span = node.span();
  equal.terms = {term(node[1], scope)};
  Formula out;
  out.kind = Kind::kExists;
  out.span = node.span();
  out.first = static_cast<Index>(scope.variables->size());
  out.count = 1;
  scope.variables->push_back({"?of-type", type_of(node[3]), node[3].span()});
  equal.terms.push_back({true, out.first});
  out.parts.push_back(std::move(equal));
  return out;
}

Formula Reader::formula(Node node, Scope& scope) {
  Formula out;
  out.span = node.span();
  if (!node.is_list()) {
    fail(node, "expected a condition", "(predicate ?x), (and ...), (not ...), (= ?x ?y)");
  }
  if (node.size() == 0) return out;
  if (node[0].is_list()) fail(node[0], "expected a predicate or one of and, or, not, forall...");
  const Node head = node[0];
  if (head.is("and")) return junction(node, scope, Kind::kAnd);
  if (head.is("or")) return junction(node, scope, Kind::kOr);
  if (head.is("not")) {
    if (node.size() != 2) fail(node, "\"not\" takes one condition");
    Formula inner = negation(formula(node[1], scope));
    inner.span = node.span();
    return inner;
  }
  if (head.is("imply")) {
    if (node.size() != 3) fail(node, "\"imply\" takes two conditions");
    out.kind = Kind::kOr;
    out.parts.push_back(negation(formula(node[1], scope)));
    out.parts.push_back(formula(node[2], scope));
    return out;
  }
  if (head.is("forall") || head.is("exists")) {
    if (node.size() != 3) {
      fail(node, fmt::format("expected ({} (?x - type ...) CONDITION)", head.word()));
    }
    out.kind = head.is("forall") ? Kind::kForall : Kind::kExists;
    const std::size_t outer = scope.visible.size();
    out.first = static_cast<Index>(scope.variables->size());
    for (Typed& variable : variables_of(node[1], 0)) scope.declare(std::move(variable));
    out.count = static_cast<Index>(scope.variables->size()) - out.first;
    out.parts.push_back(formula(node[2], scope));
    scope.visible.resize(outer);
    return out;
  }
  for (const Operator& op : kComparisons) {
    if (head.word() == op.name) return comparison(node, scope);
  }
  if (head.is("sortof") || head.is("sort-of")) return sort_of(node, scope);
  if (head.is("oneof") || head.is("preference")) {
    fail(head, fmt::format("\"{}\" is not supported", head.word()));
  }
  out.kind = Kind::kAtom;
  out.predicate = predicates_.find(head, *complaints_);
  out.terms = terms(node, scope, model_.predicates[out.predicate].parameters, "predicate");
  return out;
}

Effect Reader::assignment(Node node, Scope& scope) {
  Effect out;
  out.span = node.span();
  const Node head = node[0];
  if (head.is("assign")) out.kind = Effect::Kind::kAssign;
  if (head.is("increase")) out.kind = Effect::Kind::kIncrease;
  if (head.is("decrease")) out.kind = Effect::Kind::kDecrease;
  if (node.size() != 3) fail(node, fmt::format("expected ({} FUNCTION NUMBER)", head.word()));
  const Expression target = expression(node[1], scope);
  if (target.kind != Expression::Kind::kFunction) fail(node[1], "expected a function");
  out.symbol = target.function;
  out.terms = target.terms;
  out.value = expression(node[2], scope);
  return out;
}

void Reader::effects(Node node, Scope& scope, const std::vector<Index>& variables,
                     const Formula& condition, std::vector<Effect>& out) {
  if (!node.is_list()) {
    fail(node, "expected an effect", "(predicate ?x), (not (predicate ?x)), (increase ...)");
  }
  if (node.size() == 0) return;
  const Node head = node[0];
  if (head.is_list()) fail(head, "expected a predicate or one of and, not, when, forall...");
  if (head.is("and")) {
    for (std::size_t i = 1; i < node.size(); ++i) {
      attempt([&] { effects(node[i], scope, variables, condition, out); });
    }
    return;
  }
  if (head.is("forall")) {
    if (node.size() != 3) fail(node, "expected (forall (?x - type ...) EFFECT)");
    const std::size_t outer = scope.visible.size();
    std::vector<Index> all = variables;
    for (Typed& variable : variables_of(node[1], 0)) {
      all.push_back(static_cast<Index>(scope.variables->size()));
      scope.declare(std::move(variable));
    }
    effects(node[2], scope, all, condition, out);
    scope.visible.resize(outer);
    return;
  }
  if (head.is("when")) {
    if (node.size() != 3) fail(node, "expected (when CONDITION EFFECT)");
    Formula both;
    both.span = node[1].span();
    both.parts = condition.parts;
    both.parts.push_back(formula(node[1], scope));
    effects(node[2], scope, variables, both, out);
    return;
  }
  Effect effect;
  if (head.is("assign") || head.is("increase") || head.is("decrease")) {
    effect = assignment(node, scope);
  } else if (head.is("scale-up") || head.is("scale-down") || head.is("or") || head.is("oneof")) {
    fail(head, fmt::format("\"{}\" is not supported in effects", head.word()),
         "use assign, increase or decrease");
  } else {
    Node atom = node;
    if (head.is("not")) {
      if (node.size() != 2 || !node[1].is_list() || node[1].size() == 0) {
        fail(node, "expected (not (predicate ...))");
      }
      atom = node[1];
      effect.kind = Effect::Kind::kDelete;
    }
    if (atom[0].is("=")) fail(atom, "an effect cannot make things equal");
    effect.span = node.span();
    effect.symbol = predicates_.find(atom[0], *complaints_);
    effect.terms = terms(atom, scope, model_.predicates[effect.symbol].parameters, "predicate");
  }
  effect.variables = variables;
  effect.condition = condition;
  out.push_back(std::move(effect));
}

}  // namespace cgt::htn::hddl
