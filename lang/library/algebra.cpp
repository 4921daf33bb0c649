// Algebra of short games beyond + - and order: products, weights, parities, uptimals.
#include <fmt/format.h>

#include "cgt/algebra/atomic_weight.hpp"
#include "cgt/algebra/parity.hpp"
#include "cgt/algebra/products.hpp"
#include "cgt/algebra/reduced.hpp"
#include "cgt/misere/misere.hpp"
#include "cgt/store/uptimal.hpp"
#include "cgt/support/hash.hpp"
#include "cgt/thermo/temperature.hpp"
#include "lang/library/core.hpp"
#include "lang/values/as_loopy.hpp"

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
  rows.add("NortonProduct(u)", "Norton multiplication: the game in units of u.",
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

}  // namespace cgt::lang
