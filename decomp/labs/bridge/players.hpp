// Players by the names that people write ("classic", "pimc:20"), what they are, and matches of them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "decomp/labs/bridge/network.hpp"
#include "decomp/labs/bridge/view.hpp"

namespace cgt::bridge {

// improved, classic, classic+layouts, rule, pimc:N. All but classic, classic+layouts and rule need the
// double-dummy solver (double_dummy.hpp); `slot` is its slot. Throws Error for an unknown name, and if
// the solver is not there.
std::unique_ptr<Player> make_declarer(const std::string& name, std::uint64_t seed, unsigned slot);

// dd, who sees all hands, rule, or pimc:N, with other samples than a declarer of the same seed. The same
// errors.
std::unique_ptr<Player> make_defence(const std::string& name, std::uint64_t seed, unsigned slot);

// Players to compare with: a declarer by rules of thumb, perfect-information sampling, and
// defenders who see all cards.
//
// Sampling and defenders who see all cards need the double-dummy solver (double_dummy.hpp). `slot` is its slot.

// Draws trumps, cashes winners, leads its longest suit, wins as cheaply as it can.
std::unique_ptr<Player> make_rule_declarer();

// PIMC(n): deals the unseen cards n times, uniformly over what fits, solves each layout double dummy
// and plays the card with the most tricks in sum (Levy 1989; Ginsberg 2001). Ties: before_in_ties().
// Declarer, or a defender.
std::unique_ptr<Player> make_pimc(int samples, std::uint64_t seed, unsigned slot);

// A defender who sees all hands and plays a card that keeps the double-dummy value. Ties:
// before_in_ties().
std::unique_ptr<Player> make_seeing_defender(unsigned slot);

// A defender by rules of thumb: leads from length and touching honours, second hand low, third hand as high as it
// must. From OpenCards::kFewTricks tricks on the card that takes most of them in 32 layouts. Needs no libdds.
std::unique_ptr<Player> make_rule_defender(std::uint64_t seed);

// Tignum 2: the declarer who plans with the network and follows the plan while it holds.
//
// Play follows the policy while the card that falls is planned, or stands for the planned one (the
// critic, stands_for()); else it is thrown away and a new one is made from what is seen. It sees no
// hidden card and needs no libdds.

class ClassicPlayer : public Player {
 public:
  // Schemes that the last plan compared, and how often a plan was made again.
  virtual const std::vector<Network::Scheme>& schemes() const = 0;
  virtual std::uint64_t plans_made() const = 0;
  // Names of the tasks in the tree of the last plan.
  virtual std::vector<std::string> tasks_met() const = 0;
  // The tree of the last plan: in the tasks of the network, or in cards (Network::text()).
  virtual std::string tree_text(bool all) const = 0;
  virtual std::string plan_text(bool all) const = 0;
};

struct ClassicOptions {
  std::uint64_t nodes = 100'000;  // of one plan at most; what is completed by then decides
  // No part of Tignum 2: with OpenCards::kFewTricks tricks left or fewer all cards are compared by the tricks
  // that they take in so many layouts, or in all if there are fewer, and of the best ones the planned card is
  // played. 0: the plan decides to the end.
  int layouts = 0;
};
std::unique_ptr<ClassicPlayer> make_classic(const ClassicOptions& options = {},
                                            std::uint64_t seed = 1);

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

// Deals played to the end, and two declarers compared board-a-match: the same deal, contract and
// defence at both tables, the higher score wins the board (Smith 1997, 5.2.2).

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
