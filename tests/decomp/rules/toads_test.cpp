#include <catch2/catch.hpp>
#include <functional>
#include <map>
#include <random>

#include "cgt/support/error.hpp"
#include "cgt/text/text.hpp"
#include "decomp/rules/registry.hpp"
#include "decomp/rules/variant.hpp"
#include "decomp/solve/values/evaluator.hpp"
#include "decomp/solve/values/nim_search.hpp"
#include "tests/decomp/rules/laws.hpp"
#include "tests/decomp/rules/rows.hpp"

namespace toads_test {

namespace {

using cgt::Player;
using namespace cgt::testing;

std::string turned(const std::string& text) { return exchanged(mirrored_columns(text), 't', 'f'); }

// Left's moves by pattern: `steps` and jumps that match become their right-hand sides.
struct Game {
  std::vector<std::pair<std::string, std::string>> patterns;

  std::set<std::string> operator()(const std::string& text, Player player) const {
    const bool left = player == Player::kLeft;
    const std::string given = left ? text : turned(text);
    std::set<std::string> out;
    for (std::size_t i = 0; i < given.size(); ++i) {
      for (const auto& [from, to] : patterns) {
        if (given.compare(i, from.size(), from) != 0) continue;
        std::string after = given;
        after.replace(i, from.size(), to);
        out.insert(left ? after : turned(after));
      }
    }
    return out;
  }
};

const std::vector<std::string> kStarts{"ttt..ff",   "t.f.t.f.", "tt.fft..f", "t...f",
                                       "ft.t#tf.f", "..t.f..",  "tft.ff.t"};

}  // namespace

TEST_CASE("Toads and Frogs keeps the laws of rulesets", "[toads][laws]") {
  check_laws(
      {"toads-and-frogs", kStarts, Game{{{"t.", ".t"}, {"tf.", ".ft"}}}, {}, {turned}, 4000});
  check_laws({"elephants-and-rhinos", kStarts, Game{{{"t.", ".t"}}}, {}, {turned}, 2000, 200});
  check_laws({"gen-toads-and-frogs",
              kStarts,
              Game{{{"t.", ".t"}, {"tf.", ".ft"}}},
              {},
              {turned},
              2000,
              200});
  // Slides of two or three cells, jumps over one or two pieces of anybody.
  check_laws({"gen-toads-and-frogs",
              kStarts,
              Game{{{"t..", "..t"},
                    {"t...", "...t"},
                    {"tt.", ".tt"},
                    {"tf.", ".ft"},
                    {"ttt.", ".ttt"},
                    {"ttf.", ".tft"},
                    {"tft.", ".ftt"},
                    {"tff.", ".fft"}}},
              {},
              {turned},
              10'000,
              300,
              parameters("minSlide=2;maxSlide=3;maxJump=2;allowFriendlyJump=true")});
  check_laws({"gen-toads-and-frogs",
              kStarts,
              Game{{{"t.", ".t"}, {"t..", "..t"}, {"tf.", ".ft"}, {"tff.", ".fft"}}},
              {},
              {turned},
              10'000,
              300,
              parameters("maxSlide=2;maxJump=2")});
  check_laws({"backsliding-toads-and-frogs",
              kStarts,
              Game{{{"t.", ".t"}, {".t", "t."}, {"tf.", ".ft"}}},
              {},
              {},
              2000,
              0});
  // More than 64 cells.
  const std::string walls(60, '#');
  check_laws({"toads-and-frogs",
              {"tt..ff" + walls + "t.f.", "t" + std::string(66, '.') + "#t.tf.f"},
              Game{{{"t.", ".t"}, {"tf.", ".ft"}}},
              {},
              {turned},
              300,
              30});
  CHECK(count_lines("toads-and-frogs", "tttt...ffff", 6) ==
        std::vector<std::uint64_t>{1, 1, 1, 2, 4, 7, 13});
}

TEST_CASE("Strips of at most 64 cells fall apart like longer ones", "[toads][random]") {
  // Strips of up to 64 cells are words, longer ones are boards; walls at an end change nothing.
  std::mt19937 random(1996);
  std::size_t split = 0;
  for (const char* rules :
       {"minSlide=1;maxSlide=1;maxJump=1", "maxSlide=3;maxJump=1", "maxJump=2",
        "minSlide=-1;maxSlide=1", "maxSlide=2;maxJump=2;allowFriendlyJump=true"}) {
    const auto game = cgt::find_ruleset("gen-toads-and-frogs")->make(parameters(rules));
    for (int i = 0; i < 3000; ++i) {
      std::string text(1 + random() % 64, '.');
      const std::size_t crowd = 1 + random() % 3;
      for (char& cell : text) {
        if (random() % 4 < crowd) cell = "tf"[random() % 2];
        if (random() % 40 == 0) cell = '#';
      }
      INFO(rules << " " << text);
      const cgt::AnyPosition small = game->position(text);
      const cgt::AnyPosition large = game->position(text + std::string(65 - text.size() % 2, '#'));
      for (const bool impartial : {false, true}) {
        std::vector<cgt::Summand<cgt::AnyPosition>> a;
        std::vector<cgt::Summand<cgt::AnyPosition>> b;
        if (impartial) {
          CHECK(small.split_impartial(a) == large.split_impartial(b));
        } else {
          CHECK(small.split(a) == large.split(b));
        }
        REQUIRE(a.size() == b.size());
        for (std::size_t k = 0; k < a.size(); ++k) {
          CHECK(a[k].position.text() == b[k].position.text());
          CHECK(a[k].negated == b[k].negated);
        }
        if (a.size() > 1) ++split;
      }
      for (const Player player : cgt::kPlayers) {
        CHECK(small.options(player).size() == large.options(player).size());
      }
    }
  }
  CHECK(split > 1000);
}

TEST_CASE("All short strips of Toads and Frogs have their values by the definition",
          "[toads][long]") {
  CHECK(check_all_values("toads-and-frogs", ".tf", 10) == 59'049);
  CHECK(check_all_values("elephants-and-rhinos", ".tf", 9) == 19'683);
  // Pieces that have passed all enemies leave the strip whatever the lengths of slides and jumps.
  for (const char* rules :
       {"maxSlide=2;maxJump=3", "maxJump=2", "maxSlide=3", "maxSlide=2;maxJump=0",
        "maxSlide=2;maxJump=2;allowFriendlyJump=true"}) {
    CHECK(check_all_values("gen-toads-and-frogs", ".tf", 8, 1, parameters(rules)) == 6561);
  }
}

TEST_CASE("Toads that have passed all frogs tell where others jump over three", "[toads][long]") {
  cgt::Store store;
  cgt::solve::Evaluator evaluator(store);
  cgt::Budget budget;
  const auto game =
      cgt::find_ruleset("gen-toads-and-frogs")->make(parameters("maxSlide=2;maxJump=3"));
  const auto value = [&](const char* text) {
    return evaluator.value(game->position(text), budget);
  };
  CHECK(value("ttttf..tttffft.") != store.add(value("ttttf..tttfff."), store.integer(1)));
}

TEST_CASE("Strips where either player may move all pieces have their nim values", "[toads]") {
  // By the definition, on texts.
  const auto check = [](const std::string& name, const Game& moves, std::size_t length) {
    const auto game =
        cgt::variant::variant(cgt::find_ruleset(name)->make({}), cgt::variant::Kind::kImpartial);
    std::map<std::string, std::uint32_t> known;
    const std::function<std::uint32_t(const std::string&)> nim = [&](const std::string& text) {
      if (const auto at = known.find(text); at != known.end()) return at->second;
      std::set<std::uint32_t> reached;
      for (const Player player : cgt::kPlayers) {
        for (const std::string& after : moves(text, player)) reached.insert(nim(after));
      }
      std::uint32_t least = 0;
      while (reached.contains(least)) ++least;
      return known[text] = least;
    };
    cgt::solve::NimSearch search(game->position("t.f"));
    cgt::Budget budget;
    std::string text(length, '.');
    std::size_t strips = 0;
    for (const auto next =
             [&] {
               std::size_t i = 0;
               for (; i < length && text[i] == '#'; ++i) text[i] = '.';
               if (i < length) text[i] = text[i] == '.' ? 't' : text[i] == 't' ? 'f' : '#';
               return i < length;
             };
         next();) {
      ++strips;
      INFO(name << " " << text);
      CHECK(search.nim_value(game->position(text), budget) == nim(text));
    }
    return strips;
  };
  CHECK(check("elephants-and-rhinos", Game{{{"t.", ".t"}}}, 7) == 16'383);
  CHECK(check("toads-and-frogs", Game{{{"t.", ".t"}, {"tf.", ".ft"}}}, 6) == 4'095);
}

TEST_CASE("Elephants and Rhinos of any length is a sum of integers and switches", "[toads]") {
  cgt::Store store;
  cgt::solve::Evaluator evaluator(store);
  cgt::Budget budget;
  const auto game = cgt::find_ruleset("elephants-and-rhinos")->make({});
  const auto value = [&](const std::string& text) {
    return cgt::to_text(store, evaluator.value(game->position(text), budget));
  };
  // Three and two pieces, 997 free cells: 498 (2 - 1) + {2|-1}.
  CHECK(value("ttt" + std::string(995, '.') + "ff") == "{499|496}");
  CHECK(value("ttt" + std::string(994, '.') + "ff") == "497");
  std::string alternating;
  for (int i = 0; i < 250; ++i) alternating += "t.f.";
  CHECK(value(alternating) == "0");
}

TEST_CASE("Toads and Frogs has the values of others", "[toads][long]") {
  CHECK(check_rows("toads.tsv") == 153);
}

TEST_CASE("Loopy games on strips are refused", "[toads]") {
  cgt::Store store;
  cgt::solve::Evaluator evaluator(store);
  cgt::Budget budget;
  const auto game = cgt::find_ruleset("backsliding-toads-and-frogs")->make({});
  CHECK_THROWS_AS(evaluator.value(game->position("t.f"), budget), cgt::Error);
  CHECK_THROWS_AS(cgt::find_ruleset("game.strip.GenToadsAndFrogs")->make(parameters("maxJump=-1")),
                  cgt::Error);
}

TEST_CASE("No more moves are made on a strip than it is said to have left", "[toads]") {
  for (const char* rules :
       {"minSlide=1;maxSlide=1;maxJump=1", "maxSlide=2;maxJump=3",
        "minSlide=2;maxSlide=3;maxJump=2", "minSlide=0;maxJump=2;allowFriendlyJump=true"}) {
    INFO(rules);
    const auto game = cgt::find_ruleset("gen-toads-and-frogs")->make(parameters(rules));
    std::map<std::string, std::uint32_t> longest;  // play, of either player in any order
    const std::function<std::uint32_t(const cgt::AnyPosition&)> moves_of =
        [&](const cgt::AnyPosition& position) {
          const std::string text = position.text();
          if (const auto found = longest.find(text); found != longest.end()) return found->second;
          std::uint32_t moves = 0;
          for (const Player player : cgt::kPlayers) {
            for (const auto& option : position.options(player))
              moves = std::max(moves, 1 + moves_of(option.position));
          }
          REQUIRE(moves <= position.depth_hint());
          return longest[text] = moves;
        };
    std::size_t tight = 0;
    for (const std::string cells : {".tf", ".tf#"}) {
      const std::size_t length = cells.size() == 3 ? 7 : 5;
      std::string strip(length, '.');
      const std::function<void(std::size_t)> fill = [&](std::size_t at) {
        if (at == length) {
          const cgt::AnyPosition position = game->position(strip);
          tight += moves_of(position) == position.depth_hint() ? 1 : 0;
          return;
        }
        for (const char cell : cells) {
          strip[at] = cell;
          fill(at + 1);
        }
      };
      fill(0);
    }
    CHECK(tight > 100);
  }
  // Where pieces may step back no number is known, and beyond 64 cells it is counted as before.
  const auto back = cgt::find_ruleset("backsliding-toads-and-frogs")->make({});
  CHECK(back->position("t..f").depth_hint() == cgt::kUnknownDepth);
  const auto plain = cgt::find_ruleset("toads-and-frogs")->make({});
  CHECK(plain->position("t" + std::string(80, '.') + "t..").depth_hint() == 84);
}

TEST_CASE("Slides and jumps of Toads and Frogs have the lengths asked for", "[toads]") {
  const auto count = [](const std::string& arguments, const std::string& text) {
    const auto game = cgt::find_ruleset("gen-toads-and-frogs")->make(parameters(arguments));
    return game->position(text).options(Player::kLeft).size();
  };
  CHECK(count("", "t....") == 1);
  CHECK(count("maxSlide=3", "t....") == 3);
  CHECK(count("minSlide=2;maxSlide=3", "t....") == 2);
  CHECK(count("minSlide=2;maxSlide=2", "t.f.") == 0);
  CHECK(count("maxJump=1", "tff.") == 0);
  CHECK(count("maxJump=3", "tff.") == 1);
  CHECK(count("", "tt.") == 1);
  CHECK(count("allowFriendlyJump=true", "tt.") == 2);
}

}  // namespace toads_test
