// Safety of stones and territory: unconditional (Benson 1976), or under alternating play without
// search (Mueller 1997, "Playing it safe: recognizing secure territories in computer Go by using
// static rules and search").
//
//   const Board board = parse_board("..X.O./X.XOO./XXXO.O/OOOOO./......").board;
//   Budget budget;
//   const Safety safe = safety(board, SafetyMethod::kStatic, budget);
//   safe.stones[Player::kRight], safe.claims.front().rule;
//
// What a claim says: if its owner answers every enemy move that matters at once, none of its stones
// is ever taken, and every point of its territory ends as his, though the enemy moves first.
// Answers may lie outside the claim: at a point of a miai pair that links two of its blocks.
//
// Terms, for a colour c. A region is a component of the points without stones of c; its blocks are
// those of c next to it; its interior points are its empty points next to no stone of c; a joint
// liberty is a liberty in it of all its blocks. A region is small if it has no interior point; a
// corridor if each point touches a stone of c and at most two others, unless it is a ring.
//   1-vital: makes an eye whoever moves first:
//     small, with one block, or with at most four and two joint liberties; or a corridor in which
//     no point next to two blocks holds an enemy stone and each block has two liberties, or one at
//     its end, and no two of them have just two there and at most one elsewhere; or with one block and two liberties of its own for each interior point; or a ring, or
//     a corridor with fewer liberties, of at most eight points, that search finds so.
//   2-vital: makes two eyes: a pair of joint liberties either of which cuts the region in two, and
//     that connects all interior points or is not needed to connect them.
//   Chain: blocks that miai pairs of liberties connect, in regions that are corridors or small; in a
//     corridor that only search finds 1-vital, if it does so with the answers at these pairs.
// Rules, in this order:
//   chains     every chain has two regions that are 1-vital, or all whose empty points are its
//              liberties, among regions next to such chains only
//   two-vital  a region that is 2-vital, with its blocks
//   no room    the border of the area is safe, all blocks in it connect, and the enemy has no place
//              for two eyes, false ones included: one eye and a false one are a ko
//   connected  all blocks connect with safe ones by miai pairs; then the enemy has no room, or all
//              interior points but one are connected by pairs
//   one eye    the border is safe, and search of the at most seven empty points says that the
//              enemy, who moves first, cannot live there, not even in seki
// No point serves two pairs: every pair is recorded, and rules that would use one again fail.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cgt/support/budget.hpp"
#include "decomp/go/board/board.hpp"

