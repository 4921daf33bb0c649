#include <catch2/catch.hpp>
#include <fstream>
#include <random>
#include <set>
#include <string>

#include "cgt/support/budget.hpp"
#include "cgt/support/diagnostic.hpp"
#include "cgt/text/loopy_text.hpp"
#include "tests/cgt/loopy/loopy_graphs.hpp"
#include "tests/files.hpp"
#include "tests/testing.hpp"

namespace cgt::testing::loopy_test {
namespace {

// Are two sides equal, by ranks?
bool same_side(const ExplicitGraph& a, std::uint32_t v, const ExplicitGraph& b, Side side) {
  return order_by_ranks(a, b, side)[v][0] && order_by_ranks(b, a, side)[0][v];
}

std::string letters(LoopyGames& games, const LoopyValue& g) {
  const LoopyOutcome outcome = games.outcome(g);
  const auto letter = [](OutcomeClass o) { return std::string(1, "LRNP"[static_cast<int>(o)]); };
  const std::string on = letter(outcome.onside);
  const std::string off = letter(outcome.offside);
  return on + "/" + off;
}

TEST_CASE("loopy values are as another program found them", "[loopy]") {
  Store store;
  LoopyGames games(store);
  std::ifstream in(test_data() + "/cgt/data/loopy.tsv");
  REQUIRE(in);
  std::size_t rows = 0;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::vector<std::string> cells;
    for (std::size_t at = 0; at != std::string::npos;) {
      const std::size_t tab = line.find('\t', at);
      cells.push_back(line.substr(at, tab == std::string::npos ? tab : tab - at));
      at = tab == std::string::npos ? tab : tab + 1;
    }
    INFO(line);
    REQUIRE(cells.size() == 4);
    ++rows;
    const LoopyValue g = parse_loopy(games, cells[1]);
    const std::string& kind = cells[0];
    const std::string& expected = cells[3];
    if (kind == "cmp") {
      const Relation r = games.compare(g, parse_loopy(games, cells[2]));
      const std::string sign = r == Relation::kLess      ? "<"
                               : r == Relation::kGreater ? ">"
                               : r == Relation::kEqual   ? "=="
                                                         : "<>";
      CHECK(sign == expected);
    } else if (kind == "value") {
      CHECK(games.equal(g, parse_loopy(games, expected)));
    } else if (kind == "sum") {
      CHECK(games.equal(games.add(g, parse_loopy(games, cells[2])), parse_loopy(games, expected)));
    } else if (kind == "degree") {
      CHECK(games.equal(games.degree(g.stopper()), parse_loopy(games, expected)));
    } else if (kind == "outcome") {
      const bool matches = letters(games, g) == expected || name(games.outcome(g)) == expected;
      CHECK(matches);
    } else if (kind == "vertices") {
      CHECK(std::to_string(games.followers(g.stopper()).size()) == expected);
    } else {
      FAIL("unknown kind");
    }
  }
  CHECK(rows == 268);
}

TEST_CASE("all graphs with two vertices have 26 values", "[loopy]") {
  Store store;
  LoopyGames games(store);
  std::vector<LoopyValue> values;
  std::vector<ExplicitGraph> graphs;
  for (unsigned bits = 0; bits < 256; ++bits) {
    ExplicitGraph graph;
    graph.vertices.resize(2);
    for (unsigned edge = 0; edge < 8; ++edge) {
      if ((bits >> edge & 1U) != 0) {
        const Player player = (edge & 2U) == 0 ? Player::kLeft : Player::kRight;
        graph.vertices[edge / 4][player].push_back(edge & 1U);
      }
    }
    const LoopyValue g = games.values(system_of(graph))[0];
    CHECK(g.is_stopper_sided());
    if (std::ranges::none_of(values, [&](const LoopyValue& h) { return games.equal(g, h); }))
      values.push_back(g);
    graphs.push_back(std::move(graph));
  }
  CHECK(values.size() == 26);
  CHECK(std::ranges::count_if(values, [](const LoopyValue& g) { return g.is_stopper(); }) == 10);
  // Every pair of the graphs in order as ranks have it.
  std::vector<LoopyValue> all;
  for (const ExplicitGraph& graph : graphs) all.push_back(games.values(system_of(graph))[0]);
  for (std::size_t i = 0; i < graphs.size(); i += 3) {
    for (std::size_t j = 0; j < graphs.size(); ++j) {
      for (const Side side : kSides) {
        const bool expected = order_by_ranks(graphs[i], graphs[j], side)[0][0];
        if (games.leq(all[i], all[j], side) != expected) {
          CAPTURE(i, j);
          CHECK(games.leq(all[i], all[j], side) == expected);
        }
      }
    }
  }
}

// Canonical stoppers with so many followers, from all graphs with so many vertices.
std::set<LoopyId> stoppers_with(LoopyGames& games, unsigned n) {
  std::set<LoopyId> found;
  const unsigned edges = 2 * n * n;
  for (std::uint64_t bits = 0; bits < (std::uint64_t{1} << edges); ++bits) {
    LoopyGraph plain;
    LoopySystem system;
    for (unsigned v = 0; v < n; ++v) {
      plain.vertices.emplace_back();
      system.add();
    }
    for (unsigned e = 0; e < edges; ++e) {
      if ((bits >> e & 1U) == 0) continue;
      const Player player = e / n % 2 == 0 ? Player::kLeft : Player::kRight;
      plain.vertices[e / (2 * n)][player].push_back(LoopyId::vertex(e % n));
      system.add_move(e / (2 * n), player, e % n);
    }
    if (AlternatingCycles(plain, games.store()).any()) continue;
    const LoopyId g = games.values(system)[0].stopper();
    if (games.followers(g).size() == n) found.insert(g);
  }
  return found;
}

TEST_CASE("there are 3, 7 and 42 stoppers with 1, 2 and 3 vertices", "[loopy][long]") {
  Store store;
  LoopyGames games(store);
  std::vector<LoopyId> small;
  const std::size_t expected[] = {3, 7, 42};
  const std::size_t loopfree[] = {1, 3, 13};
  std::vector<LoopyId> three;
  for (unsigned n = 1; n <= 3; ++n) {
    const std::set<LoopyId> found = stoppers_with(games, n);
    CHECK(found.size() == expected[n - 1]);
    CHECK(static_cast<std::size_t>(std::ranges::count_if(
              found, [](LoopyId g) { return g.is_short(); })) == loopfree[n - 1]);
    small.insert(small.end(), found.begin(), found.end());
    if (n == 3) three.assign(found.begin(), found.end());
  }
  // Those with four are a set of three that leads nowhere else, and one vertex above it.
  std::set<LoopyId> four;
  for (std::size_t i = 0; i < small.size(); ++i) {
    for (std::size_t j = i + 1; j < small.size(); ++j) {
      for (std::size_t k = j + 1; k < small.size(); ++k) {
        const std::set<LoopyId> below{small[i], small[j], small[k]};
        const bool closed = std::ranges::all_of(below, [&](LoopyId g) {
          const std::vector<LoopyId> all = games.followers(g);
          return std::ranges::all_of(all, [&](LoopyId f) { return below.contains(f); });
        });
        if (!closed) continue;
        const std::vector<LoopyId> options(below.begin(), below.end());
        for (unsigned bits = 0; bits < 256; ++bits) {
          if ((bits & 3U) == 3U) continue;  // both pass: no stopper
          LoopySystem system;
          system.add();
          if ((bits & 1U) != 0) system.add_move(0, Player::kLeft, 0);
          if ((bits & 2U) != 0) system.add_move(0, Player::kRight, 0);
          for (unsigned o = 0; o < 6; ++o) {
            if ((bits >> (o + 2) & 1U) != 0)
              system.add_option(0, o < 3 ? Player::kLeft : Player::kRight,
                                LoopyValue(options[o % 3]));
          }
          const LoopyId g = games.values(system)[0].stopper();
          if (games.followers(g).size() == 4) four.insert(g);
        }
      }
    }
  }
  CHECK(four.size() == 362);
  CHECK(std::ranges::count_if(four, [](LoopyId g) { return g.is_short(); }) == 86);
  // The order of all pairs of the 42, and what is printed of all.
  for (const LoopyId g : three) {
    const ExplicitGraph a = unfolded(games, {g, {}});
    for (const LoopyId h : three) {
      const ExplicitGraph b = unfolded(games, {h, {}});
      CHECK(games.leq(g, h) == order_by_ranks(a, b, Side::kOnside)[0][0]);
      CHECK(games.leq(g, h) == order_by_ranks(a, b, Side::kOffside)[0][0]);
    }
  }
  small.insert(small.end(), four.begin(), four.end());
  for (const LoopyId g : small) {
    for (const Notation notation : {Notation::kCanonical, Notation::kCgsuite}) {
      const std::string text = to_text(games, LoopyValue(g), {notation, 0});
      INFO(text);
      CHECK(games.equal(parse_loopy(games, text), LoopyValue(g)));
    }
    CHECK(games.negate(games.negate(g)) == g);
  }
}

TEST_CASE("random graphs: sides, order and sums agree with ranks", "[loopy][random]") {
  std::mt19937_64 random(17);
  Store store;
  LoopyGames games(store);
  const std::size_t cases = scaled(2'000);
  std::size_t loops = 0;
  std::size_t pairs = 0;
  std::size_t unsided = 0;
  ExplicitGraph last{{{}}};
  LoopyValue last_value(kZero);
  for (std::size_t i = 0; i < cases; ++i) {
    const ExplicitGraph graph = random_graph(random, 6);
    const std::size_t n = graph.vertices.size();
    const std::vector<LoopyValue> values = games.values(system_of(graph));
    const LoopyValue& g = values[0];
    loops += g.is_short() ? 0 : 1;
    pairs += g.is_stopper() ? 0 : 1;
    unsided += g.is_stopper_sided() ? 0 : 1;
    CAPTURE(i, to_text(games, g, {Notation::kCanonical, 300}));
    for (const Side side : kSides) {
      // Every position has the value that it is said to have.
      for (std::uint32_t v = 0; v < n; ++v) {
        const ExplicitGraph found = unfolded(games, values[v].side(side));
        if (!same_side(graph, v, found, side)) {
          CAPTURE(v);
          FAIL_CHECK("a side is not equal to its source");
        }
      }
      CHECK(games.leq(g, last_value, side) == order_by_ranks(graph, last, side)[0][0]);
      CHECK(games.leq(last_value, g, side) == order_by_ranks(last, graph, side)[0][0]);
    }
    if (g.is_stopper_sided()) CHECK(games.leq(g.side(Side::kOffside).id, g.side(Side::kOnside).id));
    const LoopyValue sum = games.add(g, last_value);
    const ExplicitGraph both = product(graph, last);
    for (const Side side : kSides) CHECK(same_side(both, 0, unfolded(games, sum.side(side)), side));
    CHECK(games.equal(sum, games.add(last_value, g)));
    if (g.is_stopper_sided()) {
      const std::string text = to_text(games, g);
      CHECK(games.equal(parse_loopy(games, text), g));
    }
    last = graph;
    last_value = g;
  }
  expect_share(loops, cases, 0.2);
  expect_share(pairs, cases, 0.05);
  CHECK(unsided * 50 < cases);
}

TEST_CASE("Bach's carousel is not shown to be stopper-sided, and keeps its sides", "[loopy]") {
  Store store;
  LoopyGames games(store);
  const LoopyValue g = parse_loopy(games, "a{0,{1|1,{*,{1+*|1+*,a}|*}}|0}");
  CHECK_FALSE(g.is_stopper_sided());
  CHECK_THROWS_AS(games.side(g, Side::kOnside), Error);
  const LoopyValue read = parse_loopy(games, to_text(games, g));
  CHECK(games.equal(read, g));
  CHECK(games.equal(
      games.subtract(games.add(g, LoopyValue(store.integer(3))), LoopyValue(store.integer(3))), g));
  CHECK_FALSE(games.is_infinitesimal(g));
}

TEST_CASE("a stopper that is not a plumtree, and the smallest witness of a cycle", "[loopy]") {
  Store store;
  LoopyGames games(store);
  const LoopyValue four = parse_loopy(games, "a{0||||0|||a|*||*}");
  REQUIRE(four.is_stopper());
  CHECK_FALSE(games.is_plumtree(four.stopper()));
  CHECK(games.followers(four.stopper()).size() == 6);
  // dud: Left and Right pass by turns; on: only Left does.
  LoopyGraph dud;
  dud.vertices.push_back({{{{LoopyId::vertex(0)}, {LoopyId::vertex(0)}}}});
  const auto cycle = AlternatingCycles(dud, store).witness(0);
  CHECK(cycle.size() == 2);
  LoopyGraph on;
  on.vertices.push_back({{{{LoopyId::vertex(0)}, {}}}});
  CHECK(AlternatingCycles(on, store).witness(0).empty());
  // Left may move twice in a row: then the lower position, where both pass, counts.
  LoopyGraph below;
  below.vertices.push_back({{{{LoopyId::vertex(1)}, {}}}});
  below.vertices.push_back({{{{LoopyId::vertex(2)}, {}}}});
  below.vertices.push_back({{{{LoopyId::vertex(1)}, {LoopyId::vertex(2)}}}});
  CHECK(AlternatingCycles(below, store).reachable_from(0) == AlternatingCycles(below, store).any());
}

TEST_CASE("one short value has one word, whatever graph it comes from", "[loopy]") {
  Store store;
  LoopyGames games(store);
  for (const auto& [graph, value] : {std::pair{"a{0|{1|{a|0}}}", "1"},
                                     {"{0||pass,1|-1}", "1"},
                                     {"a{1,{a|0}|0}", "{1|0}"},
                                     {"{over|over}", "over"},
                                     {"{0,pass|1}", "1+under"},
                                     {"a{*,0|0,a}+*", "{0|*,pass}"}}) {
    INFO(graph);
    const LoopyValue g = parse_loopy(games, graph);
    const LoopyValue h = parse_loopy(games, value);
    REQUIRE(g.is_stopper());
    CHECK(g.stopper() == h.stopper());
  }
}

struct Refused {
  std::string message;
  std::size_t at = 0;
  std::size_t length = 0;
  friend bool operator==(const Refused&, const Refused&) = default;
};
Refused refusal(const std::string& text) {
  Store store;
  LoopyGames games(store);
  try {
    const LoopyValue g = parse_loopy(games, text);
    return {"read as " + to_text(games, g, {Notation::kCanonical, 40}), 0, 0};
  } catch (const InputError& error) {
    const Diagnostic& first = error.diagnostics().front();
    return {first.message, first.span.offset, first.span.length};
  }
}

TEST_CASE("texts of loopy values that are wrong are refused with their place", "[loopy]") {
  const std::string only = "this is an option only: it has no value before its braces are closed";
  CHECK(refusal("pass") == Refused{"pass stands outside of braces", 0, 4});
  CHECK(refusal("{1|0+pass}") == Refused{only, 5, 4});
  CHECK(refusal("{pass+1|}") == Refused{only, 1, 4});
  CHECK(refusal("{1|pass & 0}") == Refused{only, 3, 4});
  CHECK(refusal("{0|a}") == Refused{"the name 'a' is not bound here", 3, 1});
  CHECK(refusal("{a{0|a}|a}") == Refused{"the name 'a' is not bound here", 8, 1});
  CHECK(refusal("a{0|-a}") == Refused{only, 5, 1});
  CHECK(refusal("a{0|-{1|a}}") == Refused{only, 5, 5});
  CHECK(refusal("a{0|(a)}") == Refused{only, 5, 1});
  CHECK(refusal("{0|+-pass}") == Refused{only, 5, 4});
  CHECK(refusal("a{a{0|a}|a}") == Refused{"this name is already bound around here", 2, 1});
  CHECK(refusal("on{0|on}") == Refused{"this name has a meaning of its own", 0, 2});
  CHECK(refusal("v{0|1}") == Refused{"this name has a meaning of its own", 0, 1});
  CHECK(refusal("on on") == Refused{"an operator is missing before this", 3, 2});
  CHECK(refusal("1 over") == Refused{"an operator is missing before this", 2, 4});
  CHECK(refusal("1 + (0 & 1)") ==
        Refused{"in S & T, the onside S must be greater than or equal to the offside T", 7, 1});
  CHECK(refusal("over &") == Refused{"a value is missing here", 5, 1});
  CHECK(refusal("over & on & off") == Refused{"a value has two sides only", 10, 1});
  CHECK(refusal("{0|pass") == Refused{"this bracket is never closed", 0, 1});
  CHECK(refusal("a{1,2}") == Refused{"a game needs a bar", 0, 1});
  CHECK(refusal("^[on") == Refused{"this power of up is not closed", 1, 3});
  CHECK(refusal("^[over]") == Refused{"a power of up is a number or on", 2, 1});
  CHECK(refusal("a") == Refused{"the name 'a' is not bound here", 0, 1});
  CHECK(refusal("{|pass,}") == Refused{"a value is missing before this", 7, 1});
  CHECK(refusal("+-{1,pass}") == Refused{"the options of +-{...} are values", 5, 4});
  CHECK(refusal("{0|pass|1}") == Refused{"two bars of the same length do not nest", 7, 1});
  CHECK(refusal("1/3+on") == Refused{"this is not the value of a game", 2, 1});
}

TEST_CASE("loopy values read what short games do, and names", "[loopy]") {
  Store store;
  LoopyGames games(store);
  const auto same = [&](const char* a, const char* b) {
    return games.equal(parse_loopy(games, a), parse_loopy(games, b));
  };
  CHECK(same("-5vTiny(2)", "-5+v+Tiny(2)"));
  CHECK(same("1over", "1 + over"));
  CHECK(same("-1over", "-1 + over"));
  CHECK(same("-upon", "v[on]"));
  CHECK(same("-(upon+*)", "-upon+*"));
  CHECK(same("v[on]*", "-^[on]+*"));
  CHECK(same("+-{over,1}", "{over,1|under,-1}"));
  CHECK(same("a{0|||||b{*|||a|b||pass||||2}}", "a{0|b{{*|{{a|b}|pass}}|2}}"));
  CHECK(same("{1 & 0|0}", "{tis|0}"));
  CHECK(same("(on & off)", "dud"));
  // A label can be used again beside the braces that it names, and inside of none of them.
  CHECK(same("{a{0|a}||a{1|a}|a{2|a}}", "{over||1over|2over}"));
}

TEST_CASE("hostile texts of loopy values end quickly", "[loopy]") {
  constexpr std::size_t kMany = 300'000;
  CHECK(refusal(std::string(kMany, '{')).message == "this bracket is never closed");
  CHECK(refusal("{0|" + std::string(kMany, '(') + "over").message ==
        "this bracket is never closed");
  // Each brace inside of all that were opened before, and each name used at the end.
  std::string names;
  std::string uses;
  for (std::size_t i = 0; i < 50'000; ++i) {
    names += "a" + std::to_string(i) + "{";
    uses += "a" + std::to_string(i) + ",";
  }
  CHECK(refusal(names + uses + "?").message == "this does not belong to a value");
  // All lengths of bars, the longest first and last: as deep as bars go.
  std::string bars = "{0";
  for (std::size_t n = 1; n <= 1'000; ++n) bars += std::string(n, '|') + "over";
  CHECK(refusal(bars + "?").message == "this does not belong to a value");
  std::string falling = "{0";
  for (std::size_t n = 1'000; n >= 1; --n) falling += std::string(n, '|') + "0";
  CHECK(refusal(falling + "}").message.starts_with("read as"));
}

TEST_CASE("a budget stops loopy work and loses nothing", "[loopy]") {
  Store store;
  LoopyGames games(store);
  const LoopyValue u = parse_loopy(games, "{0|upon}");
  for (std::uint64_t nodes = 1'024; nodes < 200'000; nodes *= 2) {
    try {
      Budget budget({nodes});
      const Store::BudgetScope scope(store, budget);
      games.multiple(24, u);
      break;
    } catch (const BudgetExhausted&) {
      CHECK(games.equal(parse_loopy(games, "over+over"), LoopyValue(games.over())));
    }
  }
  Store fresh;
  LoopyGames others(fresh);
  CHECK(to_text(games, games.multiple(12, u)) ==
        to_text(others, others.multiple(12, parse_loopy(others, "{0|upon}"))));
}

}  // namespace
}  // namespace cgt::testing::loopy_test
