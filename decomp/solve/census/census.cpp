#include "decomp/solve/census/census.hpp"

#include <fmt/format.h>

#include "cgt/support/text_input.hpp"
#include "cgt/text/loopy_text.hpp"
#include "decomp/solve/values/evaluator.hpp"

namespace cgt::solve {
namespace {

// A thread reports at least so often, if it can.
constexpr double kReportInterval = 0.2;  // seconds
constexpr std::string_view kFirstLine = "cgt census checkpoint, format 1\n";

std::string checksum_line(std::string_view text) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
  return fmt::format("checksum {:016x}\n", hash_bytes({bytes, text.size()}, 0x63656e737573));
}

std::string count_text(const CensusCount& count) {
  return fmt::format("{} {} {}", count.example, count.classes, count.boards);
}

// Words of a checkpoint.
class JournalReader {
 public:
  explicit JournalReader(std::string_view text) : text_(text) {}

  // Takes `word` if it comes next.
  bool take(std::string_view word) {
    if (!text_.starts_with(word)) return false;
    text_.remove_prefix(word.size());
    return true;
  }
  std::uint64_t number() {
    const std::optional<std::uint64_t> out = take_number<std::uint64_t>(text_);
    if (!out) damaged();
    return *out;
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
    throw Error("the checkpoint is damaged", "remove the file to begin the census again");
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
    for (bool more = true;; budget_.poll()) {
      take_all_pending();
      if (census_.take(work)) return true;
      if (census_.feed_ == nullptr || !more) return false;
      exchange_if_due();
      NumberRange range;
      switch (census_.feed_->next(range)) {
        case RangeFeed::Next::kRange: census_.add_left(range); break;
        case RangeFeed::Next::kNotYet: break;
        // What came last may have values to find again.
        case RangeFeed::Next::kEnd: more = false; break;
      }
    }
  }

  void take_all_pending() {
    while (const auto pending = census_.take_pending()) {
      found_.pending = pending->first;
      evaluate(pending->second);
      report({0, 1});
    }
  }

  void exchange_if_due() {
    if (census_.feed_ == nullptr || !census_.feed_->due()) return;
    std::vector<db::Record> records;
    evaluator_.take_records(records);
    census_.feed_->exchange(census_, std::move(records), *census_.shared_);
  }

  void evaluate(const CensusPositions&, std::uint64_t number, std::uint64_t boards) override {
    evaluate({1, boards, number});
  }

