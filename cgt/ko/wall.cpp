#include "cgt/ko/wall.hpp"

namespace cgt {
namespace {

// Where the slope stays the same there is no corner.
void extend_wall(KoWall& wall, const Rational& t, const Rational& value, int slope) {
  if (!wall.corners.empty() && wall.corners.back().t == t) wall.corners.pop_back();
  if (wall.corners.empty() || wall.corners.back().slope != slope) {
    wall.corners.push_back({t, value, slope});
  }
}

// Two walls between temperatures where neither bends and they do not cross.
struct KoStretch {
  Rational t;
  std::optional<Rational> end;  // none: for ever
  Rational a;
  int slope_a = 0;
  Rational b;
  int slope_b = 0;
  int order = 0;  // the sign of a - b inside
};

// The value of the wall at t, which lies in its stretch number i.
Rational value_in(const KoWall& wall, std::size_t i, const Rational& t) {
  const KoWall::Corner& corner = wall.corners[i];
  if (corner.slope == 0 || corner.t == t) return corner.value;
  return corner.value + Rational(corner.slope) * (t - corner.t);
}

// Calls visit(stretch) from temperature -1 up.
template <class Visit>
void walk_walls(const KoWall& a, const KoWall& b, Visit visit) {
  std::size_t i = 0;
  std::size_t j = 0;
  Rational t = a.corners.front().t;
  while (true) {
    const Rational* const next_a = i + 1 < a.corners.size() ? &a.corners[i + 1].t : nullptr;
    const Rational* const next_b = j + 1 < b.corners.size() ? &b.corners[j + 1].t : nullptr;
    const bool a_first = next_b == nullptr || (next_a != nullptr && *next_a <= *next_b);
    const Rational* const end = a_first ? next_a : next_b;
    KoStretch s;
    s.a = value_in(a, i, t);
    s.b = value_in(b, j, t);
    s.slope_a = a.corners[i].slope;
    s.slope_b = b.corners[j].slope;
    if (end != nullptr) s.end = *end;
    const Rational gap = s.a - s.b;
    const int drift = s.slope_a - s.slope_b;
    s.order = gap.sign() != 0 ? gap.sign() : (drift > 0) - (drift < 0);
    s.t = t;
    if (gap.sign() * drift < 0) {
      const Rational crossing = t - gap / Rational(drift);
      if (end == nullptr || crossing < *end) {
        const std::optional<Rational> last = std::exchange(s.end, crossing);
        visit(s);
        const Rational length = crossing - t;
        s.a += Rational(s.slope_a) * length;
        s.b += Rational(s.slope_b) * length;
        s.t = crossing;
        s.end = last;
        s.order = -s.order;
      }
    }
    visit(s);
    if (end == nullptr) return;
    const bool both = next_a != nullptr && next_b != nullptr && *next_a == *next_b;
    t = *end;
    if (a_first || both) ++i;
    if (!a_first || both) ++j;
  }
}

// The integer nearest to 0 in [low, high]; either may be missing.
Rational nearest_integer(const Rational* low, const Rational* high) {
  if (low != nullptr && low->sign() > 0) return ceiling(*low);
  if (high != nullptr && high->sign() < 0) return floor(*high);
  return 0;
}

// What stands where nobody moves: it keeps its value until a scaffold pushes it along.
class FrozenMast {
 public:
  explicit FrozenMast(Rational value) : value_(std::move(value)) {}

  void set(Rational value) { value_ = std::move(value); }

  // Goes through a stretch of which a side may be missing (`low` or `high` false). Where both close
  // in, the one that arrives first pushes until they meet.
  void pass(const KoStretch& s, bool low, bool high, PerPlayer<KoWall>& walls) {
    std::optional<Rational> reached;
    int slope = 0;
    if (low && s.slope_a > 0) {
      slope = s.slope_a;
      reached = s.t + (value_ - s.a) / Rational(slope);
    }
    if (high && s.slope_b < 0) {
      Rational by_high = s.t + (value_ - s.b) / Rational(s.slope_b);
      if (!reached || by_high < *reached) {
        slope = s.slope_b;
        reached = std::move(by_high);
      }
    }
    if (!reached || *reached > s.t) put(s.t, 0, walls);
    if (!reached || (s.end && *reached >= *s.end)) return;
    put(*reached, slope, walls);
    if (s.end) value_ += Rational(slope) * (*s.end - *reached);
  }

