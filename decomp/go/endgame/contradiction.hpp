// Two statements of an answer that exclude each other: one of them is wrong, whichever.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "decomp/go/board/board.hpp"

namespace cgt::go {

// What an answer must not rest on any more.
enum class Doubt : std::uint8_t {
  kAssumption,  // that the blocks at `points` live, or that the area around them is somebody's
  kSafety,      // proofs of safety but Benson's
  kValues       // values of areas, and all proofs but Benson's
};

struct CGT_API Contradiction {
  Doubt doubt = Doubt::kValues;
  std::string claim;    // "Black first: the score is B+4"
  std::string against;  // "by the rules \"static\" it is B+5"
  std::vector<Point> points{};
  std::string text() const { return claim + "; but " + against; }
};

}  // namespace cgt::go
