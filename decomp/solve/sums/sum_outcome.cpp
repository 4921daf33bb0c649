#include "decomp/solve/sums/sum_outcome.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cgt/support/error.hpp"
#include "cgt/text/print.hpp"
#include "decomp/position/negative.hpp"
#include "decomp/solve/evaluator.hpp"
#include "decomp/solve/impartial/nim_search.hpp"
#include "decomp/solve/sums/boolean_search.hpp"
#include "decomp/solve/sums/proof_search.hpp"

namespace cgt::solve {
namespace {

constexpr std::uint64_t kNimNodes = 200'000;

}  // namespace

struct SumOutcome::Impl {
  Impl(Store& the_store, const SumOptions& the_options)
      : store(the_store),
        options(the_options),
        components(the_store, the_options.components),
        graph(the_store, components),
        proof_search(graph),
        boolean_search(graph) {}

  void add(const SumTerm& term, PartSum& sum) {
    if (const auto* game = std::get_if<GameId>(&term.game)) {
      components.add(*game, sum);
    } else {
      components.add(std::get<AnyPosition>(term.game), false, sum);
    }
  }

  StateId state(const Sum& sum, Player first, Budget& budget) {
    PartSum parts;
    for (const SumTerm& term : sum) add(term, parts);
    return graph.state(std::move(parts), first, budget);
  }

  // Does the player to move win?
  bool wins(StateId state, Budget& budget) {
    return options.method == SumMethod::kAlphaBeta ? boolean_search.wins(state, budget)
                                                   : proof_search.wins(state, budget);
  }

  SumFigures figures() const {
    return {graph.size(), graph.expansions(), graph.hits(), components.figures()};
  }

  // By the minimal excluded value of everything that can be reached where that is little, else by
  // outcomes, which leave most of it aside.
  std::uint32_t nim_value(const AnyPosition& position, Budget& budget) {
    Budget part = budget.part(kNimNodes);
    try {
      const GameId value = evaluate().value(position, part);
      budget.charge(part.used_nodes());
      return store.as_nus(value)->nimber;
    } catch (const BudgetExhausted&) {
      budget.charge(part.used_nodes());
      budget.poll();
    }
    for (const auto& [type, search] : nim_searches) {
      if (*type == position.type()) return search->nim_value(position, budget);
    }
    auto search = std::make_unique<NimSearch>(position);
    NimSearch& made = *search;
    nim_searches.emplace_back(&position.type(), std::move(search));
    return made.nim_value(position, budget);
  }

  Evaluator& evaluate() {
    if (!evaluator) evaluator = std::make_unique<Evaluator>(store);
    return *evaluator;
  }

