#include "decomp/solve/census/census.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "cgt/text/loopy_text.hpp"
#include "cgt/text/text.hpp"
#include "decomp/rules/registry.hpp"
#include "decomp/solve/values/evaluator.hpp"
#include "tests/decomp/rules/laws.hpp"

namespace census_test {

using namespace cgt;
using namespace cgt::testing;
using solve::BoardSpace;
using solve::Census;
using solve::CensusCount;
using solve::CensusGroup;
using solve::CensusKey;
using solve::HeapSpace;

namespace {

// --- Domineering by plain loops and recursion: no components, no symmetries, no search

// Bit r * columns + c: the cell is free.
class PlainDomineering {
 public:
  PlainDomineering(Store& store, unsigned rows, unsigned columns)
      : store_(store), rows_(rows), columns_(columns) {}

  GameId value(unsigned free) {
    if (const auto found = values_.find(free); found != values_.end()) return found->second;
    std::vector<GameId> left;
    std::vector<GameId> right;
    for (unsigned r = 0; r < rows_; ++r) {
      for (unsigned c = 0; c < columns_; ++c) {
        const unsigned here = 1U << (r * columns_ + c);
        const unsigned below = r + 1 < rows_ ? here << columns_ : 0;
        const unsigned beside = c + 1 < columns_ ? here << 1U : 0;
        if ((free & here) == 0) continue;
        if ((free & below) != 0) left.push_back(value(free & ~here & ~below));
        if ((free & beside) != 0) right.push_back(value(free & ~here & ~beside));
      }
    }
    return values_[free] = store_.construct(left, right);
  }

  std::string text(unsigned free) const {
    std::string out;
    for (unsigned i = 0; i < rows_ * columns_; ++i) {
      if (i > 0 && i % columns_ == 0) out += '|';
      out += (free >> i & 1U) != 0 ? '.' : '#';
    }
    return out;
  }

 private:
  Store& store_;
  unsigned rows_;
  unsigned columns_;
  std::map<unsigned, GameId> values_;
};

std::string least_reflection(const std::string& text) {
  const std::string a = mirrored_rows(text);
  return std::min({text, a, mirrored_columns(text), mirrored_columns(a)});
}

std::shared_ptr<const Ruleset> game(const std::string& name) {
  return find_ruleset(name)->make({});
}

struct Done {
  Done(const std::string& name, int rows, int columns, bool classes, unsigned threads = 1,
       const std::string& cells = "")
      : space(game(name), name, {rows, columns}, cells, classes), census(store, space) {
    CHECK_FALSE(census.run({}, nullptr, threads));
  }

