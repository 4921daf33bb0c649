// Experiments on lookahead pathology. First the earlier models: uniform trees whose leaves are wins and losses.
//
//   P-game (Pearl 1980, Nau 1982)    leaves are won independently, with the probability at which
//                                    wins are as frequent at all levels
//   N-game, incremental (Nau 1982)   each move is +1 or -1 with equal probability; a leaf is won by
//                                    MAX if the sum of its path is positive, or zero
//
// The heuristic value of a node is the part of the leaves below it that MAX wins (Nau 1982).
// P-games are pathological under it, N-games are not: siblings of an N-game are alike.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "decomp/labs/pathology/measures.hpp"
#include "decomp/labs/pathology/synthetic.hpp"
#include "decomp/search/games/chess_endgame.hpp"
#include "decomp/search/games/eight_puzzle.hpp"
#include "decomp/search/games/kalah.hpp"

namespace cgt::search::pathology {

enum class WinLossModel : std::uint8_t { kIndependent, kIncremental };

struct WinLossParameters {
  WinLossModel model = WinLossModel::kIndependent;
  int branching = 2;
  int height = 10;
  std::uint64_t trees = 10000;
  std::uint64_t seed = 1;
  unsigned threads = 1;  // 0: as many as the machine has
};

struct WinLossLevel {
  ErrorTally errors;  // at the root (MAX), of the search to this depth against depth 1
  // Mean differences of minimax value between two nodes of this level, and between two siblings, summed
  // over the trees.
  double apart = 0;
  double siblings_apart = 0;

