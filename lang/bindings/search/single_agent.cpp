// game.search.AStar and its like: puzzles that scripts define; and chance with exact fractions.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cgt/support/words.hpp"
#include "decomp/pob/idmoa_star.hpp"
#include "decomp/pob/namoa_star.hpp"
#include "decomp/search/exact_chance.hpp"
#include "decomp/search/single_agent.hpp"
#include "decomp/search/weights.hpp"
#include "lang/bindings/bindings.hpp"
#include "lang/bindings/search/poset.hpp"
#include "lang/bindings/search/search_result.hpp"
#include "lang/values/class.hpp"
#include "lang/values/collections.hpp"

namespace cgt::lang {
namespace {

using Arguments = std::span<const Value>;

constexpr const char* kWays = "game.search.Ways([[1,2,1],[2,3,1],[1,3,5]], 1, [3])";
constexpr const char* kPricedWays =
    "game.search.Ways([[1,2,[1,4]],[1,2,[3,1]],[2,3,[1,1]],[1,3,[5,5]]], 1, [3])";
constexpr const char* kPuzzleMembers =
    "members of puzzles are Solved, Moves, Play(move); Cost(move) and Estimate if there are any";

// A cost, or a list of several.
pob::Costs costs_of(Context& c, const Value& v, const char* what) {
  if (v.kind() != Kind::kList) return {c.integer(v, what)};
  pob::Costs out;
  for (const Value& entry : v.as_list()) out.push_back(c.integer(entry, what));
  return out;
}

Value value_of(const pob::Costs& costs) {
  std::vector<Value> out;
  for (const std::int64_t cost : costs) out.push_back(Value::integer(cost));
  return Value::list(std::move(out));
}

// A puzzle without rules: nodes joined by ways with costs.
class WayObject final : public NativeObject {
 public:
  WayObject(Context& c, Value all, Value from, Value to)
      : ways(std::move(all)), start(std::move(from)), goals(std::move(to)) {
    for (const Value& way : c.elements(ways, "the ways")) {
      const bool list = way.kind() == Kind::kList;
      if (!list || way.as_list().size() != 3) {
        throw Error(fmt::format("a way is [from, to, cost], not {}", c.text(way)));
      }
      const auto& parts = way.as_list();
      pob::Costs costs = costs_of(c, parts[2], "the cost of a way");
      if (next.empty()) dimension = costs.size();
      next[parts[0]].emplace_back(parts[1], std::move(costs));
    }
    for (const Value& goal : c.elements(goals, "the goals")) is_goal.insert(goal);
  }
  const char* class_name() const override { return "Search.Ways"; }
  std::string to_text(Context& context, const PrintStyle& style) const override {
    return fmt::format("game.search.Ways({}, {}, {})", format(context, ways, style),
                       format(context, start, style), format(context, goals, style));
  }
  bool equals(const NativeObject& other) const override {
    const auto* o = dynamic_cast<const WayObject*>(&other);
    return o != nullptr && o->ways == ways && o->start == start && o->goals == goals;
  }
  std::uint64_t hash() const override { return mix(mix(ways.hash(), start.hash()), goals.hash()); }

  const Value ways, start, goals;
  std::size_t dimension = 1;  // how many costs the first way has
  FlatMap<Value, std::vector<std::pair<Value, pob::Costs>>, ValueHash> next;
  FlatSet<Value, ValueHash> is_goal;
};

// A state of a puzzle: an instance with the members Solved, Moves, Play(move), and, if it has them,
// Cost(move) and Estimate, integers or lists of them; Estimate is Nothing where there is no way.
class PuzzleState {
 public:
  using Move = ScriptMove;

  PuzzleState(Context& context, const Value& root, const char* what)
      : context_(&context), ways_(root.as_native<WayObject>()), what_(what), value_(root) {
    if (ways_ != nullptr) {
      value_ = ways_->start;
    } else if (!has("Solved")) {
      throw Error(fmt::format("{} needs a state of a puzzle, not {}", what, root.described()),
                  kPuzzleMembers);
    }
    look();
  }

