#include "decomp/solve/go/safety/group_status.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include "decomp/rules/go/analysis/safety/local_fight.hpp"
#include "decomp/solve/go/safety/fight_search.hpp"

namespace cgt::go {

const char* name(GroupStatus status) {
  switch (status) {
    case GroupStatus::kAlive: return "alive";
    case GroupStatus::kSeki: return "seki";
    case GroupStatus::kDead: return "dead";
    case GroupStatus::kUnsettled: return "unsettled";
    case GroupStatus::kKo: return "ko";
    case GroupStatus::kUnknown: break;
  }
  return "unknown";
}

GroupStatus group_status(const Board& board, Point stone, const Safety& safety,
                         std::span<const Point> assumed, Budget& budget, std::uint64_t nodes) {
  const Player owner = player_of(board[stone]);
  const Player hunter = opponent(owner);
  const auto listed = [](const std::vector<Point>& points, Point p) {
    return std::binary_search(points.begin(), points.end(), p);
  };
  if (listed(safety.stones[owner], stone)) return GroupStatus::kAlive;
  if (listed(safety.dead[owner], stone)) return GroupStatus::kDead;
  const auto size = static_cast<std::size_t>(board.size());
  PerPlayer<std::vector<char>> immortal;
  for (const Player player : kPlayers) {
    immortal[player].assign(size, 0);
    for (const Point p : safety.stones[player]) immortal[player][board.index(p)] = 1;
  }
  for (const Point p : assumed) {
    if (board[p] == Colour::kEmpty) continue;
    for (const Point q : board.block(p).stones) {
      immortal[player_of(board[p])][board.index(q)] = 1;
    }
  }
  if (immortal[owner][board.index(stone)] != 0) return GroupStatus::kAlive;
  std::vector<Point> area{stone};
  std::vector<char> seen(size, 0);
  seen[board.index(stone)] = 1;
  for (std::size_t next = 0; next < area.size(); ++next) {
    for (const Point q : board.neighbours(area[next])) {
      const std::size_t at = board.index(q);
      if (seen[at] != 0 || immortal[hunter][at] != 0) continue;
      if (immortal[owner][at] != 0) return GroupStatus::kUnknown;
      seen[at] = 1;
      area.push_back(q);
    }
  }
  std::sort(area.begin(), area.end());
  const std::vector<char> none(size, 0);
  const auto fight =
      safety_rules::LocalFight::make(board, hunter, area, immortal[hunter], none, {});
  if (!fight) return GroupStatus::kUnknown;
  // None: out of nodes.
  const auto taken = [&](bool hunter_first, bool hunter_has_kos) -> std::optional<bool> {
    const auto hunt = fight->hunting(stone, hunter_first, hunter_has_kos);
    const search::Proof proof = search_fight(hunt, nodes, budget);
    if (proof == search::Proof::kOpen) return std::nullopt;
    return proof == search::Proof::kProved;
  };
  const std::optional<bool> at_best = taken(true, true);
  if (!at_best) return GroupStatus::kUnknown;
  if (!*at_best) return GroupStatus::kSeki;
  const std::optional<bool> at_worst = taken(false, false);
  if (!at_worst) return GroupStatus::kUnknown;
  if (*at_worst) return GroupStatus::kDead;
  const std::optional<bool> hunter_first = taken(true, false);
  const std::optional<bool> owner_first = taken(false, true);
  if (!hunter_first || !owner_first) return GroupStatus::kUnknown;
  return *hunter_first && !*owner_first ? GroupStatus::kUnsettled : GroupStatus::kKo;
}

}  // namespace cgt::go
