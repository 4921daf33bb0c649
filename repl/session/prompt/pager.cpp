#include "repl/session/prompt/pager.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <iostream>

#include "repl/support/running/interrupt.hpp"

namespace cgt::repl {
namespace {

constexpr int kNotFound = 127;  // what a shell returns then

// False if there is no such program.
bool piped(const char* pager, const std::string& text) {
  // Who leaves the pager early closes the pipe.
  const auto before = std::signal(SIGPIPE, SIG_IGN);
  std::FILE* pipe = popen(pager, "w");
  int status = kNotFound << 8;
  if (pipe != nullptr) {
    std::fwrite(text.data(), 1, text.size(), pipe);
    status = pclose(pipe);
  }
  std::signal(SIGPIPE, before);
  take_interrupt();  // Ctrl-C was for the pager
  return !WIFEXITED(status) || WEXITSTATUS(status) != kNotFound;
}

}  // namespace

void show_in_pager(const std::string& text) {
  if (isatty(STDOUT_FILENO) != 0) {
    std::cout.flush();
    const char* chosen = std::getenv("PAGER");
    if (piped(chosen == nullptr || *chosen == '\0' ? "less" : chosen, text)) return;
  }
  std::cout << text;
}

}  // namespace cgt::repl
