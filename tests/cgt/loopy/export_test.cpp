// Loopy values as JSON, SVG, Graphviz and LaTeX.
#include <algorithm>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <utility>

#include "cgt/pictures/tree.hpp"
#include "cgt/support/diagnostic.hpp"
#include "cgt/text/json.hpp"
#include "cgt/text/loopy_text.hpp"
#include "cgt/text/text.hpp"
#include "tests/cgt/loopy/loopy_graphs.hpp"
#include "tests/cgt/text/pictures.hpp"
#include "tests/testing.hpp"

namespace cgt::testing::export_test {
namespace {

constexpr const char* kFourCycle = "a{0||||0|||a|*||*}";
constexpr const char* kCarousel = "a{0,{1|1,{*,{1+*|1+*,a}|*}}|0}";

std::string json_refusal(const std::string& text) {
  Store store;
  LoopyGames games(store);
  try {
    loopy_from_json(games, text);
    return "read";
  } catch (const InputError& error) {
    return error.message();
  } catch (const Error& error) {
    return error.what();
  }
}

std::string document(const std::string& games, const std::string& sides) {
  return R"({"format":"cgt-loopy-value","version":1,)" + sides + R"(,"games":[)" + games + "]}";
}

// Positions that have an entry: number-up-stars are leaves.
std::size_t positions(LoopyGames& games, const LoopyValue& g) {
  std::vector<LoopySide> queue;
  const auto add = [&](const LoopySide& x) {
    if (std::ranges::find(queue, x) == queue.end()) queue.push_back(x);
  };
  for (const Side side : kSides) add(g.side(side));
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const LoopySide x = queue[i];
    if (x.id.is_short() && games.store().is_nus(x.id.game())) continue;
    for (const Player player : kPlayers) {
      for (const LoopySide& o : games.options(x, player)) add(o);
    }
  }
  return queue.size();
}

std::vector<LoopyValue> some_values(LoopyGames& games, std::size_t count) {
  std::vector<LoopyValue> out;
  for (const char* text : {"on", "dud", "upon", "over + 3/8", "tis", "+-on", "Tiny(on)",
                           "{on||over|{2|1||0}}", "^<on>+*2", kFourCycle, kCarousel}) {
    out.push_back(parse_loopy(games, text));
  }
  std::mt19937_64 random(29);
  while (out.size() < count) {
    const LoopyValue g = games.values(system_of(random_graph(random, 6)))[0];
    if (!g.is_short() || out.size() % 8 == 0) out.push_back(g);
  }
  return out;
}

TEST_CASE("JSON of loopy values", "[loopy][json]") {
  Store store;
  LoopyGames games(store);
  const auto json = [&](const char* text) { return to_json(games, parse_loopy(games, text)); };
  CHECK(json("upon") ==
        R"({"format":"cgt-loopy-value","version":1,"name":"^[on]","onside":1,"offside":1,)"
        R"("games":[{"id":0,"name":"*"},{"id":1,"name":"^[on]","left":[1],"right":[0]}],)"
        R"("outcome":"L","left_stop":"0","right_stop":"0"})");
  CHECK(json("dud") ==
        R"({"format":"cgt-loopy-value","version":1,"name":"dud","onside":0,"offside":1,)"
        R"("games":[{"id":0,"name":"on","left":[0],"right":[]},)"
        R"({"id":1,"name":"off","left":[],"right":[1]}],"outcome":"D"})");
  // A short game is written as such, whichever way it came about.
  CHECK(json("a{0|{1|{a|0}}}") == to_json(store, store.integer(1)));
  // Long names are left out, and nothing is lost with them.
  const LoopyValue four = parse_loopy(games, kFourCycle);
  const std::string bare = to_json(games, four, {2, 8, true});
  CHECK(bare.find("{0|") == std::string::npos);
  CHECK(bare.find("\n  \"onside\"") != std::string::npos);
  CHECK(games.equal(loopy_from_json(games, bare), four));
}

TEST_CASE("JSON of loopy values reads back as the same value", "[loopy][json]") {
  Store store;
  LoopyGames games(store);
  Store other_store;
  LoopyGames others(other_store);
  std::size_t sided = 0;
  std::size_t unsided = 0;
  const std::vector<LoopyValue> all = some_values(games, scaled(300));
  for (const LoopyValue& g : all) {
    const std::string json = to_json(games, g);
    INFO(json);
    const LoopyValue read = loopy_from_json(games, json);
    CHECK(games.equal(read, g));
    CHECK(read.is_stopper() == g.is_stopper());
    const LoopyValue there = loopy_from_json(others, json);
    if (g.is_stopper_sided()) CHECK(to_text(others, there) == to_text(games, g));
    sided += g.is_stopper() ? 0 : 1;
    unsided += g.is_stopper_sided() ? 0 : 1;
    // The document by itself: each id once, every option an id.
    const auto parsed = nlohmann::json::parse(json);
    if (parsed["format"] != "cgt-loopy-value") {
      CHECK(g.is_short());
      continue;
    }
    CHECK(parsed["games"].size() == positions(games, g));
    for (std::size_t i = 0; i < parsed["games"].size(); ++i) {
      CHECK(parsed["games"][i]["id"] == i);
      for (const char* side : {"left", "right"}) {
        if (!parsed["games"][i].contains(side)) continue;
        for (const auto& id : parsed["games"][i][side]) CHECK(id < parsed["games"].size());
      }
    }
  }
  expect_share(sided, all.size(), 0.05);
  CHECK(unsided >= 1);
}

TEST_CASE("JSON of loopy values from elsewhere need not be canonical", "[loopy][json]") {
  Store store;
  LoopyGames games(store);
  // {0|over} is over; the entries that lead there come first.
  const std::string over = document(
      R"({"id":9,"left":[4],"right":[-2]},{"id":-2,"left":[4,4],"right":[-2]},{"id":4,"name":"0"})",
      R"("onside":9,"offside":9)");
  CHECK(games.equal(loopy_from_json(games, over), LoopyValue(games.over())));
  // Both players pass: the sides of one entry.
  const std::string dud =
      document(R"({"id":0,"left":[0],"right":[0]})", R"("onside":0,"offside":0)");
  CHECK(games.equal(loopy_from_json(games, dud), games.dud()));
  const std::string tis =
      document(R"({"id":0,"name":"1"},{"id":1,"name":"0"})", R"("onside":0,"offside":1)");
  CHECK(games.equal(loopy_from_json(games, tis), parse_loopy(games, "tis")));
}

TEST_CASE("JSON that is not a loopy value", "[loopy][json]") {
  const std::string both = R"("onside":0,"offside":0)";
  CHECK(json_refusal("") == "this is not JSON");
  CHECK(json_refusal("[]") == "the document is not an object");
  CHECK(json_refusal(R"({"format":"png","version":1})") ==
        "the document is not in the format cgt-value");
  CHECK(json_refusal(R"({"format":"cgt-loopy-value","version":3})") == "version is not known here");
  CHECK(json_refusal(document("", both)) == "onside is not the id of a game");
  CHECK(json_refusal(document(R"({"id":0,"name":"0"})", R"("onside":0)")) ==
        "the document has no \"offside\"");
  CHECK(json_refusal(document(R"({"id":0,"name":"on"})", both)) ==
        "games[0].name is not the name of a number-up-star");
  CHECK(json_refusal(document(R"({"id":0,"left":[7],"right":[]})", both)) ==
        "games[0].left[0] is not the id of a game");
  CHECK(json_refusal(document(R"({"id":0,"left":[0]})", both)) == "games[0] has no \"right\"");
  CHECK(json_refusal(document(R"({"id":0,"name":"0"},{"id":0,"name":"1"})", both)) ==
        "games[1].id names two games");
  CHECK(json_refusal(
            document(R"({"id":0,"name":"0"},{"id":1,"name":"1"})", R"("onside":0,"offside":1)")) ==
        "in S & T, the onside S must be greater than or equal to the offside T");
  // Any change of one byte gives a value or a message.
  Store store;
  LoopyGames games(store);
  const std::string good = to_json(games, parse_loopy(games, kFourCycle));
  std::mt19937_64 random(53);
  const std::string alphabet = "0123456789[]{},:\"-^*ab\\\x80";
  for (std::size_t i = 0; i < scaled(1'000); ++i) {
    std::string text = good;
    text[random() % text.size()] = alphabet[random() % alphabet.size()];
    try {
      const LoopyValue g = loopy_from_json(games, text);
      CHECK(games.equal(loopy_from_json(games, to_json(games, g)), g));
    } catch (const Error& error) {
      CHECK_FALSE(std::string(error.what()).empty());
    }
  }
}

TEST_CASE("drawings of loopy values", "[loopy][picture]") {
  Store store;
  LoopyGames games(store);
  const auto dot = [&](const char* text, const TreeStyle& style = {}) {
    return loopy_dot(games, parse_loopy(games, text), style);
  };
  CHECK(dot("upon") == R"(digraph game {
  node [shape=plaintext];
  edge [arrowhead=none];
  n0 [label="^[on]"];
  n1 [label="*"];
  n0 -> n0 [color="#1f5fa8", style=solid, arrowhead=normal, constraint=false, tooltip="Left: pass"];
  n0 -> n1 [color="#c0392b", style=dashed];
}
)");
  CHECK(dot("dud") == R"(digraph game {
  node [shape=plaintext];
  edge [arrowhead=none];
  n0 [label="dud"];
  n1 [label="on"];
  n2 [label="off"];
  n0 -> n1 [color="#888888", style=dotted, label="onside"];
  n0 -> n2 [color="#888888", style=dotted, label="offside"];
  n1 -> n1 [color="#1f5fa8", style=solid, arrowhead=normal, constraint=false, tooltip="Left: pass"];
  n2 -> n2 [color="#c0392b", style=dashed, arrowhead=normal, constraint=false, tooltip="Right: pass"];
}
)");
  // The cycle of four comes back once; its leaves stand once or where they are reached.
  const auto nodes = [&](const std::string& text) {
    return occurrences(text, " [label=\"") + occurrences(text, "=point");
  };
  CHECK(occurrences(dot(kFourCycle), "constraint=false") == 1);
  CHECK(nodes(dot(kFourCycle)) == 8);
  TreeStyle shared;
  shared.shared = true;
  CHECK(nodes(dot(kFourCycle, shared)) == 6);
  CHECK(occurrences(dot(kFourCycle, shared), " -> ") == 8);
  // A cut drawing says so, and how much there is; both sides are always there.
  TreeStyle small;
  small.max_nodes = 1;
  const std::string cut = dot(kCarousel, small);
  CHECK(occurrences(cut, "offside") == 1);
  CHECK(cut.find("3 nodes drawn of a graph with ") != std::string::npos);
  CHECK(dot("{1|0}", small) ==
        game_tree_dot(store, parse_loopy(games, "{1|0}").stopper().game(), small));
}

