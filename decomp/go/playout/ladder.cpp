#include "decomp/go/playout/ladder.hpp"

namespace cgt::go {
namespace {

class LadderReader {
 public:
  bool attack(const Board& board, Point stone, int depth = kDepth) {
    const Block block = board.block(stone);
    if (block.liberties.size() == 1) return true;
    if (block.liberties.size() > 2 || depth == 0 || ++boards_ > kMostBoards) return false;
    const Player hunter = opponent(player_of(block.colour));
    for (const Point p : block.liberties) {
      Board after = board;
      if (!after.play(hunter, p).legal) continue;
      if (!escapes(after, stone, depth - 1)) return true;
    }
    return false;
  }

 private:
  static constexpr int kDepth = 20;
  static constexpr int kMostBoards = 400;

  bool escapes(const Board& board, Point stone, int depth);

  int boards_ = 0;
};

// Liberties of a block, and before them those of enemy blocks in atari beside it.
std::vector<Point> helpers(const Board& board, const Block& block) {
  std::vector<Point> out;
  for (const Point s : block.stones) {
    for (const Point q : board.neighbours(s)) {
      if (board[q] == Colour::kEmpty || board[q] == block.colour) continue;
      const Block other = board.block(q);
      if (other.liberties.size() == 1) out.push_back(other.liberties.front());
    }
  }
  out.insert(out.end(), block.liberties.begin(), block.liberties.end());
  return out;
}

bool LadderReader::escapes(const Board& board, Point stone, int depth) {
  const Block block = board.block(stone);
  if (block.liberties.size() != 1) return true;
  const Player owner = player_of(block.colour);
  for (const Point p : helpers(board, block)) {
    Board after = board;
    if (!after.play(owner, p).legal) continue;
    if (!attack(after, stone, depth)) return true;
  }
  return false;
}

// Can the block still get away if its owner moves now?
bool gets_away(const Board& board, Point stone) {
  const Block block = board.block(stone);
  const Player owner = player_of(block.colour);
  for (const Point p : block.liberties) {
    Board after = board;
    if (!after.play(owner, p).legal) continue;
    if (!taken_in_ladder(after, stone)) return true;
  }
  return false;
}

}  // namespace

bool taken_in_ladder(const Board& board, Point stone) {
  LadderReader reader;
  return reader.attack(board, stone);
}

std::optional<LadderMove> ladder_move(const Board& board, Player player,
                                      const std::function<bool(Point)>& skip) {
  std::optional<LadderMove> best;
  std::size_t most = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(board.size()); ++i) {
    const Point stone = board.point(i);
    if (board[stone] == Colour::kEmpty || skip(stone)) continue;
    const Block block = board.block(stone);
    if (block.stones.front() != stone || block.liberties.size() > 2) continue;
    if (block.stones.size() <= most || !taken_in_ladder(board, stone)) continue;
    const bool own = block.colour == colour_of(player);
    if (!own && !gets_away(board, stone)) continue;  // it is lost already
    for (const Point p : own ? helpers(board, block) : block.liberties) {
      Board after = board;
      if (!after.play(player, p).legal) continue;
      const bool escaped = after[stone] != Colour::kEmpty &&
                           (own ? !taken_in_ladder(after, stone) : gets_away(after, stone));
      if (escaped != own) continue;
      most = block.stones.size();
      best = LadderMove{p, most};
      break;
    }
  }
  return best;
}

}  // namespace cgt::go
