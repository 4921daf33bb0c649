#include "decomp/htn/domain.hpp"

#include <fmt/format.h>

#include <cmath>

namespace cgt::htn {

bool Domain::still_applies(TaskId task, MethodId method, std::span<const Word> bindings,
                           std::span<const TaskId> subtasks) {
  ChoicePoint point;
  Expansion expansion;
  bool found = false;
  bool more = true;
  while (more && !found) {
    expansion.clear();
    if (!next(task, method, point, expansion)) return false;
    more = !expansion.last;
    found = std::equal(expansion.bindings.begin(), expansion.bindings.end(), bindings.begin(),
                       bindings.end()) &&
            std::equal(expansion.subtasks.begin(), expansion.subtasks.end(), subtasks.begin(),
                       subtasks.end());
  }
  if (more) close(point);
  return found;
}

double identity(Combine combine) {
  switch (combine) {
    case Combine::kSum: return 0;
    case Combine::kMaximum: return -std::numeric_limits<double>::infinity();
    case Combine::kMinimum: return std::numeric_limits<double>::infinity();
    case Combine::kProduct: return 1;
  }
  return 0;
}

Values identities(std::span<const Attribute> attributes) {
  Values out(attributes.size());
  set_to_identities(attributes, out);
  return out;
}

void set_to_identities(std::span<const Attribute> attributes, std::span<double> values) {
  CGT_ASSERT(values.size() == attributes.size(), "one value an attribute");
  for (std::size_t a = 0; a < attributes.size(); ++a) values[a] = identity(attributes[a].combine);
}

bool apply_step(Domain& domain, TaskId step, Values& values) {
  const auto& attributes = domain.attributes();
  Values contribution = identities(attributes);
  Effects effects{contribution};
  if (!domain.apply(step, effects)) return false;
  accumulate(attributes, values, contribution);
  return true;
}

bool no_worse(std::span<const Attribute> attributes, std::span<const double> a,
              std::span<const double> b) {
  CGT_ASSERT(a.size() == attributes.size() && b.size() == a.size(), "one value an attribute");
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    if (!no_worse(attributes[i].better, a[i], b[i])) return false;
  }
  return true;
}

bool is_allowed(const Attribute& attribute, double x) {
  if (x == identity(attribute.combine)) return true;
  if (!std::isfinite(x)) return false;
  const bool less = attribute.better == Better::kLess;
  switch (attribute.combine) {
    case Combine::kSum: return !attribute.monotone || (less ? x >= 0 : x <= 0);
    case Combine::kProduct: return x >= 0 && (!attribute.monotone || (less ? x >= 1 : x <= 1));
    case Combine::kMaximum: return !attribute.monotone || less;
    case Combine::kMinimum: return !attribute.monotone || !less;
  }
  return true;
}

namespace {

[[noreturn]] void refuse(const Attribute& attribute, double x, const std::string& step) {
  std::string what = "betters a monotone attribute";
  std::string hint = "declare the attribute as not monotone if steps may better it";
  if (!std::isfinite(x)) {
    what = "is not a finite number";
    hint.clear();
  } else if (attribute.combine == Combine::kProduct && x < 0) {
    what = "is a negative factor";
    hint.clear();
  }
  throw Error(fmt::format("{} contributes {} to \"{}\", which {}", step, x, attribute.name, what),
              hint);
}

}  // namespace

void check_contributions(const Domain& domain, TaskId step, std::span<const double> contribution) {
  const auto& attributes = domain.attributes();
  for (std::size_t a = 0; a < attributes.size(); ++a) {
    if (!is_allowed(attributes[a], contribution[a])) {
      refuse(attributes[a], contribution[a], domain.task_text(step));
    }
  }
}

}  // namespace cgt::htn
