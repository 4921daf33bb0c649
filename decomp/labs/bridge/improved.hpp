// The declarer that compares plans, not cards.
//
// A plan is a card now and, for each thing that the defenders may then show, a card at declarer's next
// decision. What declarer cannot tell apart has one card: that is what perfect-information sampling
// gets wrong (strategy fusion, Frank and Basin 1998), which decides each layout for itself and so
// takes every guess for right. Candidates are dropped as soon as the layouts tell them apart
// (racing), and the next decision of each layout is taken by the other layouts that look the same, so
// that no layout decides about itself. Endings with few layouts are solved exactly.
//
// Needs the double-dummy solver. Deterministic: what is random depends on seed, board and what was
// seen.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "decomp/labs/bridge/view.hpp"

namespace cgt::bridge {

// What was compared at the last decision; the chosen one first.
struct PlanReport {
  struct Next {
    std::string seen;  // "W S5, E S7"; of cards that look the same the lowest
    Card card = kNoCard;
    int layouts = 0;
  };
  Card card = kNoCard;
  double tricks = 0;  // from now on, on average
  std::vector<Next> next;
};

class ImprovedPlayer : public Player {
 public:
  virtual const std::vector<PlanReport>& plans() const = 0;
  virtual int layouts() const = 0;
};
std::unique_ptr<ImprovedPlayer> make_improved(std::uint64_t seed, unsigned slot);

}  // namespace cgt::bridge
