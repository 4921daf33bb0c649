#include "decomp/go/races/evaluation.hpp"

#include <bit>

namespace cgt::go::semeai {
namespace {

using Number = Layout::Number;

Player player_of(std::uint8_t stone) {
  return stone == Layout::kBlackStone ? Player::kLeft : Player::kRight;
}

// What lasting stones a point touches: bits.
constexpr unsigned essential_bit(Player p) { return p == Player::kLeft ? 1U : 2U; }
constexpr unsigned safe_bit(Player p) { return p == Player::kLeft ? 4U : 8U; }

unsigned lasting_neighbours(const State& state, const Blocks& blocks, Number p) {
  const Layout& layout = state.layout();
  unsigned out = 0;
  for (const Player player : kPlayers) {
    if (layout.touches_safe(p, player)) out |= safe_bit(player);
  }
  for (const Number q : layout.neighbours(p)) {
    if (state.stones()[q] == Layout::kEmpty) continue;
    const Blocks::Block& block = blocks.of(q);
    const Player player = player_of(block.stone);
    if (block.safe) {
      out |= safe_bit(player);
    } else if (block.essential) {
      out |= essential_bit(player);
    }
  }
  return out;
}

// A liberty of an essential block on which an enemy stone would be in atari or have no liberty.
bool approach_needed_at(const State& state, const Blocks& blocks, Number p, Player enemy) {
  const Layout& layout = state.layout();
  if (layout.touches_safe(p, enemy)) return false;
  std::size_t liberties = 0;
  for (const Number q : layout.neighbours(p)) {
    if (state.stones()[q] == Layout::kEmpty) {
      ++liberties;
    } else if (const Blocks::Block& block = blocks.of(q); player_of(block.stone) == enemy) {
      if (block.safe) return false;
      liberties += block.liberties - 1U;
    }
  }
  return liberties < 2;
}

void classify(const State& state, const Blocks& blocks, Region& region, bool one_block_each) {
  unsigned all = 0;
  unsigned common = ~0U;
  PerPlayer<bool> ordinary{};
  std::vector<Number> stones;
  std::vector<Number> apart;  // from all lasting stones
  for (const Number p : region.points) {
    const unsigned around = lasting_neighbours(state, blocks, p);
    all |= around;
    if (around == 0) apart.push_back(p);
    if (state.stones()[p] == Layout::kEmpty) {
      common &= around;
      region.empty.push_back(p);
    } else {
      ordinary[player_of(state.stones()[p])] = true;
      stones.push_back(p);
    }
  }
  const auto open_points = static_cast<int>(region.empty.size());
  constexpr unsigned kEssential = 3U;
  if ((all & kEssential) == 0) {
    region.kind = RegionKind::kNeutral;
    return;
  }
  for (const Player player : kPlayers) {
    const Player enemy = opponent(player);
    if (all == essential_bit(player) && !ordinary[player]) {
      region.kind = RegionKind::kEye;
      region.owner = player;
      region.vital = common == all;
      if (one_block_each) region.count = eye_of(state.layout(), region.points, stones, apart);
      return;
    }
    if (stones.empty() && common == all && all == (essential_bit(player) | safe_bit(enemy))) {
      region.kind = RegionKind::kOutside;
      region.owner = player;
      region.count = LibertyEye{open_points, 0};
      return;
    }
  }
  if (stones.empty() && common == all && all == kEssential) {
    region.kind = RegionKind::kShared;
    region.count = LibertyEye{open_points, 0};
  }
}

}  // namespace

bool needs_approach(const State& state, const Blocks& blocks, const Region& region) {
  for (const Number p : region.empty) {
    const unsigned around = lasting_neighbours(state, blocks, p);
    for (const Player player : kPlayers) {
      if ((around & essential_bit(player)) != 0 &&
          approach_needed_at(state, blocks, p, opponent(player))) {
        return true;
      }
    }
  }
  return false;
}

const char* name(RegionKind kind) {
  switch (kind) {
    case RegionKind::kOutside: return "outside";
    case RegionKind::kShared: return "shared";
    case RegionKind::kEye: return "eye";
    case RegionKind::kNeutral: return "neutral";
    case RegionKind::kOpen: return "open";
  }
  return "";
}

Analysis analyse(const State& state, const Blocks& blocks) {
  Analysis out;
  const Layout& layout = state.layout();
  PerPlayer<int> essential{};
  PerPlayer<int> safe{};  // of these
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    if (!blocks[b].essential) continue;
    const Player player = player_of(blocks[b].stone);
    ++essential[player];
    if (blocks[b].safe) ++safe[player];
    if (!blocks[b].safe && blocks[b].liberties == 1 && blocks[b].last_liberty != state.ko()) {
      out.in_atari[player] = true;
    }
  }
  out.one_block_each = essential[Player::kLeft] == 1 && essential[Player::kRight] == 1;

