// Results of cgt pathology as a table of numbers and words.
#pragma once

#include <string>
#include <vector>

#include "decomp/labs/pathology/measures.hpp"
#include "repl/labs/pathology_options.hpp"

namespace cgt::repl {

struct PathologyTable {
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;

  // For rows of the second add(): keys, what a tally has to say, and more.
  static PathologyTable of_tallies(std::vector<std::string> keys,
                                   const std::vector<std::string>& more = {});

  void add(std::vector<std::string> row) { rows.push_back(std::move(row)); }
  void add(std::vector<std::string> keys, const search::pathology::ErrorTally& tally,
           const std::vector<std::string>& more = {});
  std::string aligned() const;
  std::string csv() const;
  // One object a row; numbers are numbers, "nan" is null.
  std::string json() const;
  std::string text(PathologyOptions::Output output) const;
};

// Four digits; for tables.
std::string number(double value);

}  // namespace cgt::repl
