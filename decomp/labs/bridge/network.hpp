// The task network of Tignum 2 (Smith 1997, 5.1): 84 tasks of declarer, dummy and the defenders, as a
// planning domain whose policies are declarer's plans.
//
// Decision nodes are tasks of declarer and dummy, external nodes those of the defenders, which are
// weighted by beliefs that belong to the methods: length methods see an even or an uneven split,
// discards are ruffed or not, high cards are cashed in the certain worst split. Values are duplicate
// scores. The names of the tasks are Smith's; he prints the decomposition of finesses only.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "decomp/htn/code_domain.hpp"
#include "decomp/htn/planner/policy.hpp"
#include "decomp/labs/bridge/state.hpp"

namespace cgt::bridge {

using PlanDomain = htn::CodeDomain<PlanState>;

class Network {
 public:
  Network();
  ~Network();
  PlanDomain& domain();
  const PlanDomain& domain() const;
  // Names of all tasks, in Smith's order.
  static const std::vector<std::string>& task_names();

  // From here, one of ours to play. Alternatives at the root are the schemes that apply; if there is
  // only one, the plan ends with the trick.
  void start(const PlanState& state);
  htn::PolicyResult plan(Budget& budget);

  // A scheme at the root of a plan.
  struct Scheme {
    std::string name;    // "GetDiscard"
    std::string reason;  // "Try to set up D discard"
    double value = 0;    // duplicate score
    Card card = kNoCard;
  };
  std::vector<Scheme> schemes(const htn::PolicyTree& tree) const;
  // Of an operator: the seat and the card, or kNoCard if it plays none.
  PlayedCard card_of_step(htn::TaskId task) const;
  // A plan as players write it: tricks between strokes, what the defenders may do with its odds as a fraction,
  // declarer's ways with their reasons, each with what it is worth. `all`: the ways that are not taken, too.
  std::string text(const htn::PolicyTree& tree, bool all) const;
  // For tests: plans this task, with these arguments, from the state.
  htn::PolicyResult plan_task(const std::string& name,
                              std::initializer_list<std::int64_t> arguments, Budget& budget);

 private:
  std::string way_text(const htn::PolicyTree& tree, const htn::PolicyNode& node,
                       const htn::PolicyEdge& edge) const;
  struct Tasks;
  std::unique_ptr<Tasks> tasks_;
};

// Does a card that a defender played stand for the planned one? Of the same suit, with the same winner
// of the trick, and no card of ours in play between them.
bool stands_for(const View& before, Card planned, Card actual);

}  // namespace cgt::bridge
