#include "decomp/labs/sokoban/packing.hpp"

#include <algorithm>
#include <queue>

#include "cgt/support/hash.hpp"
#include "decomp/labs/sokoban/cuts.hpp"

namespace cgt::sokoban {

namespace {

// Where boxes vanish that are taken from the squares to fill.
std::vector<std::uint8_t> ends(const Board& board, Way way) {
  std::vector<std::uint8_t> out(static_cast<std::size_t>(board.squares()));
  for (const Square s : way == Way::kForwards ? board.boxes() : board.goals())
    out[static_cast<std::size_t>(s)] = 1;
  return out;
}

// Where the player may stand with boxes on all squares to fill: one square of each part.
std::vector<Square> last_players(const Board& board, Way way, const std::vector<Square>& squares) {
  if (way == Way::kBackwards) return {board.player()};
  Position position(board);
  position.set(squares.data(), squares.size());
  return position.parts();
}

}  // namespace

// Pulls of one box among others; pushes for a search that goes backwards.
class Puller {
 public:
  Puller(const Board& board, Way way, Position& position)
      : board_(board),
        way_(way),
        position_(position),
        cuts_(board),
        end_(ends(board, way)),
        met_(end_.size() * 4) {}

  struct Pulled {
    int pulls = -1;  // to the nearest end; -1: there is none
    Square player = 0;
  };

  // The box of `home` must be lifted from the position.
  Pulled pull(Square home, Square player, Budget& budget) {
    ++epoch_;
    open_.clear();
    budget.charge(position_.flood_cost());
    cuts_.search(position_, player);
    if (!cuts_.inside(home) || home == player) return {};
    reach(home, player, 0);
    for (std::size_t i = 0; i < open_.size(); ++i) {
      const At at = open_[i];
      const Square behind = board_.next(at.box, at.side);
      if (end_[static_cast<std::size_t>(at.box)] != 0) return {at.pulls, behind};
      const bool pull = way_ == Way::kForwards;
      const Square to = pull ? behind : board_.next(at.box, at.side ^ 2);
      const Square stand = pull ? board_.next(to, at.side) : at.box;
      if (to == kWall || stand == kWall || !cuts_.inside(to) || !cuts_.inside(stand)) continue;
      reach(to, stand, at.pulls + 1);
    }
    return {};
  }

  struct At {
    Square box;
    int side;
    int pulls;
  };
  // All places of the box of the last pull() that led nowhere, each with the sides that the player gets to.
  const std::vector<At>& places() const { return open_; }

 private:
  // All sides of the box that the player gets to.
  void reach(Square box, Square player, int pulls) {
    const std::uint32_t with_player = cuts_.part(box, player).name;
    for (int d = 0; d < 4; ++d) {
      const Square p = board_.next(box, d);
      if (p == kWall || !cuts_.inside(p)) continue;
      auto& met = met_[static_cast<std::size_t>(box) * 4 + static_cast<std::size_t>(d)];
      if (met == epoch_ || cuts_.part(box, p).name != with_player) continue;
      met = epoch_;
      open_.push_back({box, d, pulls});
    }
  }

  const Board& board_;
  const Way way_;
  Position& position_;
  Cuts cuts_;
  std::vector<std::uint8_t> end_;
  std::vector<std::uint32_t> met_;
  std::uint32_t epoch_ = 0;
  std::vector<At> open_;
};

namespace {

// Pulls boxes out, the last one to be filled first, until all are out or no way is found. Where no box has a way out,
// some are put aside first.
class PullingOut {
 public:
  PullingOut(const Board& board, Way way, const std::vector<Square>& squares, Square player,
             unsigned variant, Budget& budget)
      : board_(board),
        budget_(budget),
        variant_(variant),
        position_(board),
        puller_(board, way, position_),
        end_(ends(board, way)),
        now_{squares, squares, {}, player} {}

  // The squares in the order in which they get empty: all, or those that need no other box put aside.
  std::vector<Square> run() {
    enter(now_);
    while (pull_one()) {
    }
    const std::vector<Square> without_help = now_.out;
    while (!now_.boxes.empty() && put_aside()) {
      while (pull_one()) {
      }
    }
    if (!now_.boxes.empty()) return without_help;
    helped_ = now_.out.size() - without_help.size();
    return now_.out;
  }
  // So many of the last ones did need it.
  std::size_t helped() const { return helped_; }

 private:
  struct State {
    std::vector<Square> boxes;
    std::vector<Square> from;  // the squares that they fill; kWall: put aside
    std::vector<Square> out;
    Square player = 0;
  };

  void enter(const State& state) { position_.set(state.boxes.data(), state.boxes.size()); }

  Puller::Pulled try_pull(std::size_t i, Square player) {
    const Square at = position_.boxes()[i];
    position_.lift(at);
    const Puller::Pulled pulled = puller_.pull(at, player, budget_);
    position_.put(at);
    return pulled;
  }

