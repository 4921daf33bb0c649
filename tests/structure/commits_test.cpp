// What ./dev lint asks of the subjects of commits.
#include <catch2/catch.hpp>
#include <string>

#include "tests/cli/process.hpp"
#include "tests/files.hpp"

namespace commits_test {

namespace {

bool accepted(const std::string& subject) {
  return cgt::testing::run({cgt::testing::source_root() + "/dev", "subject", subject}).exit_code ==
         0;
}

}  // namespace

TEST_CASE("a commit subject is short and in the imperative", "[structure]") {
  for (const char* subject :
       {"Cut the includes that ran both ways", "Pass the budget on to every thread",
        "Seed the search with the number of the tree", "Bring misère forms to scripts",
        "Revert \"Let the checker of certificates take the sums of a solver from its tables "
        "again\""}) {
    INFO(subject);
    CHECK(accepted(subject));
  }
  for (const char* subject :
       {"", "cut the includes", "Cut the includes.", "Cuts the includes", "Cutting the includes",
        "Mended the includes", "Paths are compiled into one file", "The arrow test knows rooms",
        "No room includes another"}) {
    INFO(subject);
    CHECK_FALSE(accepted(subject));
  }
  // Characters count, not bytes.
  CHECK(accepted("Let é" + std::string(67, 'x')));
  CHECK_FALSE(accepted("Let é" + std::string(68, 'x')));
}

}  // namespace commits_test
