#include "tests/cli/process.hpp"
#include "tests/files.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <catch2/catch.hpp>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>

namespace cgt::testing {
namespace {

struct Pipe {
  std::array<int, 2> ends{-1, -1};
  Pipe() { REQUIRE(pipe2(ends.data(), O_CLOEXEC) == 0); }
  ~Pipe() {
    close_end(0);
    close_end(1);
  }
  void close_end(std::size_t i) {
    if (ends[i] >= 0) close(ends[i]);
    ends[i] = -1;
  }
};

// Appends what is there to `text`; false at the end of the stream.
bool drain(int descriptor, std::string& text) {
  std::array<char, 65536> buffer;
  const ssize_t got = read(descriptor, buffer.data(), buffer.size());
  if (got <= 0) return false;
  text.append(buffer.data(), static_cast<std::size_t>(got));
  return true;
}

}  // namespace

ProcessResult run(const std::vector<std::string>& words, const ProcessInput& input) {
  std::signal(SIGPIPE, SIG_IGN);
  Pipe in;
  Pipe out;
  Pipe err;
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);

  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    dup2(in.ends[0], STDIN_FILENO);
    dup2(out.ends[1], STDOUT_FILENO);
    dup2(input.merge_errors ? out.ends[1] : err.ends[1], STDERR_FILENO);
    std::signal(SIGPIPE, SIG_DFL);
    for (const std::string& setting : input.environment) putenv(const_cast<char*>(setting.c_str()));
    execvp(arguments[0], arguments.data());
    _exit(127);
  }
  in.close_end(0);
  out.close_end(1);
  err.close_end(1);
  fcntl(in.ends[1], F_SETFL, O_NONBLOCK);

  ProcessResult result;
  std::size_t written = 0;
  const auto deadline =
      std::chrono::steady_clock::now() + std::chrono::seconds(input.timeout_seconds);
  while (out.ends[0] >= 0 || err.ends[0] >= 0) {
    if (written == input.text.size()) in.close_end(1);
    std::array<pollfd, 3> waits{pollfd{out.ends[0], POLLIN, 0}, pollfd{err.ends[0], POLLIN, 0},
                                pollfd{in.ends[1], POLLOUT, 0}};
    poll(waits.data(), waits.size(), 200);
    if (std::chrono::steady_clock::now() > deadline) {
      kill(child, SIGKILL);
      break;
    }
    if (waits[2].revents != 0) {
      const ssize_t sent = write(in.ends[1], input.text.data() + written,
                                 std::min<std::size_t>(input.text.size() - written, 65536));
      if (sent > 0) written += static_cast<std::size_t>(sent);
      if (sent < 0 && errno != EAGAIN) in.close_end(1);
    }
    if (waits[0].revents != 0 && !drain(out.ends[0], result.out)) out.close_end(0);
    if (waits[1].revents != 0 && !drain(err.ends[0], result.err)) err.close_end(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return result;
}

ProcessResult run_cgt(std::vector<std::string> arguments, const ProcessInput& input) {
  arguments.insert(arguments.begin(), cgt::testing::program());
  ProcessInput sealed = input;
  sealed.environment.push_back("XDG_STATE_HOME=/nonexistent");
  sealed.environment.push_back("XDG_CONFIG_HOME=/nonexistent");
  return run(arguments, sealed);
}

TemporaryFile::TemporaryFile(const std::string& text, const std::string& suffix) {
  const char* folder = std::getenv("TMPDIR");
  path_ = std::string(folder == nullptr ? "/tmp" : folder) + "/cgt-test-XXXXXX" + suffix;
  const int descriptor = mkstemps(path_.data(), static_cast<int>(suffix.size()));
  REQUIRE(descriptor >= 0);
  close(descriptor);
  std::ofstream(path_, std::ios::binary) << text;
}

TemporaryFile::~TemporaryFile() { unlink(path_.c_str()); }

}  // namespace cgt::testing
