// CRC-64/XZ (ECMA-182, reflected): polynomial 0x42f0e1eba9ea3693, all bits inverted before and
// after; of "123456789" it is 0x995dc9bbdf1939fa. It finds every change that is confined to 64
// neighbouring bits, so every single flipped byte; of other damage it misses one case in 2^64.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace cgt::db {

class Checksum {
 public:
  Checksum& bytes(std::string_view data) {
    for (const char c : data) {
      state_ = kTable[(state_ ^ static_cast<std::uint8_t>(c)) & 0xffU] ^ (state_ >> 8U);
    }
    return *this;
  }
  // Eight bytes, the lowest first.
  Checksum& number(std::uint64_t n) {
    for (unsigned i = 0; i < 8; ++i) {
      const char c = static_cast<char>(n >> (8 * i) & 0xffU);
      bytes({&c, 1});
    }
    return *this;
  }
  // Its length first, so that what follows cannot be taken for a part of it.
  Checksum& text(std::string_view data) { return number(data.size()).bytes(data); }

  std::uint64_t value() const { return ~state_; }

 private:
  static constexpr std::array<std::uint64_t, 256> kTable = [] {
    std::array<std::uint64_t, 256> table{};
    for (std::size_t i = 0; i < table.size(); ++i) {
      std::uint64_t r = i;
      for (int bit = 0; bit < 8; ++bit) {
        r = (r >> 1U) ^ ((r & 1U) != 0 ? 0xc96c5795d7870f42ULL : 0);
      }
      table[i] = r;
    }
    return table;
  }();

  std::uint64_t state_ = ~std::uint64_t{0};
};

}  // namespace cgt::db
