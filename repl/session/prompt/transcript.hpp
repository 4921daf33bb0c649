// A log of a conversation that is a conversation again: what was typed stands as it was typed, what
// the program said behind "// ". `cgt --keep-going < LOG` repeats it; from the first line of a
// session on, it prints the comments of the log.
#pragma once

#include <memory>
#include <string>

namespace cgt::repl {

class Transcript {
 public:
  // From now on all that goes to std::cout and std::cerr is written to the file, too. At most one
  // lives at a time. Throws FileError if the file cannot be written.
  explicit Transcript(const std::string& path);
  ~Transcript();
  Transcript(const Transcript&) = delete;
  Transcript& operator=(const Transcript&) = delete;

  // A line that was typed.
  void typed(const std::string& line);
  const std::string& path() const { return path_; }

 private:
  struct Impl;
  std::string path_;
  std::unique_ptr<Impl> impl_;
};

}  // namespace cgt::repl
