// Reading and writing files for the program, with messages that say what is wrong.
#pragma once

#include <stdexcept>
#include <string>

namespace cgt::repl {

// A file that cannot be read or written: exit code kUsageError. what() names the file and the
// reason.
class FileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The whole file; "-" is standard input. Throws FileError.
std::string read_file(const std::string& path);
// How diagnostics name it.
std::string display_name(const std::string& path);
// Throws FileError.
void write_file(const std::string& path, const std::string& text);
// Either the old file is there or the whole new one, whatever happens in between. The file that a link
// leads to is replaced, not the link; a device or a pipe is written to. Throws FileError.
void replace_file(const std::string& name, const std::string& text);

}  // namespace cgt::repl
