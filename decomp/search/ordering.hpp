// Move ordering that learns during a search: killer moves (Akl and Newborn 1977), two for each ply,
// and the history heuristic (Schaeffer 1989). Both change the order of moves only, so never a
// value.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "decomp/search/game.hpp"

namespace cgt::search {

template <class Move>
class MoveOrdering {
 public:
  MoveOrdering(bool killers, bool history) : use_killers_(killers), use_history_(history) {
    if (history) history_.resize(2 * kHistorySize);
  }
  bool active() const { return use_killers_ || use_history_; }

  // The move made a cut `ply` plies below the root, with `depth` plies of search below it.
  void reward(const Move& move, std::size_t ply, int depth, int player) {
    if (use_killers_) {
      if (killers_.size() <= ply) killers_.resize(ply + 1);
      auto& [first, second] = killers_[ply];
      if (first != move) {
        second = first;
        first = move;
      }
    }
    if (use_history_) {
      const std::int64_t weight = std::clamp(depth, 1, 64);
      history_[slot(move, player)] += weight * weight;
    }
  }

  // Puts moves[begin..] in order: killers of the ply, then by history; stable otherwise.
  void sort(std::vector<Move>& moves, std::size_t begin, std::size_t ply, int player) {
    if (!active() || moves.size() - begin < 2) return;
    scored_.clear();
    for (std::size_t i = begin; i < moves.size(); ++i) {
      scored_.push_back({score(moves[i], ply, player), moves[i]});
    }
    std::stable_sort(scored_.begin(), scored_.end(),
                     [](const Scored& a, const Scored& b) { return a.score > b.score; });
    for (std::size_t i = 0; i < scored_.size(); ++i) moves[begin + i] = scored_[i].move;
  }

 private:
  static constexpr std::size_t kHistorySize = 4096;
  static constexpr std::int64_t kKillerScore = std::int64_t{1} << 60;
  struct Scored {
    std::int64_t score;
    Move move;
  };
  static std::size_t slot(const Move& move, int player) {
    return move_code(move) % kHistorySize + (player == 0 ? 0 : kHistorySize);
  }
  std::int64_t score(const Move& move, std::size_t ply, int player) const {
    if (use_killers_ && ply < killers_.size()) {
      if (killers_[ply][0] == move) return 2 * kKillerScore;
      if (killers_[ply][1] == move) return kKillerScore;
    }
    return use_history_ ? history_[slot(move, player)] : 0;
  }

  bool use_killers_;
  bool use_history_;
  std::vector<std::array<std::optional<Move>, 2>> killers_;
  std::vector<std::int64_t> history_;
  std::vector<Scored> scored_;
};

}  // namespace cgt::search
