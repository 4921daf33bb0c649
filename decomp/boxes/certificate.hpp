// Certificates of scores: strategies for both players, as data that a small program replays.
//
//   {"format": "cgt boxes certificate", "version": 1,
//    "board": "+ + +/|    /+-+-+", "lines": ["A1-B1", "B1-C1", "B1-B2", "C1-C2"], "score": -2,
//    "steps": [
//     {"open": "8", "least": 1, "line": "C1-C2"},
//     {"open": "f", "most": -2}]}
//
// "lines" numbers the open lines of the board. A step is about the position whose open lines are the
// bits of the hexadecimal number "open", the lowest one for the first line. "least": the player to
// move gains at least so many boxes more than the opponent, beginning with "line". "most": at most so
// many, whatever line is drawn. What follows is known by an earlier step with the same or a stronger
// number, or because no more boxes are open. The claim: both bounds of "score" for all lines.
//
// Made here from the answers of a search, verified in check.cpp by the rules alone.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cgt/support/budget.hpp"
#include "cgt/support/diagnostic.hpp"
#include "decomp/boxes/score.hpp"

namespace cgt::boxes {

struct CGT_API CertificateStep {
  Strings open = 0;
  int bound = 0;
  std::optional<int> line;  // none: the bound is an upper one
  friend bool operator==(const CertificateStep&, const CertificateStep&) = default;
};

struct CGT_API Certificate {
  std::string board;  // as Board::parse reads it
  std::vector<std::string> lines;
  int score = 0;
  std::vector<CertificateStep> steps;
  friend bool operator==(const Certificate&, const Certificate&) = default;
};

// More steps are refused.
inline constexpr std::size_t kMostSteps = 4'000'000;

// Why the board has its score. Throws BudgetExhausted; Error if it would be too large.
CGT_API Certificate certify(const Board& board, ScoreSearch& search, Budget& budget);

// A step a line.
CGT_API std::string certificate_json(const Certificate& certificate);
// Is this the text of a certificate of boxes, and not of something else?
CGT_API bool is_certificate(const SourceText& text);
// Throws Error that says which entry is wrong; InputError with the place where it is not JSON. Does
// not look at whether the certificate is true.
CGT_API Certificate parse_certificate(const SourceText& text);

// Why the certificate does not hold; none if it does. Throws BudgetExhausted, and InputError for the
// board.
CGT_API std::optional<std::string> refute(const Certificate& certificate, Budget& budget);

}  // namespace cgt::boxes
