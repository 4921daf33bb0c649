#include "decomp/labs/bridge/players.hpp"

#include <fmt/format.h>

#include <cmath>
#include <ctime>
#include <set>

#include "cgt/support/text_input.hpp"
#include "decomp/labs/bridge/open_cards.hpp"

namespace cgt::bridge {

namespace {

[[noreturn]] void refuse_player(const std::string& name) {
  throw Error("\"" + name + "\" is not a player",
              "improved, classic, classic+layouts, rule, pimc:20; defenders: dd, rule, pimc:10");
}

// The number behind "pimc:".
int layouts_of(const std::string& name) {
  const std::optional<int> out = parse_number<int>(std::string_view(name).substr(5));
  if (!out || *out < 1 || *out > 999'999) refuse_player(name);
  return *out;
}

}  // namespace

std::unique_ptr<Player> make_declarer(const std::string& name, std::uint64_t seed, unsigned slot) {
  if (name == "improved") return make_improved(seed, slot);
  if (name == "classic") return make_classic({}, seed);
  if (name == "classic+layouts") {
    ClassicOptions options;
    options.layouts = 32;
    return make_classic(options, seed);
  }
  if (name == "rule") return make_rule_declarer();
  if (name.starts_with("pimc:")) return make_pimc(layouts_of(name), seed, slot);
  refuse_player(name);
}

std::unique_ptr<Player> make_defence(const std::string& name, std::uint64_t seed, unsigned slot) {
  if (name == "dd") return make_seeing_defender(slot);
  if (name == "rule") return make_rule_defender(seed + 0x5eed);
  if (name.starts_with("pimc:")) return make_pimc(layouts_of(name), seed + 0x5eed, slot);
  throw Error("\"" + name + "\" is not a defence", "dd, rule, pimc:10");
}

namespace {

class TignumPlayer final : public ClassicPlayer {
 public:
  TignumPlayer(const ClassicOptions& options, std::uint64_t seed)
      : options_(options), seed_(seed), random_(seed) {}

  void begin(std::uint64_t board) override {
    forget();
    random_ = random_of_board(seed_, board);
  }
  std::uint64_t nodes() const override { return nodes_; }
  std::string reason() const override { return reason_; }
  const std::vector<Network::Scheme>& schemes() const override { return schemes_; }
  std::uint64_t plans_made() const override { return plans_; }
  std::string tree_text(bool all) const override {
    htn::PolicyTextOptions options;
    options.all = all;
    return plan_.tree.root == htn::kNoNode
               ? std::string()
               : htn::policy_text(network_.domain(), plan_.tree, options);
  }

  std::string plan_text(bool all) const override { return network_.text(plan_.tree, all); }

  std::vector<std::string> tasks_met() const override {
    std::set<std::string> names;
    for (const htn::PolicyNode& node : plan_.tree.nodes) {
      if (node.task != htn::kNil) names.insert(network_.domain().task_name(node.task));
    }
    return {names.begin(), names.end()};
  }

  Card choose(const View& view, Budget& budget) override {
    const std::uint64_t before = plans_;
    const Card planned = by_plan(view, budget);
    if (options_.layouts == 0 || view.left() > OpenCards::kFewTricks ||
        count(view.table.legal()) == 1) {
      return planned;
    }
    return by_layouts(view, planned, plans_ > before, budget);
  }

 private:
  Card by_plan(const View& view, Budget& budget) {
    const Cards legal = view.table.legal();
    if (at_ != htn::kNoNode && view.history.size() > seen_) {
      if (const auto card = follow(view)) {
        if (has(legal, *card)) return *card;
      }
    }
    forget();
    if (count(legal) == 1) {
      reason_ = view.left() == 1 ? "The last card" : "Get in control";
      return lowest(legal);
    }
    return plan(view, budget);
  }

