#include "decomp/solve/census/build.hpp"

#include <fmt/format.h>

#include <condition_variable>
#include <random>
#include <thread>

#include "cgt/support/text_input.hpp"
#include "decomp/db/maintain.hpp"
#include "decomp/solve/values/evaluator.hpp"
#include "decomp/solve/values/stored_values.hpp"

namespace cgt::solve {
namespace {

using Clock = std::chrono::steady_clock;

// A batch is committed before it holds more.
constexpr std::size_t kMostRecords = 50'000;

const char* name(DatabaseContent wanted) {
  switch (wanted) {
    case DatabaseContent::kValues: return "values";
    case DatabaseContent::kThermographs: return "thermographs";
    case DatabaseContent::kOutcomes: return "outcomes";
  }
  return "";
}

// Of the records that a build of such writes.
std::vector<db::Kind> kinds_of(DatabaseContent wanted) {
  switch (wanted) {
    case DatabaseContent::kValues: return {db::Kind::kValue, db::Kind::kBounds};
    case DatabaseContent::kThermographs: return {db::Kind::kThermograph};
    case DatabaseContent::kOutcomes: return {db::Kind::kOutcome};
  }
  return {};
}

std::string what_of(const Error& error) {
  const auto* input = dynamic_cast<const InputError*>(&error);
  return input != nullptr ? input->message() : error.what();
}

}  // namespace

// --- spaces ---

BoardSpaces::BoardSpaces(std::shared_ptr<const Ruleset> game, BoardSpace::Size largest,
                         std::string cells)
    : game_(std::move(game)), largest_(largest) {
  // Refuses what there is to refuse.
  cells_ = BoardSpace(game_, "", largest, std::move(cells), true).cells();
  for (int rows = 1; rows <= largest.rows; ++rows) {
    for (int columns = 1; columns <= largest.columns; ++columns) shapes_.push_back({rows, columns});
  }
  std::ranges::stable_sort(shapes_, {},
                           [](const BoardSpace::Size& s) { return s.rows * s.columns; });
}

std::uint64_t BoardSpaces::size(std::size_t i) const {
  std::uint64_t out = 1;
  for (int cell = 0; cell < shapes_[i].rows * shapes_[i].columns; ++cell) out *= cells_.size();
  return out;
}

std::unique_ptr<CensusPositions> BoardSpaces::make(std::size_t i) const {
  return std::make_unique<BoardSpace>(game_, "", shapes_[i], cells_, true);
}

std::string BoardSpaces::name() const {
  return fmt::format("boards up to {}x{} of \"{}\"", largest_.rows, largest_.columns, cells_);
}

HeapSpaces::HeapSpaces(std::shared_ptr<const Ruleset> game, std::int64_t last)
    : game_(std::move(game)), last_(last) {
  make(0)->position(static_cast<std::uint64_t>(last));  // refuses what there is to refuse
}

std::unique_ptr<CensusPositions> HeapSpaces::make(std::size_t) const {
  return std::make_unique<HeapSpace>(game_, "", 0, last_);
}

std::string HeapSpaces::name() const { return fmt::format("heaps up to {}", last_); }

// --- one type of position in one thread ---

class DatabaseBuild::Components {
 public:
  Components(Store& store, const AnyPosition& first, DatabaseContent wanted, StoredValues* known)
      : store_(store),
        type_(&first.type()),
        wanted_(wanted),
        known_(known),
        graph_(first.new_graph()),
        values_(store, *graph_),
        thermographs_(*graph_),
        outcomes_(*graph_) {
    values_.set_known(known);
  }

  const std::type_info& type() const { return *type_; }
  std::uint64_t components() const {
    return values_.positions() + thermographs_.components() + outcomes_.components();
  }
  std::uint64_t known() const { return given_; }

  // Adds the records of all components of the position, and of all that can be reached from them,
  // that have none yet. Throws BudgetExhausted.
  void add(const AnyPosition& position, Found& found, Budget& budget) {
    parts_.clear();
    graph_->components(position, parts_);
    const std::size_t records = found.records.size();
    std::size_t node = done_;
    try {
      // The graph grows by what is looked at.
      for (; node < graph_->size(); ++node) evaluate(static_cast<NodeId>(node), found, budget);
    } catch (const BudgetExhausted&) {
      // Only what all that it leads to is known of may be written: so are values that were found.
      if (wanted_ == DatabaseContent::kValues) {
        add_solved(node, found);
      } else {
        found.records.resize(records);
      }
      throw;
    }
    done_ = graph_->size();
  }

