// What a search is to find for positions: values, thermographs or outcomes.
#pragma once

namespace cgt::solve {

enum class Wanted { kValues, kThermographs, kOutcomes };

}  // namespace cgt::solve
