// One database out of several.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "decomp/db/database.hpp"

namespace cgt::db {

// Makes `out` with the records and builds of all `parts`. Throws Error that names the component if
// two parts have different payloads for it, and DatabaseError; then there is no `out`. `step` is
// called now and then with the number of records read, and may throw. Builds keep their times; of
// one that several parts have, the point reached is that of a part where it is finished, and
// otherwise forgotten: it would be continued from its beginning.
void merge(const std::string& out, const std::vector<std::string>& parts,
           const std::function<void(std::uint64_t)>& step);

}  // namespace cgt::db
