#include "decomp/go/life/fight_search.hpp"

#include <bit>

#include "decomp/search/df_pn.hpp"

namespace cgt::go {
namespace {

using safety_rules::FightState;
using safety_rules::LocalFight;

// A LocalFight as searches see it; player 0 is the defender.
struct FightGame {
  using Move = FightState::Move;

  const LocalFight* fight = nullptr;
  FightState state;

  search::GameType type() const { return {.may_repeat = true}; }
  int player() const {
    if (state.lost) return search::kTerminal;
    return state.defender ? 0 : 1;
  }
  void moves(std::vector<Move>& out) const { fight->moves(state, out); }
  void play(Move move) { fight->play(state, move); }
  std::uint64_t hash() const { return state.hash(); }
  friend bool operator==(const FightGame& a, const FightGame& b) { return a.state == b.state; }
};

// Wins are those that need no more answers.
struct EyesJudge {
  search::Verdict operator()(const FightGame& game) const {
    if (game.fight->has_eyes(game.state)) return search::Verdict::kWin;
    return game.state.lost || game.fight->enemy_lives(game.state) ? search::Verdict::kLoss
                                                                  : search::Verdict::kUnknown;
  }
};

struct StateHash {
  using is_avalanching = void;
  std::size_t operator()(const FightState& state) const {
    return static_cast<std::size_t>(state.hash());
  }
};

// Hunts as they are played out; wins are those of the hunter.
struct HuntJudge {
  search::Verdict operator()(const FightGame& game) const {
    return static_cast<search::Verdict>(game.fight->verdict(game.state));
  }
};

// The answers of one player, the winner, to all that the other one can do.
template <class Judge>
class AnswerWalk {
 public:
  AnswerWalk(const LocalFight& fight, bool defender_wins, std::size_t most, Budget& budget)
      : fight_(fight),
        defender_wins_(defender_wins),
        most_(most),
        budget_(budget),
        search_(Judge{}, options()) {}

  // False: he does not win, or by too long a proof.
  bool walk(const FightState& state) {
    const auto verdict = Judge{}(FightGame{&fight_, state});
    if (verdict != search::Verdict::kUnknown) {
      return (verdict == search::Verdict::kWin) == defender_wins_;
    }
    const auto [at, fresh] = done_.try_emplace(state, false);
    // Play that goes on for ever is not a win of the defender. False: on the way here.
    if (!fresh) return at->second || !defender_wins_;
    if (!(state.defender == defender_wins_ ? answer(state) : all_answers(state))) return false;
    done_[state] = true;
    return true;
  }

  std::vector<FightState::Move> take() { return std::move(answers_); }

 private:
  static search::DfPnOptions options() {
    search::DfPnOptions out;
    out.table_entries = std::size_t{1} << 17U;
    out.line_moves = 1;  // the shortest way: such answers never lead back
    return out;
  }

  FightState after(FightState state, FightState::Move move) const {
    fight_.play(state, move);
    return state;
  }

  bool all_answers(const FightState& state) {
    std::vector<FightState::Move> moves;
    fight_.moves(state, moves);
    return std::all_of(moves.begin(), moves.end(),
                       [&](FightState::Move move) { return walk(after(state, move)); });
  }

  bool answer(const FightState& state) {
    if (answers_.size() == most_) return false;
    const auto result = search_.search(FightGame{&fight_, state}, budget_);
    const bool won =
        result.proof == (defender_wins_ ? search::Proof::kProved : search::Proof::kDisproved);
    if (!won || result.best.empty()) return false;
    if (defender_wins_ && result.line.empty()) return false;
    // Who need not come to an end had better go where he was before.
    FightState::Move move = defender_wins_ ? result.line.front() : result.best.front();
    if (!defender_wins_) {
      const auto known =
          std::find_if(result.best.begin(), result.best.end(),
                       [&](FightState::Move m) { return done_.contains(after(state, m)); });
      if (known != result.best.end()) move = *known;
    }
    answers_.push_back(move);
    return walk(after(state, move));
  }

