#include "decomp/db/database.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <ctime>
#include <filesystem>

#include "decomp/db/checksum.hpp"
#include "decomp/db/detail/sqlite.hpp"

namespace cgt::db {
namespace {

using detail::Connection;
using detail::Open;
using detail::Statement;
using detail::Transaction;

// "cgtd": tells file(1) and us whose file it is.
constexpr std::int64_t kApplication = 0x63677464;

constexpr const char* kTables[] = {
    "CREATE TABLE build(id INTEGER PRIMARY KEY, ruleset INTEGER NOT NULL, what TEXT NOT NULL, "
    "version TEXT NOT NULL, command TEXT NOT NULL, started TEXT NOT NULL, finished TEXT NOT NULL, "
    "progress TEXT NOT NULL, records INTEGER NOT NULL, checksum INTEGER NOT NULL) STRICT",
    "CREATE TABLE meta(name TEXT PRIMARY KEY, value TEXT NOT NULL, checksum INTEGER NOT NULL) "
    "STRICT, WITHOUT ROWID",
    "CREATE TABLE record(ruleset INTEGER NOT NULL, component TEXT NOT NULL, kind INTEGER NOT NULL, "
    "payload BLOB NOT NULL, build INTEGER NOT NULL, checksum INTEGER NOT NULL, "
    "PRIMARY KEY(ruleset, component, kind)) STRICT, WITHOUT ROWID",
    "CREATE TABLE ruleset(id INTEGER PRIMARY KEY, name TEXT NOT NULL, records INTEGER NOT NULL, "
    "sum INTEGER NOT NULL, checksum INTEGER NOT NULL) STRICT",
};

constexpr std::pair<const char*, const char*> kMeta[] = {
    {"checksums",
     "CRC-64/XZ of all other columns: integers as 8 bytes, the lowest first; text and "
     "bytes after their length"},
    {"format", "1"},
    {"kinds", "1 value, 2 bounds, 3 thermograph, 4 outcome"},
    {"payloads", "format 1: graph of followers in the order of heights (decomp/db/payload.hpp)"},
};

std::uint64_t word(std::int64_t n) { return static_cast<std::uint64_t>(n); }
std::int64_t integer(std::uint64_t n) { return static_cast<std::int64_t>(n); }

std::uint64_t checksum_of(std::string_view name, std::string_view value) {
  return Checksum().text(name).text(value).value();
}

std::uint64_t checksum_of(const StoredRuleset& r) {
  return Checksum().number(word(r.id)).text(r.name).number(r.records).number(r.sum).value();
}

std::uint64_t checksum_of(const Build& b, std::int64_t ruleset) {
  Checksum sum;
  sum.number(word(b.id)).number(word(ruleset));
  for (const std::string& text :
       {b.what, b.version, b.command, b.started, b.finished, b.progress}) {
    sum.text(text);
  }
  return sum.number(b.records).value();
}

std::uint64_t checksum_of(std::int64_t ruleset, std::string_view component, std::int64_t kind,
                          std::string_view payload, std::int64_t build) {
  return Checksum()
      .number(word(ruleset))
      .text(component)
      .number(word(kind))
      .text(payload)
      .number(word(build))
      .value();
}

[[noreturn]] void damaged(const std::string& path, const std::string& what) {
  throw DamageError(fmt::format("{} is damaged: {}", path, what),
                    "cgt db verify FILE tells more; restore a copy or build it again");
}

// Holds the right to write until it ends.
class WriterLock {
 public:
  explicit WriterLock(const std::string& path)
      : descriptor_(open(path.c_str(), O_RDWR | O_CLOEXEC)) {
    if (descriptor_ < 0) {
      throw DatabaseError(fmt::format("cannot write {}: {}", path, std::strerror(errno)));
    }
    if (flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return;
    close(descriptor_);
    throw DatabaseError(fmt::format("another process writes {}", path),
                        "wait for it, or write to another file and merge them");
  }
  ~WriterLock() { close(descriptor_); }
  WriterLock(const WriterLock&) = delete;
  WriterLock& operator=(const WriterLock&) = delete;

 private:
  int descriptor_;
};

void check_readable(const std::string& path, int flags) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) {
    throw DatabaseError(fmt::format("cannot open {}: it is a directory", path));
  }
  if (access(path.c_str(), flags) != 0) {
    throw DatabaseError(fmt::format("cannot open {}: {}", path, std::strerror(errno)));
  }
}

std::int64_t pragma(Connection& connection, const char* sql) {
  Statement statement(connection, sql);
  return statement.step() ? statement.integer(0) : 0;
}

std::string schema_of(Connection& connection) {
  Statement statement(connection, "SELECT sql FROM sqlite_schema ORDER BY name");
  std::string out;
  while (statement.step()) {
    out += statement.text(0);
    out += ";\n";
  }
  return out;
}

}  // namespace

