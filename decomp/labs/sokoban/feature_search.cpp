#include "decomp/labs/sokoban/search.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <queue>

#include "decomp/labs/sokoban/board.hpp"
#include "decomp/labs/sokoban/corral.hpp"
#include "decomp/labs/sokoban/matching.hpp"
#include "decomp/labs/sokoban/packing.hpp"

namespace cgt::sokoban {
namespace {

// Where one box can be pushed while the others stay.
class Carrier {
 public:
  explicit Carrier(const Board& board)
      : board_(board), met_(static_cast<std::size_t>(board.squares()) * 4) {}

  struct At {
    Square box;
    std::uint8_t side;     // where the player stands, having pushed
    std::uint32_t parent;  // index; the first ones have kNone
    std::uint16_t pushes;
  };
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  // What the player has with a box somewhere: the least square that is reached, and the number of
  // parts of the board that are not.
  struct Reach {
    Square region;
    int parts;
  };

  // All places of box i with the player at p, the place where it stands first (one for each side
  // that the player gets to). visit(at, reach) is called once for each pair of a place and a region
  // of the player, with the box there.
  template <class Visit>
  const std::vector<At>& carry(Position& position, std::size_t i, Square p, const Visit& visit) {
    if (++epoch_ == 0) ++epoch_;
    open_.clear();
    const Square home = position.boxes()[i];
    position.lift(home);
    without_.region = position.flood(p);
    if (!position.reached(home)) {
      position.put(home);
      return open_;
    }
    second_ = without_.region;
    do {
      ++second_;
    } while (second_ < board_.squares() && !position.reached(second_));
    without_.parts = position.unreached_parts();
    position.put(home);
    reach(position, home, p, kNone, visit);
    for (std::uint32_t k = 0; k < open_.size(); ++k) {
      const At at = open_[k];
      const Square to = board_.next(at.box, at.side ^ 2);
      if (to == kWall || !board_.is_live(to)) continue;
      if (to != home && position.has_box(to)) continue;
      position.move_box(i, to);
      if (!position.frozen_dead(to)) reach(position, to, at.box, k, visit);
      position.move_box(i, home);
    }
    return open_;
  }

 private:
  template <class Visit>
  void reach(Position& position, Square box, Square player, std::uint32_t parent,
             const Visit& visit) {
    // The player gets to all places of the box that are looked at, were it not there.
    const bool whole = position.whole_around(box);
    bool flooded = false;
    Reach now{box == without_.region ? second_ : without_.region, without_.parts};
    const std::size_t first = open_.size();
    const auto pushes = static_cast<std::uint16_t>(parent == kNone ? 0 : open_[parent].pushes + 1);
    for (int d = 0; d < 4; ++d) {
      const Square p = board_.next(box, d);
      if (p == kWall || position.has_box(p)) continue;
      auto& met = met_[static_cast<std::size_t>(box) * 4 + static_cast<std::size_t>(d)];
      if (met == epoch_) continue;
      if (!whole) {
        if (!flooded) now.region = position.flood(player);
        flooded = true;
        if (!position.reached(p)) continue;
      }
      met = epoch_;
      open_.push_back({box, static_cast<std::uint8_t>(d), parent, pushes});
    }
    if (parent == kNone || open_.size() == first) return;
    if (flooded) now.parts = position.unreached_parts();
    visit(open_[first], now);
  }

  const Board& board_;
  std::vector<std::uint32_t> met_;
  std::uint32_t epoch_ = 0;
  std::vector<At> open_;
  Reach without_{};    // the box that is carried
  Square second_ = 0;  // the least square but one of that region
};

// None of them is above kMostSquares.
struct Features {
  std::uint16_t packed = 0;  // boxes of the packing plan
  std::uint16_t parts = 0;   // of the board that the player does not reach
  std::uint16_t links = 0;   // tunnels with boxes in them
  std::uint64_t key() const {
    return std::uint64_t{packed} << 32U | std::uint64_t{parts} << 16U | links;
  }
};

class FeatureSearch : public Search {
 public:
  FeatureSearch(const Board& board, const FeatureOptions& options)
      : board_(board),
        options_(options),
        position_(board),
        carrier_(board),
        matching_(board.goals().size()),
        corrals_(board),
        deadlocks_(board),
        states_(board.squares()),
        tunnel_of_(static_cast<std::size_t>(board.squares()), -1) {
    if (!options_.links) return;
    int tunnels = 0;
    for (const Part& part : partition(board).parts) {
      if (!part.tunnel) continue;
      for (const Square s : part.squares) tunnel_of_[static_cast<std::size_t>(s)] = tunnels;
      ++tunnels;
    }
    blocked_.resize(static_cast<std::size_t>(tunnels));
  }

