// The options of cgt htn.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "repl/command_line/common_options.hpp"
#include "repl/support/parts/part.hpp"

namespace cgt::repl {

// cgt htn plan|verify|bench
struct HtnOptions {
  enum class Action : std::uint8_t { kPlan, kVerify, kBench };
  enum class Aim : std::uint8_t { kFirst, kAll, kBest, kPareto };
  enum class Format : std::uint8_t { kText, kTree, kIpc, kJson };
  CommonOptions common;
  Action action = Action::kPlan;
  std::string domain;  // files
  std::string problem;
  std::string plan;    // of verify; "-": standard input
  std::string folder;  // of bench
  Aim aim = Aim::kFirst;
  Format format = Format::kText;
  std::optional<std::uint64_t> seed;
  std::optional<std::uint32_t> nested;  // how often a task may be inside of itself
  Sharding sharding;                    // of bench
};

Command add_htn(const Command& program, HtnOptions& options);

}  // namespace cgt::repl
