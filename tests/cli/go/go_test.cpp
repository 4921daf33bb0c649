// `cgt go` as a program: JSON keys, exit codes, drawings, generated boards.
#include <catch2/catch.hpp>
#include <filesystem>
#include <future>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/cli/process.hpp"
#include "tests/files.hpp"

namespace cli_go_test {

using cgt::testing::read_file;
using cgt::testing::run_cgt;
using cgt::testing::TemporaryFile;
using Json = nlohmann::json;

namespace {

// Two areas of nine points between walls that live: one cheap, one dear. Composed for this test.
const std::string kTwoAreas =
    "X.X.XXXXXXXXX/XXXXXXXXXXXXX/O...XXXXXXXXX/O...XXXXXXXXX/O...XXXXXXXXX/OOOOXXXXXXXXX/"
    "OXXXXXXXXXXXX/O.........XXX/OXXXXXXXXXXXX/OOOOOOOOOOOOO/O.O.OOOOOOOOO";
// A wide open board between two groups that live, as in the middle of a real game: no search solves
// it.
const std::string kOpen =
    "X.X.XX....OO.O.O/XXXXXX....OOOOOO/................/................/................/"
    "................/................/................/................/................/"
    "................/................/................/................/................/"
    "................";

// Eight subgames; published scores 4 and 3, four best moves of thirteen for Black.
const std::string kNine =
    "X.XXX.XXX/XXXOXXX.X/X.X.XOX.X/X.X.X.X.X/XOOOOOOOO/XXXXXXXXO/O.O.O.O.O/OOO.OXOOO/O.OOOOO.O";

std::size_t count(const std::string& text, const std::string& word) {
  std::size_t found = 0;
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
    ++found;
  }
  return found;
}

bool integer_or_fraction(const Json& value) {
  return value.is_number_integer() ||
         (value.is_string() && value.get<std::string>().find('/') != std::string::npos);
}

}  // namespace

TEST_CASE("JSON of a seki, with its proofs where they are asked for", "[cli][go]") {
  const TemporaryFile board(
      ".OOOOOOXXXXXX./OOOXXXXOOOOXXX/.OOX.X.OO.OXX./OOOXXXXOOOOXXX/OOOOOOOXXXXXX.");
  for (const std::string rules : {"territory", "area"}) {
    const auto plain = run_cgt({"go", board.path(), "--rules", rules, "--json"});
    const Json first = Json::parse(plain.out)["subgames"][0]["seki"];
    CHECK(first["stones"].size() == 21);
    CHECK(first["shared"] == Json{"G3"});
    CHECK(first["eyes"] == Json{"E3", "K3"});
    CHECK(first["area"] == -1);
    CHECK_FALSE(first.contains("proofs"));
    const auto result = run_cgt({"go", board.path(), "--rules", rules, "--json", "--verify"});
    CHECK(result.exit_code == plain.exit_code);
    const Json proofs = Json::parse(result.out)["subgames"][0]["seki"]["proofs"];
    REQUIRE(proofs.size() == 4);
    std::size_t answers = 0;
    for (const Json& proof : proofs) answers += proof["answers"].size();
    CHECK(result.err.find("seki confirmed by " + std::to_string(answers) + " answers") !=
          std::string::npos);
    CHECK(proofs[0]["defender"] == "B");
    CHECK(proofs[1]["defender"] == "W");
    CHECK(proofs[1]["rules"] == "territory");
    CHECK(proofs[2]["rules"] == "area");
  }
}

TEST_CASE("life and death of groups, with proofs where they are asked for", "[cli][go]") {
  const TemporaryFile corner("...OX.X/OOOOXXX/OXXXX.X/XXXXXXX");
  CHECK_FALSE(Json::parse(run_cgt({"go", corner.path(), "--json"}).out).contains("groups"));
  const Json plain =
      Json::parse(run_cgt({"go", corner.path(), "--json", "--groups"}).out)["groups"];
  REQUIRE(plain.size() == 1);
  CHECK(plain[0]["colour"] == "W");
  CHECK(plain[0]["stones"] == Json({"D4", "A3", "B3", "C3", "D3", "A2"}));
  CHECK(plain[0]["status"] == "unsettled");
  CHECK_FALSE(plain[0].contains("proofs"));
  CHECK_FALSE(plain[0].contains("why"));
  const auto result = run_cgt({"go", corner.path(), "--json", "--groups", "--verify"});
  CHECK(result.exit_code == 0);
  const Json proofs = Json::parse(result.out)["groups"][0]["proofs"];
  REQUIRE(proofs.size() == 2);
  CHECK(proofs[0]["first"] == "B");
  CHECK(proofs[0]["kos"] == "W");
  CHECK(proofs[0]["taken"] == true);
  CHECK(proofs[0]["answers"][0] == "B4");
  CHECK(proofs[1]["first"] == "W");
  CHECK(proofs[1]["kos"] == "B");
  CHECK(proofs[1]["taken"] == false);
  const std::size_t answers = proofs[0]["answers"].size() + proofs[1]["answers"].size();
  CHECK(result.err.find("groups: white D4 unsettled confirmed by " + std::to_string(answers) +
                        " answers") != std::string::npos);
  const TemporaryFile settled("X.XXOO.O/XXX.OOOO/XXX...OO/XXXXOOOO/X.XXOO.O");
  CHECK(run_cgt({"go", settled.path(), "--groups"}).out.find("Every block is safe.") !=
        std::string::npos);
}

