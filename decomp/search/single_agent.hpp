// Cheapest ways to a goal in games of one player: A*, weighted A*, breadth first, IDA*, and
// Dijkstra's search from both ends.
//
// A goal is a terminal state; a state without moves that is not terminal is a dead end. Moves cost 1
// each unless the state has cost(move), integers of 0 or more. An estimate H is a function of a
// state: a lower bound of what is left to pay (admissible), kUnsolvable where no goal can be
// reached. It need not be consistent: states are opened again when a cheaper way is found. That it is
// a lower bound is assumed: what is proved rests on it. overestimate() checks it.
//
//   struct Manhattan {
//     std::int64_t operator()(const EightPuzzle& s) const { return s.manhattan(); }
//   };
//   Budget budget;
//   EightPuzzle tray({8, 6, 7, 2, 5, 4, 3, 0, 1});
//   AStar<EightPuzzle, Manhattan>().search(tray, budget).value;    // 31 moves, proved
//   IdaStar<EightPuzzle, Manhattan>().search(tray, budget).value;  // 31, in little memory
//
// Results
//   1. value: the cost of `line`, a way from the root to a goal; empty if none was found.
//   2. lower <= cost of the cheapest way <= upper. No way at all: both are kUnsolvable and `stop`
//      is kExhausted. Weighted A* proves lower = cost / weight, rounded up, at its end.
//   3. counts.nodes are states taken from the open list (A*, both ends) or entered (IDA*).
//   4. A spent budget keeps the bound proved so far.
//
// Sources: Hart, Nilsson, Raphael 1968 (A*); Pohl 1970 (weights); Korf 1985 (IDA*); Reinefeld,
// Marsland 1994 (its table); Dijkstra's search from two sides ends as in Nicholson 1966.
// Thread rule: one thread a search object.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <queue>
#include <span>
#include <utility>
#include <vector>

#include "cgt/support/budget.hpp"
#include "cgt/support/containers.hpp"
#include "decomp/search/game.hpp"
#include "decomp/search/table.hpp"

namespace cgt::search {

inline constexpr std::int64_t kUnsolvable = std::numeric_limits<std::int64_t>::max();

// Costs of moves above this are refused, so that no sum of costs and weights overflows.
inline constexpr std::int64_t kMostCost = std::int64_t{1} << 40U;

struct NoEstimate {
  template <class S>
  std::int64_t operator()(const S&) const {
    return 0;
  }
};

template <class Move>
using Way = Result<Move, std::int64_t>;

// A state that knows what leads to it: predecessors(out) appends each (state, move) with
// state.play(move) equal to this one.
template <class S>
concept BackwardState = State<S> &&
    requires(const S& s, std::vector<std::pair<S, typename S::Move>>& out) {
  s.predecessors(out);
};

// Throws Error if the game is not one of one player without chance.
void require_single_agent(const GameType& type, const char* algorithm);

namespace single_agent {

[[noreturn]] void refuse_cost(std::int64_t cost);
[[noreturn]] void refuse_estimate(std::int64_t estimate);

template <class S>
std::int64_t cost_of(const S& state, const typename S::Move& move) {
  if constexpr (requires { std::int64_t{state.cost(move)}; }) {
    const std::int64_t cost = state.cost(move);
    if (cost < 0 || cost > kMostCost) refuse_cost(cost);
    return cost;
  } else {
    return 1;
  }
}

template <class H, class S>
std::int64_t estimate_of(const H& estimate, const S& state) {
  const std::int64_t h = estimate(state);
  if (h < 0 || (h > kMostCost && h != kUnsolvable)) refuse_estimate(h);
  return h;
}

inline constexpr std::uint32_t kNobody = ~std::uint32_t{0};

// States met, each with the cheapest way to it that is known.
template <class S>
struct Met {
  struct Node {
    S state;
    typename S::Move move;  // that led to it
    std::uint32_t parent;   // kNobody: it is an end of the search
    std::int64_t g;
    std::int64_t h;
    bool closed;
  };
  std::vector<Node> nodes;
  FlatMap<S, std::uint32_t, StateHash<S>> numbers;
  MemoryMeter meter;

