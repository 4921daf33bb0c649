#include "repl/commands/front/command.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <iostream>
#include <system_error>

namespace cgt::repl {
namespace {

// Becomes the program. Returns if there is none.
void become(const std::string& name, const std::vector<std::string>& words) {
  std::error_code trouble;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", trouble);
  std::vector<std::string> kept{name};
  kept.insert(kept.end(), words.begin(), words.end());
  std::vector<char*> arguments;
  arguments.reserve(kept.size() + 1);
  for (std::string& word : kept) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  if (!trouble) execv((self.parent_path() / name).c_str(), arguments.data());
  execvp(name.c_str(), arguments.data());
}

ExitCode start(const std::string& name, const std::string& package,
               const std::vector<std::string>& words) {
  std::cout.flush();
  become(name, words);
  std::cerr << fmt::format(
      "error: {0} is not installed: it is neither beside this program nor in PATH\n"
      "hint: it is in the package {1}; builds have it where its libraries are installed\n",
      name, package);
  return kUsageError;
}

}  // namespace

ExitCode run_explore(const ExploreOptions& options) {
  return start("cgt-explorer", "cgt-explorer", options.words);
}

ExitCode run_mpi(const std::vector<std::string>& words) {
  return start("cgt-mpi", "cgt-mpi", words);
}

ExitCode run_kernel(const KernelOptions& options) {
  return start("cgt-kernel", "cgt-jupyter", options.words);
}

}  // namespace cgt::repl
