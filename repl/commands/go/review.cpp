#include "repl/commands/go/review.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <optional>

#include "decomp/go/record/either.hpp"
#include "decomp/go/report/judgement.hpp"
#include "repl/commands/go/go.hpp"
#include "repl/support/files.hpp"
#include "repl/support/interrupt.hpp"
#include "repl/support/progress.hpp"

namespace cgt::repl {
namespace {

// Of a whole game, where the user has set no limit.
constexpr std::uint64_t kReviewMilliseconds = 60'000;

// What is assumed, by colour, with one point of each block.
std::vector<std::string> assumed_texts(const go::Board& board,
                                       const std::vector<go::Point>& living) {
  std::vector<std::string> out;
  for (const Player player : kPlayers) {
    std::vector<go::Point> firsts;
    for (const go::Point p : living) {
      if (board[p] == go::colour_of(player)) firsts.push_back(board.block(p).stones.front());
    }
    std::ranges::sort(firsts);
    firsts.erase(std::unique(firsts.begin(), firsts.end()), firsts.end());
    if (firsts.empty()) continue;
    std::string names;
    for (const go::Point p : firsts) names += ' ' + board.name(p);
    out.push_back(fmt::format("if these live at the end: the {} blocks of{}",
                              go::colour_name(player), names));
  }
  return out;
}

}  // namespace

GameReview review_of(const GoOptions& options, const std::string& text, const std::string& name,
                     Budget& budget) {
  if (!go::is_sgf(text, options.file)) {
    throw Error(name + " is a diagram: it has no moves to review", "--review is for SGF");
  }
  go::SgfOptions which = sgf_options(options);
  which.moves = 0;
  GameReview review;
  review.record = go::parse_sgf(text, name, which);
  // Tells what is wrong with moves; the last position has the blocks that live.
  which.moves = go::kAllMoves;
  go::Problem last = go::parse_sgf(text, name, which);
  review.warnings = review.record.warnings;
  for (const std::string& warning : last.warnings) {
    const bool told = std::ranges::count(review.warnings, warning) > 0;
    if (!told) review.warnings.push_back(warning);
  }
  go::ReviewOptions how;
  how.partition = partition_options(options, last);
  how.rules = scoring_rules(options, review.record);
  if (assumes_by_itself(options)) {
    Budget share({.nodes = go::kJudgeNodes}, &interrupt_flag());
    const go::Judgement judged = go::judge(last.board, last.to_play.value_or(Player::kLeft),
                                           {.living = how.partition.assumed}, share);
    for (const go::Point p : judged.living()) how.partition.assumed.push_back(p);
    review.estimated = true;
  }
  review.assumed = assumed_texts(last.board, how.partition.assumed);
  review.title = review.record.name.empty() ? name : review.record.name;
  review.found = go::review(review.record, how, budget);
  for (const go::ReviewedPosition& position : review.found.positions) {
    review.stopped = review.stopped || !position.reached;
  }
  return review;
}

ExitCode run_review(const GoOptions& options) {
  const std::string text = read_file(options.file);
  const std::string name = display_name(options.file);
  Budget::Limits limits = options.common.limits;
  if (limits.milliseconds == Budget::kUnlimited) {
    limits.milliseconds = kReviewMilliseconds;
  } else if (limits.milliseconds == 0) {
    limits.milliseconds = Budget::kUnlimited;
  }
  Budget budget(limits, &interrupt_flag());
  std::optional<Progress> progress(std::in_place, "reviewing", options.common.quiet);
  const GameReview review = review_of(options, text, name, budget);
  progress.reset();
  for (const std::string& warning : review.warnings) std::cerr << warning << '\n';

  std::cout << (options.json ? review_json(review) : review_text(review)) << std::flush;
  if (!options.sgf.empty()) {
    go::SgfOptions which = sgf_options(options);
    which.moves = 0;
    write_file(options.sgf, go::annotated_sgf(text, name, which, review_notes(review)));
    if (!options.json) std::cout << "Notes written to " << options.sgf << '\n';
  }
  if (!options.svg.empty()) {
    write_file(options.svg, review_strip(review));
    if (!options.json) std::cout << "Drawn to " << options.svg << '\n';
  }
  std::cout.flush();
  if (!review.stopped) return kOk;
  return take_interrupt() ? kInterrupted : kOutOfBudget;
}

}  // namespace cgt::repl
