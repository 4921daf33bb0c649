#include "decomp/rules/blockbusting.hpp"

namespace cgt::blockbusting {
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
      "both claim parcels of a strip; Left scores neighbouring pairs of his own",
      "l is Left's parcel, r is Right's, . is free", "......", "Blockbusting", Position::kCharMap,
      [](RulesetArguments& arguments) {
        return Position(Board::read_strip(arguments, Position::kCharMap, "Blockbusting"));
      });
}

}  // namespace cgt::blockbusting
