// Sizes of tables, in one place so that the tests can make all of them as bad as they may be: tables that
// start tiny and rehash at nearly every insertion, hashes of a few bits, caches that forget at once,
// chunks of one unit. Every answer must stay the same.
//
// Only a build with CGT_TUNABLE asks for that, of the environment and once; in others hostile() is a
// constant, and nothing of it is left in the code.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace cgt::detail {

#ifdef CGT_TUNABLE
inline bool hostile() {
  static const bool asked = std::getenv("CGT_HOSTILE") != nullptr;
  return asked;
}
#else
constexpr bool hostile() { return false; }
#endif

inline constexpr unsigned kShardBits = 6;
// Hostile: two shards of the many are used.
inline std::size_t shard_of(std::uint32_t hash) {
  return hash >> (32U - (hostile() ? 1 : kShardBits));
}
inline std::size_t first_slots() { return hostile() ? 2 : 64; }
// Few different hashes, spread over all bits so that only equal ones collide.
inline std::uint32_t spoil(std::uint32_t hash) {
  return hostile() ? (hash & 0x3FFFU) * 0x9e3779b1U : hash;
}
// At least 2: an answer about order needs two free bits.
inline unsigned first_cache_bits() { return hostile() ? 2 : 10; }
inline unsigned most_cache_bits() { return hostile() ? 11 : 32; }
inline std::size_t chunk_bytes() { return hostile() ? 16 : std::size_t{1} << 16U; }

}  // namespace cgt::detail
