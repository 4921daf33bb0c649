#include "decomp/db/table.hpp"

#include "cgt/support/hash.hpp"

namespace cgt::db {
namespace {

std::string_view read_text(const char* bytes) {
  std::uint32_t size = 0;
  std::memcpy(&size, bytes, sizeof size);
  return {bytes + sizeof size, size};
}

void append_text(std::vector<char>& block, std::string_view text) {
  const auto size = static_cast<std::uint32_t>(text.size());  // SQLite holds nothing of 2^31 bytes
  const auto* bytes = reinterpret_cast<const char*>(&size);
  block.insert(block.end(), bytes, bytes + sizeof size);
  block.insert(block.end(), text.begin(), text.end());
}

}  // namespace

std::size_t Table::Hash::operator()(const Key& key) const {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(key.component.data());
  return static_cast<std::size_t>(
      hash_bytes({bytes, key.component.size()}, static_cast<std::uint64_t>(key.kind)));
}

const char* Table::bytes_at(std::uint64_t place) const {
  return blocks_[place >> 32].data() + (place & 0xffffffff);
}

Table::Key Table::key(std::uint64_t place) const {
  const char* bytes = bytes_at(place);
  return {static_cast<Kind>(*bytes), read_text(bytes + 1)};
}

void Table::append(Kind kind, std::string_view component, std::string_view payload) {
  constexpr std::size_t kBlock = std::size_t{1} << 20;
  const std::size_t size = 1 + 2 * sizeof(std::uint32_t) + component.size() + payload.size();
  if (blocks_.empty() || blocks_.back().capacity() - blocks_.back().size() < size) {
    blocks_.emplace_back().reserve(std::max(kBlock, size));
    block_bytes_ += blocks_.back().capacity();
  }
  std::vector<char>& block = blocks_.back();
  const std::uint64_t place = std::uint64_t{blocks_.size() - 1} << 32 | block.size();
  block.push_back(static_cast<char>(kind));
  append_text(block, component);
  append_text(block, payload);
  index_.insert(place);
}

Table::Table(const Database& file, std::string_view ruleset, std::span<const Kind> kinds,
             const std::function<void()>& step) {
  const Database::Snapshot snapshot(file);
  const std::optional<StoredRuleset> stored = file.find(ruleset);
  if (!stored) return;
  file.for_each(*stored, [&](const Row& row) {
    if (step) step();
    if (std::ranges::find(kinds, row.kind) == kinds.end()) return;
    append(row.kind, row.component, row.payload);
  });
}

void Table::add(const Record& record) {
  if (!find(record.kind, record.component)) append(record.kind, record.component, record.payload);
}

std::optional<std::string_view> Table::find(Kind kind, std::string_view component) const {
  const auto found = index_.find(Key{kind, component});
  if (found == index_.end()) return std::nullopt;
  return read_text(bytes_at(*found) + 1 + sizeof(std::uint32_t) + component.size());
}

}  // namespace cgt::db
