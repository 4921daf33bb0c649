// The play in a small area that the checker of certificates of safety looks through. It is written on
// boards, and shares nothing with the search that made the claim.
//
// Thread rule: one thread an area.
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "decomp/go/board/board.hpp"
#include "decomp/go/safety/safety.hpp"

namespace cgt::go {

using Points = std::set<Point>;

// Alternating play in a small area, on boards: can the owner of the stones around it make it his, so that
// each empty point left touches his stones? Stones outside have no liberties outside; those in `immortal`
// need none. The blocks around that are not immortal need so many eyes in it; 0: there must be none such.
// With one, they have another eye elsewhere, as have blocks with a stone in `one_eye`. Where the enemy has
// taken one point of a pair, the owner takes the other one at once, and he has one of each pair at the
// end.
class SmallArea {
 public:
  SmallArea(const Board& board, Player owner, const Points& area, const Points& immortal, int eyes,
            Budget& budget, std::span<const MiaiPair> pairs = {}, Points one_eye = {})
      : board_(board),
        own_(colour_of(owner)),
        enemy_(colour_of(opponent(owner))),
        area_(area),
        immortal_(immortal),
        needed_(eyes),
        budget_(budget),
        pairs_(pairs),
        one_eye_(std::move(one_eye)) {
    for (std::size_t i = 0; i < static_cast<std::size_t>(board.size()); ++i) {
      const Point p = board.point(i);
      if (board[p] != own_) continue;
      const bool inside = area.count(p) != 0;
      bool beside = inside;
      for (const Point q : board.neighbours(p)) beside = beside || area.count(q) != 0;
      if (beside) first_.insert(p);
    }
  }

