// What declarer and dummy set out to do: the alternatives of Something, and the tasks that they lead to.
#include <fmt/format.h>

#include <algorithm>

#include "decomp/labs/bridge/tasks.hpp"

namespace cgt::bridge {
namespace {

using htn::TaskId;

enum SchemeKind {
  kGetDiscard,
  kConsiderLength,
  kFinesse,
  kPlaySetCard,
  kConsiderRuff,
  kCrossruff,
  kDrawTrump,
  kConsiderHard,
  kConsiderCross,
  kCashTrumps,
  kCashOut,
  kSchemeKinds,
};
constexpr const char* kSchemeNames[] = {
    "GetDiscard", "ConsiderLength", "Finesse",       "PlaySetCard", "ConsiderRuff", "Crossruff",
    "DrawTrump",  "ConsiderHard",   "ConsiderCross", "CashTrumps",  "CashOut"};

std::string ordinal(int n) {
  static const char* const names[] = {"first", "second", "third", "fourth", "fifth", "sixth"};
  return n < 6 ? names[n] : std::to_string(n + 1) + "th";
}
std::string number_word(int n) {
  static const char* const names[] = {"no", "one", "two", "three", "four", "five", "six"};
  return n <= 6 ? names[n] : std::to_string(n);
}

int suit_length(const PlanState& s, int seat, int suit) { return length(s.hand(seat), suit); }
int longest(const PlanState& s, int suit) {
  return std::max(suit_length(s, s.table().declarer(), suit),
                  suit_length(s, s.table().dummy(), suit));
}
// Tops of one hand that are winners.
int tops(const PlanState& s, int seat, int suit) {
  const Cards theirs = s.out(suit);
  const Cards mine = in_suit(s.hand(seat), suit);
  if (theirs == 0) return count(mine);
  int n = 0;
  each_card(mine, [&](Card card) { n += card > highest(theirs) ? 1 : 0; });
  return n;
}
int all_losers(const PlanState& s) {
  int sum = 0;
  for (int suit = 0; suit < 4; ++suit) sum += s.losers(s.master_hand(), suit);
  return sum;
}
// Cards of the defenders above our best, and how many of ours are then high.
std::pair<int, int> sequence(const PlanState& s, int suit) {
  const Cards ours = in_suit(s.both(), suit);
  if (ours == 0) return {0, 0};
  int masters = 0;
  Card next = 0;
  each_card(s.out(suit), [&](Card card) {
    if (card > highest(ours)) {
      ++masters;
    } else {
      next = card;
    }
  });
  int high = 0;
  each_card(ours, [&](Card card) { high += next == 0 || card > next ? 1 : 0; });
  return {masters, high};
}
// A round of a suit is ours.
bool round_is_ours(const PlanState& s, int suit) {
  const PlanState::Round r = s.cash_round(suit);
  if (r.lead == kNoCard) return false;
  return s.is_winner(r.lead) || (r.follow != kNoCard && s.is_winner(r.follow));
}

// Can a side suit be finessed before trumps are drawn? They are, or hardly anybody ruffs the next round:
// four or more cards are out, and nobody has shown out.
bool is_safe_from_ruffs(const PlanState& s, int suit) {
  constexpr double kRisk = 0.15;
  return s.trumps_drawn() || s.ruff_odds(suit) <= kRisk;
}

// How many schemes a plan has in a row. Notrump has fewer of them to choose among, and its tricks are
// made by several suits one after the other.
int schemes_in_a_row(const PlanState& s) { return s.trump() == kNotrump ? 4 : 3; }

}  // namespace

// --- tasks ---

void Network::Tasks::ours() {
  cash_winners();
  cross_and_promote();
  establish_length();
  lose_tricks();
  ruff();
  draw_and_cash_out();
}

void Network::Tasks::cash_winners() {
  // a: leader, suit. Both hands' cards, what the defenders do in between.
  const auto cash = [this](const char* name, bool followed, bool ruffed) {
    method(name, [this, followed, ruffed](const PlanState& s, PlanArgs a, Instances& out) {
      const int p = static_cast<int>(a[0]);
      const PlanState::Round r = s.cash_round(static_cast<int>(a[1]));
      if (r.lead == kNoCard || s.turn() != p) return;
      std::vector<TaskId> tasks{card(p, r.lead)};
      tasks.push_back(at(followed ? "ThemSuit" : "ThemAnyNoRuff")((p + 1) & 3, a[1]));
      tasks.push_back(r.follow == kNoCard ? at("DiscardDuringCash")(p ^ 2) : card(p ^ 2, r.follow));
      // In an uneven split fourth hand shows out under the last winner.
      const auto suit = static_cast<int>(a[1]);
      const bool out_now =
          followed && (s.tried >> suit & 1) != 0 && s.winners(suit) == 1 && count(s.out(suit)) > 1;
      tasks.push_back(out_now    ? at("ThemVoid")((p + 3) & 3, suit)
                      : ruffed   ? at("ThemRuffFour")((p + 3) & 3)
                      : followed ? at("ThemSuit")((p + 3) & 3, a[1])
                                 : at("ThemAnyLow")((p + 3) & 3));
      out.add(tasks);
    });
  };
  cash("CashWinner", false, false);
  cash("CashDummyWinner", false, false);
  cash("CashFollowed", true, false);
  cash("CashDummyFollowed", true, false);
  cash("CashRuffed", false, true);
  cash("CashDummyRuffed", false, true);
  cash("HardWinner", true, false);
  cash("HardDummyWinner", true, false);
  cash("ForceThemRuff", false, true);

  // a: leader, suit, suit of the loser, probability of a ruff
  method("GetDiscard", [this](const PlanState& s, PlanArgs a, Instances& out) {
    const int p = static_cast<int>(a[0]);
    const int suit = static_cast<int>(a[1]);
    // Second hand, if it is known to be out of the suit, ruffs at once.
    const int second = (p + 1) & 3;
    const bool ruffs =
        s.is_void(second, suit) && s.trumps_out() > 0 && !s.is_void(second, s.trump());
    std::vector<TaskId> tasks{card(p, s.top(p, suit)),
                              at(ruffs ? "ThemRuff" : "ThemAnyNoRuff")(second)};
    tasks.push_back(suit_length(s, p ^ 2, suit) > 0 ? at("PlayLowInSuit")(p ^ 2)
                                                    : at("DiscardLow")(p ^ 2, a[2]));
    tasks.push_back(a[3] == 0 ? at("ThemAnyLow")((p + 3) & 3)
                              : at("ThemSplit")((p + 3) & 3, suit, a[3]));
    out.add(tasks);
  });
}

void Network::Tasks::cross_and_promote() {
  const auto cross = [this](const char* name) {
    method(name, [this](const PlanState& s, PlanArgs a, Instances& out) {
      const int p = static_cast<int>(a[0]);
      const int suit = static_cast<int>(a[1]);
      out.add({at("LeadLow")(p, s.low(p, suit)), at("ThemNotWinner")((p + 1) & 3),
               card(p ^ 2, s.top(p ^ 2, suit)), at("ThemAny")((p + 3) & 3)});
    });
  };
  cross("SimpleCross");
  cross("SimpleCrossNotInTrump");
  method("ConsiderCross", [this](const PlanState& s, PlanArgs a, Instances& out) {
    const bool trump = a[1] == s.trump();
    out.add({at("Crossed")(), at(trump ? "SimpleCross" : "SimpleCrossNotInTrump")(a[0], a[1])});
  });

  method("PlaySetCard", [this](const PlanState& s, PlanArgs a, Instances& out) {
    const int p = static_cast<int>(a[0]);
    const int suit = static_cast<int>(a[1]);
    const PlanState::Round r = s.losing_round(suit);
    const Card best = r.follow == kNoCard ? r.lead : std::max(r.lead, r.follow);
    std::vector<TaskId> tasks{card(p, r.lead)};
    tasks.push_back(at("ThemSplitLess")((p + 1) & 3, suit, 0, rank_of(best)));
    tasks.push_back(r.follow == kNoCard ? at("DiscardLow")(p ^ 2)
                                        : at("PlaySetFollowed")(p ^ 2, r.follow));
    tasks.push_back(at("ThemWin")((p + 3) & 3));
    out.add(tasks);
  });
}

void Network::Tasks::establish_length() {
  // a: leader, suit, probability of an even split
  method("ConsiderLength", [this](const PlanState&, PlanArgs a, Instances& out) {
    out.add({at("ThemEven")(a[1], a[2]), at("LengthWinner")(a[0], a[1])});
  });
  method("LengthWinner", [this](const PlanState& s, PlanArgs a, Instances& out) {
    const int suit = static_cast<int>(a[1]);
    std::vector<TaskId> tasks;
    // The hand on lead changes with the rounds; each finds out for itself.
    PlanState t = s;
    int p = static_cast<int>(a[0]);
    for (int i = s.winners(suit); i > 0; --i) {
      const PlanState::Round r = t.cash_round(suit);
      if (r.lead == kNoCard) break;
      const bool dummy = r.follow != kNoCard && r.follow > r.lead;
      tasks.push_back(at(dummy ? "CashDummyFollowed" : "CashFollowed")(p, suit));
      if (dummy) p ^= 2;
      break;
    }
    for (int i = s.winners(suit); i > 1; --i) tasks.push_back(at("HardCash")(suit));
    out.add(tasks);
  });
  // The next winner, from whichever hand is on lead.
  method("HardCash", [this](const PlanState& s, PlanArgs a, Instances& out) {
    const int suit = static_cast<int>(a[0]);
    if (!s.ours(s.turn()) || s.table().size() > 0 || !round_is_ours(s, suit)) {
      out.add({});
      return;
    }
    const PlanState::Round r = s.cash_round(suit);
    const bool dummy = r.follow != kNoCard && r.follow > r.lead;
    out.add({at(dummy ? "HardDummyWinner" : "HardWinner")(s.turn(), suit)});
  });
  method("ConsiderHard", [this](const PlanState&, PlanArgs a, Instances& out) {
    out.add({at("HardLengthWinner")(a[0], a[1], a[2])});
  });
  // The round that has to be lost goes first where the hand with the length has its entry in the suit.
  method("HardLengthWinner", [this](const PlanState& s, PlanArgs a, Instances& out) {
    const int p = static_cast<int>(a[0]);
    const int suit = static_cast<int>(a[1]);
    const bool duck = has_winner_in(s, p ^ 2, suit);
    out.add({at("ThemEven")(suit, a[2]), at(duck ? "HardDuck" : "HardLose")(p, suit)});
  });
}

void Network::Tasks::lose_tricks() {
  for (const char* name : {"HardDuck", "HardLose", "LoseTrick"}) {
    method(name, [this](const PlanState& s, PlanArgs a, Instances& out) {
      const int p = static_cast<int>(a[0]);
      const int suit = static_cast<int>(a[1]);
      const Card lead = s.low(p, suit);
      if (lead == kNoCard) return;
      const Card other = s.low(p ^ 2, suit);
      std::vector<TaskId> tasks{at("LeadLow")(p, lead), at("ThemAnyLow")((p + 1) & 3)};
      if (other == kNoCard) {
        tasks.push_back(at("DiscardLow")(p ^ 2));
      } else if (a.size() > 2) {
        tasks.push_back(at("LoseFollowed")(p ^ 2, other));
      } else {
        tasks.push_back(at(s.ours(p ^ 2) && (p ^ 2) == s.table().dummy()
                               ? "HardDummyFollowed"
                               : "HardFollowed")(p ^ 2, other));
      }
      tasks.push_back(at("ThemWin")((p + 3) & 3));
      out.add(tasks);
    });
  }
}

void Network::Tasks::ruff() {
  method("ConsiderRuff", [this](const PlanState& s, PlanArgs a, Instances& out) {
    const int p = static_cast<int>(a[0]);
    const int suit = static_cast<int>(a[1]);
    if (suit_length(s, p ^ 2, suit) > 0) {
      out.add({at("SetUpRuff")(p, suit)});
      return;
    }
    const Card low = s.low(p, suit);
    const Cards trumps = in_suit(s.hand(p ^ 2), s.trump());
    // Fourth hand may be out of the suit as well: ruff high then, or have it cost a trump of theirs.
    const bool over = s.is_void((p + 3) & 3, suit) && !s.is_void((p + 3) & 3, s.trump());
    std::vector<TaskId> tasks{at("LeadLow")(p, low), at("ThemAnyNoRuff")((p + 1) & 3)};
    tasks.push_back(over ? at("RuffRuffed")(p ^ 2, highest(trumps))
                         : at("RuffLow")(p ^ 2, lowest(trumps)));
    tasks.push_back(over && !s.is_winner(highest(trumps)) ? at("ThemOverruff")((p + 3) & 3)
                                                          : at("ThemAnyNoRuff")((p + 3) & 3));
    out.add(tasks);
  });
  method("RuffRuffed", [this](const PlanState&, PlanArgs a, Instances& out) {
    out.add({card(static_cast<int>(a[0]), static_cast<Card>(a[1]))});
  });
  method("SetUpRuff", [this](const PlanState& s, PlanArgs a, Instances& out) {
    if (round_is_ours(s, static_cast<int>(a[1]))) {
      out.add({at("CashWinner")(a[0], a[1])});
    } else {
      out.add({at("LoseTrick")(a[0], a[1], 1)});
    }
  });
  method("Crossruff", [this](const PlanState& s, PlanArgs a, Instances& out) {
    const int p = static_cast<int>(a[0]);
    out.add({at("ConsiderRuff")(p, a[1]), at("ConsiderRuff")(p ^ 2, a[2])});
    (void)s;
  });
  method("RuffOut", [this](const PlanState& s, PlanArgs a, Instances& out) {
    const int p = static_cast<int>(a[0]);
    const Cards trumps = in_suit(s.hand(p ^ 2), s.trump());
    out.add({at("LeadLow")(p, s.low(p, static_cast<int>(a[1]))), at("ThemAnyNoRuff")((p + 1) & 3),
             at("RuffLow")(p ^ 2, lowest(trumps)), at("ThemAnyNoRuff")((p + 3) & 3)});
  });
}

void Network::Tasks::draw_and_cash_out() {
  method("DrawTrump", [this](const PlanState& s, PlanArgs a, Instances& out) {
    const int p = static_cast<int>(a[0]);
    if (round_is_ours(s, s.trump())) {
      out.add({at("CashFollowed")(p, s.trump())});
      return;
    }
    const Card other = s.low(p ^ 2, s.trump());
    std::vector<TaskId> tasks{card(p, s.low(p, s.trump())), at("ThemSuit")((p + 1) & 3, s.trump())};
    tasks.push_back(other == kNoCard ? at("DiscardLow")(p ^ 2)
                                     : card(p ^ 2, s.top(p ^ 2, s.trump())));
    tasks.push_back(at("ThemWin")((p + 3) & 3));
    out.add(tasks);
  });
  method("CashTrumps", [this](const PlanState& s, PlanArgs a, Instances& out) {
    out.add({at("CashWinner")(a[0], s.trump())});
  });
  method("CashOut", [this](const PlanState&, PlanArgs a, Instances& out) {
    out.add({at("CashHand")(a[0]), at("Stop")()});
  });
  // The first suit with a winner; trumps last. Side suits are ruffed in the worst split.
  method("CashHand", [this](const PlanState& s, PlanArgs a, Instances& out) {
    const int p = static_cast<int>(a[0]);
    for (const int suit : cash_order(s)) {
      if (!round_is_ours(s, suit)) continue;
      const PlanState::Round r = s.cash_round(suit);
      const bool dummy = r.follow != kNoCard && r.follow > r.lead;
      const bool ruffed = suit != s.trump() && s.trumps_out() > 0;
      out.add({at(ruffed ? (dummy ? "CashDummyRuffed" : "CashRuffed")
                         : (dummy ? "CashDummyWinner" : "CashWinner"))(p, suit)});
      return;
    }
    int suit = 0;
    for (int z = 1; z < 4; ++z) {
      if (suit_length(s, p, z) + suit_length(s, p ^ 2, z) >
              suit_length(s, p, suit) + suit_length(s, p ^ 2, suit) ||
          suit_length(s, p, suit) == 0) {
        if (suit_length(s, p, z) > 0) suit = z;
      }
    }
    out.add({at("LoseTrick")(p, suit, 1)});
  });
}

bool Network::Tasks::has_winner_in(const PlanState& s, int seat, int suit) {
  return s.has_winner(seat, suit);
}

// Suits that would block first, then clubs to spades; trumps last.
std::vector<int> Network::Tasks::cash_order(const PlanState& s) {
  std::vector<int> order;
  for (int suit = 3; suit >= 0; --suit) {
    if (suit != s.trump()) order.push_back(suit);
  }
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    const auto blocked = [&](int z) {
      const int p = s.turn();
      return tops(s, p, z) > 0 && suit_length(s, p, z) < suit_length(s, p ^ 2, z) &&
             suit_length(s, p, z) <= tops(s, p, z);
    };
    return blocked(a) && !blocked(b);
  });
  if (s.trump() != kNotrump) order.push_back(s.trump());
  return order;
}

