// Tsumego: what becomes of one block, and by which moves, among walls that are open towards the rest of
// the board.
//
//   const Board board = parse_board("..O.X/.OXXX/OOX../.XX../XX...").board;
//   Budget budget;
//   const std::vector<Point> living{Point::at(4, 0)};
//   const Safety safe = searched_safety(board, living, budget);
//   const GroupMoves found = group_moves(board, Point::at(2, 0), safe, living, budget);
//   if (found.status == GroupStatus::kUnsettled) board.name(found.killing.front());
//
// The questions are the hunts of group_status.hpp. Where the area of the block is too large for them they are
// asked of the points within some steps of it. That the block is taken holds if it is taken with living stones
// of its owner on all the other points; that it is not taken, if it is not with living stones of the hunter
// there: more could neither of them have. What neither shows stays unknown. Where the owner has the kos, hunts
// are confirmed: a block that he keeps only by taking a ko back for ever is dead, as bent four in the corner.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "decomp/go/life/group_status.hpp"

namespace cgt::go {

// What becomes of a block by the play of either player, one of whom moves first.
enum class Fate : std::uint8_t {
  kKept,   // whoever has the kos
  kKo,     // who has the kos decides
  kTaken,  // whoever has the kos
};
// "kept", "ko", "taken".
CGT_API const char* name(Fate fate);

struct CGT_API GroupMoves {
  std::vector<Point> stones;  // of the block, in board order
  Player owner = Player::kLeft;
  GroupStatus status = GroupStatus::kUnknown;
  // If the enemy moves first, and if its owner does. None: not known; the status may be known without them.
  std::optional<Fate> enemy_first;
  std::optional<Fate> owner_first;
  // Of dead and unsettled blocks: would its owner keep it by taking a ko back again and again, for ever? None:
  // not known.
  std::optional<bool> endless;
  // First moves after which the block is taken, or not, whoever has the kos: of unsettled blocks. Where a
  // ko decides, after which it is so if the player who made the move has them; none if he need not move then.
  std::vector<Point> killing;
  std::vector<Point> saving;
  // Of a ko: how many moves in a row settle it for the hunter, and for the owner, whoever has the kos: 2 and
  // 1, or 1 and 2 are a direct ko; one more for each approach move. None: not found.
  std::optional<int> hunter_moves;
  std::optional<int> owner_moves;
  bool owed = false;  // stones around it live by answers in its area, which are taken for granted
  int steps = 0;      // that the points searched are away from the block; 0: its whole area
  std::string why;    // it is unknown; else ""
};

struct CGT_API GroupMovesLimits {
  std::uint64_t nodes = 10'000'000;  // of each hunt, at most; searches begin with fewer
  std::size_t points = 62;           // of an area that is searched
};

// `living` stand, besides what is safe: a stone of each such block. Requires a stone there that is none of
// these, and that every block has a liberty. A spent budget leaves what is not found yet unknown.
CGT_API GroupMoves group_moves(const Board& board, Point stone, const Safety& safety,
                               std::span<const Point> living, Budget& budget,
                               const GroupMovesLimits& limits = {});

}  // namespace cgt::go
