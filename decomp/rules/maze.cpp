// Maze and Maize (Albert, Nowakowski, Wolfe 2007): a token in a grid with walls on some edges. In
// Maze, Left moves it down any number of cells, Right to the right any number, never across a wall;
// in Maize by one cell. (The book turns the grid by 45 degrees, so that Left goes southwest and
// Right southeast.)
//
// Only cells that the token may still reach count, and walls between them. Exchanging rows and
// columns, with the walls, negates a position.
#include "decomp/rules/grid/board.hpp"

namespace cgt::maze {

template <bool kSteps>
class Position : public grid::BoardPosition<Position<kSteps>> {
 public:
  // A board that the constructor takes has exactly one token.
  using grid::BoardPosition<Position>::BoardPosition;

  // Without the token: open, wall below, wall to the right, both, blocked; with it o, u, d, j.
  static constexpr const char* kCharMap = "._)J#oudj";

  // `move` is the cell reached.
  std::vector<Option<Position>> options(Player player) const;
  std::int64_t split(std::vector<Summand<Position>>& sum) const;

 private:
  int token() const;
};

namespace {

using grid::Board;

// Bits of an open cell's walls; 4 is a blocked cell, and 5 more than the walls a cell with token.
constexpr Board::Cell kWallBelow = 1;
constexpr Board::Cell kWallRight = 2;
constexpr Board::Cell kBlocked = 4;
constexpr Board::Cell kToken = 5;
constexpr std::string_view kExchange("\0\2\1\3\4\5\7\6\x8", 9);

int walls(Board::Cell c) { return c >= kToken ? c - kToken : c; }

// The cell next to `cell` in the player's direction; kOff beyond a wall.
int next(const Board& board, int cell, Player player) {
  const bool down = player == Player::kLeft;
  if ((walls(board[cell]) & (down ? kWallBelow : kWallRight)) != 0) return Board::kOff;
  const int r = board.row(cell) + (down ? 1 : 0);
  const int c = board.column(cell) + (down ? 0 : 1);
  const int there = board.at(r, c);
  return there == Board::kOff || there == kBlocked ? Board::kOff : board.cell(r, c);
}

}  // namespace

template <bool kSteps>
int Position<kSteps>::token() const {
  int cell = 0;
  while (this->board_[cell] < kToken) ++cell;
  return cell;
}

template <bool kSteps>
std::vector<Option<Position<kSteps>>> Position<kSteps>::options(Player player) const {
  std::vector<Option<Position>> out;
  const int from = token();
  for (int to = next(this->board_, from, player); to != Board::kOff;
       to = next(this->board_, to, player)) {
    Option<Position>& option = out.emplace_back();
    option.move = static_cast<std::uint32_t>(to);
    option.position = *this;
    option.position.board_.set(from, static_cast<Board::Cell>(this->board_[from] - kToken));
    option.position.board_.set(to, static_cast<Board::Cell>(this->board_[to] + kToken));
    if (kSteps) break;
  }
  return out;
}

template <bool kSteps>
std::int64_t Position<kSteps>::split(std::vector<Summand<Position>>& sum) const {
  // Rows and columns in order: whoever is reached, is reached from above or from the left.
  Board reached(this->board_.rows(), this->board_.columns(), kBlocked);
  reached.set(token(), this->board_[token()]);
  bool moves = false;
  for (int i = token(); i < this->board_.size(); ++i) {
    if (reached[i] == kBlocked) continue;
    int kept = 0;
    for (const Player player : kPlayers) {
      const int to = next(this->board_, i, player);
      // A wall that only keeps the token from what it cannot get to is not a wall.
      if (to == Board::kOff) kept |= player == Player::kLeft ? kWallBelow : kWallRight;
      if (to == Board::kOff) continue;
      reached.set(to, this->board_[to]);
      moves = true;
    }
    reached.set(i, static_cast<Board::Cell>((i == token() ? kToken : 0) + kept));
  }
  if (!moves) return 0;
  Board tight = reached.tight(kBlocked);
  for (int i = 0; i < tight.size(); ++i) {
    if (tight[i] == kBlocked) continue;
    int kept = walls(tight[i]);
    const auto there = [&](int row, int column) {
      const int c = tight.at(row, column);
      return c != Board::kOff && c != kBlocked;
    };
    if (!there(tight.row(i) + 1, tight.column(i))) kept &= ~kWallBelow;
    if (!there(tight.row(i), tight.column(i) + 1)) kept &= ~kWallRight;
    tight.set(i, static_cast<Board::Cell>((tight[i] >= kToken ? kToken : 0) + kept));
  }
  grid::CanonicalBoard least = grid::canonical(tight, {0}, kExchange, {grid::kTranspose});
  sum.push_back({Position(std::move(least.board)), least.negated});
  return 0;
}

template class Position<false>;
template class Position<true>;

namespace {

template <bool kSteps>
RulesetEntry entry(std::string name, std::string class_name, std::string summary) {
  const std::string path = "game.grid." + class_name;
  return plain_entry(
      std::move(name), path, std::move(summary),
      ". is open, _ has a wall below, ) one to the right, J both, # is blocked; o u d j: the same "
      "with the token; rows are separated by |",
      "o..|_).|...", class_name, Position<kSteps>::kCharMap, [=](RulesetArguments& arguments) {
        Board board = Board::read(arguments, Position<kSteps>::kCharMap, class_name);
        int tokens = 0;
        for (int i = 0; i < board.size(); ++i) tokens += board[i] >= kToken ? 1 : 0;
        if (tokens != 1) throw Error("there is one token in a maze", "write it o, u, d or j");
        return Position<kSteps>(std::move(board));
      });
}

}  // namespace

RulesetEntry maze_entry() {
  return entry<false>("maze", "Maze", "a token goes down for Left, to the right for Right");
}

RulesetEntry maize_entry() { return entry<true>("maize", "Maize", "Maze in steps of one cell"); }

}  // namespace cgt::maze
