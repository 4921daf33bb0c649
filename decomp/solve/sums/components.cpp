#include "decomp/solve/sums/components.hpp"

#include "decomp/position/negative.hpp"
#include "decomp/solve/sums/sum.hpp"
#include "decomp/solve/values/stored_values.hpp"

namespace cgt::solve {
namespace {

constexpr std::uint8_t kMaxTries = 13;
constexpr std::uint32_t kMaxSize = 1U << 16U;

}  // namespace

Components::Components(Store& store, const ComponentOptions& options)
    : store_(store), options_(options) {}
Components::~Components() = default;

// A table knows one ruleset, and rulesets may share a type of positions: so each table has a graph
// of its own.
std::uint32_t Components::graph_for(const AnyPosition& position, const db::Table* known) {
  for (std::size_t i = 0; i < graphs_.size(); ++i) {
    if (*graphs_[i].type == position.type() && graphs_[i].table == known) {
      return static_cast<std::uint32_t>(i + 1);
    }
  }
  Graph fresh{&position.type(), known, nullptr, position.new_graph(), nullptr, {}, {}, {}};
  fresh.search = std::make_unique<GraphSearch>(store_, *fresh.graph);
  if (known != nullptr) {
    fresh.known = std::make_unique<StoredValues>(store_, *known);
    fresh.search->set_known(fresh.known.get());
  }
  graphs_.push_back(std::move(fresh));
  return static_cast<std::uint32_t>(graphs_.size());
}

// An impartial component is its own negative.
Part Components::make_part(std::uint32_t graph, SignedNode v) const {
  if (graphs_[graph - 1].graph->impartial()) v &= ~SignedNode{1};
  return Part{graph} << 32U | v;
}

Part Components::negative(Part part) {
  if (is_game(part)) return this->part(store_.negate(game(part)));
  return graph(part).graph->impartial() ? part : part ^ 1U;
}

bool Components::all_small(Part part) const {
  return !is_game(part) && graph(part).graph->all_small(node_of(signed_node_of(part)));
}

// --- shared with other searches

void Components::share(SumTable* shared) {
  shared_ = shared;
  for (Graph& graph : graphs_) {
    graph.kind = nullptr;
    for (NodeId id = 0; id < graph.nodes.size(); ++id) graph.nodes[id].shared = nullptr;
  }
}

SumTable::Component& Components::shared_component(Graph& graph, NodeId id) {
  Node& n = node(graph, id);
  if (n.shared == nullptr) {
    if (graph.kind == nullptr) graph.kind = &shared_->kind(*graph.graph);
    n.shared = &shared_->component(*graph.kind, *graph.graph, id);
    if (!n.value.is_none()) n.shared->set_value(n.value);
  }
  return *n.shared;
}

SumTable::Key Components::key(std::span<const Part> parts) {
  SumTable::Key key;
  key.reserve(parts.size());
  for (const Part part : parts) {
    if (is_game(part)) {
      key.push_back(std::uint64_t{game(part).word()} << 2U | 2U);
      continue;
    }
    const SignedNode v = signed_node_of(part);
    const std::uint64_t number = shared_component(graph(part), node_of(v)).number;
    key.push_back(number << 2U | (is_negated(v) ? 1U : 0U));
  }
  std::sort(key.begin(), key.end());
  return key;
}

// --- sums

void Components::add(const AnyPosition& position, bool negated, PartSum& sum,
                     const db::Table* known) {
  if (const auto* negative = position.as<Negative>()) {
    add(negative->base(), !negated, sum, known);
    return;
  }
  const std::uint32_t graph = graph_for(position, known);
  std::vector<SignedNode> nodes;
  const std::int64_t rest = graphs_[graph - 1].graph->components(position, nodes);
  sum.game = store_.add(sum.game, store_.integer(negated ? -rest : rest));
  for (const SignedNode v : nodes) sum.parts.push_back(make_part(graph, v ^ (negated ? 1U : 0U)));
}

void Components::add(GameId game, PartSum& sum) {
  if (game != kZero) sum.parts.push_back(part(game));
}

PartSum Components::negated(GameId game, std::span<const Part> parts) {
  PartSum out{store_.negate(game), {}};
  for (const Part part : parts) out.parts.push_back(negative(part));
  std::sort(out.parts.begin(), out.parts.end());
  return out;
}

std::uint64_t Components::size(GameId game) {
  if (store_.is_nus(game)) return 1;
  const auto found = sizes_.find(game);
  if (found != sizes_.end()) return found->second;
  const auto count =
      static_cast<std::uint32_t>(std::min<std::uint64_t>(store_.follower_count(game), kMaxSize));
  sizes_.emplace(game, count);
  return count;
}

void Components::add_game(GameId game, PartSum& sum) {
  if (size(game) * size(sum.game) <= options_.largest_sum) {
    sum.game = store_.add(sum.game, game);
  } else {
    sum.parts.push_back(part(game));
  }
}

bool Components::ends(Part part, Budget& budget) {
  Graph& of = graph(part);
  const PlayEnds::Answer answer =
      of.ends.ask(*of.graph, node_of(signed_node_of(part)), budget,
                  [&](NodeId id) { return !node(of, id).value.is_none(); });
  if (answer == PlayEnds::Answer::kLoops) refuse_loopy_sum();
  return answer == PlayEnds::Answer::kEnds;
}

// G + -G = 0. The two signs of a node stand beside each other, first all copies of the one; only
// games, of which there are few, may be far from their negatives. Games come first.
void Components::sort_and_cancel(PartSum& sum, Budget& budget) {
  if (sum.parts.size() < 2) return;
  std::sort(sum.parts.begin(), sum.parts.end());
  Parts kept;
  for (const Part part : sum.parts) {
    const Part inverse = negative(part);
    if (!is_game(part)) {
      if (!kept.empty() && kept.back() == inverse && ends(part, budget)) {
        kept.pop_back();
      } else {
        kept.push_back(part);
      }
      continue;
    }
    const auto at = std::find(kept.begin(), kept.end(), inverse);
    if (at == kept.end()) {
      kept.push_back(part);
    } else {
      kept.erase(at);
    }
  }
  sum.parts = std::move(kept);
}

void Components::normalise(PartSum& sum, Budget& budget) {
  Parts parts = std::move(sum.parts);
  sum.parts.clear();
  // The smallest games first, so that the same games give the same sum.
  SmallVector<std::pair<std::uint64_t, GameId>, 8> games;
  for (const Part part : parts) {
    const GameId known = is_game(part) ? game(part) : value(part, budget);
    if (known.is_none()) {
      sum.parts.push_back(part);
    } else if (store_.is_nus(known)) {
      sum.game = store_.add(sum.game, known);
    } else {
      games.emplace_back(size(known), known);
    }
  }
  std::sort(games.begin(), games.end());
  for (const auto& [size, game] : games) add_game(game, sum);
  sort_and_cancel(sum, budget);
}

// --- values

Components::Node& Components::node(Graph& graph, NodeId id) {
  if (id >= graph.nodes.size()) graph.nodes.grow_to(graph.graph->size());
  return graph.nodes[id];
}

GameId Components::evaluate(Graph& graph, NodeId id, std::uint64_t nodes, Budget& budget) {
  Budget part = budget.part(nodes);
  ++figures_.tries;
  const SignedNode v = signed_node(id, false);
  try {
    const LocalValue value = graph.search->evaluate(0, {&v, 1}, part);
    if (value.exact()) {
      node(graph, id).value = value.lower;
      if (SumTable::Component* const shared = node(graph, id).shared) {
        shared->set_value(value.lower);
      }
    }
  } catch (const BudgetExhausted&) {
    // Of the try, or of the whole: the next line tells.
  }
  budget.settle(part);
  budget.poll();
  return node(graph, id).value;
}

GameId Components::signed_value(Graph& graph, SignedNode v) {
  Node& n = node(graph, node_of(v));
  if (n.value.is_none() && graph.search->solved(node_of(v))) {
    const LocalValue value = graph.search->value(signed_node(node_of(v), false));
    if (value.exact()) n.value = value.lower;
  }
  if (n.value.is_none() && n.shared != nullptr) n.value = n.shared->value();
  return n.value.is_none() || !is_negated(v) ? n.value : store_.negate(n.value);
}

GameId Components::value(Part part, Budget& budget) {
  Graph& of = graph(part);
  const SignedNode v = signed_node_of(part);
  const GameId known = signed_value(of, v);
  Node& n = node(of, node_of(v));
  if (!known.is_none() || n.seen) return known;
  n.seen = true;
  if (of.known != nullptr && of.search->look_up(node_of(v))) return signed_value(of, v);
  if (options_.first_try == 0) return known;
  const std::uint32_t depth = of.graph->depth_hint(node_of(v));
  if (depth != kUnknownDepth && depth > options_.small_depth) return known;
  evaluate(of, node_of(v), depth == kUnknownDepth ? options_.first_try : options_.small_try,
           budget);
  return signed_value(of, v);
}

void Components::value_all(const PartSum& sum, Budget& budget) {
  for (const Part part : sum.parts) {
    if (is_game(part)) continue;
    Graph& of = graph(part);
    const NodeId id = node_of(signed_node_of(part));
    const SignedNode v = signed_node(id, false);
    const LocalValue value = of.search->evaluate(0, {&v, 1}, budget);
    if (!value.exact()) refuse_loopy_sum();
    node(of, id).value = value.lower;
  }
}

std::size_t Components::open_parts(const PartSum& sum) {
  std::size_t open = 0;
  for (const Part part : sum.parts) {
    if (!is_game(part) && signed_value(graph(part), signed_node_of(part)).is_none()) ++open;
  }
  return open;
}

// Where searches share, the sums of all of them count, and only one makes the try.
bool Components::wants_try(Node& node, std::uint64_t& nodes) {
  ++node.met;
  std::uint8_t tries = node.tries;
  std::uint32_t met = node.met;
  if (node.shared != nullptr) {
    met = node.shared->met.fetch_add(1, std::memory_order_relaxed) + 1;
    tries = node.shared->tries.load(std::memory_order_relaxed);
  }
  if (tries >= kMaxTries || met >> (2U * tries + 2) == 0) return false;
  const auto more = static_cast<std::uint8_t>(tries + 1);
  if (node.shared == nullptr) {
    node.tries = more;
  } else if (!node.shared->tries.compare_exchange_strong(tries, more)) {
    return false;
  }
  nodes = options_.second_try << (2U * tries);
  return true;
}

bool Components::promote(PartSum& sum, Budget& budget) {
  bool changed = false;
  for (const Part part : sum.parts) {
    if (is_game(part)) continue;
    Graph& of = graph(part);
    const SignedNode v = signed_node_of(part);
    GameId known = signed_value(of, v);
    if (known.is_none() && options_.first_try > 0) {
      std::uint64_t nodes = 0;
      if (wants_try(node(of, node_of(v)), nodes)) {
        known = evaluate(of, node_of(v), nodes, budget);
      }
    }
    changed = changed || !known.is_none();
  }
  if (changed) normalise(sum, budget);
  return changed;
}

// --- moves

SumList Components::compile(std::uint32_t graph, NodeId id, Player player, Budget& budget) {
  graphs_[graph - 1].graph->expand(id, expansion_, budget);
  const Expansion& all = expansion_;  // values expand into others
  const bool impartial = graphs_[graph - 1].graph->impartial();
  const bool left = player == Player::kLeft;
  const auto better = [&](GameId a, GameId b) {  // or as good
    return left ? store_.leq(b, a) : store_.leq(a, b);
  };
  std::vector<PartSum> kept;
  for (const GraphEdge& edge : all.edges[impartial ? Player::kLeft : player]) {
    if (edge.may_repeat) refuse_loopy_sum();
    PartSum option{store_.integer(edge.shift), {}};
    for (std::uint32_t i = edge.first; i < edge.last; ++i) {
      option.parts.push_back(make_part(graph, all.children[i]));
    }
    normalise(option, budget);
    // Of two that differ in the game only, the dominated one goes.
    const auto same_parts = [&](const PartSum& other) { return other.parts == option.parts; };
    if (std::ranges::any_of(kept, [&](const PartSum& other) {
          return same_parts(other) && better(other.game, option.game);
        })) {
      continue;
    }
    std::erase_if(kept, [&](const PartSum& other) {
      return same_parts(other) && better(option.game, other.game);
    });
    kept.push_back(std::move(option));
  }
  SumList out;
  for (const PartSum& option : kept) out.push_back(option.game, option.parts);
  out.shrink_to_fit();
  return out;
}

// Compiled anew when four times as many sums with the node were searched: more values are known.
Components::Moves& Components::moves(Part part, Player player, Budget& budget) {
  const NodeId id = node_of(signed_node_of(part));
  const std::uint32_t at = node(graph(part), id).moves[player];
  const std::uint32_t met = node(graph(part), id).met;
  if (at > 0 && met / 4 <= graph(part).moves[at - 1].compiled_at) return graph(part).moves[at - 1];
  Moves made{compile(graph_of(part), id, player, budget), {}, met};
  Graph& of = graph(part);
  if (at > 0) return of.moves[at - 1] = std::move(made);
  of.moves.emplace_back(std::move(made));
  node(of, id).moves[player] = static_cast<std::uint32_t>(of.moves.size());
  return of.moves[of.moves.size() - 1];
}

const SumList& Components::replies(Part part, Budget& budget) {
  if (is_game(part)) {
    game_replies_.clear();
    PartSum reply;
    for (const GameId option : store_.options(game(part), Player::kLeft)) {
      reply = {};
      add_game(store_.negate(option), reply);
      game_replies_.push_back(reply.game, reply.parts);
    }
    return game_replies_;
  }
  // Left's moves in -G are the negatives of Right's in G.
  if (is_negated(signed_node_of(part))) return moves(part, Player::kRight, budget).options;
  Moves& all = moves(part, Player::kLeft, budget);
  if (all.negated.empty()) {
    for (const auto& [game, parts] : all.options) {
      const PartSum negative = negated(game, parts);
      all.negated.push_back(negative.game, negative.parts);
    }
    all.negated.shrink_to_fit();
  }
  return all.negated;
}

std::optional<IntegerBounds> Components::bounds(Part part) {
  const SignedNode v = signed_node_of(part);
  Graph& of = graph(part);
  PerPlayer<std::int32_t>& known = node(of, node_of(v)).bounds;
  if (known[Player::kLeft] == kNotBounded) {
    const std::optional<IntegerBounds> found = of.graph->integer_bounds(node_of(v));
    const bool fits = found && found->lower > -kNoBounds && found->upper < kNoBounds;
    known[Player::kLeft] = fits ? static_cast<std::int32_t>(found->upper) : kNoBounds;
    known[Player::kRight] = fits ? static_cast<std::int32_t>(found->lower) : 0;
  }
  if (known[Player::kLeft] == kNoBounds) return std::nullopt;
  const IntegerBounds out{known[Player::kRight], known[Player::kLeft]};
  return is_negated(v) ? IntegerBounds{-out.upper, -out.lower} : out;
}

PerPlayer<std::uint32_t> Components::mobility(Part part) {
  PerPlayer<std::uint32_t> out;
  const SignedNode v = signed_node_of(part);
  const bool exchanged = !is_game(part) && is_negated(v);
  for (const Player player : kPlayers) {
    if (is_game(part)) {
      out[player] = static_cast<std::uint32_t>(
          std::min<std::uint64_t>(store_.option_count(game(part), player), kMaxSize));
      continue;
    }
    Graph& of = graph(part);
    Node& n = node(of, node_of(v));
    if (n.mobility[Player::kLeft] == kNotCounted) {
      for (const Player p : kPlayers) {
        n.mobility[p] = static_cast<std::uint16_t>(
            std::min<std::uint32_t>(of.graph->move_count(node_of(v), p), kNotCounted - 1));
      }
    }
    out[player] = n.mobility[exchanged ? opponent(player) : player];
  }
  return out;
}

Components::Figures Components::figures() const {
  Figures out = figures_;
  for (const Graph& graph : graphs_) {
    out.evaluated += graph.search->positions();
    out.known += graph.search->known();
    for (NodeId id = 0; id < graph.nodes.size(); ++id) {
      const Node& node = graph.nodes[id];
      out.components += node.seen ? 1 : 0;
      out.valued += node.seen && !node.value.is_none() ? 1 : 0;
    }
  }
  return out;
}

std::uint64_t Components::own_bytes() const {
  std::uint64_t sum = 0;
  for (const Graph& graph : graphs_) {
    sum += graph.nodes.bytes() + graph.moves.bytes();
    for (std::size_t i = 0; i < graph.moves.size(); ++i) {
      const Moves& moves = graph.moves[i];
      sum += moves.options.bytes() + moves.negated.bytes();
    }
  }
  return sum;
}

std::uint64_t Components::bytes() const {
  std::uint64_t sum = own_bytes();
  for (const Graph& graph : graphs_) sum += graph.search->bytes();
  return sum;
}

}  // namespace cgt::solve
