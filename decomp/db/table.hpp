// What a database knows of one ruleset, in memory: for searches that ask millions of times.
//
// Keys and payloads lie one after another in blocks of a megabyte, so that gigabytes are not copied when
// they grow; an open-addressing table holds where they begin (8 bytes a record). The hash only says
// where to look: a record is found by its whole key, so that no collision can give a wrong answer.
// Payloads are made into games when they are asked for (PayloadReader), in the store of the caller.
//
// Thread rule: but for add() it never changes, so any number of threads may read it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cgt/support/containers.hpp"
#include "decomp/db/database.hpp"

namespace cgt::db {

class Table {
 public:
  Table() = default;
  // All records of the ruleset, or those of these kinds; none if the file knows nothing of it.
  // `step` is called for each that is read and may throw. Throws DatabaseError that names the row
  // if one is damaged or rows are missing.
  Table(const Database& file, std::string_view ruleset, std::span<const Kind> kinds = kKinds,
        const std::function<void()>& step = {});
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;

  // Unless there is one of this kind for the component. Only while nobody else reads the table.
  void add(const Record& record);

  // The payload; it lives as long as the table.
  std::optional<std::string_view> find(Kind kind, std::string_view component) const;

  std::size_t size() const { return index_.size(); }
  std::uint64_t bytes() const { return block_bytes_ + index_.bucket_count() * 9; }

 private:
  struct Key {
    Kind kind = Kind::kValue;
    std::string_view component;
  };
  struct Hash {
    using is_transparent = void;
    using is_avalanching = void;
    const Table* table;
    std::size_t operator()(std::uint64_t at) const { return (*this)(table->key(at)); }
    std::size_t operator()(const Key& key) const;
  };
  struct Equal {
    using is_transparent = void;
    const Table* table;
    bool operator()(std::uint64_t a, std::uint64_t b) const { return a == b; }
    bool operator()(const Key& key, std::uint64_t at) const { return same(key, table->key(at)); }
    bool operator()(std::uint64_t at, const Key& key) const { return same(key, table->key(at)); }
  };
  static bool same(const Key& a, const Key& b) {
    return a.kind == b.kind && a.component == b.component;
  }
  // A place is the number of a block (the upper 32 bits) and an offset in it. There: kind, length of the
  // component, component, length of the payload, payload.
  const char* bytes_at(std::uint64_t place) const;
  Key key(std::uint64_t place) const;
  void append(Kind kind, std::string_view component, std::string_view payload);

  std::vector<std::vector<char>> blocks_;  // none grows beyond its first capacity
  std::uint64_t block_bytes_ = 0;
  FlatSet<std::uint64_t, Hash, Equal> index_{0, Hash{this}, Equal{this}};
};

}  // namespace cgt::db
