// Grids of synthetic games as cgt pathology runs them: with a journal, progress, and tables.
#pragma once

#include <optional>
#include <string>

#include "cgt/support/error.hpp"
#include "decomp/labs/pathology/grid.hpp"
#include "repl/labs/pathology_table.hpp"

namespace cgt::repl {

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

}  // namespace cgt::repl
