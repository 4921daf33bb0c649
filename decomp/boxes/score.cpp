#include "decomp/boxes/score.hpp"

#include <algorithm>

#include "cgt/support/containers.hpp"
#include "cgt/support/hash.hpp"
#include "cgt/support/small_vector.hpp"

namespace cgt::boxes {
namespace {

struct Candidate {
  int string = 0;
  int taken = 0;
  int order = 0;  // the least first
};
using Candidates = SmallVector<Candidate, 32>;

// Each string takes two coins at most.
constexpr int kMostScore = 2 * kMaxStrings + 1;

}  // namespace

struct ScoreSearch::Tables {
  explicit Tables(const Board& of) : board(of) {}

  struct Bounds {
    std::int16_t lower = 0;
    std::int16_t upper = 0;
  };

  const Board& board;
  FlatMap<Strings, Bounds> known;  // by canonical sets
  MemoryMeter meter;

  int other_end(int string, int coin) const {
    const auto& [a, b] = board.ends(string);
    return a == coin ? b : a;
  }

  // The moves when a coin can be taken; false if none can.
  bool capturing(Strings left, Candidates& moves) const {
    int take = -1;         // of a chain that is longer than what may be left
    Candidates closed;     // a loop of four opened: taken, or left by the string in the middle
    Candidates half_open;  // two coins likewise
    for (int coin = 0; coin < board.coin_count(); ++coin) {
      const Strings tied = board.tied(coin) & left;
      if (count(tied) != 1) continue;
      const int string = lowest(tied);
      // How many coins of two strings follow, and what comes behind them.
      int length = 1;
      int at = coin;
      int by = string;
      std::array<int, 4> path{string};
      Strings rest = 0;
      while (true) {
        at = other_end(by, at);
        if (at == kGround) break;
        rest = board.tied(at) & left & ~one(by);
        if (count(rest) != 1) break;
        by = lowest(rest);
        if (length < 4) path[static_cast<std::size_t>(length)] = by;
        ++length;
      }
      const bool ends_taken = at != kGround && rest == 0;  // another coin to be taken ends it
      if (length == 1) {
        // Its string leads to the ground, to many strings, or takes two coins at once.
        moves.push_back({string, board.taken(left, string)});
        return true;
      }
      if (ends_taken && length == 3) {
        closed.push_back({path[0], 1});
        closed.push_back({path[1], 0});
      } else if (!ends_taken && length == 2) {
        half_open.push_back({path[0], 1});
        half_open.push_back({path[1], 0});
      } else {
        take = string;
      }
    }
    if (take >= 0) {
      moves.push_back({take, board.taken(left, take)});
      return true;
    }
    const Candidates& two = closed.empty() ? half_open : closed;
    for (std::size_t i = 0; i < two.size() && i < 2; ++i) moves.push_back(two[i]);
    return !moves.empty();
  }

  // What may be best, by how little it gives away.
  void candidates(Strings left, Candidates& moves) const {
    if (capturing(left, moves)) return;
    Strings once = left;  // of long chains and loops one string
    FlatMap<int, int> given;
    for (const Chain& chain : board.chains(left)) {
      const int length = chain.coins;
      int end = lowest(chain.strings);
      if (!chain.loop) {  // a string at an end, so that the rest is one chain
        for (Strings rest = chain.strings; rest != 0; rest &= rest - 1) {
          const auto& [a, b] = board.ends(lowest(rest));
          const auto inside = [&](int coin) {
            return coin != kGround && count(board.tied(coin) & left) == 2;
          };
          if (inside(a) != inside(b)) end = lowest(rest);
        }
      }
      for (Strings rest = chain.strings; rest != 0; rest &= rest - 1) given[lowest(rest)] += length;
      if (length >= 3 || chain.loop) once &= ~chain.strings | one(end);
    }
    for (Strings rest = once; rest != 0; rest &= rest - 1) {
      const int string = lowest(rest);
      const auto found = given.find(string);
      moves.push_back({string, 0, found == given.end() ? 0 : found->second});
    }
    std::stable_sort(moves.begin(), moves.end(),
                     [](const Candidate& a, const Candidate& b) { return a.order < b.order; });
  }

