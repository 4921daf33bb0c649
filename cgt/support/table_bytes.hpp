// What hash tables hold, for those who tell a MemoryMeter.
#pragma once

#include <cstdint>

namespace cgt {

// The bytes of a flat table; what its entries point to is not counted.
template <class Table>
std::uint64_t bytes_of_table(const Table& table) {
  return table.bucket_count() * (sizeof(typename Table::value_type) + 1);
}

// The same, for who tells it now and then: a table that is soon to grow counts with the one of twice the
// size, which stands beside it then.
template <class Table>
std::uint64_t bytes_of_growing_table(const Table& table) {
  const bool soon = table.size() * 8 >= table.bucket_count() * 6;
  return (soon ? 3 : 1) * bytes_of_table(table);
}

}  // namespace cgt
