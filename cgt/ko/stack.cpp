#include "cgt/ko/stack.hpp"

#include <fmt/format.h>

#include <map>
#include <set>

#include "cgt/ko/cycles.hpp"

namespace cgt {
namespace {

constexpr std::uint32_t kPasses = 14;
constexpr std::uint32_t kCoarsest = 12;
constexpr std::uint32_t kFinest = 96;
// Steps by which rounding makes walls uneven, as far as was seen.
constexpr int kSlack = 3;
// Steps by which a difference may grow when they are halved, and still be one of rounding.
constexpr int kGrowth = 1;

std::uint32_t count_kos(const KoGraph& graph) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> kos;
  for (std::uint32_t v = 0; v < graph.size(); ++v) {
    for (const KoOption& there : graph[v].options[Player::kLeft]) {
      if (!there.node) continue;
      for (const KoOption& back : graph[*there.node].options[Player::kRight]) {
        if (back.node == v) kos.insert(std::minmax(v, *there.node));
      }
    }
  }
  return static_cast<std::uint32_t>(kos.size());
}

// What a stack with steps of one size says. Where no cycle of moves changes the score, its mean does not
// depend on the height: let M and m be the most and the least that play in the graph can come to from a
// node x. Against a player who always takes the coupon the other gets no more than E(j) of j coupons
// and M, so with j - 1 coupons left V(Left first) of any y after a move from x is E(j - 1) + M at most,
// the points of the move included, and V(Right first) of x is m - E(j - 1) at least. Hence Left, who
// may take the coupon c = j d and leave x to Right, gains nothing by a move in the graph that Right
// answers by taking c, if 2 c >= 2 E(j - 1) + M - m; and 2 E(j - 1) <= c. So for c >= M - m
// V(Left first) is c + V(Right first) one coupon below, and her wall is Right's there; and the same
// for Right. The two walls change places with each coupon.
struct LevelReading {
  Rational mean;
  Rational temperature;  // 0 if the walls stand from the beginning
};

LevelReading read_levels(const KoGraph& graph, Komaster komaster, std::uint32_t threats,
                         std::uint32_t per_point, Budget& budget) {
  // No move changes the score by more than all that can be won and lost.
  Dyadic least;
  Dyadic most;
  Dyadic on_the_way;
  for (std::uint32_t v = 0; v < graph.size(); ++v) {
    for (const auto& options : graph[v].options.values) {
      for (const KoOption& option : options) {
        if (option.node) {
          on_the_way += option.value.abs();
        } else {
          least = std::min(least, option.value);
          most = std::max(most, option.value);
        }
      }
    }
  }
  const Rational top = to_rational(most - least + on_the_way) + Rational(2);
  CouponStack stack(graph, komaster, threats, per_point, budget);
  std::vector<PerPlayer<Rational>> walls;
  MemoryMeter meter;
  while (true) {
    walls.push_back({{stack.wall(Player::kLeft), stack.wall(Player::kRight)}});
    if (walls.size() > 1 && Rational(Integer(stack.coupons()), Integer(per_point)) > top) break;
    if (walls.size() % kMemoryInterval == 0) meter.set(budget, walls.size() * sizeof(walls[0]) * 3);
    stack.add_coupon(budget);
  }
  LevelReading out;
  // An even and an odd number of coupons differ by a tempo.
  for (std::size_t i = walls.size() - 2; i < walls.size(); ++i) {
    for (const Rational& wall : walls[i].values) out.mean += wall / Rational(4);
  }
  const Rational slack = Rational(kSlack) / Rational(per_point);
  std::size_t standing = walls.size();
  while (standing > 0) {
    const auto& both = walls[standing - 1].values;
    if (!std::all_of(both.begin(), both.end(),
                     [&](const Rational& wall) { return abs(wall - out.mean) <= slack; })) {
      break;
    }
    --standing;
  }
  out.temperature = Rational(Integer(standing), Integer(per_point));
  return out;
}

}  // namespace

