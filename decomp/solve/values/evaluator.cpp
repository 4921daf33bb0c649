#include "decomp/solve/values/evaluator.hpp"

#include "cgt/support/threads.hpp"
#include "decomp/solve/values/stored_values.hpp"

namespace cgt::solve {

// A position as a loopy value that nobody has simplified: the graph of all its followers.
//
// It can be compared with any value, and tells who wins, though its canonical form may be out of reach:
// Left survives the difference or she does not, which retrograde analysis of the two graphs decides
// (cgt/detail/loopy_survival.hpp). Short games and stoppers are compared in the same way.
//
//   Store store;
//   LoopyGames games(store);
//   solve::Evaluator evaluator(store);
//   Budget budget;
//   const AnyPosition strip =
//       find_ruleset("backsliding-toads-and-frogs")->make({})->position("ttt.ff");
//   const LoopyValue graph = evaluator.graph_value(strip, games, budget);
//   assert(games.leq(LoopyValue(games.on()), graph));

// The sum of the parts and of `rest` free moves; its sides are one graph. A vertex is a sum of parts.
// Throws BudgetExhausted; if the positions are not finitely many that is the only end.
LoopyValue graph_value(PositionGraph& graph, std::int64_t rest, std::span<const SignedNode> parts,
                       Store& store, Budget& budget);

KoMatters::KoMatters() : Error("a ko matters here: the position has bounds, but no value") {}

Evaluator::Evaluator(Store& store) : store_(store) {}
Evaluator::~Evaluator() = default;

Evaluator::Entry& Evaluator::entry(const AnyPosition& position) {
  for (Entry& entry : searches_) {
    if (*entry.type == position.type()) return entry;
  }
  Entry fresh{&position.type(), position.new_graph(), nullptr, 0, nullptr, nullptr, nullptr};
  fresh.search = std::make_unique<GraphSearch>(store_, *fresh.graph);
  fresh.search->set_known(known_.get());
  fresh.search->set_threads(threads_);
  if (progress_) fresh.search->set_progress(progress_);
  return searches_.emplace_back(std::move(fresh));
}

std::optional<GameId> Evaluator::known_value(const Entry& entry, std::int64_t rest,
                                             const std::vector<SignedNode>& parts, Budget& budget) {
  Nus sum{Dyadic(rest), 0, 0};
  for (const SignedNode v : parts) {
    const std::optional<Nus> value = entry.graph->value_without_search(node_of(v), budget);
    if (!value) return {};
    sum = sum + (is_negated(v) ? -*value : *value);
  }
  return store_.nus(sum);
}

LocalValue Evaluator::bounds(const AnyPosition& position, Budget& budget) {
  Entry& found = entry(position);
  std::vector<SignedNode> parts;
  const std::int64_t rest = found.graph->components(position, parts);
  return found.search->evaluate(rest, parts, budget);
}

GameId Evaluator::value(const AnyPosition& position, Budget& budget) {
  const LocalValue found = bounds(position, budget);
  if (!found.exact()) throw KoMatters();
  return found.lower;
}

LoopyValue Evaluator::loopy_value(const AnyPosition& position, LoopyGames& games, Budget& budget) {
  Entry& found = entry(position);
  CGT_EXPECTS(!found.loopy || &found.loopy->games() == &games,
              "an evaluator has one table of loopy values");
  std::vector<SignedNode> parts;
  const std::int64_t rest = found.graph->components(position, parts);
  if (!found.loopy) {
    // What is not loopy needs none of it.
    try {
      const LocalValue value = found.search->evaluate(rest, parts, budget);
      if (!value.exact()) throw KoMatters();
      return value.lower;
    } catch (const LoopyPosition&) {
      found.loopy = std::make_unique<LoopySearch>(games, *found.graph, *found.search);
      if (progress_) found.loopy->set_progress(progress_);
    }
  }
  return found.loopy->evaluate(rest, parts, budget);
}

LoopyValue Evaluator::graph_value(const AnyPosition& position, LoopyGames& games, Budget& budget) {
  Entry& found = entry(position);
  std::vector<SignedNode> parts;
  const std::int64_t rest = found.graph->components(position, parts);
  return solve::graph_value(*found.graph, rest, parts, games.store(), budget);
}

Thermograph Evaluator::thermograph(const AnyPosition& position, Budget& budget) {
  Entry& found = entry(position);
  std::vector<SignedNode> parts;
  const std::int64_t rest = found.graph->components(position, parts);
  if (const auto known = known_value(found, rest, parts, budget)) {
    const Store::BudgetScope scope(store_, budget);
    return store_.thermograph(*known);
  }
  if (!found.thermographs) {
    found.thermographs = std::make_unique<ThermographSearch>(*found.graph);
    found.thermographs->set_known(known_.get());
  }
  return found.thermographs->thermograph(rest, parts, budget);
}

OutcomeClass Evaluator::outcome(const AnyPosition& position, Budget& budget) {
  Entry& found = entry(position);
  std::vector<SignedNode> parts;
  const std::int64_t rest = found.graph->components(position, parts);
  if (const auto known = known_value(found, rest, parts, budget)) {
    return store_.outcome(*known);
  }
  if (!found.outcomes) {
    found.outcomes = std::make_unique<PositionOutcomes>(*found.graph);
    found.outcomes->set_known(known_.get());
  }
  return found.outcomes->outcome(rest, parts, budget);
}

void Evaluator::set_known(const db::Table* table) {
  CGT_EXPECTS(searches_.empty(), "known values come before the first question");
  known_ = table == nullptr ? nullptr : std::make_unique<StoredValues>(store_, *table);
}

void Evaluator::set_threads(unsigned threads) {
  threads_ = thread_count(threads);
  for (const Entry& entry : searches_) entry.search->set_threads(threads_);
}

void Evaluator::set_progress(std::function<void(std::uint64_t)> progress) {
  progress_ = std::move(progress);
  for (Entry& entry : searches_) {
    entry.search->set_progress(progress_);
    if (entry.loopy) entry.loopy->set_progress(progress_);
  }
}

std::uint64_t Evaluator::components() const {
  std::uint64_t sum = 0;
  for (const Entry& entry : searches_) {
    sum += entry.search->positions();
    if (entry.loopy) sum += entry.loopy->positions();
    if (entry.thermographs) sum += entry.thermographs->components();
    if (entry.outcomes) sum += entry.outcomes->components();
  }
  return sum;
}

void Evaluator::take_records(std::vector<db::Record>& out) {
  for (Entry& entry : searches_) {
    for (; entry.recorded < entry.graph->size(); ++entry.recorded) {
      const auto node = static_cast<NodeId>(entry.recorded);
      if (!entry.search->solved(node) || entry.search->given(node)) continue;
      out.push_back(value_record(store_, entry.graph->text(node),
                                 entry.search->value(signed_node(node, false))));
    }
  }
}

std::uint64_t Evaluator::known() const {
  std::uint64_t sum = 0;
  for (const Entry& entry : searches_) {
    sum += entry.search->known();
    if (entry.thermographs) sum += entry.thermographs->known();
    if (entry.outcomes) sum += entry.outcomes->known();
  }
  return sum;
}

std::uint64_t Evaluator::bytes() const {
  std::uint64_t sum = 0;
  for (const Entry& entry : searches_) {
    sum += entry.search->bytes();
    if (entry.loopy) sum += entry.loopy->bytes();
    if (entry.thermographs) sum += entry.thermographs->bytes();
    if (entry.outcomes) sum += entry.outcomes->bytes();
  }
  return sum;
}

namespace {

struct PartSum {
  std::vector<SignedNode> parts;  // in order
  std::int64_t rest = 0;
  friend bool operator==(const PartSum&, const PartSum&) = default;
};

struct PartSumHash {
  std::size_t operator()(const PartSum& sum) const {
    std::uint64_t h = mix(static_cast<std::uint64_t>(sum.rest), sum.parts.size());
    for (const SignedNode v : sum.parts) h = mix(h, v);
    return static_cast<std::size_t>(h);
  }
};

class Explorer {
 public:
  Explorer(PositionGraph& graph, Store& store, Budget& budget)
      : graph_(graph), store_(store), budget_(budget) {}

