#include "lang/values/arithmetic.hpp"

#include <fmt/format.h>

#include "cgt/algebra/products.hpp"
#include "lang/values/export.hpp"
#include "lang/values/forms.hpp"
#include "lang/values/loopy.hpp"
#include "lang/values/positions.hpp"
#include "lang/values/transfinite.hpp"

namespace cgt::lang {
namespace {

[[noreturn]] void refuse(Token op, const Value& a, const Value& b, std::string hint = {}) {
  throw Error(
      fmt::format("{} is not defined for {} and {}", spelling(op), a.class_name(), b.class_name()),
      std::move(hint));
}

std::uint64_t bits(const Rational& x) {
  return std::max(bit_length(numerator(x)), bit_length(denominator(x)));
}

void check_bits(std::uint64_t wanted) {
  if (wanted > kMaxBits) {
    throw Error("this number is too large", fmt::format("numbers have at most {} bits", kMaxBits));
  }
}

bool is_game_like(const Value& v) {
  return v.is_number() || v.kind() == Kind::kGame || has_options(v) || is_loopy(v);
}
bool any_loopy(const Value& a, const Value& b) { return is_loopy(a) || is_loopy(b); }
bool any_infinite(const Value& a, const Value& b) {
  return infinity_sign(a) != 0 || infinity_sign(b) != 0;
}
bool is_comparable(const Value& v) {
  return is_game_like(v) || infinity_sign(v) != 0 || is_transfinite(v);
}
bool any_transfinite(const Value& a, const Value& b) {
  return is_transfinite(a) || is_transfinite(b) || is_transfinite_nimber(a) ||
         is_transfinite_nimber(b);
}

// One of two games is a form: so is what is made of both.
bool makes_form(const Value& a, const Value& b) {
  return (is_form(a) && (is_form(b) || is_game_like(b))) || (is_form(b) && is_game_like(a));
}

Value power(const Value& base_value, const Value& exponent_value) {
  if (!base_value.is_number() || !exponent_value.is_integer()) {
    refuse(Token::kCarets, base_value, exponent_value,
           "powers have a number as base and an integer as exponent");
  }
  const Rational base = base_value.as_rational();
  const Integer exponent = numerator(exponent_value.as_rational());
  if (exponent == 0 || base == 1) return Value::integer(1);
  if (base == 0) {
    if (exponent < 0) throw Error("division by zero: 0 to a negative power");
    return base_value;
  }
  if (base == -1) return Value::integer(exponent % 2 == 0 ? 1 : -1);
  const Integer size = abs(exponent);
  // |base| or its inverse is at least 2 or needs 2 bits, so the result has `size` bits or more.
  check_bits(size > kMaxBits ? kMaxBits + 1 : 0);
  const auto n = static_cast<unsigned>(size);
  check_bits((bits(base) - 1) * n);
  const Integer top = pow(numerator(base), n);
  const Integer bottom = pow(denominator(base), n);
  return Value::rational(exponent < 0 ? Rational(bottom) / Rational(top)
                                      : Rational(top) / Rational(bottom));
}

Value multiply(Context& context, const Value& a, const Value& b) {
  if (a.is_number() && b.is_number()) {
    if (const auto x = a.small_integer(), y = b.small_integer(); x && y) {
      std::int64_t product = 0;
      if (!__builtin_mul_overflow(*x, *y, &product)) return Value::integer(product);
    }
    const Rational x = a.as_rational();
    const Rational y = b.as_rational();
    check_bits(bits(x) + bits(y));
    return Value::rational(x * y);
  }
  const bool a_counts = a.is_integer();
  const Value& count = a_counts ? a : b;
  const Value& thing = a_counts ? b : a;
  if (count.is_integer() && thing.kind() == Kind::kGame) {
    const Dyadic copies = context.dyadic(count, "the product");
    return telling_what_is_known(
        [&] { return context.wrap(context.store().multiple(copies, thing.as_game())); },
        [&] {
          const KnownTerm term{thing.as_game(), copies};
          return known_of_sum(context, {&term, 1}, "the multiple");
        });
  }
  if (count.is_integer() && is_loopy(thing)) {
    const std::int64_t n = context.integer(count, "the product");
    return loopy_value(context, loopy_games(context).multiple(n, loopy_of(context, thing)));
  }
  if (count.is_integer() && is_form(thing)) {
    return form_value(context,
                      context.forms().conway_product(form_of(context, count, "the product"),
                                                     form_of(context, thing, "the product")));
  }
  if (count.is_number() && thing.kind() == Kind::kCoordinates) {
    std::vector<Value> items;
    for (const Value& item : thing.coordinate_items())
      items.push_back(multiply(context, count, item));
    return Value::coordinates(std::move(items));
  }
  std::string hint;
  if (is_game_like(a) && is_game_like(b))
    hint = "n*G, with an integer n, is the sum of n copies of G";
  refuse(Token::kStar, a, b, std::move(hint));
}

Value add_values(Context& context, Token op, const Value& a, const Value& b) {
  const bool minus = op == Token::kMinus;
  if (a.is_number() && b.is_number()) {
    if (const auto x = a.small_integer(), y = b.small_integer(); x && y) {
      std::int64_t sum = 0;
      const bool over =
          minus ? __builtin_sub_overflow(*x, *y, &sum) : __builtin_add_overflow(*x, *y, &sum);
      if (!over) return Value::integer(sum);
    }
    const Rational x = a.as_rational();
    const Rational y = b.as_rational();
    const Value sum = Value::rational(minus ? x - y : x + y);
    check_bits(bits(sum.as_rational()));
    return sum;
  }
  if (any_loopy(a, b) && is_game_like(a) && is_game_like(b)) {
    LoopyGames& games = loopy_games(context);
    const LoopyValue g = loopy_of(context, a, "the sum with a loopy game");
    const LoopyValue h = loopy_of(context, b, "the sum with a loopy game");
    return loopy_value(context, minus ? games.subtract(g, h) : games.add(g, h));
  }
  if (is_game_like(a) && is_game_like(b)) {
    const GameId g = context.game(a, "the sum with a game");
    const GameId h = context.game(b, "the sum with a game");
    return telling_what_is_known(
        [&] {
          return context.wrap(minus ? context.store().subtract(g, h) : context.store().add(g, h));
        },
        [&] {
          const std::array terms{KnownTerm{g}, KnownTerm{h, minus ? -1 : 1}};
          return known_of_sum(context, terms, minus ? "the difference" : "the sum");
        });
  }
  if (makes_form(a, b)) {
    const Form g = form_of(context, a, "the sum");
    const Form h = form_of(context, b, "the sum");
    return form_value(context, context.forms().sum(g, minus ? context.forms().negate(h) : h));
  }
  // Of strings and outputs: an output is left unless both are strings.
  const auto text = [](const Value& v) {
    return v.kind() == Kind::kString ? &v.as_string() : as_output(v);
  };
  if (!minus && text(a) != nullptr && text(b) != nullptr) {
    check_text(text(a)->size() + text(b)->size());
    std::string both = *text(a) + *text(b);
    const bool plain = a.kind() == Kind::kString && b.kind() == Kind::kString;
    return plain ? Value::string(std::move(both)) : output_value(std::move(both));
  }
  if (a.kind() == Kind::kCoordinates && b.kind() == Kind::kCoordinates) {
    std::vector<Value> items = a.coordinate_items();
    const std::vector<Value> others = b.coordinate_items();
    if (items.size() != others.size()) refuse(op, a, b);
    for (std::size_t i = 0; i < items.size(); ++i)
      items[i] = add_values(context, op, items[i], others[i]);
    return Value::coordinates(std::move(items));
  }
  std::string hint;
  if (a.kind() == Kind::kList)
    hint = "L.Adjoin(x) appends x to a list, L.Concat(M) joins two lists";
  refuse(op, a, b, std::move(hint));
}

Value ordinal(Context& context, const Value& a, const Value& b) {
  if (is_form(a) && is_loopy(b)) {
    const Form base = form_of(context, a, "the ordinal sum");
    LoopyOptions options;
    for (const Player player : kPlayers) {
      for (const Form option : context.forms().options(base, player))
        options[player].emplace_back(context.forms().value(option));
    }
    return loopy_value(context, loopy_games(context).ordinal_sum(
                                    options, loopy_of(context, b, "the ordinal sum")));
  }
  if (makes_form(a, b)) {
    return form_value(context, context.forms().ordinal_sum(form_of(context, a, "the ordinal sum"),
                                                           form_of(context, b, "the ordinal sum")));
  }
  if (!is_game_like(a) || !is_game_like(b)) refuse(Token::kColon, a, b);
  if (any_loopy(a, b)) {
    return loopy_value(context, loopy_games(context).ordinal_sum(
                                    stopper_of(context, a, "the base of an ordinal sum"),
                                    loopy_of(context, b, "the ordinal sum")));
  }
  return context.wrap(ordinal_sum(context.store(), context.game(a, "the ordinal sum"),
                                  context.game(b, "the ordinal sum")));
}

Value divide(Token op, const Value& a, const Value& b) {
  if (!a.is_number() || !b.is_number()) {
    const bool switch_over = a.kind() == Kind::kGame && b.is_number();
    refuse(op, a, b,
           switch_over ? "games have no quotients; the switch of a half is written +-(1/2)" : "");
  }
  const Rational x = a.as_rational();
  const Rational y = b.as_rational();
  if (y == 0) {
    if (x != 0 && op == Token::kSlash) return infinity(x.sign());
    throw Error("division by zero");
  }
  check_bits(bits(x) + bits(y));
  if (op == Token::kSlash) return Value::rational(x / y);
  return Value::rational(modulo(x, y));
}

Relation relation(const Rational& x, const Rational& y) {
  return x < y ? Relation::kLess : y < x ? Relation::kGreater : Relation::kEqual;
}

Relation mirrored(Relation r) {
  return r == Relation::kLess ? Relation::kGreater : r == Relation::kGreater ? Relation::kLess : r;
}

// x against G for a number x that is not a dyadic, hence never equal to a stop of G: G < x if even
// Left's stop is below it, G > x if even Right's is above.
Relation compare_to_game(Context& context, const Rational& x, GameId g) {
  if (x > to_rational(context.store().stop(g, Player::kLeft))) return Relation::kGreater;
  if (x < to_rational(context.store().stop(g, Player::kRight))) return Relation::kLess;
  return Relation::kFuzzy;
}

Value comparison(Context& context, Token op, const Value& a, const Value& b) {
  switch (op) {
    case Token::kEqual:
    case Token::kIdentical: return Value::boolean(a == b);
    case Token::kNotEqual:
    case Token::kNotIdentical: return Value::boolean(!(a == b));
    default: break;
  }
  if (!(is_comparable(a) && is_comparable(b)) &&
      !(a.kind() == b.kind() && (a.kind() == Kind::kString || a.as_cell()))) {
    refuse(op, a, b, makes_form(a, b) ? "compare values: F.CanonicalForm" : "");
  }
  const Relation r = compare(context, a, b);
  const bool le = r == Relation::kLess || r == Relation::kEqual;
  const bool ge = r == Relation::kGreater || r == Relation::kEqual;
  switch (op) {
    case Token::kLess: return Value::boolean(r == Relation::kLess);
    case Token::kLessEqual: return Value::boolean(le);
    case Token::kGreater: return Value::boolean(r == Relation::kGreater);
    case Token::kGreaterEqual: return Value::boolean(ge);
    case Token::kFuzzy: return Value::boolean(r == Relation::kFuzzy);
    case Token::kLessFuzzy: return Value::boolean(!ge);
    default: return Value::boolean(!le);  // |>
  }
}

// S & T: the onside of S and the offside of T.
Value sidle(Context& context, const Value& a, const Value& b) {
  if (!is_game_like(a) || !is_game_like(b)) refuse(Token::kAmpersand, a, b);
  return loopy_value(context,
                     loopy_games(context).sides(loopy_of(context, a, "the onside of S & T"),
                                                loopy_of(context, b, "the offside of S & T")));
}

// {a|-a} for a game, {S|-S} for a set of games.
Value plus_minus(Context& context, const Value& a) {
  GameList left;
  GameList right;
  const bool many = a.kind() == Kind::kSet || a.kind() == Kind::kList;
  const std::vector<Value> items = many ? context.elements(a, "'+-'") : std::vector<Value>{a};
  if (std::any_of(items.begin(), items.end(), is_loopy)) {
    LoopyGames& games = loopy_games(context);
    std::vector<LoopyValue> gains;
    std::vector<LoopyValue> losses;
    for (const Value& item : items) {
      gains.push_back(loopy_of(context, item, "'+-'"));
      losses.push_back(games.negate(gains.back()));
    }
    return loopy_value(context, games.construct(gains, losses));
  }
  for (const Value& item : items) {
    left.push_back(context.game(item, "'+-'"));
    right.push_back(context.store().negate(left.back()));
  }
  return context.wrap(context.store().construct(left, right));
}

}  // namespace

Relation compare(Context& context, const Value& a, const Value& b) {
  if (a.is_number() && b.is_number()) {
    if (const auto x = a.small_integer(), y = b.small_integer(); x && y) {
      return *x < *y ? Relation::kLess : *y < *x ? Relation::kGreater : Relation::kEqual;
    }
    return relation(a.as_rational(), b.as_rational());
  }
  if (a.kind() == Kind::kString && b.kind() == Kind::kString) {
    const int order = a.as_string().compare(b.as_string());
    return order < 0 ? Relation::kLess : order > 0 ? Relation::kGreater : Relation::kEqual;
  }
  // Of coordinates both entries count.
  if (const auto x = a.as_cell(), y = b.as_cell(); x && y) {
    const bool le = x->first <= y->first && x->second <= y->second;
    const bool ge = x->first >= y->first && x->second >= y->second;
    return le && ge ? Relation::kEqual
           : le     ? Relation::kLess
           : ge     ? Relation::kGreater
                    : Relation::kFuzzy;
  }
  if (any_infinite(a, b) && is_comparable(a) && is_comparable(b)) return infinite_compare(a, b);
  if (is_transfinite(a) || is_transfinite(b)) return transfinite_compare(context, a, b);
  if (!is_game_like(a) || !is_game_like(b)) {
    throw Error(fmt::format("{} and {} cannot be compared", a.class_name(), b.class_name()));
  }
  if (any_loopy(a, b)) {
    return loopy_games(context).compare(loopy_of(context, a, "the order of games"),
                                        loopy_of(context, b, "the order of games"));
  }
  if (a.is_number() && !to_dyadic(a.as_rational())) {
    return compare_to_game(context, a.as_rational(), context.game(b));
  }
  if (b.is_number() && !to_dyadic(b.as_rational())) {
    return mirrored(compare_to_game(context, b.as_rational(), context.game(a)));
  }
  if (has_options(a) || has_options(b)) {
    return loopy_games(context).compare(loopy_of(context, a, "the order of games"),
                                        loopy_of(context, b, "the order of games"));
  }
  return context.store().compare(context.game(a), context.game(b));
}

Value ups_and_nimber(Context& context, const Value& ups, const Value& nimber) {
  const auto count = ups.small_integer();
  if (!ups.is_integer()) {
    throw Error(fmt::format("the number of ups is an integer, not {}", ups.described()),
                "^3 is three ups, ^(n) n of them");
  }
  if (is_transfinite(nimber) && ups == Value::integer(0)) {
    return nimber_of_ordinal(context, ordinal_of(context, nimber, "a nimber *n"));
  }
  if (nimber.kind() == Kind::kList && ups == Value::integer(0)) {
    return misere_form_of_list(context, nimber);
  }
  if (!nimber.is_integer()) {
    throw Error(fmt::format("a nimber *n needs an integer n, not {}", nimber.described()));
  }
  if (!count || *count == std::numeric_limits<std::int64_t>::min()) throw Error("too many ups");
  return ups_and_finite_nimber(context, *count, nimber);
}

namespace {

bool quick_integers(Token op, Value& a, std::int64_t x, std::int64_t y) {
  std::int64_t result = 0;
  switch (op) {
    case Token::kPlus:
      if (__builtin_add_overflow(x, y, &result)) return false;
      break;
    case Token::kMinus:
      if (__builtin_sub_overflow(x, y, &result)) return false;
      break;
    case Token::kStar:
      if (__builtin_mul_overflow(x, y, &result)) return false;
      break;
    case Token::kPercent:
      // The remainder has the sign of y.
      if (y == 0 || y == -1) return false;
      result = x % y;
      if (result != 0 && (result < 0) != (y < 0)) result += y;
      break;
    case Token::kSlash:
      if (y == 0 || y == -1 || x % y != 0) return false;
      result = x / y;
      break;
    case Token::kEqual: a = Value::boolean(x == y); return true;
    case Token::kNotEqual: a = Value::boolean(x != y); return true;
    case Token::kLess: a = Value::boolean(x < y); return true;
    case Token::kLessEqual: a = Value::boolean(x <= y); return true;
    case Token::kGreater: a = Value::boolean(x > y); return true;
    case Token::kGreaterEqual: a = Value::boolean(x >= y); return true;
    default: return false;
  }
  a = Value::integer(result);
  return true;
}

bool quick_cells(Token op, Value& a, Cell x, Cell y) {
  Cell sum;
  const bool over = op == Token::kPlus
                        ? __builtin_add_overflow(x.first, y.first, &sum.first) ||
                              __builtin_add_overflow(x.second, y.second, &sum.second)
                        : __builtin_sub_overflow(x.first, y.first, &sum.first) ||
                              __builtin_sub_overflow(x.second, y.second, &sum.second);
  if (over) return false;
  a = Value::coordinates(sum);
  return true;
}

}  // namespace

bool quick_binary(Token op, Value& a, const Value& b) {
  if (a.kind() == Kind::kInteger && b.kind() == Kind::kInteger)
    return quick_integers(op, a, a.as_int64(), b.as_int64());
  if (op == Token::kPlus || op == Token::kMinus) {
    const auto x = a.as_cell();
    const auto y = b.as_cell();
    return x && y && quick_cells(op, a, *x, *y);
  }
  if (op != Token::kEqual && op != Token::kNotEqual) return false;
  if (a.object() != nullptr || b.object() != nullptr) return false;
  a = Value::boolean((a == b) == (op == Token::kEqual));
  return true;
}

Value binary(Context& context, Token op, const Value& a, const Value& b) {
  if (has_options(a) || has_options(b)) {
    if (auto made = compound(context, op, a, b)) return *std::move(made);
  }
  const bool arithmetic = op == Token::kPlus || op == Token::kMinus || op == Token::kStar ||
                          op == Token::kSlash || op == Token::kPercent || op == Token::kCarets;
  if (arithmetic && any_infinite(a, b)) return infinite_binary(op, a, b);
  if ((arithmetic || op == Token::kColon) && (is_misere_form(a) || is_misere_form(b)))
    return misere_binary(context, op, a, b);
  if (arithmetic && any_transfinite(a, b)) return transfinite_binary(context, op, a, b);
  switch (op) {
    case Token::kPlus:
    case Token::kMinus: return add_values(context, op, a, b);
    case Token::kPlusMinus:
      if (!is_game_like(a)) refuse(op, a, b);
      return add_values(context, Token::kPlus, a, plus_minus(context, b));
    case Token::kStar: return multiply(context, a, b);
    case Token::kSlash:
    case Token::kPercent: return divide(op, a, b);
    case Token::kCarets: return power(a, b);
    case Token::kColon: return ordinal(context, a, b);
    case Token::kAmpersand: return sidle(context, a, b);
    default: return comparison(context, op, a, b);
  }
}

Value unary(Context& context, Token op, const Value& a) {
  switch (op) {
    case Token::kNot:
      if (a.kind() == Kind::kBoolean) return Value::boolean(!a.as_boolean());
      break;
    case Token::kPlusMinus:
      if (is_game_like(a) || a.kind() == Kind::kSet) return plus_minus(context, a);
      break;
    default:
      if (a.is_number())
        return op == Token::kPlus ? a : add_values(context, Token::kMinus, Value::integer(0), a);
      if (a.kind() == Kind::kGame)
        return op == Token::kPlus ? a : context.wrap(context.store().negate(a.as_game()));
      if (is_loopy(a)) {
        if (op == Token::kPlus) return a;
        return loopy_value(context, loopy_games(context).negate(loopy_of(context, a)));
      }
      if (const int sign = infinity_sign(a); sign != 0)
        return op == Token::kPlus ? a : infinity(-sign);
      if (is_transfinite(a) || is_transfinite_nimber(a))
        return op == Token::kPlus ? a : transfinite_negative(context, a);
      if (is_form(a)) {
        if (op == Token::kPlus) return a;
        return form_value(context, context.forms().negate(form_of(context, a, "the negative")));
      }
      if (has_options(a)) return op == Token::kPlus ? a : negative_compound(a);
      if (a.kind() == Kind::kCoordinates)
        return op == Token::kPlus ? a : multiply(context, Value::integer(-1), a);
      break;
  }
  throw Error(fmt::format("unary {} is not defined for {}", spelling(op), a.class_name()));
}

}  // namespace cgt::lang
