#include "decomp/go/playout/locality.hpp"

#include <cmath>
#include <cstdlib>

namespace cgt::go {
namespace {

int steps(Point a, Point b) { return std::abs(a.x - b.x) + std::abs(a.y - b.y); }

// The board with all settled but the surroundings of a move.
class Surroundings {
 public:
  Surroundings(const Board& board, Point move, std::span<const float> owners, std::size_t points)
      : board_(board),
        move_(move),
        owners_(owners),
        inside_(owners.size(), 0),
        settled_(owners.size()) {
    choose(points);
    keep_blocks();
    settle();
  }
  const Board& board() const { return board_; }
  const std::vector<PlayoutBoard::Settled>& settled() const { return settled_; }

 private:
  std::size_t points() const { return inside_.size(); }

  // The nearest points, by rings, until enough of them are empty.
  void choose(std::size_t wanted) {
    std::size_t empty = 0;
    for (int radius = 0; radius <= kMostSteps && empty < wanted; ++radius) {
      for (std::size_t i = 0; i < points(); ++i) {
        const Point p = board_.point(i);
        if (steps(p, move_) != radius) continue;
        inside_[i] = 1;
        if (board_[p] == Colour::kEmpty) ++empty;
      }
    }
  }

  // Blocks that lie within, and those near the move that have few liberties, or are dead as it seems,
  // can be taken: all of their liberties are within.
  void keep_blocks() {
    std::vector<char> seen(points(), 0);
    for (std::size_t i = 0; i < points(); ++i) {
      const Point p = board_.point(i);
      if (seen[i] != 0 || board_[p] == Colour::kEmpty) continue;
      const Block block = board_.block(p);
      bool whole = true;
      bool touched = false;
      int nearest = kMostSteps;
      double owner = 0;
      for (const Point q : block.stones) {
        seen[board_.index(q)] = 1;
        const bool within = inside_[board_.index(q)] == 1;
        whole = whole && within;
        touched = touched || within;
        nearest = std::min(nearest, steps(q, move_));
        owner += owners_[board_.index(q)];
      }
      if (!touched) continue;
      if (block.colour == Colour::kWhite) owner = -owner;
      const bool weak = nearest <= 2 && block.liberties.size() <= kFewLiberties;
      if (!whole && !weak && owner > 0) continue;
      // Marked apart, so that no block counts as within on account of another one.
      for (const Point q : block.stones) mark(q);
      for (const Point q : block.liberties) mark(q);
    }
  }
  void mark(Point p) {
    char& inside = inside_[board_.index(p)];
    if (inside == 0) inside = 2;
  }

  // Settles what is beyond. Blocks that reach it live.
  void settle() {
    const Board before = board_;
    for (std::size_t i = 0; i < points(); ++i) {
      const Point p = board_.point(i);
      if (inside_[i] != 0 || settled_[i].settled) continue;
      const Colour owner = owners_[i] > 0 ? Colour::kBlack : Colour::kWhite;
      if (before[p] == owner || (before[p] != Colour::kEmpty && reaches_inside(before, p))) {
        for (const Point q : before.block(p).stones) {
          settled_[board_.index(q)] = {true, before[p]};
        }
      } else {
        board_.set(p, Colour::kEmpty);
        settled_[i] = {true, owner};
      }
    }
  }
  bool reaches_inside(const Board& board, Point stone) const {
    return std::ranges::any_of(board.block(stone).stones,
                               [&](Point q) { return inside_[board.index(q)] != 0; });
  }

  static constexpr int kMostSteps = 7;
  static constexpr std::size_t kFewLiberties = 4;

  Board board_;
  Point move_;
  std::span<const float> owners_;
  std::vector<char> inside_;
  std::vector<PlayoutBoard::Settled> settled_;
};

// So many places at most are searched by themselves. A move is known from the search around another
// one that is so near.
constexpr std::size_t kMostAsked = 14;
constexpr int kNear = 3;
// Where playouts hardly differ on the owner, only moves that have so many percent of them are asked for.
constexpr std::uint64_t kPercentToAsk = 3;
constexpr double kSurelyOwned = 0.9;
// On an open board what lies beyond the surroundings is not a wall: the mean of how far points are owned.
constexpr double kLeastOwned = 0.5;
// Of points: the least that counts as a gain where nobody is ahead, and where the owner seems certain. There
// answers are many, and as long as they are not found, a move that loses a point seems to win one.
constexpr double kLeastGain = 0.4;
constexpr double kLeastGainInTerritory = 1;
// Moves that the opponent has to answer are worth more than what they win. So one may win less than
// another one, by this factor.
constexpr double kShareOfMost = 0.6;
// What wins less is looked at a second time.
constexpr double kPlainGain = 3;
// Where playouts of the whole board give their move such a lead over the choice, by so many standard errors, a
// large group is at stake, which local searches take for alive. Moves tried less often are worth a pass.
constexpr double kPlainLead = 8;
constexpr double kPlainErrors = 3;
constexpr std::uint64_t kVisitsToCompare = 64;
constexpr LocalOptions kFirstLook{.playouts = 1000};
constexpr LocalOptions kSecondLook{.playouts = 5000, .seed = 2};

class LocalChoice {
 public:
  LocalChoice(const Game& game, Player player, const PlayoutAdvice& advice, Budget& budget)
      : game_(game), player_(player), advice_(advice), budget_(budget) {}

  std::optional<Point> make(std::span<const Point> first) {
    if (open_board()) return advice_.move;
    const std::optional<Point> choice = locally(first);
    const PlayoutCandidate& tried_most = advice_.candidates.front();
    return far_better(tried_most, compared(choice)) ? tried_most.point : choice;
  }

