#include "repl/commands/htn/bench.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>

#include "decomp/htn/hddl/read/read.hpp"
#include "decomp/htn/hddl/solve.hpp"
#include "decomp/htn/hddl/verify.hpp"
#include "repl/support/files.hpp"
#include "repl/support/parts/units.hpp"
#include "repl/support/running/interrupt.hpp"
#include "repl/support/running/stopwatch.hpp"

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
  double cost = 0;           // metrics, or steps
  std::vector<double> each;  // milliseconds
  std::uint64_t nodes = 0;   // of the searches, as far as the ablation asks

  double median() {
    if (each.empty()) return 0;
    std::sort(each.begin(), each.end());
    return (each[(each.size() - 1) / 2] + each[each.size() / 2]) / 2;
  }
};

// What is said of an instance, and what it counts as: "solved", "refused" (a plan that the verifier does
// not take), "-", or "interrupted", which is no result.
struct BenchLine {
  std::string row;
  std::string counts_as = "-";
  double milliseconds = 0;
  double cost = 0;
  std::uint64_t nodes = 0;  // not in its text

  std::string text() const { return nlohmann::json{row, counts_as, milliseconds, cost}.dump(); }
  static BenchLine read(const std::string& text) {
    const auto json = nlohmann::json::parse(text);
    return {json.at(0), json.at(1), json.at(2), json.at(3), 0};
  }
};

BenchLine bench_line(const std::string& name, const std::string& answer, double ms,
                     const std::string& steps, const std::string& nodes, const std::string& plan,
                     const std::string& search = "-\t-\t-\t-\t-\t-\t-\t-\t-\t-") {
  return {fmt::format("{}\t{}\t{:.2f}\t{}\t{}\t{}\t{}\n", name, answer, ms, steps, nodes, plan,
                      search)};
}

void count(const BenchLine& line, Solved& tally) {
  const bool solved = line.counts_as == "solved";
  if (!solved && line.counts_as != "refused") return;
  ++tally.solved;
  tally.milliseconds += line.milliseconds;
  tally.each.push_back(line.milliseconds);
  tally.nodes += line.nodes;
  tally.cost += line.cost;
  ++(solved ? tally.verified : tally.refused);
}

BenchLine run(const Instance& instance, const std::string& name, const HtnOptions& options) {
  Budget::Limits limits = options.common.limits;
  if (limits.milliseconds == Budget::kUnlimited) limits.milliseconds = kMillisecondsEach;
  if (instance.domain.empty()) return bench_line(name, "no domain", 0, "-", "-", "-");
  const Stopwatch watch;
  try {
    const SourceText domain(instance.domain, read_file(instance.domain));
    const SourceText problem(instance.problem, read_file(instance.problem));
    const htn::hddl::Model model = htn::hddl::read_model(domain, problem);
    Budget budget(limits, &interrupt_flag());
    const bool best = options.aim == HtnOptions::Aim::kBest;
    if (best) require_total_order(model);
    const htn::hddl::Solution found = best ? find_best(model, solve_options(options), 0, budget)
                                           : find_plan(model, solve_options(options), budget);
    const double ms = watch.wall_milliseconds();
    const std::string nodes = fmt::format("{}", found.nodes);
    const std::string work = fmt::format(
        "{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}", found.search, found.needs_cuts,
        found.landmark_cuts, found.order_cuts, found.put_off, found.queued, found.landmark_turns,
        found.automaton_lists, found.windows.windows, found.windows.improved);
    if (found.result.plans.empty()) {
      const bool none = found.result.stop == StopReason::kExhausted;
      return bench_line(name, none ? "no plan" : describe(found.result.stop), ms, "-", nodes, "-",
                        work);
    }
    // As somebody else would get it: from its text.
    const SourceText text("plan", ipc_text(model, written(*found.domain, found.result.plans[0])));
    Budget checking({}, &interrupt_flag());
    const htn::hddl::PlanVerdict verdict =
        verify(model, htn::hddl::read_plan(model, text), checking);
    BenchLine line =
        bench_line(name, "solved", ms, fmt::format("{}", found.result.plans[0].steps.size()), nodes,
                   verdict.valid ? "verified" : "refused: " + verdict.reason, work);
    line.counts_as = verdict.valid ? "solved" : "refused";
    line.milliseconds = ms;
    line.nodes = found.nodes;
    line.cost = found.result.plans[0].values[0];
    return line;
  } catch (const BudgetExhausted&) {
    BenchLine line = bench_line(name, "interrupted", watch.wall_milliseconds(), "-", "-", "-");
    line.counts_as = "interrupted";
    return line;
  } catch (const InputError& error) {
    return bench_line(name, fmt::format("unreadable: {}", error.message()),
                      watch.wall_milliseconds(), "-", "-", "-");
  } catch (const Error& error) {
    return bench_line(name, fmt::format("error: {}", error.what()), watch.wall_milliseconds(), "-",
                      "-", "-");
  }
}

