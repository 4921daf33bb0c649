// Suits and endings against rows of exhaustive programs of others, and against simpler solvers.
#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <compare>
#include <functional>
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

// Most tricks on average, plainly: every layout of single cards, every card of every hand, all that
// strategies win side by side. No card is taken for another.
class PlainAverage {
 public:
  using Wins = std::vector<int>;  // by layout: West's cards as bits of the missing ones
  struct State {
    unsigned north, south, west, east;  // ranks held; missing cards played, as bits of missing_
    bool west_out, east_out, at_north;
    int entries;  // -1: free
    auto operator<=>(const State&) const = default;
  };

  explicit PlainAverage(const SuitProblem& p) {
    for (int r = 2; r <= 14; ++r)
      if (((p.north | p.south) >> r & 1) == 0) missing_.push_back(r);
    layouts_ = std::size_t{1} << missing_.size();
    start_ = {p.north, p.south, 0, 0, false, false, false, p.entries};
  }
  double best() {
    double most = 0;
    for (const Wins& wins : strategies(start_)) {
      double sum = 0;
      for (std::size_t w = 0; w < layouts_; ++w) sum += odds(w) * wins[w];
      most = std::max(most, sum);
    }
    return most;
  }

 private:
  static double choose(int n, int k) {
    double out = 1;
    for (int i = 1; i <= k; ++i) out = out * (n - k + i) / i;
    return out;
  }
  double odds(std::size_t w) const {
    const int m = static_cast<int>(missing_.size());
    return choose(26 - m, 13 - std::popcount(w)) / choose(26, 13);
  }
  bool fits(const State& s, unsigned w) const {
    const unsigned all = static_cast<unsigned>(layouts_ - 1);
    const unsigned west_left = w & ~s.west;
    const unsigned east_left = all & ~w & ~s.east;
    return (s.west & ~w) == 0 && (s.east & w) == 0 && (!s.west_out || west_left == 0) &&
           (!s.east_out || east_left == 0);
  }
  static void add(std::vector<Wins>& to, const Wins& wins) {
    const auto below = [](const Wins& a, const Wins& b) {
      for (std::size_t i = 0; i < a.size(); ++i)
        if (a[i] > b[i]) return false;
      return true;
    };
    for (const Wins& known : to)
      if (below(wins, known)) return;
    std::erase_if(to, [&](const Wins& known) { return below(known, wins); });
    to.push_back(wins);
  }
  // In each layout the defenders take the reply that is worst; declarer goes on for each as he likes.
  std::vector<Wins> against(const State& s, bool west,
                            const std::function<std::vector<Wins>(const State&, int)>& after) {
    std::vector<Wins> out{Wins(layouts_, 99)};
    for (int i = -1; i < static_cast<int>(missing_.size()); ++i) {
      State t = s;
      if (i >= 0 && ((s.west | s.east) >> i & 1) != 0) continue;
      if (i >= 0) (west ? t.west : t.east) |= 1U << i;
      if (i < 0) (west ? t.west_out : t.east_out) = true;
      bool any = false;
      for (unsigned w = 0; w < layouts_; ++w) any = any || fits(t, w);
      if (!any || (i >= 0 && (west ? s.west_out : s.east_out))) continue;
      std::vector<Wins> next;
      for (const Wins& a : out) {
        for (const Wins& b : after(t, i < 0 ? 0 : missing_[static_cast<std::size_t>(i)])) {
          Wins both = a;
          for (unsigned w = 0; w < layouts_; ++w)
            if (fits(t, w)) both[w] = std::min(a[w], b[w]);
          add(next, both);
        }
      }
      out = next;
    }
    return out;
  }
  std::vector<Wins> strategies(const State& s) {
    if (s.north == 0 && s.south == 0) return {Wins(layouts_, 0)};
    const auto known = known_.find(s);
    if (known != known_.end()) return known->second;
    std::vector<Wins> out;
    for (const bool north : {true, false}) {
      if (north && !s.at_north && s.entries == 0) continue;
      for (int rank = 2; rank <= 14; ++rank) {
        if (((north ? s.north : s.south) >> rank & 1) == 0) continue;
        State t = s;
        (north ? t.north : t.south) &= ~(1U << rank);
        if (north && !s.at_north && s.entries > 0) --t.entries;
        for (const Wins& wins : against(t, !north, [&](const State&u, int second) {
               return third(u, north, rank, second);
             }))
          add(out, wins);
      }
    }
    if (out.empty()) out = {Wins(layouts_, 0)};  // North's cards are out of reach
    return known_[s] = out;
  }
  std::vector<Wins> third(const State& s, bool north, int lead, int second) {
    std::vector<Wins> out;
    const unsigned hand = north ? s.south : s.north;
    for (int rank = 0; rank <= 14; ++rank) {
      if (rank == 0 ? hand != 0 : (hand >> rank & 1) == 0) continue;
      State t = s;
      (north ? t.south : t.north) &= ~(rank == 0 ? 0U : 1U << rank);
      for (const Wins& wins : against(t, north, [&](State u, int fourth) {
             const bool ours = std::max(lead, rank) > std::max(second, fourth);
             u.at_north = ours && ((lead > rank) == north);
             std::vector<Wins> rest = strategies(u);
             for (Wins& w : rest)
               for (int& n : w) n += ours ? 1 : 0;
             return rest;
           }))
        add(out, wins);
    }
    return out;
  }

  std::vector<int> missing_;
  std::size_t layouts_ = 0;
  State start_{};
  std::map<State, std::vector<Wins>> known_;
};

TEST_CASE("most tricks on average are what plain search finds", "[bridge]") {
  for (const auto& [north, south] :
       std::vector<std::pair<std::string, std::string>>{{"AQ95", "8432"},
                                                        {"KJ54", "AT32"},
                                                        {"QT54", "A932"},
                                                        {"KT94", "J832"},
                                                        {"AJ986", "KT2"}}) {
    for (const int entries : {-1, 0, 1}) {
      INFO(north << " opposite " << south << ", entries " << entries);
      SuitProblem p = suit(north, south, 1, entries);
      p.average = true;
      Budget budget;
      const SuitAnswer a = solve_suit(p, budget);
      CHECK(a.best == Approx(PlainAverage(p).best()).epsilon(1e-9));
      CHECK(a.best <= a.dd + 1e-12);
      double lead = 0;
      for (const auto& l : a.leads) lead = std::max(lead, l.best);
      CHECK(a.best == Approx(lead));
      // The tricks of the strategy: their chances add up, and none is better than the best for that number.
      double sum = 0;
      for (std::size_t n = 1; n < a.at_least.size(); ++n) {
        sum += a.at_least[n];
        CHECK(a.at_least[n] <= best_of(suit(north, south, static_cast<int>(n), entries)) + 1e-12);
      }
      CHECK(sum == Approx(a.best));
    }
  }
}

TEST_CASE("most tricks on average need not be the best chance of a number", "[bridge]") {
  SuitProblem p = suit("AQT", "432", 1);
  p.average = true;
  Budget budget;
  const SuitAnswer a = solve_suit(p, budget);
  // West holds king, jack, both or neither: three, two, ... tricks by two finesses, the ten first.
  CHECK(a.best == Approx(2.0).margin(0.02));
  CHECK(a.line.starts_with("S2"));
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
