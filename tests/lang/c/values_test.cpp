// The face in C says what the libraries say: all games born by day 2, positions of every ruleset.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <set>
#include <string>
#include <vector>

#include "cgt/algebra/atomic_weight.hpp"
#include "cgt/algebra/tree_size.hpp"
#include "cgt/pictures/thermograph_drawing.hpp"
#include "cgt/pictures/tree.hpp"
#include "cgt/text/json.hpp"
#include "cgt/text/loopy_text.hpp"
#include "cgt/text/text.hpp"
#include "decomp/rules/registry.hpp"
#include "decomp/solve/sums/sum_outcome.hpp"
#include "decomp/solve/sums/sum_text.hpp"
#include "decomp/solve/values/evaluator.hpp"
#include "tests/lang/c/handles.hpp"

namespace values_test {

namespace {

using cgt::GameId;
using cgt::Player;
using cgt::testing::Handle;
using cgt::testing::text_of;

// All games born by day 2, made by cgt_construct() from those born by day 1.
std::vector<cgt_game> games_of_day_2(cgt_store* store) {
  std::array<cgt_game, 4> day1{};
  const std::array<const char*, 4> names{"0", "1", "-1", "*"};
  for (std::size_t i = 0; i < 4; ++i) REQUIRE(cgt_parse(store, names[i], &day1[i]) == CGT_OK);
  std::set<cgt_game> found;
  for (unsigned left = 0; left < 16; ++left) {
    for (unsigned right = 0; right < 16; ++right) {
      std::array<std::vector<cgt_game>, 2> options;
      for (unsigned i = 0; i < 4; ++i) {
        if ((left >> i & 1U) != 0) options[0].push_back(day1[i]);
        if ((right >> i & 1U) != 0) options[1].push_back(day1[i]);
      }
      cgt_game made = 0;
      REQUIRE(cgt_construct(store, options[0].data(), options[0].size(), options[1].data(),
                            options[1].size(), &made) == CGT_OK);
      found.insert(made);
    }
  }
  return {found.begin(), found.end()};
}

// The same game in a store of the libraries.
GameId copied(cgt_store* from, cgt_game g, cgt::Store& to) {
  return cgt::parse_value(to, text_of([&](char* b, size_t n, size_t* k) {
                            return cgt_print(from, g, CGT_TEXT, b, n, k);
                          }));
}

std::string printed(cgt_store* store, cgt_game g, cgt_format format = CGT_TEXT) {
  return text_of(
      [&](char* b, size_t n, size_t* k) { return cgt_print(store, g, format, b, n, k); });
}

constexpr std::array<cgt_relation, 4> kRelations{CGT_LESS, CGT_EQUAL, CGT_GREATER, CGT_CONFUSED};
constexpr std::array<cgt_outcome, 4> kOutcomes{CGT_OUTCOME_L, CGT_OUTCOME_R, CGT_OUTCOME_N,
                                               CGT_OUTCOME_P};

}  // namespace

TEST_CASE("C: pairs of the games of day 2 are compared and added as by the library", "[c]") {
  const Handle handle;
  cgt_store* c = handle.store;
  cgt::Store store;
  const std::vector<cgt_game> games = games_of_day_2(c);
  REQUIRE(games.size() == 22);  // Guy 1991
  std::array<std::size_t, 4> relations{};
  for (const cgt_game g : games) {
    const GameId a = copied(c, g, store);
    for (const cgt_game h : games) {
      const GameId b = copied(c, h, store);
      cgt_relation relation = CGT_EQUAL;
      cgt_game sum = 0;
      cgt_game difference = 0;
      REQUIRE(cgt_compare(c, g, h, &relation) == CGT_OK);
      REQUIRE(cgt_add(c, g, h, &sum) == CGT_OK);
      REQUIRE(cgt_subtract(c, g, h, &difference) == CGT_OK);
      CHECK(relation == kRelations[static_cast<std::size_t>(store.compare(a, b))]);
      ++relations[static_cast<std::size_t>(relation)];
      CHECK(printed(c, sum) == to_text(store, store.add(a, b)));
      CHECK(printed(c, difference) == to_text(store, store.subtract(a, b)));
      // The sign of the difference says the same.
      cgt_outcome outcome = CGT_OUTCOME_D;
      REQUIRE(cgt_game_outcome(c, difference, &outcome) == CGT_OK);
      constexpr std::array<cgt_outcome, 4> kOfRelation{CGT_OUTCOME_R, CGT_OUTCOME_P, CGT_OUTCOME_L,
                                                       CGT_OUTCOME_N};
      CHECK(outcome == kOfRelation[static_cast<std::size_t>(relation)]);
    }
  }
  CHECK(relations[CGT_EQUAL] == 22);
  CHECK(relations[CGT_LESS] == relations[CGT_GREATER]);
  CHECK(relations[CGT_CONFUSED] > 0);
}

TEST_CASE("C: what is told of the games of day 2 is what the library tells", "[c]") {
  const Handle handle;
  cgt_store* c = handle.store;
  cgt::Store store;
  for (const cgt_game g : games_of_day_2(c)) {
    const GameId a = copied(c, g, store);
    INFO(to_text(store, a));
    cgt_outcome outcome = CGT_OUTCOME_D;
    REQUIRE(cgt_game_outcome(c, g, &outcome) == CGT_OK);
    CHECK(outcome == kOutcomes[static_cast<std::size_t>(store.outcome(a))]);
    std::uint64_t n = 0;
    REQUIRE(cgt_birthday(c, g, &n) == CGT_OK);
    CHECK(n == store.birthday(a));
    REQUIRE(cgt_follower_count(c, g, &n) == CGT_OK);
    CHECK(n == store.follower_count(a));

    std::array<std::vector<cgt_game>, 2> options;
    for (const Player player : cgt::kPlayers) {
      const auto who = static_cast<cgt_player>(index(player));
      REQUIRE(cgt_option_count(c, g, who, &n) == CGT_OK);
      CHECK(n == store.option_count(a, player));
      for (std::uint64_t i = 0; i < n; ++i) {
        cgt_game option = 0;
        REQUIRE(cgt_option(c, g, who, i, &option) == CGT_OK);
        options[index(player)].push_back(option);
      }
      cgt_game beyond = 5;
      CHECK(cgt_option(c, g, who, n, &beyond) == CGT_INPUT);
      CHECK(beyond == 5);
    }
    cgt_game again = 0;
    REQUIRE(cgt_construct(c, options[0].data(), options[0].size(), options[1].data(),
                          options[1].size(), &again) == CGT_OK);
    CHECK(again == g);

    CHECK(printed(c, g, CGT_CGSUITE) == to_text(store, a, {cgt::Notation::kCgsuite, 0}));
    CHECK(printed(c, g, CGT_LATEX) == to_latex(store, a));
    CHECK(printed(c, g, CGT_SVG) == game_tree_svg(store, a));
    const std::string json = printed(c, g, CGT_JSON);
    CHECK(value_from_json(store, json) == a);
    REQUIRE(cgt_parse_json(c, json.c_str(), &again) == CGT_OK);
    CHECK(again == g);
    CHECK(text_of([&](char* b, size_t s, size_t* k) {
            return cgt_tree_node_count(c, g, b, s, k);
          }) == tree_node_count(store, a).get_str());

    const std::array<cgt::Dyadic, 4> figures{store.mean(a), store.temperature(a),
                                             store.stop(a, Player::kLeft),
                                             store.stop(a, Player::kRight)};
    for (int which = CGT_MEAN; which <= CGT_RIGHT_STOP; ++which) {
      cgt_fraction found{};
      REQUIRE(cgt_figure(c, g, which, &found) == CGT_OK);
      const cgt::Dyadic& wanted = figures[static_cast<std::size_t>(which)];
      CHECK(found.numerator == wanted.small_numerator());
      CHECK(found.denominator == std::int64_t{1} << wanted.exponent());
      CHECK(text_of([&](char* b, size_t s, size_t* k) {
              return cgt_figure_text(c, g, which, b, s, k);
            }) == wanted.to_string());
    }
    const auto thermograph = [&](cgt_format format) {
      return text_of(
          [&](char* b, size_t s, size_t* k) { return cgt_thermograph(c, g, format, b, s, k); });
    };
    CHECK(thermograph(CGT_TEXT) == to_text(store.thermograph(a)));
    CHECK(thermograph(CGT_JSON) == to_json(store.thermograph(a)));
    CHECK(thermograph(CGT_LATEX) == thermograph_tikz(store.thermograph(a)));
    CHECK(thermograph(CGT_SVG) == thermograph_svg(store.thermograph(a), "Thermograph"));

    cgt_game weight = 0;
    const auto known = find_atomic_weight(store, a);
    const cgt_status status = cgt_atomic_weight(c, g, &weight);
    CHECK(status == (known ? CGT_OK : CGT_DOMAIN));
    if (known && status == CGT_OK) CHECK(printed(c, weight) == to_text(store, *known));

    cgt_game half = 0;
    cgt_game cooled = 0;
    cgt_game heated = 0;
    REQUIRE(cgt_dyadic(c, 1, 2, &half) == CGT_OK);
    REQUIRE(cgt_cool(c, g, half, &cooled) == CGT_OK);
    CHECK(printed(c, cooled) == to_text(store, store.cool(a, cgt::Dyadic(1, 1))));
    REQUIRE(cgt_heat(c, g, half, &heated) == CGT_OK);
    CHECK(printed(c, heated) == to_text(store, store.heat(a, store.number(cgt::Dyadic(1, 1)))));
    for (const std::int64_t times : {-3, 0, 2}) {
      cgt_game product = 0;
      REQUIRE(cgt_multiply(c, g, times, &product) == CGT_OK);
      CHECK(printed(c, product) == to_text(store, store.multiple(cgt::Dyadic(times), a)));
    }
  }
}

TEST_CASE("C: every ruleset without parameters reads and values its example", "[c]") {
  const Handle handle;
  cgt_store* c = handle.store;
  constexpr std::uint64_t kNodes = 20'000;
  const cgt_budget budget{sizeof(cgt_budget), kNodes, CGT_UNLIMITED, CGT_UNLIMITED};
  REQUIRE(cgt_store_set_budget(c, &budget) == CGT_OK);
  std::size_t valued = 0;
  std::size_t options = 0;
  for (const cgt::RulesetEntry& entry : cgt::rulesets()) {
    INFO(entry.name << " " << entry.example);
    cgt_position* board = nullptr;
    const cgt_status read =
        cgt_position_parse(c, entry.name.c_str(), entry.example.c_str(), &board);
    if (read == CGT_DOMAIN) {
      // It needs parameters.
      CHECK(entry.signature != "");
      CHECK(board == nullptr);
      continue;
    }
    REQUIRE(read == CGT_OK);
    const cgt::AnyPosition position = cgt::registered_ruleset(entry.name)->position(entry.example);
    CHECK(text_of([&](char* b, size_t s, size_t* k) {
            return cgt_position_text(c, board, b, s, k);
          }) == position.text());
    for (const Player player : cgt::kPlayers) {
      const auto wanted = position.options(player);
      std::vector<cgt_position*> after(wanted.size());
      std::vector<std::int64_t> gains(wanted.size());
      std::size_t count = 0;
      REQUIRE(cgt_position_options(c, board, static_cast<cgt_player>(index(player)), after.data(),
                                   gains.data(), after.size(), &count) == CGT_OK);
      REQUIRE(count == wanted.size());
      for (std::size_t i = 0; i < count; ++i) {
        CHECK(text_of([&](char* b, size_t s, size_t* k) {
                return cgt_position_text(c, after[i], b, s, k);
              }) == wanted[i].position.text());
        CHECK(gains[i] == wanted[i].shift);
        cgt_position_free(after[i]);
        ++options;
      }
    }
    // The library, in a store of its own, with the same budget.
    cgt::Store store;
    cgt::LoopyGames loopy(store);
    cgt::solve::Evaluator evaluator(store);
    cgt::Budget same({.nodes = kNodes});
    cgt_game value = 0;
    const cgt_status status = cgt_position_value(c, board, &value);
    try {
      const cgt::Store::BudgetScope scope(store, same);
      const cgt::LoopyValue found = evaluator.loopy_value(position, loopy, same);
      CHECK(status == (found.is_short() ? CGT_OK : CGT_DOMAIN));
      if (status == CGT_OK) CHECK(printed(c, value) == to_text(loopy, found));
      CHECK(text_of([&](char* b, size_t s, size_t* k) {
              return cgt_position_print(c, board, CGT_TEXT, b, s, k);
            }) == to_text(loopy, found));
      ++valued;
    } catch (const cgt::BudgetExhausted&) {
      CHECK(status == CGT_BUDGET);
    } catch (const cgt::Error&) {
      CHECK(status == CGT_DOMAIN);
    }
    cgt_position_free(board);
  }
  CHECK(valued > 30);
  CHECK(options > 100);
}

TEST_CASE("C: rulesets with parameters are those that the language makes", "[c]") {
  const Handle handle;
  cgt_session* session = nullptr;
  REQUIRE(cgt_session_new(&session) == CGT_OK);
  const std::array<std::array<const char*, 2>, 6> cases{
      {{"subtraction([1,4])", "9"},
       {"game.heap.Subtraction([2], allbut => true)", "7"},
       {"take-and-break(\"0.77\")", "9"},
       {"gen-clobber([(1,1),(-1,-1)])", "xo|oo"},
       {"gen-toads-and-frogs(maxJump => 2)", "tt..ff"},
       {"gen-wythoff(2)", "(5,3)"}}};
  for (const auto& [ruleset, board] : cases) {
    INFO(ruleset);
    cgt_position* ours = nullptr;
    cgt_position* theirs = nullptr;
    REQUIRE(cgt_position_parse(handle.store, ruleset, board, &ours) == CGT_OK);
    REQUIRE(cgt_session_position(session, ruleset, board, &theirs) == CGT_OK);
    const auto value = [&](const cgt_position* position) {
      return text_of([&](char* b, size_t s, size_t* k) {
        return cgt_position_print(handle.store, position, CGT_TEXT, b, s, k);
      });
    };
    CHECK(value(ours) == value(theirs));
    CHECK(value(ours) != "0");
    cgt_position_free(ours);
    cgt_position_free(theirs);
  }
  cgt_session_free(session);
}

TEST_CASE("C: sums are won as their values say", "[c]") {
  const Handle handle;
  cgt_store* c = handle.store;
  std::size_t wins = 0;
  std::size_t moves = 0;
  const std::array<const char*, 6> terms{"domineering:..|..", "clobber:xox|oxo", "^*",
                                         "nogo:....",         "{2|-1}",          "-1/2"};
  for (const char* a : terms) {
    for (const char* b : terms) {
      const std::string text = std::string(a) + " - " + b;
      INFO(text);
      cgt::Store store;
      cgt::solve::SumOutcome solver(store);
      cgt::Budget budget;
      const cgt::Store::BudgetScope scope(store, budget);
      const cgt::solve::Sum sum = cgt::solve::parse_sum(store, text);
      for (const Player first : cgt::kPlayers) {
        cgt_verdict verdict = CGT_DRAWS;
        const auto who = static_cast<cgt_player>(index(first));
        REQUIRE(cgt_sum_verdict(c, text.c_str(), who, &verdict) == CGT_OK);
        const bool won = solver.solve(sum, first, budget).verdict == cgt::solve::Verdict::kWins;
        CHECK(verdict == (won ? CGT_WINS : CGT_LOSES));
        wins += won ? 1 : 0;
        const std::string lines = text_of([&](char* buffer, size_t s, size_t* k) {
          return cgt_sum_winning_moves(c, text.c_str(), who, buffer, s, k);
        });
        CHECK(lines.empty() == !won);
        moves += static_cast<std::size_t>(std::count(lines.begin(), lines.end(), '\n'));
      }
      cgt_outcome outcome = CGT_OUTCOME_D;
      REQUIRE(cgt_sum_outcome(c, text.c_str(), &outcome) == CGT_OK);
      CHECK(outcome == kOutcomes[static_cast<std::size_t>(solver.outcome(sum, budget).onside)]);
    }
  }
  CHECK(wins > 10);
  CHECK(moves > wins);
}

TEST_CASE("C: loopy positions have values as texts and outcomes of nine classes", "[c]") {
  const Handle handle;
  cgt_store* c = handle.store;
  std::set<cgt_outcome> met;
  for (const cgt::RulesetEntry& entry : cgt::rulesets()) {
    cgt_position* board = nullptr;
    if (cgt_position_parse(c, entry.name.c_str(), entry.example.c_str(), &board) != CGT_OK)
      continue;
    const cgt_budget budget{sizeof(cgt_budget), 20'000, CGT_UNLIMITED, CGT_UNLIMITED};
    REQUIRE(cgt_store_set_budget(c, &budget) == CGT_OK);
    cgt_game value = 0;
    cgt_outcome outcome = CGT_OUTCOME_P;
    if (cgt_position_outcome(c, board, &outcome) == CGT_OK) {
      met.insert(outcome);
      if (cgt_position_value(c, board, &value) == CGT_OK) {
        cgt_outcome of_value = CGT_OUTCOME_D;
        REQUIRE(cgt_game_outcome(c, value, &of_value) == CGT_OK);
        CHECK(of_value == outcome);
      }
    }
    cgt_position_free(board);
  }
  CHECK(met.size() >= 4);
}

TEST_CASE("C: a spent budget tells what is known of a position", "[c]") {
  const Handle handle;
  cgt_position* board = nullptr;
  REQUIRE(cgt_position_parse(handle.store, "domineering",
                             "......|......|......|......|......|......", &board) == CGT_OK);
  const cgt_budget budget{sizeof(cgt_budget), 40, CGT_UNLIMITED, CGT_UNLIMITED};
  REQUIRE(cgt_store_set_budget(handle.store, &budget) == CGT_OK);
  cgt_game value = 0;
  cgt_outcome outcome{};
  std::size_t needed = 0;
  const auto known = [&](cgt_status status) {
    CHECK(status == CGT_BUDGET);
    const std::string hint = cgt_error_hint(handle.store);
    INFO(hint);
    CHECK(hint.rfind("known so far: -18 <= value <= 18, Left stop in [", 0) == 0);
  };
  known(cgt_position_value(handle.store, board, &value));
  known(cgt_position_outcome(handle.store, board, &outcome));
  known(cgt_position_print(handle.store, board, CGT_TEXT, nullptr, 0, &needed));
  known(cgt_position_thermograph(handle.store, board, CGT_TEXT, nullptr, 0, &needed));
  cgt_position_free(board);
}

}  // namespace values_test
