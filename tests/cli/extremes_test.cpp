// cgt extremes: what it finds is so, and neither threads nor interruptions change it; games from files.
#include <catch2/catch.hpp>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/cli/process.hpp"
#include "tests/scratch.hpp"

namespace extremes_test {

using cgt::testing::run_cgt;
using Json = nlohmann::json;

TEST_CASE("chance finds the hottest board of a small size, as the census does", "[cli][extremes]") {
  const auto found = run_cgt({"extremes", "domineering", "2x3", "--rounds", "20", "--json"});
  REQUIRE(found.exit_code == 0);
  const Json best = Json::parse(found.out)["found"][0];
  const auto hottest = run_cgt({"census", "domineering", "2x3", "--hottest", "1"});
  CHECK(hottest.out.find(best["figure"].get<std::string>()) != std::string::npos);
  const auto value = run_cgt({"eval", "domineering", best["board"].get<std::string>(), "--json"});
  CHECK(Json::parse(value.out)["temperature"] == best["figure"]);
}

TEST_CASE("neither threads nor interruptions change what chance finds", "[cli][extremes]") {
  const cgt::testing::Scratch folder;
  const std::string state = folder / "state";
  const std::vector<std::string> whole{
      "extremes", "toads-and-frogs",          "1x8", "--rounds", "6",
      "--by",     "g.CanonicalForm.Birthday", "-q"};
  const auto with = [&](std::vector<std::string> more) {
    std::vector<std::string> words = whole;
    words.insert(words.end(), more.begin(), more.end());
    return run_cgt(words);
  };
  const std::string out = with({}).out;
  CHECK(out == with({"--threads", "3"}).out);
  std::vector<std::string> first = whole;
  first[4] = "2";
  first.insert(first.end(), {"--state", state});
  CHECK(run_cgt(first).exit_code == 0);
  CHECK(out == with({"--state", state}).out);
  const auto other = with({"--state", state, "--seed", "2"});
  CHECK(other.exit_code != 0);
  CHECK(other.err.find("with seed") != std::string::npos);
}

TEST_CASE("a figure that is none is told at once", "[cli][extremes]") {
  const auto wrong = run_cgt({"extremes", "domineering", "2x2", "--by", "g.Temprature"});
  CHECK(wrong.exit_code != 0);
  CHECK(wrong.err.find("did you mean") != std::string::npos);
  const auto list = run_cgt({"extremes", "domineering", "2x2", "--by", "[1]"});
  CHECK(list.err.find("expected a number for each board; [1] is [1]") != std::string::npos);
}

TEST_CASE("games that are written down are read from lines and JSON", "[cli][extremes]") {
  const cgt::testing::Scratch folder;
  const auto file = [&](const char* name, const std::string& text) {
    std::ofstream(folder / name) << text;
    return folder / name;
  };
  const auto lines = run_cgt({"eval", file("a.txt", "a: b | c\nb: 1 |\nc: | b\n")});
  CHECK(lines.out.find("b\t2\n") != std::string::npos);
  const auto pairs = run_cgt({"eval", file("b.json", R"({"a": [["b"], ["c"]], "b": [[1], []],
    "c": {"right": ["b"]}})")});
  CHECK(pairs.out == lines.out);
  const auto nim = run_cgt({"eval", file("c.json", R"({"x": ["y", "z"], "y": ["z"], "z": []})")});
  CHECK(nim.out == "x\t*2\ny\t*\nz\t0\n");
  CHECK(run_cgt({"eval", file("bom.txt", "\xEF\xBB\xBFz:\r\ny: z\r\n")}).out == "z\t0\ny\t*\n");
  // Both players can move for ever.
  CHECK(run_cgt({"eval", file("loop.txt", "a: a b\nb:\n")}).out ==
        run_cgt({"eval", file("bars.txt", "a: a b | a b\nb: |\n")}).out);
  const auto refused = [&](const std::string& text) {
    return run_cgt({"eval", file("e.json", text)}).err;
  };
  CHECK(refused(R"({"a": {"Left": []}})").find("found \"Left\"") != std::string::npos);
  CHECK(refused(R"({"a": ["c; d: a"], "c": []})").find("neither a position") != std::string::npos);
  CHECK(refused(R"({"a": [], "a": []})").find("stands there twice") != std::string::npos);
  CHECK(refused(R"({"a b": []})").find("\"a b\" is not a name") != std::string::npos);
  CHECK(refused(R"({"a": [[], []], "b": []})").find("expected two lists") != std::string::npos);
  const auto bad = run_cgt({"eval", file("d.json", "{\"a\": [}")});
  CHECK(bad.err.find("d.json:1:8: error: this is not JSON") != std::string::npos);
  const auto none = run_cgt({"eval", "domineering"});
  CHECK(none.err.find("POSITION is required") != std::string::npos);
}

}  // namespace extremes_test
