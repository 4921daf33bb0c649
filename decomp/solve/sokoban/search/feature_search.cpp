#include "decomp/solve/sokoban/search/feature_search.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <queue>

#include "decomp/solve/sokoban/board/matching.hpp"
#include "decomp/solve/sokoban/board/states.hpp"
#include "decomp/solve/sokoban/rooms/corral.hpp"
#include "decomp/solve/sokoban/rooms/packing.hpp"
#include "decomp/solve/sokoban/rooms/partition.hpp"

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
  };
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  // All places of box i with the player at p, the place where it stands first (one for each side
  // that the player gets to). visit(at, region) is called once for each pair of a place and a region
  // of the player, with the box there and the position flooded.
  template <class Visit>
  const std::vector<At>& carry(Position& position, std::size_t i, Square p, const Visit& visit) {
    if (++epoch_ == 0) ++epoch_;
    open_.clear();
    const Square home = position.boxes()[i];
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
    bool flooded = false;
    Square region = 0;
    const std::size_t first = open_.size();
    for (int d = 0; d < 4; ++d) {
      const Square p = board_.next(box, d);
      if (p == kWall || position.has_box(p)) continue;
      auto& met = met_[static_cast<std::size_t>(box) * 4 + static_cast<std::size_t>(d)];
      if (met == epoch_) continue;
      if (!flooded) region = position.flood(player);
      flooded = true;
      if (!position.reached(p)) continue;
      met = epoch_;
      open_.push_back({box, static_cast<std::uint8_t>(d), parent});
    }
    if (parent != kNone && open_.size() > first) visit(open_[first], region);
  }

  const Board& board_;
  std::vector<std::uint32_t> met_;
  std::uint32_t epoch_ = 0;
  std::vector<At> open_;
};

struct Features {
  int packed = 0;  // boxes of the packing plan
  int parts = 0;   // of the board that the player does not reach
  int links = 0;   // tunnels with boxes in them
  std::uint64_t key() const {
    const auto bits = [](int n) { return static_cast<std::uint64_t>(std::min(n, 0xffff)); };
    return bits(packed) << 48U | bits(parts) << 32U | bits(links) << 16U;
  }
};

class FeatureSearch {
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

  Solution run(Budget& budget) {
    position_.set(board_.boxes().data(), board_.boxes().size());
    const int bound = bound_of(board_.player());
    solution_.lower = bound;
    if (bound >= kNoMatching) {
      solution_.lower = kNoPushes;
      solution_.stop = StopReason::kExhausted;
      return std::move(solution_);
    }
    std::vector<Square> goals;
    for (std::size_t i = 0; i < board_.boxes().size(); ++i)
      goals.push_back(board_.goals()[static_cast<std::size_t>(matching_.goal_of(i))]);
    try {
      plan_ = packing_plan(board_, goals, options_.variant, budget);
      solution_.counts.planned = plan_.complete();
      if (options_.partial) fills_ = std::make_unique<FillStates>(board_, plan_);
      search(budget);
    } catch (const BudgetExhausted& spent) {
      solution_.stop = spent.reason();
    }
    solution_.counts.states = states_.size();
    return std::move(solution_);
  }

 private:
  struct Move {
    Square from, to;
    std::uint8_t side;
    std::uint16_t bound;
    Features features;
  };
  struct Node {
    std::uint32_t parent;
    Square from, to;
    std::uint8_t side;
    int weight;
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

  // Of position_, just flooded.
  Features features(Budget& budget) {
    Features f;
    if (options_.packing && fills_) {
      f.packed = fills_->packed(position_, budget);
    } else if (options_.packing) {
      for (const Square g : plan_.order) {
        if (!position_.has_box(g)) break;
        ++f.packed;
      }
    }
    f.parts = position_.unreached_parts();
    if (options_.links) f.links = links();
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

  // Position and all steps of a new node; true if it is solved.
  bool add(std::uint32_t parent, const Move& move, int weight, Square player, Budget& budget) {
    const auto id = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back({parent, move.from, move.to, move.side, weight, {}, {}});
    if (all_home()) {
      finish(id);
      return true;
    }
    budget.charge(64);
    ++solution_.counts.nodes;
    position_.flood(player);
    Node& node = nodes_.back();
    node.features = features(budget);
    solution_.counts.packed = std::max(solution_.counts.packed, node.features.packed);
    generate(node, player, budget);
    order(id);
    return false;
  }

  void generate(Node& node, Square player, Budget& budget) {
    bound_of(player);
    position_.flood(player);
    const std::vector<Square> only = corrals_.pushed_first(position_);
    solution_.counts.corrals += !only.empty();
    for (std::size_t i = 0; i < position_.boxes().size(); ++i) {
      const Square from = position_.boxes()[i];
      if (!only.empty() && std::find(only.begin(), only.end(), from) == only.end()) continue;
      carrier_.carry(position_, i, player, [&](const Carrier::At& at, Square region) {
        budget.charge(position_.flood_cost());
        const Square stand = board_.next(at.box, at.side);
        const int bound = matching_.with_row(i, board_.pushes(at.box, board_.side(at.box, stand)));
        if (bound >= kNoMatching) {
          ++solution_.counts.dead;
        } else if (states_.find(position_, region) == StateTable::kNone) {
          node.moves.push_back(
              {from, at.box, at.side, static_cast<std::uint16_t>(bound), features(budget)});
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

  void search(Budget& budget) {
    const Square player = board_.player();
    states_.insert(position_, position_.flood(player));
    if (add(StateTable::kNone, {0, 0, 0, 0, {}}, 0, player, budget)) return;
    std::vector<Square> boxes;
    for (;;) {
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
        if (options_.corral_tests && deadlocks_.dead(position_, stand)) {
          ++solution_.counts.dead;
          continue;
        }
        states_.insert(position_, region);
        if (add(group.node, move, group.weight, stand, budget)) return;
      }
      if (!any) break;
    }
    solution_.lower = kNoPushes;
    solution_.stop = StopReason::kExhausted;
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
      const auto& places = carrier_.carry(position_, i, player, [](const Carrier::At&, Square) {});
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
  const FeatureOptions& options_;
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
  Solution solution_;
  std::vector<Node> nodes_;
  std::map<std::uint64_t, Cell> cells_;
  std::vector<const std::uint16_t*> rows_;
  std::vector<Square> boxes_;
};

}  // namespace

Solution solve_by_features(const Board& board, const FeatureOptions& options, Budget& budget) {
  return FeatureSearch(board, options).run(budget);
}

}  // namespace cgt::sokoban