 private:
  void evaluate(NodeId node, Found& found, Budget& budget) {
    const SignedNode part = signed_node(node, false);
    try {
      switch (wanted_) {
        case DatabaseContent::kValues:
          // What the file has is read where the value of something else needs it.
          if (!values_.solved(node) && skip(node, db::Kind::kValue)) break;
          values_.evaluate(0, {&part, 1}, budget);
          if (values_.given(node)) {
            ++given_;
          } else {
            found.records.push_back(value_record(store_, graph_->text(node), values_.value(part)));
          }
          break;
        case DatabaseContent::kThermographs:
          if (skip(node, db::Kind::kThermograph)) break;
          found.records.push_back(
              {graph_->text(node), db::Kind::kThermograph,
               db::write_thermograph(thermographs_.thermograph(0, {&part, 1}, budget))});
          break;
        case DatabaseContent::kOutcomes:
          if (skip(node, db::Kind::kOutcome)) break;
          found.records.push_back({graph_->text(node), db::Kind::kOutcome,
                                   db::write_outcome(outcomes_.outcome(0, {&part, 1}, budget))});
          break;
      }
    } catch (const db::DatabaseError&) {
      throw;
    } catch (const Error&) {
      ++found.without;
      const std::string text = graph_->text(node);
      if (found.without_example.empty() || text < found.without_example) {
        found.without_example = text;
      }
      graph_->expand(node, expansion_, budget);
    }
  }

  // Is it in the file? Then so is what it leads to. The searches of thermographs and outcomes are not told
  // what the file knows: they would need no records of their own where it tells values.
  bool skip(NodeId node, db::Kind kind) {
    if (known_ == nullptr || !known_->has(kind, graph_->text(node))) return false;
    ++given_;
    return true;
  }

  void add_solved(std::size_t first, Found& found) {
    Budget unlimited;
    const Store::BudgetScope scope(store_, unlimited);
    for (std::size_t i = first; i < graph_->size(); ++i) {
      const auto node = static_cast<NodeId>(i);
      if (!values_.solved(node) || values_.given(node)) continue;
      found.records.push_back(
          value_record(store_, graph_->text(node), values_.value(signed_node(node, false))));
    }
  }

  Store& store_;
  const std::type_info* type_;
  DatabaseContent wanted_;
  StoredValues* known_;
  std::unique_ptr<AnyGraph> graph_;
  GraphSearch values_;
  ThermographSearch thermographs_;
  PositionOutcomes outcomes_;
  std::vector<SignedNode> parts_;
  Expansion expansion_;
  std::size_t done_ = 0;  // nodes below have records, or none can be had
  std::uint64_t given_ = 0;
};

// --- one thread of a run ---

class DatabaseBuild::Worker final : public RangeWorker {
 public:
  Worker(DatabaseBuild& build, Store& handle, Budget& budget)
      : RangeWorker(handle, budget, build.options_.commit_interval.count()), build_(build) {
    if (build.known_->size() != 0 || build.feed_ != nullptr) known_.emplace(handle, *build.known_);
  }

 private:
  bool take(RangeWork& work) override {
    for (;; budget_.poll()) {
      if (build_.take(work)) break;
      if (build_.feed_ == nullptr) return false;
      exchange_if_due();
      build_.check_committed();
      NumberRange range;
      const RangeFeed::Next next = build_.feed_->next(range);
      if (next == RangeFeed::Next::kEnd) return false;
      if (next == RangeFeed::Next::kRange) build_.add_left(range);
    }
    return true;
  }

  void exchange_if_due() {
    if (build_.feed_ == nullptr || !build_.feed_->due()) return;
    std::vector<db::Record> records;
    build_.take_records(records);
    build_.feed_->exchange(build_, std::move(records), *build_.known_);
  }

  void evaluate(const CensusPositions& space, std::uint64_t number, std::uint64_t) override {
    std::optional<AnyPosition> position;
    try {
      position = space.position(number);
    } catch (const Error& error) {
      if (found_.refusal.empty()) found_.refusal = what_of(error);
      return;
    }
    ++found_.positions;
    components_of(*position).add(*position, found_, budget_);
  }

