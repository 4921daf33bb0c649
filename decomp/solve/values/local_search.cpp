#include "decomp/solve/values/local_search.hpp"

#include <system_error>

#include "decomp/solve/values/stored_values.hpp"

namespace cgt::solve {
namespace {

constexpr std::uint64_t kProgressInterval = 1U << 16U;
constexpr std::uint64_t kMemoryStep = 1U << 22U;

std::uint64_t bytes_of(const Expansion& work) {
  std::uint64_t bytes = work.children.capacity() * sizeof(SignedNode);
  for (const auto& edges : work.edges.values) bytes += edges.capacity() * sizeof(GraphEdge);
  return bytes;
}

constexpr std::size_t kShownOfCycle = 8;

[[noreturn]] void refuse_loopy(const std::string& position, const std::string& by_way_of = {}) {
  throw LoopyPosition("this game is loopy: play can come back to " + position + by_way_of,
                      "it has a GameValue, but no canonical form");
}

}  // namespace

LocalValue GraphSearch::evaluate(std::int64_t rest, std::span<const SignedNode> parts,
                                 Budget& budget) {
  const Store::BudgetScope scope(store_, budget);
  LocalValue value;
  value.lower = value.upper = store_.integer(rest);
  for (const SignedNode v : parts) {
    const NodeId root = node_of(v);
    if (root >= nodes_.size()) nodes_.resize(graph_.size());
    if (!nodes_[root].solved && !take_known(root) && !settle(root, budget) &&
        !solve_plain(root, budget)) {
      solve_loopy(root, budget);
    }
    accumulate(value, v);
  }
  return value;
}

LocalValue GraphSearch::value(SignedNode v) const {
  const Node& n = nodes_[node_of(v)];
  if (!is_negated(v)) return {n.lower, n.upper};
  const GameId lower = store_.negate(n.upper);
  return {lower, n.lower == n.upper ? lower : store_.negate(n.lower)};
}

std::uint64_t GraphSearch::own_bytes() const {
  return nodes_.capacity() * sizeof(Node) + work_.size() * sizeof(Expansion) + work_bytes_;
}

LocalValue GraphSearch::solved_value(SignedNode v) {
  Node& n = node(v);
  if (!is_negated(v)) return {n.lower, n.upper};
  if (n.lower != n.upper) return value(v);
  if (n.work == 0) n.work = store_.negate(n.lower).word();
  return {GameId::from_word(n.work), GameId::from_word(n.work)};
}

// Adds a solved part to a sum of bounds.
void GraphSearch::accumulate(LocalValue& value, SignedNode v) {
  const LocalValue part = solved_value(v);
  if (value.lower == kZero && value.upper == kZero) {
    value = part;
    return;
  }
  const bool same = value.exact() && part.exact();
  value.lower = store_.add(value.lower, part.lower);
  value.upper = same ? value.lower : store_.add(value.upper, part.upper);
}

bool GraphSearch::settle(NodeId index, Budget& budget) {
  const std::optional<Nus> known = graph_.value_without_search(index, budget);
  if (known) settle(index, *known);
  return known.has_value();
}

void GraphSearch::settle(NodeId index, const Nus& value) {
  Node& n = nodes_[index];
  n.lower = n.upper = store_.nus(value);
  n.solved = true;
}

bool GraphSearch::look_up(NodeId index) {
  if (index >= nodes_.size()) nodes_.resize(graph_.size());
  return nodes_[index].solved || take_known(index);
}

bool GraphSearch::take_known(NodeId index) {
  if (known_ == nullptr) return false;
  Node& n = nodes_[index];
  if (n.expanded) return false;  // asked for already
  const std::optional<LocalValue> value = known_->value(graph_.text(index), graph_.impartial());
  if (!value) return false;
  n.lower = value->lower;
  n.upper = value->upper;
  n.solved = n.given = true;
  ++given_;
  return true;
}

void GraphSearch::expand(NodeId index, Budget& budget, MovesAhead::Step* found) {
  budget.charge();
  std::uint32_t slot = 0;
  if (free_work_.empty()) {
    slot = static_cast<std::uint32_t>(work_.size());
    work_.emplace_back();
  } else {
    slot = free_work_.back();
    free_work_.pop_back();
  }
  Expansion& work = work_[slot];
  work_bytes_ -= bytes_of(work);
  if (found != nullptr) {
    std::swap(work, found->moves);
  } else {
    try {
      graph_.expand(index, work, budget);
    } catch (...) {
      work_bytes_ += bytes_of(work);
      free_work_.push_back(slot);
      throw;
    }
  }
  work_bytes_ += bytes_of(work);
  nodes_[index].work = slot;
  nodes_[index].expanded = true;
  const std::size_t graph_size = found != nullptr ? found->graph_size : graph_.size();
  if (graph_size > nodes_.size()) nodes_.resize(graph_size);
  for (const SignedNode v : work.children) __builtin_prefetch(&nodes_[node_of(v)]);
  const bool much = work_bytes_ > noted_bytes_ + kMemoryStep;
  if (++expanded_ % kMemoryInterval == 0 || much) {
    noted_bytes_ = work_bytes_;
    graph_.note_memory(budget, found != nullptr ? found->graph_bytes : graph_.bytes());
    meter_.set(budget, own_bytes());
  }
  if (expanded_ % kProgressInterval == 0 && progress_) progress_(expanded_);
}

std::unique_ptr<MovesAhead> GraphSearch::start_ahead(const std::vector<Visit>& path,
                                                     const Budget& budget) {
  using Stage = MovesAhead::Stage;
  std::vector<Stage> stages(graph_.size(), Stage::kUnseen);
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    if (nodes_[i].solved) stages[i] = Stage::kDone;
  }
  std::vector<MovesAhead::Visit> visits;
  for (const Visit& visit : path) {
    const NodeId on = node_of(visit.v);
    stages[on] = Stage::kOnPath;
    visits.push_back({on, visit.next, work_[nodes_[on].work].children});
  }
  try {
    return std::make_unique<MovesAhead>(graph_, std::move(visits), std::move(stages), threads_,
                                        budget);
  } catch (const std::system_error&) {  // one thread does as well
    return nullptr;
  }
}