 private:
  struct Known {
    Point point;
    double gain = 0;
    bool seen_twice = false;
  };

  std::optional<Point> locally(std::span<const Point> first) {
    if (advice_.move) ask(*advice_.move);
    for (const Point p : first) {
      if (game_.judge({player_, p}) == Legality::kLegal) ask(p);
    }
    for (const PlayoutCandidate& one : advice_.candidates) {
      if (asked_.size() >= kMostAsked) break;
      if (!one.point || (!tried(one) && surely_owned(*one.point))) continue;
      const bool known =
          std::ranges::any_of(asked_, [&](Point p) { return steps(p, *one.point) <= kNear; });
      if (!known) ask(*one.point);
    }
    if (known_.empty()) return advice_.move;
    while (true) {
      double most = 0;
      for (const Known& one : known_) {
        if (one.gain >= least_gain(one.point)) most = std::max(most, one.gain);
      }
      if (most == 0) return std::nullopt;
      const auto found = std::ranges::find_if(known_, [&](const Known& one) {
        return one.gain >= std::max(least_gain(one.point), kShareOfMost * most);
      });
      if (found->gain > kPlainGain || !look_again(*found)) return found->point;
    }
  }

  // The candidate that tells what a choice is worth on the whole board.
  const PlayoutCandidate& compared(const std::optional<Point>& choice) const {
    const auto& all = advice_.candidates;
    const auto found = std::ranges::find(all, choice, &PlayoutCandidate::point);
    if (found != all.end() && found->visits >= kVisitsToCompare) return *found;
    return *std::ranges::find(all, std::optional<Point>(), &PlayoutCandidate::point);
  }
  bool far_better(const PlayoutCandidate& one, const PlayoutCandidate& other) const {
    if (one.visits == 0 || other.visits == 0) return false;
    const double error = std::hypot(one.error, other.error);
    return sign(player_) * (one.score - other.score) > std::max(kPlainLead, kPlainErrors * error);
  }

  bool open_board() const {
    double sum = 0;
    for (const float owner : advice_.owners) sum += std::abs(owner);
    return sum <= kLeastOwned * static_cast<double>(advice_.owners.size());
  }
  bool tried(const PlayoutCandidate& one) const {
    return one.visits * 100 >= kPercentToAsk * advice_.playouts;
  }
  double owned(Point p) const { return std::abs(advice_.owners[game_.board().index(p)]); }
  bool surely_owned(Point p) const { return owned(p) > kSurelyOwned; }
  double least_gain(Point p) const {
    const double beyond_half = std::max(0.0, 2 * owned(p) - 1);
    return kLeastGain + beyond_half * (kLeastGainInTerritory - kLeastGain);
  }

  void ask(Point p) {
    if (std::ranges::find(asked_, p) != asked_.end()) return;
    asked_.push_back(p);
    const auto local = local_gain(game_, player_, p, advice_.owners, kFirstLook, budget_);
    if (!local) return;
    const double lead = local->best_gain - local->gain;
    const bool other = local->best && lead > std::max(kLeastGain, 2 * local->error) &&
                       game_.judge({player_, *local->best}) == Legality::kLegal;
    if (!other) {
      known_.push_back({p, local->gain});
    } else if (std::ranges::find(known_, *local->best, &Known::point) == known_.end()) {
      asked_.push_back(*local->best);
      known_.push_back({*local->best, local->best_gain});
    }
  }

  // False: it was done before, or there is no budget.
  bool look_again(Known& one) {
    if (one.seen_twice) return false;
    const auto local = local_gain(game_, player_, one.point, advice_.owners, kSecondLook, budget_);
    if (!local) return false;
    one.gain = local->gain;
    one.seen_twice = true;
    return true;
  }

  const Game& game_;
  Player player_;
  const PlayoutAdvice& advice_;
  Budget& budget_;
  std::vector<Point> asked_;
  std::vector<Known> known_;
};

}  // namespace

std::optional<LocalGain> local_gain(const Game& game, Player player, Point move,
                                    std::span<const float> owners, const LocalOptions& options,
                                    Budget& budget) {
  CGT_EXPECTS(owners.size() == static_cast<std::size_t>(game.board().size()), "one entry a point");
  Surroundings around(game.board(), move, owners, options.points);
  PlayoutOptions search;
  search.settled = around.settled();
  search.pass_share = 2;
  search.playouts = options.playouts;
  search.seed = options.seed;
  search.hints.push_back(move);
  const Game local(around.board(), player);
  const PlayoutAdvice advice = advise(local, player, search, budget);
  if (advice.playouts < options.playouts / 4) return std::nullopt;
  const PlayoutCandidate* pass = nullptr;
  const PlayoutCandidate* asked = nullptr;
  const PlayoutCandidate* best = nullptr;
  for (const PlayoutCandidate& one : advice.candidates) {
    if (!one.point) pass = &one;
    if (one.point == move) asked = &one;
    // The most visited one is the first.
    if (one.point && best == nullptr) best = &one;
  }
  if (pass == nullptr || best == nullptr || pass->visits == 0 || best->visits == 0) {
    return std::nullopt;
  }
  LocalGain out;
  const auto gain = [&](const PlayoutCandidate& one) {
    return sign(player) * (one.score - pass->score);
  };
  out.best = best->point;
  out.best_gain = gain(*best);
  const PlayoutCandidate& told = asked != nullptr && asked->visits > 0 ? *asked : *best;
  out.gain = gain(told);
  out.error = std::hypot(told.error, pass->error);
  return out;
}

std::optional<Point> choose_locally(const Game& game, Player player, const PlayoutAdvice& advice,
                                    std::span<const Point> first, Budget& budget) {
  return LocalChoice(game, player, advice, budget).make(first);
}

}  // namespace cgt::go