  // The number of the state, and whether it is new.
  std::pair<std::uint32_t, bool> number(const S& state, Budget& budget) {
    const auto fresh = static_cast<std::uint32_t>(nodes.size());
    const auto [at, is_new] = numbers.try_emplace(state, fresh);
    if (is_new && fresh % kMemoryInterval == kMemoryInterval - 1) {
      meter.set(budget, nodes.capacity() * sizeof(Node) + 2 * numbers.size() * (sizeof(S) + 8));
    }
    return {at->second, is_new};
  }
  std::vector<typename S::Move> line_to(std::uint32_t n) const {
    std::vector<typename S::Move> line;
    for (; nodes[n].parent != kNobody; n = nodes[n].parent) line.push_back(nodes[n].move);
    std::reverse(line.begin(), line.end());
    return line;
  }
};

// The least f first; of equals the deepest, then the one met first.
struct Open {
  std::int64_t f;
  std::int64_t g;
  std::uint32_t node;
  bool operator<(const Open& o) const {
    if (f != o.f) return f > o.f;
    if (g != o.g) return g < o.g;
    return node > o.node;
  }
};

}  // namespace single_agent

// f = g + (weight / per) * h. Weights below 1 are 1: they would only open more.
struct AStarOptions {
  std::int64_t weight = 1;
  std::int64_t per = 1;
  bool unit_costs = false;  // every move costs 1, whatever the state says
};

template <State S, class H = NoEstimate>
class AStar {
 public:
  using Move = typename S::Move;

  explicit AStar(AStarOptions options = {}, H estimate = {})
      : options_(options), estimate_(std::move(estimate)) {
    if (options_.per < 1 || options_.weight > 1'000'000 || options_.per > 1'000'000) {
      throw Error("the weight of A* is a fraction of numbers up to 1000000");
    }
    options_.weight = std::max(options_.weight, options_.per);
  }

  Way<Move> search(const S& root, Budget& budget) {
    require_single_agent(root.type(), "A*");
    Way<Move> way;
    way.lower = 0;
    way.upper = kUnsolvable;
    single_agent::Met<S> met;
    std::priority_queue<single_agent::Open> open;
    std::vector<Move> moves;
    const auto f_of = [&](std::int64_t g, std::int64_t h) {
      return g * options_.per + h * options_.weight;
    };
    try {
      met.number(root, budget);
      const std::int64_t h0 = single_agent::estimate_of(estimate_, root);
      met.nodes.push_back({root, Move{}, single_agent::kNobody, 0, h0, false});
      if (h0 != kUnsolvable) open.push({f_of(0, h0), 0, 0});
      while (!open.empty()) {
        const single_agent::Open top = open.top();
        open.pop();
        if (met.nodes[top.node].closed || met.nodes[top.node].g != top.g) continue;
        // Some node of a cheapest way is open, with f of at most weight * its cost.
        way.lower = std::max(way.lower, divided_up(top.f, options_.weight));
        budget.charge();
        ++way.counts.nodes;
        met.nodes[top.node].closed = true;
        const S state = met.nodes[top.node].state;
        if (state.player() == kTerminal) {
          way.value = way.upper = top.g;
          way.lower = std::min(way.lower, top.g);
          way.line = met.line_to(top.node);
          if (!way.line.empty()) way.best.assign(1, way.line.front());
          way.counts.deepest = std::max<std::uint64_t>(way.counts.deepest, way.line.size());
          way.stop = StopReason::kSolved;
          return way;
        }
        moves.clear();
        state.moves(moves);
        for (const Move& move : moves) {
          const std::int64_t g =
              top.g + (options_.unit_costs ? 1 : single_agent::cost_of(state, move));
          S child = state;
          child.play(move);
          const auto [n, fresh] = met.number(child, budget);
          if (fresh) {
            ++way.counts.leaves;
            const std::int64_t h = single_agent::estimate_of(estimate_, child);
            met.nodes.push_back({std::move(child), move, top.node, g, h, h == kUnsolvable});
            if (h != kUnsolvable) open.push({f_of(g, h), g, n});
            continue;
          }
          ++way.counts.table_hits;
          auto& node = met.nodes[n];
          if (node.h == kUnsolvable || g >= node.g) continue;
          node.g = g;
          node.parent = top.node;
          node.move = move;
          node.closed = false;
          open.push({f_of(g, node.h), g, n});
        }
      }
      way.lower = kUnsolvable;
      way.stop = StopReason::kExhausted;
    } catch (const BudgetExhausted& spent) {
      way.stop = spent.reason();
    }
    return way;
  }

