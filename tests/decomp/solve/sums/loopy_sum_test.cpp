// Sums in which play can come back: by values, and by solving the graph of all sums backwards.
#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "cgt/text/loopy_text.hpp"
#include "cgt/text/text.hpp"
#include "decomp/solve/sums/sum_outcome.hpp"
#include "decomp/solve/sums/sum_text.hpp"
#include "tests/testing.hpp"

namespace cgt::solve::loopy_sum_test {
namespace {

// Every sum that play can reach, with the player to move, decided backwards from the ends: a sum is
// won if a move leads to one that the opponent loses, lost if all moves lead to ones that he wins, and
// drawn if neither follows. No values, no components.
class Backwards {
 public:
  Backwards(Store& store, const Sum& sum) : store_(store) {
    for (const Player first : kPlayers) place(sum, first);
    for (std::size_t at = 0; at < states_.size(); ++at) {
      const Sum here = states_[at].sum;
      const Player mover = states_[at].mover;
      for (std::size_t term = 0; term < here.size(); ++term) {
        for (const SumMove& move : moves_in(store_, here, term, mover)) {
          const std::size_t to = place(after_move(store_, here, move), opponent(mover));
          states_[at].moves.push_back(to);
          ++states_[at].left;
          states_[to].from.push_back(at);
        }
      }
    }
    std::vector<std::size_t> queue;
    const auto decide = [&](std::size_t at, Verdict verdict) {
      if (states_[at].verdict != Verdict::kDraws) return;
      states_[at].verdict = verdict;
      queue.push_back(at);
    };
    for (std::size_t at = 0; at < states_.size(); ++at) {
      if (states_[at].left == 0) decide(at, Verdict::kLoses);
    }
    while (!queue.empty()) {
      const std::size_t at = queue.back();
      queue.pop_back();
      for (const std::size_t from : states_[at].from) {
        if (states_[at].verdict == Verdict::kLoses) {
          decide(from, Verdict::kWins);
        } else if (--states_[from].left == 0) {
          decide(from, Verdict::kLoses);
        }
      }
    }
  }

  Verdict verdict(Player first) const { return states_[index(first)].verdict; }
  // Of the moves of the player who is first.
  std::size_t moves_to(Player first, Verdict wanted) const {
    std::size_t count = 0;
    for (const std::size_t to : states_[index(first)].moves)
      count += states_[to].verdict == opposite(wanted) ? 1 : 0;
    return count;
  }
  std::size_t size() const { return states_.size(); }

 private:
  struct State {
    Sum sum;
    Player mover;
    Verdict verdict = Verdict::kDraws;
    std::size_t left = 0;  // moves not known to lose
    std::vector<std::size_t> moves;
    std::vector<std::size_t> from;
  };

  std::size_t place(const Sum& sum, Player mover) {
    std::string key = mover == Player::kLeft ? "L" : "R";
    for (const SumTerm& term : sum) {
      const auto* game = std::get_if<GameId>(&term.game);
      const auto* position = std::get_if<AnyPosition>(&term.game);
      key += ';' + (game != nullptr       ? to_text(store_, *game)
                    : position != nullptr ? position->text()
                                          : std::get<LoopyTerm>(term.game).text);
    }
    const auto [it, fresh] = places_.emplace(key, states_.size());
    if (fresh) states_.push_back({sum, mover, Verdict::kDraws, 0, {}, {}});
    return it->second;
  }

