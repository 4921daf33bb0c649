#include "decomp/solve/sums/proof_search.hpp"

#include "decomp/solve/sums/sum.hpp"

namespace cgt::solve {

namespace {

using search::kInfinite;
using search::ProofScan;
using search::ProofView;
using search::StoredProof;

// A path is looked through for what others have decided every so many looks.
constexpr std::uint64_t kPathInterval = 8;

// A move is kept until another looks 21 times as easy to prove. Most states are decided once they are
// entered, so that to change one's mind costs more than it brings; docs/measurements.md has the figures.
constexpr double kEpsilon = 20;

// How many times as hard a move looks for each of the others below it, where who loses moves.
constexpr std::uint64_t kAvoid = 4;

std::uint64_t word_of(StoredProof numbers) {
  return std::uint64_t{numbers.one} << 32U | numbers.all;
}

}  // namespace

// Few moves of the player to move make a loss likely, more moves of the opponent, too.
StoredProof ProofSearch::first_numbers(StateId state) {
  const PerPlayer<std::uint32_t> moves = graph_.mobility(state);
  const std::uint32_t mine = moves[Player::kLeft];
  const std::uint32_t theirs = moves[Player::kRight];
  return {1 + (theirs > mine ? theirs - mine : 0), 1 + mine};
}

StoredProof ProofSearch::numbers(StateId state) {
  if (const SumTable::Sum* const shared = graph_.shared_before(state)) {
    const std::uint64_t word = shared->numbers.load(std::memory_order_relaxed);
    if (word != 0) {
      return {static_cast<std::uint32_t>(word >> 32U), static_cast<std::uint32_t>(word)};
    }
    const StoredProof first = first_numbers(state);
    set_numbers(state, first);
    return first;
  }
  if (state >= numbers_.size()) numbers_.resize(static_cast<std::size_t>(graph_.size()));
  StoredProof& n = numbers_[state];
  if (n.one == 0) n = first_numbers(state);
  return n;
}

void ProofSearch::set_numbers(StateId state, StoredProof numbers) {
  if (SumTable::Sum* const shared = graph_.shared_before(state)) {
    shared->numbers.store(word_of(numbers), std::memory_order_relaxed);
    return;
  }
  if (state >= numbers_.size()) numbers_.resize(static_cast<std::size_t>(graph_.size()));
  numbers_[state] = numbers;
}

void ProofSearch::Together::count(std::size_t winner) {
  decided[winner].fetch_add(1, std::memory_order_relaxed);
  if (!crowded && decided[0] + decided[1] >= alone) admit();
}

void ProofSearch::Together::admit() {
  crowded = true;
  crowded.notify_all();
}

bool ProofSearch::idle() {
  if (stack_.size() - 1 > idle_above_) return true;
  idle_above_ = ~std::size_t{0};
  if (together_ != nullptr && together_->done) {
    idle_above_ = 0;
    return true;
  }
  if (++looks_ % kPathInterval != 0) return false;
  for (std::size_t i = 0; i + 1 < stack_.size(); ++i) {
    if (stack_[i].shared->known.load(std::memory_order_relaxed) == Known::kOpen) continue;
    idle_above_ = i;
    return true;
  }
  return false;
}

// By the numbers of the state where these tell them apart, else by what was decided below the root.
bool ProofSearch::expects_to_win(StateId state) {
  const StoredProof n = numbers(state);
  if (std::max(n.one, n.all) / 2 >= std::min(n.one, n.all)) return n.one < n.all;
  return together_->winner_moves(stack_.size() % 2 == 1);
}

// Who wins needs one of his moves: there a searcher goes where the others are, unless that looks as
// much harder as would make them leave. Who loses has to see all of his refuted: there it goes elsewhere. So it
// does where another is about to find the moves.
search::ProofNumber ProofSearch::seems(search::ProofNumber number, std::uint64_t others,
                                       const SumTable::Sum& shared, bool winner_moves) {
  if (!shared.expanded.load(std::memory_order_relaxed)) return number * (1 + others);
  if (winner_moves) return number / static_cast<search::ProofNumber>(1 + kEpsilon) + 1;
  return number * (1 + kAvoid * others);
}

void ProofSearch::look(Frame& frame, ProofScan& scan, Budget& budget) {
  if (frame.shared != nullptr && graph_.known(frame.state) == Known::kOpen && idle()) {
    // Left as it is.
    const StoredProof n = numbers(frame.state);
    scan.child(0, {n.one, n.all});
    frame.limits = {0, 0};
    return;
  }
  if (graph_.look_again(frame.state) == Known::kOpen) {
    if (!graph_.expanded(frame.state) && graph_.expansions() % kMemoryInterval == 0) {
      graph_.note_memory(budget);
      meter_.set(budget, numbers_.capacity() * sizeof(StoredProof));
    }
    children_ = graph_.children(frame.state, budget);
    if (frame.shared != nullptr) frame.shared->expanded.store(true, std::memory_order_relaxed);
  }
  switch (graph_.known(frame.state)) {
    case Known::kWon: scan.won(0); return;
    case Known::kLost: return;
    case Known::kOpen: break;
  }
  const bool winner_moves = together_ != nullptr && expects_to_win(frame.state);
  for (std::size_t i = 0; i < children_.size(); ++i) {
    switch (graph_.known(children_[i])) {
      case Known::kWon: continue;
      case Known::kLost: scan.won(i); return;
      case Known::kOpen: break;
    }
    const StoredProof n = numbers(children_[i]);
    const SumTable::Sum* const shared = graph_.shared_before(children_[i]);
    const std::uint64_t others =
        shared == nullptr ? 0 : shared->searchers.load(std::memory_order_relaxed);
    scan.child(i, {n.all, n.one},
               others == 0 ? n.all : seems(n.all, others, *shared, winner_moves));
  }
}

void ProofSearch::note(const Frame& frame, const ProofView& numbers) {
  if (!numbers.solved()) {
    set_numbers(frame.state, StoredProof::of(numbers));
  } else if (graph_.known(frame.state) == Known::kOpen) {
    graph_.decide(frame.state, numbers.one == 0 ? Known::kWon : Known::kLost);
    const bool root_moves = stack_.size() % 2 == 1;
    const std::size_t winner = (numbers.one == 0) == root_moves ? 0 : 1;
    ++decided_[winner];
    if (together_ != nullptr) together_->count(winner);
  }
}

void ProofSearch::push(StateId state, ProofView limits) {
  stack_.push_back({state, limits, nullptr});
  if (!graph_.shares()) return;
  meet_others(state);
  SumTable::Sum& shared = graph_.shared_sum(state);
  shared.searchers.fetch_add(1, std::memory_order_relaxed);
  stack_.back().shared = &shared;
}

bool ProofSearch::meet_others(StateId state) {
  if (graph_.shared_before(state) != nullptr) return false;
  const std::uint64_t mine = word_of(numbers(state));
  std::uint64_t theirs = 0;
  return !graph_.shared_sum(state).numbers.compare_exchange_strong(theirs, mine,
                                                                   std::memory_order_relaxed);
}

void ProofSearch::pop() {
  SumTable::Sum* const shared = stack_.back().shared;
  if (shared != nullptr) shared->searchers.fetch_sub(1, std::memory_order_relaxed);
  stack_.pop_back();
}

void ProofSearch::descend(const Frame& frame, std::size_t child, const ProofView& limits, Budget&) {
  const StateId next = children_[child];
  // What others know of it may let it look worse than its brothers.
  if (graph_.shares() && meet_others(next)) return;
  on_path_.insert(frame.state);
  if (on_path_.contains(next)) refuse_loopy_sum();
  push(next, {limits.all, limits.one});  // the opponent moves there
}

void ProofSearch::leave(const Frame& frame, const ProofView&, Budget&) {
  on_path_.erase(frame.state);
  pop();
}

double ProofSearch::upsets() const {
  const auto [least, most] = std::minmax(decided_[0], decided_[1]);
  return most == 0 ? 0 : static_cast<double>(least) / static_cast<double>(least + most);
}

std::optional<bool> ProofSearch::wins(StateId root, Budget& budget, Together* together) {
  struct Cleanup {  // a throw leaves no searcher behind
    ProofSearch& search;
    ~Cleanup() {
      while (!search.stack_.empty()) search.pop();
    }
  } cleanup{*this};
  together_ = together;
  idle_above_ = ~std::size_t{0};
  on_path_.clear();
  push(root, {kInfinite, kInfinite});
  search::proof_walk(*this, stack_, {.epsilon = kEpsilon, .weak = true}, budget);
  const Known known = graph_.known(root);
  if (known == Known::kOpen) return std::nullopt;
  return known == Known::kWon;
}

bool BooleanSearch::next(Frame& frame, StateId& child) {
  if (frame.next == frame.children.size()) return false;
  child = frame.children[frame.next++];
  return true;
}

std::optional<bool> BooleanSearch::look(StateId state) {
  const Known known = graph_.look_again(state);
  if (known == Known::kOpen) return std::nullopt;
  return known == Known::kWon;
}

std::optional<bool> BooleanSearch::enter(StateId state, Budget& budget) {
  if (graph_.expansions() % kMemoryInterval == 0) graph_.note_memory(budget);
  const std::span<const StateId> children = graph_.children(state, budget);
  if (const Known known = graph_.known(state); known != Known::kOpen) return known == Known::kWon;
  if (!on_path_.insert(state).second) refuse_loopy_sum();
  const auto hope = [&](StateId child) {
    const PerPlayer<std::uint32_t> moves = graph_.mobility(child);
    const auto noise = static_cast<std::int64_t>(order_ == 0 ? 0 : mix(order_, child) % 3);
    return 2 * (std::int64_t{moves[Player::kLeft]} - std::int64_t{moves[Player::kRight]}) + noise;
  };
  std::vector<std::pair<std::int64_t, StateId>> order;
  order.reserve(children.size());
  for (const StateId child : children) order.emplace_back(hope(child), child);
  std::sort(order.begin(), order.end());
  Frame& frame = stack_.emplace_back();
  frame.state = state;
  frame.children.reserve(order.size());
  for (const auto& entry : order) frame.children.push_back(entry.second);
  return std::nullopt;
}

void BooleanSearch::leave(const Frame& frame, bool won) {
  graph_.decide(frame.state, won ? Known::kWon : Known::kLost);
  on_path_.erase(frame.state);
}

bool BooleanSearch::wins(StateId root, Budget& budget) {
  stack_.clear();
  on_path_.clear();
  return search::boolean_walk(*this, stack_, root, budget);
}

}  // namespace cgt::solve
