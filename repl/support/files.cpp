#include "repl/support/files.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
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

void replace_file(const std::string& path, const std::string& text) {
  const std::string fresh = path + ".new";
  write_file(fresh, text);
  // The text must be on the disk before the name says so.
  const int descriptor = open(fresh.c_str(), O_RDONLY | O_CLOEXEC);
  const bool written = descriptor >= 0 && fsync(descriptor) == 0;
  if (descriptor >= 0) close(descriptor);
  if (!written || std::rename(fresh.c_str(), path.c_str()) != 0) {
    throw FileError("cannot write " + path + ": " + std::strerror(errno));
  }
}

}  // namespace cgt::repl
