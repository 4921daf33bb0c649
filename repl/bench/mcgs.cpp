#include "repl/bench/bench.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

#include "repl/commands/sum.hpp"
#include "repl/support/files.hpp"
#include "repl/support/progress.hpp"

namespace cgt::repl {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMcgsMilliseconds = 2000;
constexpr auto kMcgsRow = "{:<58} {:>8} {:>8} {:>9} {:>8} {:>7} {:>7} {:>10}\n";

struct McgsTest {
  std::string path;
  std::string name;  // below the folder that was asked for
};

// All files *.test below a folder, in the order of their names; a file as it is.
std::vector<McgsTest> tests_in(const std::string& place) {
  std::error_code error;
  if (!fs::exists(place, error)) throw FileError(fmt::format("{}: no such file or folder", place));
  if (!fs::is_directory(place, error)) return {{place, fs::path(place).filename().string()}};
  std::vector<McgsTest> out;
  for (fs::recursive_directory_iterator at(place, error), end; at != end && !error;
       at.increment(error)) {
    if (!at->is_regular_file() || at->path().extension() != ".test") continue;
    out.push_back({at->path().string(), at->path().lexically_relative(place).string()});
  }
  if (error) throw FileError(fmt::format("cannot read {}: {}", place, error.message()));
  std::ranges::sort(out, {}, &McgsTest::name);
  return out;
}

void print_mcgs(const std::string& name, const McgsCounts& counts) {
  std::cout << fmt::format(kMcgsRow, name, counts.commands, counts.as_expected, counts.different,
                           counts.unknown, counts.refused, counts.not_compared,
                           fmt::format("{:.3f}", counts.seconds))
            << std::flush;
}

}  // namespace

ExitCode bench_mcgs(const BenchOptions& options) {
  if (options.files.empty()) {
    throw UsageError("expected a folder or a file of tests", "cgt bench mcgs DIR");
  }
  SumCommandOptions of_sums;
  of_sums.common = options.common;
  of_sums.common.quiet = true;
  Budget::Limits& limits = of_sums.common.limits;
  if (limits.milliseconds == Budget::kUnlimited) limits.milliseconds = kMcgsMilliseconds;
  std::vector<McgsTest> tests;
  for (const std::string& place : options.files) {
    std::vector<McgsTest> found = tests_in(place);
    if (found.empty()) throw FileError(fmt::format("{} holds no files *.test", place));
    std::ranges::move(found, std::back_inserter(tests));
  }
  std::cout << fmt::format(kMcgsRow, "file", "commands", "expected", "different", "unknown",
                           "refused", "free", "s");
  McgsCounts total;
  for (const McgsTest& test : tests) {
    McgsCounts counts;
    {
      const Progress progress(test.name, options.common.quiet);
      counts = count_mcgs(test.path, of_sums);
    }
    print_mcgs(test.name, counts);
    total += counts;
    if (total.interrupted) break;
  }
  print_mcgs(fmt::format("{} files, {} sums", tests.size(), total.sums), total);
  return total.code() == kOutOfBudget ? kOk : total.code();
}

}  // namespace cgt::repl
