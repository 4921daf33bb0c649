// Everything that `cgt go` reports about an endgame, collected once; table, JSON and drawing only
// present it. What a spent budget or a ko leaves unknown is missing here, never guessed.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cgt/support/budget.hpp"
#include "cgt/support/error.hpp"
#include "cgt/text/print.hpp"
#include "decomp/solve/go/endgame.hpp"
#include "decomp/solve/go/ko_play.hpp"

namespace cgt::repl {

// Loss of first moves that are not best: how many of them lose how much.
struct LossCount {
  Dyadic loss;
  std::size_t moves = 0;
};

struct GoReport {
  const solve::GoEndgame* endgame = nullptr;
  Player to_play = Player::kLeft;
  std::string to_play_source;  // where the player to move comes from
  std::string file;

  struct Row {
    std::vector<std::string> points;
    bool known = false;  // lower and upper bound exist
    bool exact = false;  // and are equal
    std::string lower;   // the value, if exact; "{...}" where that is too long to print
    std::string upper;
    std::string chilled;  // "" if not exact
  };
  std::vector<Row> rows;  // as endgame->subgames()

  PerPlayer<solve::GoEndgame::Score> scores;
  bool moves_known = false;
  std::vector<go::Point> best_moves;
  std::size_t legal_moves = 0;
  std::vector<LossCount> losses;  // ascending, zero left out
  bool line_known = false;
  std::vector<solve::LineMove> line;
  std::optional<Thermograph> thermograph;
  std::optional<solve::BoardKos> kos;  // if a value depends on ko
  std::string kos_unknown;             // why they are missing, ""
  std::optional<solve::KoLine> play_out;
  solve::KoLineRules play_out_rules;

  std::optional<StopReason> stopped;  // why something is missing
  // Of the clock, where the user has set none; 0: he has.
  std::uint64_t default_milliseconds = 0;
  std::vector<std::string> refused;  // regions that no budget would have solved, and why
  bool partitioned = false;          // false: not even the fixed score is known
  bool no_safe_stones = false;
  double milliseconds = 0;
};

// Solves and collects. A spent budget ends in GoReport::stopped, not in a throw.
GoReport make_report(Store& store, solve::GoEndgame& endgame, Player to_play,
                     const PrintStyle& style, bool with_thermograph, Budget& budget);

// Plays it out by the rules, if all subgames were searched. Throws Error for given moves that are
// none.
void add_play_out(Store& store, const solve::GoEndgame& endgame, const solve::KoLineRules& rules,
                  Budget& budget, GoReport& report);

// "B+6", "W+5/4", "0 (jigo)".
std::string score_text(const Dyadic& score);
// "B+6", "W+5/4", "0": of a part of the board, where nobody has won or lost yet.
std::string settled_text(const Dyadic& score);
// A score with bounds: "W+2 to B+3", "unknown".
std::string score_text(const solve::GoEndgame::Score& score);
// The same of a rational number: a mean.
std::string mean_text(const Rational& mean);
// Who can win the kos, in the words of the board: "none", "Black", "White".
const char* komaster_text(Komaster komaster);
// 'B' or 'W'.
char colour_letter(Player player);

}  // namespace cgt::repl