  const auto belongs = [&](Number p) {
    return state.stones()[p] == Layout::kEmpty || !blocks.of(p).permanent();
  };
  std::vector<bool> seen(layout.size());
  for (std::size_t i = 0; i < layout.size(); ++i) {
    const auto start = static_cast<Number>(i);
    if (seen[i] || !belongs(start)) continue;
    Region region;
    region.points.push_back(start);
    seen[i] = true;
    for (std::size_t next = 0; next < region.points.size(); ++next) {
      for (const Number q : layout.neighbours(region.points[next])) {
        if (seen[q] || !belongs(q)) continue;
        seen[q] = true;
        region.points.push_back(q);
      }
    }
    std::sort(region.points.begin(), region.points.end());
    classify(state, blocks, region, out.one_block_each);
    out.regions.push_back(std::move(region));
  }
  // With one essential block a side, a region that only it surrounds is its own.
  for (const Player player : kPlayers) {
    const auto vital = std::count_if(out.regions.begin(), out.regions.end(),
                                     [&](const Region& r) { return r.vital && r.owner == player; });
    out.alive[player] = safe[player] == essential[player] || (essential[player] == 1 && vital >= 2);
  }
  return out;
}

namespace {

// Points of an eye as bits.
struct Shape {
  std::vector<unsigned> edges;  // of each point, within the eye

  unsigned all() const { return (1U << edges.size()) - 1; }
  bool connected(unsigned set) const {
    if (set == 0) return true;
    unsigned reached = set & (~set + 1);
    for (unsigned last = 0; last != reached;) {
      last = reached;
      for (std::size_t i = 0; i < edges.size(); ++i) {
        if ((reached >> i & 1U) != 0) reached |= edges[i] & set;
      }
    }
    return reached == set;
  }
  int degree(std::size_t i, unsigned set) const { return std::popcount(edges[i] & set); }

  // The points one of which the enemy must hold for the shape to be dead; all of a square. None: no
  // dead shape.
  unsigned vital(unsigned set) const {
    if (!connected(set)) return 0;
    const int n = std::popcount(set);
    int most = 0;
    int ends = 0;  // twice the number of edges
    unsigned centre = 0;
    for (std::size_t i = 0; i < edges.size(); ++i) {
      if ((set >> i & 1U) == 0) continue;
      const int d = degree(i, set);
      ends += d;
      if (d > most) centre = 0;
      most = std::max(most, d);
      if (d == most) centre |= 1U << i;
    }
    const bool one_centre = std::popcount(centre) == 1;
    switch (n) {
      case 3: return centre;
      case 4:
        if (ends == 8) return set;      // square
        return most == 3 ? centre : 0;  // pyramid
      case 5:
        if (most == 4) return centre;                                     // crossed
        return most == 3 && ends == 10 && one_centre ? centre : 0;        // bulky
      case 6: return most == 4 && ends == 12 && one_centre ? centre : 0;  // rabbity
      default: return 0;
    }
  }

  // Can stones on `held` be extended to all points but one so that what is taken is dead again?
  bool can_fill(unsigned held) const {
    const unsigned whole = all();
    for (std::size_t i = 0; i < edges.size(); ++i) {
      const unsigned taken = whole & ~(1U << i);
      if ((held & ~taken) == 0 && vital(taken) != 0) return true;
    }
    return false;
  }
};

}  // namespace

