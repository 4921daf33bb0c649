// What becomes of each block of a board, and whose each point is in the end: by proof where search
// decides it, else by estimate, which is never called exact.
//
//   const go::Board board = go::parse_board("..O.X/.OXXX/OOX../.XX../XX...").board;
//   Budget budget;
//   const go::Judgement judged = go::judge(board, Player::kLeft, {}, budget);
//   judged.living();  // a stone of each block that lives, to be assumed (partition.hpp)
//   judged.count(board, go::Scoring::kTerritory);  // Black minus White if play ends here
//
// In this order, and nothing is said against what comes before it:
//   1. proof     What is safe by search, or what a hunt settles among proved and told stones
//                (life/safety_search.hpp, life/group_status.hpp).
//   2. told      What the user, or the record by its marks, says of life and death.
//   3. engine    What another program says of it, if it was asked.
//   4. playouts  A block lives if it stands at the end of most playouts, with either colour first.
//   5. search    A hunt among the living overrules 4: this holds if those live. What falls there is no
//                help to others, which are hunted again. No block is dead by walls that live by its
//                death alone: where these are neither safe nor told, it has to be dead as well if they
//                may be taken, and else they are hunted with it (two groups that share liberties, and
//                stones that two groups take only one after the other).
// Step 5 is left out where an engine was asked. Where it finds that who moves first decides, or a ko,
// nothing is assumed of the block: it is a part of an open area. Nor is life assumed of a block in
// atari or in seki, of one of which the playouts are in doubt, or of those that would kill together what
// is not dead.
//
// Deterministic as long as the budget is not the clock's. Without budget it says less, and never
// throws for want of it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cgt/support/budget.hpp"
#include "cgt/support/player.hpp"
#include "decomp/go/board/board.hpp"
#include "decomp/go/endgame/endgame.hpp"
#include "decomp/go/life/group_status.hpp"

namespace cgt::go {

enum class JudgedBy : std::uint8_t { kProof, kTold, kEngine, kPlayouts, kSearch };
// "proof", "told", "engine", "playouts", "search".
const char* name(JudgedBy source);

struct JudgedBlock {
  std::vector<Point> stones;  // board order
  Player owner = Player::kLeft;
  GroupStatus status = GroupStatus::kUnknown;
  JudgedBy by = JudgedBy::kPlayouts;
  int percent = 0;  // of the playouts, or of the engine's, that keep it, if `by` says so
  // It lives without doubt, in no seki, in which what looks like its territory counts nothing, and is not
  // in atari.
  bool assumable = false;

  bool lives() const { return status == GroupStatus::kAlive || status == GroupStatus::kSeki; }
  bool proved() const { return by == JudgedBy::kProof; }
  // Said by playouts or an engine that are not of one mind.
  bool doubtful() const;
};

struct Judgement {
  std::vector<JudgedBlock> blocks;  // all, in the order of their first stones
  // By Board::index, from 1 (Black's) to -1 (White's); never empty.
  std::vector<float> owners;

  // Does it stand when play ends? Where who moves first or a ko decides, by `owners`.
  bool stands(const JudgedBlock& block, const Board& board) const;
  // A stone of each block to be taken to live, in board order; nothing for blocks that are proved to
  // be safe.
  std::vector<Point> living() const;
  // Stones of the blocks that do not live, in board order.
  std::vector<Point> dead() const;
  // By Board::index: whose point it is if the dead stones are taken off and play ends. A piece of empty
  // points next to one colour only is that colour's, but not the eye of a seki under territory scoring;
  // a piece next to both is open, and goes by `owners` if most of it is beyond doubt.
  std::vector<Colour> territory(const Board& board, Scoring scoring) const;
  // Black minus White by that, without komi and earlier prisoners: under territory scoring points and
  // dead stones, under area scoring points and stones.
  int count(const Board& board, Scoring scoring) const;
  // What makes it an estimate, a line each: doubtful blocks, and open points. Empty: no doubt, which
  // is not a proof.
  std::vector<std::string> doubts(const Board& board) const;
};

struct JudgeOptions {
  std::vector<Point> living{};  // told: a stone of each block that lives
  std::vector<Point> dead{};    // told: a stone of each block that is dead
  std::vector<Point> seki{};    // of the engine: stones in seki
  // Of blocks, if search has found it already (all_groups) with those told to live: not searched again.
  std::vector<GroupLife> lives{};
  // Of another program, by Board::index, from 1 (Black's) to -1 (White's); empty: playouts tell.
  std::vector<float> owners{};
  std::uint64_t playouts = 1'000;  // with each colour first
  std::uint64_t nodes = 20'000;    // of one hunt
};

// How many answers inside its own territory each player owes if the other one plays at all open points
// that he can reach from his living stones: of the blocks that are taken to live, those that then
// stand only if they answer once (or twice). `settled` is the partition if judged.living()
// live. What search does not decide owes none. Throws BudgetExhausted.
PerPlayer<int> answers_owed(const Board& board, const Judgement& judged, const Partition& settled,
                            Budget& budget);

// Enough for a whole board.
inline constexpr std::uint64_t kJudgeNodes = 2'000'000;
// And for solving what is judged: about a second's work.
inline constexpr std::uint64_t kEstimateNodes = 300'000;

// Requires that every block has a liberty, and stones at the points told. The budget is one of its
// own: its parts are shares of the whole time.
Judgement judge(const Board& board, Player to_play, const JudgeOptions& options, Budget& budget);

}  // namespace cgt::go
