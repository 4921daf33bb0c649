#include "repl/labs/pathology.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <iostream>

#include "repl/support/files.hpp"
#include "repl/support/interrupt.hpp"
#include "repl/support/journal.hpp"
#include "repl/support/progress.hpp"

namespace cgt::repl {
namespace {

namespace fs = std::filesystem;
using namespace search::pathology;

PartHeader header_of(const Grid& grid, const PathologyOptions& options) {
  PartHeader out = new_header(options.sharding, "grid");
  out.seed = std::to_string(grid.parameters().seed);
  out.units = grid.units();
  return out;
}

// Opens a journal that is written to as units are finished, with what it has been come to already.
void open_journal(PartJournal& journal, Grid& grid, const PathologyOptions& options,
                  const std::string& path, bool resume) {
  if (path.empty()) return;
  const PartHeader header = header_of(grid, options);
  std::string kept = grid.header();
  if (resume && fs::exists(path)) {
    const Part part = read_part(path);
    if (!(part.header.share == header.share)) {
      throw FileError(fmt::format("{}: shard {}, not {}\nhint: each shard has a file of its own",
                                  path, part.header.share.text(), header.share.text()));
    }
    const std::size_t good = grid.restore(part.body);
    if (good > 0) kept = part.body.substr(0, good);
    if (!options.common.quiet && grid.units_done() > 0) {
      std::cerr << fmt::format("going on at {} of {} units, from {}\n", grid.units_done(),
                               grid.share_units(), path);
    }
  }
  journal.open(path, header, kept);
}

}  // namespace

std::optional<StopReason> run_grid(Grid& grid, const PathologyOptions& options,
                                   const std::string& state, bool resume) {
  PartJournal journal;
  open_journal(journal, grid, options, state, resume);
  const auto start = std::chrono::steady_clock::now();
  // In millions of leaves valued.
  const auto millions = [](double work) { return static_cast<std::uint64_t>(work / 1e6); };
  const std::uint64_t before = millions(grid.work_done());
  const Progress progress(
      [&] {
        const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
        return progress_text(millions(grid.work_done()), millions(grid.work()), before,
                             elapsed.count(),
                             fmt::format("{}/{} units", grid.units_done(), grid.units()));
      },
      options.common.quiet);
  return grid.run(options.common.limits, &interrupt_flag(), options.threads,
                  [&](const std::string& line) {
                    if (journal.is_open()) journal.append(line);
                  });
}

void merge_grid(Grid& grid, const PathologyOptions& options) {
  for (const Part& part : *options.sharding.merged) {
    grid.restore(part.body);
    const Share share = part.header.share;
    grid.set_share(share.index - 1, share.of);
    if (grid.share_done() == grid.share_units()) continue;
    throw FileError(
        fmt::format("{}: shard {} is not complete: {} of {} units\n"
                    "hint: the command that began it goes on",
                    part.path, share.text(), grid.share_done(), grid.share_units()));
  }
}

PathologyTable grid_table(const Grid& grid) {
  auto out = PathologyTable::of_tallies({"b", "s", "g"});
  const GridParameters& p = grid.parameters();
  for (std::size_t b = 0; b < p.branchings.size(); ++b) {
    for (std::size_t s = 0; s < p.similarities.size(); ++s) {
      for (std::size_t g = 0; g < p.granularities.size(); ++g) {
        out.add({std::to_string(p.branchings[b]), fmt::format("{:g}", p.similarities[s]),
                 std::to_string(p.granularities[g])},
                grid.tally(b, s, g));
      }
    }
  }
  return out;
}

double needed_granularity(const Grid& grid, std::size_t branching, std::size_t similarity) {
  const std::vector<int>& g = grid.parameters().granularities;
  double last = g.front();
  for (std::size_t k = 0; k < g.size(); ++k) {
    const ErrorTally here = grid.tally(branching, similarity, k);
    if (here.count == 0) return NAN;
    if (!(here.pathology() - here.pathology_error() > 1)) continue;
    if (k + 1 == g.size()) return NAN;
    const double p = here.pathology();
    const double next = std::min(grid.tally(branching, similarity, k + 1).pathology(), 1.0);
    last = g[k] + (g[k + 1] - g[k]) * (p - 1) / (p - next);
  }
  return last;
}

}  // namespace cgt::repl
