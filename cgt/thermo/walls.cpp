// Thermographs from the walls of the options (Conway 1976, chapter 9; Siegel 2013, section II.5),
// continued below temperature 0 down to -1 (Berlekamp 1996).
//
// A curve is held here by its corners: values at ascending temperatures, the first at -1, straight
// in between, and constant slope after the last.
#include <algorithm>

#include "cgt/detail/store_impl.hpp"

namespace cgt {
namespace {

struct Curve {
  struct Corner {
    Dyadic t;
    Dyadic value;
  };
  std::vector<Corner> corners;
  int end_slope = 0;

  Dyadic at(const Dyadic& t) const {
    std::size_t i = corners.size() - 1;
    while (i > 0 && corners[i].t > t) --i;
    return corners[i].value + Dyadic(slope(i)) * (t - corners[i].t);
  }
  // Slope after corner i. Slopes are small integers, so the division is exact.
  int slope(std::size_t i) const {
    if (i + 1 == corners.size()) return end_slope;
    const Dyadic rise = corners[i + 1].value - corners[i].value;
    const Dyadic run = corners[i + 1].t - corners[i].t;
    for (const int candidate : {0, 1, -1, 2, -2}) {
      if (Dyadic(candidate) * run == rise) return candidate;
    }
    CGT_EXPECTS(false, "slopes of walls are -1, 0 or 1");
  }
};

Curve to_curve(const Trajectory& wall) {
  Curve curve;
  curve.corners.push_back({Dyadic(-1), wall.at(Dyadic(-1))});
  for (std::size_t i = wall.critical.size(); i-- > 0;) {
    curve.corners.push_back({wall.critical[i], wall.at(wall.critical[i])});
  }
  return curve;
}

void tilt(Curve& curve, int slope) {
  for (auto& corner : curve.corners) corner.value += Dyadic(slope) * corner.t;
  curve.end_slope += slope;
}

std::vector<Dyadic> corner_temperatures(const Curve& a, const Curve& b) {
  std::vector<Dyadic> ts;
  for (const auto& corner : a.corners) ts.push_back(corner.t);
  for (const auto& corner : b.corners) ts.push_back(corner.t);
  std::ranges::sort(ts);
  ts.erase(std::unique(ts.begin(), ts.end()), ts.end());
  return ts;
}

// The slope right after t.
int slope_after(const Curve& curve, const Dyadic& t) {
  std::size_t i = curve.corners.size() - 1;
  while (i > 0 && curve.corners[i].t > t) --i;
  return curve.slope(i);
}

// Where a - b changes sign inside an interval that starts at t with difference `gap` and slope
// `slope` of the difference. Slopes differ by 1 or 2, so the point is dyadic.
Dyadic crossing(const Dyadic& t, const Dyadic& gap, int slope) {
  const Dyadic distance = slope < 0 ? gap : -gap;
  CGT_ASSERT(slope == 1 || slope == -1 || slope == 2 || slope == -2, "slopes differ by 1 or 2");
  return t + (slope == 1 || slope == -1 ? distance : distance.half());
}

// The better of the two for `player` at every temperature.
Curve better(const Curve& a, const Curve& b, Player player) {
  const int direction = sign(player);
  std::vector<Dyadic> ts = corner_temperatures(a, b);
  const std::size_t corners = ts.size();
  for (std::size_t i = 0; i < corners; ++i) {
    const Dyadic gap = a.at(ts[i]) - b.at(ts[i]);
    const int slope = slope_after(a, ts[i]) - slope_after(b, ts[i]);
    if (gap.sign() * slope >= 0) continue;
    const Dyadic t = crossing(ts[i], gap, slope);
    if (i + 1 == corners || t < ts[i + 1]) ts.push_back(t);
  }
  std::ranges::sort(ts);
  Curve out;
  for (const Dyadic& t : ts) {
    const Dyadic x = a.at(t);
    const Dyadic y = b.at(t);
    out.corners.push_back({t, (x - y).sign() * direction >= 0 ? x : y});
  }
  const Dyadic& last = ts.back();
  const int order = (a.at(last) - b.at(last)).sign() * direction;
  const int steeper = std::max(a.end_slope * direction, b.end_slope * direction) * direction;
  out.end_slope = order > 0 ? a.end_slope : order < 0 ? b.end_slope : steeper;
  return out;
}

Trajectory to_trajectory(const Curve& curve, const Dyadic& foot, const Dyadic& mast) {
  Trajectory wall;
  wall.mast = mast;
  if (foot <= Dyadic(-1)) return wall;
  // From the foot of the mast down.
  Dyadic t = foot;
  for (std::size_t i = curve.corners.size(); i-- > 0;) {
    if (curve.corners[i].t >= foot) continue;
    const int slope = curve.slope(i);
    if (slope != wall.slopes.back()) {
      wall.critical.push_back(t);
      wall.slopes.push_back(slope);
    }
    t = curve.corners[i].t;
  }
  return wall;
}

Thermograph from_scaffolds(const Curve& left, const Curve& right) {
  // left - right never rises; the mast stands where it first is not positive.
  Dyadic foot = -1;
  for (const Dyadic& t : corner_temperatures(left, right)) {
    const Dyadic gap = left.at(t) - right.at(t);
    if (gap.sign() <= 0) break;
    const int slope = slope_after(left, t) - slope_after(right, t);
    if (slope != 0) foot = crossing(t, gap, slope);
  }
  const Dyadic mast = left.at(foot);
  Thermograph out;
  out.walls[Player::kLeft] = to_trajectory(left, foot, mast);
  out.walls[Player::kRight] = to_trajectory(right, foot, mast);
  return out;
}

}  // namespace

const Thermograph& Store::Impl::thermograph(GameId root) {
  // The thermograph of a number-up-star depends on the number and on the side of 0 on which the rest
  // lies, so one of x, x*, x+up, x+down stands for all, and a large nimber costs no more than *.
  const auto representative = [this](GameId g) {
    if (!is_nus(g)) return g;
    Nus value = nus_of(g);
    if (value.is_number()) return g;
    const Nus rest{Dyadic(), value.ups, value.nimber};
    const bool positive = nus_geq_zero(rest);
    const bool negative = nus_leq_zero(rest);
    return intern_nus({value.number, positive ? 1 : negative ? -1 : 0, positive || negative ? 0U : 1U});
  };
  const auto find = [this](GameId g) -> const Thermograph* {
    if (!is_nus(g)) {
      const std::uint32_t index = record(g).thermograph;
      return index == 0 ? nullptr : &thermographs[index - 1];
    }
    const auto it = nus_thermographs.find(g);
    return it == nus_thermographs.end() ? nullptr : &thermographs[it->second];
  };
  const auto keep = [this](GameId g, Thermograph value) {
    thermographs.push_back(std::move(value));
    if (is_nus(g)) {
      nus_thermographs.emplace(g, static_cast<std::uint32_t>(thermographs.size() - 1));
    } else {
      record(g).thermograph = static_cast<std::uint32_t>(thermographs.size());
    }
  };
  root = representative(root);
  std::vector<GameId> stack{root};
  while (!stack.empty()) {
    const GameId g = stack.back();
    if (find(g) != nullptr) {
      stack.pop_back();
      continue;
    }
    if (is_nus(g) && stop(g, Player::kLeft) == g && nus_of(g).number.is_integer()) {
      Thermograph integer;
      for (const Player player : kPlayers) integer.walls[player].mast = nus_of(g).number;
      keep(g, std::move(integer));
      stack.pop_back();
      continue;
    }
    bool ready = true;
    for (const Player player : kPlayers) {
      for (std::uint64_t i = 0; i < option_count(g, player); ++i) {
        const GameId x = representative(option(g, player, i));
        if (find(x) == nullptr) {
          stack.push_back(x);
          ready = false;
        }
      }
    }
    if (!ready) continue;
    charge();
    PerPlayer<Curve> scaffolds;
    for (const Player player : kPlayers) {
      Curve best;
      for (std::uint64_t i = 0; i < option_count(g, player); ++i) {
        Curve wall = to_curve(find(representative(option(g, player, i)))->wall(opponent(player)));
        tilt(wall, -sign(player));
        best = best.corners.empty() ? std::move(wall) : better(best, wall, player);
      }
      scaffolds[player] = std::move(best);
    }
    keep(g, from_scaffolds(scaffolds[Player::kLeft], scaffolds[Player::kRight]));
    stack.pop_back();
  }
  return *find(root);
}

const Thermograph& Store::thermograph(GameId g) { return impl_->thermograph(g); }

Dyadic Store::stop(GameId g, Player player) { return impl_->nus_of(impl_->stop(g, player)).number; }

}  // namespace cgt
