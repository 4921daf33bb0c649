#include "tests/decomp/go/endgame/go_local.hpp"
#include "tests/files.hpp"

#include <catch2/catch.hpp>
#include <fstream>
#include <sstream>

namespace cgt::testing {

std::vector<GoLocal> go_local() {
  std::ifstream in(cgt::testing::test_data() + "/decomp/solve/data/go_local.tsv");
  std::vector<GoLocal> rows;
  std::string line;
  while (std::getline(in, line)) {
    if (line.starts_with('#') || line.starts_with("name\t")) continue;
    std::vector<std::string> f;
    std::stringstream fields(line);
    for (std::string field; std::getline(fields, field, '\t');) f.push_back(field);
    REQUIRE(f.size() == 10);
    rows.push_back({f[0], f[1], f[2], f[3], f[4], f[5], f[6], f[7], f[8], f[9]});
  }
  return rows;
}

}  // namespace cgt::testing
