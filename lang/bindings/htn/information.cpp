// Package htn: information sets and beliefs. What a planner knows of a world that it does not see
// is the state of its domain: a variable that is true is a literal known to hold, one that is false
// a literal known not to hold, one without value is not known. Assumptions are operators.
#include <fmt/format.h>

#include <utility>

#include "cgt/number/rational.hpp"
#include "decomp/htn/information.hpp"
#include "lang/bindings/htn/values.hpp"
#include "lang/values/collections.hpp"

namespace cgt::lang::plans {
namespace {

using Arguments = std::span<const Value>;
using htn::Information;
using htn::Literal;

using Literals = std::vector<std::pair<Value, bool>>;

Literals literals_of(const Value& v, const char* what) {
  if (v.kind() != Kind::kMap) {
    throw Error(fmt::format("{} needs a map of literals, not {}", what, v.described()),
                "{\"rain\" => true, [\"at\", \"home\"] => false}");
  }
  Literals out;
  for (const auto& [key, value] : v.as_map().entries) {
    if (value.kind() != Kind::kBoolean)
      throw Error(fmt::format("{}: a literal is true or false, not {}", what, value.described()));
    out.emplace_back(key, value.as_boolean());
  }
  return out;
}

const StateObject& state_argument(const Value& v, const char* what) {
  if (const auto* state = v.as_native<StateObject>(); state != nullptr) return *state;
  throw Error(fmt::format("{} needs a state, not {}", what, v.described()),
              "the first argument of the functions of a domain");
}

// What the state says of variables, as literals in their order.
template <class Keys>
Information known_of(Context& c, const StateObject& state, const Keys& keys) {
  Information out(keys.size());
  htn::LiteralId id = 0;
  for (const auto& [key, unused] : keys) {
    const Value known = state.domain->domain.read({&key, 1});
    if (!known.is_nothing() && known.kind() != Kind::kBoolean) {
      throw Error(fmt::format("the variable {} is {}, no literal", c.text(key), known.described()),
                  "literals are true, false, or not known: Nothing");
    }
    if (!known.is_nothing()) out.set(id, known.as_boolean());
    ++id;
  }
  return out;
}

Value asked(Context& c, Arguments a, const char* what,
            bool (Information::*ask)(std::span<const Literal>) const) {
  const Literals given = literals_of(a[1], what);
  std::vector<Literal> literals;
  for (const auto& [key, holds] : given)
    literals.push_back({static_cast<htn::LiteralId>(literals.size()), holds});
  return Value::boolean((known_of(c, *a[0].as_native<StateObject>(), given).*ask)(literals));
}

// Worlds with weights. Probabilities are exact.
class BeliefsObject final : public NativeObject {
 public:
  BeliefsObject(Context& c, const Value& given);
  const char* class_name() const override { return "Htn.Beliefs"; }
  std::string to_text(Context& context, const PrintStyle& style) const override {
    return fmt::format("htn.Beliefs({})", format(context, worlds_, style));
  }
  void parts(std::vector<Value>& out) const override { out = {worlds_}; }

  Information known(Context& c, const Value& state, const char* what) const {
    return known_of(c, state_argument(state, what), keys_);
  }
  std::vector<Literal> literals(Context& c, const Value& given, const char* what) const {
    std::vector<Literal> out;
    for (const auto& [key, holds] : literals_of(given, what)) {
      const auto at = numbers_.find(key);
      if (at == numbers_.end()) {
        throw Error(fmt::format("{}: the worlds do not say whether {} holds", what, c.text(key)));
      }
      out.push_back({at->second, holds});
    }
    return out;
  }
  // The mean of f(world) over the worlds that are not excluded.
  Rational expectation(Context& c, const Information& known, const Value& f) const {
    return beliefs_.expectation(known, [&](const std::vector<bool>& world) {
      std::vector<std::pair<Value, Value>> entries;
      for (std::size_t i = 0; i < keys_.size(); ++i)
        entries.emplace_back(keys_[i].first, Value::boolean(world[i]));
      const Value argument = make_map(c, std::move(entries));
      const Value said = c.call(f, {&argument, 1});
      if (!said.is_number())
        throw Error(fmt::format("Expectation needs numbers, not {}", said.described()));
      return said.as_rational();
    });
  }
  const htn::BasicBeliefs<Rational>& beliefs() const { return beliefs_; }

