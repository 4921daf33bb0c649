// cgt prove: the files that it writes, what it refuses, and, where there is coqc, what that says.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "tests/cli/process.hpp"
#include "tests/files.hpp"
#include "tests/scratch.hpp"

namespace cli_prove_test {

namespace {

using namespace cgt;
using cgt::testing::ProcessInput;
using cgt::testing::ProcessResult;
using cgt::testing::run;
using cgt::testing::run_cgt;
using cgt::testing::TemporaryFile;

// The file that is written about these statements.
std::string proof_of(std::vector<std::string> statements) {
  const TemporaryFile file("", ".v");
  statements.insert(statements.begin(), {"prove", "--coq", file.path(), "--"});
  const ProcessResult result = run_cgt(statements);
  INFO(result.err);
  REQUIRE(result.exit_code == 0);
  return testing::read_file(file.path());
}

bool holds_text(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// The theorems of a file.
std::string claims_of(const std::string& text) {
  std::string out;
  for (std::size_t at = text.find("Theorem "); at != std::string::npos;
       at = text.find("Theorem ", at + 1)) {
    out += text.substr(at, text.find('\n', at) + 1 - at);
  }
  return out;
}

}  // namespace

TEST_CASE("cgt prove writes the tree of a board, its value and a theorem", "[cli][prove]") {
  const std::string text = proof_of({"game.grid.Domineering(\"..|..|#.\")"});
  const std::size_t table = text.find("Definition games");
  REQUIRE(table != std::string::npos);
  CHECK(text.substr(table) == R"(Definition games : list row := [
  moves [] [];  (* 1: 0 *)
  moves [] [1];  (* 2: -1 *)
  moves [1] [1];  (* 3: * *)
  moves [1] [];  (* 4: 1 *)
  moves [3; 4] [2; 3];  (* 5: +-1 *)
  moves [4] [2]  (* 6: +-1 *)
]%positive.
Definition G1 := game_in games 5.  (* game.grid.Domineering("..|..|#.") *)
Definition V := game_in games 6.  (* +-1 *)
Theorem claim : G1 == V /\ canonical V.
Proof. apply (by_canonical games (Base 5) (Base 6)). vm_cast_no_check (eq_refl true). Qed.
Print Assumptions claim.
)");
}

TEST_CASE("cgt prove states each relation and sums as they are written", "[cli][prove]") {
  const std::string text = proof_of({"^ == ^", "v <= 0", "1 >= 0", "* < 1", "2 > ^", "* <> 0",
                                     "v <| *", "^ |> *", "-^ + * - (1 - *) <= 0"});
  CHECK(claims_of(text) == R"(Theorem claim : G1 == G2.
Theorem claim : G1 <= G2.
Theorem claim : G1 >= G2.
Theorem claim : G1 < G2.
Theorem claim : G1 > G2.
Theorem claim : confused (G1) (G2).
Theorem claim : ~ G2 <= G1.
Theorem claim : ~ G1 <= G2.
Theorem claim : - G1 + G2 + (- (G3 + - G4)) <= G5.
)");
  CHECK(holds_text(text, "Print Assumptions claims."));
}

TEST_CASE("Comments of files for Coq end where they should", "[cli][prove]") {
  CHECK(holds_text(proof_of({"1+* == 1+(*)"}), "(* 1+* == 1+( * ) *)"));
  CHECK(holds_text(proof_of({"game.heap.Nim(1) == *"}), "(* game.heap.Nim(1) == * *)"));
}

TEST_CASE("cgt prove refuses what is false, loopy, large or no game", "[cli][prove]") {
  const TemporaryFile file("untouched", ".v");
  const auto refused = [&](const std::string& statement, int code) {
    const ProcessResult result = run_cgt({"prove", "--coq", file.path(), "--", statement});
    CHECK(result.exit_code == code);
    CHECK(testing::read_file(file.path()) == "untouched");
    return result.err;
  };
  CHECK(refused("^ + ^ <= *2", 1) ==
        "STATEMENT:1:1: error: this is not so\n  ^ + ^ <= *2\n  ^~~~~~~~~~~\n"
        "hint: the values are ^^ and *2\n");
  CHECK(holds_text(refused("on >= 0", 1), "STATEMENT:1:1: error: a proof needs a short game"));
  CHECK(holds_text(refused("0 <= \"a\"", 1), "STATEMENT:1:6: error: "));
  CHECK(holds_text(refused("1 <= foo", 3), "STATEMENT:1:6: error: unknown name 'foo'"));
  CHECK(holds_text(refused("1 = 1", 3), "STATEMENT:1:3: error: '=' is not an operator"));
  CHECK(holds_text(refused("1 < 2; 2 < 3", 1), "error: expected one statement"));
  CHECK(holds_text(refused("*20001", 1), "more than 20000 games"));
  const ProcessResult lines = run_cgt({"prove", "-", "--coq", file.path()},
                                      ProcessInput{"0 <= 1\n\n1 <= 0\n", {}, false, 60});
  CHECK(lines.exit_code == 1);
  CHECK(holds_text(lines.err, "<stdin>, line 3:1:1: error: this is not so"));
}

TEST_CASE("Coq accepts what cgt prove writes, and refuses a changed digit", "[cli][prove]") {
  if (run({"/bin/sh", "-c", "command -v coqc"}).exit_code != 0) {
    WARN("not checked: there is no coqc here (package coq); the night has it");
    return;
  }
  const testing::Scratch folder;
  const auto coqc = [&](const std::string& name, const std::string& text) {
    testing::write_bytes(folder / name, text);
    return run({"coqc", "-Q", folder.path(), "CGT", folder / name});
  };
  for (const char* part : {"Games.v", "Checker.v"}) {
    const ProcessResult compiled =
        coqc(part, testing::read_file(testing::source_root() + "/examples/coq/" + part));
    INFO(compiled.err);
    REQUIRE(compiled.exit_code == 0);
  }
  const std::string text = proof_of({"game.grid.Domineering(\"..|..|#.\")"});
  const ProcessResult accepted = coqc("board.v", text);
  CHECK(accepted.out == "Closed under the global context\n");
  CHECK(accepted.exit_code == 0);
  std::string changed = text;
  changed.replace(changed.find("moves [3; 4] [2; 3]"), 12, "moves [3; 3]");
  CHECK(coqc("changed.v", changed).exit_code != 0);
}

}  // namespace cli_prove_test
