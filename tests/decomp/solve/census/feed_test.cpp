// Parts of a build that share the work: whatever ranges each of them gets, and whenever they tell, the
// file has the records of a build alone.

#include "decomp/solve/census/number_ranges.hpp"

#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <map>
#include <mutex>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "cgt/support/error.hpp"
#include "decomp/rules/registry.hpp"
#include "decomp/solve/census/build.hpp"
#include "tests/scratch.hpp"

namespace feed_test {

using namespace cgt;         // NOLINT
using namespace cgt::solve;  // NOLINT
using testing::Scratch;

namespace {

using Contents = std::map<std::pair<std::string, int>, std::string>;

Contents contents(const std::string& path) {
  const db::Database file = db::Database::open(path, db::Database::Access::kRead);
  Contents out;
  for (const db::StoredRuleset& ruleset : file.rulesets()) {
    file.for_each(ruleset, [&](const db::Row& row) {
      out[{std::string(row.component), static_cast<int>(row.kind)}] = row.payload;
    });
  }
  return out;
}

const BoardSpaces& boards() {
  static const BoardSpaces spaces(find_ruleset("clobber")->make({}), {2, 3}, "");
  return spaces;
}

DatabaseBuildOptions options(DatabaseContent wanted) {
  return {"game.grid.Clobber", wanted, "test", "test", std::chrono::duration<double>(0)};
}

// What all parts see: threads stand for processes.
struct Office {
  std::mutex mutex;
  DatabaseBuild* whole = nullptr;
  std::vector<NumberRange> left;  // ascending
  std::size_t parts = 1;
  std::size_t gone = 0;
  std::vector<std::vector<db::Record>> records;  // for each part, not in its table yet
  bool begun = false;
  std::uint64_t handed_out = 0;  // positions, and not reported yet
  std::atomic<bool> stop{false};
  std::uint64_t stop_after = ~std::uint64_t{0};  // positions that are handed out
  std::uint64_t given = 0;

  void spread(std::size_t from, const std::vector<db::Record>& found) {
    for (std::size_t to = 0; to < parts; ++to) {
      if (to != from) records[to].insert(records[to].end(), found.begin(), found.end());
    }
  }
};

class Desk final : public RangeFeed {
 public:
  Desk(Office& office, std::size_t part, unsigned seed)
      : office_(office), part_(part), random_(seed) {}

  void begin(SharedWork&, std::vector<NumberRange> left, std::vector<db::Record> known) override {
    const std::lock_guard lock(office_.mutex);
    if (part_ != 0) return;
    office_.left = std::move(left);
    office_.spread(0, known);
    office_.begun = true;
  }
  Next next(NumberRange& range) override {
    std::this_thread::yield();
    if (part_ != 0) hand_over();
    const std::lock_guard lock(office_.mutex);
    office_.handed_out -= std::exchange(owed_, 0);
    if (!office_.begun) return Next::kNotYet;
    if (office_.left.empty()) return office_.handed_out == 0 ? Next::kEnd : Next::kNotYet;
    NumberRange& front = office_.left.front();
    const std::uint64_t most = 1 + random_() % 40;
    range = {front.first, std::min(front.last, front.first + most)};
    front.first = range.last;
    if (front.first == front.last) office_.left.erase(office_.left.begin());
    owed_ = range.last - range.first;
    office_.handed_out += owed_;
    office_.given += owed_;
    if (office_.given >= office_.stop_after) office_.stop = true;
    return Next::kRange;
  }
  bool due() override { return random_() % 3 == 0; }
  void exchange(SharedWork& work, std::vector<db::Record> found, db::Table& table) override {
    if (part_ != 0) report(found, work.take_state());
    std::vector<db::Record> others;
    {
      const std::lock_guard lock(office_.mutex);
      if (part_ == 0) office_.spread(0, found);
      others.swap(office_.records[part_]);
    }
    for (const db::Record& record : others) table.add(record);
  }
  void end(SharedWork& work, bool) override {
    work_ = &work;
    if (part_ != 0) {
      hand_over();
      const std::lock_guard lock(office_.mutex);
      ++office_.gone;
      return;
    }
    while (true) {
      const std::lock_guard lock(office_.mutex);
      if (office_.gone + 1 == office_.parts) return;
    }
  }

  void set_work(SharedWork& work) { work_ = &work; }

 private:
  void hand_over() {
    std::vector<db::Record> found;
    work_->take_records(found);
    report(found, work_->take_state());
  }
  void report(const std::vector<db::Record>& found, const std::string& state) {
    const std::lock_guard lock(office_.mutex);
    office_.whole->add_records(found);
    office_.spread(part_, found);
    office_.whole->restore(state);
  }

