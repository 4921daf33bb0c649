// Checks everything that a database file says about itself.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "decomp/db/database.hpp"

namespace cgt::db {

struct Verification {
  std::vector<std::string> problems;  // each names the table and the row, or the page
  std::uint64_t records = 0;          // read
  bool clean() const { return problems.empty(); }
};

// Opens the file and looks at: its header and tables; SQLite's own structure (integrity_check); the
// checksum of every row; the count of records of each ruleset and the sum of their checksums; that
// each payload follows its format and is what write_...() would write; that a thermograph or
// outcome beside the value of the same component is that of the value. Damage is a problem, not an
// error; DatabaseError only for what is no database file at all. May be stopped by the budget.
Verification verify(const std::string& path, Budget& budget);

// A checksum of all records of a ruleset, without the builds that they come from: two files have
// the same records if it is the same (but for one case in 2^64). `visit` sees each record on the
// way and may throw. Throws DamageError.
std::uint64_t content_checksum(const Database& file, const StoredRuleset& ruleset,
                               const std::function<void(const Row&)>& visit = {});

}  // namespace cgt::db