  Components& components_of(const AnyPosition& position) {
    for (const auto& known : components_) {
      if (known->type() == position.type()) return *known;
    }
    return *components_.emplace_back(std::make_unique<Components>(
        handle_, position, build_.options_.wanted, known_ ? &*known_ : nullptr));
  }

  bool found_any() const override { return !found_.records.empty(); }

  void report(NumberRange done) override {
    found_.range = done;
    build_.report(found_);
    found_ = {};
    exchange_if_due();
  }

  void finish() override {
    const std::lock_guard lock(build_.mutex_);
    for (const auto& c : components_) {
      build_.components_ += c->components();
      build_.given_ += c->known();
    }
  }

  DatabaseBuild& build_;
  std::optional<StoredValues> known_;
  std::vector<std::unique_ptr<Components>> components_;  // few
  Found found_;
};

// Commits now and then while it lives, together with other processes.
class DatabaseBuild::Committer {
 public:
  explicit Committer(DatabaseBuild& build) : build_(build), thread_([this] { work(); }) {}
  ~Committer() {
    {
      const std::lock_guard lock(mutex_);
      leaving_ = true;
    }
    wake_.notify_one();
    thread_.join();
  }
  Committer(const Committer&) = delete;
  Committer& operator=(const Committer&) = delete;

 private:
  void work() {
    const std::chrono::duration<double> interval = build_.options_.commit_interval;
    const std::chrono::duration<double> look(std::min(interval.count(), 1.0));
    std::unique_lock lock(mutex_);
    while (!wake_.wait_for(lock, look, [this] { return leaving_; })) {
      const std::lock_guard all(build_.mutex_);
      try {
        build_.empty_inbox();
        if (build_.batch_.size() < kMostRecords && Clock::now() - build_.committed_ < interval)
          continue;
        build_.commit(false);
      } catch (...) {
        build_.commit_failure_ = std::current_exception();
        return;
      }
    }
  }

