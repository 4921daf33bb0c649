// The inside of the network: its domain, the names of its tasks, and who declares which methods.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "decomp/labs/bridge/finesse.hpp"
#include "decomp/labs/bridge/network.hpp"

namespace cgt::bridge {

using Word64 = std::int64_t;
using PlanArgs = PlanDomain::Args;
using Instances = PlanDomain::Instances;

// Probabilities are arguments of tasks, in parts of 10^12.
inline constexpr double kParts = 1e12;
Word64 parts_of(double probability);

struct Network::Tasks {
  Tasks();
  PlanDomain d;

  PlanDomain::Name at(const std::string& name) const { return names.at(name); }
  // How many schemes apply at the root.
  int alternatives(const PlanState& state);

 private:
  std::map<std::string, PlanDomain::Name> names;

  void declare();
  void operators();
  void ours();  // of declarer and dummy
  void cash_winners();
  void cross_and_promote();
  void establish_length();
  void lose_tricks();
  void ruff();
  void draw_and_cash_out();
  void following();
  void schemes();
  void theirs();  // of the defenders
  void their_cards();
  void their_guesses();
  void their_lead();
  void finesses();

  using Code = std::function<void(const PlanState&, PlanArgs, Instances&)>;
  void method(const std::string& task, Code code, const std::string& name = {});
  htn::TaskId card(int seat, Card card) const;
  // The hand of the seat has the suit led: which cards are worth a thought.
  void follow_suit(const PlanState& s, int seat, Instances& out) const;
  // At notrump, the only stopper in the suit that they lead: let them have so many rounds as seven is
  // more than our cards of the suit (the rule of seven), so that one of them runs out of it.
  static bool holds_up(const PlanState& s, int seat, Card cheap);
  // Adds the schemes that the hand on lead has; `name` of each is that of its method.
  struct Offer {
    const char* name;
    std::string reason;
    std::vector<htn::TaskId> tasks;
  };
  static bool has_winner_in(const PlanState& s, int seat, int suit);
  static std::vector<int> cash_order(const PlanState& s);
  std::vector<Offer> offers(const PlanState& s, int p, int kind);
  void offer_leads(const PlanState& s, int p, int kind, std::vector<Offer>& out);
  void offer_trumps(const PlanState& s, int p, int kind, std::vector<Offer>& out);
};

}  // namespace cgt::bridge
