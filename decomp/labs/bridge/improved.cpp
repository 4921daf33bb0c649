#include "decomp/labs/bridge/players.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "decomp/labs/bridge/double_dummy.hpp"
#include "decomp/labs/bridge/ending.hpp"
#include "decomp/labs/bridge/open_cards.hpp"

namespace cgt::bridge {
namespace {

// How many layouts by the tricks that are left: the first look at all cards, and the most.
struct Effort {
  int first;
  int most;
  int plans;  // layouts in which next decisions are looked at
};
Effort effort_at(int left) {
  if (left >= 13) return {9, 16, 0};
  if (left == 12) return {11, 22, 0};
  if (left == 11) return {14, 28, 0};
  if (left == 10) return {14, 40, 16};
  if (left == 9) return {16, 48, 20};
  return {20, 64, 28};
}

// One layout in which one candidate was played to declarer's next decision.
struct Continued {
  std::uint64_t seen;                // what declarer has seen by then
  std::string text;                  // in words
  double won;                        // tricks from now to then
  std::array<std::int8_t, 64> next;  // and from then on, by card; -1: not legal
};

struct Candidate {
  Card card;
  double sum = 0;  // double dummy over all layouts
  std::vector<double> values;
  std::vector<Continued> continued;
  bool dropped = false;
  double mean() const { return values.empty() ? 0 : sum / static_cast<double>(values.size()); }
};

class PlanComparer final : public ImprovedPlayer {
 public:
  PlanComparer(std::uint64_t seed, unsigned slot) : seed_(seed), random_(seed), solver_(slot) {}

  void begin(std::uint64_t board) override { random_ = random_of_board(seed_, board); }
  std::uint64_t nodes() const override { return solver_.solves(); }
  const std::vector<PlanReport>& plans() const override { return plans_; }
  int layouts() const override { return layouts_; }
  std::string reason() const override { return reason_; }

  Card choose(const View& view, Budget& budget) override {
    budget_ = &budget;
    plans_.clear();
    layouts_ = 0;
    std::vector<Candidate> candidates = distinct(view);
    if (candidates.size() == 1) {
      reason_ = "nothing else to play";
      plans_.push_back({candidates[0].card, 0, {}});
      return candidates[0].card;
    }
    if (const auto card = exact(view, candidates)) return *card;
    return compare(view, candidates);
  }

 private:
  std::vector<Candidate> distinct(const View& view) const {
    const Table& t = view.table;
    Cards others = view.unseen | t.hand(t.turn() ^ 2);
    for (int i = 0; i < t.size(); ++i) others |= bit(t.on_table(i));
    std::vector<Candidate> out;
    each_distinct_card(t.legal(), others, [&](Card card) {
      Candidate c;
      c.card = card;
      out.push_back(std::move(c));
    });
    return out;
  }

  // --- the last tricks ---

  std::optional<Card> exact(const View& view, std::vector<Candidate>& candidates) {
    const int left = view.left();
    if (left > 4) return std::nullopt;
    const Sampler sampler(view);
    if (sampler.layouts() > (left == 4 ? 36 : 200)) return std::nullopt;
    const std::vector<Hands> worlds = sampler.all();
    const Table& t = view.table;
    // Seats are turned so that declarer's side is North-South.
    const int shift = t.declarer() & 1;
    const auto turned = [&](int seat) { return static_cast<std::size_t>((seat - shift) & 3); };
    EndingProblem p;
    p.trump = t.trump();
    p.leader = (t.leader() + shift) & 3;
    for (int i = 0; i < t.size(); ++i) p.trick.push_back(t.on_table(i));
    p.north = t.hand(static_cast<int>(turned(0)));
    p.south = t.hand(static_cast<int>(turned(2)));
    p.hidden = view.unseen;
    for (const Hands& hands : worlds) p.worlds.push_back(hands[turned(3)]);
    Budget budget = budget_->part(40'000);
    std::vector<double> values(candidates.size(), 0);
    try {
      for (int need = 1; need <= left; ++need) {
        p.need = need;
        const EndingAnswer answer = solve_ending(p, budget);
        for (std::size_t i = 0; i < candidates.size(); ++i) {
          for (const auto& lead : answer.cards) {
            // A little for what the cards would win if all were seen, to tell equals apart.
            if (lead.card == candidates[i].card) values[i] += lead.best + 1e-3 * lead.dd;
          }
        }
        if (answer.dd == 0) break;
      }
    } catch (const BudgetExhausted&) {
      budget_->poll();
      return std::nullopt;
    }
    std::size_t best = 0;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      plans_.push_back({candidates[i].card, values[i], {}});
      if (values[i] > values[best] + 1e-9 ||
          (values[i] > values[best] - 1e-9 &&
           before_in_ties(candidates[i].card, candidates[best].card)))
        best = i;
    }
    layouts_ = static_cast<int>(worlds.size());
    std::swap(plans_[0], plans_[best]);
    reason_ = fmt::format("exact: {} layouts are left", worlds.size());
    return candidates[best].card;
  }

  // --- sampled layouts ---

