#include "repl/bench/bench.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include "cgt/support/threads.hpp"
#include "decomp/rules/registry.hpp"
#include "decomp/solve/values/evaluator.hpp"
#include "repl/support/interrupt.hpp"
#include "repl/support/progress.hpp"

namespace cgt::repl {
namespace {

// Quick positions are measured several times, and the fastest run counts.
constexpr int kMostRulesetRuns = 3;
constexpr double kEnoughSeconds = 1;

struct RulesetJob {
  enum class Kind : std::uint8_t {
    kQuick,  // less than a second; counted in the signature
    kPlain,
    kFull,  // with --full only
  };
  std::string game;
  std::string name;
  RulesetArgument position;
  Kind kind;
  std::string peers;  // what others take, in seconds
};

std::string repeated(const std::string& row, int rows) {
  std::string out = row;
  for (int i = 1; i < rows; ++i) out += "|" + row;
  return out;
}

std::vector<RulesetJob> ruleset_jobs() {
  const auto domineering = [](int rows, int columns, RulesetJob::Kind kind, std::string peers) {
    return RulesetJob{"domineering", fmt::format("{}x{}", rows, columns),
                      repeated(std::string(static_cast<std::size_t>(columns), '.'), rows), kind,
                      std::move(peers)};
  };
  using enum RulesetJob::Kind;
  return {
      domineering(4, 6, kQuick, "cgt-tools 3.4, CGSuite 2.6"),
      domineering(5, 5, kQuick, "cgt-tools 11.1, CGSuite 5.0"),
      domineering(4, 7, kPlain, "cgt-tools 39.5, CGSuite 19.8"),
      domineering(5, 6, kPlain, "cgt-tools > 60, CGSuite 64"),
      domineering(3, 10, kPlain, "cgt-tools 52.6"),
      domineering(4, 8, kFull, "cgt-tools > 60"),
      domineering(6, 6, kFull, "cgt-tools > 60"),
      {"clobber", "3x5 checkerboard", checkerboard(3, 5), kQuick, "CGSuite 9.9"},
      {"clobber", "4x4 checkerboard", checkerboard(4, 4), kQuick, "CGSuite 35"},
      {"amazons", "3x4 opposite corners", "x...|....|...o", kQuick, "cgt-tools 21.4"},
      {"amazons", "2x6 left corners", "x.....|o.....", kQuick, "CGSuite 6.9"},
      {"toads-and-frogs", "6 toads, 4 free, 6 frogs", "tttttt....ffffff", kPlain, "cgt-tools 10.5"},
      {"konane", "5x5 with two holes", "xoxox|oxoxo|xo..x|oxoxo|xoxox", kPlain, "cgt-tools 16.3"},
      {"kayles", "heap 40000", std::int64_t{40000}, kPlain, "CGSuite 6.1"},
  };
}

struct RulesetResult {
  double seconds = 0;   // of this thread
  double by_clock = 0;  // seconds
  std::uint64_t components = 0;
  std::uint64_t games = 0;
  std::uint64_t bytes = 0;
  std::string trouble;  // why there is no value
};

// One value on empty tables.
RulesetResult evaluate_cold(const RulesetEntry& entry, const RulesetJob& job,
                            const Budget::Limits& limits, unsigned threads = 1) {
  RulesetResult out;
  Store store;
  solve::Evaluator evaluator(store);
  evaluator.set_threads(threads);
  Budget budget(limits, &interrupt_flag());
  const Stopwatch watch;
  try {
    evaluator.value(entry.make({})->position(RulesetArguments({{"", job.position}})), budget);
  } catch (const BudgetExhausted& spent) {
    if (spent.reason() == StopReason::kInterrupted) throw;
    out.trouble = spent.what();
  } catch (const Error& error) {
    out.trouble = error.what();
  }
  out.seconds = watch.cpu_milliseconds() / 1000;
  out.by_clock = watch.wall_milliseconds() / 1000;
  out.components = evaluator.components();
  out.games = store.statistics().games;
  out.bytes = evaluator.bytes() + store.statistics().bytes;
  return out;
}

RulesetResult measure(const RulesetEntry& entry, const RulesetJob& job,
                      const BenchOptions& options) {
  const Progress progress(job.game + " " + job.name, options.common.quiet);
  RulesetResult best = evaluate_cold(entry, job, options.common.limits);
  // Games of heaps keep the nim values that they found.
  if (options.signature || std::holds_alternative<std::int64_t>(job.position)) return best;
  double spent = best.seconds;
  for (int i = 1; i < kMostRulesetRuns && spent < kEnoughSeconds; ++i) {
    RulesetResult next = evaluate_cold(entry, job, options.common.limits);
    spent += next.seconds;
    if (next.seconds < best.seconds) best = std::move(next);
  }
  return best;
}

// What a second thread brings, where a value takes long enough to tell.
void print_threads(const BenchOptions& options) {
  constexpr auto kRow = "{:<15} {:<24} {:>8} {:>10} {:>9}\n";
  constexpr double kLeastSeconds = 0.1;
  std::cout << "\nSeconds by the clock, the fastest of " << kMostRulesetRuns
            << " runs in turn: one thread, two, and how much faster two are.\n\n"
            << fmt::format(kRow, "game", "position", "one", "two", "ratio");
  for (const RulesetJob& job : ruleset_jobs()) {
    const RulesetEntry* entry = find_ruleset(job.game);
    if (entry == nullptr || job.kind == RulesetJob::Kind::kFull ||
        std::holds_alternative<std::int64_t>(job.position)) {
      continue;
    }
    const Progress progress(job.game + " " + job.name + " by threads", options.common.quiet);
    std::array<double, 2> best{};
    bool whole = true;
    for (int run = 0; run < kMostRulesetRuns && whole; ++run) {
      for (const unsigned threads : {1U, 2U}) {
        const RulesetResult result = evaluate_cold(*entry, job, options.common.limits, threads);
        whole = whole && result.trouble.empty();
        double& seconds = best[threads - 1];
        if (run == 0 || result.by_clock < seconds) seconds = result.by_clock;
      }
      if (best[0] < kLeastSeconds) whole = false;
    }
    if (!whole) continue;
    std::cout << fmt::format(kRow, job.game, job.name, fmt::format("{:.3f}", best[0]),
                             fmt::format("{:.3f}", best[1]),
                             fmt::format("{:.2f}", best[0] / best[1]))
              << std::flush;
  }
}

// Seconds that one access of memory takes which has to wait for the one before: a walk through a table
// larger than the caches, in random order.
double memory_latency() {
  constexpr std::uint32_t kPlaces = 1U << 24U;  // 64 MB
  constexpr std::uint32_t kSteps = 1U << 21U;
  std::vector<std::uint32_t> next(kPlaces);
  for (std::uint32_t i = 0; i < kPlaces; ++i) next[i] = i;
  std::uint64_t word = 1;
  for (std::uint32_t i = kPlaces - 1; i > 0; --i) {  // one cycle (Sattolo 1986)
    word = mix(word, i);
    std::swap(next[i], next[word % i]);
  }
  const Stopwatch watch;
  std::uint32_t at = 0;
  for (std::uint32_t i = 0; i < kSteps; ++i) at = next[at];
  const double seconds = watch.cpu_milliseconds() / 1000;
  // The walk has not come back, and a compiler cannot know that.
  return at == 0 ? 0 : seconds / kSteps;
}

constexpr auto kRulesetRow = "{:<15} {:<24} {:>8} {:>10} {:>9} {:>6} {:>6} {:>5}  {}\n";

void print_row(const RulesetJob& job, const std::optional<RulesetResult>& result, double latency) {
  if (!result) {
    std::cout << fmt::format(kRulesetRow, job.game, job.name, "", "not built", "", "", "", "",
                             job.peers);
  } else {
    const std::string peers =
        result->trouble.empty() ? job.peers : fmt::format("{}; {}", result->trouble, job.peers);
    const double each =
        result->components == 0 ? 0 : result->seconds / static_cast<double>(result->components);
    std::cout << fmt::format(
        kRulesetRow, job.game, job.name, fmt::format("{:.3f}", result->seconds), result->components,
        result->games, fmt::format("{:.1f}", static_cast<double>(result->bytes) / 1e6),
        each > 0 ? fmt::format("{:.0f}", each * 1e9) : "",
        each > 0 && latency > 0 ? fmt::format("{:.0f}", each / latency) : "", peers);
  }
  std::cout << std::flush;
}

}  // namespace

std::string checkerboard(int rows, int columns) {
  std::string out;
  for (int r = 0; r < rows; ++r) {
    if (r > 0) out += '|';
    for (int c = 0; c < columns; ++c) out += (r + c) % 2 == 0 ? 'x' : 'o';
  }
  return out;
}

ExitCode bench_rulesets(const BenchOptions& options) {
  double latency = 0;
  if (!options.signature) {
    latency = memory_latency();
    std::cout
        << "CPU seconds of one thread on empty tables, the fastest of up to " << kMostRulesetRuns
        << " runs where that takes no longer than a\n"
           "second. Counts: components expanded, games interned, MB held. Then nanoseconds a "
           "component, and\nto how many accesses of memory one after the other that comes, of "
        << fmt::format("{:.0f}", latency * 1e9)
        << " ns each\nnow. The last column: seconds that others took.\n\n";
    std::cout << fmt::format(kRulesetRow, "game", "position", "s", "components", "games", "MB",
                             "ns", "waits", "others");
  }
  std::vector<std::pair<std::string, std::uint64_t>> signatures;  // in the order of the table
  ExitCode code = kOk;
  for (const RulesetJob& job : ruleset_jobs()) {
    if (options.signature ? job.kind != RulesetJob::Kind::kQuick
                          : job.kind == RulesetJob::Kind::kFull && !options.full) {
      continue;
    }
    std::optional<RulesetResult> result;
    if (const RulesetEntry* entry = find_ruleset(job.game)) {
      result = measure(*entry, job, options);
      if (!result->trouble.empty()) code = kOutOfBudget;
    }
    if (!options.signature) print_row(job, result, latency);
    if (!result || job.kind != RulesetJob::Kind::kQuick) continue;
    if (signatures.empty() || signatures.back().first != job.game) {
      signatures.emplace_back(job.game, 0);
    }
    std::uint64_t& word = signatures.back().second;
    word = mix(mix(word, result->components), result->games);
  }
  if (!options.signature) {
    if (thread_count(0) > 1) print_threads(options);
    std::cout << '\n';
  }
  for (const auto& [game, word] : signatures) {
    std::cout << fmt::format("{}{} {:016x}\n", options.signature ? "" : "signature ", game, word);
  }
  return code;
}

}  // namespace cgt::repl
