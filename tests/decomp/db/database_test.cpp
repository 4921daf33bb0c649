#include "decomp/db/database.hpp"

#include <catch2/catch.hpp>
#include <map>
#include <random>

#include "cgt/support/budget.hpp"
#include "decomp/db/maintain.hpp"
#include "decomp/db/table.hpp"
#include "tests/files.hpp"
#include "tests/scratch.hpp"
#include "tests/testing.hpp"

namespace database_test {

using namespace cgt;
using cgt::testing::read_file;
using cgt::testing::Scratch;
using cgt::testing::write_bytes;
using db::DamageError;
using db::Database;
using db::DatabaseError;
using db::Kind;
using db::Record;

namespace {

db::Build build_of(const std::string& ruleset, const std::string& what = "some values") {
  db::Build out;
  out.ruleset = ruleset;
  out.what = what;
  out.version = "test 1";
  out.command = "test";
  return out;
}

std::string integer(Store& store, std::int64_t n) {
  return db::write_value(store, store.integer(n));
}

// A file with `count` records in two rulesets, each in several batches.
void make(const std::string& path, std::int64_t count) {
  Store store;
  Database file = Database::create(path);
  for (const char* ruleset : {"game.A", "game.B(\"0.77\")"}) {
    db::Build build = file.begin(build_of(ruleset));
    std::vector<Record> batch;
    for (std::int64_t n = 0; n < count; ++n) {
      const std::string component =
          std::string(static_cast<std::size_t>(n % 7), 'x') + std::to_string(n);
      const GameId value = store.nus({Dyadic(n, 2), n % 3 - 1, static_cast<std::uint32_t>(n % 5)});
      batch.push_back({component, Kind::kValue, db::write_value(store, value)});
      if (n % 4 == 0) {
        batch.push_back({component, Kind::kOutcome, db::write_outcome(store.outcome(value))});
        batch.push_back(
            {component, Kind::kThermograph, db::write_thermograph(store.thermograph(value))});
      }
      if (n % 10 == 9) {
        file.commit(build, batch, "0-" + std::to_string(n + 1), n + 1 == count);
        batch.clear();
      }
    }
    file.commit(build, batch, "0-" + std::to_string(count), true);
  }
}

// All that a file tells but for the times.
std::string content(const std::string& path) {
  const Database file = Database::open(path, Database::Access::kRead);
  std::string out;
  for (const db::StoredRuleset& ruleset : file.rulesets()) {
    out += ruleset.name + " " + std::to_string(ruleset.records) + "\n";
    file.for_each(ruleset, [&](const db::Row& row) {
      out += std::string(row.component) + " " + db::name(row.kind) + " " +
             db::hexadecimal(row.payload) + " " + std::to_string(row.build) + "\n";
    });
  }
  for (const db::Build& b : file.builds()) {
    out += b.ruleset + "," + b.what + "," + b.version + "," + b.command + "," + b.started + "," +
           b.finished + "," + b.progress + "," + std::to_string(b.records) + "\n";
  }
  return out;
}

template <class F>
std::string refusal(const F& f) {
  try {
    f();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a database keeps records in batches", "[db]") {
  const Scratch scratch;
  const std::string path = scratch / "a.db";
  Store store;
  {
    Database file = Database::create(path);
    db::Build build = file.begin(build_of("game.A"));
    CHECK(build.id == 1);
    CHECK(build.started.size() == 20);
    const std::vector<Record> batch{{"xo", Kind::kValue, integer(store, 3)},
                                    {"ox", Kind::kOutcome, "N"}};
    file.commit(build, batch, "0-10", false);
    CHECK(build.records == 2);
    // The same record once more is none.
    file.commit(build, batch, "0-20", false);
    CHECK(build.records == 2);
    // A build of the same name goes on, one of another version does not.
    CHECK(file.begin(build_of("game.A")).progress == "0-20");
    db::Build newer = build_of("game.A");
    newer.version = "test 2";
    CHECK(file.begin(newer).id == 2);
    CHECK(file.begin(build_of("game.B")).id == 3);
  }
  const Database file = Database::open(path, Database::Access::kRead);
  REQUIRE(file.rulesets().size() == 2);
  CHECK(file.find("game.A")->records == 2);
  CHECK(file.find("game.B")->records == 0);
  CHECK_FALSE(file.find("game.C"));
  const db::Table table(file, "game.A");
  CHECK(table.size() == 2);
  CHECK(table.find(Kind::kValue, "xo") == integer(store, 3));
  CHECK(table.find(Kind::kOutcome, "ox") == std::string("N"));
  CHECK_FALSE(table.find(Kind::kOutcome, "xo"));
  CHECK_FALSE(table.find(Kind::kValue, "x"));
  CHECK(db::Table(file, "game.C").size() == 0);
  constexpr Kind kOutcomes[] = {Kind::kOutcome};
  CHECK(db::Table(file, "game.A", kOutcomes).size() == 1);
  // Reading can be watched, and stopped.
  std::size_t steps = 0;
  CHECK(db::Table(file, "game.A", db::kKinds, [&] { ++steps; }).size() == 2);
  CHECK(steps == 2);
  std::size_t visited = 0;
  CHECK(db::content_checksum(file, *file.find("game.A"), [&](const db::Row&) { ++visited; }) ==
        db::content_checksum(file, *file.find("game.A")));
  CHECK(visited == 2);
  Budget spent({.nodes = 1});
  CHECK_THROWS_AS(db::Table(file, "game.A", db::kKinds, [&] { spent.charge(); }), BudgetExhausted);
  CHECK(db::Table(file, "game.A").size() == 2);
  // Nothing is left beside the file.
  CHECK_FALSE(std::filesystem::exists(scratch / "a.db-journal"));
}

TEST_CASE("another payload for the same component is refused", "[db]") {
  const Scratch scratch;
  Store store;
  Database file = Database::create(scratch / "a.db");
  db::Build build = file.begin(build_of("game.A"));
  file.commit(build, std::vector<Record>{{"xo", Kind::kValue, integer(store, 3)}}, "0-1", false);
  const std::string said = refusal([&] {
    file.commit(build,
                std::vector<Record>{{"o", Kind::kValue, integer(store, 1)},
                                    {"xo", Kind::kValue, integer(store, 4)}},
                "0-2", false);
  });
  CHECK(said == "two records of game.A \"xo\" differ in their value: 3 and 4");
  // Nothing of that batch is there.
  CHECK(file.builds()[0].progress == "0-1");
  CHECK(file.find("game.A")->records == 1);
  CHECK(build.progress == "0-1");
}

TEST_CASE("the table in memory finds what was written", "[db][random]") {
  const Scratch scratch;
  Database file = Database::create(scratch / "a.db");
  db::Build build = file.begin(build_of("game.A"));
  std::mt19937_64 random(4);
  std::map<std::string, std::string> known;
  std::vector<Record> batch;
  for (std::size_t i = 0; i < cgt::testing::scaled(5000); ++i) {
    std::string key;
    for (std::size_t n = random() % 12; n-- > 0;) key += "xo.|"[random() % 4];
    // Seldom a long one, so that blocks end, and one is longer than a block.
    std::string payload(i == 7 ? 3 << 20 : i % 500 == 0 ? 300'000 : random() % 20, '\0');
    for (char& c : payload) c = static_cast<char>(random());
    if (known.emplace(key, payload).second) batch.push_back({key, Kind::kValue, payload});
  }
  file.commit(build, batch, "", true);
  db::Table table(file, "game.A");
  CHECK(table.size() == known.size());
  std::map<std::string, std::string_view> found;
  for (const auto& [key, payload] : known) {
    found[key] = table.find(Kind::kValue, key).value();
    CHECK((found[key] == payload));
  }
  // What is added moves nothing.
  for (int i = 0; i < 10; ++i) {
    table.add({"added " + std::to_string(i), Kind::kValue, std::string(300'000, 'a')});
  }
  for (const auto& [key, payload] : known) {
    CHECK((found[key] == payload));
    CHECK(table.find(Kind::kValue, key)->data() == found[key].data());
  }
  for (std::size_t i = 0; i < cgt::testing::scaled(5000); ++i) {
    std::string key;
    for (std::size_t n = random() % 12; n-- > 0;) key += "xo.|"[random() % 4];
    CHECK(table.find(Kind::kValue, key).has_value() == known.contains(key));
    CHECK_FALSE(table.find(Kind::kOutcome, key));
  }
}

TEST_CASE("readers see whole batches beside a writer", "[db]") {
  const Scratch scratch;
  const std::string path = scratch / "a.db";
  Store store;
  Database writer = Database::create(path);
  db::Build build = writer.begin(build_of("game.A"));
  const Database first = Database::open(path, Database::Access::kRead);
  const Database second = Database::open(path, Database::Access::kRead);
  std::vector<Record> batch{{"a", Kind::kValue, integer(store, 1)}};
  writer.commit(build, batch, "1", false);
  CHECK(first.find("game.A")->records == 1);
  {
    const Database::Snapshot snapshot(first);
    CHECK(first.find("game.A")->records == 1);
    batch = {{"b", Kind::kValue, integer(store, 2)}};
    writer.commit(build, batch, "2", false);
    CHECK(first.find("game.A")->records == 1);
    CHECK(first.builds()[0].progress == "1");
    CHECK(second.find("game.A")->records == 2);
  }
  CHECK(first.find("game.A")->records == 2);
  CHECK(db::Table(second, "game.A").size() == 2);
  // One writer at a time.
  CHECK(refusal([&] { Database::open(path, Database::Access::kWrite); }) ==
        "another process writes " + path);
}

TEST_CASE("files that are not a database are refused", "[db]") {
  const Scratch scratch;
  const auto says = [&](const std::string& path) {
    return refusal([&] { Database::open(path, Database::Access::kRead); });
  };
  CHECK(says(scratch / "none") ==
        "cannot open " + (scratch / "none") + ": No such file or directory");
  CHECK(says(scratch.path()) == "cannot open " + scratch.path() + ": it is a directory");
  write_bytes(scratch / "empty", "");
  CHECK(says(scratch / "empty") == (scratch / "empty") + " is not a database of positions");
  write_bytes(scratch / "text", std::string(5000, 'a'));
  CHECK(says(scratch / "text") == (scratch / "text") + " is not a database of positions");
  make(scratch / "a.db", 50);
  CHECK(refusal([&] { Database::create(scratch / "a.db"); }) ==
        (scratch / "a.db") + " is there already");
  const std::string good = read_file(scratch / "a.db");
  // user_version stands at byte 60, application_id at byte 68.
  std::string other = good;
  other[63] = 2;
  write_bytes(scratch / "b.db", other);
  CHECK(says(scratch / "b.db") ==
        (scratch / "b.db") + " has format 2, this program reads format 1");
  other = good;
  other[68] = 0;
  write_bytes(scratch / "b.db", other);
  CHECK(says(scratch / "b.db") == (scratch / "b.db") + " is not a database of positions");
}

TEST_CASE("a file cut anywhere is refused or found damaged", "[db]") {
  const Scratch scratch;
  make(scratch / "a.db", 50);
  const std::string good = read_file(scratch / "a.db");
  Budget budget;
  for (std::size_t size = 0; size < good.size(); size += 997) {
    write_bytes(scratch / "b.db", good.substr(0, size));
    CAPTURE(size);
    bool clean = false;
    try {
      clean = db::verify(scratch / "b.db", budget).clean();
    } catch (const DatabaseError&) {
    }
    CHECK_FALSE(clean);
  }
}

TEST_CASE("flipped bytes are found and named, or harmless", "[db]") {
  const Scratch scratch;
  const std::string path = scratch / "a.db";
  make(path, 120);
  const std::string good = read_file(path);
  const std::string told = content(path);
  Budget budget;
  CHECK(db::verify(path, budget).clean());
  std::size_t found = 0;
  std::size_t named = 0;
  std::size_t harmless = 0;
  std::mt19937_64 random(5);
  const std::size_t flips = cgt::testing::scaled(1400);
  for (std::size_t flip = 0; flip < flips; ++flip) {
    const std::size_t at = random() % good.size();
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ static_cast<char>(1U << random() % 8));
    write_bytes(path, bad);
    CAPTURE(at);
    bool clean = false;
    try {
      const db::Verification seen = db::verify(path, budget);
      clean = seen.clean();
      for (const std::string& problem : seen.problems) {
        if (problem.starts_with("record of ") || problem.starts_with("structure: ") ||
            problem.find("table ") != std::string::npos) {
          ++named;
          break;
        }
      }
    } catch (const DatabaseError&) {
    }
    if (clean) {
      ++harmless;
      CHECK(content(path) == told);
    } else {
      ++found;
    }
    // The flip may have made a reader write beside the file.
    std::filesystem::remove(path + "-wal");
    std::filesystem::remove(path + "-shm");
    std::filesystem::remove(path + "-journal");
  }
  CAPTURE(found, named, harmless, good.size());
  cgt::testing::expect_share(found, flips, 0.1);     // 0.4
  cgt::testing::expect_share(named, found, 0.8);     // 0.91
  cgt::testing::expect_share(harmless, flips, 0.2);  // 0.6
}

TEST_CASE("a record is not used before its checksum was looked at", "[db]") {
  const Scratch scratch;
  const std::string path = scratch / "a.db";
  make(path, 50);
  const std::string good = read_file(path);
  // A component in the middle of the file.
  const std::size_t at = good.find("xxx24");
  REQUIRE(at != std::string::npos);
  std::string bad = good;
  bad[at + 4] = '9';
  write_bytes(path, bad);
  const Database file = Database::open(path, Database::Access::kRead);
  const std::string said = refusal([&] { const db::Table table(file, "game.A"); }) +
                           refusal([&] { const db::Table table(file, "game.B(\"0.77\")"); });
  CHECK(said.find("record of game.") != std::string::npos);
  CHECK(said.find("\"xxx29\": wrong checksum") != std::string::npos);
}

TEST_CASE("databases are merged", "[db]") {
  const Scratch scratch;
  Store store;
  const auto write = [&](const std::string& name, const std::string& ruleset,
                         const std::string& what, std::int64_t from, std::int64_t to,
                         bool finished) {
    Database file = Database::create(scratch / name);
    db::Build build = file.begin(build_of(ruleset, what));
    std::vector<Record> batch;
    for (std::int64_t n = from; n < to; ++n) {
      batch.push_back({std::to_string(n), Kind::kValue, integer(store, n)});
    }
    file.commit(build, batch, "0-7", finished);
  };
  write("a.db", "game.A", "low", 0, 30, true);
  write("b.db", "game.A", "high", 20, 50, false);
  write("c.db", "game.C", "low", 0, 5, true);
  write("d.db", "game.A", "low", 0, 10, false);
  std::uint64_t read = 0;
  db::merge(scratch / "all.db",
            {scratch / "d.db", scratch / "a.db", scratch / "b.db", scratch / "c.db"},
            [&](std::uint64_t n) { read = n; });
  CHECK(read == 75);
  {
    const Database all = Database::open(scratch / "all.db", Database::Access::kRead);
    CHECK(all.find("game.A")->records == 50);
    CHECK(all.find("game.C")->records == 5);
    const std::vector<db::Build> builds = all.builds();
    REQUIRE(builds.size() == 3);
    CHECK(builds[0].what == "low");
    CHECK(builds[0].progress == "0-7");
    CHECK_FALSE(builds[0].finished.empty());
    CHECK(builds[0].records == 30);
    CHECK(builds[1].what == "high");
    CHECK(builds[1].finished.empty());
    CHECK(builds[1].progress.empty());
    Budget budget;
    CHECK(db::verify(scratch / "all.db", budget).clean());
  }
  // The order of parts does not matter to the records.
  db::merge(scratch / "other.db", {scratch / "c.db", scratch / "b.db", scratch / "a.db"},
            [](std::uint64_t) {});
  const auto sums = [&](const std::string& name) {
    const Database file = Database::open(scratch / name, Database::Access::kRead);
    return std::pair(db::content_checksum(file, *file.find("game.A")),
                     db::content_checksum(file, *file.find("game.C")));
  };
  CHECK(sums("all.db") == sums("other.db"));
}

}  // namespace database_test