  static search::GameType type() { return {.players = 1, .may_repeat = true}; }
  int player() const { return solved_ ? search::kTerminal : 0; }
  void moves(std::vector<Move>& out) const {
    if (ways_ == nullptr) {
      for (Value& move : context_->elements(ask("Moves"), "Moves"))
        out.push_back({std::move(move)});
      return;
    }
    // What was there before are moves of other states.
    const auto before = static_cast<std::ptrdiff_t>(out.size());
    for (const auto& [to, costs] : ways()) {
      if (std::find(out.begin() + before, out.end(), Move{to}) == out.end()) out.push_back({to});
    }
  }
  void play(const Move& move) {
    Value after = ways_ != nullptr ? move.value : ask("Play", {&move.value, 1});
    std::swap(value_, after);
    if (ways_ == nullptr && !has("Solved")) {
      throw Error(fmt::format("Play({}) gives {}, which is not a state of the puzzle",
                              context_->text(move.value), value_.described()),
                  kPuzzleMembers);
    }
    look();
  }
  std::int64_t cost(const Move& move) const {
    if (ways_ != nullptr) {
      std::int64_t least = search::kUnsolvable;
      for (const auto& [to, costs] : ways()) {
        if (to == move.value) least = std::min(least, only(costs));
      }
      return least;
    }
    return only(costs(move));
  }
  // All that a move costs, of a puzzle with rules.
  pob::Costs costs(const Move& move) const {
    return has("Cost") ? costs_of(*context_, ask("Cost", {&move.value, 1}), "Cost") : pob::Costs{1};
  }
  // The ways from here, if it has no rules.
  std::span<const std::pair<Value, pob::Costs>> ways() const {
    const auto at = ways_->next.find(value_);
    if (at == ways_->next.end()) return {};
    return at->second;
  }
  bool has_rules() const { return ways_ == nullptr; }
  std::int64_t estimate() const {
    const std::optional<pob::Costs> left = estimates(1);
    return left ? only(*left) : search::kUnsolvable;
  }
  // Of each of `dimension` costs; nothing where there is no way.
  std::optional<pob::Costs> estimates(std::size_t dimension) const {
    if (ways_ != nullptr) return pob::Costs(ways_->dimension, 0);
    if (!has("Estimate")) return pob::Costs(dimension, 0);
    const Value estimate = ask("Estimate");
    if (estimate.is_nothing()) return std::nullopt;
    return costs_of(*context_, estimate, "Estimate");
  }
  const Value& value() const { return value_; }
  std::uint64_t hash() const { return mix(value_.hash(), 0x5a); }
  friend bool operator==(const PuzzleState& a, const PuzzleState& b) {
    return a.value_ == b.value_;
  }

 private:
  static std::int64_t only(const pob::Costs& costs) {
    if (costs.size() == 1) return costs.front();
    throw Error(fmt::format("expected one cost, found {}", costs.size()),
                "game.search.NamoaStar takes lists of costs");
  }
  bool has(const char* member) const {
    return is_instance(value_) && context_->has_member(value_, member);
  }
  Value ask(const char* member, Arguments arguments = {}) const {
    if (!has(member)) {
      throw Error(fmt::format("{} needs the member '{}' of the puzzle; {} has none", what_, member,
                              value_.described()),
                  kPuzzleMembers);
    }
    return context_->call_member(value_, member, arguments);
  }
  void look() {
    if (ways_ != nullptr) {
      solved_ = ways_->is_goal.contains(value_);
      return;
    }
    const Value solved = ask("Solved");
    if (solved.kind() != Kind::kBoolean) {
      throw Error(fmt::format("Solved is {}, neither true nor false", solved.described()));
    }
    solved_ = solved.as_boolean();
  }

  Context* context_;
  const WayObject* ways_;  // kept alive by the argument
  const char* what_;
  Value value_;
  bool solved_ = false;
};

// The same where moves have lists of costs; of two ways to one place each is a move.
class PricedState {
 public:
  struct Move {
    Value value;
    pob::Costs costs;  // if the puzzle has no rules
    friend bool operator==(const Move&, const Move&) = default;
  };
  explicit PricedState(PuzzleState state) : state_(std::move(state)) {}
  static search::GameType type() { return PuzzleState::type(); }
  int player() const { return state_.player(); }
  void moves(std::vector<Move>& out) const {
    if (!state_.has_rules()) {
      for (const auto& [to, costs] : state_.ways()) out.push_back({to, costs});
      return;
    }
    std::vector<ScriptMove> moves;
    state_.moves(moves);
    for (ScriptMove& move : moves) out.push_back({std::move(move.value), {}});
  }
  void play(const Move& move) { state_.play({move.value}); }
  pob::Costs costs(const Move& move) const {
    return state_.has_rules() ? state_.costs({move.value}) : move.costs;
  }
  std::optional<pob::Costs> estimates(std::size_t dimension) const {
    return state_.estimates(dimension);
  }
  std::uint64_t hash() const { return state_.hash(); }
  friend bool operator==(const PricedState& a, const PricedState& b) {
    return a.state_ == b.state_;
  }

