// Names for sums of powers of up. The n-th power is ^<n> = {0 | v[n-1] + *}, and
// ^[n] = ^ + ^<2> + ... + ^<n> = {^[n-1] | *} (Siegel 2013, section II.4; Conway and Ryba). Named
// are x + s + *k where x is a number and s is one of ^<n>, v<n>, ^[n], v[n] with n >= 2; other sums
// of powers have no short name.
#pragma once

#include <optional>
#include <vector>

#include "cgt/store/store.hpp"

namespace cgt {

struct UptimalName {
  Dyadic number;
  Player rising = Player::kLeft;  // kLeft: ^, kRight: v
  bool sum = false;               // ^[n] rather than ^<n>
  std::uint32_t power = 0;
  std::uint32_t nimber = 0;

  friend bool operator==(const UptimalName&, const UptimalName&) = default;
};

// Building ^[n] takes n steps, so a typing error could take forever; names stop here.
inline constexpr std::uint32_t kMostPower = 100'000;

// The value with this name. Requires 1 <= power <= kMostPower.
GameId make_uptimal(Store& store, const UptimalName& name);

// Finds names by the shape of the canonical form, each game once.
class UptimalNames {
 public:
  explicit UptimalNames(Store& store) : store_(store) {}
  // The name of g, or null. Number-up-stars have none here.
  const UptimalName* find(GameId g);

 private:
  // g is named if `inner` has the name that goes with it.
  struct Step {
    UptimalName name;  // without its power
    GameId inner;
  };
  std::optional<Step> step(GameId g);
  std::optional<UptimalName> resolve(const Step& step);

  Store& store_;
  FlatMap<GameId, std::optional<UptimalName>> names_;
};

}  // namespace cgt
