// The par against the auction itself: every call of four players who see all cards.
#include "decomp/labs/bridge/par.hpp"

#include <catch2/catch.hpp>
#include <functional>
#include <map>
#include <random>
#include <tuple>

#include "decomp/labs/bridge/pbn.hpp"
#include "tests/files.hpp"
#include "tests/testing.hpp"

namespace cgt::bridge::par_test {
namespace {

TrickTable random_tricks(std::mt19937& random) {
  TrickTable out{};
  for (auto& strain : out.by_strain) {
    const int ours = static_cast<int>(random() % 14);
    // Partners take about as many, and the sides about all between them.
    for (std::size_t seat = 0; seat < 4; ++seat) {
      const int tricks = (seat % 2 == 0 ? ours : 13 - ours) + static_cast<int>(random() % 3) - 1;
      strain[seat] = std::clamp(tricks, 0, 13);
    }
  }
  return out;
}

// Calls are passes, higher bids and doubles; three passes end the auction, four if nobody has bid. Of a side, who
// takes more tricks declares.
class Auction {
 public:
  Auction(const TrickTable& tricks, unsigned vulnerable)
      : tricks_(tricks), vulnerable_(vulnerable) {}

  // What North-South score; `bid` is 0 before the first one.
  int value(int turn, int bid, int holder, bool doubled, int passes) {
    if (passes == (bid == 0 ? 4 : 3)) return bid == 0 ? 0 : score_of(bid, holder, doubled);
    const auto key = std::make_tuple(turn, bid, holder, doubled, passes);
    const auto known = known_.find(key);
    if (known != known_.end()) return known->second;
    const int side = turn & 1;
    const int next = (turn + 1) & 3;
    int best = value(next, bid, holder, doubled, passes + 1);
    const auto take = [&](int other) {
      best = side == 0 ? std::max(best, other) : std::min(best, other);
    };
    for (int higher = bid + 1; higher <= 35; ++higher) take(value(next, higher, side, false, 0));
    if (bid > 0 && holder != side && !doubled) take(value(next, bid, holder, true, 0));
    return known_[key] = best;
  }

 private:
  int score_of(int bid, int side, bool doubled) const {
    constexpr std::array<int, 5> kStrains{3, 2, 1, 0, kNotrump};
    Contract contract{.level = 1 + (bid - 1) / 5,
                      .strain = kStrains[static_cast<std::size_t>((bid - 1) % 5)],
                      .doubled = doubled ? 1 : 0};
    const auto& here = tricks_.by_strain[static_cast<std::size_t>(contract.strain)];
    const auto first = static_cast<std::size_t>(side);
    const int points =
        score(contract, (vulnerable_ >> side & 1U) != 0, std::max(here[first], here[first + 2]));
    return side == 0 ? points : -points;
  }
  const TrickTable& tricks_;
  unsigned vulnerable_;
  std::map<std::tuple<int, int, int, bool, int>, int> known_;
};

}  // namespace

TEST_CASE("the par is the value of the auction", "[bridge]") {
  std::mt19937 random(1981);
  std::size_t passed = 0;
  std::size_t sacrifices = 0;
  const std::size_t rounds = testing::scaled(150);
  for (std::size_t i = 0; i < rounds; ++i) {
    const TrickTable tricks = random_tricks(random);
    const unsigned vulnerable = random() % 4;
    const int dealer = static_cast<int>(random() % 4);
    CAPTURE(i, dealer, vulnerable);
    const Par found = par(tricks, dealer, vulnerable);
    REQUIRE(found.score == Auction(tricks, vulnerable).value(dealer, 0, 0, false, 0));
    REQUIRE(found.contracts.empty() == (found.score == 0));
    passed += found.score == 0 ? 1 : 0;
    for (const Contract& contract : found.contracts) {
      const int made = tricks.of(contract);
      const int points = score(contract, (vulnerable >> (contract.declarer & 1) & 1U) != 0, made);
      REQUIRE((contract.declarer % 2 == 0 ? points : -points) == found.score);
      sacrifices += contract.doubled > 0 ? 1 : 0;
    }
  }
  CHECK(sacrifices > rounds / 20);
  INFO(passed << " passed out");
}

TEST_CASE("a table of tricks, and what a record gave away", "[bridge]") {
  if (!DoubleDummy::available()) return;
  const std::string file = testing::source_root() + "/examples/bridge/smith.pbn";
  const auto records = pbn::read(SourceText(file, testing::read_file(file))).records;
  DoubleDummy solver;
  Budget budget;
  for (const pbn::Record& record : records) {
    CAPTURE(record.board);
    const TrickTable tricks = trick_table(record.deal->hands, solver);
    const Contract& contract = *record.contract;
    const Mistakes found = mistakes_of(record.deal->hands, contract, record.play, solver, budget);
    CHECK(found.declarer_tricks == tricks.of(contract));
    // Played to the end, what was given away accounts for the result.
    if (record.play.size() < 52) continue;
    int balance = found.declarer_tricks;
    for (const Mistake& m : found.mistakes)
      balance += ((m.seat ^ contract.declarer) & 1) == 0 ? -m.tricks : m.tricks;
    CHECK(balance == *record.result);
  }
}

}  // namespace cgt::bridge::par_test