 private:
  PuzzleState state_;
};

struct ScriptEstimates {
  std::size_t dimension;
  std::optional<pob::Costs> operator()(const PricedState& s) const {
    return s.estimates(dimension);
  }
};

// Costs as lists of the language; a lesser one is better.
struct CostOrder {
  using Element = pob::Costs;
  ValueOrder order;
  bool less_equal(const pob::Costs& a, const pob::Costs& b) const {
    return order.less_equal(value_of(a), value_of(b));
  }
};

// Engine: pob::NamoaStar or pob::IdmoaStar.
template <template <class, class, class> class Engine>
Value several_costs(Context& c, Arguments a, const char* name) {
  SearchBudget budget(c, a[2], name);
  const PricedState root(PuzzleState(c, a[0], name));
  const std::size_t dimension = pob::dimension_at(root);
  const ScriptEstimates estimates{dimension};
  const auto found =
      a[1].is_nothing()
          ? Engine<PricedState, ScriptEstimates, pob::VectorOrder>(dimension, estimates)
                .search(root, budget.get())
          : Engine<PricedState, ScriptEstimates, CostOrder>(dimension, estimates,
                                                            CostOrder{{&poset_of(a[1], name), &c}})
                .search(root, budget.get());
  telling_what_is_known([&] { budget.settle(found.stop); },
                        [&] {
                          return KnownSoFar{name, found.ways.empty()
                                                      ? std::string()
                                                      : counted(found.ways.size(), "way")};
                        });
  SearchAnswer answer;
  answer.counts = found.counts;
  answer.stop = found.stop;
  answer.exact = found.stop == StopReason::kSolved || found.stop == StopReason::kExhausted;
  if (found.stop == StopReason::kExhausted) answer.ended = "there is no way";
  std::vector<Value> ways;
  for (const auto& way : found.ways) {
    std::vector<Value> line;
    for (const PricedState::Move& move : way.line) line.push_back(move.value);
    ways.push_back(Value::list({value_of(way.costs), Value::list(std::move(line))}));
    if (answer.exact && pob::overestimates(root, way, estimates)) {
      answer.exact = false;
      answer.ended = "some ways; an estimate on one is too high";
    }
  }
  answer.value = Value::list(std::move(ways));
  return Value::native<SearchResult>(std::move(answer));
}

Value namoa_star(Context& c, Arguments a) {
  return several_costs<pob::NamoaStar>(c, a, "game.search.NamoaStar");
}

Value idmoa_star(Context& c, Arguments a) {
  return several_costs<pob::IdmoaStar>(c, a, "game.search.IdmoaStar");
}

struct ScriptEstimate {
  std::int64_t operator()(const PuzzleState& s) const { return s.estimate(); }
};

// run(state, budget) searches for the cheapest way, trusting estimates or not.
template <class Run>
Value cheapest(Context& c, const Value& root, const Value& nodes, const char* name, bool trusting,
               const Run& run) {
  SearchBudget budget(c, nodes, name);
  const PuzzleState start(c, root, name);
  const auto found = run(start, budget.get());
  telling_what_is_known([&] { budget.settle(found.stop); },
                        [&] {
                          return KnownSoFar{name, found.lower > 0
                                                      ? fmt::format("{} <= cost", found.lower)
                                                      : std::string()};
                        });
  auto answer = SearchAnswer::of(found);
  if (found.value) answer.value = Value::integer(*found.value);
  answer.exact = found.exact();
  if (found.stop == StopReason::kExhausted) answer.ended = "there is no way";
  if (trusting && found.value) {
    if (search::overestimate_on<PuzzleState>(start, found.line, ScriptEstimate())) {
      answer.exact = false;
      answer.ended = "some way; an estimate on it is too high";
    }
  }
  return Value::native<SearchResult>(std::move(answer));
}

std::int64_t small_part(Context& c, const Integer& number) {
  return c.integer(Value::rational(Rational(number)), "the weight");
}

Value a_star(Context& c, Arguments a) {
  constexpr const char* kName = "game.search.AStar";
  search::AStarOptions options;
  if (!a[1].is_nothing()) {
    if (!a[1].is_number() || a[1].as_rational() < Rational(1)) {
      throw Error("the weight of an estimate is a number, 1 or more", "1 finds the cheapest way");
    }
    const Rational weight = a[1].as_rational();
    options.weight = small_part(c, numerator(weight));
    options.per = small_part(c, denominator(weight));
  }
  return cheapest(c, a[0], a[2], kName, true, [&](const PuzzleState& state, Budget& budget) {
    return search::AStar<PuzzleState, ScriptEstimate>(options).search(state, budget);
  });
}

Value ida_star(Context& c, Arguments a) {
  return cheapest(c, a[0], a[1], "game.search.IdaStar", true,
                  [](const PuzzleState& state, Budget& budget) {
                    return search::IdaStar<PuzzleState, ScriptEstimate>().search(state, budget);
                  });
}

Value breadth_first(Context& c, Arguments a) {
  return cheapest(c, a[0], a[1], "game.search.BreadthFirst", false,
                  [](const PuzzleState& state, Budget& budget) {
                    return search::BreadthFirst<PuzzleState>().search(state, budget);
                  });
}

Value overestimate(Context& c, Arguments a) {
  constexpr const char* kName = "game.search.Overestimate";
  SearchBudget budget(c, a[1], kName);
  const auto found =
      search::overestimate(PuzzleState(c, a[0], kName), ScriptEstimate(), budget.get());
  budget.settle(StopReason::kSolved);
  if (!found) return {};
  const auto number = [](std::int64_t n) {
    return n == search::kUnsolvable ? Value() : Value::integer(n);
  };
  return Value::list({found->state.value(), number(found->estimate), number(found->left)});
}

// A game with chance to a number of plies: where that ends it, estimates are what it is worth.
class LimitedState {
 public:
  using Move = ScriptMove;
  LimitedState(ScriptState state, int plies, bool& cut)
      : state_(std::move(state)), left_(plies), cut_(&cut) {}
  const search::GameType& type() const { return state_.type(); }
  int player() const { return left_ == 0 ? search::kTerminal : state_.player(); }
  void moves(std::vector<Move>& out) const { state_.moves(out); }
  void play(const Move& move) {
    state_.play(move);
    if (left_ < search::kUnlimitedDepth) --left_;
  }
  Rational exact_utility() const {
    if (state_.player() == search::kTerminal) return state_.exact_utility();
    *cut_ = true;
    return state_.exact_estimate();
  }
  Rational exact_probability(const Move& move) const { return state_.exact_probability(move); }
  std::uint64_t hash() const { return mix(state_.hash(), static_cast<std::uint64_t>(left_)); }
  friend bool operator==(const LimitedState& a, const LimitedState& b) {
    return a.left_ == b.left_ && a.state_ == b.state_;
  }