struct Database::Inside {
  // The lock must outlast the connection: closing any descriptor of a file ends the locks that
  // SQLite has on it.
  std::unique_ptr<WriterLock> lock;
  std::unique_ptr<Connection> connection;
  std::unique_ptr<Statement> insert;
  std::unique_ptr<Statement> select;

  const std::string& path() const { return connection->path(); }

  // Whose file is it, and of which format?
  void check() const {
    Connection& c = *connection;
    if (pragma(c, "PRAGMA application_id") != kApplication) {
      throw DatabaseError(fmt::format("{} is not a database of positions", path()),
                          "cgt db build makes one");
    }
    const std::int64_t format = pragma(c, "PRAGMA user_version");
    if (format != kFormat) {
      throw DatabaseError(
          fmt::format("{} has format {}, this program reads format {}", path(), format, kFormat),
          "build it again, or use the version of cgt that wrote it");
    }
    if (schema_of(c) != schema_text()) damaged(path(), "its tables are not those of format 1");
    Statement meta(c, "SELECT name, value, checksum FROM meta ORDER BY name");
    std::size_t rows = 0;
    while (meta.step()) {
      const std::string name(meta.text(0));
      const bool known = rows < std::size(kMeta) && name == kMeta[rows].first &&
                         meta.text(1) == kMeta[rows].second;
      if (!known || word(meta.integer(2)) != checksum_of(name, meta.text(1))) {
        damaged(path(), fmt::format("table meta, row \"{}\": it is not what was written", name));
      }
      ++rows;
    }
    if (rows != std::size(kMeta)) damaged(path(), "table meta has lost rows");
  }

  void write(const StoredRuleset& r) const {
    Statement(*connection,
              "INSERT INTO ruleset VALUES(?, ?, ?, ?, ?) ON CONFLICT(id) DO UPDATE SET "
              "records = excluded.records, sum = excluded.sum, checksum = excluded.checksum")
        .bind(0, r.id)
        .bind(1, r.name)
        .bind(2, integer(r.records))
        .bind(3, integer(r.sum))
        .bind(4, integer(checksum_of(r)))
        .run();
  }

  void write(const Build& b, std::int64_t ruleset) const {
    Statement(
        *connection,
        "INSERT INTO build VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT(id) DO UPDATE SET "
        "finished = excluded.finished, progress = excluded.progress, "
        "records = excluded.records, checksum = excluded.checksum")
        .bind(0, b.id)
        .bind(1, ruleset)
        .bind(2, b.what)
        .bind(3, b.version)
        .bind(4, b.command)
        .bind(5, b.started)
        .bind(6, b.finished)
        .bind(7, b.progress)
        .bind(8, integer(b.records))
        .bind(9, integer(checksum_of(b, ruleset)))
        .run();
  }

  // False if the same record is there already.
  bool add(const StoredRuleset& ruleset, const Record& record, std::int64_t build,
           std::uint64_t checksum) {
    const auto kind = static_cast<std::int64_t>(record.kind);
    if (insert == nullptr) {
      insert = std::make_unique<Statement>(
          *connection, "INSERT INTO record VALUES(?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING");
      select = std::make_unique<Statement>(
          *connection,
          "SELECT payload FROM record WHERE ruleset = ? AND component = ? AND kind = ?");
    }
    insert->bind(0, ruleset.id).bind(1, record.component).bind(2, kind);
    insert->bind_bytes(3, record.payload).bind(4, build).bind(5, integer(checksum)).run();
    if (connection->changes() == 1) return true;
    select->bind(0, ruleset.id).bind(1, record.component).bind(2, kind);
    if (!select->step()) damaged(path(), "a record is there and cannot be found");
    const std::string there(select->bytes(0));
    select->reset();
    if (there == record.payload) return false;
    Store store;
    const auto text = [&](const std::string& payload) {
      constexpr std::size_t kLongest = 300;
      return rewritten(store, record.kind, payload).empty()
                 ? "payload:" + hexadecimal(payload)
                 : payload_text(store, record.kind, payload, kLongest);
    };
    throw Error(fmt::format("two records of {} \"{}\" differ in their {}: {} and {}", ruleset.name,
                            record.component, name(record.kind), text(there), text(record.payload)),
                "one of them is wrong: cgt db verify FILE --recompute all finds out which");
  }
};