// --- alternatives ---

void Network::Tasks::offer_leads(const PlanState& s, int p, int kind, std::vector<Offer>& out) {
  const int q = p ^ 2;
  const int allowed = s.spare_tricks();
  for (int z = 0; z < 4; ++z) {
    const char letter = kSuitLetters[z];
    const int k = count(s.out(z));
    const int mine = suit_length(s, p, z);
    const int theirs = suit_length(s, q, z);
    if (mine == 0) continue;
    switch (kind) {
      case kGetDiscard: {
        if (z == s.trump() || tops(s, p, z) <= theirs) break;
        int z2 = -1;
        for (int other = 0; other < 4; ++other) {
          if (other == z || other == s.trump() || !s.discard_helps(q, other)) continue;
          if (z2 < 0 || s.losers(q, other) > s.losers(q, z2)) z2 = other;
        }
        if (z2 < 0) break;
        const double ruff = s.ruff_odds(z);
        if (ruff > 0.6 && !s.trumps_drawn()) break;
        out.push_back({"",
                       theirs > 0 ? fmt::format("Try to set up {} discard", letter)
                                  : fmt::format("Discard {} {} loser",
                                                ordinal(s.discards[static_cast<std::size_t>(z2)]),
                                                kSuitLetters[z2]),
                       {at("GetDiscard")(p, z, z2, parts_of(ruff))}});
        break;
      }
      case kConsiderLength: {
        const int rounds = s.winners(z);
        if (z == s.trump() || (s.tried >> z & 1) != 0 || rounds == 0 || longest(s, z) <= rounds ||
            k == 0)
          break;
        if (!s.trumps_drawn() || !round_is_ours(s, z)) break;
        const double even = s.even_odds(z, rounds);
        if (even < 0.05) break;
        out.push_back({"",
                       fmt::format("Try for {} length", letter),
                       {at("ConsiderLength")(p, z, parts_of(even))}});
        break;
      }
      case kFinesse:
        if (z != s.trump() && !is_safe_from_ruffs(s, z)) break;
        if (const auto [masters, high] = sequence(s, z); masters > 0 && high > masters) break;
        for (const Finesse& f : bridge::finesses(s, p, z)) {
          // Before trumps are drawn only those that are as likely to win as not.
          if (f.odds < 0.5 && !s.trumps_drawn()) continue;
          out.push_back({"",
                         fmt::format("Finesse in {}", letter),
                         {at("Finesse")(p, f.lead, f.third, f.key, parts_of(f.odds))}});
        }
        break;
      case kPlaySetCard: {
        if (z == s.trump() || !s.trumps_drawn()) break;
        const auto [masters, high] = sequence(s, z);
        if (masters < 1 || masters > 2 || high < masters + 1 || longest(s, z) <= masters) break;
        out.push_back({"", fmt::format("Set up {} sequence", letter), {at("PlaySetCard")(p, z)}});
        break;
      }
      case kConsiderHard: {
        const int rounds = s.winners(z);
        const int lost = 1;
        if (z == s.trump() || !s.trumps_drawn() || longest(s, z) <= rounds + lost || k == 0) break;
        if (s.trump() != kNotrump && lost + all_losers(s) > allowed) break;
        if (s.trump() == kNotrump && allowed < 1) break;
        const double even = s.even_odds(z, rounds + lost);
        if (even < 0.05 || (s.tried >> z & 1) != 0) break;
        out.push_back({"",
                       fmt::format("Give up a {} for length", letter),
                       {at("ConsiderHard")(p, z, parts_of(even))}});
        break;
      }
      case kConsiderCross: {
        if (s.crosses > 0 || !s.has_winner(q, z)) break;
        // Trumps first, where this hand can draw them, unless that gives up a finesse that the other has
        // in them; and never where all the rest is ours.
        if (!s.trumps_drawn() &&
            (z == s.trump() ||
             (suit_length(s, p, s.trump()) > 0 &&
              (!round_is_ours(s, s.trump()) || bridge::finesses(s, q, s.trump()).empty())))) {
          break;
        }
        if (s.tricks_if_stopped() - s.won() == s.left()) break;
        out.push_back({"", fmt::format("Cross in {}", letter), {at("ConsiderCross")(p, z)}});
        break;
      }
      default: break;
    }
  }
}

