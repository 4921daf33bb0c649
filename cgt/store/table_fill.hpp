// How full the hash tables of a store are, for people who wonder where memory and time go.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cgt/store/store.hpp"

namespace cgt {

struct TableFill {
  std::string name;
  std::uint64_t used = 0;
  std::uint64_t slots = 0;  // that there are now: tables grow
};

// "games", the table of all records, which all handles share; "<=", "+" and "other", the caches of this
// handle, which forget. Looks at every slot.
std::vector<TableFill> table_fill(Store& store);

}  // namespace cgt
