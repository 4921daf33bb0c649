// What goes wrong with a database file: it cannot be opened, read or written, it is damaged, or it
// is something else. what() names the file, and the row where one is damaged.
#pragma once

#include "cgt/support/api.hpp"
#include "cgt/support/error.hpp"

namespace cgt::db {

class CGT_API DatabaseError : public Error {
 public:
  using Error::Error;
};

// A database, but not as it was written.
class CGT_API DamageError : public DatabaseError {
 public:
  using DatabaseError::DatabaseError;
};

}  // namespace cgt::db
