#include "decomp/db/table.hpp"

#include <algorithm>
#include <cstring>

#include "cgt/support/memory/hash.hpp"

namespace cgt::db {

std::size_t Table::Hash::operator()(const Key& key) const {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(key.component.data());
  return static_cast<std::size_t>(
      hash_bytes({bytes, key.component.size()}, static_cast<std::uint64_t>(key.kind)));
}

std::string_view Table::text(std::uint64_t at) const {
  std::uint32_t size = 0;
  std::memcpy(&size, block_.data() + at, sizeof size);
  return {block_.data() + at + sizeof size, size};
}

void Table::append(std::string_view text) {
  const auto size = static_cast<std::uint32_t>(text.size());  // SQLite holds nothing of 2^31 bytes
  const auto* bytes = reinterpret_cast<const char*>(&size);
  block_.insert(block_.end(), bytes, bytes + sizeof size);
  block_.insert(block_.end(), text.begin(), text.end());
}

Table::Key Table::key(std::uint64_t at) const {
  return {static_cast<Kind>(block_[at]), text(at + 1)};
}

Table::Table(const Database& file, std::string_view ruleset, std::span<const Kind> kinds,
             const std::function<void()>& step) {
  const Database::Snapshot snapshot(file);
  const std::optional<StoredRuleset> stored = file.find(ruleset);
  if (!stored) return;
  file.for_each(*stored, [&](const Row& row) {
    if (step) step();
    if (std::ranges::find(kinds, row.kind) == kinds.end()) return;
    const std::uint64_t at = block_.size();
    block_.push_back(static_cast<char>(row.kind));
    append(row.component);
    append(row.payload);
    index_.insert(at);
  });
}

void Table::add(const Record& record) {
  if (find(record.kind, record.component)) return;
  const std::uint64_t at = block_.size();
  block_.push_back(static_cast<char>(record.kind));
  append(record.component);
  append(record.payload);
  index_.insert(at);
}

std::optional<std::string_view> Table::find(Kind kind, std::string_view component) const {
  const auto found = index_.find(Key{kind, component});
  if (found == index_.end()) return std::nullopt;
  return text(*found + 1 + sizeof(std::uint32_t) + component.size());
}

}  // namespace cgt::db
