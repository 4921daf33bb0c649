// Upkeep of database files: one out of several, and checking everything that a file says about itself.
#pragma once

#include <cstdint>
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
// None for a file that is not a shard.
std::optional<ShardOfBuild> shard_of(std::string_view what);

// Makes `out` with the records and builds of all `parts`. Throws Error that names the component if
// two parts have different payloads for it, and DatabaseError; then there is no `out`. `step` is
// called now and then with the number of records read, and may throw. Builds keep their times; of
// one that several parts have, the point reached is that of a part where it is finished, and
// otherwise forgotten: it would be continued from its beginning. Builds of shards become the whole
// build; one that is missing, there twice or not complete is an Error that names it.
void merge(const std::string& out, const std::vector<std::string>& parts,
           const std::function<void(std::uint64_t)>& step);

struct Verification {
  std::vector<std::string> problems;  // each names the table and the row, or the page
  std::uint64_t records = 0;          // read
  bool clean() const { return problems.empty(); }
};

// Opens the file and looks at: its header and tables; SQLite's own structure (integrity_check); the
// checksum of every row; the count of records of each ruleset and the sum of their checksums; that
// each payload follows its format and is what write_...() would write; that a thermograph or
// outcome beside the value of the same component is that of the value. Damage is a problem, not an
// error; DatabaseError only for what is not a database file at all. May be stopped by the budget.
Verification verify(const std::string& path, Budget& budget);

// A checksum of all records of a ruleset, without the builds that they come from: two files have
// the same records if it is the same (but for one case in 2^64). `visit` sees each record on the
// way and may throw. Throws DamageError.
std::uint64_t content_checksum(const Database& file, const StoredRuleset& ruleset,
                               const std::function<void(const Row&)>& visit = {});

}  // namespace cgt::db
