#include "decomp/solve/bridge/rivals/alpha_mu.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "cgt/support/contract.hpp"
#include "cgt/support/hash.hpp"

namespace cgt::bridge {

std::size_t AlphaMu::KeyHash::operator()(const Key& key) const {
  return static_cast<std::size_t>(mix(mix(key.ours, key.gone), key.rest));
}

AlphaMu::AlphaMu(const Table& table, std::vector<Hands> worlds, DoubleDummy& solver)
    : root_{table, 0}, worlds_(std::move(worlds)), solver_(solver) {
  CGT_EXPECTS(table.our_turn(), "declarer's side is to play");
  CGT_EXPECTS(!worlds_.empty() && worlds_.size() <= WorldSet::kMost, "1 to 256 worlds");
}

Table AlphaMu::in_world(const State& state, std::size_t world) const {
  Table out = state.table;
  for (int seat = 0; seat < 4; ++seat) {
    if (!out.ours(seat)) {
      out.set_hand(seat, worlds_[world][static_cast<std::size_t>(seat)] & ~state.gone);
    }
  }
  return out;
}

AlphaMu::State AlphaMu::after(const State& state, Card card, std::size_t world) const {
  State out{in_world(state, world), state.gone};
  if (!out.table.our_turn()) out.gone |= bit(card);
  out.table.play(card);
  return out;
}

AlphaMu::Key AlphaMu::key_of(const State& state, std::size_t world) const {
  const Table& t = state.table;
  Key key{t.hand(t.declarer()) | t.hand(t.dummy()), state.gone, world << 32U};
  key.rest |= static_cast<std::uint64_t>(t.leader()) << 24U;
  for (int i = 0; i < t.size(); ++i)
    key.rest |= static_cast<std::uint64_t>(t.on_table(i) + 1) << (8 * static_cast<unsigned>(i));
  return key;
}

// A solve of the world that was solved last goes on with the solver's table: its cards are among
// those of the root, which is solved first.
const DoubleDummy::Scores& AlphaMu::scores(const State& state, std::size_t world) {
  const Key key = key_of(state, world);
  const auto known = scores_.find(key);
  if (known != scores_.end()) return known->second;
  const Table table = in_world(state, world);
  const bool same = last_ == world;
  last_ = world;
  return scores_.emplace(key, solver_.solve(table, table.hands(), same)).first->second;
}

// Solves what comes after the replies of a defender if it is declarer's turn then, world by world,
// as the solver likes it. Of cards that are equal in one world one is solved.
void AlphaMu::look_ahead(const State& state, const WorldSet& worlds) {
  worlds.each([&](std::size_t w) {
    const Table table = in_world(state, w);
    Cards others = 0;
    for (int seat = 0; seat < 4; ++seat) {
      if (seat != table.turn()) others |= table.hand(seat);
    }
    for (int i = 0; i < table.size(); ++i) others |= bit(table.on_table(i));
    Card last = kNoCard;
    const DoubleDummy::Scores* before = nullptr;
    DoubleDummy::Scores copy;
    each_card(table.legal(), [&](Card card) {
      const State next = after(state, card, w);
      if (next.table.finished() || !next.table.our_turn()) return;
      const bool equal = before != nullptr && suit_of(last) == suit_of(card) &&
                         (others & (bit(card) - bit(last))) == 0;
      if (equal) {
        scores_.emplace(key_of(next, w), copy);
      } else {
        before = &scores(next, w);
        copy = *before;
      }
      last = card;
    });
  });
}

int AlphaMu::tricks(Card card, std::size_t world) {
  return root_.table.won() + scores(root_, world).tricks[card];
}

Front AlphaMu::front(Card card, int need, int moves) {
  CGT_EXPECTS(moves >= 1 && has(root_.table.legal(), card), "a legal card, and one move or more");
  WorldSet worlds;
  for (std::size_t w = 0; w < worlds_.size(); ++w) {
    if (tricks(card, w) >= need) worlds.insert(w);
  }
  if (moves == 1 || worlds.size() <= 1) return Front(worlds);
  return search(after(root_, card, 0), worlds, need, moves - 1, nullptr);
}

// Requires that each of the worlds reaches the goal double dummy.
// `least`: what declarer has at the node above; sets below one of these need not be told from it.
Front AlphaMu::search(const State& state, const WorldSet& worlds, int need, int moves,
                      const Front* least) {
  if (state.table.won() >= need || worlds.size() <= 1) return Front(worlds);
  ++nodes_;
  return state.table.our_turn() ? declarer(state, worlds, need, moves)
                                : defender(state, worlds, need, moves, least);
}

Front AlphaMu::declarer(const State& state, const WorldSet& worlds, int need, int moves) {
  if (moves == 0) return Front(worlds);
  const Table& t = state.table;
  struct Choice {
    Card card;
    WorldSet worlds;  // that reach the goal after it, if all cards are seen
  };
  std::vector<Choice> choices;
  // Between two cards of one hand may lie the other hand of ours, or a card of any world.
  Cards others = t.hand(t.turn() ^ 2);
  for (int seat = 0; seat < 4; ++seat) {
    if (!t.ours(seat)) others |= t.hand(seat);
  }
  for (int i = 0; i < t.size(); ++i) others |= bit(t.on_table(i));
  each_distinct_card(t.legal(), others, [&](Card card) { choices.push_back({card, {}}); });
  worlds.each([&](std::size_t w) {
    const DoubleDummy::Scores& s = scores(state, w);
    for (Choice& choice : choices) {
      if (t.won() + s.tricks[choice.card] >= need) choice.worlds.insert(w);
    }
  });
  std::stable_sort(choices.begin(), choices.end(), [](const Choice& a, const Choice& b) {
    return a.worlds.size() > b.worlds.size();
  });
  Front out(WorldSet{});
  for (const Choice& choice : choices) {
    if (out.has_superset(choice.worlds)) continue;
    if (moves == 1 || choice.worlds.size() == 1) {
      out.add(choice.worlds);
    } else {
      const State next = after(state, choice.card, 0);
      out.unite(search(next, choice.worlds, need, moves - 1, &out));
    }
  }
  return out;
}

Front AlphaMu::defender(const State& state, const WorldSet& worlds, int need, int moves,
                        const Front* least) {
  if (moves == 0) return Front(worlds);
  look_ahead(state, worlds);
  std::array<WorldSet, 64> having{};
  std::array<std::size_t, 64> one{};  // a world that has the card
  Cards any = 0;
  worlds.each([&](std::size_t w) {
    const Table table = in_world(state, w);
    const Cards cards = table.legal();
    any |= cards;
    each_card(cards, [&](Card card) {
      having[card].insert(w);
      one[card] = w;
    });
  });
  const auto is_known = [&](const Front& front) {
    return least != nullptr &&
           std::all_of(front.sets().begin(), front.sets().end(),
                       [&](const WorldSet& set) { return least->has_superset(set); });
  };
  Front out(worlds);
  for (; any != 0 && !is_known(out); any &= any - 1) {
    const Card card = lowest(any);
    const WorldSet& mine = having[card];
    const Front reply = search(after(state, card, one[card]), mine, need, moves, nullptr);
    out = out.meet(reply.with(worlds.without(mine)));
  }
  return out;
}

namespace {

class AlphaMuPlayer final : public Player {
 public:
  AlphaMuPlayer(int moves, int samples, std::uint64_t seed, unsigned slot)
      : moves_(moves), samples_(samples), seed_(seed), random_(seed), solver_(slot) {}

