#include "decomp/search/games/kalah.hpp"

#include <fmt/format.h>

namespace cgt::search {

Kalah::Kalah(const std::vector<int>& own, const std::vector<int>& other, int plies,
             KalahUtility utility)
    : pits_(static_cast<std::int8_t>(own.size())),
      left_(static_cast<std::int8_t>(plies)),
      utility_(utility) {
  if (own.empty() || own.size() > kMostPits || other.size() != own.size()) {
    throw Error("both players have 1 to 8 pits, and as many");
  }
  if (plies < 0 || plies > 100) throw Error("a game has 0 to 100 plies");
  int sum = 0;
  for (int player = 0; player < 2; ++player) {
    for (int i = 0; i < pits_; ++i) {
      const int seeds = (player == 0 ? own : other)[static_cast<std::size_t>(i)];
      if (seeds < 0 || (sum += seeds) > 255) throw Error("a board has 0 to 255 seeds");
      cells_[at(player, i)] = static_cast<std::uint8_t>(seeds);
    }
  }
}

void Kalah::play(Move pit) {
  const int around = 2 * (pits_ + 1);
  const int own_store = static_cast<int>(at(mover_, pits_));
  const int other_store = static_cast<int>(at(1 - mover_, pits_));
  auto cell = static_cast<int>(at(mover_, pit));
  int hand = cells_[static_cast<std::size_t>(cell)];
  cells_[static_cast<std::size_t>(cell)] = 0;
  const bool any = hand > 0;
  for (; hand > 0; --hand) {
    do {
      cell = cell + 1 == around ? 0 : cell + 1;
    } while (cell == other_store);
    if (cell != own_store || utility_ == KalahUtility::kStored)
      ++cells_[static_cast<std::size_t>(cell)];
  }
  const int last = cell - mover_ * (pits_ + 1);
  if (any && cell != own_store && last >= 0 && last < pits_ &&
      cells_[static_cast<std::size_t>(cell)] == 1) {
    std::uint8_t& opposite = cells_[at(1 - mover_, pits_ - 1 - last)];
    if (opposite > 0) {
      cells_[static_cast<std::size_t>(own_store)] =
          static_cast<std::uint8_t>(cells_[static_cast<std::size_t>(own_store)] + opposite + 1);
      opposite = 0;
      cells_[static_cast<std::size_t>(cell)] = 0;
    }
  }
  mover_ = static_cast<std::int8_t>(1 - mover_);
  --left_;
}

std::uint64_t Kalah::hash() const {
  return hash_bytes(cells_, static_cast<std::uint64_t>(left_ * 2 + mover_));
}

std::string Kalah::text() const {
  std::string out;
  for (int player = 0; player < 2; ++player) {
    if (player > 0) out += " / ";
    for (int i = 0; i < pits_; ++i) out += fmt::format("{} ", seeds(player, i));
    out += fmt::format("[{}]", store(player));
  }
  return out + fmt::format(", player {}", static_cast<int>(mover_));
}

}  // namespace cgt::search
