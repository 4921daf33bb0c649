#include "decomp/solve/sums/certificate/certificate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "cgt/text/text.hpp"
#include "decomp/position/negative.hpp"
#include "decomp/solve/sums/certificate/checked_sums.hpp"

namespace cgt::solve {
namespace {

// Units of work of the first try at a reply.
constexpr std::uint64_t kFirstTry = 64;

class Certifier {
 public:
  Certifier(Store& store, SumOutcome& solver, Budget& budget, const CertifyOptions& options)
      : store_(store), solver_(solver), budget_(budget), options_(options), sums_(store) {}

  void run(const Sum& sum, Certificate& out) {
    const SumAnswer answer = solver_.solve(sum, out.first, budget_);
    if (answer.verdict == Verdict::kUnknown) {
      throw BudgetExhausted(answer.stop.value_or(StopReason::kNodes));
    }
    if (answer.loopy) refuse_loops();
    winner_ = answer.verdict == Verdict::kWins ? out.first : opponent(out.first);
    out.winner = winner_;
    const Store::BudgetScope scope(store_, budget_);
    prove(valued(sums_.sum_of(sum, budget_)), out.first);
    out.values = std::move(certificate_.values);
    out.terms = std::move(certificate_.terms);
    out.steps = std::move(certificate_.steps);
  }

 private:
  // A sum that the winner wins, and what has to be shown first: with him to move, his reply.
  struct Frame {
    CheckedSum sum;
    Player next;
    std::vector<CheckedSum> needs;
    std::size_t looked_at = 0;
  };

  // Small values take the places of their components, as soon as those are seen.
  CheckedSum valued(CheckedSum sum) {
    bool changed = false;
    for (const CheckedPart part : sum.parts) {
      const CheckedPart base = is_value(part) || part > 0 ? part : -part;
      if (is_value(base)) continue;
      if (tried_.insert(base).second) try_value(base);
      if (!sums_.component(base).value.is_none()) changed = true;
    }
    return changed ? sums_.renewed(sum, budget_) : sum;
  }

  void try_value(CheckedPart part) {
    if (options_.value_nodes == 0) return;
    Budget part_budget = budget_.part(options_.value_nodes);
    GameId value;
    try {
      value = sums_.evaluate(part, part_budget);
      if (store_.follower_count(value) > options_.value_followers) value = {};
    } catch (const BudgetExhausted&) {
      value = {};
    }
    budget_.settle(part_budget);
    if (value.is_none()) return;
    certificate_.values.emplace_back(sums_.text(part), to_text(store_, value));
    sums_.use_value(part);
  }

  bool known(const CheckedSum& sum, Player next) { return sums_.known(sum, winner_, next); }

  Frame frame(const CheckedSum& sum, Player next) {
    Frame frame{sum, next, sums_.moves(sum, next, budget_)};
    if (next != winner_) {
      for (CheckedSum& after : frame.needs) after = valued(std::move(after));
      return frame;
    }
    for (const CheckedSum& reply : frame.needs) {
      if (known(reply, opponent(winner_))) {
        frame.needs = {reply};
        return frame;
      }
    }
    frame.needs = {valued(winning_reply(frame.needs))};
    return frame;
  }

  // The first reply that the solver knows to win, or else finds to win with little work: most were
  // decided when the sum was solved.
  CheckedSum winning_reply(const std::vector<CheckedSum>& replies) {
    std::vector<bool> loses(replies.size());
    for (std::uint64_t nodes = kFirstTry;; nodes *= 4) {
      for (std::size_t i = 0; i < replies.size(); ++i) {
        if (loses[i]) continue;
        Budget part = budget_.part(nodes);
        const Verdict verdict =
            solver_.solve(terms_of(replies[i]), opponent(winner_), part).verdict;
        budget_.settle(part);
        if (verdict == Verdict::kLoses) return replies[i];
        if (verdict == Verdict::kWins) loses[i] = true;
      }
      budget_.poll();
      if (std::find(loses.begin(), loses.end(), false) == loses.end()) {
        throw Error("the solver contradicts itself: no winning move is left");
      }
    }
  }

