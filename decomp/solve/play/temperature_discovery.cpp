#include "decomp/solve/play/temperature_discovery.hpp"

#include <fmt/format.h>

#include "decomp/solve/play/score_search.hpp"

namespace cgt::solve {

namespace {

// Scores are multiples of an infinitesimal, of which 2^20 make a step: no line of play has as many
// taxed moves.
constexpr std::uint32_t kInfinitesimal = 20;
constexpr std::uint32_t kEndless = std::numeric_limits<std::uint32_t>::max();

// Who is to do what.
enum class Role : std::uint8_t {
  kLeft,         // Left moves, in the position or to a lower tax
  kRight,        // Right moves, or leaves the turn to Left
  kLeftAnswers,  // to the offer to stop at 0
  kRightAnswers,
  kLeftLocally,  // moves in the position only: the scaffolds of the root
  kRightLocally,
};

// The integer part of the sum is counted by the steps.
struct DiscoveryState {
  SmallVector<SignedNode, 6> parts;  // as in SumState
  std::uint32_t tax = 0;             // its number: 0 is -1, 2 i is -1 + i steps, 2 i - 1 just below
  std::uint32_t depth = kEndless;    // moves to look ahead
  Role role = Role::kLeft;

  friend bool operator==(const DiscoveryState&, const DiscoveryState&) = default;
  std::uint64_t hash() const {
    std::uint64_t h = mix(tax, (std::uint64_t{depth} << 3U) | static_cast<std::uint64_t>(role));
    for (const SignedNode v : parts) h = mix(h, v);
    return h;
  }
};

class DiscoveryRules {
 public:
  using State = DiscoveryState;

  // Steps of 1/2^exponent.
  DiscoveryRules(PositionGraph& graph, ExpandedGraph& moves, std::uint32_t exponent, bool guess)
      : graph_(graph), moves_(moves), exponent_(exponent), guess_(guess) {}

  // Has a position not been looked into?
  bool cut() const { return cut_; }
  Score unit() const { return Score{1} << (exponent_ + kInfinitesimal); }
  Score tax(std::uint32_t number) const {
    return -unit() + (Score{(number + 1) / 2} << kInfinitesimal) - (number % 2);
  }

  // The number, without infinitesimals: estimates are halves of steps, everything else is whole.
  Dyadic dyadic(Score score) const {
    constexpr std::uint32_t kHalf = kInfinitesimal - 1;
    return {(score + (Score{1} << (kHalf - 1U))) >> kHalf, exponent_ + 1};
  }

  bool left_to_move(const State& s) const {
    return s.role == Role::kLeft || s.role == Role::kLeftAnswers || s.role == Role::kLeftLocally;
  }

  std::optional<Score> known(const State& s) {
    if (s.parts.empty() && s.role != Role::kLeftLocally && s.role != Role::kRightLocally) return 0;
    if (s.depth > 0) return std::nullopt;
    cut_ = true;
    return guess_ ? estimate(s) : least(s);
  }

  void steps(const State& s, std::vector<ScoreStep<State>>& out, Budget& budget) {
    const Player player = left_to_move(s) ? Player::kLeft : Player::kRight;
    SumState sum;
    sum.parts.assign(s.parts.begin(), s.parts.end());
    const Score paid = -sign(player) * tax(s.tax);
    for (std::size_t i = 0; i < sum.parts.size(); ++i) {
      if (i > 0 && sum.parts[i] == sum.parts[i - 1]) continue;
      moves_.moves(sum, i, player, budget, [&](SumState child) {
        const std::uint32_t depth = s.depth == kEndless ? kEndless : s.depth - 1;
        out.push_back({{std::move(child.parts), s.tax, depth, turn(opponent(player))},
                       child.rest * unit() + paid});
        return true;
      });
    }
    graph_.note_memory(budget);
    switch (s.role) {
      case Role::kLeft:
        if (s.tax == 0) {
          out.push_back({{s.parts, 0, s.depth, Role::kRightAnswers}, 0});
        } else {
          out.push_back({{s.parts, s.tax - 1, s.depth, Role::kRight}, 0});
        }
        break;
      case Role::kRight:
        out.push_back(
            {{s.parts, s.tax, s.depth, s.tax == 0 ? Role::kLeftAnswers : Role::kLeft}, 0});
        break;
      case Role::kLeftAnswers:
      case Role::kRightAnswers: out.push_back({{{}, 0, s.depth, Role::kLeft}, 0}); break;
      case Role::kLeftLocally:
      case Role::kRightLocally: break;
    }
  }

