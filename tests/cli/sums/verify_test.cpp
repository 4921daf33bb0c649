// cgt verify: what it says about certificates, and its exit codes.
#include <catch2/catch.hpp>
#include <string>

#include "decomp/solve/sums/certificate/certificate.hpp"
#include "tests/cli/process.hpp"

namespace cli_verify_test {

namespace {

using namespace cgt;
using cgt::testing::run_cgt;
using cgt::testing::TemporaryFile;

solve::Certificate proof_of(const std::string& sum, Player first) {
  Store store;
  solve::SumOutcome solver(store);
  Budget budget;
  solve::CertifyOptions options;
  options.value_nodes = 0;
  return solve::certify(store, solver, sum, first, budget, registered_ruleset, options);
}

constexpr const char* kSum = "clobber:xoxo|oxox + domineering:...|...";

}  // namespace

TEST_CASE("cgt verify says what a certificate proves", "[cli][verify]") {
  const solve::Certificate proof = proof_of(kSum, Player::kLeft);
  REQUIRE(proof.steps.size() > 5);
  const TemporaryFile file(solve::certificate_json(proof), ".json");
  const auto result = run_cgt({"verify", file.path()});
  CHECK(result.out == file.path() + ": verified: " + name(proof.winner) + " wins " + kSum +
                          ", Left moving first, " + std::to_string(proof.steps.size()) +
                          " positions\n");
  CHECK(result.err.empty());
  CHECK(result.exit_code == 0);

  testing::ProcessInput input;
  input.text = solve::certificate_json(proof);
  CHECK(run_cgt({"verify", "-"}, input).out.rfind("<stdin>: verified: ", 0) == 0);
}

TEST_CASE("cgt verify knows rulesets with parameters", "[cli][verify]") {
  const TemporaryFile file(
      R"({"format": "cgt certificate", "version": 1, "first": "Left", "winner": "Left",
          "sum": "game.heap.Subtraction([1,2]):5", "terms": [], "steps": [],
          "values": [["game.heap.Subtraction([1,2]):5", "*2"]]})");
  const auto result = run_cgt({"verify", file.path()});
  CHECK(result.out == file.path() +
                          ": verified: Left wins game.heap.Subtraction([1,2]):5, Left moving "
                          "first, 0 positions\n");
  CHECK(result.exit_code == 0);
}

TEST_CASE("cgt verify refuses with the place and the reason", "[cli][verify]") {
  solve::Certificate proof = proof_of(kSum, Player::kLeft);
  const TemporaryFile good(solve::certificate_json(proof));
  proof.steps.front().sum.clear();
  proof.steps.front().reply.reset();
  const TemporaryFile spoilt(solve::certificate_json(proof));
  const auto result = run_cgt({"verify", good.path(), spoilt.path(), good.path()});
  CHECK(result.exit_code == 1);
  CHECK(result.out.find(good.path() + ": verified") == 0);
  CHECK(result.out.find(spoilt.path() + ": refused: step ") != std::string::npos);
  CHECK(result.out.find("\n" + good.path() + ": verified", result.out.find("refused")) !=
        std::string::npos);

  const auto refusal = [](const std::string& text) {
    const TemporaryFile file(text);
    const auto refused = run_cgt({"verify", file.path()});
    CHECK(refused.exit_code == 1);
    return refused.out.substr(file.path().size());
  };
  CHECK(refusal("") == ": refused: 1:1: this is not JSON\n");
  CHECK(refusal("{\n]") == ": refused: 2:1: this is not JSON\n");
  CHECK(refusal("{}") ==
        ": refused: this is not a certificate: the file has no \"format\": \"cgt certificate\"\n");
  CHECK(refusal(R"({"format": "cgt certificate", "version": 1, "first": "Left", "winner": "Left",
                    "sum": "clobber:x\u001b[31m", "terms": [], "steps": [], "values": []})")
            .find('\x1b') == std::string::npos);
}

TEST_CASE("cgt verify: files that are not there, and budgets", "[cli][verify]") {
  const auto missing = run_cgt({"verify", "/nonexistent.json"});
  CHECK(missing.exit_code == 2);
  CHECK(missing.err.find("cannot read /nonexistent.json") != std::string::npos);
  CHECK(run_cgt({"verify"}).exit_code == 2);

  const TemporaryFile file(solve::certificate_json(proof_of(kSum, Player::kLeft)));
  const auto spent = run_cgt({"verify", "--budget-nodes", "10", file.path()});
  CHECK(spent.out == file.path() + ": unknown: node budget spent\n");
  CHECK(spent.exit_code == 4);
}

}  // namespace cli_verify_test
