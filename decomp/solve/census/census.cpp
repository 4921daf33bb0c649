#include "decomp/solve/census/census.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <map>

#include "cgt/support/diagnostic.hpp"
#include "cgt/support/error.hpp"
#include "cgt/support/hash.hpp"
#include "decomp/solve/census/workers.hpp"
#include "decomp/solve/values/evaluator.hpp"

namespace cgt::solve {
namespace {

// A thread reports at least so often, if it can.
constexpr auto kReportInterval = std::chrono::milliseconds(200);
constexpr std::string_view kFirstLine = "cgt census checkpoint, format 1\n";

std::string checksum_line(std::string_view text) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
  return fmt::format("checksum {:016x}\n", hash_bytes({bytes, text.size()}, 0x63656e737573));
}

std::string count_text(const CensusCount& count) {
  return fmt::format("{} {} {}", count.example, count.classes, count.boards);
}

// Words of a checkpoint.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  // Takes `word` if it comes next.
  bool take(std::string_view word) {
    if (!text_.starts_with(word)) return false;
    text_.remove_prefix(word.size());
    return true;
  }
  std::uint64_t number() {
    std::uint64_t out = 0;
    const auto [end, error] = std::from_chars(text_.data(), text_.data() + text_.size(), out);
    if (error != std::errc()) damaged();
    text_.remove_prefix(static_cast<std::size_t>(end - text_.data()));
    return out;
  }
  void expect(std::string_view word) {
    if (!take(word)) damaged();
  }
  CensusCount count() {
    CensusCount out;
    out.example = number();
    expect(" ");
    out.classes = number();
    expect(" ");
    out.boards = number();
    return out;
  }
  bool empty() const { return text_.empty(); }
  std::string_view line() const { return text_.substr(0, text_.find('\n')); }

  [[noreturn]] static void damaged() {
    throw Error("the checkpoint is damaged", "remove the file to begin the census anew");
  }

 private:
  std::string_view text_;
};

}  // namespace

// One thread of a run.
class Census::Worker final : public RangeWorker {
 public:
  Worker(Census& census, Store& handle, Budget& budget)
      : RangeWorker(handle, budget, kReportInterval), census_(census), evaluator_(handle) {
    evaluator_.set_known(census.known_);
  }

 private:
  // What a checkpoint says is found again first.
  bool take(RangeWork& work) override {
    while (const std::optional<std::size_t> pending = census_.take_pending()) {
      found_.pending = pending;
      // Only this thread touches it until it is reported.
      evaluate(census_.pending_[*pending].count);
      report({0, 1});
    }
    return census_.take(work);
  }

  void evaluate(const CensusSpace&, std::uint64_t number, std::uint64_t boards) override {
    evaluate({1, boards, number});
  }

  void evaluate(const CensusCount& count) {
    try {
      const AnyPosition position = census_.space_.position(count.example);
      const GameId value = evaluator_.value(position, budget_);
      const auto found = found_.tallies.find(value);
      if (found != found_.tallies.end()) {
        found->second.count.add(count);
      } else {
        found_.tallies.emplace(value, Found::Tally{count, handle_.temperature(value)});
      }
      found_.positions.emplace_back(value, count.example);
    } catch (const InputError& error) {
      refuse(count, error.message());
    } catch (const Error& error) {
      refuse(count, error.what());
    }
  }

  void refuse(const CensusCount& count, const std::string& why) {
    if (count.example < found_.troubles.example) found_.trouble = why;
    found_.troubles.add(count);
  }

  bool found_any() const override { return !found_.tallies.empty(); }

  void report(NumberRange done) override {
    found_.range = done;
    census_.report(found_);
    found_ = {};
  }

  void finish() override {
    const std::lock_guard lock(census_.mutex_);
    census_.components_ += evaluator_.components();
    census_.given_ += evaluator_.known();
  }

  Census& census_;
  Evaluator evaluator_;
  Found found_;
};

Census::Census(Store& store, const CensusSpace& space) : store_(store), space_(space) {
  if (space.listed()) list_.resize(space.size());
}