 private:
  void put(const Rational& t, int slope, PerPlayer<KoWall>& walls) {
    for (KoWall& wall : walls.values) extend_wall(wall, t, value_, slope);
  }

  Rational value_;
};

}  // namespace

Rational KoWall::at(const Rational& t) const {
  CGT_EXPECTS(!corners.empty() && corners.front().t <= t, "a wall begins at temperature -1");
  const auto above = std::upper_bound(corners.begin(), corners.end(), t,
                                      [](const Rational& x, const Corner& c) { return x < c.t; });
  return value_in(*this, static_cast<std::size_t>(above - corners.begin()) - 1, t);
}

KoWall to_ko_wall(const Trajectory& wall) {
  KoWall out;
  const std::size_t bends = wall.critical.size();
  out.corners.resize(bends + 1);
  Rational value = to_rational(wall.mast);
  for (std::size_t i = 0; i <= bends; ++i) {
    const Rational t = i < bends ? to_rational(wall.critical[i]) : Rational(-1);
    if (i > 0) value += Rational(wall.slopes[i]) * (t - to_rational(wall.critical[i - 1]));
    out.corners[bends - i] = {t, value, wall.slopes[i]};
  }
  return out;
}

KoWall tilted(KoWall wall, const Rational& shift, int tilt) {
  for (KoWall::Corner& corner : wall.corners) {
    corner.value += shift + Rational(tilt) * corner.t;
    corner.slope += tilt;
  }
  return wall;
}

KoWall better_wall(const KoWall& a, const KoWall& b, Player player) {
  KoWall out;
  walk_walls(a, b, [&](const KoStretch& s) {
    const bool take_a = s.order * sign(player) >= 0;
    extend_wall(out, s.t, take_a ? s.a : s.b, take_a ? s.slope_a : s.slope_b);
  });
  return out;
}

PerPlayer<KoWall> walls_of_scaffolds(const std::optional<KoWall>& left,
                                     const std::optional<KoWall>& right) {
  PerPlayer<KoWall> walls;
  const Rational* const low = left ? &left->corners.front().value : nullptr;
  const Rational* const high = right ? &right->corners.front().value : nullptr;
  FrozenMast mast(nearest_integer(low, high));
  if (!left && !right) {
    KoStretch s;
    s.t = -1;
    mast.pass(s, false, false, walls);
  } else if (!left || !right) {
    // Beside a scaffold that is missing there is room without end.
    walk_walls(left ? *left : *right, left ? *left : *right, [&](const KoStretch& s) {
      mast.pass(s, left.has_value(), right.has_value(), walls);
    });
  } else {
    walk_walls(*left, *right, [&](const KoStretch& s) {
      if (s.order < 0) {
        if (s.a == s.b) mast.set(s.a);
        mast.pass(s, true, true, walls);
        return;
      }
      extend_wall(walls[Player::kLeft], s.t, s.a, s.slope_a);
      extend_wall(walls[Player::kRight], s.t, s.b, s.slope_b);
      if (s.end) mast.set(s.b + Rational(s.slope_b) * (*s.end - s.t));
    });
  }
  return walls;
}

PerPlayer<KoWall> walls_of_number(const Dyadic& number) {
  // Of the two neighbours x +- 2^-k of a number x with k binary places, one has k - 1 of them and
  // the other fewer: from the integer outside to x every step needs the last two only.
  PerPlayer<Dyadic> ends{{number.floor(), number.ceil()}};
  PerPlayer<PerPlayer<KoWall>> walls;
  for (const Player player : kPlayers) {
    for (KoWall& wall : walls[player].values) {
      wall.corners.push_back({-1, to_rational(ends[player]), 0});
    }
  }
  if (number.is_integer()) return walls[Player::kLeft];
  while (true) {
    const Dyadic middle = (ends[Player::kLeft] + ends[Player::kRight]).half();
    PerPlayer<KoWall> between =
        walls_of_scaffolds(tilted(walls[Player::kLeft][Player::kRight], 0, -1),
                           tilted(walls[Player::kRight][Player::kLeft], 0, 1));
    if (middle == number) return between;
    const Player replaced = middle < number ? Player::kLeft : Player::kRight;
    ends[replaced] = middle;
    walls[replaced] = std::move(between);
  }
}

}  // namespace cgt