  void prove(const CheckedSum& root, Player first) {
    if (known(root, first)) return;
    std::vector<Frame> stack;
    stack.push_back(frame(root, first));
    while (!stack.empty()) {
      budget_.charge();
      Frame& top = stack.back();
      const Player after = opponent(top.next);
      while (top.looked_at < top.needs.size() && known(top.needs[top.looked_at], after)) {
        ++top.looked_at;
      }
      if (top.looked_at < top.needs.size()) {
        stack.push_back(frame(CheckedSum(top.needs[top.looked_at]), after));
        continue;
      }
      put_down(top);
      stack.pop_back();
    }
  }

  void put_down(const Frame& done) {
    if (certificate_.steps.size() >= options_.most_steps) {
      throw Error(fmt::format("the certificate is too large: it has more than {} steps",
                              options_.most_steps));
    }
    CertificateStep step{numbers_of(done.sum), {}};
    if (done.next == winner_) step.reply = numbers_of(done.needs[0]);
    certificate_.steps.push_back(std::move(step));
    sums_.learn(done.sum, winner_, done.next);
  }

  TermNumbers numbers_of(const CheckedSum& sum) {
    TermNumbers out;
    for (const CheckedPart part : sum.parts) {
      const bool negated = !is_value(part) && part < 0;
      const std::int64_t number = number_of(negated ? -part : part);
      out.push_back(negated ? -number : number);
    }
    if (sum.game != kZero) out.push_back(number_of(kFirstValuePart + sum.game.word()));
    return out;
  }

  std::int64_t number_of(CheckedPart part) {
    const auto [found, fresh] = numbers_.try_emplace(part, 0);
    if (fresh) {
      certificate_.terms.push_back(sums_.text(part));
      found->second = static_cast<std::int64_t>(certificate_.terms.size());
    }
    return found->second;
  }

  Sum terms_of(const CheckedSum& sum) {
    Sum out;
    if (sum.game != kZero) out.push_back({sum.game, "", ""});
    for (const CheckedPart part : sum.parts) {
      if (is_value(part)) {
        out.push_back({sums_.value(part), "", ""});
      } else {
        const CheckedSums::Component& base = sums_.component(part);
        out.push_back({part < 0 ? negative(base.position) : base.position, base.ruleset, ""});
      }
    }
    return out;
  }

  Store& store_;
  SumOutcome& solver_;
  Budget& budget_;
  const CertifyOptions& options_;
  CheckedSums sums_;
  Player winner_ = Player::kLeft;
  Certificate certificate_;
  std::set<CheckedPart> tried_;
  std::map<CheckedPart, std::int64_t> numbers_;
};

}  // namespace

Certificate certify(Store& store, SumOutcome& solver, const std::string& sum, Player first,
                    Budget& budget, const RulesetCalled& called, const CertifyOptions& options) {
  Certificate out;
  out.sum = sum;
  out.first = first;
  Certifier(store, solver, budget, options).run(parse_sum(store, sum, remembering(called)), out);
  return out;
}

std::string sum_text(Store& store, const Sum& sum) {
  std::string out;
  for (const SumTerm& term : sum) {
    if (!out.empty()) out += " + ";
    if (const auto* value = std::get_if<GameId>(&term.game)) {
      out += value_term_text(store, *value);
      continue;
    }
    const auto& position = std::get<AnyPosition>(term.game);
    const auto* exchanged = position.as<Negative>();
    out += fmt::format("{}{}:{}", exchanged != nullptr ? "- " : "", term.ruleset,
                       exchanged != nullptr ? exchanged->base().text() : position.text());
  }
  return out.empty() ? "0" : out;
}

}  // namespace cgt::solve