  Store store;
  BoardSpace space;
  Census census;
};

std::string table_text(Store& store, const CensusGroup& group, const BoardSpace& space) {
  return group.key + ' ' + to_text(store, group.value) + ' ' + std::to_string(group.values) + ' ' +
         std::to_string(group.count.classes) + ' ' + std::to_string(group.count.boards) + ' ' +
         space.text(group.count.example) + '\n';
}

// Everything that a census tells.
std::string all_tables(Store& store, const Census& census, const BoardSpace& space) {
  std::string out;
  for (const CensusKey key : {CensusKey::kValue, CensusKey::kOutcome, CensusKey::kMean,
                              CensusKey::kTemperature, CensusKey::kBirthday}) {
    for (const CensusGroup& group : census.groups(key)) out += table_text(store, group, space);
  }
  for (const Census::Hot& hot : census.hottest(Census::kHottest)) {
    out += hot.temperature.to_string() + ' ' + space.text(hot.position) + '\n';
  }
  return out;
}

std::uint64_t two_to(unsigned exponent) { return std::uint64_t{1} << exponent; }

}  // namespace

TEST_CASE("A census of Domineering agrees with plain loops", "[census]") {
  const std::vector<std::pair<unsigned, unsigned>> sizes{{1, 1}, {1, 2}, {2, 1}, {1, 7}, {2, 2},
                                                         {2, 3}, {3, 2}, {2, 4}, {3, 3}};
  for (const auto& [rows, columns] : sizes) {
    CAPTURE(rows, columns);
    Done all("domineering", static_cast<int>(rows), static_cast<int>(columns), false);
    Done classes("domineering", static_cast<int>(rows), static_cast<int>(columns), true);
    PlainDomineering plain(all.store, rows, columns);
    std::map<GameId, std::uint64_t> boards;
    std::map<GameId, std::set<std::string>> orbits;
    std::map<Dyadic, std::uint64_t> temperatures;
    std::map<Dyadic, std::uint64_t> means;
    std::map<std::uint64_t, std::uint64_t> birthdays;
    std::map<OutcomeClass, std::uint64_t> outcomes;
    for (unsigned free = 0; free < two_to(rows * columns); ++free) {
      const GameId value = plain.value(free);
      ++boards[value];
      orbits[value].insert(least_reflection(plain.text(free)));
      ++temperatures[all.store.temperature(value)];
      ++means[all.store.mean(value)];
      ++birthdays[all.store.birthday(value)];
      ++outcomes[all.store.outcome(value)];
    }
    REQUIRE(all.space.cells() == ".#");
    CHECK(all.census.total().boards == two_to(rows * columns));
    const std::vector<CensusGroup> found = all.census.values();
    REQUIRE(found.size() == boards.size());
    for (const CensusGroup& group : found) {
      CHECK(group.count.boards == boards.at(group.value));
      CHECK(group.count.classes == group.count.boards);
    }
    // The same values, by their texts: the stores differ.
    std::map<std::string, std::pair<std::uint64_t, std::uint64_t>> expected;
    for (const auto& [value, count] : boards) {
      expected[to_text(all.store, value)] = {orbits.at(value).size(), count};
    }
    std::map<std::string, std::pair<std::uint64_t, std::uint64_t>> actual;
    for (const CensusGroup& group : classes.census.values()) {
      actual[to_text(classes.store, group.value)] = {group.count.classes, group.count.boards};
    }
    CHECK(actual == expected);

    const auto check_groups = [&](CensusKey key, const std::map<std::string, std::uint64_t>& want) {
      std::map<std::string, std::uint64_t> have;
      for (const CensusGroup& group : classes.census.groups(key)) {
        have[group.key] = group.count.boards;
      }
      CHECK(have == want);
    };
    std::map<std::string, std::uint64_t> want;
    for (const auto& [t, n] : temperatures) want[t.to_string()] = n;
    check_groups(CensusKey::kTemperature, want);
    want.clear();
    for (const auto& [m, n] : means) want[m.to_string()] = n;
    check_groups(CensusKey::kMean, want);
    want.clear();
    for (const auto& [b, n] : birthdays) want[std::to_string(b)] = n;
    check_groups(CensusKey::kBirthday, want);
    want.clear();
    for (const auto& [o, n] : outcomes) {
      want[std::string(1, "LRNP"[static_cast<std::size_t>(o)])] = n;
    }
    check_groups(CensusKey::kOutcome, want);
    // The hottest boards are the hottest.
    const std::vector<Census::Hot> hot = all.census.hottest(3);
    REQUIRE_FALSE(hot.empty());
    CHECK(hot.front().temperature == temperatures.rbegin()->first);
  }
}

TEST_CASE("Classes are counted as Burnside counts them", "[census]") {
  for (const auto& [r, c] : {std::pair{2U, 2U}, {2U, 3U}, {3U, 3U}, {2U, 5U}, {3U, 4U}}) {
    CAPTURE(r, c);
    const Done done("domineering", static_cast<int>(r), static_cast<int>(c), true);
    CHECK(done.space.symmetries() == 4);
    CHECK(done.census.total().boards == two_to(r * c));
    CHECK(done.census.total().classes == (two_to(r * c) + two_to(r * ((c + 1) / 2)) +
                                          two_to((r + 1) / 2 * c) + two_to((r * c + 1) / 2)) /
                                             4);
  }
  // A strip has one reflection.
  const Done strip("domineering", 1, 9, true);
  CHECK(strip.space.symmetries() == 2);
  CHECK(strip.census.total().classes == (two_to(9) + two_to(5)) / 2);
  // All eight symmetries: colourings of 3x3 cells with three colours, and with two.
  const Done clobber("clobber", 3, 3, true);
  CHECK(clobber.space.cells() == ".xo");
  CHECK(clobber.space.symmetries() == 8);
  CHECK(clobber.census.total().boards == 19683);
  CHECK(clobber.census.total().classes == 2862);
  const Done cram("cram", 3, 3, true);
  CHECK(cram.space.symmetries() == 8);
  CHECK(cram.census.total().classes == 102);
  // The exchange of the players is not a symmetry of values: every value has its negative.
  std::map<GameId, CensusCount> counts;
  Done square("domineering", 3, 3, true);
  for (const CensusGroup& group : square.census.values()) counts[group.value] = group.count;
  for (const auto& [value, count] : counts) {
    const auto negative = counts.find(square.store.negate(value));
    REQUIRE(negative != counts.end());
    CHECK(negative->second.boards == count.boards);
    CHECK(negative->second.classes == count.classes);
  }
}

TEST_CASE("A census of a loopy game counts loopy values", "[census][loopy]") {
  const std::string name = "backsliding-toads-and-frogs";
  for (const int length : {1, 3, 5}) {
    CAPTURE(length);
    const Done all(name, 1, length, false);
    const Done classes(name, 1, length, true, 3);
    // Board by board, by the text of its value.
    Store store;
    LoopyGames games(store);
    solve::Evaluator evaluator(store);
    Budget budget;
    std::map<std::string, std::uint64_t> values;
    std::map<std::string, std::uint64_t> outcomes;
    std::size_t loopy = 0;
    int boards = 1;
    for (int i = 0; i < length; ++i) boards *= 4;
    for (int code = 0; code < boards; ++code) {
      std::string strip;
      for (int rest = code, i = 0; i < length; ++i, rest /= 4) strip += ".tf#"[rest % 4];
      const LoopyValue value = evaluator.loopy_value(game(name)->position(strip), games, budget);
      ++values[to_text(games, value)];
      ++outcomes[cgt::name(games.outcome(value))];
      loopy += value.is_short() ? 0 : 1;
    }
    CHECK((length == 1 || loopy > values.size()));
    for (const Done* done : {&all, &classes}) {
      std::map<std::string, std::uint64_t> found;
      std::uint64_t last = ~std::uint64_t{0};
      for (const CensusGroup& group : done->census.values()) {
        CHECK(group.value.is_none() == !group.loopy.empty());
        CHECK(group.count.boards <= last);
        last = group.count.boards;
        found[group.loopy.empty() ? to_text(const_cast<Store&>(done->store), group.value)
                                  : group.loopy] = group.count.boards;
      }
      CHECK(found == values);
      std::map<std::string, std::uint64_t> by_outcome;
      for (const CensusGroup& group : done->census.groups(CensusKey::kOutcome))
        by_outcome[group.key] = group.count.boards;
      CHECK(by_outcome == outcomes);
      CHECK(done->census.total().boards == static_cast<std::uint64_t>(boards));
      CHECK(done->census.troubles().boards == 0);
      CHECK(done->census.progress().values == values.size());
      if (length == 1) continue;
      // What has no temperature comes last.
      const CensusGroup last_group = done->census.groups(CensusKey::kTemperature).back();
      CHECK(last_group.key == "-");
      CHECK(last_group.count.boards == loopy);
    }
    // A checkpoint names boards, so that loopy values are found again.
    Store again;
    const BoardSpace space(game(name), name, {1, length}, "", true);
    Census restored(again, space);
    restored.restore(classes.census.state());
    CHECK_FALSE(restored.run({}, nullptr, 2));
    CHECK(restored.state() == classes.census.state());
    CHECK(restored.progress().values == values.size());
  }
}

// Images of boards by their texts: rows in the other order, each row in the other order, both; and all that
// with rows and columns exchanged where the board is a square.
std::set<std::string> images_of(const std::string& text, int rows, int columns) {
  const auto cell = [&](int r, int c) {
    return text[static_cast<std::size_t>(r * (columns + 1) + c)];
  };
  std::set<std::string> out;
  for (unsigned s = 0; s < (rows == columns ? 8U : 4U); ++s) {
    std::string image;
    for (int r = 0; r < rows; ++r) {
      if (r > 0) image += '|';
      for (int c = 0; c < columns; ++c) {
        int from_row = (s & 1U) != 0 ? rows - 1 - r : r;
        int from_column = (s & 2U) != 0 ? columns - 1 - c : c;
        if ((s & 4U) != 0) std::swap(from_row, from_column);
        image += cell(from_row, from_column);
      }
    }
    out.insert(image);
  }
  return out;
}

TEST_CASE("A class is the orbit of its least board", "[census]") {
  // 3x3 has a square's symmetries, 2x6 more cells than a table of images takes at once.
  for (const auto& [rows, columns, cells] :
       {std::tuple{3, 3, ".xo"}, {1, 7, ".xo"}, {2, 6, "xo"}, {2, 5, ".xo"}, {4, 4, "xo"}}) {
    CAPTURE(rows, columns);
    const BoardSpace space(game("clobber"), "clobber", {rows, columns}, cells, true);
    std::map<std::string, std::uint64_t> number_of;
    for (std::uint64_t n = 0; n < space.size(); ++n) number_of[space.text(n)] = n;
    REQUIRE(number_of.size() == space.size());
    std::size_t wrong = 0;
    for (const auto& [text, number] : number_of) {
      const std::set<std::string> images = images_of(text, rows, columns);
      const bool least = std::ranges::all_of(
          images, [&](const std::string& image) { return number_of.at(image) >= number; });
      if (space.class_size(number) != (least ? images.size() : 0)) ++wrong;
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("Cells can be chosen", "[census]") {
  const Done full("clobber", 2, 3, true, 1, "ox");
  CHECK(full.space.cells() == "xo");
  CHECK(full.census.total().boards == 64);
  const Done free("domineering", 2, 2, true, 1, ".");
  CHECK(free.census.total().boards == 1);
  CHECK(free.space.text(0) == "..|..");
  const Done walls("clobber", 2, 2, true, 1, ".#xo");
  CHECK(walls.census.total().boards == 256);
  CHECK_THROWS_AS(BoardSpace(game("clobber"), "clobber", {2, 2}, "xz", true), Error);
  CHECK_THROWS_AS(BoardSpace(game("clobber"), "clobber", {0, 2}, "", true), Error);
  CHECK_THROWS_AS(BoardSpace(game("clobber"), "clobber", {9, 9}, "", true), Error);
  CHECK_THROWS_AS(HeapSpace(game("clobber"), "clobber", 0, 9), Error);
}

TEST_CASE("The number of threads changes nothing", "[census]") {
  for (const auto& [name, rows, columns] :
       {std::tuple{"domineering", 3, 4}, {"clobber", 2, 4}, {"cram", 3, 4}}) {
    CAPTURE(name);
    Done one(name, rows, columns, true, 1);
    const std::string expected = all_tables(one.store, one.census, one.space);
    for (const unsigned threads : {2U, 3U}) {
      Done several(name, rows, columns, true, threads);
      CHECK(all_tables(several.store, several.census, several.space) == expected);
      CHECK(several.census.state() == one.census.state());
    }
  }
}

TEST_CASE("A census goes on from its checkpoint", "[census]") {
  Done whole("domineering", 3, 4, true);
  const std::string expected = all_tables(whole.store, whole.census, whole.space);
  for (const unsigned threads : {1U, 2U}) {
    std::string state;
    std::uint64_t nodes = 300;
    int stops = 0;
    for (;; ++stops) {
      REQUIRE(stops < 100);
      Store store;
      BoardSpace space(game("domineering"), "domineering", {3, 4}, "", true);
      Census census(store, space);
      if (!state.empty()) {
        census.restore(state);
        CHECK(census.state() == state);
      }
      const auto stopped = census.run({.nodes = nodes}, nullptr, threads);
      state = census.state();
      if (!stopped) {
        CHECK(all_tables(store, census, space) == expected);
        break;
      }
      CHECK(*stopped == StopReason::kNodes);
      nodes += 300;
    }
    CHECK(stops > 2);
    CHECK(state == whole.census.state());
  }
}

TEST_CASE("A census goes on after a spent budget", "[census]") {
  Done whole("domineering", 3, 4, true);
  Store store;
  BoardSpace space(game("domineering"), "domineering", {3, 4}, "", true);
  Census census(store, space);
  int stops = 0;
  while (census.run({.nodes = 700}, nullptr, 1)) REQUIRE(++stops < 100);
  CHECK(stops > 1);
  CHECK(all_tables(store, census, space) == all_tables(whole.store, whole.census, whole.space));
}

TEST_CASE("A checkpoint of something else is refused", "[census]") {
  const Done done("domineering", 2, 3, true);
  const std::string state = done.census.state();
  Store store;
  const auto message = [&](const std::string& name, BoardSpace::Size size, bool classes,
                           const std::string& text) -> std::string {
    BoardSpace space(game(name), name, size, "", classes);
    Census census(store, space);
    try {
      census.restore(text);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  CHECK(message("domineering", {2, 3}, true, state) == "");
  CHECK(message("cram", {2, 3}, true, state) ==
        "the checkpoint is of another census: it says \"game domineering\", not \"game cram\"");
  CHECK(message("domineering", {3, 3}, true, state) ==
        "the checkpoint is of another census: it says \"size 2x3\", not \"size 3x3\"");
  CHECK(message("domineering", {2, 3}, false, state) ==
        "the checkpoint is of another census: it says \"counts classes\", not \"counts boards\"");
  CHECK(message("domineering", {2, 3}, true, "hello") == "this is not a checkpoint of a census");
  // No byte may change, none may be missing.
  for (std::size_t i = 0; i < state.size(); ++i) {
    std::string damaged = state;
    damaged[i] = static_cast<char>(damaged[i] ^ 1);
    CAPTURE(i);
    CHECK(message("domineering", {2, 3}, true, damaged) != "");
    CHECK(message("domineering", {2, 3}, true, state.substr(0, i)) != "");
  }
}

TEST_CASE("Known boards of Domineering are found in its census", "[census]") {
  // Rectangles of Winning Ways, chapter 5: their values, and temperatures checked by CGSuite.
  Done done("domineering", 2, 4, false);
  std::map<std::string, std::uint64_t> counts;
  for (const CensusGroup& group : done.census.values()) {
    counts[to_text(done.store, group.value)] = group.count.boards;
  }
  CHECK(counts.contains("Miny(2)"));  // 2x4
  CHECK(counts.contains("+-1"));      // 2x2
  CHECK(counts.contains("{2|-1/2}"));
  Done hot("domineering", 2, 3, true);
  REQUIRE_FALSE(hot.census.hottest(1).empty());
  CHECK(hot.census.hottest(1).front().temperature == Dyadic(5, 2));
  CHECK(hot.space.text(hot.census.hottest(1).front().position) == "...|...");
}

}  // namespace census_test
