// The inside of LoopyGames: the table of stoppers, canonical forms, and sides of graphs.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <vector>

#include "cgt/detail/loopy_survival.hpp"
#include "cgt/loopy/graph.hpp"
#include "cgt/loopy/loopy_games.hpp"

namespace cgt {

namespace detail {

// Binary digits of a number, those after the point included.
std::size_t digits(const Dyadic& x);

struct WordsHash {
  using is_avalanching = void;
  std::size_t operator()(const std::vector<std::uint64_t>& words) const {
    std::uint64_t h = words.size();
    for (const std::uint64_t word : words) h = mix(h, word);
    return static_cast<std::size_t>(h);
  }
};

}  // namespace detail

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
  std::vector<LoopyId> followers(LoopyId g, bool only_loopy);
  // g + x for a number x, whatever its size.
  LoopyId translate(LoopyId g, GameId x);
  std::optional<Pseudonumber> as_pseudonumber(LoopyId g);
  Pseudonumber stop(LoopyId g, Player first);
  // One side of the game that every vertex is.
  std::vector<LoopySide> sides(const LoopyGraph& graph, Side side);
  LoopySide side_of(const LoopyGraph& graph, std::uint32_t root, Side side) {
    return sides(graph, side)[root];
  }
  // All that g leads to, as a graph whose vertex 0 is g; options of short games are left out of it.
  LoopyGraph graph_of(LoopyId g, std::vector<LoopyId>* names = nullptr);
  // How one side of all vertices of a graph fares beside numbers (numbers.cpp).
  struct BesideNumbers {
    bool avoids = false;  // moves in the number are not needed
    bool moves = false;   // and adding x to all that the graph leads to adds x to its vertices
  };
  BesideNumbers beside_numbers(const LoopyGraph& graph, Side side);
  // g + x, without play in x; empty: that was not shown to be right.
  std::optional<LoopySide> moved(const LoopySide& g, GameId x, Side side);
  // Adds a side to a graph: the word by which it is an option there.
  static LoopyId copy_into(LoopyGraph& graph, const LoopySide& side);

  bool leq(const LoopySide& g, const LoopySide& h, Side side);
  LoopySide sum(const LoopySide& g, const LoopySide& h, Side side);
  LoopySide negative(const LoopySide& g);
  LoopyId negative(LoopyId g);
  // on for the onside, off for the offside
  LoopyId passing(Side side);

  std::uint64_t size() const { return records_.size(); }
  // Held by the tables.
  std::uint64_t bytes() const;
  // Tells the budget in scope. Throws BudgetExhausted.
  void note_memory() { store_.charge_memory(meter_, bytes()); }
  void release(const Mark& mark);

 private:
  struct Record {
    LoopyOptions options;
    LoopyId negative;  // memo; none: not known yet
    // Of those on cycles: the first of the records of the component, which stand in a row, how many
    // they are, and how the graph unfolds below this one.
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    std::uint64_t unfolding = 0;
  };
  class Component;   // of a graph without alternating cycles, being reduced
  class Simplifier;  // of one side of a graph

  void prune_outside(LoopyGraph& part);
  void reduce(const LoopyGraph& graph, const std::vector<std::uint32_t>& component,
              std::vector<LoopyId>& known);
  // The values of all vertices of a component; its other options are canonical. None are alike.
  std::vector<LoopyId> reduce(LoopyGraph part);
  // The same with every option moved by a number, if that brings the numbers in it near 0, and back.
  std::optional<std::vector<LoopyId>> reduce_moved(const LoopyGraph& part);
  LoopyId moved(LoopyId g, GameId x);
  // The number with most digits among the stops of what a graph leads to, if it has so many that they
  // matter where numbers are played in.
  std::optional<Dyadic> far_number(const LoopyGraph& graph);
  std::optional<LoopySide> sum_moved(const LoopySide& g, const LoopySide& h, Side side);
  // Who wins from which vertices against the number y, play being in the graph alone.
  using Wins = std::vector<PerPlayer<bool>>;  // Left's, by who begins
  Wins left_wins(const LoopyGraph& graph, GameId y, Side side);
  // Is a vertex with these canonical options no number? False: it may be one.
  bool is_no_number(const LoopyOptions& options);
  // Words of a reduced graph whose vertices are all different, and that has no dominated or
  // reversible option.
  std::vector<LoopyId> intern(const LoopyGraph& graph);
  LoopyId intern_one(LoopyOptions options);
  void intern_cycle(const LoopyGraph& graph, const std::vector<std::uint32_t>& component,
                    std::vector<LoopyId>& known);
  // The records of a component that is the same graph, in the order of its vertices; empty: none is.
  std::vector<LoopyId> find_cycle(const LoopyGraph& part,
                                  const std::vector<std::uint64_t>& unfoldings);
  // Forgets records from this one on.
  void forget(std::uint32_t first);
  std::uint64_t hash_of(const LoopyOptions& options) const;

  Store& store_;
  std::deque<Record> records_;
  detail::OrderMemo memo_;
  detail::OrderMemo first_memo_;  // of left_survives_first()
  std::array<LoopyId, 2> passing_;
  FlatMap<std::uint64_t, std::vector<std::uint32_t>> by_options_;
  FlatMap<std::uint64_t, std::vector<std::uint32_t>> by_unfolding_;  // of those on cycles
  FlatMap<std::pair<LoopyId, LoopyId>, std::array<LoopySide, 2>, detail::PairHash> sums_;
  // What components came to, by their graphs as merge_alike() leaves them.
  FlatMap<std::vector<std::uint64_t>, std::vector<LoopyId>, detail::WordsHash> reduced_;
  std::uint64_t reduced_bytes_ = 0;  // of its vectors
  std::uint64_t option_bytes_ = 0;   // of all records
  MemoryMeter meter_;
};

}  // namespace cgt

// Lists of options.

namespace cgt::detail {

// In order of words, each once.
inline void sort_options(std::vector<LoopyId>& options) {
  if (options.size() < 2) return;
  std::ranges::sort(options);
  options.erase(std::unique(options.begin(), options.end()), options.end());
}

}  // namespace cgt::detail