void Network::Tasks::offer_trumps(const PlanState& s, int p, int kind, std::vector<Offer>& out) {
  const int q = p ^ 2;
  const int trump = s.trump();
  if (trump == kNotrump) return;
  const int master = s.master_hand();
  const bool short_trumps = suit_length(s, q, trump) > 0;
  if (kind == kDrawTrump) {
    if (s.trumps_drawn() || suit_length(s, p, trump) == 0) return;
    out.push_back(
        {"",
         fmt::format("Draw {} round of trump", ordinal(s.rounds[static_cast<std::size_t>(trump)])),
         {at("DrawTrump")(p)}});
    return;
  }
  if (kind == kCashTrumps) {
    if (s.trumps_out() == 0 && suit_length(s, p, trump) > 0 && all_losers(s) > 0)
      out.push_back({"", "Cash trumps", {at("CashTrumps")(p)}});
    for (int z = 0; z < 4; ++z) {
      if (z == trump || suit_length(s, p, z) == 0) continue;
      if (q == master && short_trumps && suit_length(s, q, z) == 0 && s.crosses == 0 &&
          s.ruff_odds(z) < 0.3 && !s.has_winner(p, z)) {
        out.push_back({"",
                       fmt::format("Ruff {} out", kSuitLetters[z]),
                       {at("Crossed")(), at("RuffOut")(p, z)}});
      } else if (s.trumps_drawn() && s.trumps_out() > 0 && count(s.out(z)) == 0 &&
                 s.has_winner(p, z) && all_losers(s) == 0) {
        out.push_back({"", "Force them to ruff", {at("ForceThemRuff")(p, z)}});
      }
    }
    return;
  }
  for (int z = 0; z < 4; ++z) {
    if (z == trump || suit_length(s, p, z) == 0 || s.losers(p, z) == 0 || !short_trumps) continue;
    const bool is_void = suit_length(s, q, z) == 0;
    if (kind == kConsiderRuff && (q != master || is_void) && suit_length(s, q, z) <= 1 &&
        suit_length(s, p, z) > suit_length(s, q, z)) {
      out.push_back({"",
                     is_void ? fmt::format("Ruff {}", kSuitLetters[z])
                             : fmt::format("Set up {} ruff", kSuitLetters[z]),
                     {at("ConsiderRuff")(p, z)}});
    }
    if (kind == kCrossruff && is_void && suit_length(s, p, trump) > 0) {
      for (int z2 = 0; z2 < 4; ++z2) {
        if (z2 != z && z2 != trump && suit_length(s, p, z2) == 0 && suit_length(s, q, z2) > 0)
          out.push_back({"", "Crossruff", {at("Crossruff")(p, z, z2)}});
      }
    }
  }
}

