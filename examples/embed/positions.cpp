// Positions of rulesets: the value of one, and who wins a sum of several kinds of games.
#include <iostream>

#include "decomp/decomp.hpp"

int main() {
  cgt::Store store;
  cgt::Budget budget({.milliseconds = 10'000, .megabytes = 1'000});
  const cgt::Store::BudgetScope scope(store, budget);

  const auto domineering = cgt::registered_ruleset("domineering");
  cgt::solve::Evaluator evaluator(store);
  const auto position = domineering->position("....|....|...#");
  const cgt::Game board(store, evaluator.value(position, budget));
  std::cout << board << ", mean " << board.mean() << '\n';

  cgt::solve::SumOutcome solver(store);
  const auto sum = cgt::solve::parse_sum(store, "clobber:xoxo|oxox + {3|-5} + ^*");
  const auto answer = solver.solve(sum, cgt::Player::kLeft, budget);
  if (answer.stop) std::cout << describe(*answer.stop) << '\n';
  const bool wins = answer.verdict == cgt::solve::Verdict::kWins;
  std::cout << (wins ? "Left wins moving first" : "Left does not win moving first") << '\n';

  return wins && board == cgt::Game::parse(store, "{3/2|-1/2||-1|-3}") ? 0 : 1;
}
