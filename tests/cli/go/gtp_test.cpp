// `cgt gtp` as a program: standard input and output, its end, signals.
#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <catch2/catch.hpp>
#include <csignal>
#include <string>

#include "tests/cli/process.hpp"
#include "tests/files.hpp"

namespace cli_gtp_test {

using cgt::testing::ProcessInput;
using cgt::testing::run_cgt;
using cgt::testing::TemporaryFile;

namespace {

cgt::testing::ProcessResult talk(const std::string& lines, std::vector<std::string> words = {}) {
  ProcessInput input;
  input.text = lines;
  words.insert(words.begin(), "gtp");
  return run_cgt(std::move(words), input);
}

// A wide open board between two groups that live: no search solves it. Composed for this test.
const std::string kOpenBoard =
    "gogui-setup b a9 b b9 b c9 b d9 b b8 b d8 b a7 b b7 b c7 b d7 "
    "w f3 w g3 w h3 w j3 w f2 w h2 w f1 w g1 w h1 w j1\n";

}  // namespace

TEST_CASE("gtp answers until quit", "[cli][gtp]") {
  const auto result = talk("1 boardsize 9\nplay b e5\n# a comment\n\n2 play w e5\nquit\nname\n");
  CHECK(result.out == "=1\n\n=\n\n?2 illegal move\n\n=\n\n");
  CHECK(result.err.empty());
  CHECK(result.exit_code == 0);
}

TEST_CASE("gtp ends with its input, in the middle of a line, too", "[cli][gtp]") {
  CHECK(talk("").exit_code == 0);
  CHECK(talk("").out.empty());
  const auto result = talk("boardsize 5\r\n7 name");
  CHECK(result.out == "=\n\n=7 cgt\n\n");
  CHECK(result.exit_code == 0);
  CHECK(talk("boardsize 3\nanalyze b 10\n").out.find("\n\n") != std::string::npos);
}

TEST_CASE("gtp tells on standard error what its moves rest on", "[cli][gtp]") {
  const auto result = talk("boardsize 5\ngenmove b\n");
  CHECK(result.err.find("heuristic: not proved") != std::string::npos);
  CHECK(talk("boardsize 5\ngenmove b\n", {"--quiet"}).err.empty());
}

TEST_CASE("an interrupt line ends the command before it", "[cli][gtp]") {
  const auto result = talk("boardsize 9\n" + kOpenBoard + "5 genmove b\n# interrupt\n6 name\n",
                           {"--budget-ms", "0"});
  CHECK(result.exit_code == 0);
  CHECK(result.out.find("=5 ") != std::string::npos);
  CHECK(result.out.find("=6 cgt\n\n") != std::string::npos);
}

TEST_CASE("Ctrl-C ends an idle gtp with code 130", "[cli][gtp]") {
  std::array<int, 2> in{};
  std::array<int, 2> out{};
  REQUIRE(pipe2(in.data(), O_CLOEXEC) == 0);
  REQUIRE(pipe2(out.data(), O_CLOEXEC) == 0);
  const std::string program = cgt::testing::program();
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    dup2(in[0], STDIN_FILENO);
    dup2(out[1], STDOUT_FILENO);
    execl(program.c_str(), program.c_str(), "gtp", nullptr);
    _exit(127);
  }
  const std::string line = "name\n";
  REQUIRE(write(in[1], line.data(), line.size()) == static_cast<ssize_t>(line.size()));
  std::array<char, 64> answer{};
  REQUIRE(read(out[0], answer.data(), answer.size()) > 0);
  // A signal before it waits again is meant for the command before: then another follows.
  int status = 0;
  for (int tries = 0; tries < 200 && waitpid(child, &status, WNOHANG) == 0; ++tries) {
    kill(child, SIGINT);
    poll(nullptr, 0, 100);
  }
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 130);
  for (const int end : {in[0], in[1], out[0], out[1]}) close(end);
}

}  // namespace cli_gtp_test