  // The score, or a bound of it: at most alpha, or at least beta. As deep as there are strings.
  int search(Strings left, int alpha, int beta, Budget& budget) {
    if (left == 0) return 0;
    const int open = board.coins(left);
    if (open <= alpha) return open;
    if (-open >= beta) return -open;
    const Strings key = board.canonical(left);
    Bounds bounds{static_cast<std::int16_t>(-open), static_cast<std::int16_t>(open)};
    if (const auto found = known.find(key); found != known.end()) bounds = found->second;
    if (bounds.lower >= beta || bounds.lower == bounds.upper) return bounds.lower;
    if (bounds.upper <= alpha) return bounds.upper;
    budget.charge();
    if (known.size() % kMemoryInterval == 0) meter.set(budget, bytes_of_growing_table(known));
    Candidates moves;
    candidates(left, moves);
    int best = -open;
    const int low = std::max<int>(alpha, bounds.lower);
    const int high = std::min<int>(beta, bounds.upper);
    int floor = low;
    for (const Candidate& move : moves) {
      const Strings after = left & ~one(move.string);
      const int score = move.taken != 0 ? move.taken + search(after, floor - move.taken,
                                                              high - move.taken, budget)
                                        : -search(after, -high, -floor, budget);
      best = std::max(best, score);
      floor = std::max(floor, best);
      if (best >= high) break;
    }
    if (best <= low) bounds.upper = std::min(bounds.upper, static_cast<std::int16_t>(best));
    if (best >= high) bounds.lower = std::max(bounds.lower, static_cast<std::int16_t>(best));
    if (best > low && best < high) bounds.lower = bounds.upper = static_cast<std::int16_t>(best);
    known.insert_or_assign(key, bounds);
    return best;
  }

  int exact(Strings left, Budget& budget) { return search(left, -kMostScore, kMostScore, budget); }
};

ScoreSearch::ScoreSearch(const Board& board) : tables_(std::make_unique<Tables>(board)) {}
ScoreSearch::~ScoreSearch() = default;

// Null windows in the middle of what is open: each of them proves a bound.
ScoreBounds ScoreSearch::score(Strings left, Budget& budget) {
  const int open = tables_->board.coins(left);
  ScoreBounds bounds{-open, open, std::nullopt};
  try {
    int guess = 0;
    while (!bounds.exact()) {
      const int beta = guess <= bounds.lower ? bounds.lower + 1 : std::min(guess, bounds.upper);
      const int found = tables_->search(left, beta - 1, beta, budget);
      (found < beta ? bounds.upper : bounds.lower) = found;
      guess = found;
    }
  } catch (const BudgetExhausted& spent) {
    bounds.stopped = spent.reason();
  }
  return bounds;
}

bool ScoreSearch::at_least(Strings left, int bound, Budget& budget) {
  return tables_->search(left, bound - 1, bound, budget) >= bound;
}

std::vector<ScoredMove> ScoreSearch::moves(Strings left, Budget& budget) {
  std::vector<ScoredMove> found;
  for (Strings rest = left; rest != 0; rest &= rest - 1) {
    const int string = lowest(rest);
    const int taken = tables_->board.taken(left, string);
    const int after = tables_->exact(left & ~one(string), budget);
    found.push_back({string, taken, taken != 0 ? taken + after : -after});
  }
  std::ranges::stable_sort(found, std::ranges::greater{}, &ScoredMove::score);
  return found;
}

std::vector<int> ScoreSearch::line(Strings left, Budget& budget) {
  std::vector<int> played;
  while (left != 0) {
    Candidates moves;
    tables_->candidates(left, moves);
    const int score = tables_->exact(left, budget);
    for (const Candidate& move : moves) {
      const Strings after = left & ~one(move.string);
      const int value = tables_->exact(after, budget);
      if ((move.taken != 0 ? move.taken + value : -value) != score) continue;
      played.push_back(move.string);
      left = after;
      break;
    }
  }
  return played;
}

std::uint64_t ScoreSearch::positions() const { return tables_->known.size(); }

}  // namespace cgt::boxes
