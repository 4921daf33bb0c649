#include "cgt/thermo/game_bounds.hpp"

#include <fmt/format.h>

namespace cgt {
namespace {

constexpr Player kL = Player::kLeft;
constexpr Player kR = Player::kRight;

bool is_number(const GameBounds& g) {
  return g.temperature.upper && g.temperature.upper->sign() < 0;
}

// Who wins when Left, or Right, moves first; none where that is not known.
PerPlayer<std::optional<Player>> winners(const GameBounds& g) {
  PerPlayer<std::optional<Player>> out;
  const auto sign_of = [](const std::optional<Dyadic>& x) { return x ? x->sign() : 0; };
  // G >= 0 iff Left wins moving second.
  if (sign_of(g.stops[kL].lower) > 0) out[kL] = kL;
  if (sign_of(g.stops[kL].upper) < 0 || (g.value.upper && g.value.upper->sign() <= 0)) out[kL] = kR;
  if (sign_of(g.stops[kR].upper) < 0) out[kR] = kR;
  if (sign_of(g.stops[kR].lower) > 0 || (g.value.lower && g.value.lower->sign() >= 0)) out[kR] = kL;
  return out;
}

std::string outcome_text(const GameBounds& g) {
  const auto first = winners(g);
  std::string out;
  for (const auto& [letter, left, right] : {std::tuple("L", kL, kL), std::tuple("R", kR, kR),
                                            std::tuple("N", kL, kR), std::tuple("P", kR, kL)}) {
    if (first[kL].value_or(left) != left || first[kR].value_or(right) != right) continue;
    out += (out.empty() ? "" : " or ") + std::string(letter);
  }
  return first[kL] || first[kR] ? "outcome " + out : "";
}

}  // namespace

void GameBounds::tighten() {
  // Twice: what the mean gives to one stop, the other has from the mean.
  for (int round = 0; round < 2; ++round) {
    for (const Player player : kPlayers) {
      stops[player].raise(value.lower);
      stops[player].reduce(value.upper);
    }
    mean.raise(stops[kR].lower);
    mean.reduce(stops[kL].upper);
    stops[kL].raise(mean.lower);
    stops[kR].reduce(mean.upper);
    if (temperature.upper) {
      const Dyadic spread = std::max(*temperature.upper, Dyadic());
      if (mean.upper) stops[kL].reduce(*mean.upper + spread);
      if (mean.lower) stops[kR].raise(*mean.lower - spread);
    }
    if (is_number(*this)) {
      value.raise(mean.lower);
      value.reduce(mean.upper);
    }
  }
}

std::string GameBounds::text() const {
  std::string out;
  const auto tell = [&](const std::string& fact) {
    if (!fact.empty()) out += (out.empty() ? "" : ", ") + fact;
  };
  if (value.lower && value.upper && !value.exact()) {
    tell(fmt::format("{} <= value <= {}", value.lower->to_string(), value.upper->to_string()));
  } else {
    tell(value.text_of("value"));
  }
  tell(stops[kL].text_of("Left stop"));
  tell(stops[kR].text_of("Right stop"));
  tell(mean.text_of("mean"));
  // No temperature is below -1.
  if (temperature.upper || (temperature.lower && *temperature.lower > Dyadic(-1)))
    tell(temperature.text_of("temperature"));
  tell(outcome_text(*this));
  return out;
}

GameBounds GameBounds::operator-() const {
  GameBounds out;
  out.value = -value;
  out.stops[kL] = -stops[kR];
  out.stops[kR] = -stops[kL];
  out.mean = -mean;
  out.temperature = temperature;
  return out;
}

GameBounds operator+(const GameBounds& a, const GameBounds& b) {
  GameBounds out;
  out.value = a.value + b.value;
  out.mean = a.mean + b.mean;
  for (const Player player : kPlayers) out.stops[player] = a.stops[player] + b.stops[player];
  // Those two would be the right ends of R(G) + R(H) <= R(G+H) and L(G+H) <= L(G) + L(H), but not the
  // wrong ones.
  out.stops[kL].lower.reset();
  out.stops[kR].upper.reset();
  for (const auto& [g, h] : {std::pair(&a, &b), std::pair(&b, &a)}) {
    const DyadicInterval between = g->stops[kL] + h->stops[kR];
    out.stops[kL].raise(between.lower);
    out.stops[kR].reduce(between.upper);
  }
  if (a.temperature.upper && b.temperature.upper) {
    out.temperature.upper = std::max(*a.temperature.upper, *b.temperature.upper);
  }
  for (const auto& [g, h] : {std::pair(&a, &b), std::pair(&b, &a)}) {
    // A number moves the thermograph of what is none, and does not change it.
    const bool translated =
        is_number(*h) && g->temperature.lower && g->temperature.lower->sign() >= 0;
    if (translated) out.temperature = g->temperature;
  }
  out.tighten();
  return out;
}

GameBounds bounds_of(const Dyadic& number) {
  GameBounds out;
  out.value = out.mean = DyadicInterval::point(number);
  for (const Player player : kPlayers) out.stops[player] = out.value;
  // -1 of an integer, -1/2^k of a number with the denominator 2^k.
  out.temperature =
      DyadicInterval::point(Dyadic(-1).scaled(-static_cast<std::int64_t>(number.exponent())));
  return out;
}

GameBounds bounds_of(Store& store, GameId g) {
  if (store.is_number(g)) return bounds_of(store.number_value(g));
  GameBounds out;
  const auto ask = [](const auto& question) {
    try {
      question();
    } catch (const BudgetExhausted&) {
    }
  };
  for (const Player player : kPlayers)
    ask([&] { out.stops[player] = DyadicInterval::point(store.stop(g, player)); });
  ask([&] {
    out.mean = DyadicInterval::point(store.mean(g));
    out.temperature = DyadicInterval::point(store.temperature(g));
  });
  out.tighten();
  return out;
}

GameBounds multiple(const Dyadic& n, const GameBounds& g) {
  if (n.sign() < 0) return multiple(-n, -g);
  if (n.is_zero()) return bounds_of(n);
  GameBounds out;
  out.value = n * g.value;
  out.mean = n * g.mean;
  out.temperature.upper = g.temperature.upper;
  out.stops[kL].upper = (n * g.stops[kL]).upper;
  out.stops[kR].lower = (n * g.stops[kR]).lower;
  if (n == Dyadic(1)) out = g;
  out.tighten();
  return out;
}

}  // namespace cgt
