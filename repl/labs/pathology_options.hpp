// The options of cgt pathology.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "repl/command_line/common_options.hpp"
#include "repl/support/parts/part.hpp"

namespace cgt::repl {

// cgt pathology
struct PathologyOptions {
  enum class Action : std::uint8_t {
    kFigure,
    kGrid,
    kPuzzle,
    kChess,
    kKalah,
    kRemedies,
    kPruning,
    kWinLoss,
  };
  enum class Output : std::uint8_t { kTable, kCsv, kJson };
  CommonOptions common;
  Action action = Action::kFigure;
  Output output = Output::kTable;
  int figure = 0;
  std::string out;    // folder of the figure
  Sharding sharding;  // its file is the journal of a grid
  bool quick = false;
  bool resume = false;
  unsigned threads = 1;  // 0: as many as the machine has
  std::uint64_t seed = 1;
  std::string model = "top-down";
  std::vector<int> branchings;
  std::vector<double> similarities;
  std::vector<int> granularities;
  std::optional<std::uint64_t> trees;  // or boards; none: as the experiment has it
  std::optional<int> height;           // the same
  int deep = 5;
  int shallow = 1;
  std::optional<double> sigma;  // the same
  bool noise_first = false;
  bool equal_buckets = false;
  bool noisy = false;  // puzzle: true distances plus noise
  std::string material = "KQK";
  bool counts = false;
  bool search_captures = false;
  int seeds = 4;
  std::vector<double> accuracies;
  int rounds = 15;
};

Command add_pathology(const Command& program, PathologyOptions& options);

}  // namespace cgt::repl