  Store& store;
  SumOptions options;
  Components components;
  SumGraph graph;
  ProofSearch proof_search;
  BooleanSearch boolean_search;
  std::vector<std::pair<const std::type_info*, std::unique_ptr<NimSearch>>> nim_searches;
  std::unique_ptr<Evaluator> evaluator;  // made when first needed
};

SumOutcome::SumOutcome(Store& store, const SumOptions& options)
    : impl_(std::make_unique<Impl>(store, options)) {}
SumOutcome::~SumOutcome() = default;
SumOutcome::SumOutcome(SumOutcome&&) noexcept = default;

SumAnswer SumOutcome::solve(const Sum& sum, Player first, Budget& budget) {
  const SumFigures before = impl_->figures();
  SumAnswer answer;
  try {
    const Store::BudgetScope scope(impl_->store, budget);
    const StateId state = impl_->state(sum, first, budget);
    answer.verdict = impl_->wins(state, budget) ? Verdict::kWins : Verdict::kLoses;
  } catch (const BudgetExhausted& spent) {
    answer.stop = spent.reason();
  }
  const SumFigures after = impl_->figures();
  answer.figures = {after.states - before.states,
                    after.expansions - before.expansions,
                    after.hits - before.hits,
                    {after.components.components - before.components.components,
                     after.components.valued - before.components.valued,
                     after.components.tries - before.components.tries,
                     after.components.evaluated - before.components.evaluated}};
  for (const SumTerm& term : sum) {
    PartSum parts;
    impl_->add(term, parts);
    TermReport& report = answer.terms.emplace_back();
    report.parts = impl_->components.open_parts(parts);
    report.valued = report.parts == 0;
  }
  return answer;
}

std::vector<SumMove> SumOutcome::winning_moves(const Sum& sum, Player first, bool all,
                                               Budget& budget) {
  const Store::BudgetScope scope(impl_->store, budget);
  std::vector<SumMove> out;
  for (std::size_t term = 0; term < sum.size(); ++term) {
    for (SumMove& move : moves_in(impl_->store, sum, term, first)) {
      const Sum after = after_move(impl_->store, sum, move);
      if (impl_->wins(impl_->state(after, opponent(first), budget), budget)) continue;
      out.push_back(std::move(move));
      if (!all) return out;
    }
  }
  return out;
}

std::optional<OutcomeClass> SumOutcome::outcome(const Sum& sum, Budget& budget) {
  const Verdict left = solve(sum, Player::kLeft, budget).verdict;
  if (left == Verdict::kUnknown) return {};
  const Verdict right = solve(sum, Player::kRight, budget).verdict;
  if (right == Verdict::kUnknown) return {};
  if (left == Verdict::kWins) {
    return right == Verdict::kWins ? OutcomeClass::kNext : OutcomeClass::kLeft;
  }
  return right == Verdict::kWins ? OutcomeClass::kRight : OutcomeClass::kPrevious;
}

std::uint32_t SumOutcome::nim_value(const Sum& sum, Budget& budget) {
  const Store::BudgetScope scope(impl_->store, budget);
  std::uint32_t total = 0;
  for (const SumTerm& term : sum) {
    if (const auto* game = std::get_if<GameId>(&term.game)) {
      const std::optional<Nus> value = impl_->store.as_nus(*game);
      if (!value || value->ups != 0 || value->number != Dyadic()) {
        throw Error(term.text + " has no nim value", "only impartial games have one");
      }
      total ^= value->nimber;
      continue;
    }
    const auto& position = std::get<AnyPosition>(term.game);
    if (!position.impartial()) {
      throw Error(term.text + " has no nim value", "only impartial games have one");
    }
    total ^= impl_->nim_value(position, budget);
  }
  return total;
}

Thermograph SumOutcome::thermograph(const Sum& sum, Budget& budget) {
  const Store::BudgetScope scope(impl_->store, budget);
  if (sum.size() == 1) {
    if (const auto* position = std::get_if<AnyPosition>(&sum[0].game)) {
      return impl_->evaluate().thermograph(*position, budget);
    }
  }
  GameId total = kZero;
  for (const SumTerm& term : sum) {
    const auto* game = std::get_if<GameId>(&term.game);
    const GameId value =
        game != nullptr ? *game : impl_->evaluate().value(std::get<AnyPosition>(term.game), budget);
    total = impl_->store.add(total, value);
  }
  return impl_->store.thermograph(total);
}

std::uint64_t SumOutcome::bytes() const { return impl_->graph.bytes() + impl_->components.bytes(); }

std::vector<SumMove> moves_in(Store& store, const Sum& sum, std::size_t term, Player player) {
  std::vector<SumMove> out;
  if (const auto* game = std::get_if<GameId>(&sum[term].game)) {
    for (const GameId option : store.options(*game, player)) {
      out.push_back({term, player, option, kZero, to_text(store, option)});
    }
    return out;
  }
  for (Option<AnyPosition>& option : std::get<AnyPosition>(sum[term].game).options(player)) {
    if (option.may_repeat) refuse_loopy_sum();
    std::string text = option.position.text();
    out.push_back(
        {term, player, std::move(option.position), store.integer(option.shift), std::move(text)});
  }
  return out;
}

Sum after_move(Store& store, Sum sum, const SumMove& move) {
  SumTerm& term = sum[move.term];
  term.game = move.after;
  term.text = move.text;
  if (move.gained != kZero) sum.push_back({move.gained, "", to_text(store, move.gained)});
  return sum;
}

}  // namespace cgt::solve
