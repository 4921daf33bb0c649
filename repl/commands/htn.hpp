// cgt htn: plans for problems in HDDL.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "decomp/htn/hddl/solve.hpp"
#include "repl/command_line/common_options.hpp"
#include "repl/command_line/exit_code.hpp"
#include "repl/support/shards.hpp"

namespace cgt::repl {

// The options of cgt htn.

// cgt htn plan|verify|act|lint|bench
struct HtnOptions {
  enum class Action : std::uint8_t { kPlan, kVerify, kLint, kBench, kAct };
  enum class Aim : std::uint8_t { kFirst, kAll, kBest, kPareto };
  enum class Format : std::uint8_t { kText, kTree, kIpc, kJson };
  CommonOptions common;
  Action action = Action::kPlan;
  std::string domain;   // files
  std::string problem;  // of lint: may be empty
  std::string plan;     // of verify; "-": standard input
  std::string folder;   // of bench
  Aim aim = Aim::kFirst;
  Format format = Format::kText;
  std::optional<std::uint64_t> seed;
  bool strict = false;                  // refuse HDDL that gets a warning
  std::optional<std::uint32_t> nested;  // how often a task may be inside of itself
  std::uint32_t trace = 0;              // how much of the search is told, 0 to 3
  Sharding sharding;                    // of bench
  // act
  std::string answers;               // a file, "-": standard input; "": none
  std::vector<std::string> success;  // "0.9", "drive=0.7"
  std::uint32_t retries = 0;
  bool states = false;
};

Command add_htn(const Command& program, HtnOptions& options);

// cgt htn: plans for problems in HDDL.

// The first plan, or with --best the best one, as `plan` and `bench` ask for it.
htn::hddl::Solution solve(const htn::hddl::Model& model, const HtnOptions& options, Budget& budget);

// Solves each problem under the folder with its domain, one line each: solved, milliseconds, steps,
// nodes, and whether the plan, as text, is verified. Not kOk if a plan is refused.
ExitCode run_htn_bench(const HtnOptions& options);

// Plans, and does one step after the other as a world answers.
ExitCode run_htn_act(const HtnOptions& options, const htn::hddl::Model& model);

}  // namespace cgt::repl
