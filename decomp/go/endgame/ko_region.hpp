// Go regions whose value depends on ko: their score graphs and thermographs.
//
// The rules are those of Region, with kos kept in the graph: a position is a node, a capture
// moves the score, nobody passes. Settled territory is left out of the nodes and counted, so that
// the whole of what is still in play makes a node: the kos of a region hang together. Where the
// bounds of the local search meet, no ko matters, and the thermograph is that of the value, for
// every komaster.
//
//   Store store;
//   solve::LocalSearch<Region> search(store);
//   const RegionKo ko = region_ko(search, store, Region::parse("#BW#/B.XW/#BW#"), budget);
//   const bool third = to_string((*ko.thermographs)[Komaster::kNone].mast()) == "-1/3";  // true
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cgt/ko/thermograph.hpp"
#include "decomp/go/board/region.hpp"
#include "decomp/solve/values/local_search.hpp"

namespace cgt::go {

// Nodes are labelled with their diagrams. The root is the region without its settled parts, whose
// score is `settled`.
struct RegionGraph {
  KoGraph graph;
  std::int64_t settled = 0;
  PerPlayer<std::vector<std::uint32_t>> cells;  // of the root's options: where the move is made
};

// Throws BudgetExhausted: there may be as many nodes as positions.
RegionGraph region_graph(const Region& region, Budget& budget);

struct RegionKo {
  solve::LocalValue value;                     // bounds; exact: no ko matters
  std::optional<RegionGraph> graph;            // none: exact
  std::optional<KoThermographs> thermographs;  // none: refused
  std::string refused;                         // "double ko at ...": the irregular cycle
};

// Throws BudgetExhausted.
RegionKo region_ko(solve::LocalSearch<Region>& search, Store& store, const Region& region,
                   Budget& budget);
// The same for a region whose value is known.
RegionKo region_ko(Store& store, const Region& region, const solve::LocalValue& value,
                   Budget& budget);

}  // namespace cgt::go
