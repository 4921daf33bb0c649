// `cgt sokoban` as a program.
#include <algorithm>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "tests/cli/process.hpp"
#include "tests/files.hpp"
#include "tests/labs/sokoban/plain.hpp"

namespace cli_sokoban_test {

namespace {

using cgt::testing::ProcessInput;
using cgt::testing::ProcessResult;
using cgt::testing::run_cgt;
using cgt::testing::TemporaryFile;
using cgt::testing::plain_sokoban::levels_of;
using cgt::testing::plain_sokoban::plain_solve;

const std::string kLevels = cgt::testing::source_root() + "/examples/sokoban/four.xsb";

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("what sokoban solve prints, sokoban verify accepts", "[cli][sokoban]") {
  for (const std::vector<std::string>& how :
       {std::vector<std::string>{}, {"--best"}, {"--method", "weighted"}, {"--method", "scalar"}}) {
    std::vector<std::string> words{"sokoban", "solve", kLevels, "--all", "--quiet"};
    words.insert(words.end(), how.begin(), how.end());
    const ProcessResult solved = run_cgt(words);
    CHECK(solved.exit_code == 0);
    const TemporaryFile file(solved.out);
    const ProcessResult verified = run_cgt({"sokoban", "verify", kLevels, file.path()});
    CHECK(verified.exit_code == 0);
    CHECK(contains(verified.out, "level 4: valid: "));
    CHECK_FALSE(contains(verified.out, "refused"));
    if (!how.empty() && how[0] == "--best")
      CHECK(contains(verified.out, "level 4: valid: 33 pushes, "));
  }
}

TEST_CASE("sokoban: a level, its rooms, faults and exit codes", "[cli][sokoban]") {
  const ProcessResult best =
      run_cgt({"sokoban", "solve", kLevels, "--level", "2", "--best", "--method", "ida"});
  CHECK(best.exit_code == 0);
  CHECK(contains(best.out, "3 pushes"));
  CHECK(contains(best.out, "fewest pushes"));
  const ProcessResult pareto = run_cgt({"sokoban", "solve", kLevels, "--level", "1", "--pareto"});
  CHECK(pareto.exit_code == 0);
  CHECK(contains(pareto.out, "8 pushes, 33 moves"));
  CHECK(contains(pareto.out, "proved"));
  const ProcessResult rooms = run_cgt({"sokoban", "show", kLevels, "--level", "4", "--rooms"});
  CHECK(rooms.exit_code == 0);
  CHECK(contains(rooms.out, "door"));
  CHECK(run_cgt({"sokoban", "show", kLevels, "--level", "5"}).exit_code == 1);
  CHECK(run_cgt({"sokoban", "solve", "no-such-file"}).exit_code == 2);
  ProcessInput input;
  input.text = "#####\n#@$ #\n#####\n";
  const ProcessResult faulty = run_cgt({"sokoban", "solve", "-"}, input);
  CHECK(faulty.exit_code == 3);
  CHECK(contains(faulty.err, "<stdin>:1:1: error: 1 box and 0 goals"));
  input.text = "######\n#@ $ #\n# . ##\n######\n";
  const ProcessResult none = run_cgt({"sokoban", "solve", "-"}, input);
  CHECK(none.exit_code == 1);
  CHECK(contains(none.out, "no solution"));
  input.text = "1 rux";
  const ProcessResult unread = run_cgt({"sokoban", "verify", kLevels, "-"}, input);
  CHECK(unread.exit_code == 3);
  CHECK(contains(unread.err, "<stdin>:1:5: error: no move is written so"));
  input.text = "1 d\n";
  const ProcessResult refused = run_cgt({"sokoban", "verify", kLevels, "-"}, input);
  CHECK(refused.exit_code == 1);
  CHECK(contains(refused.out, "refused"));
  const ProcessResult spent = run_cgt(
      {"sokoban", "solve", cgt::testing::source_root() + "/tests/labs/sokoban/data/microban.xsb",
       "--level", "144", "--method", "astar", "--budget-nodes", "2000"});
  CHECK(spent.exit_code == 4);
  CHECK(contains(spent.out, "unknown: node budget spent; at least"));
}

TEST_CASE("sokoban: a hint from any position, and since when a level is lost", "[cli][sokoban]") {
  const ProcessResult hint = run_cgt({"sokoban", "hint", kLevels, "--after", "dlU", "--best"});
  CHECK(hint.exit_code == 0);
  CHECK(contains(hint.out, "after 1 push, 3 moves: to go: 7 pushes, 30 moves, fewest pushes"));
  CHECK(contains(hint.out, "next: rrrdL"));
  const ProcessResult done =
      run_cgt({"sokoban", "hint", kLevels, "--after", "dlUrrrdLullddrUluRuulDrddrruLdlUU"});
  CHECK(contains(done.out, ": solved"));
  const ProcessResult wall = run_cgt({"sokoban", "hint", kLevels, "--after", "uuu"});
  CHECK(wall.exit_code == 1);
  CHECK(contains(wall.err, "--after: move"));
  // Along random walks: lost from the first position that breadth-first search calls so.
  std::mt19937 random(7);
  std::size_t lost = 0;
  for (int i = 0; i < 12; ++i) {
    const auto level = random() % 2;
    const std::vector<cgt::sokoban::Level> levels = levels_of(cgt::testing::read_file(kLevels));
    std::string moves;
    std::vector<bool> solvable{true};
    for (int step = 0; step < 400 && solvable.size() < 6; ++step) {
      const auto d = random() % 4;
      cgt::sokoban::Level end;
      for (const char letter : {cgt::sokoban::kStepLetter[d], cgt::sokoban::kPushLetter[d]}) {
        if (cgt::sokoban::play(levels[level], moves + letter, &end).moves == moves.size()) continue;
        moves += letter;
        if (letter == cgt::sokoban::kPushLetter[d])
          solvable.push_back(plain_solve(end, 50'000).pushes.has_value());
      }
    }
    CAPTURE(level, moves);
    const std::string number = std::to_string(level + 1);
    const TemporaryFile proof("");
    const ProcessResult answer = run_cgt({"sokoban", "hint", kLevels, "--level", number, "--after",
                                          moves, "--json", "--out", proof.path()});
    const auto json = nlohmann::json::parse(answer.out);
    if (solvable.back()) {
      CHECK((json["answer"] == "solvable" || json["answer"] == "solved"));
      continue;
    }
    ++lost;
    CHECK(answer.exit_code == 1);
    REQUIRE(json["answer"] == "lost");
    const auto first = std::find(solvable.begin(), solvable.end(), false) - solvable.begin();
    CHECK(json["push"] == first);
    CHECK(json["first_lost_push_is_proved"] == true);
    REQUIRE(json["proof"].is_string());
    const ProcessResult checked = run_cgt({"sokoban", "verify", kLevels, proof.path()});
    CHECK(checked.exit_code == 0);
    CHECK(contains(checked.out, "level " + number + ": lost after "));
  }
  CHECK(lost > 3);
}

TEST_CASE("sokoban: proofs that prove nothing are refused", "[cli][sokoban]") {
  ProcessInput input;
  // Tabs and a byte order mark are no part of them.
  for (const char* line : {"1 dR lost 5,5\n", "1\tdR\tlost\t5,5\n",
                           "\xef\xbb\xbf"
                           "1 dR lost 5,5\r\n"}) {
    CAPTURE(line);
    input.text = line;
    CHECK(run_cgt({"sokoban", "verify", kLevels, "-"}, input).out ==
          "level 1: lost after 2 moves: 1 box, 1 position, none solved\n");
  }
  for (const char* line : {"1 lost 5,5\n", "1\tlost 5,5\n", "1\tlost\t5,5\n"}) {
    CAPTURE(line);
    input.text = line;
    CHECK(contains(run_cgt({"sokoban", "verify", kLevels, "-"}, input).out, "level 1: refused: "));
  }
  input.text = "1\tlost\n";
  CHECK(run_cgt({"sokoban", "verify", kLevels, "-"}, input).out ==
        "level 1: refused: the proof names no box\n");
  input.text = "1 dlU lost 3,2\n";
  const ProcessResult wrong = run_cgt({"sokoban", "verify", kLevels, "-"}, input);
  CHECK(wrong.exit_code == 1);
  CHECK(contains(wrong.out, "refused: "));
  input.text = "1 dlU lost 3;2\n";
  const ProcessResult unread = run_cgt({"sokoban", "verify", kLevels, "-"}, input);
  CHECK(unread.exit_code == 3);
  CHECK(contains(unread.err, "<stdin>:1:12: error: \"3;2\" is not a place of a box"));
}

TEST_CASE("sokoban: solutions in the file of the levels are checked", "[cli][sokoban]") {
  const TemporaryFile right("#######\n#@ $ .#\n#######\nTitle: One\nSolution\nrRR\n");
  const ProcessResult valid = run_cgt({"sokoban", "verify", right.path()});
  CHECK(valid.exit_code == 0);
  CHECK(valid.out == "level 1 (One): valid: 2 pushes, 3 moves\n");
  const TemporaryFile wrong("#######\n#@ $ .#\n#######\nSolution\nrRRR\n");
  const ProcessResult refused = run_cgt({"sokoban", "verify", wrong.path()});
  CHECK(refused.exit_code == 1);
  CHECK(contains(refused.out, "level 1: refused: move 4: the box is blocked"));
  CHECK(run_cgt({"sokoban", "verify", kLevels}).exit_code == 1);
}

TEST_CASE("sokoban: levels are rated", "[cli][sokoban]") {
  const ProcessResult table = run_cgt({"sokoban", "rate", kLevels, "--best"});
  CHECK(table.exit_code == 0);
  CHECK(table.out.starts_with("level\ttitle\tanswer\tboxes\t"));
  CHECK(contains(table.out, "1\tMicroban 1\tsolved\t2\t"));
  const ProcessResult rows = run_cgt({"sokoban", "rate", kLevels, "--json"});
  const auto first = nlohmann::json::parse(rows.out.substr(0, rows.out.find('\n')));
  CHECK(first["pushes"] >= 8);
  CHECK(first["least"] <= 8);
}

}  // namespace cli_sokoban_test