  DatabaseBuild& build_;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool leaving_ = false;
  std::thread thread_;
};

// --- the build ---

DatabaseBuild::DatabaseBuild(Store& store, db::Database& file, const PositionSpaces& spaces,
                             DatabaseBuildOptions options)
    : DatabaseBuild(store, &file, spaces, std::move(options)) {}

DatabaseBuild::DatabaseBuild(Store& store, const PositionSpaces& spaces,
                             DatabaseBuildOptions options)
    : DatabaseBuild(store, nullptr, spaces, std::move(options)) {}

DatabaseBuild::DatabaseBuild(Store& store, db::Database* file, const PositionSpaces& spaces,
                             DatabaseBuildOptions options)
    : store_(store), file_(file), spaces_(spaces), options_(std::move(options)) {
  std::uint64_t total = 0;
  for (std::size_t i = 0; i < spaces.count(); ++i) {
    offsets_.push_back(total);
    total += spaces.size(i);
    constexpr std::uint64_t kMost = std::uint64_t{1} << 63U;
    if (total >= kMost) throw Error("there are too many boards", "a smaller size");
  }
  offsets_.push_back(total);
  db::Build wanted;
  wanted.ruleset = options_.ruleset;
  wanted.what = fmt::format("{} of {}", name(options_.wanted), spaces.name());
  if (options_.share.of != 1) {
    wanted.what += db::shard_suffix(options_.share.index + 1, options_.share.of);
  }
  wanted.version = options_.version;
  wanted.command = options_.command;
  if (file_ == nullptr) {
    build_ = std::move(wanted);
    return;
  }
  build_ = file_->begin(wanted);
  try {
    for (const NumberRange& range : read_ranges(build_.progress)) done_.add(range);
  } catch (const Error&) {
    throw db::DamageError(fmt::format("{}: build {} has come to \"{}\", which makes no sense",
                                      file_->path(), build_.id, build_.progress));
  }
}

std::string DatabaseBuild::progress_text() const {
  std::string out;
  for (const auto& [first, last] : done_) {
    out += fmt::format("{}{}-{}", out.empty() ? "" : " ", first, last);
  }
  return out;
}

std::vector<NumberRange> DatabaseBuild::read_ranges(std::string_view text) const {
  std::vector<NumberRange> out;
  std::string_view rest = text;
  std::uint64_t before = 0;
  const auto take = [&](char c) {
    const bool there = rest.starts_with(c);
    if (there) rest.remove_prefix(1);
    return there;
  };
  while (!rest.empty()) {
    const auto first = take_number<std::uint64_t>(rest);
    const auto last = take('-') ? take_number<std::uint64_t>(rest) : std::nullopt;
    const bool read = first && last && (rest.empty() || take(' '));
    const NumberRange range{first.value_or(0), last.value_or(0)};
    if (!read || range.first < before || range.last <= range.first ||
        range.last > offsets_.back()) {
      throw Error(fmt::format("\"{}\" are not ranges of positions", text));
    }
    before = range.last;
    out.push_back(range);
  }
  return out;
}

// --- together with other processes ---

void DatabaseBuild::take_records(std::vector<db::Record>& out) {
  const std::lock_guard lock(mutex_);
  std::vector<db::Record>& from = file_ != nullptr ? to_tell_ : batch_;
  std::ranges::move(from, std::back_inserter(out));
  from.clear();
}

// Lines: the ranges; positions that were not refused; components without a record; an example of them; why a
// position was refused. The last two are texts of one line, and may be empty.
std::string DatabaseBuild::take_state() {
  const std::lock_guard lock(mutex_);
  const auto line = [](std::string text) {
    std::ranges::replace(text, '\n', ' ');
    return text;
  };
  std::string out = fmt::format("{}\n{}\n{}\n{}\n{}\n", progress_text(), positions_, without_,
                                line(without_example_), line(refusal_));
  done_ = {};
  positions_ = 0;
  without_ = 0;
  return out;
}

void DatabaseBuild::add_records(const std::vector<db::Record>& records) {
  if (file_ == nullptr) return;
  const std::lock_guard lock(inbox_.mutex);
  inbox_.records.insert(inbox_.records.end(), records.begin(), records.end());
}

void DatabaseBuild::restore(std::string_view state) {
  std::string_view lines[5];
  for (std::string_view& line : lines) {
    const std::size_t end = state.find('\n');
    if (end == std::string_view::npos) throw Error("a message about a build is damaged");
    line = state.substr(0, end);
    state.remove_prefix(end + 1);
  }
  const auto number = [](std::string_view text) {
    const std::optional<std::uint64_t> out = parse_number<std::uint64_t>(text);
    if (!out) throw Error("a message about a build is damaged");
    return *out;
  };
  const std::vector<NumberRange> done = read_ranges(lines[0]);
  const std::uint64_t positions = number(lines[1]);
  const std::uint64_t without = number(lines[2]);
  const std::lock_guard lock(inbox_.mutex);
  inbox_.done.insert(inbox_.done.end(), done.begin(), done.end());
  inbox_.positions += positions;
  inbox_.without += without;
  if (inbox_.without_example.empty() || (!lines[3].empty() && lines[3] < inbox_.without_example)) {
    inbox_.without_example = lines[3];
  }
  if (inbox_.refusal.empty()) inbox_.refusal = lines[4];
}

void DatabaseBuild::note_without(std::uint64_t count, const std::string& example) {
  without_ += count;
  if (!example.empty() && (without_example_.empty() || example < without_example_)) {
    without_example_ = example;
  }
}

void DatabaseBuild::empty_inbox() {
  const std::lock_guard lock(inbox_.mutex);
  std::ranges::move(inbox_.records, std::back_inserter(batch_));
  inbox_.records.clear();
  for (const NumberRange& range : inbox_.done) {
    if (done_.meets(range)) {
      throw Error(fmt::format("positions {} to {} are there twice", range.first, range.last - 1));
    }
    done_.add(range);
  }
  inbox_.done.clear();
  positions_ += std::exchange(inbox_.positions, 0);
  if (refusal_.empty()) refusal_ = inbox_.refusal;
  note_without(std::exchange(inbox_.without, 0), inbox_.without_example);
}

void DatabaseBuild::check_committed() {
  const std::lock_guard lock(mutex_);
  if (commit_failure_ != nullptr) std::rethrow_exception(std::exchange(commit_failure_, nullptr));
}

void DatabaseBuild::add_left(NumberRange range) {
  const std::lock_guard lock(mutex_);
  left_.push_back(range);
}

bool DatabaseBuild::take(RangeWork& work) {
  const std::lock_guard lock(mutex_);
  if (stopped_ || left_.empty()) return false;
  while (left_.back().first >= offsets_[open_space_ + 1]) {
    ++open_space_;
    space_made_ = false;
  }
  if (!space_made_) {
    space_made_ = true;
    try {
      space_ = spaces_.make(open_space_);
    } catch (const Error& error) {
      // Boards of this size are refused; larger ones may not be.
      space_ = nullptr;
      if (refusal_.empty()) refusal_ = what_of(error);
    }
  }
  const std::uint64_t end = offsets_[open_space_ + 1];
  work = {space_, offsets_[open_space_],
          take_last(left_, end, space_ == nullptr ? end : kRangeSize)};
  return true;
}

void DatabaseBuild::report(Found& found) {
  const std::lock_guard lock(mutex_);
  done_.add(found.range);
  if (feed_ != nullptr && file_ != nullptr) {
    to_tell_.insert(to_tell_.end(), found.records.begin(), found.records.end());
  }
  std::ranges::move(found.records, std::back_inserter(batch_));
  positions_ += found.positions;
  if (refusal_.empty()) refusal_ = found.refusal;
  note_without(found.without, found.without_example);
  // Together with others a thread of its own commits, or another process.
  if (feed_ != nullptr) return;
  if (batch_.size() < kMostRecords && Clock::now() - committed_ < options_.commit_interval) return;
  commit(false);
}

void DatabaseBuild::commit(bool finished) {
  if (file_ == nullptr) return;
  empty_inbox();
  file_->commit(build_, batch_, progress_text(), finished);
  batch_.clear();
  committed_ = Clock::now();
}

std::optional<StopReason> DatabaseBuild::run(const Budget::Limits& limits,
                                             const std::atomic<bool>* stop, unsigned threads) {
  // The others ask for work even if there is none.
  if (is_known_finished() && feed_ == nullptr) return std::nullopt;
  std::vector<db::Record> told;
  try {
    Budget reading({}, stop);
    if (file_ == nullptr) {
      known_.emplace();
    } else {
      known_.emplace(*file_, options_.ruleset, kinds_of(options_.wanted),
                     [&] { reading.charge(); });
      if (feed_ != nullptr && !finished()) told = known_records(reading);
    }
  } catch (const BudgetExhausted& spent) {
    if (feed_ != nullptr) feed_->end(*this, false);
    return spent.reason();
  }
  left_ = options_.share.of_ranges(done_.missing(offsets_.back()), offsets_.back());
  if (is_known_finished()) left_.clear();
  open_space_ = 0;
  space_made_ = false;
  stopped_ = false;
  committed_ = Clock::now();
  if (feed_ != nullptr) {
    threads = 1;
    feed_->begin(*this, std::exchange(left_, {}), std::move(told));
  }
  std::ranges::reverse(left_);  // taken from the back

  std::optional<StopReason> reason;
  {
    std::optional<Committer> committer;
    if (feed_ != nullptr && file_ != nullptr && !finished()) committer.emplace(*this);
    reason = run_workers(
        store_, threads, limits, stop,
        [&](Store& handle, Budget& budget) { Worker(*this, handle, budget).run(); },
        [&] {
          const std::lock_guard lock(mutex_);
          stopped_ = true;
        });
    if (feed_ != nullptr) feed_->end(*this, !reason);
  }
  if (file_ == nullptr) return reason;
  check_committed();
  const std::lock_guard lock(mutex_);  // somebody may ask for the progress to the end
  if (finished()) return std::nullopt;
  empty_inbox();
  const bool all =
      options_.share.of_ranges(done_.missing(offsets_.back()), offsets_.back()).empty();
  if (all && positions_ == 0 && build_.records == 0 && !refusal_.empty()) throw Error(refusal_);
  commit(all);
  if (all) return std::nullopt;
  return reason;
}

std::vector<db::Record> DatabaseBuild::known_records(Budget& budget) const {
  std::vector<db::Record> out;
  const std::vector<db::Kind> kinds = kinds_of(options_.wanted);
  const std::optional<db::StoredRuleset> stored = file_->find(options_.ruleset);
  if (!stored) return out;
  file_->for_each(*stored, [&](const db::Row& row) {
    budget.charge();
    if (std::ranges::find(kinds, row.kind) == kinds.end()) return;
    out.push_back({std::string(row.component), row.kind, std::string(row.payload)});
  });
  return out;
}

DatabaseProgress DatabaseBuild::progress() const {
  const std::lock_guard lock(mutex_);
  std::uint64_t total = 0;
  for (const auto& [first, last] :
       options_.share.of_ranges({{0, offsets_.back()}}, offsets_.back())) {
    total += last - first;
  }
  return {done_.count(), total, build_.records + batch_.size()};
}

// --- checking ---

namespace {

struct Sampled {
  std::string ruleset;
  db::Record record;
};

class Recomputer {
 public:
  using RulesetOf = std::function<std::shared_ptr<const Ruleset>(const std::string&)>;
  Recomputer(Store& store, const RulesetOf& ruleset_of, Budget& budget)
      : store_(store), ruleset_of_(ruleset_of), budget_(budget) {}

