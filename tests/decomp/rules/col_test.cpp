#include <catch2/catch.hpp>
#include <map>

#include "cgt/text/text.hpp"
#include "decomp/rules/registry.hpp"
#include "decomp/solve/values/evaluator.hpp"

namespace cgt::col_test {
namespace {

AnyPosition col(const std::string& text) { return find_ruleset("col")->make({})->position(text); }

// A path of n >= 2 vertices with these ends.
std::string path(std::size_t n, const std::string& first, const std::string& last) {
  return first + std::string(n - 1, '-') + last;
}

// By the definition: no splitting, no symmetry; what a text is worth is found once.
class Plain {
 public:
  explicit Plain(Store& store) : store_(store) {}
  GameId value(const AnyPosition& position) {
    const std::string text = position.text();
    const auto found = known_.find(text);
    if (found != known_.end()) return found->second;
    PerPlayer<GameList> sides;
    for (const Player player : kPlayers) {
      for (const auto& option : position.options(player)) {
        sides[player].push_back(value(option.position));
      }
    }
    const GameId g = store_.construct(sides[Player::kLeft], sides[Player::kRight]);
    known_.emplace(text, g);
    return g;
  }

 private:
  Store& store_;
  std::map<std::string, GameId> known_;
};

}  // namespace

TEST_CASE("paths and cycles of Col are numbers by formula", "[col]") {
  Store store;
  solve::Evaluator evaluator(store);
  Plain plain(store);
  Budget budget;
  const std::string ends[] = {"", "L", "R"};
  for (std::size_t n = 2; n <= 11; ++n) {
    for (const std::string& first : ends) {
      for (const std::string& last : ends) {
        const AnyPosition position = col(path(n, first, last));
        CAPTURE(position.text());
        CHECK(evaluator.value(position, budget) == plain.value(position));
      }
    }
    const AnyPosition cycle = col(":A" + std::string(n, '-') + ":A");
    CAPTURE(cycle.text());
    CHECK(evaluator.value(cycle, budget) == plain.value(cycle));
  }
  // Nothing but the end and one follower for a half is searched.
  const std::uint64_t searched = evaluator.components();
  CHECK(searched <= 2);
  CHECK(evaluator.value(col(path(9'000, "", "R")), budget) ==
        store.number(Dyadic(std::int64_t{1}, 1)));
  CHECK(evaluator.value(col(path(9'000, "L", "L")), budget) == store.integer(-1));
  CHECK(evaluator.value(col(":A" + std::string(9'000, '-') + ":A"), budget) == kZero);
  CHECK(evaluator.components() == searched);
}

TEST_CASE("paths of Col with tints inside are worth what plain search finds", "[col]") {
  Store store;
  solve::Evaluator evaluator(store);
  Plain plain(store);
  Budget budget;
  const std::string tints[] = {"", "L", "R"};
  for (std::size_t code = 0; code < 729; ++code) {
    std::string text;
    std::size_t rest = code;
    for (std::size_t v = 0; v < 6; ++v, rest /= 3) text += (v == 0 ? "" : "-") + tints[rest % 3];
    const AnyPosition position = col(text);
    if (evaluator.value(position, budget) != plain.value(position)) FAIL_CHECK(position.text());
  }
  CHECK(evaluator.components() > 50);
}

}  // namespace cgt::col_test
