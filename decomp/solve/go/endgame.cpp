#include "decomp/solve/go/endgame.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>

#include "cgt/support/containers.hpp"
#include "cgt/support/contract.hpp"
#include "cgt/thermo/incentives.hpp"
#include "decomp/solve/play/incentive_play.hpp"
#include "decomp/solve/values/local_search.hpp"

namespace cgt::solve {
namespace {

using Clock = std::chrono::steady_clock;

// Adds the time it lives to a figure.
class ScopeTimer {
 public:
  explicit ScopeTimer(double& total) : total_(total) {}
  ~ScopeTimer() {
    total_ += std::chrono::duration<double, std::milli>(Clock::now() - start_).count();
  }
  ScopeTimer(const ScopeTimer&) = delete;
  ScopeTimer& operator=(const ScopeTimer&) = delete;

 private:
  double& total_;
  Clock::time_point start_ = Clock::now();
};

// One move in a region that is still in play.
struct LocalMove {
  go::Point point;
  go::Region after;
  GameId value;       // of what the move leads to, prisoners included
  GameId incentive;   // of the move, for the player who makes it
  bool exact = true;  // false: value is a bound, because what follows depends on ko
};

// A region in play, with its place on the board.
struct Live {
  go::Region region;
  go::Point origin;
  std::size_t subgame = 0;
  GameId value;
  PerPlayer<std::optional<std::vector<LocalMove>>> moves{};
};
// Shared by the questions about one board: each moves the same regions.
using LiveRegion = std::shared_ptr<Live>;

// Work for the first round over all subgames; each later round has four times as much for each.
constexpr std::uint64_t kFirstShare = 1U << 12U;

}  // namespace

struct GoEndgame::Impl {
  Impl(Store& the_store, go::Problem the_problem)
      : store(the_store), problem(std::move(the_problem)), local(the_store), sum(the_store) {}

  void divide(Budget& budget) {
    const ScopeTimer watch(statistics.partition_ms);
    partition = go::partition(problem.board, budget);
    partitioned = true;
    subgames.resize(partition.parts.size());
    for (std::size_t i = 0; i < subgames.size(); ++i) {
      const go::Part& part = partition.parts[i];
      subgames[i].points = part.points;
      subgames[i].diagram = part.region.text();
      subgames[i].coupled = part.dependent;
      subgames[i].note = part.note;
    }
  }

  // The value of one subgame, with at most `nodes` units of work. False if they were too few; throws
  // BudgetExhausted if the whole budget is spent.
  bool search(std::size_t number, std::uint64_t nodes, Budget& budget);

  // Nothing is left to play here: the value is a number, and no move is a dame.
  bool is_settled(Live& live, Budget& budget);
  bool is_dame(const LocalMove& move) const {
    return store.stop(move.incentive, Player::kLeft).is_zero() &&
           store.stop(move.incentive, Player::kRight).is_zero() && move.incentive != kZero;
  }
  const std::vector<LocalMove>& moves_of(Live& live, Player player, Budget& budget);
  Live make_live(const go::Region& region, go::Point origin, std::size_t subgame, Budget& budget);
  // The parts of the board at the beginning, in the order of the subgames. Requires complete().
  const std::vector<LiveRegion>& live_regions(Budget& budget);
  // The stop of all regions, `changed` valued `value` instead of its own.
  Dyadic stop_with(const std::vector<LiveRegion>& all, std::size_t changed, GameId value,
                   Player first, Budget& budget);
  void note_statistics() {
    statistics.local_positions = local.positions();
    statistics.sum_states = sum.states();
    statistics.games = store.statistics().games;
  }

