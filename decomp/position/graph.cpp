#include "decomp/position/graph.hpp"

#include "cgt/support/containers.hpp"

namespace cgt {

namespace {

constexpr std::size_t kFewEdges = 32;

// Finds edges that were listed before, while the edges of one player are listed. Both must outlive it.
class RepeatedEdges {
 public:
  RepeatedEdges(const Expansion& all, const std::vector<GraphEdge>& edges)
      : all_(&all), edges_(&edges), known_(0, Hash{this}, Equal{this}) {}
  RepeatedEdges(const RepeatedEdges&) = delete;
  RepeatedEdges& operator=(const RepeatedEdges&) = delete;
  // Is edge `last` the same as one before it? It is asked of one after the other, from 0 on: of the next
  // number if not, else of the same again, with another edge in its place.
  bool repeats(std::size_t last);

 private:
  // Edges by their numbers.
  struct Hash {
    using is_avalanching = void;
    const RepeatedEdges* of;
    std::size_t operator()(std::uint32_t i) const;
  };
  struct Equal {
    const RepeatedEdges* of;
    bool operator()(std::uint32_t i, std::uint32_t j) const;
  };
  bool same(const GraphEdge& a, const GraphEdge& b) const;

  const Expansion* all_;
  const std::vector<GraphEdge>* edges_;
  // Bits of the earlier edges: an edge whose bit is not set is new.
  std::uint64_t seen_ = 0;
  // All or none of the earlier edges: few are looked at one by one.
  FlatSet<std::uint32_t, Hash, Equal> known_;
};

bool RepeatedEdges::same(const GraphEdge& a, const GraphEdge& b) const {
  if (a.shift != b.shift || a.last - a.first != b.last - b.first) return false;
  if (a.may_repeat != b.may_repeat || a.ko != b.ko) return false;
  // Most moves lead to one part: no call of memcmp.
  for (std::uint32_t i = a.first, k = b.first; i < a.last; ++i, ++k) {
    if (all_->children[i] != all_->children[k]) return false;
  }
  return true;
}

std::size_t RepeatedEdges::Hash::operator()(std::uint32_t i) const {
  const GraphEdge& e = (*of->edges_)[i];
  std::uint64_t h = mix(static_cast<std::uint64_t>(e.shift), e.last - e.first);
  for (std::uint32_t k = e.first; k < e.last; ++k) h = mix(h, of->all_->children[k]);
  return static_cast<std::size_t>(h);
}

bool RepeatedEdges::Equal::operator()(std::uint32_t i, std::uint32_t j) const {
  return of->same((*of->edges_)[i], (*of->edges_)[j]);
}

bool RepeatedEdges::repeats(std::size_t last) {
  const std::vector<GraphEdge>& edges = *edges_;
  if (last < kFewEdges) {
    const GraphEdge& e = edges[last];
    const std::uint64_t some =
        static_cast<std::uint64_t>(e.shift) * 31 + (e.first < e.last ? all_->children[e.first] : 0);
    const std::uint64_t bit = std::uint64_t{1} << (some & 63U);
    if ((seen_ & bit) == 0) {
      seen_ |= bit;
      return false;
    }
    return std::any_of(edges.begin(), edges.begin() + static_cast<std::ptrdiff_t>(last),
                       [&](const GraphEdge& other) { return same(other, e); });
  }
  if (known_.empty()) {
    for (std::size_t i = 0; i < last; ++i) known_.insert(static_cast<std::uint32_t>(i));
  }
  return !known_.insert(static_cast<std::uint32_t>(last)).second;
}

}  // namespace

std::optional<Nus> PositionGraph::value_without_search(NodeId node, Budget& budget) const {
  if (const std::optional<Nus> known = known_value(node)) return known;
  const std::optional<std::uint32_t> nimber = nim_value(node, budget);
  return nimber ? std::optional(Nus{{}, 0, *nimber}) : std::nullopt;
}

void NodeIndex::insert(std::uint64_t hash, NodeId node) {
  if ((count_ + 1) * 8 > slots_.size() * 5) grow();
  put({kept_hash(hash), node + 1});
  ++count_;
}

void NodeIndex::put(Slot slot) {
  std::size_t i = home(slot.hash);
  while (slots_[i].taken != 0) i = (i + 1) & (slots_.size() - 1);
  slots_[i] = slot;
}

void NodeIndex::grow() {
  constexpr std::size_t kFirstSlots = 16;
  std::vector<Slot, HugePages<Slot>> old(std::max(kFirstSlots, slots_.size() * 2));
  old.swap(slots_);
  shift_ = 64U - static_cast<unsigned>(std::countr_zero(slots_.size()));
  for (const Slot& slot : old) {
    if (slot.taken != 0) put(slot);
  }
}

void Expansion::list_once() {
  std::uint32_t last = 0;
  for (std::vector<GraphEdge>& moves : edges.values) {
    RepeatedEdges repeated(*this, moves);
    std::size_t kept = 0;
    for (GraphEdge edge : moves) {
      const std::uint32_t first = last;
      for (std::uint32_t i = edge.first; i < edge.last; ++i) children[last++] = children[i];
      if (last - first > 1) std::sort(children.begin() + first, children.begin() + last);
      edge.first = first;
      edge.last = last;
      moves[kept] = edge;
      if (repeated.repeats(kept)) {
        last = first;
      } else {
        ++kept;
      }
    }
    moves.resize(kept);
  }
  children.resize(last);
}

std::uint64_t AnyGraph::hash(NodeId /*node*/) const {
  CGT_EXPECTS(false, "the graph has a new_graph()");
  return 0;
}

NodeId AnyGraph::node_of(const AnyGraph& /*other*/, NodeId /*node*/) {
  CGT_EXPECTS(false, "the graph has a new_graph()");
  return 0;
}

IndexedGraph::IndexedGraph() = default;
IndexedGraph::~IndexedGraph() = default;

void IndexedGraph::look_up(const std::vector<std::uint64_t>& hashes) {
  near_.resize(hashes.size());
  for (std::size_t i = 0; i < hashes.size(); ++i) {
    near_[i] = index_.candidate(hashes[i]).value_or(kNoNode);
  }
}

}  // namespace cgt
