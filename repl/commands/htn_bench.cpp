#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>

#include "cgt/support/json_answer.hpp"
#include "cgt/support/text_input.hpp"
#include "decomp/htn/hddl/read/model.hpp"
#include "decomp/htn/hddl/verify.hpp"
#include "repl/commands/htn.hpp"
#include "repl/support/files.hpp"
#include "repl/support/interrupt.hpp"
#include "repl/support/journal.hpp"
#include "repl/support/progress.hpp"

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
  std::string name = lower(fs::path(path).stem().string());
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
  std::vector<double> each;  // milliseconds

  double median() {
    if (each.empty()) return 0;
    std::sort(each.begin(), each.end());
    return (each[(each.size() - 1) / 2] + each[each.size() / 2]) / 2;
  }
};

// What is said of an instance, and what it counts as: "solved", "refused" (a plan that the verifier does
// not take), "-", or "interrupted", which is not a result.
struct BenchLine {
  std::string row;
  std::string counts_as = "-";
  double milliseconds = 0;

  std::string text() const { return json_line(nlohmann::json{row, counts_as, milliseconds}); }
  static BenchLine read(const std::string& text) {
    const auto json = nlohmann::json::parse(text);
    return {json.at(0), json.at(1), json.at(2)};
  }
};

BenchLine bench_line(const std::string& name, const std::string& answer, double ms,
                     const std::string& steps, const std::string& nodes, const std::string& plan,
                     std::string_view search = "-") {
  return {fmt::format("{}\t{}\t{:.2f}\t{}\t{}\t{}\t{}\n", name, answer, ms, steps, nodes, plan,
                      search)};
}

void count(const BenchLine& line, Solved& tally) {
  const bool solved = line.counts_as == "solved";
  if (!solved && line.counts_as != "refused") return;
  ++tally.solved;
  tally.milliseconds += line.milliseconds;
  tally.each.push_back(line.milliseconds);
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
    const htn::hddl::Solution found = solve(model, options, budget);
    const double ms = watch.wall_milliseconds();
    const std::string nodes = fmt::format("{}", found.nodes);
    if (found.result.plans.empty()) {
      const bool none = found.result.stop == StopReason::kExhausted;
      return bench_line(name, none ? "no plan" : describe(found.result.stop), ms, "-", nodes, "-",
                        found.search);
    }
    // As somebody else would get it: from its text.
    const SourceText text("plan", ipc_text(model, written(*found.domain, found.result.plans[0])));
    Budget checking({}, &interrupt_flag());
    const htn::hddl::PlanVerdict verdict =
        verify(model, htn::hddl::read_plan(model, text), checking);
    BenchLine line =
        bench_line(name, "solved", ms, fmt::format("{}", found.result.plans[0].steps.size()), nodes,
                   verdict.valid ? "verified" : "refused: " + verdict.reason, found.search);
    line.counts_as = verdict.valid ? "solved" : "refused";
    line.milliseconds = ms;
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

}  // namespace

ExitCode run_htn_bench(const HtnOptions& options) {
  const std::string& folder = options.folder;
  const bool merging = options.sharding.merging();
  const std::vector<Instance> instances = merging ? std::vector<Instance>() : instances_in(folder);
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
    std::cout << "problem\tanswer\tms\tsteps\tnodes\tplan\tsearch\n";
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
