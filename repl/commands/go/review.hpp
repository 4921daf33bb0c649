// `cgt go GAME.sgf --review`: what it reports, as text, JSON, notes in the record, and a drawing.
#pragma once

#include <string>
#include <vector>

#include "decomp/go/record/annotate.hpp"
#include "decomp/go/report/review.hpp"
#include "repl/command_line/exit_code.hpp"
#include "repl/commands/go/go.hpp"

namespace cgt::repl {

struct GameReview {
  std::string title;
  go::Problem record;
  go::Review found;
  std::vector<std::string> warnings;  // about the record
  std::vector<std::string> assumed;   // "if these live at the end: ..."
  bool estimated = false;             // nobody proved or told that they live
  bool stopped = false;               // the budget ended before all positions were reached
};

// Of the record that `text` is; `name` is what it is called where something is wrong with it. Throws InputError.
GameReview review_of(const GoOptions& options, const std::string& text, const std::string& name,
                     Budget& budget);

// Exit code: kOk if every position was reached, kOutOfBudget else. Throws FileError, InputError.
ExitCode run_review(const GoOptions& options);

// For people, 100 columns.
std::string review_text(const GameReview& review);
// Integers are JSON integers, other dyadics strings ("5/4"), unknown is null.
std::string review_json(const GameReview& review);
// For annotated_sgf(): of the position before the first move and of each move.
std::vector<go::SgfNote> review_notes(const GameReview& review);
// The interval of the score over the moves. Exact scores, bounds and unknown ones differ in shape.
std::string review_strip(const GameReview& review);

}  // namespace cgt::repl
