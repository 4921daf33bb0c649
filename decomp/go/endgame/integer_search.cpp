#include "decomp/go/endgame/integer_search.hpp"

#include <bit>

#include "decomp/go/board/point_set.hpp"
#include "decomp/go/board/settled.hpp"
#include "decomp/go/life/region_bits.hpp"
#include "decomp/search/df_pn.hpp"

namespace cgt::go {
namespace {

// Player 0 of the search is the defender, who has to win moving second.
struct RaceState : GroundState {
  std::int32_t free = 0;  // free moves of the defender; of the attacker, negative
  bool stuck = false;     // who moves has no move

  friend bool operator==(const RaceState&, const RaceState&) = default;
};

// A region and free moves, for one defender.
class Race {
 public:
  Race(const Ground& ground, Player defender) : ground_(ground), defender_(defender) {}

  static constexpr std::int8_t kFreeMove = -1;

  RaceState start(std::int64_t free) const {
    RaceState out;
    out.own = ground_.stones[defender_];
    out.enemy = ground_.stones[opponent(defender_)];
    out.free = static_cast<std::int32_t>(free);
    settle(out);
    return out;
  }

  void moves(const RaceState& s, std::vector<std::int8_t>& out) const {
    ground_.moves(s, defender_, out);
    if (s.defends ? s.free > 0 : s.free < 0) out.push_back(kFreeMove);
  }

  void play(RaceState& s, std::int8_t move) const {
    const std::int32_t mine = s.defends ? 1 : -1;
    if (move == kFreeMove) {
      Ground::pass(s);
      s.free -= mine;
    } else {
      s.free += mine * std::popcount(ground_.play(s, defender_, move));
      settle(s);
    }
  }

  // True only if who moves has a move: a quick look.
  bool surely_moves(const RaceState& s) const {
    if (s.defends ? s.free > 0 : s.free < 0) return true;
    CellSet free = ground_.empty(s);
    CellSet next = 0;  // empty cells next to empty ones
    for_cells(free, [&](int c) { next |= ground_.near[static_cast<std::size_t>(c)]; });
    free &= next;
    return (s.ko >= 0 ? free & ~cell_bit(s.ko) : free) != 0;
  }

  search::Verdict verdict(const RaceState& s, std::int32_t& short_by) const {
    const Gains gains = gains_at_most(s);
    short_by = gains.attacker - s.free;
    const std::int32_t least = -gains.defender;
    // The attacker loses if he moves first, the defender if he does.
    if (!s.defends && short_by <= 0) return search::Verdict::kWin;
    if (least > s.free || (s.defends && least == s.free)) return search::Verdict::kLoss;
    return search::Verdict::kUnknown;
  }

 private:
  // What each can gain at most; negative: what the other one is sure of.
  struct Gains {
    std::int32_t attacker = 0;
    std::int32_t defender = 0;
  };
  using Set = PointSet<1>;

  // What is in play: cells but those of stones that cannot be taken, and what touches such.
  struct Open {
    CellSet all = 0;
    PerPlayer<CellSet> walls{};
  };
  Open open_of(const RaceState& s) const {
    Open out;
    out.all = ground_.all;
    for (const Player player : kPlayers) {
      const CellSet stones = player == defender_ ? s.own : s.enemy;
      const CellSet immortal = ground_.immortal(stones, player, s.settled);
      out.walls[player] = ground_.walls[player] | ground_.around(immortal);
      out.all &= ~immortal;
    }
    return out;
  }

  // What is settled leaves play, and counts as free moves (board/settled.hpp).
  void settle(RaceState& s) const {
    const Open open = open_of(s);
    PerPlayer<Set> stones;
    PerPlayer<Set> walls;
    bool any = false;
    for (const Player player : kPlayers) {
      stones[player] = Set::of_word((player == defender_ ? s.own : s.enemy) & open.all);
      walls[player] = Set::of_word(open.walls[player] & open.all);
    }
    // No eye is without a cell that no immortal stone of the enemy touches.
    for (const Player player : kPlayers) {
      any = any || (open.all & ~stones[player].word(0) & ~open.walls[opponent(player)]) != 0;
    }
    if (!any) return;
    const Set all = Set::of_word(open.all);
    const auto around = [&](const Set& set) { return Set::of_word(ground_.around(set.word(0))); };
    SettledParts<Set> found;
    Settler<Set, decltype(around)> settler(all, stones, walls, around);
    for (const Player player : kPlayers) settler.settle(player, found);
    if (!found.any) return;
    for (const Player player : kPlayers) {
      const CellSet theirs = found.territory[player].word(0);
      const CellSet taken = theirs & (s.own | s.enemy);
      const std::int32_t worth = std::popcount(theirs) + std::popcount(taken);
      s.free += player == defender_ ? worth : -worth;
      s.own &= ~theirs;
      s.enemy &= ~theirs;
      (player == defender_ ? s.own : s.enemy) |= theirs;
      s.settled |= theirs | found.stones[player].word(0);
    }
  }