TEST_CASE("JSON of a solved endgame", "[cli][go]") {
  const TemporaryFile board(kNine);
  const auto result = run_cgt({"go", board.path(), "--json"});
  CHECK(result.err.empty());
  REQUIRE(result.exit_code == 0);
  const Json json = Json::parse(result.out);
  std::set<std::string> keys;
  for (const auto& [key, _] : json.items()) keys.insert(key);
  CHECK(keys == std::set<std::string>{"size", "fixed_score", "subgames", "proved", "status",
                                      "score", "bounds", "winner", "to_play", "best_moves",
                                      "proved_best", "line", "safe", "claims", "assumed", "stats",
                                      "assumptions"});
  CHECK(json["size"] == 9);
  CHECK(json["to_play"] == "B");
  CHECK(json["status"] == "exact");
  CHECK(json["score"] == Json({{"black_first", 4}, {"white_first", 3}}));
  CHECK(json["bounds"] == Json({{"black_first", {4, 4}}, {"white_first", {3, 3}}}));
  CHECK(json["winner"] == Json({{"black_first", "B"}, {"white_first", "B"}}));
  CHECK(json["proved_best"] == json["best_moves"]);
  CHECK(json["assumed"] == Json::array());
  // Everything but the points of the subgames is safe.
  std::size_t open = 0;
  for (const Json& subgame : json["subgames"]) open += subgame["points"].size();
  CHECK(json["safe"]["black"].size() + json["safe"]["white"].size() + open == 81);
  REQUIRE(json["claims"].size() == 2);
  for (const Json& claim : json["claims"]) CHECK(claim["rule"] == "unconditional");
  CHECK(json["fixed_score"].is_number_integer());
  REQUIRE(json["subgames"].size() == 8);
  for (const Json& subgame : json["subgames"]) {
    CHECK(subgame["points"].is_array());
    CHECK(subgame["value"].is_string());
    CHECK(subgame["chilled"].is_string());
    const bool hot = subgame.contains("deiri");
    CHECK(hot == (subgame["temperature"].is_string() || subgame["temperature"] > 0));
    if (hot) CHECK(subgame["next"].size() == 2);
    CHECK(integer_or_fraction(subgame["mean"]));
    CHECK(integer_or_fraction(subgame["temperature"]));
    CHECK(subgame["exact"] == true);
  }
  CHECK(json["best_moves"].size() == 4);
  CHECK(json["line"].size() >= 9);
  CHECK(json["line"][0]["colour"] == "B");
  CHECK(json["line"][1]["colour"] == "W");
  CHECK_FALSE(json["assumptions"].empty());
  CHECK(json["stats"]["local_positions"].is_number_integer());
}

TEST_CASE("the player to move can be chosen", "[cli][go]") {
  const TemporaryFile board(kNine);
  const auto result = run_cgt({"go", board.path(), "--json", "--to-play", "w"});
  REQUIRE(result.exit_code == 0);
  const Json json = Json::parse(result.out);
  CHECK(json["to_play"] == "W");
  CHECK(json["line"][0]["colour"] == "W");
  CHECK(run_cgt({"go", board.path(), "--to-play", "green"}).exit_code == 2);
}

TEST_CASE("the table names what the JSON names", "[cli][go]") {
  const TemporaryFile board(kNine);
  const auto table = run_cgt({"go", board.path()});
  CHECK(table.exit_code == 0);
  for (const char* text : {"9x9", "the file does not say", "Black first: B+4", "White first: B+3",
                           "(4 of 13)", "Optimal line: ", "Assumed: "}) {
    INFO(text);
    CHECK(table.out.find(text) != std::string::npos);
  }
}