  Store& store;
  go::Problem problem;
  bool partitioned = false;
  go::Partition partition;
  LocalSearch<go::Region> local;
  IncentivePlay sum;
  std::vector<Subgame> subgames;
  std::vector<LiveRegion> live_parts;  // of live_regions(), with the moves found so far
  GoStatistics statistics;
};

namespace {}  // namespace

Live GoEndgame::Impl::make_live(const go::Region& region, go::Point origin, std::size_t subgame,
                                Budget& budget) {
  const LocalValue value = local.evaluate(region, budget);
  CGT_EXPECTS(value.exact(), "only exact subgames are played");
  Live live;
  live.region = region;
  live.origin = origin;
  live.subgame = subgame;
  live.value = value.lower;
  return live;
}

const std::vector<LocalMove>& GoEndgame::Impl::moves_of(Live& live, Player player, Budget& budget) {
  auto& known = live.moves[player];
  if (known) return *known;
  const Store::BudgetScope scope(store, budget);
  std::vector<LocalMove> out;
  for (auto& option : live.region.options(player)) {
    const LocalValue value = local.evaluate(option.position, budget);
    // A move into a position that depends on ko is judged by the bound that is worse for the mover;
    // the exact value of the whole does not rest on it.
    const GameId reached = player == Player::kLeft ? value.lower : value.upper;
    LocalMove move;
    move.point = go::board_point(live.region, live.origin, option.move);
    move.exact = value.exact();
    move.value = store.add(reached, store.integer(option.shift));
    move.incentive = player == Player::kLeft ? store.subtract(move.value, live.value)
                                             : store.subtract(live.value, move.value);
    move.after = std::move(option.position);
    out.push_back(std::move(move));
  }
  known = std::move(out);
  return *known;
}

bool GoEndgame::Impl::is_settled(Live& live, Budget& budget) {
  if (!store.is_number(live.value)) return false;
  for (const Player player : kPlayers) {
    for (const LocalMove& move : moves_of(live, player, budget)) {
      if (is_dame(move)) return false;
    }
  }
  return true;
}

const std::vector<LiveRegion>& GoEndgame::Impl::live_regions(Budget& budget) {
  for (std::size_t i = live_parts.size(); i < partition.parts.size(); ++i) {
    const go::Part& part = partition.parts[i];
    live_parts.push_back(std::make_shared<Live>(make_live(part.region, part.origin, i, budget)));
  }
  return live_parts;
}

Dyadic GoEndgame::Impl::stop_with(const std::vector<LiveRegion>& all, std::size_t changed,
                                  GameId value, Player first, Budget& budget) {
  std::vector<GameId> components;
  components.reserve(all.size());
  for (std::size_t i = 0; i < all.size(); ++i)
    components.push_back(i == changed ? value : all[i]->value);
  return sum.stop(components, first, budget);
}

GoEndgame::GoEndgame(Store& store, go::Problem problem)
    : impl_(std::make_unique<Impl>(store, std::move(problem))) {}
GoEndgame::~GoEndgame() = default;
GoEndgame::GoEndgame(GoEndgame&&) noexcept = default;

const go::Problem& GoEndgame::problem() const { return impl_->problem; }
bool GoEndgame::partitioned() const { return impl_->partitioned; }
const go::Partition& GoEndgame::partition() const { return impl_->partition; }
const std::vector<Subgame>& GoEndgame::subgames() const { return impl_->subgames; }
const GoStatistics& GoEndgame::statistics() const { return impl_->statistics; }

bool GoEndgame::Impl::search(std::size_t number, std::uint64_t nodes, Budget& budget) {
  budget.poll();
  Subgame& subgame = subgames[number];
  const std::uint64_t left = budget.limits().nodes - budget.used_nodes();
  Budget share = budget.part(std::min(nodes, left));
  const std::uint64_t before = local.positions();
  try {
    const Store::BudgetScope scope(store, share);
    const LocalValue value = local.evaluate(partition.parts[number].region, share);
    if (value.exact()) {
      subgame.chilled = store.cool(value.lower, Dyadic(1));
      subgame.mean = store.mean(value.lower);
      subgame.temperature = store.temperature(value.lower);
    }
    subgame.lower = value.lower;
    subgame.upper = value.upper;
    subgame.exact = value.exact();
    subgame.note = subgame.exact ? "" : "the value depends on ko";
    subgame.searched = true;
  } catch (const BudgetExhausted&) {
    // Of the share, or of the whole: settle() tells.
  }
  subgame.positions += local.positions() - before;
  budget.settle(share);
  return subgame.searched;
}

bool GoEndgame::solve(Budget& budget) {
  Impl& impl = *impl_;
  std::optional<StopReason> stopped;
  // The small ones first, so that a budget buys as many values as possible.
  std::vector<std::size_t> open;
  try {
    if (!impl.partitioned) impl.divide(budget);
    const ScopeTimer watch(impl.statistics.local_ms);
    for (std::size_t i = 0; i < impl.subgames.size(); ++i) {
      // The life of a dependent group is not for the local rules to decide
      // (rules/go/analysis/partition.hpp).
      if (!impl.subgames[i].searched && !impl.subgames[i].coupled) open.push_back(i);
    }
    std::ranges::stable_sort(open, {},
                             [&](std::size_t i) { return impl.partition.parts[i].points.size(); });
    for (std::uint64_t share = kFirstShare; !open.empty(); share *= 4) {
      std::erase_if(open, [&](std::size_t i) { return impl.search(i, share, budget); });
    }
  } catch (const BudgetExhausted& exhausted) {
    stopped = exhausted.reason();
  }
  if (stopped) {
    for (Subgame& subgame : impl.subgames) {
      if (!subgame.searched && !subgame.coupled) subgame.note = describe(*stopped);
    }
  }
  impl.note_statistics();
  return complete();
}

Dyadic GoEndgame::fixed_score() const {
  CGT_EXPECTS(partitioned(), "the fixed score is that of a board cut into its parts");
  return Dyadic(impl_->partition.fixed_score) - impl_->problem.komi;
}

bool GoEndgame::complete() const {
  return partitioned() && std::ranges::all_of(impl_->subgames, &Subgame::exact);
}

GameId GoEndgame::total_value() {
  CGT_EXPECTS(complete(), "the total needs every subgame's exact value");
  GameId total = impl_->store.number(fixed_score());
  for (const Subgame& subgame : impl_->subgames) total = impl_->store.add(total, subgame.lower);
  return total;
}

GoEndgame::Score GoEndgame::score(Player first, Budget& budget) {
  Impl& impl = *impl_;
  const ScopeTimer watch(impl.statistics.sum_ms);
  Score out;
  if (!partitioned() || !std::ranges::all_of(impl.subgames, &Subgame::searched)) return out;
  const bool exact = complete();
  try {
    for (const bool lower : {true, false}) {
      if (exact && !lower) {
        out.upper = out.lower;
        break;
      }
      std::vector<GameId> components;
      for (const Subgame& subgame : impl.subgames)
        components.push_back(lower ? subgame.lower : subgame.upper);
      (lower ? out.lower : out.upper) = impl.sum.stop(components, first, budget) + fixed_score();
    }
  } catch (const BudgetExhausted&) {
    // The side not reached stays unknown.
  }
  impl.note_statistics();
  return out;
}

std::vector<MoveReport> GoEndgame::moves(Player first, Budget& budget) {
  Impl& impl = *impl_;
  CGT_EXPECTS(complete(), "moves are judged when every subgame has an exact value");
  const ScopeTimer watch(impl.statistics.sum_ms);
  const Store::BudgetScope scope(impl.store, budget);
  const std::vector<LiveRegion>& all = impl.live_regions(budget);
  const Dyadic best = impl.stop_with(all, all.size(), kZero, first, budget) + fixed_score();
  std::vector<MoveReport> out;
  FlatMap<std::uint64_t, Dyadic> scores;  // by value before and after
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (const LocalMove& move : impl.moves_of(*all[i], first, budget)) {
      const std::uint64_t key = (std::uint64_t{all[i]->value.word()} << 32U) | move.value.word();
      auto known = scores.find(key);
      if (known == scores.end()) {
        const Dyadic score =
            impl.stop_with(all, i, move.value, opponent(first), budget) + fixed_score();
        known = scores.emplace(key, score).first;
      }
      const Dyadic loss = first == Player::kLeft ? best - known->second : known->second - best;
      out.push_back({move.point, i, known->second, loss});
    }
  }
  std::ranges::stable_sort(out, [](const MoveReport& a, const MoveReport& b) {
    return a.loss != b.loss ? a.loss < b.loss : a.point < b.point;
  });
  impl.note_statistics();
  return out;
}

