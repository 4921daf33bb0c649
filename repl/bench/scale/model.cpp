#include "repl/bench/scale/model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <queue>
#include <random>

#include "cgt/support/contract.hpp"
#include "cgt/support/error.hpp"

namespace cgt::repl {
namespace {

constexpr std::string_view kCostColumns = "first\tlast\tcpu ns\trecords\tbytes";
// A simulation of a larger job takes minutes and tells nothing new.
constexpr std::uint64_t kMostEvents = 200'000'000;

std::vector<std::uint64_t> numbers_of(std::string_view line, std::size_t row) {
  std::vector<std::uint64_t> out;
  const char* at = line.data();
  const char* const end = at + line.size();
  while (out.size() < 5) {
    const auto [next, error] = std::from_chars(at, end, out.emplace_back());
    const bool ends = next == end;
    if (error != std::errc() || ends != (out.size() == 5) || (!ends && *next != '\t')) {
      throw Error(fmt::format("line {} of the costs is no row of five numbers", row),
                  "cgt db build GAME --max SIZE --costs FILE writes them");
    }
    at = next + 1;
  }
  return out;
}

}  // namespace

RecordedCosts::RecordedCosts(std::string_view text) : ends_{0}, sums_(1) {
  std::size_t row = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (++row == 1) {
      if (line == kCostColumns) continue;
      throw Error("these are no costs of ranges",
                  "cgt db build GAME --max SIZE --costs FILE writes them");
    }
    const std::vector<std::uint64_t> cells = numbers_of(line, row);
    if (cells[1] <= cells[0]) {
      throw Error(fmt::format("line {} of the costs: the range is empty", row));
    }
    ends_.push_back(ends_.back() + cells[1] - cells[0]);
    Sums sums = sums_.back();
    sums.seconds += static_cast<double>(cells[2]) * 1e-9;
    sums.records += static_cast<double>(cells[3]);
    sums.bytes += static_cast<double>(cells[4]);
    sums_.push_back(sums);
  }
  if (sums_.back().seconds <= 0) throw Error("the costs are of no work at all");
}

RecordedCosts::Sums RecordedCosts::before(std::uint64_t position) const {
  const std::uint64_t rounds = position / positions();
  const std::uint64_t rest = position % positions();
  const auto next = std::ranges::upper_bound(ends_, rest);
  const auto i = static_cast<std::size_t>(next - ends_.begin());
  const double share =
      static_cast<double>(rest - ends_[i - 1]) / static_cast<double>(ends_[i] - ends_[i - 1]);
  const auto at = [&](double Sums::*part) {
    return static_cast<double>(rounds) * all().*part + sums_[i - 1].*part +
           share * (sums_[i].*part - sums_[i - 1].*part);
  };
  return {at(&Sums::seconds), at(&Sums::records), at(&Sums::bytes)};
}

namespace {

// A server with a queue.
class Queue {
 public:
  // Work that arrives at `now` and takes so long is finished then.
  double serve(double now, double seconds) {
    free_ = std::max(free_, now) + seconds;
    busy_ += seconds;
    return free_;
  }
  double busy() const { return busy_; }

 private:
  double free_ = 0;
  double busy_ = 0;
};

class Simulation {
 public:
  Simulation(const RecordedCosts& costs, const ScaleOptions& options)
      : costs_(costs), options_(options), ranks_(options.ranks) {
    const double rounds = options.cpu_hours * 3600 / costs.all().seconds;
    const double positions = rounds * static_cast<double>(costs.positions());
    const double reports = options.cpu_hours * 3600 / options.interval;
    const double ranges = positions / static_cast<double>(options.most_range);
    if (reports + 2 * ranges > static_cast<double>(kMostEvents)) {
      throw Error("the simulation would take too many events", "a smaller job: --hours");
    }
    left_ = static_cast<std::uint64_t>(std::ceil(positions));
    std::mt19937_64 random(1);
    for (Rank& rank : ranks_) {
      const double place = static_cast<double>(random() >> 11U) * 0x1p-53;  // 0 .. 1
      rank.slowness = 1 - options.skew + 2 * options.skew * place;
    }
  }