  Card compare(const View& view, std::vector<Candidate>& candidates) {
    const Table& t = view.table;
    const Sampler sampler(view);
    const Effort effort = effort_at(view.left());
    Layouts layouts(sampler, effort.most);
    const int most = layouts.size();
    const bool with_plans = effort.plans > 0;
    int continued = 0;
    for (int i = 0; i < most; ++i) {
      budget_->poll();
      const Hands hands = layouts.next(random_);
      const DoubleDummy::Scores scores = solver_.solve(t, hands);
      for (Candidate& c : candidates) {
        const double value = scores.tricks[c.card];
        c.values.push_back(value);
        c.sum += value;
      }
      ++layouts_;
      if (i + 1 < effort.first && i + 1 < most) continue;
      if (i + 1 == effort.first || (i + 1) % 8 == 0) drop(candidates, with_plans);
      const auto open = std::count_if(candidates.begin(), candidates.end(),
                                      [](const Candidate& c) { return !c.dropped; });
      if (open == 1) break;
      if (with_plans) {
        if (continued >= effort.plans) break;
        ++continued;
        for (Candidate& c : candidates) {
          if (!c.dropped) c.continued.push_back(continue_with(t, hands, c.card));
        }
      } else if (is_never_worse(candidates)) {
        break;
      }
    }
    return decide(candidates, with_plans && continued >= 8);
  }

