// Census: the values of all positions of a space, and how often each occurs.
//
//   BoardSpace boards(game, "domineering", {4, 4}, "", true);
//   Census census(store, boards);
//   if (census.run({}, nullptr, 2)) std::cout << "stopped early; what is known stays\n";
//   for (const CensusGroup& group : census.groups(CensusKey::kTemperature)) {
//     std::cout << group.key << ": " << group.count.boards << " boards\n";
//   }
//
// Every board is seen at most once and forgotten again: what stays is a tally per value, so memory
// does not grow with the number of boards, only with the number of values and with what the search
// remembers.
//
// Invariants
//   1. Tallies are of exactly the positions counted in progress().done.
//   2. No result depends on the number of threads, on the order of work, or on how often the census
//      was interrupted and continued.
//
// Positions that play can come back to have loopy values (loopy_search.hpp). These are kept as text,
// which means the same to all threads; those that are not shown to be stopper-sided, and so have no
// canonical text, are compared with each other at the end of a run.
//
// A checkpoint (state()) holds ranges of positions that are done and, for each value, one position
// that has it. Values themselves are not written: they are found again from those positions.
//
// Thread rule: state() and progress() may be called from any thread, also during run(); everything
// else belongs to the thread of the store.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "cgt/loopy/loopy_games.hpp"
#include "cgt/store/store.hpp"
#include "cgt/support/containers.hpp"
#include "decomp/db/database.hpp"
#include "decomp/solve/census/census_positions.hpp"
#include "decomp/solve/census/number_ranges.hpp"
#include "decomp/solve/census/workers.hpp"

namespace cgt::solve {

// How often something occurs.
struct CGT_API CensusCount {
  std::uint64_t classes = 0;
  std::uint64_t boards = 0;
  std::uint64_t example = ~std::uint64_t{0};  // the position with the least number

  void add(const CensusCount& other) {
    classes += other.classes;
    boards += other.boards;
    example = std::min(example, other.example);
  }
};

enum class CensusKey : std::uint8_t { kValue, kOutcome, kMean, kTemperature, kBirthday };

// The positions that agree in a key.
struct CGT_API CensusGroup {
  std::string key;       // "" for kValue
  GameId value;          // of the example; none if it is loopy
  std::uint64_t values;  // distinct ones
  CensusCount count;
  std::string loopy;  // the value of the example if it is loopy, in the notation of loopy values
};

struct CGT_API CensusProgress {
  std::uint64_t done = 0;
  std::uint64_t total = 0;
  std::uint64_t values = 0;
  // Of a checkpoint, still to be found again.
  std::uint64_t pending = 0;
};

class CGT_API Census final : public SharedWork {
 public:
  // The hottest positions that are remembered one by one.
  static constexpr std::size_t kHottest = 1000;

  // Both must outlive it.
  Census(Store& store, const CensusPositions& space);

  // This share of the positions only; only before restore() and run().
  void set_share(NumberShare share) { share_ = share; }
  // Takes over a checkpoint, or several of shares that do not meet; before run(), and from any
  // thread while a run with a feed goes on, which finds its values again. Throws Error if
  // it is damaged, of another census, or has positions that are there already.
  void restore(std::string_view state) override;
  std::string state() const;
  // The same, and forgets all of it: of a part whose whole is elsewhere.
  std::string take_state() override;
  // Positions come from there, in one thread; `table` is the one of set_known().
  void set_feed(RangeFeed* feed, db::Table* table) {
    feed_ = feed;
    shared_ = table;
  }
  CensusProgress progress() const;

  // Values found before, for run(); they must outlive it. Null: none.
  void set_known(const db::Table* known) { known_ = known; }
  // Goes through what is left. Returns why it stopped early, if it did.
  std::optional<StopReason> run(const Budget::Limits& limits, const std::atomic<bool>* stop,
                                unsigned threads);

  CensusCount total() const;
  // In falling order of boards, then by example.
  std::vector<CensusGroup> values() const;
  // Temperatures and means fall, birthdays rise; loopy values, which have none, come last with the
  // key "-". Outcomes are in the order L, R, N, P, D, PHat, PCheck, NHat, NCheck.
  std::vector<CensusGroup> groups(CensusKey key) const;
  // One representative of each class that has a temperature, the hottest first; of equal ones the
  // least number.
  struct Hot {
    Dyadic temperature;
    std::uint64_t position = 0;
    GameId value;
  };
  std::vector<Hot> hottest(std::size_t count) const;
  // Values by number, if the space is listed(); none for positions not done, without a value, or
  // with a loopy one.
  const std::vector<GameId>& list() const { return list_; }
  // The loopy ones.
  const std::map<std::uint64_t, std::string>& loopy_list() const { return loopy_list_; }

  // Positions that the ruleset refuses or that have no value (kos that matter).
  const CensusCount& troubles() const { return troubles_; }
  // Why the example of troubles() is one.
  const std::string& trouble() const { return trouble_; }

  // Components whose moves were generated, by all threads together.
  std::uint64_t components() const override { return components_; }
  // Components that were known before.
  std::uint64_t known() const { return given_; }

 private:
  // A value of a checkpoint that is not found yet.
  struct Pending {
    CensusCount count;
    bool hot = false;  // its example is one of the hottest
    bool trouble = false;
    bool done = false;
  };
  struct Hotter {
    bool operator()(const Hot& a, const Hot& b) const {
      if (const auto order = b.temperature <=> a.temperature; order != 0) return order < 0;
      return a.position < b.position;
    }
  };
  struct LoopyTally {
    CensusCount count;
    LoopyOutcome outcome;
    bool canonical = false;  // the text: it is stopper-sided
  };
  // What one thread found since it last reported.
  struct Found {
    struct Tally {
      CensusCount count;
      Dyadic temperature;
    };
    NumberRange range;
    std::optional<std::size_t> pending;
    FlatMap<GameId, Tally> tallies;
    std::map<std::string, LoopyTally> loopy;
    std::vector<std::pair<GameId, std::uint64_t>> positions;
    std::vector<std::pair<std::uint64_t, std::string>> loopy_positions;  // if listed
    CensusCount troubles;
    std::string trouble;
  };
  class Worker;

  // Next work for a thread: one of pending_, or a range of positions.
  std::optional<std::pair<std::size_t, CensusCount>> take_pending();
  void add_left(NumberRange range);
  bool take(RangeWork& work);
  void report(const Found& found);
  // Joins equal loopy values whose texts differ.
  void join_loopy();
  void offer(Hot hot);

  std::string written(std::unique_lock<std::mutex>& lock) const;

  Store& store_;
  const CensusPositions& space_;
  RangeFeed* feed_ = nullptr;
  db::Table* shared_ = nullptr;
  const db::Table* known_ = nullptr;
  NumberShare share_;

  mutable std::mutex mutex_;  // of everything below while threads run
  FlatMap<GameId, CensusCount> tallies_;
  std::map<std::string, LoopyTally> loopy_;
  std::map<std::uint64_t, std::string> loopy_list_;
  std::set<Hot, Hotter> hottest_;
  CensusCount troubles_;
  std::string trouble_;
  std::vector<GameId> list_;
  std::deque<Pending> pending_;
  std::size_t next_pending_ = 0;
  std::size_t pending_before_ = 0;  // that were found again, and are gone
  NumberRanges done_;
  std::vector<NumberRange> left_;  // not yet given to a thread
  std::uint64_t components_ = 0;
  std::uint64_t given_ = 0;
  bool stopped_ = false;
};

}  // namespace cgt::solve