  // The card with the most tricks over the layouts, each of them seen; the planned one if it is as good. Any
  // other ends the plan, and its reason is that of the scheme that begins with it if the plan is `fresh`.
  Card by_layouts(const View& view, Card planned, bool fresh, Budget& budget) {
    const Sampler sampler(view);
    Layouts layouts(sampler, options_.layouts);
    const Cards legal = view.table.legal();
    std::array<int, 64> sum{};
    for (int i = 0; i < layouts.size(); ++i) {
      budget.poll();
      const DoubleDummy::Scores scores = open_cards_.solve(view.table, layouts.next(random_));
      each_card(legal, [&](Card card) { sum[card] += scores.tricks[card]; });
    }
    const Card best = card_with_most(legal, sum, planned);
    if (best == planned) return best;
    forget();
    reason_ = fmt::format("Most tricks in {} layouts", layouts.size());
    for (const Network::Scheme& scheme : schemes_) {
      if (fresh && scheme.card == best) reason_ = scheme.reason;
    }
    return best;
  }

  void forget() {
    at_ = htn::kNoNode;
    reason_.clear();
  }

  Card plan(const View& view, Budget& budget) {
    tree_declarer_ = view.table.declarer();
    network_.start(PlanState(view));
    Budget part = budget.part(options_.nodes);
    plan_ = network_.plan(part);
    nodes_ += plan_.nodes;
    if (plan_.stop != StopReason::kExhausted) budget.poll();
    ++plans_;
    schemes_ = network_.schemes(plan_.tree);
    at_ = plan_.tree.root;
    seen_ = view.history.size();
    if (at_ != htn::kNoNode) {
      if (const auto card = walk(view)) {
        if (has(view.table.legal(), *card)) return *card;
      }
    }
    forget();
    reason_ = "No scheme applies";
    return lowest(view.table.legal());
  }

  // From the node on to our next card; what the defenders played meanwhile is taken from the view.
  std::optional<Card> walk(const View& view) {
    const htn::PolicyTree& tree = plan_.tree;
    while (at_ != htn::kNoNode) {
      const htn::PolicyNode& node = tree.nodes[at_];
      if (node.edges == 0) break;
      if (node.kind == htn::NodeKind::kExternal && seen_ < view.history.size()) {
        if (!choose_branch(view)) break;
        continue;
      }
      if (node.kind == htn::NodeKind::kExternal) {
        // A belief before a card of ours: the likelier way.
        const auto edges = tree.edges_of(at_);
        const auto* likely = &edges[0];
        for (const htn::PolicyEdge& edge : edges) {
          if (edge.weight > likely->weight) likely = &edge;
        }
        if (planned_card(likely->child) != kNoCard) break;
        at_ = likely->child;
        continue;
      }
      if (node.kind == htn::NodeKind::kStep) {
        const PlayedCard step = network_.card_of_step(node.task);
        if (step.card != kNoCard) {
          if (seen_ == view.history.size()) {
            if (step.seat != view.table.turn()) break;
            at_ = tree.edges[node.edge].child;
            ++seen_;  // our card will be there the next time
            return step.card;
          }
          const PlayedCard& real = view.history[seen_];
          if (real.seat != step.seat || !accepted(view, step.card, real.card)) break;
          ++seen_;
        }
        at_ = tree.edges[node.edge].child;
        continue;
      }
      const htn::PolicyEdge& edge =
          tree.edges[node.edge + (node.best == htn::kNoNode ? 0 : node.best)];
      if (node.task != htn::kNil) {
        const std::string why =
            network_.domain().reason(node.task, edge.method, tree.bindings(edge));
        if (!why.empty()) reason_ = why;
      }
      at_ = edge.child;
    }
    at_ = htn::kNoNode;
    return std::nullopt;
  }
  std::optional<Card> follow(const View& view) { return walk(view); }

