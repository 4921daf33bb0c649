#include "decomp/go/playout/tree_search.hpp"

#include <bit>
#include <cmath>
#include <cstdlib>

#include "decomp/go/playout/patterns.hpp"
#include "decomp/go/playout/playout_policy.hpp"

namespace cgt::go {
namespace {

using Spot = PlayoutBoard::Spot;

// Playouts before the tree begins, which tell the mean and the spread of the scores.
constexpr int kCalibration = 96;
// The least spread: with a smaller one, a point would be all or nothing.
constexpr double kLeastSpread = 4;
constexpr double kWinWeight = 0.1;
// A node gets children when it has been visited so often.
constexpr std::uint32_t kVisitsToExpand = 3;
// Playouts after which a node's own mean weighs as much as RAVE's.
constexpr double kRaveEquivalence = 1200;
constexpr double kExploration = 0.05;
// Nodes of the tree; when it is full it does not grow, and playouts go on from its leaves.
constexpr std::size_t kMostTreeNodes = 2'000'000;
// One in so many playouts tries the preferred move at the root, so that its score is known.
constexpr std::uint64_t kPreferredShare = 8;
// The same for the pass if it seems best: after few playouts the opponent's answers are still weak.
constexpr std::uint64_t kDoubtfulPassShare = 2;
// One in so many playouts tells whose the points are.
constexpr std::uint64_t kOwnersShare = 8;
// A pass has to be better by so many points than any other move, and by so many standard errors of
// the difference: passing too early may cost more than playing on. A move in own territory loses one
// point, of which less is seen after few playouts.
constexpr double kPassMargin = 0.3;
constexpr double kPassErrors = 2;
constexpr std::uint32_t kVisitsToTell = 64;
// Moves so many steps from the last one are likely to answer it.
constexpr int kNearMove = 3;

struct TreeNode {
  std::uint32_t first = 0;  // child
  std::uint16_t count = 0;
  Spot move = PlayoutBoard::kNoSpot;
  std::uint32_t visits = 0;
  bool banned = false;  // brings back an earlier position
  // Values are those of the player who makes the move. The first two count the prior.
  float weight = 0;
  float total = 0;
  float rave_weight = 0;
  float rave_total = 0;
};

// What is thought of a move before the first playout: as if so many playouts had had that value.
struct Prior {
  float weight = 4;
  float total = 2;
  void add(float playouts, float value) {
    weight += playouts;
    total += playouts * value;
  }
};

// Of the playouts through one child of the root.
struct ScoreSums {
  double total = 0;
  double squares = 0;
};

class TreeSearch {
 public:
  TreeSearch(const Game& game, Player player, const PlayoutOptions& options, Budget& budget)
      : game_(game),
        player_(player),
        options_(options),
        budget_(budget),
        start_(game.board(), options.settled),
        scratch_(start_),
        random_(options.seed),
        doubtful_(start_.spots(), 0),
        owners_(start_.spots(), 0),
        first_at_(start_.spots(), 0) {
    const Board& board = game.board();
    CGT_EXPECTS(options.doubtful.empty() ||
                    options.doubtful.size() == static_cast<std::size_t>(board.size()),
                "one entry a point");
    for (std::size_t i = 0; i < static_cast<std::size_t>(board.size()); ++i) {
      const Point p = board.point(i);
      if (!options.doubtful.empty() && options.doubtful[i]) doubtful_[start_.spot(p)] = 1;
      if (board[p] == Colour::kEmpty) {
        if (game.judge({player, p}) == Legality::kKo) start_.set_ko(start_.spot(p));
      } else {
        stones_ += board[p] == Colour::kBlack ? 1 : -1;
        // Of settled points without owner the score is told without their stones.
        if (!options.settled.empty() && options.settled[i].settled &&
            options.settled[i].owner == Colour::kEmpty) {
          stones_ -= board[p] == Colour::kBlack ? 1 : -1;
          unowned_stones_ += board[p] == Colour::kBlack ? 1 : -1;
        }
      }
    }
    if (const auto& last = game.last(); last && last->point) last_ = start_.spot(*last->point);
    note_history();
  }

