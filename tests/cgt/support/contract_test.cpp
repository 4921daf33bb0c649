#include "cgt/support/error.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <catch2/catch.hpp>
#include <csignal>
#include <string>

#include "tests/contracts.hpp"

namespace cgt::support_contract_test {
namespace {

using Catch::Matchers::Contains;
using Catch::Matchers::Equals;

// What a child process that breaks a contract writes to standard error, and the signal that ends
// it.
struct Death {
  std::string message;
  int signal = 0;
};

Death death_of(ContractHandler handler) {
  std::array<int, 2> ends{};
  REQUIRE(pipe(ends.data()) == 0);
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    dup2(ends[1], STDERR_FILENO);
    std::signal(SIGABRT, SIG_DFL);  // not the handler of the test program
    set_contract_handler(handler);
    CGT_EXPECTS(1 + 1 == 3, "one and one make three");
    _exit(0);
  }
  close(ends[1]);
  Death death;
  std::array<char, 256> part{};
  for (ssize_t n = 0; (n = read(ends[0], part.data(), part.size())) > 0;) {
    death.message.append(part.data(), static_cast<std::size_t>(n));
  }
  close(ends[0]);
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  if (WIFSIGNALED(status)) death.signal = WTERMSIG(status);
  return death;
}

TEST_CASE("a broken contract names its rule and ends the program", "[contract]") {
  const Death death = death_of(nullptr);
  CHECK(death.signal == SIGABRT);
  CHECK_THAT(death.message, Contains("one and one make three") && Contains("contract_test.cpp:"));
}

TEST_CASE("a handler that returns does not save the program", "[contract]") {
  const Death death = death_of([](const char* rule, const char*, int) {
    const std::string text = std::string("heard: ") + rule;
    [[maybe_unused]] const ssize_t n = write(STDERR_FILENO, text.data(), text.size());
  });
  CHECK(death.signal == SIGABRT);
  CHECK_THAT(death.message, Equals("heard: one and one make three"));
}

TEST_CASE("a handler that throws is seen by the caller, and can be taken back", "[contract]") {
  const auto broken = [] { CGT_EXPECTS(false, "the rule"); };
  ContractHandler mine = nullptr;
  {
    const testing::ContractsThrow scope;
    CHECK_THROWS_WITH(broken(), "the rule");
    CHECK_NOTHROW([] { CGT_EXPECTS(true, "the rule"); }());
    mine = set_contract_handler(nullptr);
    CHECK(mine != nullptr);
    set_contract_handler(mine);
  }
  CHECK(set_contract_handler(nullptr) == nullptr);
}

}  // namespace
}  // namespace cgt::support_contract_test