TEST_CASE("the drawing is a complete SVG", "[cli][go]") {
  const TemporaryFile board(kNine);
  const TemporaryFile drawing("", ".svg");
  REQUIRE(run_cgt({"go", board.path(), "--svg", drawing.path()}).exit_code == 0);
  const std::string svg = read_file(drawing.path());
  CHECK(svg.rfind("<svg xmlns=", 0) == 0);
  CHECK(svg.substr(svg.size() - 7) == "</svg>\n");
  CHECK(count(svg, "<svg") == count(svg, "</svg>"));
  CHECK(count(svg, "<g>") + count(svg, "<g ") == count(svg, "</g>"));
  CHECK(svg.find("Thermograph of the sum") != std::string::npos);
  CHECK(svg.find("nan") == std::string::npos);
  CHECK(run_cgt({"go", board.path(), "--svg", "/nonexistent/x.svg"}).exit_code == 2);
}

TEST_CASE("--verify checks the answers", "[cli][go]") {
  const TemporaryFile board(kNine);
  const auto result = run_cgt({"go", board.path(), "--verify", "--budget-ms", "3000"});
  CHECK(result.exit_code == 0);
  CHECK(result.out.find("Check: ") != std::string::npos);
}

TEST_CASE("--verify replays what a search claims to be safe", "[cli][go]") {
  const TemporaryFile board("....O..\n.OO.OOX\nOXX.OOO\nX..OOO.\n....O..\n", ".txt");
  const auto searched = run_cgt({"go", board.path(), "--safety", "search", "--verify"});
  CHECK(searched.exit_code == 4);
  CHECK(searched.out.find("Check: safety: 1 claim confirmed by certificates, 1 of search by ") !=
        std::string::npos);
  const auto ruled = run_cgt({"go", board.path(), "--verify"});
  CHECK(ruled.out.find("Check: safety: nothing is claimed\n") != std::string::npos);
}

TEST_CASE("a spent memory budget is out of budget, not a refusal", "[cli][go]") {
  const TemporaryFile board(".......\n.......\n.......\n.......\n.......\n.......\n.......\n",
                            ".txt");
  const auto result = run_cgt({"go", board.path(), "--budget-mb", "30", "--budget-ms", "600000"});
  CHECK(result.exit_code == 4);
  CHECK(result.out.find("memory budget spent") != std::string::npos);
}

TEST_CASE("a budget that is too small says what is known", "[cli][go]") {
  const TemporaryFile board(kNine);
  // Enough for unconditional life, and not for the static rules.
  const auto result =
      run_cgt({"go", board.path(), "--safety", "benson", "--budget-nodes", "1", "--json"});
  CHECK(result.exit_code == 4);
  const Json json = Json::parse(result.out);
  CHECK(json["line"].is_null());
  CHECK(json["fixed_score"].is_number_integer());
  const auto uncut = run_cgt({"go", board.path(), "--budget-nodes", "1", "--json"});
  CHECK(uncut.exit_code == 4);
  CHECK(Json::parse(uncut.out)["fixed_score"].is_null());
  CHECK(json.contains("stopped"));
}

TEST_CASE("a spent budget leaves what was solved by then", "[cli][go]") {
  const TemporaryFile board(kTwoAreas);
  const std::vector<std::string> words{"go", board.path(), "--json"};
  const auto whole = run_cgt(words);
  REQUIRE(whole.exit_code == 0);
  const Json all = Json::parse(whole.out);
  REQUIRE(all["subgames"].size() == 2);
  auto few = words;
  few.insert(few.end(), {"--budget-nodes", "12000"});
  const auto partly = run_cgt(few);
  CHECK(partly.exit_code == 4);
  const Json some = Json::parse(partly.out);
  CHECK(some["stopped"] == "node budget spent");
  CHECK_FALSE(some.contains("default_limit_ms"));
  // The dear area comes first on the board; it does not take all.
  CHECK(some["subgames"][0]["value"].is_null());
  CHECK(some["subgames"][0]["note"] == "node budget spent");
  CHECK(some["subgames"][1]["value"] == all["subgames"][1]["value"]);
  CHECK(some["subgames"][1]["exact"] == true);
  CHECK(some["fixed_score"] == all["fixed_score"]);
  CHECK(some["score"]["black_first"].is_null());
  CHECK(some["line"].is_null());
  CHECK(some["subgames"][0]["kind"] == "bounded");
  CHECK(some["subgames"][1]["kind"] == "exact");
  // The interval holds the score of the whole search, and the dear area makes it wide.
  for (const char* first : {"black_first", "white_first"}) {
    REQUIRE(some["bounds"][first].size() == 2);
    CHECK(some["bounds"][first][0].get<int>() <= all["score"][first].get<int>());
    CHECK(some["bounds"][first][1].get<int>() >= all["score"][first].get<int>());
    CHECK(some["bounds"][first] == some["score"][std::string(first) + "_bounds"]);
  }
  CHECK(some["resolve_next"]["subgame"] == 1);
  CHECK(partly.out.find("refused") == std::string::npos);
}

