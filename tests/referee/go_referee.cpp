// Scores and lives on small Go boards by plain search of the whole board. It shares no code with the
// program. A line of input is one of
//   territory ROWS MOST   area ROWS MOST   groups ROWS MOST        .XO./XXOO
// and its answer, in JSON,
//   territory  what Black and White are sure of if Black moves first, the same for White, and after each
//              first move of either outside of settled parts:
//              [[lower, upper], [lower, upper], [[x, y, [lower, upper]], ...], [...]]
//   area       the scores for either first mover, each a number or null
//   groups     for each block that is not settled its first point, its status, and that by confirmed hunts:
//              [[x, y, "ko", "dead"], ...]
// or null where that takes more than so many states. In rows X is black, O white, . empty; B and W
// are stones that cannot be taken. Scores are Black's minus White's.
//
// Territory (docs/go-proofs.md, "What territory score means"). Players move in turn; a move is a stone that is
// no suicide, or a pass. Taken stones are prisoners, a point each. No stone goes to a point where a single
// stone was just taken by a ko. What is settled leaves the game: nobody plays there.
// First passes are free, until two come in a row. Then a second part begins, by the same rules but three: a
// pass costs a point; a stone taken by a ko is taken back only after a pass of its owner; two passes in a row
// of which the second is by the player who did not begin the part end play. What is settled then is counted,
// and nothing else. Play that goes on for ever has no score, so that there are two
// answers: what Black is sure of, and what White is sure to keep him down to.
//
// Area. Two passes end play; stones count, and empty points that touch one colour only, and settled points
// for their owner. Positional superko; where that takes too long, what both players are sure of without it.
//
// Groups (docs/go-proofs.md, "Life and death"). The enemy of a block hunts it: it is taken, or two passes
// end play, or play goes on for ever. One side has the kos: it takes back at once, the other one does not.
// Where the owner has them, a confirmed hunt goes on after two passes: the hunter moves, nobody takes back at
// once, and two more passes end it.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <iterator>
#include <optional>
#include <sstream>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace {

using Points = std::uint64_t;  // of the board, a bit each
using Stones = std::array<Points, 2>;

constexpr int kBlack = 0;
constexpr int kWhite = 1;
constexpr int kNoPoint = 64;
constexpr std::size_t kMostKnown = 1'000'000;  // states, of all boards of a size

int sign(int player) { return player == kBlack ? 1 : -1; }
Points bit(int point) { return point == kNoPoint ? 0 : Points{1} << point; }

std::uint64_t mixed(std::uint64_t h, std::uint64_t more) {
  h = (h ^ more) * 0x9e3779b97f4a7c15U;
  return h ^ (h >> 29U);
}

struct StonesHash {
  std::size_t operator()(const Stones& s) const { return mixed(mixed(1, s[0]), s[1]); }
};

// What left the game.
struct Settled {
  Stones alive{};  // blocks that stay
  Stones owned{};  // their territory, stones of the enemy in it included
  int score = 0;
  Points gone() const { return alive[0] | alive[1] | owned[0] | owned[1]; }
};

struct Move {
  int point = kNoPoint;
  Stones after{};
  int taken = 0;
  int ko = kNoPoint;  // where a single stone was taken
};

// Moves on one board, with some stones that cannot be taken.
class Go {
 public:
  Go(int width, int height, Points eternal) : width_(width), height_(height), eternal_(eternal) {
    for (int p = 0; p < size(); ++p) {
      all_ |= bit(p);
      if (p % width != 0) not_first_ |= bit(p);
      if (p % width != width - 1) not_last_ |= bit(p);
    }
  }

  int width() const { return width_; }
  int size() const { return width_ * height_; }
  Points eternal() const { return eternal_; }
  Points empty(const Stones& stones) const { return all_ & ~stones[0] & ~stones[1]; }

  Points around(Points points) const {
    return ((points & not_last_) << 1U | (points & not_first_) >> 1U | points << width_ |
            points >> width_) &
           all_;
  }
  Points component(Points from, Points within) const {
    for (Points out = from;;) {
      const Points grown = (out | around(out)) & within;
      if (grown == out) return out;
      out = grown;
    }
  }
  std::vector<Points> components(Points points) const {
    std::vector<Points> out;
    for (; points != 0; points &= ~out.back()) out.push_back(component(points & -points, points));
    return out;
  }

