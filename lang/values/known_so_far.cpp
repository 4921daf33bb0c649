#include "lang/values/arithmetic.hpp"

#include "cgt/support/words.hpp"
#include "cgt/thermo/game_bounds.hpp"
#include "lang/values/forms.hpp"
#include "lang/values/positions.hpp"

namespace cgt::lang {
namespace {

constexpr std::size_t kLongestSubject = 60;

std::string subject_of(Context& context, const Value& v) {
  std::string text;
  try {
    text = context.text(v);
  } catch (const BudgetExhausted&) {
    return "";  // what is written by a script takes work
  }
  if (text.size() <= kLongestSubject) return text;
  // Not within a character of several bytes.
  std::size_t end = kLongestSubject - 3;
  while (end > 0 && !begins_letter(text[end])) --end;
  return text.substr(0, end) + "...";
}

// Of what is not a compound; none where nothing can be said.
std::optional<GameBounds> plain_bounds(Context& context, const Value& v, Budget& budget) {
  if (is_form(v))
    return bounds_of(context.store(), context.forms().value(form_of(context, v, "a part")));
  if (const auto game = as_short_game(context.store(), v)) return bounds_of(context.store(), *game);
  if (const PositionObject* native = as_native_position(v)) return native->bounds(context, budget);
  return std::nullopt;
}

std::optional<GameBounds> bounds_of_value(Context& context, const Value& root, Budget& budget) {
  using Operation = CompoundObject::Operation;
  GameBounds sum = bounds_of(Dyadic());
  std::vector<std::pair<Value, Dyadic>> stack{{root, Dyadic(1)}};  // with numbers of copies
  while (!stack.empty()) {
    budget.charge();
    const auto [top, copies] = std::move(stack.back());
    stack.pop_back();
    const CompoundObject* compound = as_compound(top);
    if (compound == nullptr) {
      const auto part = plain_bounds(context, top, budget);
      if (!part) return std::nullopt;
      sum = sum + multiple(copies, *part);
      continue;
    }
    switch (compound->operation) {
      case Operation::kSum:
        stack.emplace_back(compound->a, copies);
        stack.emplace_back(compound->b, copies);
        break;
      case Operation::kNegative: stack.emplace_back(compound->a, -copies); break;
      case Operation::kMultiple:
        stack.emplace_back(compound->b, copies * context.dyadic(compound->a, "a multiple"));
        break;
      case Operation::kOrdinalSum: return std::nullopt;
    }
  }
  return sum;
}

}  // namespace

KnownSoFar known_of(Context& context, const Value& v) {
  Budget grace(kGrace);
  const Store::BudgetScope scope(context.store(), grace);
  // It names what it speaks of only where it is asked by itself.
  if (const PositionObject* native = as_native_position(v)) {
    return {subject_of(context, v), native->known(context).facts};
  }
  const auto bounds = bounds_of_value(context, v, grace);
  if (!bounds) return {};
  return {subject_of(context, v), bounds->text()};
}

KnownSoFar known_of_sum(Context& context, std::span<const KnownTerm> terms, const char* subject) {
  Budget grace(kGrace);
  const Store::BudgetScope scope(context.store(), grace);
  GameBounds sum = bounds_of(Dyadic());
  for (const KnownTerm& term : terms)
    sum = sum + multiple(term.copies, bounds_of(context.store(), term.game));
  return {subject, sum.text()};
}

}  // namespace cgt::lang