std::optional<std::size_t> Census::take_pending() {
  const std::lock_guard lock(mutex_);
  if (stopped_ || next_pending_ == pending_.size()) return std::nullopt;
  return next_pending_++;
}

bool Census::take(RangeWork& work) {
  const std::lock_guard lock(mutex_);
  if (stopped_ || left_.empty()) return false;
  // Not owned: the space outlives the census.
  work = {{std::shared_ptr<void>(), &space_}, 0, take_last(left_, space_.size())};
  return true;
}

void Census::report(const Found& found) {
  if (found.range.first == found.range.last) return;
  const std::lock_guard lock(mutex_);
  bool hot = true;
  if (found.pending) {
    Pending& pending = pending_[*found.pending];
    pending.done = true;
    hot = pending.hot;
  } else {
    done_.add(found.range);
  }
  for (const auto& [value, tally] : found.tallies) {
    if (tally.count.classes != 0) tallies_[value].add(tally.count);
  }
  for (const auto& [value, position] : found.positions) {
    if (!list_.empty()) list_[position] = value;
    if (hot) offer({found.tallies.at(value).temperature, position, value});
  }
  if (found.troubles.classes != 0) {
    if (found.troubles.example < troubles_.example) trouble_ = found.trouble;
    troubles_.add(found.troubles);
  }
}

void Census::offer(Hot hot) {
  if (hottest_.size() == kHottest && !Hotter()(hot, *hottest_.rbegin())) return;
  hottest_.insert(std::move(hot));
  if (hottest_.size() > kHottest) hottest_.erase(std::prev(hottest_.end()));
}

std::optional<StopReason> Census::run(const Budget::Limits& limits, const std::atomic<bool>* stop,
                                      unsigned threads) {
  left_ = done_.missing(space_.size());
  std::ranges::reverse(left_);  // taken from the back
  stopped_ = false;
  std::erase_if(pending_, [](const Pending& p) { return p.done; });
  next_pending_ = 0;

  return run_workers(
      store_, threads, limits, stop,
      [&](Store& handle, Budget& budget) { Worker(*this, handle, budget).run(); },
      [&] {
        const std::lock_guard lock(mutex_);
        stopped_ = true;
      });
}

CensusProgress Census::progress() const {
  const std::lock_guard lock(mutex_);
  CensusProgress out;
  out.total = space_.size();
  out.done = done_.count();
  out.values = tallies_.size();
  for (const Pending& p : pending_) out.pending += p.done ? 0 : 1;
  return out;
}

// --- checkpoints ---

std::string Census::state() const {
  std::string done = "done";
  std::vector<CensusCount> counts;
  std::vector<CensusCount> without;
  std::vector<std::uint64_t> hot;
  {
    // The threads wait: only copies here.
    const std::lock_guard lock(mutex_);
    for (const auto& [first, last] : done_) done += fmt::format(" {}-{}", first, last);
    counts.reserve(tallies_.size() + pending_.size());
    for (const auto& [value, count] : tallies_) counts.push_back(count);
    if (troubles_.classes != 0) without.push_back(troubles_);
    for (const Hot& h : hottest_) hot.push_back(h.position);
    for (const Pending& p : pending_) {
      if (p.done) continue;
      if (p.hot) {
        hot.push_back(p.count.example);
      } else {
        (p.trouble ? without : counts).push_back(p.count);
      }
    }
  }
  // In the order of the examples, so that equal censuses have equal checkpoints.
  std::ranges::sort(counts, {}, &CensusCount::example);
  std::ranges::sort(without, {}, &CensusCount::example);
  std::ranges::sort(hot);
  hot.erase(std::unique(hot.begin(), hot.end()), hot.end());
  std::string out(kFirstLine);
  out += space_.identity() + done + '\n';
  for (const CensusCount& count : without) out += fmt::format("without {}\n", count_text(count));
  for (const CensusCount& count : counts) out += fmt::format("value {}\n", count_text(count));
  out += "hot";
  for (const std::uint64_t position : hot) out += fmt::format(" {}", position);
  out += '\n';
  return out + checksum_line(out);
}

