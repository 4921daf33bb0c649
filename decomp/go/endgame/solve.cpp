#include "decomp/go/endgame/state.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "decomp/go/endgame/integer_search.hpp"
#include "decomp/go/safety/zones.hpp"

namespace cgt::go {
namespace {

// For all questions about kos that one answer needs: seconds.
constexpr std::uint64_t kKoScoreNodes = 5'000;

// Points of the largest zone that is tried, one after the other, and the work for each try.
constexpr std::array<int, 3> kZonePoints{12, 9, 6};
constexpr std::uint64_t kZoneNodes = 20'000;

// Nodes to find a seki that is not dependent, and the points of one that the local search settles.
constexpr std::uint64_t kSekiNodes = 5'000;
constexpr std::size_t kSearchedSeki = 8;
constexpr std::size_t kSekiAnswers = 20'000;  // of one proof

// Points of the largest part that is searched although the life of a group there hangs on several areas:
// larger ones take too long.
constexpr std::size_t kSearchedDependent = 20;

// As many questions as all its questions about integers may take nodes of one.
constexpr std::uint64_t kQuestions = 8;

// Work for the first round over all subgames; each later round has four times as much for each.
constexpr std::uint64_t kFirstShare = 1U << 12U;

}  // namespace

GameId GoEndgame::Impl::button() {
  const Dyadic half(std::int64_t{1}, 1);
  return store.construct({store.number(half)}, {store.number(-half)});
}

GameId GoEndgame::Impl::end_of(std::size_t number, bool lower) {
  const Subgame& subgame = subgames[number];
  if (area() && subgame.seki) {
    // The fixed score has its stones; the eyes are left.
    std::int64_t eyes = *subgame.seki->area;
    for (const Point p : subgame.points) {
      const Colour colour = problem.board[p];
      if (colour != Colour::kEmpty) eyes -= sign(player_of(colour));
    }
    return store.integer(eyes);
  }
  if (area() && !subgame.exact) {
    const Bounds bounds = area_bounds(partition.parts[number].region);
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

Dyadic GoEndgame::Impl::score_end(bool lower, const Dyadic& stop) const {
  if (rules.button) return stop;
  return lower ? stop.floor() : stop.ceil();
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

solve::LocalValue GoEndgame::Impl::ends_after(std::size_t subgame, Player player,
                                              const Option<Region>& option, Budget& budget) {
  std::optional<solve::LocalValue> value;
  if (subgames[subgame].searched) {
    const solve::LocalValue found = local.evaluate(option.position, budget);
    if (!area() || found.exact()) value = {played(found.lower), played(found.upper)};
  }
  if (!value) {
    const Bounds bounds = area() ? area_bounds(option.position) : integer_bounds(option.position);
    value = {store.integer(bounds.lower), store.integer(bounds.upper)};
  }
  const GameId more = counted(player, option.shift);
  return {store.add(value->lower, more), store.add(value->upper, more)};
}

std::vector<GoEndgame::Impl::MoveEnds> GoEndgame::Impl::move_ends(Player player, Budget& budget) {
  std::vector<MoveEnds> out;
  for (std::size_t i = 0; i < subgames.size(); ++i) {
    if (subgames[i].seki) continue;  // a move there gains nothing
    const Part& part = partition.parts[i];
    for (const auto& option : part.region.options(player, budget)) {
      const solve::LocalValue value = ends_after(i, player, option, budget);
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
  return assumed || std::ranges::all_of(partition.proved.claims, [](const SafetyClaim& claim) {
           return claim.certificate.rule == SafetyRule::kUnconditional;
         });
}

std::vector<Region> GoEndgame::Impl::regions() const {
  std::vector<Region> out;
  for (const Part& part : partition.parts) out.push_back(part.region);
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
  const std::vector<Region> all = regions();
  within_ko_share(budget, [&](Budget& share) {
    for (BoundedMove& move : moves) {
      const Dyadic reach = (left ? move.upper : move.lower) - fixed;
      if (move.proved_best || (left ? reach < best : reach > best)) continue;
      const Part& part = partition.parts[move.subgame];
      for (const auto& option : part.region.options(first, share)) {
        if (part.point_of(option.move) != move.point) continue;
        move.proved_best =
            kos.secures(first, best, KoScores::after(all, move.subgame, option, first), share);
      }
    }
  });
}

GoEndgame::GoEndgame(Store& store, Problem problem, PartitionOptions options, ScoringRules rules)
    : impl_(std::make_unique<Impl>(store, std::move(problem), std::move(options), rules)) {}
GoEndgame::GoEndgame(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
GoEndgame::~GoEndgame() = default;
GoEndgame::GoEndgame(GoEndgame&&) noexcept = default;

const Problem& GoEndgame::problem() const { return impl_->problem; }
const PartitionOptions& GoEndgame::options() const { return impl_->options; }
const ScoringRules& GoEndgame::rules() const { return impl_->rules; }
bool GoEndgame::partitioned() const { return impl_->partitioned; }
const Partition& GoEndgame::partition() const { return impl_->partition; }
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
    const solve::LocalValue value = local.evaluate(partition.parts[number].region, share);
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

void GoEndgame::Impl::narrow(std::size_t number, std::uint64_t nodes, Budget& budget) {
  Subgame& subgame = subgames[number];
  const auto end = [&](GameId value) {
    return store.number_value(value).floor().small_numerator();
  };
  Bounds known{end(subgame.lower), end(subgame.upper)};
  const std::uint64_t left = budget.limits().nodes - budget.used_nodes();
  Budget share = budget.part(std::min(kQuestions * nodes, left));
  try {
    search_integer_bounds(partition.parts[number].region, nodes, share, known);
  } catch (const BudgetExhausted&) {
    // What was proved by then holds. Of the share, or of the whole: settle() tells.
  }
  subgame.lower = store.integer(known.lower);
  subgame.upper = store.integer(known.upper);
  budget.settle(share);
}

void GoEndgame::Impl::settle_sekis(Budget& budget) {
  for (std::size_t i = 0; i < subgames.size(); ++i) {
    Subgame& subgame = subgames[i];
    if (subgame.searched) continue;
    SekiLimits limits;
    if (!subgame.coupled) limits.nodes = kSekiNodes;
    if (options.proofs) limits.most_answers = kSekiAnswers;
    std::optional<Seki> found = find_seki(partition.parts[i].region, budget, limits);
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
    if (!impl.options.values) return complete();
    const ScopeTimer watch(impl.statistics.local_ms);
    impl.settle_sekis(budget);
    for (std::size_t i = 0; i < impl.subgames.size(); ++i) {
      const Subgame& subgame = impl.subgames[i];
      const bool large = subgame.coupled && subgame.points.size() > kSearchedDependent;
      if (!subgame.searched && !large) open.push_back(i);
    }
    std::ranges::stable_sort(open, {},
                             [&](std::size_t i) { return impl.partition.parts[i].points.size(); });
    for (std::uint64_t share = kFirstShare; !open.empty(); share *= 4) {
      std::erase_if(open, [&](std::size_t i) { return impl.search(i, share, budget); });
      // What takes long to value may be settled all the same. Under area scoring other bounds count.
      if (impl.area()) continue;
      const auto is_narrow = [&](std::size_t i) {
        return impl.subgames[i].lower == impl.subgames[i].upper;
      };
      for (const std::size_t i : open) {
        if (!is_narrow(i)) impl.narrow(i, share, budget);
      }
      // The moves of a part whose worth is known can wait.
      std::stable_partition(open.begin(), open.end(), [&](std::size_t i) { return !is_narrow(i); });
    }
  } catch (const BudgetExhausted& exhausted) {
    stopped = exhausted.reason();
  }
  for (std::size_t i = 0; stopped && i < impl.subgames.size(); ++i) {
    Subgame& subgame = impl.subgames[i];
    if (subgame.searched) continue;
    subgame.note = impl.partition.parts[i].note;
    if (subgame.lower == subgame.upper)
      subgame.note = "its worth is known, that of its moves is not";
    if (!subgame.note.empty()) subgame.note += ": ";
    subgame.note += describe(*stopped);
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
    const Board& board = impl_->problem.board;
    for (std::size_t i = 0; i < static_cast<std::size_t>(board.size()); ++i) {
      const Colour colour = board[board.point(i)];
      if (colour != Colour::kEmpty) score += Dyadic(sign(player_of(colour)));
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
  Dyadic stop;
  for (const bool lower : {true, false}) {
    if (!lower && exact && played) {
      out.upper = impl.score_end(lower, stop);
      break;
    }
    try {
      stop = impl.end_stop(lower, impl.subgames.size(), kZero, first, budget);
      played = true;
    } catch (const BudgetExhausted&) {
      stop = impl.end_estimate(lower, first);
    }
    (lower ? out.lower : out.upper) = impl.score_end(lower, stop);
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
    const Part& part = impl.partition.parts[i];
    const auto has = [&](Colour colour) {
      return std::ranges::any_of(part.points,
                                 [&](Point p) { return impl.problem.board[p] == colour; });
    };
    // Stones of both colours that stay where they are: a seki may leave points neutral.
    const GameId value = impl.subgames[i].lower;
    if (impl.store.is_number(value) && impl.store.number_value(value).is_zero() &&
        has(Colour::kBlack) && has(Colour::kWhite)) {
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
  if (!impl.partitioned || !impl.options.values) return out;
  // Small zones if the search of large ones takes too long.
  for (const int points : kZonePoints) {
    PartitionOptions options = impl.options;
    bool any = false;
    for (std::size_t i = 0; i < impl.subgames.size(); ++i) {
      if (impl.subgames[i].searched || impl.subgames[i].lower == impl.subgames[i].upper) continue;
      const auto zones =
          zones_within(impl.problem.board, impl.partition, impl.partition.parts[i], points, budget);
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

}  // namespace cgt::go