CouponStack::CouponStack(const KoGraph& graph, Komaster komaster, std::uint32_t threats,
                         std::uint32_t per_point, Budget& budget, StackEnd end)
    : per_point_(per_point), komaster_(komaster), threats_(threats) {
  CGT_EXPECTS(per_point > 0, "a coupon is worth something");
  if (komaster == Komaster::kNone) threats_ = 0;
  for (std::uint32_t v = 0; v < graph.size(); ++v) {
    for (const auto& options : graph[v].options.values) {
      for (const KoOption& option : options) {
        places_ = std::max(places_, option.value.exponent());
      }
    }
  }
  // Half a point is a whole number of units.
  if (end == StackEnd::kCostlyPasses) places_ = std::max(places_, std::uint32_t{1});
  if (places_ > 20) throw Error("scores have too many binary places for a stack of coupons");
  build(graph, budget);
  play_out(end, budget);
}

std::int64_t CouponStack::units(const Dyadic& score) const {
  const Rational scaled =
      to_rational(score) * Rational(per_point_) * Rational(std::int64_t{1} << places_);
  const Integer n = numerator(scaled);
  if (bit_length(n) > 48) throw Error("scores are too large for a stack of coupons");
  return static_cast<std::int64_t>(n);
}

void CouponStack::build(const KoGraph& graph, Budget& budget) {
  const std::vector<std::vector<bool>> leads = reachable(graph, budget);
  // The nodes that may not come back now, with the one that is there last. Those that cannot come
  // back anyway are left out.
  using Key = std::vector<std::uint32_t>;
  std::map<Key, std::uint32_t> numbers;
  std::vector<State> found;
  std::vector<Key> keys;
  const auto number_of = [&](Key key) {
    const auto [place, fresh] =
        numbers.emplace(std::move(key), static_cast<std::uint32_t>(found.size()));
    if (fresh) {
      found.emplace_back();
      keys.push_back(place->first);
    }
    return place->second;
  };
  number_of({0});
  MemoryMeter meter;
  for (std::size_t i = 0; i < found.size(); ++i) {
    budget.charge();
    if (i % kMemoryInterval == 0) meter.set(budget, found.size() * 4 * sizeof(State));
    const Key key = keys[i];
    const std::uint32_t node = key.back();
    found[i].fresh = number_of({node});
    for (const Player player : kPlayers) {
      for (const KoOption& option : graph[node].options[player]) {
        budget.charge();
        Move move{kSettled, units(option.value)};
        if (option.node) {
          if (std::find(key.begin(), key.end(), *option.node) != key.end()) continue;
          Key next;
          for (const std::uint32_t past : key) {
            if (leads[*option.node][past]) next.push_back(past);
          }
          std::sort(next.begin(), next.end());
          next.push_back(*option.node);
          move.state = number_of(std::move(next));
        }
        found[i].moves[player].push_back(move);
      }
    }
  }
  // Moves lead to states with more bans, or that never lead back: there is an order.
  std::vector<std::uint32_t> order(found.size(), kSettled);
  std::vector<std::pair<std::uint32_t, std::size_t>> path;
  std::vector<bool> entered(found.size(), false);
  std::uint32_t next = 0;
  for (std::uint32_t start = 0; start < found.size(); ++start) {
    if (entered[start]) continue;
    entered[start] = true;
    path.emplace_back(start, 0);
    while (!path.empty()) {
      budget.charge();
      auto& [state, at] = path.back();
      const auto& left = found[state].moves[Player::kLeft];
      const auto& right = found[state].moves[Player::kRight];
      if (at < left.size() + right.size()) {
        const Move& move = at < left.size() ? left[at] : right[at - left.size()];
        ++at;
        if (move.state != kSettled && !entered[move.state]) {
          entered[move.state] = true;
          path.emplace_back(move.state, 0);
        }
        continue;
      }
      order[state] = next++;
      path.pop_back();
    }
  }
  states_.resize(found.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    State& state = states_[order[i]];
    state = std::move(found[i]);
    state.fresh = order[state.fresh];
    for (auto& moves : state.moves.values) {
      for (Move& move : moves) {
        if (move.state != kSettled) move.state = order[move.state];
      }
    }
  }
  root_ = order[0];
}

