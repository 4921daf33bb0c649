#include "decomp/labs/bridge/network.hpp"

#include <fmt/format.h>

#include <cmath>

#include "decomp/labs/bridge/tasks.hpp"

namespace cgt::bridge {

const std::vector<std::string>& Network::task_names() {
  static const std::vector<std::string> names{"Everything",
                                              "Something",
                                              "Stop",
                                              "WaitForControl",
                                              "CashOut",
                                              "CashHand",
                                              "CashWinner",
                                              "CashDummyWinner",
                                              "CashFollowed",
                                              "CashDummyFollowed",
                                              "GetDiscard",
                                              "DiscardLow",
                                              "DiscardDuringCash",
                                              "ConsiderCross",
                                              "SimpleCross",
                                              "SimpleCrossNotInTrump",
                                              "LeadLow",
                                              "Finesse",
                                              "StandardFinesse",
                                              "StandardFinesseThree",
                                              "MarkedStandardFinesse",
                                              "ProvenFinesse",
                                              "ProvenFinesseThree",
                                              "FreeFinesse",
                                              "PlaySetCard",
                                              "PlaySetFollowed",
                                              "ConsiderLength",
                                              "LengthWinner",
                                              "ConsiderHard",
                                              "HardLengthWinner",
                                              "HardCash",
                                              "HardWinner",
                                              "HardDummyWinner",
                                              "HardFollowed",
                                              "HardDummyFollowed",
                                              "HardLose",
                                              "LoseTrick",
                                              "LoseFollowed",
                                              "HardDuck",
                                              "Follow",
                                              "FollowVoid",
                                              "FollowSuit",
                                              "RuffIn",
                                              "ThirdHandLow",
                                              "ThirdHandHigh",
                                              "ThirdHandEquiv",
                                              "ThirdHandCover",
                                              "ThirdHandRuff",
                                              "PlayLowInSuit",
                                              "ThirteenthTrick",
                                              "DrawTrump",
                                              "Crossruff",
                                              "ConsiderRuff",
                                              "SetUpRuff",
                                              "RuffLow",
                                              "RuffRuffed",
                                              "RuffOut",
                                              "CashTrumps",
                                              "ForceThemRuff",
                                              "CashRuffed",
                                              "CashDummyRuffed",
                                              "FinesseTwo",
                                              "StandardFinesseTwo",
                                              "EasyFinesse",
                                              "BustedFinesse",
                                              "FinesseFour",
                                              "FreeFinesseThree",
                                              "MarkedFinesseTwo",
                                              "MarkedFinesseFour",
                                              "ProvenFinesseTwo",
                                              "ThemNotWinner",
                                              "ThemAny",
                                              "ThemLead",
                                              "ThemVoid",
                                              "ThemSuit",
                                              "ThemWin",
                                              "ThemAnyLow",
                                              "ThemSplit",
                                              "ThemSplitLess",
                                              "ThemSuitLess",
                                              "ThemRuff",
                                              "ThemOverruff",
                                              "ThemRuffFour",
                                              "ThemFinesse"};
  return names;
}

Network::Network() : tasks_(std::make_unique<Tasks>()) {}
Network::~Network() = default;
PlanDomain& Network::domain() { return tasks_->d; }
const PlanDomain& Network::domain() const { return tasks_->d; }

void Network::start(const PlanState& state) { tasks_->d.start(state, {}); }

namespace {

htn::PolicyOptions network_options() {
  htn::PolicyOptions options;
  options.criteria = {htn::Criterion::maximum(), htn::Criterion::weighted()};
  options.cutoff = 0.05;  // Smith's
  options.share = false;
  options.evaluate = [](const htn::Leaf& leaf) {
    const PlanState& s = static_cast<PlanDomain&>(leaf.domain).state();
    return s.score_if_stopped();
  };
  return options;
}

}  // namespace

htn::PolicyResult Network::plan(Budget& budget) {
  PlanState state = tasks_->d.state();
  tasks_->d.start(state, {});
  // One scheme only: the plan ends with the trick (Smith's "one trick at a time").
  if (tasks_->alternatives(state) == 1) {
    state.stop_left = static_cast<std::int8_t>(state.left() - 1);
    tasks_->d.start(state, {});
  }
  return htn::plan_policy(tasks_->d, std::vector<htn::TaskId>{}, network_options(), budget);
}

htn::PolicyResult Network::plan_task(const std::string& name,
                                     std::initializer_list<std::int64_t> arguments,
                                     Budget& budget) {
  const std::vector<std::int64_t> args(arguments);
  return htn::plan_policy(tasks_->d, {tasks_->at(name).of(args), tasks_->at("Stop")()},
                          network_options(), budget);
}

PlayedCard Network::card_of_step(htn::TaskId task) const {
  const PlanDomain& d = tasks_->d;
  if (task == htn::kNil || d.task_name(task) != "PlayCard") return {0, kNoCard};
  const auto args = d.arguments(task);
  return {static_cast<std::int8_t>(args[0]), static_cast<Card>(args[1])};
}

std::vector<Network::Scheme> Network::schemes(const htn::PolicyTree& tree) const {
  std::vector<Scheme> out;
  // NIL, Everything and the choice: the first decision with more than one way, or that of Something.
  std::uint32_t node = tree.root;
  while (node != htn::kNoNode) {
    const htn::PolicyNode& n = tree.nodes[node];
    if (n.task != htn::kNil && n.kind == htn::NodeKind::kDecision &&
        tasks_->d.task_name(n.task) == "Something") {
      break;
    }
    if (n.edges == 0) return out;
    node = tree.edges[n.edge].child;
  }
  if (node == htn::kNoNode) return out;
  const htn::PolicyNode& choice = tree.nodes[node];
  for (const htn::PolicyEdge& edge : tree.edges_of(node)) {
    Scheme s;
    s.name = tasks_->d.method_name(edge.method);
    s.reason = tasks_->d.reason(choice.task, edge.method, tree.bindings(edge));
    s.value = tree.nodes[edge.child].value;
    for (std::uint32_t at = edge.child;;) {
      const htn::PolicyNode& n = tree.nodes[at];
      const PlayedCard step =
          n.kind == htn::NodeKind::kStep ? card_of_step(n.task) : PlayedCard{0, kNoCard};
      if (step.card != kNoCard) {
        s.card = step.card;
        break;
      }
      if (n.edges == 0) break;
      at = tree.edges[n.edge + (n.best == htn::kNoNode ? 0 : n.best)].child;
    }
    out.push_back(std::move(s));
  }
  return out;
}

namespace {

// "13/14": beliefs are ratios of small numbers.
std::string odds_text(double odds) {
  for (int parts = 1; parts <= 1000; ++parts) {
    const double part = odds * parts;
    if (std::abs(part - std::round(part)) < 1e-9 * parts)
      return fmt::format("{}/{}", std::lround(part), parts);
  }
  return fmt::format("{:.4f}", odds);
}

std::string worth_text(double value) {
  return std::abs(value - std::round(value)) < 0.005 ? fmt::format("{:+.0f}", value)
                                                     : fmt::format("{:+.2f}", value);
}

// Words in lines of 100 columns, with the second line and all after it farther in.
void add_lines(std::string& out, std::size_t indent, const std::string& text) {
  constexpr std::size_t kColumns = 100;
  std::string line(indent, ' ');
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = text.find(' ', at);
    if (end == std::string::npos) end = text.size();
    const std::string word = text.substr(at, end - at);
    if (line.size() + word.size() > kColumns && line.size() > indent + 2) {
      out += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
      line.assign(indent + 4, ' ');
    }
    line += word + ' ';
    at = end + 1;
  }
  out += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
}

}  // namespace