  void go_on(Budget& budget, std::uint64_t units) override {
    if (!begun_ && !begin(budget, units)) return;
    search(budget, units);
  }

  std::uint64_t bytes() const override {
    return states_.bytes() + nodes_.capacity() * (sizeof(Node) + 2 * sizeof(Group)) +
           moves_ * sizeof(Move);
  }

 private:
  struct Move {
    Square from, to;
    std::uint8_t side;
    std::uint16_t pushes;
    std::uint16_t bound;
    Features features;
  };
  struct Node {
    std::uint32_t parent;
    Square from, to;
    std::uint8_t side;
    int weight;
    int pushes;  // from the start
    Features features;
    std::vector<Move> moves;
  };
  // The moves of a node from `next` on that have one weight, the best bound first.
  struct Group {
    int weight;
    int bound;
    std::uint32_t node;
    std::uint32_t next, end;
    bool operator<(const Group& o) const {
      if (weight != o.weight) return weight > o.weight;
      if (bound != o.bound) return bound > o.bound;
      return node < o.node;
    }
  };
  using Cell = std::priority_queue<Group>;

  int bound_of(Square p) {
    rows_.clear();
    for (const Square s : position_.boxes()) rows_.push_back(board_.pushes(s, board_.side(s, p)));
    return matching_.assign(rows_);
  }

  Features features(int parts, Budget& budget) {
    Features f;
    f.packed = static_cast<std::uint16_t>(fills_->packed(position_, budget));
    f.parts = static_cast<std::uint16_t>(parts);
    if (options_.links) f.links = static_cast<std::uint16_t>(links());
    return f;
  }

  int links() {
    std::fill(blocked_.begin(), blocked_.end(), std::uint8_t{0});
    int count = 0;
    for (const Square s : position_.boxes()) {
      const int tunnel = tunnel_of_[static_cast<std::size_t>(s)];
      if (tunnel < 0 || board_.is_goal(s)) continue;
      auto& met = blocked_[static_cast<std::size_t>(tunnel)];
      count += 1 - met;
      met = 1;
    }
    return count;
  }

  bool all_home() const {
    return std::all_of(position_.boxes().begin(), position_.boxes().end(),
                       [&](Square s) { return board_.is_goal(s); });
  }

  // Position and all steps of a new node; true if it is solved. position_ has been flooded.
  bool add(std::uint32_t parent, const Move& move, int weight, Square player, Budget& budget) {
    const auto id = static_cast<std::uint32_t>(nodes_.size());
    const int before = parent == StateTable::kNone ? 0 : nodes_[parent].pushes;
    nodes_.push_back(
        {parent, move.from, move.to, move.side, weight, before + move.pushes, move.features, {}});
    if (all_home()) {
      finish(id);
      return true;
    }
    budget.charge(64);
    if (++solution_.counts.nodes % kMemoryInterval == 0) meter_.set(budget, bytes());
    Node& node = nodes_.back();
    solution_.counts.packed = std::max<int>(solution_.counts.packed, node.features.packed);
    generate(node, player, budget);
    moves_ += node.moves.capacity();
    solution_.counts.states = states_.size();
    order(id);
    return false;
  }

  // Of position_, flooded.
  bool can_push(Square box) const {
    for (int d = 0; d < 4; ++d) {
      const Square p = board_.next(box, d);
      const Square to = board_.next(box, d ^ 2);
      if (p != kWall && to != kWall && position_.reached(p) && !position_.has_box(to) &&
          board_.is_live(to))
        return true;
    }
    return false;
  }

