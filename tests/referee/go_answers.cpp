// What the program says of many small boards, for the referee (check_go.py): one line of input is
//   territory ROWS SAFETY NODES   area ROWS SAFETY NODES   groups ROWS SAFETY NODES     .XO./XXOO
// and its answer, in JSON, as that of go_referee.cpp, in place of null an error. Scores that rest on areas
// that are taken to be somebody's because only his living stones are beside them, or that are unknown because
// the nodes did not suffice to cut the board, are []; so are groups then.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <sstream>
#include <string>

#include "cgt/store/store.hpp"
#include "decomp/go/endgame/endgame.hpp"
#include "decomp/go/life/group_moves.hpp"
#include "decomp/go/life/group_status.hpp"
#include "decomp/go/life/safety_search.hpp"

namespace {

using cgt::Budget;
using cgt::Player;
using cgt::go::GoEndgame;
using cgt::go::SafetyMethod;

struct Question {
  std::string what;
  std::string rows;
  std::string safety;
  std::uint64_t nodes = 0;
};

std::string pair(const cgt::Dyadic& lower, const cgt::Dyadic& upper) {
  return fmt::format("[\"{}\", \"{}\"]", lower.to_string(), upper.to_string());
}

SafetyMethod method_of(const std::string& name) {
  for (const SafetyMethod method : {SafetyMethod::kBenson, SafetyMethod::kStatic}) {
    if (name == cgt::go::name(method)) return method;
  }
  return SafetyMethod::kSearch;
}

cgt::go::Safety safety_of(const cgt::go::Board& board, SafetyMethod method,
                          const std::vector<cgt::go::Point>& assumed, Budget& budget) {
  return method == SafetyMethod::kSearch ? cgt::go::searched_safety(board, assumed, budget)
                                         : cgt::go::safety(board, method, assumed, budget);
}

// Is there territory that no proof makes one?
bool takes_for_granted(const GoEndgame& endgame) {
  const auto& options = endgame.options();
  if (options.assumed.empty()) return false;
  Budget budget;
  const cgt::go::Safety safety =
      safety_of(endgame.problem().board, options.safety, options.assumed, budget);
  return std::ranges::any_of(cgt::kPlayers, [&](Player player) {
    return !std::ranges::includes(safety.territory[player],
                                  endgame.partition().assumed_territory[player]);
  });
}

std::string scores(const Question& question) {
  cgt::go::PartitionOptions options;
  options.safety = method_of(question.safety);
  cgt::go::ScoringRules rules;
  if (question.what == "area") rules.scoring = cgt::go::Scoring::kArea;
  cgt::Store store;
  Budget::Limits limits;
  limits.nodes = question.nodes;
  Budget budget(limits);
  GoEndgame endgame(store, cgt::go::parse_board(question.rows), options, rules);
  endgame.solve(budget);
  if (!endgame.partitioned() || takes_for_granted(endgame)) return "[]";
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
    out += fmt::format("[{}]{}", moves, first == Player::kLeft ? ", " : "]");
  }
  return out;
}

std::string groups(const Question& question) {
  const cgt::go::Problem problem = cgt::go::parse_board(question.rows);
  Budget::Limits limits;
  limits.nodes = question.nodes;
  Budget budget(limits);
  const cgt::go::Safety safety =
      safety_of(problem.board, method_of(question.safety), problem.assumed, budget);
  std::string out;
  for (const auto& life : cgt::go::all_groups(problem.board, safety, problem.assumed, budget)) {
    const cgt::go::Point at = life.stones.front();
    Budget share = budget.half();
    const auto moves = cgt::go::group_moves(problem.board, at, safety, problem.assumed, share);
    out += fmt::format("{}[{}, {}, \"{}\", \"{}\"]", out.empty() ? "" : ", ", int{at.x}, int{at.y},
                       name(life.status), name(moves.status));
  }
  return '[' + out + ']';
}

}  // namespace

int main() {
  std::string line;
  while (std::getline(std::cin, line)) {
    std::istringstream words(line);
    Question question;
    words >> question.what >> question.rows >> question.safety >> question.nodes;
    try {
      std::cout << (question.what == "groups" ? groups(question) : scores(question)) << std::endl;
    } catch (const cgt::BudgetExhausted&) {
      std::cout << "[]" << std::endl;
    } catch (const std::exception& error) {
      std::string what = error.what();
      std::ranges::replace_if(
          what, [](char c) { return c == '\n' || c == '"'; }, ' ');
      std::cout << '"' << what << '"' << std::endl;
    }
  }
}
