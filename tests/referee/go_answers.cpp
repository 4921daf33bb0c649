// What the program says of many small boards, for the referee (check_go.py): one line of input is
//   ROWS SAFETY RULES NODES        .XO./XXOO static territory 100000
// and its answer is
//   [lower, upper] for Black first, the same for White first, then each player's first moves with the
//   bounds of their scores, and notes on what has no value, in JSON
#include <fmt/format.h>

#include <iostream>
#include <sstream>
#include <string>

#include "cgt/store/store.hpp"
#include "decomp/go/endgame/endgame.hpp"

namespace {

using cgt::Budget;
using cgt::Player;
using cgt::go::GoEndgame;

std::string pair(const cgt::Dyadic& lower, const cgt::Dyadic& upper) {
  return fmt::format("[\"{}\", \"{}\"]", lower.to_string(), upper.to_string());
}

std::string answer(const std::string& rows, const std::string& safety, const std::string& rules,
                   std::uint64_t nodes) {
  cgt::go::Problem problem = cgt::go::parse_board(rows);
  cgt::go::PartitionOptions options;
  options.safety = cgt::go::SafetyMethod::kBenson;
  if (safety == "static") options.safety = cgt::go::SafetyMethod::kStatic;
  if (safety == "search") options.safety = cgt::go::SafetyMethod::kSearch;
  cgt::go::ScoringRules scoring;
  if (rules == "area") scoring.scoring = cgt::go::Scoring::kArea;
  cgt::Store store;
  Budget::Limits limits;
  limits.nodes = nodes;
  Budget budget(limits);
  GoEndgame endgame(store, std::move(problem), options, scoring);
  endgame.solve(budget);
  std::string out = "[";
  for (const Player first : cgt::kPlayers) {
    Budget more(limits);
    const GoEndgame::Score score = endgame.score(first, more);
    out += pair(*score.lower, *score.upper) + ", ";
  }
  for (const Player first : cgt::kPlayers) {
    Budget more(limits);
    std::string moves;
    try {
      for (const auto& move : endgame.bounded_moves(first, more)) {
        moves += fmt::format("{}[{}, {}, {}]", moves.empty() ? "" : ", ", int{move.point.x},
                             int{move.point.y}, pair(move.lower, move.upper));
      }
    } catch (const cgt::BudgetExhausted&) {
      moves.clear();
    }
    out += "[" + moves + "], ";
  }
  std::string notes;
  for (const auto& subgame : endgame.subgames())
    notes += subgame.diagram + ": " + subgame.note + "; ";
  return out + '"' + notes + "\"]";
}

}  // namespace

int main() {
  std::string line;
  while (std::getline(std::cin, line)) {
    std::istringstream words(line);
    std::string rows;
    std::string safety;
    std::string rules;
    std::uint64_t nodes = 0;
    words >> rows >> safety >> rules >> nodes;
    try {
      std::cout << answer(rows, safety, rules, nodes) << std::endl;
    } catch (const std::exception& error) {
      std::cout << '"' << error.what() << '"' << std::endl;
    }
  }
}
