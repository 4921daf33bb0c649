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
inline constexpr std::uint32_t kHashMask = 0x80000FFFU;
inline constexpr unsigned kFirstCacheBits = 1;
inline constexpr unsigned kMostCacheBits = 4;
inline constexpr std::size_t kChunkBytes = 16;
#else
inline constexpr bool kHostile = false;
inline constexpr unsigned kShardBits = 6;
inline constexpr std::size_t kFirstSlots = 64;
inline constexpr std::uint32_t kHashMask = 0xFFFFFFFFU;
inline constexpr unsigned kFirstCacheBits = 10;
inline constexpr unsigned kMostCacheBits = 32;
inline constexpr std::size_t kChunkBytes = std::size_t{1} << 16U;
#endif

}  // namespace cgt::detail
