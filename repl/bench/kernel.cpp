#include "repl/bench/bench.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iostream>
#include <random>
#include <thread>
#include <vector>

#include "cgt/store/parallel.hpp"
#include "cgt/support/words.hpp"
#include "decomp/rules/registry.hpp"
#include "decomp/solve/values/evaluator.hpp"
#include "repl/support/interrupt.hpp"
#include "repl/support/progress.hpp"

namespace cgt::repl {
namespace {

constexpr int kMostRuns = 7;
constexpr double kEnoughMilliseconds = 1500;
constexpr auto kRow = "{:<18} {:<32} {:>6} {:>8} {:>4} {:>7} {:>4} {:>4} {:>5}  {}\n";

// What one workload did, in steps that are timed one by one.
class Run {
 public:
  explicit Run(const Budget::Limits& limits) : budget(limits, &interrupt_flag()) {}

  template <class Step>
  auto timed(const char* name, Step step) {
    const Stopwatch watch;
    const auto result = step();
    steps.push_back({name, watch.cpu_milliseconds()});
    return result;
  }

  struct Timed {
    std::string name;
    double milliseconds = 0;
  };
  Budget budget;
  Store store;
  std::vector<Timed> steps;
  std::uint64_t answer = 0;  // something of the result, for the signature
};

struct Workload {
  std::string name;
  std::string peers;  // what others take, where it was measured
  std::function<void(Run&)> work;
};

GameId switch_of(Store& store, int n) {
  return store.construct({store.integer(n)}, {store.integer(-n)});
}

GameId switches(Store& store, int from, int to, int by) {
  GameId sum = kZero;
  for (int n = from; n <= to; n += by) sum = store.add(sum, switch_of(store, n));
  return sum;
}

void sum_of_switches(Run& run) {
  Store& store = run.store;
  const GameId sum = run.timed("sum", [&] { return switches(store, 1, 13, 1); });
  run.timed("thermograph", [&] { return store.temperature(sum); });
  run.answer = store.follower_count(sum);
}

void cooled_sum(Run& run) {
  Store& store = run.store;
  const GameId g = switches(store, 2, 14, 2);
  const GameId h = switches(store, 16, 24, 2);
  const GameId sum =
      run.timed("sum", [&] { return store.add(store.add(g, store.cool(g, Dyadic(1))), h); });
  run.timed("thermograph", [&] { return store.temperature(sum); });
  run.answer = store.follower_count(sum);
}

void heated_nimber(Run& run, std::uint32_t k) {
  const GameId hot =
      run.timed("heat", [&] { return run.store.heat(run.store.nimber(k), run.store.integer(1)); });
  run.answer = run.store.follower_count(hot);
}

void snort(Run& run, std::size_t length) {
  const AnyPosition path = find_ruleset("snort")->make({})->position(std::string(length - 1, '-'));
  solve::Evaluator evaluator(run.store);
  const GameId g = run.timed("value", [&] { return evaluator.value(path, run.budget); });
  run.timed("thermograph", [&] { return run.store.temperature(g); });
  run.answer = run.store.follower_count(g) + evaluator.components();
}

// The 1,474 games born by day 3, all pairs compared.
void order_of_day_3(Run& run) {
  Store& store = run.store;
  const auto next_day = [&](const std::vector<GameId>& pool) {
    std::vector<std::vector<GameId>> antichains(1);
    for (const GameId g : pool) {
      for (std::size_t i = 0, before = antichains.size(); i < before; ++i) {
        if (std::ranges::any_of(
                antichains[i], [&](GameId h) { return store.compare(g, h) != Relation::kFuzzy; })) {
          continue;
        }
        auto larger = antichains[i];
        larger.push_back(g);
        antichains.push_back(std::move(larger));
      }
    }
    FlatSet<GameId> born;
    std::vector<GameId> games;
    for (const auto& left : antichains) {
      for (const auto& right : antichains) {
        const GameId g = store.construct(left, right);
        if (born.insert(g).second) games.push_back(g);
      }
    }
    return games;
  };
  const auto games = run.timed("construct", [&] { return next_day(next_day(next_day({kZero}))); });
  run.answer = run.timed("compare", [&] {
    std::uint64_t below = 0;
    for (const GameId g : games) {
      for (const GameId h : games) below += store.leq(g, h) ? 1 : 0;
    }
    return below;
  });
}

void print_row(const Workload& workload, const StoreStatistics& s,
               const std::vector<Run::Timed>& best) {
  const auto percent = [](std::uint64_t hits, std::uint64_t misses) {
    const auto all = static_cast<double>(hits + misses);
    return all == 0 ? 0.0 : 100.0 * static_cast<double>(hits) / all;
  };
  std::string times;
  for (const auto& step : best) {
    times += fmt::format("{}{} {:.2f}", times.empty() ? "" : ", ", step.name, step.milliseconds);
  }
  const double games = static_cast<double>(std::max<std::uint64_t>(1, s.games));
  std::cout << fmt::format(kRow, workload.name, times, s.games, s.order_calls,
                           fmt::format("{:.0f}%", percent(s.order_hits, s.order_misses)),
                           s.sum_calls, fmt::format("{:.0f}%", percent(s.sum_hits, s.sum_misses)),
                           fmt::format("{:.0f}", static_cast<double>(s.record_bytes) / games),
                           fmt::format("{:.1f}", static_cast<double>(s.bytes) / 1e6),
                           workload.peers)
            << std::flush;
}

// Prints a row, unless only the signature is wanted. Counts are the same in every run; times are of
// the fastest, which is the least disturbed. Returns the workload's part of the signature.
std::uint64_t measure(const Workload& workload, const BenchOptions& options) {
  std::vector<Run::Timed> best;
  StoreStatistics counts;
  std::uint64_t answer = 0;
  double spent = 0;
  for (int i = 0; i < (options.signature ? 1 : kMostRuns) && spent < kEnoughMilliseconds; ++i) {
    Run run(options.common.limits);
    const Store::BudgetScope scope(run.store, run.budget);
    workload.work(run);
    counts = run.store.statistics();
    answer = run.answer;
    if (best.empty()) best = run.steps;
    for (std::size_t k = 0; k < best.size(); ++k) {
      spent += run.steps[k].milliseconds;
      best[k].milliseconds = std::min(best[k].milliseconds, run.steps[k].milliseconds);
    }
  }
  if (!options.signature) print_row(workload, counts, best);
  std::uint64_t word = answer;
  for (const std::uint64_t count : {counts.games, counts.record_bytes, counts.order_calls,
                                    counts.order_hits, counts.sum_calls, counts.sum_hits}) {
    word = mix(word, count);
  }
  return word;
}

// A random game of some dozens of followers, by the engine's own words.
GameId random_game(Store& store, std::mt19937_64& random, int depth) {
  if (depth == 0) {
    return store.nus({Dyadic(static_cast<std::int64_t>(random() % 17) - 8, 1),
                      static_cast<std::int64_t>(random() % 3) - 1, 0});
  }
  std::vector<GameId> sides[2];
  for (auto& side : sides) {
    for (std::uint64_t n = 1 + random() % 2; n > 0; --n) {
      side.push_back(random_game(store, random, depth - 1));
    }
  }
  return store.construct(sides[0], sides[1]);
}

// Independent evaluations on one set of games, by one thread and by several.
void bench_threads(const BenchOptions& options) {
  constexpr std::size_t kItems = 1000;
  const auto item = [](Store& store, std::size_t i) {
    std::mt19937_64 random(i);
    GameId sum = kZero;
    for (int k = 0; k < 3; ++k) sum = store.add(sum, random_game(store, random, 3));
    store.thermograph(sum);
    return sum;
  };
  const auto once = [&](unsigned threads) {
    Budget budget(options.common.limits, &interrupt_flag());
    Store store;
    const Store::BudgetScope scope(store, budget);
    const Stopwatch watch;
    parallel_map(store, kItems, threads, item);
    return watch.wall_milliseconds();
  };
  std::cout << fmt::format("\n{} independent sums on one store, wall ms:", kItems);
  double alone = 0;
  for (const unsigned threads : {1U, 2U, 4U}) {
    if (threads > std::max(2U, std::thread::hardware_concurrency())) break;
    double best = once(threads);
    for (int i = 1; i < kMostRuns; ++i) best = std::min(best, once(threads));
    if (threads == 1) alone = best;
    std::cout << fmt::format("  {} {:.0f} (x{:.2f})", counted(threads, "thread"), best,
                             alone / best)
              << std::flush;
  }
  std::cout << '\n';
}

}  // namespace

ExitCode bench_kernel(const BenchOptions& options) {
  const std::vector<Workload> workloads{
      {"+-1 + ... + +-13", "cgt-tools 930", sum_of_switches},
      {"g + g.Cool(1) + h", "CGSuite 8753 + 5167", cooled_sum},
      {"*14 Heat 1", "CGSuite 4589", [](Run& run) { heated_nimber(run, 14); }},
      {"*30 Heat 1", "CGSuite no answer", [](Run& run) { heated_nimber(run, 30); }},
      {"Snort path 18", "cgt-tools 24300", [](Run& run) { snort(run, 18); }},
      {"Snort path 20", "cgt-tools > 60000", [](Run& run) { snort(run, 20); }},
      {"Snort path 22", "cgt-tools > 60000", [](Run& run) { snort(run, 22); }},
      {"all pairs of day 3", "", order_of_day_3},
  };
  if (!options.signature) {
    std::cout
        << "CPU ms of the fastest of up to " << kMostRuns
        << " cold runs; g = +-2 + +-4 + ... + +-14, h = +-16 + ... + +-24. Counts: games\n"
           "interned, pairs that <= and + expanded, cache hits, bytes a game, MB held. The last "
           "column: what others took.\n\n";
    std::cout << fmt::format(kRow, "workload", "ms", "games", "<=", "hits", "+", "hits", "B", "MB",
                             "others, ms");
  }
  std::uint64_t signature = 0;
  for (const Workload& workload : workloads) {
    signature = mix(signature, measure(workload, options));
  }
  if (!options.signature) bench_threads(options);
  std::cout << fmt::format("{}signature {:016x}\n", options.signature ? "" : "\n", signature);
  return kOk;
}

}  // namespace cgt::repl
