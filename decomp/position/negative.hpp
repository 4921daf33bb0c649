// The negative of any position: the players exchanged. Its parts are the negatives of the parts of
// the position, so it splits exactly as the position does.
#pragma once

#include <utility>

#include "decomp/position/ruleset.hpp"

namespace cgt {

class Negative {
 public:
  Negative() = default;
  explicit Negative(AnyPosition base) : base_(std::move(base)) {}

  const AnyPosition& base() const { return base_; }

  // `move` is that of the base.
  std::vector<Option<Negative>> options(Player player) const {
    std::vector<Option<Negative>> out;
    for (Option<AnyPosition>& o : base_.options(opponent(player))) {
      out.push_back({o.move, Negative(std::move(o.position)), -o.shift, o.may_repeat, o.ko});
    }
    return out;
  }
  std::int64_t split(std::vector<Summand<Negative>>& sum) const {
    std::vector<Summand<AnyPosition>> parts;
    const std::int64_t rest = base_.split(parts);
    for (Summand<AnyPosition>& part : parts) {
      sum.push_back({Negative(std::move(part.position)), part.negated});
    }
    return -rest;
  }
  std::uint64_t hash() const { return base_.hash() ^ 0x9e3779b97f4a7c15U; }
  std::string text() const { return "-(" + base_.text() + ")"; }
  friend bool operator==(const Negative&, const Negative&) = default;

 private:
  AnyPosition base_;
};

// A position of the negative value: the position itself if it is impartial, the base of a Negative,
// else a Negative.
inline AnyPosition negative(const AnyPosition& position) {
  if (position.impartial()) return position;
  if (const auto* negative = position.as<Negative>()) return negative->base();
  return AnyPosition(Negative(position));
}

}  // namespace cgt