  Store& store_;
  std::vector<State> states_;
  std::map<std::string, std::size_t> places_;
};

TEST_CASE("sums with loopy terms: by values, and backwards from the ends", "[sums][loopy]") {
  Store store;
  SumOutcome solver(store);
  Budget budget;
  std::mt19937_64 random(1977);
  const std::vector<std::string> pool{
      "backsliding-toads-and-frogs:t.f",
      "backsliding-toads-and-frogs:.tf",
      "backsliding-toads-and-frogs:tt.ff",
      "backsliding-toads-and-frogs:t..f",
      "backsliding-toads-and-frogs:tf.t",
      "backsliding-toads-and-frogs:t.",
      "backsliding-toads-and-frogs:t.ff",
      "backsliding-toads-and-frogs:.tf.f",
      "hare-and-hounds:#x..#|x...o|#x..#",
      "gen-fox-and-geese:(3,1);(3,3);(2,4)",
      "over",
      "under",
      "on",
      "off",
      "upon",
      "{on|off}",
      "a{0||||0|||a|*||*}",
      "{0||0|off}",
      "{1|-1}",
      "1",
      "-1/2",
      "*2",
      "^",
  };
  std::map<std::string, std::size_t> outcomes;
  std::size_t loopy = 0;
  const std::size_t rounds = testing::scaled(150);
  for (std::size_t round = 0; round < rounds; ++round) {
    std::string text;
    const std::size_t terms = 1 + random() % 3;
    for (std::size_t i = 0; i < terms; ++i) {
      std::string term = pool[random() % pool.size()];
      // One large term a sum.
      if (term.starts_with("hare") && (i > 0 || random() % 4 != 0)) term = "over";
      if (term.starts_with("gen-fox")) {
        term = "game.grid.GenFoxAndGeese(4):(3,1);(3,3);(2,4)";
        if (i > 0) term = "backsliding-toads-and-frogs:t.f";
      }
      text += (i == 0 ? "" : " + ");
      text += random() % 3 == 0
                  ? "-" + (term.find(':') == std::string::npos ? "(" + term + ")" : term)
                  : term;
    }
    CAPTURE(text);
    Sum sum;
    if (text.find("game.grid") == std::string::npos) {
      sum = parse_sum(store, text);
    } else {
      sum = parse_sum(store, text, [](const std::string& name) {
        if (!name.starts_with("game.grid")) return registered_ruleset(name);
        return find_ruleset("game.grid.GenFoxAndGeese")
            ->make(RulesetArguments({{"boardWidth", RulesetArgument(std::int64_t{4})}}));
      });
    }
    const Backwards truth(store, sum);
    for (const Player first : kPlayers) {
      const SumAnswer answer = solver.solve(sum, first, budget);
      REQUIRE(answer.verdict == truth.verdict(first));
      loopy += answer.loopy ? 1 : 0;
      CHECK(solver.winning_moves(sum, first, true, budget).size() ==
            truth.moves_to(first, Verdict::kWins));
      CHECK(solver.drawing_moves(sum, first, true, budget).size() ==
            truth.moves_to(first, Verdict::kDraws));
    }
    const LoopyOutcome outcome = solver.outcome(sum, budget);
    CHECK(outcome == outcome_of(truth.verdict(Player::kLeft), truth.verdict(Player::kRight)));
    ++outcomes[name(outcome)];
  }
  testing::expect_share(loopy, 2 * rounds, 0.5);       // 0.8
  testing::expect_share(outcomes["D"], rounds, 0.02);  // 0.047
}

TEST_CASE("outcome classes of two verdicts", "[sums][loopy]") {
  using V = Verdict;
  const auto is = [](V left, V right, const std::string& expected) {
    return name(outcome_of(left, right)) == expected;
  };
  CHECK(is(V::kWins, V::kLoses, "L"));
  CHECK(is(V::kLoses, V::kWins, "R"));
  CHECK(is(V::kWins, V::kWins, "N"));
  CHECK(is(V::kLoses, V::kLoses, "P"));
  CHECK(is(V::kDraws, V::kDraws, "D"));
  // A draw is a win in the player's own side.
  CHECK(is(V::kDraws, V::kLoses, "PHat"));
  CHECK(is(V::kLoses, V::kDraws, "PCheck"));
  CHECK(is(V::kWins, V::kDraws, "NHat"));
  CHECK(is(V::kDraws, V::kWins, "NCheck"));
}

TEST_CASE("loopy values as terms", "[sums][loopy]") {
  Store store;
  SumOutcome solver(store);
  Budget budget;
  const auto outcome = [&](const std::string& text) -> std::string {
    return name(solver.outcome(parse_sum(store, text), budget));
  };
  CHECK(outcome("dud") == "D");
  CHECK(outcome("tis") == "PHat");
  CHECK(outcome("tisn") == "PCheck");
  CHECK(outcome("over + under") == "D");
  CHECK(outcome("over - 1/1024") == "R");
  CHECK(outcome("on - 1000") == "L");
  CHECK(outcome("a{0|a} - over") == "D");
  CHECK(outcome("1 & 0 + *") == name(solver.outcome(parse_sum(store, "tis + *"), budget)));
  // What is equal to a short game is one.
  CHECK(std::holds_alternative<GameId>(parse_sum(store, "a{0|{1|{a|0}}}")[0].game));
  CHECK(std::holds_alternative<LoopyTerm>(parse_sum(store, "over")[0].game));
  const Sum sum = parse_sum(store, "{over|off} + 1/4");
  const std::vector<SumMove> moves = solver.winning_moves(sum, Player::kLeft, true, budget);
  REQUIRE(moves.size() == 1);
  CHECK(moves[0].text == "over");
  CHECK_THROWS_AS(solver.score(sum, Player::kLeft, budget), Error);
  CHECK_THROWS_AS(solver.nim_value(sum, budget), Error);
  CHECK_THROWS_AS(solver.thermograph(sum, budget), Error);
  // Spent budgets are answers.
  Budget none({.nodes = 3});
  const SumAnswer answer = solver.solve(
      parse_sum(store, "backsliding-toads-and-frogs:ttt..fff + over"), Player::kLeft, none);
  CHECK(answer.verdict == Verdict::kUnknown);
  CHECK(answer.stop == StopReason::kNodes);
}

TEST_CASE("Fox and Geese beside numbers", "[sums][loopy]") {
  Store store;
  SumOutcome solver(store);
  Budget budget;
  const auto outcome = [&](const std::string& text) -> std::string {
    return name(solver.outcome(parse_sum(store, text), budget));
  };
  // (3,1);(3,3);(3,5);(3,7);(2,2) is 2 + over.
  const std::string geese = "fox-and-geese:(3,1);(3,3);(3,5);(3,7);(2,2)";
  CHECK(outcome(geese + " - 2") == "L");
  CHECK(outcome(geese + " - 9/4") == "R");
  CHECK(outcome(geese + " - 2 - over") == "D");
  CHECK(outcome(geese + " - " + geese) == "D");
}

}  // namespace
}  // namespace cgt::solve::loopy_sum_test
