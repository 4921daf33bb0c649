#include "decomp/go/safety/safety.hpp"

#include <iterator>

#include "decomp/go/safety/benson.hpp"
#include "decomp/go/safety/local_fight.hpp"
#include "decomp/go/safety/static_rules.hpp"

namespace cgt::go {
namespace {

using safety_rules::LocalFight;
using safety_rules::MiaiNodes;
using safety_rules::Proof;
using safety_rules::Side;

// Rings and one-eyed areas that are searched; all their states are at most some ten thousand.
constexpr std::size_t kMostRing = 8;  // points
constexpr int kMostOneEye = 7;        // empty points
constexpr std::size_t kMostStates = 20'000;

template <class Set>
Graph<Set> graph_of(const Board& board) {
  const auto size = static_cast<std::size_t>(board.size());
  Graph<Set> graph;
  graph.near.resize(size);
  for (std::size_t i = 0; i < size; ++i) {
    const Point p = board.point(i);
    graph.all.insert(i);
    for (const Point q : board.neighbours(p)) graph.near[i].insert(board.index(q));
  }
  return graph;
}

SafetyRule rule_of(safety_rules::AreaRule rule) {
  switch (rule) {
    case safety_rules::AreaRule::kTwoVital: return SafetyRule::kTwoVital;
    case safety_rules::AreaRule::kNoRoom: return SafetyRule::kNoRoom;
    case safety_rules::AreaRule::kConnected: return SafetyRule::kConnected;
    case safety_rules::AreaRule::kOneEye: break;
  }
  return SafetyRule::kOneEye;
}

template <class Set>
class StaticSafety {
 public:
  StaticSafety(const Board& board, std::span<const Point> assumed, Budget& budget)
      : board_(board), budget_(budget), graph_(graph_of<Set>(board)) {
    for (std::size_t i = 0; i < static_cast<std::size_t>(board.size()); ++i) {
      const Colour colour = board[board.point(i)];
      if (colour != Colour::kEmpty) stones_[player_of(colour)].insert(i);
    }
    for (const Point p : assumed) {
      const Colour colour = board[p];
      if (colour != Colour::kEmpty) assumed_[player_of(colour)].insert(board.index(p));
    }
  }

  Safety run() {
    std::vector<Side<Set>> sides;
    sides.reserve(2);
    for (const Player player : kPlayers) {
      budget_.charge(static_cast<std::uint64_t>(board_.size()));
      const auto ring = [&](const typename Side<Set>::Region& region,
                            const std::vector<MiaiNodes>& pairs) {
        return region.points.size() <= kMostRing &&
               searched(player, region.points, Set{}, true, pairs);
      };
      sides.emplace_back(graph_, stones_[player], stones_[opponent(player)], assumed_[player],
                         Set{}, assumed_[opponent(player)], Set{}, ring);
    }
    Side<Set>& black = sides[0];
    Side<Set>& white = sides[1];
    black.two_vital(white.safe());
    white.two_vital(black.safe());
    black.areas(white.safe(), one_eye(Player::kLeft, black));
    white.areas(black.safe(), one_eye(Player::kRight, white));
    Safety out;
    for (const Player player : kPlayers) {
      const Side<Set>& side = player == Player::kLeft ? black : white;
      Set told;  // a block may serve several proofs
      for (const Proof<Set>& proof : side.proofs()) out.add(board_, claim(player, proof, told));
    }
    return out;
  }

 private:
  // The search of a small area that the enemy enters first.
  bool searched(Player player, const Set& area, const Set& safe, bool one_eye,
                const std::vector<MiaiNodes>& pairs) {
    std::vector<Point> points = listed(area);
    std::vector<char> immortal(static_cast<std::size_t>(board_.size()), 0);
    std::vector<char> single(immortal.size(), one_eye ? 1 : 0);
    (safe | assumed_[player]).each([&](NodeId p) { immortal[p] = 1; });
    std::vector<std::pair<Point, Point>> answered;
    for (const MiaiNodes& pair : pairs) {
      answered.emplace_back(point(pair.first), point(pair.second));
    }
    const auto fight = LocalFight::make(board_, player, points, immortal, single, answered);
    return fight && decide_small(*fight, kMostStates, budget_).value_or(false);
  }

