#include "repl/commands/programs.hpp"

#include <fmt/format.h>
#include <unistd.h>
#include <filesystem>
#include <iostream>
#include <system_error>

#include "repl/command_line/exit_code.hpp"
#include "repl/commands/commands.hpp"

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

Command add_explore(const Command& program, ExploreOptions& options) {
  const Command explore = program.add("explore", "Games and values in the browser");
  add_explorer_rows(explore, options);
  explore.examples(
      R"(  cgt explore                              choose a game in the browser
  cgt explore domineering '....|....'      a board, its value, its moves
  cgt explore game.sgf                     a game of Go
  cgt explore '{3||2|1}' --no-open         print the address, open nothing
)");
  return explore;
}

Command add_kernel(const Command& program, KernelOptions& options) {
  const Command kernel = program.add("kernel", "The kernel for notebooks, as Jupyter starts it");
  add_kernel_rows(kernel, options);
  kernel.examples("  cgt kernel --help   its options; Jupyter gives it a connection file\n");
  return kernel;
}

}  // namespace

ExitCode start_program(const std::string& name, const std::string& package,
                       const std::vector<std::string>& words) {
  std::cout.flush();
  become(name, words);
  throw UsageError(
      fmt::format("{} is not installed: it is neither beside this program nor in PATH", name),
      fmt::format("it is in the package {}; builds have it where its libraries are installed",
                  package));
}

void add_explorer_rows(const Command& command, ExploreOptions& options) {
  command
      .option("WHAT", options.what, "",
              "GAME BOARD, the FILE.sgf of a game of Go, or an expression; nothing: a choice")
      .file({"sgf"});
  command.flag("--no-open", options.no_open, "Open no browser: print the address and serve");
  command.option("--port", options.port, "N", "Listen there (default: 0, any that is free)")
      .between<int>(0, 65535);
  command.option("--host", options.host, "HOST",
                 "Listen there, not on this machine alone: only with --i-know");
  command.flag("--i-know", options.i_know,
               "Others in the network who learn the token can compute here");
  command.option("--page", options.page, "FOLDER", "Serve the page from there, for its developers");
}

void add_kernel_rows(const Command& command, KernelOptions& options) {
  command.option("-f", options.connection, "FILE", "The connection file that Jupyter wrote")
      .file({"json"})
      .required();
  add_common(command, options.common);
  add_printing(command, options.common);
  command.flag("--allow-read", options.common.allow_read,
               "Scripts may read files outside of the folder of the notebook");
  command.option("--allow-write", options.common.allow_write, "DIR",
                 "Scripts may write files below that folder");
}

void offer_programs(Commands& commands) {
  using Words = std::vector<std::string>;
  commands.offer(add_explore, [](const ExploreOptions&, const Words& words) {
    return start_program("cgt-explorer", "cgt-explorer", words);
  });
  commands.offer(add_kernel, [](const KernelOptions&, const Words& words) {
    return start_program("cgt-kernel", "cgt-jupyter", words);
  });
}

}  // namespace cgt::repl