Database::Database(std::unique_ptr<Inside> inside) : inside_(std::move(inside)) {}
Database::Database(Database&&) noexcept = default;
Database::~Database() = default;

Database Database::open(const std::string& path, Access access) {
  check_readable(path, access == Access::kRead ? R_OK : R_OK | W_OK);
  auto inside = std::make_unique<Inside>();
  if (access == Access::kWrite) {
    inside->lock = std::make_unique<WriterLock>(path);
    inside->connection = std::make_unique<Connection>(path, Open::kWrite);
    inside->check();
    inside->connection->run("PRAGMA synchronous = FULL");
    return Database(std::move(inside));
  }
  // Readers share an index beside the file. Where it cannot be made, in a folder that nobody may
  // write to, there is no writer either.
  const std::filesystem::path folder = std::filesystem::absolute(path).parent_path();
  const bool frozen =
      ::access(folder.c_str(), W_OK) != 0 && !std::filesystem::exists(path + "-wal");
  inside->connection = std::make_unique<Connection>(path, frozen ? Open::kFrozen : Open::kRead);
  inside->check();
  return Database(std::move(inside));
}

Database Database::create(const std::string& path) {
  if (std::filesystem::exists(path)) {
    throw DatabaseError(fmt::format("{} is there already", path));
  }
  const std::string fresh = fmt::format("{}.new{}", path, getpid());
  std::error_code ignored;
  std::filesystem::remove(fresh, ignored);
  {
    Connection c(fresh, Open::kCreate);
    c.run("PRAGMA journal_mode = WAL");
    Transaction transaction(c, Transaction::Kind::kWrite);
    c.run(fmt::format("PRAGMA application_id = {}", kApplication).c_str());
    c.run(fmt::format("PRAGMA user_version = {}", kFormat).c_str());
    for (const char* table : kTables) c.run(table);
    for (const auto& [name, value] : kMeta) {
      Statement(c, "INSERT INTO meta VALUES(?, ?, ?)")
          .bind(0, std::string_view(name))
          .bind(1, std::string_view(value))
          .bind(2, integer(checksum_of(name, value)))
          .run();
    }
    transaction.commit();
  }
  // Unlike rename(), link() never takes the place of a file.
  const int failed = link(fresh.c_str(), path.c_str()) == 0 ? 0 : errno;
  std::filesystem::remove(fresh, ignored);
  if (failed != 0) {
    throw DatabaseError(fmt::format("cannot make {}: {}", path, std::strerror(failed)));
  }
  return open(path, Access::kWrite);
}

const std::string& Database::path() const { return inside_->path(); }
Connection& Database::connection() const { return *inside_->connection; }

std::vector<StoredRuleset> Database::rulesets() const {
  Statement statement(*inside_->connection,
                      "SELECT id, name, records, sum, checksum FROM ruleset ORDER BY name");
  std::vector<StoredRuleset> out;
  while (statement.step()) {
    StoredRuleset r{statement.integer(0), std::string(statement.text(1)),
                    word(statement.integer(2)), word(statement.integer(3))};
    if (word(statement.integer(4)) != checksum_of(r)) {
      damaged(path(), fmt::format("table ruleset, row {} (\"{}\"): wrong checksum", r.id, r.name));
    }
    out.push_back(std::move(r));
  }
  return out;
}

std::optional<StoredRuleset> Database::find(std::string_view ruleset) const {
  for (StoredRuleset& r : rulesets()) {
    if (r.name == ruleset) return std::move(r);
  }
  return std::nullopt;
}

std::vector<Build> Database::builds() const {
  const std::vector<StoredRuleset> known = rulesets();
  Statement statement(*inside_->connection,
                      "SELECT id, ruleset, what, version, command, started, finished, progress, "
                      "records, checksum FROM build ORDER BY id");
  std::vector<Build> out;
  while (statement.step()) {
    Build b;
    b.id = statement.integer(0);
    const std::int64_t ruleset = statement.integer(1);
    b.what = statement.text(2);
    b.version = statement.text(3);
    b.command = statement.text(4);
    b.started = statement.text(5);
    b.finished = statement.text(6);
    b.progress = statement.text(7);
    b.records = word(statement.integer(8));
    if (word(statement.integer(9)) != checksum_of(b, ruleset)) {
      damaged(path(), fmt::format("table build, row {}: wrong checksum", b.id));
    }
    const auto of = std::ranges::find(known, ruleset, &StoredRuleset::id);
    if (of == known.end()) damaged(path(), fmt::format("build {} is of no ruleset", b.id));
    b.ruleset = of->name;
    out.push_back(std::move(b));
  }
  return out;
}