  auto one_eye(Player player, const Side<Set>& side) {
    return [this, player, &side](const Set& area) {
      const Set stones = stones_[Player::kLeft] | stones_[Player::kRight];
      return static_cast<int>((area - stones).size()) <= kMostOneEye &&
             searched(player, area, side.safe(), false, {});
    };
  }

  Point point(NodeId node) const { return board_.point(node); }
  std::vector<Point> listed(const Set& set) const {
    std::vector<Point> out;
    set.each([&](NodeId p) { out.push_back(point(p)); });
    return out;
  }
  std::vector<MiaiPair> listed(const std::vector<MiaiNodes>& pairs) const {
    std::vector<MiaiPair> out;
    for (const MiaiNodes& pair : pairs) {
      // A pair that serves the region as a whole starts at its own points.
      const Point from = point(pair.from == safety_rules::kNone ? pair.first : pair.from);
      const Point to = pair.to == safety_rules::kNone ? from : point(pair.to);
      out.push_back({from, to, point(pair.first), point(pair.second)});
    }
    return out;
  }

  SafetyClaim claim(Player player, const Proof<Set>& proof, Set& told) const {
    SafetyClaim out;
    out.owner = player;
    out.stones = listed(proof.stones - told);
    out.territory = listed(proof.territory);
    told |= proof.stones;
    SafetyCertificate& certificate = out.certificate;
    certificate.rule = proof.chains ? SafetyRule::kChains : rule_of(proof.rule);
    certificate.links = listed(proof.links);
    certificate.fills = listed(proof.fills);
    for (const auto& eye : proof.eyes) {
      certificate.eyes.push_back(
          {point(eye.region), static_cast<EyeRule>(eye.reason), listed(eye.pairs)});
    }
    out.rule = name(certificate.rule);
    return out;
  }

