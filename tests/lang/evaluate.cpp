#include "tests/lang/evaluate.hpp"
#include "tests/files.hpp"

#include <fstream>
#include <stdexcept>

namespace cgt::lang::testing {

std::vector<Row> read_rows(const std::string& name) {
  std::ifstream in(cgt::testing::test_data() + "/lang/data/" + name);
  if (!in) throw std::runtime_error("cannot read " + name);
  std::vector<Row> rows;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    const std::size_t a = line.find('\t');
    const std::size_t b = line.find('\t', a + 1);
    if (b == std::string::npos) throw std::runtime_error(name + ": bad row: " + line);
    rows.push_back({line.substr(0, a), line.substr(a + 1, b - a - 1), line.substr(b + 1)});
  }
  return rows;
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

}  // namespace cgt::lang::testing
