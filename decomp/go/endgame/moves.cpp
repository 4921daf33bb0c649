// First moves, their losses, which of them are proved best, and a line of best play.
#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <utility>

#include "cgt/thermo/temperature.hpp"
#include "decomp/go/endgame/state.hpp"

namespace cgt::go {

// Gote changes the score by twice what a move is worth, from one player's move to the other's.
// Sente costs who has it nothing: only the move of the other one does.
std::optional<Worth> worth_of(Store& store, const Subgame& subgame) {
  if (!subgame.exact || subgame.temperature.sign() <= 0) return std::nullopt;
  Worth worth;
  worth.sente = sente(store.thermograph(subgame.lower));
  worth.deiri = worth.sente ? subgame.temperature : subgame.temperature + subgame.temperature;
  for (const Player player : kPlayers)
    worth.next[player] = temperature_after(store, subgame.lower, player);
  return worth;
}

Live GoEndgame::Impl::make_live(const Region& region, Point origin, std::size_t subgame,
                                Budget& budget) {
  const Store::BudgetScope scope(store, budget);
  const solve::LocalValue value = local.evaluate(region, budget);
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
    const solve::LocalValue value = local.evaluate(option.position, budget);
    // A move into a position that depends on ko is judged by the bound that is worse for the mover;
    // the exact value of the whole does not rest on it.
    const GameId reached = player == Player::kLeft ? value.lower : value.upper;
    LocalMove move;
    move.point = board_point(live.region, live.origin, option.move);
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
    const Part& part = partition.parts[i];
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

std::vector<Point> best_of(const std::vector<MoveReport>& moves) {
  std::vector<Point> out;
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

  const auto end = [&](bool lower, std::size_t changed, GameId value, Player player) {
    return impl.score_end(lower, impl.end_stop(lower, changed, value, player, budget));
  };

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
      const Dyadic lower = end(true, move.subgame, move.lower, opponent(first));
      const Dyadic upper = end(false, move.subgame, move.upper, opponent(first));
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
  const Dyadic pass = left ? end(false, unchanged, kZero, opponent(first))
                           : -end(true, unchanged, kZero, opponent(first));
  // No move leads to more than the best play does: bounds of a part hold for each move there.
  const Dyadic most =
      left ? end(false, unchanged, kZero, first) : -end(true, unchanged, kZero, first);
  for (std::size_t i = 0; i < out.size(); ++i) {
    Kind& kind = kinds[kind_of[i]];
    kind.best = std::min(kind.best, most);
    Dyadic& reach = left ? out[i].upper : out[i].lower;
    reach = (left ? kind.best : -kind.best) + fixed_score();
  }
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

std::vector<Point> proved_best_of(const std::vector<BoundedMove>& moves) {
  std::vector<Point> out;
  for (const BoundedMove& move : moves) {
    if (move.proved_best) out.push_back(move.point);
  }
  return out;
}

std::vector<Point> GoEndgame::best_moves(Player first, Budget& budget) {
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
    std::int64_t settled = 0;
    for (const Located& part : move.after.without_settled(settled).parts()) {
      Live live = impl.make_live(part.region,
                                 Point::at(played->origin.x + part.dx, played->origin.y + part.dy),
                                 played->subgame, budget);
      if (!impl.is_settled(live, budget)) all.push_back(std::make_shared<Live>(std::move(live)));
    }
    mover = opponent(mover);
  }
  impl.note_statistics();
  return out;
}

}  // namespace cgt::go
