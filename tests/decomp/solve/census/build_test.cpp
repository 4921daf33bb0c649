#include "decomp/solve/census/build.hpp"

#include <catch2/catch.hpp>
#include <chrono>
#include <functional>
#include <map>
#include <set>

#include "cgt/text/text.hpp"
#include "decomp/db/maintain.hpp"
#include "decomp/go/board/region.hpp"
#include "decomp/rules/registry.hpp"
#include "decomp/solve/census/census.hpp"
#include "decomp/solve/values/evaluator.hpp"
#include "decomp/solve/values/local_search.hpp"
#include "decomp/solve/values/stored_values.hpp"
#include "tests/scratch.hpp"

namespace build_test {

using namespace cgt;
using cgt::testing::Scratch;
using db::Database;
using db::Kind;
using solve::BoardSpace;
using solve::BoardSpaces;
using solve::DatabaseBuild;
using solve::DatabaseContent;
using solve::HeapSpaces;

namespace {

std::shared_ptr<const Ruleset> game(const std::string& name) {
  return find_ruleset(name)->make({});
}

solve::DatabaseBuildOptions options(const std::string& ruleset,
                                    DatabaseContent wanted = DatabaseContent::kValues) {
  return {ruleset, wanted, "test", "test", std::chrono::duration<double>(0.001)};
}

// "component kind": text of the payload.
using Content = std::map<std::string, std::string>;

// Of two, what one has and the other has not.
std::string difference(const Content& a, const Content& b) {
  std::string out;
  for (const auto* from : {&a, &b}) {
    const Content& other = from == &a ? b : a;
    for (const auto& [key, value] : *from) {
      const auto found = other.find(key);
      if (found == other.end() || found->second != value) {
        out += (from == &a ? "< " : "> ") + key + " " + value + "\n";
      }
    }
  }
  return out.substr(0, 2000);
}

Content content(const std::string& path) {
  Content out;
  Store store;
  const Database file = Database::open(path, Database::Access::kRead);
  for (const db::StoredRuleset& ruleset : file.rulesets()) {
    file.for_each(ruleset, [&](const db::Row& row) {
      out[std::string(row.component) + " " + db::name(row.kind)] =
          db::payload_text(store, row.kind, row.payload, 0);
    });
  }
  return out;
}

// By the definition: all boards of all sizes, their components, what those lead to, and the values
// by plain recursion over the moves of whole positions.
class Plain {
 public:
  Plain(const Ruleset& ruleset, DatabaseContent wanted) : ruleset_(ruleset), wanted_(wanted) {}

  void boards(int rows, int columns, const std::string& cells) {
    std::vector<std::size_t> digits(static_cast<std::size_t>(rows * columns));
    while (true) {
      std::string text;
      for (std::size_t i = 0; i < digits.size(); ++i) {
        if (i > 0 && i % static_cast<std::size_t>(columns) == 0) text += '|';
        text += cells[digits[i]];
      }
      try {
        reach(ruleset_.position(text));
      } catch (const Error&) {
        // No board of the game: Chomp wants its poison, NoGo liberties.
      }
      std::size_t next = 0;
      while (next < digits.size() && ++digits[next] == cells.size()) digits[next++] = 0;
      if (next == digits.size()) return;
    }
  }
  void reach(const AnyPosition& position) {
    std::vector<Summand<AnyPosition>> parts;
    position.split(parts);
    for (const Summand<AnyPosition>& part : parts) {
      const std::string text = part.position.text();
      if (!seen_.insert(text).second) continue;
      const GameId g = value(part.position);
      switch (wanted_) {
        case DatabaseContent::kValues: content_[text + " value"] = to_text(store_, g); break;
        case DatabaseContent::kThermographs:
          content_[text + " thermograph"] = to_text(store_.thermograph(g));
          break;
        case DatabaseContent::kOutcomes:
          content_[text + " outcome"] =
              std::string(1, "LRNP"[static_cast<std::size_t>(store_.outcome(g))]);
          break;
      }
      for (const Player player : kPlayers) {
        for (const auto& option : part.position.options(player)) reach(option.position);
      }
    }
  }
  const Content& content() const { return content_; }

 private:
  GameId value(const AnyPosition& position) {
    const std::string text = position.text();
    if (const auto it = values_.find(text); it != values_.end()) return it->second;
    PerPlayer<std::vector<GameId>> sides;
    for (const Player player : kPlayers) {
      for (const auto& option : position.options(player)) {
        sides[player].push_back(store_.add(value(option.position), store_.integer(option.shift)));
      }
    }
    const GameId g = store_.construct(sides[Player::kLeft], sides[Player::kRight]);
    values_.emplace(text, g);
    return g;
  }

