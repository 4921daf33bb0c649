// The package game.environment: sums beside coupons, to be played and solved.
#include "decomp/solve/play/environment.hpp"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <utility>

#include "cgt/support/known_so_far.hpp"
#include "lang/bindings/bindings.hpp"

namespace cgt::lang {
namespace {

using solve::Environment;
using solve::EnvironmentMove;
using solve::EnvironmentState;
using solve::EnvironmentTerm;
using solve::EnvironmentThreats;

// What stacks hold, and threats, at most.
constexpr std::int64_t kMostStacked = 100'000;
constexpr std::int64_t kMostThreatsMade = 1000;

// A moment of play; all moments of one sum share what was searched.
class EnvironmentObject final : public NativeObject {
 public:
  EnvironmentObject(std::shared_ptr<Environment> e, Environment::Moment m, std::string t)
      : environment(std::move(e)), moment(std::move(m)), text(std::move(t)) {}
  const char* class_name() const override { return "Environment.Sum"; }
  std::string to_text(Context&, const PrintStyle&) const override { return text; }
  bool equals(const NativeObject& other) const override {
    const auto* o = dynamic_cast<const EnvironmentObject*>(&other);
    return o != nullptr && o->environment == environment && o->moment.state == moment.state &&
           o->moment.points == moment.points;
  }
  std::uint64_t hash() const override { return mix(moment.state.hash(), moment.points.hash()); }

  Environment::Moment of(Player player) const {
    Environment::Moment out = moment;
    out.state.mover = player;
    return out;
  }

