#include "decomp/labs/sokoban/search.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <queue>

#include "decomp/labs/sokoban/board.hpp"
#include "decomp/labs/sokoban/carrier.hpp"
#include "decomp/labs/sokoban/corral.hpp"
#include "decomp/labs/sokoban/frozen.hpp"
#include "decomp/labs/sokoban/matching.hpp"
#include "decomp/labs/sokoban/packing.hpp"

namespace cgt::sokoban {
namespace {

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
        forwards_(options.way == Way::kForwards),
        position_(board),
        carrier_(board, options.way),
        matching_(board.goals().size()),
        corrals_(board),
        deadlocks_(board),
        frozen_(board),
        rules_(&board),
        states_(board.squares()),
        tunnel_of_(static_cast<std::size_t>(board.squares()), -1),
        home_(static_cast<std::size_t>(board.squares())),
        stays_(board.goals().size() * board.goals().size(), kFar) {
    for (const Square s : forwards_ ? board.goals() : board.boxes())
      home_[static_cast<std::size_t>(s)] = 1;
    for (std::size_t g = 0; g < board.goals().size(); ++g) stays_[g * board.goals().size() + g] = 0;
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
    return states_.bytes() + frozen_.bytes() +
           nodes_.capacity() * (sizeof(Node) + 2 * sizeof(Group)) + moves_ * sizeof(Move);
  }

 private:
  struct Move {
    Square from, to;
    std::uint8_t side;
    std::uint16_t pushes;
    std::uint16_t bound;
    std::uint16_t parts, links;  // features of the state that it leads to
    std::uint16_t filled;  // squares of the plan that hold boxes then: no fewer than are packed
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

  // Backwards: least pulls of a box on s with the player on that side, to where each box of the level stands.
  const std::uint16_t* pulls(Square s, int side) const {
    return &pulls_[(static_cast<std::size_t>(s) * 4 + static_cast<std::size_t>(side)) *
                   board_.boxes().size()];
  }

  // Breadth first by pushes, from each box of the level with the player where he stands then.
  void find_pulls() {
    struct At {
      Square box;
      int side;
    };
    std::vector<At> open;
    const std::size_t boxes = board_.boxes().size();
    pulls_.assign(static_cast<std::size_t>(board_.squares()) * 4 * boxes, kFar);
    for (std::size_t i = 0; i < boxes; ++i) {
      const auto distance = [&](At at) -> std::uint16_t& {
        return pulls_[(static_cast<std::size_t>(at.box) * 4 + static_cast<std::size_t>(at.side)) *
                          boxes +
                      i];
      };
      open.assign(1, {board_.boxes()[i], board_.side(board_.boxes()[i], board_.player())});
      distance(open[0]) = 0;
      for (std::size_t k = 0; k < open.size(); ++k) {
        const At at = open[k];
        const auto steps = static_cast<std::uint16_t>(distance(at) + 1);
        for (int d = 0; d < 4; ++d) {
          const Square p = board_.next(at.box, d);
          const Square to = board_.next(at.box, d ^ 2);
          if (p == kWall || to == kWall || board_.side(at.box, p) != at.side) continue;
          if (!board_.is_live(to) || steps >= kFar) continue;
          const At next{to, board_.side(to, at.box)};
          if (distance(next) != kFar) continue;
          distance(next) = steps;
          open.push_back(next);
        }
      }
    }
  }

  // What is left to do for a box, of position_'s rules.
  const std::uint16_t* row_of(Square box, Square player) const {
    return forwards_ ? rules_->pushes(box, rules_->side(box, player))
                     : pulls(box, board_.side(box, player));
  }

