#include "decomp/labs/bridge/ending.hpp"

#include <fmt/format.h>

#include "cgt/support/containers.hpp"
#include "decomp/labs/bridge/world_sets.hpp"

namespace cgt::bridge {
namespace {

// What everybody sees; who holds the hidden cards is a matter of the world.
struct EndingState {
  Cards north = 0;
  Cards south = 0;
  Cards out = 0;  // hidden cards that were not played
  std::array<Card, 4> trick{};
  int size = 0;
  int leader = 0;
  int won = 0;
  int turn() const { return (leader + size) & 3; }
};

struct EndingKey {
  Cards ours = 0;
  Cards theirs = 0;  // unplayed cards of the defenders, or West's
  std::uint64_t mask = 0;
  std::uint64_t rest = 0;
  friend bool operator==(const EndingKey&, const EndingKey&) = default;
};
struct EndingKeyHash {
  using is_avalanching = void;
  std::size_t operator()(const EndingKey& k) const {
    return static_cast<std::size_t>(mix(mix(k.ours, k.theirs), mix(k.mask, k.rest)));
  }
};
struct EndingSetHash {
  using is_avalanching = void;
  std::size_t operator()(const WorldSet& s) const {
    return static_cast<std::size_t>(mix(mix(s.words[0], s.words[1]), mix(s.words[2], s.words[3])));
  }
};

class EndingSearch {
 public:
  EndingSearch(const EndingProblem& p, Budget& budget) : p_(p), budget_(budget) {}

  EndingAnswer answer() {
    EndingAnswer out;
    const EndingState start = start_state();
    const WorldSet all = WorldSet::first(p_.worlds.size());
    const auto share = [&](int n) {
      return static_cast<double>(n) / static_cast<double>(p_.worlds.size());
    };
    int seen = 0;
    all.each([&](std::size_t w) { seen += tricks(start, w) >= p_.need ? 1 : 0; });
    out.dd = share(seen);
    Front front;
    WorldSet best;
    each_choice(start, [&](Card card) {
      EndingAnswer::Lead lead{card, 0, 0, 0};
      const EndingState next = played(start, card);
      int won = 0;
      int sum = 0;
      all.each([&](std::size_t w) {
        const int t = tricks(next, w);
        won += t >= p_.need ? 1 : 0;
        sum += t;
      });
      lead.dd = share(won);
      lead.tricks = share(sum);
      const Front one = search(next, all);
      for (const WorldSet& s : one.sets()) {
        lead.best = std::max(lead.best, share(s.size()));
        if (s.size() > best.size()) best = s;
      }
      out.cards.push_back(lead);
    });
    out.best = share(best.size());
    out.line = line(start, all, best);
    out.nodes = nodes_;
    return out;
  }

 private:
  EndingState start_state() const {
    EndingState s;
    s.north = p_.north;
    s.south = p_.south;
    s.out = p_.hidden;
    s.leader = p_.leader;
    for (const Card card : p_.trick) s.trick[static_cast<std::size_t>(s.size++)] = card;
    return s;
  }
  Cards hand(const EndingState& s, int seat, std::size_t world) const {
    switch (seat) {
      case 0: return s.north;
      case 1: return s.out & ~p_.worlds[world];
      case 2: return s.south;
      default: return s.out & p_.worlds[world];
    }
  }
  static Cards legal(const EndingState& s, Cards hand) {
    if (s.size == 0) return hand;
    const Cards suit = in_suit(hand, suit_of(s.trick[0]));
    return suit != 0 ? suit : hand;
  }
  EndingState played(EndingState s, Card card) const {
    const Cards rest = ~bit(card);
    s.north &= rest;
    s.south &= rest;
    s.out &= rest;
    s.trick[static_cast<std::size_t>(s.size++)] = card;
    if (s.size < 4) return s;
    int best = 0;
    for (int i = 1; i < 4; ++i) {
      const Card a = s.trick[static_cast<std::size_t>(i)];
      const Card b = s.trick[static_cast<std::size_t>(best)];
      if (suit_of(a) == suit_of(b) ? a > b : suit_of(a) == p_.trump) best = i;
    }
    s.leader = (s.leader + best) & 3;
    s.size = 0;
    if ((s.leader & 1) == 0) ++s.won;
    return s;
  }
  // Cards of North or South, whose turn it is; of neighbours with nobody between, one.
  template <class F>
  void each_choice(const EndingState& s, F f) const {
    const Cards mine = s.turn() == 0 ? s.north : s.south;
    const Cards others = (s.north | s.south | s.out) & ~mine;
    Cards trick = 0;
    for (int i = 0; i < s.size; ++i) trick |= bit(s.trick[static_cast<std::size_t>(i)]);
    Card last = kNoCard;
    each_card(legal(s, mine), [&](Card card) {
      const bool neighbour = last != kNoCard && suit_of(last) == suit_of(card) &&
                             ((others | trick) & (bit(card) - bit(last))) == 0;
      if (!neighbour) f(card);
      last = card;
    });
  }

