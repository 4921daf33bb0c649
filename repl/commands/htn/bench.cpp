#include "repl/commands/htn/bench.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <iostream>
#include <map>

#include "decomp/htn/hddl/read/read.hpp"
#include "decomp/htn/hddl/solve.hpp"
#include "decomp/htn/hddl/verify.hpp"
#include "repl/support/files.hpp"
#include "repl/support/interrupt.hpp"
#include "repl/support/stopwatch.hpp"

namespace cgt::repl {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMillisecondsEach = 60'000;

struct Instance {
  std::string domain;
  std::string problem;
};

bool defines(const std::string& path, std::string_view what) {
  const std::string text = read_file(path);
  // Enough for any head; comments may stand before it.
  const std::size_t define = text.find("(define");
  if (define == std::string::npos) return false;
  const std::size_t open = text.find('(', define + 1);
  if (open == std::string::npos) return false;
  const std::size_t word = text.find_first_not_of(" \t\r\n", open + 1);
  return word != std::string::npos && text.compare(word, what.size(), what) == 0;
}

// What is left of "S-domain.hddl" or "S-problem.hddl" without those words: "s".
std::string key_of(const std::string& path) {
  std::string name = fs::path(path).stem().string();
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  for (const char* word : {"domain", "problem"}) {
    const std::size_t at = name.find(word);
    if (at != std::string::npos) name.erase(at, std::string_view(word).size());
  }
  std::erase_if(name, [](char c) { return c == '-' || c == '_' || c == '.'; });
  return name;
}

// The domain of a problem: of those in its folder the one with the same name but for "domain" and
// "problem", or else the only one. "" if that does not tell.
std::string domain_for(const std::string& problem, const std::vector<std::string>& domains) {
  if (domains.size() == 1) return domains[0];
  std::string found;
  for (const std::string& domain : domains) {
    if (key_of(domain) == key_of(problem)) found = domain;
    if (found.empty() && key_of(domain).empty()) found = domain;
  }
  return found;
}

std::vector<Instance> instances_in(const std::string& folder) {
  std::error_code error;
  if (!fs::is_directory(folder, error)) throw FileError(folder + ": not a folder");
  std::map<std::string, std::pair<std::vector<std::string>, std::vector<std::string>>> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    const std::string extension = entry.path().extension().string();
    if (extension != ".hddl" && extension != ".pddl") continue;
    const std::string path = entry.path().string();
    auto& [domains, problems] = files[entry.path().parent_path().string()];
    if (defines(path, "domain")) domains.push_back(path);
    if (defines(path, "problem")) problems.push_back(path);
  }
  std::vector<Instance> out;
  for (auto& [_, pair] : files) {
    auto& [domains, problems] = pair;
    std::sort(domains.begin(), domains.end());
    std::sort(problems.begin(), problems.end());
    for (const std::string& problem : problems)
      out.push_back({domain_for(problem, domains), problem});
  }
  return out;
}

struct Solved {
  std::size_t solved = 0;
  std::size_t verified = 0;
  std::size_t refused = 0;
  double milliseconds = 0;
};

void row(const std::string& name, const std::string& answer, double ms, const std::string& steps,
         const std::string& nodes, const std::string& plan,
         const std::string& search = "-\t-\t-\t-") {
  if (name.empty()) return;
  std::cout << fmt::format("{}\t{}\t{:.1f}\t{}\t{}\t{}\t{}\n", name, answer, ms, steps, nodes, plan,
                           search)
            << std::flush;
}

