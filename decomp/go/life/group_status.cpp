#include "decomp/go/life/group_status.hpp"

#include "decomp/go/life/fight_search.hpp"
#include "decomp/go/safety/local_fight.hpp"

namespace cgt::go {
namespace {

using safety_rules::FightState;
using safety_rules::LocalFight;

// The stones of each player that do not die, by index of the point.
PerPlayer<std::vector<char>> living_stones_of(const Board& board, const Safety& safety,
                                              std::span<const Point> assumed) {
  PerPlayer<std::vector<char>> living;
  for (const Player player : kPlayers) {
    living[player].assign(static_cast<std::size_t>(board.size()), 0);
    for (const Point p : safety.stones[player]) living[player][board.index(p)] = 1;
  }
  for (const Point p : assumed) {
    if (board[p] == Colour::kEmpty) continue;
    for (const Point q : board.block(p).stones) living[player_of(board[p])][board.index(q)] = 1;
  }
  return living;
}

// What hangs together with the stone, up to stones that live.
std::vector<Point> area_around(const Board& board, Point stone,
                               const PerPlayer<std::vector<char>>& living) {
  std::vector<Point> area{stone};
  std::vector<char> seen(static_cast<std::size_t>(board.size()), 0);
  seen[board.index(stone)] = 1;
  for (std::size_t next = 0; next < area.size(); ++next) {
    for (const Point q : board.neighbours(area[next])) {
      const std::size_t at = board.index(q);
      if (seen[at] != 0) continue;
      if (living[Player::kLeft][at] != 0 || living[Player::kRight][at] != 0) continue;
      seen[at] = 1;
      area.push_back(q);
    }
  }
  std::sort(area.begin(), area.end());
  return area;
}

// Is the block of a hunt taken? None: out of nodes.
std::optional<bool> outcome_of(const LocalFight& hunt, std::uint64_t nodes, Budget& budget) {
  const search::Proof proof = search_fight(hunt, nodes, budget);
  if (proof == search::Proof::kOpen) return std::nullopt;
  return proof == search::Proof::kProved;
}

// The hunts for one block.
class Hunts {
 public:
  Hunts(const LocalFight& fight, Point stone, const GroupLimits& limits, Budget& budget)
      : fight_(fight), stone_(stone), limits_(limits), budget_(budget) {}

  void decide(GroupLife& life) {
    life.why = "the search took too many nodes";
    bool spent = false;  // then no other question is asked
    std::optional<bool> kills;
    const std::optional<GroupStatus> status = status_by([&](const HuntRules& rules) {
      const std::optional<bool> found = spent ? std::nullopt : taken(rules);
      spent = spent || !found;
      if (rules.hunter_first && !rules.hunter_has_kos) kills = found;
      return found;
    });
    if (!status) return;
    switch (*status) {
      case GroupStatus::kAlive: return settle(life, *status, {{true, true, true, false, {}}});
      case GroupStatus::kSeki: return settle(life, *status, {{true, true, false, false, {}}});
      case GroupStatus::kDead: return settle(life, *status, {{false, false, false, true, {}}});
      case GroupStatus::kUnsettled:
        return settle(life, *status,
                      {{true, false, false, true, {}}, {false, true, false, false, {}}});
      case GroupStatus::kKo: {
        // Of which first mover a ko decides.
        const bool first = kills == false;
        return settle(life, *status,
                      {{first, true, false, true, {}}, {first, false, false, false, {}}});
      }
      case GroupStatus::kUnknown: break;
    }
  }

 private:
  // None: out of nodes.
  std::optional<bool> taken(const HuntRules& rules) const {
    return outcome_of(fight_.hunting(stone_, rules), limits_.nodes, budget_);
  }

  void settle(GroupLife& life, GroupStatus status, std::vector<HuntProof> asked) {
    life.status = status;
    life.why.clear();
    if (limits_.most_answers == 0) return;
    for (HuntProof& proof : asked) {
      const LocalFight hunt =
          fight_.hunting(stone_, {proof.hunter_first, proof.hunter_has_kos, proof.must_live});
      const auto answers =
          answers_of_hunt(hunt, proof.taken, limits_.proof_nodes, limits_.most_answers, budget_);
      if (!answers) {
        life.proofs_left_out = true;
        return;
      }
      for (const FightState::Move move : *answers) {
        proof.answers.push_back(move == FightState::kPass ? std::optional<Point>()
                                                          : hunt.point_of(move));
      }
    }
    life.proofs = std::move(asked);
  }