  // --- one world ---

  // Tricks of North-South in all, the won ones included, if everybody sees all cards.
  int tricks(const EndingState& s, std::size_t world) { return s.won + remaining(s, world); }
  int remaining(const EndingState& s, std::size_t world) {
    if ((s.north | s.south | s.out) == 0) return 0;
    EndingKey key;
    if (s.size == 0) {
      key = {s.north, s.south, s.out & p_.worlds[world],
             static_cast<unsigned>(s.leader) | (s.out & ~p_.worlds[world])};
      const auto it = seen_.find(key);
      if (it != seen_.end()) return it->second;
      budget_.charge();
    }
    const int seat = s.turn();
    const bool ours = (seat & 1) == 0;
    int best = ours ? -1 : 99;
    each_card(legal(s, hand(s, seat, world)), [&](Card card) {
      const EndingState next = played(s, card);
      const int t = next.won - s.won + remaining(next, world);
      best = ours ? std::max(best, t) : std::min(best, t);
    });
    if (s.size == 0) seen_.emplace(key, static_cast<std::int8_t>(best));
    return best;
  }

  // --- all worlds ---

  Front search(const EndingState& s, const WorldSet& given) {
    if (s.won >= p_.need) return Front(given);
    WorldSet mask;
    given.each([&](std::size_t w) {
      if (tricks(s, w) >= p_.need) mask.insert(w);
    });
    const int worlds = mask.size();
    if (worlds <= 1) return Front(mask);
    EndingKey key;
    if (s.size == 0) {
      key = {s.north | s.south, s.out, mask_number(mask),
             static_cast<unsigned>(s.leader) | static_cast<std::uint64_t>(s.won) << 8U};
      const auto it = known_.find(key);
      if (it != known_.end()) return it->second;
    }
    ++nodes_;
    budget_.charge();
    const Front front = (s.turn() & 1) == 0 ? declarer(s, mask) : defender(s, mask);
    if (s.size == 0) known_.emplace(key, front);
    return front;
  }
  Front declarer(const EndingState& s, const WorldSet& mask) {
    Front front(WorldSet{});
    bool all = false;
    each_choice(s, [&](Card card) {
      if (all) return;
      front.unite(search(played(s, card), mask));
      all = front.sets().size() == 1 && front.sets()[0] == mask;
    });
    return front;
  }
  Front defender(const EndingState& s, const WorldSet& mask) {
    std::array<WorldSet, 64> by_card{};
    Cards any = 0;
    mask.each([&](std::size_t w) {
      const Cards cards = legal(s, hand(s, s.turn(), w));
      any |= cards;
      each_card(cards, [&](Card card) { by_card[card].insert(w); });
    });
    Front front(mask);
    each_card(any, [&](Card card) {
      const WorldSet& worlds = by_card[card];
      front = front.meet(search(played(s, card), worlds).with(mask.without(worlds)));
    });
    return front;
  }
  std::uint64_t mask_number(const WorldSet& mask) {
    return masks_.try_emplace(mask, masks_.size()).first->second;
  }

  // --- in words ---

