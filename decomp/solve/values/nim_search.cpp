#include "decomp/solve/values/nim_search.hpp"

namespace cgt::solve {
namespace {

using search::ProofScan;
using search::ProofView;
using search::StoredProof;

// Adds a part to a sorted sum: equal parts cancel.
template <class Parts>
void add_part(Parts& parts, NodeId part) {
  if (!parts.empty() && parts.back() == part) {
    parts.pop_back();
  } else {
    parts.push_back(part);
  }
}

}  // namespace

NimSearch::NimSearch(const AnyPosition& position) : graph_(position.new_graph()) {
  if (!position.impartial()) throw Error("only impartial games have nim values");
}

void NimSearch::meet_new_nodes() {
  std::size_t id = nodes_.size();
  nodes_.resize(graph_->size());
  for (; id < nodes_.size(); ++id) {
    if (const std::optional<Nus> known = graph_->known_value(static_cast<NodeId>(id))) {
      nodes_[id].value = known->nimber;
    }
  }
}

NimSearch::Work& NimSearch::work(NodeId id) {
  Node& of = nodes_[id];
  if (of.work == 0) {
    if (free_works_.empty()) {
      free_works_.push_back(static_cast<std::uint32_t>(works_.size()));
      works_.emplace_back();
    }
    of.work = free_works_.back() + 1;
    free_works_.pop_back();
  }
  return works_[of.work - 1];
}

void NimSearch::note_memory(Budget& budget) {
  graph_->note_memory(budget);
  meter_.set(budget, nodes_.capacity() * sizeof(Node) + works_.capacity() * sizeof(Work) +
                         free_works_.capacity() * sizeof(std::uint32_t) + option_bytes_);
}

void NimSearch::expand(NodeId id, Budget& budget) {
  budget.charge();
  graph_->expand(id, scratch_, budget);
  meet_new_nodes();
  if (++expanded_ % kMemoryInterval == 0) note_memory(budget);
  std::vector<Parts> options;
  for (const GraphEdge& edge : scratch_.edges[Player::kLeft]) {
    Parts& parts = options.emplace_back();
    // Children are sorted.
    for (std::uint32_t i = edge.first; i < edge.last; ++i) {
      add_part(parts, node_of(scratch_.children[i]));
    }
    sort_by_weight(parts);
  }
  Work& found = work(id);
  found.options = ordered(options);
  found.expanded = true;
  option_bytes_ += found.options.capacity() * sizeof(std::uint32_t);
}

// About the moves left in a part; 1 where nobody knows.
std::uint32_t NimSearch::weight(NodeId part) const {
  const std::uint32_t depth = graph_->depth_hint(part);
  return depth == kUnknownDepth ? 1 : depth;
}

// The largest part last: it is the one whose value need not be found.
void NimSearch::sort_by_weight(Parts& parts) const {
  if (parts.size() < 2) return;
  std::ranges::sort(parts, {}, [this](NodeId part) { return std::pair(weight(part), part); });
}

// The options that leave least come first. Among equals those in the middle of the board, as rulesets list
// moves from one end to the other: they cut it in halves.
std::vector<std::uint32_t> NimSearch::ordered(const std::vector<Parts>& options) const {
  struct Rank {
    std::uint64_t weight = 0;
    std::size_t from_middle = 0;
    std::size_t index = 0;
    auto operator<=>(const Rank&) const = default;
  };
  std::vector<Rank> ranks;
  std::size_t words = options.size();
  for (std::size_t i = 0; i < options.size(); ++i) {
    Rank& rank = ranks.emplace_back();
    for (const NodeId part : options[i]) rank.weight += weight(part);
    const std::size_t twice = 2 * i + 1;
    rank.from_middle = twice > options.size() ? twice - options.size() : options.size() - twice;
    rank.index = i;
    words += options[i].size();
  }
  std::ranges::sort(ranks);
  std::vector<std::uint32_t> out;
  out.reserve(words);
  for (const Rank& rank : ranks) {
    const Parts& parts = options[rank.index];
    out.push_back(static_cast<std::uint32_t>(parts.size()));
    out.insert(out.end(), parts.begin(), parts.end());
  }
  return out;
}

bool NimSearch::excludes(NodeId id, std::uint32_t k) {
  const Node& of = nodes_[id];
  if (of.value != kUnknown) return of.value != k;
  if (of.work == 0) return false;
  const std::vector<StoredProof>& numbers = works_[of.work - 1].numbers;
  return k < numbers.size() && numbers[k].one == 0 && numbers[k].all != 0;
}

std::uint32_t NimSearch::least_open(NodeId id) {
  std::uint32_t k = 0;
  while (excludes(id, k)) ++k;
  return k;
}

// Many moves, of the component or of the heap, make a loss of the player to move unlikely.
StoredProof NimSearch::numbers(Question question) {
  Node& of = nodes_[question.node];
  if (of.work != 0) {
    const std::vector<StoredProof>& known = works_[of.work - 1].numbers;
    if (question.k < known.size() && known[question.k].all != 0) return known[question.k];
  }
  if (of.moves == 0) of.moves = 1 + weight(question.node);
  return {1, of.moves + question.k};
}

NimSearch::Answer NimSearch::sum_is(std::span<const NodeId> parts, std::uint32_t k, Child& next) {
  std::size_t open = 0;
  for (const NodeId part : parts) {
    const std::uint32_t value = nodes_[part].value;
    if (value != kUnknown) {
      k ^= value;
      continue;
    }
    // The first is the smallest.
    if (++open == 1) next.question.node = part;
  }
  if (open == 0) return k == 0 ? Answer::kYes : Answer::kNo;
  next.resolves = open > 1;
  next.question.k = next.resolves ? least_open(next.question.node) : k;
  if (!next.resolves && excludes(next.question.node, k)) return Answer::kNo;
  return Answer::kAsk;
}

void NimSearch::look(Frame& frame, ProofScan& scan, Budget& budget) {
  const auto [id, k] = frame.question;
  children_.clear();
  if (nodes_[id].value == k) return;
  if (excludes(id, k)) return scan.won(0);
  if (!work(id).expanded) expand(id, budget);
  const std::vector<std::uint32_t>& options = work(id).options;
  const auto ask = [&](const Child& child, const ProofView& view) {
    scan.child(children_.size(), view);
    children_.push_back(child);
  };
  for (std::size_t at = 0; at < options.size(); at += options[at] + 1) {
    const std::span<const NodeId> parts(options.data() + at + 1, options[at]);
    Child child;
    switch (sum_is(parts, k, child)) {
      case Answer::kYes: return scan.won(0);
      case Answer::kNo: continue;
      case Answer::kAsk: break;
    }
    ProofView view{0, 0};
    if (!child.resolves) {
      const StoredProof n = numbers(child.question);
      view = {n.all, n.one};
    } else {
      for (const NodeId part : parts) {
        if (nodes_[part].value != kUnknown) continue;
        const StoredProof n = numbers({part, least_open(part)});
        view = {view.one + n.all, view.all + n.one};
      }
    }
    ask(child, view);
  }
  for (std::uint32_t smaller = 0; smaller < k; ++smaller) {
    if (excludes(id, smaller)) continue;
    const StoredProof n = numbers({id, smaller});
    ask({{id, smaller}, false}, {n.all, n.one});
  }
}

void NimSearch::note(const Frame& frame, const ProofView& numbers) {
  const auto [id, k] = frame.question;
  Node& of = nodes_[id];
  if (of.value != kUnknown) return;
  Work& open = work(id);
  if (numbers.all == 0) {
    of.value = k;
    option_bytes_ -= open.options.capacity() * sizeof(std::uint32_t);
    option_bytes_ -= open.numbers.capacity() * sizeof(StoredProof);
    open = {};
    free_works_.push_back(of.work - 1);
    of.work = 0;
    return;
  }
  if (open.numbers.size() <= k) {
    option_bytes_ -= open.numbers.capacity() * sizeof(StoredProof);
    open.numbers.resize(k + 1ULL);
    option_bytes_ += open.numbers.capacity() * sizeof(StoredProof);
  }
  open.numbers[k] = StoredProof::of(numbers);
}

void NimSearch::descend(const Frame&, std::size_t child, const ProofView& limits, Budget& budget) {
  budget.charge();
  const Child& next = children_[child];
  if (next.resolves) {
    stack_.push_back({next.question, {search::kInfinite, search::kInfinite}});
  } else {
    stack_.push_back({next.question, {limits.all, limits.one}});  // the opponent moves there
  }
}

void NimSearch::answer(Question question, Budget& budget) {
  stack_.clear();
  stack_.push_back({question, {search::kInfinite, search::kInfinite}});
  search::proof_walk(*this, stack_, {.weak = true}, budget);
}

NimSearch::Parts NimSearch::components_of(const AnyPosition& position) {
  std::vector<SignedNode> children;
  graph_->components(position, children);
  meet_new_nodes();
  std::ranges::sort(children);
  Parts parts;
  for (const SignedNode child : children) add_part(parts, node_of(child));
  sort_by_weight(parts);
  return parts;
}

std::uint32_t NimSearch::nim_value(const AnyPosition& position, Budget& budget) {
  std::uint32_t value = 0;
  for (const NodeId part : components_of(position)) {
    while (nodes_[part].value == kUnknown) answer({part, least_open(part)}, budget);
    value ^= nodes_[part].value;
  }
  return value;
}

bool NimSearch::next_player_wins(const AnyPosition& position, std::uint32_t k, Budget& budget) {
  const Parts parts = components_of(position);
  while (true) {
    Child next;
    const Answer is = sum_is(parts, k, next);
    if (is != Answer::kAsk) return is == Answer::kNo;
    answer(next.question, budget);
  }
}

}  // namespace cgt::solve
