// Work on numbered positions that several processes share: where a process gets its ranges from, and what
// it tells of them.
//
// Each process has a part (SharedWork): a Census or a DatabaseBuild. One of them has the whole; the others
// hand over what they found and forget it. Between them is a RangeFeed, which knows how to reach the
// others (MPI, threads in tests).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cgt/support/api.hpp"
#include "decomp/db/database.hpp"
#include "decomp/solve/census/number_ranges.hpp"

namespace cgt::db {
class Table;
}

namespace cgt::solve {

class CGT_API SharedWork {
 public:
  SharedWork() = default;
  SharedWork(const SharedWork&) = delete;
  SharedWork& operator=(const SharedWork&) = delete;
  virtual ~SharedWork() = default;

  // What was found and not handed over yet; it is forgotten here. Records that a state rests on are taken
  // before it, and added before it is restored. By the thread that works.
  virtual void take_records(std::vector<db::Record>&) {}
  virtual std::string take_state() = 0;
  // Of another part. From any thread, also while the work goes on. restore() throws Error if the state is
  // damaged, or is of other work.
  virtual void add_records(const std::vector<db::Record>&) {}
  virtual void restore(std::string_view state) = 0;
  // Components whose moves were generated here; after the work.
  virtual std::uint64_t components() const = 0;
};

// Called by the thread that works; each call returns within milliseconds, but for end().
class CGT_API RangeFeed {
 public:
  enum class Next : std::uint8_t { kRange, kNotYet, kEnd };

  RangeFeed() = default;
  RangeFeed(const RangeFeed&) = delete;
  RangeFeed& operator=(const RangeFeed&) = delete;
  virtual ~RangeFeed() = default;

  // At the beginning: what is not done yet, ascending, and what is known already. Who has the whole hands
  // it out.
  virtual void begin(SharedWork& work, std::vector<NumberRange> left,
                     std::vector<db::Record> known) = 0;
  virtual Next next(NumberRange& range) = 0;
  // Is it time to exchange()?
  virtual bool due() = 0;
  // Records found here since the last call. Those of others go into the table.
  virtual void exchange(SharedWork& work, std::vector<db::Record> found, db::Table& table) = 0;
  // However the work ended: the others hand over the rest, who has the whole waits for it. `complete`: nothing
  // is left.
  virtual void end(SharedWork& work, bool complete) = 0;
};

}  // namespace cgt::solve
