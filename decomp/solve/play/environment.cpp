#include "decomp/solve/play/environment.hpp"

namespace cgt::solve {
namespace {

using Kind = EnvironmentMove::Kind;
constexpr std::uint32_t kSettledTerm = EnvironmentState::kSettled;
// With a graph in play, before the last one.
constexpr std::uint32_t kMostPasses = 14;
constexpr std::uint32_t kEnded = kMostPasses + 1;
constexpr std::uint64_t kScoreBits = 48;
constexpr std::size_t kMostTerms = 1000;

// A score graph with what its search asks.
struct GraphInPlay {
  std::size_t term = 0;
  std::vector<std::vector<bool>> leads;  // from, to; one or more moves
  std::vector<PerPlayer<std::vector<Score>>> gains;
  bool bounded = false;  // no points on the way
  Score least = 0;
  Score most = 0;
};

struct EnvironmentRules {
  using State = EnvironmentState;
  using Step = ScoreStep<State>;

  Store& store;
  std::vector<EnvironmentTerm> terms;
  std::vector<Rational> coupons;  // ascending
  EnvironmentThreats threats;
  Integer unit;              // scores are multiples of 1/unit
  std::vector<Score> worth;  // of coupons, in units
  std::vector<Score> alone;  // the smallest so many coupons, to the one who begins
  std::vector<GraphInPlay> graphs;

  Score units(const Rational& x) const {
    const Rational scaled = x * Rational(unit);
    CGT_ASSERT(scaled.is_integer(), "the unit divides all scores");
    const Integer n = numerator(scaled);
    if (bit_length(n) > kScoreBits) throw Error("these scores are too large for an environment");
    return static_cast<Score>(n);
  }
  Rational points(Score score) const { return Rational(Integer(score), unit); }

  const GameId* game(std::size_t term) const { return std::get_if<GameId>(&terms[term]); }
  bool graph_in_play(const State& s) const {
    return std::any_of(graphs.begin(), graphs.end(),
                       [&](const GraphInPlay& g) { return s.places[g.term] != kSettledTerm; });
  }

  bool over(const State& s) const {
    const auto settled = [](std::uint32_t place) { return place == kSettledTerm; };
    return s.passes == kEnded ||
           (s.coupons == 0 && std::all_of(s.places.begin(), s.places.end(), settled));
  }

  static bool left_to_move(const State& s) { return s.mover == Player::kLeft; }

  std::optional<Score> known(const State& s) const {
    bool settled = true;
    Score means = 0;
    for (std::size_t i = 0; i < terms.size(); ++i) {
      if (s.places[i] == kSettledTerm) continue;
      settled = false;
      if (s.passes == kEnded && game(i) != nullptr) {
        means += units(to_rational(store.mean(GameId::from_word(s.places[i]))));
      }
    }
    if (settled) return sign(s.mover) * alone[s.coupons];
    if (s.passes == kEnded) return means;
    return std::nullopt;
  }

  // Calls visit(move, step) for each move.
  template <class Visit>
  void each(const State& s, Budget& budget, Visit visit) const {
    if (over(s)) return;
    const Player player = s.mover;
    std::size_t graph = 0;
    for (std::size_t term = 0; term < terms.size(); ++term) {
      const bool is_graph = game(term) == nullptr;
      const std::size_t number = graph;
      graph += is_graph ? 1 : 0;
      if (s.places[term] == kSettledTerm) continue;
      if (is_graph) {
        moves_in_graph(s, graphs[number], budget, visit);
        continue;
      }
      const GameList options = store.options(GameId::from_word(s.places[term]), player);
      for (std::size_t i = 0; i < options.size(); ++i) {
        budget.charge();
        Step step{s, 0};
        step.next.mover = opponent(player);
        step.next.past.clear();
        step.next.places[term] = options[i].word();
        if (store.is_number(options[i])) {
          step.gain = units(to_rational(store.number_value(options[i])));
          step.next.places[term] = kSettledTerm;
        }
        visit(EnvironmentMove{Kind::kTerm, term, i}, std::move(step));
      }
    }
    Step step{s, 0};
    step.next.past.clear();
    if (s.threats > 0 && is_komaster(threats.komaster, player)) {
      --step.next.threats;
      visit(EnvironmentMove{Kind::kThreat}, step);
      ++step.next.threats;
    }
    step.next.mover = opponent(player);
    if (s.coupons > 0) {
      step.gain = sign(player) * worth[s.coupons - 1];
      --step.next.coupons;
      visit(EnvironmentMove{Kind::kCoupon}, std::move(step));
      return;
    }
    step.next.passes = graph_in_play(s) ? s.passes + 1 : kEnded;
    visit(EnvironmentMove{Kind::kPass}, std::move(step));
  }

