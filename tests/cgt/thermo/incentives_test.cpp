// The order of incentives does not depend on what a store was used for before.
#include "cgt/thermo/temperature.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <string>
#include <vector>

#include "cgt/store/print_order.hpp"
#include "cgt/text/text.hpp"
#include "tests/cgt/games.hpp"
#include "tests/testing.hpp"

namespace cgt::incentives_test {
namespace {

std::vector<std::string> texts(Store& store, const std::string& game, Player player) {
  std::vector<std::string> out;
  for (const GameId i : undominated_incentives(store, parse_value(store, game), player))
    out.push_back(to_text(store, i));
  return out;
}

TEST_CASE("undominated incentives stand in print order, whatever was made before", "[incentives]") {
  std::mt19937_64 random(3);
  Store source;
  std::size_t several = 0;
  const std::size_t cases = testing::scaled(150);
  for (std::size_t i = 0; i < cases; ++i) {
    const std::string game = to_text(source, testing::random_game(source, random, 3, 4));
    INFO(game);
    for (const Player player : kPlayers) {
      Store fresh;
      Store used;
      // Incentives in the opposite order first: their ids are in another order then.
      std::vector<std::string> backwards = texts(source, game, player);
      std::ranges::reverse(backwards);
      for (const std::string& text : backwards) parse_value(used, text);
      const std::vector<std::string> found = texts(fresh, game, player);
      CHECK(found == texts(used, game, player));
      if (found.size() > 1) ++several;
      const GameList kept = undominated_incentives(fresh, parse_value(fresh, game), player);
      std::vector<GameId> sorted(kept.begin(), kept.end());
      PrintOrder(fresh).sort(sorted);
      CHECK(std::ranges::equal(kept, sorted));
      // The same games as without the order.
      const GameList plain =
          undominated(fresh, incentives(fresh, parse_value(fresh, game), player));
      CHECK(std::ranges::is_permutation(kept, plain));
    }
  }
  CHECK(several > cases / 10);
}

TEST_CASE("sente keeps the mean below the temperature, gote of neither player", "[incentives]") {
  Store store;
  const auto of = [&](const char* game) {
    return sente(store.thermograph(parse_value(store, game)));
  };
  CHECK(of("{10|2||0}") == Player::kLeft);
  CHECK(of("{3||2|0}") == Player::kRight);
  CHECK_FALSE(of("{10||2|0}"));
  CHECK_FALSE(of("1/2"));
  // The stops of the game cooled a little less than frozen, by cooling itself.
  std::mt19937_64 random(5);
  PerPlayer<std::size_t> found{};
  const std::size_t cases = testing::scaled(300);
  for (std::size_t i = 0; i < cases; ++i) {
    // Few random games have sente. Every other one is a threat of more than the d that it costs not
    // to answer, of Left and of Right in turn: {{b+2d+1|b}|b-d}, b and d at random.
    GameId g = testing::random_game(store, random, 3, 4);
    if (i % 2 == 1) {
      const auto b = static_cast<std::int64_t>(random() % 20);
      const auto d = static_cast<std::int64_t>(random() % 8) + 1;
      const auto text = [](std::int64_t n) { return std::to_string(n); };
      g = parse_value(store, "{{" + text(b + 2 * d + 1) + "|" + text(b) + "}|" + text(b - d) + "}");
      if (i % 4 == 3) g = store.negate(g);
    }
    const Dyadic t = store.temperature(g);
    if (t.sign() <= 0) continue;
    INFO(to_text(store, g));
    const GameId cooled = store.cool(g, t - Dyadic(1).scaled(-10));
    std::optional<Player> keeps;
    for (const Player player : kPlayers) {
      if (store.stop(cooled, player) == store.mean(g)) keeps = player;
    }
    CHECK(keeps == sente(store.thermograph(g)));
    if (keeps) ++found[*keeps];
    // An answer pays where there is a threat at least as large.
    if (keeps) CHECK(temperature_after(store, g, *keeps) >= t);
    if (keeps) CHECK(sente(store.thermograph(store.negate(g))) == opponent(*keeps));
  }
  testing::expect_share(found[Player::kLeft], cases, 0.1);   // 0.26
  testing::expect_share(found[Player::kRight], cases, 0.1);  // 0.26
}

}  // namespace
}  // namespace cgt::incentives_test
