#include "decomp/solve/go/safety/fight_search.hpp"

#include <cstddef>
#include <vector>

#include "decomp/search/outcomes/df_pn.hpp"

namespace cgt::go {
namespace {

using safety_rules::FightState;
using safety_rules::LocalFight;

// A LocalFight as searches see it; player 0 is the defender.
struct FightGame {
  using Move = FightState::Move;

  const LocalFight* fight = nullptr;
  FightState state;

  search::GameType type() const {
    search::GameType type;
    type.may_repeat = true;
    return type;
  }
  int player() const {
    if (state.lost) return search::kTerminal;
    return state.defender ? 0 : 1;
  }
  void moves(std::vector<Move>& out) const { fight->moves(state, out); }
  void play(Move move) { fight->play(state, move); }
  std::uint64_t hash() const { return state.hash(); }
  friend bool operator==(const FightGame& a, const FightGame& b) { return a.state == b.state; }
};

struct FightJudge {
  search::Verdict operator()(const FightGame& game) const {
    return static_cast<search::Verdict>(game.fight->verdict(game.state));
  }
};

}  // namespace

search::Proof search_fight(const LocalFight& fight, std::uint64_t nodes, Budget& budget) {
  search::DfPnOptions options;
  options.table_entries = std::size_t{1} << 15U;
  options.line_moves = 0;
  search::DfPn<FightGame, FightJudge> search(FightJudge{}, options);
  Budget part = budget.part(nodes);
  const auto result = search.search(FightGame{&fight, fight.start()}, part);
  budget.charge(part.used_nodes());
  budget.poll();
  return result.proof;
}

}  // namespace cgt::go