  void steps(const State& s, std::vector<Step>& out, Budget& budget) const {
    each(s, budget, [&](const EnvironmentMove&, Step step) { out.push_back(std::move(step)); });
  }

 private:
  using Places = SmallVector<std::uint32_t, 8>;

  Places nodes_of(const State& s) const {
    Places out;
    for (const GraphInPlay& g : graphs) out.push_back(s.places[g.term]);
    return out;
  }

  // Can the graphs come from where they stand in `s` to these places?
  bool may_come(const State& s, const std::uint32_t* places) const {
    for (std::size_t i = 0; i < graphs.size(); ++i) {
      const std::uint32_t now = s.places[graphs[i].term];
      if (now == places[i]) continue;
      if (now == kSettledTerm || places[i] == kSettledTerm) return false;
      if (!graphs[i].leads[now][places[i]]) return false;
    }
    return true;
  }

  template <class Visit>
  void moves_in_graph(const State& s, const GraphInPlay& g, Budget& budget, Visit& visit) const {
    const std::uint32_t node = s.places[g.term];
    const auto& options = std::get<KoGraph>(terms[g.term])[node].options[s.mover];
    const std::size_t size = graphs.size();
    for (std::size_t i = 0; i < options.size(); ++i) {
      budget.charge();
      Step step{s, g.gains[node][s.mover][i]};
      State& next = step.next;
      next.mover = opponent(s.mover);
      next.places[g.term] = options[i].node.value_or(kSettledTerm);
      // What was, and what is now.
      std::vector<Places> past{nodes_of(s)};
      for (std::size_t k = 0; k < s.past.size(); k += size) {
        past.emplace_back(s.past.begin() + k, s.past.begin() + k + size);
      }
      const Places reached = nodes_of(next);
      if (std::find(past.begin(), past.end(), reached) != past.end()) continue;
      std::sort(past.begin(), past.end());
      next.past.clear();
      for (const Places& places : past) {
        if (!may_come(next, places.data())) continue;
        for (const std::uint32_t place : places) next.past.push_back(place);
      }
      visit(EnvironmentMove{Kind::kTerm, g.term, i}, std::move(step));
    }
  }
};

// Numbers are multiples of 1/result.
Integer unit_of(Store& store, const std::vector<EnvironmentTerm>& terms,
                const std::vector<Rational>& coupons) {
  std::uint32_t places = 0;
  for (const EnvironmentTerm& term : terms) {
    if (const GameId* game = std::get_if<GameId>(&term)) {
      for (const GameId g : store.followers(*game)) {
        places = std::max(places, store.mean(g).exponent());
      }
      continue;
    }
    const KoGraph& graph = std::get<KoGraph>(term);
    for (std::uint32_t v = 0; v < graph.size(); ++v) {
      for (const auto& options : graph[v].options.values) {
        for (const KoOption& option : options) places = std::max(places, option.value.exponent());
      }
    }
  }
  if (places > kScoreBits) throw Error("these scores have too many binary places");
  Integer unit = Integer(1) << places;
  for (const Rational& coupon : coupons) {
    const Integer below = denominator(coupon);
    unit = unit / gcd(unit, below) * below;
    if (bit_length(unit) > kScoreBits) throw Error("these coupons have no common small fraction");
  }
  return unit;
}

GraphInPlay in_play(const EnvironmentRules& rules, std::size_t term, Budget& budget) {
  const KoGraph& graph = std::get<KoGraph>(rules.terms[term]);
  GraphInPlay out;
  out.term = term;
  out.leads = reachable(graph, budget);
  out.gains.resize(graph.size());
  out.bounded = true;
  for (std::uint32_t v = 0; v < graph.size(); ++v) {
    for (const Player player : kPlayers) {
      for (const KoOption& option : graph[v].options[player]) {
        const Score gain = rules.units(to_rational(option.value));
        out.gains[v][player].push_back(gain);
        if (option.node && gain != 0) out.bounded = false;
        if (option.node) continue;
        out.least = std::min(out.least, gain);
        out.most = std::max(out.most, gain);
      }
    }
  }
  return out;
}

}  // namespace

std::uint64_t EnvironmentState::hash() const {
  std::uint64_t h = mix((std::uint64_t{coupons} << 32U) | threats, passes * 2 + index(mover));
  for (const std::uint32_t place : places) h = mix(h, place);
  for (const std::uint32_t place : past) h = mix(h, place);
  return h;
}

std::vector<Rational> coupons_of(std::uint32_t count, std::uint32_t per_point) {
  CGT_EXPECTS(per_point > 0, "a coupon is worth something");
  std::vector<Rational> out;
  for (std::uint32_t i = count; i > 0; --i) out.emplace_back(Integer(i), Integer(per_point));
  return out;
}

struct Environment::Impl {
  explicit Impl(EnvironmentRules r) : rules(std::move(r)) {}
  EnvironmentRules rules;
  ScoreSearch<EnvironmentRules> search{rules};
  EnvironmentState start;
  Score settled = 0;  // from the beginning
  ScoreBounds range;  // of what is not
};

Environment::~Environment() = default;
Environment::Environment(Environment&&) noexcept = default;

Environment::Environment(Store& store, std::vector<EnvironmentTerm> terms,
                         std::vector<Rational> coupons, EnvironmentThreats threats,
                         Budget& budget) {
  const Store::BudgetScope scope(store, budget);
  if (terms.size() > kMostTerms) throw Error("these are too many terms for an environment");
  for (const Rational& coupon : coupons) {
    if (coupon.sign() <= 0) {
      throw Error("a coupon is worth more than 0", "the players pass when they are gone");
    }
  }
  std::sort(coupons.begin(), coupons.end());
  if (threats.komaster == Komaster::kNone) threats.threats = 0;
  Integer unit = unit_of(store, terms, coupons);
  impl_ = std::make_unique<Impl>(EnvironmentRules{
      store, std::move(terms), std::move(coupons), threats, std::move(unit), {}, {}, {}});
  EnvironmentRules& rules = impl_->rules;
  rules.alone.push_back(0);
  Score all = 0;
  for (const Rational& coupon : rules.coupons) {
    rules.worth.push_back(rules.units(coupon));
    rules.alone.push_back(rules.worth.back() - rules.alone.back());
    all += rules.worth.back();
  }
  ScoreBounds range{-all, all};
  EnvironmentState& start = impl_->start;
  bool bounded = true;
  for (std::size_t i = 0; i < rules.terms.size(); ++i) {
    const GameId* game = rules.game(i);
    if (game == nullptr) {
      start.places.push_back(0);
      rules.graphs.push_back(in_play(rules, i, budget));
      bounded = bounded && rules.graphs.back().bounded;
      range.lower += rules.graphs.back().least;
      range.upper += rules.graphs.back().most;
      continue;
    }
    if (store.is_number(*game)) {
      impl_->settled += rules.units(to_rational(store.number_value(*game)));
      start.places.push_back(kSettledTerm);
      continue;
    }
    start.places.push_back(game->word());
    Score least = kNoScore;
    Score most = -kNoScore;
    for (const GameId g : store.followers(*game)) {
      const Score mean = rules.units(to_rational(store.mean(g)));
      least = std::min(least, mean);
      most = std::max(most, mean);
    }
    range.lower += least;
    range.upper += most;
  }
  if (bounded) impl_->range = range;
  start.coupons = static_cast<std::uint32_t>(rules.coupons.size());
  start.threats = threats.threats;
}

Environment::Moment Environment::begin(Player first) const {
  Moment out{impl_->start, impl_->rules.points(impl_->settled)};
  out.state.mover = first;
  return out;
}

std::vector<EnvironmentMove> Environment::moves(const Moment& moment, Budget& budget) const {
  const Store::BudgetScope scope(impl_->rules.store, budget);
  std::vector<EnvironmentMove> out;
  impl_->rules.each(moment.state, budget,
                    [&](const EnvironmentMove& move, const auto&) { out.push_back(move); });
  return out;
}

Environment::Moment Environment::play(const Moment& moment, const EnvironmentMove& move,
                                      Budget& budget) const {
  const Store::BudgetScope scope(impl_->rules.store, budget);
  std::optional<Moment> out;
  impl_->rules.each(moment.state, budget, [&](const EnvironmentMove& legal, auto step) {
    if (legal != move) return;
    out = Moment{std::move(step.next), moment.points + impl_->rules.points(step.gain)};
  });
  CGT_EXPECTS(out.has_value(), "the move is one of moves()");
  return std::move(*out);
}

Environment::Outcome Environment::score(const Moment& moment, Budget& budget) const {
  const EnvironmentRules& rules = impl_->rules;
  const Store::BudgetScope scope(rules.store, budget);
  ScoreBounds bounds;
  Outcome out;
  // At the beginning the range of all scores is known.
  if (moment.state.coupons == impl_->start.coupons && moment.state.places == impl_->start.places) {
    bounds = impl_->range;
  }
  try {
    impl_->search.converge(moment.state, 0, bounds, budget);
  } catch (const BudgetExhausted& spent) {
    out.stop = spent.reason();
  }
  if (is_score(bounds.lower)) out.lower = moment.points + rules.points(bounds.lower);
  if (is_score(bounds.upper)) out.upper = moment.points + rules.points(bounds.upper);
  return out;
}

std::vector<EnvironmentMove> Environment::best_moves(const Moment& moment, Budget& budget) const {
  const Store::BudgetScope scope(impl_->rules.store, budget);
  std::vector<EnvironmentMove> out;
  const bool left = moment.state.mover == Player::kLeft;
  const Score best = impl_->search.value(moment.state, 0, budget);
  impl_->rules.each(moment.state, budget, [&](const EnvironmentMove& move, const auto& step) {
    const Score wanted = best - step.gain;
    // Nothing is better than the best.
    const bool keeps = left ? impl_->search.test(step.next, wanted, budget) >= wanted
                            : impl_->search.test(step.next, wanted + 1, budget) <= wanted;
    if (keeps) out.push_back(move);
  });
  return out;
}

std::vector<EnvironmentMove> Environment::line(const Moment& moment, Budget& budget) const {
  std::vector<EnvironmentMove> out;
  Moment now = moment;
  while (true) {
    const std::vector<EnvironmentMove> best = best_moves(now, budget);
    if (best.empty()) return out;
    out.push_back(best.front());
    now = play(now, best.front(), budget);
  }
}

const std::vector<EnvironmentTerm>& Environment::terms() const { return impl_->rules.terms; }
const std::vector<Rational>& Environment::coupons() const { return impl_->rules.coupons; }
const EnvironmentThreats& Environment::threats() const { return impl_->rules.threats; }
std::uint64_t Environment::states() const { return impl_->search.states(); }

std::variant<GameId, KoOption> Environment::target(const Moment& moment,
                                                   const EnvironmentMove& move) const {
  CGT_EXPECTS(move.kind == Kind::kTerm, "only moves in terms lead to something");
  const std::uint32_t place = moment.state.places[move.term];
  if (impl_->rules.game(move.term) != nullptr) {
    return impl_->rules.store.options(GameId::from_word(place), moment.state.mover)[move.option];
  }
  return std::get<KoGraph>(impl_->rules.terms[move.term])[place]
      .options[moment.state.mover][move.option];
}

}  // namespace cgt::solve
