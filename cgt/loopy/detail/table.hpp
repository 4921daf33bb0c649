// The inside of LoopyGames: the table of stoppers, canonical forms, and sides of graphs.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "cgt/loopy/detail/survival.hpp"
#include "cgt/loopy/loopy_games.hpp"

namespace cgt {

struct LoopyGames::Impl final : detail::StopperTable {
  explicit Impl(Store& s) : store_(s) {}

  Store& store() override { return store_; }
  const LoopyOptions& options(LoopyId g) const override { return records_[g.number()].options; }
  bool stopper_leq(LoopyId g, LoopyId h) override;
  bool left_survives_first(LoopyId g, LoopyId h) override;
  detail::OrderMemo& memo() override { return memo_; }

  std::vector<LoopyId> options(LoopyId g, Player player);

  // The canonical stopper of every vertex. Requires a graph without alternating cycles.
  std::vector<LoopyId> canonical(const LoopyGraph& graph);
  // One side of the game that every vertex is.
  std::vector<LoopySide> sides(const LoopyGraph& graph, Side side);
  LoopySide side_of(const LoopyGraph& graph, std::uint32_t root, Side side) {
    return sides(graph, side)[root];
  }
  // All that g leads to, as a graph whose vertex 0 is g; options of short games are left out of it.
  LoopyGraph graph_of(LoopyId g, std::vector<LoopyId>* names = nullptr);
  // Adds a side to a graph: the word by which it is an option there.
  static LoopyId copy_into(LoopyGraph& graph, const LoopySide& side);

  bool leq(const LoopySide& g, const LoopySide& h, Side side);
  LoopySide sum(const LoopySide& g, const LoopySide& h, Side side);
  LoopySide negative(const LoopySide& g);
  LoopyId negative(LoopyId g);
  // on for the onside, off for the offside
  LoopyId passing(Side side);

 private:
  struct Record {
    LoopyOptions options;
    LoopyId negative;  // memo; none: not known yet
  };
  class Component;   // of a graph without alternating cycles, being reduced
  class Simplifier;  // of one side of a graph

  void prune_outside(LoopyGraph& part);
  void reduce(const LoopyGraph& graph, const std::vector<std::uint32_t>& component,
              std::vector<LoopyId>& known);
  // Words of a reduced graph whose vertices are all different, and that has no dominated or
  // reversible option.
  std::vector<LoopyId> intern(const LoopyGraph& graph);
  LoopyId intern_one(LoopyOptions options);
  void intern_cycle(const LoopyGraph& graph, const std::vector<std::uint32_t>& component,
                    std::vector<LoopyId>& known);
  std::uint64_t hash_of(const LoopyOptions& options) const;

  Store& store_;
  std::deque<Record> records_;
  detail::OrderMemo memo_;
  detail::OrderMemo first_memo_;  // of left_survives_first()
  std::array<LoopyId, 2> passing_;
  FlatMap<std::uint64_t, std::vector<std::uint32_t>> by_options_;
  FlatMap<std::uint64_t, std::vector<std::uint32_t>> by_unfolding_;  // of those on cycles
  FlatMap<std::pair<LoopyId, LoopyId>, std::array<LoopySide, 2>, detail::PairHash> sums_;

 public:
  std::uint64_t size() const { return records_.size(); }
};

}  // namespace cgt
