// Shove and Push (Albert, Nowakowski, Wolfe 2007; Carvalho, Santos and others on numbers): pieces
// of both players on a strip. A move takes a piece of one's own one cell to the left. In Shove all
// pieces to its left go with it; in Push only those in the way do, up to the first free cell.
// Pieces fall off the left end. All values are numbers.
//
// What is free to the right of the last piece says nothing. Exchanging the players negates a strip;
// there is no other symmetry.
#include "decomp/rules/grid/board.hpp"

namespace cgt::shove {

template <bool kPush>
class Position : public grid::BoardPosition<Position<kPush>> {
 public:
  using grid::BoardPosition<Position>::BoardPosition;

  static constexpr const char* kCharMap = ".lr";

  // `move` is the cell of the piece.
  std::vector<Option<Position>> options(Player player) const;
  std::int64_t split(std::vector<Summand<Position>>& sum) const;
};

namespace {

using grid::Board;

constexpr Board::Cell kFree = 0;
constexpr std::string_view kExchange("\0\2\1", 3);

}  // namespace

template <bool kPush>
std::vector<Option<Position<kPush>>> Position<kPush>::options(Player player) const {
  std::vector<Option<Position>> out;
  for (int i = 0; i < this->board_.size(); ++i) {
    if (this->board_[i] != (player == Player::kLeft ? 1 : 2)) continue;
    int first = 0;  // what stands on it falls off, or nothing does
    if (kPush) {
      first = i;
      while (first > 0 && this->board_[first] != kFree) --first;
    }
    Option<Position>& option = out.emplace_back();
    option.move = static_cast<std::uint32_t>(i);
    option.position = *this;
    for (int k = first; k < i; ++k) option.position.board_.set(k, this->board_[k + 1]);
    option.position.board_.set(i, kFree);
  }
  return out;
}

template <bool kPush>
std::int64_t Position<kPush>::split(std::vector<Summand<Position>>& sum) const {
  int length = this->board_.size();
  while (length > 0 && this->board_[length - 1] == kFree) --length;
  if (length == 0) return 0;
  Board used(1, length);
  for (int i = 0; i < length; ++i) used.set(i, this->board_[i]);
  grid::CanonicalBoard least = grid::canonical(used, {0}, kExchange, {0});
  sum.push_back({Position(std::move(least.board)), least.negated});
  return 0;
}

template class Position<false>;
template class Position<true>;

namespace {

template <bool kPush>
RulesetEntry entry(std::string name, std::string class_name, std::string summary) {
  const std::string path = "game.strip." + class_name;
  return plain_entry(
      std::move(name), path, std::move(summary), "l is Left's piece, r is Right's, . is free",
      "l.rl.r", class_name, Position<kPush>::kCharMap, [=](RulesetArguments& arguments) {
        return Position<kPush>(Board::read_strip(arguments, Position<kPush>::kCharMap, class_name));
      });
}

}  // namespace

RulesetEntry shove_entry() {
  return entry<false>("shove", "Shove", "a piece and all to its left go one cell to the left");
}

RulesetEntry push_entry() {
  return entry<true>("push", "Push",
                     "a piece goes one cell to the left and pushes those in its way");
}

}  // namespace cgt::shove