  // None: suicide.
  std::optional<Move> play(const Stones& stones, int mover, int point) const {
    Move out{.point = point, .after = stones};
    const Points at = bit(point);
    Points& mine = out.after[mover];
    Points& theirs = out.after[1 - mover];
    mine |= at;
    Points taken = 0;
    for (const Points block : components(theirs & component(around(at) & theirs, theirs))) {
      if ((block & eternal_) == 0 && (around(block) & all_ & ~mine & ~theirs) == 0) taken |= block;
    }
    theirs &= ~taken;
    const Points block = component(at, mine);
    const Points liberties = around(block) & ~mine & ~theirs;
    if (liberties == 0 && (block & eternal_) == 0) return std::nullopt;
    out.taken = std::popcount(taken);
    if (block == at && out.taken == 1 && liberties == taken) out.ko = std::countr_zero(taken);
    return out;
  }

  std::vector<Move> moves(const Stones& stones, int mover, Points where) const {
    std::vector<Move> out;
    for (Points free = empty(stones) & where; free != 0; free &= free - 1) {
      if (const auto move = play(stones, mover, std::countr_zero(free))) out.push_back(*move);
    }
    return out;
  }

  const Settled& settled(const Stones& stones) {
    const auto known = settled_.find(stones);
    if (known != settled_.end()) return known->second;
    return settled_[stones] = find_settled(stones);
  }
  void forget() { settled_.clear(); }

  // The area score.
  int count(const Stones& stones) {
    const Settled& gone = settled(stones);
    int out = 0;
    for (const int colour : {kBlack, kWhite}) {
      out += sign(colour) *
             std::popcount(gone.owned[colour] | (stones[colour] & ~gone.owned[1 - colour]));
    }
    for (const Points part : components(empty(stones) & ~gone.gone())) {
      const Points near = around(part);
      for (const int colour : {kBlack, kWhite}) {
        if ((near & stones[colour]) == 0 || (near & stones[1 - colour]) != 0) continue;
        out += sign(colour) * std::popcount(part);
      }
    }
    return out;
  }

 private:
  Settled find_settled(const Stones& stones) const {
    Settled out;
    const Points free = empty(stones);
    for (const int colour : {kBlack, kWhite}) {
      std::vector<Points> blocks = components(stones[colour]);
      std::vector<Points> regions = components(all_ & ~stones[colour]);
      std::erase_if(regions, [&](Points r) { return (r & stones[1 - colour] & eternal_) != 0; });
      for (bool changed = true; changed;) {
        changed = false;
        const auto dies = [&](Points block) {
          if ((block & eternal_) != 0) return false;
          const Points liberties = around(block);
          return std::ranges::count_if(regions, [&](Points r) {
                   return (around(r) & block) != 0 && (r & free & ~liberties) == 0;
                 }) < 2;
        };
        changed = std::erase_if(blocks, dies) > 0;
        out.alive[colour] = 0;
        for (const Points block : blocks) out.alive[colour] |= block;
        changed = std::erase_if(regions,
                                [&](Points r) {
                                  return (around(r) & stones[colour] & ~out.alive[colour]) != 0;
                                }) > 0 ||
                  changed;
      }
      if (blocks.empty()) continue;
      for (const Points region : regions) {
        if ((region & free & ~around(out.alive[colour])) != 0) continue;
        out.owned[colour] |= region;
        out.score +=
            sign(colour) * (std::popcount(region) + std::popcount(region & stones[1 - colour]));
      }
    }
    return out;
  }

  int width_;
  int height_;
  Points eternal_;
  Points all_ = 0;
  Points not_first_ = 0;
  Points not_last_ = 0;
  std::unordered_map<Stones, Settled, StonesHash> settled_;
};

// `part` is 0 at first, then 1 and the player who began the second part.
struct State {
  Stones stones{};
  int mover = kBlack;
  int ban = kNoPoint;
  int part = 0;
  bool passed = false;
  int held = kNoPoint;  // where who is not to move may not take back, in the second part
  friend bool operator==(const State&, const State&) = default;
};

struct StateHash {
  std::size_t operator()(const State& s) const {
    const int rest =
        s.mover + 2 * (s.part + 3 * (static_cast<int>(s.passed) + 2 * (s.ban + 65 * s.held)));
    return mixed(StonesHash()(s.stones), static_cast<std::uint64_t>(rest));
  }
};

struct Step {
  int gain;
  int to;  // a number of a state; -1: play has ended
};

using Interval = std::array<int, 2>;  // what Black is sure of, what White keeps him down to

// Scores without superko, for all positions of one board.
class Scores {
 public:
  Scores(Go& go, bool area) : go_(go), area_(area) {}

