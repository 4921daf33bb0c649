#include "repl/files.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>

namespace cgt::repl {
namespace {

std::string slurp(std::istream& in) {
  std::ostringstream text;
  text << in.rdbuf();
  return std::move(text).str();
}

}  // namespace

std::string read_file(const std::string& path) {
  if (path == "-") return slurp(std::cin);
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) {
    throw FileError("cannot read " + path + ": it is a directory");
  }
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  if (!in) throw FileError("cannot read " + path + ": " + std::strerror(errno));
  std::string text = slurp(in);
  if (in.bad()) throw FileError("cannot read " + path + ": " + std::strerror(errno));
  return text;
}

std::string display_name(const std::string& path) { return path == "-" ? "<stdin>" : path; }

void write_file(const std::string& path, const std::string& text) {
  errno = 0;
  std::ofstream out(path, std::ios::binary);
  out << text;
  out.close();
  if (!out) throw FileError("cannot write " + path + ": " + std::strerror(errno));
}

}  // namespace cgt::repl