 private:
  Value worlds_;  // as given
  Literals keys_;
  FlatMap<Value, htn::LiteralId, ValueHash> numbers_;
  htn::BasicBeliefs<Rational> beliefs_;
};

BeliefsObject::BeliefsObject(Context& c, const Value& given) : worlds_(given) {
  constexpr const char* kWhat = "htn.Beliefs";
  constexpr const char* kHint = "{{\"rain\" => true} => 3/10, {\"rain\" => false} => 7/10}";
  if (given.kind() != Kind::kMap || given.as_map().entries.empty()) {
    throw Error(fmt::format("{} needs a map from worlds to weights, not {}", kWhat,
                            given.kind() == Kind::kMap ? "an empty one" : given.described()),
                kHint);
  }
  for (const auto& [world, weight] : given.as_map().entries) {
    const Literals literals = literals_of(world, kWhat);
    if (beliefs_.size() == 0) {
      keys_ = literals;
      for (const auto& [key, holds] : keys_)
        numbers_.emplace(key, static_cast<htn::LiteralId>(numbers_.size()));
    }
    // The entries of maps are in one order.
    std::vector<bool> truth;
    bool same = literals.size() == keys_.size();
    for (std::size_t i = 0; same && i < literals.size(); ++i) {
      same = literals[i].first == keys_[i].first;
      truth.push_back(literals[i].second);
    }
    if (!same) {
      throw Error(fmt::format("{}: {} does not say the same variables as the world before", kWhat,
                              c.text(world)),
                  kHint);
    }
    if (!weight.is_number() || weight.as_rational() <= 0) {
      throw Error(
          fmt::format("{}: the weight of a world is a number > 0, not {}", kWhat, c.text(weight)),
          kHint);
    }
    beliefs_.add(std::move(truth), weight.as_rational());
  }
}

const BeliefsObject& beliefs_of(const Value& v) { return *v.as_native<BeliefsObject>(); }

// A domain for examples: found(f) is f(s) in a state that knows that there is no wind.
constexpr std::string_view kWeather = R"(b := htn.Beliefs({
  {"rain" => true, "wind" => true} => 1/2,
  {"rain" => true, "wind" => false} => 1/4,
  {"rain" => false, "wind" => false} => 1/4
});
found := f -> begin
  d := htn.Domain();
  think := d.Operator("think", s -> {"thought" => f(s)});
  d.Start({"wind" => false}, [think]);
  d.First().Plan.End["thought"]
end;)";

}  // namespace

void add_information_rows(Package& package) {
  const Rows states = Rows(package, "Htn.State").after(kWeather);
  const Rows functions(package, "");
  const Rows beliefs = Rows(package, "Htn.Beliefs").after(kWeather);
  states.add(
      "Knows(literals)",
      "Are variables known to be what a map says? true: holds, false: does not; a variable without "
      "value is not known.",
      "found(s -> s.Knows({\"wind\" => false})) --> true",
      [](Context& c, Arguments a) { return asked(c, a, "Knows", &Information::knows_all); });
  states.add(
      "Allows(literals)",
      "May variables be what a map says: is the contrary of none of them known?",
      "found(s -> [s.Allows({\"rain\" => true}), s.Allows({\"wind\" => true})]) --> [true,false]",
      [](Context& c, Arguments a) { return asked(c, a, "Allows", &Information::allows_all); });
  functions.add(
      "htn.Beliefs(worlds)",
      "What a planner believes of variables that it does not know: a map from worlds to weights; a "
      "world says of each variable whether it holds.",
      "htn.Beliefs({{\"rain\" => true} => 3/10, {\"rain\" => false} => 7/10}) --> "
      "htn.Beliefs({{\"rain\" => false} => 7/10, {\"rain\" => true} => 3/10})",
      [](Context& c, Arguments a) {
        return Value::object(Kind::kNative,
                             CountedPointer<const Object>(new BeliefsObject(c, a[0])));
      });
  beliefs.add(
      "Probability(s, literals)",
      "How likely all literals are, given what the state knows; 0 if it excludes all worlds.",
      "found(s -> b.Probability(s, {\"rain\" => true})) --> 1/2", [](Context& c, Arguments a) {
        const BeliefsObject& b = beliefs_of(a[0]);
        return Value::rational(b.beliefs().probability(b.known(c, a[1], "Probability"),
                                                       b.literals(c, a[2], "Probability")));
      });
  beliefs.add("IsPossible(s, literals)", "Do all literals hold in some remaining world?",
              "found(s -> b.IsPossible(s, {\"rain\" => true})) --> true",
              [](Context& c, Arguments a) {
                const BeliefsObject& b = beliefs_of(a[0]);
                return Value::boolean(b.beliefs().possible(b.known(c, a[1], "IsPossible"),
                                                           b.literals(c, a[2], "IsPossible")));
              });
  beliefs.add("IsCertain(s, literals)", "Do all literals hold in every remaining world?",
              "found(s -> b.IsCertain(s, {\"rain\" => true})) --> false",
              [](Context& c, Arguments a) {
                const BeliefsObject& b = beliefs_of(a[0]);
                return Value::boolean(b.beliefs().certain(b.known(c, a[1], "IsCertain"),
                                                          b.literals(c, a[2], "IsCertain")));
              });
  beliefs.add(
      "Expectation(s, f)",
      "The mean of f(world) over the remaining worlds, by their weights; 0 if none remains.",
      "found(s -> b.Expectation(s, w -> if w[\"rain\"] then 10 else 0 end)) --> 5",
      [](Context& c, Arguments a) {
        const BeliefsObject& b = beliefs_of(a[0]);
        return Value::rational(b.expectation(c, b.known(c, a[1], "Expectation"),
                                             function_argument(a[2], "Expectation")));
      });
}

}  // namespace cgt::lang::plans