  // In order; none: more new states than allowed.
  std::optional<std::vector<Interval>> scores(const std::vector<State>& starts, std::size_t most) {
    if (states_.size() > kMostKnown) {
      states_.clear();
      rows_.clear();
      sure_ = {};
      number_.clear();
      go_.forget();
    }
    const std::size_t before = states_.size();
    for (const State& start : starts) add(start);
    for (std::size_t at = before; at < states_.size(); ++at) {
      rows_.push_back(steps(states_[at]));
      if (states_.size() - before <= most) continue;
      for (std::size_t n = before; n < states_.size(); ++n) number_.erase(states_[n]);
      states_.resize(before);
      rows_.resize(before);
      return std::nullopt;
    }
    for (const int prover : {kBlack, kWhite}) settle(prover, before);
    std::vector<Interval> out;
    for (const State& start : starts) {
      const int at = number_.at(start);
      out.push_back({sure_[kBlack][at], sure_[kWhite][at]});
    }
    return out;
  }

 private:
  static constexpr int kNever = 10'000;

  int add(const State& state) {
    const auto [at, fresh] = number_.try_emplace(state, static_cast<int>(states_.size()));
    if (fresh) states_.push_back(state);
    return at->second;
  }

  std::vector<Step> steps(const State state) {
    std::vector<Step> out;
    const Points open = ~go_.settled(state.stones).gone() & ~bit(state.ban);
    for (const Move& move : go_.moves(state.stones, state.mover, open)) {
      const bool second = state.part != 0;
      const int ban = move.ko != kNoPoint || !second ? move.ko : state.held;
      const int held = second ? state.ban : kNoPoint;
      const int to = add({move.after, 1 - state.mover, ban, state.part, false, held});
      out.push_back({area_ ? 0 : sign(state.mover) * move.taken, to});
    }
    State passed{state.stones, 1 - state.mover, state.held, state.part, true};
    if (area_ && state.passed) {
      out.push_back({go_.count(state.stones), -1});
    } else if (state.part == 0) {
      if (state.passed) {
        passed.part = 1 + passed.mover;
        passed.passed = false;
      }
      out.push_back({0, add(passed)});
    } else if (state.passed && state.mover != state.part - 1) {
      out.push_back({go_.settled(state.stones).score - sign(state.mover), -1});
    } else {
      out.push_back({-sign(state.mover), add(passed)});
    }
    return out;
  }

  // At first nothing is sure; what can be made sure of is raised until it stays.
  void settle(int prover, std::size_t from) {
    std::vector<int>& sure = sure_[prover];
    sure.resize(states_.size(), -sign(prover) * kNever);
    const int limit = 2 * go_.size() + 2;
    std::vector<std::vector<int>> before(states_.size() - from);
    std::vector<int> work;
    std::vector<char> waiting(states_.size() - from, 1);
    for (std::size_t at = from; at < states_.size(); ++at) {
      work.push_back(static_cast<int>(at));
      for (const Step& step : rows_[at]) {
        if (step.to >= static_cast<int>(from))
          before[step.to - from].push_back(static_cast<int>(at));
      }
    }
    while (!work.empty()) {
      const int at = work.back();
      work.pop_back();
      waiting[at - from] = 0;
      const int mover = states_[at].mover;
      int found = -sign(mover) * 2 * kNever;
      for (const Step& step : rows_[at]) {
        const int value = step.gain + (step.to < 0 ? 0 : sure[step.to]);
        found = mover == kBlack ? std::max(found, value) : std::min(found, value);
      }
      if (std::abs(found) > kNever / 2)
        found = -sign(prover) * kNever;
      else
        found = std::clamp(found, -limit, limit);
      if (found == sure[at]) continue;
      sure[at] = found;
      for (const int other : before[at - from]) {
        if (std::exchange(waiting[other - from], 1) == 0) work.push_back(other);
      }
    }
  }

  Go& go_;
  bool area_;
  std::vector<State> states_;
  std::vector<std::vector<Step>> rows_;
  std::array<std::vector<int>, 2> sure_;
  std::unordered_map<State, int, StateHash> number_;
};

// Area scores with superko.
class Superko {
 public:
  Superko(Go& go, std::uint64_t most) : go_(go), most_(most) {}

  std::optional<int> score(const Stones& stones, int mover) {
    nodes_ = 0;
    path_ = {stones};
    const int found = search(stones, mover, false, -kFar, kFar);
    if (nodes_ > most_) return std::nullopt;
    return found;
  }

 private:
  static constexpr int kFar = 1'000;

