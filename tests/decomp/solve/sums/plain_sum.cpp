#include "tests/decomp/solve/sums/plain_sum.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "cgt/support/containers.hpp"

namespace cgt::solve {
namespace {

std::string key_of(const Sum& sum, Player mover) {
  std::vector<std::string> terms;
  for (const SumTerm& term : sum) {
    if (const auto* game = std::get_if<GameId>(&term.game)) {
      terms.push_back('#' + std::to_string(game->word()));
    } else {
      const auto& position = std::get<AnyPosition>(term.game);
      terms.push_back(position.type().name() + (' ' + term.ruleset + ' ') + position.text());
    }
  }
  std::sort(terms.begin(), terms.end());
  std::string key(mover == Player::kLeft ? "L" : "R");
  for (const std::string& term : terms) key += '\n' + term;
  return key;
}

struct Frame {
  Sum sum;
  Player mover;
  std::string key;
  std::vector<Sum> children;
  std::size_t next = 0;
};

}  // namespace

bool PlainSumSearch::wins(const Sum& sum, Player first, Budget& budget) {
  std::vector<Frame> stack;
  FlatSet<std::string> on_path;
  const auto enter = [&](Sum position, Player mover, std::string key) {
    budget.charge();
    if (!on_path.insert(key).second) refuse_loopy_sum();
    Frame& frame = stack.emplace_back();
    for (std::size_t term = 0; term < position.size(); ++term) {
      for (const SumMove& move : moves_in(store_, position, term, mover)) {
        frame.children.push_back(after_move(store_, position, move));
      }
    }
    frame.sum = std::move(position);
    frame.mover = mover;
    frame.key = std::move(key);
  };
  std::string root = key_of(sum, first);
  const auto found = known_.find(root);
  if (found != known_.end()) return found->second;
  enter(sum, first, std::move(root));
  bool result = false;
  while (!stack.empty()) {
    Frame& frame = stack.back();
    bool won = false;
    bool descended = false;
    while (!won && !descended && frame.next < frame.children.size()) {
      const Player mover = opponent(frame.mover);
      std::string key = key_of(frame.children[frame.next], mover);
      const auto known = known_.find(key);
      if (known == known_.end()) {
        enter(frame.children[frame.next], mover, std::move(key));
        descended = true;
      } else {
        won = !known->second;
        ++frame.next;
      }
    }
    if (descended) continue;
    known_[stack.back().key] = won;
    on_path.erase(stack.back().key);
    stack.pop_back();
    result = won;
  }
  return result;
}

}  // namespace cgt::solve
