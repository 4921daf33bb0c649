#include "decomp/db/detail/sqlite.hpp"

#ifndef CGT_NO_SQLITE
#include <sqlite3.h>
#endif
#include <fmt/format.h>

#include <utility>

#include "decomp/db/database.hpp"

namespace cgt::db::detail {

#ifdef CGT_NO_SQLITE

// Where there is no SQLite (WebAssembly, wheels), nothing is ever opened.

Connection::Connection(std::string path, Open) : path_(std::move(path)) {
  throw DatabaseError(path_ + " cannot be opened: this build reads no databases");
}
Connection::~Connection() = default;
void Connection::run(const char*) {}
std::int64_t Connection::changes() const { return 0; }
void Connection::fail(int) const { throw DatabaseError(path_ + " cannot be read"); }
Statement::Statement(Connection& connection, const char*) : connection_(connection) {}
Statement::~Statement() = default;
Statement& Statement::bind(int, std::int64_t) { return *this; }
Statement& Statement::bind(int, std::string_view) { return *this; }
Statement& Statement::bind_bytes(int, std::string_view) { return *this; }
bool Statement::step() { return false; }
void Statement::run() {}
void Statement::reset() {}
bool Statement::is_integer(int) const { return false; }
bool Statement::is_text(int) const { return false; }
bool Statement::is_bytes(int) const { return false; }
std::int64_t Statement::integer(int) const { return 0; }
std::string_view Statement::text(int) const { return {}; }
std::string_view Statement::bytes(int) const { return {}; }
Transaction::Transaction(Connection& connection, Kind) : connection_(connection) {}
Transaction::~Transaction() = default;
void Transaction::commit() {}

#else

namespace {

// Of STRICT tables.
static_assert(SQLITE_VERSION_NUMBER >= 3037000, "SQLite 3.37 or later is needed");

// Another process commits in between for milliseconds.
constexpr int kBusyMilliseconds = 20'000;

std::string uri_of(const std::string& path) {
  std::string out = "file:";
  for (const char c : path) {
    if (c == '%' || c == '?' || c == '#') {
      out += fmt::format("%{:02x}", static_cast<unsigned char>(c));
    } else {
      out += c;
    }
  }
  return out;
}

[[noreturn]] void refuse(const std::string& path, int code, const std::string& message) {
  switch (code & 0xff) {
    case SQLITE_NOTADB:
      throw DatabaseError(fmt::format("{} is not a database of positions", path),
                          "cgt db build makes one");
    case SQLITE_CORRUPT:
      throw DamageError(fmt::format("{} is damaged: {}", path, message),
                        "cgt db verify FILE tells more; restore a copy or build it again");
    case SQLITE_BUSY: throw DatabaseError(fmt::format("{} is being written elsewhere", path));
    default: throw DatabaseError(fmt::format("{}: {}", path, message));
  }
}

}  // namespace

Connection::Connection(std::string path, Open mode) : path_(std::move(path)) {
  const std::string uri = uri_of(path_) + (mode == Open::kFrozen ? "?immutable=1" : "");
  int flags = SQLITE_OPEN_URI | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_NOMUTEX;
  switch (mode) {
    case Open::kFrozen: flags |= SQLITE_OPEN_READONLY; break;
    // Without the right to write it is opened for reading.
    case Open::kRead:
    case Open::kWrite: flags |= SQLITE_OPEN_READWRITE; break;
    case Open::kCreate: flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE; break;
  }
  const int code = sqlite3_open_v2(uri.c_str(), &handle_, flags, nullptr);
  if (code != SQLITE_OK) {
    const std::string message = handle_ == nullptr ? "no memory" : sqlite3_errmsg(handle_);
    sqlite3_close(handle_);
    handle_ = nullptr;
    refuse(path_, code, message);
  }
  sqlite3_busy_timeout(handle_, kBusyMilliseconds);
  // The schema of a damaged file must not run anything.
  sqlite3_db_config(handle_, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(handle_, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  if (mode == Open::kRead)
    sqlite3_exec(handle_, "PRAGMA query_only = 1", nullptr, nullptr, nullptr);
}

Connection::~Connection() { sqlite3_close(handle_); }

void Connection::run(const char* sql) {
  const int code = sqlite3_exec(handle_, sql, nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) fail(code);
}

std::int64_t Connection::changes() const { return sqlite3_changes64(handle_); }

void Connection::fail(int code) const { refuse(path_, code, sqlite3_errmsg(handle_)); }

Statement::Statement(Connection& connection, const char* sql) : connection_(connection) {
  const int code = sqlite3_prepare_v3(connection.handle(), sql, -1, SQLITE_PREPARE_PERSISTENT,
                                      &handle_, nullptr);
  if (code != SQLITE_OK) connection.fail(code);
}

Statement::~Statement() { sqlite3_finalize(handle_); }

Statement& Statement::bind(int place, std::int64_t number) {
  const int code = sqlite3_bind_int64(handle_, place + 1, number);
  if (code != SQLITE_OK) connection_.fail(code);
  return *this;
}

Statement& Statement::bind(int place, std::string_view text) {
  // A null pointer would be NULL, not "".
  const char* data = text.data() == nullptr ? "" : text.data();
  const int code =
      sqlite3_bind_text64(handle_, place + 1, data, text.size(), SQLITE_STATIC, SQLITE_UTF8);
  if (code != SQLITE_OK) connection_.fail(code);
  return *this;
}

Statement& Statement::bind_bytes(int place, std::string_view bytes) {
  const char* data = bytes.data() == nullptr ? "" : bytes.data();
  const int code = sqlite3_bind_blob64(handle_, place + 1, data, bytes.size(), SQLITE_STATIC);
  if (code != SQLITE_OK) connection_.fail(code);
  return *this;
}

bool Statement::step() {
  const int code = sqlite3_step(handle_);
  if (code == SQLITE_ROW) return true;
  // Resets too, so that an error does not stay.
  const std::string message = sqlite3_errmsg(connection_.handle());
  sqlite3_reset(handle_);
  if (code != SQLITE_DONE) refuse(connection_.path(), code, message);
  return false;
}

void Statement::run() {
  while (step()) {
  }
}

void Statement::reset() { sqlite3_reset(handle_); }

bool Statement::is_integer(int column) const {
  return sqlite3_column_type(handle_, column) == SQLITE_INTEGER;
}
bool Statement::is_text(int column) const {
  return sqlite3_column_type(handle_, column) == SQLITE_TEXT;
}
bool Statement::is_bytes(int column) const {
  return sqlite3_column_type(handle_, column) == SQLITE_BLOB;
}

std::int64_t Statement::integer(int column) const { return sqlite3_column_int64(handle_, column); }

std::string_view Statement::text(int column) const {
  const auto* data = reinterpret_cast<const char*>(sqlite3_column_text(handle_, column));
  return data == nullptr
             ? std::string_view()
             : std::string_view(data,
                                static_cast<std::size_t>(sqlite3_column_bytes(handle_, column)));
}

std::string_view Statement::bytes(int column) const {
  const auto* data = static_cast<const char*>(sqlite3_column_blob(handle_, column));
  return data == nullptr
             ? std::string_view()
             : std::string_view(data,
                                static_cast<std::size_t>(sqlite3_column_bytes(handle_, column)));
}

Transaction::Transaction(Connection& connection, Kind kind) : connection_(connection) {
  connection.run(kind == Kind::kRead ? "BEGIN" : "BEGIN IMMEDIATE");
}

Transaction::~Transaction() {
  // What fails here has been told already, or the connection ends anyway.
  if (open_) sqlite3_exec(connection_.handle(), "ROLLBACK", nullptr, nullptr, nullptr);
}

void Transaction::commit() {
  connection_.run("COMMIT");
  open_ = false;
}

#endif

}  // namespace cgt::db::detail