void GraphSearch::finish(NodeId index, GameId lower, GameId upper) {
  Node& n = nodes_[index];
  n.lower = lower;
  n.upper = upper;
  n.solved = true;
  free_work_.push_back(n.work);
  n.work = 0;
}

// --- without cycles

bool GraphSearch::solve_plain(NodeId root, Budget& budget) {
  std::vector<Visit> path;
  struct Cleanup {  // nothing is open once a throw has left
    GraphSearch& search;
    const std::vector<Visit>& path;
    ~Cleanup() {
      for (const Visit& visit : path) search.node(visit.v).open = false;
    }
  } cleanup{*this, path};
  const auto may_repeat = [&](SignedNode v) {
    const auto& edges = work_[node(v).work].edges.values;
    return std::ranges::any_of(edges, [](const std::vector<GraphEdge>& moves) {
      return std::ranges::any_of(moves, &GraphEdge::may_repeat);
    });
  };
  const auto enter = [&](NodeId index, MovesAhead::Step* found = nullptr) {
    path.push_back({signed_node(index, false)});
    if (!nodes_[index].expanded) expand(index, budget, found);
    nodes_[index].open = true;
  };
  std::unique_ptr<MovesAhead> ahead;
  // settle() and enter() with what was found ahead.
  const auto follow = [&](NodeId index) {
    MovesAhead::Step& step = ahead->next();
    CGT_ASSERT(step.node == index, "two searches of a graph go the same way");
    if (step.nodes > 0) budget.charge(step.nodes);
    if (step.value) {
      settle(index, *step.value);
    } else {
      enter(index, &step);
    }
  };
  std::uint64_t until_ahead = threads_ > 1 && known_ == nullptr ? alone_ : Budget::kUnlimited;
  enter(root);
  while (!path.empty()) {
    Visit& visit = path.back();
    const NodeId index = node_of(visit.v);
    const std::vector<SignedNode>& children = work_[nodes_[index].work].children;
    if (visit.next < children.size()) {
      const NodeId next = node_of(children[visit.next++]);
      if (nodes_[next].solved || take_known(next)) continue;
      if (nodes_[next].open) {
        ahead.reset();  // it has come to its end here, too
        // The cycle is the end of the path. Where nothing in it may repeat no bound can be had.
        const auto first =
            std::ranges::find_if(path, [&](const Visit& v) { return node_of(v.v) == next; });
        if (std::none_of(first, path.end(), [&](const Visit& v) { return may_repeat(v.v); })) {
          std::string by_way_of;
          std::size_t shown = 0;
          for (auto on = first + 1; on < path.end() && shown <= kShownOfCycle; ++on, ++shown) {
            by_way_of += shown == 0 ? ", by way of " : ", ";
            by_way_of += shown == kShownOfCycle ? "..." : graph_.text(node_of(on->v));
          }
          refuse_loopy(graph_.text(next), by_way_of);
        }
        return false;
      }
      if (ahead != nullptr) {
        follow(next);
      } else if (!settle(next, budget)) {
        enter(next);
        if (until_ahead-- == 0) ahead = start_ahead(path, budget);
      }
      continue;
    }
    if (graph_.impartial()) {
      evaluate_impartial(index);
    } else {
      evaluate_plain(index);
    }
    nodes_[index].open = false;
    path.pop_back();
  }
  return true;
}

