// What is known about a race without search.
//
// Liberty-and-eye counts (Mueller 1999): in one region a block has (liberties, eye status), ordered
// by both: (1, 0) < (2, 0), (1, 0) < (1, 1) < (2, 1), and (2, 0) and (1, 1) are incomparable. The
// eye status is 0 without an eye, 1 for a small eye of 1 to 3 points, n for a large one of n
// points, kAlive for two eyes. A large eye of n points has n(n - 3)/2 + 3 liberties, less the enemy
// stones in it.
//
// Region by region this gives a race value: by how much the attacker's own liberties exceed the
// defender's, both eye statuses, the shared liberties and who moves. Race values are ordered as one
// who attacks would have them; liberties that both gain cancel. Who takes whom is then a question
// of bounds: race_bound() writes the closed formulas of search/games/liberty_race.hpp as antichains
// of minimal race values, and POB asks for nothing else.
//
// The formulas are used where every region is one of these; else the value is unknown and search
// goes on:
//   outside   each empty point touches one essential block and safe stones of the enemy
//   shared    each empty point touches both essential blocks and nothing else
//   eye       only the essential block is around it; no enemy stones and at most two points, or a
//             shape in which the owner cannot make two eyes however he plays (see eye_of())
//   neutral   no essential block touches it
// One block is essential on either side. Where a liberty needs an approach move, because a stone on
// it could be taken at once, the region is `open`, and search finds out what it is worth.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "decomp/go/races/state.hpp"
#include "decomp/pob/evaluation.hpp"
#include "decomp/pob/poset.hpp"

namespace cgt::go::semeai {

inline constexpr int kAlive = 8;  // eye status of two eyes

struct CGT_API LibertyEye {
  int liberties = 0;
  int eye = 0;
  friend bool operator==(const LibertyEye&, const LibertyEye&) = default;
};
// 0 < 1 < 4 < 5 < 6 < 7 < kAlive, times the order of liberties.
struct CGT_API LibertyEyeOrder {
  using Element = LibertyEye;
  bool less_equal(const LibertyEye& a, const LibertyEye& b) const {
    return a.liberties <= b.liberties && a.eye <= b.eye;
  }
};

// --- regions ---

enum class RegionKind : std::uint8_t { kOutside, kShared, kEye, kNeutral, kOpen };
CGT_API const char* name(RegionKind kind);

// Empty points and ordinary stones that hang together.
struct CGT_API Region {
  RegionKind kind = RegionKind::kOpen;
  Player owner = Player::kLeft;  // of outside regions and eyes: whose liberties they are
  std::vector<Layout::Number> points;
  std::vector<Layout::Number> empty;
  // Of outside and shared regions and eyes. An eye that may yet become two has none, and so has one
  // with several essential blocks of a colour.
  std::optional<LibertyEye> count;
  // Every empty point is a liberty of the owner, and no other stones border it: with two of these a
  // block cannot be taken (Benson 1976).
  bool vital = false;
};

struct CGT_API Analysis {
  std::vector<Region> regions;
  PerPlayer<bool> alive{};      // two vital eyes, or all blocks joined to safe stones
  PerPlayer<bool> in_atari{};   // an essential block has one liberty, and the enemy may play there
  bool one_block_each = false;  // of essential blocks
};
CGT_API Analysis analyse(const State& state, const Blocks& blocks);

// Has the region a liberty of an essential block on which an enemy stone could be taken at once?
CGT_API bool needs_approach(const State& state, const Blocks& blocks, const Region& region);

// Liberties and eye status of an eye of `points`, of which `inside` are enemy stones, if it is
// certain that the owner cannot make two eyes in it and the enemy can fill it: one or two points; a
// straight or bent three, a pyramid four, a crossed or bulky five, a rabbity six with an enemy
// stone on the vital point; a square four; where enemy stones hang together and can go on to a
// shape of this list. Edges as in Layout. `apart` are the points that do not touch the owner's
// block: these are not liberties, so the vital point of a shape may be one of them, and no other.
CGT_API std::optional<LibertyEye> eye_of(const Layout& layout,
                                         const std::vector<Layout::Number>& points,
                                         const std::vector<Layout::Number>& inside,
                                         const std::vector<Layout::Number>& apart);

// --- the race ---

struct CGT_API RaceValue {
  enum class Kind : std::uint8_t { kAttackerLost, kRace, kNeither, kDefenderLost };
  Kind kind = Kind::kRace;
  int lead = 0;  // own liberties of the attacker less those of the defender, eyes included
  int attacker_eye = 0;
  int defender_eye = 0;
  int shared = 0;
  bool attacker_first = false;
  friend bool operator==(const RaceValue&, const RaceValue&) = default;

  static RaceValue of(Outcome outcome);
};

// Losing is below, capturing above everything; races with equally many shared liberties are
// compared by lead, eyes and the right to move; all else is incomparable.
struct CGT_API RaceOrder {
  using Element = RaceValue;
  bool less_equal(const RaceValue& a, const RaceValue& b) const;
};

enum class Goal : std::uint8_t { kCapture, kNotLose };  // of the attacker

// Does the attacker reach the goal, by the formulas? Requires eye statuses, not both kAlive.
CGT_API bool reaches(Goal goal, const RaceValue& value);
// The same as an antichain, for races with at most so many shared liberties.
CGT_API pob::BoundOf<RaceOrder> race_bound(Goal goal, int max_shared);

// The value of the race if it is certain, or an interval of what is left.
CGT_API pob::Outcomes<RaceValue> static_value(const State& state);

// For pob::PobSearch. Without formulas it knows nothing but captures and the end of play.
struct CGT_API RaceEvaluation {
  bool formulas = true;
  pob::Outcomes<RaceValue> operator()(const State& state) const;
};

}  // namespace cgt::go::semeai
