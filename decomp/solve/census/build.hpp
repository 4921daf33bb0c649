// Building a database of positions: all components of all boards up to a size, or of all heaps, and
// every component that can be reached from them.
//
//   db::Database file = db::Database::create("clobber.db");
//   const BoardSpaces boards(game, {3, 4}, "");
//   DatabaseBuild build(store, file, boards,
//                       {"game.grid.Clobber", DatabaseContent::kValues, version, command});
//   if (build.run({}, nullptr, 2)) std::cout << "stopped early; the same call goes on later\n";
//
// Invariants
//   1. At any moment the file holds whole batches: records and the point reached in one
//      transaction.
//   2. The records of a finished build depend neither on the number of threads nor on how often it
//      was stopped, killed and continued.
//
// Components without what is wanted (loopy games) have no records; what they lead to has.
//
// Together with other processes (number_ranges.hpp): one has the file, and is a DatabaseBuild with a feed; the others
// have a DatabaseBuild without a file. Records of others come before the ranges that rest on them, so invariant 1
// holds for what all of them find. A thread of its own commits, so a long search delays no commit.
//
// Thread rule: progress() may be called from any thread, also during run(); everything else belongs
// to the thread of the store.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "cgt/store/store.hpp"
#include "decomp/db/database.hpp"
#include "decomp/db/table.hpp"
#include "decomp/solve/census/census_positions.hpp"
#include "decomp/solve/census/number_ranges.hpp"
#include "decomp/solve/census/workers.hpp"

namespace cgt::solve {

// What a search is to find for positions: values, thermographs or outcomes.

enum class DatabaseContent { kValues, kThermographs, kOutcomes };

// Several spaces one after another, made when they are needed.
class PositionSpaces {
 public:
  PositionSpaces() = default;
  PositionSpaces(const PositionSpaces&) = delete;
  PositionSpaces& operator=(const PositionSpaces&) = delete;
  virtual ~PositionSpaces() = default;

  virtual std::size_t count() const = 0;
  virtual std::uint64_t size(std::size_t i) const = 0;
  // Throws Error if the ruleset refuses all of its positions.
  virtual std::unique_ptr<CensusPositions> make(std::size_t i) const = 0;
  // "boards up to 3x4 of \".xo\""
  virtual std::string name() const = 0;
  // "boards", "heaps"
  virtual std::string noun() const = 0;
};

// Boards of 1x1 to `largest`, in the order of their cells.
class BoardSpaces final : public PositionSpaces {
 public:
  // cells: as BoardSpace, which throws likewise.
  BoardSpaces(std::shared_ptr<const Ruleset> game, BoardSpace::Size largest, std::string cells);

  std::size_t count() const override { return shapes_.size(); }
  std::uint64_t size(std::size_t i) const override;
  std::unique_ptr<CensusPositions> make(std::size_t i) const override;
  std::string name() const override;
  std::string noun() const override { return "boards"; }

 private:
  std::shared_ptr<const Ruleset> game_;
  BoardSpace::Size largest_;
  std::string cells_;
  std::vector<BoardSpace::Size> shapes_;
};

// Heaps of 0 .. last tokens.
class HeapSpaces final : public PositionSpaces {
 public:
  HeapSpaces(std::shared_ptr<const Ruleset> game, std::int64_t last);

  std::size_t count() const override { return 1; }
  std::uint64_t size(std::size_t) const override { return static_cast<std::uint64_t>(last_) + 1; }
  std::unique_ptr<CensusPositions> make(std::size_t i) const override;
  std::string name() const override;
  std::string noun() const override { return "heaps"; }

 private:
  std::shared_ptr<const Ruleset> game_;
  std::int64_t last_;
};

struct DatabaseBuildOptions {
  std::string ruleset;
  DatabaseContent wanted = DatabaseContent::kValues;
  std::string version;
  std::string command;
  std::chrono::duration<double> commit_interval{1.0};
  NumberShare share{};  // of the positions; the build is named after it
};

struct DatabaseProgress {
  std::uint64_t done = 0;
  std::uint64_t total = 0;
  std::uint64_t records = 0;  // of this build, those of the next batch included
};

class DatabaseBuild final : public SharedWork {
 public:
  // All must outlive it. Throws Error if there are 2^63 positions or more, DatabaseError.
  DatabaseBuild(Store& store, db::Database& file, const PositionSpaces& spaces,
                DatabaseBuildOptions options);
  // A part of a build whose file another process has; it needs a feed.
  DatabaseBuild(Store& store, const PositionSpaces& spaces, DatabaseBuildOptions options);