// The best that moves of the graph lead to; the least of all numbers for him if there is none.
std::int64_t CouponStack::best(const State& state, Player mover, const Values& here,
                               std::int64_t settled_bonus) const {
  constexpr std::int64_t kWorst = std::int64_t{1} << 60U;
  std::int64_t best = -sign(mover) * kWorst;
  for (const Move& move : state.moves[mover]) {
    const std::int64_t value =
        move.points + (move.state == kSettled ? settled_bonus : here[move.state][opponent(mover)]);
    best = mover == Player::kLeft ? std::max(best, value) : std::min(best, value);
  }
  return best;
}

// The next level: who is to move moves in the graph, plays a threat, or has what `stop` says of the threats
// left, the state and himself.
template <class Stop>
void CouponStack::add_level(const Stop& stop, Budget& budget) {
  for (std::uint32_t threats = 0; threats <= threats_; ++threats) {
    Values& here = next_level_[threats];
    for (std::size_t i = 0; i < states_.size(); ++i) {
      budget.charge();
      const State& state = states_[i];
      for (const Player mover : kPlayers) {
        std::int64_t value = best(state, mover, here, sign(opponent(mover)) * alone_);
        const auto consider = [&](std::int64_t next) {
          value = mover == Player::kLeft ? std::max(value, next) : std::min(value, next);
        };
        consider(stop(threats, state, mover));
        if (threats > 0 && is_komaster(komaster_, mover)) {
          consider(next_level_[threats - 1][state.fresh][mover]);
        }
        here[i][mover] = value;
      }
    }
  }
  std::swap(by_threats_, next_level_);
}

// Up to the coupon of 0.
void CouponStack::play_out(StackEnd end, Budget& budget) {
  by_threats_.assign(threats_ + 1, Values(states_.size()));
  next_level_ = by_threats_;
  const std::int64_t step = std::int64_t{1} << places_;
  const std::int64_t pass = end == StackEnd::kFreePasses ? 0 : -step * per_point_;
  alone_ = pass / 2;
  add_level([&](auto, const auto&, Player mover) { return sign(mover) * alone_; }, budget);
  for (std::uint32_t passes = 0; passes < kPasses; ++passes) add(pass, budget);
  if (end == StackEnd::kFreePasses) return;
  for (std::int64_t coupon = pass + step; coupon <= 0; coupon += step) add(coupon, budget);
}

void CouponStack::add_coupon(Budget& budget) {
  ++coupons_;
  add(static_cast<std::int64_t>(coupons_) << places_, budget);
}

void CouponStack::add(std::int64_t coupon, Budget& budget) {
  alone_ = coupon - alone_;
  const auto taken = [&](std::uint32_t threats, const State& state, Player mover) {
    return sign(mover) * coupon + by_threats_[threats][state.fresh][opponent(mover)];
  };
  add_level(taken, budget);
}

Rational CouponStack::value(Player first) const {
  const Integer scale = Integer(per_point_) << places_;
  return Rational(Integer(by_threats_[threats_][root_][first]), scale);
}

Rational CouponStack::wall(Player first) const {
  const Integer scale = Integer(per_point_) << places_;
  return Rational(Integer(by_threats_[threats_][root_][first] - sign(first) * alone_), scale);
}

