// The checker of certificates: reads the lemmas, the terms and the steps in their order and asks of
// each whether it follows from those before it (checked_sums.hpp says what is trusted).
//
// Thread rule: that of the store's handle.
#pragma once

#include <string>

#include "cgt/store/store.hpp"
#include "cgt/support/budget.hpp"
#include "decomp/solve/sums/certificate/certificate.hpp"
#include "decomp/solve/sums/sum_text.hpp"

namespace cgt::solve {

struct CertificateVerdict {
  bool verified = false;
  std::string where;   // "step 17"; "" if it is verified
  std::string reason;  // why it is refused
};

// Throws BudgetExhausted before it is known. Whatever is wrong with the certificate is a verdict.
CertificateVerdict check_certificate(Store& store, const Certificate& certificate, Budget& budget,
                                     const RulesetCalled& called = registered_ruleset);

// A reader of rulesets that asks `called` once for each name.
RulesetCalled remembering(const RulesetCalled& called);

}  // namespace cgt::solve
