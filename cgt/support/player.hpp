// The two players. Everything that exists once per player is indexed by Player, so that a rule is
// stated once and its mirror image cannot drift from it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace cgt {

enum class Player : std::uint8_t { kLeft = 0, kRight = 1 };

inline constexpr std::array<Player, 2> kPlayers{Player::kLeft, Player::kRight};

constexpr Player opponent(Player player) {
  return player == Player::kLeft ? Player::kRight : Player::kLeft;
}

constexpr std::size_t index(Player player) { return static_cast<std::size_t>(player); }

// +1 for Left, -1 for Right: the sign with which a gain of this player enters a value.
constexpr int sign(Player player) { return player == Player::kLeft ? 1 : -1; }

constexpr const char* name(Player player) { return player == Player::kLeft ? "Left" : "Right"; }

// One T for each player.
template <class T>
struct PerPlayer {
  std::array<T, 2> values{};
  T& operator[](Player player) { return values[index(player)]; }
  const T& operator[](Player player) const { return values[index(player)]; }
  friend bool operator==(const PerPlayer&, const PerPlayer&) = default;
};

}  // namespace cgt
