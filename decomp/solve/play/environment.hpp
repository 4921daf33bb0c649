// Sums in an enriched environment (Berlekamp 1996, Spight 2002): short games and score graphs with
// kos beside a stack of coupons. The players move in turn, in a term or by taking the largest
// coupon, and what counts is the points. Searched in full; no thermograph is looked at.
//
//   Environment sum(store, {KoGraph::parse("A: B | 0; B: 30 | A"), store.number(Dyadic(3))},
//                   coupons_of(48, 4), {}, budget);
//   const auto score = sum.score(sum.begin(Player::kLeft), budget);
//   if (score.exact()) std::cout << to_string(*score.lower);  // 19
//
// Rules
//   1. A short game is played in canonical form, and is settled when it is a number, which is its
//      score. A graph is settled where an option says so.
//   2. Positional superko: the graphs together do not come back to what they were, until a coupon is
//      taken, a threat is made, a player passes or a short game is moved in.
//   3. The komaster has threats: a threat and its answer keep the turn and lift every ban.
//   4. Coupons gone, players may pass, which lifts the bans. With a graph in play there are 14 passes
//      at most; another one ends the play, and what is not settled counts 0. With short games alone
//      the first pass ends it, and they count their means: nobody gains by it.
// For one graph these are the rules of cgt/ko/stack.hpp. For short games alone the score is the stop
// of their sum with a switch {c|-c} for each coupon c.
//
// Thread rule: one thread, that of the store's handle.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "cgt/ko/thermograph.hpp"
#include "cgt/store/store.hpp"
#include "decomp/solve/play/score_search.hpp"

namespace cgt::solve {

using EnvironmentTerm = std::variant<GameId, KoGraph>;

struct EnvironmentThreats {
  Komaster komaster = Komaster::kNone;
  std::uint32_t threats = 0;  // of the komaster
};

// A move of the player whose turn it is.
struct EnvironmentMove {
  enum class Kind : std::uint8_t { kTerm, kCoupon, kThreat, kPass };
  Kind kind = Kind::kPass;
  std::size_t term = 0;
  std::size_t option = 0;  // of the place of the term, in its order
  friend bool operator==(const EnvironmentMove&, const EnvironmentMove&) = default;
};

// Where play stands. Only an Environment makes and reads one.
struct EnvironmentState {
  // By term: the word of a short game, the number of a node, or kSettled.
  static constexpr std::uint32_t kSettled = ~std::uint32_t{0};
  SmallVector<std::uint32_t, 4> places;
  SmallVector<std::uint32_t, 8> past;  // what the graphs may not come back to, in ascending order
  std::uint32_t coupons = 0;           // that are left, the smallest ones
  std::uint32_t threats = 0;
  std::uint32_t passes = 0;
  Player mover = Player::kLeft;

  friend bool operator==(const EnvironmentState&, const EnvironmentState&) = default;
  std::uint64_t hash() const;
};

// 1, 2, ..., `count` parts of a point, the largest first.
std::vector<Rational> coupons_of(std::uint32_t count, std::uint32_t per_point);

class Environment {
 public:
  // The store must outlive it. Coupons in any order, all > 0. Throws Error for scores that are too
  // large or too fine, and BudgetExhausted.
  Environment(Store& store, std::vector<EnvironmentTerm> terms, std::vector<Rational> coupons,
              EnvironmentThreats threats, Budget& budget);
  ~Environment();
  Environment(Environment&&) noexcept;

  // A moment of play: all that was gained before is in `points`.
  struct Moment {
    EnvironmentState state;
    Rational points;
  };
  Moment begin(Player first) const;
  // None if nothing is left to play.
  std::vector<EnvironmentMove> moves(const Moment& moment, Budget& budget) const;
  // Requires one of the moves().
  Moment play(const Moment& moment, const EnvironmentMove& move, Budget& budget) const;

  // The score of the whole with best play, all coupons counted; proved bounds if the budget ended.
  struct Outcome {
    std::optional<Rational> lower;  // none: not bounded yet
    std::optional<Rational> upper;
    StopReason stop = StopReason::kSolved;
    bool exact() const { return lower && upper && *lower == *upper; }
  };
  Outcome score(const Moment& moment, Budget& budget) const;
  // All moves that keep the score. Throws BudgetExhausted.
  std::vector<EnvironmentMove> best_moves(const Moment& moment, Budget& budget) const;
  // Best play to the end, the first of the best moves each time. Throws BudgetExhausted.
  std::vector<EnvironmentMove> line(const Moment& moment, Budget& budget) const;

  const std::vector<EnvironmentTerm>& terms() const;
  // Ascending; the first Moment::state.coupons are left.
  const std::vector<Rational>& coupons() const;
  const EnvironmentThreats& threats() const;
  // What a move in a term leads to: a game, or the option of a graph.
  std::variant<GameId, KoOption> target(const Moment& moment, const EnvironmentMove& move) const;
  // States searched so far.
  std::uint64_t states() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace cgt::solve
