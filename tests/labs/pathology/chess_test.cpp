#include "decomp/labs/pathology/experiments.hpp"

#include <catch2/catch.hpp>
#include <map>

#include "decomp/search/games/chess_endgame_state.hpp"
#include "decomp/search/random.hpp"
#include "decomp/search/retrograde.hpp"

namespace chess_test {

using namespace cgt::search;
using namespace cgt::search::chess;
using namespace cgt::search::pathology;
using cgt::Budget;

namespace {

struct Expected {
  const char* material;
  int moves;
  std::uint64_t white_wins, white_losses, white_draws, black_wins, black_losses, black_draws, mates;
};

void check_counts(const Expected& e) {
  INFO(e.material);
  Budget budget;
  const Endgame endgame(Material(e.material), budget);
  const EndgameCounts white = endgame.counts(kWhite);
  const EndgameCounts black = endgame.counts(kBlack);
  CHECK(white.longest_win == static_cast<unsigned>(e.moves));
  CHECK(white.wins == e.white_wins);
  CHECK(white.losses == e.white_losses);
  CHECK(white.draws == e.white_draws);
  CHECK(black.wins == e.black_wins);
  CHECK(black.losses == e.black_losses);
  CHECK(black.draws == e.black_draws);
  CHECK(black.mates == e.mates);
}

// Every legal position of three men against the graph of moves. Returns how many there are.
std::size_t compare_with_graph(const char* text, int step) {
  Budget budget;
  const Material material(text);
  const Endgame endgame(material, budget);
  std::vector<EndgameState> roots;
  for (int mover = 0; mover < 2; ++mover) {
    for (std::uint32_t n = 0; n < material.squares_count(); n += static_cast<std::uint32_t>(step)) {
      const EndgameState state(material, Position::of(material, mover, n));
      REQUIRE(state.legal() == endgame.value(mover, n).legal());
      if (state.legal()) roots.push_back(state);
    }
  }
  const auto graph = numbered_graph<EndgameState>(roots, budget);
  const Retrograde table = retrograde(graph.graph, budget);
  std::size_t compared = 0;
  for (std::size_t i = 0; i < graph.states.size(); ++i) {
    const Position& position = graph.states[i].position();
    if (position.squares[2] == EndgameState::kCaptured) continue;
    ++compared;
    const DistanceToMate value = endgame.value(position);
    const int mover_wins = position.mover == kWhite ? 1 : -1;
    REQUIRE(value.legal());
    REQUIRE(value.mover_wins() == (table.value[i] == mover_wins));
    REQUIRE(value.mover_loses() == (table.value[i] == -mover_wins));
    if (value.decided()) REQUIRE(value.plies() == table.plies[i]);
  }
  return compared;
}

}  // namespace

TEST_CASE("distances to mate with three men are the known ones", "[pathology]") {
  // Black to move draws 23,048 positions of KQK: a published count.
  check_counts({"KQK", 10, 144508, 0, 0, 0, 200896, 23048, 364});
  check_counts({"KRK", 16, 175168, 0, 0, 0, 201700, 22244, 216});
  check_counts({"KBK", 0, 0, 0, 193284, 0, 0, 223944, 0});
}

TEST_CASE("distances to mate with four men are the known ones", "[.][nightly][pathology]") {
  check_counts({"KBBK", 19, 5007216, 0, 5156840, 0, 5628080, 8032504, 3104});
  check_counts({"KQKR", 35, 8863768, 17136, 71704, 3090088, 7062680, 627960, 10972});
}

TEST_CASE("the tables of three men are those of retrograde.hpp", "[pathology][long]") {
  // Everything is reached from a part of the positions, in KQK from few.
  CHECK(compare_with_graph("KQK", 64 * 7 + 1) > 300000);
}

TEST_CASE("all tables of three men are those of retrograde.hpp", "[.][nightly][pathology]") {
  CHECK(compare_with_graph("KQK", 1) == 144508 + 223944);
  CHECK(compare_with_graph("KRK", 1) == 175168 + 223944);
  CHECK(compare_with_graph("KKR", 1) == 175168 + 223944);
}

TEST_CASE("materials and positions are read, written and refused", "[pathology]") {
  const Material material("KQKR");
  CHECK(material.text() == "KQKR");
  CHECK(material.without(2).text() == "KKR");
  CHECK(material.without(3).text() == "KQK");
  CHECK(Material("KKR").man(2) == Man{Kind::kRook, kBlack});
  for (std::uint32_t n = 0; n < material.squares_count(); n += 12347) {
    REQUIRE(Position::of(material, kBlack, n).number(material) == n);
  }
  CHECK(Position::of(material, kWhite, 1 << 12 | 10 << 6 | 63).text(material) ==
        "w Ka1 kb1 Qc2 rh8");
  for (const char* bad : {"", "K", "KP", "QKK", "KQ", "KKK", "KQRKR", "KQKP"}) {
    INFO(bad);
    CHECK_THROWS_AS(Material(bad), cgt::Error);
  }
}

namespace {

// Searches of single positions by plain recursion, with the heuristic that the sweeps use.
struct PlainSearch {
  const Endgame& endgame;
  const ChessExperiment& experiment;
  float draw;

  // Which table of the family a material is; the noise of a position depends on it.
  std::uint64_t member(const Endgame& at) const { return &at == &endgame ? 0 : 1; }

