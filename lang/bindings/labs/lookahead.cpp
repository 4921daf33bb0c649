// game.search.Lookahead: does looking farther ahead help in a game that a script defines?
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "decomp/labs/pathology/lookahead.hpp"
#include "lang/bindings/bindings.hpp"
#include "lang/bindings/search/script_game.hpp"

namespace cgt::lang {
namespace {

using search::pathology::ErrorTally;
using search::pathology::LookaheadExperiment;
using search::pathology::LookaheadParameters;

constexpr const char* kName = "game.search.Lookahead";
constexpr std::int64_t kMostDepth = 1000;

// By the text of the state.
std::uint64_t name_of(const ScriptState& state) {
  const std::string text = state.game().context().text(state.value());
  std::uint64_t hash = mix(static_cast<std::uint64_t>(state.player() + 2), 0);
  for (const char c : text) hash = mix(hash, static_cast<unsigned char>(c));
  return hash;
}
using NamedScriptState = search::pathology::NamedState<ScriptState, name_of>;

int depth_of(Context& c, const Value& v) {
  const std::int64_t depth = c.integer(v, kName);
  if (depth < 1 || depth > kMostDepth) {
    throw Error("a search looks 1 to 1000 moves ahead", "write two depths, such as 5 and 1");
  }
  return static_cast<int>(depth);
}

double number_of(const Value& v, const char* what) {
  if (!v.is_number()) throw Error(std::string(what) + " is a number");
  return v.as_rational().to_double();
}

// Measurements, to six places. Nothing where there is none.
Value measured(double x) {
  constexpr std::int64_t kPlaces = 1'000'000;
  if (!std::isfinite(x)) return {};
  return Value::rational(Rational(std::llround(x * kPlaces)) / Rational(kPlaces));
}

Value lookahead(Context& c, std::span<const Value> a) {
  LookaheadParameters parameters;
  parameters.deep = depth_of(c, a[1]);
  parameters.shallow = depth_of(c, a[2]);
  parameters.sigma = number_of(a[3], "the deviation of the noise");
  if (parameters.sigma < 0) throw Error("the deviation of the noise is not negative");
  if (!a[4].is_nothing()) {
    const std::int64_t buckets = c.integer(a[4], kName);
    if (buckets < 2 || buckets > kMostDepth) throw Error("a granularity is 2 to 1000 buckets");
    parameters.granularities = {static_cast<int>(buckets)};
  }
  if (!a[5].is_nothing()) {
    const std::vector<Value> range = c.elements(a[5], kName);
    if (range.size() != 2) throw Error("the range of the buckets is a list [lowest, highest]");
    parameters.lowest = number_of(range[0], "the lowest value");
    parameters.highest = number_of(range[1], "the highest value");
    if (parameters.lowest >= parameters.highest) throw Error("the range of the buckets is empty");
  }
  if (!a[6].is_nothing()) parameters.seed = static_cast<std::uint64_t>(c.integer(a[6], kName));
  std::vector<std::unique_ptr<ScriptGame>> games;  // the states point to them
  LookaheadExperiment<NamedScriptState> experiment(parameters);
  for (const Value& state : c.elements(a[0], kName)) {
    games.push_back(std::make_unique<ScriptGame>(c, state, kName));
    experiment.add(NamedScriptState(ScriptState(*games.back())), c.budget());
  }
  const ErrorTally& tally = experiment.tallies()[0];
  return Value::list(
      {measured(tally.mean_deep()), measured(tally.mean_shallow()), measured(tally.pathology())});
}

}  // namespace

void add_lookahead_rows(Package& package) {
  Rows(package, "")
      .add("game.search.Lookahead(states, deep, shallow, sigma, granularity?, range?, seed?)",
           "Mean decision errors of a deeper and a shallower search and their ratio, above 1 where "
           "looking ahead hurts: horizons show the true utility plus noise, in buckets of [low, "
           "high].",
           "game.search.Lookahead([game.search.Tree([[3,12,8],[2,4,6],[14,5,2]])], 2, 1, 0) --> "
           "[0,0,Nothing]",
           lookahead);
}

}  // namespace cgt::lang
