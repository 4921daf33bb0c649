// Thermographs by play: a score graph beside a stack of coupons, searched in full. An independent
// definition (Berlekamp 1996, Spight 2002: the enriched environment) that knows no tax and no
// komaster rule; it checks thermograph.hpp.
//
// Coupons are worth d, 2d, ..., j d points. The players move in turn, in the graph or by taking the
// largest coupon. Positional superko: no node comes back while no coupon is taken. The komaster has
// a number of threats: a threat and its answer keep the turn and lift every ban. After the last
// coupon players may pass, which lifts the bans, too; what is not settled when the passes (14) are
// used up counts 0. The stack alone is worth E(j) = j d - E(j - 1) to the one who begins, so that
// at temperature t = j d the walls are near V(Left begins) - E(j) and V(Right begins) + E(j).
//
// Thermographs begin at -1: a position is worth 5, too, if Left can have 4 by a move and Right would lose
// by one. Where passes are free, Left must make that move. So there is another end (StackEnd): below 0 come
// coupons of -d, -2 d, ..., and to pass costs a point. There, who waits for a ban to be lifted pays, so that
// neither end has the values of all graphs.
//
// With small coupons the difference to the walls is a few steps of d however small d is; a real
// disagreement doubles in steps when d is halved. Threats without limit would make the komaster a
// komonster, so there are one more than kos of the graph.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cgt/ko/thermograph.hpp"

namespace cgt {

// What comes below the coupons.
enum class StackEnd : std::uint8_t {
  kFreePasses,
  // Coupons of less than 0, down to more than -1; then passes that cost a point. As there is no end to
  // those, to begin is worth -1/2: E(j) is near j d / 2 from the bottom on.
  kCostlyPasses,
};

// Values of the graph with coupons of 1/per_point.
class CouponStack {
 public:
  // The graph must outlive the stack. Throws Error for scores that are too large for a stack, and
  // BudgetExhausted: there may be as many states as ways to go through the nodes.
  CouponStack(const KoGraph& graph, Komaster komaster, std::uint32_t threats,
              std::uint32_t per_point, Budget& budget, StackEnd end = StackEnd::kFreePasses);

  // Those that are worth more than 0.
  std::uint32_t coupons() const { return coupons_; }
  // Puts the next coupon, which is larger, on the stack.
  void add_coupon(Budget& budget);
  // The score of the graph and all coupons when the player begins.
  Rational value(Player first) const;
  // The same without what the stack alone is worth to him: an estimate of his wall at coupons() /
  // per_point.
  Rational wall(Player first) const;

 private:
  struct Move {
    std::uint32_t state = kSettled;
    std::int64_t points = 0;  // in units
  };
  // A node and those before it that are banned as long as no coupon is taken.
  struct State {
    std::uint32_t fresh = 0;  // the same node without bans
    PerPlayer<std::vector<Move>> moves;
  };
  static constexpr std::uint32_t kSettled = 0xFFFF'FFFF;
  using Values = std::vector<PerPlayer<std::int64_t>>;  // by state

  void build(const KoGraph& graph, Budget& budget);
  std::int64_t units(const Dyadic& score) const;
  std::int64_t best(const State& state, Player mover, const Values& here,
                    std::int64_t settled_bonus) const;
  void play_out(StackEnd end, Budget& budget);
  void add(std::int64_t coupon, Budget& budget);
  template <class Stop>
  void add_level(const Stop& stop, Budget& budget);

  std::uint32_t per_point_;
  Komaster komaster_;
  std::uint32_t threats_;
  std::uint32_t places_ = 0;  // binary places of the scores
  std::uint32_t coupons_ = 0;
  std::int64_t alone_ = 0;  // E(coupons), in units
  std::uint32_t root_ = 0;
  std::vector<State> states_;       // those that moves lead to come first
  std::vector<Values> by_threats_;  // with so many threats left
  std::vector<Values> next_level_;  // scratch
};

// Do walls agree with a stack that has the one end or the other?
struct StackCheck {
  struct Round {
    std::uint32_t per_point = 0;
    Rational steps;  // the greatest difference between a wall and the stack, in coupons' steps
    Rational at;     // the temperature of it
    Player player = Player::kLeft;
  };
  std::uint32_t threats = 0;
  StackEnd end = StackEnd::kFreePasses;  // the one that agrees; free passes if none does
  std::vector<Round> rounds;             // each with steps half as large
  bool agrees = false;

  // "agrees with the coupon stack: 4 steps of 1/12, 4 steps of 1/24".
  std::string text() const;
};

// What the stack itself says of mean and temperature: play turns from the coupons to the graph where
// they are worth as much (temperature discovery: Mueller, Enzenberger, Schaeffer 2004). It needs no
// thermograph, and so answers where cycles are not kos, too: there superko decides. Exact is the mean of
// a stack with steps of one size: above all scores it does not depend on the height (stack.cpp), where
// no cycle of moves changes the score. Not proved, an estimate, is what it comes to with ever smaller
// steps: the intervals allow for a few steps of rounding, which is what is seen where thermographs are
// known.
struct StackReading {
  std::uint32_t threats = 0;
  std::uint32_t per_point = 0;
  Rational mean_low;
  Rational mean_high;
  Rational temperature_low;  // 0 stands for 0 and below
  Rational temperature_high;

  // "mean 79/8 to 81/8, temperature 79/8 to 81/8; by play with coupons of 1/48, not proved".
  std::string text() const;
};

// Goes up to coupons that are worth more than the whole graph, with steps of 1/per_point and of half
// of that. Throws BudgetExhausted; Error where a cycle of moves changes the score, too.
StackReading read_stack(const KoGraph& graph, Komaster komaster, std::uint32_t per_point,
                        Budget& budget);

// Compares from temperature 0 up to 5/4 of the temperature and 2. Throws Error and BudgetExhausted.
StackCheck check_by_stack(const KoGraph& graph, Komaster komaster, const KoThermograph& walls,
                          Budget& budget);

}  // namespace cgt
