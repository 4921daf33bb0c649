#include "cgt/store/uptimal.hpp"

#include <catch2/catch.hpp>
#include <limits>
#include <map>
#include <random>

#include "cgt/text/text.hpp"
#include "tests/cgt/games.hpp"
#include "tests/testing.hpp"

namespace cgt::uptimal_test {
namespace {

// Sums of powers formed by Store::add alone: knows no closed form.
class Sums {
 public:
  explicit Sums(Store& store) : store_(store) {
    GameId sum = kZero;
    for (int n = 1; n <= 6; ++n) {
      // ^<n> = {0 | * - ^[n-1]}
      const GameId power = store.construct({kZero}, {store.subtract(store.nimber(1), sum)});
      powers_.push_back(power);
      sum = store.add(sum, power);
    }
  }
  GameId form(const UptimalExpansion& e) {
    GameId g = store_.nus({e.number, 0, e.nimber});
    for (std::uint32_t k = 1; k <= e.length(); ++k) {
      g = store_.add(g, store_.multiple(Dyadic(e.coefficient(k)), powers_[k - 1]));
    }
    return g;
  }
  GameId power(std::uint32_t n) const { return powers_[n - 1]; }

 private:
  Store& store_;
  std::vector<GameId> powers_;
};

// Calls visit for all words of `length` digits in -most..most.
template <class Visit>
void for_each_word(std::size_t length, std::int64_t most, Visit visit) {
  std::vector<std::int64_t> word(length, -most);
  while (true) {
    visit(word);
    std::size_t i = 0;
    while (i < length && word[i] == most) word[i++] = -most;
    if (i == length) return;
    ++word[i];
  }
}

UptimalExpansion random_expansion(std::mt19937_64& random, int length, int most) {
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  std::vector<std::int64_t> word;
  for (int i = below(length + 1); i > 0; --i) word.push_back(below(2 * most + 1) - most);
  return {below(3) == 0 ? Dyadic(below(9) - 4, 1U) : Dyadic(), static_cast<unsigned>(below(6)),
          word};
}

std::string text_of(Store& store, const std::string& value) {
  return to_text(expect_uptimal(store, parse_value(store, value)));
}

}  // namespace

TEST_CASE("expansion to game and back, for all small sums of powers", "[uptimal]") {
  Store store;
  Sums sums(store);
  UptimalExpansions expansions(store);
  for_each_word(4, 2, [&](const std::vector<std::int64_t>& word) {
    for (std::uint32_t k = 0; k <= 5; ++k) {
      const UptimalExpansion e({}, k, word);
      const GameId g = sums.form(e);
      INFO(to_text(e));
      REQUIRE(uptimal(store, e) == g);
      const UptimalExpansion* found = expansions.find(g);
      REQUIRE(found != nullptr);
      REQUIRE(*found == e);
    }
  });
}

TEST_CASE("expansion to game and back, for random sums of powers", "[uptimal]") {
  std::mt19937_64 random(21);
  for (std::size_t i = 0; i < testing::scaled(60); ++i) {
    Store store;
    Sums sums(store);
    const UptimalExpansion e = random_expansion(random, 6, 3);
    INFO(to_text(e));
    const GameId g = sums.form(e);
    CHECK(uptimal(store, e) == g);
    CHECK(uptimal_expansion(store, g) == e);
    CHECK(uptimal_expansion(store, store.negate(g)) == -e);
  }
}

TEST_CASE("sums and order of uptimals by digits", "[uptimal]") {
  Store store;
  std::mt19937_64 random(22);
  for (std::size_t i = 0; i < testing::scaled(1500); ++i) {
    const UptimalExpansion a = random_expansion(random, 4, 2);
    UptimalExpansion b = i % 2 == 0 ? a : random_expansion(random, 4, 2);
    if (i % 2 == 0) b.add(1 + random() % 4, 4, static_cast<int>(random() % 3) - 1);
    if (i % 4 == 0) b.nimber ^= static_cast<unsigned>(random() % 4);
    INFO(to_text(a) << "  " << to_text(b));
    const GameId g = uptimal(store, a);
    const GameId h = uptimal(store, b);
    CHECK(compare(a, b) == store.compare(g, h));
    CHECK(uptimal(store, a + b) == store.add(g, h));
  }
}

TEST_CASE("no game of day 3 is taken for an uptimal that it is not", "[uptimal]") {
  Store store;
  Sums sums(store);
  // All uptimals of day 3 and many more, found without the code under test.
  std::map<GameId, UptimalExpansion> known;
  for (int twice = -8; twice <= 8; ++twice) {
    for_each_word(3, 3, [&](const std::vector<std::int64_t>& word) {
      for (std::uint32_t k = 0; k <= 4; ++k) {
        if (twice != 0 && twice % 4 != 0 && word[2] != 0) continue;
        const UptimalExpansion e(Dyadic(twice, 1U), k, word);
        known.emplace(uptimal(store, e), e);
      }
    });
  }
  for (const Dyadic& x : {Dyadic(3, 2), Dyadic(1, 2), Dyadic(-1, 2), Dyadic(-3, 2)}) {
    known.emplace(store.number(x), UptimalExpansion(x, 0));
  }
  UptimalExpansions expansions(store);
  std::size_t uptimals = 0;
  const auto games = testing::born_by_day(store, 3);
  REQUIRE(games.size() == 1474);
  for (const GameId g : games) {
    INFO(to_text(store, g));
    const UptimalExpansion* found = expansions.find(g);
    const auto slow = known.find(g);
    REQUIRE((found != nullptr) == (slow != known.end()));
    if (found == nullptr) continue;
    ++uptimals;
    CHECK(*found == slow->second);
    CHECK(sums.form(*found) == g);
  }
  CHECK(uptimals == 52);
}

TEST_CASE("followers of random games are recognised one by one as alone", "[uptimal]") {
  Store store;
  UptimalExpansions shared(store);
  std::mt19937_64 random(23);
  for (std::size_t i = 0; i < testing::scaled(300); ++i) {
    GameId g = testing::random_game(store, random, 3, 2);
    if (i % 3 == 0) g = store.add(g, uptimal(store, random_expansion(random, 3, 2)));
    for (const GameId x : store.followers(g)) {
      const auto alone = uptimal_expansion(store, x);
      const UptimalExpansion* found = shared.find(x);
      CHECK((found != nullptr) == alone.has_value());
      CHECK((found != nullptr) == is_uptimal(store, x));
      if (found != nullptr) CHECK(uptimal(store, *found) == x);
    }
  }
}

TEST_CASE("expansions as text", "[uptimal]") {
  Store store;
  const auto text = [&](const char* value) { return text_of(store, value); };
  CHECK(text("0") == "0.0");
  CHECK(text("-1/2") == "-1/2.0");
  CHECK(text("*8") == "*8.0");
  CHECK(text("9/8+*") == "9/8*.0");
  CHECK(text("v*") == "*.1-");
  CHECK(text("73/16v9*8") == "73/16*8.9-");
  CHECK(text("{0||0|v*}") == "*.12");
  CHECK(text("^<2>+^<2>+^<4>+^<4>") == "0.0202");
  CHECK(text("^12+v<2>") == "0.(12)1-");
  CHECK(text("v10") == "0.(10)-");
  for (const char* other : {"+-1", "{0||0|vvv}", "{^^^|vv}", "Tiny(3/2)", "{1|^^||^}", "{3||2*|1*}",
                            "{^|v*}", "{0,*|0,v*}", "{0|v*,{0,*|-1}}"}) {
    INFO(other);
    const GameId g = parse_value(store, other);
    CHECK_FALSE(is_uptimal(store, g));
    CHECK_THROWS_AS(expect_uptimal(store, g), Error);
  }
}

TEST_CASE("words of digits", "[uptimal]") {
  UptimalExpansion e(Dyadic(), 0, {1, 1, 0, -2, 0, 0});
  CHECK(e.length() == 4);
  CHECK(e.runs().size() == 3);
  CHECK(e.coefficient(2) == 1);
  CHECK(e.coefficient(3) == 0);
  CHECK(e.coefficient(9) == 0);
  e.add(3, 4, 1);
  CHECK(e == UptimalExpansion({}, 0, {1, 1, 1, -1}));
  e.add(4, 4, 1);
  CHECK(e == UptimalExpansion::powers_to(3));
  e.cut(1);
  CHECK(e == UptimalExpansion::power(1));
  CHECK(UptimalExpansion::power(3, Player::kRight).coefficients() ==
        std::vector<std::int64_t>{0, 0, -1});
  CHECK((e + -e) == UptimalExpansion());
  const UptimalExpansion one = UptimalExpansion::power(1);
  const UptimalExpansion other({}, 0, {1, -1});
  CHECK(word_order(one, other) == -1);
  CHECK(word_order(other, UptimalExpansion({}, 0, {1, 0, 5})) == -1);
  CHECK(word_order(UptimalExpansion({}, 0, {0, 5}), other) == -1);
  UptimalExpansion most({}, 0, {std::numeric_limits<std::int64_t>::max()});
  CHECK_THROWS_AS(most.add(1, 1, 1), Error);
  Store store;
  CHECK_THROWS_AS(uptimal(store, UptimalExpansion::power(kMostPower + 1)), Error);
}

TEST_CASE("generalised powers", "[uptimal]") {
  Store store;
  Sums sums(store);
  const GameId up = store.up(1);
  GameId sum = kZero;
  for (std::uint32_t n = 1; n <= 6; ++n) {
    sum = store.add(sum, sums.power(n));
    CHECK(power(store, up, Dyadic(n)) == sums.power(n));
    CHECK(power_to(store, up, Dyadic(n)) == sum);
  }
  const auto value = [&](const char* text) { return parse_value(store, text); };
  const Dyadic x(7, 2);
  const GameId tiny = value("Tiny(2)");
  CHECK(power(store, up, x) == value("{0||0,v*|0,{0,v*|0,*}}"));
  CHECK(power(store, tiny, Dyadic(3)) == value("{0||0|-2,{0|-2,{0|-2}}}"));
  CHECK(power(store, tiny, x) == value("{0||0,{0|-2,{0|-2}}|-2,{0,{0|-2,{0|-2}}|-2,{0|-2}}}"));
  CHECK(power_to(store, up, x) == value("{^|*,^[2]||*,^[2]}"));
  CHECK(power_to(store, tiny, Dyadic(3)) == value("{Tiny(2)||0|-2|||0|-2}"));
  CHECK(power_to(store, tiny, x) ==
        value("{Tiny(2)|{0|-2},{Tiny(2)||0|-2}||{0|-2},{Tiny(2)||0|-2}}"));
  CHECK(power_to(store, value("+-1"), Dyadic(3)) == value("{1,{1,+-1|-1}|-1}"));
  CHECK(power_to(store, up, Dyadic(1, 1)) == value("{0|*,^}"));
  for (const char* game : {"+-1", "5", "*2", "v", "{0|v*,{0,*|-1}}"}) {
    INFO(game);
    CHECK_THROWS_AS(power(store, value(game), Dyadic(2)), Error);
  }
  CHECK_THROWS_AS(power(store, up, Dyadic(1, 1)), Error);
  CHECK_THROWS_AS(power_to(store, up, Dyadic()), Error);
  CHECK_THROWS_AS(power_to(store, up, Dyadic(-1)), Error);
  CHECK_THROWS_AS(power_to(store, up, Dyadic(1'000'000'000'000)), Error);
}

TEST_CASE("large expansions", "[uptimal]") {
  Store store;
  const GameId g = uptimal(store, UptimalExpansion::powers_to(5'000));
  CHECK(uptimal_expansion(store, g) == UptimalExpansion::powers_to(5'000));
  UptimalExpansion e({}, 3, {0, 20, 0, -15});
  e.add(8, 30, 2);
  CHECK(uptimal_expansion(store, uptimal(store, e)) == e);
}

}  // namespace cgt::uptimal_test
