// The table of local Go positions that several tests use: tests/decomp/solve/data/go_local.tsv.
#pragma once

#include <string>
#include <vector>

namespace cgt::testing {

struct GoLocal {
  std::string name, diagram;
  std::string status;  // exact, ko, loop
  std::string unchilled, chilled, chilled_name, mean, temperature, left, right;
};

std::vector<GoLocal> go_local();

}  // namespace cgt::testing
