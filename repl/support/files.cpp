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

void replace_file(const std::string& name, const std::string& text) {
  std::error_code error;
  // A link stays a link: what it leads to is replaced. A device or a pipe can only be written to;
  // renamed over by root, /dev/null would be an ordinary file from then on.
  const std::filesystem::path target = std::filesystem::weakly_canonical(name, error);
  const std::string path = error ? name : target.string();
  const auto kind = std::filesystem::status(path, error).type();
  if (kind == std::filesystem::file_type::character || kind == std::filesystem::file_type::block ||
      kind == std::filesystem::file_type::fifo || kind == std::filesystem::file_type::socket) {
    return write_file(name, text);
  }
  const std::string fresh = path + ".new";
  write_file(fresh, text);
  // The text must be on the disk before the name says so.
  const int descriptor = open(fresh.c_str(), O_RDONLY | O_CLOEXEC);
  const bool written = descriptor >= 0 && fsync(descriptor) == 0;
  if (descriptor >= 0) close(descriptor);
  if (!written || std::rename(fresh.c_str(), path.c_str()) != 0) {
    throw FileError("cannot write " + name + ": " + std::strerror(errno));
  }
}

}  // namespace cgt::repl