TEST_CASE("an open board ends by itself, and says why", "[cli][go][long]") {
  const TemporaryFile board(kOpen);
  auto told = std::async(std::launch::async, [&] {
    return run_cgt({"go", board.path(), "--json"});
  });
  const auto table = run_cgt({"go", board.path()});
  const auto json = told.get();
  CHECK(table.exit_code == 4);
  CHECK(table.out.find(
            "Stopped: time budget spent. What was not searched has bounds.\n"
            "The limit is 10 s unless --budget-ms N sets another; --budget-ms 0 lifts it.\n") !=
        std::string::npos);
  CHECK(json.exit_code == 4);
  CHECK(Json::parse(json.out)["stopped"] == "time budget spent");
  CHECK(Json::parse(json.out)["default_limit_ms"] == 10000);
}

TEST_CASE("a limit of the user's own replaces that of the program, and 0 lifts it", "[cli][go]") {
  const TemporaryFile open(kOpen);
  const auto soon = run_cgt({"go", open.path(), "--budget-ms", "200"});
  CHECK(soon.exit_code == 4);
  CHECK(soon.out.find("Stopped: time budget spent") != std::string::npos);
  CHECK(soon.out.find("lifts it") == std::string::npos);
  const TemporaryFile solved(kNine);
  const auto unlimited = run_cgt({"go", solved.path(), "--budget-ms", "0", "--json"});
  CHECK(unlimited.exit_code == 0);
  CHECK_FALSE(Json::parse(unlimited.out).contains("stopped"));
}

TEST_CASE("a board without safe stones says so", "[cli][go]") {
  const TemporaryFile board("...../.X.O./...../.O.X./.....");
  const auto result = run_cgt({"go", board.path(), "--budget-ms", "500"});
  CHECK(result.exit_code != 0);
  CHECK(result.out.find("unconditionally alive") != std::string::npos);
}

TEST_CASE("a board whose regions hang together has bounds, and is not split", "[cli][go]") {
  // Spight: the eyes of one group couple the regions around it. White is said to win.
  const TemporaryFile board(
      "O.O...XO./.OOX.XXOO/OOXXXXXO./.XXOXOOOO/.XX.OOXXX/.XOOOX.X./.XXXOXXXX/.XOOOOOOO/.X.......");
  const auto result = run_cgt({"go", board.path(), "--json"});
  CHECK(result.exit_code == 4);
  const Json json = Json::parse(result.out);
  CHECK(json["score"]["white_first"].is_null());
  const Json& interval = json["bounds"]["white_first"];
  CHECK(interval[0].get<int>() < 0);
  CHECK(interval[1].get<int>() >= 0);
  CHECK(json["winner"]["white_first"].is_null());
  REQUIRE(json["subgames"].size() == 1);
  CHECK(json["subgames"][0]["coupled"] == true);
  CHECK(json["subgames"][0]["kind"] == "bounded");
  CHECK(json["resolve_next"]["at"] == "D9");
  CHECK_FALSE(json.contains("refused"));
  const auto table = run_cgt({"go", board.path()});
  CHECK(table.out.find("depends on 3 areas at once") != std::string::npos);
  CHECK(table.out.find("To resolve next: 1, at D9") != std::string::npos);
}

