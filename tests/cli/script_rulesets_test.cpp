// Rulesets in scripts as games of the program's commands.
#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <tuple>

#include "tests/cli/process.hpp"
#include "tests/files.hpp"

namespace script_rulesets_test {

using cgt::testing::run_cgt;
using cgt::testing::TemporaryFile;
using Json = nlohmann::json;

namespace {

const std::string kFolder = cgt::testing::source_root() + "/examples/rulesets/";

std::string after_first_line(const std::string& text) { return text.substr(text.find('\n') + 1); }

TEST_CASE("cgt eval takes the file of a ruleset in a script", "[cli][scripts]") {
  const auto value = run_cgt({"eval", kFolder + "Clobber.cgs", "xoxo|oxox", "--json", "--moves"});
  REQUIRE(value.exit_code == 0);
  const Json ours = Json::parse(value.out);
  const Json theirs =
      Json::parse(run_cgt({"eval", "clobber", "xoxo|oxox", "--json", "--moves"}).out);
  for (const char* key : {"game", "value", "outcome", "mean", "temperature"}) {
    CHECK(ours[key] == theirs[key]);
  }
  CHECK(ours["left"].size() == theirs["left"].size());
  for (const char* what : {"outcome", "thermograph"}) {
    CHECK(run_cgt({"eval", kFolder + "Domineering.cgs", "...|...|...", "....|....", "--only", what})
              .out ==
          run_cgt({"eval", "domineering", "...|...|...", "....|....", "--only", what}).out);
  }
  // Threads do not share a session.
  CHECK(run_cgt({"eval", kFolder + "Clobber.cgs", "xo", "xox", "xoxo", "--threads", "4"}).out ==
        run_cgt({"eval", "clobber", "xo", "xox", "xoxo"}).out);
  const auto heap =
      run_cgt({"eval", kFolder + "PartizanSubtraction.cgs([1,2],[1])", "5", "--json"});
  CHECK(Json::parse(heap.out)["value"] ==
        Json::parse(run_cgt({"eval", "game.heap.PartizanSubtraction([1,2],[1])", "5", "--json"})
                        .out)["value"]);
  const auto expression = run_cgt({"eval", "FunctionalHeapRuleset(n -> [[0],[n-1]])", "2", "3"});
  CHECK(expression.out == "2\t*2\n3\t*\n");
}

TEST_CASE("rulesets in scripts that are not there are refused", "[cli][scripts]") {
  const auto missing = run_cgt({"eval", "none/Clobber.cgs", "xo"});
  CHECK(missing.exit_code == 2);
  CHECK(missing.err.find("there is no file none/Clobber.cgs") != std::string::npos);
  const auto refused = run_cgt({"eval", kFolder + "Clobber.cgs", "xz"});
  CHECK(refused.exit_code == 1);
  CHECK(refused.err.find("'z' is not a cell") != std::string::npos);
}

TEST_CASE("cgt census goes through the boards of a script", "[cli][scripts]") {
  for (const auto& [script, native, size] :
       {std::tuple{"Clobber", "clobber", "2x3"}, std::tuple{"Domineering", "domineering", "3x3"}}) {
    const auto ours =
        run_cgt({"census", kFolder + script + ".cgs", size, "--all", "--threads", "2"});
    const auto theirs = run_cgt({"census", native, size, "--all"});
    REQUIRE(ours.exit_code == 0);
    CHECK(after_first_line(ours.out) == after_first_line(theirs.out));
  }
  CHECK(run_cgt({"census", kFolder + "Nim.cgs", "0..6", "--by", "value", "--tsv"}).out ==
        run_cgt({"census", "nim", "0..6", "--by", "value", "--tsv"}).out);
}

TEST_CASE("databases know rulesets in scripts by their files", "[cli][scripts][db]") {
  const TemporaryFile folder("");
  const std::string base = folder.path() + ".d";
  std::filesystem::create_directory(base);
  const std::string script = base + "/Clobber.cgs";
  std::filesystem::copy_file(kFolder + "Clobber.cgs", script);
  const std::string file = base + "/a.db";
  const auto built = run_cgt({"db", "build", script, "2x3", "--out", file});
  INFO(built.err);
  REQUIRE(built.exit_code == 0);
  const auto verified = run_cgt({"db", "verify", file, "--recompute", "all"});
  CHECK(verified.exit_code == 0);
  CHECK(verified.out.find("clean") != std::string::npos);
  const auto known = run_cgt({"eval", script, "xoxo|oxox", "--db", file, "--json"});
  CHECK(Json::parse(known.out)["known"] > 5);
  CHECK(Json::parse(known.out)["value"] == "*");
  // Another script is another game.
  std::string text = cgt::testing::read_file(script);
  text.insert(text.find("class Position"), "static var changed := 1;\n  ");
  std::ofstream(script) << text;
  const auto changed = run_cgt({"eval", script, "xoxo|oxox", "--db", file, "--json"});
  CHECK(Json::parse(changed.out)["known"] == 0);
  CHECK(changed.err.find("knows nothing of") != std::string::npos);
  CHECK(run_cgt({"db", "verify", file, "--recompute", "all"}).exit_code == 1);
  std::filesystem::remove_all(base);
}

TEST_CASE("cgt sum searches positions of scripts", "[cli][scripts]") {
  const auto lines = [](const std::string& name) {
    return name + "xoxo|oxox - " + name + "xox|oxo + {1|-1}\n" + name + "xo.|.ox + ^\n-" + name +
           "xxo + " + name + "xxo\n";
  };
  const TemporaryFile ours(lines(kFolder + "Clobber.cgs:"));
  const TemporaryFile theirs(lines("clobber:"));
  const auto answers = [](const std::string& path) {
    const auto run = run_cgt({"sum", "--file", path, "--threads", "2", "--json"});
    CHECK(run.exit_code == 0);
    std::string out;
    for (std::size_t from = 0; from < run.out.size(); from = run.out.find('\n', from) + 1) {
      out += Json::parse(run.out.substr(from, run.out.find('\n', from) - from))["outcome"]
                 .get<std::string>();
    }
    return out;
  };
  CHECK(answers(ours.path()) == answers(theirs.path()));
  CHECK(answers(ours.path()).size() == 3);
}

}  // namespace

}  // namespace script_rulesets_test
