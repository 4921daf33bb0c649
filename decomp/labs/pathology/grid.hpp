// Experiments on a grid of parameters: branching x similarity x granularity, cut into units of work
// that may be done in any order, by several threads, in several runs of a program.
//
//   Grid grid(parameters);
//   grid.restore(journal);                                // what an earlier run has done
//   grid.run(limits, &stop, threads, [&](const std::string& line) { journal += line; });
//   grid.tally(b, s, g).pathology();
//
// A unit is some trees of one (b, s), searched at all granularities. Its line in the journal is
// self-contained and ends in a checksum: a line that was cut off by a crash is ignored. The cells
// do not depend on threads and interruptions, to the last bit.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "decomp/labs/pathology/synthetic.hpp"

namespace cgt::search::pathology {

struct GridParameters {
  ModelParameters model;  // but for branching and similarity
  std::vector<int> branchings;
  std::vector<double> similarities;
  std::vector<int> granularities;
  std::uint64_t trees = 10000;  // a cell
  std::uint64_t seed = 1;

  // b 2 .. 10, s 0, 0.1, .. 1, g 2 .. 60 (one player: 2 .. 300 in 59 steps), 10,000 trees.
  static GridParameters full(Model model);
  // b 2, 4, 6; s 0, 0.5, 1; g 2, 3, 5, 10, 20, 50; 2,000 trees. One player: b 2, 3, 4.
  static GridParameters quick(Model model);
};

class Grid {
 public:
  // Throws Error for parameters out of range.
  explicit Grid(GridParameters parameters);

  const GridParameters& parameters() const { return parameters_; }

  // First line of a journal: everything that the cells depend on.
  std::string header() const;
  // Takes over the units of a journal. Returns how many of its characters are intact; what follows
  // should be cut off. Throws Error if it is the journal of another experiment.
  std::size_t restore(std::string_view journal);

  // run() does only units i with i mod `of` = `index`, counted from 0.
  void set_share(unsigned index, unsigned of) {
    share_index_ = index;
    share_of_ = of;
  }
  // Units of that share, and those of them that are done.
  std::size_t share_units() const;
  std::size_t share_done() const;

  // Does what is not done yet. `sink` is called, by one thread at a time, with the journal line of
  // each finished unit, newline included. The reason why it stopped early, if it did.
  std::optional<StopReason> run(Budget::Limits limits, const std::atomic<bool>* stop,
                                unsigned threads,
                                const std::function<void(const std::string&)>& sink);

  // Any thread.
  std::size_t units() const { return units_.size(); }
  std::size_t units_done() const { return done_; }
  // Leaves times granularities: what time is proportional to.
  double work() const;
  double work_done() const;

  bool complete() const { return done_ == units_.size(); }
  // Of the trees done so far.
  ErrorTally tally(std::size_t branching, std::size_t similarity, std::size_t granularity) const;

 private:
  struct Unit {
    std::size_t row;  // similarity + branching * similarities
    std::uint64_t first;
    std::uint64_t count;
    std::vector<ErrorTally> tallies;  // empty: not done
  };
  struct Row {
    std::once_flag made;
    std::unique_ptr<const SyntheticExperiment> experiment;
  };

  ModelParameters model_of(std::size_t row) const;
  double work_of(const Unit& unit) const;
  std::string line_of(std::size_t unit) const;
  bool read_line(std::string_view line);

  GridParameters parameters_;
  std::vector<Unit> units_;
  std::vector<std::unique_ptr<Row>> rows_;
  unsigned share_index_ = 0;
  unsigned share_of_ = 1;
  std::atomic<std::size_t> done_ = 0;
  mutable std::mutex mutex_;
};

}  // namespace cgt::search::pathology