  int search(const Stones& stones, int mover, bool passed, int low, int high) {
    if (++nodes_ > most_) return 0;
    std::vector<Move> moves = go_.moves(stones, mover, ~go_.settled(stones).gone());
    std::ranges::stable_sort(moves, std::greater{}, &Move::taken);
    moves.emplace_back();
    int best = -sign(mover) * kFar;
    for (const Move& move : moves) {
      int value = 0;
      if (move.point == kNoPoint) {
        value = passed ? go_.count(stones) : search(stones, 1 - mover, true, low, high);
      } else {
        if (!path_.insert(move.after).second) continue;
        value = search(move.after, 1 - mover, false, low, high);
        path_.erase(move.after);
      }
      if (mover == kBlack)
        low = std::max(low, best = std::max(best, value));
      else
        high = std::min(high, best = std::min(best, value));
      if (low >= high) break;
    }
    return best;
  }

  Go& go_;
  std::uint64_t most_;
  std::uint64_t nodes_ = 0;
  std::unordered_set<Stones, StonesHash> path_;
};

// The hunts for one block.
class Hunts {
 public:
  Hunts(Go& go, const Stones& stones, Points block, std::size_t most)
      : go_(go), stones_(stones), block_(block), most_(most) {
    owner_ = (stones[kBlack] & block) != 0 ? kBlack : kWhite;
  }

  // None: too many states.
  const char* status(bool confirmed) {
    confirmed_ = confirmed;
    const bool at_best = taken(true, true, false);
    if (!at_best) {
      const char* out = taken(true, true, true) ? "seki" : "alive";
      return full_ ? nullptr : out;
    }
    const bool at_worst = taken(false, false, false);
    const bool moves_first = taken(true, false, false) && !taken(false, true, false);
    if (full_) return nullptr;
    return at_worst ? "dead" : moves_first ? "unsettled" : "ko";
  }

 private:
  bool taken(bool hunter_first, bool hunter_has_kos, bool must_live) {
    const int last = confirmed_ && !hunter_has_kos && !must_live ? 2 : 1;
    std::vector<State> states;
    std::unordered_map<State, int, StateHash> number;
    std::vector<std::vector<int>> before;
    std::vector<int> left;  // moves of the owner that are not yet known to lose
    std::vector<int> work;  // states in which the block is taken
    const auto add = [&](const State& state) {
      const auto [at, fresh] = number.try_emplace(state, static_cast<int>(states.size()));
      if (!fresh) return at->second;
      states.push_back(state);
      before.emplace_back();
      return at->second;
    };
    add({stones_, hunter_first ? 1 - owner_ : owner_});
    for (std::size_t at = 0; at < states.size(); ++at) {
      left.push_back(0);
      const State state = states[at];
      const Settled& settled = go_.settled(state.stones);
      // The second pass makes the next part.
      const bool ends = state.part == last;
      if ((block_ & ~state.stones[owner_]) != 0 || (block_ & settled.owned[1 - owner_]) != 0 ||
          (ends && must_live && (block_ & settled.alive[owner_]) == 0)) {
        work.push_back(static_cast<int>(at));
        continue;
      }
      if (ends || (block_ & settled.alive[owner_]) != 0) continue;
      // Those of who moves, or of nobody.
      const bool kos = state.part != 0 || (state.mover != owner_) == hunter_has_kos;
      const Points open = ~settled.gone() & ~bit(state.ban);
      std::vector<State> after;
      for (const Move& move : go_.moves(state.stones, state.mover, open)) {
        after.push_back({move.after, 1 - state.mover, kos ? move.ko : kNoPoint, state.part});
      }
      if (state.passed) {
        after.push_back({state.stones, 1 - owner_, kNoPoint, state.part + 1});
      } else {
        after.push_back({state.stones, 1 - state.mover, kNoPoint, state.part, true});
      }
      left[at] = static_cast<int>(after.size());
      for (const State& next : after) before[add(next)].push_back(static_cast<int>(at));
      if (states.size() > most_) {
        full_ = true;
        return false;
      }
    }
    std::vector<char> lost(states.size(), 0);
    for (const int at : work) lost[at] = 1;
    while (!work.empty()) {
      const int at = work.back();
      work.pop_back();
      for (const int other : before[at]) {
        if (lost[other] != 0) continue;
        if (states[other].mover == owner_ && --left[other] > 0) continue;
        lost[other] = 1;
        work.push_back(other);
      }
    }
    return lost[0] != 0;
  }

