// Posets, antichains, bounds, subgoals, distributions, dimension.
#include "decomp/pob/poset.hpp"

#include <atomic>
#include <catch2/catch.hpp>
#include <numeric>
#include <set>

#include "cgt/cgt.hpp"
#include "decomp/pob/antichain.hpp"
#include "decomp/pob/dimension.hpp"
#include "decomp/pob/distribution.hpp"
#include "decomp/pob/evaluation.hpp"
#include "decomp/pob/subgoals.hpp"
#include "tests/decomp/search/random_games.hpp"
#include "tests/testing.hpp"

namespace poset_test {

namespace {

using namespace cgt::pob;
using namespace cgt::testing;
using cgt::Budget;
using Node = ExplicitPoset::Element;
using PairList = std::vector<std::pair<Node, Node>>;

PairList random_relation(Random& random, std::size_t size, int percent) {
  PairList pairs;
  for (Node a = 0; a < size; ++a) {
    for (Node b = a + 1; b < size; ++b) {
      if (draw(random, 1, 100) <= percent) pairs.emplace_back(a, b);
    }
  }
  // Numbers say nothing about the order.
  std::vector<Node> name(size);
  std::iota(name.begin(), name.end(), 0U);
  for (std::size_t i = size; i > 1; --i) {
    std::swap(name[i - 1],
              name[static_cast<std::size_t>(draw(random, 0, static_cast<int>(i) - 1))]);
  }
  for (auto& [a, b] : pairs) {
    a = name[a];
    b = name[b];
  }
  return pairs;
}

template <Poset P>
void check_axioms(const P& p, const std::vector<typename P::Element>& xs) {
  for (const auto& a : xs) {
    REQUIRE(p.less_equal(a, a));
    for (const auto& b : xs) {
      if (p.less_equal(a, b) && p.less_equal(b, a)) REQUIRE(a == b);
      for (const auto& c : xs) {
        if (p.less_equal(a, b) && p.less_equal(b, c)) REQUIRE(p.less_equal(a, c));
      }
    }
  }
}

template <Lattice P>
void check_lattice(const P& p, const std::vector<typename P::Element>& xs) {
  for (const auto& a : xs) {
    REQUIRE(p.less_equal(p.bottom(), a));
    REQUIRE(p.less_equal(a, p.top()));
    for (const auto& b : xs) {
      const auto join = p.join(a, b);
      const auto meet = p.meet(a, b);
      for (const auto& c : xs) {
        REQUIRE((p.less_equal(a, c) && p.less_equal(b, c)) == p.less_equal(join, c));
        REQUIRE((p.less_equal(c, a) && p.less_equal(c, b)) == p.less_equal(c, meet));
      }
    }
  }
}

std::vector<Node> elements_of(const ExplicitPoset& p) {
  std::vector<Node> out(p.size());
  std::iota(out.begin(), out.end(), 0U);
  return out;
}

}  // namespace

TEST_CASE("posets keep the axioms", "[pob]") {
  Random random(1);
  for (std::size_t i = 0; i < scaled(1000); ++i) {
    const auto size = static_cast<std::size_t>(draw(random, 0, 9));
    const PairList pairs = random_relation(random, size, draw(random, 5, 60));
    const ExplicitPoset p(size, pairs);
    check_axioms(p, elements_of(p));
    // The closure by walking along the pairs.
    for (Node a = 0; a < size; ++a) {
      std::set<Node> above{a};
      for (bool grown = true; grown;) {
        grown = false;
        for (const auto& [x, y] : pairs) grown |= above.contains(x) && above.insert(y).second;
      }
      for (Node b = 0; b < size; ++b) REQUIRE(p.less_equal(a, b) == above.contains(b));
    }
    // Covers generate the same order; nothing can be left out.
    const PairList covers = p.covers();
    REQUIRE(ExplicitPoset(size, covers).covers() == covers);
    const ExplicitPoset again(size, covers);
    for (Node a = 0; a < size; ++a) {
      for (Node b = 0; b < size; ++b) REQUIRE(again.less_equal(a, b) == p.less_equal(a, b));
    }
    const auto line = p.linear_extension();
    REQUIRE(line.size() == size);
    for (std::size_t x = 0; x < size; ++x) {
      for (std::size_t y = x + 1; y < size; ++y) REQUIRE_FALSE(p.less_equal(line[y], line[x]));
    }
  }
  CHECK_THROWS_WITH(ExplicitPoset(3, {{0, 1}, {1, 2}, {2, 0}}, {"x", "y", "z"}),
                    "not a partial order: x <= y and y <= x");
  // More than one word a row.
  PairList chain;
  for (Node i = 0; i + 1 < 200; ++i) chain.emplace_back(i, i + 1);
  const ExplicitPoset long_chain(200, chain);
  CHECK(long_chain.less_equal(0, 199));
  CHECK_FALSE(long_chain.less_equal(130, 129));
  const std::atomic<bool> stop = true;
  cgt::Budget stopped({}, &stop);
  CHECK_THROWS_AS(ExplicitPoset(200, chain, {}, &stopped), cgt::BudgetExhausted);
}

TEST_CASE("products, eye status, intervals, fat values and lattices are posets", "[pob]") {
  // Values of a block in Go: liberties and eye status (Mueller 1999, figure 8).
  const Product<Chain<int>, Chain<int>> eyes;
  using Eye = std::pair<int, int>;
  CHECK(compare(eyes, Eye{2, 0}, Eye{1, 1}) == Comparison::kIncomparable);
  CHECK(compare(eyes, Eye{2, 0}, Eye{2, 1}) == Comparison::kLess);
  CHECK(compare(eyes, Eye{1, 0}, Eye{1, 1}) == Comparison::kLess);
  CHECK(compare(eyes, Eye{2, 1}, Eye{1, 1}) == Comparison::kGreater);
  CHECK(compare(eyes, Eye{3, 0}, Eye{3, 0}) == Comparison::kEqual);

  std::vector<Interval> intervals;
  std::vector<FatValue> fat;
  for (int low = 0; low <= 3; ++low) {
    for (int high = low; high <= 3; ++high) {
      intervals.push_back({low, high});
      for (int mid = low; mid <= high; ++mid) fat.push_back({low, mid, high});
    }
  }
  check_axioms(IntervalOrder{}, intervals);
  check_axioms(FatValueOrder{}, fat);
  check_axioms(Dual<FatValueOrder>{}, fat);
  check_lattice(IntervalLattice{{0, 0}, {3, 3}}, intervals);
  CHECK(IntervalOrder{}.less_equal({0, 1}, {1, 3}));
  CHECK_FALSE(IntervalOrder{}.less_equal({0, 2}, {1, 3}));
  std::vector<VectorOrder::Element> vectors;
  for (int a = 0; a < 3; ++a) {
    for (int b = 0; b < 3; ++b) vectors.push_back({a, b});
  }
  check_axioms(VectorOrder(2, 0, 2), vectors);
  check_lattice(VectorOrder(2, 0, 2), vectors);
  std::vector<std::uint64_t> sets(16);
  std::iota(sets.begin(), sets.end(), 0U);
  check_axioms(SetOrder{15}, sets);
  check_lattice(SetOrder{15}, sets);
}

TEST_CASE("games are a poset under their own order", "[pob]") {
  cgt::Store store;
  const GameOrder order{&store};
  std::vector<cgt::GameId> games;
  for (const char* text : {"0", "*", "*2", "^", "v", "^*", "1", "-1", "1/2", "{1|-1}", "{2|0}"}) {
    games.push_back(cgt::parse_value(store, text));
  }
  check_axioms(order, games);
  CHECK(compare(order, games[0], games[1]) == Comparison::kIncomparable);
  CHECK(compare(order, games[0], games[3]) == Comparison::kLess);
  CHECK(compare(order, games[1], games[3]) == Comparison::kIncomparable);  // ^ || *
  const auto least = minimal(order, games);
  CHECK(std::find(least.begin(), least.end(), games[7]) != least.end());  // -1
}

TEST_CASE("S(B) and F(B) part the poset, S(B) is an up-set, min(S(B)) = B", "[pob]") {
  Random random(2);
  for (std::size_t i = 0; i < scaled(1000); ++i) {
    const auto size = static_cast<std::size_t>(draw(random, 1, 9));
    const ExplicitPoset p(size, random_relation(random, size, draw(random, 5, 60)));
    std::vector<Node> chosen;
    for (Node x = 0; x < size; ++x) {
      if (draw(random, 0, 2) == 0) chosen.push_back(x);
    }
    const auto bound = minimal(p, chosen);
    REQUIRE(is_antichain(p, bound));
    for (const Node a : bound) {
      for (const Node b : bound) {
        if (a != b) REQUIRE(compare(p, a, b) == Comparison::kIncomparable);
      }
    }
    std::vector<Node> success;
    for (Node x = 0; x < size; ++x) {
      bool wanted = false;  // above something chosen
      for (const Node c : chosen) wanted |= p.less_equal(c, x);
      REQUIRE(succeeds(p, bound, x) == wanted);
      if (!wanted) continue;
      success.push_back(x);
      for (Node y = 0; y < size; ++y) {
        if (p.less_equal(x, y)) REQUIRE(succeeds(p, bound, y));
      }
    }
    REQUIRE(same(p, minimal(p, success), bound));
    REQUIRE(minimal(p, success).size() == bound.size());
    const auto most = maximal(p, chosen);
    for (const Node x : chosen) {
      bool below = false;
      for (const Node m : most) below |= p.less_equal(x, m);
      REQUIRE(below);
    }
    REQUIRE(is_antichain(p, most));
  }
}

TEST_CASE("one bound is as strong as another iff its success set is part of the other's", "[pob]") {
  Random random(3);
  std::size_t stronger = 0;
  const std::size_t cases = scaled(10'000);
  for (std::size_t i = 0; i < cases; ++i) {
    const auto size = static_cast<std::size_t>(draw(random, 1, 7));
    const ExplicitPoset p(size, random_relation(random, size, 30));
    const auto draw_bound = [&] {
      std::vector<Node> chosen;
      for (Node x = 0; x < size; ++x) {
        if (draw(random, 0, 2) == 0) chosen.push_back(x);
      }
      return minimal(p, chosen);
    };
    const auto b = draw_bound();
    const auto c = draw_bound();
    bool part = true;
    for (Node x = 0; x < size; ++x) part &= !succeeds(p, b, x) || succeeds(p, c, x);
    REQUIRE(at_least_as_strong(p, b, c) == part);
    stronger += part ? 1 : 0;
  }
  expect_share(stronger, cases, 0.2);  // 0.51
}

TEST_CASE("sets, intervals and fat values win or lose only if every completion does", "[pob]") {
  Random random(13);
  std::size_t unknown = 0;
  const std::size_t cases = scaled(2000);
  for (std::size_t i = 0; i < cases; ++i) {
    const auto size = static_cast<std::size_t>(draw(random, 1, 8));
    const ExplicitPoset p(size, random_relation(random, size, 40));
    std::vector<Node> chosen;
    for (Node x = 0; x < size; ++x) {
      if (draw(random, 0, 2) == 0) chosen.push_back(x);
    }
    const auto bound = minimal(p, chosen);
    const auto check = [&](const Outcomes<Node>& outcomes, const std::vector<Node>& completions) {
      bool all = true;
      bool none = true;
      for (const Node x : completions) {
        (succeeds(p, bound, x) ? none : all) = false;
      }
      const Verdict expected = all ? Verdict::kWin : none ? Verdict::kLoss : Verdict::kUnknown;
      REQUIRE(judge(p, bound, outcomes) == expected);
      unknown += expected == Verdict::kUnknown ? 1 : 0;
    };
    std::vector<Node> set;
    for (int k = draw(random, 1, 4); k > 0; --k) {
      set.push_back(static_cast<Node>(draw(random, 0, static_cast<int>(size) - 1)));
    }
    check(Outcomes<Node>::any_of(set), set);
    const Node low = set.front();
    for (Node high = 0; high < size; ++high) {
      if (!p.less_equal(low, high)) continue;
      std::vector<Node> between;
      for (Node x = 0; x < size; ++x) {
        if (p.less_equal(low, x) && p.less_equal(x, high)) between.push_back(x);
      }
      check(Outcomes<Node>::between(low, high), between);
    }
    REQUIRE(judge(p, bound, Outcomes<Node>::nothing()) == Verdict::kUnknown);
  }
  expect_share(unknown, cases, 0.2);  // 0.56
  // A fat value says that the number is between its ends.
  const Chain<std::int64_t> numbers;
  for (std::int64_t lower = 0; lower < 4; ++lower) {
    for (std::int64_t upper = lower; upper < 4; ++upper) {
      for (std::int64_t cut = 0; cut <= 4; ++cut) {
        const auto v = judge(numbers, {cut}, Outcomes<std::int64_t>::between(lower, upper));
        const auto expected = lower >= cut  ? Verdict::kWin
                              : upper < cut ? Verdict::kLoss
                                            : Verdict::kUnknown;
        CHECK(v == expected);
      }
    }
  }
}

TEST_CASE("a subgoal C >= A and B adds the stated relations and nothing else", "[pob]") {
  const Subgoals free({"A", "B", "C"});
  const auto all = free.all();
  CHECK(all.size() == 18);  // Dedekind: 20 monotone functions of three, less the constants
  CHECK(Subgoals({"A", "B"}).all().size() == 4);
  CHECK(Subgoals({"A", "B", "C", "D"}).all().size() == 166);
  check_axioms(free, all);
  check_lattice(free, all);
  std::set<std::string> texts;
  for (const auto& x : all) {
    texts.insert(free.text(x));
    CHECK(free.parse(free.text(x)) == x);
  }
  CHECK(texts.size() == 18);
  CHECK(texts.contains("A & B"));
  CHECK(texts.contains("A | B & C"));
  const auto at = [&](const char* text) { return free.parse(text); };
  CHECK(free.less_equal(at("A"), at("A & B")));
  CHECK(free.less_equal(at("A | B"), at("A")));
  CHECK(compare(free, at("A & B"), at("C")) == Comparison::kIncomparable);
  CHECK(at("(A|B)&(A|C)") == at("A | B & C"));
  CHECK(at("A & B & C") == free.top());
  CHECK(at("A | true") == free.bottom());

  // As a relation that is written down: the closure has x <= y added iff x <= A & B and C <= y.
  const ExplicitPoset base = ExplicitPoset::of(free, all);
  const auto index = [&](const char* text) {
    return static_cast<Node>(std::find(all.begin(), all.end(), at(text)) - all.begin());
  };
  auto pairs = base.covers();
  pairs.emplace_back(index("A & B"), index("C"));
  const ExplicitPoset extended(all.size(), pairs);
  int added = 0;
  for (Node x = 0; x < all.size(); ++x) {
    for (Node y = 0; y < all.size(); ++y) {
      const bool stated = base.less_equal(x, index("A & B")) && base.less_equal(index("C"), y);
      REQUIRE(extended.less_equal(x, y) == (base.less_equal(x, y) || stated));
      added += extended.less_equal(x, y) && !base.less_equal(x, y) ? 1 : 0;
    }
  }
  CHECK(added > 0);

  // As an implication: order and equality are those of the worlds in which it holds.
  Subgoals strong({"A", "B", "C"});
  strong.imply("C", "A & B");
  CHECK(strong.all().size() == 5);  // A | B, A, B, A & B, C
  CHECK(strong.text(strong.parse("A & C | B & C")) == "C");
  using Formula = bool (*)(bool, bool, bool);
  const std::vector<std::pair<const char*, Formula>> formulas{
      {"A", [](bool a, bool, bool) { return a; }},
      {"B", [](bool, bool b, bool) { return b; }},
      {"C", [](bool, bool, bool c) { return c; }},
      {"A & B", [](bool a, bool b, bool) { return a && b; }},
      {"A | B", [](bool a, bool b, bool) { return a || b; }},
      {"A & B | C", [](bool a, bool b, bool c) { return (a && b) || c; }},
      {"(A | C) & B", [](bool a, bool b, bool c) { return (a || c) && b; }},
      {"A & B & C", [](bool a, bool b, bool c) { return a && b && c; }}};
  for (const auto& [f_text, f] : formulas) {
    for (const auto& [g_text, g] : formulas) {
      bool implied = true;
      bool implied_strong = true;
      for (int w = 0; w < 8; ++w) {
        const bool a = (w & 1) != 0;
        const bool b = (w & 2) != 0;
        const bool c = (w & 4) != 0;
        if (g(a, b, c) && !f(a, b, c)) {
          implied = false;
          if (!c || (a && b)) implied_strong = false;
        }
      }
      INFO(f_text << " <= " << g_text);
      CHECK(free.less_equal(free.parse(f_text), free.parse(g_text)) == implied);
      CHECK(strong.less_equal(strong.parse(f_text), strong.parse(g_text)) == implied_strong);
    }
  }
  CHECK_THROWS_WITH(free.parse("A & D"), Catch::Contains("no goal \"D\""));
  CHECK_THROWS_WITH(free.parse("(A | B"), Catch::Contains("not closed"));
  CHECK_THROWS_WITH(free.parse("A |"), Catch::Contains("missing at the end"));
  CHECK_THROWS_WITH(free.parse("A B"), Catch::Contains("is missing here"));
  CHECK_THROWS_WITH(free.parse("A)"), Catch::Contains("nothing to close"));
  CHECK_THROWS_WITH(free.parse(""), Catch::Contains("missing at the end"));
  CHECK_THROWS_WITH(Subgoals({"A", "A"}), "two goals A");
  CHECK_NOTHROW(free.parse(std::string(100'000, '(') + "A" + std::string(100'000, ')')));
}

TEST_CASE("distributions under stochastic dominance", "[pob]") {
  Random random(11);
  std::vector<Distribution> all;
  for (int i = 0; i < 40; ++i) {
    std::vector<std::pair<std::int64_t, std::int64_t>> weights;
    for (int k = draw(random, 1, 3); k > 0; --k) {
      weights.emplace_back(draw(random, 0, 4), draw(random, 1, 3));
    }
    const Distribution d(weights);
    if (std::find(all.begin(), all.end(), d) == all.end()) all.push_back(d);
  }
  check_axioms(FirstOrderDominance{}, all);
  check_axioms(SecondOrderDominance{}, all);
  for (const auto& a : all) {
    for (const auto& b : all) {
      // First order: every increasing utility, so every step; second: every concave one, so every
      // min(x, t).
      bool first = true;
      bool second = true;
      for (std::int64_t t = 0; t <= 5; ++t) {
        double step[2] = {0, 0};
        double capped[2] = {0, 0};
        const Distribution* both[2] = {&a, &b};
        for (int side = 0; side < 2; ++side) {
          for (const auto& [x, w] : both[side]->outcomes()) {
            const double p = static_cast<double>(w) / static_cast<double>(both[side]->total());
            step[side] += x >= t ? p : 0;
            capped[side] += p * static_cast<double>(std::min(x, t));
          }
        }
        first = first && step[0] <= step[1] + 1e-12;
        second = second && capped[0] <= capped[1] + 1e-12;
      }
      CHECK(FirstOrderDominance{}.less_equal(a, b) == first);
      CHECK(SecondOrderDominance{}.less_equal(a, b) == second);
    }
  }
  const Distribution risky({{0, 1}, {4, 1}});
  CHECK(compare(FirstOrderDominance{}, risky, Distribution::sure(2)) == Comparison::kIncomparable);
  CHECK(compare(SecondOrderDominance{}, risky, Distribution::sure(2)) == Comparison::kLess);
  CHECK(Distribution({{1, 2}, {3, 4}, {1, 2}}) == Distribution({{3, 1}, {1, 1}}));
  CHECK_THROWS(Distribution({{1, 0}}));
}

TEST_CASE("dimension: standard examples, cubes, and all realizers of small posets", "[pob]") {
  Budget budget;
  // Dushnik and Miller: the standard example S_n has dimension n.
  for (Node n = 2; n <= 5; ++n) {
    PairList pairs;
    for (Node i = 0; i < n; ++i) {
      for (Node j = 0; j < n; ++j) {
        if (i != j) pairs.emplace_back(i, n + j);
      }
    }
    const ExplicitPoset p(2 * n, pairs);
    const auto r = realizer(p, budget);
    CHECK(r.extensions.size() == n);
    CHECK(realizes(p, r.extensions));
  }
  for (std::size_t n = 1; n <= 4; ++n) {
    std::vector<std::uint64_t> sets(std::size_t{1} << n);
    std::iota(sets.begin(), sets.end(), 0U);
    const ExplicitPoset cube = ExplicitPoset::of(SetOrder{}, sets);
    const auto r = realizer(cube, budget);
    CHECK(r.extensions.size() == n);
    CHECK(realizes(cube, r.extensions));
  }
  CHECK(realizer(ExplicitPoset(3, {{0, 1}, {1, 2}}), budget).extensions.size() == 1);
  CHECK(realizer(ExplicitPoset(4, {}), budget).extensions.size() == 2);
  CHECK(realizer(ExplicitPoset(0, {}), budget).extensions.size() == 1);

  Random random(12);
  std::size_t seen[4] = {0, 0, 0, 0};
  const std::size_t cases = scaled(150);
  for (std::size_t i = 0; i < cases; ++i) {
    const auto size = static_cast<std::size_t>(draw(random, 1, 6));
    const ExplicitPoset p(size, random_relation(random, size, 35));
    const auto r = realizer(p, budget);
    REQUIRE(realizes(p, r.extensions));
    REQUIRE(r.extensions.size() == r.lower);
    ++seen[r.lower];
    // All linear extensions, and the least number whose intersection is the order.
    std::vector<Node> order = elements_of(p);
    std::vector<std::uint64_t> reversals;  // pairs (x, y), x before y, as bits
    do {
      std::uint64_t bits = 0;
      bool extension = true;
      for (std::size_t x = 0; x < size; ++x) {
        for (std::size_t y = x + 1; y < size; ++y) {
          extension = extension && !p.less_equal(order[y], order[x]);
          bits |= std::uint64_t{1} << (order[x] * size + order[y]);
        }
      }
      if (extension) reversals.push_back(bits);
    } while (std::next_permutation(order.begin(), order.end()));
    std::uint64_t wanted = 0;
    for (Node x = 0; x < size; ++x) {
      for (Node y = 0; y < size; ++y) {
        if (x != y && p.less_equal(x, y)) wanted |= std::uint64_t{1} << (x * size + y);
      }
    }
    std::size_t least = 0;
    for (const std::uint64_t a : reversals) {
      if (a == wanted) least = 1;
    }
    for (std::size_t a = 0; a < reversals.size() && least == 0; ++a) {
      for (std::size_t b = a + 1; b < reversals.size() && least == 0; ++b) {
        if ((reversals[a] & reversals[b]) == wanted) least = 2;
      }
    }
    REQUIRE((least == 0 ? 3 : least) == r.extensions.size());  // at most 3 for six elements
  }
  expect_share(seen[1], cases, 0.1);  // 0.3
  expect_share(seen[2], cases, 0.3);  // 0.7
  Budget none({.nodes = 3});
  const ExplicitPoset wide(8, {});
  const auto stopped = realizer(wide, none);
  CHECK(stopped.extensions.empty());
  CHECK(stopped.lower == 2);
}

}  // namespace poset_test