std::optional<LibertyEye> eye_of(const Layout& layout, const std::vector<Number>& points,
                                 const std::vector<Number>& inside,
                                 const std::vector<Number>& apart) {
  const auto n = static_cast<int>(points.size());
  const auto stones = static_cast<int>(inside.size());
  if (n <= 2 && !apart.empty()) return std::nullopt;
  if (n <= 2) return LibertyEye{n - stones, 1};
  if (n > 6) return std::nullopt;
  Shape shape;
  unsigned held = 0;
  unsigned untouched = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    unsigned edges = 0;
    for (const Number q : layout.neighbours(points[i])) {
      const auto at = std::find(points.begin(), points.end(), q);
      if (at != points.end()) edges |= 1U << static_cast<unsigned>(at - points.begin());
    }
    shape.edges.push_back(edges);
    if (std::find(inside.begin(), inside.end(), points[i]) != inside.end()) held |= 1U << i;
    if (std::find(apart.begin(), apart.end(), points[i]) != apart.end()) untouched |= 1U << i;
  }
  const unsigned vital = shape.vital(shape.all());
  const bool square = n == 4 && vital == shape.all();
  if (vital == 0 || (!square && (vital & held) == 0) || !shape.connected(held)) return std::nullopt;
  if (n > 3 && !shape.can_fill(held)) return std::nullopt;
  if (square ? untouched != 0 : (untouched & ~vital) != 0) return std::nullopt;
  return LibertyEye{n * (n - 3) / 2 + 3 - stones, n == 3 ? 1 : n};
}

RaceValue RaceValue::of(Outcome outcome) {
  RaceValue value;
  value.kind = outcome == Outcome::kAttackerCaptures   ? Kind::kDefenderLost
               : outcome == Outcome::kDefenderCaptures ? Kind::kAttackerLost
                                                       : Kind::kNeither;
  return value;
}

bool RaceOrder::less_equal(const RaceValue& a, const RaceValue& b) const {
  using Kind = RaceValue::Kind;
  if (a.kind == Kind::kAttackerLost || b.kind == Kind::kDefenderLost) return true;
  if (a.kind != b.kind) return false;
  if (a.kind != Kind::kRace) return true;
  return a.shared == b.shared && a.lead <= b.lead && a.attacker_eye <= b.attacker_eye &&
         a.defender_eye >= b.defender_eye && (!a.attacker_first || b.attacker_first);
}

namespace {

constexpr int kFarBehind = std::numeric_limits<int>::min() / 4;
constexpr int kFarAhead = -kFarBehind;

// The lead that whoever wants to capture needs, not moving first.
int needed(int own_eye, int other_eye, int shared) {
  if (own_eye == kAlive) return kFarBehind;
  if (other_eye == kAlive) return kFarAhead;
  if (own_eye > other_eye) return 1 - shared;
  if (other_eye > 0) return 1 + shared;
  return 1 + std::max(0, shared - 1);
}

// The least lead with which the attacker reaches the goal.
int threshold(Goal goal, int attacker_eye, int defender_eye, int shared, bool attacker_first) {
  if (goal == Goal::kCapture) {
    return needed(attacker_eye, defender_eye, shared) - (attacker_first ? 1 : 0);
  }
  // The defender captures with a lead of at least this; the attacker's is the negative.
  const int defender = needed(defender_eye, attacker_eye, shared) - (attacker_first ? 0 : 1);
  return 1 - defender;
}

}  // namespace

bool reaches(Goal goal, const RaceValue& value) {
  switch (value.kind) {
    case RaceValue::Kind::kAttackerLost: return false;
    case RaceValue::Kind::kDefenderLost: return true;
    case RaceValue::Kind::kNeither: return goal == Goal::kNotLose;
    case RaceValue::Kind::kRace: break;
  }
  return value.lead >= threshold(goal, value.attacker_eye, value.defender_eye, value.shared,
                                 value.attacker_first);
}

