// Tignum 2: the declarer who plans with the network and follows the plan while it holds.
//
// Play follows the policy while the card that falls is planned, or stands for the planned one (the
// critic, stands_for()); else it is thrown away and a new one is made from what is seen. It sees no
// hidden card and needs no libdds.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "decomp/labs/bridge/network.hpp"
#include "decomp/labs/bridge/view.hpp"

namespace cgt::bridge {

class ClassicPlayer : public Player {
 public:
  // Schemes that the last plan compared, and how often it was planned anew.
  virtual const std::vector<Network::Scheme>& schemes() const = 0;
  virtual std::uint64_t plans_made() const = 0;
  // Names of the tasks in the tree of the last plan.
  virtual std::vector<std::string> tasks_met() const = 0;
  // The tree of the last plan, as text.
  virtual std::string tree_text(bool all) const = 0;
};

struct ClassicOptions {
  std::uint64_t nodes = 100'000;  // of one plan at most; what is completed by then decides
  // No part of Tignum 2: with OpenCards::kMostTricks tricks left or fewer all cards are compared by the tricks
  // that they take in so many layouts, or in all if there are fewer, and of the best ones the planned card is
  // played. 0: the plan decides to the end.
  int layouts = 0;
};
std::unique_ptr<ClassicPlayer> make_classic(const ClassicOptions& options = {},
                                            std::uint64_t seed = 1);

}  // namespace cgt::bridge
