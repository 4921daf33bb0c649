// The threads of `cgt census`, `cgt db build`, `cgt eval` and `cgt sum`, small enough for the thread sanitizer: what one thread finds, several find, too, while others
// look on.
#include <array>
#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <functional>
#include <iostream>
#include <mutex>
#include <sstream>
#include <thread>

#include "cgt/store/parallel.hpp"
#include "cgt/text/text.hpp"
#include "decomp/db/maintain.hpp"
#include "decomp/db/table.hpp"
#include "decomp/rules/registry.hpp"
#include "decomp/solve/census/build.hpp"
#include "decomp/solve/census/census.hpp"
#include "decomp/solve/sums/sum_outcome.hpp"
#include "decomp/solve/sums/sum_text.hpp"
#include "decomp/solve/values/evaluator.hpp"
#include "repl/support/progress.hpp"
#include "tests/scratch.hpp"

namespace cgt::solve::searches_test {
namespace {

constexpr unsigned kThreads = 3;

std::shared_ptr<const Ruleset> game(const std::string& name) {
  return find_ruleset(name)->make({});
}

// Calls `look` again and again until the end of its life, at least once.
class Onlooker {
 public:
  explicit Onlooker(std::function<void()> look)
      : thread_([this, look = std::move(look)] {
          do {
            look();
            std::this_thread::yield();
          } while (!done_);
        }) {}
  ~Onlooker() {
    done_ = true;
    thread_.join();
  }
  Onlooker(const Onlooker&) = delete;
  Onlooker& operator=(const Onlooker&) = delete;