  bool held() {
    if (breathless(board_)) return false;
    const State start{board_, false, false, std::nullopt};
    // Few positions are needed to show a win that comes soon, and all to show that there is none.
    if (wins_soon(start, 1'000)) return true;
    if (const std::optional<bool> known = solve(start)) return *known;
    return wins_soon(start, 300'000);
  }

  // Do these answers hold the area against all that the enemy can do (SafetyFight)? No search: one
  // answer for each position that the walk meets.
  bool held_by(std::span<const std::optional<Point>> answers) {
    answers_ = answers;
    return !breathless(board_) && walk({board_, false, false, std::nullopt}, 0) && answers_.empty();
  }

 private:
  struct State {
    Board board;
    bool owner_moves;
    bool must_play;
    std::optional<Point> ko;
  };

  std::string key(const State& s) const {
    std::string out;
    for (const Point p : area_) out += static_cast<char>('0' + static_cast<int>(s.board[p]));
    out += s.owner_moves ? 'o' : 'e';
    out += s.must_play ? 'm' : '.';
    if (s.ko) out += s.board.name(*s.ko);
    return out;
  }

  // The block at p, its liberties in the area, and whether it is immortal.
  struct Group {
    Points stones;
    Points liberties;
    bool immortal = false;
  };
  Group group(const Board& board, Point p) const {
    Group out;
    const Block block = board.block(p);
    out.stones.insert(block.stones.begin(), block.stones.end());
    for (const Point q : block.liberties) {
      if (area_.count(q) != 0) out.liberties.insert(q);
    }
    for (const Point q : block.stones) out.immortal = out.immortal || immortal_.count(q) != 0;
    return out;
  }

  // Plays a stone; false: not legal. `lost`: the owner loses a stone of the beginning.
  bool play(State& s, Point p, bool& lost) const {
    const Colour mine = s.owner_moves ? own_ : enemy_;
    Board& board = s.board;
    board.set(p, mine);
    Points taken;
    for (const Point q : board.neighbours(p)) {
      if (board[q] == Colour::kEmpty || board[q] == mine || taken.count(q) != 0) continue;
      const Group other = group(board, q);
      if (other.immortal || !other.liberties.empty()) continue;
      // A block that has another eye elsewhere has a liberty there until it is answered here.
      if (!s.owner_moves && needed(other) == 1) continue;
      taken.insert(other.stones.begin(), other.stones.end());
    }
    for (const Point q : taken) {
      lost = lost || (!s.owner_moves && first_.count(q) != 0);
      board.set(q, Colour::kEmpty);
    }
    const Group own = group(board, p);
    if (!own.immortal && own.liberties.empty()) return false;
    lost = lost || (s.owner_moves && breathless(board));
    s.ko.reset();
    if (!s.owner_moves && taken.size() == 1 && own.stones.size() == 1 && own.liberties == taken) {
      s.ko = *taken.begin();
    }
    s.owner_moves = !s.owner_moves;
    s.must_play = false;
    return true;
  }

  // The eyes that a group with stones of the beginning needs; 0: it has none of them.
  int needed(const Group& group) const {
    int out = 0;
    for (const Point p : group.stones) {
      if (first_.count(p) == 0) continue;
      if (needed_ == 1 || one_eye_.count(p) != 0) return 1;
      out = needed_;
    }
    return out;
  }

  bool breathless(const Board& board) const {
    return std::any_of(first_.begin(), first_.end(), [&](Point p) {
      const Group g = group(board, p);
      return !g.immortal && g.liberties.empty();
    });
  }

  // The point where the owner to move has to answer.
  std::optional<Point> forced(const State& s) const {
    if (!s.owner_moves) return std::nullopt;
    for (const MiaiPair& pair : pairs_) {
      if (s.board[pair.first] == enemy_ && s.board[pair.second] == Colour::kEmpty) {
        return pair.second;
      }
      if (s.board[pair.second] == enemy_ && s.board[pair.first] == Colour::kEmpty) {
        return pair.first;
      }
    }
    return std::nullopt;
  }
  // May the player to move play there?
  bool open(const State& s, Point p) const {
    if (s.board[p] != Colour::kEmpty || (s.owner_moves && s.ko == p)) return false;
    return forced(s).value_or(p) == p;
  }

  bool won(const Board& board) const {
    for (const MiaiPair& pair : pairs_) {
      if (board[pair.first] != own_ && board[pair.second] != own_) return false;
    }
    std::map<Point, int> eyes;  // by the first stone of a block
    Points seen;
    for (const Point start : area_) {
      if (board[start] == own_ || seen.count(start) != 0) continue;
      std::vector<Point> todo{start};
      Points region{start};
      while (!todo.empty()) {
        const Point p = todo.back();
        todo.pop_back();
        for (const Point q : board.neighbours(p)) {
          if (board[q] != own_ && region.insert(q).second) todo.push_back(q);
        }
      }
      seen.insert(region.begin(), region.end());
      // Blocks that touch every empty point; immortal ones together count as one, named (0, 0).
      std::optional<std::set<std::pair<int, Point>>> common;
      for (const Point p : region) {
        if (board[p] != Colour::kEmpty) continue;
        std::set<std::pair<int, Point>> here;
        for (const Point q : board.neighbours(p)) {
          if (board[q] != own_) continue;
          const Group g = group(board, q);
          here.insert(g.immortal ? std::pair{0, Point{}} : std::pair{1, *g.stones.begin()});
        }
        if (!common) {
          common = here;
          continue;
        }
        std::erase_if(*common, [&](const auto& b) { return here.count(b) == 0; });
      }
      if (!common || common->empty()) return false;
      for (const auto& [mortal, stone] : *common) {
        if (mortal != 0) ++eyes[stone];
      }
    }
    for (const Point p : first_) {
      const Group g = group(board, p);
      if (!g.immortal && (needed_ == 0 || eyes[*g.stones.begin()] < needed(g))) return false;
    }
    return true;
  }

  // The owner to move may not pass after a pass, or beside a block in need of a liberty.
  bool may_pass(const State& s, bool breathless) const {
    return !s.owner_moves || (!s.must_play && !breathless && !forced(s));
  }
  static State after_pass(State s) {
    s.ko.reset();
    s.must_play = !s.owner_moves;
    s.owner_moves = !s.owner_moves;
    return s;
  }

  // The walk of held_by(). A position that is met again was held, unless the walk is not yet done
  // with it: then play could go on for ever.
  bool walk(const State& state, int depth) {
    budget_.charge();
    const bool short_of_breath = state.owner_moves && breathless(state.board);
    if (!short_of_breath && won(state.board)) return true;
    const auto [at, fresh] = walked_.try_emplace(key(state), false);
    if (!fresh) return at->second;
    if (depth > kMostDepth) return false;
    bool holds = true;
    if (state.owner_moves) {
      if (answers_.empty()) return false;
      const std::optional<Point> answer = answers_.front();
      answers_ = answers_.subspan(1);
      if (!answer) {
        holds = may_pass(state, short_of_breath) && walk(after_pass(state), depth + 1);
      } else {
        State child = state;
        bool lost = false;
        holds = area_.count(*answer) != 0 && open(state, *answer) && play(child, *answer, lost) &&
                !lost && walk(child, depth + 1);
      }
    } else {
      for (auto p = area_.begin(); p != area_.end() && holds; ++p) {
        State child = state;
        bool lost = false;
        if (!open(state, *p) || !play(child, *p, lost)) continue;
        holds = !lost && walk(child, depth + 1);
      }
      holds = holds && walk(after_pass(state), depth + 1);
    }
    at->second = holds;
    return holds;
  }

  // Is a win found by looking at so many positions?
  bool wins_soon(const State& start, std::size_t tries) {
    tries_left_ = tries;
    for (int plies = 2; plies <= kMostPlies && tries_left_ > 0; plies += 2) {
      if (wins_within(start, plies)) return true;
    }
    return false;
  }

  // Does the owner win within so many plies? Play that goes on for ever is lost, so a win has a
  // number of plies, and a position that is not won within some may be won within more.
  bool wins_within(const State& state, int plies) {
    if (tries_left_ == 0) return false;
    --tries_left_;
    budget_.charge();
    const bool short_of_breath = state.owner_moves && breathless(state.board);
    if (!short_of_breath && won(state.board)) return true;
    if (plies == 0) return false;
    Within& known = within_[key(state)];
    if (plies >= known.wins) return true;
    if (plies <= known.fails) return false;
    // The owner looks for one move that wins, the attacker for one that does not lose.
    const bool wanted = state.owner_moves;
    bool found =
        may_pass(state, short_of_breath) && wins_within(after_pass(state), plies - 1) == wanted;
    for (auto p = area_.begin(); p != area_.end() && !found; ++p) {
      if (!open(state, *p)) continue;
      State child = state;
      bool lost = false;
      if (!play(child, *p, lost)) continue;
      found = (!lost && wins_within(child, plies - 1)) == wanted;
    }
    const bool wins = found == wanted;
    if (tries_left_ == 0) return false;  // what seems to fail below may not have been searched
    (wins ? known.wins : known.fails) = plies;
    return wins;
  }

  // All positions from `start`, then wins backwards. None: there are too many of them.
  std::optional<bool> solve(const State& start) {
    struct Node {
      std::vector<std::size_t> before;
      std::size_t open = 0;
      bool owner_moves = false;
      bool won = false;
    };
    constexpr std::size_t kMost = 50'000;
    std::vector<State> states{start};
    std::vector<Node> nodes(1);
    std::map<std::string, std::size_t> numbers{{key(start), 0}};
    std::vector<std::size_t> todo;
    for (std::size_t next = 0; next < states.size(); ++next) {
      budget_.charge();
      const State state = states[next];
      nodes[next].owner_moves = state.owner_moves;
      if (!(state.owner_moves && breathless(state.board)) && won(state.board)) {
        nodes[next].won = true;
        todo.push_back(next);
        continue;
      }
      const auto reach = [&](const State& child) {
        const auto [at, fresh] = numbers.try_emplace(key(child), states.size());
        if (fresh) {
          states.push_back(child);
          nodes.emplace_back();
        }
        nodes[at->second].before.push_back(next);
        ++nodes[next].open;
      };
      for (const Point p : area_) {
        if (!open(state, p)) continue;
        State child = state;
        bool lost = false;
        if (!play(child, p, lost)) continue;
        if (!lost) {
          reach(child);
        } else if (!state.owner_moves) {
          ++nodes[next].open;  // never won
        }
      }
      if (may_pass(state, state.owner_moves && breathless(state.board))) reach(after_pass(state));
      if (states.size() > kMost) return std::nullopt;
    }
    while (!todo.empty()) {
      const std::size_t at = todo.back();
      todo.pop_back();
      for (const std::size_t before : nodes[at].before) {
        Node& node = nodes[before];
        if (node.won || (!node.owner_moves && --node.open > 0)) continue;
        node.won = true;
        todo.push_back(before);
      }
    }
    return nodes[0].won;
  }

  const Board& board_;
  Colour own_;
  Colour enemy_;
  const Points& area_;
  const Points& immortal_;
  int needed_;
  Budget& budget_;
  std::span<const MiaiPair> pairs_;
  Points one_eye_;  // stones that have another eye elsewhere
  Points first_;

  static constexpr int kMostDepth = 1'000;
  std::span<const std::optional<Point>> answers_;  // not yet used
  std::map<std::string, bool> walked_;             // false: on the way, too

  static constexpr int kMostPlies = 40;
  struct Within {
    int wins = kMostPlies + 1;  // the fewest plies in which the owner is known to win
    int fails = -1;             // the most in which he is known not to
  };
  std::map<std::string, Within> within_;
  std::size_t tries_left_ = 0;
};

}  // namespace cgt::go