  Office& office_;
  std::size_t part_;
  std::mt19937 random_;
  SharedWork* work_ = nullptr;
  std::uint64_t owed_ = 0;
};

// Returns whether it came to its end.
bool build_together(const std::string& path, DatabaseContent wanted, std::size_t parts,
                    unsigned seed, std::uint64_t stop_after) {
  Office office;
  office.parts = parts;
  office.records.resize(parts);
  office.stop_after = stop_after;
  Store store;
  db::Database file = std::filesystem::exists(path)
                          ? db::Database::open(path, db::Database::Access::kWrite)
                          : db::Database::create(path);
  DatabaseBuild whole(store, file, boards(), options(wanted));
  office.whole = &whole;
  std::vector<std::thread> others;
  for (std::size_t part = 1; part < parts; ++part) {
    others.emplace_back([&office, wanted, part, seed] {
      Store mine;
      DatabaseBuild build(mine, boards(), options(wanted));
      Desk desk(office, part, seed + static_cast<unsigned>(part));
      desk.set_work(build);
      build.set_feed(&desk);
      build.run({}, &office.stop, 1);
    });
  }
  Desk desk(office, 0, seed);
  desk.set_work(whole);
  whole.set_feed(&desk);
  const bool stopped = whole.run({}, &office.stop, 1).has_value();
  for (std::thread& thread : others) thread.join();
  CHECK(stopped != whole.finished());
  return !stopped;
}

void build_alone(const std::string& path, DatabaseContent wanted) {
  Store store;
  db::Database file = db::Database::create(path);
  DatabaseBuild build(store, file, boards(), options(wanted));
  REQUIRE_FALSE(build.run({}, nullptr, 1));
}

}  // namespace

TEST_CASE("a build by several parts has the records of a build alone", "[solve][census][feed]") {
  for (const DatabaseContent wanted :
       {DatabaseContent::kValues, DatabaseContent::kThermographs, DatabaseContent::kOutcomes}) {
    const Scratch scratch;
    build_alone(scratch / "alone.db", wanted);
    const Contents expected = contents(scratch / "alone.db");
    REQUIRE(expected.size() > 40);
    for (const std::size_t parts : {1, 2, 3, 5}) {
      const std::string path = scratch / ("together-" + std::to_string(parts) + ".db");
      CHECK(build_together(path, wanted, parts, static_cast<unsigned>(parts), ~std::uint64_t{0}));
      CHECK(contents(path) == expected);
      // Nothing is left to do, which all parts are told.
      CHECK(build_together(path, wanted, parts, 1, ~std::uint64_t{0}));
    }
  }
}

TEST_CASE("a build by several parts is stopped and gone on with", "[solve][census][feed]") {
  const Scratch scratch;
  build_alone(scratch / "alone.db", DatabaseContent::kValues);
  const Contents expected = contents(scratch / "alone.db");
  std::mt19937 random(3);
  for (unsigned round = 0; round < 6; ++round) {
    const std::string path = scratch / ("stopped-" + std::to_string(round) + ".db");
    unsigned runs = 0;
    // Another number of parts each time.
    while (!build_together(path, DatabaseContent::kValues, 1 + random() % 4, random(),
                           50 + random() % 300)) {
      ++runs;
      // All that a record leads to is in the file: what is there is a part of the whole.
      const Contents some = contents(path);
      CHECK(std::ranges::includes(expected, some));
      REQUIRE(runs < 200);
    }
    CHECK(contents(path) == expected);
  }
}

TEST_CASE("what makes no sense to a build is refused", "[solve][census][feed]") {
  const Scratch scratch;
  Store store;
  db::Database file = db::Database::create(scratch / "one.db");
  DatabaseBuild build(store, file, boards(), options(DatabaseContent::kValues));
  CHECK_THROWS_AS(build.restore(""), Error);
  CHECK_THROWS_AS(build.restore("0-5\n1\n0\n\n"), Error);
  CHECK_THROWS_AS(build.restore("5-4\n1\n0\n\n\n"), Error);
  CHECK_THROWS_AS(build.restore("0-99999999\n1\n0\n\n\n"), Error);
  CHECK_THROWS_AS(build.restore("0-5\nmany\n0\n\n\n"), Error);
  // Twice the same ranges: found out before anything is written.
  build.restore("0-2\n1\n0\n\n\n");
  build.restore("1-3\n1\n0\n\n\n");
  CHECK_THROWS_AS(build.run({}, nullptr, 1), Error);
}

}  // namespace feed_test
