#include "decomp/go/life/group_moves.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace cgt::go {
namespace {

constexpr int kMostSteps = 8;
constexpr int kMostInARow = 3;
constexpr std::uint64_t kFirstNodes = 30'000;  // of each hunt; then ever more
constexpr std::uint64_t kKoShare = 4;          // how much less of them goes to the question of a ko

class Tsumego {
 public:
  Tsumego(const Board& board, Point stone, const Safety& safety, std::span<const Point> living,
          Budget& budget, const GroupMovesLimits& limits)
      : stone_(stone), owner_(player_of(board[stone])), budget_(budget), limits_(limits) {
    living_.assign(living.begin(), living.end());
    for (const Player player : kPlayers) {
      for (const Point p : safety.stones[player]) living_.push_back(p);
    }
    views_.push_back({0, std::nullopt, board, living_, {}, {}});
    find_views(board);
    for (const Player player : kPlayers)
      owed_ = owed_ || (!views_.empty() && owes_answers(safety, player, views_.back().area));
  }

  GroupMoves run(const Board& board) {
    GroupMoves out;
    out.stones = board.block(stone_).stones;
    out.owner = owner_;
    out.owed = owed_;
    try {
      decide(out);
    } catch (const BudgetExhausted& spent) {
      if (out.status == GroupStatus::kUnknown) out.why = describe(spent.reason());
    }
    return out;
  }

 private:
  // A board that is at least as good for one player as the real one; none: the real one.
  struct View {
    int steps = 0;
    std::optional<Player> favours;
    Board board;
    std::vector<Point> living;
    std::vector<Point> area;
    std::array<std::optional<bool>, HuntRules::kCount> answers;  // by HuntRules::index()
  };

  std::vector<char> standing(const Board& board) const {
    std::vector<char> out(static_cast<std::size_t>(board.size()), 0);
    for (const Point p : living_) {
      if (board[p] == Colour::kEmpty) continue;
      for (const Point q : board.block(p).stones) out[board.index(q)] = 1;
    }
    return out;
  }

  void find_views(const Board& board) {
    const std::vector<char> stands = standing(board);
    std::vector<int> distance(stands.size(), -1);
    std::vector<Point> reached = board.block(stone_).stones;
    for (const Point p : reached) distance[board.index(p)] = 0;
    for (std::size_t next = 0; next < reached.size(); ++next) {
      for (const Point q : board.neighbours(reached[next])) {
        if (distance[board.index(q)] >= 0 || stands[board.index(q)] != 0) continue;
        distance[board.index(q)] = distance[board.index(reached[next])] + 1;
        reached.push_back(q);
      }
    }
    if (reached.size() <= limits_.points) {
      std::ranges::sort(reached);
      views_.front().area = std::move(reached);
      return;
    }
    views_.clear();
    for (int steps = 1; steps <= kMostSteps; ++steps) {
      const auto inside = [&](std::size_t i) { return distance[i] >= 0 && distance[i] <= steps; };
      std::vector<Point> area;
      for (std::size_t i = 0; i < stands.size(); ++i) {
        if (inside(i)) area.push_back(board.point(i));
      }
      if (area.size() > limits_.points) break;
      for (const Player player : kPlayers) {
        View view{steps, player, board, living_, area, {}};
        for (std::size_t i = 0; i < stands.size(); ++i) {
          if (inside(i) || stands[i] != 0) continue;
          view.board.set(board.point(i), colour_of(player));
          view.living.push_back(board.point(i));
        }
        if (breathe(view)) views_.push_back(std::move(view));
      }
    }
  }

  // Blocks of the other player that the stones around leave without liberties become stones that stand, too: a
  // point that the favoured player holds for good never hurts him. False: that is the block itself.
  bool breathe(View& view) const {
    const Player player = *view.favours;
    const std::vector<char> stands = standing(view.board);
    for (const Point p : view.area) {
      if (stands[view.board.index(p)] != 0 || view.board[p] != colour_of(opponent(player)))
        continue;
      if (view.board.has_liberty(p)) continue;
      const Block block = view.board.block(p);
      if (std::ranges::binary_search(block.stones, stone_)) return false;
      for (const Point q : block.stones) view.board.set(q, colour_of(player));
      view.living.insert(view.living.end(), block.stones.begin(), block.stones.end());
    }
    return true;
  }

