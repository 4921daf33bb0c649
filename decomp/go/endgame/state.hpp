// The inside of GoEndgame, for its sources: the board's parts as they are searched, and those still in
// play with the moves found so far.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "decomp/go/endgame/endgame.hpp"
#include "decomp/go/endgame/ko_score.hpp"
#include "decomp/go/life/safety_search.hpp"
#include "decomp/go/safety/bounds.hpp"
#include "decomp/solve/play/incentive_play.hpp"
#include "decomp/solve/values/local_search.hpp"

namespace cgt::go {

// Adds the time it lives to a figure.
class ScopeTimer {
 public:
  explicit ScopeTimer(double& total) : total_(total) {}
  ~ScopeTimer() {
    total_ += std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start_)
                  .count();
  }
  ScopeTimer(const ScopeTimer&) = delete;
  ScopeTimer& operator=(const ScopeTimer&) = delete;

 private:
  double& total_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// One move in a region that is still in play.
struct LocalMove {
  Point point;
  Region after;
  GameId value;       // of what the move leads to, prisoners included
  GameId incentive;   // of the move, for the player who makes it
  bool exact = true;  // false: value is a bound, because what follows depends on ko
};

// A region in play, with its place on the board.
struct Live {
  Region region;
  Point origin;
  std::size_t subgame = 0;
  GameId value;
  PerPlayer<std::optional<std::vector<LocalMove>>> moves{};
};
// Shared by the questions about one board: each moves the same regions.
using LiveRegion = std::shared_ptr<Live>;

struct GoEndgame::Impl {
  using Local = solve::LocalSearch<Region>;

  // `searched`: the local search of another endgame on the same store; none: a new one.
  Impl(Store& the_store, Problem the_problem, PartitionOptions the_options,
       const ScoringRules& the_rules, std::shared_ptr<Local> searched = nullptr)
      : store(the_store),
        problem(std::move(the_problem)),
        options(std::move(the_options)),
        rules(the_rules),
        shared_local(searched ? std::move(searched) : std::make_shared<Local>(the_store)),
        local(*shared_local),
        sum(the_store),
        kos(the_store, local, sum) {
    options.assumed.insert(options.assumed.end(), problem.assumed.begin(), problem.assumed.end());
    if (options.safety == SafetyMethod::kSearch && !options.prove) {
      SafetySearchOptions wanted;
      if (options.proofs) wanted.proof_nodes = kProofNodes;
      options.prove = [wanted](const Board& board, std::span<const Point> assumed, Budget& budget) {
        // The parts have to be found and searched afterwards, whatever the search proves.
        Budget half = budget.half();
        Safety proved = searched_safety(board, assumed, half, wanted);
        budget.settle(half);
        return proved;
      };
    }
  }

  void divide(Budget& budget) {
    const ScopeTimer watch(statistics.partition_ms);
    partition = go::partition(problem.board, options, budget);
    partitioned = true;
    subgames.resize(partition.parts.size());
    for (std::size_t i = 0; i < subgames.size(); ++i) {
      const Part& part = partition.parts[i];
      subgames[i].points = part.points;
      subgames[i].diagram = part.region.text();
      subgames[i].coupled = part.dependent;
      subgames[i].note = part.note;
      const Bounds bounds = integer_bounds(part.region);
      subgames[i].lower = store.integer(bounds.lower);
      subgames[i].upper = store.integer(bounds.upper);
    }
  }

  bool area() const { return rules.scoring == Scoring::kArea; }
  // Half a point for who takes it instead of a move.
  GameId button();
  // The game that is played for a position of this value.
  GameId played(GameId value) { return area() ? store.heat(value, store.integer(1)) : value; }
  // What a move counts at once: prisoners, or under area scoring the stone too.
  GameId counted(Player player, std::int64_t shift) {
    return store.integer(shift + (area() ? sign(player) : 0));
  }
  // One end of what is played in a subgame.
  GameId end_of(std::size_t number, bool lower);
  // What is played in all subgames at one end: with the button, if there is one. The subgame
  // `changed` (or none: their number) is at `value`.
  std::vector<GameId> ends(bool lower, std::size_t changed, GameId value);