void Census::restore(std::string_view state) {
  if (!state.starts_with("cgt census checkpoint")) {
    throw Error("this is no checkpoint of a census");
  }
  const std::size_t checksum = state.rfind("checksum ");
  if (checksum == std::string_view::npos ||
      state.substr(checksum) != checksum_line(state.substr(0, checksum))) {
    Reader::damaged();
  }
  Reader in(state.substr(0, checksum));
  if (!in.take(kFirstLine)) {
    throw Error("the checkpoint was written by another version of cgt",
                "remove the file to begin the census anew");
  }
  const std::string identity = space_.identity();
  Reader ours(identity);
  while (!ours.empty()) {
    const std::string_view mine = ours.line();
    const std::string_view theirs = in.line();
    if (mine != theirs) {
      throw Error(fmt::format("the checkpoint is of another census: it says \"{}\", not \"{}\"",
                              theirs, mine),
                  "another file, or the options of that census");
    }
    ours.expect(mine);
    in.expect(mine);
    ours.expect("\n");
    in.expect("\n");
  }
  in.expect("done");
  std::uint64_t end = 0;
  while (in.take(" ")) {
    NumberRange range;
    range.first = in.number();
    in.expect("-");
    range.last = in.number();
    if (range.first < end || range.last <= range.first || range.last > space_.size()) {
      Reader::damaged();
    }
    end = range.last;
    done_.add(range);
  }
  in.expect("\n");
  const auto add = [&](Pending pending) {
    if (pending.count.example >= space_.size()) Reader::damaged();
    pending_.push_back(pending);
  };
  while (in.take("without ")) {
    add({.count = in.count(), .trouble = true});
    in.expect("\n");
  }
  while (in.take("value ")) {
    add({.count = in.count()});
    in.expect("\n");
  }
  in.expect("hot");
  while (in.take(" ")) add({.count = {0, 0, in.number()}, .hot = true});
  in.expect("\n");
  if (!in.empty()) Reader::damaged();
}

// --- results ---

CensusCount Census::total() const {
  CensusCount out;
  for (const auto& [value, count] : tallies_) out.add(count);
  return out;
}

std::vector<CensusGroup> Census::values() const {
  std::vector<CensusGroup> out;
  for (const auto& [value, count] : tallies_) out.push_back({"", value, 1, count});
  std::ranges::sort(out, [](const CensusGroup& a, const CensusGroup& b) {
    if (a.count.boards != b.count.boards) return a.count.boards > b.count.boards;
    return a.count.example < b.count.example;
  });
  return out;
}

std::vector<CensusGroup> Census::groups(CensusKey key) const {
  if (key == CensusKey::kValue) return values();
  std::map<Dyadic, CensusGroup> groups;  // in the order of the table
  for (const auto& [value, count] : tallies_) {
    Dyadic place;
    std::string name;
    switch (key) {
      case CensusKey::kValue: break;
      case CensusKey::kOutcome: {
        const auto outcome = static_cast<std::size_t>(store_.outcome(value));
        place = Dyadic(static_cast<std::int64_t>(outcome));
        name = std::string(1, "LRNP"[outcome]);
        break;
      }
      case CensusKey::kMean: place = store_.mean(value); break;
      case CensusKey::kTemperature: place = store_.temperature(value); break;
      case CensusKey::kBirthday:
        place = Dyadic(static_cast<std::int64_t>(store_.birthday(value)));
        break;
    }
    if (name.empty()) name = place.to_string();
    if (key == CensusKey::kMean || key == CensusKey::kTemperature) place = -place;
    CensusGroup& group = groups.try_emplace(place, CensusGroup{name, value, 0, {}}).first->second;
    if (count.example < group.count.example) group.value = value;
    ++group.values;
    group.count.add(count);
  }
  std::vector<CensusGroup> out;
  for (auto& [place, group] : groups) out.push_back(std::move(group));
  return out;
}

std::vector<Census::Hot> Census::hottest(std::size_t count) const {
  std::vector<Hot> out;
  for (const Hot& hot : hottest_) {
    if (out.size() == count) break;
    out.push_back(hot);
  }
  return out;
}

}  // namespace cgt::solve