  // "" or what is wrong.
  std::string check(const Sampled& sampled) {
    const db::Record& record = sampled.record;
    try {
      const AnyPosition position = game(sampled.ruleset).position(record.component);
      std::vector<Summand<AnyPosition>> parts;
      const std::int64_t rest = position.split(parts);
      if (rest != 0 || parts.size() != 1 || parts[0].negated ||
          parts[0].position.text() != record.component) {
        return "it is not the component that stands for its images";
      }
      const std::string found = payload(position, record.kind);
      if (found == record.payload) return {};
      constexpr std::size_t kLongest = 300;
      return fmt::format("it is {}, not {}", db::payload_text(store_, record.kind, found, kLongest),
                         db::payload_text(store_, record.kind, record.payload, kLongest));
    } catch (const Error& error) {
      return what_of(error);
    }
  }

 private:
  const Ruleset& game(const std::string& name) {
    if (name != name_) {
      game_ = ruleset_of_(name);
      evaluator_.emplace(store_);
      name_ = name;
    }
    return *game_;
  }

  std::string payload(const AnyPosition& position, db::Kind kind) {
    switch (kind) {
      case db::Kind::kThermograph:
        return db::write_thermograph(evaluator_->thermograph(position, budget_));
      case db::Kind::kOutcome: return db::write_outcome(evaluator_->outcome(position, budget_));
      case db::Kind::kValue:
      case db::Kind::kBounds: break;
    }
    const db::Record found = value_record(store_, "", evaluator_->bounds(position, budget_));
    if (found.kind != kind) throw Error(fmt::format("it has {} instead", db::name(found.kind)));
    return found.payload;
  }