  // Is the block taken, if who moves first makes these moves in a row? None: not known with `nodes_` for each
  // hunt.
  std::optional<bool> taken(const HuntRules& rules, std::span<const Point> moves) {
    for (View& view : views_) {
      if (only_ && view.favours && *view.favours != *only_) continue;
      const std::optional<bool> found = hunted(view, rules, moves);
      // Against whom the view is, it proves.
      if (!found || (view.favours && *view.favours != (*found ? owner_ : opponent(owner_))))
        continue;
      steps_ = std::max(steps_, view.steps);
      return found;
    }
    return std::nullopt;
  }

  std::optional<bool> hunted(View& view, const HuntRules& rules, std::span<const Point> moves) {
    std::optional<bool>& answer = view.answers[rules.index()];
    if (moves.empty() && answer) return answer;
    Budget share = budget_.part(2 * nodes_);
    std::optional<bool> found;
    try {
      found = is_taken(view.board, stone_, view.living, rules, moves, nodes_, share);
    } catch (const BudgetExhausted&) {
      // Of the share, or of the whole: settle() tells.
    }
    cut_off_ = cut_off_ || !found;
    budget_.settle(share);
    if (moves.empty()) answer = found;
    return found;
  }

  // As it stands once play has ended: what lives by endless threats is taken.
  std::optional<bool> confirmed(HuntRules rules, std::span<const Point> moves) {
    rules.confirmed = !rules.hunter_has_kos && !rules.must_live;
    return taken(rules, moves);
  }

  // What is known of it so far with `nodes_` for each hunt. Views that are against the answer that settles it
  // come first; that a ko decides takes the others.
  std::optional<Fate> fate(bool hunter_first) {
    const HuntRules without{hunter_first, false};
    const HuntRules with{hunter_first, true};
    only_ = owner_;
    const std::optional<bool> taken_without = confirmed(without, {});
    only_ = opponent(owner_);
    const std::optional<bool> taken_with = confirmed(with, {});
    only_ = std::nullopt;
    if (taken_without == true) return Fate::kTaken;
    if (taken_with == false) return Fate::kKept;
    const std::uint64_t most = nodes_;
    nodes_ /= kKoShare;
    const bool ko = confirmed(without, {}) == false && confirmed(with, {}) == true;
    nodes_ = most;
    return ko ? std::optional(Fate::kKo) : std::nullopt;
  }

  GroupStatus status_of(const GroupMoves& known) {
    if (known.enemy_first == Fate::kKept) {
      // Without eyes of its own it may be a seki.
      const bool lives = taken({true, true, true}, {}) == false;
      return lives ? GroupStatus::kAlive : GroupStatus::kSeki;
    }
    if (known.owner_first == Fate::kTaken) return GroupStatus::kDead;
    if (known.enemy_first == Fate::kKo || known.owner_first == Fate::kKo) return GroupStatus::kKo;
    if (known.enemy_first && known.owner_first) return GroupStatus::kUnsettled;
    return GroupStatus::kUnknown;
  }

  // Small searches of all views come before large ones.
  void find_status(GroupMoves& out) {
    for (nodes_ = std::min(kFirstNodes, limits_.nodes);;
         nodes_ = std::min(4 * nodes_, limits_.nodes)) {
      cut_off_ = false;
      if (!out.enemy_first) out.enemy_first = fate(true);
      if (!out.owner_first && out.enemy_first != Fate::kKept) out.owner_first = fate(false);
      out.status = status_of(out);
      if (out.status != GroupStatus::kUnknown || !cut_off_ || nodes_ == limits_.nodes) return;
    }
  }

