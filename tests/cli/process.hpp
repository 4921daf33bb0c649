// Runs a program and collects what it says.
#pragma once

#include <string>
#include <vector>

namespace cgt::testing {

struct ProcessResult {
  int exit_code = -1;  // 128 + signal if one killed it
  std::string out;
  std::string err;
};

struct ProcessInput {
  std::string text;                      // standard input
  std::vector<std::string> environment;  // "NAME=value", beside the inherited ones
  bool merge_errors = false;             // standard error goes to `out`
  int timeout_seconds = 600;             // then it is killed
};

// words[0] is looked up in PATH if it has no slash.
ProcessResult run(const std::vector<std::string>& words, const ProcessInput& input = {});
// The built program with these arguments; no start file and no history of the person who tests.
ProcessResult run_cgt(std::vector<std::string> arguments, const ProcessInput& input = {});

// A file below the system's temporary folder that vanishes with the object.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& text, const std::string& suffix = ".txt");
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace cgt::testing
