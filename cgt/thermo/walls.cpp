// Thermographs from the walls of the options (Conway 1976, chapter 9; Siegel 2013, section II.5),
// continued below temperature 0 down to -1 (Berlekamp 1996).
//
// A curve is held here by its corners at ascending temperatures, the first at -1, and the slope
// after each. Two curves are walked together from below, so that every step is linear in their
// corners.
#include <optional>
#include <vector>

#include "cgt/detail/store_impl.hpp"
#include "cgt/number/trajectory.hpp"
#include "cgt/thermo/temperature.hpp"

namespace cgt {

Dyadic Trajectory::at(const Dyadic& t) const {
  CGT_EXPECTS(t >= Dyadic(-1), "a wall is defined from temperature -1 up");
  Dyadic value = mast;
  for (std::size_t i = 0; i < critical.size() && critical[i] > t; ++i) {
    const Dyadic& to = i + 1 < critical.size() && critical[i + 1] > t ? critical[i + 1] : t;
    value += Dyadic(slopes[i + 1]) * (to - critical[i]);
  }
  return value;
}

Dyadic Thermograph::temperature() const {
  Dyadic highest = -1;
  for (const Player player : kPlayers) {
    const auto& critical = walls[player].critical;
    if (!critical.empty() && critical.front() > highest) highest = critical.front();
  }
  return highest;
}

namespace {

struct Curve {
  struct Corner {
    Dyadic t;
    Dyadic value;
    int slope = 0;
  };
  std::vector<Corner> corners;

  // Value at t, which lies between corner i and the next.
  Dyadic at(std::size_t i, const Dyadic& t) const {
    const Corner& corner = corners[i];
    return corner.slope == 0 ? corner.value : corner.value + Dyadic(corner.slope) * (t - corner.t);
  }
  // Where the slope stays the same there is no corner.
  void extend(const Dyadic& t, const Dyadic& value, int slope) {
    if (corners.empty() || corners.back().slope != slope) corners.push_back({t, value, slope});
  }
};

// The wall with the slope `tilt` added to it.
Curve to_curve(const Trajectory& wall, int tilt) {
  Curve curve;
  const std::size_t bends = wall.critical.size();
  curve.corners.resize(bends + 1);
  Dyadic value = wall.mast;
  for (std::size_t i = 0; i <= bends; ++i) {
    const Dyadic& t = i < bends ? wall.critical[i] : Dyadic(-1);
    if (i > 0) value += Dyadic(wall.slopes[i]) * (t - wall.critical[i - 1]);
    Curve::Corner& corner = curve.corners[bends - i];
    corner = {t, value + Dyadic(tilt) * t, wall.slopes[i] + tilt};
  }
  return curve;
}

// Two curves between two temperatures where neither bends.
struct Stretch {
  const Dyadic& t;
  Dyadic a;
  int slope_a;
  Dyadic b;
  int slope_b;
  const Dyadic* end;  // null: for ever

