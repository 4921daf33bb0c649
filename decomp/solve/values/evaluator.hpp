// Evaluator: the value of any position of any ruleset. It keeps one graph and one search for every
// type of position, so that what one question solved serves the next.
//
//   Store store;
//   solve::Evaluator evaluator(store);
//   Budget budget;
//   const AnyPosition board = find_ruleset("domineering")->make({})->position("....|....");
//   const GameId value = evaluator.value(board, budget);
//
// Values found before, in a database of positions (decomp/db), are taken over where they are met:
//   db::Database file = db::Database::open("domineering.db", db::Database::Access::kRead);
//   const db::Table table(file, "game.grid.Domineering");
//   evaluator.set_known(&table);
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "cgt/store/store.hpp"
#include "decomp/position/ruleset.hpp"
#include "decomp/solve/values/local_search.hpp"
#include "decomp/solve/values/loopy_search.hpp"
#include "decomp/solve/values/outcome_search.hpp"
#include "decomp/solve/values/thermograph_search.hpp"

namespace cgt::db {
class Table;
struct Record;
}  // namespace cgt::db

namespace cgt::solve {

class StoredValues;

// A position has bounds, but no value.
class CGT_API KoMatters : public Error {
 public:
  KoMatters();
};

class CGT_API Evaluator {
 public:
  // The store must outlive it. Thread rule: that of the store's handle.
  explicit Evaluator(Store& store);
  ~Evaluator();

  // The canonical form; a nimber, found without making one, if the position is impartial. Throws
  // BudgetExhausted (what was solved stays known), LoopyPosition if play can come back.
  GameId value(const AnyPosition& position, Budget& budget);
  // The value of any position, as one of `games`, a table over the same store that outlives the
  // evaluator and is the same in every question: a short game where play cannot come back, else
  // whatever the equations of its positions have as their value. Throws BudgetExhausted; KoMatters.
  LoopyValue loopy_value(const AnyPosition& position, LoopyGames& games, Budget& budget);
  // The same as a graph that is not simplified: for comparisons where the value is out of reach
  // (evaluator.cpp). Throws BudgetExhausted.
  LoopyValue graph_value(const AnyPosition& position, LoopyGames& games, Budget& budget);
  // Bounds of the value: they differ only for games with ko.
  LocalValue bounds(const AnyPosition& position, Budget& budget);

  // Without canonical forms: for boards whose forms are too large. Where the ruleset knows the nim
  // value of an impartial position, both follow from that.
  Thermograph thermograph(const AnyPosition& position, Budget& budget);
  OutcomeClass outcome(const AnyPosition& position, Budget& budget);

  // From now on all positions are of the ruleset of this table, which must outlive the evaluator.
  // To be called before the first question.
  void set_known(const db::Table* table);

  // From the next question on so many threads (0: as many as the machine has) work on value(), bounds()
  // and loopy_value(), with the same answers (local_search.hpp). Requires positions that any thread may
  // look at: those of scripts are not.
  void set_threads(unsigned threads);

  // Called now and then with the number of positions expanded so far.
  void set_progress(std::function<void(std::uint64_t)> progress);

  // Components whose moves were generated, up to symmetry and exchange of the players.
  std::uint64_t components() const;
  // Adds what value() has found since the last call, without what the table told.
  void take_records(std::vector<db::Record>& out);
  // Components that were taken over from the table.
  std::uint64_t known() const;
  // Approximate bytes held by all its tables.
  std::uint64_t bytes() const;
  void clear() { searches_.clear(); }

 private:
  struct Entry {
    const std::type_info* type;
    std::unique_ptr<AnyGraph> graph;
    std::unique_ptr<GraphSearch> search;
    std::size_t recorded = 0;                         // nodes below were taken by take_records()
    std::unique_ptr<LoopySearch> loopy;               // these are made
    std::unique_ptr<ThermographSearch> thermographs;  // when first needed
    std::unique_ptr<PositionOutcomes> outcomes;
  };
  Entry& entry(const AnyPosition& position);
  // The value of a sum, if the ruleset knows those of all parts without search.
  std::optional<GameId> known_value(const Entry& entry, std::int64_t rest,
                                    const std::vector<SignedNode>& parts, Budget& budget);

  Store& store_;
  std::unique_ptr<StoredValues> known_;
  std::vector<Entry> searches_;  // few
  unsigned threads_ = 1;
  std::function<void(std::uint64_t)> progress_;
};

}  // namespace cgt::solve
