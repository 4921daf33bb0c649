// Answers of the analysis commands: in the formats of gogui-analyze_commands where GoGui shows them
// on the board (a board is rows from the top, `""` for nothing), else lines for people.
#pragma once

#include <string>
#include <string_view>

#include "decomp/go/board/game.hpp"
#include "repl/commands/gtp/analysis.hpp"
#include "repl/commands/gtp/mover.hpp"

namespace cgt::repl {

// Rows with coordinates, X and O, below them prisoners and whose turn it is. Begins with a line end.
std::string gtp_board_text(const go::Game& game);

// Blocks, one a line, vertices with blanks between, of the status `which`: alive, dead or seki, as they
// are judged (report/judgement.hpp). Each block is in one of the three lists.
std::string gtp_status_list(GtpAnalysis& analysis, std::string_view which, Budget& budget);

// gfx: points that are safe for either colour.
std::string gtp_safe_view(GtpAnalysis& analysis, Budget& budget);
// bwboard: proved territory, dead stones in it included.
std::string gtp_territory_view(GtpAnalysis& analysis, Budget& budget);
// sboard: the number of the part at each of its points.
std::string gtp_parts_view(GtpAnalysis& analysis, Budget& budget);
// cboard: the hotter a part, the redder; parts without value are gray.
std::string gtp_temperature_view(GtpAnalysis& analysis, Budget& budget);
// hstring: a line for each part.
std::string gtp_subgames_view(GtpAnalysis& analysis, Notation notation, Budget& budget);
// string: the scores for both first players.
std::string gtp_score_view(GtpAnalysis& analysis, Budget& budget);

// Require that the analysis is complete. pspairs: what each first move loses; varc: an optimal line.
std::string gtp_loss_view(GtpAnalysis& analysis, Player player, Budget& budget);
std::string gtp_line_view(GtpAnalysis& analysis, Player player, Budget& budget);

// How programs that analyse write: Sabaki's `analyze`, Leela Zero's and KataGo's.
enum class GtpDialect { kSabaki, kLeela, kKata };
struct GtpAnalyzeStyle {
  GtpDialect dialect = GtpDialect::kSabaki;
  bool ownership = false;  // KataGo's: whose each point is, 1 the mover's, -1 the other's
};

// One line of `info move V visits N winrate W scoreLead S pv V V ...` groups, best first.
// winrate is 10000 for a proved win of `player`, 0 for a proved loss, 5000 for jigo and where the
// score is open; scoreLead is left out where it is not known, but KataGo's has the estimate then. Its
// win rates are from 0 to 1.
std::string gtp_analyze_view(const go::Game& game, GtpAnalysis& analysis, const GtpMove& move,
                             Player player, Budget& budget, const GtpAnalyzeStyle& style = {});

}  // namespace cgt::repl
