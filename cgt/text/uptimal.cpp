#include "cgt/text/uptimal.hpp"

#include "cgt/support/contract.hpp"

namespace cgt {

// With n >= 2, and mirrored for v:
//   ^[n]     = {^[n-1] + *k | *(k^1)}  + *k, k != 1
//   ^[n]*    = {0, ^[n-1]* | 0}
//   ^<n>     = {0, *, ..., *k | v[n-1] + *(k^1)}  + *k
// These forms are canonical, so a game has the name iff its options are these.
std::optional<UptimalNames::Step> UptimalNames::step(GameId g) {
  if (store_.is_nus(g)) return std::nullopt;
  for (const Player rising : kPlayers) {
    const Player falling = opponent(rising);
    if (store_.option_count(g, falling) != 1) continue;
    const std::uint64_t count = store_.option_count(g, rising);
    const GameId answer = store_.option(g, falling, 0);
    const auto star = store_.as_nus(answer);
    if (star && star->ups == 0) {
      Step out{{star->number, rising, true, 0, star->nimber ^ 1U}, {}};
      if (star->nimber != 0) {
        if (count != 1) continue;
        out.inner = store_.option(g, rising, 0);
      } else {
        if (count != 2) continue;
        const GameId first = store_.option(g, rising, 0);
        const GameId second = store_.option(g, rising, 1);
        if (first != answer && second != answer) continue;
        out.inner = first == answer ? second : first;
      }
      return out;
    }
    Step out{{{}, rising, false, 0, static_cast<std::uint32_t>(count - 1)}, answer};
    bool matches = count > 0;
    std::uint64_t total = 0;
    for (std::uint64_t i = 0; i < count && matches; ++i) {
      const auto option = store_.as_nus(store_.option(g, rising, i));
      if (i == 0 && option) out.name.number = option->number;
      matches =
          option && option->ups == 0 && option->number == out.name.number && option->nimber < count;
      if (matches) total += option->nimber;
    }
    // Different nimbers below `count`, so they are all of them.
    if (matches && total == count * (count - 1) / 2) return out;
  }
  return std::nullopt;
}

std::optional<UptimalName> UptimalNames::resolve(const Step& step) {
  UptimalName inner = step.name;
  inner.sum = true;
  if (!step.name.sum) {
    inner.rising = opponent(inner.rising);
    inner.nimber ^= 1U;
  }
  UptimalName found = step.name;
  if (const auto value = store_.as_nus(step.inner)) {
    if (*value != Nus{inner.number, sign(inner.rising), inner.nimber}) return std::nullopt;
    found.power = 2;
    return found;
  }
  const auto& known = names_.at(step.inner);
  if (!known || known->power >= kMostPower) return std::nullopt;
  inner.power = known->power;
  if (*known != inner) return std::nullopt;
  found.power = known->power + 1;
  return found;
}

const UptimalName* UptimalNames::find(GameId g) {
  const auto known = [this](GameId x) { return store_.is_nus(x) || names_.contains(x); };
  if (store_.is_nus(g)) return nullptr;
  std::vector<std::pair<GameId, Step>> chain;
  for (GameId x = g; !known(x);) {
    const auto next = step(x);
    if (!next) {
      names_.emplace(x, std::nullopt);
      break;
    }
    chain.emplace_back(x, *next);
    x = next->inner;
  }
  for (std::size_t i = chain.size(); i-- > 0;) {
    names_.emplace(chain[i].first, resolve(chain[i].second));
  }
  const auto& name = names_.at(g);
  return name ? &*name : nullptr;
}

GameId make_uptimal(Store& store, const UptimalName& name) {
  CGT_EXPECTS(name.power >= 1 && name.power <= kMostPower, "the power of an uptimal is in range");
  const GameId star = store.nimber(1);
  const std::uint32_t steps = name.sum ? name.power : name.power - 1;
  GameId total = kZero;  // ^[0]
  for (std::uint32_t n = 1; n <= steps; ++n) {
    total = n == 1 ? store.up(1) : store.construct({total}, {star});
  }
  GameId value =
      name.sum ? total : store.construct({kZero}, {store.add(store.negate(total), star)});
  if (name.rising == Player::kRight) value = store.negate(value);
  return store.add(store.nus({name.number, 0, name.nimber}), value);
}

}  // namespace cgt
