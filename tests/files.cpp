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

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

const std::string& source_root() {
  static const std::string path = CGT_SOURCE_ROOT;
  return path;
}

const std::string& test_data() {
  static const std::string path = CGT_TEST_DATA;
  return path;
}

const std::string& binary_root() {
  static const std::string path = CGT_BINARY_ROOT;
  return path;
}

const std::string& program() {
#ifdef CGT_PROGRAM
  static const std::string path = CGT_PROGRAM;
#else
  static const std::string path;
#endif
  return path;
}

}  // namespace cgt::testing
