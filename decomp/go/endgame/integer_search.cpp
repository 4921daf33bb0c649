#include "decomp/go/endgame/integer_search.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <vector>

#include "cgt/support/hash.hpp"
#include "cgt/support/player.hpp"
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

  // In an area whose every cell touches immortal stones of one player and none of the other, each empty
  // cell counts one for him and each stone of the other two (Region::split()). Elsewhere a player gains
  // at most the cells that touch no immortal stone of the other one, two for each of his stones that are
  // not immortal, and one if the cells that do touch one are odd (safety/bounds.hpp has the proof).
  Gains gains_at_most(const RaceState& s) const {
    const CellSet own = ground_.immortal(s.own, defender_);
    const CellSet enemy = ground_.immortal(s.enemy, opponent(defender_));
    const CellSet near_own = ground_.walls[defender_] | ground_.around(own);
    const CellSet near_enemy = ground_.walls[opponent(defender_)] | ground_.around(enemy);
    const CellSet free = ground_.empty(s);
    const CellSet open = ground_.all & ~own & ~enemy;
    Gains out;
    CellSet contested = 0;
    for (CellSet rest = open; rest != 0;) {
      const CellSet part = ground_.component(std::countr_zero(rest), rest);
      rest &= ~part;
      const std::int32_t worth = std::popcount(part) + std::popcount(part & ~free);
      if ((part & ~near_own) == 0 && (part & near_enemy) == 0) {
        out.attacker -= worth;
        out.defender += worth;
      } else if ((part & ~near_enemy) == 0 && (part & near_own) == 0) {
        out.attacker += worth;
        out.defender -= worth;
      } else {
        contested |= part;
      }
    }
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
    return mix(mix(state.own, state.enemy), flags);
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