 private:
  ScriptState state_;
  int left_;
  bool* cut_;
};

Value expectiminimax(Context& c, Arguments a) {
  constexpr const char* kName = "game.search.Expectiminimax";
  const ScriptGame game(c, a[0], kName);
  SearchBudget budget(c, a[1], kName);
  int plies = search::kUnlimitedDepth;
  if (!a[2].is_nothing()) {
    const std::int64_t depth = c.integer(a[2], kName);
    if (depth < 1 || depth >= search::kUnlimitedDepth)
      throw Error(fmt::format("a depth limit of {} plies", depth), "1 or more, or none at all");
    plies = static_cast<int>(depth);
  }
  bool cut = false;
  const auto found = search::ExactExpectiminimax<LimitedState>().search(
      LimitedState(ScriptState(game), plies, cut), budget.get());
  telling_what_is_known([&] { budget.settle(found.stop); }, [&] { return KnownSoFar{kName, {}}; });
  auto answer = SearchAnswer::of(found);
  if (found.value) answer.value = Value::rational(*found.value);
  answer.exact = found.value.has_value() && !cut;
  if (found.value && cut) answer.stop = StopReason::kDepthLimit;
  return Value::native<SearchResult>(std::move(answer));
}

// [features, value] or [features, features next]
Value weights(Context& c, Arguments a) {
  constexpr const char* kName = "game.search.Weights";
  const auto numbers = [&](const Value& v) {
    std::vector<Rational> out;
    for (const Value& x : c.elements(v, kName)) {
      if (!x.is_number()) throw Error(fmt::format("a feature is {}, not a number", x.described()));
      out.push_back(x.as_rational());
    }
    return out;
  };
  std::vector<search::Sample> samples;
  for (const Value& given : c.elements(a[0], kName)) {
    const std::vector<Value> parts = c.elements(given, kName);
    if (parts.size() != 2) {
      throw Error(fmt::format("{} is not a sample", c.text(given)),
                  "[features, value] or [features, features of the next position]");
    }
    search::Sample sample;
    sample.features = numbers(parts[0]);
    if (parts[1].is_number()) {
      sample.value = parts[1].as_rational();
    } else {
      sample.next = numbers(parts[1]);
      if (sample.next.size() != sample.features.size()) {
        throw Error(fmt::format("{} has {} features, and {} next", c.text(given),
                                sample.features.size(), sample.next.size()));
      }
    }
    if (sample.features.empty()) throw Error(fmt::format("{} has no features", c.text(given)));
    c.budget().charge(1 + sample.features.size());
    samples.push_back(std::move(sample));
  }
  std::vector<Value> out;
  for (Rational& weight : search::learned_weights(samples, &c.budget()))
    out.push_back(Value::rational(std::move(weight)));
  return Value::list(std::move(out));
}

}  // namespace

void add_single_agent_rows(Package& package) {
  const Rows rows(package, "");
  rows.add("game.search.Ways(ways, start, goals)",
           "A puzzle given as a list of [from, to, cost], where to begin, and a list of goals. A "
           "cost may "
           "be a list of several.",
           fmt::format("{} --> {}", kWays, kWays),
           [](Context& c, Arguments a) { return Value::native<WayObject>(c, a[0], a[1], a[2]); });
  rows.add("game.search.AStar(state, weight?, nodes?)",
           "The cheapest way to a state that is Solved, by Moves, Play(move), Cost(move), "
           "Estimate, which "
           "must be a lower bound; above 1, a weight of the estimate finds some way sooner.",
           fmt::format("game.search.AStar({}).Line --> [2,3]", kWays), a_star);
  rows.add("game.search.IdaStar(state, nodes?)",
           "The same depth first below a rising bound, in little memory.",
           fmt::format("game.search.IdaStar({}).Value --> 2", kWays), ida_star);
  rows.add(
      "game.search.NamoaStar(state, order?, nodes?)",
      "Where Cost(move) and Estimate are lists, such as time and money: Value is a list of [costs, "
      "line], "
      "all costs that no other is better than, with a way for each. An order of such lists, in "
      "which less "
      "is better, may compare more of them: game.pob.Weighted(...), game.pob.Lexicographic(n).",
      fmt::format("game.search.NamoaStar({}).Value --> [[[2,5],[2,3]],[[4,2],[2,3]]]", kPricedWays),
      namoa_star);
  rows.add(
      "game.search.IdmoaStar(state, order?, nodes?)",
      "The same depth first below a rising bound of the sum of all costs, in little memory.",
      fmt::format("game.search.IdmoaStar({}).Value --> [[[2,5],[2,3]],[[4,2],[2,3]]]", kPricedWays),
      idmoa_star);
  rows.add("game.search.BreadthFirst(state, nodes?)", "The fewest moves, whatever they cost.",
           fmt::format("game.search.BreadthFirst({}).Line --> [3]", kWays), breadth_first);
  rows.add("game.search.Overestimate(state, nodes?)",
           "Of all states that this one leads to, one whose Estimate is above what is left to pay: "
           "[state, estimate, left]; Nothing if there is none, and AStar is exact.",
           fmt::format("game.search.Overestimate({}) --> Nothing", kWays), overestimate);
  rows.add("game.search.Expectiminimax(state, nodes?, depth?)",
           "Value of a game with chance for player 1, as an exact fraction; with a depth, by "
           "estimates there.",
           "game.search.Expectiminimax(game.search.Tree([[3,12],[2,1/2]])).Value --> 3",
           expectiminimax);
  rows.add(
      "game.search.Weights(samples)",
      "Weights of features for an Estimate, from samples [features, value] by least squares; "
      "[features, features next] asks for equal estimates before and after a move, by temporal "
      "differences.",
      "game.search.Weights([[[1,0],[0,1]], [[0,1],6]]) --> [6,6]", weights);
}

}  // namespace cgt::lang