// With nothing, with one layer after the other, and with all but one.
ExitCode run_ablation(const std::vector<Instance>& instances, const HtnOptions& options) {
  using Layer = HtnOptions::Layer;
  static constexpr std::array kLayers{std::pair("needs", Layer::kNeeds),
                                      std::pair("landmarks", Layer::kLandmarks),
                                      std::pair("tasks", Layer::kTasks),
                                      std::pair("composition", Layer::kComposition),
                                      std::pair("order", Layer::kOrder),
                                      std::pair("care", Layer::kCare),
                                      std::pair("landmark queue", Layer::kLandmarkQueue),
                                      std::pair("automata", Layer::kAutomata),
                                      std::pair("windows", Layer::kWindows)};
  std::cout << "guidance\tsolved\tms\tmedian ms\tnodes\tverified\tcost\n";
  std::size_t refused = 0;
  const auto print_row = [&](const std::string& name, const std::vector<Layer>& without) {
    HtnOptions with = options;
    with.without.insert(with.without.end(), without.begin(), without.end());
    Solved tally;
    for (const Instance& instance : instances) {
      count(run(instance, "", with), tally);
      if (interrupt_flag()) return false;
    }
    refused += tally.refused;
    std::cout << fmt::format("{}\t{}\t{:.0f}\t{:.2f}\t{}\t{}\t{}\n", name, tally.solved,
                             tally.milliseconds, tally.median(), tally.nodes, tally.verified,
                             tally.cost)
              << std::flush;
    return true;
  };
  std::vector<Layer> without;
  for (const auto& layer : kLayers) without.push_back(layer.second);
  if (!print_row("none", without)) return kInterrupted;
  for (const auto& layer : kLayers) {
    without.erase(without.begin());
    if (!print_row(fmt::format("+ {}", layer.first), without)) return kInterrupted;
  }
  // The last row was with all of it, and the one before without the last layer.
  for (std::size_t i = 0; i + 1 < kLayers.size(); ++i) {
    const auto& layer = kLayers[i];
    if (!print_row(fmt::format("all but {}", layer.first), {layer.second})) return kInterrupted;
  }
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
      case HtnOptions::Layer::kOrder: out.guidance.order = false; break;
      case HtnOptions::Layer::kCare: out.guidance.care = false; break;
      case HtnOptions::Layer::kLandmarkQueue: out.guidance.landmark_queue = false; break;
      case HtnOptions::Layer::kAutomata: out.guidance.automata = false; break;
      case HtnOptions::Layer::kWindows: out.guidance.windows = false; break;
    }
  }
  return out;
}

ExitCode run_htn_bench(const HtnOptions& options) {
  const std::string& folder = options.folder;
  const bool merging = options.sharding.merging();
  const std::vector<Instance> instances = merging ? std::vector<Instance>() : instances_in(folder);
  if (options.ablation) return run_ablation(instances, options);
  PartHeader header = new_header(options.sharding, "units");
  if (options.seed) header.seed = std::to_string(*options.seed);
  if (!options.sharding.state.empty()) {
    for (const Instance& instance : instances) {
      header.inputs.push_back(input_of(instance.problem, read_file(instance.problem)));
    }
  }
  const std::size_t size = merging ? merged_units(options.sharding) : instances.size();
  UnitRun units(options.sharding, std::move(header), size, options.common.quiet);
  Solved tally;
  if (units.prints()) {
    std::cout << "problem\tanswer\tms\tsteps\tnodes\tplan\tsearch\tneeds\tlandmarks\torder"
                 "\tput off\tqueued\tby landmarks\tin automata\twindows\tbetter\n";
  }
  std::size_t next = 0;  // of units.todo()
  for (std::size_t i = 0; i < size; ++i) {
    BenchLine line;
    if (const std::string* before = units.result(i)) {
      line = BenchLine::read(*before);
    } else if (next == units.todo().size() || units.todo()[next] != i) {
      continue;  // of another shard
    } else {
      ++next;
      line = run(instances[i], fs::relative(instances[i].problem, folder).string(), options);
      if (line.counts_as != "interrupted") units.finished(i, line.text());
    }
    count(line, tally);
    if (units.prints()) std::cout << line.row << std::flush;
    if (interrupt_flag()) return kInterrupted;
  }
  units.tell();
  if (!options.common.quiet && units.prints()) {
    std::cerr << fmt::format(
        "{} of {} solved in {:.0f} ms, half of them in {:.2f} ms each, {} verified, {} refused\n",
        tally.solved, size, tally.milliseconds, tally.median(), tally.verified, tally.refused);
  }
  return tally.refused == 0 ? kOk : kRuntimeError;
}

}  // namespace cgt::repl