  void generate(Node& node, Square player, Budget& budget) {
    bound_of(player);
    const std::vector<Square> only = corrals_.pushed_first(position_);
    solution_.counts.corrals += !only.empty();
    pushed_.clear();
    for (std::size_t i = 0; i < position_.boxes().size(); ++i) {
      const Square from = position_.boxes()[i];
      if (!only.empty() && std::find(only.begin(), only.end(), from) == only.end()) continue;
      if (can_push(from)) pushed_.push_back(i);
    }
    for (const std::size_t i : pushed_) {
      const Square from = position_.boxes()[i];
      carrier_.carry(position_, i, player, [&](const Carrier::At& at, Carrier::Reach reach) {
        budget.charge(position_.flood_cost());
        const Square stand = board_.next(at.box, at.side);
        const int bound = matching_.with_row(i, board_.pushes(at.box, board_.side(at.box, stand)));
        if (bound >= kNoMatching) {
          ++solution_.counts.dead;
        } else if (node.pushes + at.pushes + bound > options_.most_pushes) {
          cut_ = true;
        } else if (states_.find(position_, reach.region) == StateTable::kNone) {
          node.moves.push_back({from, at.box, at.side, at.pushes, static_cast<std::uint16_t>(bound),
                                features(reach.parts, budget)});
        }
      });
    }
  }

  void order(std::uint32_t id) {
    Node& node = nodes_[id];
    auto& moves = node.moves;
    if (moves.empty()) return;
    std::stable_sort(moves.begin(), moves.end(),
                     [](const Move& a, const Move& b) { return a.bound < b.bound; });
    // Advice: the best step for each feature goes to the front.
    std::vector<std::size_t> advised;
    const auto advise = [&](const auto& better) {
      std::size_t best = moves.size();
      for (std::size_t i = 0; i < moves.size(); ++i) {
        if (!better(moves[i].features, node.features)) continue;
        if (best == moves.size() || better(moves[i].features, moves[best].features)) best = i;
      }
      if (best < moves.size()) advised.push_back(best);
    };
    advise([](const Features& a, const Features& b) { return a.packed > b.packed; });
    advise([](const Features& a, const Features& b) {
      return a.parts < b.parts && a.packed >= b.packed;
    });
    advise([](const Features& a, const Features& b) {
      return a.links < b.links && a.packed >= b.packed;
    });
    std::sort(advised.begin(), advised.end());
    advised.erase(std::unique(advised.begin(), advised.end()), advised.end());
    for (std::size_t k = 0; k < advised.size(); ++k) {
      std::rotate(moves.begin() + static_cast<std::ptrdiff_t>(k),
                  moves.begin() + static_cast<std::ptrdiff_t>(advised[k]),
                  moves.begin() + static_cast<std::ptrdiff_t>(advised[k]) + 1);
    }
    const auto first = static_cast<std::uint32_t>(advised.size());
    Cell& cell = cells_[options_.vector ? node.features.key() : 0];
    if (first > 0) cell.push({node.weight, moves[0].bound, id, 0, first});
    if (first < moves.size())
      cell.push({node.weight + 1, moves[first].bound, id, first,
                 static_cast<std::uint32_t>(moves.size())});
  }

  // The packing plan and the first node; false if the search has ended or the plan takes longer.
  bool begin(Budget& budget, std::uint64_t units) {
    position_.set(board_.boxes().data(), board_.boxes().size());
    const Square player = board_.player();
    const int bound = bound_of(player);
    solution_.lower = bound;
    if (bound >= kNoMatching) {
      no_solution();
      return false;
    }
    std::vector<Square> goals;
    for (std::size_t i = 0; i < board_.boxes().size(); ++i)
      goals.push_back(board_.goals()[static_cast<std::size_t>(matching_.goal_of(i))]);
    // A plan is made at once; where it is not done, the next turn gives it twice as much.
    plan_units_ = std::max(units, plan_units_ > Budget::kUnlimited / 2 ? units : 2 * plan_units_);
    Budget part = budget.part(plan_units_);
    try {
      plan_ = packing_plan(board_, goals, options_.variant, part);
    } catch (const BudgetExhausted&) {
      budget.settle(part);
      return false;
    }
    budget.settle(part);
    solution_.counts.planned = plan_.complete();
    fills_ = std::make_unique<FillStates>(board_, plan_);
    begun_ = true;
    states_.insert(position_, position_.flood(player));
    const Features first = features(position_.unreached_parts(), budget);
    return !add(StateTable::kNone, {0, 0, 0, 0, 0, first}, 0, player, budget);
  }

