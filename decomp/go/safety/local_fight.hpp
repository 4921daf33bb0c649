// LocalFight: alternating play inside an area that stones of one colour surround, for searches.
//
// The owner of the surrounding stones defends, the enemy moves first. Moves of both are the empty
// points of the area. Blocks around it are one node each; they have no liberties but those in the
// area (immortal ones need none), so that what is won here is won whatever happens elsewhere. A
// block that needs one eye only has the other one elsewhere: it may be without liberty here until
// the defender has answered. The attacker moves in one place at a time, so that its liberties
// never are gone everywhere.
//
// The defender wins when the static rules prove all stones that stood at first, and every point of
// the area. The attacker wins by taking one of these stones, and by play that goes on for ever.
//   - The attacker may pass, for he may play elsewhere, where he is answered. Then the defender has
//     a move, but no pass: this is how play ends, when nothing else is left.
//   - The defender may pass, unless the attacker just did.
//   - A pair of points may be given on which other proofs rest: where the attacker has taken one of
//     them, the defender has to take the other one at once.
//   - Ko: the attacker may always take back, the defender never at once. No suicide.
//
// Searches may be spared what the static rules settle (settle(), parts()): stones that are safe and
// their territory leave play for good, as stones of the defender that cannot be taken, and what lies
// apart after that is fought for apart. This is sound, for the defender answers where the enemy
// plays, but a defender who has to move finds no idle move where all is settled.
//
// hunting() asks another question of the same area: can the defender take a block of the enemy in
// it? Both may pass; two passes end play, and so may the enemy, who is not taken, go on for ever.
// One side has all kos: it may always take back, the other one never at once. Stones of the enemy
// around the area do not die; what joins them cannot be taken. What a confirmed hunt leaves after two
// passes is played once more, the hunter moving first and neither side having the kos, as Japanese rules
// confirm life and death: two more passes end it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "cgt/support/budget.hpp"
#include "decomp/go/board/board.hpp"
#include "decomp/go/board/point_set.hpp"
#include "decomp/go/safety/safety.hpp"

namespace cgt::go::safety_rules {

struct FightState {
  using Move = std::uint8_t;  // a node, or
  static constexpr Move kPass = 255;
  static constexpr Move kResign = 254;  // of a defender without any move

  std::uint64_t own = 0;  // of the defender, blocks around included
  std::uint64_t enemy = 0;
  std::uint64_t settled = 0;  // part of `own`: stones that cannot be taken, territory included
  Move ko = kPass;            // where the player to move may not play now
  bool defender = false;      // moves
  bool must_play = false;     // the other one passed; in a hunt, a pass ends play
  bool lost = false;          // by the defender
  bool confirming = false;    // play has ended once, in a confirmed hunt

  std::uint64_t hash() const;
  friend bool operator==(const FightState&, const FightState&) = default;
};

class LocalFight {
 public:
  using Set = PointSet<1>;
  enum class Verdict : std::int8_t { kLost = -1, kOpen = 0, kWon = 1 };

  // The area: points that hold no stone of the defender, and blocks of his whose every neighbour is
  // in the area, such that all other neighbours are stones of the defender; for a hunt, also stones
  // of the enemy that do not die. `immortal` and `one_eye` have a flag for each point of the board:
  // the block there needs no eye, or one only; blocks around that need none may be one node, which hunts
  // make no difference of. None if area and blocks are more than 64, or if the area has one point of a pair.
  static std::optional<LocalFight> make(const Board& board, Player defender,
                                        std::span<const Point> area, std::span<const char> immortal,
                                        std::span<const char> one_eye,
                                        std::span<const std::pair<Point, Point>> pairs,
                                        bool walls_are_one = false);

  // The hunt for the enemy block at `stone`, a point of the area. The pairs given are not observed.
  LocalFight hunting(Point stone, const HuntRules& rules) const;

  const FightState& start() const { return start_; }
  // The same fight from a later position.
  LocalFight from(const FightState& state) const {
    LocalFight out = *this;
    out.start_ = state;
    return out;
  }
  int empties() const { return empties_; }
  Point point_of(FightState::Move node) const { return points_[node]; }

