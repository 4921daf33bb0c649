// The figures of Nau et al. 2010, redrawn: for each a table of every cell, a chart and a sketch.
#pragma once

#include "repl/command_line/exit_code.hpp"
#include "repl/labs/pathology_options.hpp"

namespace cgt::repl {

// Writes figureN.csv, .json and .svg into the folder, prints the sketch. Throws FileError, Error,
// BudgetExhausted.
ExitCode run_figure(const PathologyOptions& options);

}  // namespace cgt::repl