std::vector<Network::Tasks::Offer> Network::Tasks::offers(const PlanState& s, int p, int kind) {
  std::vector<Offer> out;
  // In depth only what goes on with a scheme that was begun.
  if (s.schemes >= schemes_in_a_row(s) - 1 && kind != kGetDiscard && kind != kCashOut) return out;
  if (s.schemes == 1 && (kind == kConsiderRuff || kind == kCrossruff || kind == kConsiderHard ||
                         kind == kCashTrumps)) {
    return out;
  }
  if (kind == kCashOut) {
    if (s.schemes > 0 || s.has_begun()) {
      out.push_back({"", "Stop", {at("Stop")()}});
    } else {
      const bool rest = s.left() <= 6 && s.tricks_if_stopped() - s.won() == s.left();
      out.push_back({"",
                     rest ? fmt::format("Cash the last {} tricks", number_word(s.left()))
                          : std::string("Cash high cards"),
                     {at("CashOut")(p)}});
    }
    return out;
  }
  if (kind == kConsiderRuff || kind == kCrossruff || kind == kDrawTrump || kind == kCashTrumps) {
    offer_trumps(s, p, kind, out);
  } else {
    offer_leads(s, p, kind, out);
  }
  for (Offer& o : out) {
    // Crossing and drawing trumps are a part of what follows.
    if (kind != kConsiderCross && kind != kDrawTrump)
      o.tasks.insert(o.tasks.begin(), at("Begin")());
  }
  return out;
}

