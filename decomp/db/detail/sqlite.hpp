// The small part of SQLite that the database needs, with errors as DatabaseError. Nothing outside
// decomp/db includes it, and only its source includes sqlite3.h.
//
// Thread rule: a connection and its statements belong to one thread at a time.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace cgt::db::detail {

enum class Open {
  kRead,  // writes no records; if it can, it removes the index beside the file when it ends
  kWrite,
  kCreate,
  kFrozen,  // read; nothing writes to it, and no file may be created beside it
};

class Connection {
 public:
  // Throws DatabaseError. A file that is not a database is found out by the first statement only.
  Connection(std::string path, Open mode);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  // Runs statements without results.
  void run(const char* sql);
  // Rows changed by the last INSERT or UPDATE.
  std::int64_t changes() const;
  const std::string& path() const { return path_; }
  // Throws the last error of the connection.
  [[noreturn]] void fail(int code) const;
  sqlite3* handle() const { return handle_; }

 private:
  std::string path_;
  sqlite3* handle_ = nullptr;
};

// A prepared statement. Parameters and columns count from 0; what is bound must live until the
// statement is reset.
class Statement {
 public:
  Statement(Connection& connection, const char* sql);
  ~Statement();
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  Statement& bind(int place, std::int64_t number);
  Statement& bind(int place, std::string_view text);
  Statement& bind_bytes(int place, std::string_view bytes);
  // Advances to the next row; false when there is none, then the statement can be bound again.
  bool step();
  // step() of a statement without rows.
  void run();
  void reset();

  bool is_integer(int column) const;
  bool is_text(int column) const;
  bool is_bytes(int column) const;
  std::int64_t integer(int column) const;
  // Both live until the next step.
  std::string_view text(int column) const;
  std::string_view bytes(int column) const;

 private:
  Connection& connection_;
  sqlite3_stmt* handle_ = nullptr;
};

// Rolled back unless committed.
class Transaction {
 public:
  enum class Kind { kRead, kWrite };
  Transaction(Connection& connection, Kind kind);
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  void commit();

 private:
  Connection& connection_;
  bool open_ = true;
};

}  // namespace cgt::db::detail
