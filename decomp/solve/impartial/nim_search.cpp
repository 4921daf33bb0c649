#include "decomp/solve/impartial/nim_search.hpp"

#include <algorithm>

#include "cgt/support/error.hpp"

namespace cgt::solve {
namespace {

std::uint64_t bytes_of(const std::vector<std::vector<NodeId>>& options) {
  std::uint64_t bytes = options.capacity() * sizeof(options[0]);
  for (const std::vector<NodeId>& parts : options) bytes += parts.capacity() * sizeof(NodeId);
  return bytes;
}

}  // namespace

NimSearch::NimSearch(const AnyPosition& position) : graph_(position.new_graph()) {
  if (!position.impartial()) throw Error("only impartial games have nim values");
}

NimSearch::Node& NimSearch::node(NodeId id) {
  if (id >= nodes_.size()) nodes_.resize(std::max<std::size_t>(graph_->size(), id + 1ULL));
  return nodes_[id];
}

void NimSearch::expand(NodeId id, Budget& budget) {
  budget.charge();
  ++expanded_;
  graph_->expand(id, scratch_, budget);
  Node& found = node(id);
  found.expanded = true;
  for (const GraphEdge& edge : scratch_.edges[Player::kLeft]) {
    Parts parts;
    for (std::uint32_t i = edge.first; i < edge.last; ++i) {
      // Equal parts cancel; children are sorted.
      const NodeId part = node_of(scratch_.children[i]);
      if (!parts.empty() && parts.back() == part) {
        parts.pop_back();
      } else {
        parts.push_back(part);
      }
    }
    // The largest part last: it is the one whose value need not be found.
    std::ranges::stable_sort(parts, {}, [this](NodeId part) { return weight(part); });
    found.options.push_back(std::move(parts));
  }
  order(found.options);
  option_bytes_ += bytes_of(found.options);
  if (expanded_ % kMemoryInterval == 0) {
    graph_->note_memory(budget);
    meter_.set(budget, nodes_.capacity() * sizeof(Node) + option_bytes_);
  }
}

// About the moves left in a part; 1 where nobody knows.
std::uint32_t NimSearch::weight(NodeId part) const {
  const std::uint32_t depth = graph_->depth_hint(part);
  return depth == kUnknownDepth ? 1 : depth;
}

// The options that leave least come first: they are answered soonest. Among equals those in the
// middle of the board, as rulesets list moves from one end to the other: they cut it in halves.
void NimSearch::order(std::vector<Parts>& options) const {
  struct Rank {
    std::uint64_t weight = 0;
    std::size_t from_middle = 0;
    std::size_t index = 0;
    auto operator<=>(const Rank&) const = default;
  };
  std::vector<Rank> ranks;
  for (std::size_t i = 0; i < options.size(); ++i) {
    Rank& rank = ranks.emplace_back();
    for (const NodeId part : options[i]) rank.weight += weight(part);
    const std::size_t twice = 2 * i + 1;
    rank.from_middle = twice > options.size() ? twice - options.size() : options.size() - twice;
    rank.index = i;
  }
  std::ranges::sort(ranks);
  std::vector<Parts> ordered;
  for (const Rank& rank : ranks) ordered.push_back(std::move(options[rank.index]));
  options = std::move(ordered);
}

NimSearch::Answer NimSearch::sum_is(const Parts& parts, std::uint32_t k, Question& next) {
  if (parts.empty()) return k == 0 ? Answer::kYes : Answer::kNo;
  // The part that stays unsolved is the last unsolved one.
  NodeId open = 0;
  bool any = false;
  for (const NodeId part : parts) {
    const Node& found = node(part);
    if (found.value != kUnknown) {
      k ^= found.value;
      continue;
    }
    if (any) {
      next = {open, node(open).least_open()};
      return Answer::kAsk;
    }
    open = part;
    any = true;
  }
  if (!any) return k == 0 ? Answer::kYes : Answer::kNo;
  if (node(open).excludes(k)) return Answer::kNo;
  next = {open, k};
  return Answer::kAsk;
}

void NimSearch::answer(Question first, Budget& budget) {
  std::vector<Question> stack{first};
  while (!stack.empty()) {
    Question& top = stack.back();
    if (node(top.node).value != kUnknown || node(top.node).excludes(top.k)) {
      stack.pop_back();
      continue;
    }
    if (!node(top.node).expanded) expand(top.node, budget);
    Question next{};
    bool asks = false;
    bool found = false;
    // First what is known already, then what must be searched.
    if (!top.scanned) {
      top.scanned = true;
      for (std::uint32_t i = 0; !found && i < nodes_[top.node].options.size(); ++i) {
        found = sum_is(Parts(nodes_[top.node].options[i]), top.k, next) == Answer::kYes;
      }
    }
    while (!found && !asks && top.option < nodes_[top.node].options.size()) {
      budget.charge();
      // sum_is() may make nodes, which moves the options.
      const Parts parts = nodes_[top.node].options[top.option];
      const Answer is = sum_is(parts, top.k, next);
      found = is == Answer::kYes;
      asks = is == Answer::kAsk;
      if (is == Answer::kNo) ++top.option;
    }
    if (asks) {
      stack.push_back(next);
      continue;
    }
    Node& here = nodes_[top.node];
    if (found) {
      if (here.excluded.size() <= top.k) here.excluded.resize(top.k + 1ULL, false);
      here.excluded[top.k] = true;
      stack.pop_back();
      continue;
    }
    // No option has the value k: it is that of G if the options have all the smaller ones.
    const std::uint32_t open = here.least_open();
    if (open < top.k) {
      stack.push_back({top.node, open});
      continue;
    }
    here.value = top.k;
    option_bytes_ -= bytes_of(here.options);
    here.options = {};
    here.excluded = {};
    stack.pop_back();
  }
}

NimSearch::Parts NimSearch::components_of(const AnyPosition& position) {
  std::vector<SignedNode> children;
  graph_->components(position, children);
  std::ranges::sort(children);
  Parts parts;
  for (const SignedNode child : children) {
    if (!parts.empty() && parts.back() == node_of(child)) {
      parts.pop_back();
    } else {
      parts.push_back(node_of(child));
    }
  }
  return parts;
}

std::uint32_t NimSearch::nim_value(const AnyPosition& position, Budget& budget) {
  std::uint32_t value = 0;
  for (const NodeId part : components_of(position)) {
    while (node(part).value == kUnknown) answer({part, node(part).least_open()}, budget);
    value ^= node(part).value;
  }
  return value;
}

bool NimSearch::next_player_wins(const AnyPosition& position, std::uint32_t k, Budget& budget) {
  const Parts parts = components_of(position);
  while (true) {
    Question next{};
    const Answer is = sum_is(parts, k, next);
    if (is != Answer::kAsk) return is == Answer::kNo;
    answer(next, budget);
  }
}

}  // namespace cgt::solve
