// Life and death of a group among living stones of either colour (Kishimoto and Mueller 2005), by
// search with either side first and with either side winning all kos.
//
//   const go::Board board = go::parse_board("..O.X/.OXXX/OOX../.XX../XX...").board;
//   Budget budget;
//   const std::vector<Point> living{go::Point::at(4, 0)};
//   const go::Safety safe = go::searched_safety(board, living, budget);
//   go::group_status(board, go::Point::at(2, 0), safe, living, budget);
//
// A hunt is the question whether the enemy of a block, the hunter, can take it. Moves are the empty
// points of its area: all that hangs together with the block without a way through living stones of
// either colour, which never are taken. Both may pass, and two passes end play; so does the capture of
// the block. One side has all kos: it takes back at once, the other one never does. No suicide. Play that
// goes on for ever does not take the block. A block that must live is taken, too, if play ends before it
// has joined living stones or lives unconditionally.
//
// Each status but that of proved or assumed life and death follows from the answers to one hunt or two:
//   alive      not taken, though it must live and the hunter moves first and has the kos
//   seki       not taken, though the hunter moves first and has the kos, and not proved to be alive
//   dead       taken, though the owner moves first and has the kos
//   unsettled  taken if the hunter moves first and the owner has the kos; not taken if the owner moves
//              first and the hunter has the kos
//   ko         with one of the two moving first, taken if the hunter has the kos, and else not
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "decomp/go/board/board.hpp"
#include "decomp/go/safety/safety.hpp"

namespace cgt::go {

enum class GroupStatus : std::uint8_t {
  kAlive,  // safe, or assumed to live, or gets eyes or joins living stones, the enemy moving first
  kSeki,   // cannot be taken, though the enemy moves first, but is not proved to be alive
  kDead,   // is taken even if it moves first and wins every ko
  kUnsettled,  // who moves first decides, without ko
  kKo,         // a ko decides, for one of the first movers at least
  kUnknown     // stones around live by answers there, more than 64 points, out of nodes
};
// "alive", "seki", "dead", "unsettled", "ko", "unknown".
CGT_API const char* name(GroupStatus status);

// The answer to a hunt, and how its winner answers all that the loser can do. The answers are in the
// order of a walk: the loser moves at all empty points of the area in board order, wherever he may, and
// at last he passes; the winner answers each of his moves, and moves first if it is his turn. The walk
// turns back where the block is taken, where play has ended, where the block lives unconditionally (Benson
// 1976, with eyes that no stone of the hunter around the area touches; what has joined living stones needs
// none), where it joins them next (by a liberty beside them if it moves, by two if the hunter does), and
// where it was before. To a position on its way it comes back only if the block is not taken.
// check_group() replays it, without a search.
struct CGT_API HuntProof {
  bool hunter_first = false;
  bool hunter_has_kos = false;
  bool must_live = false;
  bool taken = false;
  std::vector<std::optional<Point>> answers;  // none: a pass
  friend bool operator==(const HuntProof&, const HuntProof&) = default;
};

struct CGT_API GroupLife {
  std::vector<Point> stones;  // of the block, in board order
  Player owner = Player::kLeft;
  GroupStatus status = GroupStatus::kUnknown;
  std::string why;  // it is unknown; else ""
  // Of the hunts that the status follows from. Empty: there are none, not asked for, or left out.
  std::vector<HuntProof> proofs;
  bool proofs_left_out = false;  // they were asked for, and one is beyond the limits
  friend bool operator==(const GroupLife&, const GroupLife&) = default;
};

struct CGT_API GroupLimits {
  std::uint64_t nodes = 100'000;  // of one search
  // Of each proof: answers, 0 asks for no proofs; and nodes to find them.
  std::size_t most_answers = 0;
  std::uint64_t proof_nodes = 1'000'000;
};

// The area of a hunt for the block at `stone`, in board order: see above. What is `assumed` to live, stands.
CGT_API std::vector<Point> area_of(const Board& board, Point stone, const Safety& safety,
                                   std::span<const Point> assumed);

// Do stones of the player live because he answers in the area? Then he cannot answer there to all that the other
// one does.
CGT_API bool owes_answers(const Safety& safety, Player player, std::span<const Point> area);

// What hunts say of a block; none: an answer that is needed is not known. `taken(rules)` is asked for as few as
// may be.
template <class Taken>
std::optional<GroupStatus> status_by(const Taken& taken) {
  const std::optional<bool> at_best = taken(HuntRules{true, true});
  if (at_best == false) {
    // Without eyes of its own it may be a seki.
    const bool lives = taken(HuntRules{true, true, true}) == false;
    return lives ? GroupStatus::kAlive : GroupStatus::kSeki;
  }
  const std::optional<bool> at_worst = taken(HuntRules{false, false});
  if (at_worst == true) return GroupStatus::kDead;
  if (!at_best || !at_worst) return std::nullopt;
  const std::optional<bool> kills = taken(HuntRules{true, false});
  if (kills == false) return GroupStatus::kKo;
  const std::optional<bool> dies = taken(HuntRules{false, true});
  if (dies == true) return GroupStatus::kKo;
  if (!kills || !dies) return std::nullopt;
  return GroupStatus::kUnsettled;
}

// Is the block at `stone` taken, among stones that are `living`, if who moves first begins with these `moves`,
// between which the other one passes? None: they are not legal, it takes more than `nodes`, or its area has
// more than 64 points and blocks around. Throws BudgetExhausted.
CGT_API std::optional<bool> is_taken(const Board& board, Point stone, std::span<const Point> living,
                                     const HuntRules& rules, std::span<const Point> moves,
                                     std::uint64_t nodes, Budget& budget);

// Of the block at `stone`, on a board whose safe points are given. Stones around that are safe, or
// `assumed` to be, do not die. Requires a stone there, and that every block has a liberty. Throws
// BudgetExhausted.
CGT_API GroupLife group_life(const Board& board, Point stone, const Safety& safety,
                             std::span<const Point> assumed, Budget& budget,
                             const GroupLimits& limits = {});

// Its status alone; `nodes` for each search.
CGT_API GroupStatus group_status(const Board& board, Point stone, const Safety& safety,
                                 std::span<const Point> assumed, Budget& budget,
                                 std::uint64_t nodes = 100'000);

// Of all blocks that are neither safe nor assumed to live, in the order of their first points. A spent
// budget ends the searches, not the answer: the rest is unknown.
CGT_API std::vector<GroupLife> all_groups(const Board& board, const Safety& safety,
                                          std::span<const Point> assumed, Budget& budget,
                                          const GroupLimits& limits = {});

}  // namespace cgt::go
