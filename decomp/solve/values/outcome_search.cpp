#include "decomp/solve/values/outcome_search.hpp"

#include "decomp/solve/values/stored_values.hpp"

namespace cgt::solve {
// Impartial games are the same for both players.
PositionOutcomes::Key PositionOutcomes::key_of(SumState sum, Player mover) const {
  return {std::move(sum), impartial_ ? Player::kLeft : mover};
}

PositionOutcomes::Known PositionOutcomes::take_known(const Key& key) {
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

PositionOutcomes::Known PositionOutcomes::quick(const Key& key) {
  if (key.sum.parts.empty()) {
    return key.sum.rest * sign(key.mover) > 0 ? Known::kWon : Known::kLost;
  }
  const auto found = table_.find(key);
  return found == table_.end() ? take_known(key) : found->second;
}

std::vector<SumState> PositionOutcomes::children(const Key& key, Budget& budget) {
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

bool PositionOutcomes::next(Frame& frame, Key& child) const {
  if (frame.next == frame.children.size()) return false;
  child = key_of(std::move(frame.children[frame.next++]), opponent(frame.key.mover));
  return true;
}

std::optional<bool> PositionOutcomes::look(const Key& key) {
  switch (quick(key)) {
    case Known::kLost: return false;
    case Known::kWon: return true;
    case Known::kUnknown: return std::nullopt;
    case Known::kOpen: break;
  }
  throw LoopyPosition("this game is loopy: play can come back to an earlier position");
}

std::optional<bool> PositionOutcomes::enter(Key& key, Budget& budget) {
  budget.charge();
  table_[key] = Known::kOpen;
  stack_.emplace_back();
  stack_.back().key = std::move(key);
  stack_.back().children = children(stack_.back().key, budget);
  if (table_.size() % kMemoryInterval == 0) {
    positions_.note_memory(budget);
    meter_.set(budget, bytes());
  }
  return std::nullopt;
}

void PositionOutcomes::leave(const Frame& frame, bool won) {
  table_[frame.key] = won ? Known::kWon : Known::kLost;
}

bool PositionOutcomes::wins(std::int64_t rest, std::span<const SignedNode> parts, Player first,
                            Budget& budget) {
  SumState whole;
  whole.rest = rest;
  whole.parts.assign(parts.begin(), parts.end());
  graph_.normalise(whole, budget);
  struct Cleanup {  // nothing is open once a throw has left
    PositionOutcomes& search;
    ~Cleanup() {
      for (const Frame& frame : search.stack_) search.table_.erase(frame.key);
      search.stack_.clear();
    }
  } cleanup{*this};
  return search::boolean_walk(*this, stack_, key_of(std::move(whole), first), budget);
}

OutcomeClass PositionOutcomes::outcome(std::int64_t rest, std::span<const SignedNode> parts,
                                       Budget& budget) {
  const bool left = wins(rest, parts, Player::kLeft, budget);
  const bool right = wins(rest, parts, Player::kRight, budget);
  return outcome_class(left, right);
}

}  // namespace cgt::solve
