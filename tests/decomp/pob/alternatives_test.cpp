// Move ordering and pruning, lattices, preferences.
#include <catch2/catch.hpp>

#include "decomp/pob/frontier.hpp"
#include "decomp/pob/lattice_search.hpp"
#include "decomp/pob/move_order.hpp"
#include "decomp/pob/preference.hpp"
#include "tests/decomp/pob/partial_games.hpp"
#include "tests/testing.hpp"

namespace alternatives_test {

namespace {

using namespace cgt::pob;
using namespace cgt::testing;
using cgt::Budget;
using cgt::StopReason;
using cgt::search::TreeState;
using Vector = std::vector<std::int64_t>;

template <class P, class T>
typename P::Element lattice_value(const P& lattice, const T& t, const TreeState& s) {
  if (s.player() == cgt::search::kTerminal) return t.evaluation()(s).values.front();
  std::vector<TreeState::Move> moves;
  s.moves(moves);
  auto value = s.player() == 0 ? lattice.bottom() : lattice.top();
  for (const auto move : moves) {
    TreeState child = s;
    child.play(move);
    const auto v = lattice_value(lattice, t, child);
    value = s.player() == 0 ? lattice.join(value, v) : lattice.meet(value, v);
  }
  return value;
}

}  // namespace

TEST_CASE("sets of outcomes compare as Dasgupta, Chakrabarti and DeSarkar compare them", "[pob]") {
  const auto phi = [](const Vector& v) { return v[0] + v[1]; };
  int tosses = 0;
  const auto compare = [&](const std::vector<Vector>& a, const std::vector<Vector>& b, bool coin) {
    return prefers_first(a, b, phi, [&] {
      ++tosses;
      return coin;
    });
  };
  // The set with the better worst element.
  CHECK(compare({{5, 7}, {10, 3}}, {{9, 9}, {1, 1}}, false));
  CHECK_FALSE(compare({{2, 2}}, {{3, 3}, {9, 9}}, true));
  // Worst elements tie: both go, also several at once, then the next ones decide.
  CHECK(compare({{1, 1}, {5, 5}}, {{2, 0}, {4, 4}}, false));
  CHECK_FALSE(compare({{1, 1}, {0, 2}, {3, 3}}, {{2, 0}, {4, 4}}, true));
  // One set is used up: the other is chosen.
  CHECK(compare({{1, 1}, {5, 5}}, {{2, 0}}, false));
  CHECK_FALSE(compare({{1, 1}}, {{2, 0}, {5, 5}}, true));
  CHECK_FALSE(compare({}, {{0, 0}}, true));
  CHECK(tosses == 0);
  // Both are used up: chance.
  CHECK(compare({{1, 1}}, {{2, 0}}, true));
  CHECK_FALSE(compare({{1, 1}}, {{2, 0}}, false));
  CHECK(compare({}, {}, true));
  CHECK(tosses == 3);
}

TEST_CASE("a search by preferences gives a bound that MAX can achieve", "[pob]") {
  Random random(11);
  std::size_t frontier_members = 0;
  const std::size_t cases = scaled(300);
  for (std::size_t i = 0; i < cases; ++i) {
    VectorShape shape;
    shape.depth = draw(random, 1, 5);
    const VectorTree t = random_vector_tree(random, shape);
    const VectorOrder order(2);
    const auto phi = [&](const Vector& v) { return i % 2 == 0 ? v[0] + v[1] : v[0] * 10 + v[1]; };
    Budget budget;
    const auto result = preference_search(order, t.evaluation(), phi, t.root(), 1, budget);
    REQUIRE(result.bound);
    REQUIRE(is_antichain(order, *result.bound));
    REQUIRE(verdict_of(t, t.root(), order, *result.bound) == 1);
    const auto frontier = frontier_by_algebra(order, t.evaluation(), t.root(), budget);
    for (const auto& b : frontier.bounds) frontier_members += same(order, b, *result.bound) ? 1 : 0;
    for (const auto move : result.best) {
      TreeState child = t.root();
      child.play(move);
      REQUIRE(verdict_of(t, child, order, *result.bound) == 1);
    }
  }
  expect_share(frontier_members, cases, 0.4);  // 0.96
}

TEST_CASE("alpha-beta on lattices keeps the value and looks at fewer leaves", "[pob]") {
  Random random(12);
  std::uint64_t leaves[3] = {0, 0, 0};
  const auto check = [&](const auto& lattice, const auto& t) {
    using P = std::decay_t<decltype(lattice)>;
    const auto truth = lattice_value(lattice, t, t.root());
    for (const LatticeCuts cuts : {LatticeCuts::kNone, LatticeCuts::kShallow, LatticeCuts::kDeep}) {
      Budget budget;
      const LatticeResult<P> r = lattice_search(lattice, t.evaluation(), t.root(), cuts, budget);
      REQUIRE(r.value == truth);
      leaves[static_cast<int>(cuts)] += r.counts.leaves;
    }
    // The join over the frontier of the meets of its bounds.
    Budget budget;
    auto join = lattice.bottom();
    for (const auto& bound :
         frontier_by_algebra(lattice, t.evaluation(), t.root(), budget).bounds) {
      auto meet = lattice.top();
      for (const auto& x : bound) meet = lattice.meet(meet, x);
      join = lattice.join(join, meet);
    }
    REQUIRE(join == truth);
  };
  for (std::size_t i = 0; i < scaled(300); ++i) {
    VectorShape shape;
    shape.depth = draw(random, 1, 5);
    shape.dimension = static_cast<std::size_t>(draw(random, 1, 3));
    const VectorTree t = random_vector_tree(random, shape);
    check(VectorOrder(shape.dimension, 0, shape.values - 1), t);
    // The same tree with sets for outcomes, and with intervals: interval backup.
    PartialTree<std::uint64_t> sets;
    PartialTree<Interval> intervals;
    sets.tree = intervals.tree = t.tree;
    for (const auto& [node, x] : t.outcomes) {
      const auto low = draw(random, 0, 9);
      sets.outcomes.emplace(node, Outcomes<std::uint64_t>::one(random() & 15U));
      intervals.outcomes.emplace(node, Outcomes<Interval>::one({low, low + draw(random, 0, 4)}));
    }
    check(SetOrder{15}, sets);
    check(IntervalLattice{{0, 0}, {13, 13}}, intervals);
  }
  INFO(leaves[0] << " " << leaves[1] << " " << leaves[2]);
  CHECK(leaves[1] < leaves[0]);
  CHECK(leaves[2] < leaves[1]);
}

TEST_CASE("interval backup bounds the value of every completion", "[pob]") {
  Random random(120);
  for (std::size_t i = 0; i < scaled(200); ++i) {
    VectorShape shape;
    shape.depth = draw(random, 1, 4);
    shape.dimension = 1;
    const VectorTree t = random_vector_tree(random, shape);
    PartialTree<Interval> intervals;
    intervals.tree = t.tree;
    for (const auto& [node, x] : t.outcomes) {
      const std::int64_t v = x.values.front().front();
      intervals.outcomes.emplace(
          node, Outcomes<Interval>::one({v - draw(random, 0, 2), v + draw(random, 0, 2)}));
    }
    Budget budget;
    const auto r = lattice_search(IntervalLattice{{-9, -9}, {20, 20}}, intervals.evaluation(),
                                  intervals.root(), LatticeCuts::kDeep, budget);
    const Vector value = lattice_value(VectorOrder(1, -9, 20), t, t.root());
    REQUIRE(r.value->low <= value.front());
    REQUIRE(value.front() <= r.value->high);
  }
}

TEST_CASE("partially ordered moves have extensions, dominated moves and one of equals", "[pob]") {
  const VectorOrder order(2);
  const std::vector<Vector> values{{1, 1}, {2, 2}, {3, 0}, {2, 2}, {0, 3}, {1, 0}};
  CHECK(undominated(order, values) == std::vector<std::size_t>{1, 2, 4});
  const auto places = descending(order, values);
  CHECK(places.size() == values.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    for (std::size_t j = i + 1; j < places.size(); ++j) {
      CHECK_FALSE(less(order, values[places[i]], values[places[j]]));
    }
  }
  CHECK(places.front() == 1);
}

namespace {

// A race along two tracks: whoever moves adds one of some pairs of steps to the own marks, and the
// game ends after `turns` moves. More steps are never worse, so the pairs are exact values of
// moves.
struct Tracks {
  using Move = std::uint32_t;  // 4 * a + b
  std::int64_t mine[2] = {0, 0};
  std::int64_t yours[2] = {0, 0};
  int turns = 0;
  int mover = 0;
  std::uint64_t seed = 0;
  static cgt::search::GameType type() { return {}; }
  int player() const { return turns == 0 ? cgt::search::kTerminal : mover; }
  void moves(std::vector<Move>& out) const {
    // Which pairs there are depends on nothing but the turn.
    std::uint64_t bits = cgt::mix(seed, static_cast<std::uint64_t>(turns)) | 1U << 5U;
    for (Move m = 0; m < 16; ++m) {
      if ((bits >> m & 1U) != 0) out.push_back(m);
    }
  }
  void play(Move m) {
    auto& marks = mover == 0 ? mine : yours;
    marks[0] += m / 4;
    marks[1] += m % 4;
    --turns;
    mover = 1 - mover;
  }
  std::uint64_t hash() const {
    return cgt::mix(static_cast<std::uint64_t>(mine[0] * 1000 + mine[1]),
                    static_cast<std::uint64_t>(yours[0] * 1000 + yours[1]) * 64 +
                        static_cast<std::uint64_t>(turns * 2 + mover));
  }
  bool operator==(const Tracks&) const = default;
};

struct TracksEvaluation {
  template <class S>
  Outcomes<Vector> operator()(const S& s) const {
    if (s.player() != cgt::search::kTerminal) return Outcomes<Vector>::nothing();
    const Tracks& t = base(s);
    return Outcomes<Vector>::one({t.mine[0] - t.yours[0], t.mine[1] - t.yours[1]});
  }
  static const Tracks& base(const Tracks& t) { return t; }
  template <class G>
  static const Tracks& base(const G& g) {
    return g.state();
  }
};

}  // namespace

TEST_CASE("pruning dominated moves keeps verdicts and saves nodes", "[pob]") {
  const auto value = [](const Tracks&, Tracks::Move m) -> std::optional<Vector> {
    return Vector{m / 4, m % 4};
  };
  using Rule = PartialOrderRule<VectorOrder, decltype(value)>;
  const Rule ordering{VectorOrder(2), value, false};
  const Rule pruning{VectorOrder(2), value, true};
  Random random(15);
  std::uint64_t nodes[3] = {0, 0, 0};
  for (std::size_t i = 0; i < scaled(40); ++i) {
    Tracks root;
    root.turns = 4;
    root.mover = draw(random, 0, 1);
    root.seed = random();
    for (int k = 0; k < 4; ++k) {
      const Pairs bound =
          minimal(VectorOrder(2), Pairs{{draw(random, -3, 3), draw(random, -3, 3)},
                                        {draw(random, -3, 3), draw(random, -3, 3)}});
      for (const Engine engine : {Engine::kAlphaBeta, Engine::kDfPn}) {
        PobOptions options;
        options.engine = engine;
        Budget budget;
        const VectorOrder order(2);
        const TracksEvaluation evaluation;
        auto plain = pob_search<Tracks>(order, evaluation, options);
        const auto a = plain.query(root, bound, budget);
        using Ordered = OrderedGame<Tracks, Rule>;
        auto ordered = pob_search<Ordered>(order, evaluation, options);
        const auto b = ordered.query(Ordered(root, ordering), bound, budget);
        auto pruned = pob_search<Ordered>(order, evaluation, options);
        const auto c = pruned.query(Ordered(root, pruning), bound, budget);
        REQUIRE(a.verdict == b.verdict);
        REQUIRE(a.verdict == c.verdict);
        REQUIRE(c.counts.nodes <= b.counts.nodes);
        if (engine == Engine::kAlphaBeta) {
          nodes[0] += a.counts.nodes;
          nodes[1] += b.counts.nodes;
          nodes[2] += c.counts.nodes;
        }
      }
    }
  }
  INFO(nodes[0] << " plain, " << nodes[1] << " ordered, " << nodes[2] << " pruned");
  CHECK(nodes[1] < nodes[0]);
  CHECK(nodes[2] < nodes[1]);
}

}  // namespace alternatives_test
