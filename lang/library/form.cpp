// Forms: what depends on how a game is written.
#include "cgt/algebra/atomic_weight.hpp"
#include "cgt/algebra/products.hpp"
#include "cgt/algebra/reduced.hpp"
#include "cgt/misere/misere.hpp"
#include "cgt/support/containers.hpp"
#include "lang/library/core.hpp"
#include "lang/values/collections.hpp"
#include "lang/values/forms.hpp"
#include "lang/values/transfinite.hpp"

namespace cgt::lang {
namespace {

Form receiver(Context& c, const Value& v) { return form_of(c, v, "this method"); }

template <class List>
Value form_set(Context& c, const List& forms) {
  std::vector<Value> items;
  for (const Form f : forms) items.push_back(form_value(c, f));
  return make_set(c, std::move(items));
}

// Options of one player, or of both if none is named.
Value options_as_written(Context& c, const Value& v, const Value& player) {
  const Form f = receiver(c, v);
  if (!player.is_nothing()) return form_set(c, c.forms().options(f, c.player(player, "Options")));
  FormList both = c.forms().options(f, Player::kLeft);
  for (const Form g : c.forms().options(f, Player::kRight)) both.push_back(g);
  return form_set(c, both);
}

Value sensible_forms(Context& c, const Value& v, Player player) {
  return form_set(c, c.forms().sensible_options(receiver(c, v), player));
}

GameId value_of_form(Context& c, const Value& v) { return c.forms().value(receiver(c, v)); }

// Everything that can be reached, in the order of discovery.
std::vector<Form> followers(Context& c, Form root) {
  std::vector<Form> found{root};
  FlatMap<Form, bool> seen;
  seen.emplace(root, true);
  for (std::size_t i = 0; i < found.size(); ++i) {
    c.budget().charge();
    for (const Player player : kPlayers) {
      for (const Form next : c.forms().options(found[i], player)) {
        if (seen.emplace(next, true).second) found.push_back(next);
      }
    }
  }
  return found;
}

void register_form_questions(Registry& registry) {
  const Rows rows(registry, "Form");
  for (const char* name : {"CanonicalForm", "GameValue"}) {
    rows.add(name, "The value: the canonical form.", "('{*|*}':1).CanonicalForm --> ^",
             [](Context& c, Arguments a) { return c.wrap(value_of_form(c, a[0])); });
  }
  rows.add("Options(player?)", "The options of a player as they are written, or those of both.",
           "'{*|*}'.Options(Left) --> {*}",
           [](Context& c, Arguments a) { return options_as_written(c, a[0], a[1]); });
  rows.add("LeftOptions", "Left's options as they are written.", "'{1,0|2}'.LeftOptions --> {0,1}",
           [](Context& c, Arguments a) {
             return form_set(c, c.forms().options(receiver(c, a[0]), Player::kLeft));
           });
  rows.add("RightOptions", "Right's options as they are written.", "'{1,0|2}'.RightOptions --> {2}",
           [](Context& c, Arguments a) {
             return form_set(c, c.forms().options(receiver(c, a[0]), Player::kRight));
           });
  rows.add("SensibleOptions(player)", "The options that never lose against one that is left out.",
           "'{1,0|2}'.SensibleOptions(Left) --> {1}", [](Context& c, Arguments a) {
             return sensible_forms(c, a[0], c.player(a[1], "SensibleOptions"));
           });
  rows.add("SensibleLeftOptions", "Left's sensible options.",
           "'{1,0|2}'.SensibleLeftOptions --> {1}",
           [](Context& c, Arguments a) { return sensible_forms(c, a[0], Player::kLeft); });
  rows.add("SensibleRightOptions", "Right's sensible options.",
           "'{1,0|2}'.SensibleRightOptions --> {2}",
           [](Context& c, Arguments a) { return sensible_forms(c, a[0], Player::kRight); });
  rows.add(
      "OutcomeClass", "Who wins: L, R, N or P.", "'{*|*}'.OutcomeClass --> P",
      [](Context& c, Arguments a) { return Value::outcome(c.forms().outcome(receiver(c, a[0]))); });
  rows.add("MisereOutcomeClass", "Who wins if the player who cannot move wins.",
           "'{*|*}'.MisereOutcomeClass --> N", [](Context& c, Arguments a) {
             return Value::outcome(c.forms().misere_outcome(receiver(c, a[0])));
           });
  rows.add("AtomicWeight", "The atomic weight of the value.", "('{*|*}':3).AtomicWeight --> 1",
           [](Context& c, Arguments a) {
             return c.wrap(atomic_weight(c.store(), value_of_form(c, a[0])));
           });
  rows.add("ReducedCanonicalForm", "The simplest game infinitesimally close to the value.",
           "'{1,0|0}'.ReducedCanonicalForm --> {1|0}", [](Context& c, Arguments a) {
             return c.wrap(reduced_canonical_form(c.store(), value_of_form(c, a[0])));
           });
  rows.add("Birthday", "Depth of the tree as it is written.", "'{*|*}'.Birthday --> 2",
           [](Context& c, Arguments a) {
             return Value::rational(Rational(c.forms().birthday(receiver(c, a[0]))));
           });
  rows.add("Followers", "All forms that can be reached, the form included, as a set.",
           "'{*|*}'.Followers.Size --> 3",
           [](Context& c, Arguments a) { return form_set(c, followers(c, receiver(c, a[0]))); });
  rows.add("FollowerCount", "How many forms can be reached, the form included.",
           "'{*|*}'.FollowerCount --> 3", [](Context& c, Arguments a) {
             return Value::rational(Rational(c.forms().follower_count(receiver(c, a[0]))));
           });
}

}  // namespace

void register_forms(Registry& registry) {
  register_form_questions(registry);
  // A value has these too: then it stands for the form of its canonical options.
  for (const char* owner : {"Game", "Form"}) {
    const Rows rows(registry, owner);
    rows.add("ConjunctiveSum(h)", "A move is made in both; it ends when one has no move.",
             "(*5 ConjunctiveSum *6).CanonicalForm --> *5", [](Context& c, Arguments a) {
               return form_value(c, c.forms().conjunctive_sum(receiver(c, a[0]),
                                                              form_of(c, a[1], "ConjunctiveSum")));
             });
    rows.add("SelectiveSum(h, firstMoveOnly?)",
             "A move is made in one or in both; firstMoveOnly: only once, then as CGSuite goes on.",
             "(*5 SelectiveSum *6).CanonicalForm --> *11", [](Context& c, Arguments a) {
               const bool first = a[2].kind() == Kind::kBoolean && a[2].as_boolean();
               return form_value(
                   c, c.forms().selective_sum(
                          receiver(c, a[0]), form_of(c, a[1], "SelectiveSum"),
                          first ? SelectiveRule::kFirstMoveOnly : SelectiveRule::kSelective));
             });
    rows.add("OrdinalProduct(h)", "h with a copy of the game in the place of every move.",
             "(*5 OrdinalProduct *6).CanonicalForm --> *30", [](Context& c, Arguments a) {
               return form_value(c, c.forms().ordinal_product(receiver(c, a[0]),
                                                              form_of(c, a[1], "OrdinalProduct")));
             });
  }
  const Rows forms(registry, "Form");
  const Rows games(registry, "Game");
  forms.add("ConwayProduct(h)", "The product by Conway's definition.",
            "(*6 ConwayProduct '{0,*|0,*}').CanonicalForm --> *11", [](Context& c, Arguments a) {
              return form_value(c, c.forms().conway_product(receiver(c, a[0]),
                                                            form_of(c, a[1], "ConwayProduct")));
            });
  games.add("ConwayProduct(h)",
            "The product by Conway's definition: of numbers, of nimbers in the nim field.",
            "*4 ConwayProduct *4 --> *6", [](Context& c, Arguments a) {
              if (is_transfinite_nimber(a[1])) return nimber_product(c, a[0], a[1]);
              const Form g = receiver(c, a[0]);
              const Form h = form_of(c, a[1], "ConwayProduct");
              if (g.is_game() && h.is_game())
                return c.wrap(conway_product(c.store(), g.game(), h.game()));
              return form_value(c, c.forms().conway_product(g, h));
            });
  games.add("Subordinate(base)", "The H with base:H equal to the game.",
            "(1/8).Subordinate(1) --> -3", [](Context& c, Arguments a) {
              return c.wrap(subordinate(c.forms(), c.game(a[0]), form_of(c, a[1], "Subordinate")));
            });
  games.add(
      "AsForm", "The canonical options as an explicit form.", "^.AsForm --> '{0|*}'",
      [](Context& c, Arguments a) { return form_value(c, c.forms().explicit_form(c.game(a[0]))); });
}

}  // namespace cgt::lang
