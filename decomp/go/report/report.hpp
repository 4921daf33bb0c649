// Everything that is reported about an endgame, collected once; table, JSON and drawing only present
// it. What a spent budget or a ko leaves unknown has bounds or is missing, never guessed.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cgt/text/text.hpp"
#include "decomp/go/endgame/contradiction.hpp"
#include "decomp/go/endgame/endgame.hpp"
#include "decomp/go/endgame/ko_play.hpp"
#include "decomp/go/life/group_status.hpp"
#include "decomp/go/races/races.hpp"
#include "decomp/go/report/judgement.hpp"

namespace cgt::go {

// Loss of first moves that are not best: how many of them lose how much.
struct LossCount {
  Dyadic loss;
  std::size_t moves = 0;
};

// What is known of a part of the board.
enum class PartKind : std::uint8_t {
  kExact,
  kSeki,     // exact, worth 0, and stones of both colours stay there
  kKo,       // its value depends on ko, and has bounds
  kBounded,  // without value, between integers
};
// "exact", "seki", "ko", "bounded".
const char* name(PartKind kind);

struct GoReport {
  const GoEndgame* endgame = nullptr;
  Player to_play = Player::kLeft;
  std::string to_play_source;  // where the player to move comes from
  std::string scoring_source;  // where the scoring comes from, "" if nobody says
  std::string file;

  struct Row {
    std::vector<std::string> points;
    PartKind kind = PartKind::kBounded;
    bool known = false;  // it was searched
    bool exact = false;  // and both bounds are equal
    std::string lower;   // the value, if exact; "{...}" where that is too long to print
    std::string upper;
    std::string chilled;  // "" if not exact
    std::optional<Worth> worth;
  };
  std::vector<Row> rows;  // as endgame->subgames()

  PerPlayer<GoEndgame::Score> scores;
  // Under area scoring: the score again, from the territory score and the parity of the points, and
  // the number of dame.
  PerPlayer<std::optional<Dyadic>> by_parity;
  std::size_t dame = 0;
  // First moves that no other move and no pass can beat; as best_moves if these are known.
  bool proved_best_known = false;
  std::vector<Point> proved_best;
  std::optional<std::size_t> resolve_next;  // the row whose bounds are farthest apart
  Dyadic resolve_width;                     // by so many points
  // Statements that exclude each other: all of this report is of an endgame without them then
  // (report/contradictions.hpp), and nothing is exact.
  std::vector<Contradiction> withdrawn;
  // Something is assumed that nobody proved or told: then no score of this report is exact.
  bool estimated = false;
  bool moves_known = false;
  std::vector<Point> best_moves;
  std::size_t legal_moves = 0;
  std::vector<LossCount> losses;  // ascending, zero left out
  bool line_known = false;
  std::vector<LineMove> line;
  std::optional<Thermograph> thermograph;
  std::optional<BoardKos> kos;  // if a value depends on ko
  std::string kos_unknown;      // why they are missing, ""
  std::optional<KoLine> play_out;
  KoLineRules play_out_rules;

  // What would hold if besides the areas beyond the contested zones were territory; its endgame
  // names them (areas_assumed()). None: every part has a value, or no area is told from the rest.
  struct Conditional {
    std::shared_ptr<GoEndgame> endgame;
    PerPlayer<GoEndgame::Score> scores;
    std::vector<Point> proved_best;
  };
  std::optional<Conditional> conditional;

  // Where the score is not exact: what would hold if the blocks that seem to live do, whether or not
  // others live that are in doubt and lie in their territory, and what a referee would say. If
  // `estimated`, the former is the report itself.
  std::optional<Conditional> living;
  struct Estimate {
    PerPlayer<Dyadic> scores;  // by first player
    Judgement judged;
    std::vector<std::string> reasons;  // what makes it an estimate, a line each
  };
  std::optional<Estimate> estimate;

  // Life and death of the blocks that are neither safe nor assumed to live, and what they rest on.
  struct Groups {
    Safety safety;               // by search, unless Benson's method was asked for
    std::vector<Point> assumed;  // a stone of each block that is taken to live
    std::vector<GroupLife> lives;
    std::vector<semeai::RaceReport> races;  // among them
  };
  std::optional<Groups> groups;

  std::optional<StopReason> stopped;  // why something is missing
  // Of the clock, where the user has set none; 0: he has.
  std::uint64_t default_milliseconds = 0;
  bool partitioned = false;  // false: not even the fixed score is known
  bool no_safe_stones = false;
  double milliseconds = 0;

  // Proved, or resting on nothing but what the user assumed.
  bool exact() const { return withdrawn.empty() && !estimated && scores[to_play].exact(); }
  // Why the score of the player to move is not proved, a line each; empty: it is.
  std::vector<std::string> doubts() const;
};

// How rules of that name count, as RU, kgs-rules and people call them: "Chinese", "AGA", "japanese";
// none: not known.
std::optional<Scoring> scoring_named(std::string_view rules);

// How to judge an endgame (judgement.hpp): the user has told what it assumes, and what is known of its
// groups holds.
JudgeOptions judge_options(const GoEndgame& endgame,
                           const std::optional<GoReport::Groups>& groups = {});

// Of the limits of a request those of the search in make_report(): as much time is for the subgames as
// for their sum, and a fifth is left for what looks at no clock.
Budget::Limits search_limits(Budget::Limits limits);

// Solves and collects. A spent budget ends in GoReport::stopped, not in a throw. The answers have
// as much again as `search` gives to the subgames: nodes and time anew, the same memory.
GoReport make_report(Store& store, GoEndgame& endgame, Player to_play, const PrintStyle& style,
                     bool with_thermograph, Budget& search);

// The other two answers where the score is not exact: GoReport::living, from the blocks that are judged
// to live, and GoReport::estimate, within the scores of the report. A spent budget makes them worse, not missing.
void add_estimate(Store& store, const GoEndgame& endgame, Judgement judged, Budget& budget,
                  GoReport& report);

// Plays it out by the rules, if all subgames were searched. Throws Error for given moves that are
// none.
void add_play_out(Store& store, const GoEndgame& endgame, const KoLineRules& rules, Budget& budget,
                  GoReport& report);

// Life and death of its groups, with proofs if PartitionOptions::proofs asked for them. A spent budget
// leaves them unknown.
void add_groups(const GoEndgame& endgame, Budget& budget, GoReport& report);

// "B+6", "W+5/4", "0 (jigo)".
std::string score_text(const Dyadic& score);
// "B+6", "W+5/4", "0": of a part of the board, where nobody has won or lost yet.
std::string settled_text(const Dyadic& score);
// A score with bounds: "W+2 to B+3", "unknown".
std::string score_text(const GoEndgame::Score& score);
// The same of a rational number: a mean.
std::string mean_text(const Rational& mean);
// Who can win the kos, in the words of the board: "none", "Black", "White".
const char* komaster_text(Komaster komaster);
// 'B' or 'W'.
char colour_letter(Player player);

}  // namespace cgt::go
