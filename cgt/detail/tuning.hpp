// Sizes of tables, in one place so that the hostile build can make all of them as bad as they may
// be: tables that start tiny and rehash at nearly every insertion, hashes of a few bits, caches
// that forget at once, chunks of one unit. Every answer must stay the same.
#pragma once

#include <cstddef>
#include <cstdint>

namespace cgt::detail {

#ifdef CGT_HOSTILE
inline constexpr bool kHostile = true;
inline constexpr unsigned kShardBits = 1;
inline constexpr std::size_t kFirstSlots = 2;
// Few different hashes, spread over all bits so that only equal ones collide.
constexpr std::uint32_t spoil(std::uint32_t hash) { return (hash & 0x3FFFU) * 0x9e3779b1U; }
inline constexpr unsigned kFirstCacheBits = 2;
inline constexpr unsigned kMostCacheBits = 11;
inline constexpr std::size_t kChunkBytes = 16;
#else
inline constexpr bool kHostile = false;
inline constexpr unsigned kShardBits = 6;
inline constexpr std::size_t kFirstSlots = 64;
constexpr std::uint32_t spoil(std::uint32_t hash) { return hash; }
inline constexpr unsigned kFirstCacheBits = 10;
inline constexpr unsigned kMostCacheBits = 32;
inline constexpr std::size_t kChunkBytes = std::size_t{1} << 16U;
#endif

}  // namespace cgt::detail
