// Partial order bounding (Mueller 2001): can MAX, player 0, force an outcome in S(B)?
//
// The poset is asked at leaves only: there a state is a win, a loss or unknown for the bound, and
// nothing else is backed up, so that any search for two players serves: alpha-beta over loss <
// unknown < win, proof-number search and df-pn over two questions each (search/proof.hpp).
//
//   VectorOrder order(2);
//   auto search = pob_search<State>(order, evaluation);   // evaluation(state) -> Outcomes<Element>
//   search.query(state, {{5, 7}, {10, 3}}, budget).verdict;      // kWin
//
// Answers hold for states and bounds of one game: with `reuse` what one query found out shortens
// the next by monotony. A verdict kUnknown with stop == kSolved means that unknown leaves decide;
// with any other stop the search was ended.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "decomp/pob/antichain.hpp"
#include "decomp/pob/evaluation.hpp"
#include "decomp/search/alpha_beta.hpp"
#include "decomp/search/df_pn.hpp"
#include "decomp/search/proof.hpp"
#include "decomp/search/proof_number.hpp"
#include "decomp/search/table.hpp"

namespace cgt::pob {

// What POB queries found out about states, kept from one bound to the next by monotony: a win for B
// is a win for every weaker bound, a loss for B a loss for every stronger one.
//
// One entry a state: the strongest bound won that is known, the weakest lost. Of two that are
// incomparable the newer one stays. Bounds are numbered, and compared once a pair.

template <search::State S, Poset P>
class BoundMemory {
 public:
  explicit BoundMemory(P poset, std::size_t entries) : poset_(std::move(poset)), table_(entries) {}

  // All questions and answers from here on are about this bound.
  void set_bound(const BoundOf<P>& bound) {
    for (current_ = 0; current_ < bounds_.size(); ++current_) {
      if (same(poset_, bounds_[current_], bound)) return;
    }
    bounds_.push_back(bound);
  }

  search::Verdict find(const S& s) {
    const Entry* entry = table_.find(s, s.hash());
    if (entry == nullptr) return search::Verdict::kUnknown;
    if (entry->won != kNone && stronger(entry->won, current_)) return search::Verdict::kWin;
    if (entry->lost != kNone && stronger(current_, entry->lost)) return search::Verdict::kLoss;
    return search::Verdict::kUnknown;
  }

  void learn(const S& s, search::Verdict verdict) {
    if (verdict == search::Verdict::kUnknown) return;
    const Entry* old = table_.find(s, s.hash());
    Entry entry = old != nullptr ? *old : Entry{};
    if (verdict == search::Verdict::kWin) {
      if (entry.won == kNone || !stronger(entry.won, current_)) entry.won = current_;
    } else if (entry.lost == kNone || !stronger(current_, entry.lost)) {
      entry.lost = current_;
    }
    table_.store(s, s.hash(), entry, 1);
  }

  std::uint64_t bytes() const { return table_.bytes(); }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  struct Entry {
    std::uint32_t won = kNone;
    std::uint32_t lost = kNone;
  };

  // S(a) is part of S(b).
  bool stronger(std::uint32_t a, std::uint32_t b) {
    if (a == b) return true;
    const auto [at, fresh] = compared_.try_emplace(std::uint64_t{a} << 32U | b, false);
    if (fresh) at->second = at_least_as_strong(poset_, bounds_[a], bounds_[b]);
    return at->second;
  }

  P poset_;
  search::Table<S, Entry> table_;
  std::vector<BoundOf<P>> bounds_;
  std::uint32_t current_ = 0;
  FlatMap<std::uint64_t, bool> compared_;
};

enum class Engine : std::uint8_t { kAlphaBeta, kProofNumber, kDfPn };

struct CGT_API PobOptions {
  Engine engine = Engine::kAlphaBeta;
  bool reuse = true;
  std::size_t table_entries = std::size_t{1} << 18U;  // of the engine and of the memory, each
  std::size_t max_nodes = std::size_t{1} << 24U;      // of proof-number search
  // Of alpha-beta: see search::AlphaBetaOptions. States at max_depth are unknown.
  int max_depth = search::kUnlimitedDepth;
  bool iterative = false;
  bool killers = false;
  bool history = false;
};

template <search::State S, Poset P, PartialEvaluation<S, P> E>
class PobSearch {
 public:
  using Move = typename S::Move;
  using Bound = BoundOf<P>;
  using Answer = search::VerdictResult<Move>;

  PobSearch(P poset, E evaluation, PobOptions options = {})
      : options_(options),
        shared_(std::make_unique<Shared>(std::move(poset), std::move(evaluation),
                                         options.table_entries)) {}

  // Requires an antichain.
  Answer query(const S& root, const Bound& bound, Budget& budget) {
    CGT_EXPECTS(is_antichain(shared_->poset, bound), "a bound is an antichain");
    shared_->bound = bound;
    shared_->reuse = options_.reuse;
    if (options_.reuse) shared_->memory.set_bound(bound);
    ++queries_;
    Answer answer;
    switch (options_.engine) {
      case Engine::kAlphaBeta: answer = alpha_beta(root, budget); break;
      case Engine::kProofNumber: answer = proof_number(root, budget); break;
      case Engine::kDfPn: answer = df_pn(root, budget); break;
    }
    counts_ += answer.counts;
    return answer;
  }

