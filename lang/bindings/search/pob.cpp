// game.pob: partially ordered outcomes, and partial order bounding of games that scripts define.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <utility>

#include "cgt/pictures/tree_drawing.hpp"
#include "decomp/pob/dimension.hpp"
#include "decomp/pob/distribution.hpp"
#include "decomp/pob/frontier.hpp"
#include "decomp/pob/lattice_search.hpp"
#include "decomp/pob/linear_extension.hpp"
#include "decomp/pob/preference.hpp"
#include "decomp/pob/subgoals.hpp"
#include "lang/bindings/bindings.hpp"
#include "lang/bindings/search/poset.hpp"
#include "lang/bindings/search/search_result.hpp"
#include "lang/values/collections.hpp"

namespace cgt::lang {
namespace {

using Arguments = std::span<const Value>;
using Side = PosetObject::Side;

[[noreturn]] void no_element(Context& c, const Value& v, const std::string& what) {
  throw Error(fmt::format("{} is not an element of this partial order", c.text(v)), what);
}

Value make(std::string text, PosetObject::LessEqual order, PosetObject::Elements all = nullptr,
           PosetObject::Bound bound = nullptr) {
  return Value::native<PosetObject>(std::move(text), std::move(order), std::move(all),
                                    std::move(bound));
}

// --- orders ---

std::size_t dimension_of(Context& c, const Value& v, const char* what) {
  const std::int64_t n = c.integer(v, what);
  if (n < 1 || n > 1'000) throw Error("vectors have 1 to 1000 entries");
  return static_cast<std::size_t>(n);
}

std::vector<Rational> entries_of(Context& c, const Value& v, std::size_t dimension) {
  std::vector<Value> items;
  if (v.kind() == Kind::kList) items = v.as_list();
  if (v.kind() == Kind::kCoordinates) items = v.coordinate_items();
  std::vector<Rational> out;
  for (const Value& item : items) {
    if (item.is_number()) out.push_back(item.as_rational());
  }
  if (out.size() != items.size() || out.size() != dimension) {
    no_element(c, v, fmt::format("elements are {} numbers: [1,2,...] or (1,2)", dimension));
  }
  return out;
}

// An order of vectors by less_equal(a, b) of their entries.
template <class LessEqual>
Value order_of_vectors(std::string text, std::size_t dimension, LessEqual less_equal,
                       PosetObject::Bound bound = nullptr) {
  return make(
      std::move(text),
      [dimension, less_equal = std::move(less_equal)](Context& c, const Value& x, const Value& y) {
        return less_equal(entries_of(c, x, dimension), entries_of(c, y, dimension));
      },
      nullptr, std::move(bound));
}

Value vectors(Context& c, Arguments a) {
  const std::size_t n = dimension_of(c, a[0], "game.pob.Vectors");
  return order_of_vectors(
      fmt::format("game.pob.Vectors({})", n), n,
      [](const std::vector<Rational>& x, const std::vector<Rational>& y) {
        for (std::size_t i = 0; i < x.size(); ++i) {
          if (x[i] > y[i]) return false;
        }
        return true;
      },
      [n](Context& context, Side side, const Value& x, const Value& y) {
        const std::vector<Rational> p = entries_of(context, x, n);
        const std::vector<Rational> q = entries_of(context, y, n);
        std::vector<Value> out;
        for (std::size_t i = 0; i < n; ++i) {
          out.push_back(
              Value::rational(side == Side::kJoin ? std::max(p[i], q[i]) : std::min(p[i], q[i])));
        }
        const bool list = x.kind() == Kind::kList;
        return list ? Value::list(std::move(out)) : Value::coordinates(std::move(out));
      });
}

Value lexicographic(Context& c, Arguments a) {
  const std::size_t n = dimension_of(c, a[0], "game.pob.Lexicographic");
  return order_of_vectors(
      fmt::format("game.pob.Lexicographic({})", n), n,
      [](const std::vector<Rational>& x, const std::vector<Rational>& y) { return x <= y; });
}

Value weighted(Context& c, Arguments a) {
  constexpr const char* kName = "game.pob.Weighted";
  const std::vector<Value> rows = c.elements(a[0], kName);
  if (rows.empty())
    throw Error("an order by no weights", "one list of weights or more: [[2,1],[5,1]]");
  const std::size_t n = c.elements(rows.front(), kName).size();
  std::vector<std::vector<Rational>> weights;
  for (const Value& row : rows) weights.push_back(entries_of(c, row, n));
  return order_of_vectors(fmt::format("game.pob.Weighted({})", c.text(a[0])), n,
                          [weights = std::move(weights)](const std::vector<Rational>& x,
                                                         const std::vector<Rational>& y) {
                            return std::ranges::all_of(
                                weights, [&](const std::vector<Rational>& row) {
                                  Rational gain = 0;
                                  for (std::size_t i = 0; i < row.size(); ++i)
                                    gain += row[i] * (y[i] - x[i]);
                                  return gain >= 0;
                                });
                          });
}

// [low, high]
Value intervals(Context&, Arguments) {
  return order_of_vectors("game.pob.Intervals()", 2,
                          [](const std::vector<Rational>& x, const std::vector<Rational>& y) {
                            return x == y || x[1] <= y[0];
                          });
}

// [[outcome, weight], ...]
pob::Distribution distribution_of(Context& c, const Value& v) {
  constexpr const char* kForm = "elements are lists of [outcome, weight]: [[0,1],[10,3]]";
  if (v.kind() != Kind::kList) no_element(c, v, kForm);
  std::vector<std::pair<std::int64_t, std::int64_t>> weighted;
  for (const Value& entry : v.as_list()) {
    if (entry.kind() != Kind::kList || entry.as_list().size() != 2) no_element(c, v, kForm);
    weighted.emplace_back(c.integer(entry.as_list()[0], "an outcome"),
                          c.integer(entry.as_list()[1], "a weight"));
  }
  return pob::Distribution(std::move(weighted));
}

Value distributions(Context& c, Arguments a) {
  const std::int64_t order = a[0].is_nothing() ? 1 : c.integer(a[0], "game.pob.Distributions");
  if (order != 1 && order != 2) throw Error("stochastic dominance is of order 1 or 2 here");
  return make(fmt::format("game.pob.Distributions({})", order),
              [order](Context& context, const Value& x, const Value& y) {
                const pob::Distribution p = distribution_of(context, x);
                const pob::Distribution q = distribution_of(context, y);
                return order == 1 ? pob::FirstOrderDominance().less_equal(p, q)
                                  : pob::SecondOrderDominance().less_equal(p, q);
              });
}

Value games(Context&, Arguments) {
  return make("game.pob.Games()", [](Context& context, const Value& x, const Value& y) {
    return context.store().leq(context.game(x, "game.pob.Games"),
                               context.game(y, "game.pob.Games"));
  });
}

// The two elements of a list of two. `noun` and `hint` say what it should have been.
std::pair<Value, Value> pair_of(Context& c, const Value& v, const char* name, const char* noun,
                                const char* hint) {
  const std::vector<Value> both = c.elements(v, name);
  if (both.size() != 2) throw Error(fmt::format("{} is not {}", c.text(v), noun), hint);
  return {both[0], both[1]};
}

Value relation(Context& c, Arguments a) {
  constexpr const char* kName = "game.pob.Relation";
  struct Known {
    std::vector<Value> elements;
    FlatMap<Value, pob::ExplicitPoset::Element, ValueHash> number;
    std::unique_ptr<pob::ExplicitPoset> order;
    pob::ExplicitPoset::Element of(Context& context, const Value& v) const {
      const auto at = number.find(v);
      if (at == number.end()) {
        no_element(context, v, fmt::format("it has {} elements", elements.size()));
      }
      return at->second;
    }
  };
  auto known = std::make_shared<Known>();
  std::vector<std::string> names;
  for (const Value& element : c.elements(a[0], kName)) {
    const auto number = static_cast<pob::ExplicitPoset::Element>(known->elements.size());
    if (!known->number.try_emplace(element, number).second) continue;
    known->elements.push_back(element);
    names.push_back(c.text(element));
  }
  std::vector<std::pair<pob::ExplicitPoset::Element, pob::ExplicitPoset::Element>> pairs;
  for (const Value& pair : c.elements(a[1], kName)) {
    const auto [low, high] = pair_of(c, pair, kName, "a pair", "[a, b] says that a <= b");
    pairs.emplace_back(known->of(c, low), known->of(c, high));
  }
  known->order = std::make_unique<pob::ExplicitPoset>(known->elements.size(), pairs,
                                                      std::move(names), &c.budget());
  return make(
      fmt::format("game.pob.Relation({},{})", c.text(a[0]), c.text(a[1])),
      [known](Context& context, const Value& x, const Value& y) {
        return known->order->less_equal(known->of(context, x), known->of(context, y));
      },
      [known] { return known->elements; },
      [known](Context& context, Side side, const Value& x, const Value& y) {
        using Element = pob::ExplicitPoset::Element;
        const Element p = known->of(context, x);
        const Element q = known->of(context, y);
        const auto before = [&](Element low, Element high) {
          return side == Side::kJoin ? known->order->less_equal(low, high)
                                     : known->order->less_equal(high, low);
        };
        std::optional<Element> best;
        for (Element e = 0; e < known->elements.size(); ++e) {
          if (before(p, e) && before(q, e) && (!best || before(e, *best))) best = e;
        }
        for (Element e = 0; best && e < known->elements.size(); ++e) {
          if (before(p, e) && before(q, e) && !before(*best, e)) best.reset();
        }
        if (best) return known->elements[*best];
        throw Error(fmt::format("{} and {} have no {}", context.text(x), context.text(y),
                                side == Side::kJoin ? "least element above both"
                                                    : "greatest element below both"),
                    "game.pob.Lattice needs a lattice; game.pob.Frontier takes any order");
      });
}

Value subgoals(Context& c, Arguments a) {
  constexpr const char* kName = "game.pob.Subgoals";
  std::vector<std::string> names;
  for (const Value& goal : c.elements(a[0], kName)) names.push_back(c.string(goal, kName));
  struct Known {
    explicit Known(std::vector<std::string> goals) : order(std::move(goals)) {}
    pob::Subgoals order;
    FlatMap<std::string, pob::Subgoals::Element> parsed;
    const pob::Subgoals::Element& of(Context& context, const Value& v) {
      const std::string& text = context.string(v, kName);
      const auto at = parsed.find(text);
      if (at != parsed.end()) return at->second;
      return parsed.emplace(text, order.parse(text)).first->second;
    }
  };
  auto known = std::make_shared<Known>(std::move(names));
  if (!a[1].is_nothing()) {
    for (const Value& pair : c.elements(a[1], kName)) {
      const auto [goal, formula] =
          pair_of(c, pair, kName, "an implication",
                  "[\"C\", \"A & B\"]: who has reached C has reached A and B");
      known->order.imply(c.string(goal, kName), c.string(formula, kName));
    }
  }
  std::string text = fmt::format("game.pob.Subgoals({}", c.text(a[0]));
  if (!a[1].is_nothing()) text += "," + c.text(a[1]);
  return make(
      text + ")",
      [known](Context& context, const Value& x, const Value& y) {
        const pob::Subgoals::Element left = known->of(context, x);
        return known->order.less_equal(left, known->of(context, y));
      },
      [known] {
        const pob::Subgoals& order = known->order;
        std::vector<Value> formulas{Value::string(order.text(order.bottom()))};
        for (const auto& x : order.all()) formulas.push_back(Value::string(order.text(x)));
        return formulas;
      },
      [known](Context& context, Side side, const Value& x, const Value& y) {
        const pob::Subgoals::Element left = known->of(context, x);
        const pob::Subgoals::Element right = known->of(context, y);
        return Value::string(known->order.text(
            side == Side::kJoin ? known->order.join(left, right) : known->order.meet(left, right)));
      });
}

Value product(Context& c, Arguments a) {
  constexpr const char* kName = "game.pob.Product";
  const std::vector<Value> factors = c.elements(a[0], kName);
  if (factors.empty()) throw Error("a product of no orders");
  std::string text;
  for (const Value& factor : factors) {
    static_cast<void>(poset_of(factor, kName));
    text += (text.empty() ? "" : ",") + c.text(factor);
  }
  return make(fmt::format("game.pob.Product([{}])", text),
              [factors](Context& context, const Value& x, const Value& y) {
                const auto entries = [&](const Value& v) {
                  if (v.kind() != Kind::kList || v.as_list().size() != factors.size()) {
                    no_element(context, v, fmt::format("elements are lists of {}", factors.size()));
                  }
                  return v.as_list();
                };
                const std::vector<Value> p = entries(x);
                const std::vector<Value> q = entries(y);
                for (std::size_t i = 0; i < factors.size(); ++i) {
                  if (!poset_of(factors[i], kName).less_equal(context, p[i], q[i])) return false;
                }
                return true;
              });
}

// --- searches ---

// An outcome that is not known, but for two bounds.
class BetweenObject final : public NativeObject {
 public:
  BetweenObject(Value l, Value h) : low(std::move(l)), high(std::move(h)) {}
  const char* class_name() const override { return "Pob.Between"; }
  std::string to_text(Context& context, const PrintStyle& style) const override {
    return fmt::format("game.pob.Between({}, {})", format(context, low, style),
                       format(context, high, style));
  }
  bool equals(const NativeObject& other) const override {
    const auto* o = dynamic_cast<const BetweenObject*>(&other);
    return o != nullptr && o->low == low && o->high == high;
  }
  std::uint64_t hash() const override { return mix(low.hash(), high.hash()); }
  const Value low, high;
};

struct LeafOutcomes {
  ValueOrder order;
  pob::Outcomes<Value> operator()(const ScriptState& s) const {
    const Value outcome = s.outcome();
    if (outcome.is_nothing()) return pob::Outcomes<Value>::nothing();
    if (const auto* between = outcome.as_native<BetweenObject>()) {
      if (order.less_equal(between->low, between->high))
        return pob::Outcomes<Value>::between(between->low, between->high);
      throw Error(fmt::format("no outcome is {}", s.game().context().text(outcome)),
                  "the first is at most the second in the order");
    }
    if (outcome.kind() != Kind::kSet) return pob::Outcomes<Value>::one(outcome);
    std::vector<Value> possible = s.game().context().elements(outcome, "Outcome");
    if (possible.empty()) {
      throw Error("Outcome is the empty set",
                  "a set of all outcomes that are possible, or Nothing");
    }
    return pob::Outcomes<Value>::any_of(std::move(possible));
  }
};

using Search = pob::PobSearch<ScriptState, ValueOrder, LeafOutcomes>;

pob::Engine engine_of(Context& c, const Value& v, const char* what) {
  if (v.is_nothing()) return pob::Engine::kAlphaBeta;
  const std::string& text = c.string(v, what);
  if (text == "alpha-beta") return pob::Engine::kAlphaBeta;
  if (text == "df-pn") return pob::Engine::kDfPn;
  if (text == "proof numbers") return pob::Engine::kProofNumber;
  throw Error(fmt::format("there is no search \"{}\"", text),
              "\"alpha-beta\", \"df-pn\", \"proof numbers\"");
}

// What run(order, state, budget) finds about the order a[0] and the state a[1].
template <class Run>
auto search_order(Context& c, Arguments a, const Value& nodes, const char* name, const Run& run) {
  const ValueOrder order{&poset_of(a[0], name), &c};
  return search_from(c, a[1], nodes, name, [&](const ScriptState& state, Budget& budget) {
    return run(order, state, budget);
  });
}

// run(order, state, bound, budget) asks for the bound a[2].
template <class Run>
Value verdict(Context& c, Arguments a, const Value& nodes, const char* name, const Run& run) {
  const auto found = search_order(
      c, a, nodes, name, [&](const ValueOrder& order, const ScriptState& state, Budget& budget) {
        return run(order, state, bound_of(c, order, a[2], name), budget);
      });
  auto answer = SearchAnswer::of(found);
  answer.value = Value::string(search::name(found.verdict));
  answer.exact = found.verdict != search::Verdict::kUnknown;
  return Value::native<SearchResult>(std::move(answer));
}

Value query(Context& c, Arguments a) {
  constexpr const char* kName = "game.pob.Query";
  const pob::PobOptions options{.engine = engine_of(c, a[3], kName)};
  return verdict(c, a, a[4], kName,
                 [&](const ValueOrder& order, const ScriptState& state, const ValueBound& bound,
                     Budget& budget) {
                   return Search(order, LeafOutcomes{order}, options).query(state, bound, budget);
                 });
}

Value extension(Context& c, Arguments a) {
  const auto run = [](const ValueOrder& order, const ScriptState& state, const ValueBound& bound,
                      Budget& budget) {
    using Rank = pob::ExtensionRank<ValueOrder>;
    pob::ExtensionResult<ScriptMove> found;
    try {
      Rank rank(order,
                pob::outcomes_of(order, LeafOutcomes{order}, state, budget, "a linear extension"));
      pob::ExtensionSearch<ScriptState, ValueOrder, LeafOutcomes, Rank> search(
          order, LeafOutcomes{order}, rank);
      found = search.query(state, bound, true, budget);
    } catch (const BudgetExhausted& spent) {
      found.stop = spent.reason();
    }
    return found;
  };
  return verdict(c, a, Value(), "game.pob.LinearExtension", run);
}

Value lattice(Context& c, Arguments a) {
  constexpr const char* kName = "game.pob.Lattice";
  const auto found = search_order(
      c, a, a[2], kName, [&](const ValueOrder& order, const ScriptState& state, Budget& budget) {
        if (order.poset->bound == nullptr) {
          throw Error(
              fmt::format("{} is not known as a lattice", order.poset->to_text(c, c.style())),
              "game.pob.Vectors(n), game.pob.Subgoals(...), game.pob.Relation(...)");
        }
        const auto bound = [&](bool join, const Value& x, const Value& y) {
          c.budget().charge();
          return order.poset->bound(c, join ? Side::kJoin : Side::kMeet, x, y);
        };
        return pob::lattice_search(order, bound, LeafOutcomes{order}, state, budget);
      });
  SearchAnswer answer;
  answer.counts = found.counts;
  answer.stop = found.stop;
  answer.exact = found.value.has_value();
  if (found.value) answer.value = *found.value;
  return Value::native<SearchResult>(std::move(answer));
}

Value preference(Context& c, Arguments a) {
  constexpr const char* kName = "game.pob.Preference";
  const auto phi = [&](const Value& outcome) {
    const Value liked = c.call(a[2], {&outcome, 1});
    if (liked.is_number()) return liked.as_rational();
    throw Error(fmt::format("a preference is {}, not a number", liked.described()),
                "a function from outcomes to numbers: x -> x[1]");
  };
  const std::int64_t seed = a[3].is_nothing() ? 1 : c.integer(a[3], kName);
  const auto found = search_order(
      c, a, a[4], kName, [&](const ValueOrder& order, const ScriptState& state, Budget& budget) {
        return pob::preference_search(order, LeafOutcomes{order}, phi, state,
                                      static_cast<std::uint64_t>(seed), budget);
      });
  SearchAnswer answer;
  answer.counts = found.counts;
  answer.stop = found.stop;
  answer.exact = found.bound.has_value();
  if (found.bound) answer.value = Value::list(*found.bound);
  for (const ScriptMove& move : found.best) answer.best.push_back(move.value);
  return Value::native<SearchResult>(std::move(answer));
}

Value prefers(Context& c, Arguments a) {
  constexpr const char* kName = "game.pob.Prefers";
  const auto phi = [&](const Value& outcome) {
    const Value liked = c.call(a[2], {&outcome, 1});
    if (liked.is_number()) return liked.as_rational();
    throw Error(fmt::format("a preference is {}, not a number", liked.described()));
  };
  bool tossed = false;
  const bool first = pob::prefers_first(c.elements(a[0], kName), c.elements(a[1], kName), phi, [&] {
    tossed = true;
    return true;
  });
  return tossed ? Value() : Value::boolean(first);
}

// All strongest bounds, by run(order, state, budget).
template <class Run>
Value strongest_bounds(Context& c, Arguments a, const char* name, const Run& run) {
  const auto found = search_order(c, a, Value(), name, run);
  std::vector<Value> lists;
  for (const ValueBound& bound : found.bounds) lists.push_back(Value::list(bound));
  return Value::list(std::move(lists));
}

Value frontier(Context& c, Arguments a) {
  return strongest_bounds(c, a, "game.pob.Frontier",
                          [](const ValueOrder& order, const ScriptState& state, Budget& budget) {
                            return pob::frontier_by_algebra(order, LeafOutcomes{order}, state,
                                                            budget);
                          });
}

Value frontier_by_queries(Context& c, Arguments a) {
  constexpr const char* kName = "game.pob.FrontierByQueries";
  const pob::PobOptions options{.engine = engine_of(c, a[2], kName)};
  return strongest_bounds(c, a, kName,
                          [&](const ValueOrder& order, const ScriptState& state, Budget& budget) {
                            Search search(order, LeafOutcomes{order}, options);
                            return pob::frontier_by_queries(search, state, budget);
                          });
}

// --- finite orders ---

// The elements that were given, or all; each once.
std::vector<Value> elements_of(Context& c, const ValueOrder& order, const Value& given,
                               const char* what) {
  constexpr std::size_t kMaxElements = 500;
  if (given.is_nothing() && order.poset->elements == nullptr) {
    throw Error(fmt::format("{} does not list its elements", order.poset->to_text(c, c.style())),
                "name those that matter: Covers([...]), Svg([...])");
  }
  std::vector<Value> out;
  for (Value& x : given.is_nothing() ? order.poset->elements() : c.elements(given, what)) {
    const auto same = [&](const Value& y) {
      return pob::compare(order, x, y) == pob::Comparison::kEqual;
    };
    if (same(x) && std::ranges::none_of(out, same)) out.push_back(std::move(x));
    if (out.size() > kMaxElements)
      throw Error(fmt::format("{} takes at most {} elements", what, kMaxElements));
  }
  return out;
}

Value covers(Context& c, const ValueOrder& order, Arguments a) {
  const std::vector<Value> elements = elements_of(c, order, a[1], "Covers");
  std::vector<Value> pairs;
  for (const auto& [low, high] : pob::ExplicitPoset::of(order, elements).covers())
    pairs.push_back(Value::list({elements[low], elements[high]}));
  return Value::list(std::move(pairs));
}

Value realizer(Context& c, const ValueOrder& order, Arguments a) {
  const std::vector<Value> elements = elements_of(c, order, a[1], "Realizer");
  const pob::Realizer found = pob::realizer(pob::ExplicitPoset::of(order, elements), c.budget());
  if (found.extensions.empty()) c.budget().poll();
  std::vector<Value> out;
  for (const pob::LinearExtension& extension : found.extensions) {
    std::vector<Value> line;
    for (const auto element : extension) line.push_back(elements[element]);
    out.push_back(Value::list(std::move(line)));
  }
  return Value::list(std::move(out));
}

// Layers by the longest chain below. What a bound accepts is coloured, its own elements more so.
Value hasse_diagram(Context& c, const ValueOrder& order, Arguments a) {
  std::vector<Value> elements = elements_of(c, order, a[1], "Svg");
  ValueBound bound;
  if (!a[2].is_nothing()) bound = bound_of(c, order, a[2], "Svg");
  const auto label = [&](const Value& v) { return format(c, v, c.style(), false); };
  const auto poset = pob::ExplicitPoset::of(order, elements);
  const auto pairs = poset.covers();
  std::vector<std::size_t> height(elements.size(), 0);
  for (const auto x : poset.linear_extension()) {
    for (const auto& [low, high] : pairs) {
      if (low == x) height[high] = std::max(height[high], height[x] + 1);
    }
  }
  TreeDrawing drawing;
  const std::size_t top = elements.empty() ? 0 : std::ranges::max(height);
  for (std::size_t i = 0; i < elements.size(); ++i) {
    auto& node = drawing.nodes.emplace_back();
    node.label = label(elements[i]);
    node.depth = top - height[i];
    if (!pob::succeeds(order, bound, elements[i])) continue;
    const bool minimal = std::ranges::any_of(
        bound, [&](const Value& b) { return order.less_equal(elements[i], b); });
    node.fill = minimal ? "#f2b632" : "#f9e4b0";
  }
  drawing.title = order.poset->to_text(c, c.style());
  drawing.text = fmt::format("{} elements", elements.size());
  for (const auto& [low, high] : pairs) {
    drawing.edges.push_back({high, low, Player::kLeft, TreeDrawing::Edge::Kind::kCover});
    drawing.text += fmt::format("; {} < {}", label(elements[low]), label(elements[high]));
  }
  if (!bound.empty()) drawing.note = "coloured: at least as good as " + label(a[2]);
  spread_layers(drawing);
  return Value::string(tree_svg(drawing));
}

constexpr const char* kFigure =
    "game.search.Tree([[[(5,7),(4,9)],[(10,3),(3,8)]],[[(6,4),(2,10)],[(5,6),(1,12)]]])";

void add_poset_rows(Package& package) {
  const Rows rows = Rows(package, "Pob.Poset").on("game.pob.Vectors(2)");
  const auto of_order = [](std::function<Value(Context&, ValueOrder, Arguments)> f) {
    return [f = std::move(f)](Context& c, Arguments a) {
      return f(c, {a[0].as_native<PosetObject>(), &c}, a);
    };
  };
  rows.add("LessEqual(a, b)", "Is a <= b?", "LessEqual((5,7), (10,7)) --> true",
           of_order([](Context&, const ValueOrder& p, Arguments a) {
             return Value::boolean(p.less_equal(a[1], a[2]));
           }));
  rows.add("Compare(a, b)", "\"<\", \"=\", \">\" or \"incomparable\".",
           "Compare((5,8), (6,4)) --> \"incomparable\"",
           of_order([](Context&, const ValueOrder& p, Arguments a) {
             switch (pob::compare(p, a[1], a[2])) {
               case pob::Comparison::kLess: return Value::string("<");
               case pob::Comparison::kEqual: return Value::string("=");
               case pob::Comparison::kGreater: return Value::string(">");
               case pob::Comparison::kIncomparable: break;
             }
             return Value::string("incomparable");
           }));
  rows.add("Minimal(elements)", "Those that no other is below, as a list.",
           "Minimal([(1,1), (2,2), (0,3)]) --> [(1,1),(0,3)]",
           of_order([](Context& c, const ValueOrder& p, Arguments a) {
             return Value::list(pob::minimal(p, c.elements(a[1], "Minimal")));
           }));
  rows.add("Maximal(elements)", "Those that no other is above, as a list.",
           "Maximal([(1,1), (2,2), (0,3)]) --> [(2,2),(0,3)]",
           of_order([](Context& c, const ValueOrder& p, Arguments a) {
             return Value::list(pob::maximal(p, c.elements(a[1], "Maximal")));
           }));
  rows.add("Accepts(bound, x)", "Is x at least as good as an element of the bound?",
           "Accepts([(5,7), (10,3)], (6,4)) --> false",
           of_order([](Context& c, const ValueOrder& p, Arguments a) {
             return Value::boolean(pob::succeeds(p, bound_of(c, p, a[1], "Accepts"), a[2]));
           }));
  rows.add("IsStronger(b, c)", "Does bound b ask for at least as much as bound c?",
           "IsStronger([(6,8)], [(5,7), (10,3)]) --> true",
           of_order([](Context& c, const ValueOrder& p, Arguments a) {
             return Value::boolean(pob::at_least_as_strong(p, bound_of(c, p, a[1], "IsStronger"),
                                                           bound_of(c, p, a[2], "IsStronger")));
           }));
  const Rows finite =
      Rows(package, "Pob.Poset").on("game.pob.Relation([1,2,3,4], [[1,2],[1,3],[2,4],[3,4]])");
  finite.add("Elements", "All elements, of a relation or of subgoals.", "Elements --> [1,2,3,4]",
             of_order([](Context& c, const ValueOrder& p, Arguments) {
               return Value::list(elements_of(c, p, Value(), "Elements"));
             }));
  finite.add("Covers(elements?)",
             "Pairs [a,b] of elements, a < b and nothing between: of all, or of these alone.",
             "Covers([1,2,4]) --> [[1,2],[2,4]]", of_order(covers));
  finite.add("Realizer(elements?)",
             "As few linear extensions, least element first, as have this order in common; how "
             "many is the "
             "dimension of the order. For small orders: the problem is NP-complete.",
             "Realizer --> [[1,3,2,4],[1,2,3,4]]", of_order(realizer));
  finite.add(
      "Svg(elements?, bound?)",
      "The Hasse diagram of all elements or of these, as an SVG document, in a string; what a "
      "bound accepts is coloured.",
      "Svg(bound => [2,3]).Substring(1, 4) --> \"<svg\"", of_order(hasse_diagram));
}

}  // namespace

const PosetObject& poset_of(const Value& v, const char* what) {
  const auto* poset = v.as_native<PosetObject>();
  if (poset != nullptr) return *poset;
  throw Error(fmt::format("{} needs a partial order, not {}", what, v.described()),
              "game.pob.Vectors(2), game.pob.Relation(...), game.pob.Subgoals(...)");
}

ValueBound bound_of(Context& c, const ValueOrder& order, const Value& v, const char* what) {
  const ValueBound bound = c.elements(v, what);
  if (pob::is_antichain(order, bound)) return bound;
  throw Error(
      fmt::format("{} is not a bound: two of its elements can be compared", c.text(v)),
      fmt::format("its minimal elements are {}", c.text(Value::list(pob::minimal(order, bound)))));
}

Package pob_package() {
  Package package;
  package.name = "game.pob";
  package.doc = "Partial order bounding: can player 1 force an outcome that a bound accepts?";
  const Rows rows(package, "");
  rows.add("game.pob.Vectors(n)", "Lists or coordinates of n numbers, ordered by every entry.",
           "game.pob.Vectors(2).Compare((1,2), (2,2)) --> \"<\"", vectors);
  rows.add("game.pob.Lexicographic(n)",
           "The same, ordered by the first entry in which they differ.",
           "game.pob.Lexicographic(2).Compare((1,9), (2,2)) --> \"<\"", lexicographic);
  rows.add("game.pob.Weighted(rows)",
           "The same, ordered by all of these weighted sums. If an hour is worth 2 to 5 of money, "
           "the rows for "
           "(hours, money) are [[2,1],[5,1]].",
           "game.pob.Weighted([[2,1],[5,1]]).Compare((1,9), (4,1)) --> \"incomparable\"", weighted);
  rows.add(
      "game.pob.Intervals()",
      "Pairs (low, high): one is below another if it surely is, its high at most the other's low.",
      "game.pob.Intervals().Compare((1,3), (3,5)) --> \"<\"", intervals);
  rows.add("game.pob.Distributions(order?)",
           "Lists of [outcome, weight] by stochastic dominance: of order 1, what all who want more "
           "prefer; of "
           "order 2, what all prefer who fear risk as well.",
           "[game.pob.Distributions(k).Compare([[0,1],[10,1]], [[5,1]]) for k from 1 to 2] --> "
           "[\"incomparable\",\"<\"]",
           distributions);
  rows.add("game.pob.Games()", "Combinatorial games under their own order.",
           "game.pob.Games().Compare(0, *) --> \"incomparable\"", games);
  rows.add("game.pob.Relation(elements, pairs)",
           "The order that pairs [a,b], a <= b, generate on the elements.",
           "game.pob.Relation([1,2,3], [[1,2],[2,3]]).LessEqual(1, 3) --> true", relation);
  rows.add(
      "game.pob.Subgoals(goals, implications?)",
      "Formulas of goals with & and |; an implication says what else is reached with a goal.",
      "game.pob.Subgoals([\"A\",\"B\",\"C\"], [[\"C\",\"A & B\"]]).LessEqual(\"A & B\", \"C\") --> "
      "true",
      subgoals);
  rows.add(
      "game.pob.Product(orders)", "Lists with one element of each, ordered by all of them.",
      "game.pob.Product([game.pob.Games(), game.pob.Vectors(1)]).LessEqual([0,[1]], [1,[1]]) --> "
      "true",
      product);
  rows.add("game.pob.Query(order, state, bound, engine?, nodes?)",
           "Can player 1 force what the bound accepts? Value is \"win\", \"loss\" or \"unknown\".",
           fmt::format("game.pob.Query(game.pob.Vectors(2), {}, [(5,7),(10,3)]).Value --> \"win\"",
                       kFigure),
           query);
  rows.add("game.pob.Frontier(order, state)", "All strongest bounds that player 1 can force.",
           fmt::format("game.pob.Frontier(game.pob.Vectors(2), {}).Size --> 7", kFigure), frontier);
  rows.add("game.pob.Lattice(order, state, nodes?)",
           "Alpha-beta in a lattice, with joins for player 1 and meets for the other: of a "
           "distributive one the join, "
           "over the frontier, of the meet of each bound. Nobody need be able to force it.",
           fmt::format("game.pob.Lattice(game.pob.Vectors(2), {}).Value --> (5,10)", kFigure),
           lattice);
  rows.add(
      "game.pob.Preference(order, state, phi, seed?, nodes?)",
      "One bound that player 1 can force, by Dasgupta, Chakrabarti and DeSarkar (1996): at his "
      "moves he chooses by the worst outcome that is possible, of which phi says how much he likes "
      "it; the seed throws the coin where phi likes two as much.",
      fmt::format(
          "game.pob.Preference(game.pob.Vectors(2), {}, x -> x[1]).Value --> [(5,7),(10,3)]",
          kFigure),
      preference);
  rows.add("game.pob.Prefers(a, b, phi)",
           "Of two sets of outcomes, does Preference choose the first? The worst elements are "
           "compared by phi, and "
           "dropped where phi likes them as much; Nothing where a coin decides.",
           "game.pob.Prefers([(5,7),(10,3)], [(5,8),(6,4)], x -> x[1]) --> true", prefers);
  rows.add("game.pob.Between(low, high)",
           "As Outcome of a state: it is not known, but at least low and at most high.",
           "game.pob.Query(game.pob.Vectors(1), game.search.Tree([game.pob.Between([2],[5]),[1]]), "
           "[[2]]).Value --> "
           "\"win\"",
           [](Context&, Arguments a) { return Value::native<BetweenObject>(a[0], a[1]); });
  rows.add("game.pob.FrontierByQueries(order, state, engine?)", "The same by queries alone.",
           fmt::format("game.pob.FrontierByQueries(game.pob.Vectors(2), {}).Size --> 7", kFigure),
           frontier_by_queries);
  rows.add(
      "game.pob.LinearExtension(order, state, bound)",
      "The query as one search of numbers along a linear extension of the order (LE-POB).",
      fmt::format(
          "game.pob.LinearExtension(game.pob.Vectors(2), {}, [(5,8),(6,4)]).Value --> \"loss\"",
          kFigure),
      extension);
  add_poset_rows(package);
  return package;
}

}  // namespace cgt::lang
