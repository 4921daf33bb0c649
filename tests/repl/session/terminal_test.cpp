// The conversation on a real (pseudo) terminal: prompts, Ctrl-C, several lines, history.
//
// A terminal echoes what is typed, so a test never waits for a text that stands in its own input:
// answers are waited for with the prompt behind them.
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <array>
#include <catch2/catch.hpp>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "tests/files.hpp"
#include "tests/scratch.hpp"

namespace terminal_test {

namespace {

// Is there none that could be opened, as in a container without /dev/pts? Then it says so, and the
// test is left out.
bool no_terminal() {
  int ends[2];
  if (openpty(&ends[0], &ends[1], nullptr, nullptr, nullptr) == 0) {
    for (const int end : ends) close(end);
    return false;
  }
  WARN("skipped: no pseudo-terminal can be opened here (" << std::strerror(errno) << ")");
  return true;
}

// state_folder: for the history; what it has of config/cgt/init.cgs and inputrc is read.
class Terminal {
 public:
  explicit Terminal(const std::string& state_folder, std::vector<std::string> options = {}) {
    options.insert(options.begin(), cgt::testing::program());
    std::vector<char*> arguments;
    for (const std::string& option : options)
      arguments.push_back(const_cast<char*>(option.c_str()));
    arguments.push_back(nullptr);
    winsize size{24, 200, 0, 0};
    child_ = forkpty(&terminal_, nullptr, nullptr, &size);
    REQUIRE(child_ >= 0);
    if (child_ == 0) {
      setenv("XDG_STATE_HOME", state_folder.c_str(), 1);
      setenv("XDG_CONFIG_HOME", (state_folder + "/config").c_str(), 1);
      setenv("TERM", "dumb", 1);
      setenv("NO_COLOR", "1", 1);
      setenv("INPUTRC", (state_folder + "/inputrc").c_str(), 1);
      setenv("PAGER", "sed 's/^##/[##/'", 1);
      execv(arguments[0], arguments.data());
      _exit(127);
    }
  }

  ~Terminal() {
    if (child_ > 0) {
      kill(child_, SIGKILL);
      waitpid(child_, nullptr, 0);
    }
    close(terminal_);
  }

  void type(const std::string& text) {
    REQUIRE(write(terminal_, text.data(), text.size()) == static_cast<ssize_t>(text.size()));
  }

  // Waits until `text` has appeared after all that earlier calls waited for.
  bool see(const std::string& text, int seconds = 120) {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
    for (;;) {
      const std::size_t at = screen_.find(text, seen_);
      if (at != std::string::npos) {
        seen_ = at + text.size();
        return true;
      }
      if (std::chrono::steady_clock::now() > deadline || !more()) {
        UNSCOPED_INFO("waited for \"" << text << "\" in:\n" << screen_.substr(seen_));
        return false;
      }
    }
  }

  // Waits for a line that is this text and for the prompt in the next one. What is typed stands
  // behind a prompt, so it cannot be taken for the answer.
  bool answers(const std::string& text) { return see("\r\n" + text + "\r\ncgt> "); }