  ScaleResult run() {
    for (unsigned r = 0; r < ranks_.size(); ++r) {
      ask(r, 0);
      // Not all at one moment, or the queue would be longer than it is.
      const double share = static_cast<double>(r) / static_cast<double>(ranks_.size());
      events_.push({options_.interval * (1 + share), r, Kind::kReport});
    }
    if (options_.relay != Relay::kAtOnce) events_.push({options_.interval, 0, Kind::kRelay});
    while (!events_.empty()) {
      const Event event = events_.top();
      events_.pop();
      if (event.kind == Kind::kRelay) {
        relay(event.time);
      } else if (event.kind == Kind::kReport) {
        report(event.rank, event.time);
      } else {
        end_range(event.rank, event.time);
      }
    }
    return result();
  }

 private:
  enum class Kind { kEndOfRange, kReport, kRelay };
  struct Event {
    double time;
    unsigned rank;
    Kind kind;
    bool operator<(const Event& other) const { return time > other.time; }  // the first on top
  };
  struct Rank {
    double slowness = 1;
    double begun = 0;    // of the range at hand
    double until = 0;    // when it will be finished
    double records = 0;  // in the range at hand
    double bytes = 0;
    double told = 0;  // share of the range whose records are reported
    double seen = 0;  // records of all that it has added to its table
    bool working = false;
    bool gone = false;
  };

  std::uint64_t take_range(RecordedCosts::Sums& cost) {
    const std::uint64_t share = left_ / (4 * std::uint64_t{options_.ranks});
    const std::uint64_t size =
        std::min(left_, std::clamp(share, options_.least_range, options_.most_range));
    const RecordedCosts::Sums from = costs_.before(given_);
    given_ += size;
    left_ -= size;
    const RecordedCosts::Sums to = costs_.before(given_);
    cost = {to.seconds - from.seconds, to.records - from.records, to.bytes - from.bytes};
    return size;
  }

  // Rank 0 needs no message to itself.
  double message_in(unsigned r, double now, double bytes) {
    if (r == 0) return now;
    ++messages_;
    const double there = now + options_.latency + bytes / options_.bandwidth + options_.poll;
    return server_.serve(there, options_.message_seconds);
  }
  double message_out(unsigned r, double now, double bytes) {
    if (r == 0) return now;
    ++messages_;
    return link_.serve(now, bytes / options_.bandwidth) + options_.latency + options_.poll;
  }

  void ask(unsigned r, double now) {
    Rank& rank = ranks_[r];
    const double answered =
        message_out(r, message_in(r, now, options_.message_bytes), options_.message_bytes);
    RecordedCosts::Sums cost;
    if (take_range(cost) == 0) {
      rank.gone = true;
      rank.until = now;
      last_ = std::max(last_, now);
      return;
    }
    waiting_ += answered - now;
    ++ranges_;
    rank.working = true;
    rank.begun = answered;
    rank.until = answered + cost.seconds * rank.slowness;
    work_ += cost.seconds * rank.slowness;
    rank.records = cost.records;
    rank.bytes = cost.bytes;
    rank.told = 0;
    events_.push({rank.until, r, Kind::kEndOfRange});
  }

  void end_range(unsigned r, double now) {
    Rank& rank = ranks_[r];
    // Records of others were added in the meantime.
    if (rank.until > now) return events_.push({rank.until, r, Kind::kEndOfRange});
    pass(r, now, 1 - rank.told);
    rank.working = false;
    ask(r, now);
  }