  // Least pushes of position_ with the player at p, kNoMatching if it is dead. rules_ and matching_ are
  // those of this position then.
  int bound_of(Square p) {
    rows_.clear();
    if (!forwards_) {
      for (const Square s : position_.boxes()) rows_.push_back(row_of(s, p));
      return matching_.assign(rows_);
    }
    rules_ = frozen_.board_for(position_);
    if (rules_ == nullptr) return kNoMatching;
    for (const Square s : position_.boxes()) {
      if (rules_->side(s, p) != kNoSide) {
        rows_.push_back(row_of(s, p));
        continue;
      }
      // Nobody ever gets to this box.
      if (!board_.is_goal(s)) return kNoMatching;
      rows_.push_back(
          &stays_[static_cast<std::size_t>(board_.goal_number(s)) * board_.goals().size()]);
    }
    return matching_.assign(rows_);
  }

  std::uint16_t packed(Budget& budget) {
    return static_cast<std::uint16_t>(fills_->packed(position_, budget));
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

  // position_ is that of the state.
  bool solved(std::uint32_t state) const {
    return std::all_of(position_.boxes().begin(), position_.boxes().end(),
                       [&](Square s) { return home_[static_cast<std::size_t>(s)] != 0; }) &&
           (forwards_ || states_.region(state) == first_region_);
  }

  // Position and all steps of a new node; true if it is solved. position_ has been flooded.
  bool add(std::uint32_t parent, const Move& move, int weight, Square player, Budget& budget) {
    const auto id = static_cast<std::uint32_t>(nodes_.size());
    const int before = parent == StateTable::kNone ? 0 : nodes_[parent].pushes;
    nodes_.push_back({parent, move.from, move.to, move.side, weight, before + move.pushes, {}, {}});
    if (solved(id)) {
      finish(id);
      return true;
    }
    budget.charge(64);
    if (++solution_.counts.nodes % kMemoryInterval == 0) meter_.set(budget, bytes());
    Node& node = nodes_.back();
    node.features = {packed(budget), move.parts, move.links};
    solution_.counts.packed = std::max<int>(solution_.counts.packed, node.features.packed);
    generate(node, player, budget);
    moves_ += node.moves.capacity();
    solution_.counts.states = states_.size();
    order(id, budget);
    return false;
  }

  // Of position_, flooded.
  bool can_push(Square box) const {
    for (int d = 0; d < 4; ++d) {
      const Square p = board_.next(box, d);
      if (p == kWall || !position_.reached(p)) continue;
      const Square free = forwards_ ? board_.next(box, d ^ 2) : board_.next(p, d);
      if (!position_.has_box(free) && (!forwards_ || rules_->is_live(free))) return true;
    }
    return false;
  }

  // bound_of() has just been asked.
  void generate(Node& node, Square player, Budget& budget) {
    const std::vector<Square> only =
        forwards_ ? corrals_.pushed_first(position_) : std::vector<Square>();
    solution_.counts.corrals += !only.empty();
    pushed_.clear();
    for (std::size_t i = 0; i < position_.boxes().size(); ++i) {
      const Square from = position_.boxes()[i];
      if (!only.empty() && std::find(only.begin(), only.end(), from) == only.end()) continue;
      if (can_push(from)) pushed_.push_back(i);
    }
    carrier_.begin(position_);
    const int filled = fills_->filled(position_);
    const auto allowed = [&](Square s) { return rules_->is_live(s); };
    for (const std::size_t i : pushed_) {
      const Square from = position_.boxes()[i];
      carrier_.carry(
          position_, allowed, i, player, [&](const Carrier::At& at, Carrier::Reach reach) {
            budget.charge(position_.flood_cost());
            const Square stand = board_.next(at.box, at.side);
            const int bound = matching_.with_row(i, row_of(at.box, stand));
            if (bound >= kNoMatching) {
              ++solution_.counts.dead;
            } else if (node.pushes + at.pushes + bound > options_.most_pushes) {
              cut_ = true;
            } else if (states_.find(position_, reach.region) == StateTable::kNone) {
              const int change = fills_->fills(at.box) - fills_->fills(from);
              node.moves.push_back({from, at.box, at.side, at.pushes,
                                    static_cast<std::uint16_t>(bound),
                                    static_cast<std::uint16_t>(reach.parts),
                                    static_cast<std::uint16_t>(options_.links ? links() : 0),
                                    static_cast<std::uint16_t>(filled + change)});
            }
          });
    }
  }

  // position_ is that of the node.
  std::uint16_t packed_after(const Move& move, Budget& budget) {
    const auto i = number_of(move.from);
    position_.move_box(i, move.to);
    const std::uint16_t count = packed(budget);
    position_.move_box(i, move.from);
    return count;
  }

  void order(std::uint32_t id, Budget& budget) {
    Node& node = nodes_[id];
    auto& moves = node.moves;
    if (moves.empty()) return;
    std::stable_sort(moves.begin(), moves.end(),
                     [](const Move& a, const Move& b) { return a.bound < b.bound; });
    // Advice: the best step for each feature goes to the front. How many are packed after it is asked only of those
    // that may be best, as that takes longest to tell.
    std::vector<std::size_t> advised;
    std::size_t best = moves.size();
    int most = node.features.packed;
    int filled = 0;
    for (const Move& move : moves) filled = std::max<int>(filled, move.filled);
    for (; filled > most; --filled) {
      for (std::size_t i = 0; i < moves.size() && most < filled; ++i) {
        if (moves[i].filled != filled) continue;
        const int count = packed_after(moves[i], budget);
        if (count <= most) continue;
        most = count;
        best = i;
      }
    }
    if (best < moves.size()) advised.push_back(best);
    for (const auto feature : {&Move::parts, &Move::links}) {
      best = moves.size();
      int least = feature == &Move::parts ? node.features.parts : node.features.links;
      for (std::size_t i = 0; i < moves.size(); ++i) {
        if (moves[i].*feature >= least || moves[i].filled < node.features.packed ||
            packed_after(moves[i], budget) < node.features.packed)
          continue;
        least = moves[i].*feature;
        best = i;
      }
      if (best < moves.size()) advised.push_back(best);
    }
    if (options_.homewards) {
      for (std::size_t i = 0; i < moves.size(); ++i) {
        if (moves[i].parts > node.features.parts || moves[i].filled < node.features.packed ||
            packed_after(moves[i], budget) < node.features.packed)
          continue;
        advised.push_back(i);
        break;
      }
    }
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
    // The farther from the front, the heavier: 8 steps cost one unit, 32 two, 128 three.
    const auto size = static_cast<std::uint32_t>(moves.size());
    std::uint32_t count = 8;
    int weight = node.weight;
    for (std::uint32_t at = first; at < size; count *= 4) {
      const std::uint32_t end = at + std::min(count, size - at);
      cell.push({++weight, moves[at].bound, id, at, end});
      at = end;
    }
  }

  // The packing plan and the first nodes; false if the search has ended or the plan takes longer.
  bool begin(Budget& budget, std::uint64_t units) {
    const std::vector<Square>& boxes = forwards_ ? board_.boxes() : board_.goals();
    position_.set(board_.boxes().data(), board_.boxes().size());
    first_region_ = position_.flood(board_.player());
    if (!forwards_ && pulls_.empty()) find_pulls();
    position_.set(boxes.data(), boxes.size());
    std::vector<Square> players;
    solution_.lower = kNoMatching;
    for (const Square p : forwards_ ? std::vector{board_.player()} : position_.parts()) {
      const int bound = bound_of(p);
      if (bound < kNoMatching) players.push_back(p);
      solution_.lower = std::min(solution_.lower, bound);
    }
    if (players.empty()) {
      no_solution();
      return false;
    }
    std::vector<Square> fill = board_.boxes();
    if (forwards_) {
      for (std::size_t i = 0; i < fill.size(); ++i)
        fill[i] = board_.goals()[static_cast<std::size_t>(matching_.goal_of(i))];
    }
    // A plan is made at once; where it is not done, the next turn gives it twice as much.
    plan_units_ = std::max(units, plan_units_ > Budget::kUnlimited / 2 ? units : 2 * plan_units_);
    Budget part = budget.part(plan_units_);
    try {
      plan_ = packing_plan(board_, options_.way, fill, options_.variant, part);
    } catch (const BudgetExhausted&) {
      budget.settle(part);
      return false;
    }
    budget.settle(part);
    solution_.counts.planned = plan_.complete();
    fills_ = std::make_unique<FillStates>(board_, options_.way, plan_);
    begun_ = true;
    for (const Square p : players) {
      position_.set(boxes.data(), boxes.size());
      states_.insert(position_, position_.flood(p));
      bound_of(p);
      Move none{};
      none.to = p;
      none.parts = static_cast<std::uint16_t>(carrier_.begin(position_));
      if (options_.links) none.links = static_cast<std::uint16_t>(links());
      if (add(StateTable::kNone, none, 0, p, budget)) return false;
    }
    return true;
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
        const auto i = number_of(move.from);
        position_.move_box(i, move.to);
        const Square stand = board_.next(move.to, move.side);
        const Square region = position_.flood(stand);
        if (states_.find(position_, region) != StateTable::kNone) continue;
        if (bound_of(stand) >= kNoMatching || (forwards_ && deadlocks_.dead(position_, stand))) {
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

  // Of the box of position_ on s.
  std::size_t number_of(Square s) const {
    const auto& boxes = position_.boxes();
    return static_cast<std::size_t>(std::find(boxes.begin(), boxes.end(), s) - boxes.begin());
  }

  // Nodes are numbered as their states.
  void set_to(std::uint32_t node) {
    states_.boxes(node, boxes_);
    position_.set(boxes_.data(), boxes_.size());
  }

  void finish(std::uint32_t id) {
    std::vector<std::uint32_t> line;
    for (; nodes_[id].parent != StateTable::kNone; id = nodes_[id].parent) line.push_back(id);
    set_to(id);
    std::vector<Push> pushes;
    Square player = nodes_[id].to;
    for (auto n = line.rbegin(); n != line.rend(); ++n) {
      const Node& node = nodes_[*n];
      const auto i = number_of(node.from);
      position_.flood(player);
      carrier_.begin(position_);
      const auto& places = carrier_.carry(
          position_, [&](Square s) { return board_.is_live(s); }, i, player,
          [](const Carrier::At&, Carrier::Reach) {});
      std::uint32_t k = 0;
      while (places[k].box != node.to || places[k].side != node.side ||
             places[k].parent == Carrier::kNone)
        ++k;
      std::vector<Push> part;
      for (; places[k].parent != Carrier::kNone; k = places[k].parent) {
        const auto& before = places[places[k].parent];
        const auto away = static_cast<std::uint8_t>(before.side ^ 2);
        part.push_back({forwards_ ? before.box : places[k].box, away});
      }
      pushes.insert(pushes.end(), part.rbegin(), part.rend());
      player = board_.next(node.to, node.side);
      position_.move_box(i, node.to);
    }
    if (!forwards_) std::reverse(pushes.begin(), pushes.end());
    solution_.upper = static_cast<int>(pushes.size());
    solution_.pushes = std::move(pushes);
    solution_.stop = StopReason::kSolved;
  }

  const Board& board_;
  const FeatureOptions options_;
  const bool forwards_;
  bool begun_ = false;
  std::uint64_t plan_units_ = 0;
  Position position_;
  Carrier carrier_;
  Matching matching_;
  Corrals corrals_;
  CorralDeadlocks deadlocks_;
  FrozenBoards frozen_;
  const Board* rules_;  // of position_
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
  std::vector<std::uint16_t> pulls_;  // see pulls()
  std::vector<std::uint8_t> home_;    // by square: is it one to fill?
  Square first_region_ = 0;           // of the player in the level
  std::vector<std::uint16_t> stays_;  // rows of boxes that stay on their goal, by goal
  std::vector<Square> boxes_;
  std::vector<std::size_t> pushed_;  // numbers of boxes
};

}  // namespace

std::unique_ptr<Search> feature_search(const Board& board, const FeatureOptions& options) {
  return std::make_unique<FeatureSearch>(board, options);
}

}  // namespace cgt::sokoban
