#include "decomp/labs/sokoban/packing.hpp"

#include "cgt/support/hash.hpp"

namespace cgt::sokoban {

// Pulls of one box among others.
class Puller {
 public:
  Puller(const Board& board, Position& position)
      : board_(board),
        position_(position),
        start_(static_cast<std::size_t>(board.squares())),
        met_(start_.size() * 4) {
    for (const Square s : board.boxes()) start_[static_cast<std::size_t>(s)] = 1;
  }

  struct Pulled {
    int pulls = -1;  // to the nearest start; -1: there is none
    Square player = 0;
  };

  // The box of `goal` must be lifted from the position.
  Pulled pull(Square goal, Square player, Budget& budget) {
    ++epoch_;
    open_.clear();
    reach(goal, player, 0, budget);
    for (std::size_t i = 0; i < open_.size(); ++i) {
      const At at = open_[i];
      if (start_[static_cast<std::size_t>(at.box)] != 0)
        return {at.pulls, board_.next(at.box, at.side)};
      const Square to = board_.next(at.box, at.side);
      const Square stand = board_.next(to, at.side);
      if (stand == kWall || position_.has_box(stand)) continue;
      reach(to, stand, at.pulls + 1, budget);
    }
    return {};
  }

 private:
  struct At {
    Square box;
    int side;
    int pulls;
  };
  // All sides of the box that the player gets to.
  void reach(Square box, Square player, int pulls, Budget& budget) {
    position_.put(box);
    bool flooded = false;
    for (int d = 0; d < 4; ++d) {
      const Square p = board_.next(box, d);
      if (p == kWall || position_.has_box(p)) continue;
      auto& met = met_[static_cast<std::size_t>(box) * 4 + static_cast<std::size_t>(d)];
      if (met == epoch_) continue;
      if (!flooded) {
        budget.charge(position_.flood_cost());
        position_.flood(player);
      }
      flooded = true;
      if (!position_.reached(p)) continue;
      met = epoch_;
      open_.push_back({box, d, pulls});
    }
    position_.lift(box);
  }

  const Board& board_;
  Position& position_;
  std::vector<std::uint8_t> start_;
  std::vector<std::uint32_t> met_;
  std::uint32_t epoch_ = 0;
  std::vector<At> open_;
};

namespace {

// Pulls out what can be pulled out, the player starting at p. The order is that of the pulls.
std::vector<Square> pulled_out(const Board& board, const std::vector<Square>& goals, Square p,
                               unsigned variant, Budget& budget) {
  Position position(board);
  for (const Square g : goals) position.put(g);
  Puller puller(board, position);
  std::vector<Square> left = goals;
  std::vector<Square> out;
  std::vector<std::uint8_t> starts(static_cast<std::size_t>(board.squares()));
  for (const Square s : board.boxes()) starts[static_cast<std::size_t>(s)] = 1;
  while (!left.empty()) {
    std::size_t best = left.size();
    std::uint64_t best_rank = ~std::uint64_t{0};
    Puller::Pulled best_pull;
    for (std::size_t i = 0; i < left.size(); ++i) {
      position.lift(left[i]);
      // The player has to get to the box first.
      const Puller::Pulled pulled = puller.pull(left[i], p, budget);
      position.put(left[i]);
      if (pulled.pulls < 0) continue;
      // Boxes that are home at the start stay as long as they can.
      const bool home = starts[static_cast<std::size_t>(left[i])] != 0;
      std::uint64_t rank = (home ? 1U << 20U : 0U) + static_cast<unsigned>(pulled.pulls) * 16;
      if (variant > 0) rank += mix(variant, static_cast<std::uint64_t>(left[i])) % (variant * 64);
      if (rank < best_rank) {
        best = i;
        best_rank = rank;
        best_pull = pulled;
      }
    }
    if (best == left.size()) break;
    position.lift(left[best]);
    out.push_back(left[best]);
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(best));
    p = best_pull.player;
  }
  return out;
}

}  // namespace