  // Of the moves of one player in one subgame, by what they can lead to: the values at both ends.
  struct MoveEnds {
    Point point;
    std::size_t subgame = 0;
    GameId lower;
    GameId upper;
  };
  std::vector<MoveEnds> move_ends(Player player, Budget& budget);
  solve::LocalValue ends_after(std::size_t subgame, Player player, const Option<Region>& option,
                               Budget& budget);
  // The stop of ends().
  Dyadic end_stop(bool lower, std::size_t changed, GameId value, Player first, Budget& budget);
  // The score at that end, without the fixed score. Scores are integers but for a button: a stop between
  // two of them is that of parts in which both lose by moving, and who is left with one gets the worse.
  Dyadic score_end(bool lower, const Dyadic& stop) const;
  // Bounds the stops of the sum of all subgames at one end without playing it.
  Dyadic end_estimate(bool lower, Player first);

  // Settles the subgames that are proved to be sekis and are dependent, have eyes, or are too large
  // for a local search. Throws BudgetExhausted.
  void settle_sekis(Budget& budget);

  // The value of one subgame, with at most `nodes` units of work. False if they were too few; throws
  // BudgetExhausted if the whole budget is spent.
  bool search(std::size_t number, std::uint64_t nodes, Budget& budget);

  // Narrows the integer bounds of a subgame that has no value, with that many nodes for each question.
  void narrow(std::size_t number, std::uint64_t nodes, Budget& budget);

  // Nothing is left to play here: the value is a number, and no move is a dame.
  bool is_settled(Live& live, Budget& budget);
  bool is_dame(const LocalMove& move) const {
    return store.stop(move.incentive, Player::kLeft).is_zero() &&
           store.stop(move.incentive, Player::kRight).is_zero() && move.incentive != kZero;
  }
  const std::vector<LocalMove>& moves_of(Live& live, Player player, Budget& budget);
  Live make_live(const Region& region, Point origin, std::size_t subgame, Budget& budget);
  // The parts of the board at the beginning, in the order of the subgames. Requires complete().
  const std::vector<LiveRegion>& live_regions(Budget& budget);
  // The stop of all regions, `changed` valued `value` instead of its own.
  Dyadic stop_with(const std::vector<LiveRegion>& all, std::size_t changed, GameId value,
                   Player first, Budget& budget);
  bool conditional() const {
    return std::ranges::any_of(kPlayers, [&](Player player) {
      return !partition.assumed_stones[player].empty() || !partition.assumed_areas[player].empty();
    });
  }
  // Is the whole of what is in play searched, and are there no threats outside of it? Only then
  // kos are searched.
  bool can_search_kos() const;
  std::vector<Region> regions() const;
  // A search of kos within its share of the budget. What it found when a budget ended holds. False:
  // the whole budget has ended, and more may be found with another one.
  bool within_ko_share(Budget& budget, const std::function<void(Budget&)>& work);
  // Narrows the score of the sum, without the fixed score, by search. Keeps what was found.
  void search_kos(Player first, const Dyadic& lower, const Dyadic& upper, Budget& budget);
  // Marks moves that are as good as the best score, by search of the sum with its kos.
  void prove_with_kos(Player first, std::vector<BoundedMove>& moves, const Dyadic& fixed,
                      Budget& budget);
  void note_statistics() {
    statistics.local_positions = local.positions();
    statistics.sum_states = sum.states();
    statistics.games = store.statistics().games;
  }

  Store& store;
  Problem problem;
  PartitionOptions options;
  ScoringRules rules;
  bool partitioned = false;
  Partition partition;
  std::shared_ptr<Local> shared_local;
  Local& local;
  solve::IncentivePlay sum;
  KoScores kos;
  PerPlayer<std::optional<Score>> ko_scores;  // by first mover; as tight as their search made them
  PerPlayer<bool> kos_settled{};              // another search would find no more
  bool kos_searched = false;                  // they say more than the ends
  std::vector<Subgame> subgames;
  std::vector<LiveRegion> live_parts;  // of live_regions(), with the moves found so far
  GoStatistics statistics;
};

}  // namespace cgt::go