  PlayoutAdvice run() {
    PlayoutAdvice out;
    nodes_.assign(1, TreeNode());
    expand_root();
    if (nodes_[0].count == 1) {
      conclude(out);
      return out;
    }
    try {
      calibrate();
      while (out.playouts < options_.playouts) {
        playout(first_to_try(out.playouts));
        ++out.playouts;
      }
    } catch (const BudgetExhausted&) {
      // With what is known by now.
    }
    conclude(out);
    return out;
  }

 private:
  // Territory score of a finished playout on which the tree put `played` stones, Black minus White.
  double score_of(const PlayoutBoard& board, int played) {
    const bool told = ended_++ % kOwnersShare == 0;
    if (told) ++owners_told_;
    const int area = board.area(told ? &owners_ : nullptr);
    const double counted =
        options_.scoring == Scoring::kTerritory ? area - stones_ - played : area + unowned_stones_;
    return counted + options_.settled_score - options_.komi;
  }
  double worth(double score) const {
    const double win = score > 0 ? 1 : score < 0 ? 0 : 0.5;
    return (1 - kWinWeight) / (1 + std::exp(-(score - centre_) / spread_)) + kWinWeight * win;
  }

  void note_history() {
    if (game_.moves() == 0) return;
    Game before = game_;
    do {
      history_.push_back(PlayoutBoard(before.board()).hash());
    } while (before.undo());
    std::ranges::sort(history_);
  }

  void calibrate() {
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < kCalibration; ++i) {
      PlayoutBoard& board = scratch_;
      board = start_;
      moves_.clear();
      play_out(board, player_, last_, random_, moves_);
      budget_.charge(1 + moves_.size() / kPlayoutMovesPerUnit);
      const double score = score_of(board, 0);
      sum += score;
      squares += score * score;
      centre_ = sum / (i + 1);
      spread_ =
          std::max(kLeastSpread, std::sqrt(std::max(0.0, squares / (i + 1) - centre_ * centre_)));
    }
  }

  // Between a point and a move; no point is near a pass.
  int steps(Spot s, Spot move) const {
    if (move == PlayoutBoard::kNoSpot) return kNearMove + 1;
    const Point a = start_.point(s);
    const Point b = start_.point(move);
    return std::abs(a.x - b.x) + std::abs(a.y - b.y);
  }
  // The last move may be what has to be answered there.
  bool doubtful(Spot s, Spot last) const { return doubtful_[s] != 0 && steps(s, last) > kNearMove; }

  Prior prior_of(const PlayoutBoard& board, Player player, Spot s, Spot last) const {
    Prior out;
    const std::uint8_t own = PlayoutBoard::colour_of(player);
    unsigned taken = 0;
    unsigned saved = 0;
    for (int i = 0; i < 4; ++i) {
      const Spot n = PlayoutBoard::beside(s, board.sides()[i]);
      if (!board.is_stone(n) || !board.in_atari(n)) continue;
      (board[n] == own ? saved : taken) += board.block_size(n);
    }
    const unsigned given = board.self_atari(player, s);
    if (taken > 0) out.add(static_cast<float>(10 + std::min(taken, 20U)), 0.9F);
    if (saved > 0 && given == 0) out.add(static_cast<float>(10 + std::min(saved, 20U)), 0.9F);
    if (given > 0 && taken == 0) out.add(static_cast<float>(5 + std::min(given, 20U)), 0.1F);
    if (matches_pattern(board, s)) out.add(6, 0.8F);
    const int distance = steps(s, last);
    if (distance <= kNearMove) out.add(static_cast<float>(8 - 2 * distance), 0.8F);
    if (doubtful(s, last)) out.add(10, 0.3F);
    return out;
  }

  void add_child(Spot s, const Prior& prior) {
    TreeNode& child = nodes_.emplace_back();
    child.move = s;
    child.weight = prior.weight;
    child.total = prior.total;
  }

  // Requires room for all points of the board.
  void expand(std::uint32_t at, const PlayoutBoard& board, Player player, Spot last) {
    const std::size_t first = nodes_.size();
    for (const Spot s : board.empties()) {
      if (board.is_eye(player, s) || !board.legal(player, s)) continue;
      add_child(s, prior_of(board, player, s, last));
    }
    add_child(PlayoutBoard::kNoSpot, Prior());
    adopt(at, first);
  }