  Go& go_;
  Stones stones_;
  Points block_;
  std::size_t most_;
  int owner_ = kBlack;
  bool confirmed_ = false;
  bool full_ = false;
};

struct Judge {
  Judge(int width, int height, Points eternal)
      : go(width, height, eternal), territory(go, false), area(go, true) {}
  Go go;
  Scores territory;
  Scores area;
};

std::string place(const Go& go, int point) {
  return "[" + std::to_string(point % go.width()) + ", " + std::to_string(point / go.width());
}

std::string territory(Judge& judge, const Stones& stones, std::size_t most) {
  std::vector<State> starts{{stones, kBlack}, {stones, kWhite}};
  std::array<std::vector<Move>, 2> moves;
  const Points open = ~judge.go.settled(stones).gone();
  for (const int mover : {kBlack, kWhite}) {
    moves[mover] = judge.go.moves(stones, mover, open);
    for (const Move& move : moves[mover]) starts.push_back({move.after, 1 - mover, move.ko});
  }
  const auto scores = judge.territory.scores(starts, most);
  if (!scores) return "null";
  const auto pair = [&](std::size_t number, int gain) {
    return "[" + std::to_string((*scores)[number][0] + gain) + ", " +
           std::to_string((*scores)[number][1] + gain) + "]";
  };
  std::string out = "[" + pair(0, 0) + ", " + pair(1, 0);
  std::size_t number = 2;
  for (const int mover : {kBlack, kWhite}) {
    std::string list;
    for (const Move& move : moves[mover]) {
      if (!list.empty()) list += ", ";
      list += place(judge.go, move.point) + ", " + pair(number++, sign(mover) * move.taken) + "]";
    }
    out += ", [" + list + "]";
  }
  return out + "]";
}

std::string area(Judge& judge, const Stones& stones, std::size_t most) {
  std::string out;
  for (const int mover : {kBlack, kWhite}) {
    std::optional<int> score = Superko(judge.go, most).score(stones, mover);
    if (!score) {
      const auto sure = judge.area.scores({{stones, mover}}, most);
      if (sure && sure->front()[0] == sure->front()[1]) score = sure->front()[0];
    }
    out += (out.empty() ? "[" : ", ") + (score ? std::to_string(*score) : "null");
  }
  return out + "]";
}

std::string groups(Judge& judge, const Stones& stones, std::size_t most) {
  std::string out;
  Go& go = judge.go;
  for (const int owner : {kBlack, kWhite}) {
    for (const Points block : go.components(stones[owner])) {
      if ((block & go.settled(stones).alive[owner]) != 0) continue;
      if (!out.empty()) out += ", ";
      out += place(go, std::countr_zero(block));
      for (const bool confirmed : {false, true}) {
        const char* status = Hunts(go, stones, block, most).status(confirmed);
        out += status == nullptr ? ", null" : ", \"" + std::string(status) + '"';
      }
      out += ']';
    }
  }
  return "[" + out + "]";
}

}  // namespace

int main() {
  std::unordered_map<std::string, Judge> judges;
  std::string line;
  while (std::getline(std::cin, line)) {
    std::istringstream words(line);
    std::string what;
    std::string rows;
    std::size_t most = 0;
    words >> what >> rows >> most;
    const int height = 1 + static_cast<int>(std::ranges::count(rows, '/'));
    std::erase(rows, '/');
    const int width = static_cast<int>(rows.size()) / height;
    Stones stones{};
    Points eternal = 0;
    for (std::size_t p = 0; p < rows.size(); ++p) {
      const Points at = bit(static_cast<int>(p));
      if (rows[p] == 'X' || rows[p] == 'B') stones[kBlack] |= at;
      if (rows[p] == 'O' || rows[p] == 'W') stones[kWhite] |= at;
      if (rows[p] == 'B' || rows[p] == 'W') eternal |= at;
    }
    const Go plain(width, height, 0);
    eternal = plain.component(eternal & stones[0], stones[0]) |
              plain.component(eternal & stones[1], stones[1]);
    const std::string board =
        std::to_string(width) + 'x' + std::to_string(height) + ' ' + std::to_string(eternal);
    if (judges.size() > 100 && !judges.contains(board)) judges.clear();
    Judge& judge = judges.try_emplace(board, width, height, eternal).first->second;
    if (what == "territory") std::cout << territory(judge, stones, most) << std::endl;
    if (what == "area") std::cout << area(judge, stones, most) << std::endl;
    if (what == "groups") std::cout << groups(judge, stones, most) << std::endl;
  }
}
