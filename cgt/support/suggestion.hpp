// "Did you mean": what somebody who wrote an unknown name may have had in mind.
//
//   const std::vector<std::string> names{"Mean", "Temperature", "Thermograph"};
//   assert(suggestion("meam", names) == "Mean");
//   assert(suggestion("Thermogra", names) == "Thermograph");
//   assert(suggestion("zebra", names).empty());
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cgt {

// The candidate closest to `word` (support/diagnostic.hpp); if none is close, the shortest one that
// `word` begins, the first of these, with three letters of it at least; else "". Case is ignored.
std::string suggestion(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace cgt