  // Every move of the player to move, at least one unless the state is lost.
  void moves(const FightState& state, std::vector<FightState::Move>& out) const;
  void play(FightState& state, FightState::Move move) const;
  // From the point of view of the defender.
  Verdict verdict(const FightState& state) const;
  // The verdict, and the number of nodes that are not safe, in a hunt that of the block's liberties. What
  // is proved safe on its own is settled. A block that joins living stones at its next move, whatever the
  // defender plays before, is not taken.
  Verdict settle(FightState& state, int& open) const;
  // The defender has to win all parts in order to win the whole: each is a set of points that only
  // blocks which cannot be taken part from the others. Adds the first node of each; nothing if there is
  // one alone. Requires the enemy to move.
  void parts(const FightState& state, std::vector<FightState::Move>& out) const;
  // All but the part with this first node leave play.
  void keep_part(FightState& state, std::size_t first) const;
  // Has the defender won by eyes that need no answers? Each empty point touches a block that touches
  // all the empty points of its region, and each block of the beginning has the eyes that it needs
  // in such regions. Weaker than the static rules, and easy to check. Not in a hunt.
  bool has_eyes(const FightState& state) const;
  // Does the attacker have a group in the area that lives unconditionally, by eyes or by stones
  // around that do not die? In a hunt, the one hunted.
  bool enemy_lives(const FightState& state) const;
  // In a hunt: how many more stones join the block to living ones, if nobody disturbs, and one; no more
  // than told here. Else 1.
  static constexpr int kLongestWay = 8;
  int way_out(const FightState& state) const;

  // In a hunt: the surroundings of the block, up to stones that cannot be taken, and the points of them that
  // may become eyes.
  struct Room {
    std::uint64_t points = 0;
    std::uint64_t eyes = 0;
    bool closed = false;  // no point of it is beside living stones of the enemy
  };
  Room room(const FightState& state) const;
  // Is the block taken, whoever moves, for it cannot get two eyes there?
  bool eyeless(const Room& room) const;

  // Does the block get two eyes, by the static rules, whatever the hunter does first? He wins all kos. Never
  // if it has to live by the end of play: its owner need not have made them then.
  bool two_eyed(const FightState& state) const;
  bool is_hunt() const { return hunted_ != 0; }
  // Is every point of the pairs of make() outside of the area?
  bool free_of_pairs() const { return pairs_.empty(); }

 private:
  bool legal(const FightState& state, std::size_t node) const;
  // Stones of the defender that are connected to stones that nobody can take.
  std::uint64_t fixed_stones(const FightState& state) const;
  std::uint64_t block(std::size_t node, std::uint64_t stones) const;
  std::uint64_t around(std::uint64_t stones) const;
  bool gasps(const FightState& state) const;
  // Nodes but those of blocks that cannot be taken.
  std::uint64_t contested(const FightState& state) const;
  std::uint64_t immortal(const FightState& state) const { return immortal_ | state.settled; }
  // Points where the stones of a player cannot be taken.
  std::uint64_t living(const FightState& state, bool of_defender) const {
    return of_defender ? immortal(state) : haven_;
  }

  Graph<Set> graph_;
  std::vector<Point> points_;  // of the nodes of the area, which come first
  std::uint64_t area_ = 0;
  std::uint64_t immortal_ = 0;
  std::uint64_t one_eye_ = 0;
  std::uint64_t haven_ = 0;   // points of the area beside stones of the enemy around it
  std::uint64_t first_ = 0;   // stones of the defender at the start
  std::uint64_t hunted_ = 0;  // 0: no hunt
  HuntRules hunt_;
  std::vector<std::pair<FightState::Move, FightState::Move>> pairs_;
  FightState start_;
  int empties_ = 0;
};

// Does the defender win? The answer is that of all reachable states, of which only those that it rests
// on are looked at; none if it takes more than `most_states`. Charges the budget for each state and for
// each step from one to another. Throws BudgetExhausted.
std::optional<bool> decide_small(const LocalFight& fight, std::size_t most_states, Budget& budget);

}  // namespace cgt::go::safety_rules
