// The experiments of cgt pathology, each as a table. They throw Error and BudgetExhausted.
#pragma once

#include "cgt/support/budget.hpp"
#include "decomp/labs/pathology/synthetic.hpp"
#include "repl/labs/pathology_table.hpp"

namespace cgt::repl {

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

}  // namespace cgt::repl
