#include "decomp/solve/sums/mcgs/moves.hpp"

#include <catch2/catch.hpp>
#include <set>

#include "decomp/solve/sums/sum_outcome.hpp"
#include "tests/decomp/solve/sums/plain_sum.hpp"
#include "tests/files.hpp"
#include "tests/slow.hpp"
#include "tests/testing.hpp"

namespace mcgs_moves_test {

namespace {

using namespace cgt;
using namespace cgt::solve;

McgsFile parsed(Store& store, const std::string& text) {
  return parse_mcgs(store, SourceText("file", text), false);
}

std::vector<std::string> notations(const std::string& text, Player player) {
  Store store;
  const McgsSum sum = parsed(store, text).sums.front();
  std::vector<McgsMove> moves;
  for (std::size_t term = 0; term < sum.sum.size(); ++term) {
    for (McgsMove& move : mcgs_moves(store, sum, term, player)) moves.push_back(std::move(move));
  }
  sort_mcgs_moves(moves);
  std::vector<std::string> out;
  for (const McgsMove& move : moves) out.push_back(mcgs_text(sum, move));
  return out;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("winning moves of MCGS files are ours, in its notation", "[mcgs][sums]") {
  Store store;
  SumOutcome solver(store);
  PlainSumSearch plain(store);
  Budget budget;
  const McgsFile file = parsed(
      store,
      cgt::testing::read_file(cgt::testing::test_data() + "/decomp/solve/data/mcgs_moves.test"));
  std::size_t checked = 0;
  std::size_t commands = 0;
  // One in so many where everything is slow; the plain search beside it is what takes the time.
  constexpr std::size_t kStep = cgt::testing::sized(1, 22);
  for (const McgsSum& sum : file.sums) {
    CAPTURE(mcgs_text(sum));
    for (const McgsCommand& command : sum.commands) {
      if (commands++ % kStep != 0) continue;
      const Player first = command.first.value_or(Player::kLeft);
      std::vector<McgsMove> winning;
      for (std::size_t term = 0; term < sum.sum.size(); ++term) {
        for (McgsMove& move : mcgs_moves(store, sum, term, first)) {
          const Sum after = after_move(store, sum.sum, move.move);
          const bool wins = !plain.wins(after, opponent(first), budget);
          CHECK((solver.decide(after, opponent(first), budget) == Verdict::kLoses) == wins);
          if (wins) winning.push_back(std::move(move));
        }
      }
      sort_mcgs_moves(winning);
      Texts texts;
      for (const McgsMove& move : winning) texts.push_back(mcgs_text(sum, move));
      REQUIRE(command.winning_moves.has_value());
      CHECK(texts == sorted_mcgs_moves(sum, *command.winning_moves));
      ++checked;
    }
  }
  CHECK(commands == 66);
  CHECK(checked == (66 + kStep - 1) / kStep);
}

TEST_CASE("moves of positions are the options, each with a name of its own", "[mcgs][sums]") {
  Store store;
  const McgsFile file = parsed(
      store,
      cgt::testing::read_file(cgt::testing::test_data() + "/decomp/solve/data/mcgs_moves.test"));
  std::size_t moves_seen = 0;
  for (const McgsSum& sum : file.sums) {
    for (std::size_t term = 0; term < sum.sum.size(); ++term) {
      const auto* position = std::get_if<AnyPosition>(&sum.sum[term].game);
      if (position == nullptr) continue;
      CAPTURE(sum.games[term].section, sum.games[term].text);
      for (const Player player : kPlayers) {
        const std::vector<McgsMove> moves = mcgs_moves(store, sum, term, player);
        std::multiset<std::string> before;
        std::multiset<std::string> after;
        std::set<std::string> names;
        for (const McgsMove& move : moves) {
          after.insert(move.move.text);
          names.insert(move.text);
        }
        for (const auto& option : position->options(player)) before.insert(option.position.text());
        CHECK(before == after);
        // Only a domino that either player may push is listed twice in the impartial game.
        if (sum.games[term].section != "impartial toppling_dominoes") {
          CHECK(names.size() == moves.size());
        }
        moves_seen += moves.size();
      }
    }
  }
  CHECK(moves_seen > 400);
}

TEST_CASE("notations of moves that no file of MCGS shows", "[mcgs][sums]") {
  // Cannibals may take their own kind, which changes one cell only.
  CHECK(notations("[cannibal_clobber] XX|O. {B}", Player::kLeft) ==
        Texts{"a1-a2", "a1-b1", "b1-a1"});
  CHECK(notations("[gen_king_dirt] (1,0,0:X.|#O) {B}", Player::kLeft) == Texts{"a1-b1", "b1_X"});
  CHECK(notations("[gen_king_dirt] (1,0,0:X.|#O) {B}", Player::kRight) == Texts{"b2-b1"});
  CHECK(notations("[fission] .|X|. {B}", Player::kLeft) == Texts{"a2_V"});
  CHECK(notations("[fission] .X. {B}", Player::kRight) == Texts{"b1_H"});
  CHECK(notations("[domineering] " + std::string(28, '.') + " {B}", Player::kRight)[1] ==
        "aa1-ab1");
  CHECK(notations("[up_star] (1 *) {B}", Player::kLeft) == Texts{"*", "0"});
  CHECK(notations("[up_star] (1 *) {B}", Player::kRight) == Texts{"0"});
  CHECK(notations("[up_star] -1 {B}", Player::kLeft) == Texts{"*"});
  CHECK(notations("[dyadic_rational] -3/4 {B}", Player::kLeft) == Texts{"DEC"});
  CHECK(notations("[dyadic_rational] -3/4 0 {B}", Player::kRight) == Texts{"0:INC"});
  CHECK(notations("cgt: {3|-1} :cgt {B}", Player::kRight) == Texts{"R_0"});
  Store store;
  const McgsSum sum = parsed(store, "[nimber] 3 5 {N}").sums.front();
  CHECK(sorted_mcgs_moves(sum, {"1:*3", "0:*2", "1:*3"}) == Texts{"0:*2", "1:*3"});
}

}  // namespace mcgs_moves_test
