#include "decomp/solve/values/sum_state.hpp"

#include <algorithm>

namespace cgt::solve {

PlayEnds::Answer PlayEnds::ask(PositionGraph& graph, NodeId root, Budget& budget,
                               const std::function<bool(NodeId)>& known) {
  const auto answer = [&](NodeId id) -> Answer& {
    if (id >= answers_.size()) answers_.resize(std::max<std::size_t>(id + 1, graph.size()));
    return answers_[id];
  };
  const auto ends = [&](NodeId id) {
    return answer(id) == Answer::kEnds || graph.depth_hint(id) != kUnknownDepth ||
           (known && known(id));
  };
  if (ends(root)) return Answer::kEnds;
  if (answer(root) != Answer::kOpen) return answer(root);
  struct Visit {
    NodeId node = 0;
    std::vector<NodeId> followers;
    std::size_t next = 0;
  };
  std::vector<Visit> path;
  FlatSet<NodeId> on_path;
  const auto enter = [&](NodeId id) {
    budget.charge();
    graph.expand(id, expansion_, budget);
    Visit& visit = path.emplace_back();
    visit.node = id;
    on_path.insert(id);
    for (const auto& edges : expansion_.edges.values) {
      for (const GraphEdge& edge : edges) {
        for (std::uint32_t i = edge.first; i < edge.last && !edge.may_repeat; ++i)
          visit.followers.push_back(node_of(expansion_.children[i]));
      }
    }
  };
  std::uint64_t left = kMostFollowers;
  for (enter(root); !path.empty();) {
    Visit& visit = path.back();
    if (visit.next == visit.followers.size()) {
      answer(visit.node) = Answer::kEnds;
      on_path.erase(visit.node);
      path.pop_back();
      continue;
    }
    const NodeId next = visit.followers[visit.next++];
    if (on_path.contains(next)) return answer(root) = Answer::kLoops;
    if (ends(next)) continue;
    if (--left == 0) return answer(root) = Answer::kTooFar;
    enter(next);
  }
  return Answer::kEnds;
}

}  // namespace cgt::solve