// What a way is called: what a defender does, or why declarer takes it.
std::string Network::way_text(const htn::PolicyTree& tree, const htn::PolicyNode& node,
                              const htn::PolicyEdge& edge) const {
  const PlanDomain& d = tasks_->d;
  std::string why = node.task == htn::kNil ? std::string()
                                           : d.reason(node.task, edge.method, tree.bindings(edge));
  if (why.empty()) why = d.method_name(edge.method);
  if (node.kind != htn::NodeKind::kExternal) return why;
  const auto args = d.arguments(node.task);
  const bool of_suit = d.task_name(node.task) == "ThemEven";
  return fmt::format("{} {} {}", odds_text(edge.weight),
                     (of_suit ? kSuitLetters : kSeatLetters)[args[0]], why);
}

std::string Network::text(const htn::PolicyTree& tree, bool all) const {
  const PlanDomain& d = tasks_->d;
  struct Open {
    std::uint32_t node;
    std::size_t depth;
    int on_table;  // cards of the trick
    std::string text;
  };
  std::string out;
  if (tree.root == htn::kNoNode) return out;
  std::vector<Open> open{{tree.root, 0, d.state().table().size(), ""}};
  while (!open.empty()) {
    auto [at, depth, on_table, text] = std::move(open.back());
    open.pop_back();
    for (bool ended = false; !ended;) {
      const htn::PolicyNode& node = tree.nodes[at];
      const auto edges = tree.edges_of(at);
      if (node.kind == htn::NodeKind::kStep) {
        const PlayedCard step = card_of_step(node.task);
        const std::string& name = d.task_name(node.task);
        const auto args = d.arguments(node.task);
        if (step.card != kNoCard) {
          if (on_table == 4) text += "/ ";
          on_table = on_table % 4 + 1;
          text += fmt::format("{} {} ", kSeatLetters[step.seat], card_text(step.card));
        } else if (name == "AssumeVoid") {
          text += fmt::format("({} out of {}) ", kSeatLetters[args[0]], kSuitLetters[args[1]]);
        } else if (name == "AssumeNot") {
          text += fmt::format("({} without {}) ", kSeatLetters[args[0]],
                              card_text(static_cast<Card>(args[1])));
        }
      }
      const bool declarers = node.kind == htn::NodeKind::kDecision;
      const bool one = edges.size() == 1 || (declarers && !all && node.best != htn::kNoNode);
      if (edges.empty() || !one) {
        if (edges.empty()) {
          text +=
              node.kind == htn::NodeKind::kDeadEnd ? "nothing can be done" : worth_text(node.value);
        } else {
          text += declarers ? "one of:" : "then:";
        }
        add_lines(out, 2 * depth, text);
        for (std::size_t e = edges.size(); e-- > 0;) {
          const char* const mark = declarers && e == node.best ? "* " : "- ";
          open.push_back({edges[e].child, depth + 1, on_table,
                          fmt::format("{}{}, {}: ", mark, way_text(tree, node, edges[e]),
                                      worth_text(tree.nodes[edges[e].child].value))});
        }
        ended = true;
      } else {
        const htn::PolicyEdge& edge =
            edges[declarers && node.best != htn::kNoNode ? node.best : std::size_t{0}];
        // A choice among schemes, of which the others are left out here.
        if (declarers && edges.size() > 1) text += fmt::format("[{}] ", way_text(tree, node, edge));
        at = edge.child;
      }
    }
  }
  return out;
}

bool stands_for(const View& before, Card planned, Card actual) {
  if (planned == actual) return true;
  if (suit_of(planned) != suit_of(actual)) return false;
  const Table& t = before.table;
  if (t.size() > 0) {
    const Card best = t.winning_card();
    if (t.beats(planned, best) != t.beats(actual, best)) return false;
  }
  const Card low = std::min(planned, actual);
  const Card high = std::max(planned, actual);
  const Cards between = (bit(high) - 1) & ~(bit(low) | (bit(low) - 1));
  Cards ours = 0;
  for (int seat = 0; seat < 4; ++seat) {
    if (t.ours(seat)) ours |= t.hand(seat);
  }
  for (int i = 0; i < t.size(); ++i) {
    if (t.ours((t.leader() + i) & 3)) ours |= bit(t.on_table(i));
  }
  return (ours & between) == 0;
}

}  // namespace cgt::bridge