  Store& store_;
  const RulesetOf& ruleset_of_;
  Budget& budget_;
  std::string name_;
  std::shared_ptr<const Ruleset> game_;
  std::optional<Evaluator> evaluator_;
};

}  // namespace

Recomputation recompute(
    Store& store, const db::Database& file,
    const std::function<std::shared_ptr<const Ruleset>(const std::string&)>& ruleset_of,
    std::optional<std::uint64_t> sample, std::uint64_t seed, Budget& budget) {
  const db::Database::Snapshot snapshot(file);
  Recomputation out;
  Recomputer recomputer(store, ruleset_of, budget);
  const auto check = [&](const Sampled& sampled) {
    ++out.records;
    const std::string trouble = recomputer.check(sampled);
    if (trouble.empty()) return;
    out.problems.push_back(fmt::format("record of {} \"{}\", {}: {}", sampled.ruleset,
                                       sampled.record.component, db::name(sampled.record.kind),
                                       trouble));
  };
  std::vector<Sampled> drawn;  // each subset is equally likely (Vitter 1985, algorithm R)
  std::mt19937_64 random(seed);
  std::uint64_t seen = 0;
  for (const db::StoredRuleset& ruleset : file.rulesets()) {
    file.for_each_as_it_is(ruleset.id, [&](const db::Row& row, const std::string& trouble) {
      if (!trouble.empty()) return;  // verify() tells it
      Sampled next{ruleset.name, {std::string(row.component), row.kind, std::string(row.payload)}};
      if (!sample) {
        check(next);
        return;
      }
      ++seen;
      if (drawn.size() < *sample) {
        drawn.push_back(std::move(next));
      } else if (const std::uint64_t place = random() % seen; place < *sample) {
        drawn[static_cast<std::size_t>(place)] = std::move(next);
      }
    });
  }
  std::ranges::stable_sort(drawn, {}, &Sampled::ruleset);
  for (const Sampled& sampled : drawn) check(sampled);
  return out;
}

}  // namespace cgt::solve