  // How much more alike siblings are than other nodes of their level (Smith 1997, 8.3.3): 1 if not at all.
  double sibling_correlation() const { return apart / siblings_apart; }
  WinLossLevel& operator+=(const WinLossLevel& other);
};

// Levels 1, 2, .., height. Independent of threads. Throws Error for trees of more than 2^26 leaves,
// BudgetExhausted.
std::vector<WinLossLevel> win_loss_levels(const WinLossParameters& parameters, Budget& budget);

// Forward pruning in ternary trees of wins and losses (Smith 1997, appendix A): how often a search
// that keeps two of three moves, chosen by a fallible guess, still finds a winning move.
//
// MAX is at the root, players alternate. What is kept of three moves depends on their strengths, which
// are integers (appendix A.2), and on an accuracy p: the two best ones with probability p, the best
// and the worst with p (1 - p), the two worst with (1 - p)^2. Of equals either is as likely to be
// taken for the better one; where all are alike any two are kept. The move played at the root is
// judged by wins and losses, and so is what is kept there (A.3.3).
//
// Two kinds of trees. Independent (P-game): leaves are wins, of strength 1, with the probability at
// which wins are as frequent at all levels: .68233 below MIN, the root of x^3 + x = 1; others have
// strength 0. Incremental (N-game-like): each move of MIN adds +1 with probability .61803, else -1; a
// leaf has the sum of its path as strength, and is a win of MAX if that is not negative: siblings are
// alike.
//
// The probabilities are those of the model, not of a sample, by recursion over the height on the
// joint distribution of true and searched strength. They are computed in double precision.

enum class PruningTree : std::uint8_t { kIndependent, kIncremental };

struct PruningAccuracy {
  double one = 0;     // P(correct choice | one of the root's moves wins)
  double two = 0;     // P(correct choice | two of them win)
  double either = 0;  // both together, as often as they occur: D_h
  double guess = 0;   // the same for a move drawn at random
};

// The root's children have height `height` >= 0; the root prunes, too (the plot of the source
// counts rounds h of both players: height 2 h - 1). The search values what is left exactly, and
// plays any of the moves that look best. A node of the budget is a strength, at one level.
// Throws Error unless 0 <= p <= 1, BudgetExhausted.
PruningAccuracy pruning_accuracy(PruningTree tree, int height, double p, Budget& budget);

// Other ways to back values up, on trees of the synthetic models (synthetic.hpp): what helps
// against pathology without a better heuristic.
//
//   kMinimax      searches to the deep horizon
//   kShallow      searches to the shallow horizon
//   kChoice       the one of these two that erred less on trees drawn before (static choice)
//   kErrorMinimising   error-minimising minimax (Wilson, Parker, Nau 2009): every node down to the
//                 horizon is valued by the heuristic, too; a value goes up together with the error
//                 it is expected to have, and a node keeps its own value where that is the less
//                 wrong one
//   kProduct      product propagation (Pearl 1981, Nau 1983): heuristic values count as chances to
//                 win, which go up as if they were independent: 1 - prod(1 - p), and prod p
//
// Expected errors. The model tells how likely each bucket is given the bucket that the heuristic
// shows, before anything is known of the node: the probability that the noise moves the centre of
// the one into the other, normalised. The distribution of a maximum is the product of those of the
// children; its error is the expected distance, in buckets, from the backed-up value. A node hands
// up the distribution that goes with the value it keeps.
//
// All remedies see the same trees, and the same noise of the nodes.

enum class Remedy : std::uint8_t { kMinimax, kShallow, kChoice, kErrorMinimising, kProduct };
inline constexpr std::array kRemedies{Remedy::kMinimax, Remedy::kShallow, Remedy::kChoice,
                                      Remedy::kErrorMinimising, Remedy::kProduct};
const char* name(Remedy remedy);

// In the order of kRemedies, over `trees` trees; kChoice is settled by as many other trees. Two
// players, and a granularity of at least 2. Independent of threads. Throws Error, BudgetExhausted.
std::array<ErrorMean, kRemedies.size()> compare_remedies(const ModelParameters& parameters,
                                                         int granularity, std::uint64_t trees,
                                                         std::uint64_t seed, unsigned threads,
                                                         Budget& budget);

// The distribution over true buckets for each bucket that the heuristic shows: row i, column j is
// P(true j | shown i) before anything else is known. For the tests.
std::vector<double> bucket_posterior(const Buckets& buckets, double sigma);

// Lookahead pathology of modified kalah (games/kalah.hpp): decisions on boards drawn at random.

struct KalahExperiment {
  int pits = 6;
  int seeds = 4;  // a pit on the average: 2 x pits x seeds are thrown into the pits one by one
  int plies = 8;
  int deep = 5;
  int shallow = 1;
  std::vector<int> granularities{3, 5, 7, 9, 17, 33};
  KalahUtility utility = KalahUtility::kCaptured;
  double sigma = 0.9;  // of the noise, in seeds
  // Buckets cover -range .. +range seeds; 0: the number of seeds of one player.
  double range = 0;
  std::uint64_t boards = 200;
  std::uint64_t seed = 1;
  unsigned threads = 1;  // 0: as many as the machine has
};

// Board number i of an experiment; player 0 moves.
Kalah kalah_board(const KalahExperiment& experiment, std::uint64_t i);

struct KalahCurve {
  struct Board {
    double clustering = 0;  // of the utilities two moves behind it; NaN if they are all equal
    std::vector<ErrorPair> errors;  // one a granularity
  };
  std::vector<ErrorTally> tallies;  // one a granularity
  MeanClustering clustering;        // of the utilities two moves behind the boards
  std::vector<Board> boards;
};

// Independent of threads. Throws Error, BudgetExhausted.
KalahCurve kalah_pathology(const KalahExperiment& experiment, Budget& budget);

// Lookahead pathology of the 8-puzzle, over its whole state space (Nau et al. 2010, section 7).
//
// The player minimises the length of the way to the goal. A search to depth d values a move by the
// least heuristic value of the states d - 1 moves behind it: all of them are equally far from the
// root, so the moves made so far do not matter. It looks past the goal, and may undo moves. All
// depths are found together, by one step of dynamic programming over the space for each.

// What values the states at the horizon. Granularity g cuts a range into g equal buckets and
// replaces values by the numbers of theirs (values outside count as the ends); 0 leaves them as
// they are.
struct PuzzleHeuristic {
  enum class Kind : std::uint8_t {
    kManhattan,  // range 0 .. 22
    kNoise,      // moves to the goal plus a Gaussian, one draw a state; range 0 .. 31
  };
  Kind kind = Kind::kManhattan;
  double sigma = 2;  // of the noise, in moves
  int granularity = 0;
  std::uint64_t seed = 1;
};

// The heuristic value of every state. Throws Error for impossible granularities and deviations.
std::vector<float> puzzle_heuristic(const EightPuzzleSpace& space,
                                    const PuzzleHeuristic& heuristic);

// Decision errors of searches to `deep` and `shallow` (both at least 1) at every state but the
// goal, in the order of their numbers from 1 on. A node of the budget is a state valued at one
// depth. Throws Error, BudgetExhausted.
std::vector<ErrorPair> puzzle_errors(const EightPuzzleSpace& space,
                                     std::span<const float> heuristic, int deep, int shallow,
                                     Budget& budget);
ErrorTally puzzle_tally(const EightPuzzleSpace& space, std::span<const float> heuristic, int deep,
                        int shallow, Budget& budget);

// Of the true distances two moves behind each state.
MeanClustering puzzle_clustering(const EightPuzzleSpace& space);

// Lookahead pathology of chess endgames, over all positions of a table at once (Nau et al. 2010,
// section 6).
//
// The heuristic is the distance to mate in moves of the winner plus a Gaussian, one draw for each
// position. White wants the distance short; a draw counts as kDrawBeyond moves more than the
// longest win, a win of Black as twice that less its distance. Mate, stalemate and bare kings are
// valued exactly. The smaller endgame that a capture leads to is valued where it is met, by the same
// heuristic: that is a table of its own.
//
// The value of a search to depth d of every position follows from d - 1 sweeps of dynamic
// programming over the table; the noise of a position is the same wherever a search meets it.
//
// Granularity g cuts 0 .. longest win + kDrawBeyond into g equal buckets, the last of them open.
// Noise comes first: bucketing then commutes with minimax, so all g share the sweeps.
//
// Memory: 8 bytes a number of the table (134 MB for four men) and 4 more for each further depth.

inline constexpr int kDrawBeyond = 5;

struct ChessExperiment {
  std::vector<int> granularities{2, 3, 4, 5, 7, 10, 15, 20};  // 0: values as they are
  int deep = 5;
  int shallow = 1;
  double sigma = 2;              // of the noise, in moves
  unsigned beyond = 5;           // only wins of White in more moves than this are roots
  std::uint32_t only_every = 1;  // roots are positions whose number is a multiple of this
  std::uint64_t seed = 1;
  unsigned threads = 1;  // 0: as many as the machine has
};

// Throws Error for impossible depths, granularities and deviations.
void check_experiment(const ChessExperiment& experiment);

struct ChessCurve {
  std::vector<int> granularities;
  std::vector<ErrorTally> tallies;  // one a granularity
  std::uint64_t positions = 0;
  double mean_moves = 0;      // of White in these positions
  MeanClustering clustering;  // of the values two moves behind every 16th position
};

// White moves first. The answer does not depend on the number of threads. Throws BudgetExhausted,
// and Error as check_experiment().
ChessCurve chess_pathology(const chess::Endgame& endgame, const ChessExperiment& experiment,
                           Budget& budget);

}  // namespace cgt::search::pathology
