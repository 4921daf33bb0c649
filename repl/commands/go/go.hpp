// cgt go: its options, what they ask of a record, the answer, and how it is shown: for the command and
// for other programs that ask the same.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cgt/store/store.hpp"
#include "decomp/go/endgame/ko_play.hpp"
#include "decomp/go/record/problem.hpp"
#include "decomp/go/report/report.hpp"
#include "decomp/go/safety/safety.hpp"
#include "repl/command_line/common_options.hpp"
#include "repl/command_line/exit_code.hpp"

namespace cgt::repl {

// cgt go FILE
struct GoOptions {
  CommonOptions common;
  std::string file;
  std::optional<Player> to_play;
  // Of the record, played before the position is solved; below 0: all but so many.
  std::optional<go::MoveCount> moves;
  go::SafetyMethod safety = go::SafetyMethod::kStatic;
  std::string assume;  // points of blocks that live, or "auto"; "": what the file marks
  std::string dead;    // points of blocks that are dead, all others live; or "none"
  std::string
      life_from;  // the command of a GTP engine that says what lives; "": search and playouts
  std::optional<go::Scoring> scoring;  // none: as the record says, else territory
  go::ScoringRules rules;              // but for the scoring
  std::string komi;                    // "": of the file
  std::string prisoners;               // "3,5": taken before by Black and by White
  std::size_t game = 1;                // of a collection
  std::string path;                    // variations, with commas between
  bool review = false;                 // the game as a whole
  std::string sgf;  // of --review: where to write the record with notes; "": nowhere
  bool json = false;
  std::string svg;  // "": no drawing
  bool verify = false;
  std::string status;   // a stone: life and death of its block, and nothing else
  bool groups = false;  // life and death of what is neither safe nor assumed to live
  // Strategies of a play-out: of both, or of Black and White; none: no play-out.
  std::vector<go::KoStrategy> line;
  Komaster komaster = Komaster::kNone;
  std::string after;  // points: the moves that go before it
};

// --moves, --game and --path. Throws InputError for a path that is none.
go::SgfOptions sgf_options(const GoOptions& options);

// Stones that each took before, as --prisoners says. Throws InputError.
PerPlayer<std::int64_t> prisoners_of(const GoOptions& options);

// The stones that an option names, "D4,E5". Throws InputError.
std::vector<go::Point> named_stones(const std::string& option, const std::string& text,
                                    const go::Board& board);

// How the board is cut: --safety, --dead and the points that --assume names. What the file marks is
// dropped from `problem` if the user names blocks; what it marks as territory says what is dead. Throws
// InputError.
go::PartitionOptions partition_options(const GoOptions& options, go::Problem& problem);
// Does --assume ask to judge what lives?
inline bool assumes_by_itself(const GoOptions& options) { return options.assume == "auto"; }
// How it is counted; prisoners of --prisoners, or those that the moves played took. --komi goes to
// `problem`. Throws InputError.
go::ScoringRules scoring_rules(const GoOptions& options, go::Problem& problem);

// Local search and full-width search are exponential, and boards of real games often have a part
// that no patience will see solved: without a limit of the user's own each ends after this time and
// says how far it came.
inline constexpr std::uint64_t kGoMilliseconds = 10'000;
// --budget-ms 0 lifts that limit.
Budget::Limits go_limits(const Budget::Limits& given);

struct GoAnswer {
  std::unique_ptr<go::GoEndgame> endgame;
  go::GoReport report;  // of it; `file` is left to the caller
};

// The endgame of a position that sgf_options() told to read, as the other options want it cut, counted
// and played out; with the thermograph of the sum if a drawing is wanted. The store outlives it. A
// spent budget ends in the report. Throws InputError for an option that does not fit the board.
GoAnswer answer_go(Store& store, const GoOptions& options, go::Problem problem);

// What is still sound after such statements takes the place of the answer
// (decomp/go/report/contradictions.hpp).
void withdraw(Store& store, const GoOptions& options, GoAnswer& answer,
              std::vector<go::Contradiction> found);

// "Black B6 against White D4: Black is 1 move ahead".
std::string race_title(const go::Board& board, const go::semeai::RaceReport& race);

// What lives on a board: as proved, as --assume, --dead or marks of the file say, else what seems to live.
struct Walls {
  go::Safety safety;
  std::vector<go::Point> told;    // a stone of each block
  std::vector<go::Point> judged;  // if nobody told
  const std::vector<go::Point>& all() const { return told.empty() ? judged : told; }
};
// A spent budget leaves out what it has not found.
Walls find_walls(const GoOptions& options, const go::Problem& problem, Budget& budget);
// "if these live: the blocks of D4", what an answer rests on, but for blocks of `besides`; "": nothing.
std::string condition_of(const go::Board& board, const Walls& walls,
                         const std::vector<go::Point>& besides);
// The same as a line for people.
std::string walls_text(const Walls& walls, const std::string& condition);

// --status: what becomes of one block, and by which moves (decomp/go/life/group_moves.hpp).
ExitCode run_status(const GoOptions& options, const go::Problem& problem);

// For people, 100 columns.
std::string go_table(const go::GoReport& report);
// For the eye: the board, its subgames by temperature, values, the line, the thermograph of the
// sum.
std::string go_svg(const go::GoReport& report);

}  // namespace cgt::repl
