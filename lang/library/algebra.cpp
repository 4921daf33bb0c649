// Algebra of short games beyond + - and order: products, weights, parities, uptimals.
#include <fmt/format.h>

#include "cgt/algebra/atomic_weight.hpp"
#include "cgt/algebra/products.hpp"
#include "cgt/algebra/reduced.hpp"
#include "cgt/algebra/tree_size.hpp"
#include "cgt/misere/misere_games.hpp"
#include "cgt/store/uptimal.hpp"
#include "cgt/thermo/temperature.hpp"
#include "lang/library/core.hpp"
#include "lang/values/collections.hpp"
#include "lang/values/forms.hpp"
#include "lang/values/loopy.hpp"
#include "lang/values/transfinite.hpp"

namespace cgt::lang {

namespace {

class ExpansionObject final : public NativeObject {
 public:
  explicit ExpansionObject(UptimalExpansion e) : expansion(std::move(e)) {}
  const char* class_name() const override { return "UptimalExpansion"; }
  std::string to_text(Context&, const PrintStyle&) const override {
    return cgt::to_text(expansion);
  }
  bool equals(const NativeObject& other) const override {
    const auto* o = dynamic_cast<const ExpansionObject*>(&other);
    return o != nullptr && o->expansion == expansion;
  }
  std::uint64_t hash() const override {
    return mix(expansion.number.hash(), mix(expansion.nimber, expansion.length()));
  }
  const UptimalExpansion expansion;
};

const UptimalExpansion& expansion_of(const Value& v) {
  return v.as_native<ExpansionObject>()->expansion;
}

Pseudonumber exponent(Context& c, const Value& x, const char* what) {
  if (const auto found = loopy_games(c).as_pseudonumber(stopper_of(c, x, what))) return *found;
  throw Error(fmt::format("{} needs a number or a pseudonumber, not {}", what, c.text(x)));
}

void register_multiplication(Registry& registry) {
  const Rows rows(registry, "Game");
  rows.add("NortonProduct(that)", "Norton multiplication: the game in units of u.",
           "(1/2) NortonProduct ^ --> {^^*|v*}", [](Context& c, Arguments a) {
             return c.wrap(norton_multiply(c.store(), c.game(a[0]), c.game(a[1], "NortonProduct")));
           });
  rows.add("Overheat(s, t)", "Overheated from s to t: {G^L + t|G^R - t}, integers in units of s.",
           "^.Overheat(1/2, 1/2) --> {1/2||0|-1}", [](Context& c, Arguments a) {
             return c.wrap(overheat(c.store(), c.game(a[0]), c.game(a[1], "Overheat"),
                                    c.game(a[2], "Overheat")));
           });
  rows.add("Pow(x)", "The x-th power of a game {0|H}, for x >= 1: of ^ the powers of up.",
           "^.Pow(3) --> ^<3>", [](Context& c, Arguments a) {
             if (is_loopy(a[1])) {
               return loopy_value(c, loopy_games(c).power(c.game(a[0]), exponent(c, a[1], "Pow")));
             }
             return c.wrap(power(c.store(), c.game(a[0]), c.dyadic(a[1], "Pow")));
           });
  rows.add("PowTo(x)", "The sum of the powers up to the x-th, for x > 0.", "^.PowTo(3) --> ^[3]",
           [](Context& c, Arguments a) {
             if (is_loopy(a[1])) {
               return loopy_value(
                   c, loopy_games(c).power_to(c.game(a[0]), exponent(c, a[1], "PowTo")));
             }
             return c.wrap(power_to(c.store(), c.game(a[0]), c.dyadic(a[1], "PowTo")));
           });
}

Builtin::Function question(std::function<bool(Store&, GameId)> f) {
  return [f = std::move(f)](Context& c, Arguments a) {
    return Value::boolean(f(c.store(), c.game(a[0])));
  };
}

Builtin::Function image(std::function<GameId(Store&, GameId)> f) {
  return [f = std::move(f)](Context& c, Arguments a) { return c.wrap(f(c.store(), c.game(a[0]))); };
}

void register_weights(Registry& registry) {
  const Rows rows(registry, "Game");
  rows.add("AtomicWeight", "How many ups it is worth.", "(^^ + *5).AtomicWeight --> 2",
           image(atomic_weight));
  rows.add("IsAtomic", "Has it an atomic weight?", "Tiny(2).IsAtomic --> true",
           question(is_atomic));
  rows.add("FarStar", "The least nimber *2^k that no nimber of the game reaches.",
           "(*3).FarStar --> *4", image(far_star));
  rows.add("ReducedCanonicalForm", "The simplest game infinitesimally close to it.",
           "{2+^|^}.ReducedCanonicalForm --> {2|0}", image(reduced_canonical_form));
  rows.add("StarProjection", "x + * becomes x, for every number x in the game.",
           "{1+*|*}.StarProjection --> {1|0}", image(star_projection));
  rows.add(
      "NumberPart", "The number that it is infinitesimally close to.", "(3 + ^).NumberPart --> 3",
      [](Context& c, Arguments a) { return Value::number(number_part(c.store(), c.game(a[0]))); });
  rows.add("InfinitesimalPart", "What is left without the number part.",
           "(3 + ^).InfinitesimalPart --> ^", image(infinitesimal_part));
  rows.add("Companion", "Its image under the automorphism of the games born by day n.",
           "^.Companion --> ^*", image(companion));
  rows.add("IsEven", "Has every play an even number of moves?", "(*+^).IsEven --> false",
           question([](Store& store, GameId g) { return tree_parity(store, g) == Parity::kEven; }));
  rows.add("IsOdd", "Has every play an odd number of moves?", "*.IsOdd --> true",
           question([](Store& store, GameId g) { return tree_parity(store, g) == Parity::kOdd; }));
  rows.add("IsEvenTempered", "Has every play that ends at a number an even number of moves?",
           "(1/2).IsEvenTempered --> true",
           question([](Store& store, GameId g) { return temper(store, g) == Parity::kEven; }));
  rows.add("IsOddTempered", "Has every play that ends at a number an odd number of moves?",
           "{3|1}.IsOddTempered --> true",
           question([](Store& store, GameId g) { return temper(store, g) == Parity::kOdd; }));
  rows.add("StopCount", "How many ends at a number its tree has.", "*3.StopCount --> 18",
           [](Context& c, Arguments a) {
             return Value::rational(Rational(stop_count(c.store(), c.game(a[0]))));
           });
  rows.add("MisereOutcomeClass", "Who wins the canonical form if the player who cannot move wins.",
           "*.MisereOutcomeClass --> P", [](Context& c, Arguments a) {
             return Value::outcome(misere_outcome(c.store(), c.game(a[0])));
           });
  rows.add("IsNumberTiny", "Is it a number, or a number plus a tiny or miny?",
           "{5||5|2}.IsNumberTiny --> true", question(is_number_tiny));
}

void register_uptimals(Registry& registry) {
  const Rows games(registry, "Game");
  const Rows expansions(registry, "UptimalExpansion");
  games.add(
      "IsUptimal", "Is it a number plus powers of up plus a nimber?", "^<3>.IsUptimal --> true",
      [](Context& c, Arguments a) { return Value::boolean(is_uptimal(c.store(), c.game(a[0]))); });
  games.add("UptimalExpansion", "Number, nimber and the coefficients of ^, ^<2>, ...",
            "(^[3] + *2).UptimalExpansion --> *2.111", [](Context& c, Arguments a) {
              return Value::native<ExpansionObject>(expect_uptimal(c.store(), c.game(a[0])));
            });
  expansions.add("Number", "The number in it.", "(3 + ^).UptimalExpansion.Number --> 3",
                 [](Context&, Arguments a) { return Value::number(expansion_of(a[0]).number); });
  expansions.add("Nimber", "k of the nimber *k in it.", "^*3.UptimalExpansion.Nimber --> 3",
                 [](Context&, Arguments a) { return Value::integer(expansion_of(a[0]).nimber); });
  expansions.add(
      "Coefficient(n)", "How many times ^<n> is in it.",
      "(2*^<3>).UptimalExpansion.Coefficient(3) --> 2", [](Context& c, Arguments a) {
        const std::int64_t n = c.integer(a[1], "Coefficient");
        if (n < 1) throw Error("the powers of up are numbered from 1");
        const UptimalExpansion& e = expansion_of(a[0]);
        return Value::integer(n > e.length() ? 0 : e.coefficient(static_cast<std::uint32_t>(n)));
      });
  expansions.add("Coefficients", "The coefficients of ^, ^<2>, ... as a list.",
                 "^[3].UptimalExpansion.Coefficients --> [1,1,1]", [](Context&, Arguments a) {
                   std::vector<Value> items;
                   for (const std::int64_t n : expansion_of(a[0]).coefficients())
                     items.push_back(Value::integer(n));
                   return Value::list(std::move(items));
                 });
  expansions.add(
      "GameValue", "The game with this expansion.", "^[3].UptimalExpansion.GameValue --> ^[3]",
      [](Context& c, Arguments a) { return c.wrap(uptimal(c.store(), expansion_of(a[0]))); });
}

// Operations of loopy games that are known for every short one: the value is its own onside and
// offside, and what a short game adds to itself at infinity is nothing.
void register_trivial(Registry& registry) {
  const Rows rows(registry, "Game");
  for (const char* name : {"Degree", "Variety"}) {
    rows.add(name, "0 for every short game.", fmt::format("^.{} --> 0", name),
             [](Context& c, Arguments) { return c.wrap(kZero); });
  }
  rows.add("IsStable", "True for every short game.", "^.IsStable --> true",
           [](Context&, Arguments) { return Value::boolean(true); });
  rows.add("StrongStop(player)", "The stop, for every short game.", "{3|1}.StrongStop(Left) --> 3",
           [](Context& c, Arguments a) {
             return Value::number(c.store().stop(c.game(a[0]), c.player(a[1], "StrongStop")));
           });
  for (const char* name : {"GameValue", "Onside", "Offside"}) {
    rows.add(name, "The game itself, for every short game.", fmt::format("^.{} --> ^", name),
             [](Context&, Arguments a) { return a[0]; });
  }
}

}  // namespace

void register_algebra(Registry& registry) {
  register_multiplication(registry);
  register_weights(registry);
  register_uptimals(registry);
  register_trivial(registry);
}

// Forms: what depends on how a game is written.

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
    rows.add("ConjunctiveSum(that)", "A move is made in both; it ends when one has no move.",
             "(*5 ConjunctiveSum *6).CanonicalForm --> *5", [](Context& c, Arguments a) {
               return form_value(c, c.forms().conjunctive_sum(receiver(c, a[0]),
                                                              form_of(c, a[1], "ConjunctiveSum")));
             });
    rows.add("SelectiveSum(that, firstMoveOnly?)",
             "A move is made in one or in both; firstMoveOnly: only once, then as CGSuite goes on.",
             "(*5 SelectiveSum *6).CanonicalForm --> *11", [](Context& c, Arguments a) {
               const bool first = a[2].kind() == Kind::kBoolean && a[2].as_boolean();
               return form_value(
                   c, c.forms().selective_sum(
                          receiver(c, a[0]), form_of(c, a[1], "SelectiveSum"),
                          first ? SelectiveRule::kFirstMoveOnly : SelectiveRule::kSelective));
             });
    rows.add("OrdinalProduct(that)", "h with a copy of the game in the place of every move.",
             "(*5 OrdinalProduct *6).CanonicalForm --> *30", [](Context& c, Arguments a) {
               return form_value(c, c.forms().ordinal_product(receiver(c, a[0]),
                                                              form_of(c, a[1], "OrdinalProduct")));
             });
  }
  const Rows forms(registry, "Form");
  const Rows games(registry, "Game");
  forms.add("ConwayProduct(that)", "The product by Conway's definition.",
            "(*6 ConwayProduct '{0,*|0,*}').CanonicalForm --> *11", [](Context& c, Arguments a) {
              return form_value(c, c.forms().conway_product(receiver(c, a[0]),
                                                            form_of(c, a[1], "ConwayProduct")));
            });
  games.add("ConwayProduct(that)",
            "The product by Conway's definition: of numbers, of nimbers in the nim field.",
            "*4 ConwayProduct *4 --> *6", [](Context& c, Arguments a) {
              if (is_transfinite_nimber(a[1])) return nimber_product(c, a[0], a[1]);
              const Form g = receiver(c, a[0]);
              const Form h = form_of(c, a[1], "ConwayProduct");
              if (g.is_game() && h.is_game())
                return c.wrap(conway_product(c.store(), g.game(), h.game()));
              return form_value(c, c.forms().conway_product(g, h));
            });
  games.add("OrdinalSum(h)", "G:H: this, and h beside it until a move is made in this.",
            "*2 OrdinalSum 1 --> {0,*,*2|0,*}", [](Context& c, Arguments a) {
              return c.wrap(ordinal_sum(c.store(), c.game(a[0]), c.game(a[1], "OrdinalSum")));
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
