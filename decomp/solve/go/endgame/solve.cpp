#include "decomp/solve/go/endgame.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <utility>

#include "cgt/support/containers.hpp"
#include "cgt/support/contract.hpp"
#include "cgt/thermo/incentives.hpp"
#include "decomp/rules/go/analysis/zones.hpp"
#include "decomp/rules/go/bounds.hpp"
#include "decomp/solve/go/ko_score.hpp"
#include "decomp/solve/go/safety/safety_search.hpp"
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

// For all questions about kos that one answer needs: seconds.
constexpr std::uint64_t kKoScoreNodes = 5'000;

// Points of the largest zone that is tried, one after the other, and the work for each try.
constexpr std::array<int, 3> kZonePoints{12, 9, 6};
constexpr std::uint64_t kZoneNodes = 20'000;

// Nodes to find a seki that is not dependent, and the points of one that the local search settles.
constexpr std::uint64_t kSekiNodes = 5'000;
constexpr std::size_t kSearchedSeki = 8;

// Work for the first round over all subgames; each later round has four times as much for each.
constexpr std::uint64_t kFirstShare = 1U << 12U;

}  // namespace

struct GoEndgame::Impl {
  using Local = LocalSearch<go::Region>;

  // `searched`: the local search of another endgame on the same store; none: a new one.
  Impl(Store& the_store, go::Problem the_problem, go::PartitionOptions the_options,
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
    if (options.safety == go::SafetyMethod::kSearch && !options.prove) {
      options.prove = [](const go::Board& board, std::span<const go::Point> assumed,
                         Budget& budget) {
        // The parts have to be found and searched afterwards, whatever the search proves.
        Budget half = budget.half();
        go::Safety proved = go::searched_safety(board, assumed, half);
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
      const go::Part& part = partition.parts[i];
      subgames[i].points = part.points;
      subgames[i].diagram = part.region.text();
      subgames[i].coupled = part.dependent;
      subgames[i].note = part.note;
      const go::Bounds bounds = go::integer_bounds(part.region);
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
    go::Point point;
    std::size_t subgame = 0;
    GameId lower;
    GameId upper;
  };
  std::vector<MoveEnds> move_ends(Player player, Budget& budget);
  LocalValue ends_after(std::size_t subgame, Player player, const Option<go::Region>& option,
                        Budget& budget);
  // The stop of ends().
  Dyadic end_stop(bool lower, std::size_t changed, GameId value, Player first, Budget& budget);
  // Bounds the stops of the sum of all subgames at one end without playing it.
  Dyadic end_estimate(bool lower, Player first);

  // Settles the subgames that are proved to be sekis and are dependent, have eyes, or are too large
  // for a local search. Throws BudgetExhausted.
  void settle_sekis(Budget& budget);

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
  bool conditional() const {
    return std::ranges::any_of(kPlayers, [&](Player player) {
      return !partition.assumed_stones[player].empty() || !partition.assumed_areas[player].empty();
    });
  }
  // Is the whole of what is in play searched, and are there no threats outside of it? Only then
  // kos are searched.
  bool can_search_kos() const;
  std::vector<go::Region> regions() const;
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
  go::Problem problem;
  go::PartitionOptions options;
  ScoringRules rules;
  bool partitioned = false;
  go::Partition partition;
  std::shared_ptr<Local> shared_local;
  Local& local;
  IncentivePlay sum;
  KoScores kos;
  PerPlayer<std::optional<Score>> ko_scores;  // by first mover; as tight as their search made them
  PerPlayer<bool> kos_settled{};              // another search would find no more
  bool kos_searched = false;                  // they say more than the ends
  std::vector<Subgame> subgames;
  std::vector<LiveRegion> live_parts;  // of live_regions(), with the moves found so far
  GoStatistics statistics;
};

Live GoEndgame::Impl::make_live(const go::Region& region, go::Point origin, std::size_t subgame,
                                Budget& budget) {
  const Store::BudgetScope scope(store, budget);
  const LocalValue value = local.evaluate(region, budget);
  CGT_EXPECTS(value.exact(), "only exact subgames are played");
  Live live;
  live.region = region;
  live.origin = origin;
  live.subgame = subgame;
  live.value = played(value.lower);
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
    move.value = store.add(played(reached), counted(player, option.shift));
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
    if (subgames[i].seki) {  // no moves
      Live live;
      live.origin = part.origin;
      live.subgame = i;
      live.value = end_of(i, true);
      live_parts.push_back(std::make_shared<Live>(std::move(live)));
      continue;
    }
    live_parts.push_back(std::make_shared<Live>(make_live(part.region, part.origin, i, budget)));
  }
  return live_parts;
}

Dyadic GoEndgame::Impl::stop_with(const std::vector<LiveRegion>& all, std::size_t changed,
                                  GameId value, Player first, Budget& budget) {
  std::vector<GameId> components;
  components.reserve(all.size() + 1);
  for (std::size_t i = 0; i < all.size(); ++i)
    components.push_back(i == changed ? value : all[i]->value);
  if (rules.button) components.push_back(button());
  return sum.stop(components, first, budget);
}

GameId GoEndgame::Impl::button() {
  const Dyadic half(std::int64_t{1}, 1);
  return store.construct({store.number(half)}, {store.number(-half)});
}

GameId GoEndgame::Impl::end_of(std::size_t number, bool lower) {
  const Subgame& subgame = subgames[number];
  if (area() && subgame.seki) {
    // The fixed score has its stones; the eyes are left.
    std::int64_t eyes = *subgame.seki->area;
    for (const go::Point p : subgame.points) {
      const go::Colour colour = problem.board[p];
      if (colour != go::Colour::kEmpty) eyes -= sign(go::player_of(colour));
    }
    return store.integer(eyes);
  }
  if (area() && !subgame.exact) {
    const go::Bounds bounds = go::area_bounds(partition.parts[number].region);
    return store.integer(lower ? bounds.lower : bounds.upper);
  }
  return played(lower ? subgame.lower : subgame.upper);
}

std::vector<GameId> GoEndgame::Impl::ends(bool lower, std::size_t changed, GameId value) {
  std::vector<GameId> components;
  components.reserve(subgames.size() + 1);
  for (std::size_t i = 0; i < subgames.size(); ++i) {
    components.push_back(i == changed ? value : end_of(i, lower));
  }
  if (rules.button) components.push_back(button());
  return components;
}

Dyadic GoEndgame::Impl::end_stop(bool lower, std::size_t changed, GameId value, Player first,
                                 Budget& budget) {
  const Store::BudgetScope scope(store, budget);
  return sum.stop(ends(lower, changed, value), first, budget);
}

Dyadic GoEndgame::Impl::end_estimate(bool lower, Player first) {
  // LS >= mean >= RS, and both are within the highest temperature of the mean (Conway 1976).
  Dyadic mean;
  Dyadic hottest;
  for (const GameId value : ends(lower, subgames.size(), kZero)) {
    mean += store.mean(value);
    hottest = std::max(hottest, store.temperature(value));
  }
  if (lower) return first == Player::kLeft ? mean : mean - hottest;
  return first == Player::kLeft ? mean + hottest : mean;
}

LocalValue GoEndgame::Impl::ends_after(std::size_t subgame, Player player,
                                       const Option<go::Region>& option, Budget& budget) {
  std::optional<LocalValue> value;
  if (subgames[subgame].searched) {
    const LocalValue found = local.evaluate(option.position, budget);
    if (!area() || found.exact()) value = {played(found.lower), played(found.upper)};
  }
  if (!value) {
    const go::Bounds bounds =
        area() ? go::area_bounds(option.position) : go::integer_bounds(option.position);
    value = {store.integer(bounds.lower), store.integer(bounds.upper)};
  }
  const GameId more = counted(player, option.shift);
  return {store.add(value->lower, more), store.add(value->upper, more)};
}

std::vector<GoEndgame::Impl::MoveEnds> GoEndgame::Impl::move_ends(Player player, Budget& budget) {
  std::vector<MoveEnds> out;
  for (std::size_t i = 0; i < subgames.size(); ++i) {
    if (subgames[i].seki) continue;  // a move there gains nothing
    const go::Part& part = partition.parts[i];
    for (const auto& option : part.region.options(player, budget)) {
      const LocalValue value = ends_after(i, player, option, budget);
      out.push_back({part.point_of(option.move), i, value.lower, value.upper});
    }
  }
  std::ranges::sort(out, {}, &MoveEnds::point);
  return out;
}

bool GoEndgame::Impl::can_search_kos() const {
  if (area() || rules.button || !partitioned) return false;
  if (!std::ranges::all_of(subgames, &Subgame::searched)) return false;
  // A claim that has to be answered is a threat. Assumed blocks live whatever is played.
  const bool assumed = !partition.assumed_stones[Player::kLeft].empty() ||
                       !partition.assumed_stones[Player::kRight].empty();
  return assumed || std::ranges::all_of(partition.proved.claims, [](const go::SafetyClaim& claim) {
           return claim.certificate.rule == go::SafetyRule::kUnconditional;
         });
}

std::vector<go::Region> GoEndgame::Impl::regions() const {
  std::vector<go::Region> out;
  for (const go::Part& part : partition.parts) out.push_back(part.region);
  return out;
}

bool GoEndgame::Impl::within_ko_share(Budget& budget, const std::function<void(Budget&)>& work) {
  Budget share = budget.part(kKoScoreNodes);
  try {
    const Store::BudgetScope scope(store, share);
    work(share);
  } catch (const BudgetExhausted&) {
    // What was found by then holds.
  }
  try {
    budget.settle(share);
  } catch (const BudgetExhausted&) {
    return false;
  }
  return true;
}

void GoEndgame::Impl::search_kos(Player first, const Dyadic& lower, const Dyadic& upper,
                                 Budget& budget) {
  if (kos_settled[first]) return;
  std::optional<Score>& found = ko_scores[first];
  if (!found) found = {lower, upper};
  const KoState root = KoScores::state(regions(), first);
  kos_settled[first] = within_ko_share(budget, [&](Budget& share) {
    // Scores differ by integers.
    while (*found->lower < upper && kos.secures(Player::kLeft, *found->lower + 1, root, share)) {
      *found->lower += 1;
      kos_searched = true;
    }
    while (*found->lower < *found->upper &&
           kos.secures(Player::kRight, *found->upper - 1, root, share)) {
      *found->upper -= 1;
      kos_searched = true;
    }
  });
}

void GoEndgame::Impl::prove_with_kos(Player first, std::vector<BoundedMove>& moves,
                                     const Dyadic& fixed, Budget& budget) {
  const std::optional<Score>& score = ko_scores[first];
  if (!score) return;
  const bool left = first == Player::kLeft;
  const Dyadic best = left ? *score->upper : *score->lower;
  const std::vector<go::Region> all = regions();
  within_ko_share(budget, [&](Budget& share) {
    for (BoundedMove& move : moves) {
      const Dyadic reach = (left ? move.upper : move.lower) - fixed;
      if (move.proved_best || (left ? reach < best : reach > best)) continue;
      const go::Part& part = partition.parts[move.subgame];
      for (const auto& option : part.region.options(first, share)) {
        if (part.point_of(option.move) != move.point) continue;
        move.proved_best =
            kos.secures(first, best, KoScores::after(all, move.subgame, option, first), share);
      }
    }
  });
}

GoEndgame::GoEndgame(Store& store, go::Problem problem, go::PartitionOptions options,
                     ScoringRules rules)
    : impl_(std::make_unique<Impl>(store, std::move(problem), std::move(options), rules)) {}
GoEndgame::GoEndgame(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
GoEndgame::~GoEndgame() = default;
GoEndgame::GoEndgame(GoEndgame&&) noexcept = default;

const go::Problem& GoEndgame::problem() const { return impl_->problem; }
const ScoringRules& GoEndgame::rules() const { return impl_->rules; }
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

void GoEndgame::Impl::settle_sekis(Budget& budget) {
  for (std::size_t i = 0; i < subgames.size(); ++i) {
    Subgame& subgame = subgames[i];
    if (subgame.searched) continue;
    go::SekiLimits limits;
    if (!subgame.coupled) limits.nodes = kSekiNodes;
    std::optional<go::Seki> found = go::find_seki(partition.parts[i].region, budget, limits);
    if (!found || (area() && !found->area)) continue;
    // Else the local search says the same, and knows the moves.
    if (!subgame.coupled && found->eyes.empty() && subgame.points.size() <= kSearchedSeki) continue;
    subgame.lower = subgame.upper = subgame.chilled = kZero;
    subgame.mean = {};
    subgame.temperature = store.temperature(kZero);
    subgame.searched = subgame.exact = true;
    subgame.note = "seki: no eyes count, and who moves there gains nothing";
    subgame.seki = std::move(found);
  }
}

bool GoEndgame::divide(Budget& budget) {
  try {
    if (!impl_->partitioned) impl_->divide(budget);
  } catch (const BudgetExhausted&) {
    // Nothing is known then.
  }
  return partitioned();
}

bool GoEndgame::solve(Budget& budget) {
  Impl& impl = *impl_;
  std::optional<StopReason> stopped;
  // The small ones first, so that a budget buys as many values as possible.
  std::vector<std::size_t> open;
  try {
    if (!impl.partitioned) impl.divide(budget);
    const ScopeTimer watch(impl.statistics.local_ms);
    impl.settle_sekis(budget);
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
  const ScoringRules& rules = impl_->rules;
  Dyadic score = Dyadic(impl_->partition.fixed_score) - impl_->problem.komi;
  if (impl_->area()) {
    // Area = territory and prisoners + stones of Black - stones of White, now and as they are set.
    const go::Board& board = impl_->problem.board;
    for (std::size_t i = 0; i < static_cast<std::size_t>(board.size()); ++i) {
      const go::Colour colour = board[board.point(i)];
      if (colour != go::Colour::kEmpty) score += Dyadic(sign(go::player_of(colour)));
    }
    return score - Dyadic(rules.handicap);
  }
  return score + Dyadic(rules.prisoners[Player::kLeft] - rules.prisoners[Player::kRight]);
}

bool GoEndgame::complete() const {
  return partitioned() && std::ranges::all_of(impl_->subgames, &Subgame::exact);
}

GameId GoEndgame::total_value() {
  CGT_EXPECTS(complete(), "the total needs every subgame's exact value");
  GameId total = impl_->store.number(fixed_score());
  for (const GameId value : impl_->ends(true, impl_->subgames.size(), kZero)) {
    total = impl_->store.add(total, value);
  }
  return total;
}

std::optional<Player> GoEndgame::Score::winner() const {
  if (lower && lower->sign() > 0) return Player::kLeft;
  if (upper && upper->sign() < 0) return Player::kRight;
  return std::nullopt;
}

GoEndgame::Score GoEndgame::score(Player first, Budget& budget) {
  Impl& impl = *impl_;
  const ScopeTimer watch(impl.statistics.sum_ms);
  Score out;
  if (!partitioned()) return out;
  const bool exact = complete();
  bool played = false;  // the lower end, to its last move
  for (const bool lower : {true, false}) {
    if (!lower && exact && played) {
      out.upper = out.lower;
      break;
    }
    Dyadic stop;
    try {
      stop = impl.end_stop(lower, impl.subgames.size(), kZero, first, budget);
      played = true;
    } catch (const BudgetExhausted&) {
      stop = impl.end_estimate(lower, first);
    }
    (lower ? out.lower : out.upper) = stop;
  }
  if (!out.exact() && played && impl.can_search_kos()) {
    impl.search_kos(first, *out.lower, *out.upper, budget);
    out = *impl.ko_scores[first];
  }
  *out.lower += fixed_score();
  *out.upper += fixed_score();
  impl.note_statistics();
  return out;
}

std::optional<Dyadic> GoEndgame::area_by_parity(Player first, Budget& budget) {
  Impl& impl = *impl_;
  if (!complete() || !impl.area() || impl.rules.button) return std::nullopt;
  std::vector<GameId> territory;
  for (std::size_t i = 0; i < impl.subgames.size(); ++i) {
    const go::Part& part = impl.partition.parts[i];
    const auto has = [&](go::Colour colour) {
      return std::ranges::any_of(part.points,
                                 [&](go::Point p) { return impl.problem.board[p] == colour; });
    };
    // Stones of both colours that stay where they are: a seki may leave points neutral.
    const GameId value = impl.subgames[i].lower;
    if (impl.store.is_number(value) && impl.store.number_value(value).is_zero() &&
        has(go::Colour::kBlack) && has(go::Colour::kWhite)) {
      return std::nullopt;
    }
    territory.push_back(value);
  }
  const Dyadic score = impl.sum.stop(territory, first, budget);
  const Dyadic area = score + fixed_score();
  // Every point counts 1 for somebody, so that the score without komi is as odd as the board.
  const Dyadic points = area + impl.problem.komi + Dyadic(impl.rules.handicap);
  if (!points.is_integer()) return std::nullopt;
  const bool odd = !points.half().is_integer();
  const bool board_odd = impl.problem.board.size() % 2 != 0;
  return odd == board_odd ? area : area + Dyadic(sign(first));
}

Dyadic GoEndgame::width(std::size_t subgame) {
  if (impl_->subgames[subgame].exact) return {};
  return impl_->store.stop(impl_->end_of(subgame, false), Player::kLeft) -
         impl_->store.stop(impl_->end_of(subgame, true), Player::kRight);
}

std::optional<std::size_t> GoEndgame::widest() {
  std::optional<std::size_t> found;
  Dyadic most;
  for (std::size_t i = 0; i < impl_->subgames.size(); ++i) {
    if (impl_->subgames[i].exact) continue;
    Dyadic here = width(i);
    if (found && here <= most) continue;
    found = i;
    most = std::move(here);
  }
  return found;
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

std::vector<BoundedMove> GoEndgame::bounded_moves(Player first, Budget& budget) {
  Impl& impl = *impl_;
  CGT_EXPECTS(partitioned(), "moves are those of the parts of a board");
  const ScopeTimer watch(impl.statistics.sum_ms);
  Store& store = impl.store;
  const Store::BudgetScope scope(store, budget);
  const bool left = first == Player::kLeft;
  const std::vector<Impl::MoveEnds> ends = impl.move_ends(first, budget);

  // By what a move leads from and to.
  struct Kind {
    GameId low;  // the incentive for the mover, at its worse and at its better end
    GameId high;
    Dyadic worst;  // the score after it for the mover: Black minus White, negated for White
    Dyadic best;
  };
  std::vector<Kind> kinds;
  std::vector<std::size_t> kind_of;
  std::map<std::array<std::uint32_t, 4>, std::size_t> known;
  std::vector<BoundedMove> out;
  for (const Impl::MoveEnds& move : ends) {
    const GameId from_lower = impl.end_of(move.subgame, true);
    const GameId from_upper = impl.end_of(move.subgame, false);
    const auto [at, fresh] = known.try_emplace(
        {from_lower.word(), from_upper.word(), move.lower.word(), move.upper.word()}, kinds.size());
    if (fresh) {
      budget.charge();
      Kind kind;
      const Dyadic lower = impl.end_stop(true, move.subgame, move.lower, opponent(first), budget);
      const Dyadic upper = impl.end_stop(false, move.subgame, move.upper, opponent(first), budget);
      kind.worst = left ? lower : -upper;
      kind.best = left ? upper : -lower;
      kind.low =
          left ? store.subtract(move.lower, from_upper) : store.subtract(from_lower, move.upper);
      kind.high =
          left ? store.subtract(move.upper, from_lower) : store.subtract(from_upper, move.lower);
      kinds.push_back(std::move(kind));
    }
    kind_of.push_back(at->second);
    const Kind& kind = kinds[at->second];
    BoundedMove& report = out.emplace_back();
    report.point = move.point;
    report.subgame = move.subgame;
    report.lower = (left ? kind.worst : -kind.best) + fixed_score();
    report.upper = (left ? kind.best : -kind.worst) + fixed_score();
  }
  const std::size_t unchanged = impl.subgames.size();
  const Dyadic pass = left ? impl.end_stop(false, unchanged, kZero, opponent(first), budget)
                           : -impl.end_stop(true, unchanged, kZero, opponent(first), budget);
  const auto at_least = [&](std::size_t a, std::size_t b) {
    const Kind& kind = kinds[kind_of[a]];
    const Kind& other = kinds[kind_of[b]];
    if (kind.worst >= other.best) return true;
    if (kind_of[a] == kind_of[b] && ends[a].lower == ends[a].upper &&
        impl.subgames[ends[a].subgame].exact && impl.subgames[ends[b].subgame].exact) {
      return true;
    }
    // The incentives of two moves of one subgame would count its width twice; there what they lead
    // to is compared.
    const bool same = ends[a].subgame == ends[b].subgame;
    const GameId difference = !same  ? store.subtract(kind.low, other.high)
                              : left ? store.subtract(ends[a].lower, ends[b].upper)
                                     : store.subtract(ends[b].lower, ends[a].upper);
    return store.stop(difference, Player::kRight) >= Dyadic(0);
  };
  for (std::size_t a = 0; a < out.size(); ++a) {
    const Kind& kind = kinds[kind_of[a]];
    bool best = kind.worst >= pass || store.stop(kind.low, Player::kRight) >= Dyadic(0);
    for (std::size_t b = 0; best && b < out.size(); ++b) {
      budget.charge();
      best = a == b || at_least(a, b);
    }
    out[a].proved_best = best;
  }
  if (impl.can_search_kos()) impl.prove_with_kos(first, out, fixed_score(), budget);
  impl.note_statistics();
  return out;
}

std::vector<go::Point> proved_best_of(const std::vector<BoundedMove>& moves) {
  std::vector<go::Point> out;
  for (const BoundedMove& move : moves) {
    if (move.proved_best) out.push_back(move.point);
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

std::optional<GoEndgame> GoEndgame::with_zones(Budget& budget) {
  Impl& impl = *impl_;
  std::optional<GoEndgame> out;
  if (!impl.partitioned) return out;
  // Small zones if the search of large ones takes too long.
  for (const int points : kZonePoints) {
    go::PartitionOptions options = impl.options;
    bool any = false;
    for (std::size_t i = 0; i < impl.subgames.size(); ++i) {
      if (impl.subgames[i].searched) continue;
      const auto zones = go::zones_within(impl.problem.board, impl.partition,
                                          impl.partition.parts[i], points, budget);
      if (!zones) continue;
      any = true;
      for (const Player player : kPlayers) {
        const auto& area = zones->areas[player];
        options.areas[player].insert(options.areas[player].end(), area.begin(), area.end());
      }
    }
    if (!any) return out;
    GoEndgame cut(std::make_unique<Impl>(impl.store, impl.problem, std::move(options), impl.rules,
                                         impl.shared_local));
    bool done = false;
    try {
      Budget share = budget.part(kZoneNodes);
      cut.solve(share);
      done = std::ranges::all_of(cut.subgames(), &Subgame::searched);
      budget.settle(share);
      if (!done) budget.poll();
    } catch (const BudgetExhausted&) {
      done = true;  // as far as it came
    }
    if (cut.partitioned()) out.emplace(std::move(cut));
    if (done) break;
  }
  return out;
}

bool GoEndgame::conditional() const { return impl_->conditional(); }

std::vector<std::string> GoEndgame::areas_assumed() const {
  std::vector<std::string> out;
  const go::Board& board = impl_->problem.board;
  for (const Player player : kPlayers) {
    std::vector<char> wanted(static_cast<std::size_t>(board.size()), 0);
    const auto& all = impl_->partition.assumed_areas[player];
    for (const go::Point p : all) wanted[board.index(p)] = 1;
    for (const go::Point start : all) {
      if (wanted[board.index(start)] == 0) continue;
      std::vector<go::Point> area{start};
      wanted[board.index(start)] = 0;
      for (std::size_t next = 0; next < area.size(); ++next) {
        for (const go::Point q : board.neighbours(area[next])) {
          if (wanted[board.index(q)] == 0) continue;
          wanted[board.index(q)] = 0;
          area.push_back(q);
        }
      }
      std::ranges::sort(area);
      std::string dead;
      std::string alive;
      for (const go::Point p : area) {
        if (board[p] == go::Colour::kEmpty) continue;
        (board[p] == go::colour_of(player) ? alive : dead) += ' ' + board.name(p);
      }
      if (!alive.empty()) alive = "; living there:" + alive;
      out.push_back(fmt::format("if the {} at {} {} {} territory{}{}{}",
                                area.size() == 1 ? "point" : fmt::format("{} points", area.size()),
                                board.name(area.front()), area.size() == 1 ? "is" : "are",
                                go::colour_name(player), alive,
                                dead.empty() ? "" : "; dead there:", dead));
    }
  }
  return out;
}

std::vector<std::string> GoEndgame::life_assumed() const {
  std::vector<std::string> out;
  if (!conditional()) return out;
  const go::Partition& found = impl_->partition;
  const go::Board& board = impl_->problem.board;
  // A block by its first stone.
  for (const Player player : kPlayers) {
    std::string blocks;
    std::vector<char> seen(static_cast<std::size_t>(board.size()), 0);
    for (const go::Point p : found.assumed_stones[player]) {
      if (seen[board.index(p)] != 0) continue;
      for (const go::Point q : board.block(p).stones) seen[board.index(q)] = 1;
      blocks += ' ' + board.name(p);
    }
    if (!blocks.empty()) {
      out.push_back(
          fmt::format("if these live: the {} blocks of{}", go::colour_name(player), blocks));
    }
  }
  std::size_t points = 0;
  std::string dead;
  for (const Player player : kPlayers) {
    points += found.assumed_territory[player].size();
    for (const go::Point p : found.assumed_territory[opponent(player)]) {
      if (board[p] == go::colour_of(player)) dead += ' ' + board.name(p);
    }
  }
  if (points > 0) {
    out.push_back(fmt::format(
        "if these live: an area next to living stones of one colour only is its territory{}{}",
        dead.empty() ? "" : "; dead in such areas:", dead));
  }
  if (!found.contradicted.empty()) {
    std::string names;
    for (const go::Point p : found.contradicted) names += ' ' + board.name(p);
    out.push_back("against a proof: the stones" + names +
                  " are dead whatever their owner does, and are taken to live all the same");
  }
  for (std::string& line : areas_assumed()) out.push_back(std::move(line));
  return out;
}

std::vector<std::string> GoEndgame::assumptions() const {
  std::vector<std::string> out{
      impl_->area() ? "rules: area scoring; suicide is illegal; simple ko"
                    : "rules: territory scoring; a captured stone counts one point; suicide is "
                      "illegal",
      impl_->options.safety == go::SafetyMethod::kBenson
          ? "safety: blocks that are unconditionally alive (Benson 1976), and their vital regions"
          : fmt::format("safety: blocks and areas proved safe by \"{}\" rules",
                        go::name(impl_->options.safety))};
  for (std::string& line : life_assumed()) out.push_back(std::move(line));
  out.emplace_back(
      "local play: every legal move of both players, capture and refill by the no-pass rules");
  if (!impl_->area() && !impl_->problem.rules.empty() && impl_->problem.rules != "Japanese" &&
      impl_->problem.rules != "japanese") {
    out.push_back(fmt::format("the file says rules \"{}\"; territory scoring is used all the same",
                              impl_->problem.rules));
  }
  if (impl_->local.loops() > 0) {
    out.push_back(
        "ko: basic ko rule; a value is exact only if it is the same whichever side is barred from "
        "taking kos back, otherwise the two values bound it");
  }
  if (impl_->kos_searched) {
    out.emplace_back(
        "ko threats: those in the areas of the table, and passes; settled points give none");
  }
  return out;
}

}  // namespace cgt::solve