// Prints a row, unless the name is "".
void run(const Instance& instance, const std::string& name, const HtnOptions& options,
         Solved& tally) {
  Budget::Limits limits = options.common.limits;
  if (limits.milliseconds == Budget::kUnlimited) limits.milliseconds = kMillisecondsEach;
  if (instance.domain.empty()) return row(name, "no domain", 0, "-", "-", "-");
  const Stopwatch watch;
  try {
    const SourceText domain(instance.domain, read_file(instance.domain));
    const SourceText problem(instance.problem, read_file(instance.problem));
    const htn::hddl::Model model = htn::hddl::read_model(domain, problem);
    Budget budget(limits, &interrupt_flag());
    const htn::hddl::Solution found = find_plan(model, solve_options(options), budget);
    const double ms = watch.wall_milliseconds();
    const std::string nodes = fmt::format("{}", found.nodes);
    const std::string work = fmt::format("{}\t{}\t{}\t{}", found.search, found.needs_cuts,
                                         found.landmark_cuts, found.queued);
    if (found.result.plans.empty()) {
      const bool none = found.result.stop == StopReason::kExhausted;
      return row(name, none ? "no plan" : describe(found.result.stop), ms, "-", nodes, "-", work);
    }
    ++tally.solved;
    tally.milliseconds += ms;
    // As somebody else would get it: from its text.
    const SourceText text("plan", ipc_text(model, written(*found.domain, found.result.plans[0])));
    Budget checking({}, &interrupt_flag());
    const htn::hddl::PlanVerdict verdict =
        verify(model, htn::hddl::read_plan(model, text), checking);
    ++(verdict.valid ? tally.verified : tally.refused);
    row(name, "solved", ms, fmt::format("{}", found.result.plans[0].steps.size()), nodes,
        verdict.valid ? "verified" : "refused: " + verdict.reason, work);
  } catch (const BudgetExhausted&) {
    row(name, "interrupted", watch.wall_milliseconds(), "-", "-", "-");
  } catch (const InputError& error) {
    row(name, fmt::format("unreadable: {}", error.message()), watch.wall_milliseconds(), "-", "-",
        "-");
  } catch (const Error& error) {
    row(name, fmt::format("error: {}", error.what()), watch.wall_milliseconds(), "-", "-", "-");
  }
}

ExitCode run_ablation(const std::vector<Instance>& instances, const HtnOptions& options) {
  using Layer = HtnOptions::Layer;
  static constexpr std::array kRows{
      std::pair("none", Layer::kNeeds), std::pair("+ needs", Layer::kLandmarks),
      std::pair("+ landmarks", Layer::kTasks), std::pair("+ tasks", Layer::kComposition)};
  std::cout << "guidance\tsolved\tms\tverified\n";
  std::size_t refused = 0;
  const auto print_row = [&](const char* name, const HtnOptions& with) {
    Solved tally;
    for (const Instance& instance : instances) {
      run(instance, "", with, tally);
      if (interrupt_flag()) return false;
    }
    refused += tally.refused;
    std::cout << fmt::format("{}\t{}\t{:.0f}\t{}\n", name, tally.solved, tally.milliseconds,
                             tally.verified)
              << std::flush;
    return true;
  };
  HtnOptions with = options;
  for (std::size_t first = 0; first < kRows.size(); ++first) {
    with.without = options.without;
    for (std::size_t i = first; i < kRows.size(); ++i) with.without.push_back(kRows[i].second);
    if (!print_row(kRows[first].first, with)) return kInterrupted;
  }
  if (!print_row("+ composition", options)) return kInterrupted;
  return refused == 0 ? kOk : kRuntimeError;
}

}  // namespace

htn::hddl::SolveOptions solve_options(const HtnOptions& options) {
  htn::hddl::SolveOptions out;
  if (options.seed) out.seed = *options.seed;
  for (const HtnOptions::Layer layer : options.without) {
    switch (layer) {
      case HtnOptions::Layer::kNeeds: out.guidance.needs = false; break;
      case HtnOptions::Layer::kLandmarks: out.guidance.landmarks = false; break;
      case HtnOptions::Layer::kTasks: out.guidance.tasks = false; break;
      case HtnOptions::Layer::kComposition: out.guidance.composition = false; break;
    }
  }
  return out;
}

ExitCode run_htn_bench(const HtnOptions& options) {
  const std::string& folder = options.folder;
  const std::vector<Instance> instances = instances_in(folder);
  if (options.ablation) return run_ablation(instances, options);
  Solved tally;
  std::cout << "problem\tanswer\tms\tsteps\tnodes\tplan\tsearch\tneeds\tlandmarks\tqueued\n";
  for (const Instance& instance : instances) {
    run(instance, fs::relative(instance.problem, folder).string(), options, tally);
    if (interrupt_flag()) return kInterrupted;
  }
  if (!options.common.quiet) {
    std::cerr << fmt::format("{} of {} solved in {:.0f} ms, {} verified, {} refused\n",
                             tally.solved, instances.size(), tally.milliseconds, tally.verified,
                             tally.refused);
  }
  return tally.refused == 0 ? kOk : kRuntimeError;
}

}  // namespace cgt::repl