  std::string line(EndingState s, WorldSet mask, const WorldSet& target) {
    std::string out;
    while ((s.north | s.south) != 0 && s.won < p_.need) {
      if ((s.turn() & 1) == 0) {
        Card chosen = kNoCard;
        each_choice(s, [&](Card card) {
          if (chosen == kNoCard && search(played(s, card), mask).has_superset(target & mask)) {
            chosen = card;
          }
        });
        if (chosen == kNoCard) return out + (out.empty() ? "any" : "");
        out += fmt::format("{}{}{}", out.empty() ? "" : " ",
                           s.turn() == 0 ? "N:" : "S:", card_text(chosen));
        s = played(s, chosen);
        continue;
      }
      // The lowest card that most worlds of the target allow.
      std::array<int, 64> votes{};
      (target & mask).each([&](std::size_t w) {
        const Cards cards = legal(s, hand(s, s.turn(), w));
        if (cards != 0) ++votes[lowest(cards)];
      });
      const auto most = std::max_element(votes.begin(), votes.end());
      if (*most == 0) return out;
      const auto card = static_cast<Card>(most - votes.begin());
      out += fmt::format(" {}:{}", s.turn() == 1 ? 'E' : 'W', card_text(card));
      WorldSet rest;
      mask.each([&](std::size_t w) {
        if (has(legal(s, hand(s, s.turn(), w)), card)) rest.insert(w);
      });
      mask = rest;
      s = played(s, card);
    }
    return out;
  }
  const EndingProblem& p_;
  Budget& budget_;
  FlatMap<EndingKey, std::int8_t, EndingKeyHash> seen_;
  FlatMap<EndingKey, Front, EndingKeyHash> known_;
  FlatMap<WorldSet, std::uint64_t, EndingSetHash> masks_;
  std::uint64_t nodes_ = 0;
};

void each_subset(const std::vector<Card>& cards, std::size_t from, int need, Cards chosen,
                 std::vector<Cards>& out) {
  if (need == 0) {
    out.push_back(chosen);
    return;
  }
  for (std::size_t i = from; i + static_cast<std::size_t>(need) <= cards.size(); ++i)
    each_subset(cards, i + 1, need - 1, chosen | bit(cards[i]), out);
}

void check_ending(const EndingProblem& p) {
  std::array<int, 2> held{count(p.north), count(p.south)};
  int hidden = count(p.hidden);
  for (std::size_t i = 0; i < p.trick.size(); ++i) {
    const int seat = (p.leader + static_cast<int>(i)) & 3;
    ++((seat & 1) != 0 ? hidden : held[static_cast<std::size_t>(seat / 2)]);
  }
  const int n = held[0];
  if (held[1] != n || hidden != 2 * n || n == 0 || p.trick.size() > 3) {
    throw Error(fmt::format("North holds {} cards, South {}, both defenders {}", n, count(p.south),
                            count(p.hidden)),
                "all four hands are of one size");
  }
  const Cards twice = (p.north & p.south) | (p.north & p.hidden) | (p.south & p.hidden);
  if (twice != 0) throw Error(fmt::format("{} comes twice", card_text(lowest(twice))));
  if (((p.leader + static_cast<int>(p.trick.size())) & 1) != 0) {
    throw Error("it has to be the turn of North or South");
  }
  if (p.need < 0 || p.need > n) throw Error(fmt::format("{} of {} tricks", p.need, n));
  if (p.worlds.empty()) throw Error("no layout of the hidden cards fits");
  if (p.worlds.size() > WorldSet::kMost) {
    throw Error(fmt::format("{} layouts are more than {}", p.worlds.size(), WorldSet::kMost),
                "five cards a hand at most, or conditions that leave fewer layouts");
  }
}

}  // namespace

HiddenCondition parse_condition(const std::string& text) {
  const auto refuse = [&]() -> HiddenCondition {
    throw Error("\"" + text + "\" is not a condition", "W:SK or E:H=2");
  };
  if (text.size() < 4 || (text[0] != 'W' && text[0] != 'E') || text[1] != ':') return refuse();
  HiddenCondition out;
  out.west = text[0] == 'W';
  if (text.size() == 4) {
    const auto card = parse_card(std::string_view(text).substr(2));
    if (!card) return refuse();
    out.card = *card;
    return out;
  }
  const std::size_t suit = std::string_view("SHDC").find(text[2]);
  if (suit == std::string_view::npos || text[3] != '=' || text.size() > 6) return refuse();
  out.is_length = true;
  out.suit = static_cast<int>(suit);
  for (std::size_t i = 4; i < text.size(); ++i) {
    if (text[i] < '0' || text[i] > '9') return refuse();
    out.length = out.length * 10 + (text[i] - '0');
  }
  return text.size() == 4 ? refuse() : out;
}

std::vector<Cards> all_worlds(const EndingProblem& problem,
                              const std::vector<HiddenCondition>& conditions) {
  Cards west = 0;
  Cards east = 0;
  for (const HiddenCondition& c : conditions) {
    if (c.is_length) continue;
    if (!has(problem.hidden, c.card)) {
      throw Error(card_text(c.card) + " is not among the hidden cards");
    }
    (c.west ? west : east) |= bit(c.card);
  }
  if ((west & east) != 0) throw Error(card_text(lowest(west & east)) + " cannot lie on both sides");
  std::vector<Card> open;
  each_card(problem.hidden & ~(west | east), [&](Card card) { open.push_back(card); });
  const int n = count(problem.hidden) / 2;
  std::vector<Cards> hands;
  // 26 over 13 hands would be ten million: more than any solver takes.
  if (open.size() > 20) throw Error("too many hidden cards", "give conditions, or fewer tricks");
  if (n >= count(west) && count(east) <= n) each_subset(open, 0, n - count(west), west, hands);
  std::erase_if(hands, [&](Cards hand) {
    return std::any_of(conditions.begin(), conditions.end(), [&](const HiddenCondition& c) {
      const Cards held = c.west ? hand : problem.hidden & ~hand;
      return c.is_length && length(held, c.suit) != c.length;
    });
  });
  return hands;
}

EndingAnswer solve_ending(const EndingProblem& problem, Budget& budget) {
  check_ending(problem);
  return EndingSearch(problem, budget).answer();
}

}  // namespace cgt::bridge
