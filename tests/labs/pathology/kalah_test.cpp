#include "decomp/labs/pathology/experiments.hpp"

#include <catch2/catch.hpp>

#include "decomp/labs/pathology/lookahead.hpp"
#include "decomp/search/games/eight_puzzle.hpp"
#include "decomp/search/games/line_game.hpp"
#include "decomp/search/minimax.hpp"

namespace kalah_test {

using namespace cgt::search;
using namespace cgt::search::pathology;
using cgt::Budget;

namespace {

// The rules once more, on a list of cells in the order of sowing as the mover sees it.
struct PlainBoard {
  std::vector<int> own, other;
  int own_store = 0;
  int other_store = 0;
  bool counts_sown = true;

  PlainBoard after(std::size_t pit) const {
    const std::size_t n = own.size();
    std::vector<int> ring = own;
    ring.push_back(own_store);
    ring.insert(ring.end(), other.begin(), other.end());
    int hand = ring[pit];
    const bool sown = hand > 0;
    ring[pit] = 0;
    std::size_t cell = pit;
    while (hand-- > 0) {
      cell = (cell + 1) % ring.size();
      if (cell != n || counts_sown) ++ring[cell];
    }
    if (sown && cell < n && ring[cell] == 1) {
      const std::size_t facing = 2 * n - cell;
      if (ring[facing] > 0) {
        ring[n] += ring[facing] + 1;
        ring[facing] = ring[cell] = 0;
      }
    }
    PlainBoard out = *this;
    const auto middle = ring.begin() + static_cast<std::ptrdiff_t>(n);
    out.other.assign(ring.begin(), middle);
    out.other_store = *middle;
    out.own.assign(middle + 1, ring.end());
    out.own_store = other_store;
    return out;
  }
  // Lead of who moves after `plies` more.
  int value(int plies) const {
    if (plies == 0) return own_store - other_store;
    int best = -1000;
    for (std::size_t i = 0; i < own.size(); ++i) best = std::max(best, -after(i).value(plies - 1));
    return best;
  }
};

PlainBoard plain(const Kalah& board, KalahUtility utility) {
  PlainBoard out;
  out.counts_sown = utility == KalahUtility::kStored;
  for (int i = 0; i < board.pits(); ++i) {
    out.own.push_back(board.seeds(0, i));
    out.other.push_back(board.seeds(1, i));
  }
  out.own_store = board.store(0);
  out.other_store = board.store(1);
  return out;
}

void check_by_brute_force(KalahExperiment experiment) {
  Budget budget;
  for (const KalahUtility utility : {KalahUtility::kCaptured, KalahUtility::kStored}) {
    experiment.utility = utility;
    ExactUtility<Kalah> exact;
    for (std::uint64_t i = 0; i < 50; ++i) {
      const Kalah board = kalah_board(experiment, i);
      REQUIRE(exact(board, budget) == plain(board, utility).value(8));
    }
  }
}

}  // namespace

TEST_CASE("sowing and capturing in kalah", "[pathology]") {
  Kalah board({1, 0, 3}, {2, 0, 4}, 8);
  Kalah capture = board;
  capture.play(0);  // into the empty pit opposite pit 1 of the other: nothing there to take
  CHECK(capture.text() == "0 1 3 [0] / 2 0 4 [0], player 1");
  Kalah other({1, 0, 3}, {2, 5, 4}, 8);
  other.play(0);
  CHECK(other.text() == "0 0 3 [6] / 2 0 4 [0], player 1");
  board.play(2);  // past the own store
  CHECK(board.text() == "1 0 0 [1] / 3 1 4 [0], player 1");
  board.play(2);  // 4 seeds: own store, and the other's three pits
  CHECK(board.text() == "2 1 1 [1] / 3 1 0 [1], player 0");
  board.play(0);
  board.play(2);  // an empty pit
  CHECK(board.text() == "0 2 2 [1] / 3 1 0 [1], player 0");
  CHECK(board.utility(0) == 0);
  CHECK(board.plies_left() == 4);
  CHECK_THROWS_AS(Kalah({1}, {1, 2}, 8), cgt::Error);
  CHECK_THROWS_AS(Kalah({200}, {200}, 8), cgt::Error);
  Kalah captured({1, 0, 3}, {2, 5, 4}, 8, KalahUtility::kCaptured);
  captured.play(2);  // one seed passes the store, and is out of the game
  CHECK(captured.text() == "1 0 0 [0] / 3 6 4 [0], player 1");
}

TEST_CASE("utilities after 8 plies are those of brute force", "[pathology][long]") {
  check_by_brute_force({.pits = 4, .seeds = 3});
}

TEST_CASE("utilities of kalah with six pits are those of brute force", "[.][nightly][pathology]") {
  check_by_brute_force({});
}

TEST_CASE("fine buckets help kalah", "[pathology][long]") {
  Budget budget;
  KalahExperiment experiment{.pits = 4, .utility = KalahUtility::kStored};
  experiment.boards = 150;
  const KalahCurve curve = kalah_pathology(experiment, budget);
  double worst = 0;
  for (std::size_t k = 0; k < 4; ++k) worst = std::max(worst, curve.tallies[k].pathology());
  CHECK(curve.tallies.back().pathology() < worst);
  CHECK(curve.tallies.back().pathology() < 1);
  experiment.boards = 12;
  const KalahCurve one = kalah_pathology(experiment, budget);
  experiment.threads = 3;
  const KalahCurve three = kalah_pathology(experiment, budget);
  CHECK(one.tallies[0].fields() == three.tallies[0].fields());
}

TEST_CASE("any game can be looked at", "[pathology]") {
  // Tic-tac-toe from the corner: the search is that of Minimax with the same heuristic.
  using Board = LineGame<3, 3, 3>;
  Budget budget;
  LookaheadParameters parameters{.deep = 4, .shallow = 2, .granularities = {0, 4}};
  LookaheadExperiment<Board> experiment(parameters);
  struct Noisy {
    using Value = double;
    std::uint64_t seed;
    double terminal(const Board& s) const { return s.utility(0); }
    double evaluate(const Board& s) const {
      Budget unlimited;
      return *Minimax<Board>().search(s, unlimited).value +
             0.5 * Random(seed, 0x100c, s.hash()).normal();
    }
  };
  Minimax<Board, Noisy> plain(Noisy{parameters.seed});
  Board root;
  root.play(0);
  root.play(4);
  root.play(1);
  for (int depth = 0; depth <= 6; ++depth) {
    CHECK(experiment.search(root, depth, budget) == *plain.search(root, budget, depth).value);
  }
  experiment.add(root, budget);
  CHECK(experiment.tallies()[1].count == 1);
  CHECK(experiment.pairs().size() == 2);

  // What ran out of budget leaves no trace.
  LookaheadExperiment<Board> stopped(parameters);
  LookaheadExperiment<Board> fresh(parameters);
  std::size_t times = 0;
  for (std::uint64_t nodes = 1; nodes < 1000; nodes += 97) {
    Budget small({.nodes = nodes});
    try {
      stopped.add(Board{}, small);
    } catch (const cgt::BudgetExhausted&) {
      ++times;
    }
  }
  REQUIRE(times == 11);
  stopped.add(root, budget);
  fresh.add(root, budget);
  CHECK(stopped.tallies()[0].fields() == fresh.tallies()[0].fields());
  CHECK(stopped.pairs().size() == 2);
  CHECK(stopped.clustering().factor() == Approx(fresh.clustering().factor()));
  ExactUtility<Board> exact;
  Budget none({.nodes = 50});
  CHECK_THROWS_AS(exact(Board{}, none), cgt::BudgetExhausted);
  CHECK(exact(root, budget) == *Minimax<Board>().search(root, budget).value);

  const double nan = std::numeric_limits<double>::quiet_NaN();
  using Parameters = LookaheadParameters;
  for (const Parameters& bad :
       {Parameters{.deep = 0}, Parameters{.shallow = 0}, Parameters{.granularities = {1}},
        Parameters{.lowest = 1}, Parameters{.sigma = nan}, Parameters{.sigma = -1}}) {
    CHECK_THROWS_AS(LookaheadExperiment<Board>(bad), cgt::Error);
  }

  struct Dice : Board {
    GameType type() const { return {.chance = ChanceMode::kExplicit}; }
  };
  LookaheadExperiment<Dice> refused(parameters);
  CHECK_THROWS_AS(refused.add(Dice{}, budget), cgt::Error);
}

}  // namespace kalah_test
