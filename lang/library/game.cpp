// Structure and order of short games.
#include <fmt/format.h>

#include "cgt/algebra/reduced.hpp"
#include "cgt/thermo/temperature.hpp"
#include "lang/library/core.hpp"
#include "lang/values/arithmetic.hpp"
#include "lang/values/collections.hpp"
#include "lang/values/loopy.hpp"

namespace cgt::lang {

namespace {

Value game_set(Context& c, std::span<const GameId> games) {
  std::vector<Value> items;
  for (const GameId g : games) items.push_back(c.wrap(g));
  return make_set(c, std::move(items));
}

Value options(Context& c, const Value& g, Player player) {
  return game_set(c, c.store().options(c.game(g), player));
}

Value options(Context& c, const Value& g, const Value& player) {
  if (!player.is_nothing()) return options(c, g, c.player(player, "Options"));
  GameList both = c.store().options(c.game(g), Player::kLeft);
  for (const GameId h : c.store().options(c.game(g), Player::kRight)) both.push_back(h);
  return game_set(c, both);
}

Value incentive_set(Context& c, const Value& g, std::initializer_list<Player> players) {
  GameList all;
  for (const Player player : players) {
    for (const GameId i : incentives(c.store(), c.game(g), player)) all.push_back(i);
  }
  return game_set(c, undominated(c.store(), all));
}

// Tiny(g) = {0||0|-g}, Miny(g) its negative.
Value tiny(Context& c, const Value& v) {
  if (is_loopy(v)) {
    LoopyGames& games = loopy_games(c);
    const LoopyValue zero(kZero);
    const LoopyValue minus = games.negate(loopy_of(c, v, "Tiny"));
    const LoopyValue threat = games.construct({&zero, 1}, {&minus, 1});
    return loopy_value(c, games.construct({&zero, 1}, {&threat, 1}));
  }
  Store& store = c.store();
  return c.wrap(
      store.construct({kZero}, {store.construct({kZero}, {store.negate(c.game(v, "Tiny"))})}));
}

Builtin::Function yes_or_no(bool (*f)(Store&, GameId)) {
  return [f](Context& c, Arguments a) { return Value::boolean(f(c.store(), c.game(a[0]))); };
}

}  // namespace

void register_games(Registry& registry) {
  const Rows functions(registry, "");
  const Rows rows(registry, "Game");
  rows.add("CanonicalForm", "The canonical form: a value is its own.",
           "{1|1}.CanonicalForm --> 1+*", [](Context&, Arguments a) { return a[0]; });
  rows.add("Options(player?)", "The canonical options of a player, or of both, as a set.",
           "^.Options --> {0,*}", [](Context& c, Arguments a) { return options(c, a[0], a[1]); });
  rows.add("LeftOptions", "Left's canonical options, as a set.", "*2.LeftOptions --> {0,*}",
           [](Context& c, Arguments a) { return options(c, a[0], Player::kLeft); });
  rows.add("RightOptions", "Right's canonical options, as a set.", "^.RightOptions --> {*}",
           [](Context& c, Arguments a) { return options(c, a[0], Player::kRight); });
  rows.add("SensibleOptions(player)", "The canonical options: all of them are sensible.",
           "^.SensibleOptions(Left) --> {0}", [](Context& c, Arguments a) {
             return options(c, a[0], c.player(a[1], "SensibleOptions"));
           });
  rows.add("SensibleLeftOptions", "Left's canonical options.", "^.SensibleLeftOptions --> {0}",
           [](Context& c, Arguments a) { return options(c, a[0], Player::kLeft); });
  rows.add("SensibleRightOptions", "Right's canonical options.", "^.SensibleRightOptions --> {*}",
           [](Context& c, Arguments a) { return options(c, a[0], Player::kRight); });
  rows.add("Birthday", "Depth of the canonical form.", "^.Birthday --> 2",
           [](Context& c, Arguments a) {
             return Value::rational(Rational(c.store().birthday(c.game(a[0]))));
           });
  rows.add("Followers", "All followers, the game included, as a set.", "^.Followers --> {0,*,^}",
           [](Context& c, Arguments a) { return game_set(c, c.store().followers(c.game(a[0]))); });
  rows.add("FollowerCount", "How many followers there are, the game included.",
           "^.FollowerCount --> 3", [](Context& c, Arguments a) {
             return Value::rational(Rational(c.store().follower_count(c.game(a[0]))));
           });
  rows.add("OutcomeClass", "Who wins: L, R, N (the first player) or P (the second).",
           "{1|-1}.OutcomeClass --> N",
           [](Context& c, Arguments a) { return Value::outcome(c.store().outcome(c.game(a[0]))); });
  rows.add("Incentives", "What a move of either player gains (G^L - G, G - G^R), undominated ones.",
           "{5||2|-1}.Incentives --> {{3,{6|3}|0}}", [](Context& c, Arguments a) {
             return incentive_set(c, a[0], {Player::kLeft, Player::kRight});
           });
  rows.add("LeftIncentives", "G^L - G for Left's moves, undominated ones.",
           "{3|1}.LeftIncentives --> {{2|0}}",
           [](Context& c, Arguments a) { return incentive_set(c, a[0], {Player::kLeft}); });
  rows.add("RightIncentives", "G - G^R for Right's moves, undominated ones.",
           "{3|1}.RightIncentives --> {{2|0}}",
           [](Context& c, Arguments a) { return incentive_set(c, a[0], {Player::kRight}); });
  rows.add("Tiny", "{0||0|-G}.", "2.Tiny --> Tiny(2)",
           [](Context& c, Arguments a) { return tiny(c, a[0]); });
  rows.add("Miny", "{G|0||0}.", "2.Miny --> Miny(2)",
           [](Context& c, Arguments a) { return unary(c, Token::kMinus, tiny(c, a[0])); });
  functions.add("Tiny(G)", "{0||0|-g}.", "Tiny(2) == {0||0|-2} --> true",
                [](Context& c, Arguments a) { return tiny(c, a[0]); });
  functions.add("Miny(G)", "{g|0||0}.", "Miny(2) == {2|0||0} --> true",
                [](Context& c, Arguments a) { return unary(c, Token::kMinus, tiny(c, a[0])); });

  rows.add("IsNumber", "Is it a number?", "(1/2).IsNumber --> true",
           yes_or_no([](Store& store, GameId g) { return store.is_number(g); }));
  rows.add("IsInteger", "Is it an integer?", "(1/2).IsInteger --> false",
           yes_or_no([](Store& store, GameId g) { return store.is_integer(g); }));
  rows.add("IsZero", "Is it 0?", "(*+*).IsZero --> true",
           yes_or_no([](Store&, GameId g) { return g == kZero; }));
  rows.add("IsNimber", "Is it 0, *, *2, ...?", "*5.IsNimber --> true",
           yes_or_no([](Store& store, GameId g) { return is_nimber(store, g); }));
  rows.add("IsNumberish", "Is it infinitesimally close to a number?", "(3+^).IsNumberish --> true",
           yes_or_no([](Store& store, GameId g) { return is_numberish(store, g); }));
  rows.add("IsInfinitesimal", "Is it between -x and x for every number x > 0?",
           "^.IsInfinitesimal --> true",
           yes_or_no([](Store& store, GameId g) { return is_infinitesimal(store, g); }));
  rows.add("IsAllSmall", "Can both players move in every follower where one can?",
           "^.IsAllSmall --> true",
           yes_or_no([](Store& store, GameId g) { return is_all_small(store, g); }));
  rows.add("IsIdempotent", "Is G + G = G?", "^.IsIdempotent --> false",
           yes_or_no([](Store& store, GameId g) { return is_idempotent(store, g); }));
  rows.add("IsOrdinal", "Is it an integer >= 0?", "3.IsOrdinal --> true",
           yes_or_no([](Store& store, GameId g) {
             return store.is_integer(g) && store.number_value(g).sign() >= 0;
           }));
  // Questions about loopy games whose answer is known for every short game.
  for (const char* name : {"IsLoopfree", "IsStopper", "IsStopperSided", "IsPlumtree", "IsFinite"}) {
    rows.add(name, "True for every short game.", fmt::format("^.{} --> true", name),
             yes_or_no([](Store&, GameId) { return true; }));
  }
  rows.add("IsPseudonumber", "Is it a number? (Of short games, only numbers are pseudonumbers.)",
           "^.IsPseudonumber --> false",
           yes_or_no([](Store& store, GameId g) { return store.is_number(g); }));
}

void register_core(Registry& registry) {
  register_games(registry);
  register_algebra(registry);
  register_loopy(registry);
  register_forms(registry);
  register_grids(registry);
  register_classes(registry);
  register_thermography(registry);
  register_integers(registry);
  register_numbers(registry);
  register_collections(registry);
  register_strings(registry);
  register_strategies(registry);
  register_texts(registry);
  register_graphs(registry);
  register_infinity(registry);
  register_misere(registry);
  register_transfinite(registry);
  register_mutables(registry);
  register_tables(registry);
  register_plots(registry);
  register_random(registry);
  register_more_strings(registry);
  register_reading(registry);
  register_more(registry);
  register_more_grids(registry);
}

}  // namespace cgt::lang
