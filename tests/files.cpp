#include "tests/files.hpp"

#include <fstream>
#include <sstream>
#include <stdexcept>

namespace cgt::testing {

std::string read_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + path.string());
  std::ostringstream text;
  text << in.rdbuf();
  return std::move(text).str();
}

}  // namespace cgt::testing