 private:
  static std::int64_t divided_up(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

  AStarOptions options_;
  H estimate_;
};

// The fewest moves, whatever they cost.
template <State S>
class BreadthFirst {
 public:
  Way<typename S::Move> search(const S& root, Budget& budget) {
    return AStar<S>(AStarOptions{.unit_costs = true}).search(root, budget);
  }
};

// A state whose estimate is above what is left to pay.
template <class S>
struct TooHigh {
  S state;
  std::int64_t estimate;
  std::int64_t left;
};

// On a way to a goal: what is left to pay is at most what the rest of the way costs, so this needs no
// search, and finds some faults only.
template <State S, class H>
std::optional<TooHigh<S>> overestimate_on(const S& root, std::span<const typename S::Move> line,
                                          const H& estimate) {
  std::vector<S> states{root};
  std::vector<std::int64_t> costs;
  for (const auto& move : line) {
    costs.push_back(single_agent::cost_of(states.back(), move));
    S next = states.back();
    next.play(move);
    states.push_back(std::move(next));
  }
  std::int64_t left = 0;
  for (std::size_t i = states.size(); i-- > 0;) {
    const std::int64_t h = single_agent::estimate_of(estimate, states[i]);
    if (h > left) return TooHigh<S>{states[i], h, left};
    if (i > 0) left += costs[i - 1];
  }
  return std::nullopt;
}

// The first of all states that the root leads to; none: the estimate is a lower bound, and A* proves
// what it says. Throws BudgetExhausted. Memory: every state and every move.
template <State S, class H>
std::optional<TooHigh<S>> overestimate(const S& root, const H& estimate, Budget& budget) {
  require_single_agent(root.type(), "a check of estimates");
  single_agent::Met<S> met;
  struct Before {
    std::uint32_t from;
    std::int64_t cost;
  };
  std::vector<std::vector<Before>> before;
  std::priority_queue<single_agent::Open> open;
  const auto number = [&](const S& state) {
    const auto [n, fresh] = met.number(state, budget);
    if (fresh) {
      const std::int64_t h = single_agent::estimate_of(estimate, state);
      met.nodes.push_back({state, {}, single_agent::kNobody, kUnsolvable, h, false});
      before.emplace_back();
    }
    return n;
  };
  number(root);
  std::vector<typename S::Move> moves;
  for (std::uint32_t i = 0; i < met.nodes.size(); ++i) {
    budget.charge();
    const S state = met.nodes[i].state;
    if (state.player() == kTerminal) {
      met.nodes[i].g = 0;
      open.push({0, 0, i});
      continue;
    }
    moves.clear();
    state.moves(moves);
    for (const auto& move : moves) {
      S child = state;
      child.play(move);
      before[number(child)].push_back({i, single_agent::cost_of(state, move)});
    }
  }
  while (!open.empty()) {
    const single_agent::Open top = open.top();
    open.pop();
    budget.charge();
    if (met.nodes[top.node].g != top.g) continue;
    for (const auto& [from, cost] : before[top.node]) {
      const std::int64_t g = top.g + cost;
      if (g >= met.nodes[from].g) continue;
      met.nodes[from].g = g;
      open.push({g, g, from});
    }
  }
  for (const auto& node : met.nodes) {
    if (node.h > node.g) return TooHigh<S>{node.state, node.h, node.g};
  }
  return std::nullopt;
}

struct IdaStarOptions {
  std::size_t table_entries = 1U << 16U;  // of states tried in an iteration; 0: none
};

// Depth first below a bound on f, which rises to the least f that was cut.
template <State S, class H = NoEstimate>
class IdaStar {
 public:
  using Move = typename S::Move;

  explicit IdaStar(IdaStarOptions options = {}, H estimate = {})
      : options_(options), estimate_(std::move(estimate)) {}

