#include "decomp/solve/sums/sum_outcome.hpp"

#include <map>

#include "cgt/store/parallel.hpp"
#include "cgt/text/loopy_text.hpp"
#include "decomp/position/negative.hpp"
#include "decomp/solve/play/incentive_play.hpp"
#include "decomp/solve/sums/proof_search.hpp"
#include "decomp/solve/values/evaluator.hpp"
#include "decomp/solve/values/nim_search.hpp"

namespace cgt::solve {
namespace {

constexpr std::uint64_t kNimNodes = 4096;
// Of the method in turns: nodes of the first turn. Alpha-beta has a turn where fewer sums than this
// share are upsets. Measured: at most 0.004 where it is ahead (by up to seven with an epsilon of 0.25 in
// the proof search, up to five with 20), above 0.15 soon, and for Amazons above 0.02, where proof numbers are.
constexpr std::uint64_t kFirstTurn = 8192;
constexpr double kFewUpsets = 0.02;
// Of a search that shares with others: how long it may take to see that one of them is done.
constexpr std::uint64_t kSharedTurn = 16384;
// Where one move is asked for: nodes of a turn of each. After a search of so many sums those come first that are
// decided already; before, nearly all moves are decided in the first turn, so that the first winning one
// is named.
constexpr std::uint64_t kLongSearch = 64;
constexpr std::uint64_t kFirstMoveTurn = 256;

[[noreturn]] void throw_loopy(const SumTerm& term) {
  throw Error(term.text + " is loopy: it has no score, and neither a mean nor a temperature");
}

bool has_loopy_term(const Sum& sum) {
  return std::ranges::any_of(
      sum, [](const SumTerm& term) { return std::holds_alternative<LoopyTerm>(term.game); });
}

}  // namespace

LoopyOutcome outcome_of(Verdict left_first, Verdict right_first) {
  // Draws are Left's in the onside, Right's in the offside.
  return {outcome_class(left_first != Verdict::kLoses, right_first == Verdict::kWins),
          outcome_class(left_first == Verdict::kWins, right_first != Verdict::kLoses)};
}

struct SumOutcome::Impl {
  // `order`: of moves, where searches share what they find.
  Impl(Store& the_store, const SumOptions& the_options, std::uint32_t order = 0)
      : store(the_store),
        options(the_options),
        components(the_store, the_options.components),
        graph(the_store, components, the_options.thermographs),
        proof_search(graph),
        boolean_search(graph, order) {}

  const db::Table* known(const SumTerm& term) const {
    return options.known ? options.known(term.ruleset) : nullptr;
  }

  void add(const SumTerm& term, PartSum& sum) {
    if (const auto* game = std::get_if<GameId>(&term.game)) {
      components.add(*game, sum);
    } else {
      components.add(std::get<AnyPosition>(term.game), false, sum, known(term));
    }
  }

  static Verdict verdict(bool wins) { return wins ? Verdict::kWins : Verdict::kLoses; }

  Verdict verdict(const Sum& sum, Player first, bool together, Budget& budget) {
    if (!has_loopy_term(sum)) {
      if (together) search_together(sum, first, budget);
      PartSum parts;
      for (const SumTerm& term : sum) add(term, parts);
      if (const std::optional<bool> known = wins(parts, first, budget)) return verdict(*known);
    }
    return verdict_by_values(sum, first, budget);
  }

  // By the loopy values of all terms.
  Verdict verdict_by_values(const Sum& sum, Player first, Budget& budget) {
    LoopyValue total(kZero);
    try {
      for (const SumTerm& term : sum) total = loopy.add(total, loopy_value(term, budget));
    } catch (const KoMatters&) {
      refuse_loopy_sum();
    }
    const LoopyOutcome outcome = loopy.outcome(total);
    const auto wins_side = [&](OutcomeClass side) {
      return side == OutcomeClass::kNext ||
             side == (first == Player::kLeft ? OutcomeClass::kLeft : OutcomeClass::kRight);
    };
    const bool onside = wins_side(outcome.onside);
    return onside == wins_side(outcome.offside) ? verdict(onside) : Verdict::kDraws;
  }