std::vector<go::Point> best_of(const std::vector<MoveReport>& moves) {
  std::vector<go::Point> out;
  for (const MoveReport& move : moves) {
    if (move.loss.is_zero()) out.push_back(move.point);
  }
  return out;
}

std::vector<go::Point> GoEndgame::best_moves(Player first, Budget& budget) {
  return best_of(moves(first, budget));
}

std::vector<LineMove> GoEndgame::line(Player first, Budget& budget) {
  Impl& impl = *impl_;
  CGT_EXPECTS(complete(), "a line is played when every subgame has an exact value");
  const ScopeTimer watch(impl.statistics.sum_ms);
  const Store::BudgetScope scope(impl.store, budget);
  std::vector<LiveRegion> all;
  for (const LiveRegion& live : impl.live_regions(budget)) {
    if (!impl.is_settled(*live, budget)) all.push_back(live);
  }
  std::vector<LineMove> out;
  Player mover = first;
  while (!all.empty()) {
    budget.charge();
    // One move of every kind of incentive; among equals the first on the board.
    struct Candidate {
      std::size_t live;
      std::size_t move;
    };
    FlatMap<GameId, Candidate> kinds;
    GameList distinct;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const auto& moves = impl.moves_of(*all[i], mover, budget);
      for (std::size_t k = 0; k < moves.size(); ++k) {
        if (!moves[k].exact) continue;  // a line through a ko is not certain
        if (impl.store.is_number(all[i]->value) && !impl.is_dame(moves[k])) continue;
        if (kinds.try_emplace(moves[k].incentive, Candidate{i, k}).second) {
          distinct.push_back(moves[k].incentive);
        }
      }
    }
    const GameList kept = undominated(impl.store, distinct);
    if (kept.empty()) break;
    const Dyadic target = impl.stop_with(all, all.size(), kZero, mover, budget);
    std::optional<Candidate> chosen;
    for (const GameId incentive : kept) {
      const Candidate candidate = kinds.at(incentive);
      const LocalMove& move = (*all[candidate.live]->moves[mover])[candidate.move];
      if (impl.stop_with(all, candidate.live, move.value, opponent(mover), budget) == target) {
        chosen = candidate;
        break;
      }
    }
    // Every move loses: the sum is a number and nothing is left to play for (or a ko is).
    if (!chosen) break;
    const LiveRegion played = all[chosen->live];
    const LocalMove& move = (*played->moves[mover])[chosen->move];
    out.push_back({mover, move.point, kept.size() == 1});
    all.erase(all.begin() + static_cast<std::ptrdiff_t>(chosen->live));
    for (const go::Located& part : move.after.parts()) {
      Live live = impl.make_live(
          part.region, go::Point::at(played->origin.x + part.dx, played->origin.y + part.dy),
          played->subgame, budget);
      if (!impl.is_settled(live, budget)) all.push_back(std::make_shared<Live>(std::move(live)));
    }
    mover = opponent(mover);
  }
  impl.note_statistics();
  return out;
}

std::optional<Thermograph> GoEndgame::thermograph(Budget& budget) {
  if (!complete()) return std::nullopt;
  try {
    const Store::BudgetScope scope(impl_->store, budget);
    return impl_->store.thermograph(total_value());
  } catch (const BudgetExhausted&) {
    return std::nullopt;
  }
}

std::vector<std::string> GoEndgame::assumptions() const {
  std::vector<std::string> out{
      "rules: territory scoring; a captured stone counts one point; suicide is illegal",
      "safety: blocks that are unconditionally alive (Benson 1976), and their vital regions",
      "local play: every legal move of both players, capture and refill by the no-pass rules"};
  if (!impl_->problem.rules.empty() && impl_->problem.rules != "Japanese" &&
      impl_->problem.rules != "japanese") {
    out.push_back(fmt::format("the file says rules \"{}\"; territory scoring is used all the same",
                              impl_->problem.rules));
  }
  if (impl_->local.loops() > 0) {
    out.push_back(
        "ko: basic ko rule; a value is exact only if it is the same whichever side is barred from "
        "taking kos back, otherwise the two values bound it");
  }
  return out;
}

}  // namespace cgt::solve