PackingPlan packing_plan(const Board& board, const std::vector<Square>& goals, unsigned variant,
                         Budget& budget) {
  PackingPlan plan;
  Position position(board);
  for (const Square g : goals) position.put(g);
  // Where the player may stand at the end: one square of each part.
  std::vector<std::uint8_t> seen(static_cast<std::size_t>(board.squares()));
  std::vector<Square> best;
  for (Square s = 0; s < board.squares(); ++s) {
    if (position.has_box(s) || seen[static_cast<std::size_t>(s)] != 0) continue;
    position.flood(s);
    for (Square q = 0; q < board.squares(); ++q)
      if (position.reached(q)) seen[static_cast<std::size_t>(q)] = 1;
    std::vector<Square> out = pulled_out(board, goals, s, variant, budget);
    if (out.size() > best.size() || best.empty()) best = std::move(out);
  }
  plan.guessed = goals.size() - best.size();
  for (const Square g : goals) {
    if (std::find(best.begin(), best.end(), g) == best.end()) plan.order.push_back(g);
  }
  plan.order.insert(plan.order.end(), best.rbegin(), best.rend());
  return plan;
}

struct FillStates::Memory {
  explicit Memory(const Board& board)
      : position(board), puller(board, position), asked(board.squares()) {}
  Position position;
  Puller puller;
  StateTable asked;  // the filled goals, as boxes
  std::vector<std::uint8_t> answers;
};

FillStates::FillStates(const Board& board, const PackingPlan& plan)
    : board_(board),
      order_(plan.order),
      guessed_(plan.guessed),
      filled_(plan.order.size()),
      memory_(std::make_unique<Memory>(board)) {}

FillStates::~FillStates() = default;

int FillStates::packed(const Position& position, Budget& budget) {
  int count = 0;
  int prefix = 0;
  std::vector<Square> goals;
  for (std::size_t i = 0; i < order_.size(); ++i) {
    filled_[i] = position.has_box(order_[i]) ? 1 : 0;
    if (filled_[i] == 0) continue;
    goals.push_back(order_[i]);
    ++count;
    if (prefix == static_cast<int>(i)) ++prefix;
  }
  // Whatever is filled in the order of the plan can be completed.
  if (prefix == count) return count;
  Memory& memory = *memory_;
  memory.position.set(goals.data(), goals.size());
  const auto [question, fresh] = memory.asked.insert(memory.position, 0);
  if (fresh) {
    memory.answers.push_back(0);
    memory.answers[question] = completable(budget) ? 1 : 0;
  }
  return memory.answers[question] != 0 ? count : prefix;
}

// Backwards: all goals hold boxes, and those that are not filled have to be pulled out, last ones of
// the plan first.
bool FillStates::completable(Budget& budget) {
  Position& position = memory_->position;
  std::vector<std::uint8_t> seen(static_cast<std::size_t>(board_.squares()));
  for (Square first = 0; first < board_.squares(); ++first) {
    position.set(order_.data(), order_.size());
    if (position.has_box(first) || seen[static_cast<std::size_t>(first)] != 0) continue;
    budget.charge(position.flood_cost());
    position.flood(first);
    for (Square q = 0; q < board_.squares(); ++q)
      if (position.reached(q)) seen[static_cast<std::size_t>(q)] = 1;
    Square player = first;
    std::vector<Square> left;
    for (std::size_t i = order_.size(); i-- > 0;) {
      if (filled_[i] == 0) left.push_back(order_[i]);
    }
    for (bool progress = true; progress && !left.empty();) {
      progress = false;
      for (std::size_t i = 0; i < left.size();) {
        position.lift(left[i]);
        const auto pulled = memory_->puller.pull(left[i], player, budget);
        if (pulled.pulls < 0) {
          position.put(left[i]);
          ++i;
          continue;
        }
        player = pulled.player;
        left.erase(left.begin() + static_cast<std::ptrdiff_t>(i));
        progress = true;
      }
    }
    // Squares that were lifted are boxes of the position by name only.
    for (const Square s : order_) position.lift(s);
    const auto is_guessed = [&](Square s) {
      return std::find(order_.begin(), order_.begin() + static_cast<std::ptrdiff_t>(guessed_), s) !=
             order_.begin() + static_cast<std::ptrdiff_t>(guessed_);
    };
    if (std::all_of(left.begin(), left.end(), is_guessed)) return true;
  }
  return false;
}

}  // namespace cgt::sokoban
