#include "repl/bench/bench.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <optional>
#include <random>

#include "decomp/go/endgame/endgame.hpp"
#include "decomp/go/playout/playout_policy.hpp"
#include "decomp/go/record/either.hpp"
#include "decomp/go/report/report.hpp"
#include "decomp/go/safety/safety.hpp"
#include "decomp/solve/play/incentive_play.hpp"
#include "repl/support/files.hpp"
#include "repl/support/interrupt.hpp"
#include "repl/support/progress.hpp"

namespace cgt::repl {
namespace {

constexpr int kRuns = 7;
constexpr std::uint64_t kBaselineMilliseconds = 5000;

// One cold run: a fresh store, from the text of the record to a complete line.
struct Cold {
  double milliseconds = 0;
  double sum_milliseconds = 0;
  std::size_t subgames = 0;
  std::size_t line = 0;
  go::GoStatistics statistics;
  PerPlayer<go::GoEndgame::Score> scores;
};

Cold solve_cold(const std::string& text, const std::string& path, const Budget::Limits& limits) {
  Budget budget(limits, &interrupt_flag());
  const Stopwatch watch;
  Store store;
  go::GoEndgame endgame(store, go::parse_either(text, display_name(path)));
  endgame.solve(budget);
  Cold cold;
  for (const Player player : kPlayers) cold.scores[player] = endgame.score(player, budget);
  if (endgame.complete()) {
    const Player first = endgame.problem().to_play.value_or(Player::kLeft);
    cold.line = endgame.line(first, budget).size();
  }
  cold.milliseconds = watch.wall_milliseconds();
  cold.statistics = endgame.statistics();
  cold.sum_milliseconds = cold.statistics.sum_ms;
  cold.subgames = endgame.subgames().size();
  return cold;
}

// The textbook way: add up all canonical forms, then take the stops of the sum. None if it takes
// longer than kBaselineMilliseconds, as it does for most large boards.
struct Baseline {
  double milliseconds = 0;
  PerPlayer<Dyadic> scores;
};

std::optional<Baseline> sum_canonically(const std::string& text, const std::string& path,
                                        const Budget::Limits& limits) {
  Store store;
  go::GoEndgame endgame(store, go::parse_either(text, display_name(path)));
  Budget local(limits, &interrupt_flag());
  if (!endgame.solve(local)) return std::nullopt;
  Budget::Limits capped = limits;
  capped.milliseconds = std::min(capped.milliseconds, kBaselineMilliseconds);
  Budget budget(capped, &interrupt_flag());
  const Store::BudgetScope scope(store, budget);
  const Stopwatch watch;
  try {
    GameId total = kZero;
    for (const go::Subgame& subgame : endgame.subgames()) {
      total = store.add(total, subgame.lower);
    }
    Baseline baseline;
    for (const Player player : kPlayers) {
      baseline.scores[player] = store.stop(total, player) + endgame.fixed_score();
    }
    baseline.milliseconds = watch.wall_milliseconds();
    return baseline;
  } catch (const BudgetExhausted& spent) {
    if (spent.reason() == StopReason::kInterrupted) throw;
    return std::nullopt;
  }
}

std::vector<std::string> default_records() {
  std::vector<std::string> paths;
  std::error_code error;
  for (const std::string folder : {"examples/go", CGT_EXAMPLES "/go"}) {
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
      if (entry.path().extension() == ".sgf") paths.push_back(entry.path().string());
    }
    if (!paths.empty()) break;
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

// A record's times are of the median run.
bool bench_record(const std::string& path, const Budget::Limits& limits) {
  const std::string text = read_file(path);
  std::vector<Cold> runs;
  for (int i = 0; i < kRuns; ++i) runs.push_back(solve_cold(text, path, limits));
  std::sort(runs.begin(), runs.end(),
            [](const Cold& a, const Cold& b) { return a.milliseconds < b.milliseconds; });
  const Cold& median = runs[kRuns / 2];
  const auto baseline = sum_canonically(text, path, limits);
  bool same = true;
  std::string ratio =
      fmt::format("> {:.0f}", kBaselineMilliseconds / std::max(median.sum_milliseconds, 1e-3));
  if (baseline) {
    ratio = fmt::format("{:.2g}", baseline->milliseconds / std::max(median.sum_milliseconds, 1e-3));
    for (const Player player : kPlayers) {
      const auto& score = median.scores[player];
      same = same && score.exact() && *score.lower == baseline->scores[player];
    }
  }
  std::cout << fmt::format(
                   "{:<22} {:>8.2f} {:>8.2f} {:>9} {:>9} {:>9} {:>5} {:>6} {:>6} {:>10}{}\n",
                   std::filesystem::path(path).filename().string(), median.milliseconds,
                   median.sum_milliseconds, median.subgames, median.statistics.local_positions,
                   median.statistics.sum_states, median.line,
                   go::score_text(median.scores[Player::kLeft]),
                   go::score_text(median.scores[Player::kRight]), ratio,
                   same ? "" : "  scores differ from the canonical sum!")
            << std::flush;
  return same;
}

// The static rules of safety alone, on the boards of all records, in milliseconds of this thread.
void bench_safety(const std::vector<std::string>& paths) {
  std::vector<double> times;
  for (const std::string& path : paths) {
    const go::Problem problem = go::parse_either(read_file(path), display_name(path));
    std::vector<double> runs;
    for (int i = 0; i < kRuns; ++i) {
      Budget budget;
      const Stopwatch watch;
      go::safety(problem.board, go::SafetyMethod::kStatic, budget);
      runs.push_back(watch.cpu_milliseconds());
    }
    std::sort(runs.begin(), runs.end());
    times.push_back(runs[kRuns / 2]);
  }
  std::sort(times.begin(), times.end());
  double all = 0;
  for (const double time : times) all += time;
  std::cout << fmt::format(
                   "\n{:<22} {:>8} {:>8} {:>9} {:>9}\n{:<22} {:>8} {:>8.3f} {:>9.3f} {:>9.3f}\n",
                   "static safety, CPU", "boards", "mean ms", "median", "worst", "", times.size(),
                   all / static_cast<double>(times.size()), times[times.size() / 2], times.back())
            << std::flush;
}

// A subgame of one of the kinds that Go endgames are made of. The engine's own words are used, not
// the distributions of the library, which differ between machines.
GameId random_subgame(Store& store, std::mt19937_64& random) {
  const auto pick = [&](std::uint64_t n) { return static_cast<std::int64_t>(random() % n); };
  switch (pick(5)) {
    case 0: return store.number(Dyadic(2 * pick(16) - 15, 4));
    case 1: return store.up(pick(5) - 2, static_cast<std::uint32_t>(pick(2)));
    case 2: {
      const GameId threat = store.construct({kZero}, {store.integer(-1 - pick(6))});
      const GameId tiny = store.construct({kZero}, {threat});
      return pick(2) == 0 ? tiny : store.negate(tiny);
    }
    case 3: {
      const std::int64_t low = pick(9) - 6;
      return store.construct({store.integer(low + 1 + pick(7))}, {store.integer(low)});
    }
    default: {
      const std::int64_t low = pick(7) - 6;
      const std::int64_t middle = low + pick(4);
      const GameId gote =
          store.construct({store.integer(middle + pick(4))}, {store.integer(middle)});
      const GameId game = store.construct({gote}, {store.integer(low)});
      return pick(2) == 0 ? game : store.negate(game);
    }
  }
}

void bench_sums(const Budget::Limits& limits) {
  constexpr int kSums = 5;
  std::cout << fmt::format("\n{:<22} {:>8} {:>8} {:>9}\n", "random sums, both stops", "worst ms",
                           "mean ms", "states");
  for (const int size : {200, 1000}) {
    double worst = 0;
    double all = 0;
    std::uint64_t states = 0;
    for (int seed = 1; seed <= kSums; ++seed) {
      std::mt19937_64 random(static_cast<std::uint64_t>(seed));
      Store store;
      std::vector<GameId> components;
      for (int i = 0; i < size; ++i) components.push_back(random_subgame(store, random));
      Budget budget(limits, &interrupt_flag());
      const Stopwatch watch;
      solve::IncentivePlay solver(store);
      for (const Player player : kPlayers) solver.stop(components, player, budget);
      const double milliseconds = watch.wall_milliseconds();
      worst = std::max(worst, milliseconds);
      all += milliseconds;
      states += solver.states();
    }
    std::cout << fmt::format("{:<22}  {:>8.2f} {:>8.2f} {:>9}\n", fmt::format("{} subgames", size),
                             worst, all / kSums, states)
              << std::flush;
  }
}

// The playouts of `cgt gtp`, on an empty board and late in a game that was played by chance.
void bench_playouts() {
  constexpr int kSide = 19;
  constexpr std::size_t kLateMoves = 250;
  constexpr double kMilliseconds = 1000;
  std::cout << fmt::format("\n{:<22} {:>8} {:>8} {:>9}\n", "playouts, 19x19", "per s", "moves",
                           "ns/move");
  const go::PlayoutBoard empty{go::Board(kSide, kSide)};
  go::PlayoutBoard late = empty;
  go::PlayoutRandom random(1);
  std::vector<go::PlayoutBoard::Spot> moves;
  go::PlayoutBoard end = empty;
  go::play_out(end, Player::kLeft, go::PlayoutBoard::kNoSpot, random, moves);
  Player player = Player::kLeft;
  for (std::size_t i = 0; i < std::min(kLateMoves, moves.size()); ++i) {
    if (moves[i] != go::PlayoutBoard::kNoSpot) late.play(player, moves[i]);
    player = opponent(player);
  }
  for (const auto& [name, start] : {std::pair<const char*, const go::PlayoutBoard&>{"empty", empty},
                                    {"after 250 moves", late}}) {
    std::uint64_t playouts = 0;
    std::uint64_t played = 0;
    const Stopwatch watch;
    while (watch.wall_milliseconds() < kMilliseconds) {
      go::PlayoutBoard board = start;
      moves.clear();
      go::play_out(board, Player::kLeft, go::PlayoutBoard::kNoSpot, random, moves);
      ++playouts;
      played += moves.size();
    }
    const double seconds = watch.wall_milliseconds() / 1000;
    std::cout << fmt::format("{:<22} {:>8.0f} {:>8.0f} {:>9.0f}\n", name,
                             static_cast<double>(playouts) / seconds,
                             static_cast<double>(played) / static_cast<double>(playouts),
                             seconds * 1e9 / static_cast<double>(played))
              << std::flush;
  }
}

}  // namespace

ExitCode bench_go(const BenchOptions& options) {
  const auto records = options.files.empty() ? default_records() : options.files;
  if (records.empty()) {
    throw UsageError("there are no game records in examples/go", "name some: cgt bench go FILES");
  }
  std::cout << "Cold: fresh store, from SGF text to a complete line; median of " << kRuns
            << " runs, ms. Ratio: time to add up\nthe canonical forms and take stops (at most "
            << kBaselineMilliseconds << " ms) / time of the sum search.\n\n";
  std::cout << fmt::format("{:<22} {:>8} {:>8} {:>9} {:>9} {:>9} {:>5} {:>6} {:>6} {:>10}\n",
                           "record", "total", "sum", "subgames", "positions", "states", "line",
                           "black", "white", "ratio");
  bool same = true;
  for (const std::string& path : records) same = bench_record(path, options.common.limits) && same;
  bench_safety(records);
  if (options.files.empty()) {
    bench_sums(options.common.limits);
    bench_playouts();
  }
  return same ? kOk : kRuntimeError;
}

}  // namespace cgt::repl