  LoopyValue loopy_value(const SumTerm& term, Budget& budget) {
    if (const auto* game = std::get_if<GameId>(&term.game)) return *game;
    if (const auto* value = std::get_if<LoopyTerm>(&term.game)) {
      const auto found = loopy_terms.find(value->text);
      if (found != loopy_terms.end()) return found->second;
      return loopy_terms.emplace(value->text, parse_loopy(loopy, value->text)).first->second;
    }
    return evaluator(known(term)).loopy_value(std::get<AnyPosition>(term.game), loopy, budget);
  }

  // Does the player to move win? Where play may repeat in a term, as with captures in Go, that need
  // not matter: then the term has a value. None: it matters.
  std::optional<bool> wins(const PartSum& parts, Player first, Budget& budget) {
    try {
      try {
        return searched(parts, first, budget);
      } catch (const LoopySum&) {
        components.value_all(parts, budget);
        return searched(parts, first, budget);
      }
    } catch (const LoopySum&) {
    } catch (const LoopyPosition&) {
    }
    return std::nullopt;
  }

  bool searched(const PartSum& parts, Player first, Budget& budget) {
    const StateId state = graph.state(parts, first, budget);
    switch (options.method) {
      case SumMethod::kAlphaBeta: return boolean_search.wins(state, budget);
      case SumMethod::kProofNumbers: return proof_search.wins(state, budget);
      case SumMethod::kInTurns: break;
    }
    return *in_turns(state, budget, false, nullptr);
  }

  // Each search goes on where its last turn ended, for what is decided is in the graph. None: `done`.
  std::optional<bool> in_turns(StateId state, Budget& budget, bool alpha_beta,
                               ProofSearch::Together* together) {
    std::uint64_t turn = kFirstTurn;
    proof_search.reset_upsets();
    // What a turn uses is charged at its end: so no turn of a thread is more than a share of all nodes.
    const std::uint64_t all = budget.limits().nodes;
    const std::uint64_t most =
        together == nullptr ? all : all / (4 * thread_count(options.threads)) + 1;
    while (together == nullptr || !together->done) {
      const std::uint64_t left = all - std::min(all, budget.used_nodes());
      Budget part = budget.part(std::min({turn, left, most}));
      std::optional<bool> wins;
      try {
        if (alpha_beta) {
          wins = boolean_search.wins(state, part);
        } else {
          wins = proof_search.wins(state, part, together);
        }
      } catch (const BudgetExhausted&) {
        // Of the turn, or of the whole: the next lines tell.
      }
      budget.settle(part);
      if (wins) return wins;
      budget.poll();
      if (!alpha_beta && proof_search.upsets() < kFewUpsets) {
        alpha_beta = true;
        continue;
      }
      alpha_beta = false;
      turn = together == nullptr ? 2 * turn : std::min(2 * turn, kSharedTurn);
    }
    return std::nullopt;
  }

  // One move that keeps what is wanted, or none. Each move gets a turn, then twice as much, and so on: the
  // first in the list may take longer than all others, and where a search has just won, the reply to
  // its move is in the tables. Of moves that are decided in the same turn the first counts. In the first turn no
  // threads are called for.
  template <class Keeps>
  std::vector<SumMove> first_of(std::vector<SumMove> moves, const Keeps& keeps, Budget& budget) {
    std::uint64_t turn = figures().expansions < kLongSearch ? kFirstMoveTurn : 1;
    for (; !moves.empty(); turn = std::max(2 * turn, kFirstMoveTurn)) {
      std::vector<SumMove> open;
      for (SumMove& move : moves) {
        Budget part = budget.part(turn);
        std::optional<bool> kept;
        try {
          kept = keeps(move, options.threads != 1 && turn > kFirstMoveTurn, part);
        } catch (const BudgetExhausted&) {
          // Of the turn, or of the whole: the next lines tell.
        }
        budget.settle(part);
        if (kept.value_or(false)) return {std::move(move)};
        budget.poll();
        if (!kept) open.push_back(std::move(move));
      }
      moves = std::move(open);
    }
    return {};
  }

