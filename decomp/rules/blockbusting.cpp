// Blockbusting (Berlekamp 1988): a strip of parcels. Each move claims one of them; at the end Left
// scores the pairs of neighbouring parcels that are both his.
//
// A pair counts as a free move of Left at the moment when it is completed, so the value of a
// position is what is still to be scored. Claimed parcels separate: a summand is a run of free
// parcels with what is on its two sides, where only Left's parcels matter. Turning a run around
// keeps its value. The game is not symmetric: no run is the negative of another.
#include "decomp/rules/grid/board.hpp"

namespace cgt::blockbusting {

class Position : public grid::BoardPosition<Position> {
 public:
  static constexpr const char* kCharMap = ".lr";

  using BoardPosition::BoardPosition;

  // `move` is the parcel.
  std::vector<Option<Position>> options(Player player) const;
  std::int64_t split(std::vector<Summand<Position>>& sum) const;
};

namespace {

using grid::Board;

constexpr Board::Cell kFree = 0;
constexpr Board::Cell kLefts = 1;
constexpr Board::Cell kRights = 2;

}  // namespace

std::vector<Option<Position>> Position::options(Player player) const {
  std::vector<Option<Position>> out;
  for (int i = 0; i < board_.size(); ++i) {
    if (board_[i] != kFree) continue;
    Option<Position>& option = out.emplace_back();
    option.move = static_cast<std::uint32_t>(i);
    option.position = *this;
    option.position.board_.set(i, player == Player::kLeft ? kLefts : kRights);
    if (player == Player::kRight) continue;
    for (const int next : {i - 1, i + 1}) {
      option.shift += board_.at(0, next) == kLefts ? 1 : 0;
    }
  }
  return out;
}

std::int64_t Position::split(std::vector<Summand<Position>>& sum) const {
  for (int start = 0; start < board_.size(); ++start) {
    if (board_[start] != kFree) continue;
    int end = start;
    while (end < board_.size() && board_[end] == kFree) ++end;
    const bool before = board_.at(0, start - 1) == kLefts;
    const bool after = board_.at(0, end) == kLefts;
    Board run(1, end - start + (before ? 1 : 0) + (after ? 1 : 0));
    if (before) run.set(0, kLefts);
    if (after) run.set(run.size() - 1, kLefts);
    sum.push_back({Position(grid::canonical(run, {0, grid::kMirrorColumns}, {}, {}).board), false});
    start = end;
  }
  return 0;
}

RulesetEntry blockbusting_entry() {
  return plain_entry(
      "blockbusting", "game.strip.Blockbusting",
      "both claim parcels of a strip; Left scores each pair of neighbours that he completes",
      "l is Left's parcel, r is Right's, . is free", "......", "Blockbusting", Position::kCharMap,
      [](RulesetArguments& arguments) {
        return Position(Board::read_strip(arguments, Position::kCharMap, "Blockbusting"));
      });
}

}  // namespace cgt::blockbusting
