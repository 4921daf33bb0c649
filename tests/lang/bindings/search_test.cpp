// game.search, game.pob and game.go.Semeai.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <string>
#include <vector>

#include "lang/bindings/bindings.hpp"
#include "tests/decomp/go/races/rows.hpp"
#include "tests/lang/script.hpp"
#include "tests/testing.hpp"

namespace cgt::lang::testing::search_test {
namespace {

// Nim with heaps; who takes the last token wins.
constexpr const char* kNim = R"(class Heaps(heaps, maxMoves)
  def Empty := heaps.Max == 0;
  def ToMove := if Empty then Nothing elseif maxMoves then Left else Right end;
  def Moves := [[h,k] for h from 1 to heaps.Size for k from 1 to heaps[h]];
  def Play(move) := Heaps(
    [if h == move[1] then heaps[h] - move[2] else heaps[h] end for h from 1 to heaps.Size],
    not maxMoves);
  def Utility := if maxMoves then -1 else 1 end;
  def Estimate := 0;
  def Outcome := if Empty then [Utility] else Nothing end;
end;)";

TEST_CASE("games of scripts: every search finds what the theory of Nim says", "[search]") {
  Script s;
  s.text(kNim);
  int wins = 0;
  for (int a = 1; a <= 3; ++a) {
    for (int b = 0; b <= 3; ++b) {
      for (int c = 0; c <= 2; ++c) {
        const bool win = (a ^ b ^ c) != 0;
        wins += win ? 1 : 0;
        s.text("h := Heaps([" + std::to_string(a) + "," + std::to_string(b) + "," +
               std::to_string(c) + "], true);");
        const std::string value = win ? "1" : "-1";
        CHECK(s.text("[game.search.Minimax(h).Value, game.search.AlphaBeta(h).Value, "
                     "game.search.Mtd(h).Value, game.search.MaxN(h).Value[1]]") ==
              "[" + value + "," + value + "," + value + "," + value + "]");
        const std::string proved = win ? "true" : "false";
        CHECK(s.text("[game.search.DfPn(h, 1).Value, game.search.ProofNumber(h, 1).Value]") ==
              "[" + proved + "," + proved + "]");
        CHECK(s.text("game.pob.Query(game.pob.Vectors(1), h, [[1]], \"df-pn\").Value") ==
              (win ? "\"win\"" : "\"loss\""));
      }
    }
  }
  CHECK(wins > 10);
}

TEST_CASE("games of scripts: bounds in three searches and along an extension", "[search]") {
  Script s;
  std::mt19937 random(11);
  const auto pair = [&] {
    return "(" + std::to_string(random() % 4) + "," + std::to_string(random() % 4) + ")";
  };
  s.text("order := game.pob.Vectors(2);");
  s.text("def family(bounds) := {bound.ToSet for bound in bounds}.ToSet;");
  std::size_t wins = 0;
  const std::size_t trees = std::max<std::size_t>(40, cgt::testing::scaled(40));
  for (std::size_t i = 0; i < trees; ++i) {
    std::string tree = "[";
    for (int a = 0; a < 2; ++a) {
      tree += a == 0 ? "[" : ",[";
      for (int b = 0; b < 2; ++b) {
        tree += (b == 0 ? "[" : ",[") + pair() + "," + pair() + "]";
      }
      tree += "]";
    }
    s.text("t := game.search.Tree(" + tree + "]);");
    s.text("b := order.Minimal([" + pair() + "," + pair() + "]);");
    const std::string verdict = s.text("game.pob.Query(order, t, b).Value");
    wins += verdict == "\"win\"" ? 1 : 0;
    CHECK(s.text("game.pob.Query(order, t, b, \"df-pn\").Value") == verdict);
    CHECK(s.text("game.pob.Query(order, t, b, \"proof numbers\").Value") == verdict);
    CHECK(s.text("game.pob.LinearExtension(order, t, b).Value") == verdict);
    // The bound can be forced iff a bound of the frontier asks for as much.
    CHECK(s.text("f := game.pob.Frontier(order, t); [x for x in f where order.IsStronger(x, "
                 "b)].Size > 0") == (verdict == "\"win\"" ? "true" : "false"));
    CHECK(s.text("family(f) == family(game.pob.FrontierByQueries(order, t))") == "true");
    // In a lattice: the join, over the frontier, of the meet of each bound.
    CHECK(s.text("game.pob.Lattice(order, t).Value == ([[x[1] for x in c].Min for c in f].Max, "
                 "[[x[2] for x in c].Min for c in f].Max)") == "true");
    // What a preference leads to can be forced.
    CHECK(s.text("c := game.pob.Preference(order, t, x -> x[1] + 2 * x[2], " + std::to_string(i) +
                 ").Value; game.pob.Query(order, t, c).Value") == "\"win\"");
  }
  cgt::testing::expect_share(wins, trees, 0.4);           // 0.85
  cgt::testing::expect_share(trees - wins, trees, 0.07);  // 0.15
}

TEST_CASE("games of scripts: orders", "[search]") {
  Script s;
  CHECK(s.text("p := game.pob.Relation([1,2,3,4], [[1,2],[2,3]]); [p.Compare(1,3), p.Compare(3,1), "
               "p.Compare(4,1), p.Compare(4,4)]") == "[\"<\",\">\",\"incomparable\",\"=\"]");
  CHECK(s.text("g := game.pob.Games(); [g.Compare(0,^), g.Compare(*,0), g.Maximal([0,*,^,1])]") ==
        "[\"<\",\"incomparable\",[1]]");
  CHECK(s.text("q := game.pob.Subgoals([\"A\",\"B\",\"C\"], [[\"C\",\"A & B\"]]); "
               "[q.LessEqual(\"A | B\", \"C\"), q.LessEqual(\"C\", \"A & B\"), "
               "q.Compare(\"A\", \"B\")]") == "[true,false,\"incomparable\"]");
  CHECK(s.text("r := game.pob.Product([p, g]); [r.Compare([1,0],[2,*]), r.Compare([1,0],[2,^])]") ==
        "[\"incomparable\",\"<\"]");
  CHECK(s.text("order := game.pob.Vectors(2); [order.IsStronger([(6,8)],[(5,7)]), "
               "order.Accepts([(5,7)], (5,6))]") == "[true,false]");
  CHECK(s.text("w := game.pob.Weighted([[2,1],[5,1]]); l := game.pob.Lexicographic(2); "
               "[w.Compare((0,3),(1,0)), w.Compare((0,1),(1,0)), w.Compare((0,6),(1,0)), "
               "l.Compare((0,9),(1,0)), l.Compare((1,1),(1,1))]") ==
        "[\"incomparable\",\"<\",\">\",\"<\",\"=\"]");
  CHECK(s.text("n := game.pob.Intervals(); [n.Compare((1,3),(3,5)), n.Compare((1,3),(2,5)), "
               "n.Compare((1,3),(1,3))]") == "[\"<\",\"incomparable\",\"=\"]");
  CHECK(
      s.text("d := game.pob.Distributions(2); e := game.pob.Distributions(); "
             "[e.Compare([[0,1],[10,1]], [[5,1]]), d.Compare([[0,1],[10,1]], [[5,1]]), "
             "e.Compare([[1,1],[2,3]], [[1,1],[3,3]]), d.Compare([[1,2],[2,2]], [[2,1],[1,1]])]") ==
      "[\"incomparable\",\"<\",\"<\",\"=\"]");
  CHECK(s.error("d.Compare([], [[1,1]])").find("a distribution has an outcome") !=
        std::string::npos);
  CHECK(s.error("w.Compare((1,2,3), (1,2))").find("elements are 2 numbers") != std::string::npos);
  // What reads back is the same order.
  for (const char* name : {"p", "q", "r", "g", "w", "l", "n", "d", "e"}) {
    const std::string text = s.text(name);
    CHECK(s.text(text + " == " + name) == "true");
  }
}

TEST_CASE("games of scripts: lattices that are written down", "[search]") {
  Script s;
  s.text("t := game.search.Tree([[2,3],[3,1]]);");
  // Player 2 chooses below both moves: the meets are 1 and 1, or bottom and top.
  CHECK(s.text(
            "game.pob.Lattice(game.pob.Relation([1,2,3,4], [[1,2],[1,3],[2,4],[3,4]]), t).Value") ==
        "1");
  CHECK(s.text("game.pob.Lattice(game.pob.Relation([1,2,3,4], [[1,2],[1,3],[2,4],[3,4]]), "
               "game.search.Tree([2,3])).Value") == "4");
  CHECK(s.text("game.pob.Lattice(game.pob.Subgoals([\"A\",\"B\"]), "
               "game.search.Tree([\"A\",\"B\"])).Value") == "\"A & B\"");
  CHECK(s.error("game.pob.Lattice(game.pob.Relation([1,2,3], [[1,2],[1,3]]), "
                "game.search.Tree([2,3]))")
            .find("2 and 3 have no least element above both") != std::string::npos);
  CHECK(s.error("game.pob.Lattice(game.pob.Games(), t)").find("is not known as a lattice") !=
        std::string::npos);
  // Of 2^3 without its top and bottom the dimension is 3 (Dushnik and Miller 1941).
  CHECK(s.text("game.pob.Relation([1,2,3,12,13,23], [[1,12],[1,13],[2,12],[2,23],[3,13],[3,23]])"
               ".Realizer.Size") == "3");
  CHECK(s.text("game.pob.Vectors(2).Realizer([(1,2),(2,1),(0,0)]).Size") == "2");
}

TEST_CASE("games of scripts: unknown and possible outcomes", "[search]") {
  Script s;
  s.text(R"(class Leafy(at, values)
  def ToMove := if at == 0 then Left else Nothing end;
  def Moves := [n for n from 1 to values.Size];
  def Play(n) := Leafy(n, values);
  def Outcome := if at == 0 then Nothing else values[at] end;
end;
numbers := game.pob.Vectors(1);
def ask(values) := game.pob.Query(numbers, Leafy(0, values), [[2]]).Value;)");
  CHECK(s.text("[ask([[1],[2]]), ask([[1],Nothing]), ask([[1],{[2],[3]}]), ask([{[1],[2]}]), "
               "ask([{[0],[1]}])]") == "[\"win\",\"unknown\",\"win\",\"unknown\",\"loss\"]");
  CHECK(s.error("ask([{}])").find("Outcome is the empty set") != std::string::npos);
  const std::string leaf = " needs one certain outcome at every leaf";
  const std::string state = "(numbers, Leafy(0, [[1],Nothing])";
  CHECK(s.error("game.pob.Frontier" + state + ")").find("a frontier" + leaf) != std::string::npos);
  CHECK(s.error("game.pob.FrontierByQueries" + state + ")").find("a frontier" + leaf) !=
        std::string::npos);
  CHECK(
      s.error("game.pob.LinearExtension" + state + ", [[2]])").find("a linear extension" + leaf) !=
      std::string::npos);
}

TEST_CASE("games of scripts: long games, budgets", "[search]") {
  Script s;
  s.text(R"(class Long(n)
  def ToMove := if n == 0 then Nothing elseif n % 2 == 0 then Left else Right end;
  def Moves := [1];
  def Play(m) := Long(n - m);
  def Utility := 1;
end;)");
  CHECK(s.text("game.search.AlphaBeta(Long(30000)).Value") == "1");
  CHECK(s.text("game.search.DfPn(Long(30000), 1).Value") == "true");
  CHECK(
      s.text("r := game.search.AlphaBeta(Long(1000), Nothing, 10); [r.Value, r.IsExact, r.Stop]") ==
      "[Nothing,false,\"node budget spent\"]");
  Budget::Limits small;
  small.nodes = 500;
  CHECK(s.session.evaluate("game.search.Minimax(Long(30000))", small).status ==
        Status::kOutOfBudget);
  // 2^60 nodes, of which 61 are different.
  s.text("t := [1,2]; for i from 1 to 60 do t := [t,t]; end;");
  CHECK(s.text("game.search.AlphaBeta(game.search.Tree(t)).Value") == "2");
}

// The labels of a picture, in its order.
std::vector<std::string> labels(const std::string& svg) {
  std::vector<std::string> out;
  for (std::size_t end = svg.find("</text>"); end != std::string::npos;
       end = svg.find("</text>", end + 1)) {
    const std::size_t begin = svg.rfind('>', end) + 1;
    out.push_back(svg.substr(begin, end - begin));
  }
  return out;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++found;
  return found;
}

TEST_CASE("a search of a script, node by node", "[search]") {
  Script s;
  s.text("t := game.search.Tree([[3,12,8],[2,4,6],[14,5,2]]);");
  s.text("a := game.search.AlphaBeta(t, scout => false, trace => true).Trace;");
  CHECK(s.text("a.Rows") ==
        "[[Nothing,Nothing,1,-inf,inf,\"=\",3,\"all moves tried\",0],"
        "[1,1,2,-inf,inf,\"=\",3,\"all moves tried\",0],"
        "[2,1,Nothing,-inf,inf,\"=\",3,\"end of play\",0],"
        "[2,2,Nothing,-inf,3,\"=\",12,\"end of play\",0],"
        "[2,3,Nothing,-inf,3,\"=\",8,\"end of play\",0],"
        "[1,2,2,3,inf,\"<=\",2,\"alpha cut-off\",2],"
        "[6,1,Nothing,3,inf,\"=\",2,\"end of play\",0],"
        "[1,3,2,3,inf,\"<=\",2,\"all moves tried\",0],"
        "[8,1,Nothing,3,inf,\"=\",14,\"end of play\",0],"
        "[8,2,Nothing,3,14,\"=\",5,\"end of play\",0],"
        "[8,3,Nothing,3,5,\"=\",2,\"end of play\",0]]");
  // Figure 5 of chapter 5 of Russell and Norvig, "Artificial Intelligence: A Modern Approach": stages (a)
  // to (f), of which the last shows two leaves more.
  const auto stage = [&](int leaves) {
    return labels(s.session.evaluate("a.Svg(" + std::to_string(leaves) + ")").value.as_string());
  };
  using Labels = std::vector<std::string>;
  const std::string b = "▽ [-∞, 3]";
  CHECK(stage(1) == Labels{"△ [-∞, ∞]", b, "3"});
  CHECK(stage(2) == Labels{"△ [-∞, ∞]", b, "3", "12"});
  CHECK(stage(3) == Labels{"△ [3, ∞]", "▽ [3, 3]", "3", "12", "8"});
  CHECK(stage(4) == Labels{"△ [3, ∞]", "▽ [3, 3]", "3", "12", "8", "▽ [-∞, 2]", "2"});
  CHECK(stage(5) ==
        Labels{"△ [3, 14]", "▽ [3, 3]", "3", "12", "8", "▽ [-∞, 2]", "2", "▽ [-∞, 14]", "14"});
  CHECK(stage(7) == Labels{"△ [3, 3]", "▽ [3, 3]", "3", "12", "8", "▽ [-∞, 2]", "2", "▽ [2, 2]",
                           "14", "5", "2"});
  const std::string all = s.session.evaluate("a.Svg").value.as_string();
  CHECK(labels(all) == stage(7));
  CHECK(count(all, "<circle ") == 2);
  CHECK(count(all, "stroke-dasharray") == 2);
  // Depth by depth only where one depth learns from the last.
  s.text(kNim);
  s.text("def roots(r) := [x for x in r.Trace.Rows where x[1] == Nothing].Size;");
  CHECK(
      s.text("h := Heaps([2,1], true); [roots(game.search.AlphaBeta(h, 3, trace => true)), "
             "roots(game.search.AlphaBeta(h, 3, table => false, killers => false, trace => true)), "
             "roots(game.search.Minimax(h, 3, trace => true))]") == "[3,1,1]");
  CHECK(s.text("m := game.search.Mtd(t, trace => true); m.Trace.Rows.Size == m.Nodes") == "true");
  CHECK(s.error("game.search.AlphaBeta(t, trace => 3)").find("trace is an Integer") !=
        std::string::npos);
  CHECK(s.error("a.Svg(0)").find("at least one leaf") != std::string::npos);
}

TEST_CASE("finite orders: covers and Hasse diagrams", "[search]") {
  Script s;
  std::mt19937 random(5);
  for (std::size_t i = 0; i < 100; ++i) {
    const int n = 1 + static_cast<int>(random() % 7);
    std::vector<std::vector<bool>> below(n + 1, std::vector<bool>(n + 1));
    std::string pairs;
    for (int a = 1; a <= n; ++a) {
      for (int b = a + 1; b <= n; ++b) {
        if (random() % 3 != 0) continue;
        below[a][b] = true;
        pairs += fmt::format("{}[{},{}]", pairs.empty() ? "" : ",", a, b);
      }
    }
    for (int c = 1; c <= n; ++c) {
      for (int a = 1; a < c; ++a) {
        for (int b = c + 1; b <= n; ++b) below[a][b] = below[a][b] || (below[a][c] && below[c][b]);
      }
    }
    std::string covers;
    std::size_t lines = 0;
    for (int a = 1; a <= n; ++a) {
      for (int b = a + 1; b <= n; ++b) {
        bool cover = below[a][b];
        for (int c = a + 1; c < b; ++c) cover = cover && !(below[a][c] && below[c][b]);
        if (!cover) continue;
        covers += fmt::format("{}[{},{}]", lines++ == 0 ? "" : ",", a, b);
      }
    }
    s.text(fmt::format("p := game.pob.Relation(1..{}, [{}]);", n, pairs));
    CHECK(s.text("p.Covers") == "[" + covers + "]");
    CHECK(s.text("p.Elements == [x for x in 1.." + std::to_string(n) + "]") == "true");
    // The bound of the last number accepts what is above it.
    const int x = 1 + static_cast<int>(random() % static_cast<unsigned>(n));
    const auto above = static_cast<std::size_t>(std::ranges::count(below[x], true));
    const std::string svg =
        s.session.evaluate(fmt::format("p.Svg(bound => [{}])", x)).value.as_string();
    CHECK(labels(svg).size() == static_cast<std::size_t>(n) + 1);
    CHECK(count(svg, "<line ") == lines);
    CHECK(count(svg, "#f2b632") == 1);
    CHECK(count(svg, "#f9e4b0") == above);
  }
  CHECK(s.text("g := game.pob.Subgoals([\"A\",\"B\"]); [g.Elements, g.Covers.Size]") ==
        "[[\"true\",\"A | B\",\"A\",\"B\",\"A & B\"],5]");
  CHECK(s.text("w := game.pob.Vectors(2); w.Covers([(1,1),(1,2),(2,1),(2,2),(1,1)]).Size") == "4");
  CHECK(s.error("w.Covers").find("does not list its elements") != std::string::npos);
  CHECK(s.error("w.Covers([1])").find("not an element") != std::string::npos);
}

TEST_CASE("games of scripts: what is wrong is said with its place", "[search]") {
  Script s;
  s.text(R"(class Bad(kind)
  def ToMove := if kind == "mover" then 7 elseif kind == "end" then Nothing else Left end;
  def Moves := if kind == "method" then [].Max else if kind == "none" then [] else [1] end end;
  def Play(m) := if kind == "play" then 3 else Bad(if kind == "deep" then kind else "end" end) end;
  def Utility := if kind == "end" then 1/2 else 1 end;
end;)");
  const auto has = [&](const char* script, const char* part) {
    const std::string text = s.error(script);
    INFO(text);
    CHECK(text.find(part) != std::string::npos);
    CHECK(text.find("<input>:") != std::string::npos);
  };
  has("game.search.AlphaBeta(3)", "needs a state of a game, not an Integer");
  has("game.search.AlphaBeta(Bad(\"mover\"))", "ToMove is 7, which is not a player");
  has("game.search.AlphaBeta(Bad(\"play\"))", "Play(1) gives an Integer");
  has("game.search.AlphaBeta(Bad(\"none\"))", "has no moves");
  has("game.search.AlphaBeta(Bad(\"\"))", "Utility is 1/2");
  has("game.search.AlphaBeta(Bad(\"\"))", "common denominator");
  has("game.search.MaxN(Bad(\"method\"))", "Max of an empty collection");
  has("game.search.AlphaBeta(Bad(\"deep\"), 1)", "Estimate");
  has("game.search.AlphaBeta(Bad(\"\"), 0)", "a depth limit of 0 plies");
  has("game.search.Tree([[],3])", "a list without elements");
  has("game.pob.Query(3, Bad(\"\"), [1])", "needs a partial order");
  has("game.pob.Query(game.pob.Vectors(1), Bad(\"\"), [[1],[2]])", "is not a bound");
  has("game.pob.Query(game.pob.Vectors(1), game.search.Tree([[1],2]), [[1]])", "is not an element");
  has("game.pob.Query(game.pob.Vectors(1), game.search.Tree([1]), [[1]], \"x\")",
      "there is no search");
  has("game.pob.Relation([1,2], [[1,2],[2,1]])", "not a partial order: 1 <= 2 and 2 <= 1");
  has("game.pob.Relation([1,2], [[1,3]])", "3 is not an element");
  has("game.pob.Subgoals([\"A\"]).LessEqual(\"A &\", \"A\")",
      "a goal is missing at the end (line 1, column 4 of the text)");
  has("game.pob.Subgoals([\"A\"], [[\"A\"]])", "[\"A\"] is not an implication");
  has("game.pob.Relation([1,2], [[1]])", "[1] is not a pair");
  has("game.go.Semeai(\"X.O/..\")", "row 2 has 2 points");
  has("game.go.Semeai(\"X.O.X\")", "which black (X) block is essential");
}

TEST_CASE("game.go.Semeai answers for both who may move first", "[go]") {
  Script s;
  int rows = 0;
  for (const auto& row : cgt::testing::semeai_rows()) {
    ++rows;
    INFO(row.name);
    CHECK(s.text("game.go.Semeai(\"" + row.diagram + "\").Verdict(" +
                 (row.first == Player::kLeft ? "Left" : "Right") + ")") ==
          "\"" + row.verdict + "\"");
  }
  CHECK(rows == 32);
  CHECK(s.text("r := game.go.Semeai(\"X.O.X\", [\"A1\",\"C1\"]); "
               "[r.Verdict(Left), r.Verdict(Right), r.Line(Left)]") ==
        "[\"live\",\"live\",[\"B pass\",\"W B1\"]]");
}

TEST_CASE("a race prints as what reads back, and has one name", "[go]") {
  Script s;
  for (const char* text : {"game.go.Semeai(\"WWWWW/W...W/WXXXW/BOOOB/B.B.B/BBBBB\")",
                           "game.go.Semeai(\"X.O.X\",[\"E1\",\"C1\"])",
                           "game.go.Semeai(\"X.O.XX/X.O...\",[\"A2\",\"E2\",\"C2\"])"}) {
    CHECK(s.text(text) == text);
  }
  // Any stone of a block names it.
  CHECK(s.text("a := game.go.Semeai(\"X.O.X/X.O..\", [\"A1\",\"C1\"]); "
               "[a, a == game.go.Semeai(\"X.O.X/X.O..\", [\"C2\",\"A2\",\"A1\"]), "
               "a == game.go.Semeai(\"X.O.X/X.O..\"), "
               "a == game.go.Semeai(\"X.O.X/X.O..\", [\"E2\",\"C1\"])]") ==
        "[game.go.Semeai(\"X.O.X/X.O..\",[\"A2\",\"C2\"]),true,true,false]");
}

TEST_CASE("races on whole boards", "[go]") {
  Script s;
  s.text("b := game.go.Board(\"...../OOOOO/O...O/OXXXO/XOOOX/X.X.X/XXXXX/.....\");");
  const std::string race = s.text("b.Semeai([\"C5\",\"D4\"])");
  CHECK(race ==
        "game.go.Semeai(\"...../WWWWW/W...W/WXXXW/BOOOB/B.B.B/BBBBB/.....\",[\"B5\",\"B4\"])");
  // The same with the safe stones drawn.
  CHECK(s.text(race + " == b.Semeai([\"C5\",\"D4\"])") == "true");
  s.text("drawn := game.go.Semeai(\"WWWWW/W...W/WXXXW/BOOOB/B.B.B/BBBBB\");");
  CHECK(s.text("r := b.Semeai([\"B5\",\"B4\"]); [r.Verdict(Left) == drawn.Verdict(Left), "
               "r.Verdict(Right) == drawn.Verdict(Right), r.Line(Right)]") ==
        "[true,true,[\"W B6\",\"B B3\",\"W C6\",\"B D3\"]]");
  // With others that can be taken, White's wall is a block of the race.
  CHECK(s.text("b.Semeai([\"B5\",\"B4\"], [\"A5\"])") ==
        "game.go.Semeai(\"...../OOOOO/O...O/OXXXO/BOOOB/B.B.B/BBBBB/.....\",[\"B5\",\"B4\"])");
  const auto has = [&](const char* script, const char* part) {
    const std::string text = s.error(script);
    INFO(text);
    CHECK(text.find(part) != std::string::npos);
    CHECK(text.find("<input>:1:1") != std::string::npos);
  };
  has("b.Semeai([\"B5\"])", "no white (O) block is essential");
  has("b.Semeai([\"B5\",\"B4\"], [\"A1\"])", "there is no stone at A1");
  has("b.Semeai([\"B5\",\"K4\"])", "\"K4\" is not a point of the board");
}

}  // namespace
}  // namespace cgt::lang::testing::search_test
