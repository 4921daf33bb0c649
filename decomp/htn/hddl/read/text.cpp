#include "decomp/htn/hddl/read/model.hpp"

#include <fmt/format.h>

#include "cgt/support/containers.hpp"

namespace cgt::htn::hddl {
namespace {

class Printer {
 public:
  Printer(const Model& model, const std::vector<Typed>& variables, std::span<const Index> values)
      : model_(model), variables_(variables), values_(values) {}

  std::string print(const Formula& formula) const {
    switch (formula.kind) {
      case Formula::Kind::kAnd: {
        if (formula.parts.size() == 1) return print(formula.parts[0]);
        std::string out = parts(formula);
        return out.empty() ? out : "(and" + out + ")";
      }
      case Formula::Kind::kOr: return "(or" + parts(formula) + ")";
      case Formula::Kind::kNot: return "(not " + print(formula.parts[0]) + ")";
      case Formula::Kind::kForall:
      case Formula::Kind::kExists: {
        std::string out = formula.kind == Formula::Kind::kForall ? "(forall (" : "(exists (";
        for (Index i = 0; i < formula.count; ++i) {
          const Typed& variable = variables_[formula.first + i];
          out += fmt::format("{}{} - {}", i == 0 ? "" : " ", variable.name,
                             model_.types[variable.type].name);
        }
        return out + ") " + print(formula.parts[0]) + ")";
      }
      case Formula::Kind::kAtom:
        return "(" + model_.predicates[formula.predicate].name + terms(formula.terms) + ")";
      case Formula::Kind::kEqual: return "(=" + terms(formula.terms) + ")";
      case Formula::Kind::kCompare: break;
    }
    static constexpr const char* kSigns[] = {"<", "<=", "=", ">=", ">"};
    return fmt::format("({} {} {})", kSigns[static_cast<std::size_t>(formula.comparison)],
                       print(formula.sides[0]), print(formula.sides[1]));
  }

 private:
  const Model& model_;
  const std::vector<Typed>& variables_;
  std::span<const Index> values_;

  std::string parts(const Formula& formula) const {
    std::string out;
    for (const Formula& part : formula.parts) {
      const std::string text = print(part);
      if (!text.empty()) out += " " + text;
    }
    return out;
  }
  std::string terms(const std::vector<Term>& terms) const {
    std::string out;
    for (const Term& term : terms) {
      const bool open = term.is_variable && (term.index >= values_.size() ||
                                             values_[term.index] >= model_.objects.size());
      const Index object = term.is_variable && !open ? values_[term.index] : term.index;
      out += " " + (open ? variables_[term.index].name : model_.objects[object].name);
    }
    return out;
  }
  std::string print(const Expression& expression) const {
    switch (expression.kind) {
      case Expression::Kind::kNumber: return fmt::format("{}", expression.number);
      case Expression::Kind::kFunction:
        return "(" + model_.functions[expression.function].name + terms(expression.terms) + ")";
      default: break;
    }
    static constexpr char kSigns[] = {'+', '-', '*', '/'};
    const auto sign = static_cast<std::size_t>(expression.kind) -
                      static_cast<std::size_t>(Expression::Kind::kAdd);
    return fmt::format("({} {} {})", kSigns[sign], print(expression.parts[0]),
                       print(expression.parts[1]));
  }
};

}  // namespace

// Few types have more than one parent: the way up is a list of first parents, mostly.
bool Model::is_subtype(Index type, Index of) const {
  bool one_way = true;
  Index at = type;
  for (; at != of && at != 0; at = types[at].parent) one_way = one_way && types[at].others.empty();
  if (at == of || one_way) return at == of;
  std::vector<Index> open{type};
  FlatSet<Index> seen;
  while (!open.empty()) {
    const Index next = open.back();
    open.pop_back();
    if (next == of) return true;
    if (!seen.insert(next).second) continue;
    open.push_back(types[next].parent);
    open.insert(open.end(), types[next].others.begin(), types[next].others.end());
  }
  return false;
}

bool Model::may_share(Index a, Index b) const {
  if (is_subtype(a, b) || is_subtype(b, a)) return true;
  for (Index type = 0; type < types.size(); ++type) {
    if (is_subtype(type, a) && is_subtype(type, b)) return true;
  }
  return false;
}

std::string formula_text(const Model& model, const Formula& formula,
                         const std::vector<Typed>& variables, std::span<const Index> values) {
  return Printer(model, variables, values).print(formula);
}

std::string call_text(const Model& model, const std::string& name, std::span<const Index> objects) {
  std::string out = "(" + name;
  for (const Index object : objects) out += " " + model.objects[object].name;
  return out + ")";
}

}  // namespace cgt::htn::hddl