  const LocalFight& fight_;
  Point stone_;
  const GroupLimits& limits_;
  Budget& budget_;
};

}  // namespace

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

bool owes_answers(const Safety& safety, Player player, std::span<const Point> area) {
  const auto inside = [&](const MiaiPair& pair) {
    return std::binary_search(area.begin(), area.end(), pair.first) ||
           std::binary_search(area.begin(), area.end(), pair.second);
  };
  const auto any = [&](const std::vector<MiaiPair>& pairs) {
    return std::any_of(pairs.begin(), pairs.end(), inside);
  };
  return std::any_of(safety.claims.begin(), safety.claims.end(), [&](const SafetyClaim& claim) {
    const SafetyCertificate& why = claim.certificate;
    if (claim.owner != player) return false;
    return any(why.links) || any(why.fills) ||
           std::any_of(why.eyes.begin(), why.eyes.end(),
                       [&](const SafetyEye& eye) { return any(eye.pairs); });
  });
}

std::optional<bool> is_taken(const Board& board, Point stone, std::span<const Point> living,
                             const HuntRules& rules, std::span<const Point> moves,
                             std::uint64_t nodes, Budget& budget) {
  const PerPlayer<std::vector<char>> stands = living_stones_of(board, {}, living);
  const Player owner = player_of(board[stone]);
  if (stands[owner][board.index(stone)] != 0) return false;
  const std::vector<Point> area = area_around(board, stone, stands);
  const std::vector<char> none(static_cast<std::size_t>(board.size()), 0);
  const Player hunter = opponent(owner);
  const auto fight = LocalFight::make(board, hunter, area, stands[hunter], none, {}, true);
  if (!fight) return std::nullopt;
  const LocalFight hunt = fight->hunting(stone, rules);
  FightState state = hunt.start();
  std::vector<FightState::Move> legal;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (i > 0) hunt.play(state, FightState::kPass);
    legal.clear();
    hunt.moves(state, legal);
    const auto move = std::ranges::find_if(legal, [&](FightState::Move m) {
      return m != FightState::kPass && m != FightState::kResign && hunt.point_of(m) == moves[i];
    });
    if (move == legal.end()) return std::nullopt;
    hunt.play(state, *move);
    const LocalFight::Verdict verdict = hunt.verdict(state);
    if (verdict != LocalFight::Verdict::kOpen) return verdict == LocalFight::Verdict::kWon;
  }
  return outcome_of(hunt.from(state), nodes, budget);
}

std::vector<Point> area_of(const Board& board, Point stone, const Safety& safety,
                           std::span<const Point> assumed) {
  return area_around(board, stone, living_stones_of(board, safety, assumed));
}

GroupLife group_life(const Board& board, Point stone, const Safety& safety,
                     std::span<const Point> assumed, Budget& budget, const GroupLimits& limits) {
  GroupLife out;
  out.stones = board.block(stone).stones;
  out.owner = player_of(board[stone]);
  const PerPlayer<std::vector<char>> living = living_stones_of(board, safety, assumed);
  const auto& dead = safety.dead[out.owner];
  if (living[out.owner][board.index(stone)] != 0) out.status = GroupStatus::kAlive;
  if (std::binary_search(dead.begin(), dead.end(), stone)) out.status = GroupStatus::kDead;
  if (out.status != GroupStatus::kUnknown) return out;
  const std::vector<Point> area = area_around(board, stone, living);
  const Player hunter = opponent(out.owner);
  if (owes_answers(safety, hunter, area) || owes_answers(safety, out.owner, area)) {
    out.why = "stones around it live by answers in its area";
    return out;
  }
  const std::vector<char> none(static_cast<std::size_t>(board.size()), 0);
  const auto fight = LocalFight::make(board, hunter, area, living[hunter], none, {}, true);
  if (!fight) {
    out.why = "its area has more than 64 points and blocks around";
    return out;
  }
  Hunts(*fight, stone, limits, budget).decide(out);
  return out;
}

GroupStatus group_status(const Board& board, Point stone, const Safety& safety,
                         std::span<const Point> assumed, Budget& budget, std::uint64_t nodes) {
  return group_life(board, stone, safety, assumed, budget, {.nodes = nodes}).status;
}

std::vector<GroupLife> all_groups(const Board& board, const Safety& safety,
                                  std::span<const Point> assumed, Budget& budget,
                                  const GroupLimits& limits) {
  const PerPlayer<std::vector<char>> living = living_stones_of(board, safety, assumed);
  std::vector<GroupLife> out;
  std::vector<char> seen(static_cast<std::size_t>(board.size()), 0);
  for (std::size_t i = 0; i < seen.size(); ++i) {
    const Point p = board.point(i);
    if (seen[i] != 0 || board[p] == Colour::kEmpty || living[player_of(board[p])][i] != 0) continue;
    try {
      out.push_back(group_life(board, p, safety, assumed, budget, limits));
    } catch (const BudgetExhausted& spent) {
      GroupLife open;
      open.stones = board.block(p).stones;
      open.owner = player_of(board[p]);
      open.why = describe(spent.reason());
      out.push_back(std::move(open));
    }
    for (const Point q : out.back().stones) seen[board.index(q)] = 1;
  }
  return out;
}

}  // namespace cgt::go
