#include "decomp/search/games/chess_endgame_state.hpp"

#include <cstdlib>

namespace cgt::search::chess {
namespace {

constexpr int sign(int x) { return (x > 0) - (x < 0); }

bool reaches(Kind kind, int ranks, int files) {
  const bool straight = ranks == 0 || files == 0;
  const bool diagonal = std::abs(ranks) == std::abs(files);
  switch (kind) {
    case Kind::kKing: return std::max(std::abs(ranks), std::abs(files)) == 1;
    case Kind::kQueen: return straight || diagonal;
    case Kind::kRook: return straight;
    case Kind::kBishop: return diagonal;
  }
  return false;
}

}  // namespace

int EndgameState::man_on(int square) const {
  for (int i = 0; i < material_->size(); ++i) {
    if (position_.squares[i] == square) return i;
  }
  return -1;
}

bool EndgameState::attacks(int man, int square) const {
  const int from = position_.squares[man];
  if (from == kCaptured || from == square) return false;
  const int ranks = square / 8 - from / 8;
  const int files = square % 8 - from % 8;
  if (!reaches(material_->man(man).kind, ranks, files)) return false;
  const int step = 8 * sign(ranks) + sign(files);
  for (int at = from + step; at != square; at += step) {
    if (man_on(at) >= 0) return false;
  }
  return true;
}

bool EndgameState::in_check(int colour) const {
  for (int i = 0; i < material_->size(); ++i) {
    if (material_->man(i).colour != colour && attacks(i, position_.squares[colour])) return true;
  }
  return false;
}

bool EndgameState::legal() const {
  for (int i = 0; i < material_->size(); ++i) {
    if (position_.squares[i] != kCaptured && man_on(position_.squares[i]) != i) return false;
  }
  return !in_check(1 - position_.mover);
}

template <class Visit>
void EndgameState::visit_moves(Visit visit) const {
  for (int i = 0; i < material_->size(); ++i) {
    if (material_->man(i).colour != position_.mover) continue;
    for (int to = 0; to < 64; ++to) {
      if (!attacks(i, to)) continue;
      const int there = man_on(to);
      if (there >= 0 && (there < 2 || material_->man(there).colour == position_.mover)) continue;
      const auto move = static_cast<Move>(64 * i + to);
      EndgameState after = *this;
      after.play(move);
      if (!after.in_check(position_.mover) && !visit(move)) return;
    }
  }
}

int EndgameState::player() const {
  bool bare = true;
  for (int i = 2; i < material_->size(); ++i) bare = bare && position_.squares[i] == kCaptured;
  if (bare) return kTerminal;
  bool any = false;
  visit_moves([&](Move) {
    any = true;
    return false;
  });
  return any ? position_.mover : kTerminal;
}

void EndgameState::moves(std::vector<Move>& out) const {
  visit_moves([&](Move move) {
    out.push_back(move);
    return true;
  });
}

void EndgameState::play(Move move) {
  const int man = move / 64;
  const int to = move % 64;
  const int there = man_on(to);
  if (there >= 0) position_.squares[there] = kCaptured;
  position_.squares[man] = static_cast<std::uint8_t>(to);
  position_.mover = 1 - position_.mover;
}

int EndgameState::utility(int player) const {
  if (!in_check(position_.mover)) return 0;
  return player == position_.mover ? -1 : 1;
}

std::uint64_t EndgameState::hash() const {
  std::uint64_t word = static_cast<std::uint64_t>(position_.mover);
  for (const std::uint8_t square : position_.squares) word = word << 8U | square;
  return mix(word, 0xc4e55);
}

}  // namespace cgt::search::chess
