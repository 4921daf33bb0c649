// Suits and endings against rows of exhaustive programs of others, and against simpler solvers.
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <sstream>

#include "cgt/support/error.hpp"
#include "decomp/labs/bridge/ending.hpp"
#include "decomp/labs/bridge/suit.hpp"
#include "tests/files.hpp"

namespace bridge_exact_test {

using namespace cgt;
using namespace cgt::bridge;
using cgt::bridge::Game;
using cgt::bridge::Player;  // not cgt::Player
using Row = std::map<std::string, std::string>;

std::vector<Row> rows_of(const std::string& name) {
  std::vector<Row> out;
  std::vector<std::string> names;
  for (const std::string& line :
       testing::lines_of(testing::read_file(testing::test_data() + "/labs/bridge/data/" + name))) {
    if (line.empty() || line[0] == '#') continue;
    std::vector<std::string> cells;
    std::size_t at = 0;
    for (std::size_t end; (end = line.find('\t', at)) != std::string::npos; at = end + 1)
      cells.push_back(line.substr(at, end - at));
    cells.push_back(line.substr(at));
    if (names.empty()) {
      names = cells;
      continue;
    }
    Row row;
    for (std::size_t i = 0; i < names.size(); ++i) row[names[i]] = cells.at(i);
    out.push_back(row);
  }
  return out;
}

SuitProblem suit(const std::string& north, const std::string& south, int tricks, int entries = -1) {
  return {*parse_ranks(north), *parse_ranks(south), entries, tricks};
}
double best_of(const SuitProblem& p) {
  Budget budget;
  return solve_suit(p, budget).best;
}

TEST_CASE("suits are played as exhaustive search plays them", "[bridge]") {
  const std::vector<Row> rows = rows_of("suits.tsv");
  REQUIRE(rows.size() > 80);
  for (Row row : rows) {
    INFO(row["north"] << " opposite " << row["south"]);
    Budget budget;
    const SuitAnswer a = solve_suit(suit(row["north"], row["south"], std::stoi(row["tricks"]),
                                         row["entries"] == "free" ? -1 : std::stoi(row["entries"])),
                                    budget);
    CHECK(100 * a.best == Approx(std::stod(row["best"])).margin(0.006));
    CHECK(100 * a.smith == Approx(std::stod(row["smith"])).margin(0.006));
    CHECK(100 * a.dd == Approx(std::stod(row["dd"])).margin(0.006));
  }
}

TEST_CASE("chances in suits are ordered as they must be", "[bridge]") {
  for (const auto& [north, south] : std::vector<std::pair<std::string, std::string>>{
           {"AQ765", "32"}, {"KJT9", "A43"}, {"QJ4", "K532"}, {"A9876", "K2"}}) {
    double before = 1.0000001;
    for (int tricks = 0; tricks <= 5; ++tricks) {
      INFO(north << " opposite " << south << " for " << tricks);
      double fewer = 0;
      for (const int entries : {0, 1, 2, -1}) {
        Budget budget;
        const SuitAnswer a = solve_suit(suit(north, south, tricks, entries), budget);
        CHECK(a.best >= fewer - 1e-12);  // entries do no harm
        CHECK(a.best <= a.dd + 1e-12);   // nor does seeing
        fewer = a.best;
        double lead = tricks == 0 ? a.best : 0;
        for (const auto& l : a.leads) lead = std::max(lead, l.best);
        CHECK(a.best == Approx(lead));  // some first card is best
      }
      CHECK(fewer <= before);  // more tricks are harder
      before = fewer;
    }
  }
  // A queen with either defender, and the two cards of a split: computed by hand.
  CHECK(best_of(suit("AQ", "32", 2)) == Approx(0.5));
  CHECK(best_of(suit("AKQ", "432", 3)) == Approx(1.0));
  CHECK_THROWS_AS(best_of(suit("AQJ54", "432", 3)), Error);
  Budget small({.nodes = 3});
  CHECK_THROWS_AS(solve_suit(suit("AT987", "K432", 4), small), BudgetExhausted);
}

EndingProblem ending(Row& row) {
  EndingProblem p;
  p.trump = static_cast<int>(std::string("SHDCN").find(row["trump"]));
  p.leader = row["leader"] == "N" ? 0 : 2;
  p.need = std::stoi(row["need"]);
  p.north = *parse_hand(row["north"]);
  p.south = *parse_hand(row["south"]);
  p.hidden = *parse_hand(row["hidden"]);
  std::vector<HiddenCondition> conditions;
  std::istringstream words(row["conditions"]);
  for (std::string word; words >> word;) conditions.push_back(parse_condition(word));
  p.worlds = all_worlds(p, conditions);
  return p;
}

TEST_CASE("endings are played as exhaustive search plays them", "[bridge]") {
  std::vector<Row> rows = rows_of("endings.tsv");
  REQUIRE(rows.size() > 25);
  for (Row& row : rows) {
    INFO(row["id"]);
    Budget budget;
    const EndingAnswer a = solve_ending(ending(row), budget);
    CHECK(100 * a.best == Approx(std::stod(row["best"])).margin(0.006));
    CHECK(100 * a.dd == Approx(std::stod(row["dd"])).margin(0.006));
    CHECK_FALSE(a.line.empty());
  }
}

// All cards of all layouts, without fronts or tables: the best share over every strategy of one trick.
TEST_CASE("an ending of one or two cards is what counting says", "[bridge]") {
  EndingProblem p;
  p.north = *parse_hand("AQ...");
  p.south = *parse_hand("32...");
  p.hidden = *parse_hand("K4.AK..");
  p.need = 2;
  p.worlds = all_worlds(p, {});
  CHECK(p.worlds.size() == 6);
  Budget budget;
  // West's four is as likely to leave East the bare king twice as the four and the king with West once:
  // the ace wins four of six layouts, the finesse three.
  CHECK(solve_ending(p, budget).best == Approx(4.0 / 6));
  // Seats that follow in the middle of a trick see what was played.
  p.worlds = {*parse_hand("K.A..")};
  CHECK(solve_ending(p, budget).best == Approx(1.0));
  p.south |= bit(card_of(1, 2));
  CHECK_THROWS_AS(solve_ending(p, budget), Error);
  CHECK_THROWS_AS(parse_condition("W:XX"), Error);
  CHECK_THROWS_AS(parse_condition("E:H="), Error);
}

}  // namespace bridge_exact_test
