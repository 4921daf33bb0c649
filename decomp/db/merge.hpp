// One database out of several.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "decomp/db/database.hpp"

namespace cgt::db {

// Builds of shards are named after the whole build: "values of heaps up to 20 (shard 2/3)".
std::string shard_suffix(unsigned index, unsigned of);
struct ShardOfBuild {
  std::string what;  // without the suffix
  unsigned index = 1;
  unsigned of = 1;
};
// Nothing if it is no shard.
std::optional<ShardOfBuild> shard_of(std::string_view what);

// Makes `out` with the records and builds of all `parts`. Throws Error that names the component if
// two parts have different payloads for it, and DatabaseError; then there is no `out`. `step` is
// called now and then with the number of records read, and may throw. Builds keep their times; of
// one that several parts have, the point reached is that of a part where it is finished, and
// otherwise forgotten: it would be continued from its beginning. Builds of shards become the whole
// build; one that is missing, there twice or not complete is an Error that names it.
void merge(const std::string& out, const std::vector<std::string>& parts,
           const std::function<void(std::uint64_t)>& step);

}  // namespace cgt::db
