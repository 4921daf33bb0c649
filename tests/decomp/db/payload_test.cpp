#include "decomp/db/payload.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <set>

#include "cgt/support/error.hpp"
#include "cgt/text/text.hpp"
#include "decomp/db/checksum.hpp"
#include "tests/cgt/games.hpp"
#include "tests/testing.hpp"

namespace payload_test {

using namespace cgt;
using cgt::testing::born_by_day;
using cgt::testing::random_game;
using db::Kind;

namespace {

// Written, read in a store with another history, and written there.
void check_value(Store& store, GameId g, Store& other) {
  const std::string payload = db::write_value(store, g);
  const GameId read = db::PayloadReader(other).value(payload);
  CAPTURE(to_text(store, g));
  CHECK(to_text(other, read) == to_text(store, g));
  CHECK(db::write_value(other, read) == payload);
  CHECK(db::PayloadReader(store).value(payload) == g);
  for (Store* const reading : {&store, &other}) {
    CHECK(db::PayloadReader(*reading, db::PayloadReader::Forms::kAsWritten).value(payload) ==
          db::PayloadReader(*reading).value(payload));
  }
  // Where nothing of it is known yet.
  Store fresh;
  const GameId restored =
      db::PayloadReader(fresh, db::PayloadReader::Forms::kAsWritten).value(payload);
  CHECK(to_text(fresh, restored) == to_text(store, g));
  CHECK(db::PayloadReader(fresh).value(payload) == restored);
  CHECK(db::rewritten(other, Kind::kValue, payload) == payload);
}

}  // namespace

TEST_CASE("the checksum is CRC-64/XZ", "[db]") {
  CHECK(db::Checksum().bytes("123456789").value() == 0x995dc9bbdf1939faULL);
  CHECK(db::Checksum().value() == 0);
  CHECK(db::Checksum().text("ab").text("c").value() != db::Checksum().text("a").text("bc").value());
  CHECK(db::Checksum().number(0x0807060504030201U).value() ==
        db::Checksum().bytes("\1\2\3\4\5\6\7\10").value());
  std::mt19937_64 random(1);
  std::string bytes(200, '\0');
  for (char& c : bytes) c = static_cast<char>(random());
  const std::uint64_t sum = db::Checksum().bytes(bytes).value();
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    for (unsigned flip = 1; flip < 256; ++flip) {
      std::string other = bytes;
      other[i] = static_cast<char>(other[i] ^ static_cast<char>(flip));
      if (db::Checksum().bytes(other).value() == sum) FAIL("flip of byte " << i << " not seen");
    }
  }
}

TEST_CASE("values born by day 3 are written and read", "[db]") {
  Store store;
  Store other;
  random_game(other, *std::make_unique<std::mt19937_64>(7), 4, 3);
  std::set<std::string> payloads;
  const std::vector<GameId> games = born_by_day(store, 3);
  REQUIRE(games.size() == 1474);
  for (const GameId g : games) {
    check_value(store, g, other);
    payloads.insert(db::write_value(store, g));
  }
  CHECK(payloads.size() == games.size());
}

TEST_CASE("random values are written and read", "[db][random]") {
  Store store;
  Store other;
  std::mt19937_64 random(2);
  for (std::size_t i = 0; i < cgt::testing::scaled(2000); ++i) {
    check_value(store, random_game(store, random, 4, 3), other);
  }
}

TEST_CASE("large numbers, ups and nimbers are leaves", "[db]") {
  Store store;
  Store other;
  const Dyadic large(mpz_class("-123456789012345678901234567891"), 70);
  for (const Nus& nus : {Nus{Dyadic(1'000'000'000'000'000'000), 0, 0}, Nus{Dyadic(-7), 0, 0},
                         Nus{Dyadic(3, 60), 5, 9}, Nus{large, 0, 0},
                         Nus{large, -4'000'000'000, 4'000'000'000U}, Nus{Dyadic(), 0, 1'000'000},
                         Nus{Dyadic(mpz_class("123456789012345678901234567890"), 0), 0, 0}}) {
    check_value(store, store.nus(nus), other);
    CHECK(db::write_value(store, store.nus(nus)).size() < 40);
  }
  // Zero: one entry, the integer 0.
  CHECK(db::write_value(store, kZero) == std::string("\1\0\0", 3));
  // {1 | -1}: entries -1, 1 (leaves, by number) and the form.
  CHECK(db::write_value(store, store.construct({store.integer(1)}, {store.integer(-1)})) ==
        std::string("\3\0\1\0\2\3\1\1\1\0", 10));
}