  const std::shared_ptr<Environment> environment;
  const Environment::Moment moment;
  const std::string text;
};

const EnvironmentObject& environment_of(const Value& v) {
  return *v.as_native<EnvironmentObject>();
}

Rational coupon_worth(Context& c, const Value& v, const char* what) {
  return v.is_number() ? v.as_rational() : to_rational(c.dyadic(v, what));
}

// The name of what an option leads to: "B", "B+1", or a score.
Value option_value(const KoGraph& graph, const KoOption& option) {
  if (!option.node) return Value::number(option.value);
  std::string text = graph[*option.node].name;
  if (option.value.sign() > 0) text += "+";
  if (!option.value.is_zero()) text += option.value.to_string();
  return Value::string(std::move(text));
}

Value environment_move(Context& c, const EnvironmentObject& sum, const Environment::Moment& moment,
                       const EnvironmentMove& move) {
  switch (move.kind) {
    case EnvironmentMove::Kind::kCoupon: return Value::string("coupon");
    case EnvironmentMove::Kind::kThreat: return Value::string("threat");
    case EnvironmentMove::Kind::kPass: return Value::string("pass");
    case EnvironmentMove::Kind::kTerm: break;
  }
  const auto target = sum.environment->target(moment, move);
  const GameId* game = std::get_if<GameId>(&target);
  return Value::list({Value::integer(static_cast<std::int64_t>(move.term) + 1),
                      game != nullptr
                          ? c.wrap(*game)
                          : option_value(std::get<KoGraph>(sum.environment->terms()[move.term]),
                                         std::get<KoOption>(target))});
}

Value environment_moves(Context& c, const EnvironmentObject& sum, Player player,
                        const std::vector<EnvironmentMove>& moves) {
  std::vector<Value> out;
  const Environment::Moment moment = sum.of(player);
  for (const EnvironmentMove& move : moves) out.push_back(environment_move(c, sum, moment, move));
  return Value::list(std::move(out));
}

Value make_environment(Context& c, std::span<const Value> a) {
  const char* const what = "game.environment.Sum";
  std::vector<EnvironmentTerm> terms;
  for (const Value& term : c.elements(a[0], what)) {
    if (const KoGraph* graph = as_ko_graph(term)) {
      terms.emplace_back(*graph);
    } else if (std::optional<EnvironmentTerm> region = go_term(c, term)) {
      terms.push_back(std::move(*region));
    } else {
      terms.emplace_back(c.game(term, what));
    }
  }
  std::vector<Rational> coupons;
  for (const Value& coupon : c.elements(a[1], what)) {
    coupons.push_back(coupon_worth(c, coupon, what));
  }
  EnvironmentThreats threats;
  if (!a[2].is_nothing()) threats.komaster = komaster_argument(c, a[2]);
  const std::int64_t count = a[3].is_nothing() ? 0 : c.integer(a[3], what);
  if (count < 0 || count > kMostThreatsMade) {
    throw Error(fmt::format("a komaster has 0 to {} threats", kMostThreatsMade));
  }
  if ((threats.komaster != Komaster::kNone) != (count > 0)) {
    throw Error("a komaster needs threats, and threats a komaster",
                "game.environment.Sum(terms, coupons, Left, 2)");
  }
  threats.threats = static_cast<std::uint32_t>(count);
  std::string text = fmt::format("game.environment.Sum({},{}", c.text(a[0]), c.text(a[1]));
  if (count > 0) text += fmt::format(",{},{}", c.text(a[2]), count);
  auto environment = std::make_shared<Environment>(c.store(), std::move(terms), std::move(coupons),
                                                   threats, c.budget());
  Environment::Moment start = environment->begin(Player::kLeft);
  return Value::native<EnvironmentObject>(std::move(environment), std::move(start), text + ")");
}

// The move that a value names, as Moves() writes it.
EnvironmentMove environment_move_named(Context& c, const EnvironmentObject& sum, Player player,
                                       const Value& wanted) {
  const Environment::Moment moment = sum.of(player);
  for (const EnvironmentMove& move : sum.environment->moves(moment, c.budget())) {
    if (environment_move(c, sum, moment, move) == wanted) return move;
  }
  throw Error(fmt::format("{} is not a move of {} here", c.text(wanted), name(player)),
              fmt::format("Moves({}) lists them", name(player)));
}

Value environment_play(Context& c, std::span<const Value> a) {
  const EnvironmentObject& sum = environment_of(a[0]);
  const Player player = c.player(a[1], "Play");
  const EnvironmentMove move = environment_move_named(c, sum, player, a[2]);
  return Value::native<EnvironmentObject>(
      sum.environment, sum.environment->play(sum.of(player), move, c.budget()),
      fmt::format("{}.Play({},{})", sum.text, name(player), c.text(a[2])));
}

Value environment_score(Context& c, std::span<const Value> a) {
  const EnvironmentObject& sum = environment_of(a[0]);
  const Environment::Outcome out =
      sum.environment->score(sum.of(c.player(a[1], "Score")), c.budget());
  if (out.exact()) return Value::rational(*out.lower);
  std::string known;
  if (out.lower) known += to_string(*out.lower) + " <= ";
  known += "score";
  if (out.upper) known += " <= " + to_string(*out.upper);
  if (!out.lower && !out.upper) known.clear();
  throw Unfinished(out.stop, {sum.text, std::move(known)});
}

Value environment_bounds(Context& c, std::span<const Value> a) {
  const EnvironmentObject& sum = environment_of(a[0]);
  std::uint64_t nodes = Budget::kUnlimited;
  if (!a[2].is_nothing()) {
    const std::int64_t given = c.integer(a[2], "Bounds");
    if (given < 1) throw Error("Bounds needs at least one node");
    nodes = static_cast<std::uint64_t>(given);
  }
  Budget share = c.budget().part(nodes);
  const Environment::Outcome out = sum.environment->score(sum.of(c.player(a[1], "Bounds")), share);
  c.budget().settle(share);
  const auto end = [](const std::optional<Rational>& x) {
    return x ? Value::rational(*x) : Value();
  };
  return Value::list({end(out.lower), end(out.upper)});
}

Value environment_line(Context& c, std::span<const Value> a) {
  const EnvironmentObject& sum = environment_of(a[0]);
  Environment::Moment now = sum.of(c.player(a[1], "Line"));
  std::vector<Value> out;
  for (const EnvironmentMove& move : sum.environment->line(now, c.budget())) {
    out.push_back(
        Value::list({Value::player(now.state.mover), environment_move(c, sum, now, move)}));
    now = sum.environment->play(now, move, c.budget());
  }
  return Value::list(std::move(out));
}

Value environment_terms(Context& c, const EnvironmentObject& sum) {
  std::vector<Value> out;
  const std::vector<EnvironmentTerm>& terms = sum.environment->terms();
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const std::uint32_t place = sum.moment.state.places[i];
    if (place == EnvironmentState::kSettled) {
      out.emplace_back();
    } else if (const KoGraph* graph = std::get_if<KoGraph>(&terms[i])) {
      out.push_back(Value::string((*graph)[place].name));
    } else {
      out.push_back(c.wrap(GameId::from_word(place)));
    }
  }
  return Value::list(std::move(out));
}

constexpr const char* kKoAndSwitch =
    "game.environment.Sum([game.ko.Graph(\"A: B | 0; B: 30 | A\"), +-5], [12,4,3], Right, 1)";

}  // namespace