 private:
  std::atomic<bool> done_{false};
  std::thread thread_;
};

// Builds the values of Clobber up to 2x3 and returns the checksum of the records.
std::uint64_t build(const std::string& path, unsigned threads) {
  Store store;
  db::Database file = db::Database::create(path);
  const BoardSpaces boards(game("clobber"), {2, 3}, "");
  DatabaseBuild build(store, file, boards,
                      {"game.grid.Clobber", DatabaseContent::kValues, "test", "test",
                       std::chrono::duration<double>(0)});
  std::atomic<std::uint64_t> records{0};
  {
    const Onlooker onlooker([&] { records = build.progress().records; });
    CHECK_FALSE(build.run({}, nullptr, threads));
  }
  CHECK(records <= build.progress().records);
  CHECK(build.progress().done == build.progress().total);
  return db::content_checksum(file, file.rulesets().at(0));
}

// Every one-row board of Clobber with this many cells.
std::vector<std::string> rows_of(std::size_t cells) {
  std::vector<std::string> out{""};
  for (std::size_t i = 0; i < cells; ++i) {
    std::vector<std::string> longer;
    for (const std::string& row : out) {
      for (const char cell : {'.', 'x', 'o'}) longer.push_back(row + cell);
    }
    out = std::move(longer);
  }
  return out;
}

}  // namespace

TEST_CASE("threads of a census count what one counts, and are watched", "[parallel][census]") {
  const auto run = [](unsigned threads) {
    Store store;
    const BoardSpace space(game("domineering"), "domineering", {3, 3}, "", true);
    Census census(store, space);
    std::atomic<std::uint64_t> seen{0};
    {
      // As the thread that writes checkpoints, and the one that shows progress.
      const Onlooker onlooker([&] { seen = census.progress().done + census.state().size(); });
      CHECK_FALSE(census.run({}, nullptr, threads));
    }
    CHECK(seen > 0);
    std::string out = census.state();
    for (const CensusGroup& group : census.values()) out += to_text(store, group.value) + "\n";
    return out;
  };
  CHECK(run(kThreads) == run(1));
}

TEST_CASE("a census is stopped from another thread", "[parallel][census]") {
  Store store;
  const BoardSpace space(game("domineering"), "domineering", {5, 5}, "", true);
  Census census(store, space);
  std::atomic<bool> stop{false};
  std::optional<StopReason> reason;
  {
    const Onlooker onlooker([&] {
      if (census.progress().done > 0) stop = true;
    });
    reason = census.run({}, &stop, kThreads);
  }
  CHECK(reason == StopReason::kInterrupted);
  CHECK(census.progress().done > 0);
}

TEST_CASE("threads of a database build write the records of one", "[parallel][db]") {
  const testing::Scratch scratch;
  CHECK(build(scratch / "several.db", kThreads) == build(scratch / "one.db", 1));
}

TEST_CASE("threads evaluate positions with one table of known values", "[parallel]") {
  const testing::Scratch scratch;
  build(scratch / "a.db", kThreads);
  const db::Database file = db::Database::open(scratch / "a.db", db::Database::Access::kRead);
  const db::Table table(file, "game.grid.Clobber");
  const std::shared_ptr<const Ruleset> clobber = game("clobber");
  std::vector<AnyPosition> positions;
  for (const std::string& row : rows_of(5)) positions.push_back(clobber->position(row));
  const auto run = [&](unsigned threads, const db::Table* known) {
    Store store;
    return parallel_map(store, positions.size(), threads, [&](Store& handle, std::size_t i) {
      Budget budget;
      Evaluator evaluator(handle);
      if (known != nullptr) evaluator.set_known(known);
      const GameId value = evaluator.value(positions[i], budget);
      return to_text(handle, value) + ' ' + to_text(evaluator.thermograph(positions[i], budget)) +
             ' ' + "LRNP"[static_cast<std::size_t>(evaluator.outcome(positions[i], budget))];
    });
  };
  const auto alone = run(1, nullptr);
  CHECK(run(kThreads, nullptr) == alone);
  CHECK(run(kThreads, &table) == alone);
}

TEST_CASE("threads search one sum and have the answers of one thread", "[parallel][sums]") {
  const std::vector<std::string> texts{"clobber:xoxo|oxox + domineering:...|... + {2|-1}",
                                       "clobber:xoxoxoxo - clobber:xoxxo", "nogo:......... + ^",
                                       "domineering:....|....|....", "amazons:x..|..o + 1/2"};
  for (const std::string& text : texts) {
    INFO(text);
    Store store;
    const Sum sum = parse_sum(store, SourceText("sum", text), registered_ruleset);
    // Little is valued, so that much is searched.
    const ComponentOptions little{2, 16, 0, 2, 4};
    for (const SumMethod method : {SumMethod::kProofNumbers, SumMethod::kInTurns}) {
      SumOutcome alone(store, {method, little});
      SumOutcome together(store, {method, little, {}, true, kThreads, 0});
      for (const Player first : kPlayers) {
        Budget budget;
        const Verdict verdict = alone.solve(sum, first, budget).verdict;
        CHECK(together.solve(sum, first, budget).verdict == verdict);
        CHECK(together.winning_moves(sum, first, true, budget).size() ==
              alone.winning_moves(sum, first, true, budget).size());
      }
    }
  }
}

TEST_CASE("threads keep what one question found for the next", "[parallel][sums]") {
  Store store;
  SumOutcome alone(store);
  SumOutcome together(store, {SumMethod::kProofNumbers, {}, {}, true, kThreads});
  std::uint64_t first_asked = 0;
  for (int round = 0; round < 2; ++round) {
    std::uint64_t expansions = 0;
    for (const std::string text :
         {"clobber:xoxox|oxoxo|xoxox", "nogo:....|....|....", "clobber:xoxoxoxo|oxoxoxox",
          "domineering:.....|.....|..... - clobber:xoxox|oxoxo|xo..."}) {
      INFO(text);
      const Sum sum = parse_sum(store, SourceText("sum", text), registered_ruleset);
      for (const Player first : kPlayers) {
        Budget budget;
        const SumAnswer answer = together.solve(sum, first, budget);
        CHECK(answer.verdict == alone.solve(sum, first, budget).verdict);
        expansions += answer.figures.expansions;
      }
    }
    if (round == 0) first_asked = expansions;
    CHECK((round == 0 ? expansions > 100 : expansions < first_asked / 10));
  }
}

TEST_CASE("threads on one sum stop within its budget and from outside", "[parallel][sums]") {
  Store store;
  const Sum sum = parse_sum(store, SourceText("sum", "clobber:xoxoxo|oxoxox|xoxoxo|oxoxox"),
                            registered_ruleset);
  for (const SumMethod method : {SumMethod::kProofNumbers, SumMethod::kInTurns}) {
    SumOutcome hurried(store, {method, {}, {}, true, kThreads});
    Budget few({.nodes = 5000});
    const SumAnswer spent = hurried.solve(sum, Player::kLeft, few);
    CHECK(spent.verdict == Verdict::kUnknown);
    CHECK(spent.stop == StopReason::kNodes);
    // All threads together; each looks at the pool now and then.
    CHECK(few.used_nodes() < 5000 + kThreads * 4096);
  }

  SumOutcome together(store, {SumMethod::kProofNumbers, {}, {}, true, kThreads});
  std::atomic<bool> stop{false};
  std::atomic<bool> begun{false};
  Budget endless({}, &stop);
  SumAnswer stopped;
  {
    const Onlooker onlooker([&] {
      if (begun) stop = true;
    });
    begun = true;
    stopped = together.solve(sum, Player::kLeft, endless);
  }
  CHECK(stopped.verdict == Verdict::kUnknown);
  CHECK(stopped.stop == StopReason::kInterrupted);
}

TEST_CASE("threads solve sums, and their answers come in order", "[parallel][sums]") {
  std::vector<std::string> sums;
  for (const std::string& row : rows_of(4)) {
    sums.push_back("clobber:" + row + " - clobber:xo.xo + domineering:..|.. + {2|-1}");
  }
  const auto run = [&](unsigned threads) {
    std::ostringstream out;
    std::streambuf* const before = std::cout.rdbuf(out.rdbuf());
    repl::InOrder output(sums.size());
    std::exception_ptr failure;
    try {
      Store scratch;
      parallel_for(scratch, sums.size(), threads, [&](Store&, std::size_t i) {
        Store store;
        SumOutcome solver(store);
        Budget budget;
        const Sum sum = parse_sum(store, SourceText("sum", sums[i]), registered_ruleset);
        std::string line = sums[i];
        for (const Player first : kPlayers) {
          line += solver.solve(sum, first, budget).verdict == Verdict::kWins ? " wins" : " loses";
        }
        output.finished(i, line + "\n");
      });
    } catch (...) {
      failure = std::current_exception();
    }
    std::cout.rdbuf(before);
    if (failure != nullptr) std::rethrow_exception(failure);
    CHECK(output.count_finished() == sums.size());
    return out.str();
  };
  CHECK(run(kThreads) == run(1));
}

}  // namespace cgt::solve::searches_test
