// What is to be found of positions.
#pragma once

namespace cgt::solve {

enum class Wanted { kValues, kThermographs, kOutcomes };

}  // namespace cgt::solve
