// Who wins a sum, searched by several processes: transposition-table-driven scheduling (TDS; Romein, Plaat, Bal
// and Schaeffer 1999 and 2002). Every sum has a home, the rank that its hash names. There alone its entry of the
// table is, and there it is worked on: work moves to the table, not entries to the work, so no rank waits for
// a look-up.
//
// What travels is a visit: it goes from the root down into the child that is the easiest to decide, rank by rank,
// to a sum that is not divided yet. There it is searched for a while (SumOutcome: df-pn, with the tables of that
// rank), and the result goes the same way back. A sum that resists is divided into its moves. Several visits are
// on the way at a time; one that is below a child makes it look harder to the next (virtual loss; Kaneko 2010
// does so with threads), so they spread.
//
// Small sums are searched where they come up, as the authors advise for the last plies: messages about them would
// cost more than they do. `grain` is what counts as small.
//
// Numbers are those of weak proof-number search in the view of the player to move
// (decomp/search/outcomes/proof_walk.hpp). No answer depends on them, nor on the order of messages: a sum is won if
// one child is lost, lost if all are won.
//
// This class knows no transport. take_in() gives it a message of another rank, `send` takes what it has
// to say; messages between two ranks must arrive, in any order. Play that can come back to an earlier sum is told to
// rank 0 as `loopy`: values settle it then, in one process.
//
// Thread rule: that of the store's handle.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cgt/support/memory/containers.hpp"
#include "decomp/solve/sums/outcome/sum_outcome.hpp"
#include "decomp/solve/sums/sum_text.hpp"

namespace cgt::solve {

struct DrivenFigures {
  std::uint64_t homes = 0;     // sums with their home here
  std::uint64_t divided = 0;   // of them, those whose moves were sent on
  std::uint64_t tries = 0;     // searches of a grain or more
  std::uint64_t searched = 0;  // sums expanded in them
  std::uint64_t messages = 0;  // sent

  DrivenFigures& operator+=(const DrivenFigures& other) {
    homes += other.homes;
    divided += other.divided;
    tries += other.tries;
    searched += other.searched;
    messages += other.messages;
    return *this;
  }
};

class DrivenSearch {
 public:
  struct Options {
    unsigned rank = 0;
    unsigned ranks = 1;
    std::uint64_t grain = 2000;  // nodes of the first search of a sum
    unsigned visits = 0;         // on the way at a time; 0: 1 for one rank, else 2 for each
    RulesetCalled called = registered_ruleset;
    std::function<void(unsigned to, std::string message)> send;  // never to itself
  };
  struct Answer {
    Verdict verdict = Verdict::kUnknown;
    bool loopy = false;  // unknown because of that
  };

  // The store must outlive it.
  DrivenSearch(Store& store, Options options);

  // Of rank 0: does `first` win? Until answer() is there, all ranks take in messages and work. Throws Error
  // for a sum with loopy values.
  void ask(const Sum& sum, Player first);
  const std::optional<Answer>& answer() const { return answer_; }

  // Throws Error if the message makes no sense.
  void take_in(std::string_view message);
  // One search, or as much passing on as there is. False: nothing to do. Throws BudgetExhausted, what
  // SumOutcome throws, and Error for texts that cannot be read.
  bool work(Budget& budget);

  DrivenFigures figures() const { return figures_; }

  // A sum as text that is the same however it came about: its components, sorted; one number for all values.
  static std::string canonical_text(Store& store, const Sum& sum);

 private:
  // In the view of the player to move. 0 and infinity: known.
  struct Numbers {
    std::uint64_t one = 1;
    std::uint64_t all = 1;
  };
  struct Step {  // of a path: a sum, and which of its children comes next
    std::uint32_t rank = 0;
    std::uint32_t state = 0;
    std::uint32_t child = 0;
  };
  struct Child {
    std::string text;  // with who moves, as homes_ has it
    Numbers numbers;
    std::uint32_t visits = 0;  // on the way there
  };
  struct State {
    std::string text;
    Numbers numbers;
    Numbers first;  // before anything was searched
    unsigned tries = 0;
    bool divided = false;
    std::vector<Child> children;
  };
  // On its way down to the state of `text`, or back up with its numbers.
  struct Visit {
    bool back = false;
    bool loopy = false;
    std::uint32_t question = 0;
    std::vector<Step> path;
    std::string text;
    Numbers numbers;
  };

  static std::string bytes_of(const Visit& visit);
  static Visit read(std::string_view bytes);

  unsigned home(std::string_view text) const;
  void pass(unsigned to, Visit visit);
  void start_visit();
  void go_down(Visit visit, Budget& budget);
  void go_up(Visit visit);
  void turn(Visit visit, const State& state);
  std::uint32_t state_of(const std::string& text);
  void search(State& state, Budget& budget, bool& loopy);
  void divide(State& state, Budget& budget);
  void look(State& state);
  std::size_t easiest(const State& state) const;
  Numbers estimate(const Sum& sum, Player mover, Budget& budget);
  Sum sum_of(std::string_view text) { return parse_sum(store_, text.substr(1), options_.called); }

  Store& store_;
  Options options_;
  SumOutcome solver_;
  std::vector<State> states_;
  FlatMap<std::string, std::uint32_t> homes_;
  FlatMap<std::string, PerPlayer<std::uint32_t>> mobility_;  // of terms
  std::deque<Visit> down_;
  std::deque<Visit> up_;
  std::uint32_t latest_ = 0;  // question that was heard of
  // Rank 0.
  std::uint32_t question_ = 0;
  std::string root_;
  std::optional<Answer> answer_;
  DrivenFigures figures_;
};

}  // namespace cgt::solve
