#include "decomp/go/playout/playout_board.hpp"

#include <algorithm>

namespace cgt::go {
namespace {

int stone_sign(std::uint8_t colour) { return colour == 1 ? 1 : -1; }

}  // namespace

PlayoutBoard::PlayoutBoard(const Board& board, std::span<const Settled> settled)
    : width_(board.width()), height_(board.height()), stride_(board.width() + 1) {
  CGT_EXPECTS(settled.empty() || settled.size() == static_cast<std::size_t>(board.size()),
              "one entry a point");
  const int sides[4]{-stride_, -1, 1, stride_};
  const int corners[4]{-stride_ - 1, -stride_ + 1, stride_ - 1, stride_ + 1};
  std::copy(sides, sides + 4, sides_);
  std::copy(corners, corners + 4, corners_);
  const auto spots = static_cast<std::size_t>((height_ + 2) * stride_ + 1);
  colours_.assign(spots, kEdge);
  settled_.assign(spots, 0);
  owners_.assign(spots, 0);
  heads_.assign(spots, kNoSpot);
  next_.assign(spots, kNoSpot);
  blocks_.assign(spots, Block());
  place_of_.assign(spots, 0);
  empties_.reserve(static_cast<std::size_t>(board.size()));
  for (std::size_t i = 0; i < static_cast<std::size_t>(board.size()); ++i) {
    const Spot s = spot(board.point(i));
    colours_[s] = kEmpty;
    if (settled.empty() || !settled[i].settled) continue;
    settled_[s] = 1;
    owners_[s] = static_cast<std::uint8_t>(settled[i].owner);
    if (owners_[s] != 0) settled_points_ += stone_sign(owners_[s]);
  }
  for (std::size_t i = 0; i < static_cast<std::size_t>(board.size()); ++i) {
    const Spot s = spot(board.point(i));
    if (settled_[s] != 0) continue;
    place_of_[s] = static_cast<Spot>(empties_.size());
    empties_.push_back(s);
  }
  for (std::size_t i = 0; i < static_cast<std::size_t>(board.size()); ++i) {
    const Point p = board.point(i);
    if (board[p] != Colour::kEmpty) place(static_cast<std::uint8_t>(board[p]), spot(p));
  }
  // What is settled for an owner is as good as stones of his.
  const std::uint64_t stones = hash_;
  for (std::size_t s = 0; s < spots; ++s) {
    if (owners_[s] != 0 && colours_[s] == kEmpty) place(owners_[s], static_cast<Spot>(s));
  }
  hash_ = stones;
  // Two liberties for ever, at spots of the edge: neither taken nor in atari. For blocks, too, whose
  // liberties are all settled now.
  for (std::size_t s = 0; s < spots; ++s) {
    if (!is_stone(static_cast<Spot>(s))) continue;
    if (settled_[s] == 0 && blocks_[heads_[s]].liberties != 0) continue;
    blocks_[heads_[s]].add(0);
    blocks_[heads_[s]].add(1);
  }
}

void PlayoutBoard::place(std::uint8_t colour, Spot s) {
  colours_[s] = colour;
  hash_ ^= key(colour, s);
  if (settled_[s] == 0) {
    const Spot last = empties_.back();
    empties_[place_of_[s]] = last;
    place_of_[last] = place_of_[s];
    empties_.pop_back();
    open_stones_ += stone_sign(colour);
  }
  heads_[s] = next_[s] = s;
  blocks_[s] = Block();
  blocks_[s].stones = 1;
  for (const int side : sides_) {
    const Spot n = beside(s, side);
    if (colours_[n] == kEmpty) {
      blocks_[s].add(n);
    } else if (colours_[n] != kEdge) {
      blocks_[heads_[n]].remove(s);
    }
  }
  for (const int side : sides_) {
    const Spot n = beside(s, side);
    if (colours_[n] == colour && heads_[n] != heads_[s]) merge(heads_[n], heads_[s]);
  }
}

void PlayoutBoard::merge(Spot a, Spot b) {
  if (blocks_[a].stones < blocks_[b].stones) std::swap(a, b);
  Block& large = blocks_[a];
  const Block& small = blocks_[b];
  large.liberties += small.liberties;
  large.sum += small.sum;
  large.square_sum += small.square_sum;
  large.stones += small.stones;
  Spot s = b;
  do {
    heads_[s] = a;
    s = next_[s];
  } while (s != b);
  std::swap(next_[a], next_[b]);
}

int PlayoutBoard::take(Spot stone) {
  const std::uint8_t colour = colours_[stone];
  int taken = 0;
  Spot s = stone;
  do {
    colours_[s] = kEmpty;
    hash_ ^= key(colour, s);
    place_of_[s] = static_cast<Spot>(empties_.size());
    empties_.push_back(s);
    ++taken;
    s = next_[s];
  } while (s != stone);
  do {
    for (const int side : sides_) {
      const Spot n = beside(s, side);
      if (is_stone(n)) blocks_[heads_[n]].add(s);
    }
    s = next_[s];
  } while (s != stone);
  open_stones_ -= taken * stone_sign(colour);
  return taken;
}

bool PlayoutBoard::legal(Player player, Spot s) const {
  if (colours_[s] != kEmpty || settled_[s] != 0 || s == ko_) return false;
  const std::uint8_t own = colour_of(player);
  for (const int side : sides_) {
    const Spot n = beside(s, side);
    const std::uint8_t there = colours_[n];
    if (there == kEmpty) return true;
    // An own block with another liberty, or an enemy block without one.
    if (there != kEdge && (there == own) != in_atari(n)) return true;
  }
  return false;
}

int PlayoutBoard::play(Player player, Spot s) {
  const std::uint8_t own = colour_of(player);
  const auto enemy = static_cast<std::uint8_t>(3 - own);
  place(own, s);
  int taken = 0;
  Spot last_taken = kNoSpot;
  for (const int side : sides_) {
    const Spot n = beside(s, side);
    if (colours_[n] != enemy || blocks_[heads_[n]].liberties != 0) continue;
    taken += take(n);
    last_taken = n;
  }
  const Block& block = blocks_[heads_[s]];
  ko_ = taken == 1 && block.stones == 1 && block.liberties == 1 ? last_taken : kNoSpot;
  return taken;
}

bool PlayoutBoard::is_eye(Player player, Spot s) const {
  const std::uint8_t own = colour_of(player);
  for (const int side : sides_) {
    const std::uint8_t there = colours_[beside(s, side)];
    if (there != own && there != kEdge) return false;
  }
  const auto enemy = static_cast<std::uint8_t>(3 - own);
  int lost = 0;
  int beyond = 0;
  for (const int corner : corners_) {
    const std::uint8_t there = colours_[beside(s, corner)];
    if (there == enemy) ++lost;
    if (there == kEdge) beyond = 1;
  }
  return lost + beyond < 2;
}

PlayoutBoard::Block PlayoutBoard::without(Spot head, Spot s) const {
  Block block = blocks_[head];
  for (const int side : sides_) {
    const Spot n = beside(s, side);
    if (is_stone(n) && heads_[n] == head) block.remove(s);
  }
  return block;
}

bool PlayoutBoard::in_atari_after(Spot stone, Spot s) const {
  const Block block = without(heads_[stone], s);
  return block.liberties > 0 && block.one_liberty();
}

unsigned PlayoutBoard::self_atari(Player player, Spot s) const {
  const std::uint8_t own = colour_of(player);
  Spot only = kNoSpot;  // the first liberty that was found
  unsigned stones = 1;
  Spot seen[4]{};
  int blocks = 0;
  for (const int side : sides_) {
    const Spot n = beside(s, side);
    const std::uint8_t there = colours_[n];
    if (there == kEdge) continue;
    Spot liberty = kNoSpot;
    if (there == kEmpty) {
      liberty = n;
    } else if (there == own) {
      const Spot h = heads_[n];
      if (std::find(seen, seen + blocks, h) != seen + blocks) continue;
      seen[blocks++] = h;
      const Block block = without(h, s);
      stones += block.stones;
      if (block.liberties == 0) continue;
      if (!block.one_liberty()) return 0;
      liberty = static_cast<Spot>(block.sum / block.liberties);
    } else if (in_atari(n)) {
      if (blocks_[heads_[n]].stones > 1) return 0;
      liberty = n;
    }
    if (liberty == kNoSpot) continue;
    if (only != kNoSpot && only != liberty) return 0;
    only = liberty;
  }
  return stones;
}

int PlayoutBoard::area(std::vector<std::int32_t>* owners) const {
  int total = open_stones_ + settled_points_;
  std::vector<std::uint8_t> seen(colours_.size(), 0);
  std::vector<Spot> region;
  for (const Spot start : empties_) {
    if (seen[start] != 0) continue;
    unsigned reached = 0;
    region.assign(1, start);
    seen[start] = 1;
    for (std::size_t next = 0; next < region.size(); ++next) {
      for (const int side : sides_) {
        const Spot n = beside(region[next], side);
        if (settled_[n] != 0) {
          // A settled empty point of nobody's is a wall without colour.
          reached |= is_stone(n) ? colours_[n] : owners_[n];
        } else if (is_stone(n)) {
          reached |= colours_[n];
        } else if (colours_[n] == kEmpty && seen[n] == 0) {
          seen[n] = 1;
          region.push_back(n);
        }
      }
    }
    if (reached != 1 && reached != 2) continue;
    const int sign = stone_sign(static_cast<std::uint8_t>(reached));
    total += sign * static_cast<int>(region.size());
    if (owners == nullptr) continue;
    for (const Spot s : region) (*owners)[s] += sign;
  }
  if (owners == nullptr) return total;
  for (std::size_t s = 0; s < colours_.size(); ++s) {
    const std::uint8_t owner = settled_[s] != 0 ? owners_[s] : colours_[s];
    if (owner == 1 || owner == 2) (*owners)[s] += stone_sign(owner);
  }
  return total;
}

}  // namespace cgt::go