  // Positions come from there, in one thread; before run().
  void set_feed(RangeFeed* feed) { feed_ = feed; }
  void take_records(std::vector<db::Record>& out) override;
  std::string take_state() override;
  void add_records(const std::vector<db::Record>& records) override;
  void restore(std::string_view state) override;

  // Goes through what is left. Returns why it stopped early, if it did. Throws DatabaseError, and
  // Error if the file has other records for the same components, or if the ruleset refuses all
  // positions.
  std::optional<StopReason> run(const Budget::Limits& limits, const std::atomic<bool>* stop,
                                unsigned threads);

  DatabaseProgress progress() const;
  bool finished() const { return !build_.finished.empty(); }
  // As the file has it.
  const db::Build& build() const { return build_; }

  // Of this run: components that have no record, as each thread met them, and one of them.
  std::uint64_t without() const { return without_; }
  const std::string& without_example() const { return without_example_; }
  // Components whose moves were generated, and those that were in the file before.
  std::uint64_t components() const override { return components_; }
  std::uint64_t known() const { return given_; }

 private:
  // What one thread did since it last reported.
  struct Found {
    NumberRange range;  // numbers of all spaces together
    std::vector<db::Record> records;
    std::uint64_t without = 0;
    std::string without_example;
    std::uint64_t positions = 0;
    std::string refusal;
  };
  class Components;
  class Worker;

  class Committer;
  // Of other parts, not in the batch yet. Under a lock of its own, so that no commit delays who brings it.
  struct Inbox {
    std::mutex mutex;
    std::vector<db::Record> records;
    std::vector<NumberRange> done;
    std::uint64_t positions = 0;
    std::string refusal;
    std::uint64_t without = 0;
    std::string without_example;
  };

  DatabaseBuild(Store& store, db::Database* file, const PositionSpaces& spaces,
                DatabaseBuildOptions options);

  bool take(RangeWork& work);
  void add_left(NumberRange range);
  void report(Found& found);
  void note_without(std::uint64_t count, const std::string& example);
  void empty_inbox();
  void commit(bool finished);
  void check_committed();
  std::vector<db::Record> known_records(Budget& budget) const;
  std::string progress_text() const;
  // Throws Error if it makes no sense.
  std::vector<NumberRange> read_ranges(std::string_view text) const;
  bool is_known_finished() const { return file_ != nullptr && finished(); }

  Store& store_;
  db::Database* file_;  // null: another process has it
  const PositionSpaces& spaces_;
  DatabaseBuildOptions options_;
  std::vector<std::uint64_t> offsets_;  // where each space begins; the total last
  db::Build build_;
  std::optional<db::Table> known_;
  RangeFeed* feed_ = nullptr;
  Inbox inbox_;

  mutable std::mutex mutex_;  // of everything below, the file and build_ while threads run
  NumberRanges done_;
  std::vector<NumberRange> left_;  // not yet given to a thread
  std::size_t open_space_ = 0;
  std::shared_ptr<const CensusPositions> space_;  // open_space_, once it is made
  bool space_made_ = false;
  std::vector<db::Record> batch_;
  std::vector<db::Record> to_tell_;  // of the batches, not told to the feed yet
  std::exception_ptr commit_failure_;
  std::chrono::steady_clock::time_point committed_;
  std::uint64_t positions_ = 0;  // that the ruleset did not refuse
  std::string refusal_;
  std::uint64_t without_ = 0;
  std::string without_example_;
  std::uint64_t components_ = 0;
  std::uint64_t given_ = 0;
  bool stopped_ = false;
};

// Finds what the records say again, without using them.
struct Recomputation {
  std::uint64_t records = 0;
  std::vector<std::string> problems;
};

// `sample` records drawn with `seed`, or all. `ruleset_of` makes a ruleset from its name in the
// file; it throws Error if there is none. Throws BudgetExhausted.
Recomputation recompute(
    Store& store, const db::Database& file,
    const std::function<std::shared_ptr<const Ruleset>(const std::string&)>& ruleset_of,
    std::optional<std::uint64_t> sample, std::uint64_t seed, Budget& budget);

}  // namespace cgt::solve