 private:
  static Role turn(Player player) { return player == Player::kLeft ? Role::kLeft : Role::kRight; }

  // G >= -n if n moves are left in G.
  Score least(const State& s) const {
    Score moves = 0;
    for (const SignedNode v : s.parts) {
      const std::uint32_t depth = graph_.depth_hint(node_of(v));
      if (depth == kUnknownDepth) return -kNoScore;
      moves += depth;
    }
    return -moves * unit();
  }

  // Half of the moves that Left has more than Right.
  Score estimate(const State& s) const {
    Score more = 0;
    if (graph_.impartial()) return 0;
    for (const SignedNode v : s.parts) {
      for (const Player player : kPlayers) {
        const Score moves = graph_.move_count(node_of(v), player);
        more += (is_negated(v) ? -1 : 1) * sign(player) * moves;
      }
    }
    return more * unit() / 2;
  }

  PositionGraph& graph_;
  ExpandedGraph& moves_;
  std::uint32_t exponent_;
  bool guess_;
  bool cut_ = false;
};

// Lower and upper bounds of both walls, or of both scaffolds.
struct WallBounds {
  PerPlayer<Score> lower;
  PerPlayer<Score> upper;
};

class Discoverer {
 public:
  Discoverer(PositionGraph& graph, std::int64_t rest, std::span<const SignedNode> parts,
             const DiscoveryOptions& options, Budget& budget)
      : graph_(graph), rest_(rest), options_(options), budget_(budget), moves_(graph) {
    game_.assign(parts.begin(), parts.end());
  }

  Discovery run() {
    out_.temperature.lower = Dyadic(-1);
    out_.step = Dyadic(1).scaled(-static_cast<std::int64_t>(options_.exponent.value_or(0)));
    try {
      SumState whole;
      whole.parts = game_;
      moves_.normalise(whole, budget_);
      game_ = whole.parts;
      for (SignedNode& v : whole.parts) v ^= 1U;
      moves_.normalise(whole, budget_);
      negative_ = whole.parts;
      look_ahead();
      if (!options_.exponent && out_.whole) refine();
      if (!out_.exact()) out_.stop = StopReason::kDepthLimit;
    } catch (const BudgetExhausted& spent) {
      out_.stop = spent.reason();
    }
    if (out_.exact()) {
      out_.stop = StopReason::kSolved;
      out_.guess.reset();
    }
    out_.positions = moves_.expanded();
    return std::move(out_);
  }

 private:
  // Farther and farther ahead, until nothing lies beyond.
  void look_ahead() {
    const std::uint32_t exponent = options_.exponent.value_or(0);
    // Without bounds of what lies beyond only the whole tells something.
    std::uint32_t depth = has_hints() || options_.guess ? 1 : kEndless;
    for (;; ++depth) {
      depth = std::min(depth, options_.depth);
      const bool cut = climb(exponent, depth, false);
      out_.depth = depth;
      out_.whole = !cut;
      if (out_.whole || out_.exact()) return;
      if (options_.guess) climb(exponent, depth, true);
      if (depth == options_.depth) return;
    }
  }

  void refine() {
    for (std::uint32_t exponent = 1; exponent <= kFinestDiscovery && !out_.exact(); ++exponent) {
      climb(exponent, kEndless, false);
      out_.step = Dyadic(1).scaled(-static_cast<std::int64_t>(exponent));
    }
  }

  bool has_hints() const {
    return std::all_of(game_.begin(), game_.end(), [&](SignedNode v) {
      return graph_.depth_hint(node_of(v)) != kUnknownDepth;
    });
  }

