#include "decomp/search/games/liberty_race.hpp"

namespace cgt::search {

LibertyRace::LibertyRace(Side attacker, Side defender, int shared, int first)
    : sides_{attacker, defender},
      shared_(static_cast<std::uint8_t>(shared)),
      mover_(static_cast<std::uint8_t>(first)) {
  CGT_EXPECTS(attacker.eye <= 3 && defender.eye <= 3, "a small eye has at most 3 points");
  CGT_EXPECTS(liberties(0) > 0 && liberties(1) > 0, "each block has a liberty");
}

bool LibertyRace::captures(int player) const {
  const Side& mine = sides_[static_cast<std::size_t>(player)];
  const Side& other = sides_[static_cast<std::size_t>(1 - player)];
  const int first = mover_ == player ? 1 : 0;
  const int delta = mine.exclusive() - other.exclusive();
  int needed = 0;
  if (other.eye > 0) {
    needed = shared_;
  } else if (mine.eye > 0) {
    needed = -shared_;
  } else {
    needed = std::max(0, shared_ - 1);
  }
  return delta >= needed + 1 - first;
}

RaceOutcome LibertyRace::outcome() const {
  if (captures(0)) return RaceOutcome::kAttackerCaptures;
  return captures(1) ? RaceOutcome::kDefenderCaptures : RaceOutcome::kSeki;
}

void LibertyRace::moves(std::vector<Move>& out) const {
  const Side& other = sides_[static_cast<std::size_t>(1 - mover_)];
  const int theirs = liberties(1 - mover_);
  if (other.outside > 0) out.push_back(Move::kFillOutside);
  // Not into capture, unless that captures.
  if (shared_ > 0 && (theirs == 1 || liberties(mover_) > 1)) out.push_back(Move::kFillShared);
  // The last point of an eye is suicide, unless it captures.
  if (other.eye > 1 || (other.eye == 1 && theirs == 1)) out.push_back(Move::kFillEye);
  out.push_back(Move::kPass);
}

void LibertyRace::play(Move move) {
  Side& other = sides_[static_cast<std::size_t>(1 - mover_)];
  passes_ = move == Move::kPass ? passes_ + 1 : 0;
  if (move == Move::kFillOutside) --other.outside;
  if (move == Move::kFillShared) --shared_;
  if (move == Move::kFillEye) --other.eye;
  captured_ = liberties(1 - mover_) == 0;
  mover_ = static_cast<std::uint8_t>(1 - mover_);
}

int LibertyRace::utility(int player) const {
  if (!captured_) return 0;
  return player == mover_ ? -1 : 1;  // the captured block is that of the player to move
}

std::uint64_t LibertyRace::hash() const {
  std::uint64_t h = 0;
  for (const Side& side : sides_) h = h << 16U | std::uint64_t{side.outside} << 8U | side.eye;
  return mix(h, std::uint64_t{shared_} << 16U | std::uint64_t{mover_} << 8U |
                    std::uint64_t{passes_} << 1U | (captured_ ? 1 : 0));
}

}  // namespace cgt::search