void Database::for_each_as_it_is(
    std::int64_t ruleset, const std::function<void(const Row&, const std::string&)>& visit) const {
  Statement statement(*inside_->connection,
                      "SELECT component, kind, payload, build, checksum FROM record "
                      "WHERE ruleset = ? ORDER BY component, kind");
  statement.bind(0, ruleset);
  while (statement.step()) {
    const std::int64_t kind = statement.integer(1);
    const Row row{statement.text(0), static_cast<Kind>(kind), statement.bytes(2),
                  statement.integer(3), word(statement.integer(4))};
    const bool typed = statement.is_text(0) && statement.is_integer(1) && statement.is_bytes(2) &&
                       statement.is_integer(3) && statement.is_integer(4);
    std::string trouble;
    if (!typed) {
      trouble = "a column of the wrong type";
    } else if (row.checksum != checksum_of(ruleset, row.component, kind, row.payload, row.build)) {
      trouble = "wrong checksum";
    } else if (!is_kind(kind)) {
      trouble = "unknown kind";
    }
    visit(row, trouble);
  }
}

void Database::for_each(const StoredRuleset& ruleset,
                        const std::function<void(const Row&)>& visit) const {
  std::uint64_t rows = 0;
  for_each_as_it_is(ruleset.id, [&](const Row& row, const std::string& trouble) {
    if (!trouble.empty()) {
      damaged(path(), fmt::format("record of {} \"{}\": {}", ruleset.name, row.component, trouble));
    }
    ++rows;
    visit(row);
  });
  if (rows == ruleset.records) return;
  damaged(path(),
          fmt::format("{} of the {} records of {} are there", rows, ruleset.records, ruleset.name));
}

struct Database::Snapshot::Inside {
  Transaction transaction;
};

Database::Snapshot::Snapshot(const Database& database)
    : inside_(new Inside{Transaction(database.connection(), Transaction::Kind::kRead)}) {}
Database::Snapshot::~Snapshot() = default;

Build Database::begin(const Build& wanted) {
  Transaction transaction(*inside_->connection, Transaction::Kind::kWrite);
  std::optional<StoredRuleset> ruleset = find(wanted.ruleset);
  if (!ruleset) {
    std::int64_t id = 1;
    for (const StoredRuleset& r : rulesets()) id = std::max(id, r.id + 1);
    ruleset = StoredRuleset{id, wanted.ruleset, 0, 0};
    inside_->write(*ruleset);
  }
  std::int64_t id = 1;
  for (Build& b : builds()) {
    if (b.ruleset == wanted.ruleset && b.what == wanted.what && b.version == wanted.version) {
      return std::move(b);
    }
    id = std::max(id, b.id + 1);
  }
  Build build = wanted;
  build.id = id;
  build.records = 0;
  if (build.started.empty()) build.started = utc_now();
  inside_->write(build, ruleset->id);
  transaction.commit();
  return build;
}

void Database::commit(Build& build, std::span<const Record> records, const std::string& progress,
                      bool finished) {
  Transaction transaction(*inside_->connection, Transaction::Kind::kWrite);
  std::optional<StoredRuleset> ruleset = find(build.ruleset);
  if (!ruleset) damaged(path(), fmt::format("it has lost the ruleset {}", build.ruleset));
  Build after = build;
  for (const Record& record : records) {
    const std::uint64_t checksum =
        checksum_of(ruleset->id, record.component, static_cast<std::int64_t>(record.kind),
                    record.payload, build.id);
    if (!inside_->add(*ruleset, record, build.id, checksum)) continue;
    ++ruleset->records;
    ++after.records;
    ruleset->sum += checksum;
  }
  after.progress = progress;
  if (finished && after.finished.empty()) after.finished = utc_now();
  inside_->write(*ruleset);
  inside_->write(after, ruleset->id);
  transaction.commit();
  build = std::move(after);
}

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", parts.tm_year + 1900, parts.tm_mon + 1,
                     parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec);
}

std::string schema_text() {
  std::string out;
  for (const char* table : kTables) out += std::string(table) + ";\n";
  return out;
}

}  // namespace cgt::db
