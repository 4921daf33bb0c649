#include "decomp/solve/values/evaluator.hpp"

#include <utility>

#include "cgt/support/contract.hpp"
#include "cgt/support/error.hpp"
#include "cgt/support/threads.hpp"
#include "decomp/solve/values/known_values.hpp"
#include "decomp/solve/values/position_graph.hpp"

namespace cgt::solve {

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
    found.outcomes = std::make_unique<OutcomeSearch>(*found.graph);
    found.outcomes->set_known(known_.get());
  }
  return found.outcomes->outcome(rest, parts, budget);
}

void Evaluator::set_known(const db::Table* table) {
  CGT_EXPECTS(searches_.empty(), "known values come before the first question");
  known_ = table == nullptr ? nullptr : std::make_unique<KnownValues>(store_, *table);
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

}  // namespace cgt::solve
