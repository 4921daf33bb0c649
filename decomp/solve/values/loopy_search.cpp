#include "decomp/solve/values/loopy_search.hpp"

#include <map>

namespace cgt::solve {
namespace {

// Parts of one sum that lie in the same component, and free moves beside them.
constexpr std::size_t kMostPartsInCycle = 64;
constexpr std::int64_t kMostGained = 1 << 16;

[[noreturn]] void refuse_growth() {
  throw Error("play in this game adds ever more parts or free moves to a position",
              "only finite graphs of positions have loopy values");
}

}  // namespace

// --- values -----------------------------------------------------------------------------------

bool LoopySearch::solved(SignedNode v) {
  const NodeId node = node_of(v);
  if (node >= nodes_.size()) nodes_.resize(graph_.size());
  Node& n = nodes_[node];
  if (n.solved) return true;
  if (!plain_.look_up(node)) return false;
  const LocalValue known = plain_.value(signed_node(node, false));
  if (!known.exact()) return false;
  n.stopper = known.lower;
  n.solved = true;
  return true;
}

LoopyValue LoopySearch::value(SignedNode v) {
  const Node& n = nodes_[node_of(v)];
  const LoopyValue found = n.stopper.is_none() ? sided_.at(node_of(v)) : LoopyValue(n.stopper);
  return is_negated(v) ? games_.negate(found) : found;
}

void LoopySearch::set_value(SignedNode v, LoopyValue value) {
  if (is_negated(v)) value = games_.negate(value);
  Node& n = nodes_[node_of(v)];
  if (value.is_stopper()) {
    n.stopper = value.stopper();
  } else {
    sided_[node_of(v)] = std::move(value);
  }
  n.solved = true;
}

std::uint64_t LoopySearch::bytes() const {
  constexpr std::uint64_t kBytesPerSided = 200;
  constexpr std::uint64_t kBytesPerStopper = 200;
  return nodes_.capacity() * sizeof(Node) + sided_.size() * kBytesPerSided +
         games_.size() * kBytesPerStopper;
}

// --- the equations of a component ---------------------------------------------------------------

// Vertices are sums of positions of the component and a value. The value counts with one of its sides:
// where all are stoppers, both systems are the same.
class LoopySearch::System {
 public:
  System(Run& run, const std::vector<SignedNode>& component, Side side);
  // Have all values beside positions been stoppers?
  bool plain() const { return plain_; }
  const LoopySystem& equations() const { return equations_; }

 private:
  struct Sum {
    SmallVector<SignedNode, 2> nodes;  // of the component, in order
    LoopySide rest;
    bool is_position() const { return nodes.size() == 1 && rest.id == LoopyId(kZero); }
    friend bool operator<(const Sum& a, const Sum& b) {
      return std::tie(a.nodes, a.rest.id, a.rest.graph) <
             std::tie(b.nodes, b.rest.id, b.rest.graph);
    }
  };
  void add_moves(std::uint32_t v, const Sum& sum, Player player);
  bool add_free_moves(std::uint32_t v, const Sum& sum, Player player);
  void add_option(std::uint32_t v, Player player, Sum sum);
  void add_rest(Sum& sum, const LoopyValue& value);

  Run& run_;
  LoopyGames& games_;
  Side side_;
  bool plain_ = true;
  FlatMap<SignedNode, std::uint32_t> inside_;  // their vertices
  LoopySystem equations_;
  std::vector<Sum> sums_;
  std::map<Sum, std::uint32_t> place_;
  std::vector<LoopyId> listed_;  // scratch of add_moves
};

// --- the walk -------------------------------------------------------------------------------------

class LoopySearch::Run {
 public:
  Run(LoopySearch& search, Budget& budget) : search_(search), budget_(budget) {}
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;
  ~Run() {
    for (const SignedNode v : seen_) search_.marks_[v] = {};
  }

  void from(SignedNode root);

 private:
  friend class System;
  struct Visit {
    SignedNode v = 0;
    std::uint32_t next = 0;  // child to look at
  };
  static constexpr std::uint64_t kMemoryStep = 1U << 14U;

