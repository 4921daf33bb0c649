// Makes certificates of won sums (certificate.hpp) from the answers of a solver.
//
//   Store store;
//   solve::SumOutcome solver(store);
//   Budget budget({.milliseconds = 1000});
//   const solve::Certificate proof =
//       solve::certify(store, solver, "clobber:xoxo + {3|-5}", Player::kLeft, budget);
//   write_file("win.json", solve::certificate_json(proof));
#pragma once

#include <string>

#include "cgt/store/store.hpp"
#include "decomp/solve/sums/certificate/certificate.hpp"
#include "decomp/solve/sums/sum_outcome.hpp"
#include "decomp/solve/sums/sum_text.hpp"

namespace cgt::solve {

struct CertifyOptions {
  // Components whose value takes the checker at most so many units of work get a lemma.
  std::uint64_t value_nodes = 4096;
  // But only if the value has at most so many followers.
  std::uint64_t value_followers = 64;
  std::size_t most_steps = 4'000'000;
};

// Who wins the sum when `first` moves first, and why. Throws InputError for the text,
// BudgetExhausted before it is done, Error if it would be too large or play can repeat.
Certificate certify(Store& store, SumOutcome& solver, const std::string& sum, Player first,
                    Budget& budget, const RulesetCalled& called = registered_ruleset,
                    const CertifyOptions& options = {});

// The text of a sum as sum_text.hpp reads it: for sums that come from elsewhere.
std::string sum_text(Store& store, const Sum& sum);

}  // namespace cgt::solve
