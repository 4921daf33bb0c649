// A model of scale: a job of `cgt mpi`, replayed from the recorded costs of its ranges as discrete events, for more
// ranks than any machine at hand has.
//
// What is modelled: ranges handed out by rank 0 (guided self-scheduling, as repl/mpi/ranks.cpp does it), the
// thread of rank 0 that answers as a server with a queue, its link and the writer of its file as others, records reported once an
// interval and passed on, what it takes every rank to add those of all others to its table, ranks of
// different speeds, and the end, when nothing is left for some. What is not: components that two ranks search
// within one interval, and congestion between others than rank 0.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cgt::repl {

// Costs of ranges of positions, one after another; repeated for ever.
class RecordedCosts {
 public:
  // The table that `cgt db build --costs` writes. Throws Error that names the line.
  explicit RecordedCosts(std::string_view text);

  struct Sums {
    double seconds = 0;  // of CPU time
    double records = 0;
    double bytes = 0;
  };
  std::uint64_t positions() const { return ends_.back(); }
  const Sums& all() const { return sums_.back(); }
  void slow_down(double times) {
    for (Sums& sums : sums_) sums.seconds *= times;
  }
  // Of the first `position` positions, a share of the range that it lies in.
  Sums before(std::uint64_t position) const;

 private:
  std::vector<std::uint64_t> ends_;  // of the ranges, counted without gaps; 0 first
  std::vector<Sums> sums_;           // up to there
};

enum class Relay {
  kAtOnce,   // rank 0 passes every report on to every other rank
  kBatched,  // once an interval, all reports in one message to each
  kTree,     // the same, but to a few ranks, which pass it on
};

struct ScaleOptions {
  unsigned ranks = 16;
  Relay relay = Relay::kTree;
  double cpu_hours = 100;             // of the job
  double interval = 1;                // seconds between reports
  std::uint64_t most_range = 65'536;  // positions handed out at a time
  std::uint64_t least_range = 16;
  double skew = .1;  // the slowest rank takes (1 + skew) times as long, the fastest (1 - skew)
  double latency = 20e-6;     // seconds, of a message between two machines
  double poll = .5e-3;        // seconds until a message that has arrived is looked at, on average
  double bandwidth = 1.25e9;  // bytes a second, of the link of rank 0
  double message_seconds = 5e-6;  // of rank 0, for one message
  double message_bytes = 100;     // besides records
  double take_in = .3e-6;         // seconds to add a record to a table
  double write = 2.5e-6;          // seconds to write one to the file, beside the work of rank 0
  unsigned fan_out = 2;           // of the tree
};

struct ScaleResult {
  double seconds = 0;     // until all ranges are reported, and all records written
  double efficiency = 0;  // work / (ranks * seconds)
  // Shares of ranks * seconds: adding records of others, waiting for a range, nothing left to do.
  double taking_in = 0;
  double waiting = 0;
  double idle = 0;
  // Shares of the time in which they were busy.
  double server = 0;
  double link = 0;
  double writer = 0;
  std::uint64_t ranges = 0;
  double messages = 0;  // in and out of rank 0

  // What most is lost by; "" where less than a twentieth is lost.
  std::string bottleneck() const;
};

ScaleResult simulate(const RecordedCosts& costs, const ScaleOptions& options);

}  // namespace cgt::repl