  void expand_root() {
    const std::size_t first = nodes_.size();
    std::vector<Spot> spots = start_.empties();
    std::ranges::sort(spots);  // board order
    for (const Spot s : spots) {
      if (start_.is_eye(player_, s)) continue;
      if (game_.judge({player_, start_.point(s)}) != Legality::kLegal) continue;
      // By the rules it may have liberties at settled points.
      if (!start_.legal(player_, s)) continue;
      Prior prior = prior_of(start_, player_, s, last_);
      if (options_.preferred == start_.point(s))
        preferred_ = static_cast<std::uint32_t>(nodes_.size());
      if (std::ranges::find(options_.hints, start_.point(s)) != options_.hints.end()) {
        prior.add(40, 0.9F);
      }
      add_child(s, prior);
    }
    add_child(PlayoutBoard::kNoSpot, Prior());
    adopt(0, first);
    scores_.assign(nodes_[0].count, {});
  }

  void adopt(std::uint32_t at, std::size_t first) {
    nodes_[at].first = static_cast<std::uint32_t>(first);
    nodes_[at].count = static_cast<std::uint16_t>(nodes_.size() - first);
    if (nodes_.size() / kMemoryInterval != first / kMemoryInterval) {
      meter_.set(budget_, nodes_.capacity() * sizeof(TreeNode));
    }
  }

  static std::uint32_t pass_of(const TreeNode& node) { return node.first + node.count - 1U; }
  // RAVE tells nothing of passes, so below the root they are tried at 4, 8, 16, ... visits at least:
  // else an opponent who could pass would be taken to fill own territory, too.
  static bool pass_is_due(const TreeNode& node) { return std::has_single_bit(node.visits); }

  std::uint32_t select(const TreeNode& node) const {
    const double explore = kExploration * std::sqrt(std::log(node.visits + 2.0));
    std::uint32_t best = node.first;
    double best_value = -1;
    for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
      const TreeNode& child = nodes_[i];
      if (child.banned) continue;
      double value = child.total / child.weight;
      if (child.rave_weight > 0) {
        const double share =
            child.rave_weight / (child.rave_weight + child.weight +
                                 child.rave_weight * child.weight / kRaveEquivalence);
        value += share * (child.rave_total / child.rave_weight - value);
      }
      value += explore / std::sqrt(child.weight);
      if (value > best_value) {
        best_value = value;
        best = i;
      }
    }
    return best;
  }

  double mean_score(std::uint32_t child) const {
    const std::uint32_t visits = nodes_[child].visits;
    return visits == 0 ? 0 : scores_[child - nodes_[0].first].total / visits;
  }
  // The square of the standard error of mean_score(). Requires a visit.
  double squared_error(std::uint32_t child) const {
    const double visits = nodes_[child].visits;
    const double mean = mean_score(child);
    // Few visits tell little of the spread: as if one more had been off by that of all scores.
    const double squares = scores_[child - nodes_[0].first].squares - visits * mean * mean;
    return (std::max(0.0, squares) + spread_ * spread_) / (visits * visits);
  }

  // Has the pass a better mean than the move with the most visits?
  bool pass_leads() const {
    const TreeNode& root = nodes_[0];
    const std::uint32_t pass = pass_of(root);
    std::uint32_t best = root.first;
    for (std::uint32_t i = root.first; i < pass; ++i) {
      if (nodes_[i].visits > nodes_[best].visits) best = i;
    }
    return sign(player_) * (mean_score(pass) - mean_score(best)) > kPassMargin / 2;
  }

  bool repeats(std::uint64_t hash) const {
    return std::ranges::binary_search(history_, hash) ||
           std::ranges::find(path_hashes_, hash) != path_hashes_.end();
  }

  // The child of the root that the next playout has to try, or 0.
  std::uint32_t first_to_try(std::uint64_t playouts) const {
    if (playouts % options_.pass_share == 0) return pass_of(nodes_[0]);
    if (playouts % kPreferredShare == 1 && !nodes_[preferred_].banned) return preferred_;
    if (playouts % kDoubtfulPassShare == 0 && pass_leads()) return pass_of(nodes_[0]);
    return 0;
  }