TEST_CASE("an open boundary has results on condition", "[cli][go]") {
  // Sixteen points with a gap in the middle of the first line.
  const TemporaryFile board(
      "........./.....BW../BBBBBBWWW/BBBBBBWWW/WWWWWWWWW/WWWWWWWWW/WWWWWWWWW/WWWWWWWWW/WWWWWWWWW");
  const std::vector<std::string> question{"go", board.path(), "--budget-nodes", "100000"};
  auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), question.begin(), question.end());
    return run_cgt(more);
  };
  const Json json = Json::parse(with({"--json"}).out);
  CHECK(json["score"]["black_first"].is_null());
  REQUIRE(json.contains("conditional"));
  const Json& told = json["conditional"];
  CHECK(told["score"] == Json({{"black_first", 7}, {"white_first", 5}}));
  CHECK(told["proved_best"] == Json::array({"G9"}));
  CHECK(told["areas"]["black"].size() == 7);
  CHECK(told["areas"]["white"] == Json::array({"J8"}));
  CHECK(told["if"].size() == 2);
  for (const char* first : {"black_first", "white_first"}) {
    CHECK(json["bounds"][first][0].get<int>() <= told["score"][first].get<int>());
    CHECK(json["bounds"][first][1].get<int>() >= told["score"][first].get<int>());
  }
  const auto table = with({});
  CHECK(table.out.find("If the 7 points at A9 are black territory\n") != std::string::npos);
  CHECK(table.out.find("  Black first: B+7      White first: B+5\n") != std::string::npos);
  const TemporaryFile drawing("", ".svg");
  with({"--svg", drawing.path()});
  const std::string svg = read_file(drawing.path());
  CHECK(svg.find("If the areas with dashed circles are territory: Black first B+7") !=
        std::string::npos);
}

TEST_CASE("komi that no part can turn decides the winner", "[cli][go]") {
  const std::string record = "(;SZ[5]KM[40]AB[ba][bb][bc][bd][be]AW[da][db][dc][dd][de])";
  const TemporaryFile board(record, ".sgf");
  // The static rules would settle it.
  const std::vector<std::string> words{"go", board.path(), "--safety", "benson"};
  const auto table = run_cgt(words);
  CHECK(table.out.find("White wins if Black moves first") != std::string::npos);
  auto with_json = words;
  with_json.push_back("--json");
  const Json json = Json::parse(run_cgt(with_json).out);
  CHECK(json["winner"] == Json({{"black_first", "W"}, {"white_first", "W"}}));
}

TEST_CASE("rules, komi and prisoners can be told", "[cli][go]") {
  const TemporaryFile board(kNine);
  const auto scores = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words{"go", board.path(), "--json"};
    words.insert(words.end(), more.begin(), more.end());
    const auto result = run_cgt(words);
    REQUIRE(result.exit_code == 0);
    return Json::parse(result.out);
  };
  CHECK(scores({"--komi", "6.5"})["score"]["black_first"] == "-5/2");
  CHECK(scores({"--komi=-13/2"})["score"]["black_first"] == "21/2");
  CHECK(scores({"--prisoners", "5,2"})["score"]["black_first"] == 7);
  const Json area = scores({"--rules", "area"});
  // Black has 2 stones more than White here than points of territory say, and moves last.
  CHECK(area["score"] == Json({{"black_first", 9}, {"white_first", 7}}));
  CHECK(area["area_by_parity"] == area["score"]);
  CHECK(area["dame"] == 2);
  CHECK(area["rules"] == "area");
  CHECK(scores({"--rules", "area", "--handicap", "3"})["score"]["white_first"] == 4);
  CHECK(scores({"--rules", "area", "--button"})["score"]["black_first"].is_string());
  for (const std::vector<std::string>& wrong :
       std::vector<std::vector<std::string>>{{"--komi", "six"},
                                             {"--komi", "0.1"},
                                             {"--prisoners", "3"},
                                             {"--handicap", "2"},
                                             {"--rules", "chess"},
                                             {"--rules", "area", "--prisoners", "1,1"}}) {
    std::vector<std::string> words{"go", board.path()};
    words.insert(words.end(), wrong.begin(), wrong.end());
    CHECK(run_cgt(words).exit_code != 0);
  }
}

