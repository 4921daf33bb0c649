#include "decomp/go/playout/playout_policy.hpp"

#include <algorithm>

#include "decomp/go/playout/patterns.hpp"

namespace cgt::go {
namespace {

using Spot = PlayoutBoard::Spot;

// Stones that put themselves into atari may kill an eye space if they are no more than these.
constexpr unsigned kNakade = 6;

// Candidates of one kind. What is beyond 24 is left out, which only makes it less likely: stones in
// atari all around one block.
class SpotList {
 public:
  void add(Spot s) {
    if (count_ < spots_.size()) spots_[count_++] = s;
  }
  bool empty() const { return count_ == 0; }
  // Takes one out, by chance.
  Spot draw(PlayoutRandom& random) {
    const std::size_t at = static_cast<std::size_t>(random.below(count_));
    const Spot out = spots_[at];
    spots_[at] = spots_[--count_];
    return out;
  }

 private:
  std::array<Spot, 24> spots_{};
  std::size_t count_ = 0;
};

class Chooser {
 public:
  Chooser(const PlayoutBoard& board, Player player, PlayoutRandom& random)
      : board_(board),
        player_(player),
        own_(PlayoutBoard::colour_of(player)),
        enemy_(static_cast<std::uint8_t>(3 - own_)),
        random_(random) {}

  Spot choose(Spot last) const {
    if (last != PlayoutBoard::kNoSpot && board_.is_stone(last)) {
      SpotList urgent;
      if (board_.in_atari(last)) {
        const Spot s = board_.last_liberty(last);
        if (board_.legal(player_, s)) return s;
      }
      escapes(last, urgent);
      while (!urgent.empty()) {
        const Spot s = urgent.draw(random_);
        if (board_.legal(player_, s)) return s;
      }
      if (const Spot s = vital(last); s != PlayoutBoard::kNoSpot) return s;
      SpotList shapes;
      for (int i = 0; i < 4; ++i) {
        shape(PlayoutBoard::beside(last, board_.sides()[i]), shapes);
        shape(PlayoutBoard::beside(last, board_.corners()[i]), shapes);
      }
      while (!shapes.empty()) {
        const Spot s = shapes.draw(random_);
        if (board_.legal(player_, s) && board_.self_atari(player_, s) == 0) return s;
      }
    }
    const auto& empties = board_.empties();
    const std::size_t count = empties.size();
    if (count == 0) return PlayoutBoard::kNoSpot;
    std::size_t at = static_cast<std::size_t>(random_.below(count));
    for (std::size_t tried = 0; tried < count; ++tried) {
      const Spot s = empties[at];
      if (playable(s)) return s;
      if (++at == count) at = 0;
    }
    return PlayoutBoard::kNoSpot;
  }

 private:
  // Own blocks beside the last move that have one liberty.
  void escapes(Spot last, SpotList& out) const {
    for (int i = 0; i < 4; ++i) {
      const Spot stone = PlayoutBoard::beside(last, board_.sides()[i]);
      if (board_[stone] != own_ || !board_.in_atari(stone)) continue;
      const Spot liberty = board_.last_liberty(stone);
      if (!board_.is_eye(player_, liberty) && board_.legal(player_, liberty) &&
          board_.self_atari(player_, liberty) == 0) {
        out.add(liberty);
      }
      Spot s = stone;
      do {
        for (int side = 0; side < 4; ++side) {
          const Spot n = PlayoutBoard::beside(s, board_.sides()[side]);
          if (board_[n] == enemy_ && board_.in_atari(n)) out.add(board_.last_liberty(n));
        }
        s = board_.next_stone(s);
      } while (s != stone);
    }
  }

  void shape(Spot s, SpotList& out) const {
    if (board_[s] == PlayoutBoard::kEmpty && !board_.settled(s) && matches_pattern(board_, s)) {
      out.add(s);
    }
  }

  // The vital point of three or four empty points beside the last move, which only enemy stones
  // border.
  Spot vital(Spot last) const {
    for (int i = 0; i < 4; ++i) {
      const Spot start = PlayoutBoard::beside(last, board_.sides()[i]);
      if (board_[start] != PlayoutBoard::kEmpty || board_.settled(start)) continue;
      if (const Spot s = vital_of(start); s != PlayoutBoard::kNoSpot) return s;
    }
    return PlayoutBoard::kNoSpot;
  }

  // The same of the empty points that hang together with `start`.
  Spot vital_of(Spot start) const {
    std::array<Spot, 4> region{start};
    std::size_t count = 1;
    for (std::size_t next = 0; next < count; ++next) {
      for (int side = 0; side < 4; ++side) {
        const Spot n = PlayoutBoard::beside(region[next], board_.sides()[side]);
        if (board_[n] == own_) return PlayoutBoard::kNoSpot;
        if (board_[n] != PlayoutBoard::kEmpty) continue;
        const auto end = region.begin() + static_cast<std::ptrdiff_t>(count);
        if (std::find(region.begin(), end, n) != end) continue;
        if (count == region.size()) return PlayoutBoard::kNoSpot;
        region[count++] = n;
      }
    }
    if (count < 3) return PlayoutBoard::kNoSpot;
    for (std::size_t at = 0; at < count; ++at) {
      std::size_t beside = 0;
      for (int side = 0; side < 4; ++side) {
        const Spot n = PlayoutBoard::beside(region[at], board_.sides()[side]);
        if (board_[n] == PlayoutBoard::kEmpty) ++beside;
      }
      // Next to all others.
      if (beside == count - 1 && board_.legal(player_, region[at])) return region[at];
    }
    return PlayoutBoard::kNoSpot;
  }

  bool playable(Spot s) const {
    if (board_.is_eye(player_, s) || !board_.legal(player_, s)) return false;
    const unsigned given = board_.self_atari(player_, s);
    if (given == 0) return true;
    if (given > kNakade) return false;
    return random_.below(given == 1 || gives_atari(s) ? 2 : 8) == 0;
  }

  // Does the move leave an enemy block beside it one liberty?
  bool gives_atari(Spot s) const {
    for (int i = 0; i < 4; ++i) {
      const Spot n = PlayoutBoard::beside(s, board_.sides()[i]);
      if (board_[n] == enemy_ && board_.in_atari_after(n, s)) return true;
    }
    return false;
  }

  const PlayoutBoard& board_;
  Player player_;
  std::uint8_t own_;
  std::uint8_t enemy_;
  PlayoutRandom& random_;
};

}  // namespace

void play_out(PlayoutBoard& board, Player player, Spot last, PlayoutRandom& random,
              std::vector<Spot>& moves) {
  int passes = 0;
  const int most = 3 * board.points();
  for (int played = 0; played < most && passes < 2; ++played) {
    const Spot s = Chooser(board, player, random).choose(last);
    if (s == PlayoutBoard::kNoSpot) {
      board.pass();
      ++passes;
    } else {
      board.play(player, s);
      passes = 0;
    }
    moves.push_back(s);
    last = s;
    player = opponent(player);
  }
}

}  // namespace cgt::go