  // A player gains at most the cells that touch no immortal stone of the other one, two for each of his
  // stones that are not immortal, and one if the cells that do touch one are odd (safety/bounds.hpp has
  // the proof).
  Gains gains_at_most(const RaceState& s) const {
    const Open open = open_of(s);
    const CellSet near_own = open.walls[defender_];
    const CellSet near_enemy = open.walls[opponent(defender_)];
    const CellSet contested = open.all;
    const CellSet free = ground_.empty(s);
    Gains out;
    const auto most = [&](CellSet rim, CellSet stones) {
      return std::popcount(contested & free & ~rim) + 2 * std::popcount(contested & stones) +
             std::popcount(contested & free & rim) % 2;
    };
    out.attacker += most(near_own, s.own);
    out.defender += most(near_enemy, s.enemy);
    return out;
  }

  const Ground& ground_;
  Player defender_;
};

struct RaceGame {
  using Move = std::int8_t;

  const Race* race = nullptr;
  RaceState state;
  search::Verdict verdict = search::Verdict::kUnknown;
  std::int32_t short_by = 0;

  RaceGame(const Race& the_race, std::int64_t free) : race(&the_race), state(the_race.start(free)) {
    judge();
  }

  search::GameType type() const { return {.may_repeat = true}; }
  int player() const { return state.stuck ? search::kTerminal : state.defends ? 0 : 1; }
  void moves(std::vector<Move>& out) const { race->moves(state, out); }
  void play(Move move) {
    race->play(state, move);
    judge();
  }
  std::uint64_t hash() const {
    const auto flags = static_cast<std::uint64_t>(static_cast<std::uint32_t>(state.free)) << 10U |
                       static_cast<std::uint64_t>(state.ko + 1) << 2U | (state.defends ? 2U : 0U);
    return mix(mix(state.own, state.enemy), mix(state.settled, flags));
  }
  friend bool operator==(const RaceGame& a, const RaceGame& b) { return a.state == b.state; }

 private:
  void judge() {
    verdict = race->verdict(state, short_by);
    if (verdict != search::Verdict::kUnknown || race->surely_moves(state)) return;
    std::vector<Move> left;
    race->moves(state, left);
    state.stuck = left.empty();
    if (state.stuck) verdict = state.defends ? search::Verdict::kLoss : search::Verdict::kWin;
  }
};

struct RaceJudge {
  search::Verdict operator()(const RaceGame& game) const { return game.verdict; }
  search::ProofPair estimate(const RaceGame& game) const {
    switch (game.verdict) {
      case search::Verdict::kWin: return search::kProvedPair;
      case search::Verdict::kLoss: return search::kDisprovedPair;
      case search::Verdict::kUnknown: break;
    }
    // To prove takes the more, the more the attacker may still gain.
    return {static_cast<search::ProofNumber>(std::max(game.short_by, 1)), 1};
  }
};

// Is the value, for the defender's opponent, at most n?
class AtMost {
 public:
  AtMost(const Ground& ground, Player defender, std::uint64_t nodes, Budget& budget)
      : race_(ground, defender), nodes_(nodes), budget_(budget), search_(RaceJudge{}, options()) {}

  // False also if the nodes do not suffice.
  bool proved(std::int64_t n) {
    const RaceGame game(race_, n);
    Budget part = budget_.part(nodes_);
    const auto result = search_.search(game, part);
    budget_.charge(part.used_nodes());
    budget_.poll();
    return result.proof == search::Proof::kProved;
  }

 private:
  static search::DfPnOptions options() {
    search::DfPnOptions out;
    out.table_entries = std::size_t{1} << 17U;
    out.line_moves = 0;
    return out;
  }

  Race race_;
  std::uint64_t nodes_;
  Budget& budget_;
  search::DfPn<RaceGame, RaceJudge> search_;
};

// The least n that is proved, by bisection.
struct Bisection {
  AtMost question;
  std::int64_t from;  // none below is asked for any more
  std::int64_t to;    // proved

  bool open() const { return from < to; }
  void ask() {
    const std::int64_t middle = from + (to - from) / 2;
    if (question.proved(middle)) {
      to = middle;
    } else {
      from = middle + 1;
    }
  }
};

}  // namespace

void search_integer_bounds(const Region& region, std::uint64_t nodes, Budget& budget,
                           Bounds& known) {
  const std::optional<Ground> ground = Ground::of(region);
  if (!ground) return;
  Bisection white{{*ground, Player::kRight, nodes, budget}, known.lower, known.upper};
  Bisection black{{*ground, Player::kLeft, nodes, budget}, -known.upper, -known.lower};
  // In turns, so that a budget buys as much of either.
  while (white.open() || black.open()) {
    if (white.open()) white.ask();
    known.upper = white.to;
    black.from = std::max(black.from, -known.upper);
    if (black.open()) black.ask();
    known.lower = -black.to;
    white.from = std::max(white.from, known.lower);
  }
}

}  // namespace cgt::go
