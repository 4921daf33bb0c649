#include "decomp/solve/sums/shared/decided_sums.hpp"

#include <functional>

#include "cgt/support/memory/hash.hpp"

namespace cgt::solve {

DecidedSums::DecidedSums() = default;
DecidedSums::~DecidedSums() = default;

std::size_t DecidedSums::KeyHash::operator()(const Key& key) const {
  std::uint64_t hash = key.size();
  for (const std::uint64_t word : key) hash = mix(hash, word);
  return static_cast<std::size_t>(hash);
}

DecidedSums::Number DecidedSums::number(const std::type_info& type, const std::string& text) {
  const std::string name = std::string(type.name()) + '\n' + text;
  const std::size_t shard = std::hash<std::string>()(name) % kShards;
  Names& names = names_[shard];
  const std::lock_guard lock(names.mutex);
  const auto fresh = static_cast<Number>(names.values.size() * kShards + shard);
  const auto [at, inserted] = names.numbers.try_emplace(name, fresh);
  if (inserted) {
    names.values.emplace_back();
    names.text_bytes += name.size();
  }
  return at->second;
}

GameId DecidedSums::value(Number component) const {
  const Names& names = names_[component % kShards];
  const std::lock_guard lock(names.mutex);
  return names.values[component / kShards];
}

void DecidedSums::set_value(Number component, GameId value) {
  Names& names = names_[component % kShards];
  const std::lock_guard lock(names.mutex);
  names.values[component / kShards] = value;
}

std::optional<bool> DecidedSums::wins(const Key& sum) const {
  const Sums& sums = sums_[KeyHash()(sum) % kShards];
  const std::lock_guard lock(sums.mutex);
  const auto found = sums.wins.find(sum);
  if (found == sums.wins.end()) return std::nullopt;
  return found->second;
}

void DecidedSums::decide(const Key& sum, bool wins) {
  Sums& sums = sums_[KeyHash()(sum) % kShards];
  const std::lock_guard lock(sums.mutex);
  if (sums.wins.try_emplace(sum, wins).second) sums.words += sum.size();
}

std::uint64_t DecidedSums::sums() const {
  std::uint64_t count = 0;
  for (const Sums& sums : sums_) {
    const std::lock_guard lock(sums.mutex);
    count += sums.wins.size();
  }
  return count;
}

std::uint64_t DecidedSums::bytes() const {
  std::uint64_t sum = 0;
  for (const Names& names : names_) {
    const std::lock_guard lock(names.mutex);
    sum += names.text_bytes + names.numbers.size() * (sizeof(std::string) + 8) +
           names.values.capacity() * sizeof(GameId);
  }
  for (const Sums& sums : sums_) {
    const std::lock_guard lock(sums.mutex);
    sum += sums.words * sizeof(std::uint64_t) + sums.wins.size() * (sizeof(Key) + 16);
  }
  return sum;
}

}  // namespace cgt::solve