  // Where a - b changes sign inside. Slopes differ by 1 or 2, so the point is dyadic.
  std::optional<Dyadic> crossing() const {
    const Dyadic gap = a - b;
    const int slope = slope_a - slope_b;
    if (gap.sign() * slope >= 0) return std::nullopt;
    CGT_ASSERT(slope >= -2 && slope <= 2, "slopes differ by 1 or 2");
    const Dyadic distance = slope < 0 ? gap : -gap;
    Dyadic point = t + (slope == 1 || slope == -1 ? distance : distance.half());
    if (end != nullptr && point >= *end) return std::nullopt;
    return point;
  }
};

// Calls visit(stretch) from temperature -1 up, until it returns false.
template <class Visit>
void walk(const Curve& a, const Curve& b, Visit visit) {
  std::size_t i = 0;
  std::size_t j = 0;
  const Dyadic* t = &a.corners[0].t;
  while (true) {
    const Dyadic* const next_a = i + 1 < a.corners.size() ? &a.corners[i + 1].t : nullptr;
    const Dyadic* const next_b = j + 1 < b.corners.size() ? &b.corners[j + 1].t : nullptr;
    const bool a_first = next_b == nullptr || (next_a != nullptr && *next_a <= *next_b);
    const Dyadic* const end = a_first ? next_a : next_b;
    if (!visit(
            Stretch{*t, a.at(i, *t), a.corners[i].slope, b.at(j, *t), b.corners[j].slope, end})) {
      return;
    }
    if (end == nullptr) return;
    const bool both = next_a != nullptr && next_b != nullptr && *next_a == *next_b;
    if (a_first || both) ++i;
    if (!a_first || both) ++j;
    t = end;
  }
}

// The better of the two for `player` at every temperature.
Curve better(const Curve& a, const Curve& b, Player player) {
  const int direction = sign(player);
  Curve out;
  walk(a, b, [&](const Stretch& s) {
    const int gap = (s.a - s.b).sign();
    const bool take_a = (gap != 0 ? gap : s.slope_a - s.slope_b) * direction >= 0;
    out.extend(s.t, take_a ? s.a : s.b, take_a ? s.slope_a : s.slope_b);
    if (const auto t = s.crossing()) {
      const int slope = take_a ? s.slope_b : s.slope_a;
      const Dyadic& from = take_a ? s.b : s.a;
      out.extend(*t, from + Dyadic(slope) * (*t - s.t), slope);
    }
    return true;
  });
  return out;
}

Trajectory to_trajectory(const Curve& curve, const Dyadic& foot, const Dyadic& mast) {
  Trajectory wall;
  wall.mast = mast;
  if (foot <= Dyadic(-1)) return wall;
  // From the foot of the mast down.
  const Dyadic* t = &foot;
  for (std::size_t i = curve.corners.size(); i-- > 0;) {
    if (curve.corners[i].t >= foot) continue;
    const int slope = curve.corners[i].slope;
    if (slope != wall.slopes.back()) {
      wall.critical.push_back(*t);
      wall.slopes.push_back(slope);
    }
    t = &curve.corners[i].t;
  }
  return wall;
}

Thermograph from_scaffolds(const Curve& left, const Curve& right) {
  // left - right never rises; the mast stands where it first is not positive.
  Dyadic foot = -1;
  Dyadic mast = left.corners[0].value;
  walk(left, right, [&](const Stretch& s) {
    if (s.a <= s.b) {
      foot = s.t;
      mast = s.a;
      return false;
    }
    const auto t = s.crossing();
    if (!t) return true;
    foot = *t;
    mast = s.a + Dyadic(s.slope_a) * (*t - s.t);
    return false;
  });
  Thermograph out;
  out.walls[Player::kLeft] = to_trajectory(left, foot, mast);
  out.walls[Player::kRight] = to_trajectory(right, foot, mast);
  return out;
}

// The integer nearest to 0 in [low, high]; either may be missing.
Dyadic simplest_integer(const Dyadic* low, const Dyadic* high) {
  if (low != nullptr && low->sign() > 0) return low->ceil();
  if (high != nullptr && high->sign() < 0) return high->floor();
  return {};
}

}  // namespace

Thermograph thermograph_of_options(std::span<const Thermograph* const> left,
                                   std::span<const Thermograph* const> right) {
  const PerPlayer<std::span<const Thermograph* const>> options{{left, right}};
  PerPlayer<Curve> scaffolds;
  for (const Player player : kPlayers) {
    Curve best;
    for (const Thermograph* option : options[player]) {
      Curve wall = to_curve(option->wall(opponent(player)), -sign(player));
      best = best.corners.empty() ? std::move(wall) : better(best, wall, player);
    }
    scaffolds[player] = std::move(best);
  }
  PerPlayer<const Dyadic*> ends;
  for (const Player player : kPlayers) {
    const auto& corners = scaffolds[player].corners;
    if (!corners.empty()) ends[player] = &corners[0].value;
  }
  const Dyadic* const low = ends[Player::kLeft];
  const Dyadic* const high = ends[Player::kRight];
  if (low == nullptr || high == nullptr || *low < *high) {
    Thermograph integer;
    for (const Player player : kPlayers) {
      integer.walls[player].mast = simplest_integer(low, high);
    }
    return integer;
  }
  return from_scaffolds(scaffolds[Player::kLeft], scaffolds[Player::kRight]);
}

Thermograph shifted(Thermograph thermograph, const Dyadic& x) {
  for (Trajectory& wall : thermograph.walls.values) wall.mast += x;
  return thermograph;
}

const Thermograph& Store::Impl::thermograph(GameId root) {
  // The thermograph of a number-up-star depends on the number and on the side of 0 on which the
  // rest lies, so one of x, x*, x+up, x+down stands for all, and a large nimber costs no more than
  // *.
  const auto representative = [this](GameId g) {
    if (!is_nus(g)) return g;
    Nus value = nus_of(g);
    if (value.is_number()) return g;
    const Nus rest{Dyadic(), value.ups, value.nimber};
    const bool positive = nus_geq_zero(rest);
    const bool negative = nus_leq_zero(rest);
    return intern_nus({value.number,
                       positive   ? 1
                       : negative ? -1
                                  : 0,
                       positive || negative ? 0U : 1U});
  };
  const auto find = [this](GameId g) -> const Thermograph* {
    if (!is_nus(g)) {
      const std::uint32_t number = record(g).thermograph();
      return number == 0 ? nullptr : &tables->thermographs.at(number - 1);
    }
    const auto it = nus_thermographs.find(g);
    return it == nus_thermographs.end() ? nullptr : &tables->thermographs.at(it->second);
  };
  const auto keep = [this](GameId g, Thermograph value) {
    const std::uint32_t index = tables->add_thermograph(std::move(value));
    if (is_nus(g)) {
      nus_thermographs.emplace(g, index);
    } else {
      record(g).set_thermograph(index + 1);
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
    PerPlayer<std::vector<const Thermograph*>> options;
    for (const Player player : kPlayers) {
      for (std::uint64_t i = 0; i < option_count(g, player); ++i) {
        options[player].push_back(find(representative(option(g, player, i))));
      }
    }
    keep(g, thermograph_of_options(options[Player::kLeft], options[Player::kRight]));
    stack.pop_back();
  }
  return *find(root);
}

const Thermograph& Store::thermograph(GameId g) {
  CGT_ASSERT(contains(g), detail::kOwnGame);
  return impl_->thermograph(g);
}

Dyadic Store::stop(GameId g, Player player) {
  CGT_ASSERT(contains(g), detail::kOwnGame);
  return impl_->nus_of(impl_->stop(g, player)).number;
}

}  // namespace cgt
