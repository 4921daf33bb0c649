// The table of finesses: which cards of one suit make one, what to play, and what it hopes for.
//
// Smith's program has 26 situations, which are not printed; these are the standard ones. A shape says
// what the hand that is led towards holds, what the leader adds, and where the missing cards have to
// be; ranks are those of the cards that are still in play, counted from the top: 0 is the highest.
#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "decomp/labs/bridge/state.hpp"

namespace cgt::bridge {

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

}  // namespace cgt::bridge
