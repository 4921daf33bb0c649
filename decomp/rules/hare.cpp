// Hare and Hounds, the French Military Hunt (Lucas 1893; Berlekamp, Conway, Guy 1982, chapter 21;
// Siegel, "Coping with cycles", 2009): three hounds and a hare on the points of a board of three rows
// whose corners are cut off. Points are joined to their neighbours in the row and in the column, and
// every second one, the ends among them, along the diagonals, too. Left moves a hound along a line
// ahead, to the right, or within its column, never back; Right moves the hare along any line. All
// points moved to are free, and nothing is taken.
//
//   small board   #x..#      the standard one, 11 points; the boards of Winning Ways have
//                 x...o      5, 7, 9, ... columns
//                 #x..#
//
// A hare that no hound is to the left of has escaped for good and moves for ever: one position stands
// for all of these, "escaped". The hounds want to leave the hare without a move. Play that goes on for
// ever is a draw here, as everywhere in the theory of loopy games; over a board the hare is often said to
// win it. Mirrored rows keep the value. Nothing is the negative of anything.
#include <utility>

#include "decomp/rules/grid/board.hpp"

namespace cgt::hare {

class Position {
 public:
  static constexpr const char* kCharMap = ".xo#";

  Position() = default;
  // Throws Error if this is no such board.
  explicit Position(grid::Board board);

  // `move` is the point that is left times the number of points plus the point reached.
  std::vector<Option<Position>> options(Player player) const;
  std::int64_t split(std::vector<Summand<Position>>& sum) const;
  std::uint64_t hash() const { return board_.hash(); }
  // "#x..#|x...o|#x..#" or "escaped".
  std::string text() const;
  friend bool operator==(const Position&, const Position&) = default;

 private:
  bool escaped() const { return board_.empty(); }
  void notice_escape();

  grid::Board board_;  // empty: the hare has escaped
};

namespace {

using grid::Board;
using grid::kind;

constexpr Board::Cell kFreePoint = 0;
constexpr Board::Cell kHound = 1;
constexpr Board::Cell kHare = 2;
constexpr Board::Cell kCorner = 3;
constexpr int kRows = 3;
constexpr const char* kEscapedHare = "escaped";

// Every second point has diagonal lines, those at the two ends of the board among them.
bool joined_diagonally(int row, int column) { return (row + column) % 2 != 0; }

void check_shape(const Board& board) {
  if (board.rows() != kRows || board.columns() < kRows || board.columns() % 2 == 0) {
    throw Error("a board of Hare and Hounds has 3 rows and 3, 5, 7, ... columns",
                "the standard one is #x..#|x...o|#x..#");
  }
  for (int i = 0; i < board.size(); ++i) {
    const bool corner =
        board.row(i) != 1 && (board.column(i) == 0 || board.column(i) == board.columns() - 1);
    if (corner != (board[i] == kCorner))
      throw Error("the four corners of the board are cut off, and no others", "they are written #");
  }
  if (board.count(kind(kHare)) != 1) throw Error("there is one hare", "it is written o");
  if (board.count(kind(kHound)) == 0) throw Error("there are no hounds", "they are written x");
}

}  // namespace

Position::Position(Board board) : board_(std::move(board)) {
  check_shape(board_);
  notice_escape();
}

void Position::notice_escape() {
  int hare = 0;
  int last_hound = board_.columns();
  for (int i = 0; i < board_.size(); ++i) {
    if (board_[i] == kHare) hare = board_.column(i);
    if (board_[i] == kHound) last_hound = std::min(last_hound, board_.column(i));
  }
  if (hare <= last_hound) board_ = Board();
}

std::vector<Option<Position>> Position::options(Player player) const {
  std::vector<Option<Position>> out;
  if (escaped()) {
    if (player == Player::kRight) out.push_back({0, *this});
    return out;
  }
  const bool left = player == Player::kLeft;
  for (int i = 0; i < board_.size(); ++i) {
    if (board_[i] != (left ? kHound : kHare)) continue;
    const int r = board_.row(i);
    const int c = board_.column(i);
    for (int down = -1; down <= 1; ++down) {
      for (int right = left ? 0 : -1; right <= 1; ++right) {
        if (down != 0 && right != 0 && !joined_diagonally(r, c)) continue;
        if (board_.at(r + down, c + right) != kFreePoint) continue;
        const int to = board_.cell(r + down, c + right);
        Option<Position>& option = out.emplace_back();
        option.move = static_cast<std::uint32_t>(i * board_.size() + to);
        option.position = *this;
        option.position.board_.set(to, board_[i]);
        option.position.board_.set(i, kFreePoint);
        option.position.notice_escape();
      }
    }
  }
  return out;
}

std::int64_t Position::split(std::vector<Summand<Position>>& sum) const {
  Position least = *this;
  if (!escaped()) {
    Board mirrored = board_.transformed(grid::kMirrorRows);
    if (mirrored < board_) least.board_ = std::move(mirrored);
  }
  sum.push_back({std::move(least), false});
  return 0;
}

std::string Position::text() const { return escaped() ? kEscapedHare : board_.text(kCharMap); }

RulesetEntry hare_and_hounds_entry() {
  return plain_entry(
      "hare-and-hounds", "game.grid.HareAndHounds",
      "Left's hounds step ahead or within their column, Right's hare steps anywhere: loopy",
      "x is a hound, o the hare, . is free, # is a corner cut off; rows are separated by |",
      "#x..#|x...o|#x..#", "HareAndHounds", Position::kCharMap, [](RulesetArguments& arguments) {
        const RulesetArgument* first = arguments.find("grid", 0);
        if (first != nullptr && std::holds_alternative<std::string>(*first) &&
            std::get<std::string>(*first) == kEscapedHare) {
          return Position(Board::parse("#x#|o..|#.#", Position::kCharMap, "HareAndHounds"));
        }
        return Position(Board::read(arguments, Position::kCharMap, "HareAndHounds"));
      });
}

}  // namespace cgt::hare
