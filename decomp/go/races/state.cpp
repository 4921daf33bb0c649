#include "decomp/go/races/state.hpp"

namespace cgt::go::semeai {

Blocks::Blocks(const Layout& layout, std::span<const std::uint8_t> stones)
    : of_(stones.size(), kNone) {
  SmallVector<Number, 48> open;
  SmallVector<Number, 48> counted(stones.size(), kNone);  // last block that counted the liberty
  for (std::size_t i = 0; i < stones.size(); ++i) {
    if (stones[i] == Layout::kEmpty || of_[i] != kNone) continue;
    const auto id = static_cast<Number>(blocks_.size());
    Block block;
    block.stone = stones[i];
    const Player player = block.stone == Layout::kBlackStone ? Player::kLeft : Player::kRight;
    open.assign(1, static_cast<Number>(i));
    of_[i] = id;
    for (std::size_t next = 0; next < open.size(); ++next) {
      if (layout.touches_safe(open[next], player)) block.safe = true;
      for (const Number q : layout.neighbours(open[next])) {
        if (stones[q] == Layout::kEmpty) {
          if (counted[q] == id) continue;
          counted[q] = id;
          ++block.liberties;
          block.last_liberty = q;
        } else if (stones[q] == block.stone && of_[q] == kNone) {
          of_[q] = id;
          open.push_back(q);
        }
      }
    }
    blocks_.push_back(block);
  }
  for (const Player player : kPlayers) {
    for (const Number p : layout.essential(player)) {
      if (of_[p] != kNone) blocks_[of_[p]].essential = true;
    }
  }
}

State::State(const Layout& layout, Player first) : layout_(&layout), mover_(first) {
  for (std::size_t i = 0; i < layout.size(); ++i) stones_.push_back(layout.stone(i));
}

bool State::legal(const Blocks& blocks, Move move) const {
  if (move == kPass) return true;
  if (stones_[move] != Layout::kEmpty || move == ko_) return false;
  if (layout_->touches_safe(move, mover_)) return true;
  const std::uint8_t own = Layout::stone_of(mover_);
  for (const Move q : layout_->neighbours(move)) {
    if (stones_[q] == Layout::kEmpty) return true;
    const Blocks::Block& block = blocks.of(q);
    const bool atari = !block.safe && block.liberties == 1;
    if (atari != (stones_[q] == own)) return true;
  }
  return false;
}

void State::moves(std::vector<Move>& out) const {
  const Blocks blocks(*layout_, stones());
  for (std::size_t i = 0; i < stones_.size(); ++i) {
    const auto move = static_cast<Move>(i);
    if (legal(blocks, move)) out.push_back(move);
  }
  out.push_back(kPass);
}

void State::play(Move move) {
  const bool banned = ko_ != kNoPoint;
  ko_ = kNoPoint;
  if (move == kPass) {
    mover_ = opponent(mover_);
    // A ko is banned right after a capture, so there is no pass before this one.
    if (!banned && ++passes_ == 2) over_ = true;
    return;
  }
  CGT_ASSERT(move < stones_.size() && stones_[move] == Layout::kEmpty, "an empty point");
  passes_ = 0;
  const std::uint8_t own = Layout::stone_of(mover_);
  const Player enemy = opponent(mover_);
  stones_[move] = own;
  const Blocks blocks(*layout_, stones());
  std::size_t captured = 0;
  Move last = kNoPoint;
  for (std::size_t i = 0; i < stones_.size(); ++i) {
    if (stones_[i] != Layout::stone_of(enemy)) continue;
    const Blocks::Block& block = blocks.of(i);
    if (block.safe || block.liberties > 0) continue;
    if (block.essential) {
      over_ = true;
      outcome_ =
          mover_ == layout_->attacker() ? Outcome::kAttackerCaptures : Outcome::kDefenderCaptures;
    }
    ++captured;
    last = static_cast<Move>(i);
    stones_[i] = Layout::kEmpty;
  }
  mover_ = enemy;
  if (over_) return;
  if (captured == 0) {
    if (history_ != nullptr) remember(blocks, false);
    return;
  }
  const Blocks after(*layout_, stones());
  const Blocks::Block& placed = after.of(move);
  if (captured == 1 && !placed.safe && placed.liberties == 1) {
    const auto same = [&](Move q) { return stones_[q] == own; };
    const auto around = layout_->neighbours(move);
    if (std::none_of(around.begin(), around.end(), same)) ko_ = last;
  }
  remember(after, true);
}

std::uint64_t State::Past::hash() const {
  return mix(hash_bytes({stones.data(), stones.size()}, index(mover)), ko);
}

void State::remember(const Blocks& after, bool captured) {
  const auto returns = [&](const Past& past) {
    for (std::size_t i = 0; i < stones_.size(); ++i) {
      if (stones_[i] == Layout::kEmpty || past.stones[i] == stones_[i]) continue;
      if (after.of(i).permanent()) return false;
    }
    return true;
  };
  auto next = std::make_shared<History>();
  if (history_ != nullptr) {
    for (const Past& past : history_->positions) {
      if (returns(past)) next->positions.push_back(past);
    }
  }
  if (captured) {
    Past now{stones_, mover_, ko_};
    const auto at = std::lower_bound(next->positions.begin(), next->positions.end(), now);
    if (at != next->positions.end() && *at == now) {
      over_ = true;
      return;
    }
    next->positions.insert(at, std::move(now));
  }
  for (const Past& past : next->positions) next->hash += past.hash();
  if (next->positions.empty()) {
    history_ = nullptr;
  } else {
    history_ = std::move(next);
  }
}

std::uint64_t State::hash() const {
  const std::uint64_t h = hash_bytes({stones_.data(), stones_.size()}, index(mover_));
  const std::uint64_t rest = std::uint64_t{ko_} << 8U | std::uint64_t{passes_} << 2U |
                             static_cast<std::uint64_t>(static_cast<int>(outcome_) + 1);
  return mix(mix(h, rest), (history_ == nullptr ? 0 : history_->hash) + (over_ ? 1 : 0));
}

bool operator==(const State& a, const State& b) {
  if (a.mover_ != b.mover_ || a.ko_ != b.ko_ || a.passes_ != b.passes_ || a.over_ != b.over_ ||
      a.outcome_ != b.outcome_ || a.stones_ != b.stones_) {
    return false;
  }
  if (a.history_ == b.history_) return true;
  if (a.history_ == nullptr || b.history_ == nullptr) return false;
  return a.history_->hash == b.history_->hash && a.history_->positions == b.history_->positions;
}

}  // namespace cgt::go::semeai
