#include "decomp/solve/values/thermograph_search.hpp"

#include "cgt/thermo/temperature.hpp"
#include "decomp/solve/values/stored_values.hpp"

namespace cgt::solve {
namespace {

constexpr std::uint64_t kThermographBytes = 200;  // about, on the whole

bool is_number(const Thermograph& thermograph) { return thermograph.temperature().sign() < 0; }

Thermograph negated(const Thermograph& thermograph) {
  Thermograph out;
  for (const Player player : kPlayers) {
    Trajectory& wall = out.walls[player];
    wall = thermograph.wall(opponent(player));
    wall.mast = -wall.mast;
    for (int& slope : wall.slopes) slope = -slope;
  }
  return out;
}

}  // namespace

// A sum on the way down, and the sums that it needs.
struct ThermographSearch::Frame {
  Sum sum;
  PerPlayer<std::vector<Child>> children;
  Player side = Player::kLeft;
  std::size_t next = 0;
  bool expanded = false;
};

std::uint64_t ThermographSearch::bytes() const {
  return graph_.bytes() + table_.size() * (sizeof(Sum) + sizeof(Entry) + kThermographBytes);
}

const Thermograph* ThermographSearch::find(const Sum& sum) const {
  const auto found = table_.find(sum);
  return found == table_.end() ? nullptr : found->second.thermograph;
}

bool ThermographSearch::simplify(Child& child, Sum& unknown) const {
  Dyadic number = child.number + child.sum.fraction;
  Parts kept;
  const bool alone = child.sum.parts.size() == 1 && number.is_integer();
  for (const SignedNode v : child.sum.parts) {
    Sum part{Dyadic(), {signed_node(node_of(v), false)}};
    const Thermograph* const known = alone ? nullptr : find(part);
    if (!alone && known == nullptr) {
      unknown = std::move(part);
      return false;
    }
    if (alone || !is_number(*known)) {
      kept.push_back(v);
    } else {
      number += is_negated(v) ? -known->mean() : known->mean();
    }
  }
  child.number = number.floor();
  child.sum = {number - child.number, std::move(kept)};
  return true;
}

bool ThermographSearch::take_known(const Sum& sum) {
  if (known_ == nullptr || sum.parts.size() != 1 || sum.fraction.sign() != 0) return false;
  const SignedNode v = sum.parts[0];
  std::optional<Thermograph> known = known_->thermograph(positions_.text(node_of(v)));
  if (!known) return false;
  ++given_;
  thermographs_.push_back(is_negated(v) ? negated(*known) : std::move(*known));
  table_[sum].thermograph = &thermographs_.back();
  return true;
}

void ThermographSearch::expand(Frame& frame, Budget& budget) {
  frame.expanded = true;
  const Sum& sum = frame.sum;
  SumState state;
  state.parts.assign(sum.parts.begin(), sum.parts.end());
  for (const Player player : kPlayers) {
    for (std::size_t i = 0; i < state.parts.size(); ++i) {
      if (i > 0 && state.parts[i] == state.parts[i - 1]) continue;
      graph_.moves(state, i, player, budget, [&](SumState child) {
        frame.children[player].push_back({{sum.fraction, std::move(child.parts)}, child.rest});
        return true;
      });
    }
    if (sum.fraction.sign() != 0) {  // m/2^k = {(m-1)/2^k | (m+1)/2^k}
      const Dyadic after =
          sum.fraction - Dyadic(sign(player)) *
                             Dyadic(1).scaled(-static_cast<std::int64_t>(sum.fraction.exponent()));
      frame.children[player].push_back({{after - after.floor(), sum.parts}, after.floor()});
    }
  }
}

Thermograph ThermographSearch::thermograph(std::int64_t rest, std::span<const SignedNode> parts,
                                           Budget& budget) {
  SumState whole;
  whole.parts.assign(parts.begin(), parts.end());
  graph_.normalise(whole, budget);
  Child root{{Dyadic(), whole.parts}, rest};
  std::vector<Frame> stack;
  struct Cleanup {  // nothing is open once a throw has left
    decltype(table_)& table;
    std::vector<Frame>& stack;
    ~Cleanup() {
      for (const Frame& frame : stack) table[frame.sum].open = false;
    }
  } cleanup{table_, stack};
  const auto enter = [&](Sum sum) {
    if (take_known(sum)) return;
    budget.charge();
    Entry& entry = table_[sum];
    if (entry.open)
      throw LoopyPosition("this game is loopy: play can come back to an earlier position");
    entry.open = true;
    stack.emplace_back();
    stack.back().sum = std::move(sum);
    if (table_.size() % kMemoryInterval == 0) {
      positions_.note_memory(budget);
      meter_.set(budget, bytes());
    }
  };
  // Simplifies a child and looks it up; false if something had to be entered first.
  const auto ready = [&](Child& child) {
    Sum unknown;
    if (!simplify(child, unknown)) {
      enter(std::move(unknown));
      return false;
    }
    const bool is_zero = child.sum.parts.empty() && child.sum.fraction.sign() == 0;
    if (is_zero || find(child.sum) != nullptr) return true;
    enter(child.sum);
    return false;
  };
  const auto value = [&](const Child& child) {
    const Thermograph* const known = find(child.sum);
    return shifted(known == nullptr ? Thermograph() : *known, child.number);
  };
  while (!ready(root)) {
    while (!stack.empty()) {
      const std::size_t top = stack.size() - 1;
      if (!stack[top].expanded) expand(stack[top], budget);
      Frame& frame = stack[top];
      std::vector<Child>& children = frame.children[frame.side];
      if (frame.next < children.size()) {
        Child child = children[frame.next];
        if (ready(child)) {  // else the stack has grown
          children[frame.next] = std::move(child);
          ++frame.next;
        }
        continue;
      }
      if (frame.side == Player::kLeft) {
        frame.side = Player::kRight;
        frame.next = 0;
        continue;
      }
      PerPlayer<std::vector<Thermograph>> made;
      PerPlayer<std::vector<const Thermograph*>> options;
      for (const Player player : kPlayers) {
        for (const Child& child : frame.children[player]) made[player].push_back(value(child));
        for (const Thermograph& t : made[player]) options[player].push_back(&t);
      }
      thermographs_.push_back(
          thermograph_of_options(options[Player::kLeft], options[Player::kRight]));
      Entry& entry = table_[frame.sum];
      entry.thermograph = &thermographs_.back();
      entry.open = false;
      stack.pop_back();
    }
  }
  return value(root);
}

}  // namespace cgt::solve
