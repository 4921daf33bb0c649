#include "decomp/solve/play/position_bounds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "decomp/solve/play/temperature_discovery.hpp"

namespace cgt::solve {
namespace {

// Enough to find out that a value is known.
constexpr std::uint64_t kLookUpNodes = 256;

// -n <= G <= n if n moves are left in G.
GameBounds bounds_by_moves(const AnyPosition& part) {
  GameBounds out;
  const std::uint32_t moves = part.depth_hint();
  if (moves == kUnknownDepth) return out;
  out.value = {-Dyadic(std::int64_t{moves}), Dyadic(std::int64_t{moves})};
  out.tighten();
  return out;
}

GameBounds bounds_of_part(Store& store, Evaluator& evaluator, const AnyPosition& part,
                          Budget& budget) {
  Budget look = budget.part(std::min(kLookUpNodes, budget.limits().nodes));
  const Store::BudgetScope scope(store, budget);
  try {
    return bounds_of(store, evaluator.value(part, look));
  } catch (const BudgetExhausted&) {
  } catch (const Error&) {
    // Loopy, or a ko matters.
    return {};
  }
  GameBounds out = bounds_by_moves(part);
  if (part.impartial()) {
    // Nimbers are infinitesimal.
    out.mean = DyadicInterval::point(Dyadic());
    out.temperature.upper = Dyadic();
    out.tighten();
    return out;
  }
  try {
    const Discovery found = discover_temperature(part, {}, budget);
    out.mean.raise(found.mean.lower);
    out.mean.reduce(found.mean.upper);
    out.temperature = found.temperature;
    for (const Player player : kPlayers) {
      out.stops[player].raise(found.stops[player].lower);
      out.stops[player].reduce(found.stops[player].upper);
    }
  } catch (const Error&) {
    return {};
  }
  out.tighten();
  return out;
}

// The nim value of a game is at most the number of its moves.
std::optional<std::int64_t> most_moves(const AnyPosition& position) {
  std::vector<Summand<AnyPosition>> parts;
  if (position.split(parts) != 0) return std::nullopt;
  std::int64_t moves = 0;
  for (const Summand<AnyPosition>& part : parts) {
    const std::uint32_t left = part.position.depth_hint();
    if (left == kUnknownDepth) return std::nullopt;
    moves += left;
  }
  return moves;
}

}  // namespace

GameBounds position_bounds(Store& store, Evaluator& evaluator, const AnyPosition& position,
                           Budget& budget) {
  std::vector<Summand<AnyPosition>> parts;
  GameBounds sum = bounds_of(Dyadic(position.split(parts)));
  for (std::size_t i = 0; i < parts.size(); ++i) {
    // An equal share of what is left: without any, some bounds are known all the same.
    const std::size_t left = parts.size() - i;
    const std::uint64_t most = budget.limits().nodes;
    const std::uint64_t nodes = most - std::min(most, budget.used_nodes());
    Budget share = budget.part(nodes / left, 1.0 / static_cast<double>(left));
    const GameBounds part = bounds_of_part(store, evaluator, parts[i].position, share);
    sum = sum + (parts[i].negated ? -part : part);
    try {
      budget.settle(share);
    } catch (const BudgetExhausted&) {
    }
  }
  return sum;
}

KnownSoFar known_of_position(Store& store, Evaluator& evaluator, const AnyPosition& position) {
  if (position.impartial()) {
    const auto moves = most_moves(position);
    return {"", moves ? fmt::format("value a nimber, at most *{}", *moves) : "value a nimber"};
  }
  Budget grace(kGrace);
  return {"", position_bounds(store, evaluator, position, grace).text()};
}

}  // namespace cgt::solve