  void report(unsigned r, double now) {
    Rank& rank = ranks_[r];
    if (rank.gone) return;
    const double share = !rank.working || rank.until <= rank.begun
                             ? 0
                             : std::clamp((now - rank.begun) / (rank.until - rank.begun), 0., 1.);
    if (rank.working && share > rank.told) {
      pass(r, now, share - rank.told);
      rank.told = share;
    }
    const double seconds = (relayed_ - rank.seen) * options_.take_in;
    rank.seen = relayed_;
    if (rank.working) rank.until += seconds;
    taking_in_ += seconds;
    events_.push({now + options_.interval, r, Kind::kReport});
  }

  // A share of what is found in the range at hand, to rank 0.
  void pass(unsigned r, double now, double share) {
    const Rank& rank = ranks_[r];
    const double bytes = rank.bytes * share;
    const double arrived = message_in(r, now, options_.message_bytes + bytes);
    last_ = std::max(last_, writer_.serve(arrived, rank.records * share * options_.write));
    const double others = std::max(1., static_cast<double>(ranks_.size()) - 1);
    if (options_.relay == Relay::kAtOnce) {
      if (ranks_.size() > 1) send_to(others, arrived, bytes);
      relayed_ += rank.records * share;
    } else {
      waiting_records_ += rank.records * share;
      waiting_bytes_ += bytes;
    }
  }

  void relay(double now) {
    double to = std::max(0., static_cast<double>(ranks_.size()) - 1);
    if (options_.relay == Relay::kTree) to = std::min(to, static_cast<double>(options_.fan_out));
    if (to > 0) send_to(to, now, waiting_bytes_);
    relayed_ += waiting_records_;
    waiting_records_ = waiting_bytes_ = 0;
    if (!std::ranges::all_of(ranks_, &Rank::gone)) {
      events_.push({now + options_.interval, 0, Kind::kRelay});
    }
  }

  void send_to(double ranks, double now, double bytes) {
    messages_ += ranks;
    const double ready = server_.serve(now, ranks * options_.message_seconds);
    link_.serve(ready, ranks * (options_.message_bytes + bytes) / options_.bandwidth);
  }

  ScaleResult result() const {
    ScaleResult out;
    out.seconds = last_;
    const double all = last_ * static_cast<double>(ranks_.size());
    out.efficiency = work_ / all;
    out.taking_in = taking_in_ / all;
    out.waiting = waiting_ / all;
    for (const Rank& rank : ranks_) out.idle += (last_ - rank.until) / all;
    out.server = std::min(1., server_.busy() / last_);
    out.link = std::min(1., link_.busy() / last_);
    out.writer = std::min(1., writer_.busy() / last_);
    out.ranges = ranges_;
    out.messages = messages_;
    return out;
  }

  const RecordedCosts& costs_;
  const ScaleOptions& options_;
  std::vector<Rank> ranks_;
  std::priority_queue<Event> events_;
  Queue server_;
  Queue link_;
  Queue writer_;
  std::uint64_t left_ = 0;
  std::uint64_t given_ = 0;
  double relayed_ = 0;  // records that all ranks were told
  double waiting_records_ = 0;
  double waiting_bytes_ = 0;
  double work_ = 0;
  double taking_in_ = 0;
  double waiting_ = 0;
  double last_ = 0;
  std::uint64_t ranges_ = 0;
  double messages_ = 0;
};

}  // namespace

std::string ScaleResult::bottleneck() const {
  if (efficiency >= .95) return "";
  if (waiting >= taking_in && waiting >= idle) {
    if (link >= server && link > .5) return "the link of rank 0";
    if (server > .5) return "the messages of rank 0";
    return "waiting for messages";
  }
  if (taking_in >= idle) return "adding the records of all";
  return writer > .9 ? "the writer of the file" : "the last ranges";
}

ScaleResult simulate(const RecordedCosts& costs, const ScaleOptions& options) {
  CGT_EXPECTS(options.ranks > 0 && options.interval > 0 && options.bandwidth > 0,
              "there are ranks, and they can speak");
  return Simulation(costs, options).run();
}

}  // namespace cgt::repl