namespace cgt::go {

// kSearch: the static rules and then proof-number search of what they leave open; that is
// searched_safety() (decomp/go/life/safety_search.hpp), for rules know no search.
enum class SafetyMethod : std::uint8_t { kBenson, kStatic, kSearch };
// "benson", "static", "search".
CGT_API const char* name(SafetyMethod method);

enum class SafetyRule : std::uint8_t {
  kAssumed,
  kUnconditional,
  kChains,
  kTwoVital,
  kNoRoom,
  kConnected,
  kOneEye,
  kSearch
};
// "assumed", "unconditional", "chains", "two-vital", "no room", "connected", "one eye", "search".
CGT_API const char* name(SafetyRule rule);

// If the enemy plays one of `first` and `second`, the owner plays the other one. Then what touches
// both of them is connected: the blocks of the stones `from` and `to`, for to == from the block of
// `from` and anything safe, or the empty point `from` and the boundary.
struct CGT_API MiaiPair {
  Point from;
  Point to;
  Point first;
  Point second;
  friend bool operator==(const MiaiPair&, const MiaiPair&) = default;
};

enum class EyeRule : std::uint8_t {
  kVital,     // all empty points are liberties of a chain next to it
  kOneBlock,  // no interior point, one block
  kJoint,     // no interior point, at most four blocks, a pair of joint liberties
  kCorridor,  // a corridor without thin blocks
  kFilled,    // one block, a pair for each interior point
  kSearched   // a small ring or corridor, by search, with the pairs of the links in it
};

struct CGT_API SafetyEye {
  Point region;  // its first point
  EyeRule rule = EyeRule::kVital;
  std::vector<MiaiPair> pairs;
  friend bool operator==(const SafetyEye&, const SafetyEye&) = default;
};

// How the owner answers in regions that a search decided as one. The answers are in the order of a
// walk: the enemy moves first, at the points of the area in board order, and at last he passes; after
// each of his moves the owner answers. The walk turns back where the owner has won by eyes that need
// no answers any more, and where it was before; it never comes back to a position on its way.
struct CGT_API SafetyFight {
  std::vector<Point> regions;                 // their first points
  std::vector<std::optional<Point>> answers;  // none: a pass
  friend bool operator==(const SafetyFight&, const SafetyFight&) = default;
};

// Why a claim holds; check_safety() (safety_certificate.hpp) verifies it.
struct CGT_API SafetyCertificate {
  SafetyRule rule = SafetyRule::kUnconditional;
  std::vector<MiaiPair> links;  // of blocks; of a 2-vital region, its one pair
  std::vector<SafetyEye> eyes;  // of chains
  std::vector<MiaiPair> fills;  // of empty points, in an order in which they connect
  // Of a search. A block next to regions of two fights has one eye in each, any other one two. Empty:
  // the proof was not asked for, or is too long.
  std::vector<SafetyFight> fights;
  friend bool operator==(const SafetyCertificate&, const SafetyCertificate&) = default;
};

// Claims rest on those before them of the same owner. Points in board order.
struct CGT_API SafetyClaim {
  Player owner = Player::kLeft;
  std::vector<Point> stones;     // of the owner
  std::vector<Point> territory;  // empty points and dead enemy stones
  std::string rule;              // name(certificate.rule)
  SafetyCertificate certificate;
};

struct CGT_API Safety {
  std::vector<SafetyClaim> claims;
  PerPlayer<std::vector<Point>> stones;     // by owner, board order
  PerPlayer<std::vector<Point>> territory;  // by owner, dead enemy stones included, board order
  PerPlayer<std::vector<Point>> dead;       // by owner of the *stones*, board order

  // Points of all claims.
  int points(Player player) const;
  // Adds a claim to the list and its points, which no earlier claim may have, to the others.
  void add(const Board& board, SafetyClaim claim);
};

// A hunt of the enemy of a block for it (life/group_status.hpp): who moves first, who has the kos, and whether two
// passes are enough for the block, or it has to live by then, by eyes or by stones that do not die. A confirmed hunt
// goes on after two passes with the hunter to move and the basic rule of ko, until two more: it takes what only
// endless threats would keep.
struct CGT_API HuntRules {
  bool hunter_first = false;
  bool hunter_has_kos = false;
  bool must_live = false;
  bool confirmed = false;

  static constexpr std::size_t kCount = 16;
  std::size_t index() const {
    return (hunter_first ? 8U : 0U) + (hunter_has_kos ? 4U : 0U) + (must_live ? 2U : 0U) +
           (confirmed ? 1U : 0U);
  }
};

// Requires a board on which every block has a liberty. Blocks with a stone in `assumed` need no
// eyes. Charges the budget. Throws BudgetExhausted; Error if the method is kSearch.
CGT_API Safety safety(const Board& board, SafetyMethod method, std::span<const Point> assumed,
                      Budget& budget);
CGT_API Safety safety(const Board& board, SafetyMethod method, Budget& budget);

// Miai pairs on which claims of the player rest, with points outside his safe territory: where the
// enemy plays one point, the owner has to answer at the other one. A local game that calls the
// blocks there immortal leaves this out.
CGT_API std::vector<MiaiPair> open_pairs(const Safety& safety, Player player);

// Empty points that nobody can surround: next to safe points of both colours and to no stone that
// is not safe, with empty neighbours that are next to safe points of both colours, too.
CGT_API std::vector<Point> neutral_points(const Board& board, const Safety& safety);

}  // namespace cgt::go
