#include "decomp/solve/sums/certificate/certificate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "cgt/text/text.hpp"
#include "decomp/solve/sums/certificate/checked_sums.hpp"

namespace cgt::solve {
namespace {

struct Refusal {
  std::string reason;
};

class Checker {
 public:
  Checker(Store& store, const Certificate& certificate, Budget& budget, RulesetCalled called)
      : store_(store),
        certificate_(certificate),
        budget_(budget),
        called_(std::move(called)),
        sums_(store) {}

  CertificateVerdict check() {
    const Store::BudgetScope scope(store_, budget_);
    std::string where;
    try {
      for (std::size_t i = 0; i < certificate_.values.size(); ++i) {
        where = fmt::format("value {}", i + 1);
        check_value(certificate_.values[i].first, certificate_.values[i].second);
      }
      for (std::size_t i = 0; i < certificate_.terms.size(); ++i) {
        where = fmt::format("term {}", i + 1);
        terms_.push_back(read(certificate_.terms[i]));
      }
      for (std::size_t i = 0; i < certificate_.steps.size(); ++i) {
        where = fmt::format("step {}", i + 1);
        check_step(certificate_.steps[i]);
      }
      where = "the claim";
      if (!sums_.known(read(certificate_.sum), certificate_.winner, certificate_.first)) {
        throw Refusal{"it does not follow from the steps"};
      }
    } catch (const Refusal& refusal) {
      return {false, where, refusal.reason};
    } catch (const InputError& error) {
      return {false, where, error.message()};
    } catch (const Error& error) {
      return {false, where, error.what()};
    }
    return {true, "", ""};
  }

 private:
  CheckedSum read(const std::string& text) {
    return sums_.sum_of(parse_sum(store_, text, called_), budget_);
  }

  void check_value(const std::string& position, const std::string& claimed) {
    const CheckedSum sum = read(position);
    if (sum.game != kZero || sum.parts.size() != 1 || is_value(sum.parts[0]) || sum.parts[0] < 0) {
      throw Refusal{fmt::format("{} is not one component in normal form", position)};
    }
    const GameId value = sums_.evaluate(sum.parts[0], budget_);
    if (parse_value(store_, claimed) != value) {
      PrintStyle style;
      style.max_length = 60;
      throw Refusal{
          fmt::format("{} is {}, not {}", position, to_text(store_, value, style), claimed)};
    }
    sums_.use_value(sum.parts[0]);
  }

  void check_step(const CertificateStep& step) {
    const Player winner = certificate_.winner;
    const CheckedSum sum = sums_.sum_of(terms_, step.sum, budget_);
    if (step.reply) {
      const CheckedSum reply = sums_.sum_of(terms_, *step.reply, budget_);
      const std::vector<CheckedSum> moves = sums_.moves(sum, winner, budget_);
      if (std::find(moves.begin(), moves.end(), reply) == moves.end()) {
        throw Refusal{fmt::format("{} has no such move", name(winner))};
      }
      if (!sums_.known(reply, winner, opponent(winner))) {
        throw Refusal{"no earlier step shows that the reply wins"};
      }
    } else {
      for (const CheckedSum& after : sums_.moves(sum, opponent(winner), budget_)) {
        if (sums_.known(after, winner, winner)) continue;
        throw Refusal{fmt::format("no earlier step answers {}'s move to {}", name(opponent(winner)),
                                  sums_.text(after))};
      }
    }
    sums_.learn(sum, winner, step.reply ? winner : opponent(winner));
  }

  Store& store_;
  const Certificate& certificate_;
  Budget& budget_;
  RulesetCalled called_;
  CheckedSums sums_;
  std::vector<CheckedSum> terms_;
};

}  // namespace

RulesetCalled remembering(const RulesetCalled& called) {
  using Table = std::map<std::string, std::shared_ptr<const Ruleset>>;
  return [called, table = std::make_shared<Table>()](const std::string& name) {
    std::shared_ptr<const Ruleset>& known = (*table)[name];
    if (known == nullptr) known = called(name);
    return known;
  };
}

CertificateVerdict check_certificate(Store& store, const Certificate& certificate, Budget& budget,
                                     const RulesetCalled& called) {
  return Checker(store, certificate, budget, remembering(called)).check();
}

}  // namespace cgt::solve
