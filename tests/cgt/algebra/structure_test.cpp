// Atomic weights, reduced canonical forms, parities and the companion: definitions and laws.
#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <set>

#include "cgt/algebra/atomic_weight.hpp"
#include "cgt/algebra/products.hpp"
#include "cgt/algebra/reduced.hpp"
#include "cgt/algebra/tree_size.hpp"
#include "cgt/text/text.hpp"
#include "tests/cgt/algebra/naive_algebra.hpp"
#include "tests/cgt/games.hpp"
#include "tests/slow.hpp"
#include "tests/testing.hpp"

namespace cgt::structure_test {
namespace {

// The definition: down + far star < G - A.^ < ^ + far star, for a star that is certainly far.
bool has_weight(Store& store, GameId g, GameId weight) {
  const GameId rest = store.subtract(g, norton_multiply(store, weight, store.up(1)));
  return store.compare(store.up(-1, 1024), rest) == Relation::kLess &&
         store.compare(rest, store.up(1, 1024)) == Relation::kLess;
}

std::vector<GameId> all_small_games(Store& store, int day) {
  std::vector<GameId> out;
  for (const GameId g : testing::born_by_day(store, day)) {
    if (is_all_small(store, g)) out.push_back(g);
  }
  return out;
}

}  // namespace

TEST_CASE("all-small games and their atomic weights", "[algebra]") {
  Store store;
  testing::Naive naive;
  testing::NaiveAlgebra algebra(naive);
  CHECK(all_small_games(store, 1).size() == 2);
  CHECK(all_small_games(store, 2).size() == 7);
  const auto games = all_small_games(store, 3);
  CHECK(games.size() == 67);
  for (const GameId g : testing::born_by_day(store, 3)) {
    CHECK(is_all_small(store, g) == algebra.all_small(naive.import(store, g)));
  }
  for (const GameId g : games) {
    INFO(to_text(store, g));
    REQUIRE(is_atomic(store, g));
    const GameId weight = atomic_weight(store, g);
    CHECK(has_weight(store, g, weight));
    CHECK(atomic_weight(store, store.negate(g)) == store.negate(weight));
    // The rule of two ups.
    if (store.leq(store.integer(2), weight)) {
      CHECK(store.compare(g, kZero) == Relation::kGreater);
    }
    if (store.leq(store.integer(1), weight)) CHECK_FALSE(store.leq(g, kZero));
    CHECK(compare_far_star(store, g) == store.compare(g, store.nimber(512)));
    for (const GameId h : games) {
      CHECK(atomic_weight(store, store.add(g, h)) == store.add(weight, atomic_weight(store, h)));
    }
  }
}

TEST_CASE("atomic weights of games that are not all-small", "[algebra]") {
  Store store;
  // Every weight that a game born by day 3 could have.
  std::vector<GameId> candidates = testing::born_by_day(store, 2);
  for (int n = -6; n <= 6; ++n) candidates.push_back(store.integer(n));
  int atomic = 0;
  int others = 0;
  std::vector<GameId> found;
  // Where everything is slow, one game in so many, and some candidates for each.
  constexpr std::size_t kStep = testing::sized(1, 4);
  const std::vector<GameId> games = testing::born_by_day(store, 3);
  for (std::size_t at = 0; at < games.size(); at += kStep) {
    const GameId g = games[at];
    const auto weight = find_atomic_weight(store, g);
    if (weight) {
      ++atomic;
      CHECK(has_weight(store, g, *weight));
      if (!is_all_small(store, g)) found.push_back(g);
      continue;
    }
    CHECK_THROWS_AS(atomic_weight(store, g), Error);
    if (!is_infinitesimal(store, g)) continue;
    ++others;
    INFO(to_text(store, g));
    for (std::size_t i = static_cast<std::size_t>(others) % kStep; i < candidates.size();
         i += kStep) {
      CHECK_FALSE(has_weight(store, g, candidates[i]));
    }
  }
  if (kStep == 1) CHECK(atomic + others == 292);
  CHECK(found.size() > 20 / kStep);
  // They add like the others.
  for (const GameId g : found) {
    const GameId h = found[(g.word() >> 3U) % found.size()];
    CHECK(atomic_weight(store, store.add(g, h)) ==
          store.add(atomic_weight(store, g), atomic_weight(store, h)));
  }
  // Deep in numbers or ups, nothing takes longer.
  CHECK(atomic_weight(store, parse_value(store, "Tiny(1000000000)")) == kZero);
  CHECK(atomic_weight(store, store.up(1'000'000'000'000)) == store.integer(1'000'000'000'000));
  CHECK(atomic_weight(store, store.nimber(4'000'000'000U)) == kZero);
  CHECK(far_star(store, store.nimber(5)) == store.nimber(8));
  CHECK_THROWS_AS(far_star(store, store.nimber(4'000'000'000U)), Error);
}

TEST_CASE("reduced canonical forms", "[algebra]") {
  Store store;
  const auto games = testing::born_by_day(store, 3);
  std::map<GameId, std::uint64_t> simplest;
  for (const GameId g : games) {
    INFO(to_text(store, g));
    const GameId reduced = reduced_canonical_form(store, g);
    CHECK(is_infinitesimal(store, store.subtract(g, reduced)));
    CHECK(reduced_canonical_form(store, reduced) == reduced);
    CHECK(reduced_canonical_form(store, store.negate(g)) == store.negate(reduced));
    CHECK(star_projection(store, store.heat(g, store.nimber(1))) == reduced);
    CHECK((warmth(store, g) == Warmth::kHot) == (store.temperature(g).sign() > 0));
    CHECK((warmth(store, g) == Warmth::kNumber) == store.is_number(g));
    if (is_numberish(store, g)) {
      CHECK(number_part(store, g) == store.mean(g));
      CHECK(is_infinitesimal(store, infinitesimal_part(store, g)));
      CHECK(reduced == store.number(number_part(store, g)));
    } else {
      CHECK_THROWS_AS(number_part(store, g), Error);
      CHECK_THROWS_AS(infinitesimal_part(store, g), Error);
    }
    const auto [it, fresh] = simplest.try_emplace(reduced, store.birthday(g));
    if (!fresh) it->second = std::min(it->second, store.birthday(g));
  }
  // It is the simplest of its class.
  for (const auto& [reduced, day] : simplest) {
    INFO(to_text(store, reduced));
    CHECK(store.birthday(reduced) == day);
  }
  std::mt19937_64 random(6);
  for (std::size_t i = 0; i < testing::scaled(2000); ++i) {
    const GameId g = games[random() % games.size()];
    const GameId h = games[random() % games.size()];
    CHECK((reduced_canonical_form(store, g) == reduced_canonical_form(store, h)) ==
          is_infinitesimal(store, store.subtract(g, h)));
    if (i % 20 == 0) {
      CHECK(is_infinitesimal(store, store.subtract(store.add(reduced_canonical_form(store, g),
                                                             reduced_canonical_form(store, h)),
                                                   store.add(g, h))));
    }
  }
}

TEST_CASE("tinies and minies", "[algebra]") {
  Store store;
  int tinies = 0;
  for (const GameId g : testing::born_by_day(store, 3)) {
    const auto tiny = as_number_tiny(store, g);
    CHECK(is_number_tiny(store, g) == (tiny || store.is_number(g)));
    CHECK(is_idempotent(store, g) == (g == kZero));
    CHECK(is_nimber(store, g) == (store.as_nus(g) && g == store.nimber(store.as_nus(g)->nimber)));
    if (!tiny) continue;
    ++tinies;
    INFO(to_text(store, g));
    const char* const name = tiny->favours == Player::kLeft ? "Tiny(" : "Miny(";
    const GameId small = parse_value(store, name + to_text(store, tiny->subscript) + ")");
    CHECK(store.add(store.number(tiny->number), small) == g);
    const auto mirrored = as_number_tiny(store, store.negate(g));
    REQUIRE(mirrored);
    CHECK(mirrored->favours == opponent(tiny->favours));
    CHECK(mirrored->subscript == tiny->subscript);
  }
  CHECK(tinies > 4);
}

TEST_CASE("parities and stop counts of games born by day 3", "[algebra]") {
  Store store;
  testing::Naive naive;
  testing::NaiveAlgebra algebra(naive);
  const auto number_of = [](Parity parity) {
    return parity == Parity::kEven ? 2 : parity == Parity::kOdd ? 1 : 0;
  };
  auto games = testing::born_by_day(store, 3);
  for (int u = -4; u <= 4; ++u) {
    for (std::uint32_t k = 0; k < 6; ++k) {
      for (const Dyadic& x : {Dyadic(), Dyadic(-3), Dyadic(2), Dyadic(3, 1)}) {
        games.push_back(store.nus({x, u, k}));
      }
    }
  }
  for (const GameId g : games) {
    INFO(to_text(store, g));
    const int p = naive.import(store, g);
    CHECK(number_of(tree_parity(store, g)) == algebra.parity(p, false));
    CHECK(number_of(temper(store, g)) == algebra.parity(p, true));
    CHECK(stop_count(store, g) == algebra.stop_count(p));
  }
  CHECK(stop_count(store, store.up(1'000'000'000'000)) == Integer("1000000000003"));
  CHECK(to_string(stop_count(store, store.nimber(100))).size() == 48);
  CHECK_THROWS_AS(stop_count(store, store.nimber(4'000'000'000U)), Error);
}

TEST_CASE("the companion is an involution and an automorphism of the order", "[algebra]") {
  Store store;
  testing::Naive naive;
  testing::NaiveAlgebra algebra(naive);
  auto games = testing::born_by_day(store, 3);
  std::set<GameId> images;
  for (const GameId g : games) {
    INFO(to_text(store, g));
    const GameId image = companion(store, g);
    images.insert(image);
    CHECK(companion(store, image) == g);
    CHECK(companion(store, store.negate(g)) == store.negate(image));
    CHECK(naive.import(store, image) == algebra.companion(naive.import(store, g)));
    if (store.birthday(g) > 1) CHECK(store.birthday(image) == store.birthday(g));
  }
  CHECK(images.size() == games.size());
  const auto check_order = [&](GameId g, GameId h) {
    INFO(to_text(store, g) << " and " << to_text(store, h));
    CHECK(store.leq(companion(store, g), companion(store, h)) == store.leq(g, h));
  };
  const auto day2 = testing::born_by_day(store, 2);
  for (const GameId g : day2) {
    for (const GameId h : day2) check_order(g, h);
  }
  std::mt19937_64 random(7);
  for (std::size_t i = 0; i < testing::scaled(20'000); ++i) {
    check_order(games[random() % games.size()], games[random() % games.size()]);
  }
  for (int u = -3; u <= 3; ++u) {
    for (std::uint32_t k = 0; k < 5; ++k) {
      for (const Dyadic& x : {Dyadic(), Dyadic(-2), Dyadic(1, 1)}) {
        const GameId g = store.nus({x, u, k});
        CHECK(naive.import(store, companion(store, g)) ==
              algebra.companion(naive.import(store, g)));
      }
    }
  }
}

}  // namespace cgt::structure_test
