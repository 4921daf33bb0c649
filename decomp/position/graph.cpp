#include "decomp/position/graph.hpp"

#include "cgt/support/memory/table_bytes.hpp"

namespace cgt {

namespace {

constexpr std::size_t kFewEdges = 32;

// The half of a hash that an index keeps.
std::uint32_t kept_hash(std::uint64_t hash) { return static_cast<std::uint32_t>(hash >> 32U); }

// The table takes its place from the high bits and tells entries of one place apart by the low ones;
// the product spreads the bits over the former, the sum puts others into the latter.
std::size_t spread_hash(std::uint32_t kept) {
  const std::uint64_t product = kept * 0x9E3779B97F4A7C15ULL;
  return static_cast<std::size_t>(product + (product >> 32U));
}

}  // namespace

NodeIndex::NodeIndex() = default;
NodeIndex::~NodeIndex() = default;

std::size_t NodeIndex::Hash::operator()(const Entry& entry) const {
  return spread_hash(entry.hash);
}
std::size_t NodeIndex::Hash::operator()(const Sought& sought) const {
  return spread_hash(kept_hash(sought.hash));
}

bool NodeIndex::Equal::operator()(const Sought& sought, const Entry& entry) const {
  return kept_hash(sought.hash) == entry.hash &&
         sought.same(sought.graph, sought.position, entry.node);
}

std::optional<NodeId> NodeIndex::find(const Sought& sought) const {
  const auto found = entries_.find(sought);
  if (found == entries_.end()) return std::nullopt;
  return found->node;
}

void NodeIndex::insert(std::uint64_t hash, NodeId node) {
  entries_.insert({kept_hash(hash), node});
}

std::uint64_t NodeIndex::bytes() const { return bytes_of_table(entries_); }

RepeatedEdges::RepeatedEdges(const Expansion& all, const std::vector<GraphEdge>& edges)
    : all_(&all), edges_(&edges), known_(0, Hash{this}, Equal{this}) {}
RepeatedEdges::~RepeatedEdges() = default;

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

bool RepeatedEdges::last_repeats() {
  const std::vector<GraphEdge>& edges = *edges_;
  const std::size_t last = edges.size() - 1;
  if (last < kFewEdges) {
    return std::any_of(edges.begin(), edges.end() - 1,
                       [&](const GraphEdge& e) { return same(e, edges.back()); });
  }
  if (known_.empty()) {
    for (std::size_t i = 0; i < last; ++i) known_.insert(static_cast<std::uint32_t>(i));
  }
  return !known_.insert(static_cast<std::uint32_t>(last)).second;
}

}  // namespace cgt
