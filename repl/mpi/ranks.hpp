// The processes of one run under MPI, and what they say to each other for a census or a database.
//
// Rank 0 hands out ranges of positions, a share of what is left each time (guided self-scheduling, Polychronopoulos
// and Kuck 1987), takes in what was found, passes new records of the database on to all others once a second, and
// computes itself. A rank asks for its next range while it searches one. It reports the records that it found, more
// often in the first seconds, and once a second and at the end the state of its part (SharedWork::take_state). Results are sums over sets of positions, so they depend neither on the number of ranks
// nor on who is first.
//
// All calls of MPI come from one thread, which this class owns and in which MPI is initialised
// (MPI_THREAD_FUNNELED). The work runs in the thread of the caller and talks to it by queues, so a long search
// delays no message.
//
// The end. A rank that is interrupted sends what it has and leaves; rank 0 then tells all others to do so, and
// takes in what arrives within half a second. A rank that dies takes all down with it, as MPI does: what rank 0
// has saved is what is left. Ranks that leave in good order wait for each other, so that no message is left over.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "decomp/solve/census/number_ranges.hpp"

namespace cgt::repl {

struct RankFigures {
  std::uint64_t messages = 0;  // of this rank, in and out
  std::uint64_t bytes = 0;
  std::uint64_t ranges = 0;      // handed out, by rank 0
  std::uint64_t components = 0;  // searched by all ranks, as rank 0 was told
};

class Ranks final : public solve::RangeFeed {
 public:
  // Initialises MPI.
  Ranks();
  // Leaves MPI: in good order after end(), else by ending all ranks.
  ~Ranks() override;

  int rank() const { return rank_; }
  int size() const { return size_; }

  void begin(solve::SharedWork& work, std::vector<solve::NumberRange> left,
             std::vector<db::Record> known) override;
  Next next(solve::NumberRange& range) override;
  bool due() override;
  void exchange(solve::SharedWork& work, std::vector<db::Record> found, db::Table& table) override;
  void end(solve::SharedWork& work, bool complete) override;

  RankFigures figures() const;
  // The exit code of all ranks if this one ends without end().
  void fail_with(int code) { code_ = code; }

 private:
  using Clock = std::chrono::steady_clock;
  struct Outgoing;

  void talk();
  bool receive();
  void take_in(int from, int tag, std::string text);
  void send_queued();
  std::optional<solve::NumberRange> take_range();
  void answer_waiting();
  // The lock is held.
  void report(std::string records, std::string state);
  void tell_all(int tag, const std::shared_ptr<const std::string>& text);
  void pass_on(const std::shared_ptr<const std::string>& text);
  void relay();
  Clock::duration interval() const;

  std::atomic<int> code_{1};
  int rank_ = 0;
  int size_ = 1;

  mutable std::mutex mutex_;  // of all below
  std::condition_variable wake_;
  bool ready_ = false;    // MPI is initialised
  bool begun_ = false;    // rank 0 knows what is left
  bool leaving_ = false;  // the thread is to end
  bool finished_ = false;
  solve::SharedWork* work_ = nullptr;
  std::deque<solve::NumberRange> pool_;  // rank 0: not handed out
  std::uint64_t left_ = 0;               // positions in it
  std::uint64_t out_ = 0;                // positions handed out to ranks that did not tell all
  std::vector<std::uint64_t> owed_;      // of them, by rank
  std::vector<int> waiting_;             // ranks that wait for a range
  std::vector<bool> gone_;
  std::deque<solve::NumberRange> given_;  // others: to do
  bool asked_ = false;
  bool end_ = false;  // nothing is left anywhere
  std::string failure_;
  std::vector<db::Record> records_;  // of other ranks, not in the table yet
  // Rank 0: records to pass on, and who found them.
  std::vector<std::pair<int, std::string>> to_relay_;
  Clock::time_point relayed_ = Clock::now();
  Clock::time_point begun_at_ = Clock::now();
  struct Message {
    int to;
    int tag;
    std::shared_ptr<const std::string> text;
  };
  std::deque<Message> queue_;                      // to send
  std::vector<std::unique_ptr<Outgoing>> flying_;  // the thread's own
  Clock::time_point exchanged_ = Clock::now();
  Clock::time_point told_ = Clock::now();  // when a state was reported last
  RankFigures figures_;
  std::thread thread_;
};

}  // namespace cgt::repl
