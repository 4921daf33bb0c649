#include "decomp/solve/values/position_graph.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "cgt/support/containers.hpp"
#include "cgt/support/hash.hpp"

namespace cgt::solve {
namespace {

struct PartSum {
  std::vector<SignedNode> parts;  // in order
  std::int64_t rest = 0;
  friend bool operator==(const PartSum&, const PartSum&) = default;
};

struct PartSumHash {
  std::size_t operator()(const PartSum& sum) const {
    std::uint64_t h = mix(static_cast<std::uint64_t>(sum.rest), sum.parts.size());
    for (const SignedNode v : sum.parts) h = mix(h, v);
    return static_cast<std::size_t>(h);
  }
};

class Explorer {
 public:
  Explorer(PositionGraph& graph, Store& store, Budget& budget)
      : graph_(graph), store_(store), budget_(budget) {}

  LoopyValue explore(PartSum root) {
    const LoopyId id = place(std::move(root));
    if (!id.is_vertex()) return id;
    for (std::size_t i = 0; i < queue_.size(); ++i) {
      budget_.charge();
      if (i % kMemoryInterval == 0) {
        graph_.note_memory(budget_);
        meter_.set(budget_, queue_.size() * kBytesPerVertex);
      }
      const PartSum sum = std::move(queue_[i]);
      LoopyOptions options;
      add_moves(sum, options);
      for (std::vector<LoopyId>& mine : options.values) {
        std::ranges::sort(mine);
        mine.erase(std::unique(mine.begin(), mine.end()), mine.end());
      }
      found_->vertices.push_back(std::move(options));
    }
    const LoopySide side{id, found_};
    return {side, side};
  }

 private:
  static constexpr std::uint64_t kBytesPerVertex = 200;  // about

  // Free moves alone are a value, and no vertex.
  LoopyId place(PartSum sum) {
    if (sum.parts.empty()) return store_.integer(sum.rest);
    std::ranges::sort(sum.parts);
    const auto [it, fresh] =
        places_.emplace(std::move(sum), static_cast<std::uint32_t>(queue_.size()));
    if (fresh) queue_.push_back(it->first);
    return LoopyId::vertex(it->second);
  }

  void add_moves(const PartSum& sum, LoopyOptions& options) {
    for (std::size_t i = 0; i < sum.parts.size(); ++i) {
      const SignedNode v = sum.parts[i];
      if (i > 0 && v == sum.parts[i - 1]) continue;
      graph_.expand(node_of(v), moves_, budget_);
      for (const Player player : kPlayers) {
        const Player mover = graph_.impartial() ? Player::kLeft
                             : is_negated(v)    ? opponent(player)
                                                : player;
        for (const GraphEdge& edge : moves_.edges[mover]) {
          PartSum next = sum;
          next.parts.erase(next.parts.begin() + static_cast<std::ptrdiff_t>(i));
          next.rest += is_negated(v) ? -edge.shift : edge.shift;
          for (std::uint32_t c = edge.first; c < edge.last; ++c)
            next.parts.push_back(moves_.children[c] ^ (v & 1U));
          options[player].push_back(place(std::move(next)));
        }
      }
    }
    if (sum.rest == 0) return;
    const std::int64_t less = sum.rest > 0 ? sum.rest - 1 : sum.rest + 1;
    options[sum.rest > 0 ? Player::kLeft : Player::kRight].push_back(place({sum.parts, less}));
  }

  PositionGraph& graph_;
  Store& store_;
  Budget& budget_;
  Expansion moves_;
  std::vector<PartSum> queue_;
  FlatMap<PartSum, std::uint32_t, PartSumHash> places_;
  std::shared_ptr<LoopyGraph> found_ = std::make_shared<LoopyGraph>();
  MemoryMeter meter_;
};

}  // namespace

LoopyValue graph_value(PositionGraph& graph, std::int64_t rest, std::span<const SignedNode> parts,
                       Store& store, Budget& budget) {
  const Store::BudgetScope scope(store, budget);
  return Explorer(graph, store, budget).explore({{parts.begin(), parts.end()}, rest});
}

}  // namespace cgt::solve