Package environment_package() {
  Package package;
  package.name = "game.environment";
  package.doc = "Sums of games and kos beside a stack of coupons: play them, solve them.";
  const Rows functions(package, "");
  functions.add(
      "game.environment.Sum(terms, coupons, komaster?, threats?)",
      "Short games, score graphs and regions of Go beside coupons, of which the players may "
      "take the largest; the komaster has so many threats. What counts is the points.",
      "game.environment.Sum([+-3, {2|0}], [2,1]).Score(Left) --> 2", make_environment);
  functions.add(
      "game.environment.Stack(count, perPoint)",
      "Coupons worth 1, 2, ... (so many) parts of a point, the largest first.",
      "game.environment.Stack(4, 2) --> [2,3/2,1,1/2]", [](Context& c, std::span<const Value> a) {
        const std::int64_t count = c.integer(a[0], "game.environment.Stack");
        const std::int64_t parts = c.integer(a[1], "game.environment.Stack");
        if (count < 0 || count > kMostStacked || parts < 1 || parts > kMostStacked) {
          throw Error("game.environment.Stack needs a stack that can be held",
                      fmt::format("0 to {0} coupons, 1 to {0} parts of a point", kMostStacked));
        }
        std::vector<Value> out;
        for (const Rational& coupon : solve::coupons_of(static_cast<std::uint32_t>(count),
                                                        static_cast<std::uint32_t>(parts))) {
          out.push_back(Value::rational(coupon));
        }
        return Value::list(std::move(out));
      });
  const Rows rows = Rows(package, "Environment.Sum").on(kKoAndSwitch);
  rows.add("Score(first)", "The points of Left less those of Right with best play, all counted.",
           "Score(Left) --> 14", environment_score);
  rows.add("Bounds(first, nodes?)",
           "[least, greatest] that the score can be, proved with so much work; Nothing for an end "
           "that is not known.",
           "Bounds(Left) --> [14,14]", environment_bounds);
  rows.add(
      "Moves(player)",
      "All moves: [number of the term, what it becomes], \"coupon\", \"threat\", \"pass\" when "
      "the coupons are gone.",
      "Moves(Left) --> [[1,\"B\"],[2,5],\"coupon\"]", [](Context& c, std::span<const Value> a) {
        const EnvironmentObject& sum = environment_of(a[0]);
        const Player player = c.player(a[1], "Moves");
        return environment_moves(c, sum, player,
                                 sum.environment->moves(sum.of(player), c.budget()));
      });
  rows.add("BestMoves(player)", "The moves that keep the score, as Moves() writes them.",
           "BestMoves(Left) --> [[1,\"B\"],\"coupon\"]", [](Context& c, std::span<const Value> a) {
             const EnvironmentObject& sum = environment_of(a[0]);
             const Player player = c.player(a[1], "BestMoves");
             return environment_moves(c, sum, player,
                                      sum.environment->best_moves(sum.of(player), c.budget()));
           });
  rows.add("Play(player, move)", "The sum after a move, one of Moves(player).",
           "Play(Left, [1,\"B\"]).Moves(Right) --> [[2,-5],\"threat\",\"coupon\"]",
           environment_play);
  rows.add("Line(first)", "Best play to the end: lists [player, move].",
           "Line(Left)[1] --> [Left,[1,\"B\"]]", environment_line);
  rows.add("Terms",
           "Where they stand: games, names of nodes, Nothing for what is settled and counted.",
           "Terms --> [\"A\",+-5]", [](Context& c, std::span<const Value> a) {
             return environment_terms(c, environment_of(a[0]));
           });
  rows.add("Coupons", "Those that are left, the largest first.", "Coupons --> [12,4,3]",
           [](Context&, std::span<const Value> a) {
             const EnvironmentObject& sum = environment_of(a[0]);
             std::vector<Value> out;
             for (std::uint32_t i = sum.moment.state.coupons; i > 0; --i) {
               out.push_back(Value::rational(sum.environment->coupons()[i - 1]));
             }
             return Value::list(std::move(out));
           });
  rows.add("Points", "What Left has gained so far, less what Right has.", "Points --> 0",
           [](Context&, std::span<const Value> a) {
             return Value::rational(environment_of(a[0]).moment.points);
           });
  rows.add("Threats", "Those that the komaster has left.", "Threats --> 1",
           [](Context&, std::span<const Value> a) {
             return Value::integer(environment_of(a[0]).moment.state.threats);
           });
  return package;
}

}  // namespace cgt::lang