  // One stack, from the lowest tax up to where the walls have surely met. True if a position was
  // not looked into.
  bool climb(std::uint32_t exponent, std::uint32_t depth, bool guess) {
    DiscoveryRules rules(graph_, moves_, exponent, guess);
    ScoreSearch<DiscoveryRules> search(rules);
    PerPlayer<PerPlayer<Score>> last{};  // where the next search begins
    WallBounds walls;
    for (std::uint32_t tax = 0;; ++tax) {
      WallBounds scaffolds;
      for (const Player player : kPlayers) {
        const auto worth = [&](bool negated) {
          // What Right does in G is what Left does in -G.
          const bool left = (player == Player::kLeft) != negated;
          Score& guessed = last[player].values[negated ? 1 : 0];
          guessed = search.value({negated ? negative_ : game_, tax, depth,
                                  left ? Role::kLeftLocally : Role::kRightLocally},
                                 guessed, budget_);
          return negated ? -guessed : guessed;
        };
        scaffolds.lower[player] = worth(false);
        scaffolds.upper[player] = worth(true);
      }
      out_.states += search.states() - std::exchange(counted_, search.states());
      go_on(walls, scaffolds, tax);
      const Score left_upper = scaffolds.upper[Player::kLeft];
      const Score right_lower = scaffolds.lower[Player::kRight];
      const bool met = left_upper <= right_lower;
      if (guess) {
        if (!met) continue;
        const Score middle = (walls.lower[Player::kLeft] + walls.upper[Player::kRight]) / 2;
        out_.guess = {rules.dyadic(middle) + Dyadic(rest_), rules.dyadic(rules.tax(tax))};
      } else {
        note(rules, walls, tax, met);
        const Dyadic t = rules.dyadic(rules.tax(tax));
        if (scaffolds.lower[Player::kLeft] > scaffolds.upper[Player::kRight]) {
          out_.temperature.lower = std::max(*out_.temperature.lower, t);
        }
        if (met && (!out_.temperature.upper || t < *out_.temperature.upper)) {
          out_.temperature.upper = t;
        }
        // Where a scaffold is not bounded, no tax brings them together.
        const bool bounded = left_upper < kNoScore / 2 && right_lower > -kNoScore / 2;
        if (!met && bounded) continue;
      }
      counted_ = 0;
      return rules.cut();
    }
  }

  // The bounds of the walls at this tax, from those at the one before and the scaffolds.
  static void go_on(WallBounds& walls, const WallBounds& scaffolds, std::uint32_t tax) {
    const auto& [low, high] = scaffolds;
    constexpr Player kL = Player::kLeft;
    constexpr Player kR = Player::kRight;
    if (tax == 0) {
      for (const auto& [wall, side] :
           {std::pair(&walls.lower, &low), std::pair(&walls.upper, &high)}) {
        (*wall)[kL] = std::max((*side)[kL], std::min<Score>(0, (*side)[kR]));
        (*wall)[kR] = std::min((*side)[kR], std::max<Score>(0, (*side)[kL]));
      }
      return;
    }
    walls.lower[kL] = std::max(low[kL], walls.lower[kR]);
    walls.lower[kR] = std::min(low[kR], walls.lower[kL]);
    walls.upper[kR] = std::min(high[kR], walls.upper[kL]);
    walls.upper[kL] = std::max(high[kL], walls.upper[kR]);
  }

  // The mast stands between the walls at every temperature, and on both where they have met. The stops
  // are the walls at 0, and the mast where it begins below.
  void note(const DiscoveryRules& rules, const WallBounds& walls, std::uint32_t tax, bool met) {
    const auto narrow = [&](DyadicInterval& interval, Score lower, Score upper) {
      if (is_score(lower)) interval.raise(rules.dyadic(lower) + Dyadic(rest_));
      if (is_score(upper)) interval.reduce(rules.dyadic(upper) + Dyadic(rest_));
    };
    const Score lower = walls.lower[met ? Player::kLeft : Player::kRight];
    const Score upper = walls.upper[met ? Player::kRight : Player::kLeft];
    narrow(out_.mean, lower, upper);
    const Score paid = rules.tax(tax);
    if (paid != 0 && !(met && paid < 0)) return;
    for (const Player player : kPlayers) {
      if (met) {
        narrow(out_.stops[player], lower, upper);
      } else {
        narrow(out_.stops[player], walls.lower[player], walls.upper[player]);
      }
    }
  }