  // The child whose planned card fell, else the likeliest one that the critic lets stand.
  bool choose_branch(const View& view) {
    const htn::PolicyTree& tree = plan_.tree;
    const Card real = view.history[seen_].card;
    const htn::PolicyEdge* found = nullptr;
    for (const htn::PolicyEdge& edge : tree.edges_of(at_)) {
      const Card planned = planned_card(edge.child);
      if (planned == kNoCard || planned == real) {
        // A belief without a card, or this very card: the likelier one.
        if (found == nullptr || planned_card(found->child) != real || edge.weight > found->weight)
          found = &edge;
      } else if (accepted(view, planned, real) &&
                 (found == nullptr ||
                  (planned_card(found->child) != real && edge.weight > found->weight))) {
        found = &edge;
      }
    }
    if (found == nullptr) return false;
    at_ = found->child;
    return true;
  }
  // The first card that is played below a node, if a defender plays it.
  Card planned_card(std::uint32_t node) const {
    const htn::PolicyTree& tree = plan_.tree;
    while (tree.nodes[node].edges > 0) {
      const htn::PolicyNode& n = tree.nodes[node];
      if (n.kind == htn::NodeKind::kStep) {
        const PlayedCard step = network_.card_of_step(n.task);
        if (step.card != kNoCard)
          return (step.seat & 1) == (tree_declarer_ & 1) ? kNoCard : step.card;
      } else if (n.kind == htn::NodeKind::kExternal && n.edges > 1) {
        return kNoCard;
      }
      node = tree.edges[n.edge + (n.best == htn::kNoNode ? 0 : n.best)].child;
    }
    return kNoCard;
  }
  // The view is of now; what was on the table when the card fell is found in the history.
  bool accepted(const View& view, Card planned, Card real) const {
    if (planned == real) return true;
    // A plan that relies on a card played in the meantime, in place of another, no longer holds.
    for (std::size_t i = 0; i < seen_; ++i) {
      if (view.history[i].card == planned) return false;
    }
    View before = view;
    Hands hands{};
    for (int seat = 0; seat < 4; ++seat)
      hands[static_cast<std::size_t>(seat)] = view.table.hand(seat);
    // Cards since then go back into the hands, of the trick they fell in.
    const std::size_t first = seen_ - seen_ % 4;
    for (std::size_t i = first; i < view.history.size(); ++i)
      hands[static_cast<std::size_t>(view.history[i].seat)] |= bit(view.history[i].card);
    Table t(hands, view.table.trump(), view.table.declarer(), view.history[first].seat);
    for (std::size_t i = first; i < seen_; ++i) t.play(view.history[i].card);
    before.table = t;
    return stands_for(before, planned, real);
  }

  Network network_;
  ClassicOptions options_;
  std::uint64_t seed_;
  Random random_;
  OpenCards open_cards_;
  htn::PolicyResult plan_;
  std::uint32_t at_ = htn::kNoNode;
  std::size_t seen_ = 0;
  int tree_declarer_ = 0;
  std::uint64_t nodes_ = 0;
  std::uint64_t plans_ = 0;
  std::string reason_;
  std::vector<Network::Scheme> schemes_;
};

}  // namespace

std::unique_ptr<ClassicPlayer> make_classic(const ClassicOptions& options, std::uint64_t seed) {
  return std::make_unique<TignumPlayer>(options, seed);
}

namespace {

double thread_seconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

}  // namespace

PlayedDeal play_deal(const Hands& hands, const Contract& contract, bool vulnerable,
                     Player& declarer, Player& defence, std::uint64_t board, Budget& budget) {
  PlayedDeal out;
  Game game(hands, contract, vulnerable);
  declarer.begin(board);
  defence.begin(board);
  const std::uint64_t nodes = declarer.nodes();
  while (!game.table().finished()) {
    budget.poll();
    const bool ours = game.table().our_turn();
    Player& player = ours ? declarer : defence;
    const View view = game.view(player.sees_all());
    const double before = thread_seconds();
    const Card card = player.choose(view, budget);
    if (ours) out.cpu += thread_seconds() - before;
    CGT_EXPECTS(has(game.table().legal(), card), "players play legal cards");
    out.cards.push_back(card);
    out.reasons.push_back(ours ? player.reason() : std::string());
    game.play(card);
  }
  out.tricks = game.table().won();
  out.nodes = declarer.nodes() - nodes;
  return out;
}

double BoardAMatch::margin() const {
  return boards() == 0 ? 0 : static_cast<double>(won_ - lost_) / boards();
}
double BoardAMatch::deviation() const {
  if (boards() < 2) return 0;
  const double m = margin();
  const double squares = won_ * (1 - m) * (1 - m) + lost_ * (1 + m) * (1 + m) + tied_ * m * m;
  return std::sqrt(squares / (boards() - 1));
}
double BoardAMatch::half_width() const {
  return boards() == 0 ? 0 : 1.96 * deviation() / std::sqrt(static_cast<double>(boards()));
}

}  // namespace cgt::bridge