  const Board& board_;
  Budget& budget_;
  Graph<Set> graph_;
  PerPlayer<Set> stones_;
  PerPlayer<Set> assumed_;
};

Safety unconditional(const Board& board, std::span<const Point> assumed) {
  Safety out;
  for (const Player player : kPlayers) {
    UnconditionalLife life = unconditional_life(board, player, assumed);
    if (life.blocks.empty() && life.territory.empty()) continue;
    SafetyClaim claim;
    claim.owner = player;
    claim.certificate.rule = SafetyRule::kUnconditional;
    claim.rule = name(claim.certificate.rule);
    for (const auto& block : life.blocks) {
      claim.stones.insert(claim.stones.end(), block.begin(), block.end());
    }
    for (const auto& region : life.territory) {
      claim.territory.insert(claim.territory.end(), region.begin(), region.end());
      claim.certificate.eyes.push_back({region.front(), EyeRule::kVital, {}});
    }
    for (const Point given : assumed) {
      if (board[given] != colour_of(player)) continue;
      const std::vector<Point> stones = board.block(given).stones;
      claim.stones.insert(claim.stones.end(), stones.begin(), stones.end());
    }
    std::sort(claim.stones.begin(), claim.stones.end());
    claim.stones.erase(std::unique(claim.stones.begin(), claim.stones.end()), claim.stones.end());
    std::sort(claim.territory.begin(), claim.territory.end());
    out.add(board, std::move(claim));
  }
  return out;
}

void insert_sorted(std::vector<Point>& into, const std::vector<Point>& points) {
  std::vector<Point> merged;
  merged.reserve(into.size() + points.size());
  std::merge(into.begin(), into.end(), points.begin(), points.end(), std::back_inserter(merged));
  into = std::move(merged);
}

}  // namespace

const char* name(SafetyMethod method) {
  switch (method) {
    case SafetyMethod::kBenson: return "benson";
    case SafetyMethod::kStatic: return "static";
    case SafetyMethod::kSearch: break;
  }
  return "search";
}

const char* name(SafetyRule rule) {
  switch (rule) {
    case SafetyRule::kAssumed: return "assumed";
    case SafetyRule::kUnconditional: return "unconditional";
    case SafetyRule::kChains: return "chains";
    case SafetyRule::kTwoVital: return "two-vital";
    case SafetyRule::kNoRoom: return "no room";
    case SafetyRule::kConnected: return "connected";
    case SafetyRule::kOneEye: return "one eye";
    case SafetyRule::kSearch: break;
  }
  return "search";
}

int Safety::points(Player player) const {
  return static_cast<int>(stones[player].size() + territory[player].size());
}

void Safety::add(const Board& board, SafetyClaim claim) {
  insert_sorted(stones[claim.owner], claim.stones);
  insert_sorted(territory[claim.owner], claim.territory);
  std::vector<Point> taken;
  for (const Point p : claim.territory) {
    if (board[p] != Colour::kEmpty) taken.push_back(p);
  }
  insert_sorted(dead[opponent(claim.owner)], taken);
  claims.push_back(std::move(claim));
}

Safety safety(const Board& board, SafetyMethod method, std::span<const Point> assumed,
              Budget& budget) {
  budget.poll();
  switch (method) {
    case SafetyMethod::kBenson: return unconditional(board, assumed);
    case SafetyMethod::kStatic: break;
    case SafetyMethod::kSearch:
      throw Error("safety by search is not known to the rules",
                  "call searched_safety() of decomp/go/life/safety_search.hpp");
  }
  // The sets of 19 x 19 take six words; those of the largest board seven times as many.
  constexpr std::size_t kUsualWords = 6;
  constexpr std::size_t kMostWords = (std::size_t{kMaxSide} * kMaxSide + 63) / 64;
  if (static_cast<std::size_t>(board.size()) <= PointSet<kUsualWords>::kCapacity) {
    return StaticSafety<PointSet<kUsualWords>>(board, assumed, budget).run();
  }
  return StaticSafety<PointSet<kMostWords>>(board, assumed, budget).run();
}

Safety safety(const Board& board, SafetyMethod method, Budget& budget) {
  return safety(board, method, {}, budget);
}

std::vector<MiaiPair> open_pairs(const Safety& safety, Player player) {
  const std::vector<Point>& settled = safety.territory[player];
  const auto open = [&](Point p) { return !std::binary_search(settled.begin(), settled.end(), p); };
  std::vector<MiaiPair> out;
  for (const SafetyClaim& claim : safety.claims) {
    if (claim.owner != player) continue;
    for (const MiaiPair& pair : claim.certificate.links) {
      if (open(pair.first) || open(pair.second)) out.push_back(pair);
    }
  }
  return out;
}

std::vector<Point> neutral_points(const Board& board, const Safety& safety) {
  const auto size = static_cast<std::size_t>(board.size());
  PerPlayer<std::vector<char>> safe;
  for (const Player player : kPlayers) {
    safe[player].assign(size, 0);
    for (const Point p : safety.stones[player]) safe[player][board.index(p)] = 1;
    for (const Point p : safety.territory[player]) safe[player][board.index(p)] = 1;
  }
  const auto next_to_both = [&](Point p) {
    PerPlayer<bool> touches{false, false};
    for (const Point q : board.neighbours(p)) {
      for (const Player player : kPlayers) {
        touches[player] = touches[player] || safe[player][board.index(q)] != 0;
      }
    }
    return touches[Player::kLeft] && touches[Player::kRight];
  };
  std::vector<Point> out;
  for (std::size_t i = 0; i < size; ++i) {
    const Point p = board.point(i);
    if (board[p] != Colour::kEmpty || !next_to_both(p)) continue;
    if (safe[Player::kLeft][i] != 0 || safe[Player::kRight][i] != 0) continue;
    const Board::Neighbours near = board.neighbours(p);
    const bool neutral = std::all_of(near.begin(), near.end(), [&](Point q) {
      if (board[q] == Colour::kEmpty) return next_to_both(q);
      return safe[player_of(board[q])][board.index(q)] != 0;
    });
    if (neutral) out.push_back(p);
  }
  return out;
}

}  // namespace cgt::go