  void playout(std::uint32_t first) {
    PlayoutBoard& board = scratch_;
    board = start_;
    Player player = player_;
    Spot last = last_;
    // A pass of the opponent before counts for nothing: if the next one ended the game, only playouts
    // would tell what it is worth, and they misjudge what good answers hold together.
    int passes = 0;
    int played = 0;
    std::uint32_t at = 0;
    path_.assign(1, 0);
    path_hashes_.assign(1, board.hash());
    moves_.clear();
    while (passes < 2) {
      if (nodes_[at].count == 0) {
        if (nodes_[at].visits < kVisitsToExpand || nodes_.size() >= kMostTreeNodes) break;
        expand(at, board, player, last);
      }
      const std::uint32_t next = at == 0 && first != 0                ? first
                                 : at != 0 && pass_is_due(nodes_[at]) ? pass_of(nodes_[at])
                                                                      : select(nodes_[at]);
      const Spot s = nodes_[next].move;
      if (s == PlayoutBoard::kNoSpot) {
        board.pass();
        ++passes;
      } else {
        const int taken = board.play(player, s);
        if (taken > 0 && repeats(board.hash())) {
          nodes_[next].banned = true;
          budget_.charge();
          return;
        }
        path_hashes_.push_back(board.hash());
        played += sign(player);
        passes = 0;
      }
      moves_.push_back(s);
      path_.push_back(next);
      last = s;
      player = opponent(player);
      at = next;
    }
    play_out(board, player, last, random_, moves_);
    budget_.charge(1 + moves_.size() / kPlayoutMovesPerUnit);
    const double score = score_of(board, played);
    update(score);
  }