  const P& poset() const { return shared_->poset; }
  const E& evaluation() const { return shared_->evaluation; }
  // Of all queries together.
  std::uint64_t queries() const { return queries_; }
  const search::Counts& counts() const { return counts_; }

 private:
  struct Shared {
    Shared(P p, E e, std::size_t entries)
        : poset(std::move(p)), evaluation(std::move(e)), memory(poset, entries) {}
    Verdict verdict(const S& s) const { return judge(poset, bound, evaluation(s)); }
    P poset;
    E evaluation;
    Bound bound;
    bool reuse = true;
    BoundMemory<S, P> memory;
  };

  // For alpha-beta.
  struct Scalar {
    using Value = int;
    Shared* shared = nullptr;
    int terminal(const S& s) const { return static_cast<int>(shared->verdict(s)); }
    int evaluate(const S&) const { return 0; }
    std::optional<int> known(const S& s) const {
      Verdict v = shared->verdict(s);
      if (v == Verdict::kUnknown && shared->reuse) v = shared->memory.find(s);
      if (v == Verdict::kUnknown) return std::nullopt;
      return static_cast<int>(v);
    }
    void learned(const S& s, int v, search::Bound bound) {
      if (!shared->reuse) return;
      if (v == 1 && bound != search::Bound::kUpper) shared->memory.learn(s, Verdict::kWin);
      if (v == -1 && bound != search::Bound::kLower) shared->memory.learn(s, Verdict::kLoss);
    }
    int least() const { return -1; }
    int greatest() const { return 1; }
  };

  // For proof searches.
  struct Goal {
    Shared* shared = nullptr;
    Verdict operator()(const S& s) const {
      const Verdict v = shared->verdict(s);
      return v == Verdict::kUnknown && shared->reuse ? shared->memory.find(s) : v;
    }
  };
  // Proofs where unknown is a loss are wins; disproofs where it is a win are losses, unless they
  // may rest on the path.
  struct Teacher {
    Shared* shared = nullptr;
    search::UnknownIs unknown = search::UnknownIs::kLoss;
    bool may_repeat = false;
    void operator()(const S& s, search::ProofPair p, search::ProofPair) const {
      if (!shared->reuse) return;
      if (unknown == search::UnknownIs::kLoss) {
        if (p.proof == 0) shared->memory.learn(s, Verdict::kWin);
      } else if (p.disproof == 0 && !may_repeat) {
        shared->memory.learn(s, Verdict::kLoss);
      }
    }
  };

  Answer alpha_beta(const S& root, Budget& budget) {
    search::AlphaBetaOptions options;
    options.table_entries = options_.table_entries;
    options.max_depth = options_.max_depth;
    options.iterative = options_.iterative;
    options.killers = options_.killers;
    options.history = options_.history;
    search::AlphaBeta<S, Scalar> search(options, Scalar{shared_.get()});
    auto result = search.search(root, -1, 1, budget);
    Answer answer;
    answer.counts = result.counts;
    answer.stop = result.stop;
    if (result.exact()) {
      answer.verdict = static_cast<Verdict>(result.lower);
      answer.stop = StopReason::kSolved;
    }
    answer.best = std::move(result.best);
    answer.line = std::move(result.line);
    return answer;
  }

  Answer proof_number(const S& root, Budget& budget) {
    return search::decide<Move>([&](search::UnknownIs unknown) {
      search::ProofNumberOptions options;
      options.unknown = unknown;
      options.max_nodes = options_.max_nodes;
      auto result =
          search::ProofNumberSearch<S, Goal>(Goal{shared_.get()}, options).search(root, budget);
      if (result.proof != search::Proof::kOpen) {
        const Teacher teacher{shared_.get(), unknown, root.type().may_repeat};
        teacher(root, {result.proof_number, result.disproof_number}, {});
      }
      return result;
    });
  }

  Answer df_pn(const S& root, Budget& budget) {
    return search::decide<Move>([&](search::UnknownIs unknown) {
      search::DfPnOptions options;
      options.unknown = unknown;
      options.table_entries = options_.table_entries;
      const Teacher teacher{shared_.get(), unknown, root.type().may_repeat};
      return search::DfPn<S, Goal, Teacher>(Goal{shared_.get()}, options, teacher)
          .search(root, budget);
    });
  }

  PobOptions options_;
  std::unique_ptr<Shared> shared_;
  std::uint64_t queries_ = 0;
  search::Counts counts_;
};

template <search::State S, Poset P, PartialEvaluation<S, P> E>
PobSearch<S, P, E> pob_search(P poset, E evaluation, PobOptions options = {}) {
  return PobSearch<S, P, E>(std::move(poset), std::move(evaluation), options);
}

}  // namespace cgt::pob