  // Drops what is worse than the best beyond doubt. What a plan may be worth less than the cards of
  // perfect information is allowed for.
  void drop(std::vector<Candidate>& candidates, bool with_plans) const {
    const Candidate* best = nullptr;
    for (const Candidate& c : candidates) {
      if (!c.dropped && (best == nullptr || c.sum > best->sum)) best = &c;
    }
    const auto n = static_cast<double>(best->values.size());
    std::vector<std::pair<double, Candidate*>> near;
    for (Candidate& c : candidates) {
      if (c.dropped || &c == best) continue;
      double squares = 0;
      for (std::size_t i = 0; i < c.values.size(); ++i) {
        const double d = best->values[i] - c.values[i];
        squares += d * d;
      }
      const double mean = (best->sum - c.sum) / n;
      const double error = std::sqrt(std::max(0.0, squares / n - mean * mean) / n);
      const double slack = with_plans ? 0.35 : 0;
      if (mean > slack + 2.2 * error + 1e-9) {
        c.dropped = true;
      } else {
        near.emplace_back(mean, &c);
      }
    }
    // Next decisions cost: the four best only.
    if (!with_plans || near.size() <= 3) return;
    std::stable_sort(near.begin(), near.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    for (std::size_t i = 3; i < near.size(); ++i) {
      if (near[i].first > 1e-9) near[i].second->dropped = true;
    }
  }

  // Is one candidate in no layout seen so far worse than any other?
  static bool is_never_worse(const std::vector<Candidate>& candidates) {
    const auto best = std::max_element(candidates.begin(), candidates.end(),
                                       [](const Candidate& a, const Candidate& b) {
                                         return a.dropped != b.dropped ? a.dropped : a.sum < b.sum;
                                       });
    return std::all_of(candidates.begin(), candidates.end(), [&](const Candidate& c) {
      return c.dropped || std::equal(c.values.begin(), c.values.end(), best->values.begin(),
                                     [](double x, double y) { return x <= y; });
    });
  }

  // Plays a candidate and what the defenders, who see all cards, may do, up to declarer's next
  // decision. They choose among their best cards at random.
  Continued continue_with(const Table& from, const Hands& hands, Card card) {
    Table t = from;
    for (int seat = 0; seat < 4; ++seat) t.set_hand(seat, hands[static_cast<std::size_t>(seat)]);
    Continued out{0, {}, 0, {}};
    out.next.fill(-1);
    const int won = t.won();
    t.play(card);
    while (!t.finished()) {
      const Cards legal = t.legal();
      if (t.our_turn()) {
        if (count(legal) > 1) {
          const DoubleDummy::Scores scores = solver_.solve(t, t.hands(), true);
          out.next = scores.tricks;
          break;
        }
        t.play(lowest(legal));
        continue;
      }
      Card reply = lowest(legal);
      if (count(legal) > 1) reply = best_reply(t);
      const Card look = look_of(t, reply);
      out.seen = out.seen * 67 + 1 + look;
      if (!out.text.empty()) out.text += ", ";
      out.text += kSeatLetters[t.turn()];
      out.text += ' ' + card_text(look);
      t.play(reply);
    }
    out.won = t.won() - won;
    return out;
  }
  Card best_reply(const Table& t) {
    Cards best = solver_.best_cards(t, t.hands(), true);
    const int n = count(best);
    if (n == 1) return lowest(best);
    for (std::uint32_t k = random_.below(static_cast<std::uint32_t>(n)); k > 0; --k)
      best &= best - 1;
    return lowest(best);
  }
  // Cards with none of ours between look the same: the lowest of them.
  static Card look_of(const Table& t, Card card) {
    const Cards ours = t.hand(t.declarer()) | t.hand(t.dummy());
    Card low = card;
    while (rank_of(low) > 2 && !has(ours, static_cast<Card>(low - 1)) &&
           !on_table(t, static_cast<Card>(low - 1)))
      --low;
    return low;
  }
  static bool on_table(const Table& t, Card card) {
    for (int i = 0; i < t.size(); ++i) {
      if (t.on_table(i) == card && t.ours((t.leader() + i) & 3)) return true;
    }
    return false;
  }

  // The tricks of a plan: in each layout the next card is the best of the other layouts that look
  // the same; where these are few, all layouts have a say, as so many more.
  static double plan_value(const Candidate& c) {
    constexpr double kSay = 4;
    struct Group {
      int n = 0;
      std::array<double, 64> sums{};
    };
    std::map<std::uint64_t, Group> groups;
    std::array<double, 64> all{};
    std::array<int, 64> legal{};
    for (const Continued& x : c.continued) {
      Group& g = groups[x.seen];
      ++g.n;
      for (std::size_t i = 0; i < 64; ++i) {
        if (x.next[i] < 0) continue;
        g.sums[i] += x.next[i];
        all[i] += x.next[i];
        ++legal[i];
      }
    }
    double total = 0;
    for (const Continued& x : c.continued) {
      const Group& g = groups.at(x.seen);
      double best = -1;
      double value = 0;
      int equal = 0;
      for (std::size_t i = 0; i < 64; ++i) {
        if (x.next[i] < 0) continue;
        const double say = legal[i] > 1 ? (all[i] - x.next[i]) / (legal[i] - 1) : x.next[i];
        const double others = (g.sums[i] - x.next[i] + kSay * say) / (g.n - 1 + kSay);
        if (others > best + 1e-9) {
          best = others;
          value = x.next[i];
          equal = 1;
        } else if (others > best - 1e-9) {
          value += x.next[i];
          ++equal;
        }
      }
      total += x.won + (equal > 0 ? value / equal : 0);
    }
    return total / static_cast<double>(c.continued.size());
  }

  Card decide(const std::vector<Candidate>& candidates, bool by_plans) {
    struct Ranked {
      const Candidate* candidate;
      double value;
    };
    std::vector<Ranked> ranked;
    for (const Candidate& c : candidates) {
      if (c.dropped) continue;
      double value = c.mean();
      // What the plan loses against perfect information, in the layouts where both are known.
      if (by_plans && !c.continued.empty()) {
        double seen = 0;
        const std::size_t from = c.values.size() - c.continued.size();
        for (std::size_t i = 0; i < c.continued.size(); ++i) seen += c.values[from + i];
        value -= std::max(0.0, seen / static_cast<double>(c.continued.size()) - plan_value(c));
      }
      ranked.push_back({&c, value});
    }
    std::stable_sort(ranked.begin(), ranked.end(), [](const Ranked& a, const Ranked& b) {
      if (std::abs(a.value - b.value) > 1e-9) return a.value > b.value;
      return before_in_ties(a.candidate->card, b.candidate->card);
    });
    for (const Ranked& r : ranked)
      plans_.push_back({r.candidate->card, r.value, next_of(*r.candidate)});
    for (const Candidate& c : candidates) {
      if (c.dropped) plans_.push_back({c.card, c.mean(), {}});
    }
    reason_ = fmt::format("{:.2f} tricks in {} layouts", ranked[0].value, layouts_);
    if (ranked.size() > 1) {
      reason_ += fmt::format("; {} {:.2f}", card_text(ranked[1].candidate->card), ranked[1].value);
    }
    return ranked[0].candidate->card;
  }
  // The four most frequent things that may be seen, and what is played then.
  static std::vector<PlanReport::Next> next_of(const Candidate& c) {
    struct Group {
      PlanReport::Next next;
      std::array<double, 64> sums{};
    };
    std::map<std::uint64_t, Group> groups;
    for (const Continued& x : c.continued) {
      Group& g = groups[x.seen];
      g.next.seen = x.text;
      ++g.next.layouts;
      for (std::size_t i = 0; i < 64; ++i) g.sums[i] += x.next[i] < 0 ? 0 : x.next[i];
    }
    std::vector<PlanReport::Next> out;
    for (auto& [seen, g] : groups) {
      const auto most = std::max_element(g.sums.begin(), g.sums.end());
      if (*most <= 0) continue;
      g.next.card = static_cast<Card>(most - g.sums.begin());
      out.push_back(g.next);
    }
    std::stable_sort(out.begin(), out.end(),
                     [](const auto& x, const auto& y) { return x.layouts > y.layouts; });
    if (out.size() > 4) out.resize(4);
    return out;
  }

  std::uint64_t seed_;
  Random random_;
  CardSolver solver_;
  Budget* budget_ = nullptr;  // of the card that is being chosen
  std::vector<PlanReport> plans_;
  int layouts_ = 0;
  std::string reason_;
};

}  // namespace

std::unique_ptr<ImprovedPlayer> make_improved(std::uint64_t seed, unsigned slot) {
  return std::make_unique<PlanComparer>(seed, slot);
}

}  // namespace cgt::bridge