  void decide(GroupMoves& out) {
    out.why = "the search does not settle it";
    if (views_.empty()) {
      out.why = "too many points are near it";
      return;
    }
    bool spent = false;
    try {
      find_status(out);
    } catch (const BudgetExhausted& why) {
      // Half of it may be known.
      out.why = describe(why.reason());
      spent = true;
    }
    if (out.status != GroupStatus::kUnknown) out.why.clear();
    // To move first never harms: a pass is allowed.
    if (out.enemy_first == Fate::kKept) out.owner_first = Fate::kKept;
    if (out.owner_first == Fate::kTaken) out.enemy_first = Fate::kTaken;
    out.steps = steps_;
    if (spent) return;
    const bool ko = out.status == GroupStatus::kKo;
    const bool dead = out.status == GroupStatus::kDead;
    if (dead || out.status == GroupStatus::kUnsettled) {
      if (const auto found = taken({!dead, false}, {})) out.endless = !*found;
    }
    // With the kos of the other player, or, where a ko decides, with one's own. Who has the kos may need no
    // move at all.
    std::vector<Question> questions;
    if (ko ? confirmed({false, true}, {}) == false : !dead && out.enemy_first == Fate::kTaken)
      questions.push_back({true, {true, ko}, points(), &out.killing});
    if (ko ? confirmed({true, false}, {}) == true
           : out.owner_first == Fate::kKept && out.enemy_first != Fate::kKept)
      questions.push_back({false, {false, !ko}, points(), &out.saving});
    if (questions.empty()) return;
    find_moves(questions);
    if (!ko) return;
    out.hunter_moves = in_a_row(true, {true, false});
    out.owner_moves = in_a_row(false, {false, true});
  }

  std::vector<Point> points() const {
    std::vector<Point> out;
    const View& widest = views_.back();
    for (const Point p : widest.area) {
      if (widest.board[p] == Colour::kEmpty) out.push_back(p);
    }
    return out;
  }

  // Which of these first moves take the block, or keep it from being taken.
  struct Question {
    bool take = false;
    HuntRules rules;
    std::vector<Point> open;
    std::vector<Point>* moves = nullptr;
  };

  // Small searches of all moves come before large ones.
  void find_moves(std::vector<Question>& questions) {
    const std::uint64_t most = nodes_;
    for (nodes_ = std::min(kFirstNodes, most);; nodes_ = std::min(4 * nodes_, most)) {
      cut_off_ = false;
      for (Question& question : questions) {
        std::erase_if(question.open, [&](Point p) {
          const std::optional<bool> found = confirmed(question.rules, {{p}});
          if (found == question.take) question.moves->push_back(p);
          return found.has_value();
        });
        std::ranges::sort(*question.moves);
      }
      if (!cut_off_ || nodes_ == most) return;
    }
  }

  // The least number of moves in a row that settle it.
  std::optional<int> in_a_row(bool take, const HuntRules& rules) {
    const std::vector<Point> all = points();
    std::vector<std::vector<Point>> lines{{}};
    for (int count = 1; count <= kMostInARow; ++count) {
      std::vector<std::vector<Point>> longer;
      for (const std::vector<Point>& line : lines) {
        for (const Point p : all) {
          if (std::ranges::find(line, p) != line.end()) continue;
          longer.push_back(line);
          longer.back().push_back(p);
          if (confirmed(rules, longer.back()) == take) return count;
        }
      }
      lines = std::move(longer);
    }
    return std::nullopt;
  }

  Point stone_;
  Player owner_;
  Budget& budget_;
  const GroupMovesLimits& limits_;
  std::vector<Point> living_;
  std::vector<View> views_;
  std::uint64_t nodes_ = 0;
  std::optional<Player> only_;  // views that favour the other player are left out
  bool cut_off_ = false;        // a hunt took more
  int steps_ = 0;
  bool owed_ = false;
};

}  // namespace

const char* name(Fate fate) {
  switch (fate) {
    case Fate::kKept: return "kept";
    case Fate::kKo: return "ko";
    case Fate::kTaken: break;
  }
  return "taken";
}

GroupMoves group_moves(const Board& board, Point stone, const Safety& safety,
                       std::span<const Point> living, Budget& budget,
                       const GroupMovesLimits& limits) {
  return Tsumego(board, stone, safety, living, budget, limits).run(board);
}

}  // namespace cgt::go