  PositionGraph& graph_;
  std::int64_t rest_;
  const DiscoveryOptions& options_;
  Budget& budget_;
  ExpandedGraph moves_;
  SmallVector<SignedNode, 6> game_;
  SmallVector<SignedNode, 6> negative_;
  std::uint64_t counted_ = 0;  // states of the search that runs
  Discovery out_;
};

}  // namespace

Discovery discover_temperature(PositionGraph& graph, std::int64_t rest,
                               std::span<const SignedNode> parts, const DiscoveryOptions& options,
                               Budget& budget) {
  CGT_EXPECTS(options.exponent.value_or(0) <= kFinestDiscovery, "steps are no finer than that");
  CGT_EXPECTS(options.depth > 0, "at least the moves of the position are looked at");
  return Discoverer(graph, rest, parts, options, budget).run();
}

Discovery discover_temperature(const AnyPosition& position, const DiscoveryOptions& options,
                               Budget& budget) {
  const std::unique_ptr<AnyGraph> graph = position.new_graph();
  std::vector<SignedNode> parts;
  const std::int64_t rest = graph->components(position, parts);
  return discover_temperature(*graph, rest, parts, options, budget);
}

namespace {

// Enough to find out that a value is known.
constexpr std::uint64_t kLookUpNodes = 256;

// -n <= G <= n if n moves are left in G.
GameBounds bounds_by_moves(const AnyPosition& part) {
  GameBounds out;
  const std::uint32_t moves = part.depth_hint();
  if (moves == kUnknownDepth) return out;
  out.value = {-Dyadic(std::int64_t{moves}), Dyadic(std::int64_t{moves})};
  out.tighten();
  return out;
}

GameBounds bounds_of_part(Store& store, Evaluator& evaluator, const AnyPosition& part,
                          Budget& budget) {
  Budget look = budget.part(std::min(kLookUpNodes, budget.limits().nodes));
  const Store::BudgetScope scope(store, budget);
  try {
    return bounds_of(store, evaluator.value(part, look));
  } catch (const BudgetExhausted&) {
  } catch (const Error&) {
    // Loopy, or a ko matters.
    return {};
  }
  GameBounds out = bounds_by_moves(part);
  if (part.impartial()) {
    // Nimbers are infinitesimal.
    out.mean = DyadicInterval::point(Dyadic());
    out.temperature.upper = Dyadic();
    out.tighten();
    return out;
  }
  try {
    const Discovery found = discover_temperature(part, {}, budget);
    out.mean.raise(found.mean.lower);
    out.mean.reduce(found.mean.upper);
    out.temperature = found.temperature;
    for (const Player player : kPlayers) {
      out.stops[player].raise(found.stops[player].lower);
      out.stops[player].reduce(found.stops[player].upper);
    }
  } catch (const Error&) {
    return {};
  }
  out.tighten();
  return out;
}

// The nim value of a game is at most the number of its moves.
std::optional<std::int64_t> most_moves(const AnyPosition& position) {
  std::vector<Summand<AnyPosition>> parts;
  if (position.split(parts) != 0) return std::nullopt;
  std::int64_t moves = 0;
  for (const Summand<AnyPosition>& part : parts) {
    const std::uint32_t left = part.position.depth_hint();
    if (left == kUnknownDepth) return std::nullopt;
    moves += left;
  }
  return moves;
}

}  // namespace

GameBounds position_bounds(Store& store, Evaluator& evaluator, const AnyPosition& position,
                           Budget& budget) {
  std::vector<Summand<AnyPosition>> parts;
  GameBounds sum = bounds_of(Dyadic(position.split(parts)));
  for (std::size_t i = 0; i < parts.size(); ++i) {
    // An equal share of what is left: without any, some bounds are known all the same.
    const std::size_t left = parts.size() - i;
    const std::uint64_t most = budget.limits().nodes;
    const std::uint64_t nodes = most - std::min(most, budget.used_nodes());
    Budget share = budget.part(nodes / left, 1.0 / static_cast<double>(left));
    const GameBounds part = bounds_of_part(store, evaluator, parts[i].position, share);
    sum = sum + (parts[i].negated ? -part : part);
    try {
      budget.settle(share);
    } catch (const BudgetExhausted&) {
    }
  }
  return sum;
}

KnownSoFar known_of_position(Store& store, Evaluator& evaluator, const AnyPosition& position) {
  if (position.impartial()) {
    const auto moves = most_moves(position);
    return {"", moves ? fmt::format("value a nimber, at most *{}", *moves) : "value a nimber"};
  }
  Budget grace(kGrace);
  return {"", position_bounds(store, evaluator, position, grace).text()};
}

}  // namespace cgt::solve