  LoopyValue explore(PartSum root) {
    const LoopyId id = place(std::move(root));
    if (!id.is_vertex()) return id;
    for (std::size_t i = 0; i < queue_.size(); ++i) {
      budget_.charge();
      if (i % kMemoryInterval == 0) {
        graph_.note_memory(budget_);
        meter_.set(budget_, queue_.size() * kBytesPerVertex);
      }
      const PartSum sum = std::move(queue_[i]);
      LoopyOptions options;
      add_moves(sum, options);
      for (std::vector<LoopyId>& mine : options.values) {
        std::ranges::sort(mine);
        mine.erase(std::unique(mine.begin(), mine.end()), mine.end());
      }
      found_->vertices.push_back(std::move(options));
    }
    const LoopySide side{id, found_};
    return {side, side};
  }

 private:
  static constexpr std::uint64_t kBytesPerVertex = 200;  // about

  // Free moves alone are a value, and no vertex.
  LoopyId place(PartSum sum) {
    if (sum.parts.empty()) return store_.integer(sum.rest);
    std::ranges::sort(sum.parts);
    const auto [it, fresh] =
        places_.emplace(std::move(sum), static_cast<std::uint32_t>(queue_.size()));
    if (fresh) queue_.push_back(it->first);
    return LoopyId::vertex(it->second);
  }

  void add_moves(const PartSum& sum, LoopyOptions& options) {
    for (std::size_t i = 0; i < sum.parts.size(); ++i) {
      const SignedNode v = sum.parts[i];
      if (i > 0 && v == sum.parts[i - 1]) continue;
      graph_.expand(node_of(v), moves_, budget_);
      for (const Player player : kPlayers) {
        const Player mover = graph_.impartial() ? Player::kLeft
                             : is_negated(v)    ? opponent(player)
                                                : player;
        for (const GraphEdge& edge : moves_.edges[mover]) {
          PartSum next = sum;
          next.parts.erase(next.parts.begin() + static_cast<std::ptrdiff_t>(i));
          next.rest += is_negated(v) ? -edge.shift : edge.shift;
          for (std::uint32_t c = edge.first; c < edge.last; ++c)
            next.parts.push_back(moves_.children[c] ^ (v & 1U));
          options[player].push_back(place(std::move(next)));
        }
      }
    }
    if (sum.rest == 0) return;
    const std::int64_t less = sum.rest > 0 ? sum.rest - 1 : sum.rest + 1;
    options[sum.rest > 0 ? Player::kLeft : Player::kRight].push_back(place({sum.parts, less}));
  }

  PositionGraph& graph_;
  Store& store_;
  Budget& budget_;
  Expansion moves_;
  std::vector<PartSum> queue_;
  FlatMap<PartSum, std::uint32_t, PartSumHash> places_;
  std::shared_ptr<LoopyGraph> found_ = std::make_shared<LoopyGraph>();
  MemoryMeter meter_;
};

}  // namespace

LoopyValue graph_value(PositionGraph& graph, std::int64_t rest, std::span<const SignedNode> parts,
                       Store& store, Budget& budget) {
  const Store::BudgetScope scope(store, budget);
  return Explorer(graph, store, budget).explore({{parts.begin(), parts.end()}, rest});
}

}  // namespace cgt::solve
