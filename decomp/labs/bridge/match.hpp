// Deals played to the end, and two declarers compared board-a-match: the same deal, contract and
// defence at both tables, the higher score wins the board (Smith 1997, 5.2.2).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cgt/support/budget.hpp"
#include "decomp/labs/bridge/view.hpp"

namespace cgt::bridge {

struct PlayedDeal {
  std::vector<Card> cards;
  std::vector<std::string> reasons;  // of each card of declarer's side; else ""
  int tricks = 0;
  double cpu = 0;  // seconds of declarer
  std::uint64_t nodes = 0;
};

// Budget: looked at before each card. Throws BudgetExhausted.
PlayedDeal play_deal(const Hands& hands, const Contract& contract, bool vulnerable,
                     Player& declarer, Player& defence, std::uint64_t board, Budget& budget);

class BoardAMatch {
 public:
  void add(int ours, int theirs) { (ours > theirs ? won_ : ours < theirs ? lost_ : tied_) += 1; }
  int won() const { return won_; }
  int lost() const { return lost_; }
  int tied() const { return tied_; }
  int boards() const { return won_ + lost_ + tied_; }
  // Boards a deal.
  double margin() const;
  double deviation() const;
  // Of the 95 % interval.
  double half_width() const;

 private:
  int won_ = 0;
  int lost_ = 0;
  int tied_ = 0;
};

}  // namespace cgt::bridge
