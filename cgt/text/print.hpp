// Printing values. Two notations:
//   kCanonical  (default) every printed value reads back, in scripts and by parse_value(), as the
//               same value: 3+*  1/2+^  ^3+*2  +-(1/2)  Tiny(2)  {2|1||0}
//   kCgsuite    the text that CGSuite prints: 3*  1/2^  ^3*2  +-1/2
// Options print in the order of print_order.hpp: numbers, nimbers, other uptimals, the rest. The
// text of a value does not depend on the history of its store.
#pragma once

#include <string>

#include "cgt/store/store.hpp"
#include "cgt/support/api.hpp"
#include "cgt/support/print_style.hpp"

namespace cgt {

CGT_API std::string to_text(Store& store, GameId g, const PrintStyle& style = {});
CGT_API std::string to_text(const Trajectory& wall);
// Thermograph(9/4,[3/4],[0,-1],9/4,[3/4,1/2],[0,1,0]): mast, critical temperatures descending and
// slopes dv/dt from the mast down, for the Left wall, then for the Right wall.
CGT_API std::string to_text(const Thermograph& thermograph);
// Sorts into print order.
CGT_API void sort_for_print(Store& store, std::vector<GameId>& games);

}  // namespace cgt