  // This search and helpers, each in a thread and with tables of its own, look for the answer until one has it.
  // They tell `shared`, so this search knows it then.
  void search_together(const Sum& sum, Player first, Budget& budget) {
    share(sum);
    if (shared == nullptr) return;
    const Store::BudgetScope scope(store, budget);
    std::vector<Store*> used{&store};
    for (const auto& helper : helpers) used.push_back(&helper->store);
    ProofSearch::Together together(options.alone);
    parallel_handles(used, [&](std::size_t i) {
      struct Admit {  // also after a throw
        ProofSearch::Together& together;
        ~Admit() { together.admit(); }
      } admit{together};
      if (i > 0) together.crowded.wait(false);
      if (together.done) return;
      Impl& searcher = i == 0 ? *this : *helpers[i - 1];
      const bool done = searcher.searched_among_others(sum, first, i % 2 != 0, together);
      if (done) together.done = true;
    });
  }

  // True: it is done, or play can come back: whoever asks goes on without the others then.
  bool searched_among_others(const Sum& sum, Player first, bool alpha_beta,
                             ProofSearch::Together& together) {
    Budget& budget = store.budget();
    try {
      PartSum parts;
      for (const SumTerm& term : sum) add(term, parts);
      const StateId state = graph.state(std::move(parts), first, budget);
      if (options.method == SumMethod::kProofNumbers) {
        return proof_search.wins(state, budget, &together).has_value();
      }
      return in_turns(state, budget, alpha_beta, &together).has_value();
    } catch (const LoopySum&) {
      return true;
    } catch (const LoopyPosition&) {
      return true;
    }
  }

  // Before the first sum that several threads may search.
  void share(const Sum& sum) {
    const bool for_threads = std::ranges::all_of(sum, [](const SumTerm& term) {
      const auto* position = std::get_if<AnyPosition>(&term.game);
      if (position == nullptr) return true;
      const auto* negative = position->as<Negative>();
      return (negative == nullptr ? *position : negative->base()).new_graph()->new_graph() !=
             nullptr;
    });
    if (!for_threads) return drop_helpers();
    if (shared != nullptr) return;
    shared = std::make_unique<SumTable>();
    graph.share(shared.get());
    for (unsigned i = 1; i < thread_count(options.threads); ++i) {
      handles.push_back(std::unique_ptr<Store>(new Store(store.share())));
      helpers.push_back(std::make_unique<Impl>(*handles.back(), options, i));
      helpers.back()->graph.share(shared.get());
    }
  }

  void drop_helpers() {
    for (const auto& helper : helpers) helped += helper->figures();
    helpers.clear();
    handles.clear();
    graph.share(nullptr);
    shared.reset();
  }

  SumFigures figures() const {
    SumFigures out{graph.size(), graph.expansions(), graph.hits(),
                   graph.cuts(), graph.taken(),      components.figures()};
    for (const auto& helper : helpers) out += helper->figures();
    return out += helped;
  }

