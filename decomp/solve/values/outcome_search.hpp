// Who wins a position under normal play, by boolean search over sums of components: no values are
// made. G + -G goes, sums are remembered for each player to move, and a winning move ends the
// search of a sum. An integer n is |n| free moves of one player, played only when there is nothing
// else to do or nothing else wins.
#pragma once

#include "cgt/store/store.hpp"
#include "decomp/search/outcome.hpp"
#include "decomp/solve/values/sum_state.hpp"

namespace cgt::solve {

class StoredValues;

// From who wins when Left and when Right moves first: does the player who moves first win?
constexpr OutcomeClass outcome_class(bool left_first_wins, bool right_first_wins) {
  if (left_first_wins == right_first_wins) {
    return left_first_wins ? OutcomeClass::kNext : OutcomeClass::kPrevious;
  }
  return left_first_wins ? OutcomeClass::kLeft : OutcomeClass::kRight;
}

class CGT_API PositionOutcomes {
 public:
  // The graph must outlive the search. Its games must be free of cycles.
  explicit PositionOutcomes(PositionGraph& graph)
      : impartial_(graph.impartial()), positions_(graph), graph_(graph) {}

  // Does `first` win rest + the parts by moving first? Throws BudgetExhausted, what was found
  // stays; Error if play can repeat.
  bool wins(std::int64_t rest, std::span<const SignedNode> parts, Player first, Budget& budget);
  OutcomeClass outcome(std::int64_t rest, std::span<const SignedNode> parts, Budget& budget);

  // Asked for each component before it is expanded; null: none. They must outlive the search.
  void set_known(StoredValues* known) { known_ = known; }

  // Components known before.
  std::uint64_t known() const { return given_; }
  std::uint64_t sums() const { return table_.size(); }
  std::uint64_t components() const { return graph_.expanded(); }
  // Held by its tables, about; without those of the graph.
  std::uint64_t bytes() const {
    return graph_.bytes() + table_.size() * (sizeof(Key) + sizeof(Known) + 15);
  }

 private:
  enum class Known : std::uint8_t { kOpen, kUnknown, kLost, kWon };
  struct Key {
    SumState sum;
    Player mover = Player::kLeft;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct Hash {
    using is_avalanching = void;
    std::size_t operator()(const Key& key) const {
      return static_cast<std::size_t>(mix(SumStateHash()(key.sum), index(key.mover) + 1));
    }
  };
  struct Frame {
    Key key;
    std::vector<SumState> children;
    std::size_t next = 0;
  };
  template <class Space, class F, class C>
  friend bool search::boolean_walk(Space&, std::vector<F>&, C, Budget&);

  bool next(Frame& frame, Key& child) const;
  std::optional<bool> look(const Key& key);
  std::optional<bool> enter(Key& key, Budget& budget);
  void leave(const Frame& frame, bool won);

  Key key_of(SumState sum, Player mover) const;
  // The result if nothing has to be searched.
  Known quick(const Key& key);
  Known take_known(const Key& key);
  std::vector<SumState> children(const Key& key, Budget& budget);

  bool impartial_;
  PositionGraph& positions_;
  ExpandedGraph graph_;
  StoredValues* known_ = nullptr;
  std::uint64_t given_ = 0;
  FlatMap<Key, Known, Hash> table_;
  MemoryMeter meter_;
  std::vector<Frame> stack_;
};

}  // namespace cgt::solve
