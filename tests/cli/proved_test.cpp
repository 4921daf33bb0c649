// Every command that answers in JSON says whether the answer is proved, and leaves no value where it is not.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <algorithm>
#include <catch2/catch.hpp>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "tests/cli/process.hpp"
#include "tests/files.hpp"

namespace proved_test {
namespace {

using cgt::testing::ProcessResult;
using cgt::testing::run_cgt;
using cgt::testing::source_root;
using Json = nlohmann::json;

// An answer of which no value is open, as it says that it is estimated.
const std::string kUnproved = "because";

struct Question {
  std::vector<std::string> words;
  std::vector<std::string>
      left_open;  // keys that are null, "unknown" or not there; none: the answer is proved
};

const std::string kExamples = source_root() + "/examples/";
const std::string kTransport = kExamples + "htn/hddl/transport-";
const std::string kLarge = "......|......|......|......|......|......";

const std::vector<Question>& questions() {
  static const std::vector<Question> all{
      {{"eval", "domineering", "..|..", "--json"}, {}},
      {{"eval", "domineering", kLarge, "--json", "--budget-nodes", "100"},
       {"value", "outcome", "mean", "temperature"}},
      {{"eval", "domineering", "....|....|...#", "--discover", "--json"}, {}},
      {{"eval", "amazons", "x...|....|...o", "--discover", "--json", "--budget-nodes", "1000"},
       {"value"}},
      {{"sum", "clobber:xoxo + ^*", "--json"}, {}},
      {{"sum", "clobber:xoxo + ^*", "--json", "--moves"}, {}},
      {{"sum", "clobber:xoxoxo|oxoxox|xoxoxo|oxoxox + ^*", "--json", "--budget-nodes", "100"},
       {"outcome"}},
      {{"sum", "--mcgs", kExamples + "sums/first.test", "--json"}, {}},
      {{"census", "domineering", "2x2", "--json"}, {}},
      {{"census", "domineering", "3x3", "--json", "--budget-nodes", "3"}, {"complete"}},
      {{"ko", "..W/..B/BB#", "--json"}, {"mean", "no komaster"}},
      {{"ko", "..W/.BB/BB#", "--json"}, {}},
      {{"extremes", "domineering", "2x3", "--rounds", "2", "--json"}, {kUnproved}},
      {{"boxes", "2x2", "--json"}, {}},
      {{"boxes", "3x4", "--json", "--budget-nodes", "100"}, {"score", "nimstring", "moves"}},
      {{"octal", "0.77", "--json"}, {}},
      {{"octal", "0.77", "0.07", "--json"}, {}},
      {{"octal", "0.06", "--to", "1000000", "--json", "--budget-nodes", "1000"}, {"period"}},
      {{"octal", "0.06", "0.07", "--to", "1000000", "--json", "--budget-nodes", "1000"},
       {"period"}},
      {{"misere", "quotient", "0.77", "--json"}, {}},
      {{"misere", "quotient", "0.77", "--json", "--budget-nodes", "50"}, {"period"}},
      {{"misere", "outcome", "0.77", "30+31+25", "--json"}, {}},
      {{"misere", "outcome", "0.07", "30+31+25", "--json", "--elements", "4"}, {"outcome"}},
      {{"misere", "compare", "--universe", "dicot", "{*|*} ? 0", "--json"}, {}},
      {{"misere", "compare", "--universe", "dicot", "{*|*} ? 0", "--json", "--budget-nodes", "1"},
       {"order"}},
      {{"misere", "count", "--universe", "dead-ending", "--day", "2", "--json"}, {}},
      {{"go", kExamples + "go/S9.sgf", "--json"}, {}},
      {{"go", kExamples + "go/games/game9.sgf", "--json", "--moves", "20"}, {kUnproved}},
      {{"go", kExamples + "go/race.txt", "--status", "A7", "--json"}, {kUnproved}},
      {{"semeai", kExamples + "go/race.txt", "--json"}, {kUnproved}},
      {{"bridge", "suit", "AJT", "432", "--tricks", "2", "--json"}, {}},
      {{"bridge", "ending", "KJ2.3..5", "AT3.4..6", "Q987654.AKQ..", "--trump", "C", "--tricks",
        "4", "--given", "W:S=3", "--json"},
       {}},
      {{"bridge", "suit", "A86", "KJT43", "--average", "--json"}, {}},
      {{"bridge", "endplays", kExamples + "bridge/smith.pbn", "--board", "51", "--json"}, {}},
      {{"bridge", "mistakes", kExamples + "bridge/smith.pbn", "--board", "51", "--layouts", "10",
        "--json"},
       {kUnproved}},
      {{"sokoban", "hint", kExamples + "sokoban/four.xsb", "--level", "2", "--json"}, {}},
      {{"sokoban", "hint", kExamples + "sokoban/four.xsb", "--level", "4", "--json",
        "--budget-nodes", "10"},
       {"next", "pushes"}},
      {{"sokoban", "rate", kExamples + "sokoban/four.xsb", "--json"}, {}},
      {{"sokoban", "rate", kExamples + "sokoban/four.xsb", "--json", "--budget-nodes", "10"},
       {"pushes", "moves"}},
      {{"bridge", "dd", kExamples + "bridge/smith.pbn", "--board", "51", "--json"}, {}},
      {{"bridge", "mistakes", kExamples + "bridge/smith.pbn", "--board", "51", "--json"}, {}},
      {{"bridge", "match", kExamples + "bridge/smith.pbn", "--a", "classic", "--b", "rule",
        "--json"},
       {kUnproved}},
      {{"htn", "plan", kTransport + "domain.hddl", kTransport + "problem.hddl", "--format", "json"},
       {}},
      {{"htn", "plan", kTransport + "domain.hddl", kTransport + "problem.hddl", "--format", "json",
        "--best"},
       {}},
      {{"htn", "plan", kTransport + "domain.hddl", kTransport + "problem.hddl", "--format", "json",
        "--all", "--budget-nodes", "1"},
       {kUnproved}},
  };
  return all;
}

// The objects that a command printed: one, or one a line.
std::vector<Json> objects(const std::string& out) {
  if (Json whole = Json::parse(out, nullptr, false); !whole.is_discarded())
    return whole.is_array() ? whole.get<std::vector<Json>>() : std::vector{whole};
  std::vector<Json> found;
  for (const std::string& line : cgt::testing::lines_of(out)) {
    INFO(line);
    found.push_back(Json::parse(line, nullptr, false));
    CHECK_FALSE(found.back().is_discarded());
  }
  return found;
}

bool is_open(const Json& answer, const std::string& key) {
  const auto at = answer.find(key);
  return at == answer.end() || at->is_null() || *at == "unknown" || *at == false;
}

// Commands that answer nothing: they tell what a file holds, or what they wrote.
const std::vector<std::string> kWithoutAnswers{"db info", "db export", "info"};

// All commands that can answer in JSON, as their help says: "eval", "misere quotient".
void find_json(const std::string& command, std::vector<std::string>& found) {
  std::istringstream names(command);
  std::vector<std::string> words{std::istream_iterator<std::string>(names), {}};
  words.emplace_back("--help");
  bool listed = false;
  for (const std::string& line : cgt::testing::lines_of(run_cgt(words).out)) {
    if (line.starts_with("  --json")) found.push_back(command);
    if (!line.empty() && line[0] != ' ') {
      listed = line.ends_with(':') && line != "Options:" && line != "Positionals:" &&
               line != "Examples:";
    }
    if (!listed || !line.starts_with("  ") || line.size() < 3 || line[2] == ' ') continue;
    const std::string name = line.substr(2, line.find(' ', 2) - 2);
    find_json(command.empty() ? name : command + ' ' + name, found);
  }
}

}  // namespace

TEST_CASE("every command with JSON is asked here whether it is proved", "[cli]") {
  std::vector<std::string> commands;
  find_json("", commands);
  CHECK(commands.size() >= 15);
  for (const std::string& command : commands) {
    if (std::ranges::find(kWithoutAnswers, command) != kWithoutAnswers.end()) continue;
    if (command.starts_with("mpi ")) continue;  // prints what the command of the same name does
    INFO(command);
    CHECK(std::ranges::any_of(questions(), [&](const Question& question) {
      return fmt::format("{} ", fmt::join(question.words, " ")).starts_with(command + ' ');
    }));
  }
}

TEST_CASE("JSON says whether an answer is proved, and why it is not", "[cli]") {
  for (const Question& question : questions()) {
    const ProcessResult result = run_cgt(question.words);
    INFO(fmt::format("{}", fmt::join(question.words, " ")));
    INFO(result.out << result.err);
    const std::vector<Json> answers = objects(result.out);
    REQUIRE_FALSE(answers.empty());
    for (const Json& answer : answers) {
      REQUIRE(answer.contains("proved"));
      CHECK(answer["proved"] == question.left_open.empty());
      CHECK(answer.contains("because") == !question.left_open.empty());
      if (question.left_open.empty()) continue;
      REQUIRE_FALSE(answer["because"].empty());
      for (const Json& reason : answer["because"]) CHECK_FALSE(reason.get<std::string>().empty());
      for (const std::string& key : question.left_open) {
        INFO(key);
        if (key != kUnproved) CHECK(is_open(answer, key));
      }
    }
  }
}

}  // namespace proved_test