TEST_CASE("a payload shares what a text repeats", "[db]") {
  Store store;
  std::mt19937_64 random(11);
  std::size_t large = 0;
  const std::size_t cases = cgt::testing::scaled(300);
  for (std::size_t i = 0; i < cases; ++i) {
    GameId g = random_game(store, random, 3, 2);
    for (int k = 0; k < 4; ++k) g = store.add(g, random_game(store, random, 3, 2));
    const std::string text = to_text(store, g);
    if (text.size() < 2000) continue;
    ++large;
    const std::string payload = db::write_value(store, g);
    CHECK(payload.size() < text.size());
    CHECK(db::payload_text(store, Kind::kValue, payload, 1500) ==
          "payload:" + db::hexadecimal(payload));
    CHECK(db::payload_text(store, Kind::kValue, payload, 0) == text);
    CHECK(db::payload_text(store, Kind::kValue, payload, text.size()) == text);
    CHECK(db::payload_text(store, Kind::kValue, payload, text.size() - 1).starts_with("payload:"));
  }
  cgt::testing::expect_share(large, cases, 0.008);  // 0.03
}

TEST_CASE("thermographs, outcomes and bounds are written and read", "[db]") {
  Store store;
  Store other;
  for (const GameId g : born_by_day(store, 3)) {
    const std::string payload = db::write_thermograph(store.thermograph(g));
    CHECK(db::read_thermograph(payload) == store.thermograph(g));
  }
  for (const OutcomeClass outcome :
       {OutcomeClass::kLeft, OutcomeClass::kRight, OutcomeClass::kNext, OutcomeClass::kPrevious}) {
    CHECK(db::read_outcome(db::write_outcome(outcome)) == outcome);
  }
  CHECK(db::write_outcome(OutcomeClass::kNext) == "N");
  const db::Bounds bounds{parse_value(store, "{0||^|0}"), parse_value(store, "{2|1||0}+3")};
  const std::string payload = db::write_bounds(store, bounds);
  const db::Bounds read = db::PayloadReader(other).bounds(payload);
  CHECK(to_text(other, read.lower) == to_text(store, bounds.lower));
  CHECK(to_text(other, read.upper) == to_text(store, bounds.upper));
  CHECK(db::payload_text(store, Kind::kBounds, payload, 0) ==
        to_text(store, bounds.lower) + " .. " + to_text(store, bounds.upper));
  // The lower one is the upper one, or is not below it.
  CHECK_THROWS_AS(db::PayloadReader(other).bounds(db::write_bounds(store, {kZero, kZero})), Error);
  CHECK_THROWS_AS(
      db::PayloadReader(other).bounds(db::write_bounds(store, {bounds.upper, bounds.lower})),
      Error);
}

TEST_CASE("bytes that are not a payload are refused", "[db][random]") {
  Store store;
  Budget budget({.nodes = 50'000'000}, nullptr);
  const Store::BudgetScope scope(store, budget);
  std::mt19937_64 random(3);
  std::size_t refused = 0;
  std::vector<std::pair<Kind, std::string>> payloads;
  for (int i = 0; i < 20; ++i) {
    const GameId g = random_game(store, random, 3, 3);
    payloads.emplace_back(Kind::kValue, db::write_value(store, g));
    payloads.emplace_back(Kind::kThermograph, db::write_thermograph(store.thermograph(g)));
    payloads.emplace_back(Kind::kBounds, db::write_bounds(store, {g, store.add(g, store.up(1))}));
    payloads.emplace_back(Kind::kOutcome, db::write_outcome(store.outcome(g)));
  }
  const std::size_t cases = cgt::testing::scaled(20'000);
  for (std::size_t i = 0; i < cases; ++i) {
    auto [kind, payload] = payloads[random() % payloads.size()];
    switch (random() % 3) {
      case 0: payload[random() % payload.size()] = static_cast<char>(random()); break;
      case 1: payload.resize(random() % payload.size()); break;
      default: payload += static_cast<char>(random());
    }
    // What is not refused is another payload, or the same.
    const std::string again = db::rewritten(store, kind, payload);
    if (again.empty()) {
      ++refused;
    } else {
      CHECK(db::rewritten(store, kind, again) == again);
    }
  }
  cgt::testing::expect_share(refused, cases, 0.4);  // 0.94
  for (const Kind kind : db::kKinds) CHECK(db::rewritten(store, kind, "").empty());
}

}  // namespace payload_test
