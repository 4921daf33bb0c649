// Variants of any ruleset, as CGSuite has them.
//
//   impartial  each player may make the moves of both
//   dicotic    the game is over as soon as either player has no move
//   twisted    the position is turned into its negative after each move
//              (TurnAndEatcake turns before the move: the negative of this)
//
// The variant of a sum is not the sum of the variants (dicotic, twisted), and a split may drop
// parts for their integer value, which the impartial variant does not have: so only impartial
// variants split, of rulesets that know how (split_impartial(), or a split() that keeps all moves). A position whose game is over stays a
// part too: to know that, its moves would be listed.
#pragma once

#include <memory>

#include "decomp/position/ruleset.hpp"

namespace cgt::variant {

enum class Kind { kImpartial, kDicotic, kTwisted };

template <Kind kKind>
class Position {
 public:
  static constexpr bool kImpartial = kKind == Kind::kImpartial;

  Position() = default;
  explicit Position(AnyPosition base, bool turned = false)
      : base_(std::move(base)), turned_(turned) {}

  const AnyPosition& base() const { return base_; }
  // Twisted: stands for the negative of base().
  bool turned() const { return turned_; }

  // `move` is twice that of the base, plus 1 if it is Right's there. Throws Error if a move of the
  // base gains free moves.
  std::vector<Option<Position>> options(Player player) const;
  std::vector<Option<Position>> options(Player player, Budget& budget) const;
  std::int64_t split(std::vector<Summand<Position>>& sum) const;
  std::uint32_t depth_hint() const { return base_.depth_hint(); }
  // Of the base nobody knows whether play ends, unless its moves are counted.
  bool all_small() const { return kImpartial && depth_hint() != kUnknownDepth; }
  std::uint64_t hash() const { return base_.hash() ^ (turned_ ? 0x9e3779b97f4a7c15U : 0U); }
  std::string text() const { return (turned_ ? "turned " : "") + base_.text(); }
  friend bool operator==(const Position&, const Position&) = default;

 private:
  void append(Player mover, bool turned, Budget& budget, std::vector<Option<Position>>& out) const;

  AnyPosition base_;
  bool turned_ = false;
};

// The ruleset of variants of the positions of `base`; positions are made from the same arguments.
std::shared_ptr<const Ruleset> variant(std::shared_ptr<const Ruleset> base, Kind kind);

}  // namespace cgt::variant
