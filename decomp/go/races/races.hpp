// Races to capture as players tell them: who wins with either player moving first, by how much, by which
// liberties; and where there are any on a whole board. Commands, reports and scripts all ask this.
//
//   Budget budget;
//   const RaceReport race = describe(parse_problem("WWWWW/WXX.B/W.OOB/WWBBB"), budget);
//   if (race.winner) std::cout << colour_name(*race.winner) << " is " << *race.ahead << " ahead\n";
//
// On a board two blocks race if neither of them lives as long as the other one stands: that is a question
// to group_status() about each of them, the other taken to live. What else lives there, by proof or by
// assumption, are walls; the other blocks of the area can be taken as they can on the board.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "decomp/go/life/group_status.hpp"
#include "decomp/go/races/semeai.hpp"

namespace cgt::go::semeai {

// By the eyes of both (Mueller 1999), where formulas count all liberties; else kOpen, and search decides.
enum class RaceClass : std::uint8_t {
  kNoEyes,          // neither has an eye
  kEyeAgainstNone,  // one has an eye, the other one none
  kEqualEyes,       // of the same status: of 1 to 3 points, or of equally many
  kLargerEye,       // both have one, of different status
  kLife,            // a side has two eyes, or is joined to living stones
  kOpen
};
// "no eyes", "an eye against none", "equal eyes", "a larger eye against a smaller one", "one side lives",
// "open".
CGT_API const char* name(RaceClass kind);

struct CGT_API RaceSide {
  std::vector<Point> stones;   // of the essential blocks, board order
  std::vector<Point> outside;  // liberties that only the enemy's safe stones and it touch
  std::vector<Point> eye;      // empty points of its eyes
  int outside_liberties = 0;
  int eye_liberties = 0;  // moves that filling its eyes takes
  int eye_status = 0;     // 0, 1, 4 to 7, kAlive
};

struct CGT_API RaceReport {
  Problem problem;
  PerPlayer<RaceSide> sides;
  std::vector<Point> shared;  // liberties of both
  std::vector<Point> open;    // empty points of regions whose liberties no formula counts
  RaceClass kind = RaceClass::kOpen;
  PerPlayer<bool> by_formula{};  // by who moves first: no search was needed
  PerPlayer<Answer> answers;     // by who moves first
  // Who takes the other one's block whoever moves first. None: the first move matters, seki, or unknown.
  std::optional<Player> winner;
  // How many moves the winner is ahead: he still wins, the other one moving first, with so many less one
  // outside liberties more on each block of the other one. None: no winner, or he lives, or a search of it
  // takes too long.
  std::optional<int> ahead;

  // Neither takes the other, whoever moves first.
  bool seki() const;
};

// Throws Error for what is not a race. A spent budget leaves bounds.
CGT_API RaceReport describe(const Problem& problem, Budget& budget, const Options& options = {});

// Does search that knows no formulas and leaves out no moves say the same? Where it does not, both are
// possible afterwards. None: the budget did not suffice.
CGT_API std::optional<bool> confirm(RaceReport& race, Player first, Budget& budget);

// The race between these blocks where `living` are walls, and what is safe. Throws Error.
CGT_API Problem race_on(const Board& board, std::span<const Point> essential, const Safety& safety,
                        std::span<const Point> living);

struct CGT_API RaceLimits {
  std::uint64_t hunt_nodes = 5'000;   // of each question about a block
  std::uint64_t race_nodes = 50'000;  // of one race
};

// Of the blocks that are neither safe nor `told` to live; of those in `living`, too, which are taken to
// live but where they are one of the two. Larger pairs first, each block once. A spent budget leaves out
// the rest.
CGT_API std::vector<RaceReport> find_races(const Board& board, const Safety& safety,
                                           std::span<const Point> told,
                                           std::span<const Point> living, Budget& budget,
                                           const RaceLimits& limits = {});

// "Black takes White's block", "White takes Black's block", "neither takes the other's block", "unknown: ...".
CGT_API std::string verdict_text(const RaceReport& race, Player first);
// "Black is 2 moves ahead", "who moves first wins", "seki", ...
CGT_API std::string summary_text(const RaceReport& race);

}  // namespace cgt::go::semeai