  // Every node of the path gets the value, and every child of one the value by RAVE whose move its
  // player made later before anybody else played there.
  void update(double score) {
    const auto black = static_cast<float>(worth(score));
    const auto value_for = [&](Player player) {
      return player == Player::kLeft ? black : 1 - black;
    };
    std::ranges::fill(first_at_, std::uint8_t{0});
    std::size_t later = moves_.size();
    for (std::size_t depth = path_.size(); depth-- > 0;) {
      const Player mover = depth % 2 == 0 ? player_ : opponent(player_);
      // Moves from this depth on, the earliest last.
      while (later > depth) {
        --later;
        const Player who = later % 2 == 0 ? player_ : opponent(player_);
        if (moves_[later] != PlayoutBoard::kNoSpot) {
          first_at_[moves_[later]] = PlayoutBoard::colour_of(who);
        }
      }
      TreeNode& node = nodes_[path_[depth]];
      ++node.visits;
      if (depth > 0) {
        node.weight += 1;
        node.total += value_for(opponent(mover));
      }
      const std::uint8_t colour = PlayoutBoard::colour_of(mover);
      const float value = value_for(mover);
      for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
        TreeNode& child = nodes_[i];
        if (first_at_[child.move] != colour) continue;
        child.rave_weight += 1;
        child.rave_total += value;
      }
    }
    if (path_.size() > 1) {
      ScoreSums& sums = scores_[path_[1] - nodes_[0].first];
      sums.total += score;
      sums.squares += score * score;
    }
  }

  void conclude(PlayoutAdvice& out) const {
    const TreeNode& root = nodes_[0];
    std::vector<std::uint32_t> order;
    for (std::uint32_t i = 0; i < root.count; ++i) {
      if (!nodes_[root.first + i].banned) order.push_back(root.first + i);
    }
    std::ranges::stable_sort(order, [&](std::uint32_t a, std::uint32_t b) {
      const TreeNode& x = nodes_[a];
      const TreeNode& y = nodes_[b];
      return x.visits != y.visits ? x.visits > y.visits : x.total * y.weight > y.total * x.weight;
    });
    out.candidates.reserve(order.size());
    for (const std::uint32_t child : order) {
      const TreeNode& node = nodes_[child];
      PlayoutCandidate& candidate = out.candidates.emplace_back();
      if (node.move != PlayoutBoard::kNoSpot) candidate.point = start_.point(node.move);
      candidate.visits = node.visits;
      candidate.score = mean_score(child);
      if (node.visits > 0) candidate.error = std::sqrt(squared_error(child));
    }
    if (owners_told_ > 0) {
      out.owners.resize(static_cast<std::size_t>(start_.points()));
      for (std::size_t i = 0; i < out.owners.size(); ++i) {
        const Spot s = start_.spot(game_.board().point(i));
        out.owners[i] = static_cast<float>(owners_[s]) / static_cast<float>(owners_told_);
      }
    }
    const std::uint32_t pass = pass_of(root);
    const auto most_visited = [&](bool with_doubtful) {
      const auto found = std::ranges::find_if(order, [&](std::uint32_t child) {
        return child != pass && (with_doubtful || !doubtful(nodes_[child].move, last_));
      });
      return found == order.end() ? pass : *found;
    };
    const std::uint32_t best = most_visited(false);
    std::uint32_t chosen = best == pass || better(pass, best) ? pass : best;
    const std::uint32_t bold = most_visited(true);
    if (bold != best && leads(bold, chosen, options_.doubtful_lead, kPassErrors)) chosen = bold;
    if (preferred_ != 0 && !nodes_[preferred_].banned &&
        !leads(chosen, preferred_, options_.preferred_lead, options_.preferred_errors)) {
      chosen = preferred_;
    }
    if (chosen != pass) out.move = start_.point(nodes_[chosen].move);
    out.score = mean_score(chosen);
  }

  // Is the first of two children of the root better by more than so many points, and by so many standard
  // errors? Not if either was never tried.
  bool leads(std::uint32_t one, std::uint32_t other, double points, double errors) const {
    if (nodes_[one].visits == 0 || nodes_[other].visits == 0) return false;
    const double error = std::sqrt(squared_error(one) + squared_error(other));
    return sign(player_) * (mean_score(one) - mean_score(other)) > std::max(points, errors * error);
  }

  // Is the first of two children of the root better beyond doubt? One that was never tried while the
  // other was again and again is worse by its prior.
  bool better(std::uint32_t one, std::uint32_t other) const {
    if (nodes_[other].visits == 0) return nodes_[one].visits >= kVisitsToTell;
    if (nodes_[one].visits == 0) return false;
    const double lead = sign(player_) * (mean_score(one) - mean_score(other));
    const double error = std::sqrt(squared_error(one) + squared_error(other));
    return lead >= std::max(kPassMargin, kPassErrors * error);
  }

  const Game& game_;
  Player player_;
  const PlayoutOptions& options_;
  Budget& budget_;
  PlayoutBoard start_;
  PlayoutBoard scratch_;  // of the playout at hand
  PlayoutRandom random_;
  MemoryMeter meter_;
  Spot last_ = PlayoutBoard::kNoSpot;
  int stones_ = 0;               // on the board at the start, Black minus White, but unowned ones
  int unowned_stones_ = 0;       // on settled points without owner, Black minus White
  std::uint32_t preferred_ = 0;  // child of the root, 0: none
  double centre_ = 0;
  double spread_ = kLeastSpread;
  std::vector<std::uint64_t> history_;  // hashes of all positions of the game, sorted
  std::vector<TreeNode> nodes_;         // the first is the root, children lie together
  std::vector<ScoreSums> scores_;       // of the children of the root
  // Of the playout at hand.
  std::vector<std::uint32_t> path_;
  std::vector<std::uint64_t> path_hashes_;
  std::vector<Spot> moves_;
  std::vector<std::uint8_t> doubtful_;  // by spot
  std::vector<std::int32_t> owners_;    // sums over playouts, by spot
  std::int32_t owners_told_ = 0;
  std::uint64_t ended_ = 0;             // playouts
  std::vector<std::uint8_t> first_at_;  // colour of who played first at a spot
};

}  // namespace

PlayoutAdvice advise(const Game& game, Player player, const PlayoutOptions& options,
                     Budget& budget) {
  return TreeSearch(game, player, options, budget).run();
}

}  // namespace cgt::go