  const Ruleset& ruleset_;
  DatabaseContent wanted_;
  Store store_;
  std::map<std::string, GameId> values_;
  std::set<std::string> seen_;
  Content content_;
};

void build_all(const std::string& path, const solve::PositionSpaces& spaces,
               const solve::DatabaseBuildOptions& wanted, unsigned threads = 1) {
  Store store;
  Database file = std::filesystem::exists(path) ? Database::open(path, Database::Access::kWrite)
                                                : Database::create(path);
  DatabaseBuild build(store, file, spaces, wanted);
  CHECK_FALSE(build.run({}, nullptr, threads));
  CHECK(build.finished());
  CHECK(build.progress().done == build.progress().total);
}

}  // namespace

TEST_CASE("a build holds all components that can be reached, with values by the definition",
          "[db][long]") {
  struct Case {
    const char* name;
    const char* cells;
    BoardSpace::Size size;
    const char* given = "";
  };
  for (const Case& c : {Case{"domineering", ".#", {3, 3}}, Case{"clobber", ".xo#", {2, 3}},
                        Case{"clobber", ".xo#", {1, 6}}, Case{"nogo", ".xo", {2, 3}, ".xo"},
                        Case{"toads-and-frogs", ".tf#", {1, 6}}, Case{"chomp", ".x", {3, 3}}}) {
    for (const DatabaseContent wanted :
         {DatabaseContent::kValues, DatabaseContent::kThermographs, DatabaseContent::kOutcomes}) {
      CAPTURE(c.name, static_cast<int>(wanted));
      const Scratch scratch;
      const auto rules = game(c.name);
      Plain plain(*rules, wanted);
      for (int rows = 1; rows <= c.size.rows; ++rows) {
        for (int columns = 1; columns <= c.size.columns; ++columns) {
          plain.boards(rows, columns, c.cells);
        }
      }
      const BoardSpaces boards(rules, c.size, c.given);
      build_all(scratch / "one.db", boards, options(c.name, wanted));
      build_all(scratch / "two.db", boards, options(c.name, wanted), 2);
      const Content found = content(scratch / "one.db");
      CHECK(found.size() > 4);
      CHECK(difference(found, plain.content()) == "");
      CHECK(difference(content(scratch / "two.db"), found) == "");
      Budget budget;
      CHECK(db::verify(scratch / "one.db", budget).clean());
      CHECK(db::verify(scratch / "two.db", budget).clean());
    }
  }
}

TEST_CASE("a build of heaps", "[db]") {
  const Scratch scratch;
  const auto rules = find_ruleset("partizan-splittles")
                         ->make(RulesetArguments({{"", std::vector<std::int64_t>{1, 2}},
                                                  {"", std::vector<std::int64_t>{1, 3}}}));
  Plain plain(*rules, DatabaseContent::kValues);
  for (int n = 0; n <= 12; ++n) plain.reach(rules->position(std::to_string(n)));
  build_all(scratch / "a.db", HeapSpaces(rules, 12), options("heaps"));
  CHECK(difference(content(scratch / "a.db"), plain.content()) == "");
  CHECK(plain.content().size() == 12);
  CHECK_THROWS_AS(HeapSpaces(game("hackenbush"), 5), Error);
  CHECK_THROWS_AS(HeapSpaces(game("domineering"), 5), Error);
}

TEST_CASE("a build that is stopped again and again ends with the same records", "[db][long]") {
  for (const DatabaseContent wanted :
       {DatabaseContent::kValues, DatabaseContent::kThermographs, DatabaseContent::kOutcomes}) {
    for (const unsigned threads : {1U, 2U}) {
      CAPTURE(static_cast<int>(wanted), threads);
      const Scratch scratch;
      const BoardSpaces boards(game("clobber"), {3, 3}, "");
      build_all(scratch / "whole.db", boards, options("clobber", wanted));
      const std::string path = scratch / "parts.db";
      int stops = 0;
      for (std::uint64_t nodes = 1500;; ++stops, nodes += 150) {
        REQUIRE(stops < 400);
        Store store;
        Database file =
            stops == 0 ? Database::create(path) : Database::open(path, Database::Access::kWrite);
        DatabaseBuild build(store, file, boards, options("clobber", wanted));
        const auto stopped = build.run({.nodes = nodes}, nullptr, threads);
        if (!stopped) break;
        CHECK(*stopped == StopReason::kNodes);
        CHECK_FALSE(build.finished());
      }
      CHECK(stops >= 3);
      CHECK(difference(content(path), content(scratch / "whole.db")) == "");
      Budget budget;
      CHECK(db::verify(path, budget).clean());
    }
  }
}

TEST_CASE("builds of several sizes and kinds in one file", "[db][long]") {
  const Scratch scratch;
  const std::string path = scratch / "a.db";
  const auto rules = game("clobber");
  build_all(path, BoardSpaces(rules, {2, 3}, ""), options("clobber"));
  {
    Store store;
    Database file = Database::open(path, Database::Access::kWrite);
    const BoardSpaces boards(rules, {3, 3}, "");
    DatabaseBuild build(store, file, boards, options("clobber"));
    CHECK_FALSE(build.run({}, nullptr, 1));
    CHECK(build.known() > 10);
    CHECK(build.components() + build.known() == build.progress().records + build.known());
  }
  build_all(path, BoardSpaces(rules, {3, 3}, ""), options("clobber", DatabaseContent::kOutcomes));
  build_all(path, BoardSpaces(rules, {3, 3}, ""),
            options("clobber", DatabaseContent::kThermographs));
  Content all;
  for (const DatabaseContent wanted :
       {DatabaseContent::kValues, DatabaseContent::kThermographs, DatabaseContent::kOutcomes}) {
    const std::string alone = scratch / ("alone" + std::to_string(static_cast<int>(wanted)));
    build_all(alone, BoardSpaces(rules, {3, 3}, ""), options("clobber", wanted));
    all.merge(content(alone));
  }
  CHECK(difference(content(path), all) == "");
  // Thermographs and outcomes stand beside the values here, and are compared with them.
  Budget budget;
  CHECK(db::verify(path, budget).clean());
}

TEST_CASE("components of loopy games have no record, what they lead to has", "[db]") {
  const Scratch scratch;
  const auto rules = game("backsliding-toads-and-frogs");
  const BoardSpaces boards(rules, {1, 5}, "");
  Store store;
  Database file = Database::create(scratch / "a.db");
  DatabaseBuild build(store, file, boards, options("loopy"));
  CHECK_FALSE(build.run({}, nullptr, 1));
  CHECK(build.without() > 0);
  CHECK_FALSE(build.without_example().empty());
  // None of the records is of a loopy game.
  solve::Evaluator evaluator(store);
  Budget budget;
  std::uint64_t values = 0;
  std::set<std::string> components;
  const auto count = [&](const AnyPosition& position, const auto& self) -> void {
    std::vector<Summand<AnyPosition>> parts;
    position.split(parts);
    for (const auto& part : parts) {
      if (!components.insert(part.position.text()).second) continue;
      try {
        evaluator.value(part.position, budget);
        ++values;
      } catch (const Error&) {
      }
      for (const Player player : kPlayers) {
        for (const auto& option : part.position.options(player)) self(option.position, self);
      }
    }
  };
  for (std::size_t i = 0; i < boards.count(); ++i) {
    const auto space = boards.make(i);
    for (std::uint64_t n = 0; n < space->size(); ++n) count(space->position(n), count);
  }
  CHECK(values == build.progress().records);
  CHECK(components.size() == build.progress().records + build.without());
}

TEST_CASE("known values are used and change nothing", "[db]") {
  const Scratch scratch;
  const auto rules = game("domineering");
  build_all(scratch / "a.db", BoardSpaces(rules, {3, 4}, ""), options("domineering"));
  build_all(scratch / "t.db", BoardSpaces(rules, {3, 4}, ""),
            options("domineering", DatabaseContent::kThermographs));
  build_all(scratch / "o.db", BoardSpaces(rules, {3, 4}, ""),
            options("domineering", DatabaseContent::kOutcomes));
  for (const char* name : {"a.db", "t.db", "o.db"}) {
    CAPTURE(name);
    const Database file = Database::open(scratch / name, Database::Access::kRead);
    const db::Table table(file, "domineering");
    for (const char* text : {"....|....|....", "....|....|....|....", ".....|.#...|.....|...#.",
                             "...|...|...|...|...", "......|......"}) {
      CAPTURE(text);
      Store store;
      Budget budget;
      solve::Evaluator plain(store);
      solve::Evaluator with(store);
      with.set_known(&table);
      const AnyPosition board = rules->position(text);
      if (name[0] == 'a') CHECK(with.value(board, budget) == plain.value(board, budget));
      if (name[0] != 'o') {
        CHECK(with.thermograph(board, budget) == plain.thermograph(board, budget));
      } else {
        plain.outcome(board, budget);
      }
      if (name[0] != 't') CHECK(with.outcome(board, budget) == plain.outcome(board, budget));
      CHECK(with.known() > 0);
      CHECK(plain.known() == 0);
      CHECK(with.components() < plain.components());
      // A board of the database itself needs no search.
      if (std::string(text) == "....|....|....") CHECK(with.components() == 0);
    }
  }
}

TEST_CASE("a census with a database counts the same", "[db][census]") {
  const Scratch scratch;
  const auto rules = game("domineering");
  build_all(scratch / "a.db", BoardSpaces(rules, {3, 3}, ""), options("domineering"));
  const Database file = Database::open(scratch / "a.db", Database::Access::kRead);
  const db::Table table(file, "domineering");
  Store store;
  const BoardSpace boards(rules, "domineering", {3, 4}, "", true);
  solve::Census plain(store, boards);
  solve::Census with(store, boards);
  with.set_known(&table);
  CHECK_FALSE(plain.run({}, nullptr, 1));
  CHECK_FALSE(with.run({}, nullptr, 1));
  CHECK(with.known() > 0);
  CHECK(with.components() < plain.components());
  const auto a = plain.values();
  const auto b = with.values();
  REQUIRE(a.size() == b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    CHECK(a[i].value == b[i].value);
    CHECK(a[i].count.boards == b[i].count.boards);
    CHECK(a[i].count.example == b[i].count.example);
  }
}

TEST_CASE("bounds of games with ko are kept", "[db]") {
  const Scratch scratch;
  const auto region = go::Region::parse("#BW#/B.XW/#BW#");
  Store store;
  Budget budget;
  GraphOf<go::Region> graph;
  std::vector<SignedNode> parts;
  const std::int64_t rest = graph.components(region, parts);
  REQUIRE(parts.size() == 1);
  const std::string text = graph.text(node_of(parts[0]));
  solve::GraphSearch search(store, graph);
  const solve::LocalValue value = search.evaluate(rest, parts, budget);
  REQUIRE_FALSE(value.exact());
  const solve::LocalValue part = search.value(signed_node(node_of(parts[0]), false));
  {
    Database file = Database::create(scratch / "a.db");
    db::Build wanted;
    wanted.ruleset = "go";
    db::Build build = file.begin(wanted);
    file.commit(build,
                std::vector<db::Record>{
                    {text, Kind::kBounds, db::write_bounds(store, {part.lower, part.upper})}},
                "", true);
  }
  CHECK(db::verify(scratch / "a.db", budget).clean());
  const Database file = Database::open(scratch / "a.db", Database::Access::kRead);
  const db::Table table(file, "go");
  solve::StoredValues known(store, table);
  solve::GraphSearch again(store, graph);
  again.set_known(&known);
  const solve::LocalValue found = again.evaluate(rest, parts, budget);
  CHECK(found.lower == value.lower);
  CHECK(found.upper == value.upper);
  CHECK(again.positions() == 0);
  CHECK(again.known() == 1);
}

TEST_CASE("records are found anew", "[db]") {
  const Scratch scratch;
  const auto rules = game("clobber");
  const auto resolve = [&](const std::string& name) {
    if (name != "clobber") throw Error("there is no game \"" + name + "\"");
    return rules;
  };
  for (const DatabaseContent wanted :
       {DatabaseContent::kValues, DatabaseContent::kThermographs, DatabaseContent::kOutcomes}) {
    build_all(scratch / "a.db", BoardSpaces(rules, {2, 4}, ""), options("clobber", wanted));
  }
  Store store;
  Budget budget;
  {
    const Database file = Database::open(scratch / "a.db", Database::Access::kRead);
    const auto all = solve::recompute(store, file, resolve, std::nullopt, 1, budget);
    CHECK(all.records == content(scratch / "a.db").size());
    CHECK(all.problems.empty());
    const auto some = solve::recompute(store, file, resolve, 10, 1, budget);
    CHECK(some.records == 10);
    CHECK(some.problems.empty());
  }
  {
    // Sound as bytes, wrong as values.
    Database file = Database::create(scratch / "b.db");
    db::Build wanted;
    wanted.ruleset = "clobber";
    db::Build build = file.begin(wanted);
    file.commit(
        build,
        std::vector<db::Record>{{"xo", Kind::kValue, db::write_value(store, store.integer(1))},
                                {"ox", Kind::kOutcome, "L"},
                                {"xo.", Kind::kOutcome, "N"},
                                {"zz", Kind::kOutcome, "N"}},
        "", true);
  }
  const Database file = Database::open(scratch / "b.db", Database::Access::kRead);
  CHECK(db::verify(scratch / "b.db", budget).clean());
  const auto found = solve::recompute(store, file, resolve, std::nullopt, 1, budget);
  CHECK(found.records == 4);
  REQUIRE(found.problems.size() == 4);
  const std::string one = "it is not the component that stands for its images";
  CHECK((found.problems[0] == "record of clobber \"ox\", outcome: " + one ||
         found.problems[0] == "record of clobber \"ox\", outcome: it is N, not L"));
  CHECK((found.problems[1] == "record of clobber \"xo\", value: " + one ||
         found.problems[1] == "record of clobber \"xo\", value: it is *, not 1"));
  CHECK(found.problems[2] == "record of clobber \"xo.\", outcome: " + one);
  CHECK(found.problems[3].starts_with("record of clobber \"zz\", outcome: "));
}

}  // namespace build_test