TEST_CASE("assumed life: by option, by letters, by marks, and as it is judged", "[cli][go]") {
  // Walls without eyes around a corridor: nothing is proved.
  const TemporaryFile plain("XXXXXOOOOO/XX..OOOOOO/XXXXXOOOOO");
  CHECK(run_cgt({"go", plain.path(), "--json"}).exit_code == 4);
  const auto named = run_cgt({"go", plain.path(), "--json", "--assume", "A1 K3"});
  REQUIRE(named.exit_code == 0);
  const Json json = Json::parse(named.out);
  CHECK(json["score"] == Json({{"black_first", 1}, {"white_first", 0}}));
  CHECK(json["assumed"].size() == 28);
  CHECK(json["safe"] == Json({{"black", Json::array()}, {"white", Json::array()}}));
  CHECK(json["assumed_territory"] == Json::array());
  REQUIRE(json["if"].size() == 2);
  CHECK(json["if"][0] == "if these live: the black blocks of A3");

  const TemporaryFile letters("BBBBBWWWWW/BB..WWWWWW/BBBBBWWWWW");
  const TemporaryFile marks("(;SZ[10:3]AB[aa:ea][ab:bb][ac:ec]AW[fa:ja][eb:jb][fc:jc]TR[aa][jc])",
                            ".sgf");
  for (const auto& path : {letters.path(), marks.path()}) {
    const auto same = run_cgt({"go", path, "--json"});
    CHECK(same.exit_code == 0);
    CHECK(Json::parse(same.out)["score"] == json["score"]);
    CHECK(Json::parse(same.out)["assumed"] == json["assumed"]);
  }
  const auto table = run_cgt({"go", plain.path(), "--assume", "A1,K3"});
  CHECK(table.out.find("White first: 0 (jigo)      (if these live, see below)") !=
        std::string::npos);
  CHECK(table.out.find("Assumed: if these live: the white blocks of F3") != std::string::npos);

  const auto bad = run_cgt({"go", plain.path(), "--assume", "A1 C2"});
  CHECK(bad.exit_code != 0);
  CHECK(bad.err.find("there is no stone at C2") != std::string::npos);
  CHECK(run_cgt({"go", plain.path(), "--assume", "A1 Z99"}).exit_code != 0);
  const auto looks = run_cgt({"go", cgt::testing::source_root() + "/examples/go/games/game9.sgf",
                              "--moves", "28", "--json", "--assume", "auto"});
  CHECK(looks.exit_code == 4);
  CHECK(Json::parse(looks.out)["status"] == "estimated");
  CHECK(Json::parse(looks.out)["score"] ==
        Json({{"black_first", "27/2"}, {"white_first", "25/2"}}));
}

TEST_CASE("a drawing tells without colour what is proved, assumed, bounded", "[cli][go]") {
  const TemporaryFile drawing("", ".svg");
  const auto drawn = [&](const std::string& text, const std::vector<std::string>& more) {
    const TemporaryFile board(text);
    std::vector<std::string> words{"go", board.path(), "--svg", drawing.path()};
    words.insert(words.end(), more.begin(), more.end());
    run_cgt(words);
    return read_file(drawing.path());
  };
  const std::string proved = drawn(kNine, {});
  const std::string assumed = drawn("..B.W../..B.W../..B.W.X/..B.W..", {});
  const std::string bounded = drawn("...../.X.O./...../.O.X./.....", {});
  const std::string ko = drawn("X.XXOO.O/XXXXOOOO/XXX.XOOO/XXXXOOOO/X.XXOO.O", {});
  CHECK(count(proved, "url(#bounded)") == 1);
  CHECK(count(bounded, "url(#bounded)") == 2);
  CHECK(count(ko, "url(#ko)") == 2);
  CHECK(count(assumed, "l8 14h-16z") == 8);
  CHECK(count(proved, "l8 14h-16z") == 0);
  CHECK(count(assumed, "fill=\"none\" stroke=\"#111\" stroke-width=\"2\"") >= 8);
  CHECK(assumed.find("\u00b7 if the marked blocks live") != std::string::npos);
  CHECK(proved.find("\u00b7 if the marked blocks live") == std::string::npos);
}

TEST_CASE("generated boards are reproducible and solvable", "[cli][go]") {
  const auto first = run_cgt({"go", "generate", "--size", "13", "--seed", "7"});
  CHECK(first.exit_code == 0);
  CHECK(first.out == run_cgt({"go", "generate", "--size", "13", "--seed", "7"}).out);
  CHECK(first.out != run_cgt({"go", "generate", "--size", "13", "--seed", "8"}).out);
  for (const char* kind : {"numbers", "ups", "tinies", "hot", "forks"}) {
    INFO(kind);
    const TemporaryFile record("", ".sgf");
    REQUIRE(run_cgt({"go", "generate", "--size", "13", "--seed", "3", "--kinds", kind, "--out",
                     record.path()})
                .exit_code == 0);
    CHECK(run_cgt({"go", record.path()}).exit_code == 0);
  }
  CHECK(run_cgt({"go", "generate", "--size", "53"}).exit_code == 2);
  CHECK(run_cgt({"go", "generate", "--kinds", "cold"}).exit_code != 0);
}

}  // namespace cli_go_test