pob::BoundOf<RaceOrder> race_bound(Goal goal, int max_shared) {
  constexpr std::array<int, 7> kEyes{0, 1, 4, 5, 6, 7, kAlive};
  // The capture itself is above every race, so it is not a minimal element.
  pob::BoundOf<RaceOrder> bound;
  if (goal == Goal::kNotLose) bound.push_back(RaceValue::of(Outcome::kNeither));
  for (int shared = 0; shared <= max_shared; ++shared) {
    pob::BoundOf<RaceOrder> races;
    for (const int a : kEyes) {
      for (const int d : kEyes) {
        if (a == kAlive && d == kAlive) continue;
        for (const bool first : {false, true}) {
          const int lead = threshold(goal, a, d, shared, first);
          if (lead > kFarAhead / 2) continue;
          races.push_back({RaceValue::Kind::kRace, lead, a, d, shared, first});
        }
      }
    }
    for (RaceValue& value : pob::minimal(RaceOrder{}, races)) bound.push_back(value);
  }
  return bound;
}

pob::Outcomes<RaceValue> static_value(const State& state) {
  using Outcomes = pob::Outcomes<RaceValue>;
  const Blocks blocks(state.layout(), state.stones());
  const Analysis analysis = analyse(state, blocks);
  const Player attacker = state.layout().attacker();
  const Player defender = opponent(attacker);
  if (analysis.in_atari[opponent(state.mover())]) {
    return Outcomes::one(RaceValue::of(state.mover() == attacker ? Outcome::kAttackerCaptures
                                                                 : Outcome::kDefenderCaptures));
  }
  const auto& alive = analysis.alive;
  if (alive[attacker] && alive[defender]) {
    return Outcomes::one(RaceValue::of(Outcome::kNeither));
  }
  // The ban of a ko cannot matter in a region with a count: the two stones of the ko would touch no
  // lasting ones of their colours, so the empty point would be the vital one of an eye.
  PerPlayer<LibertyEye> total;
  int shared = 0;
  bool complete = analysis.one_block_each;
  for (const Region& region : analysis.regions) {
    if (region.kind == RegionKind::kNeutral) continue;
    const bool safe_eye = region.kind == RegionKind::kEye && alive[region.owner];
    if (region.kind == RegionKind::kOpen || (!region.count && !safe_eye)) complete = false;
    if (!complete) break;
    if (safe_eye) continue;
    if (region.kind == RegionKind::kShared) {
      shared += region.count->liberties;
      continue;
    }
    LibertyEye& side = total[region.owner];
    // Two eyes that are not certain to live are beyond the formulas.
    if (side.eye > 0 && region.count->eye > 0) complete = false;
    side.liberties += region.count->liberties;
    side.eye = std::max(side.eye, region.count->eye);
  }
  if (complete) {
    for (const Player player : kPlayers) {
      if (alive[player]) total[player].eye = kAlive;
    }
    const RaceValue value{RaceValue::Kind::kRace,
                          total[attacker].liberties - total[defender].liberties,
                          total[attacker].eye,
                          total[defender].eye,
                          shared,
                          state.mover() == attacker};
    // After a pass whoever is behind passes too.
    const bool captures = state.mover() == attacker ? reaches(Goal::kCapture, value)
                                                    : !reaches(Goal::kNotLose, value);
    if (state.passes() > 0 && !captures) return Outcomes::one(RaceValue::of(Outcome::kNeither));
    return Outcomes::one(value);
  }
  if (alive[attacker]) {
    return Outcomes::between(RaceValue::of(Outcome::kNeither),
                             RaceValue::of(Outcome::kAttackerCaptures));
  }
  if (alive[defender]) {
    return Outcomes::between(RaceValue::of(Outcome::kDefenderCaptures),
                             RaceValue::of(Outcome::kNeither));
  }
  return Outcomes::nothing();
}

pob::Outcomes<RaceValue> RaceEvaluation::operator()(const State& state) const {
  if (state.over()) return pob::Outcomes<RaceValue>::one(RaceValue::of(state.outcome()));
  return formulas ? static_value(state) : pob::Outcomes<RaceValue>::nothing();
}

}  // namespace cgt::go::semeai
