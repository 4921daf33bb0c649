// Forms as written: their values, texts, misere outcomes, and what they share with values.
#include "cgt/algebra/form.hpp"

#include <catch2/catch.hpp>

#include "cgt/algebra/products.hpp"
#include "cgt/misere/misere_games.hpp"
#include "cgt/text/text.hpp"
#include "tests/cgt/algebra/naive_algebra.hpp"
#include "tests/cgt/games.hpp"
#include "tests/testing.hpp"

namespace cgt::form_test {
namespace {

Form lone(Forms& forms, Form left, Form right) {
  return forms.make(std::span(&left, 1), std::span(&right, 1));
}

// The tree of a form in the other evaluator.
int import(Forms& forms, testing::Naive& naive, Form f) {
  PerPlayer<testing::Naive::Ids> sides;
  for (const Player player : kPlayers) {
    for (const Form x : forms.options(f, player)) {
      sides[player].push_back(import(forms, naive, x));
    }
  }
  return naive.make(sides[Player::kLeft], sides[Player::kRight]);
}

}  // namespace

TEST_CASE("a form keeps what its value forgets", "[algebra]") {
  Store store;
  Forms forms(store);
  const Form star = store.nimber(1);
  const Form nothing = lone(forms, star, star);
  CHECK(forms.value(nothing) == kZero);
  CHECK_FALSE(nothing == Form(kZero));
  CHECK(nothing == lone(forms, star, star));
  CHECK(forms.birthday(nothing) == 2);
  CHECK(forms.follower_count(nothing) == 3);
  CHECK(forms.negate(nothing) == nothing);
  CHECK(forms.options(nothing, Player::kLeft).size() == 1);
  CHECK(forms.sensible_options(nothing, Player::kLeft).empty());
  CHECK(forms.value(forms.ordinal_sum(nothing, store.integer(1))) == store.up(1));
  CHECK(forms.value(forms.ordinal_sum(GameId(kZero), store.integer(1))) == store.integer(1));
  CHECK(forms.misere_outcome(nothing) == OutcomeClass::kNext);
  CHECK(forms.misere_outcome(forms.sum(nothing, star)) ==
        forms.misere_outcome(forms.explicit_form(store.nimber(1))));

  // Options of '{1,0|0}': 1 dominates 0.
  const std::vector<Form> left{store.integer(1), GameId(kZero)};
  const std::vector<Form> right{GameId(kZero)};
  const Form dominated = forms.make(left, right);
  CHECK(forms.sensible_options(dominated, Player::kLeft) == FormList{store.integer(1)});
  CHECK(forms.sensible_options(dominated, Player::kRight) == FormList{GameId(kZero)});
}

TEST_CASE("texts of forms", "[algebra]") {
  Store store;
  Forms forms(store);
  const auto one = store.integer(1);
  const Form star = store.nimber(1);
  const Form nothing = lone(forms, star, star);
  const Form hot = lone(forms, one, GameId(kZero));
  CHECK(forms.to_text(nothing) == "'{*|*}'");
  CHECK(forms.to_text(forms.make({}, {})) == "'{|}'");
  CHECK(forms.to_text(forms.ordinal_sum(nothing, one)) == "'{*|*}' : 1");
  CHECK(forms.to_text(forms.negate(forms.ordinal_sum(one, hot))) == "-1 : '{0|-1}'");
  CHECK(forms.to_text(forms.negate(forms.sum(one, hot))) == "-1 + '{0|-1}'");
  CHECK(forms.to_text(forms.negate(forms.conjunctive_sum(one, hot))) ==
        "-1 ConjunctiveSum '{0|-1}'");
  CHECK(forms.to_text(forms.negate(forms.selective_sum(one, hot))) == "-1 SelectiveSum '{0|-1}'");
  CHECK(forms.to_text(forms.negate(forms.conway_product(one, hot))) == "-(1 * '{1|0}')");
  CHECK(forms.to_text(forms.negate(forms.conway_product(store.number(Dyadic(1, 1)), hot))) ==
        "-(1/2 ConwayProduct '{1|0}')");
  CHECK(forms.to_text(forms.negate(forms.ordinal_product(one, hot))) ==
        "-(1 OrdinalProduct '{1|0}')");
  const Form minus_two = forms.make({}, std::vector<Form>{store.integer(-1)});
  CHECK(forms.to_text(forms.multiple(Dyadic(-2), minus_two)) == "-2 * '{|-1}'");
  CHECK(forms.value(forms.multiple(Dyadic(-2), minus_two)) == store.integer(4));
  CHECK(forms.value(forms.multiple(Dyadic(1'000'000'000), minus_two)) ==
        store.integer(-2'000'000'000));
  CHECK_THROWS_AS(forms.multiple(Dyadic(1, 1), minus_two), Error);
  CHECK(forms.to_text(lone(forms, nothing, hot)) == "'{'{*|*}'|'{1|0}'}'");
}

TEST_CASE("compounds of written forms agree with the plain evaluator", "[algebra]") {
  Store store;
  Forms forms(store);
  testing::Naive naive;
  testing::NaiveAlgebra algebra(naive);
  // Every pair of sides over games born by day 1, dominated and reversible options included.
  std::vector<Form> all;
  const std::vector<GameId> pool{kZero, store.nimber(1), store.integer(1), store.integer(-1)};
  for (unsigned bits = 0; bits < 256; bits += 3) {
    PerPlayer<std::vector<Form>> sides;
    for (unsigned i = 0; i < 8; ++i) {
      if (((bits >> i) & 1U) != 0) sides[kPlayers[i / 4]].push_back(pool[i % 4]);
    }
    all.push_back(forms.make(sides[Player::kLeft], sides[Player::kRight]));
  }
  const auto same = [&](Form f, int expected) {
    CHECK(import(forms, naive, f) == expected);
    const GameId value = forms.value(f);
    CHECK(naive.import(store, value) == naive.canonical(expected));
    CHECK(forms.value(forms.negate(f)) == store.negate(value));
    CHECK(forms.negate(forms.negate(f)) == f);
    CHECK(forms.birthday(f) == static_cast<std::uint64_t>(naive.birthday(expected)));
    const OutcomeClass outcome = forms.misere_outcome(f);
    CHECK((outcome == OutcomeClass::kLeft || outcome == OutcomeClass::kNext) ==
          algebra.misere_wins(expected, Player::kLeft));
    CHECK((outcome == OutcomeClass::kRight || outcome == OutcomeClass::kNext) ==
          algebra.misere_wins(expected, Player::kRight));
    // What is not sensible may be left out, unless a canonical option is reached by reversal only.
    for (const Player player : kPlayers) {
      const FormList kept = forms.sensible_options(f, player);
      for (const Form x : kept) {
        CHECK(std::ranges::count(forms.options(f, player), x) == 1);
      }
      for (const GameId y : store.options(value, player)) {
        const auto reaches = [&](Form x) { return forms.value(x) == y; };
        CHECK(std::ranges::any_of(kept, reaches) ==
              std::ranges::any_of(forms.options(f, player), reaches));
      }
    }
  };
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Form f = all[i];
    const Form g = all[(i * 37 + 11) % all.size()];
    INFO(forms.to_text(f) << " and " << forms.to_text(g));
    const int p = import(forms, naive, f);
    const int q = import(forms, naive, g);
    same(f, p);
    same(forms.sum(f, g), naive.add(p, q));
    same(forms.multiple(Dyadic(3), f), naive.add(p, naive.add(p, p)));
    same(forms.multiple(Dyadic(-2), f), naive.add(naive.negate(p), naive.negate(p)));
    same(forms.multiple(Dyadic(), f), naive.integer(0));
    same(forms.ordinal_sum(f, g), algebra.ordinal_sum(p, q));
    same(forms.ordinal_product(f, g), algebra.ordinal_product(p, q));
    same(forms.conjunctive_sum(f, g), algebra.conjunctive_sum(p, q));
    same(forms.selective_sum(f, g), algebra.selective_sum(p, q));
    CHECK(naive.import(store, forms.value(forms.conway_product(f, g))) ==
          naive.canonical(algebra.conway_product(p, q)));
    const Form h = all[(i * 53 + 7) % all.size()];
    // Ordinal sums are associative as forms.
    CHECK(forms.value(forms.ordinal_sum(forms.ordinal_sum(f, g), h)) ==
          forms.value(forms.ordinal_sum(f, forms.ordinal_sum(g, h))));
  }
}

TEST_CASE("deep compounds do not recurse", "[algebra]") {
  Store store;
  Forms forms(store);
  const Form star = store.nimber(1);
  Form tower = lone(forms, star, star);
  for (int i = 0; i < 20'000; ++i) tower = lone(forms, tower, star);
  CHECK(forms.birthday(tower) == 20'002);
  CHECK(forms.value(forms.negate(tower)) == store.negate(forms.value(tower)));
  Form chain = star;
  for (int i = 0; i < 20'000; ++i) chain = forms.sum(chain, star);
  CHECK(forms.value(chain) == store.nimber(1));
  CHECK(forms.negate(forms.negate(chain)) == chain);
  Form small = star;
  for (int i = 0; i < 3'000; ++i) small = lone(forms, small, star);
  CHECK(forms.to_text(small).size() > 3'000 * 6);
}

TEST_CASE("forms count for the limit on memory", "[algebra][memory]") {
  Store store;
  Forms forms(store);
  const auto braces = [&](Form left, Form right) { return lone(forms, left, right); };
  const auto value = [&](const char* text) { return Form(parse_value(store, text)); };
  const Form one = braces(braces(value("{1|0}"), value("*")), braces(value("*"), value("-1")));
  const Form two = braces(braces(value("{2|1}"), value("0")), braces(value("0"), value("{-1|-2}")));
  const Form product = forms.conway_product(forms.conway_product(one, two), two);
  Budget budget({Budget::kUnlimited, Budget::kUnlimited, 16});
  const Store::BudgetScope scope(store, budget);
  try {
    forms.value(product);
    FAIL("its followers fitted into 16 MB");
  } catch (const BudgetExhausted& stopped) {
    CHECK(stopped.reason() == StopReason::kMemory);
  }
  CHECK(forms.value(one) == parse_value(store, "{{{1|0}|*}|{*|-1}}"));
}

TEST_CASE("misere outcomes of canonical forms", "[algebra]") {
  Store store;
  testing::Naive naive;
  testing::NaiveAlgebra algebra(naive);
  for (const GameId g : testing::born_by_day(store, 3)) {
    const OutcomeClass outcome = misere_outcome(store, g);
    const int p = naive.import(store, g);
    CHECK((outcome == OutcomeClass::kLeft || outcome == OutcomeClass::kNext) ==
          algebra.misere_wins(p, Player::kLeft));
    CHECK((outcome == OutcomeClass::kRight || outcome == OutcomeClass::kNext) ==
          algebra.misere_wins(p, Player::kRight));
  }
  // Misere Nim (Bouton 1901): one heap of 1 is lost by the player who moves.
  CHECK(misere_outcome(store, store.nimber(1)) == OutcomeClass::kPrevious);
  CHECK(misere_outcome(store, store.nimber(4'000'000'000U)) == OutcomeClass::kNext);
  Forms forms(store);
  const Form two = store.nimber(2);
  const Form one = store.nimber(1);
  CHECK(forms.misere_outcome(forms.sum(two, two)) == OutcomeClass::kPrevious);
  CHECK(forms.misere_outcome(forms.sum(one, one)) == OutcomeClass::kNext);
  CHECK(forms.misere_outcome(forms.sum(one, forms.sum(one, one))) == OutcomeClass::kPrevious);
}

}  // namespace cgt::form_test
