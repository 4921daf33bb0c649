// The inside of the network: its domain, the names of its tasks, and who declares which methods.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "decomp/labs/bridge/network.hpp"
#include "decomp/labs/bridge/state.hpp"

namespace cgt::bridge {

// The table of finesses: which cards of one suit make one, what to play, and what it hopes for.
//
// Smith's program has 26 situations, which are not printed; these are the standard ones. A shape says
// what the hand that is led towards holds, what the leader adds, and where the missing cards have to
// be; ranks are those of the cards that are still in play, counted from the top: 0 is the highest.

enum class FinesseKind : std::uint8_t { kEasy, kLeadHonour, kBackward, kRuffing, kFree, kProven };

struct FinesseShape {
  std::string_view name;
  // One letter for each of the highest cards in play: d held by third hand, p by the leader,
  // o held by either of us, x out, . whatever.
  std::string_view top;
  std::string_view play;  // what third hand plays: its place among those letters
  std::string_view key;   // places of the cards that second hand has to hold
  FinesseKind kind = FinesseKind::kEasy;
  double odds = 0.5;
};
std::span<const FinesseShape> finesse_shapes();

struct Finesse {
  int shape = 0;
  int suit = 0;
  Card lead = kNoCard;
  Card third = kNoCard;  // kNoCard: ruffs or discards
  Card key = kNoCard;    // the highest card that second hand has to hold
  double odds = 0.5;
};
// Of the hand that is on lead towards its partner, the likeliest first; one of each third card.
std::vector<Finesse> finesses(const PlanState& state, int leader, int suit);

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