std::string StackCheck::text() const {
  std::string out = agrees ? "agrees with the coupon stack:" : "parts from the coupon stack:";
  const char* separator = " ";
  for (const Round& round : rounds) {
    out += fmt::format("{}{} steps of 1/{}", separator, to_string(round.steps), round.per_point);
    separator = ", ";
  }
  if (end == StackEnd::kCostlyPasses) out += ", where passes cost a point";
  if (!agrees && !rounds.empty()) {
    out +=
        fmt::format(" ({}'s wall at {})", name(rounds.back().player), to_string(rounds.back().at));
  }
  return out;
}

std::string StackReading::text() const {
  const auto interval = [](const Rational& low, const Rational& high) {
    return low == high ? to_string(low) : fmt::format("{} to {}", to_string(low), to_string(high));
  };
  const std::string cold = temperature_low.sign() == 0 ? "at most " : "";
  return fmt::format(
      "mean {}, temperature {}{}; by play with coupons of 1/{}, not proved",
      interval(mean_low, mean_high), cold,
      cold.empty() ? interval(temperature_low, temperature_high) : to_string(temperature_high),
      per_point);
}

StackReading read_stack(const KoGraph& graph, Komaster komaster, std::uint32_t per_point,
                        Budget& budget) {
  if (const auto cycle = irregular_cycle(graph, budget); cycle && cycle->scores) {
    throw Error("a stack has no mean where a cycle changes the score: " + cycle->name);
  }
  StackReading out;
  out.per_point = 2 * per_point;
  if (komaster != Komaster::kNone) out.threats = 1 + count_kos(graph);
  const LevelReading coarse = read_levels(graph, komaster, out.threats, per_point, budget);
  const LevelReading fine = read_levels(graph, komaster, out.threats, 2 * per_point, budget);
  // Rounding is so many steps, whatever a step is: it goes with the difference of the two.
  const Rational slack = Rational(kSlack) / Rational(per_point);
  const Rational mean = Rational(2) * fine.mean - coarse.mean;
  out.mean_low = mean - slack;
  out.mean_high = mean + slack;
  const Rational hot = Rational(2) * fine.temperature - coarse.temperature;
  out.temperature_low = std::max(hot - slack, Rational(0));
  out.temperature_high = std::max(hot + slack, Rational(0));
  return out;
}

namespace {

StackCheck check_by_stack(const KoGraph& graph, Komaster komaster, const KoThermograph& walls,
                          StackEnd end, Budget& budget) {
  StackCheck check;
  check.end = end;
  if (komaster != Komaster::kNone) check.threats = 1 + count_kos(graph);
  const Rational hottest = std::max(walls.temperature(), Rational(0));
  const Rational top = hottest * Rational(5, 4) + Rational(2);
  for (std::uint32_t per_point = kCoarsest; per_point <= kFinest; per_point *= 2) {
    CouponStack stack(graph, komaster, check.threats, per_point, budget, end);
    StackCheck::Round round;
    round.per_point = per_point;
    while (true) {
      const Rational t(Integer(stack.coupons()), Integer(per_point));
      if (t > top) break;
      for (const Player player : kPlayers) {
        const Rational steps =
            abs(stack.wall(player) - walls.walls[player].at(t)) * Rational(per_point);
        if (steps > round.steps) {
          round.steps = steps;
          round.at = t;
          round.player = player;
        }
      }
      stack.add_coupon(budget);
    }
    check.rounds.push_back(round);
    const std::size_t count = check.rounds.size();
    if (count < 2) continue;
    check.agrees = check.rounds[count - 1].steps - check.rounds[count - 2].steps <= kGrowth;
    if (check.agrees) break;
  }
  return check;
}

}  // namespace

StackCheck check_by_stack(const KoGraph& graph, Komaster komaster, const KoThermograph& walls,
                          Budget& budget) {
  StackCheck plain = check_by_stack(graph, komaster, walls, StackEnd::kFreePasses, budget);
  if (plain.agrees) return plain;
  StackCheck costly = check_by_stack(graph, komaster, walls, StackEnd::kCostlyPasses, budget);
  return costly.agrees ? costly : plain;
}

}  // namespace cgt