void Network::Tasks::schemes() {
  for (int kind = 0; kind < kSchemeKinds; ++kind) {
    method(
        "Something",
        [this, kind](const PlanState& s, PlanArgs a, Instances& out) {
          if (s.table().size() > 0) return;
          for (const Offer& o : offers(s, static_cast<int>(a[0]), kind))
            out.add(o.tasks).because(o.reason);
        },
        kSchemeNames[kind]);
  }
  method(
      "Something",
      [this](const PlanState& s, PlanArgs a, Instances& out) {
        if (s.table().size() > 0) out.add({at("Follow")(a[0])});
      },
      "Follow");
  method("ThirteenthTrick", [this](const PlanState& s, PlanArgs a, Instances& out) {
    const int seat = static_cast<int>(a[0]);
    if (s.hand(seat) != 0) out.add({card(seat, lowest(s.hand(seat)))}).because("The last card");
  });
  method("WaitForControl", [this](const PlanState& s, PlanArgs, Instances& out) {
    const int p = s.turn();
    if (s.waits > 0 || s.schemes >= schemes_in_a_row(s) || s.left() <= 2) {
      out.add({at("Stop")()});
      return;
    }
    out.add({at("Waited")(), at("ThemLead")(p), at("Follow")((p + 1) & 3)});
  });
  method("Everything", [this](const PlanState& s, PlanArgs, Instances& out) {
    const int p = s.turn();
    const bool between = s.table().size() == 0;
    if (s.stopped) {
      out.add({});
    } else if (s.left() == 0 || (between && s.left() <= s.stop_left) ||
               (between && s.schemes >= schemes_in_a_row(s))) {
      out.add({at("Stop")()});
    } else if (s.ours(p)) {
      const bool last = between && s.left() == 1;
      out.add({at(last ? "ThirteenthTrick" : "Something")(p), at("Everything")()});
    } else if (between) {
      out.add({at("WaitForControl")(), at("Everything")()});
    } else {
      // Fourth hand wins what it can; so does third hand, whose partner led. Fourth hand after ours, in
      // the trick that the plan begins with, may not have the card.
      const bool theirs = s.table().size() >= 2 && !s.is_winner(s.table().winning_card());
      const bool open = s.table().size() == 3 && s.ours(s.table().winner()) && s.schemes == 0;
      out.add({at(!theirs ? "ThemAny"
                  : open  ? "FreeFinesseThree"
                          : "ThemWin")(p),
               at("Everything")()});
    }
  });
}

int Network::Tasks::alternatives(const PlanState& s) {
  d.start(s, {});
  int found = 0;
  const int p = s.turn();
  if (s.table().size() == 0) {
    for (int kind = 0; kind < kSchemeKinds; ++kind)
      found += static_cast<int>(offers(s, p, kind).size());
    return found;
  }
  const htn::TaskId follow =
      at(in_suit(s.hand(p), s.table().suit_led()) != 0 ? "FollowSuit" : "FollowVoid")(p);
  for (const htn::MethodId m : d.methods(follow)) {
    htn::ChoicePoint point;
    htn::Expansion instance;
    while (d.next(follow, m, point, instance)) {
      ++found;
      if (instance.last) break;
      instance.clear();
    }
  }
  return found;
}

}  // namespace cgt::bridge
