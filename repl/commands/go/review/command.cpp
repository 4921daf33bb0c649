#include <iostream>
#include <optional>

#include "decomp/rules/go/record/either.hpp"
#include "repl/commands/go/question.hpp"
#include "repl/commands/go/review/review.hpp"
#include "repl/support/files.hpp"
#include "repl/support/running/interrupt.hpp"
#include "repl/support/running/progress.hpp"

namespace cgt::repl {
namespace {

// Of a whole game, where the user has set no limit.
constexpr std::uint64_t kReviewMilliseconds = 60'000;

}  // namespace

ExitCode run_review(const GoOptions& options) {
  const std::string text = read_file(options.file);
  const std::string name = display_name(options.file);
  if (!go::is_sgf(text, options.file)) {
    throw Error(name + " is a diagram: it has no moves to review", "--review is for SGF");
  }
  go::SgfOptions which = sgf_options(options);
  which.moves = 0;
  GameReview review;
  review.record = go::parse_sgf(text, name, which);
  for (const std::string& warning : review.record.warnings) std::cerr << warning << '\n';
  // Refuses illegal moves with their place.
  which.moves = review.record.moves.size();
  go::parse_sgf(text, name, which);
  which.moves = 0;
  review.title = review.record.name.empty() ? name : review.record.name;

  Budget::Limits limits = options.common.limits;
  if (limits.milliseconds == Budget::kUnlimited) {
    limits.milliseconds = kReviewMilliseconds;
  } else if (limits.milliseconds == 0) {
    limits.milliseconds = Budget::kUnlimited;
  }
  Budget budget(limits, &interrupt_flag());
  std::optional<Progress> progress(std::in_place, "reviewing", options.common.quiet);
  review.found = solve::review(review.record, {}, budget);
  progress.reset();
  for (const solve::ReviewedPosition& position : review.found.positions) {
    review.stopped = review.stopped || !position.reached;
  }

  std::cout << (options.json ? review_json(review) : review_text(review)) << std::flush;
  if (!options.sgf.empty()) {
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