  void evaluate(const CensusCount& count) {
    try {
      const AnyPosition position = census_.space_.position(count.example);
      const LoopyValue any = value_of(position);
      if (!any.is_short()) return add_loopy(count, any);
      const GameId value = any.stopper().game();
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

  LoopyValue value_of(const AnyPosition& position) {
    // Most games are not loopy.
    if (!any_loopy_) {
      try {
        return evaluator_.value(position, budget_);
      } catch (const LoopyPosition&) {
        any_loopy_ = true;
      }
    }
    return evaluator_.loopy_value(position, loopy_, budget_);
  }

  void add_loopy(const CensusCount& count, const LoopyValue& value) {
    const std::string* text = nullptr;
    std::string of_sides;
    if (value.is_stopper()) {
      auto found = texts_.find(value.stopper());
      if (found == texts_.end())
        found = texts_.emplace(value.stopper(), to_text(loopy_, value)).first;
      text = &found->second;
    } else {
      of_sides = to_text(loopy_, value);
      text = &of_sides;
    }
    const auto [it, fresh] = found_.loopy.try_emplace(*text);
    if (fresh) {
      it->second.outcome = loopy_.outcome(value);
      it->second.canonical = value.is_stopper_sided();
    }
    it->second.count.add(count);
    if (census_.space_.listed()) found_.loopy_positions.emplace_back(count.example, *text);
  }

  void refuse(const CensusCount& count, const std::string& why) {
    if (count.example < found_.troubles.example) found_.trouble = why;
    found_.troubles.add(count);
  }

  bool found_any() const override { return !found_.tallies.empty() || !found_.loopy.empty(); }

  void report(NumberRange done) override {
    found_.range = done;
    census_.report(found_);
    found_ = {};
    exchange_if_due();
  }

  void finish() override {
    const std::lock_guard lock(census_.mutex_);
    census_.components_ += evaluator_.components();
    census_.given_ += evaluator_.known();
  }

  Census& census_;
  LoopyGames loopy_{handle_};
  Evaluator evaluator_;
  Found found_;
  bool any_loopy_ = false;
  std::map<LoopyId, std::string> texts_;
};

Census::Census(Store& store, const CensusPositions& space) : store_(store), space_(space) {
  if (space.listed()) list_.resize(static_cast<std::size_t>(space.size()));
}

std::optional<std::pair<std::size_t, CensusCount>> Census::take_pending() {
  const std::lock_guard lock(mutex_);
  if (stopped_ || next_pending_ == pending_.size()) return std::nullopt;
  const std::size_t out = next_pending_++;
  return std::pair(pending_before_ + out, pending_[out].count);
}

void Census::add_left(NumberRange range) {
  const std::lock_guard lock(mutex_);
  left_.push_back(range);
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
    Pending& pending = pending_[*found.pending - pending_before_];
    pending.done = true;
    hot = pending.hot;
    for (; !pending_.empty() && pending_.front().done; ++pending_before_, --next_pending_) {
      pending_.pop_front();
    }
  } else {
    done_.add(found.range);
  }
  for (const auto& [value, tally] : found.tallies) {
    if (tally.count.classes != 0) tallies_[value].add(tally.count);
  }
  for (const auto& [text, tally] : found.loopy) {
    LoopyTally& mine =
        loopy_.try_emplace(text, LoopyTally{{}, tally.outcome, tally.canonical}).first->second;
    mine.count.add(tally.count);
  }
  for (const auto& [position, text] : found.loopy_positions) loopy_list_[position] = text;
  for (const auto& [value, position] : found.positions) {
    if (!list_.empty()) list_[static_cast<std::size_t>(position)] = value;
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
  left_ = share_.of_ranges(done_.missing(space_.size()), space_.size());
  std::ranges::reverse(left_);  // taken from the back
  stopped_ = false;
  std::erase_if(pending_, [](const Pending& p) { return p.done; });
  next_pending_ = 0;
  pending_before_ = 0;
  if (feed_ != nullptr) {
    threads = 1;
    std::ranges::reverse(left_);
    feed_->begin(*this, std::move(left_), {});
    left_.clear();
  }

  const std::optional<StopReason> stopped = run_workers(
      store_, threads, limits, stop,
      [&](Store& handle, Budget& budget) { Worker(*this, handle, budget).run(); },
      [&] {
        const std::lock_guard lock(mutex_);
        stopped_ = true;
      });
  if (stopped) return stopped;
  Budget budget(limits, stop);
  const Store::BudgetScope scope(store_, budget);
  try {
    join_loopy();
  } catch (const BudgetExhausted& spent) {
    return spent.reason();
  }
  return std::nullopt;
}

// Equality of sides as graphs is decided by comparing them; what has a canonical text is only compared
// with what has none.
void Census::join_loopy() {
  LoopyGames games(store_);
  std::vector<std::string> open;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [text, tally] : loopy_) {
      if (!tally.canonical) open.push_back(text);
    }
  }
  std::map<std::string, LoopyValue> values;
  const auto value_of = [&](const std::string& text) -> const LoopyValue& {
    const auto found = values.find(text);
    if (found != values.end()) return found->second;
    return values.emplace(text, parse_loopy(games, text)).first->second;
  };
  for (const std::string& text : open) {
    // No thread works any more; the lock is for those who ask how far it is.
    const LoopyTally mine = loopy_.at(text);
    const LoopyValue& value = value_of(text);
    for (const auto& [other, tally] : loopy_) {
      if (other == text || !(tally.outcome == mine.outcome)) continue;
      store_.charge();
      if (!games.equal(value, value_of(other))) continue;
      const std::lock_guard lock(mutex_);
      loopy_.at(other).count.add(mine.count);
      for (auto& [position, listed] : loopy_list_) {
        if (listed == text) listed = other;
      }
      loopy_.erase(text);
      break;
    }
  }
}

CensusProgress Census::progress() const {
  const std::lock_guard lock(mutex_);
  CensusProgress out;
  for (const auto& [first, last] : share_.of_ranges({{0, space_.size()}}, space_.size())) {
    out.total += last - first;
  }
  out.done = done_.count();
  out.values = tallies_.size() + loopy_.size();
  for (const Pending& p : pending_) out.pending += p.done ? 0 : 1;
  return out;
}

// --- checkpoints ---

std::string Census::state() const {
  std::unique_lock lock(mutex_);
  return written(lock);
}

std::string Census::take_state() {
  std::unique_lock lock(mutex_);
  // Nobody else works: who has a feed runs in one thread, which is the caller.
  std::string out = written(lock);
  lock.lock();
  tallies_.clear();
  loopy_.clear();
  loopy_list_.clear();
  hottest_.clear();
  troubles_ = {};
  trouble_.clear();
  pending_.clear();
  next_pending_ = 0;
  pending_before_ = 0;
  done_ = {};
  return out;
}

// Gives the lock back as soon as all is copied.
std::string Census::written(std::unique_lock<std::mutex>& lock) const {
  std::string done = "done";
  std::vector<CensusCount> counts;
  std::vector<CensusCount> without;
  std::vector<std::uint64_t> hot;
  // The threads wait: only copies here.
  {
    for (const auto& [first, last] : done_) done += fmt::format(" {}-{}", first, last);
    counts.reserve(tallies_.size() + pending_.size());
    for (const auto& [value, count] : tallies_) counts.push_back(count);
    for (const auto& [text, tally] : loopy_) counts.push_back(tally.count);
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
  lock.unlock();
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
  const std::lock_guard lock(mutex_);
  if (!state.starts_with("cgt census checkpoint")) {
    throw Error("this is not a checkpoint of a census");
  }
  const std::size_t checksum = state.rfind("checksum ");
  if (checksum == std::string_view::npos ||
      state.substr(checksum) != checksum_line(state.substr(0, checksum))) {
    JournalReader::damaged();
  }
  JournalReader in(state.substr(0, checksum));
  if (!in.take(kFirstLine)) {
    throw Error("the checkpoint was written by another version of cgt",
                "remove the file to begin the census again");
  }
  const std::string identity = space_.identity();
  JournalReader ours(identity);
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
      JournalReader::damaged();
    }
    end = range.last;
    if (done_.meets(range)) {
      throw Error(fmt::format("positions {} to {} are there twice", range.first, range.last - 1));
    }
    done_.add(range);
  }
  in.expect("\n");
  const auto add = [&](Pending pending) {
    if (pending.count.example >= space_.size()) JournalReader::damaged();
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
  if (!in.empty()) JournalReader::damaged();
}

// --- results ---

CensusCount Census::total() const {
  CensusCount out;
  for (const auto& [value, count] : tallies_) out.add(count);
  for (const auto& [text, tally] : loopy_) out.add(tally.count);
  return out;
}

std::vector<CensusGroup> Census::values() const {
  std::vector<CensusGroup> out;
  for (const auto& [value, count] : tallies_) out.push_back({"", value, 1, count, ""});
  for (const auto& [text, tally] : loopy_) out.push_back({"", {}, 1, tally.count, text});
  std::ranges::sort(out, [](const CensusGroup& a, const CensusGroup& b) {
    if (a.count.boards != b.count.boards) return a.count.boards > b.count.boards;
    return a.count.example < b.count.example;
  });
  return out;
}

std::vector<CensusGroup> Census::groups(CensusKey key) const {
  if (key == CensusKey::kValue) return values();
  std::map<Dyadic, CensusGroup> groups;  // in the order of the table
  const auto add = [](CensusGroup& group, GameId value, const std::string& loopy,
                      const CensusCount& count) {
    if (count.example < group.count.example) {
      group.value = value;
      group.loopy = loopy;
    }
    ++group.values;
    group.count.add(count);
  };
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
    add(groups.try_emplace(place, CensusGroup{name, {}, 0, {}, ""}).first->second, value, "",
        count);
  }
  CensusGroup without{"-", {}, 0, {}, ""};
  for (const auto& [text, tally] : loopy_) {
    if (key != CensusKey::kOutcome) {
      add(without, {}, text, tally.count);
      continue;
    }
    const std::string name = cgt::name(tally.outcome);
    static constexpr std::array<std::string_view, 9> kOrder{"L",    "R",      "N",    "P",     "D",
                                                            "PHat", "PCheck", "NHat", "NCheck"};
    const Dyadic place(std::ranges::find(kOrder, name) - kOrder.begin());
    add(groups.try_emplace(place, CensusGroup{name, {}, 0, {}, ""}).first->second, {}, text,
        tally.count);
  }
  std::vector<CensusGroup> out;
  for (auto& [place, group] : groups) out.push_back(std::move(group));
  if (without.values != 0) out.push_back(std::move(without));
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
