#include "repl/commands/sokoban/bench.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "decomp/solve/sokoban/rooms/rooms.hpp"
#include "decomp/solve/sokoban/search/feature_search.hpp"
#include "decomp/solve/sokoban/search/optimal.hpp"
#include "repl/support/running/interrupt.hpp"
#include "repl/support/running/stopwatch.hpp"

namespace cgt::repl {
namespace {

using sokoban::Level;
using sokoban::Solution;

constexpr std::uint64_t kMillisecondsALevel = 4'000;

// Each has all that those before it of the same kind have.
enum class Variant { kPlain, kTunnels, kRooms, kCorrals, kSteps, kPacking, kAbstract };
constexpr std::pair<Variant, const char*> kVariants[] = {
    {Variant::kPlain, "plain IDA*"},           {Variant::kTunnels, "+ tunnels"},
    {Variant::kRooms, "+ room deadlocks"},     {Variant::kCorrals, "+ PI-corrals"},
    {Variant::kSteps, "steps of boxes"},       {Variant::kPacking, "+ packing plan"},
    {Variant::kAbstract, "+ cells (abstract)"}};

Solution solved_by(Variant variant, const sokoban::Board& board, Budget& budget) {
  if (variant >= Variant::kSteps) {
    sokoban::FeatureOptions options;
    options.packing = variant >= Variant::kPacking;
    options.vector = variant >= Variant::kAbstract;
    return run(*feature_search(board, options), budget);
  }
  sokoban::RoomDeadlocks rooms(board);
  sokoban::OptimalOptions options;
  options.iterative = true;
  options.tunnels = variant >= Variant::kTunnels;
  options.rooms = variant >= Variant::kRooms ? &rooms : nullptr;
  options.corrals = variant >= Variant::kCorrals;
  return run(*push_search(board, options), budget);
}

struct Row {
  std::vector<std::uint64_t> nodes;  // by level; 0: not solved
  std::uint64_t all_nodes = 0;
  double seconds = 0;
  std::size_t solved() const {
    return nodes.size() - static_cast<std::size_t>(std::count(nodes.begin(), nodes.end(), 0U));
  }
};

}  // namespace

ExitCode run_sokoban_bench(const SokobanOptions& options, const std::vector<Level>& levels) {
  Budget::Limits limits = options.common.limits;
  if (limits.milliseconds == Budget::kUnlimited && limits.nodes == Budget::kUnlimited)
    limits.milliseconds = kMillisecondsALevel;
  std::vector<Row> rows;
  bool faulty = false;
  for (const auto& [variant, name] : kVariants) {
    Row row;
    const Stopwatch watch;
    for (const Level& level : levels) {
      row.nodes.push_back(0);
      if (level.has_errors()) continue;
      const sokoban::Board board(level);
      Budget budget(limits, &interrupt_flag());
      const Solution found = solved_by(variant, board, budget);
      if (interrupt_flag()) return kInterrupted;
      row.all_nodes += found.counts.nodes;
      if (!found.pushes) continue;
      // A level that is solved already takes no node.
      row.nodes.back() = std::max<std::uint64_t>(found.counts.nodes, 1);
      faulty |= !play(level, lurd(board, *found.pushes)).solved;
    }
    row.seconds = watch.cpu_milliseconds() / 1000;
    rows.push_back(std::move(row));
    if (!options.common.quiet)
      std::cerr << fmt::format("{}: {} solved\n", name, rows.back().solved());
  }
  std::vector<std::uint64_t> common(rows.size());
  std::size_t shared = 0;
  for (std::size_t i = 0; i < levels.size(); ++i) {
    if (std::any_of(rows.begin(), rows.end(), [&](const Row& row) { return row.nodes[i] == 0; }))
      continue;
    ++shared;
    for (std::size_t r = 0; r < rows.size(); ++r) common[r] += rows[r].nodes[i];
  }
  std::cout << fmt::format("{:<20}{:>8}{:>12}{:>10}{:>14}{:>10}\n", "solver", "solved", "nodes",
                           "seconds", fmt::format("on {}", shared), "factor");
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const double factor =
        common[r] == 0 ? 0 : static_cast<double>(common[0]) / static_cast<double>(common[r]);
    std::cout << fmt::format("{:<20}{:>8}{:>12}{:>10.1f}{:>14}{:>10.1f}\n", kVariants[r].second,
                             rows[r].solved(), rows[r].all_nodes, rows[r].seconds, common[r],
                             factor);
  }
  std::cout << fmt::format(
      "{} levels; nodes of the {} that all solve, and how many times fewer than plain IDA*\n",
      levels.size(), shared);
  if (faulty) std::cerr << "a solution was refused\n";
  return faulty ? kRuntimeError : kOk;
}

}  // namespace cgt::repl
