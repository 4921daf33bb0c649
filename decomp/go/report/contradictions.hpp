// Statements of one answer that exclude each other: contradictions() finds them in a report, without() solves the
// board without what is in doubt, and withdraw() puts that into the place of the report.
//
// What is compared costs no search: the claims of both players, what is assumed with what is proved, the
// statuses of groups with claims and with what is assumed of them, and area scores with those by parity.
// verify_others() (endgame/verify.hpp) solves the board again, in other ways.
//
// No score is exact that rests on one of two such statements, even if it is the true one. What is sound
// is asked for instead, in this order: the same without the assumptions that a proof refutes; without
// proofs but Benson's; and bounds by counting, which rest on no search.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "decomp/go/report/report.hpp"

namespace cgt::go {

std::vector<Contradiction> contradictions(const GoReport& report);

// The same board, cut and valued without what is in doubt. If nothing of it was used, what is left is
// counting. Shares the store.
GoEndgame without(Store& store, const GoEndgame& endgame, std::span<const Contradiction> found);

// Makes endgame and report those that are left after such statements: scores, and no best moves. `again`
// reports on an endgame.
void withdraw(Store& store, std::unique_ptr<GoEndgame>& endgame, GoReport& report,
              std::vector<Contradiction> found, const std::function<GoReport(GoEndgame&)>& again);

}  // namespace cgt::go
