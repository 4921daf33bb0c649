#include "cgt/number/trajectory.hpp"
#include "cgt/support/contract.hpp"

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

}  // namespace cgt