// All parts of all moves are solved.
void GraphSearch::evaluate_plain(NodeId index) {
  const SignedNode v = signed_node(index, false);
  bool exact = true;
  for (const Player player : kPlayers) {
    lower_[player].clear();
    upper_[player].clear();
    for (const GraphEdge& edge : edges(v, player)) {
      LocalValue value;
      if (edge.shift != 0) value.lower = value.upper = store_.integer(edge.shift);
      for (std::uint32_t i = edge.first; i < edge.last; ++i) accumulate(value, child(v, i));
      lower_[player].push_back(value.lower);
      upper_[player].push_back(value.upper);
      exact = exact && value.exact();
    }
  }
  const GameId low = store_.construct(lower_[Player::kLeft], lower_[Player::kRight]);
  const GameId high = exact ? low : store_.construct(upper_[Player::kLeft], upper_[Player::kRight]);
  finish(index, low, high);
}

void GraphSearch::evaluate_impartial(NodeId index) {
  const Expansion& work = work_[nodes_[index].work];
  FlatSet<std::uint32_t> reached;
  for (const GraphEdge& edge : work.edges[Player::kLeft]) {
    std::uint32_t sum = 0;
    for (std::uint32_t i = edge.first; i < edge.last; ++i) {
      sum ^= store_.as_nus(node(work.children[i]).lower)->nimber;
    }
    reached.insert(sum);
  }
  std::uint32_t mex = 0;
  while (reached.contains(mex)) ++mex;
  const GameId value = store_.nimber(mex);
  finish(index, value, value);
}

// --- one strongly connected component at a time -------------------------------------------------
void GraphSearch::solve_loopy(NodeId root, Budget& budget) {
  FlatMap<SignedNode, std::pair<std::uint32_t, std::uint32_t>>
      seen;  // order of discovery, low link
  FlatSet<SignedNode> open;
  std::vector<SignedNode> component_stack;
  std::vector<Visit> path;
  std::uint32_t discovered = 0;
  const auto enter = [&](SignedNode v) {
    if (!node(v).expanded) expand(node_of(v), budget);
    seen[v] = {discovered, discovered};
    ++discovered;
    component_stack.push_back(v);
    open.insert(v);
    path.push_back({v});
  };
  enter(signed_node(root, false));
  while (!path.empty()) {
    Visit& visit = path.back();
    const SignedNode v = visit.v;
    // The other sign may have been solved meanwhile; then so is this one.
    const std::size_t count = node(v).solved ? 0 : work_[node(v).work].children.size();
    if (visit.next < count) {
      const SignedNode w = child(v, visit.next++);
      if (node(w).solved || take_known(node_of(w))) continue;
      const auto known = seen.find(w);
      if (known == seen.end()) {
        enter(w);
      } else if (open.contains(w)) {
        auto& low = seen[v].second;
        low = std::min(low, known->second.first);
      }
      continue;
    }
    path.pop_back();
    const auto [order, low] = seen[v];
    if (!path.empty()) {
      auto& parent = seen[path.back().v].second;
      parent = std::min(parent, low);
    }
    if (low != order) continue;
    std::vector<SignedNode> component;
    while (true) {
      const SignedNode w = component_stack.back();
      component_stack.pop_back();
      open.erase(w);
      component.push_back(w);
      if (w == v) break;
    }
    if (component.size() == 1 && !has_self_loop(v)) {
      if (!node(v).solved) evaluate_plain(node_of(v));
    } else {
      evaluate_cycle(component, budget);
    }
  }
}

bool GraphSearch::has_self_loop(SignedNode v) {
  if (node(v).solved) return false;
  const auto& children = work_[node(v).work].children;
  return std::ranges::any_of(children, [&](SignedNode w) { return (w ^ (v & 1U)) == v; });
}

void GraphSearch::evaluate_cycle(const std::vector<SignedNode>& component, Budget& budget) {
  ++loops_;
  const Inside inside(component.begin(), component.end());
  PerPlayer<Bounds> bounds;  // [kLeft]: lower, Left's repeats taken away
  for (const Player barred : kPlayers) {
    for (const SignedNode v : component) bound(v, barred, inside, bounds[barred], budget);
    refine(component, barred, inside, bounds[barred], budget);
  }
  for (const SignedNode v : component) {
    if (node(v).solved) continue;
    const GameId low = bounds[Player::kLeft].at(v);
    const GameId high = bounds[Player::kRight].at(v);
    if (is_negated(v)) {
      finish(node_of(v), store_.negate(high), store_.negate(low));
    } else {
      finish(node_of(v), low, high);
    }
  }
}

