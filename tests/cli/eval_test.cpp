// `cgt eval` as a program.
#include <catch2/catch.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/cli/process.hpp"
#include "tests/files.hpp"

namespace eval_test {

using cgt::testing::read_file;
using cgt::testing::run_cgt;
using cgt::testing::TemporaryFile;
using Json = nlohmann::json;

namespace {

std::vector<std::string> with_nodes(std::vector<std::string> words, std::uint64_t nodes) {
  words.insert(words.end(), {"--budget-nodes", std::to_string(nodes)});
  return words;
}

// The least number of nodes with which the command says all that it is asked for.
std::uint64_t least_nodes(const std::vector<std::string>& words) {
  const auto enough = [&](std::uint64_t nodes) {
    return run_cgt(with_nodes(words, nodes)).exit_code == 0;
  };
  std::uint64_t most = 64;
  while (!enough(most)) {
    most *= 2;
    REQUIRE(most < 100'000'000);
  }
  std::uint64_t least = 0;
  while (most - least > 1) {
    const std::uint64_t middle = least + (most - least) / 2;
    (enough(middle) ? most : least) = middle;
  }
  return most;
}

}  // namespace

TEST_CASE("positions with nothing on them are written, and read a line at a time", "[cli][eval]") {
  // What a move leaves is listed by a text that can be given back; empty lines are not positions.
  CHECK(run_cgt({"eval", "hackenbush-string", "l", "--moves"}).out.find("Left  * 0  0\n") !=
        std::string::npos);
  CHECK(run_cgt({"eval", "col", ".", "--moves"}).out.find("Left  * 0  0\n") != std::string::npos);
  cgt::testing::ProcessInput strings;
  strings.text = "lr\n\n0\nl\n";
  CHECK(run_cgt({"eval", "hackenbush-string", "-"}, strings).out == "lr\t1/2\n0\t0\nl\t1\n");
  cgt::testing::ProcessInput graphs;
  graphs.text = ".\n\n0\n";
  CHECK(run_cgt({"eval", "col", "-"}, graphs).out == ".\t*\n0\t0\n");
  CHECK(run_cgt({"sum", "hackenbush-string:0 + 1", "--first", "L"}).exit_code == 0);
}

TEST_CASE("cgt eval prints the value of a board", "[cli][eval]") {
  const auto result = run_cgt({"eval", "domineering", "....|...."});
  CHECK(result.exit_code == 0);
  CHECK(result.out ==
        "Domineering  ....|....\nvalue        Miny(2)\noutcome      R (Right wins)\n"
        "mean         0\ntemperature  0\nstops        0 | 0\n"
        "searched     7 components, 6 games\n");
  const auto several = run_cgt({"eval", "clobber", "xo", "xoxo|oxox", "xo.|oxo|xox"});
  CHECK(several.out == "xo\t*\nxoxo|oxox\t*\nxo.|oxo|xox\t" +
                           run_cgt({"-e", "game.grid.Clobber(\"xo.|oxo|xox\").CanonicalForm"}).out);
  const auto threads =
      run_cgt({"eval", "clobber", "xo", "xoxo|oxox", "xo.|oxo|xox", "--threads", "3"});
  CHECK(threads.out == several.out);
  const auto parameters = run_cgt({"eval", "game.heap.Subtraction([1,3])", "7"});
  CHECK(parameters.out.find("value        *\n") != std::string::npos);
}

TEST_CASE("cgt eval prints loopy values", "[cli][eval]") {
  const auto stopper =
      run_cgt({"eval", "fox-and-geese", "(3,1);(3,3);(3,5);(3,7);(1,3)", "--moves"});
  CHECK(stopper.exit_code == 0);
  CHECK(stopper.out.find("value        {2+over|2}\noutcome      L (Left wins)\n"
                         "stops        2+over | 2\n") != std::string::npos);
  CHECK(stopper.out.find("Right * (3,1);(3,3);(3,5);(3,7);(2,4)  2\n") != std::string::npos);
  CHECK(stopper.out.find("temperature") == std::string::npos);
  const std::vector<std::string> strip{"eval", "backsliding-toads-and-frogs", "ttt..fff"};
  CHECK(run_cgt(strip).out.find("onside       {on||0|-1/2}\noffside      {1/2|0||off}\n") !=
        std::string::npos);
  auto with = [&](const std::vector<std::string>& more) {
    std::vector<std::string> all = strip;
    all.insert(all.end(), more.begin(), more.end());
    return run_cgt(all);
  };
  const auto json = nlohmann::json::parse(with({"--json"}).out);
  CHECK(json["loopy"] == true);
  CHECK(json["value"] == "{on||0|-1/2} & {1/2|0||off}");
  CHECK(json["outcome"] == "D");
  CHECK(json["offside"] == "{1/2|0||off}");
  CHECK_FALSE(json.contains("mean"));
  CHECK(with({"--only", "outcome", "--json"}).out.find("\"outcome\":\"D\"") != std::string::npos);
  // Two parts that are each other's negatives: on + off.
  const auto parts = run_cgt({"eval", "backsliding-toads-and-frogs", ".t#.f", "--only", "outcome"});
  CHECK(parts.out.find("outcome      D ") != std::string::npos);
  const auto spent = with({"--budget-nodes", "1000"});
  CHECK(spent.exit_code == 4);
  CHECK(spent.out.find("unknown") != std::string::npos);
  // A thermograph needs stops that are finite; the reason names a cycle.
  const auto undrawn = with({"--thermograph", "loopy-thermograph.svg"});
  CHECK(
      undrawn.err.find("loopy-thermograph.svg was not drawn: there is no thermograph: play in its "
                       "onside {on||0|-1/2} can go on -> on for ever") != std::string::npos);
}

TEST_CASE("cgt eval draws loopy values", "[cli][eval]") {
  const std::vector<std::string> fox{"eval", "fox-and-geese", "(3,1);(3,3);(3,5);(3,7);(1,1)"};
  const auto with = [&](const std::vector<std::string>& more) {
    std::vector<std::string> all = fox;
    all.insert(all.end(), more.begin(), more.end());
    return run_cgt(all);
  };
  const TemporaryFile tree("", ".svg");
  const TemporaryFile dot("", ".dot");
  const TemporaryFile thermograph("", ".svg");
  CHECK(with({"--tree", tree.path(), "--thermograph", thermograph.path()}).err.empty());
  CHECK(with({"--tree", dot.path()}).err.empty());
  const std::string drawn = read_file(tree.path());
  CHECK(drawn.find("<title>Game graph of {6|2+over}</title>") != std::string::npos);
  CHECK(drawn.find("<title>Right: pass</title>") != std::string::npos);
  CHECK(read_file(dot.path()).find("tooltip=\"Right: pass\"") != std::string::npos);
  CHECK(read_file(thermograph.path()).find("from temperature 0 up") != std::string::npos);
  // {6|2}, from temperature 0 up.
  const auto alone = with({"--only", "thermograph"});
  CHECK(alone.out.find("mean         4\n") != std::string::npos);
  CHECK(alone.out.find("temperature  2\n") != std::string::npos);
}

TEST_CASE("cgt eval --json and --moves", "[cli][eval]") {
  const auto result = run_cgt({"eval", "clobber", "xox", "--json", "--moves"});
  REQUIRE(result.exit_code == 0);
  const Json json = Json::parse(result.out);
  CHECK(json["value"] == "*");
  CHECK(json["outcome"] == "N");
  CHECK(json["mean"] == "0");
  CHECK(json["left"].size() == 2);
  CHECK(json["left"][0]["position"] == ".xx");
  CHECK(json["left"][0]["sensible"] == true);
}

TEST_CASE("cgt eval finds outcomes and thermographs alone", "[cli][eval]") {
  CHECK(run_cgt({"eval", "domineering", "....|...|....", "--only", "outcome"}).exit_code == 3);
  const auto outcome = run_cgt({"eval", "domineering", "....|....|....", "--only", "outcome"});
  CHECK(outcome.out.find("outcome      R") != std::string::npos);
  const auto thermograph =
      run_cgt({"eval", "domineering", "...|...|...", "--only", "thermograph", "--json"});
  CHECK(Json::parse(thermograph.out)["thermograph"]["temperature"] == "1");
}

TEST_CASE("cgt eval draws", "[cli][eval]") {
  const TemporaryFile folder("");
  const std::string base = folder.path();
  const auto drawn = run_cgt({"eval", "clobber", "xo|ox", "--tree", base + ".svg", "--positions",
                              base + ".json", "--thermograph", base + "-t.svg"});
  CHECK(drawn.exit_code == 0);
  CHECK(read_file(base + ".svg").find("</svg>") != std::string::npos);
  CHECK(read_file(base + "-t.svg").find("</svg>") != std::string::npos);
  const Json tree = Json::parse(read_file(base + ".json"));
  CHECK(tree["complete"] == true);
  CHECK(tree["nodes"][0]["position"] == "xo|ox");
  CHECK(tree["nodes"][0]["value"] == "*");
  for (const char* end : {".svg", "-t.svg", ".json"}) std::filesystem::remove(base + end);
}

TEST_CASE("cgt eval tells what is known when the budget is spent", "[cli][eval]") {
  const std::vector<std::string> board{"eval", "domineering", "......|......|......|......",
                                       "--budget-nodes", "30"};
  const auto spent = run_cgt(board);
  CHECK(spent.exit_code == 4);
  CHECK(spent.out.find("value        unknown (node budget spent)\nso far       -12 <= value <= 12, "
                       "Left stop in [") != std::string::npos);
  for (const char* what : {"outcome", "thermograph"}) {
    std::vector<std::string> only = board;
    only.insert(only.end(), {"--only", what, "--json"});
    const auto json = Json::parse(run_cgt(only).out);
    CHECK(json["so_far"].get<std::string>().find("-12 <= value <= 12") == 0);
  }
  // Nothing is said of a value that is known.
  CHECK(run_cgt({"eval", "domineering", "..|.."}).out.find("so far") == std::string::npos);
}

TEST_CASE("cgt eval --svg draws the thermograph, the same each time", "[cli][eval]") {
  const TemporaryFile one("", ".svg");
  const TemporaryFile two("", ".svg");
  CHECK(run_cgt({"eval", "domineering", "....|....|...#", "--svg", one.path()}).exit_code == 0);
  CHECK(run_cgt({"eval", "domineering", "....|....|...#", "--thermograph", two.path()}).exit_code ==
        0);
  const std::string drawn = read_file(one.path());
  CHECK(drawn.rfind("<svg", 0) == 0);
  CHECK(drawn.find("viewBox=") != std::string::npos);
  CHECK(drawn.find("<title>") != std::string::npos);
  CHECK(drawn == read_file(two.path()));
  CHECK(run_cgt({"eval", "domineering", "..", "..|..", "--svg", one.path()}).exit_code == 2);
  CHECK(run_cgt({"eval", "domineering", "..", "--discover", "--svg", one.path()}).exit_code == 2);
  cgt::testing::ProcessInput boards;
  boards.text = "..\n..|..\n";
  const auto several = run_cgt({"eval", "domineering", "-", "--svg", one.path()}, boards);
  CHECK(several.exit_code == 1);
  CHECK(several.err.find("a drawing is of one position, and here are 2") != std::string::npos);
}

TEST_CASE("cgt eval says what is wrong", "[cli][eval]") {
  const auto unknown = run_cgt({"eval", "clober", "xo"});
  CHECK(unknown.exit_code == 2);
  CHECK(unknown.err.find("did you mean \"clobber\"?") != std::string::npos);
  const auto cell = run_cgt({"eval", "clobber", "xz|ooo"});
  CHECK(cell.exit_code == 3);
  CHECK(cell.err.find("<Clobber>:1:2: error") != std::string::npos);
  CHECK(cell.err.find("  xz|ooo\n   ^\n") != std::string::npos);
  CHECK(run_cgt({"eval", "domineering"}).exit_code == 2);
  const auto spent = run_cgt({"eval", "domineering", "......|......|......|......|......|......",
                              "--budget-nodes", "500"});
  CHECK(spent.exit_code == 4);
  CHECK(spent.out.find("unknown") != std::string::npos);
  const auto list = run_cgt({"eval", "--list"});
  CHECK(list.out.find("game.grid.Domineering") != std::string::npos);
}

TEST_CASE("cgt eval --moves and --positions search nothing again", "[cli][eval][long]") {
  const std::vector<std::string> value{"eval", "clobber", "xoxo|oxox|xoxo", "--json"};
  const TemporaryFile drawing("", ".json");
  std::vector<std::string> all = value;
  all.insert(all.end(), {"--moves", "--positions", drawing.path()});
  // What they add is the texts of values that are known.
  std::vector<std::string> moves = value;
  moves.emplace_back("--moves");
  const std::uint64_t once = least_nodes(value);
  CHECK(least_nodes(moves) <= once + once / 10);
  const Json plain = Json::parse(run_cgt(value).out);
  const Json told = Json::parse(run_cgt(all).out);
  CHECK(told["components"] == plain["components"]);
  CHECK(told["left"].size() == 17);
  CHECK(Json::parse(read_file(drawing.path()))["complete"] == true);
}

TEST_CASE("every output of cgt eval obeys the budget", "[cli][eval]") {
  const std::vector<std::string> value{"eval", "domineering", "....|....|....", "--json"};
  const std::uint64_t enough = least_nodes(value);
  const Json whole = Json::parse(run_cgt(value).out);
  CHECK(Json::parse(run_cgt(with_nodes(value, enough)).out) == whole);

  // The text of the value is made last: one node less, and all but that is told.
  const auto unprinted = run_cgt(with_nodes(value, enough - 1));
  CHECK(unprinted.exit_code == 4);
  const Json partly = Json::parse(unprinted.out);
  CHECK(partly["value"].is_null());
  CHECK(partly["error"] == "unknown (node budget spent)");
  for (const char* key : {"outcome", "mean", "temperature", "left_stop", "right_stop"}) {
    INFO(key);
    CHECK(partly[key] == whole[key]);
  }
  std::vector<std::string> table = value;
  table.pop_back();
  const auto rows = run_cgt(with_nodes(table, enough - 1));
  CHECK(rows.exit_code == 4);
  CHECK(rows.out.find("value        unknown (node budget spent)\n") != std::string::npos);
  CHECK(rows.out.find("\noutcome      " + whole["outcome"].get<std::string>()) !=
        std::string::npos);

  // No node is left for anything more.
  std::vector<std::string> moves = value;
  moves.emplace_back("--moves");
  const auto none = run_cgt(with_nodes(moves, enough));
  CHECK(none.exit_code == 4);
  CHECK(Json::parse(none.out)["value"] == whole["value"]);
  CHECK(Json::parse(none.out)["error"] == "unknown (node budget spent)");
  CHECK(Json::parse(none.out)["left"].empty());
  // With more and more, more and more of them.
  const Json all = Json::parse(run_cgt(moves).out);
  std::size_t between = 0;
  for (std::uint64_t nodes = enough; nodes < enough + 200; nodes += 10) {
    const auto some = run_cgt(with_nodes(moves, nodes));
    const Json json = Json::parse(some.out);
    for (const char* side : {"left", "right"}) {
      for (std::size_t i = 0; i < json[side].size(); ++i) CHECK(json[side][i] == all[side][i]);
    }
    CHECK((some.exit_code == 0) == (json["left"].size() == all["left"].size() &&
                                    json["right"].size() == all["right"].size()));
    if (some.exit_code == 0) break;
    between += json["left"].empty() ? 0 : 1;
  }
  CHECK(between > 0);

  for (const char* option : {"--tree", "--positions"}) {
    for (const char* suffix : {".svg", ".dot", ".json"}) {
      if (option == std::string("--tree") && suffix == std::string(".json")) continue;
      INFO(option << " " << suffix);
      const TemporaryFile base("");
      const std::string file = base.path() + suffix;
      std::vector<std::string> drawn = value;
      drawn.insert(drawn.end(), {option, file});
      const auto stopped = run_cgt(with_nodes(drawn, enough));
      CHECK(stopped.exit_code == 4);
      CHECK(Json::parse(stopped.out)["value"] == whole["value"]);
      CHECK(stopped.err == file + " was not drawn: unknown (node budget spent)\n");
      CHECK_FALSE(std::filesystem::exists(file));
      CHECK(run_cgt(with_nodes(drawn, enough + 100'000)).exit_code == 0);
      CHECK(std::filesystem::remove(file));
    }
  }
}

TEST_CASE("cgt eval --discover finds mean and temperature by play", "[cli][eval]") {
  const auto result = run_cgt({"eval", "domineering", "....|....|...#", "--discover"});
  CHECK(result.exit_code == 0);
  CHECK(result.out.find("mean         -3/4\ntemperature  5/4\n"
                        "coupons      steps of 1/4, all moves looked at\n") != std::string::npos);
  const std::vector<std::string> large{"eval", "amazons", "x...|....|...o", "--discover"};
  const auto spent = run_cgt(with_nodes(large, 20000));
  CHECK(spent.exit_code == 4);
  CHECK(spent.out.find("moves looked ahead; node budget spent") != std::string::npos);
  auto words = with_nodes(large, 200000);
  words.insert(words.end(), {"--json", "--guess"});
  const Json bounds = Json::parse(run_cgt(words).out);
  CHECK(bounds["exact"] == false);
  // The mean is 0, the temperature 37/8.
  CHECK(std::stoi(bounds["mean"][0].get<std::string>()) <= 0);
  CHECK(std::stoi(bounds["mean"][1].get<std::string>()) >= 0);
  CHECK(std::stoi(bounds["temperature"][0].get<std::string>()) <= 4);
  CHECK(std::stoi(bounds["temperature"][1].get<std::string>()) >= 5);
  CHECK(bounds.contains("guess"));
  CHECK(bounds["error"] == "node budget spent");
  // A step that is too large is an answer, too.
  const auto coarse =
      run_cgt({"eval", "domineering", "....|....|...#", "--discover", "--delta", "1", "--json"});
  CHECK(coarse.exit_code == 0);
  const Json found = Json::parse(coarse.out);
  CHECK(found["exact"] == false);
  CHECK(found["step"] == "1");
  CHECK(found["depth"].is_null());
  const auto several = run_cgt({"eval", "domineering", "..|..", "...", "--discover"});
  CHECK(several.out == "..|..\tmean 0, temperature 1\n...\tmean -1, temperature -1\n");
  CHECK(run_cgt({"eval", "domineering", "..", "--depth", "3"}).exit_code == 2);
  CHECK(run_cgt({"eval", "domineering", "..", "--discover", "--moves"}).exit_code == 2);
  CHECK(run_cgt({"eval", "domineering", "..", "--discover", "--delta", "1/3"}).exit_code == 2);
  const auto loopy = run_cgt({"eval", "backsliding-toads-and-frogs", "t.f", "--discover"});
  CHECK(loopy.exit_code == 1);
  CHECK(loopy.out.find("this game is loopy") != std::string::npos);
}

}  // namespace eval_test