  float cost(const Endgame& at, const Position& p) const {
    const DistanceToMate value = at.value(p);
    if (value.draw()) return draw;
    const auto moves = static_cast<float>(value.moves());
    return value.mover_wins() == (p.mover == kWhite) ? moves : 2 * draw - moves;
  }
  float heuristic(const Endgame& at, const Position& p) const {
    const EndgameState state(at.material(), p);
    if (state.player() == kTerminal) return cost(at, p);
    const std::uint64_t name = 0xc4e55 + 64 * member(at) + static_cast<std::uint64_t>(p.mover);
    const double noise =
        Random(experiment.seed, name, p.number(at.material())).normal() * experiment.sigma;
    return static_cast<float>(cost(at, p) + noise);
  }
  float search(const Position& p, int depth) const {
    const EndgameState state(endgame.material(), p);
    if (depth == 0 || state.player() == kTerminal) return heuristic(endgame, p);
    std::vector<EndgameState::Move> moves;
    state.moves(moves);
    float best = p.mover == kWhite ? 1e9F : -1e9F;
    for (const auto move : moves) {
      const float v = after(state, move, depth - 1);
      best = p.mover == kWhite ? std::min(best, v) : std::max(best, v);
    }
    return best;
  }
  float after(EndgameState state, EndgameState::Move move, int depth) const {
    state.play(move);
    // With three men, a capture leaves bare kings.
    if (state.position().squares[2] == EndgameState::kCaptured) return draw;
    return search(state.position(), depth);
  }
};

}  // namespace

TEST_CASE("sweeps over a table search as a plain search of each position does", "[pathology]") {
  Budget budget;
  const Endgame endgame(Material("KRK"), budget);
  ChessExperiment experiment;
  experiment.granularities = {0};
  experiment.deep = 3;
  experiment.shallow = 2;
  experiment.beyond = 14;
  const ChessCurve curve = chess_pathology(endgame, experiment, budget);
  const PlainSearch plain{endgame, experiment, 16 + kDrawBeyond};
  ErrorTally tally;
  for (std::uint32_t n = 0; n < endgame.material().squares_count(); ++n) {
    const DistanceToMate value = endgame.value(kWhite, n);
    if (!value.mover_wins() || value.moves() <= experiment.beyond) continue;
    const EndgameState state(endgame.material(), Position::of(endgame.material(), kWhite, n));
    // A part of them, both sides of each comparison.
    if (n % 37 != 0) continue;
    std::vector<EndgameState::Move> moves;
    state.moves(moves);
    std::vector<float> deep;
    std::vector<float> shallow;
    std::vector<float> truths;
    for (const auto move : moves) {
      deep.push_back(plain.after(state, move, 2));
      shallow.push_back(plain.after(state, move, 1));
      EndgameState next = state;
      next.play(move);
      truths.push_back(next.position().squares[2] == EndgameState::kCaptured
                           ? plain.draw
                           : plain.cost(endgame, next.position()));
    }
    using Values = std::span<const float>;
    tally.add({decision_error(Values(deep), Values(truths), -1),
               decision_error(Values(shallow), Values(truths), -1)});
  }
  REQUIRE(tally.count > 100);
  experiment.only_every = 37;
  const ChessCurve part = chess_pathology(endgame, experiment, budget);
  CHECK(part.tallies[0].fields()[0] == tally.count);
  CHECK(part.tallies[0].deep == Approx(tally.deep).epsilon(1e-12));
  CHECK(part.tallies[0].shallow == Approx(tally.shallow).epsilon(1e-12));
  CHECK(curve.positions > 30 * part.positions);
}

TEST_CASE("pathology of three men does not depend on threads", "[pathology]") {
  Budget budget;
  const Endgame endgame(Material("KQK"), budget);
  ChessExperiment experiment;
  experiment.granularities = {3, 15, 0};
  const ChessCurve one = chess_pathology(endgame, experiment, budget);
  experiment.threads = 3;
  const ChessCurve three = chess_pathology(endgame, experiment, budget);
  REQUIRE(one.tallies.size() == 3);
  for (std::size_t k = 0; k < 3; ++k) CHECK(one.tallies[k].fields() == three.tallies[k].fields());
  CHECK(one.positions == 81856);
  CHECK(one.tallies[0].pathology() > 1.1);
  CHECK(one.tallies[1].pathology() < 0.6);
  CHECK(one.tallies[2].pathology() < one.tallies[1].pathology());
  Budget small({.nodes = 1000});
  CHECK_THROWS_AS(chess_pathology(endgame, experiment, small), cgt::BudgetExhausted);
}

namespace {

void check_curve(const char* material, std::uint64_t positions,
                 const std::vector<std::pair<int, double>>& listed) {
  INFO(material);
  Budget budget;
  const Endgame endgame(Material(material), budget);
  ChessExperiment experiment;
  experiment.granularities.clear();
  for (const auto& [g, p] : listed) experiment.granularities.push_back(g);
  experiment.threads = 0;
  const ChessCurve curve = chess_pathology(endgame, experiment, budget);
  CHECK(curve.positions == positions);
  for (std::size_t k = 0; k < listed.size(); ++k) {
    INFO("g " << listed[k].first);
    const double p = curve.tallies[k].pathology();
    CHECK(p == Approx(listed[k].second).margin(0.03));
    if (listed[k].first >= 15) CHECK(p < 1);
  }
}

}  // namespace

TEST_CASE("pathology of four men", "[.][nightly][pathology]") {
  // Values of an independent program with other draws.
  check_curve("KQKR", 8189468,
              {{2, 1.049},
               {3, 1.079},
               {4, 1.061},
               {5, 1.011},
               {7, 1.050},
               {10, .984},
               {15, .876},
               {20, .791},
               {35, .670},
               {0, .567}});
  check_curve("KBBK", 4861296,
              {{2, 1.095},
               {3, .931},
               {4, 1.012},
               {5, .917},
               {7, .857},
               {10, .737},
               {15, .582},
               {20, .492},
               {25, .436},
               {0, .301}});
}

}  // namespace chess_test