  // Takes away the box with the shortest way. The position is now_'s.
  bool pull_one() {
    std::size_t best = now_.boxes.size();
    std::uint64_t best_rank = ~std::uint64_t{0};
    Puller::Pulled best_pull;
    for (std::size_t i = 0; i < now_.boxes.size(); ++i) {
      const Square at = now_.boxes[i];
      const Puller::Pulled pulled = try_pull(i, now_.player);
      if (pulled.pulls < 0) continue;
      // Boxes that are where they would vanish stay as long as they can.
      const bool home = end_[static_cast<std::size_t>(at)] != 0;
      std::uint64_t rank = (home ? 1U << 20U : 0U) + static_cast<unsigned>(pulled.pulls) * 16;
      if (variant_ > 0) rank += mix(variant_, static_cast<std::uint64_t>(at)) % (variant_ * 64);
      if (rank < best_rank) {
        best = i;
        best_rank = rank;
        best_pull = pulled;
      }
    }
    if (best == now_.boxes.size()) return false;
    const auto at = static_cast<std::ptrdiff_t>(best);
    if (now_.from[best] != kWall) now_.out.push_back(now_.from[best]);
    now_.boxes.erase(now_.boxes.begin() + at);
    now_.from.erase(now_.from.begin() + at);
    now_.player = best_pull.player;
    enter(now_);
    return true;
  }

  // No box has a way out: looks for boxes to put aside until one has, first where the player has most room.
  bool put_aside() {
    struct Step {
      std::size_t room;
      std::size_t state;  // before it
      std::size_t box;
      Square to, player;
      bool operator<(const Step& o) const {
        return room != o.room ? room < o.room : state > o.state;
      }
    };
    std::vector<State> states{now_};
    StateTable met(board_.squares());
    met.insert(position_, position_.flood(now_.player));
    std::priority_queue<Step> steps;
    for (std::size_t n = 0; n < kMostStates; ++n) {
      if (n > 0) {
        if (steps.empty()) return false;
        const Step step = steps.top();
        steps.pop();
        State next = states[step.state];
        if (next.from[step.box] != kWall) next.out.push_back(next.from[step.box]);
        next.from[step.box] = kWall;
        next.boxes[step.box] = step.to;
        next.player = step.player;
        states.push_back(std::move(next));
      }
      const State& state = states.back();
      enter(state);
      for (std::size_t i = 0; i < state.boxes.size(); ++i) {
        if (try_pull(i, state.player).pulls >= 0) {
          now_ = state;
          return true;
        }
        const std::vector<Puller::At> places = puller_.places();
        for (const Puller::At& place : places) {
          if (place.pulls == 0) continue;
          position_.move_box(i, place.box);
          const Square player = board_.next(place.box, place.side);
          budget_.charge(position_.flood_cost());
          if (met.insert(position_, position_.flood(player)).second)
            steps.push({room(), states.size() - 1, i, place.box, player});
          position_.move_box(i, state.boxes[i]);
        }
      }
    }
    return false;
  }

  // Squares that the player reached in the flood() just made.
  std::size_t room() const {
    std::size_t count = 0;
    for (Square s = 0; s < board_.squares(); ++s) count += position_.reached(s) ? 1 : 0;
    return count;
  }

  static constexpr std::size_t kMostStates = 1000;

  const Board& board_;
  Budget& budget_;
  const unsigned variant_;
  Position position_;
  Puller puller_;
  std::vector<std::uint8_t> end_;
  State now_;
  std::size_t helped_ = 0;
};

}  // namespace

PackingPlan packing_plan(const Board& board, Way way, const std::vector<Square>& squares,
                         unsigned variant, Budget& budget) {
  PackingPlan plan;
  std::vector<Square> best;
  for (const Square p : last_players(board, way, squares)) {
    PullingOut pulling(board, way, squares, p, variant, budget);
    std::vector<Square> out = pulling.run();
    if (out.size() <= best.size() && !best.empty()) continue;
    best = std::move(out);
    plan.player = p;
    plan.helped = pulling.helped();
  }
  plan.guessed = squares.size() - best.size();
  for (const Square s : squares) {
    if (std::find(best.begin(), best.end(), s) == best.end()) plan.order.push_back(s);
  }
  plan.order.insert(plan.order.end(), best.rbegin(), best.rend());
  return plan;
}

struct FillStates::Memory {
  Memory(const Board& board, Way way)
      : position(board), puller(board, way, position), asked(board.squares()) {}
  Position position;
  Puller puller;
  StateTable asked;  // the filled goals, as boxes
  std::vector<std::uint8_t> answers;
  std::vector<Square> goals;  // filled ones
};

FillStates::FillStates(const Board& board, Way way, const PackingPlan& plan)
    : order_(plan.order),
      players_(last_players(board, way, plan.order)),
      guessed_(plan.guessed),
      filled_(plan.order.size()),
      fills_(static_cast<std::size_t>(board.squares())),
      memory_(std::make_unique<Memory>(board, way)) {
  for (const Square s : order_) fills_[static_cast<std::size_t>(s)] = 1;
  std::partition(players_.begin(), players_.end(), [&](Square p) { return p == plan.player; });
}

FillStates::~FillStates() = default;

int FillStates::filled(const Position& position) const {
  int count = 0;
  for (const Square s : position.boxes()) count += fills(s);
  return count;
}

int FillStates::packed(const Position& position, Budget& budget) {
  int count = 0;
  int prefix = 0;
  std::vector<Square>& goals = memory_->goals;
  goals.clear();
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

// Backwards: all squares to fill hold boxes, and those that are not filled have to be pulled out, last ones of the
// plan first.
bool FillStates::completable(Budget& budget) {
  Position& position = memory_->position;
  const auto is_guessed = [&](Square s) {
    const auto end = order_.begin() + static_cast<std::ptrdiff_t>(guessed_);
    return std::find(order_.begin(), end, s) != end;
  };
  bool found = false;
  for (Square player : players_) {
    position.set(order_.data(), order_.size());
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
    found = std::all_of(left.begin(), left.end(), is_guessed);
    if (found) break;
  }
  return found;
}

}  // namespace cgt::sokoban
