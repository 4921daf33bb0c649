// LE-POB (Mueller 2001): one scalar search on a linear extension of the order. For a bound B an
// extension is taken that lists F(B) before S(B), so that the scalar value shows on which side MAX
// can end, and ranks near misses. Here the extension is given by a monotone score: x <= y implies
// score(x) <= score(y); S(B) is then moved above all scores of F(B).
//
// Unknown outcomes count as the least score, so a win is certain and a loss means "no certain win".
#pragma once

#include <utility>
#include <vector>

#include "decomp/pob/evaluation.hpp"
#include "decomp/search/alpha_beta.hpp"

namespace cgt::pob {

template <class Move>
struct ExtensionResult {
  Verdict verdict = Verdict::kUnknown;
  // Score of the outcome that the search found; meaningful with a full window.
  std::optional<std::int64_t> score;
  std::vector<Move> best;
  std::vector<Move> line;
  search::Counts counts;
  StopReason stop = StopReason::kSolved;
};

// Score: Element -> integer of at most 2^60 in size, monotone.
template <search::State S, Poset P, PartialEvaluation<S, P> E, class Score>
class ExtensionSearch {
 public:
  using Move = typename S::Move;

  ExtensionSearch(P poset, E evaluation, Score score, search::AlphaBetaOptions options = {})
      : poset_(std::move(poset)),
        evaluation_(std::move(evaluation)),
        score_(std::move(score)),
        options_(options) {}

  // `window`: only the cut between F(B) and S(B) is searched for, which is POB; else the scalar
  // value is.
  ExtensionResult<Move> query(const S& root, const BoundOf<P>& bound, bool window,
                              Budget& budget) const {
    search::AlphaBeta<S, Scalar> search(options_, Scalar{this, &bound});
    auto found = window ? search.search(root, kCut - 1, kCut, budget) : search.search(root, budget);
    ExtensionResult<Move> out;
    out.counts = found.counts;
    out.stop = found.stop;
    if (found.lower >= kCut) out.verdict = Verdict::kWin;
    if (found.upper < kCut) out.verdict = Verdict::kLoss;
    if (out.verdict != Verdict::kUnknown) out.stop = StopReason::kSolved;
    if (found.exact()) {
      const std::int64_t v = found.lower;
      out.score = v >= kCut ? v - kCut - kHalf : v + kHalf;
    }
    out.best = std::move(found.best);
    out.line = std::move(found.line);
    return out;
  }

 private:
  static constexpr std::int64_t kHalf = std::int64_t{1} << 60;
  static constexpr std::int64_t kCut = 0;

  // Failures lie in [-2 * kHalf, 0), successes in [0, 2 * kHalf].
  struct Scalar {
    using Value = std::int64_t;
    const ExtensionSearch* owner = nullptr;
    const BoundOf<P>* bound = nullptr;
    Value of(const typename P::Element& x) const {
      const std::int64_t score = owner->score_(x);
      CGT_EXPECTS(score > -kHalf && score < kHalf, "scores are smaller than 2^60");
      return succeeds(owner->poset_, *bound, x) ? kCut + kHalf + score : score - kHalf;
    }
    Value terminal(const S& s) const {
      const auto outcomes = owner->evaluation_(s);
      const auto* x = outcomes.certain();
      return x != nullptr ? of(*x) : least();
    }
    std::optional<Value> known(const S& s) const {
      const auto outcomes = owner->evaluation_(s);
      const auto* x = outcomes.certain();
      if (x == nullptr) return std::nullopt;
      return of(*x);
    }
    Value evaluate(const S&) const { return least(); }
    Value least() const { return -2 * kHalf; }
    Value greatest() const { return 2 * kHalf; }
  };

  P poset_;
  E evaluation_;
  Score score_;
  search::AlphaBetaOptions options_;
};

// A monotone score for a finite set of outcomes: the place in a linear extension.
template <Poset P>
class ExtensionRank {
 public:
  ExtensionRank(const P& poset, std::vector<typename P::Element> outcomes)
      : outcomes_(std::move(outcomes)), rank_(outcomes_.size()) {
    const auto order = ExplicitPoset::of(poset, outcomes_).linear_extension();
    for (std::size_t i = 0; i < order.size(); ++i) rank_[order[i]] = static_cast<std::int64_t>(i);
  }
  // Requires one of the outcomes.
  std::int64_t operator()(const typename P::Element& x) const {
    const auto at = std::find(outcomes_.begin(), outcomes_.end(), x);
    CGT_EXPECTS(at != outcomes_.end(), "the outcome is one of the extension");
    return rank_[static_cast<std::size_t>(at - outcomes_.begin())];
  }

 private:
  std::vector<typename P::Element> outcomes_;
  std::vector<std::int64_t> rank_;
};

}  // namespace cgt::pob
