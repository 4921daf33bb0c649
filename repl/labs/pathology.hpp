// cgt pathology: its options, results as tables, experiments, grids and figures.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "decomp/labs/pathology/grid.hpp"
#include "decomp/labs/pathology/measures.hpp"
#include "decomp/labs/pathology/synthetic.hpp"
#include "decomp/search/games/kalah.hpp"
#include "repl/command_line/common_options.hpp"
#include "repl/command_line/exit_code.hpp"
#include "repl/support/shards.hpp"

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
  bool noisy = false;           // puzzle: true distances plus noise
  std::string material = "KQK";
  bool counts = false;
  int seeds = 4;
  search::KalahUtility utility = search::KalahUtility::kCaptured;
  std::optional<double> range;  // of the buckets; none: as the experiment has it
  std::vector<double> accuracies;
  int rounds = 15;
};

// Results of cgt pathology as a table of numbers and words.
struct PathologyTable {
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;

  // For rows of the second add(): keys, what a tally has to say, and more.
  static PathologyTable of_tallies(std::vector<std::string> keys,
                                   const std::vector<std::string>& more = {});

  void add(std::vector<std::string> row) { rows.push_back(std::move(row)); }
  void add(std::vector<std::string> keys, const search::pathology::ErrorTally& tally,
           const std::vector<std::string>& more = {});
  // In JSON one object a row; numbers are numbers, "nan" is null.
  std::string text(PathologyOptions::Output output) const;

 private:
  std::string json() const;
};

// Four digits; for tables.
std::string number(double value);

// The experiments of cgt pathology, each as a table. They throw Error and BudgetExhausted.

// What was given on the command line, or what the experiment takes by itself.
template <class T>
std::vector<T> given_or(const std::vector<T>& given, std::vector<T> usual) {
  return given.empty() ? std::move(usual) : given;
}

search::pathology::ModelParameters model_of(const PathologyOptions& options);

PathologyTable puzzle_table(const PathologyOptions& options, Budget& budget);
PathologyTable chess_table(const PathologyOptions& options, Budget& budget);
PathologyTable kalah_table(const PathologyOptions& options, Budget& budget);
// Boards in five classes of equal size by their clustering factor, at the first granularity.
PathologyTable kalah_classes(const PathologyOptions& options, Budget& budget);
PathologyTable remedies_table(const PathologyOptions& options, Budget& budget);
PathologyTable pruning_table(const PathologyOptions& options, Budget& budget);
PathologyTable win_loss_table(const PathologyOptions& options, Budget& budget);

// Grids of synthetic games as cgt pathology runs them: with a journal, progress, and tables.

// Does a grid with progress on standard error. `state` is the journal, "": none; it is gone on with
// if `resume`, else begun from scratch. The reason why it stopped early, if it did. Throws
// FileError, Error.
std::optional<StopReason> run_grid(search::pathology::Grid& grid, const PathologyOptions& options,
                                   const std::string& state, bool resume);

// Takes over all units of the shards that are merged. Throws FileError if some are missing.
void merge_grid(search::pathology::Grid& grid, const PathologyOptions& options);

// Every cell.
PathologyTable grid_table(const search::pathology::Grid& grid);

// From which granularity on the game is not pathological: where p crosses 1 for the last time, by
// linear interpolation; the least granularity if p is never above 1 by more than a standard error;
// NaN if it still is at the greatest one, or if nothing is known of the cells yet.
double needed_granularity(const search::pathology::Grid& grid, std::size_t branching,
                          std::size_t similarity);

// The figures of Nau et al. 2010, redrawn: for each a table of every cell and a chart.

// Writes figureN.csv, .json and .svg into the folder. Throws FileError, Error,
// BudgetExhausted.
ExitCode run_figure(const PathologyOptions& options);

}  // namespace cgt::repl
