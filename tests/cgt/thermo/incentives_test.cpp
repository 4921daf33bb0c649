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

}  // namespace
}  // namespace cgt::incentives_test