  void begin(std::uint64_t board) override { random_ = Random(seed_ * 1000003 + board); }
  std::string reason() const override { return "most tricks of one line in all layouts"; }
  std::uint64_t nodes() const override { return solver_.solves(); }

  Card choose(const View& view) override {
    const Table& t = view.table;
    const Cards legal = t.legal();
    if (count(legal) == 1) return lowest(legal);
    const Sampler sampler(view);
    std::vector<Hands> worlds;
    for (int i = 0; i < samples_; ++i) worlds.push_back(sampler.draw(random_));
    AlphaMu search(t, std::move(worlds), solver_);
    std::vector<Choice> choices = first_look(search, view);
    for (int moves = 2; moves <= moves_; ++moves) deepen(search, choices, t.won(), moves);
    return choices.front().card;
  }

 private:
  // What one card is worth with fewer moves is a bound of what it is worth with more.
  struct Choice {
    Card card;
    std::array<int, 14> worlds{};  // by goals: tricks from now on
    int sum = 0;
    bool before(const Choice& o) const {
      return sum != o.sum ? sum > o.sum : before_in_ties(card, o.card);
    }
  };

  std::vector<Choice> first_look(AlphaMu& search, const View& view) const {
    const Table& t = view.table;
    // Equal cards have equal values, so that the lowest of them is before the others.
    Cards others = view.unseen | t.hand(t.turn() ^ 2);
    for (int i = 0; i < t.size(); ++i) others |= bit(t.on_table(i));
    std::vector<Choice> out;
    each_distinct_card(t.legal(), others, [&](Card card) {
      Choice choice{card, {}, 0};
      for (std::size_t w = 0; w < static_cast<std::size_t>(samples_); ++w) {
        const int tricks = search.tricks(card, w) - t.won();
        for (int goal = 1; goal <= tricks; ++goal) ++choice.worlds[static_cast<std::size_t>(goal)];
        choice.sum += tricks;
      }
      out.push_back(choice);
    });
    std::sort(out.begin(), out.end(), [](const Choice& a, const Choice& b) { return a.before(b); });
    return out;
  }

  // Puts the card that is best with so many moves in front. The others are looked at only where
  // their bounds are higher than what is known.
  void deepen(AlphaMu& search, std::vector<Choice>& choices, int won, int moves) const {
    const Choice* best = nullptr;
    for (Choice& choice : choices) {
      for (std::size_t goal = 1; goal < choice.worlds.size(); ++goal) {
        if (best != nullptr && !choice.before(*best)) break;
        int& worlds = choice.worlds[goal];
        if (worlds <= 1) continue;
        const Front front = search.front(choice.card, won + static_cast<int>(goal), moves);
        int most = 0;
        for (const WorldSet& set : front.sets()) most = std::max(most, set.size());
        choice.sum -= worlds - most;
        worlds = most;
      }
      if (best == nullptr || choice.before(*best)) best = &choice;
    }
    std::sort(choices.begin(), choices.end(),
              [](const Choice& a, const Choice& b) { return a.before(b); });
  }

  int moves_;
  int samples_;
  std::uint64_t seed_;
  Random random_;
  DoubleDummy solver_;
};

}  // namespace

std::unique_ptr<Player> make_alpha_mu(int moves, int samples, std::uint64_t seed, unsigned slot) {
  CGT_EXPECTS(moves >= 1 && samples >= 1 && samples <= static_cast<int>(WorldSet::kMost),
              "a move or more, 1 to 256 layouts");
  return std::make_unique<AlphaMuPlayer>(moves, samples, seed, slot);
}

}  // namespace cgt::bridge
