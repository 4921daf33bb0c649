// Workers that go through numbered positions.

#include "decomp/solve/census/workers.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "cgt/support/error.hpp"

namespace workers_test {

using namespace cgt;         // NOLINT
using namespace cgt::solve;  // NOLINT

namespace {

// Every third position represents three.
class Thirds final : public CensusPositions {
 public:
  std::uint64_t size() const override { return 1000; }
  AnyPosition position(std::uint64_t) const override { throw Error("there are no positions"); }
  std::string text(std::uint64_t) const override { return ""; }
  std::uint64_t class_size(std::uint64_t number) const override { return number % 3 == 0 ? 3 : 0; }
  bool listed() const override { return false; }
  std::string identity() const override { return ""; }
};

struct Log {
  NumberRanges done;
  std::vector<NumberRange> left;
  std::map<std::uint64_t, std::uint64_t> counted;  // positions reported: how many they represent
  std::size_t reports = 0;
  std::size_t finished = 0;
};

class Counter final : public RangeWorker {
 public:
  Counter(Log& log, std::shared_ptr<const CensusPositions> space, Store& store, Budget& budget,
          double interval)
      : RangeWorker(store, budget, interval), log_(log), space_(std::move(space)) {}

 private:
  // Numbers 2000 .. 2999 are those of the space, what is below is refused.
  bool take(RangeWork& work) override {
    if (log_.left.empty()) return false;
    const bool refused = log_.left.back().first < 2000;
    work = {refused ? nullptr : space_, 2000, take_last(log_.left, refused ? 2000 : 3000)};
    return true;
  }
  void evaluate(const CensusPositions& space, std::uint64_t number, std::uint64_t boards) override {
    CHECK(&space == space_.get());
    found_.emplace_back(number, boards);
  }
  bool found_any() const override { return !found_.empty(); }
  void report(NumberRange done) override {
    log_.done.add(done);
    for (const auto& [number, boards] : found_) {
      CHECK(number + 2000 >= done.first);
      CHECK(number + 2000 < done.last);
      CHECK(log_.counted.emplace(number, boards).second);
    }
    found_.clear();
    ++log_.reports;
  }
  void finish() override { ++log_.finished; }

  Log& log_;
  std::shared_ptr<const CensusPositions> space_;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> found_;
};

}  // namespace

TEST_CASE("a worker that is stopped again and again sees every position once", "[census]") {
  for (const double interval : {0.0, 1e9}) {
    Store store;
    Log log;
    const auto space = std::make_shared<Thirds>();
    std::size_t runs = 0;
    bool stopped = true;
    while (stopped) {
      log.left = log.done.missing(3000);
      std::reverse(log.left.begin(), log.left.end());
      Budget budget({.nodes = 50});
      stopped = false;
      try {
        Counter(log, space, store, budget, interval).run();
      } catch (const BudgetExhausted&) {
        stopped = true;
      }
      ++runs;
      REQUIRE(log.finished == runs);
      REQUIRE(runs < 100);
    }
    CHECK(log.done.count() == 3000);
    CHECK(log.counted.size() == 334);
    for (const auto& [number, boards] : log.counted) {
      CHECK(number % 3 == 0);
      CHECK(boards == 3);
    }
    CHECK(runs >= 334 / 50);
    // Without an interval every position found is reported at once.
    if (interval == 0) CHECK(log.reports >= 334);
    if (interval > 0) CHECK(log.reports < 334);
  }
}

TEST_CASE("ranges that are left are handed out from the last one", "[census]") {
  std::vector<NumberRange> left{{700, 1000}, {0, 300}};
  const auto next = [&](std::uint64_t end) {
    const NumberRange range = take_last(left, end, 256);
    return std::pair(range.first, range.last);
  };
  CHECK(next(100) == std::pair<std::uint64_t, std::uint64_t>(0, 100));
  CHECK(next(1000) == std::pair<std::uint64_t, std::uint64_t>(100, 300));
  CHECK(next(1000) == std::pair<std::uint64_t, std::uint64_t>(700, 956));
  CHECK(next(1000) == std::pair<std::uint64_t, std::uint64_t>(956, 1000));
  CHECK(left.empty());
}

}  // namespace workers_test
