#include "decomp/labs/bridge/tasks.hpp"

#include <algorithm>

namespace cgt::bridge {
namespace {

using enum FinesseKind;

// The highest cards in play from left to right. The first shape that fits is taken.
constexpr FinesseShape kFinesseShapes[] = {
    {"ace-queen against king", "dxd", "2", "1", kEasy, 0.5},
    {"ace-queen-jack against king", "dxdd", "3", "1", kEasy, 0.5},
    {"king-jack, ace with leader, against queen", "pdxd", "3", "2", kEasy, 0.5},
    {"ace-king-jack against queen", "ddxd", "3", "2", kEasy, 0.5},
    {"towards the king", "xd", "1", "0", kEasy, 0.5},
    {"towards king-queen", "xdd", "2", "0", kEasy, 0.5},
    {"towards the queen", "xxd", "2", "01", kEasy, 0.25},
    {"towards queen-jack", "xxdd", "3", "01", kEasy, 0.25},
    {"towards the jack", "xxxd", "3", "012", kEasy, 0.125},
    {"ace-jack-ten against king-queen", "dxxdd", "4", "12", kEasy, 0.76},
    {"ace-queen-ten, deep", "dxdxd", "4", "13", kEasy, 0.25},
    {"ace-queen-nine, deep", "dxdxxd", "5", "34", kEasy, 0.25},
    {"ace-jack-nine", "dxxdxd", "5", "4", kEasy, 0.38},
    {"king-jack-ten against ace-queen", "xdxdd", "4", "2", kEasy, 0.5},
    {"king-jack against ace-queen", "xdxd", "3", "2", kEasy, 0.5},
    {"king-ten-nine", "xdxxdd", "5", "23", kEasy, 0.38},
    {"king-queen-ten against ace-jack", "xddxd", "4", "3", kEasy, 0.5},
    {"ace-ten opposite king-jack", "dpxp", "0", "2", kEasy, 0.5},
    {"ace-king-ten against queen-jack", "ddxxd", "4", "23", kEasy, 0.25},
    {"leading the queen through", "dxpp", "0", "1", kLeadHonour, 0.5},
    {"leading the jack through", "ddxpp", "1", "2", kLeadHonour, 0.5},
    {"backward: jack led through the queen", "dpxd", "3", "2", kBackward, 0.4},
    {"two-way queen", "dpxo", "0", "2", kLeadHonour, 0.5},
    {"pinning the ten", "dxpxx", "0", "1", kLeadHonour, 0.3},
    {"ruffing finesse", "xp", "r", "", kRuffing, 0.5},
    {"free finesse in second hand", "xod", "2", "0", kFree, 0.5},
};

bool fits(const PlanState& s, const FinesseShape& shape, const std::vector<Card>& cards,
          int leader) {
  if (cards.size() < shape.top.size()) return false;
  for (std::size_t i = 0; i < shape.top.size(); ++i) {
    const bool with_third = has(s.hand(leader ^ 2), cards[i]);
    const bool with_leader = has(s.hand(leader), cards[i]);
    switch (shape.top[i]) {
      case 'd':
        if (!with_third) return false;
        break;
      case 'p':
        if (!with_leader) return false;
        break;
      case 'o':
        if (!with_third && !with_leader) return false;
        break;
      case 'x':
        if (with_third || with_leader) return false;
        break;
      default: break;
    }
  }
  return true;
}

}  // namespace

std::span<const FinesseShape> finesse_shapes() { return kFinesseShapes; }

std::vector<Finesse> finesses(const PlanState& s, int leader, int suit) {
  std::vector<Finesse> out;
  const Cards mine = in_suit(s.hand(leader), suit);
  if (mine == 0) return out;
  std::vector<Card> cards;
  for (Cards rest = in_suit(s.both(), suit) | s.out(suit); rest != 0;) {
    cards.push_back(highest(rest));
    rest &= ~bit(highest(rest));
  }
  const int second = (leader + 1) & 3;
  const int fourth = (leader + 3) & 3;
  const Cards theirs = in_suit(s.hand(leader ^ 2), suit);
  for (std::size_t i = 0; i < std::size(kFinesseShapes); ++i) {
    const FinesseShape& shape = kFinesseShapes[i];
    if (shape.kind == kFree || !fits(s, shape, cards, leader)) continue;
    Finesse f;
    f.shape = static_cast<int>(i);
    f.suit = suit;
    f.odds = shape.odds;
    f.lead = lowest(mine);
    if (shape.kind == kRuffing) {
      if (theirs != 0 || s.trump() == kNotrump || suit == s.trump() ||
          in_suit(s.hand(leader ^ 2), s.trump()) == 0 || count(mine) < 2) {
        continue;
      }
      f.lead = highest(mine);
      f.key = cards[0];
    } else {
      if (theirs == 0) continue;
      f.third = cards[static_cast<std::size_t>(shape.play[0] - '0')];
      f.key = cards[static_cast<std::size_t>(shape.key[0] - '0')];
      if (shape.kind == kLeadHonour) {
        f.lead = highest(mine);
        f.third = lowest(theirs);
      } else if (shape.kind == kBackward) {
        f.lead = highest(mine & ~bit(cards[1]));
        if (f.lead == cards[1] || rank_of(f.lead) < 9) continue;
      }
    }
    // Where the key card is known to be, or cannot be.
    if (!s.may_have(second, f.key)) continue;
    if (!s.may_have(fourth, f.key)) {
      f.odds = 1;
    } else if (s.left() > 0 && shape.kind == kEasy &&
               s.rounds[static_cast<std::size_t>(suit)] > 0 && s.finessed(suit)) {
      // A round has held: fourth hand would have won it.
      f.odds = std::max(f.odds, 0.9);
    }
    const bool seen = std::any_of(out.begin(), out.end(), [&](const Finesse& x) {
      return x.third == f.third && x.lead == f.lead;
    });
    if (!seen) out.push_back(f);
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const Finesse& a, const Finesse& b) { return a.odds > b.odds; });
  if (out.size() > 2) out.resize(2);
  return out;
}

}  // namespace cgt::bridge