  void search(Budget& budget, std::uint64_t units) {
    const std::uint64_t end = end_of_turn(budget, units);
    // The cells take turns, from the one with the most packed goals on.
    while (budget.used_nodes() < end) {
      bool any = false;
      for (auto it = cells_.rbegin(); it != cells_.rend(); ++it) {
        Cell& cell = it->second;
        if (cell.empty()) continue;
        any = true;
        Group group = cell.top();
        cell.pop();
        const Move move = nodes_[group.node].moves[group.next++];
        if (group.next < group.end) {
          group.bound = nodes_[group.node].moves[group.next].bound;
          cell.push(group);
        }
        budget.charge(2);
        set_to(group.node);
        const auto i = static_cast<std::size_t>(
            std::find(position_.boxes().begin(), position_.boxes().end(), move.from) -
            position_.boxes().begin());
        position_.move_box(i, move.to);
        const Square stand = board_.next(move.to, move.side);
        const Square region = position_.flood(stand);
        if (states_.find(position_, region) != StateTable::kNone) continue;
        if (deadlocks_.dead(position_, stand)) {
          ++solution_.counts.dead;
          continue;
        }
        states_.insert(position_, region);
        if (add(group.node, move, group.weight, stand, budget)) return;
      }
      if (any) continue;
      over_ = true;
      if (!cut_) no_solution();
      return;
    }
  }

  // Nodes are numbered as their states.
  void set_to(std::uint32_t node) {
    states_.boxes(node, boxes_);
    position_.set(boxes_.data(), boxes_.size());
  }

  void finish(std::uint32_t id) {
    std::vector<std::uint32_t> line;
    for (std::uint32_t n = id; nodes_[n].parent != StateTable::kNone; n = nodes_[n].parent)
      line.push_back(n);
    std::reverse(line.begin(), line.end());
    position_.set(board_.boxes().data(), board_.boxes().size());
    std::vector<Push> pushes;
    Square player = board_.player();
    for (const std::uint32_t n : line) {
      const Node& node = nodes_[n];
      const auto i = static_cast<std::size_t>(
          std::find(position_.boxes().begin(), position_.boxes().end(), node.from) -
          position_.boxes().begin());
      const auto& places =
          carrier_.carry(position_, i, player, [](const Carrier::At&, Carrier::Reach) {});
      std::uint32_t k = 0;
      while (places[k].box != node.to || places[k].side != node.side ||
             places[k].parent == Carrier::kNone)
        ++k;
      std::vector<Push> part;
      for (; places[k].parent != Carrier::kNone; k = places[k].parent) {
        const auto& before = places[places[k].parent];
        part.push_back({before.box, static_cast<std::uint8_t>(before.side ^ 2)});
      }
      player = part.front().box;
      pushes.insert(pushes.end(), part.rbegin(), part.rend());
      position_.move_box(i, node.to);
    }
    solution_.upper = static_cast<int>(pushes.size());
    solution_.pushes = std::move(pushes);
    solution_.stop = StopReason::kSolved;
  }

  const Board& board_;
  const FeatureOptions options_;
  bool begun_ = false;
  std::uint64_t plan_units_ = 0;
  Position position_;
  Carrier carrier_;
  Matching matching_;
  Corrals corrals_;
  CorralDeadlocks deadlocks_;
  StateTable states_;
  PackingPlan plan_;
  std::unique_ptr<FillStates> fills_;
  std::vector<int> tunnel_of_;         // by square; -1: a room
  std::vector<std::uint8_t> blocked_;  // by tunnel
  std::vector<Node> nodes_;
  std::uint64_t moves_ = 0;  // of all nodes
  MemoryMeter meter_;
  bool cut_ = false;  // was a step left out for its pushes?
  std::map<std::uint64_t, Cell> cells_;
  std::vector<const std::uint16_t*> rows_;
  std::vector<Square> boxes_;
  std::vector<std::size_t> pushed_;  // numbers of boxes
};

}  // namespace

std::unique_ptr<Search> feature_search(const Board& board, const FeatureOptions& options) {
  return std::make_unique<FeatureSearch>(board, options);
}

}  // namespace cgt::sokoban