  Way<Move> search(const S& root, Budget& budget) {
    require_single_agent(root.type(), "IDA*");
    Way<Move> way;
    way.upper = kUnsolvable;
    Table<S, Tried> table(std::max<std::size_t>(options_.table_entries, 4));
    try {
      std::int64_t bound = single_agent::estimate_of(estimate_, root);
      for (std::int64_t iteration = 0; bound != kUnsolvable; ++iteration) {
        way.lower = bound;
        bound = iterate(root, bound, iteration, table, way, budget);
        if (way.value) return way;
      }
      way.lower = kUnsolvable;
      way.stop = StopReason::kExhausted;
    } catch (const BudgetExhausted& spent) {
      way.stop = spent.reason();
    }
    return way;
  }

 private:
  struct Tried {
    std::int64_t g = 0;
    std::int64_t iteration = -1;
  };
  struct Frame {
    S state;
    Move move;  // that led to it
    std::int64_t g;
    std::size_t next;
    std::size_t begin;
  };

  // The least f above the bound that was met, or kUnsolvable; or fills `way`.
  std::int64_t iterate(const S& root, std::int64_t bound, std::int64_t iteration,
                       Table<S, Tried>& table, Way<Move>& way, Budget& budget) {
    std::int64_t next_bound = kUnsolvable;
    std::vector<Frame> stack;
    std::vector<Move> moves;
    // Moves may cost nothing: a way never comes back to a state.
    FlatSet<S, StateHash<S>> on_way;
    const auto enter = [&](S&& state, const Move& move, std::int64_t g) {
      budget.charge();
      ++way.counts.nodes;
      way.counts.deepest = std::max<std::uint64_t>(way.counts.deepest, stack.size());
      const bool goal = state.player() == kTerminal;
      const std::size_t begin = moves.size();
      if (!goal) state.moves(moves);
      on_way.insert(state);
      stack.push_back({std::move(state), move, g, begin, begin});
      return goal;
    };
    bool found = enter(S(root), Move{}, 0);
    while (!found && !stack.empty()) {
      Frame& top = stack.back();
      if (top.next == moves.size()) {
        moves.resize(top.begin);
        on_way.erase(top.state);
        stack.pop_back();
        continue;
      }
      const Move move = moves[top.next++];
      const std::int64_t g = top.g + single_agent::cost_of(top.state, move);
      S child = top.state;
      child.play(move);
      if (on_way.contains(child)) continue;
      const std::int64_t h = single_agent::estimate_of(estimate_, child);
      if (h == kUnsolvable) continue;
      if (g + h > bound) {
        next_bound = std::min(next_bound, g + h);
        continue;
      }
      if (options_.table_entries > 0) {
        const std::uint64_t hash = child.hash();
        const Tried* tried = table.find(child, hash);
        if (tried != nullptr && tried->iteration == iteration && tried->g <= g) {
          ++way.counts.table_hits;
          continue;
        }
        table.store(child, hash, {g, iteration}, static_cast<std::uint64_t>(bound - g));
      }
      found = enter(std::move(child), move, g);
    }
    if (found) {
      way.value = way.upper = stack.back().g;
      for (std::size_t i = 1; i < stack.size(); ++i) way.line.push_back(stack[i].move);
      if (!way.line.empty()) way.best.assign(1, way.line.front());
      way.stop = StopReason::kSolved;
    }
    return next_bound;
  }

  IdaStarOptions options_;
  H estimate_;
};

// From the root and from the goals at once. The goals must be all that a cheapest way may end in.
template <BackwardState S>
class Bidirectional {
 public:
  using Move = typename S::Move;

