#include "repl/bench/scale.hpp"

#include <fmt/format.h>

#include <iostream>
#include <optional>

#include "repl/bench/scale/model.hpp"
#include "repl/support/files.hpp"

namespace cgt::repl {
namespace {

constexpr unsigned kRanks[] = {16, 32, 64, 128, 256, 512, 1024, 2048, 4096};
constexpr double kEnough = .8;     // efficiency below it: something is in the way
constexpr double kHopeless = .05;  // below it, more ranks are not tried

const char* relay_name(Relay relay) {
  switch (relay) {
    case Relay::kAtOnce: return "at once";
    case Relay::kBatched: return "batched";
    case Relay::kTree: return "tree";
  }
  return "";
}

struct FirstLoss {
  unsigned ranks;
  std::string what;
};

// One table; the first row that loses too much.
std::optional<FirstLoss> print_table(const RecordedCosts& costs, ScaleOptions options) {
  constexpr const char* kLine =
      "{:<8} {:>5} {:>8} {:>10} {:>9} {:>7} {:>6} {:>8} {:>6} {:>6}  {}\n";
  const auto percent = [](double share) { return fmt::format("{:.1f}%", 100 * share); };
  std::cout << fmt::format(kLine, "records", "ranks", "seconds", "efficiency", "taking in",
                           "waiting", "idle", "messages", "link", "writer", "largest loss");
  std::optional<FirstLoss> first;
  for (const unsigned ranks : kRanks) {
    options.ranks = ranks;
    const ScaleResult result = simulate(costs, options);
    const std::string loss = result.bottleneck();
    std::cout << fmt::format(kLine, relay_name(options.relay), ranks,
                             fmt::format("{:.1f}", result.seconds), percent(result.efficiency),
                             percent(result.taking_in), percent(result.waiting),
                             percent(result.idle), percent(result.server), percent(result.link),
                             percent(result.writer), loss)
              << std::flush;
    if (!first && result.efficiency < kEnough) first = FirstLoss{ranks, loss};
    if (result.efficiency < kHopeless) break;
  }
  return first;
}

std::string told(const std::optional<FirstLoss>& loss) {
  if (!loss) return fmt::format("more than {:.0f}% up to {} ranks\n", 100 * kEnough, kRanks[8]);
  return fmt::format("less than {:.0f}% from {} ranks on: {}\n", 100 * kEnough, loss->ranks,
                     loss->what);
}

}  // namespace

ExitCode bench_scale(const BenchOptions& options) {
  if (options.files.size() != 1) {
    std::cerr << "error: cgt bench scale takes the file of costs of one job\n"
                 "hint: cgt db build GAME --max SIZE --costs FILE writes it\n";
    return kUsageError;
  }
  RecordedCosts costs(read_file(options.files[0]));
  costs.slow_down(options.times);
  ScaleOptions scale;
  scale.cpu_hours = options.hours;
  const RecordedCosts::Sums& all = costs.all();
  std::cout << fmt::format(
      "{} positions, {:.2f} s, {:.0f} records of {:.0f} bytes; repeated until they are {:g} hours "
      "of "
      "one processor.\n"
      "Model: reports each {:g} s, ranks up to {:.0f}% slower or faster, {:.0f} us of latency, "
      "{:.2f} GB/s, {:.0f} us a message of rank 0, {:.1f} us a record taken in, {:.1f} us a record "
      "written.\n\n",
      costs.positions(), all.seconds, all.records, all.bytes, scale.cpu_hours, scale.interval,
      100 * scale.skew, scale.latency * 1e6, scale.bandwidth * 1e-9, scale.message_seconds * 1e6,
      scale.take_in * 1e6, scale.write * 1e6);
  for (const Relay relay : {Relay::kAtOnce, Relay::kBatched, Relay::kTree}) {
    scale.relay = relay;
    const std::optional<FirstLoss> loss = print_table(costs, scale);
    std::cout << told(loss) << '\n';
  }
  return kOk;
}

}  // namespace cgt::repl
