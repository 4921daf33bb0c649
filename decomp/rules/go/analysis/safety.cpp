#include "decomp/rules/go/analysis/safety.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "cgt/support/error.hpp"
#include "decomp/rules/go/analysis/benson.hpp"

namespace cgt::go {
namespace {

void add_benson_claims(const Board& board, Player player, std::span<const Point> assumed,
                       Safety& out) {
  const UnconditionalLife life = unconditional_life(board, player, assumed);
  SafetyClaim claim;
  claim.owner = player;
  claim.rule = name(SafetyMethod::kBenson);
  for (const auto& block : life.blocks) {
    claim.stones.insert(claim.stones.end(), block.begin(), block.end());
  }
  for (const auto& region : life.territory) {
    claim.territory.insert(claim.territory.end(), region.begin(), region.end());
  }
  if (claim.stones.empty() && claim.territory.empty()) return;
  std::ranges::sort(claim.stones);
  std::ranges::sort(claim.territory);
  out.stones[player] = claim.stones;
  out.territory[player] = claim.territory;
  for (const Point p : claim.territory) {
    if (board[p] != Colour::kEmpty) out.dead[opponent(player)].push_back(p);
  }
  out.claims.push_back(std::move(claim));
}

}  // namespace

const char* name(SafetyMethod method) {
  switch (method) {
    case SafetyMethod::kBenson: return "benson";
    case SafetyMethod::kStatic: return "static";
    case SafetyMethod::kSearch: return "search";
  }
  return "";
}

Safety safety(const Board& board, SafetyMethod method, std::span<const Point> assumed,
              Budget& budget) {
  budget.poll();
  if (method != SafetyMethod::kBenson) {
    throw Error(fmt::format("there is no proof of safety by \"{}\" yet", name(method)),
                "\"benson\" proves unconditional life");
  }
  Safety out;
  for (const Player player : kPlayers) add_benson_claims(board, player, assumed, out);
  return out;
}

Safety safety(const Board& board, SafetyMethod method, Budget& budget) {
  return safety(board, method, {}, budget);
}

}  // namespace cgt::go