  const LocalFight& fight_;
  bool defender_wins_;
  std::size_t most_;
  Budget& budget_;
  search::DfPn<FightGame, Judge> search_;
  FlatMap<FightState, bool, StateHash> done_;
  std::vector<FightState::Move> answers_;
};

template <class Judge>
std::optional<std::vector<FightState::Move>> found_answers(const LocalFight& fight,
                                                           bool defender_wins, std::uint64_t nodes,
                                                           std::size_t most, Budget& budget) {
  Budget part = budget.part(nodes);
  AnswerWalk<Judge> walk(fight, defender_wins, most, part);
  bool won = false;
  try {
    won = walk.walk(fight.start());
  } catch (const BudgetExhausted&) {  // of the part, or of the whole: poll() tells
  }
  budget.charge(part.used_nodes());
  budget.poll();
  if (!won) return std::nullopt;
  return walk.take();
}

// The same game without what the static rules settle: a move of the enemy may be the choice of a part, by
// its first node.
struct SettledGame : FightGame {
  static constexpr Move kFirstPart = 128;

  LocalFight::Verdict verdict = LocalFight::Verdict::kOpen;
  int open = 0;

  explicit SettledGame(const LocalFight& the_fight) : FightGame{&the_fight, the_fight.start()} {
    verdict = fight->settle(state, open);
  }

  void moves(std::vector<Move>& out) const {
    const std::size_t before = out.size();
    if (!state.defender) fight->parts(state, out);
    if (out.size() == before) return fight->moves(state, out);
    for (std::size_t i = before; i < out.size(); ++i)
      out[i] = static_cast<Move>(out[i] + kFirstPart);
  }
  void play(Move move) {
    if (move >= kFirstPart && move < FightState::kResign) {
      fight->keep_part(state, static_cast<std::size_t>(move - kFirstPart));
    } else {
      fight->play(state, move);
    }
    verdict = fight->settle(state, open);
  }
};

struct SettledJudge {
  search::Verdict operator()(const SettledGame& game) const {
    return static_cast<search::Verdict>(game.verdict);
  }
  search::ProofPair estimate(const SettledGame& game) const {
    switch (game.verdict) {
      case LocalFight::Verdict::kWon: return search::kProvedPair;
      case LocalFight::Verdict::kLost: return search::kDisprovedPair;
      case LocalFight::Verdict::kOpen: break;
    }
    const auto open = static_cast<search::ProofNumber>(std::max(game.open, 1));
    // To prove takes the more, the more is not yet safe: so steeply that a line goes on as long as it
    // makes points safe.
    if (!game.fight->is_hunt()) return {open * open * open, 1};
    // In a hunt, the more liberties the block has and points that may become eyes; and to disprove, the
    // farther it is from living stones.
    const LocalFight::Room room = game.fight->room(game.state);
    if (game.fight->eyeless(room)) return search::kProvedPair;
    if (game.fight->two_eyed(game.state)) return search::kDisprovedPair;
    const auto eyes = static_cast<search::ProofNumber>(std::popcount(room.eyes)) + 1;
    return {open * eyes * eyes, static_cast<search::ProofNumber>(game.fight->way_out(game.state))};
  }
};

}  // namespace

search::Proof search_fight(const LocalFight& fight, std::uint64_t nodes, Budget& budget) {
  search::DfPnOptions options;
  options.table_entries =
      std::clamp<std::size_t>(nodes / 4, std::size_t{1} << 15U, std::size_t{1} << 20U);
  options.line_moves = 0;
  options.weak = fight.is_hunt();
  search::DfPn<SettledGame, SettledJudge> search(SettledJudge{}, options);
  Budget part = budget.part(nodes);
  const auto result = search.search(SettledGame(fight), part);
  budget.charge(part.used_nodes());
  budget.poll();
  return result.proof;
}

std::optional<std::vector<FightState::Move>> answers_of_fight(const LocalFight& fight,
                                                              std::uint64_t nodes, std::size_t most,
                                                              Budget& budget) {
  if (!fight.free_of_pairs() || fight.start().lost) return std::nullopt;
  return found_answers<EyesJudge>(fight, true, nodes, most, budget);
}

std::optional<std::vector<FightState::Move>> answers_of_hunt(const LocalFight& hunt, bool taken,
                                                             std::uint64_t nodes, std::size_t most,
                                                             Budget& budget) {
  return found_answers<HuntJudge>(hunt, taken, nodes, most, budget);
}

}  // namespace cgt::go