  // By the minimal excluded value of everything that can be reached where that is little, else by
  // outcomes, which leave most of it aside.
  std::uint32_t nim_value(const SumTerm& term, Budget& budget) {
    const auto& position = std::get<AnyPosition>(term.game);
    Budget part = budget.part(kNimNodes);
    try {
      const GameId value = evaluator(known(term)).value(position, part);
      budget.settle(part);
      return store.as_nus(value)->nimber;
    } catch (const BudgetExhausted&) {
      budget.settle(part);
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

  // Of the value of a term: Left's is the upper one, Right's the lower.
  PerPlayer<GameId> bounds(const SumTerm& term, Budget& budget) {
    if (const auto* game = std::get_if<GameId>(&term.game)) return {{*game, *game}};
    if (std::holds_alternative<LoopyTerm>(term.game)) throw_loopy(term);
    const LocalValue value =
        evaluator(known(term)).bounds(std::get<AnyPosition>(term.game), budget);
    return {{value.upper, value.lower}};
  }

  PerPlayer<std::vector<GameId>> bounds(const Sum& sum, Budget& budget) {
    PerPlayer<std::vector<GameId>> out;
    for (const SumTerm& term : sum) {
      const PerPlayer<GameId> one = bounds(term, budget);
      for (const Player player : kPlayers) out[player].push_back(one[player]);
    }
    return out;
  }

  Dyadic stop(std::span<const GameId> values, Player first, Budget& budget) {
    if (!sum_solver) sum_solver.emplace(store);
    return sum_solver->stop(values, first, budget);
  }

  Evaluator& evaluator(const db::Table* table) {
    std::unique_ptr<Evaluator>& found = evaluators[table];
    if (found == nullptr) {
      found = std::make_unique<Evaluator>(store);
      found->set_known(table);
    }
    return *found;
  }

  Store& store;
  SumOptions options;
  Components components;
  SumGraph graph;
  ProofSearch proof_search;
  BooleanSearch boolean_search;
  std::vector<std::pair<const std::type_info*, std::unique_ptr<NimSearch>>> nim_searches;
  LoopyGames loopy{store};
  std::map<std::string, LoopyValue> loopy_terms;
  std::map<const db::Table*, std::unique_ptr<Evaluator>> evaluators;  // by what is known
  std::optional<IncentivePlay> sum_solver;                            // made when first needed
  // Of several threads.
  std::unique_ptr<SumTable> shared;
  std::vector<std::unique_ptr<Store>> handles;
  std::vector<std::unique_ptr<Impl>> helpers;  // each with one of these; they stay
  SumFigures helped;                           // by those that are gone
};

SumOutcome::SumOutcome(Store& store, const SumOptions& options)
    : impl_(std::make_unique<Impl>(store, options)) {}
SumOutcome::~SumOutcome() = default;
SumOutcome::SumOutcome(SumOutcome&&) noexcept = default;

SumAnswer SumOutcome::solve(const Sum& sum, Player first, Budget& budget) {
  const SumFigures before = impl_->figures();
  SumAnswer answer;
  std::vector<PartSum> terms;
  answer.loopy = has_loopy_term(sum);
  try {
    const Store::BudgetScope scope(impl_->store, budget);
    PartSum whole;
    for (const SumTerm& term : sum) {
      if (answer.loopy) break;
      PartSum parts;
      impl_->add(term, parts);
      whole.game = impl_->store.add(whole.game, parts.game);
      whole.parts.insert(whole.parts.end(), parts.parts.begin(), parts.parts.end());
      terms.push_back(std::move(parts));
    }
    if (!answer.loopy) {
      if (impl_->options.threads != 1) impl_->search_together(sum, first, budget);
      const std::optional<bool> wins = impl_->wins(whole, first, budget);
      if (wins) answer.verdict = Impl::verdict(*wins);
      answer.loopy = !wins;
    }
    if (answer.loopy) answer.verdict = impl_->verdict_by_values(sum, first, budget);
  } catch (const BudgetExhausted& spent) {
    answer.stop = spent.reason();
  }
  answer.figures = impl_->figures() - before;
  answer.terms.resize(sum.size());
  for (std::size_t i = 0; i < sum.size(); ++i) {
    TermReport& report = answer.terms[i];
    if (i < terms.size() && !answer.loopy) report.parts = impl_->components.open_parts(terms[i]);
    report.valued = answer.loopy ? !answer.stop : i < terms.size() && report.parts == 0;
  }
  return answer;
}

std::vector<SumMove> SumOutcome::moves_to(Verdict wanted, const Sum& sum, Player first, bool all,
                                          Budget& budget) {
  const Store::BudgetScope scope(impl_->store, budget);
  std::vector<SumMove> moves;
  for (std::size_t term = 0; term < sum.size(); ++term) {
    for (SumMove& move : moves_in(impl_->store, sum, term, first)) moves.push_back(std::move(move));
  }
  const auto keeps = [&](const SumMove& move, bool together, Budget& part) {
    const Sum after = after_move(impl_->store, sum, move);
    return impl_->verdict(after, opponent(first), together, part) == opposite(wanted);
  };
  if (!all) return impl_->first_of(std::move(moves), keeps, budget);
  const bool together = impl_->options.threads != 1;
  std::erase_if(moves, [&](const SumMove& move) { return !keeps(move, together, budget); });
  return moves;
}

Verdict SumOutcome::decide(const Sum& sum, Player first, Budget& budget) {
  const SumAnswer answer = solve(sum, first, budget);
  if (answer.stop) throw BudgetExhausted(*answer.stop);
  return answer.verdict;
}

LoopyOutcome SumOutcome::outcome(const Sum& sum, Budget& budget) {
  const Verdict left_first = decide(sum, Player::kLeft, budget);
  return outcome_of(left_first, decide(sum, Player::kRight, budget));
}

LoopyOutcome outcome_of(Evaluator& values, SumOutcome& sums, Sum sum, Budget& budget) {
  constexpr std::uint64_t kSoon = 10'000;
  for (SumTerm& term : sum) {
    const auto* position = std::get_if<AnyPosition>(&term.game);
    if (position == nullptr) continue;
    Budget share = budget.part(kSoon);
    try {
      term.game = values.value(*position, share);
    } catch (const BudgetExhausted&) {
    } catch (const LoopyPosition&) {
    }
    budget.settle(share);
  }
  return sums.outcome(sum, budget);
}

SumScore SumOutcome::score(const Sum& sum, Player first, Budget& budget) {
  const Store::BudgetScope scope(impl_->store, budget);
  const PerPlayer<std::vector<GameId>> values = impl_->bounds(sum, budget);
  SumScore out;
  out.upper = impl_->stop(values[Player::kLeft], first, budget);
  out.lower = values[Player::kLeft] == values[Player::kRight]
                  ? out.upper
                  : impl_->stop(values[Player::kRight], first, budget);
  return out;
}

std::vector<SumMove> SumOutcome::best_moves(const Sum& sum, Player first, bool all,
                                            Budget& budget) {
  const Store::BudgetScope scope(impl_->store, budget);
  std::vector<SumMove> out;
  std::vector<GameId> values = std::move(impl_->bounds(sum, budget)[first]);
  const Dyadic best = impl_->stop(values, first, budget);
  for (std::size_t term = 0; term < sum.size(); ++term) {
    const GameId before = values[term];
    for (SumMove& move : moves_in(impl_->store, sum, term, first)) {
      const SumTerm after{move.after, sum[term].ruleset, move.text};
      values[term] = impl_->store.add(impl_->bounds(after, budget)[first], move.gained);
      if (impl_->stop(values, opponent(first), budget) != best) continue;
      out.push_back(std::move(move));
      if (!all) return out;
    }
    values[term] = before;
  }
  return out;
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
    const auto* position = std::get_if<AnyPosition>(&term.game);
    if (position == nullptr || !position->impartial()) {
      throw Error(term.text + " has no nim value", "only impartial games have one");
    }
    total ^= impl_->nim_value(term, budget);
  }
  return total;
}

Thermograph SumOutcome::thermograph(const Sum& sum, Budget& budget) {
  const Store::BudgetScope scope(impl_->store, budget);
  if (sum.size() == 1) {
    if (const auto* position = std::get_if<AnyPosition>(&sum[0].game)) {
      return impl_->evaluator(impl_->known(sum[0])).thermograph(*position, budget);
    }
  }
  GameId total = kZero;
  for (const SumTerm& term : sum) {
    const PerPlayer<GameId> value = impl_->bounds(term, budget);
    if (value[Player::kLeft] != value[Player::kRight]) {
      throw Error("a ko matters in " + term.text + ": it has bounds, but no value");
    }
    total = impl_->store.add(total, value[Player::kLeft]);
  }
  return impl_->store.thermograph(total);
}

std::uint64_t SumOutcome::bytes() const {
  const std::uint64_t shared = impl_->shared == nullptr ? 0 : impl_->shared->bytes();
  return impl_->graph.bytes() + impl_->components.bytes() + shared;
}

}  // namespace cgt::solve
