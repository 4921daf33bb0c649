#include "decomp/go/board/game.hpp"

namespace cgt::go {
namespace {

// FNV-1a over the points. Boards are compared where it is equal.
std::uint64_t hash_of(const Board& board) {
  std::uint64_t hash = 14695981039346656037ULL;
  for (std::size_t i = 0; i < static_cast<std::size_t>(board.size()); ++i) {
    hash = (hash ^ static_cast<std::uint64_t>(board[board.point(i)])) * 1099511628211ULL;
  }
  return hash;
}

}  // namespace

const char* name(Legality legality) {
  switch (legality) {
    case Legality::kLegal: return "legal";
    case Legality::kOccupied: return "occupied";
    case Legality::kSuicide: return "suicide";
    case Legality::kKo: return "ko";
    case Legality::kSuperko: return "superko";
  }
  return "";
}

Game::Game(Board start, Player to_play, PerPlayer<int> prisoners) {
  CGT_EXPECTS(!start.stone_without_liberty(), "every block of a game has a liberty");
  const std::uint64_t hash = hash_of(start);
  positions_.push_back({std::move(start), hash, to_play, prisoners, std::nullopt});
}

bool Game::over() const {
  if (positions_.size() < 3) return false;
  const auto passed = [&](const Position& position) {
    return position.last && !position.last->point;
  };
  return passed(positions_.back()) && passed(positions_[positions_.size() - 2]);
}

Legality Game::advance(const Move& move, Position& next) const {
  next = now();
  next.last = move;
  next.to_play = opponent(move.player);
  if (!move.point) return Legality::kLegal;
  if (board()[*move.point] != Colour::kEmpty) return Legality::kOccupied;
  const PlayResult played = next.board.play(move.player, *move.point);
  if (!played.legal) return Legality::kSuicide;
  next.prisoners[move.player] += played.captured;
  next.hash = hash_of(next.board);
  // A stone that takes nothing makes a position with one stone more than all before it has, unless
  // something was taken in between; so all are compared.
  for (std::size_t i = positions_.size(); i-- > 0;) {
    if (positions_[i].hash == next.hash && positions_[i].board == next.board) {
      return i + 2 == positions_.size() ? Legality::kKo : Legality::kSuperko;
    }
  }
  return Legality::kLegal;
}

Legality Game::judge(const Move& move) const {
  Position next;
  return advance(move, next);
}

Legality Game::play(const Move& move, KoRule rule) {
  Position next;
  Legality legality = advance(move, next);
  if (legality == Legality::kSuperko && rule == KoRule::kSimple) legality = Legality::kLegal;
  if (legality == Legality::kLegal) positions_.push_back(std::move(next));
  return legality;
}

bool Game::undo() {
  if (positions_.size() == 1) return false;
  positions_.pop_back();
  return true;
}

std::vector<Point> Game::legal_points(Player player) const {
  std::vector<Point> out;
  for (std::size_t i = 0; i < static_cast<std::size_t>(board().size()); ++i) {
    const Point p = board().point(i);
    if (board()[p] == Colour::kEmpty && judge({player, p}) == Legality::kLegal) out.push_back(p);
  }
  return out;
}

std::vector<Point> handicap_points(int width, int height, int stones) {
  if (stones < 2 || stones > 9 || width < 7 || height < 7) return {};
  if (stones > 4 && (width % 2 == 0 || height % 2 == 0 || width < 9 || height < 9)) return {};
  const auto line = [](int side) { return side < 13 ? 2 : 3; };
  const int left = line(width);
  const int right = width - 1 - left;
  const int top = line(height);
  const int bottom = height - 1 - top;
  const int middle = width / 2;
  const int centre = height / 2;
  std::vector<Point> out{Point::at(left, bottom), Point::at(right, top)};
  if (stones >= 3) out.push_back(Point::at(left, top));
  if (stones >= 4) out.push_back(Point::at(right, bottom));
  if (stones >= 6) {
    out.push_back(Point::at(left, centre));
    out.push_back(Point::at(right, centre));
  }
  if (stones >= 8) {
    out.push_back(Point::at(middle, bottom));
    out.push_back(Point::at(middle, top));
  }
  if (stones >= 5 && stones % 2 == 1) out.push_back(Point::at(middle, centre));
  return out;
}

}  // namespace cgt::go
