#include "cgt/detail/store_impl.hpp"

namespace cgt {

using detail::kForm;

int Store::Impl::leq_quick(GameId g, GameId h) {
  if (g == h) return 1;
  if (g.is_inline() && h.is_inline()) {
    const std::int32_t x = detail::fixed_number(g);
    const std::int32_t y = detail::fixed_number(h);
    if (x != y) return x < y ? 1 : 0;
    return detail::infinitesimal_leq_zero(detail::inline_ups(g) - detail::inline_ups(h),
                                          detail::inline_nimber(g) ^ detail::inline_nimber(h))
               ? 1
               : 0;
  }
  const bool has_form = g == kForm || h == kForm;
  if (!has_form && is_nus(g) && is_nus(h)) return nus_leq_zero(nus_of(g) + -nus_of(h)) ? 1 : 0;
  const int told = detail::leq_by_sides(
      sides(g), sides(h), [this](GameId x, GameId y) { return compare_numbers(x, y); });
  if (told >= 0) return told;
  if (has_form) {
    const std::uint64_t key = (std::uint64_t{g.word()} << 32U) | h.word();
    const FormSlot& slot = form_cache[mix(key, 0) % form_cache.size()];
    return slot.epoch == form.epoch && slot.key == key ? static_cast<int>(slot.result) : -1;
  }
  const std::uint32_t cached = order_cache.find(g, h);
  return cached == 0 ? -1 : static_cast<int>(cached - 1);
}

bool Store::Impl::leq(GameId g, GameId h) {
  const int known = leq_quick(g, h);
  return known >= 0 ? known != 0 : leq_by_options(g, h);
}

bool Store::Impl::leq_beyond_sides(GameId g, GameId h) {
  // Two number-up-stars have a closed form, and are not in the cache.
  if (is_nus(g) && is_nus(h)) return leq(g, h);
  const std::uint32_t cached = order_cache.find(g, h);
  return cached == 0 ? leq_by_options(g, h) : cached == 2;
}

// G <= H iff no G^L >= H and no H^R <= G.
bool Store::Impl::leq_by_options(GameId root_g, GameId root_h) {
  auto& stack = order_stack;
  const std::size_t base = stack.size();
  struct Unwind {  // a throw must not leave frames of this call behind
    std::vector<OrderFrame>& stack;
    std::size_t base;
    ~Unwind() { stack.resize(base); }
  } unwind{stack, base};
  stack.push_back({root_g, root_h});
  int returned = -1;  // result of the frame just popped
  while (true) {
    OrderFrame& frame = stack.back();
    bool refuted = returned == 1;
    returned = -1;
    bool descend = false;
    while (!refuted) {
      const GameId owner = frame.right ? frame.h : frame.g;
      const Player player = frame.right ? Player::kRight : Player::kLeft;
      if (frame.next >= option_count(owner, player)) {
        if (frame.right) break;
        frame.right = true;
        frame.next = 0;
        continue;
      }
      const GameId x = option(owner, player, frame.next++);
      const GameId below = frame.right ? x : frame.h;
      const GameId above = frame.right ? frame.g : x;
      const int quick = leq_quick(below, above);
      if (quick < 0) {
        charge();
        ++statistics.order_calls;
        stack.push_back({below, above});
        descend = true;
        break;
      }
      refuted = quick == 1;
    }
    if (descend) continue;
    const bool result = !refuted;
    const GameId g = frame.g;
    const GameId h = frame.h;
    if (g == kForm || h == kForm) {
      const std::uint64_t key = (std::uint64_t{g.word()} << 32U) | h.word();
      form_cache[mix(key, 0) % form_cache.size()] = {key, form.epoch, result};
    } else {
      order_cache.store(g, h, result ? 2 : 1);
    }
    stack.pop_back();
    if (stack.size() == base) return result;
    returned = result ? 1 : 0;
  }
}

bool Store::leq(GameId g, GameId h) {
  CGT_ASSERT(contains(g) && contains(h), detail::kOwnGame);
  return impl_->leq(g, h);
}

Relation Store::compare(GameId g, GameId h) {
  CGT_ASSERT(contains(g) && contains(h), detail::kOwnGame);
  if (g == h) return Relation::kEqual;
  if (impl_->leq(g, h)) return Relation::kLess;
  return impl_->leq(h, g) ? Relation::kGreater : Relation::kFuzzy;
}

OutcomeClass Store::outcome(GameId g) {
  switch (compare(g, kZero)) {
    case Relation::kLess: return OutcomeClass::kRight;
    case Relation::kGreater: return OutcomeClass::kLeft;
    case Relation::kEqual: return OutcomeClass::kPrevious;
    case Relation::kFuzzy: break;
  }
  return OutcomeClass::kNext;
}

}  // namespace cgt