TEST_CASE("SVG of loopy values", "[loopy][picture]") {
  Store store;
  LoopyGames games(store);
  std::size_t with_cycles = 0;
  const std::vector<LoopyValue> all = some_values(games, scaled(150));
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (const bool shared : {false, true}) {
      TreeStyle style;
      style.max_nodes = 3 + i % 40;
      style.shared = shared;
      style.expand_names = i % 2 == 0;
      const std::string svg = loopy_svg(games, all[i], style);
      INFO(svg);
      REQUIRE(xml_fault(svg).empty());
      CHECK(occurrences(svg, "nan") == 0);
      const std::size_t drawn = occurrences(svg, " dy=\"4\"") + occurrences(svg, "<circle");
      CHECK(drawn <= style.max_nodes);
      CHECK(occurrences(svg, "<path") == occurrences(svg, "<polygon"));
      const bool cut = svg.find(" more</text>") != std::string::npos;
      CHECK(cut == (svg.find(" drawn of ") != std::string::npos));
      if (all[i].is_short()) continue;
      CHECK(occurrences(svg, "offside</text>") == (all[i].is_stopper() ? 0 : 1));
      if (cut || !all[i].is_stopper()) continue;
      // A loopy game is one because something leads back.
      CHECK(occurrences(svg, "<path") >= 1);
      ++with_cycles;
      if (shared && style.expand_names) CHECK(drawn == games.followers(all[i].stopper()).size());
    }
  }
  expect_share(with_cycles, all.size(), 0.3);
}

TEST_CASE("LaTeX of loopy values", "[loopy][latex]") {
  Store store;
  LoopyGames games(store);
  const auto latex = [&](const char* text) { return to_latex(games, parse_loopy(games, text)); };
  CHECK(latex("3/2+over") == "\\frac{3}{2}\\mathbf{over}");
  CHECK(latex("1-upon+*") == "1{\\downarrow}_{[\\mathbf{on}]}{\\ast}");
  CHECK(latex("tis") == "1\\,\\&\\,0");
  CHECK(latex("dud") == "\\mathbf{dud}");
  CHECK(latex("+-on") == "{\\pm}\\mathbf{on}");
  CHECK(latex("1+Tiny(on)") == "1{+}_{\\mathbf{on}}");
  CHECK(latex(kFourCycle) ==
        "a\\left\\{0\\mid \\left\\{0\\mid \\left\\{\\left\\{a\\mid {\\ast}\\right\\}\\mid "
        "{\\ast}\\right\\}\\right\\}\\right\\}");
  CHECK(latex("{1|0}") == to_latex(store, parse_loopy(games, "{1|0}").stopper().game()));
}

}  // namespace
}  // namespace cgt::testing::export_test
