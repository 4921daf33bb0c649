// The search of a sum by several ranks: the answers of one process, whatever the number of ranks, the grain and
// the order in which messages arrive.

#include "decomp/solve/sums/driven/driven_search.hpp"

#include <catch2/catch.hpp>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "cgt/support/error.hpp"

namespace driven_search_test {

using namespace cgt;         // NOLINT
using namespace cgt::solve;  // NOLINT

namespace {

// Ranks in one thread: a random one works, a random message arrives, whichever order they were sent in.
class Cluster {
 public:
  Cluster(unsigned ranks, std::uint64_t grain, unsigned seed) : random_(seed) {
    for (unsigned rank = 0; rank < ranks; ++rank) {
      stores_.push_back(std::make_unique<Store>());
      searches_.push_back(std::make_unique<DrivenSearch>(
          *stores_.back(),
          DrivenSearch::Options{.rank = rank,
                                .ranks = ranks,
                                .grain = grain,
                                .send = [this, rank, ranks](unsigned to, std::string message) {
                                  REQUIRE(to != rank);
                                  REQUIRE(to < ranks);
                                  sent_.emplace_back(to, std::move(message));
                                }}));
    }
  }

  DrivenSearch::Answer solve(const std::string& text, Player first) {
    Store& store = *stores_[0];
    searches_[0]->ask(parse_sum(store, text), first);
    Budget budget;
    while (!searches_[0]->answer()) {
      if (!sent_.empty() && random_() % 2 == 0) {
        const std::size_t i = random_() % sent_.size();
        std::swap(sent_[i], sent_.back());
        const auto [to, message] = std::move(sent_.back());
        sent_.pop_back();
        searches_[to]->take_in(message);
      } else {
        const std::size_t rank = random_() % searches_.size();
        const Store::BudgetScope scope(*stores_[rank], budget);
        searches_[rank]->work(budget);
      }
    }
    return *searches_[0]->answer();
  }

  DrivenFigures of_rank(std::size_t rank) const { return searches_[rank]->figures(); }
  DrivenFigures figures() const {
    DrivenFigures out;
    for (const auto& search : searches_) out += search->figures();
    return out;
  }

 private:
  std::mt19937 random_;
  std::vector<std::unique_ptr<Store>> stores_;
  std::vector<std::unique_ptr<DrivenSearch>> searches_;
  std::vector<std::pair<unsigned, std::string>> sent_;
};

Verdict alone(const std::string& text, Player first) {
  Store store;
  SumOutcome solver(store);
  Budget budget;
  return solver.decide(parse_sum(store, text), first, budget);
}

// Random boards of few cells.
std::string random_sum(std::mt19937& random) {
  const auto row = [&](const char* cells, std::size_t count, std::size_t length) {
    std::string out;
    while (out.size() < length) out += cells[random() % count];
    return out;
  };
  std::string out = "clobber:" + row("xo.", 3, 4) + "|" + row("xo", 2, 4);
  out += " + nogo:" + row("..x", 3, 3) + "|" + row("..o", 3, 3);
  if (random() % 2 == 0) out += " - domineering:" + row("..#", 3, 3) + "|" + row("...#", 4, 3);
  if (random() % 2 == 0) out += " + ^*";
  if (random() % 3 == 0) out += " + {2|-1}";
  return out;
}

}  // namespace

TEST_CASE("sums searched by ranks have the answers of one process", "[solve][sums][driven]") {
  std::mt19937 random(7);
  DrivenFigures all;
  for (unsigned i = 0; i < 24; ++i) {
    const std::string text = random_sum(random);
    CAPTURE(text);
    const unsigned ranks = 1 + i % 4;
    Cluster cluster(ranks, i % 3 == 0 ? 1 : 40, i);
    // Both questions of the same tables.
    for (const Player first : kPlayers) {
      const DrivenSearch::Answer answer = cluster.solve(text, first);
      CHECK_FALSE(answer.loopy);
      CHECK(answer.verdict == alone(text, first));
    }
    all += cluster.figures();
    if (ranks == 1) CHECK(cluster.figures().messages == 0);
  }
  // It was searched together, not by one rank that happened to solve everything at once.
  CHECK(all.divided > 50);
  CHECK(all.messages > 500);
  CHECK(all.homes > all.divided);
}

TEST_CASE("sums have their homes on all ranks", "[solve][sums][driven]") {
  Cluster cluster(4, 10, 1);
  const std::string text = "clobber:xoxo|oxox|xoxo + clobber:xxoxo|oxoxo";
  CHECK(cluster.solve(text, Player::kLeft).verdict == alone(text, Player::kLeft));
  const std::uint64_t all = cluster.figures().homes;
  CHECK(all > 100);
  for (std::size_t rank = 0; rank < 4; ++rank) {
    CHECK(cluster.of_rank(rank).homes > all / 8);
    CHECK(cluster.of_rank(rank).homes < all / 2);
  }
}

TEST_CASE("a sum is written in one way, however it came about", "[solve][sums][driven]") {
  Store store;
  const auto written = [&](const std::string& text) {
    return DrivenSearch::canonical_text(store, parse_sum(store, text));
  };
  CHECK(written("clobber:xo + nogo:... + 1") == written("1/2 + nogo:... + 1/2 + clobber:xo"));
  // Empty cells part a board of Clobber.
  CHECK(written("clobber:xo..xxo") == written("clobber:xxo + clobber:xo"));
  CHECK(written("1 + -1") == "0");
  // What is written is read.
  for (const char* text : {"-clobber:xxo + {3|1}", "clobber:xo - nogo:.x. + ^", "kayles:5 + *2"}) {
    CHECK(written(written(text)) == written(text));
  }
  CHECK_THROWS_AS(written("clobber:xo + on"), LoopySum);
}

TEST_CASE("damaged messages are refused", "[solve][sums][driven]") {
  Store store;
  DrivenSearch search(store, {.rank = 1, .ranks = 2, .send = [](unsigned, std::string) {}});
  CHECK_THROWS_AS(search.take_in(""), Error);
  CHECK_THROWS_AS(search.take_in(std::string(31, '\x7f')), Error);
  CHECK_THROWS_AS(search.take_in(std::string(200, '\xff')), Error);
}

}  // namespace driven_search_test
