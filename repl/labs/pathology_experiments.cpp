#include "repl/labs/pathology.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "decomp/labs/pathology/experiments.hpp"
#include "repl/support/progress.hpp"

namespace cgt::repl {
namespace {

using namespace search::pathology;

PathologyTable counts_table(const search::chess::Endgame& endgame) {
  PathologyTable out;
  out.columns = {"mover", "positions", "wins", "losses", "draws", "mates", "longest_win"};
  for (const int mover : {search::chess::kWhite, search::chess::kBlack}) {
    const search::chess::EndgameCounts n = endgame.counts(mover);
    out.add({mover == search::chess::kWhite ? "White" : "Black", std::to_string(n.legal),
             std::to_string(n.wins), std::to_string(n.losses), std::to_string(n.draws),
             std::to_string(n.mates), std::to_string(n.longest_win)});
  }
  return out;
}

// Calls visit(pits, experiment, its result) for each number of pits.
template <class Visit>
void for_each_kalah(const PathologyOptions& o, Budget& budget, Visit visit) {
  for (const int pits : given_or(o.branchings, {4, 5, 6})) {
    KalahExperiment experiment;
    experiment.pits = pits;
    experiment.seeds = o.seeds;
    experiment.utility = o.utility;
    experiment.range = o.range.value_or(experiment.range);
    experiment.deep = o.deep;
    experiment.shallow = o.shallow;
    experiment.granularities = given_or(o.granularities, experiment.granularities);
    experiment.sigma = o.sigma.value_or(experiment.sigma);
    experiment.boards = o.trees.value_or(experiment.boards);
    experiment.seed = o.seed;
    experiment.threads = o.threads;
    const Progress progress(fmt::format("kalah, {} pits", pits), o.common.quiet);
    visit(std::to_string(pits), experiment, kalah_pathology(experiment, budget));
  }
}

}  // namespace

ModelParameters model_of(const PathologyOptions& o) {
  ModelParameters out;
  for (const Model model : {Model::kTopDown, Model::kBottomUp, Model::kOnePlayer}) {
    if (o.model == name(model)) out.model = model;
  }
  out.height = o.height.value_or(out.height);
  out.deep = o.deep;
  out.shallow = o.shallow;
  out.sigma = o.sigma.value_or(out.sigma);
  return out;
}

PathologyTable puzzle_table(const PathologyOptions& o, Budget& budget) {
  const search::EightPuzzleSpace space;
  auto out = PathologyTable::of_tallies({"heuristic", "g"}, {"better", "worse", "equal", "f"});
  const std::string f = number(puzzle_clustering(space).factor());
  for (const int g : given_or(o.granularities, {0})) {
    PuzzleHeuristic heuristic;
    heuristic.granularity = g;
    heuristic.seed = o.seed;
    heuristic.sigma = o.sigma.value_or(heuristic.sigma);
    if (o.noisy) heuristic.kind = PuzzleHeuristic::Kind::kNoise;
    const ErrorTally tally =
        puzzle_tally(space, puzzle_heuristic(space, heuristic), o.deep, o.shallow, budget);
    const std::string name =
        o.noisy ? fmt::format("distance + noise {:g}", heuristic.sigma) : "Manhattan";
    out.add({name, std::to_string(g)}, tally,
            {fmt::format("{:.0f}", tally.better), fmt::format("{:.0f}", tally.worse),
             fmt::format("{:.0f}", tally.equal()), f});
  }
  return out;
}

PathologyTable chess_table(const PathologyOptions& o, Budget& budget) {
  const Progress progress("chess, " + o.material, o.common.quiet);
  ChessExperiment experiment;
  experiment.granularities = given_or(o.granularities, experiment.granularities);
  experiment.deep = o.deep;
  experiment.shallow = o.shallow;
  experiment.sigma = o.sigma.value_or(experiment.sigma);
  experiment.seed = o.seed;
  experiment.threads = o.threads;
  check_experiment(experiment);  // before the table, which takes seconds
  const search::chess::Endgame endgame(search::chess::Material(o.material), budget);
  if (o.counts) return counts_table(endgame);
  const ChessCurve curve = chess_pathology(endgame, experiment, budget);
  auto out = PathologyTable::of_tallies({"material", "g"}, {"mean_moves", "f"});
  for (std::size_t k = 0; k < curve.tallies.size(); ++k) {
    out.add({o.material, std::to_string(curve.granularities[k])}, curve.tallies[k],
            {number(curve.mean_moves), number(curve.clustering.factor())});
  }
  return out;
}

PathologyTable kalah_table(const PathologyOptions& o, Budget& budget) {
  auto out = PathologyTable::of_tallies({"b", "g"}, {"f"});
  for_each_kalah(
      o, budget,
      [&](const std::string& pits, const KalahExperiment& experiment, const KalahCurve& curve) {
        for (std::size_t k = 0; k < curve.tallies.size(); ++k) {
          out.add({pits, std::to_string(experiment.granularities[k])}, curve.tallies[k],
                  {number(curve.clustering.factor())});
        }
      });
  return out;
}

PathologyTable kalah_classes(const PathologyOptions& o, Budget& budget) {
  constexpr std::size_t kClasses = 5;
  auto out = PathologyTable::of_tallies({"b", "f"});
  for_each_kalah(o, budget, [&](const std::string& pits, const KalahExperiment&, KalahCurve curve) {
    auto& boards = curve.boards;
    std::erase_if(boards, [](const auto& board) { return !std::isfinite(board.clustering); });
    std::sort(boards.begin(), boards.end(),
              [](const auto& a, const auto& b) { return a.clustering < b.clustering; });
    for (std::size_t k = 0; k < kClasses; ++k) {
      const std::size_t from = boards.size() * k / kClasses;
      const std::size_t to = boards.size() * (k + 1) / kClasses;
      if (from == to) continue;
      ErrorTally tally;
      double f = 0;
      for (std::size_t i = from; i < to; ++i) {
        tally.add(boards[i].errors[0]);
        f += boards[i].clustering / static_cast<double>(to - from);
      }
      out.add({pits, number(f)}, tally);
    }
  });
  return out;
}

PathologyTable remedies_table(const PathologyOptions& o, Budget& budget) {
  PathologyTable out;
  out.columns = {"b", "s", "g", "remedy", "trees", "error", "standard_error"};
  const Progress progress("remedies", o.common.quiet);
  for (const int b : given_or(o.branchings, {2, 4, 6})) {
    for (const double s : given_or(o.similarities, {0.0, 1.0})) {
      for (const int g : given_or(o.granularities, {2, 10})) {
        ModelParameters model = model_of(o);
        model.branching = b;
        model.similarity = s;
        const auto errors =
            compare_remedies(model, g, o.trees.value_or(1000), o.seed, o.threads, budget);
        for (std::size_t r = 0; r < kRemedies.size(); ++r) {
          out.add({std::to_string(b), fmt::format("{:g}", s), std::to_string(g), name(kRemedies[r]),
                   fmt::format("{:.0f}", errors[r].count), number(errors[r].mean()),
                   number(errors[r].standard_error())});
        }
      }
    }
  }
  return out;
}

PathologyTable pruning_table(const PathologyOptions& o, Budget& budget) {
  PathologyTable out;
  out.columns = {"tree", "p", "rounds", "one_winning", "two_winning", "either", "guess"};
  for (const PruningTree tree : {PruningTree::kIndependent, PruningTree::kIncremental}) {
    for (const double p : given_or(o.accuracies, {0.6, 0.7, 0.8, 0.9, 1.0})) {
      for (int h = 1; h <= o.rounds; ++h) {
        const PruningAccuracy a = pruning_accuracy(tree, 2 * h - 1, p, budget);
        out.add({tree == PruningTree::kIndependent ? "P-game" : "N-game", fmt::format("{:g}", p),
                 std::to_string(h), number(a.one), number(a.two), number(a.either),
                 number(a.guess)});
      }
    }
  }
  return out;
}

PathologyTable win_loss_table(const PathologyOptions& o, Budget& budget) {
  auto out = PathologyTable::of_tallies({"game", "b", "depth"}, {"sibling_correlation"});
  const Progress progress("P-games and N-games", o.common.quiet);
  for (const WinLossModel model : {WinLossModel::kIndependent, WinLossModel::kIncremental}) {
    for (const int b : given_or(o.branchings, {2})) {
      WinLossParameters parameters;
      parameters.model = model;
      parameters.branching = b;
      parameters.height = o.height.value_or(parameters.height);
      parameters.trees = o.trees.value_or(parameters.trees);
      parameters.seed = o.seed;
      parameters.threads = o.threads;
      const std::vector<WinLossLevel> levels = win_loss_levels(parameters, budget);
      for (std::size_t d = 0; d < levels.size(); ++d) {
        out.add({model == WinLossModel::kIndependent ? "P-game" : "N-game", std::to_string(b),
                 std::to_string(d + 1)},
                levels[d].errors, {number(levels[d].sibling_correlation())});
      }
    }
  }
  return out;
}

}  // namespace cgt::repl
