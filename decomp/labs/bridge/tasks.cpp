// Operators, tasks that play one card, following, and the defenders.
#include "decomp/labs/bridge/tasks.hpp"

#include <cmath>

namespace cgt::bridge {

Word64 parts_of(double probability) { return std::llround(probability * kParts); }

namespace {

using htn::TaskId;

// The defender's lowest card of a suit, of those that he may have; kNoCard if he is out of it.
Card their_low(const PlanState& s, int seat, int suit, int below = 15) {
  Card found = kNoCard;
  each_card(s.out(suit), [&](Card card) {
    if (found == kNoCard && rank_of(card) < below && s.may_have(seat, card)) found = card;
  });
  return found;
}
// What he throws away: the lowest card that is not a trump; else a trump.
Card their_discard(const PlanState& s, int seat) {
  Card best = kNoCard;
  each_card(s.out(), [&](Card card) {
    if (!s.may_have(seat, card)) return;
    if (s.table().size() > 0 && suit_of(card) == s.table().suit_led()) return;
    const bool trump = suit_of(card) == s.trump();
    if (best == kNoCard || (suit_of(best) == s.trump() && !trump) ||
        ((suit_of(best) == s.trump()) == trump && rank_of(card) < rank_of(best))) {
      best = card;
    }
  });
  return best;
}
Card any_of_theirs(const PlanState& s, int seat) {
  const Card card = their_discard(s, seat);
  return card != kNoCard || s.out() == 0 ? card : lowest(s.out());
}
// Follows low, or throws away.
Card their_card(const PlanState& s, int seat) {
  const Card low = their_low(s, seat, s.table().suit_led());
  return low != kNoCard ? low : any_of_theirs(s, seat);
}
// Of the cards that win the trick so far the cheapest; with trumps, third hand plays the cheapest that
// fourth hand, ours, can beat with no more cards than it must.
Card their_cheapest_win(const PlanState& s, int seat) {
  const Table& t = s.table();
  const Cards behind = t.size() == 2 && s.trump() != kNotrump
                           ? in_suit(s.hand((seat + 1) & 3), t.suit_led())
                           : Cards{0};
  Card found = kNoCard;
  int fewest = 14;
  each_card(s.out(t.suit_led()), [&](Card card) {
    if (!s.may_have(seat, card) || !t.beats(card, t.winning_card())) return;
    const int beaten_by = count(behind & ~(bit(card) - 1));
    if (beaten_by < fewest) {
      fewest = beaten_by;
      found = card;
    }
  });
  return found;
}
// That the defender has no card that wins the trick so far: each lies by a coin, if not known.
double odds_of_no_win(const PlanState& s, int seat) {
  const Table& t = s.table();
  double odds = 1;
  each_card(s.out(t.suit_led()), [&](Card card) {
    if (!s.may_have(seat, card) || !t.beats(card, t.winning_card())) return;
    odds *= s.may_have(seat ^ 2, card) ? 0.5 : 0;
  });
  return odds;
}
Card their_ruff(const PlanState& s, int seat) {
  if (s.trump() == kNotrump) return kNoCard;
  Card found = kNoCard;
  each_card(s.out(s.trump()), [&](Card card) {
    if (!s.may_have(seat, card)) return;
    if (found == kNoCard || !s.table().beats(found, s.table().winning_card())) found = card;
  });
  return found;
}

Card cheapest_win(const PlanState& s, int seat) {
  const Table& t = s.table();
  Card found = kNoCard;
  each_card(t.legal(s.hand(seat)), [&](Card card) {
    if (found == kNoCard && suit_of(card) == t.suit_led() && t.beats(card, t.winning_card()))
      found = card;
  });
  return found;
}
Card sure_win(const PlanState& s, int seat) {
  const Table& t = s.table();
  Card found = kNoCard;
  each_card(t.legal(s.hand(seat)), [&](Card card) {
    if (found == kNoCard && suit_of(card) == t.suit_led() && t.beats(card, t.winning_card()) &&
        s.is_winner(card)) {
      found = card;
    }
  });
  return found;
}
Card lowest_winning_ruff(const PlanState& s, int seat) {
  if (s.trump() == kNotrump) return kNoCard;
  Card found = kNoCard;
  each_card(in_suit(s.hand(seat), s.trump()), [&](Card card) {
    if (found == kNoCard && s.table().beats(card, s.table().winning_card())) found = card;
  });
  return found;
}

// Second hand's honours that win the trick if fourth hand has no higher card: of touching ones the
// lowest, none that wins for sure. Its low cards that beat the card led are not finesses.
std::vector<Card> free_finesses(const PlanState& s, int seat, Card sure) {
  const Table& t = s.table();
  const Cards mine = in_suit(s.hand(seat), t.suit_led());
  std::vector<Card> found;
  Card below = kNoCard;
  each_card(mine, [&](Card card) {
    const bool touches =
        below != kNoCard && (s.out(t.suit_led()) & (bit(card) - 1) & ~(bit(below) - 1)) == 0;
    below = card;
    if (rank_of(card) < 10 || card == sure || s.is_winner(card) ||
        !t.beats(card, t.winning_card())) {
      return;
    }
    if (!touches || found.empty()) found.push_back(card);
  });
  return found;
}

}  // namespace

Network::Tasks::Tasks() {
  declare();
  operators();
  theirs();
  following();
  finesses();
  ours();
  schemes();
}

void Network::Tasks::declare() {
  d.set_agents({"declarer", "defenders"});
  for (const std::string& name : Network::task_names()) {
    if (name == "Stop") continue;
    const PlanDomain::Name task = d.task(name);
    names.emplace(name, task);
    const bool defends = name.starts_with("Them") || name == "FinesseTwo" ||
                         name == "StandardFinesseTwo" || name == "EasyFinesse" ||
                         name == "BustedFinesse" || name == "FinesseFour" ||
                         name == "FreeFinesseThree" || name == "MarkedFinesseTwo" ||
                         name == "MarkedFinesseFour" || name == "ProvenFinesseTwo";
    if (defends) d.set_owner(task, 1);
  }
  for (const char* more : {"ThemAnyNoRuff", "ThemEven"}) {
    names.emplace(more, d.task(more));
    d.set_owner(names.at(more), 1);
  }
}

void Network::Tasks::method(const std::string& task, Code code, const std::string& name) {
  d.method(at(task), name.empty() ? task : name, std::move(code));
}
TaskId Network::Tasks::card(int seat, Card card) const { return at("PlayCard")(seat, card); }

void Network::Tasks::operators() {
  const auto op = [this](const char* name, PlanDomain::Operator code) {
    names.emplace(name, d.op(name, std::move(code)));
  };
  op("PlayCard", [](PlanState& s, PlanArgs a, htn::Effects&) {
    const int seat = static_cast<int>(a[0]);
    const auto card = static_cast<Card>(a[1]);
    if (card == kNoCard || s.turn() != seat || s.left() == 0) return false;
    if (s.ours(seat) ? !has(s.table().legal(s.hand(seat)), card) : !has(s.out(), card))
      return false;
    s.play(card);
    return true;
  });
  op("Stop", [](PlanState& s, PlanArgs, htn::Effects&) {
    s.stopped = true;
    return true;
  });
  op("AssumeVoid", [](PlanState& s, PlanArgs a, htn::Effects&) {
    s.exclude(static_cast<int>(a[0]), suit_mask(static_cast<int>(a[1])));
    return true;
  });
  op("AssumeNot", [](PlanState& s, PlanArgs a, htn::Effects&) {
    s.exclude(static_cast<int>(a[0]), bit(static_cast<Card>(a[1])));
    return true;
  });
  op("Begin", [](PlanState& s, PlanArgs, htn::Effects&) {
    ++s.schemes;
    return true;
  });
  op("Crossed", [](PlanState& s, PlanArgs, htn::Effects&) {
    ++s.crosses;
    return true;
  });
  op("Waited", [](PlanState& s, PlanArgs, htn::Effects&) {
    ++s.waits;
    return true;
  });
  op("Tried", [](PlanState& s, PlanArgs a, htn::Effects&) {
    s.tried = static_cast<std::uint8_t>(s.tried | 1U << a[0]);
    return true;
  });
  d.set_accept([](const PlanState& s) { return s.stopped; });
  d.nil_method(
      "NIL", [this](const PlanState&, PlanArgs, Instances& out) { out.add({at("Everything")()}); });
}

// --- the defenders: planned card and weight ---

void Network::Tasks::theirs() {
  their_cards();
  their_guesses();
  their_lead();
}

void Network::Tasks::their_cards() {
  const auto plays = [this](const char* name, auto choose) {
    method(name, [this, choose](const PlanState& s, PlanArgs a, Instances& out) {
      const int seat = static_cast<int>(a[0]);
      const Card c = choose(s, seat, a);
      if (c != kNoCard) out.add({card(seat, c)});
    });
  };
  plays("ThemAny", [](const PlanState& s, int seat, PlanArgs) { return their_card(s, seat); });
  plays("ThemAnyLow", [](const PlanState& s, int seat, PlanArgs) { return their_card(s, seat); });
  plays("ThemAnyNoRuff",
        [](const PlanState& s, int seat, PlanArgs) { return their_card(s, seat); });
  plays("ThemNotWinner", [](const PlanState& s, int seat, PlanArgs) {
    const int best = s.table().suit_led() == suit_of(s.table().winning_card())
                         ? rank_of(s.table().winning_card())
                         : 15;
    const Card low = their_low(s, seat, s.table().suit_led(), best);
    return low != kNoCard ? low : their_card(s, seat);
  });
  plays("ThemSuit", [](const PlanState& s, int seat, PlanArgs) { return their_card(s, seat); });
  plays("ThemSuitLess", [](const PlanState& s, int seat, PlanArgs a) {
    const Card low = their_low(s, seat, static_cast<int>(a[1]), static_cast<int>(a[2]));
    return low != kNoCard ? low : their_card(s, seat);
  });
  plays("ThemWin", [](const PlanState& s, int seat, PlanArgs) {
    const Card win = their_cheapest_win(s, seat);
    return win != kNoCard ? win : their_card(s, seat);
  });
  for (const char* name : {"StandardFinesseTwo", "MarkedFinesseTwo", "ProvenFinesseTwo"}) {
    plays(name, [](const PlanState& s, int seat, PlanArgs) { return their_card(s, seat); });
  }
  for (const char* name : {"ThemRuff", "ThemOverruff", "ThemRuffFour"}) {
    method(name, [this](const PlanState& s, PlanArgs a, Instances& out) {
      const int seat = static_cast<int>(a[0]);
      const Card ruff = their_ruff(s, seat);
      const Card c = ruff != kNoCard ? ruff : their_card(s, seat);
      if (c == kNoCard) return;
      out.add({at("AssumeVoid")(seat, s.table().suit_led()), card(seat, c)});
    });
  }
  method("ThemVoid", [this](const PlanState& s, PlanArgs a, Instances& out) {
    const int seat = static_cast<int>(a[0]);
    const Card c = their_discard(s, seat);
    if (c != kNoCard) out.add({at("AssumeVoid")(seat, a[1]), card(seat, c)});
  });
}

// What nobody knows of the hidden hands: both ways, weighted.
void Network::Tasks::their_guesses() {
  // Follows, or shows out: ruffs in fourth seat, throws away in second, which is where it costs most.
  const auto split = [this](const char* name, bool less) {
    method(name, [this, less](const PlanState& s, PlanArgs a, Instances& out) {
      const int seat = static_cast<int>(a[0]);
      const double p = static_cast<double>(a[2]) / kParts;
      const bool fourth = s.table().size() == 3;
      if (p < 1) {
        const TaskId follows =
            less ? at("ThemSuitLess")(seat, a[1], a[3]) : at("ThemSuit")(seat, a[1]);
        out.add({follows}).weight(1 - p).because("follows");
      }
      if (p > 0) {
        const TaskId shows = fourth               ? at("ThemRuffFour")(seat)
                             : s.trumps_out() > 0 ? at("ThemRuff")(seat)
                                                  : at("ThemVoid")(seat, a[1]);
        out.add({shows}).weight(p).because("shows out");
      }
    });
  };
  split("ThemSplit", false);
  split("ThemSplitLess", true);
  method("ThemEven", [this](const PlanState&, PlanArgs a, Instances& out) {
    const double p = static_cast<double>(a[1]) / kParts;
    if (p > 0) out.add({}).weight(p).because("even split");
    if (p < 1) out.add({at("Tried")(a[0])}).weight(1 - p).because("uneven split");
  });
  method("ThemFinesse", [this](const PlanState& s, PlanArgs a, Instances& out) {
    const int seat = static_cast<int>(a[0]);
    const auto key = static_cast<Card>(a[1]);
    if (s.may_have(seat, key)) out.add({card(seat, key)}).weight(0.5).because("covers");
    const Card low = their_low(s, seat, s.table().suit_led(), rank_of(key));
    if (low != kNoCard) {
      out.add({at("AssumeNot")(seat, key), card(seat, low)})
          .weight(0.5)
          .because("does not have it");
    }
  });
}

void Network::Tasks::their_lead() {
  // Their winners first, of the suit with most of them; at notrump perhaps the suit that they led first.
  method("ThemLead", [this](const PlanState& s, PlanArgs a, Instances& out) {
    const int seat = static_cast<int>(a[0]);
    Card best = kNoCard;
    int most = -1;
    for (int suit = 0; suit < 4; ++suit) {
      const Cards cards = s.out(suit);
      if (cards == 0 || s.is_void(seat, suit)) continue;
      const Cards ours = in_suit(s.both(), suit);
      int masters = 0;
      each_card(cards, [&](Card c) { masters += ours == 0 || c > highest(ours) ? 1 : 0; });
      const int merit = (masters > 0 && suit != s.trump() ? 100 + 10 * masters : 0) + count(cards);
      Card c = masters > 0 ? highest(cards) : lowest(cards);
      while (!s.may_have(seat, c) && (cards & ~bit(c)) != 0) {
        c = their_low(s, seat, suit);
        break;
      }
      if (merit > most && c != kNoCard && s.may_have(seat, c)) {
        most = merit;
        best = c;
      }
    }
    if (best == kNoCard && s.out() != 0) best = lowest(s.out());
    if (best != kNoCard) out.add({card(seat, best)});
  });
}

// --- following to a trick that has begun ---

void Network::Tasks::following() {
  for (const char* name :
       {"ThirdHandLow", "ThirdHandHigh", "ThirdHandEquiv", "ThirdHandCover", "ThirdHandRuff",
        "RuffIn", "RuffLow", "StandardFinesseThree", "ProvenFinesseThree", "LeadLow",
        "PlaySetFollowed", "HardFollowed", "HardDummyFollowed", "LoseFollowed"}) {
    method(name, [this](const PlanState&, PlanArgs a, Instances& out) {
      out.add({card(static_cast<int>(a[0]), static_cast<Card>(a[1]))});
    });
  }
  method("PlayLowInSuit", [this](const PlanState& s, PlanArgs a, Instances& out) {
    const int seat = static_cast<int>(a[0]);
    const Card low = s.low(seat, s.table().suit_led());
    if (low != kNoCard) out.add({card(seat, low)});
  });
  for (const char* name : {"DiscardLow", "DiscardDuringCash"}) {
    method(name, [this](const PlanState& s, PlanArgs a, Instances& out) {
      const int seat = static_cast<int>(a[0]);
      const Card c = s.discard(seat, a.size() > 1 ? static_cast<int>(a[1]) : -1);
      if (c != kNoCard) out.add({card(seat, c)});
    });
  }
  method("Follow", [this](const PlanState& s, PlanArgs a, Instances& out) {
    const int seat = static_cast<int>(a[0]);
    if (in_suit(s.hand(seat), s.table().suit_led()) != 0) {
      out.add({at("FollowSuit")(seat)});
    } else {
      out.add({at("FollowVoid")(seat)});
    }
  });
  method("FollowVoid", [this](const PlanState& s, PlanArgs a, Instances& out) {
    const int seat = static_cast<int>(a[0]);
    const Table& t = s.table();
    const bool safe = t.ours(t.winner()) && (t.size() == 3 || s.is_winner(t.winning_card()));
    const Card ruff = lowest_winning_ruff(s, seat);
    if (ruff != kNoCard && !safe) {
      out.add({(t.size() == 2 ? at("ThirdHandRuff") : at("RuffIn"))(seat, ruff)})
          .because("Get in control");
    }
    // In depth one answer is enough.
    if (s.schemes > 0 && ruff != kNoCard && !safe) return;
    out.add({at("DiscardLow")(seat)}).because("Get in control");
    if (s.schemes > 0 || s.has_begun()) return;
    // The card that loses least by the counts of one suit, and those of the others.
    const Card first = s.discard(seat);
    for (int suit = 0; suit < 4; ++suit) {
      if (suit == s.trump() || suit == suit_of(first) || s.low(seat, suit) == kNoCard) continue;
      out.add({at("DiscardLow")(seat, suit)}).because("Get in control");
    }
  });
  method("FollowSuit", [this](const PlanState& s, PlanArgs a, Instances& out) {
    follow_suit(s, static_cast<int>(a[0]), out);
  });
  method("FreeFinesse", [this](const PlanState&, PlanArgs a, Instances& out) {
    const int seat = static_cast<int>(a[0]);
    out.add({card(seat, static_cast<Card>(a[1])), at("FreeFinesseThree")((seat + 1) & 3)});
  });
  method("FreeFinesseThree", [this](const PlanState& s, PlanArgs a, Instances& out) {
    const int seat = static_cast<int>(a[0]);
    const Card win = their_cheapest_win(s, seat);
    const Card low = their_low(s, seat, s.table().suit_led());
    const double odds = odds_of_no_win(s, seat);
    if (win == kNoCard || low == kNoCard || odds == 1) {
      out.add({at("ThemAny")(seat)});
      return;
    }
    out.add({card(seat, win)}).weight(1 - odds).because("has it");
    if (odds == 0) return;
    out.add({at("AssumeNot")(seat, win), card(seat, low == win ? their_card(s, seat) : low)})
        .weight(odds)
        .because("does not have it");
  });
}

bool Network::Tasks::holds_up(const PlanState& s, int seat, Card cheap) {
  const Table& t = s.table();
  const int suit = t.suit_led();
  if (s.trump() != kNotrump || s.schemes > 0 || t.ours(t.leader()) || t.size() % 2 == 0 ||
      cheap == kNoCard || !s.is_winner(cheap) || cheap == s.low(seat, suit) ||
      s.winners(suit) != 1 || s.spare_tricks() < 1 || s.tricks_if_stopped() - s.won() >= s.left()) {
    return false;
  }
  const int rounds = s.rounds[static_cast<std::size_t>(suit)];
  const bool partner_followed = t.size() == 3 && suit_of(t.on_table(1)) == suit;
  const int held = count(in_suit(s.both(), suit)) + 2 * (rounds - 1) + (partner_followed ? 1 : 0);
  return rounds <= 7 - held;
}

void Network::Tasks::follow_suit(const PlanState& s, int seat, Instances& out) const {
  const Table& t = s.table();
  const int suit = t.suit_led();
  const Card low = s.low(seat, suit);
  const char* reason = "Get in control";
  const bool we_win = t.ours(t.winner());
  const Card cheap = cheapest_win(s, seat);
  if (!we_win && holds_up(s, seat, cheap)) {
    out.add({at("PlayLowInSuit")(seat)}).because("Hold up");
    return;
  }
  if (t.size() == 3) {
    if (we_win || cheap == kNoCard) {
      out.add({at("PlayLowInSuit")(seat)}).because(reason);
      return;
    }
    out.add({at("ThirdHandCover")(seat, cheap)}).because(reason);
    // Or hold up although the rule does not say so, while the defenders may still have a way.
    if (s.schemes == 0 && s.trump() == kNotrump && s.winners(suit) == 1 && count(s.out(suit)) >= 4)
      out.add({at("PlayLowInSuit")(seat)}).because("Hold up");
    return;
  }
  const Card sure = sure_win(s, seat);
  if (t.size() == 1) {
    const Card partners = s.top(seat ^ 2, suit);
    const bool partner_wins = partners != kNoCard && s.is_winner(partners);
    const bool in_depth = s.schemes > 0;
    // In depth one answer is enough: the trick is taken if partner cannot be sure to take it.
    if (in_depth && !partner_wins && sure != kNoCard) {
      out.add({at("ThirdHandHigh")(seat, sure)}).because(reason);
      return;
    }
    out.add({at("PlayLowInSuit")(seat)}).because(reason);
    if (in_depth || cheap == kNoCard) return;
    if (sure != kNoCard && sure != low) out.add({at("ThirdHandHigh")(seat, sure)}).because(reason);
    for (const Card honour : free_finesses(s, seat, sure)) {
      out.add({at("FreeFinesse")(seat, honour)}).because("Free finesse");
    }
    return;
  }
  if (cheap == kNoCard || (we_win && s.is_winner(t.winning_card()))) {
    out.add({at("ThirdHandLow")(seat, low)}).because(reason);
    return;
  }
  if (sure != kNoCard) out.add({at("ThirdHandHigh")(seat, sure)}).because(reason);
  if (s.schemes > 0) {
    // In depth one answer is enough.
    if (sure == kNoCard) out.add({at("ThirdHandCover")(seat, cheap)}).because(reason);
    return;
  }
  const std::vector<Card> honours = free_finesses(s, seat, sure);
  for (const Card honour : honours) {
    out.add({at("ThirdHandCover")(seat, honour)}).because(reason);
  }
  if (sure == kNoCard && honours.empty()) {
    const Card top = s.top(seat, suit);
    if (top != cheap) out.add({at("ThirdHandEquiv")(seat, top)}).because(reason);
    out.add({at("ThirdHandCover")(seat, cheap)}).because(reason);
  }
  if (we_win || sure == kNoCard) out.add({at("ThirdHandLow")(seat, low)}).because(reason);
}

// --- finesses (figures 4.1 to 4.3) ---

void Network::Tasks::finesses() {
  // a: leader, lead, third card, key, odds
  method("Finesse", [this](const PlanState& s, PlanArgs a, Instances& out) {
    const int p = static_cast<int>(a[0]);
    const int second = (p + 1) & 3;
    const auto third = static_cast<Card>(a[2]);
    if (third == kNoCard) {  // a ruffing finesse: third hand sees whether it is covered
      out.add({at("LeadLow")(p, a[1]), at("ThemFinesse")(second, a[3]), at("Follow")(p ^ 2),
               at("ThemWin")((p + 3) & 3)});
      return;
    }
    const double odds = static_cast<double>(a[4]) / kParts;
    const auto key = static_cast<Card>(a[3]);
    if (!s.may_have((p + 3) & 3, key)) {
      out.add({at("ProvenFinesse")(p, a[1], a[2])});
    } else if (odds >= 0.85) {
      out.add({at("MarkedStandardFinesse")(p, a[1], a[2], a[3], a[4])});
    } else {
      out.add({at("LeadLow")(p, a[1]), at("FinesseTwo")(second, a[2], a[3], a[4])});
    }
  });
  method("FinesseTwo", [this](const PlanState& s, PlanArgs a, Instances& out) {
    const int seat = static_cast<int>(a[0]);
    const auto key = static_cast<Card>(a[2]);
    const int n = count(s.out(suit_of(key)));
    const double bare = std::pow(0.5, n);
    const bool no_void = s.is_void(seat, suit_of(key));
    out.add({at("StandardFinesse")(seat, a[1], a[2], a[3])}).weight(std::max(0.0, 1 - 2 * bare));
    out.add({at("EasyFinesse")(seat, a[2])}).weight(bare);
    if (!no_void || n == 0) out.add({at("BustedFinesse")(seat, a[1])}).weight(bare);
  });
  method("StandardFinesse", [this](const PlanState&, PlanArgs a, Instances& out) {
    const int seat = static_cast<int>(a[0]);
    out.add({at("StandardFinesseTwo")(seat), at("StandardFinesseThree")((seat + 1) & 3, a[1]),
             at("FinesseFour")((seat + 2) & 3, a[2], a[3])});
  });
  method("EasyFinesse", [this](const PlanState&, PlanArgs a, Instances& out) {
    const int seat = static_cast<int>(a[0]);
    out.add({card(seat, static_cast<Card>(a[1])), at("Follow")((seat + 1) & 3),
             at("ThemAny")((seat + 2) & 3)});
  });
  method("BustedFinesse", [this](const PlanState&, PlanArgs a, Instances& out) {
    const int seat = static_cast<int>(a[0]);
    out.add({at("ThemVoid")(seat, suit_of(static_cast<Card>(a[1]))), at("Follow")((seat + 1) & 3),
             at("ThemAny")((seat + 2) & 3)});
  });
  const auto fourth = [this](const char* name) {
    method(name, [this](const PlanState& s, PlanArgs a, Instances& out) {
      const int seat = static_cast<int>(a[0]);
      const auto key = static_cast<Card>(a[1]);
      const double odds = static_cast<double>(a[2]) / kParts;
      Card win = their_cheapest_win(s, seat);
      if (win == kNoCard && s.may_have(seat, key)) win = key;
      if (win == kNoCard || odds >= 1) {
        out.add({at("ThemAnyLow")(seat)});
        return;
      }
      out.add({card(seat, win)}).weight(1 - odds).because("the finesse loses");
      const Card low = their_low(s, seat, suit_of(key), rank_of(key));
      const Card played = low != kNoCard && !s.table().beats(low, s.table().winning_card())
                              ? low
                              : their_discard(s, seat);
      if (played != kNoCard) {
        out.add({at("AssumeNot")(seat, key), card(seat, played)})
            .weight(odds)
            .because("the finesse wins");
      }
    });
  };
  fourth("FinesseFour");
  fourth("MarkedFinesseFour");
  method("MarkedStandardFinesse", [this](const PlanState&, PlanArgs a, Instances& out) {
    const int p = static_cast<int>(a[0]);
    out.add({at("LeadLow")(p, a[1]), at("MarkedFinesseTwo")((p + 1) & 3),
             at("StandardFinesseThree")(p ^ 2, a[2]),
             at("MarkedFinesseFour")((p + 3) & 3, a[3], a[4])});
  });
  method("ProvenFinesse", [this](const PlanState&, PlanArgs a, Instances& out) {
    const int p = static_cast<int>(a[0]);
    out.add({at("LeadLow")(p, a[1]), at("ProvenFinesseTwo")((p + 1) & 3),
             at("ProvenFinesseThree")(p ^ 2, a[2]), at("ThemAny")((p + 3) & 3)});
  });
}

}  // namespace cgt::bridge