  // Waits until the program has computed for a while: at a prompt it only waits.
  bool computes(int seconds = 120) {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
    const double before = used_seconds();
    while (used_seconds() < before + 0.1) {
      if (std::chrono::steady_clock::now() > deadline) return false;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return true;
  }

  int wait_for_exit() {
    while (more()) {
    }
    int status = 0;
    waitpid(child_, &status, 0);
    child_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

  // Its exit code, when it has been told so often enough: presses that come together are one.
  int leaves_by(const std::string& key) {
    for (int times = 0; times < 500; ++times) {
      int status = 0;
      if (write(terminal_, key.data(), key.size()) < 0 && errno != EIO) return -1;
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      if (waitpid(child_, &status, WNOHANG) != child_) continue;
      child_ = -1;
      return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }
    return -1;
  }

 private:
  // False at the end of the stream.
  bool more() {
    pollfd wait{terminal_, POLLIN, 0};
    if (poll(&wait, 1, 500) <= 0) return true;
    std::array<char, 4096> buffer;
    const ssize_t got = read(terminal_, buffer.data(), buffer.size());
    if (got <= 0) return false;
    screen_.append(buffer.data(), static_cast<std::size_t>(got));
    return true;
  }

  // Of the processor, so far.
  double used_seconds() const {
    clockid_t clock;
    timespec used{};
    if (clock_getcpuclockid(child_, &clock) != 0 || clock_gettime(clock, &used) != 0) return 0;
    return static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) * 1e-9;
  }

  int terminal_ = -1;
  pid_t child_ = -1;
  std::string screen_;
  std::size_t seen_ = 0;
};

constexpr const char* kControlC = "\x03";
constexpr const char* kControlD = "\x04";

// 8x8 cells: hours of work.
std::string domino_board() {
  std::string rows;
  for (int row = 0; row < 8; ++row) rows += row == 0 ? "........" : "|........";
  return rows;
}

}  // namespace

TEST_CASE("a conversation", "[repl]") {
  if (no_terminal()) return;
  const cgt::testing::Scratch state;
  Terminal terminal(state.path());
  REQUIRE(terminal.see("cgt 0.1.0"));
  REQUIRE(terminal.see("cgt> "));
  terminal.type("1+1\n");
  REQUIRE(terminal.answers("%1 = 2"));
  terminal.type("% + 5\n");
  REQUIRE(terminal.answers("%2 = 7"));

  SECTION("several lines") {
    terminal.type("{3||\n");
    REQUIRE(terminal.see("...> "));
    terminal.type("2|1}\n");
    CHECK(terminal.answers("%3 = {3||2|1}"));
  }
  SECTION("long values show their size until all is asked for") {
    terminal.type("g := Sum(+-n for n from 1 to 12)\n");
    CHECK(terminal.see(" followers"));
    REQUIRE(terminal.see("cgt> "));
    terminal.type(":all\n");
    CHECK(terminal.see("{78|76||74|72"));
  }
  SECTION("a plot is as wide as the terminal, up to 100 columns") {
    terminal.type(":plot {7||2|1}\n");
    CHECK(terminal.see(" mean 17/4\r\n"));
  }
  SECTION("a blank line drops an open statement") {
    terminal.type("(4 +\n");
    REQUIRE(terminal.see("...> "));
    terminal.type("\n");
    REQUIRE(terminal.see("input dropped"));
    REQUIRE(terminal.see("cgt> "));
    terminal.type("40+2\n");
    CHECK(terminal.answers("%3 = 42"));
  }
  SECTION("an error keeps the session") {
    terminal.type("0/0\n");
    REQUIRE(terminal.see("error: division by zero\r\n"));
    REQUIRE(terminal.see("cgt> "));
    terminal.type("%1\n");
    CHECK(terminal.answers("%3 = 2"));
  }
  SECTION("help") {
    terminal.type("?Mean\n");
    CHECK(terminal.see("\r\nGame.Mean\r\n  Mean value: the mast of the thermograph.\r\n"));
    REQUIRE(terminal.see("cgt> "));
    terminal.type(":help\n");
    CHECK(terminal.see("\r\n:load FILE "));
  }
  SECTION("completion") {
    terminal.type(":vers\t\n");
    CHECK(terminal.answers("cgt 0.1.0"));
  }
  SECTION("files are completed where files are meant") {
    const std::string folder = state.path() + "/files";
    std::filesystem::create_directories(folder + "/scripts");
    std::ofstream(folder + "/scripts/first.cgs") << "\"the first\"\n";
    std::ofstream(folder + "/scripts/notes.txt") << "n";
    terminal.type(":load " + folder + "/scr\tfi\t\n");
    CHECK(terminal.answers("\"the first\""));
    terminal.type("load \"" + folder + "/scripts/fi\t\"\n");
    CHECK(terminal.answers("\"the first\""));
    // Scripts read below the working folder only: that the name was completed is in the refusal.
    terminal.type("ReadText(\"" + folder + "/scripts/no\t\")\n");
    CHECK(terminal.see("notes.txt"));
    REQUIRE(terminal.see("cgt> "));
  }
  SECTION("names of symbols become what the language writes") {
    terminal.type("2*\\up\t + \\star\t\n");
    CHECK(terminal.answers("%3 = ^^*"));
  }
  SECTION("a page of the reference goes through the pager") {
    terminal.type("??Thermograph.Mean\n");
    CHECK(terminal.see("\r\n[## Thermograph"));
  }
  SECTION("Ctrl-D ends it") {
    terminal.type(kControlD);
    CHECK(terminal.wait_for_exit() == 0);
  }
  SECTION(":quit ends it") {
    terminal.type(":quit\n");
    CHECK(terminal.wait_for_exit() == 0);
  }
}

TEST_CASE("the start file is run first, unless it is told not to", "[repl]") {
  if (no_terminal()) return;
  const cgt::testing::Scratch state;
  std::filesystem::create_directories(state.path() + "/config/cgt");
  std::ofstream(state.path() + "/config/cgt/init.cgs") << "first := 40\n";
  {
    Terminal terminal(state.path());
    REQUIRE(terminal.see("cgt> "));
    terminal.type("first + 2\n");
    CHECK(terminal.answers("%2 = 42"));
  }
  Terminal terminal(state.path(), {"--no-init"});
  REQUIRE(terminal.see("cgt> "));
  terminal.type("first + 2\n");
  CHECK(terminal.see("error: unknown name 'first'"));
}

TEST_CASE("keys are those of the inputrc", "[repl]") {
  if (no_terminal()) return;
  const cgt::testing::Scratch state;
  std::ofstream(state.path() + "/inputrc") << "$if cgt\nset editing-mode vi\n$endif\n";
  Terminal terminal(state.path());
  REQUIRE(terminal.see("cgt> "));
  // To the beginning, one letter away, another instead.
  terminal.type(
      "1 + 2\x1b"
      "0xi40\n");
  REQUIRE(terminal.answers("%1 = 42"));
  // The line before, its last letter replaced.
  terminal.type("\x1bk$r3\n");
  CHECK(terminal.answers("%2 = 43"));
}

TEST_CASE("Ctrl-C", "[repl]") {
  if (no_terminal()) return;
  const cgt::testing::Scratch state;
  Terminal terminal(state.path(), {"-q"});
  REQUIRE(terminal.see("cgt> "));

  SECTION("stops an evaluation and keeps the session") {
    terminal.type("x := 17;\n");
    REQUIRE(terminal.see("cgt> "));
    terminal.type("for i from 1 to 1000000000000 do i end\n");
    REQUIRE(terminal.see("end\r\n"));
    REQUIRE(terminal.computes());
    terminal.type(kControlC);
    REQUIRE(terminal.see("interrupted"));
    REQUIRE(terminal.see("cgt> "));
    terminal.type("x + 1\n");
    CHECK(terminal.answers("18"));
  }
  SECTION("tells what is known so far") {
    terminal.type("game.grid.Domineering(\"" + domino_board() + "\").CanonicalForm\n");
    REQUIRE(terminal.see("CanonicalForm\r\n"));
    REQUIRE(terminal.computes());
    terminal.type(kControlC);
    REQUIRE(terminal.see("interrupted: the value is unknown\r\nknown so far of game.grid."));
    REQUIRE(terminal.see("-32 <= value <= 32"));
    REQUIRE(terminal.see("cgt> "));
    terminal.type("2+3\n");
    CHECK(terminal.answers("5"));
  }
  SECTION("stops the printing of a result") {
    terminal.type("g := Sum(+-n for n from 1 to 40)\n");
    REQUIRE(terminal.see(" followers\r\ncgt> "));
    terminal.type(":all\n");
    REQUIRE(terminal.see(":all\r\n"));
    REQUIRE(terminal.computes());
    terminal.type(kControlC);
    REQUIRE(terminal.see("interrupted: the value is unknown\r\ncgt> "));
    terminal.type("2+3\n");
    CHECK(terminal.answers("5"));
  }
  SECTION("clears the line at the prompt") {
    terminal.type("123456");
    REQUIRE(terminal.see("123456"));
    terminal.type(kControlC);
    REQUIRE(terminal.see("cgt> "));
    terminal.type("2+3\n");
    CHECK(terminal.answers("5"));
  }
  SECTION("clears what was typed just before it") {
    terminal.type(std::string("123456") + kControlC);
    REQUIRE(terminal.see("^C\r\ncgt> "));
    terminal.type("2+3\n");
    CHECK(terminal.answers("5"));
  }
  SECTION("clears a search in the history") {
    terminal.type("111+222\n");
    REQUIRE(terminal.answers("333"));
    terminal.type("\x12");
    REQUIRE(terminal.see("i-search)"));
    terminal.type("1+2");
    REQUIRE(terminal.see("111+222"));
    terminal.type(kControlC);
    REQUIRE(terminal.see("^C\r\ncgt> "));
    terminal.type("2+3\n");
    CHECK(terminal.answers("5"));
  }
  SECTION("twice on empty lines leaves, with its exit code") {
    CHECK(terminal.leaves_by(kControlC) == 130);
  }
  SECTION("leaves an open statement") {
    terminal.type("(4 +\n");
    REQUIRE(terminal.see("...> "));
    terminal.type(kControlC);
    REQUIRE(terminal.see("cgt> "));
    terminal.type("40+2\n");
    CHECK(terminal.answers("42"));
  }
}

TEST_CASE("a result too long for the budget is not printed", "[repl]") {
  if (no_terminal()) return;
  const cgt::testing::Scratch state;
  Terminal terminal(state.path(), {"-q", "--budget-nodes", "3000000"});
  REQUIRE(terminal.see("cgt> "));
  terminal.type("g := Sum(+-n for n from 1 to 40)\n");  // 2^41 nodes when written
  REQUIRE(terminal.see(" followers\r\ncgt> "));
  terminal.type(":all\n");
  REQUIRE(terminal.see("node budget spent: the value is unknown\r\ncgt> "));
  terminal.type("2+3\n");
  CHECK(terminal.answers("5"));
}

TEST_CASE("history lasts from one run to the next", "[repl]") {
  if (no_terminal()) return;
  const cgt::testing::Scratch state;
  {
    Terminal terminal(state.path(), {"-q"});
    REQUIRE(terminal.see("cgt> "));
    terminal.type("1000+23\n");
    REQUIRE(terminal.answers("1023"));
    terminal.type(":quit\n");
    REQUIRE(terminal.wait_for_exit() == 0);
  }
  CHECK(std::filesystem::exists(state.path() + "/cgt/history"));
  Terminal terminal(state.path(), {"-q"});
  REQUIRE(terminal.see("cgt> "));
  terminal.type("\x10\x10\n");  // Ctrl-P: before :quit came the sum
  CHECK(terminal.answers("1023"));
}

}  // namespace terminal_test
