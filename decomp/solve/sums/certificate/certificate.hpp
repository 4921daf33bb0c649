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
// Made by certify.hpp, verified by check.hpp.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cgt/support/diagnostic.hpp"
#include "cgt/support/player.hpp"

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

// Throws Error that says which entry is wrong; InputError with the place where it is no JSON.
// Does not look at whether the certificate is true.
Certificate parse_certificate(const SourceText& text);

}  // namespace cgt::solve
