// A record of Go as a whole: what each move lost, and the record saved with that. At the position shown it gets the
// solution and a line of best play, after the moves that were tried.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "cgt/fmt.hpp"
#include "decomp/go/record/either.hpp"
#include "repl/commands/go/go.hpp"
#include "repl/commands/go/review.hpp"
#include "repl/explorer/api/views.hpp"
#include "repl/explorer/api/workspace.hpp"
#include "repl/support/interrupt.hpp"

namespace cgt::repl {
namespace {

constexpr std::size_t kMostNamed = 12;  // moves and points in a comment

std::string listed(const std::vector<std::string>& names) {
  std::string out;
  for (std::size_t i = 0; i < std::min(names.size(), kMostNamed); ++i)
    out += (i > 0 ? " " : "") + names[i];
  if (names.size() > kMostNamed) out += fmt::format(" and {} more", names.size() - kMostNamed);
  return out;
}

// Value of an area, or its bounds.
std::string value_of_row(const go::GoReport::Row& row) {
  if (row.exact) return row.lower;
  return row.known ? fmt::format("between {} and {}", row.lower, row.upper)
                   : std::string("no value");
}

// The best moves, which are marked, and what others lose. Less if the budget ends.
std::string moves_text(go::GoEndgame& endgame, const go::GoReport& report, Budget& budget,
                       std::vector<go::Point>& marked) {
  const go::Board& board = endgame.problem().board;
  std::vector<std::string> best;
  std::vector<std::string> others;
  try {
    for (const go::MoveReport& move : endgame.moves(report.to_play, budget)) {
      if (!move.loss.is_zero()) {
        others.push_back(fmt::format("{} ({})", board.name(move.point), move.loss));
        continue;
      }
      best.push_back(board.name(move.point));
      marked.push_back(move.point);
    }
  } catch (const BudgetExhausted& spent) {
    if (spent.reason() == StopReason::kInterrupted) throw;
  }
  std::string out;
  if (!best.empty()) {
    out += fmt::format("\nBest for {}: {}", go::player_name(report.to_play), listed(best));
  }
  if (!others.empty()) out += fmt::format("\nLosing: {}", listed(others));
  return out;
}

// The solution of a position, as a note on it.
go::SgfNote note_of(go::GoEndgame& endgame, const go::GoReport& report, Budget& budget) {
  go::SgfNote note;
  if (!report.partitioned) return note;
  note.comment = fmt::format("cgt: Black first {}, White first {}",
                             go::score_text(report.scores[Player::kLeft]),
                             go::score_text(report.scores[Player::kRight]));
  const go::GoEndgame::Score& score = report.scores[report.to_play];
  if (score.exact()) note.value = *score.lower;
  if (report.moves_known) note.comment += moves_text(endgame, report, budget, note.triangles);
  for (std::size_t i = 0; i < report.rows.size(); ++i) {
    const go::GoReport::Row& row = report.rows[i];
    note.labels.emplace_back(endgame.subgames()[i].points.front(), std::to_string(i + 1));
    note.comment += fmt::format("\nArea {} ({}): {}", i + 1, listed(row.points), value_of_row(row));
    if (row.exact)
      note.comment += fmt::format(", temperature {}", endgame.subgames()[i].temperature);
  }
  for (const std::string& one : endgame.assumptions()) note.comment += "\n" + one;
  return note;
}

}  // namespace

Json call_go_save(Workspace& /*workspace*/, const Json& request, Budget& budget) {
  GoOptions options = go_options(request, budget);
  std::string text = text_in(request, "sgf");
  go::Problem problem = problem_of(request, options);
  std::string name = options.file.substr(options.file.rfind('/') + 1);
  std::optional<go::Problem> diagram;
  if (!go::is_sgf(text, options.file)) {
    diagram = problem;
    options.file = "game.sgf";
    options.moves = 0;
  }
  if (name.ends_with(".sgf")) name.resize(name.size() - 4);

  // The position that is shown. Half of the time is for it, the rest for those of the record.
  const std::size_t played = problem.played;
  go::SgfLine line{.after = played, .moves = {}};
  if (has(request, "line")) {
    for (const go::Move& move : play_line(request, options, problem).moves)
      line.moves.emplace_back(move, go::SgfNote{});
  }
  Store store;
  options.common.limits = rest_of(budget.half());
  const GoAnswer answer = answer_go(store, options, std::move(problem));
  const go::GoReport& report = answer.report;
  if (interrupt_flag()) throw BudgetExhausted(StopReason::kInterrupted);
  Budget rest(rest_of(budget), &interrupt_flag());
  const Store::BudgetScope scope(store, rest);
  go::SgfNote note = note_of(*answer.endgame, report, rest);

  if (diagram) {
    diagram->komi = answer.endgame->problem().komi;
    text = go::to_sgf(*diagram);
  }
  go::SgfOptions which = sgf_options(options);
  which.moves = 0;
  GameReview review;
  review.record = go::parse_sgf(text, options.file, which);
  review.record.komi = answer.endgame->problem().komi;
  std::vector<go::SgfNote> notes(review.record.moves.size() + 1);
  // A review counts territory.
  if (options.scoring == go::Scoring::kTerritory) {
    go::ReviewOptions how;
    how.partition.safety = options.safety;
    review.found = go::review(review.record, how, rest);
    if (interrupt_flag()) throw BudgetExhausted(StopReason::kInterrupted);
    notes = review_notes(review);
  }
  (line.moves.empty() ? notes.at(played) : line.moves.back().second) = std::move(note);
  for (const go::LineMove& move : report.line)
    line.moves.emplace_back(go::Move{move.player, move.point}, go::SgfNote{});
  if (!report.line.empty()) {
    line.moves.back().second.comment =
        "cgt: end of best play: " + go::score_text(report.scores[report.to_play]);
  }
  Json out{{"text", go::annotated_sgf(text, options.file, which, notes, {&line, 1})},
           {"name", name + "-notes.sgf"}};
  bool reached = !report.stopped;
  for (const go::ReviewedPosition& position : review.found.positions)
    reached = reached && position.reached;
  if (!reached) out["unknown"] = "the time ended before all positions were reached";
  return out;
}

Json call_go_review(Workspace& /*workspace*/, const Json& request, Budget& budget) {
  const GoOptions options = go_options(request, budget);
  const GameReview review = review_of(options, text_in(request, "sgf"), options.file, budget);
  if (interrupt_flag()) throw BudgetExhausted(StopReason::kInterrupted);
  return Json::parse(review_json(review));
}

}  // namespace cgt::repl