  Way<Move> search(const S& root, const std::vector<S>& goals, Budget& budget) {
    require_single_agent(root.type(), "bidirectional search");
    Way<Move> way;
    way.upper = kUnsolvable;
    Side sides[2];
    std::uint32_t meeting[2] = {single_agent::kNobody, single_agent::kNobody};
    try {
      reach(sides[0], root, Move{}, single_agent::kNobody, 0, budget);
      for (const S& goal : goals) reach(sides[1], goal, Move{}, single_agent::kNobody, 0, budget);
      join(sides, 0, 0, way, meeting);
      for (;;) {
        std::int64_t least[2];
        for (int s = 0; s < 2; ++s) least[s] = least_open(sides[s]);
        if (least[0] == kUnsolvable || least[1] == kUnsolvable ||
            least[0] + least[1] >= way.upper) {
          break;
        }
        way.lower = std::max(way.lower, least[0] + least[1]);
        expand(sides, sides[0].open.size() <= sides[1].open.size() ? 0 : 1, way, meeting, budget);
      }
      way.lower = way.upper;
      way.stop = way.upper == kUnsolvable ? StopReason::kExhausted : StopReason::kSolved;
    } catch (const BudgetExhausted& spent) {
      way.stop = spent.reason();
    }
    if (way.upper == kUnsolvable) return way;
    way.value = way.upper;
    way.line = sides[0].met.line_to(meeting[0]);
    // Backwards, each node keeps the move that leads from it to its parent.
    for (std::uint32_t n = meeting[1]; sides[1].met.nodes[n].parent != single_agent::kNobody;
         n = sides[1].met.nodes[n].parent) {
      way.line.push_back(sides[1].met.nodes[n].move);
    }
    if (!way.line.empty()) way.best.assign(1, way.line.front());
    way.counts.deepest = way.line.size();
    return way;
  }

 private:
  struct Side {
    single_agent::Met<S> met;
    std::priority_queue<single_agent::Open> open;
  };

  // The number of the state if this way to it is the cheapest so far.
  static std::optional<std::uint32_t> reach(Side& side, const S& state, const Move& move,
                                            std::uint32_t parent, std::int64_t g, Budget& budget) {
    const auto [n, fresh] = side.met.number(state, budget);
    if (fresh) {
      side.met.nodes.push_back({state, move, parent, g, 0, false});
    } else {
      auto& node = side.met.nodes[n];
      if (g >= node.g) return std::nullopt;
      node.g = g;
      node.move = move;
      node.parent = parent;
    }
    side.open.push({g, g, n});
    return n;
  }

  static std::int64_t least_open(Side& side) {
    while (!side.open.empty()) {
      const single_agent::Open& top = side.open.top();
      const auto& node = side.met.nodes[top.node];
      if (!node.closed && node.g == top.g) return top.g;
      side.open.pop();
    }
    return kUnsolvable;
  }

  // Is node n of one side a better place to meet?
  static void join(Side* sides, int s, std::uint32_t n, Way<Move>& way, std::uint32_t* meeting) {
    const auto& node = sides[s].met.nodes[n];
    const auto other = sides[1 - s].met.numbers.find(node.state);
    if (other == sides[1 - s].met.numbers.end()) return;
    const std::int64_t cost = node.g + sides[1 - s].met.nodes[other->second].g;
    if (cost >= way.upper) return;
    way.upper = cost;
    meeting[s] = n;
    meeting[1 - s] = other->second;
  }

  void expand(Side* sides, int s, Way<Move>& way, std::uint32_t* meeting, Budget& budget) {
    Side& side = sides[s];
    const single_agent::Open top = side.open.top();
    side.open.pop();
    budget.charge();
    ++way.counts.nodes;
    side.met.nodes[top.node].closed = true;
    const S state = side.met.nodes[top.node].state;
    if (s == 0) {
      if (state.player() == kTerminal) return;
      moves_.clear();
      state.moves(moves_);
      for (const Move& move : moves_) {
        S child = state;
        child.play(move);
        const std::int64_t g = top.g + single_agent::cost_of(state, move);
        if (const auto n = reach(side, child, move, top.node, g, budget)) {
          join(sides, s, *n, way, meeting);
        }
      }
      return;
    }
    before_.clear();
    state.predecessors(before_);
    for (const auto& [before, move] : before_) {
      const std::int64_t g = top.g + single_agent::cost_of(before, move);
      if (const auto n = reach(side, before, move, top.node, g, budget)) {
        join(sides, s, *n, way, meeting);
      }
    }
  }

  std::vector<Move> moves_;
  std::vector<std::pair<S, Move>> before_;
};

}  // namespace cgt::search
