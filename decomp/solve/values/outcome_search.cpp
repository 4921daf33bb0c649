#include "decomp/solve/values/outcome_search.hpp"

#include <utility>

#include "cgt/support/error.hpp"
#include "decomp/solve/values/known_values.hpp"

namespace cgt::solve {
namespace {

constexpr std::uint64_t kMemoryInterval = 1U << 12U;

}  // namespace

// Impartial games are the same for both players.
OutcomeSearch::Key OutcomeSearch::key_of(SumState sum, Player mover) const {
  return {std::move(sum), impartial_ ? Player::kLeft : mover};
}

OutcomeSearch::Known OutcomeSearch::take_known(const Key& key) {
  if (known_ == nullptr || key.sum.parts.size() != 1 || key.sum.rest != 0) return Known::kUnknown;
  const SignedNode v = key.sum.parts[0];
  const std::optional<OutcomeClass> known = known_->outcome(positions_.text(node_of(v)));
  if (!known) return Known::kUnknown;
  ++given_;
  const Player mover = is_negated(v) ? opponent(key.mover) : key.mover;
  const bool won = *known == OutcomeClass::kNext ||
                   *known == (mover == Player::kLeft ? OutcomeClass::kLeft : OutcomeClass::kRight);
  return table_[key] = won ? Known::kWon : Known::kLost;
}

OutcomeSearch::Known OutcomeSearch::quick(const Key& key) {
  if (key.sum.parts.empty()) {
    return key.sum.rest * sign(key.mover) > 0 ? Known::kWon : Known::kLost;
  }
  const auto found = table_.find(key);
  return found == table_.end() ? take_known(key) : found->second;
}

std::vector<SumState> OutcomeSearch::children(const Key& key, Budget& budget) {
  std::vector<SumState> out;
  const auto& parts = key.sum.parts;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0 && parts[i] == parts[i - 1]) continue;
    graph_.moves(key.sum, i, key.mover, budget, [&](SumState child) {
      out.push_back(std::move(child));
      return true;
    });
  }
  // Few parts first: they are decided soonest.
  std::ranges::stable_sort(out, {}, [](const SumState& s) { return s.parts.size(); });
  if (key.sum.rest * sign(key.mover) > 0) {
    SumState waited = key.sum;
    waited.rest -= sign(key.mover);
    out.push_back(std::move(waited));
  }
  return out;
}

bool OutcomeSearch::wins(std::int64_t rest, std::span<const SignedNode> parts, Player first,
                         Budget& budget) {
  SumState whole;
  whole.rest = rest;
  whole.parts.assign(parts.begin(), parts.end());
  whole.normalise();
  const Key root = key_of(std::move(whole), first);
  std::vector<Frame> stack;
  struct Cleanup {  // nothing is open once a throw has left
    decltype(table_)& table;
    std::vector<Frame>& stack;
    ~Cleanup() {
      for (const Frame& frame : stack) table.erase(frame.key);
    }
  } cleanup{table_, stack};
  const auto enter = [&](Key key) {
    budget.charge();
    table_[key] = Known::kOpen;
    stack.emplace_back();
    stack.back().key = std::move(key);
    stack.back().children = children(stack.back().key, budget);
    if (table_.size() % kMemoryInterval == 0) {
      positions_.note_memory(budget);
      meter_.set(budget, bytes());
    }
  };
  Known result = quick(root);
  if (result == Known::kUnknown) enter(root);
  while (!stack.empty()) {
    Frame& frame = stack.back();
    Known found = Known::kUnknown;
    if (frame.next == frame.children.size()) {
      found = Known::kLost;
    } else {
      Key child = key_of(frame.children[frame.next], opponent(frame.key.mover));
      switch (quick(child)) {
        case Known::kLost: found = Known::kWon; break;
        case Known::kWon: ++frame.next; continue;
        case Known::kUnknown: enter(std::move(child)); continue;
        case Known::kOpen:
          throw Error("this game is loopy: play can come back to an earlier position");
      }
    }
    table_[frame.key] = found;
    result = found;
    stack.pop_back();
  }
  return result == Known::kWon;
}

OutcomeClass OutcomeSearch::outcome(std::int64_t rest, std::span<const SignedNode> parts,
                                    Budget& budget) {
  const bool left = wins(rest, parts, Player::kLeft, budget);
  const bool right = wins(rest, parts, Player::kRight, budget);
  return outcome_class(left, right);
}

}  // namespace cgt::solve
