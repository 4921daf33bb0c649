// Results of cgt pathology as a table of numbers and words.
#pragma once

#include <string>
#include <vector>

#include "decomp/search/pathology/measures.hpp"
#include "repl/options.hpp"

namespace cgt::repl {

struct PathologyTable {
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;

  void add(std::vector<std::string> row) { rows.push_back(std::move(row)); }
  std::string aligned() const;
  std::string csv() const;
  // One object a row; numbers are numbers, "nan" is null.
  std::string json() const;
  std::string text(PathologyOptions::Output output) const;
};

// Four digits; for tables.
std::string number(double value);

// What a tally has to say, in the order of tally_columns().
std::vector<std::string> tally_columns();
std::vector<std::string> tally_cells(const search::pathology::ErrorTally& tally);

}  // namespace cgt::repl
