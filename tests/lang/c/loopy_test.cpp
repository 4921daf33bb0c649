// Loopy values in C say what the table of the library says, pair by pair.
#include <array>
#include <catch2/catch.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cgt/pictures/ko_drawing.hpp"
#include "cgt/text/json.hpp"
#include "cgt/text/loopy_text.hpp"
#include "lang/c/handle.hpp"
#include "tests/lang/c/handles.hpp"

namespace c_loopy_test {

namespace {

using cgt::LoopyGames;
using cgt::LoopyValue;
using cgt::testing::Handle;
using cgt::testing::text_of;

struct Free {
  void operator()(cgt_loopy* value) const { cgt_loopy_free(value); }
};
using Owned = std::unique_ptr<cgt_loopy, Free>;

// What call(&out) makes.
template <class Call>
Owned made(const Call& call) {
  cgt_loopy* out = nullptr;
  REQUIRE(call(&out) == CGT_OK);
  REQUIRE(out != nullptr);
  return Owned(out);
}

Owned parsed(cgt_store* store, const std::string& text) {
  return made([&](cgt_loopy** out) { return cgt_loopy_parse(store, text.c_str(), out); });
}

std::string printed(cgt_store* store, const Owned& value, cgt_format format = CGT_TEXT) {
  return text_of([&](char* b, size_t n, size_t* k) {
    return cgt_loopy_print(store, value.get(), format, b, n, k);
  });
}

// Stoppers, sums that are none, sides that are none (Bach's carousel), short games.
const std::vector<std::string> kValues{"0",          "1/2",
                                       "*2",         "^",
                                       "{3|1}",      "on",
                                       "off",        "over",
                                       "under",      "on & off",
                                       "2+over",     "^[on]",
                                       "upon",       "{2+over|2}",
                                       "1 & 0",      "over & under",
                                       "a{0|{1|a}}", "a{0,{1|1,{*,{1+*|1+*,a}|*}}|0}"};

}  // namespace

TEST_CASE("C: loopy values are added, compared and printed as by the library", "[c][loopy]") {
  const Handle handle;
  cgt_store* c = handle.store;
  cgt::Store store;
  LoopyGames games(store);
  std::size_t refused = 0;
  // call(&out) makes what the library makes, or refuses what that refuses.
  const auto same = [&](const auto& call, const auto& of_library) {
    std::string wanted;
    try {
      wanted = cgt::to_text(games, of_library());
    } catch (const cgt::Error& error) {
      cgt_loopy* out = nullptr;
      CHECK(call(&out) == CGT_DOMAIN);
      CHECK(std::string(cgt_last_error(c)) == error.what());
      CHECK(out == nullptr);
      ++refused;
      return;
    }
    CHECK(printed(c, made(call)) == wanted);
  };
  std::array<std::size_t, 4> relations{};
  std::size_t draws = 0;
  for (const std::string& left : kValues) {
    const Owned g = parsed(c, left);
    const LoopyValue a = cgt::parse_loopy(games, left);
    INFO(left);
    CHECK(printed(c, g) == cgt::to_text(games, a));
    CHECK(printed(c, g, CGT_LATEX) == cgt::to_latex(games, a));
    CHECK(printed(c, g, CGT_SVG).rfind("<svg", 0) == 0);
    const std::string json = printed(c, g, CGT_JSON);
    CHECK(json == cgt::to_json(games, a));
    same([&](auto** out) { return cgt_loopy_parse_json(c, json.c_str(), out); }, [&] { return a; });
    same([&](auto** out) { return cgt_loopy_negate(c, g.get(), out); },
         [&] { return games.negate(a); });
    same([&](auto** out) { return cgt_loopy_multiply(c, g.get(), -2, out); },
         [&] { return games.multiple(-2, a); });
    same([&](auto** out) { return cgt_loopy_side(c, g.get(), CGT_LEFT, out); },
         [&] { return games.side(a, cgt::Side::kOnside); });
    same([&](auto** out) { return cgt_loopy_side(c, g.get(), CGT_RIGHT, out); },
         [&] { return games.side(a, cgt::Side::kOffside); });
    cgt_outcome outcome{};
    REQUIRE(cgt_loopy_outcome(c, g.get(), &outcome) == CGT_OK);
    CHECK(outcome == cgt::c::outcome_of(games.outcome(a)));
    if (outcome == CGT_OUTCOME_D) ++draws;
    cgt_game game = 77;
    CHECK(cgt_loopy_game(c, g.get(), &game) == (a.is_short() ? CGT_OK : CGT_DOMAIN));
    if (a.is_short()) {
      same([&](auto** out) { return cgt_loopy_from_game(c, game, out); }, [&] { return a; });
    } else {
      CHECK(game == 77);
    }
    for (const cgt_player first : {CGT_LEFT, CGT_RIGHT}) {
      size_t needed = 0;
      if (!a.is_stopper()) {
        CHECK(cgt_loopy_stop(c, g.get(), first, nullptr, 0, &needed) == CGT_DOMAIN);
        continue;
      }
      const std::string stop = text_of(
          [&](char* b, size_t n, size_t* k) { return cgt_loopy_stop(c, g.get(), first, b, n, k); });
      const auto player = first == CGT_LEFT ? cgt::Player::kLeft : cgt::Player::kRight;
      CHECK(stop == cgt::to_text(games, games.make(games.stop(a.stopper(), player))));
    }
    // Every third pair: sums of loopy values take their time.
    const auto i = static_cast<std::size_t>(&left - kValues.data());
    for (std::size_t j = (2 + 2 * i) % 3; j < kValues.size(); j += 3) {
      const std::string& right = kValues[j];
      const Owned h = parsed(c, right);
      const LoopyValue b = cgt::parse_loopy(games, right);
      INFO(right);
      same([&](auto** out) { return cgt_loopy_add(c, g.get(), h.get(), out); },
           [&] { return games.add(a, b); });
      same([&](auto** out) { return cgt_loopy_subtract(c, g.get(), h.get(), out); },
           [&] { return games.subtract(a, b); });
      cgt_relation relation{};
      REQUIRE(cgt_loopy_compare(c, g.get(), h.get(), &relation) == CGT_OK);
      CHECK(relation == cgt::c::relation_of(games.compare(a, b)));
      ++relations[static_cast<std::size_t>(relation)];
    }
  }
  for (const std::size_t count : relations) CHECK(count > 3);
  CHECK(draws >= 2);
  CHECK(refused > 0);
}

TEST_CASE("C: a loopy value belongs to its handle and may outlive it", "[c][loopy]") {
  Owned over;
  {
    const Handle one;
    const Handle other;
    cgt_store* shared = nullptr;
    REQUIRE(cgt_store_share(one.store, &shared) == CGT_OK);
    over = parsed(one.store, "over");
    CHECK(printed(one.store, over) == "over");
    cgt_loopy* out = nullptr;
    for (cgt_store* store : {other.store, shared}) {
      CHECK(cgt_loopy_negate(store, over.get(), &out) == CGT_INPUT);
      CHECK(std::string(cgt_last_error(store)) == "g is not a loopy value of this handle");
      // Nor when it has values of its own.
      const Owned own = parsed(store, "under");
      CHECK(cgt_loopy_add(store, own.get(), over.get(), &out) == CGT_INPUT);
      CHECK(printed(store, own) == "under");
    }
    CHECK(out == nullptr);
    CHECK(cgt_loopy_negate(one.store, nullptr, &out) == CGT_INPUT);
    CHECK(cgt_loopy_negate(one.store, over.get(), nullptr) == CGT_INPUT);
    CHECK(cgt_loopy_side(one.store, over.get(), 7, &out) == CGT_INPUT);
    CHECK(cgt_loopy_parse(one.store, "a{0|b}", &out) == CGT_INPUT);
    CHECK(cgt_error_column(one.store) > 0);
    CHECK(cgt_loopy_parse_json(one.store, "{\"format\":7}", &out) == CGT_DOMAIN);
    cgt_store_free(shared);
  }
  cgt_loopy_free(nullptr);
}

TEST_CASE("C: positions have loopy values", "[c][loopy]") {
  const Handle handle;
  cgt_position* fox = nullptr;
  REQUIRE(cgt_position_parse(handle.store, "fox-and-geese", "(3,1);(3,3);(3,5);(3,7);(1,3)",
                             &fox) == CGT_OK);
  const Owned value =
      made([&](auto** out) { return cgt_loopy_from_position(handle.store, fox, out); });
  cgt_position_free(fox);
  CHECK(printed(handle.store, value) == "{2+over|2}");
  // With more of it than there is, the same is asked again.
  const Handle few;
  const cgt_budget budget{sizeof(cgt_budget), 50, CGT_UNLIMITED, CGT_UNLIMITED};
  REQUIRE(cgt_store_set_budget(few.store, &budget) == CGT_OK);
  REQUIRE(cgt_position_parse(few.store, "fox-and-geese", "(3,1);(3,3);(3,5);(3,7);(1,3)", &fox) ==
          CGT_OK);
  cgt_loopy* out = nullptr;
  CHECK(cgt_loopy_from_position(few.store, fox, &out) == CGT_BUDGET);
  CHECK(out == nullptr);
  REQUIRE(cgt_store_set_budget(few.store, nullptr) == CGT_OK);
  CHECK(cgt_loopy_from_position(few.store, fox, &out) == CGT_OK);
  cgt_loopy_free(out);
  cgt_position_free(fox);
}

TEST_CASE("C: thermographs with kos", "[c][ko]") {
  const Handle handle;
  const char* graph = "A: B | 0; B: 30 | A";
  const auto drawn = [&](int komaster, cgt_format format) {
    return text_of([&](char* b, size_t n, size_t* k) {
      return cgt_ko_thermograph(handle.store, graph, komaster, format, b, n, k);
    });
  };
  cgt::Budget budget;
  for (const cgt::Komaster komaster : cgt::kKomasters) {
    const auto walls = cgt::ko_thermograph(cgt::KoGraph::parse(graph), komaster, budget);
    const int number = static_cast<int>(komaster);
    CHECK(drawn(number, CGT_TEXT) == cgt::plot_ko(walls));
    CHECK(drawn(number, CGT_JSON) == cgt::to_json(walls));
    CHECK(drawn(number, CGT_SVG).rfind("<svg", 0) == 0);
  }
  CHECK(nlohmann::json::parse(drawn(CGT_NO_KOMASTER, CGT_JSON))["mast"] == "10");
  size_t needed = 0;
  CHECK(cgt_ko_thermograph(handle.store, graph, 3, CGT_JSON, nullptr, 0, &needed) == CGT_INPUT);
  CHECK(cgt_ko_thermograph(handle.store, graph, 0, CGT_LATEX, nullptr, 0, &needed) == CGT_INPUT);
  CHECK(cgt_ko_thermograph(handle.store, "A: B", 0, CGT_JSON, nullptr, 0, &needed) == CGT_INPUT);
  CHECK(cgt_ko_thermograph(handle.store, "A: B, C | 0; B: D | A; C: D | A; D: 9 | B, C", 0,
                           CGT_JSON, nullptr, 0, &needed) == CGT_DOMAIN);
  CHECK(std::string(cgt_last_error(handle.store)).find("double ko") != std::string::npos);
}

}  // namespace c_loopy_test
