#include "decomp/solve/bridge/rivals/alpha_mu.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "cgt/support/contract.hpp"
#include "cgt/support/memory/hash.hpp"

namespace cgt::bridge {
namespace {

// Cards that may lie between two of the hand whose turn it is, so that these are not the same: those of
// the other hands, and on the table. The defenders' are those of all worlds together.
Cards cards_between(const Table& t) {
  Cards out = 0;
  for (int seat = 0; seat < 4; ++seat) {
    if (seat != t.turn()) out |= t.hand(seat);
  }
  for (int i = 0; i < t.size(); ++i) out |= bit(t.on_table(i));
  return out;
}

}  // namespace

std::size_t AlphaMu::KeyHash::operator()(const Key& key) const {
  return static_cast<std::size_t>(mix(mix(key.ours, key.gone), key.rest));
}

std::size_t AlphaMu::FrontKeyHash::operator()(const FrontKey& key) const {
  const auto& w = key.worlds.words;
  return static_cast<std::size_t>(mix(mix(KeyHash()(key.cards), mix(w[0], w[1])), mix(w[2], w[3])));
}

AlphaMu::AlphaMu(const Table& table, std::vector<Hands> worlds, CardSolver& solver)
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

AlphaMu::Key AlphaMu::key_of(const State& state, std::uint64_t world) const {
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
    budget_->poll();
    const Table table = in_world(state, w);
    const Cards others = cards_between(table);
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

Front AlphaMu::front(Card card, int need, int moves, Budget& budget) {
  CGT_EXPECTS(moves >= 1 && has(root_.table.legal(), card), "a legal card, and one move or more");
  WorldSet worlds;
  for (std::size_t w = 0; w < worlds_.size(); ++w) {
    budget.poll();
    if (tricks(card, w) >= need) worlds.insert(w);
  }
  if (moves == 1 || worlds.size() <= 1) return Front(worlds);
  need_ = need;
  budget_ = &budget;
  return search(after(root_, card, 0), worlds, moves - 1, nullptr);
}

// Requires that each of the worlds reaches the goal double dummy.
// `least`: what declarer has at the node above; sets below one of these need not be told from it.
Front AlphaMu::search(const State& state, const WorldSet& worlds, int moves, const Front* least) {
  if (moves == 0 || state.table.won() >= need_ || worlds.size() <= 1) return Front(worlds);
  FrontKey key;
  const bool keep = state.table.size() == 0;
  if (keep) {
    const int goal = (need_ - state.table.won()) << 8U | moves;
    key = {key_of(state, static_cast<std::uint64_t>(goal)), worlds};
    const auto known = fronts_.find(key);
    if (known != fronts_.end()) return known->second;
  }
  budget_->charge();
  bool whole = true;
  Front out = state.table.our_turn() ? declarer(state, worlds, moves)
                                     : defender(state, worlds, moves, least, whole);
  if (keep && whole) fronts_.emplace(key, out);
  return out;
}

Front AlphaMu::declarer(const State& state, const WorldSet& worlds, int moves) {
  const Table& t = state.table;
  struct Choice {
    Card card;
    WorldSet worlds;  // that reach the goal after it, if all cards are seen
  };
  std::vector<Choice> choices;
  each_distinct_card(t.legal(), cards_between(t), [&](Card card) {
    choices.push_back({card, {}});
  });
  worlds.each([&](std::size_t w) {
    budget_->poll();
    const DoubleDummy::Scores& s = scores(state, w);
    for (Choice& choice : choices) {
      if (t.won() + s.tricks[choice.card] >= need_) choice.worlds.insert(w);
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
      out.unite(search(next, choice.worlds, moves - 1, &out));
    }
  }
  return out;
}

// `whole`: false if it stopped at what is known to be no better than `least`.
Front AlphaMu::defender(const State& state, const WorldSet& worlds, int moves, const Front* least,
                        bool& whole) {
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
  for (; any != 0; any &= any - 1) {
    if (is_known(out)) {
      whole = false;
      break;
    }
    const Card card = lowest(any);
    const WorldSet& mine = having[card];
    const Front reply = search(after(state, card, one[card]), mine, moves, nullptr);
    out = out.meet(reply.with(worlds.without(mine)));
  }
  return out;
}

bool AlphaMu::Choice::before(const Choice& other) const {
  return sum != other.sum ? sum > other.sum : before_in_ties(card, other.card);
}

void AlphaMu::first_look(Budget& budget) {
  const Table t = in_world(root_, 0);
  std::vector<Choice> choices;
  // Equal cards have equal values, so that the lowest of them is before the others.
  each_distinct_card(t.legal(), cards_between(t), [&](Card card) {
    choices.push_back({card, {}, 0});
  });
  for (std::size_t w = 0; w < worlds_.size(); ++w) {
    budget.poll();
    for (Choice& choice : choices) {
      const int from_now = tricks(choice.card, w) - t.won();
      for (int goal = 1; goal <= from_now; ++goal) ++choice.worlds[static_cast<std::size_t>(goal)];
      choice.sum += from_now;
    }
  }
  choices_ = std::move(choices);
}

// What a card is worth with fewer moves is a bound of what it is worth with more: cards are looked at
// only where their bounds are higher than what is known.
const std::vector<AlphaMu::Choice>& AlphaMu::deepen(Budget& budget) {
  if (depth_ == 0) {
    first_look(budget);
  } else {
    std::vector<Choice> next = choices_;
    const Choice* best = nullptr;
    for (Choice& choice : next) {
      for (std::size_t goal = 1; goal < choice.worlds.size(); ++goal) {
        if (best != nullptr && !choice.before(*best)) break;
        int& worlds = choice.worlds[goal];
        if (worlds <= 1) continue;
        int most = 0;
        const Front sets =
            front(choice.card, root_.table.won() + static_cast<int>(goal), depth_ + 1, budget);
        for (const WorldSet& set : sets.sets()) most = std::max(most, set.size());
        choice.sum -= worlds - most;
        worlds = most;
      }
      if (best == nullptr || choice.before(*best)) best = &choice;
    }
    choices_ = std::move(next);
  }
  std::sort(choices_.begin(), choices_.end(),
            [](const Choice& a, const Choice& b) { return a.before(b); });
  ++depth_;
  return choices_;
}

bool AlphaMu::is_decided() const {
  // Both hands of the side play a card to each trick.
  const Table& t = root_.table;
  return depth_ >= count(t.hand(t.declarer()) | t.hand(t.dummy())) ||
         (depth_ > 0 && choices_.size() == 1);
}

namespace {

class AlphaMuPlayer final : public Player {
 public:
  AlphaMuPlayer(int moves, int samples, std::uint64_t seed, unsigned slot)
      : moves_(moves), samples_(samples), seed_(seed), random_(seed), solver_(slot) {}

  void begin(std::uint64_t board) override { random_ = random_of_board(seed_, board); }
  std::string reason() const override { return "most tricks of one line in all layouts"; }
  std::uint64_t nodes() const override { return solver_.solves(); }

  Card choose(const View& view, Budget& budget) override {
    const Cards legal = view.table.legal();
    if (count(legal) == 1) return lowest(legal);
    const Sampler sampler(view);
    std::vector<Hands> worlds;
    for (int i = 0; i < samples_; ++i) worlds.push_back(sampler.draw(random_));
    AlphaMu search(view.table, std::move(worlds), solver_);
    Budget part = budget.part(Budget::kUnlimited);
    while (search.depth() < moves_ && !search.is_decided()) search.deepen(part);
    return search.choices().front().card;
  }

 private:
  int moves_;
  int samples_;
  std::uint64_t seed_;
  Random random_;
  CardSolver solver_;
};

}  // namespace

std::unique_ptr<Player> make_alpha_mu(int moves, int samples, std::uint64_t seed, unsigned slot) {
  CGT_EXPECTS(moves >= 1 && samples >= 1 && samples <= static_cast<int>(WorldSet::kMost),
              "a move or more, 1 to 256 layouts");
  return std::make_unique<AlphaMuPlayer>(moves, samples, seed, slot);
}

}  // namespace cgt::bridge
