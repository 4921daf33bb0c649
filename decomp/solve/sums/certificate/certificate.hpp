// Certificates: why a player wins a sum, as data that a small program replays.
//
//   {"format": "cgt certificate", "version": 1,
//    "sum": "clobber:xoxo + {3|-5}", "first": "Left", "winner": "Left",
//    "values": [["clobber:xo", "*"]],
//    "terms": ["{3|-5}", "clobber:xoxo", "3"],
//    "steps": [{"sum": [3, 2]}, {"sum": [1, 2], "reply": [3, 2]}]}
//
// "values" are lemmas: the position has that value. "terms" are positions and values that the steps
// name by number from 1; -2 is the negative of term 2. A step says that the winner wins the sum of
// these terms: with a "reply", when he is to move, for this is what he makes of it; without one,
// when his opponent is to move, whatever that one does. It rests on lemmas and earlier steps alone.
// The claim, too: that "winner" wins "sum" when "first" moves first.
//
// Made by certify.cpp, verified by check.cpp.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cgt/store/store.hpp"
#include "decomp/solve/sums/sum_outcome.hpp"
#include "decomp/solve/sums/sum_text.hpp"

namespace cgt::solve {

// Terms of a certificate by number from 1, negative for their negatives.
using TermNumbers = std::vector<std::int64_t>;

struct CertificateStep {
  TermNumbers sum;
  std::optional<TermNumbers> reply;
  friend bool operator==(const CertificateStep&, const CertificateStep&) = default;
};

struct Certificate {
  std::string sum;  // as sum_text.hpp reads it
  Player first = Player::kLeft;
  Player winner = Player::kLeft;
  std::vector<std::pair<std::string, std::string>> values;
  std::vector<std::string> terms;
  std::vector<CertificateStep> steps;
  friend bool operator==(const Certificate&, const Certificate&) = default;
};

// Longer files are refused.
inline constexpr std::size_t kMostCertificateBytes = std::size_t{1} << 28U;

// A step a line.
std::string certificate_json(const Certificate& certificate);

// Throws Error that says which entry is wrong; InputError with the place where it is not JSON.
// Does not look at whether the certificate is true.
Certificate parse_certificate(const SourceText& text);

// Makes certificates of won sums (certificate.hpp) from the answers of a solver.
//
//   Store store;
//   solve::SumOutcome solver(store);
//   Budget budget({.milliseconds = 1000});
//   const solve::Certificate proof =
//       solve::certify(store, solver, "clobber:xoxo + {3|-5}", Player::kLeft, budget);
//   write_file("win.json", solve::certificate_json(proof));

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

// The checker of certificates: reads the lemmas, the terms and the steps in their order and asks of
// each whether it follows from those before it (checked_sums.hpp says what is trusted).
//
// Thread rule: that of the store's handle.

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
