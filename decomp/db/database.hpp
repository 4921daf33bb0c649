// A database of positions: what is known of the components of rulesets, in one SQLite file.
//
//   Database file = Database::open("clobber.db", Database::Access::kRead);
//   const Table known(file, "game.grid.Clobber");          // table.hpp
//   known.find(Kind::kValue, "xo");                         // the payload (payload.hpp)
//
// A record belongs to a ruleset (its path and arguments, "game.heap.Subtraction([1,2])") and to the
// text of a component. The component is a canonical summand (Position::split), so images of it
// under symmetries, and its negative, have no records of their own: whoever looks one up turns the
// component round and changes the sign. The text must read back as the component, as those of
// all rulesets of the registry do.
//
// Invariants
//   1. A file has records of a component only together with records of the same kind of all
//      components that can be reached from it (of those that have one).
//   2. Records are written in batches, each in one transaction together with the point that the
//      build has reached. A process may be killed at any moment: the file holds whole batches.
//   3. A record is never changed or replaced. Another payload for the same component is an error.
//
// The file is in write-ahead mode: any number of readers beside one writer. Each commit is on the
// disk when it returns (synchronous=FULL: batches are rare, so waiting for the disk costs nothing
// that can be measured, and even a power failure takes nothing back). One process writes at a time,
// which a lock on the file ensures; it ends with the process.
//
// Damage. Every row has a checksum of all its columns (checksum.hpp). The row of a ruleset counts
// its records and adds up their checksums, so that missing rows are noticed. A record is never used
// before its checksum has been looked at.
//
// Thread rule: one thread at a time. A process that writes a file has it open once: closing it
// would end the locks of the others.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "decomp/db/payload.hpp"

namespace cgt::db {

// What goes wrong with a database file: it cannot be opened, read or written, it is damaged, or it
// is something else. what() names the file, and the row where one is damaged.

class CGT_API DatabaseError : public Error {
 public:
  using Error::Error;
};

// A database, but not as it was written.
class CGT_API DamageError : public DatabaseError {
 public:
  using DatabaseError::DatabaseError;
};

namespace detail {
class Connection;
}

// Of the tables; kept in the table `meta` and in the header of the file (user_version).
inline constexpr std::int64_t kFormat = 1;

struct CGT_API Record {
  std::string component;
  Kind kind = Kind::kValue;
  std::string payload;
};

// Where records come from.
struct CGT_API Build {
  std::int64_t id = 0;
  std::string ruleset;
  std::string what;      // "values of boards up to 3x4 of \".xo\"": the same build has the same
  std::string version;   // of the program
  std::string command;   // that began it
  std::string started;   // UTC, "2026-05-01T12:00:00Z"
  std::string finished;  // "" while it is not
  std::string progress;  // the point reached, in the words of who builds
  std::uint64_t records = 0;
};

struct CGT_API StoredRuleset {
  std::int64_t id = 0;
  std::string name;
  std::uint64_t records = 0;
  std::uint64_t sum = 0;  // of the checksums of its records, modulo 2^64
};

// A record as the file has it.
struct CGT_API Row {
  std::string_view component;
  Kind kind = Kind::kValue;
  std::string_view payload;
  std::int64_t build = 0;
  std::uint64_t checksum = 0;
};

class CGT_API Database {
 public:
  enum class Access { kRead, kWrite };

  // All throw DatabaseError. open() wants a file that is there and of this format; create() one
  // that is not, and makes it whole or not at all.
  static Database open(const std::string& path, Access access);
  static Database create(const std::string& path);
  Database(Database&&) noexcept;
  ~Database();

  const std::string& path() const;

  // --- reading; what is found damaged throws DamageError, naming the row
  std::vector<StoredRuleset> rulesets() const;
  std::optional<StoredRuleset> find(std::string_view ruleset) const;
  std::vector<Build> builds() const;
  // Calls visit for the records of a ruleset in the order of component (bytes) and kind. A row and
  // its texts live until visit returns. Throws too if records are missing.
  void for_each(const StoredRuleset& ruleset, const std::function<void(const Row&)>& visit) const;
  // The same for all that is there, damaged or not, with what is wrong with it or "".
  void for_each_as_it_is(std::int64_t ruleset,
                         const std::function<void(const Row&, const std::string&)>& visit) const;
  // While it lives, all reading sees the file as it was at the first.
  class Snapshot {
   public:
    explicit Snapshot(const Database& database);
    ~Snapshot();
    Snapshot(const Snapshot&) = delete;
    Snapshot& operator=(const Snapshot&) = delete;

   private:
    struct Inside;
    std::unique_ptr<Inside> inside_;
  };

  // --- writing
  // Ruleset, what, version, command and, for those taken over from elsewhere, the times are of
  // `wanted`. A build of the same ruleset, `what` and version that is there already is returned
  // instead.
  Build begin(const Build& wanted);
  // One transaction: the records that are not there yet, the point reached, and the end of the
  // build. A record that differs from the one of the same component and kind is an Error that names
  // it, and nothing is written. `build` is brought up to date.
  void commit(Build& build, std::span<const Record> records, const std::string& progress,
              bool finished);

  // For verify().
  detail::Connection& connection() const;

 private:
  struct Inside;
  explicit Database(std::unique_ptr<Inside> inside);

  std::unique_ptr<Inside> inside_;
};

// The present time, as builds record it.
CGT_API std::string utc_now();
// The tables of the format, as SQLite lists them.
CGT_API std::string schema_text();

}  // namespace cgt::db
