// The thermograph of a position without its canonical form. The form of a hot board can be
// thousands of times larger than its thermograph, and all that is lost is what the thermograph does
// not show.
//
// The thermograph of a game follows from those of all its options (cgt/thermo/temperature.hpp), but
// that of a sum does not follow from those of its summands. So the search runs over sums of
// components: parts that are numbers (their thermograph tells) are added up, G + -G goes, and what
// is left is expanded as a whole, remembered per sum. An integer only shifts a thermograph; a
// fraction stays in the sum, since below temperature 0 moves in it matter.
#pragma once

#include <deque>

#include "cgt/number/trajectory.hpp"
#include "decomp/solve/values/sum_state.hpp"

namespace cgt::solve {

class StoredValues;

class CGT_API ThermographSearch {
 public:
  // The graph must outlive the search. Its games must be free of cycles.
  explicit ThermographSearch(PositionGraph& graph) : positions_(graph), graph_(graph) {}

  // Throws BudgetExhausted, what was found stays; Error if play can repeat.
  Thermograph thermograph(std::int64_t rest, std::span<const SignedNode> parts, Budget& budget);

  // Asked for each component before it is expanded; null: none. They must outlive the search.
  void set_known(StoredValues* known) { known_ = known; }

  // Components known before.
  std::uint64_t known() const { return given_; }
  // Sums and components expanded.
  std::uint64_t sums() const { return table_.size(); }
  std::uint64_t components() const { return graph_.expanded(); }
  // Held by its tables, about; without those of the graph.
  std::uint64_t bytes() const;

 private:
  using Parts = SmallVector<SignedNode, 6>;
  // A sum without its integer part.
  struct Sum {
    Dyadic fraction;  // in [0, 1)
    Parts parts;      // as in SumState
    friend bool operator==(const Sum&, const Sum&) = default;
  };
  struct SumHash {
    using is_avalanching = void;
    std::size_t operator()(const Sum& s) const {
      std::uint64_t h = s.fraction.hash();
      for (const SignedNode v : s.parts) h = mix(h, v);
      return static_cast<std::size_t>(h);
    }
  };
  struct Entry {
    const Thermograph* thermograph = nullptr;  // when solved
    bool open = false;
  };
  // sum + number.
  struct Child {
    Sum sum;
    Dyadic number;  // an integer
  };
  struct Frame;

  // Adds up the parts of sum + number that are known to be numbers. False if a part is not known:
  // then only `unknown` is set.
  bool simplify(Child& child, Sum& unknown) const;
  const Thermograph* find(const Sum& sum) const;
  void expand(Frame& frame, Budget& budget);
  // True if the thermograph of the sum was known before.
  bool take_known(const Sum& sum);

  PositionGraph& positions_;
  ExpandedGraph graph_;
  StoredValues* known_ = nullptr;
  std::uint64_t given_ = 0;
  FlatMap<Sum, Entry, SumHash> table_;
  std::deque<Thermograph> thermographs_;
  MemoryMeter meter_;
};

}  // namespace cgt::solve
