// Snort on a path (Norton; Berlekamp, Conway, Guy 1982, chapter 6). Players claim vertices in turn;
// nobody may claim a vertex beside one that the opponent has. A claimed vertex matters through its
// neighbours only, so a position is the list of free vertices, each with who may still claim it; a
// vertex that nobody may claim cuts the path.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "decomp/position/position.hpp"

namespace cgt::snort {

class Path {
 public:
  // `length` free vertices, all open to both players.
  explicit Path(std::size_t length = 0) : vertices_(length, kBoth) {}
  // '.' both may claim it, 'L' only Left, 'R' only Right, '#' nobody. Throws Error.
  static Path parse(std::string_view text);

  std::vector<Option<Path>> options(Player player) const;
  std::int64_t split(std::vector<Summand<Path>>& sum) const;
  std::uint64_t hash() const;
  std::string text() const { return vertices_; }
  friend bool operator==(const Path&, const Path&) = default;

 private:
  static constexpr char kBoth = '.';
  static constexpr char kNobody = '#';

  static Summand<Path> canonical(std::string run);

  std::string vertices_;
};

}  // namespace cgt::snort