  Mark& mark(SignedNode v) { return search_.marks_[v]; }
  const Expansion& work(SignedNode v) { return *work_[mark(v).work]; }
  const std::vector<GraphEdge>& edges(SignedNode v, Player player) {
    // Of impartial games the moves are listed once.
    if (search_.graph_.impartial()) return work(v).edges[Player::kLeft];
    return work(v).edges[is_negated(v) ? opponent(player) : player];
  }
  SignedNode child(SignedNode v, std::uint32_t i) { return work(v).children[i] ^ (v & 1U); }
  static std::int64_t shift(SignedNode v, const GraphEdge& edge) {
    return is_negated(v) ? -edge.shift : edge.shift;
  }

  void enter(SignedNode v);
  void leave(SignedNode v);
  // The value of what a move leads to. Requires that all of it is solved.
  LoopyValue option(SignedNode v, const GraphEdge& edge);
  // The same where a move leads to one part, which is a stopper; else none.
  LoopyId stopper_after(SignedNode v, const GraphEdge& edge);
  void solve_one(SignedNode v);
  void solve_cycle(const std::vector<SignedNode>& component);

  LoopySearch& search_;
  Budget& budget_;
  std::vector<SignedNode> seen_;  // in order of discovery
  std::vector<Visit> path_;
  std::vector<SignedNode> open_;  // their components are not known yet
  std::vector<std::unique_ptr<Expansion>> work_;
  std::vector<std::uint32_t> free_work_;
};

void LoopySearch::Run::enter(SignedNode v) {
  budget_.charge();
  std::uint32_t slot = 0;
  if (free_work_.empty()) {
    slot = static_cast<std::uint32_t>(work_.size());
    work_.push_back(std::make_unique<Expansion>());
  } else {
    slot = free_work_.back();
    free_work_.pop_back();
  }
  search_.graph_.expand(node_of(v), *work_[slot], budget_);
  if (2 * search_.graph_.size() > search_.marks_.size())
    search_.marks_.resize(2 * search_.graph_.size());
  seen_.push_back(v);
  const auto order = static_cast<std::uint32_t>(seen_.size());
  mark(v) = {order, order, slot};
  open_.push_back(v);
  path_.push_back({v});
  if (++search_.expanded_ % kMemoryStep == 0) {
    search_.graph_.note_memory(budget_);
    search_.meter_.set(budget_, search_.bytes());
    if (search_.progress_) search_.progress_(search_.expanded_);
  }
}

void LoopySearch::Run::from(SignedNode root) {
  enter(root);
  while (!path_.empty()) {
    Visit& visit = path_.back();
    const SignedNode v = visit.v;
    // The negative may have been solved meanwhile; then so is this one.
    const std::size_t count = search_.nodes_[node_of(v)].solved ? 0 : work(v).children.size();
    if (visit.next < count) {
      const SignedNode w = child(v, visit.next++);
      if (search_.solved(w)) continue;
      if (mark(w).order == 0) {
        enter(w);
      } else {
        // A component that is closed is solved.
        mark(v).low = std::min(mark(v).low, mark(w).order);
      }
      continue;
    }
    path_.pop_back();
    const std::uint32_t low = mark(v).low;
    if (!path_.empty()) {
      std::uint32_t& above = mark(path_.back().v).low;
      above = std::min(above, low);
    }
    if (low == mark(v).order) leave(v);
  }
}

// The component of v ends the list of open nodes.
void LoopySearch::Run::leave(SignedNode v) {
  const auto first = std::ranges::find(open_.rbegin(), open_.rend(), v).base() - 1;
  const std::vector<SignedNode> component(first, open_.end());
  open_.erase(first, open_.end());
  const std::vector<SignedNode>& children = work(v).children;
  const bool cycle = component.size() > 1 || std::ranges::any_of(children, [&](SignedNode w) {
                       return (w ^ (v & 1U)) == v;
                     });
  const auto is_solved = [&](SignedNode w) { return search_.nodes_[node_of(w)].solved; };
  if (!std::ranges::all_of(component, is_solved)) {
    if (cycle) {
      solve_cycle(component);
    } else {
      solve_one(v);
    }
  }
  for (const SignedNode w : component) free_work_.push_back(mark(w).work);
}

LoopyValue LoopySearch::Run::option(SignedNode v, const GraphEdge& edge) {
  if (edge.shift == 0 && edge.last - edge.first == 1) return search_.value(child(v, edge.first));
  LoopyValue value = search_.integer(shift(v, edge));
  for (std::uint32_t i = edge.first; i < edge.last; ++i)
    value = search_.games_.add(value, search_.value(child(v, i)));
  return value;
}

LoopyId LoopySearch::Run::stopper_after(SignedNode v, const GraphEdge& edge) {
  if (edge.shift != 0 || edge.last - edge.first != 1) return {};
  const SignedNode w = child(v, edge.first);
  const LoopyId found = search_.nodes_[node_of(w)].stopper;
  return found.is_none() || !is_negated(w) ? found : search_.games_.negate(found);
}

void LoopySearch::Run::solve_one(SignedNode v) {
  PerPlayer<std::vector<LoopyValue>> options;
  PerPlayer<GameList> games;
  bool is_short = true;
  for (const Player player : kPlayers) {
    for (const GraphEdge& edge : edges(v, player)) {
      options[player].push_back(option(v, edge));
      const LoopyValue& value = options[player].back();
      is_short = is_short && value.is_short();
      if (is_short) games[player].push_back(value.stopper().game());
    }
  }
  LoopyGames& loopy = search_.games_;
  search_.set_value(
      v, is_short ? LoopyValue(loopy.store().construct(games[Player::kLeft], games[Player::kRight]))
                  : loopy.construct(options[Player::kLeft], options[Player::kRight]));
}

void LoopySearch::Run::solve_cycle(const std::vector<SignedNode>& component) {
  ++search_.cycles_;
  search_.largest_cycle_ = std::max<std::uint64_t>(search_.largest_cycle_, component.size());
  const System system(*this, component, Side::kOnside);
  std::vector<LoopyValue> values = search_.games_.values(system.equations());
  if (!system.plain()) {
    const System other(*this, component, Side::kOffside);
    const std::vector<LoopyValue> more = search_.games_.values(other.equations());
    for (std::size_t i = 0; i < component.size(); ++i)
      values[i] = {values[i].side(Side::kOnside), more[i].side(Side::kOffside)};
  }
  for (std::size_t i = 0; i < component.size(); ++i) {
    if (!search_.nodes_[node_of(component[i])].solved) search_.set_value(component[i], values[i]);
  }
}

LoopySearch::System::System(Run& run, const std::vector<SignedNode>& component, Side side)
    : run_(run), games_(run.search_.games_), side_(side) {
  // The positions are the first vertices, in the order given.
  for (const SignedNode v : component) {
    sums_.push_back({{v}, {LoopyId(kZero), {}}});
    inside_.emplace(v, equations_.add());
  }
  for (std::uint32_t v = 0; v < sums_.size(); ++v) {
    games_.store().charge();
    const Sum sum = std::move(sums_[v]);
    for (const Player player : kPlayers) add_moves(v, sum, player);
  }
}

void LoopySearch::System::add_rest(Sum& sum, const LoopyValue& value) {
  if (value.is_short() && value.stopper() == LoopyId(kZero)) return;
  const LoopySide& more = value.side(side_);
  // Of stoppers the sum need not be one: on + off.
  const LoopyValue total = games_.add(LoopyValue(sum.rest, sum.rest), LoopyValue(more, more));
  sum.rest = total.side(side_);
  plain_ = plain_ && value.is_stopper() && total.is_stopper();
}

void LoopySearch::System::add_option(std::uint32_t v, Player player, Sum sum) {
  if (sum.nodes.empty()) {
    equations_.add_option(v, player, LoopyValue(sum.rest, sum.rest));
    return;
  }
  if (sum.is_position()) {
    equations_.add_move(v, player, inside_.at(sum.nodes[0]));
    return;
  }
  std::ranges::sort(sum.nodes);
  const auto [it, fresh] = place_.try_emplace(std::move(sum), equations_.size());
  if (fresh) {
    if (it->first.nodes.size() > kMostPartsInCycle) refuse_growth();
    const LoopyId rest = it->first.rest.id;
    if (rest.is_short() && games_.store().is_number(rest.game()) &&
        games_.store().number_value(rest.game()).abs() > Dyadic(kMostGained)) {
      refuse_growth();
    }
    equations_.add();
    sums_.push_back(it->first);
  }
  equations_.add_move(v, player, it->second);
}

// Takes an option `on` of Left's, or `off` of Right's, for all of the player's options; false if there
// is none. It is no worse than any other, not in a cycle nor in a sum: who moves second in the game as
// it is minus the one with fewer options copies the opponent's moves, so that what goes on for ever goes
// on in both, which nobody loses; if the opponent moves to an option G that was left out, he moves to
// `on` instead, and survives on - G. The component may fall apart.
bool LoopySearch::System::add_free_moves(std::uint32_t v, const Sum& sum, Player player) {
  if (!sum.is_position()) return false;
  const LoopyId best = player == Player::kLeft ? games_.on() : games_.off();
  const SignedNode mover = sum.nodes[0];
  for (const GraphEdge& edge : run_.edges(mover, player)) {
    if (run_.stopper_after(mover, edge) != best) continue;
    equations_.add_option(v, player, best);
    return true;
  }
  return false;
}

void LoopySearch::System::add_moves(std::uint32_t v, const Sum& sum, Player player) {
  if (add_free_moves(v, sum, player)) return;
  listed_.clear();
  for (std::size_t i = 0; i < sum.nodes.size(); ++i) {
    if (i > 0 && sum.nodes[i] == sum.nodes[i - 1]) continue;
    const SignedNode mover = sum.nodes[i];
    for (const GraphEdge& edge : run_.edges(mover, player)) {
      const auto is_inside = [&](std::uint32_t c) {
        return inside_.contains(run_.child(mover, c));
      };
      if (sum.is_position()) {
        const bool alone = edge.last - edge.first == 1 && edge.shift == 0;
        std::uint32_t inside = 0;
        for (std::uint32_t c = edge.first; c < edge.last; ++c) inside += is_inside(c) ? 1 : 0;
        if (inside == 0) {
          // Many moves lead to the same few values.
          if (const LoopyId found = run_.stopper_after(mover, edge); !found.is_none()) {
            if (std::ranges::find(listed_, found) != listed_.end()) continue;
            listed_.push_back(found);
            equations_.add_option(v, player, found);
          } else {
            equations_.add_option(v, player, run_.option(mover, edge));
          }
          continue;
        }
        if (alone) {
          equations_.add_move(v, player, inside_.at(run_.child(mover, edge.first)));
          continue;
        }
      }
      Sum next{sum.nodes, sum.rest};
      next.nodes.erase(next.nodes.begin() + static_cast<std::ptrdiff_t>(i));
      add_rest(next, run_.search_.integer(Run::shift(mover, edge)));
      for (std::uint32_t c = edge.first; c < edge.last; ++c) {
        const SignedNode w = run_.child(mover, c);
        if (is_inside(c)) {
          next.nodes.push_back(w);
        } else {
          add_rest(next, run_.search_.value(w));
        }
      }
      add_option(v, player, std::move(next));
    }
  }
  const LoopyId rest = sum.rest.id;
  const std::vector<LoopyId> moves =
      rest.is_vertex() ? (*sum.rest.graph)[rest][player] : games_.options(rest, player);
  for (const LoopyId o : moves)
    add_option(v, player, {sum.nodes, {o, o.is_vertex() ? sum.rest.graph : nullptr}});
}

LoopyValue LoopySearch::evaluate(std::int64_t rest, std::span<const SignedNode> parts,
                                 Budget& budget) {
  const Store::BudgetScope scope(games_.store(), budget);
  LoopyValue sum = integer(rest);
  for (const SignedNode v : parts) {
    if (!solved(v)) Run(*this, budget).from(v);
    sum = games_.add(sum, value(v));
  }
  return sum;
}

}  // namespace cgt::solve