// The value of `edge` from bounds of one side.
GameId GraphSearch::value_of(SignedNode v, const GraphEdge& edge, bool lower, const Inside& inside,
                             const Bounds& known) {
  GameId value = store_.integer(shift(v, edge));
  for (std::uint32_t i = edge.first; i < edge.last; ++i) {
    const SignedNode w = child(v, i);
    if (inside.contains(w)) {
      value = store_.add(value, known.at(w));
    } else {
      LocalValue part;
      accumulate(part, w);
      value = store_.add(value, lower ? part.lower : part.upper);
    }
  }
  return value;
}

// Sidling (Conway 1976, chapter 11): a position is bounded by the form made of bounds of all its
// options. Only what the ko rule may forbid at this moment stays taken away from `barred`.
// Repeated where an option has improved, until nothing does; a bound that keeps improving is cut off,
// and valid all the same.
void GraphSearch::refine(const std::vector<SignedNode>& component, Player barred,
                         const Inside& inside, Bounds& known, Budget& budget) {
  const bool lower = barred == Player::kLeft;
  const std::size_t rounds = kSidlingRounds + component.size();
  FlatMap<SignedNode, std::vector<SignedNode>> before;
  for (const SignedNode v : component) {
    for (const SignedNode w : work_[node(v).work].children) {
      const SignedNode to = w ^ (v & 1U);
      if (inside.contains(to)) before[to].push_back(v);
    }
  }
  FlatMap<SignedNode, std::size_t> improved;
  Inside waiting = inside;
  std::vector<SignedNode> queue = component;
  for (std::size_t next = 0; next < queue.size(); ++next) {
    const SignedNode v = queue[next];
    waiting.erase(v);
    budget.charge();
    PerPlayer<GameList> options;
    for (const Player player : kPlayers) {
      for (const GraphEdge& edge : edges(v, player)) {
        if (player == barred && edge.ko) continue;
        options[player].push_back(value_of(v, edge, lower, inside, known));
      }
    }
    const GameId bound = store_.construct(options[Player::kLeft], options[Player::kRight]);
    GameId& best = known.at(v);
    if (bound == best || !(lower ? store_.leq(best, bound) : store_.leq(bound, best))) continue;
    best = bound;
    if (++improved[v] > rounds) continue;
    for (const SignedNode u : before[v]) {
      if (waiting.insert(u).second) queue.push_back(u);
    }
  }
}

// The bound for v with the repeating moves of `barred` inside the component removed: depth first
// over what is left, which has no cycle.
void GraphSearch::bound(SignedNode root, Player barred, const Inside& inside, Bounds& known,
                        Budget& budget) {
  const bool lower = barred == Player::kLeft;
  std::vector<SignedNode> stack{root};
  FlatSet<SignedNode> waiting;
  while (!stack.empty()) {
    const SignedNode v = stack.back();
    if (known.contains(v)) {
      stack.pop_back();
      continue;
    }
    budget.charge();
    PerPlayer<GameList> options;
    bool ready = true;
    for (const Player player : kPlayers) {
      for (const GraphEdge& edge : edges(v, player)) {
        bool repeats_inside = false;
        for (std::uint32_t i = edge.first; i < edge.last; ++i) {
          repeats_inside = repeats_inside || inside.contains(child(v, i));
        }
        if (player == barred && edge.may_repeat && repeats_inside) continue;
        GameId value = store_.integer(shift(v, edge));
        for (std::uint32_t i = edge.first; i < edge.last; ++i) {
          const SignedNode w = child(v, i);
          if (inside.contains(w)) {
            const auto it = known.find(w);
            if (it == known.end()) {
              stack.push_back(w);
              ready = false;
              continue;
            }
            value = store_.add(value, it->second);
          } else {
            LocalValue part;
            accumulate(part, w);
            value = store_.add(value, lower ? part.lower : part.upper);
          }
        }
        options[player].push_back(value);
      }
    }
    if (ready) {
      known[v] = store_.construct(options[Player::kLeft], options[Player::kRight]);
      stack.pop_back();
    } else {
      if (!waiting.insert(v).second) refuse_loopy(graph_.text(node_of(v)));
    }
  }
}

}  // namespace cgt::solve
