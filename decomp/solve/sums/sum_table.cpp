#include "decomp/solve/sums/sum_table.hpp"

#include <typeindex>
#include <typeinfo>

namespace cgt::solve {
namespace {

// Of the record of the key, which is made if there is none, in the shard of that number; true: it was made.
template <class Table, class Key>
auto find_or_make(Table& table, const Key& key, std::size_t key_bytes) {
  const auto [at, fresh] = table.index.try_emplace(key, nullptr);
  if (fresh) {
    at->second = &table.records.emplace_back();
    table.key_bytes += key_bytes;
  }
  return std::pair(at->second, fresh);
}

}  // namespace

class SumTable::Kind {
 public:
  // A graph of positions, and what is known of each node.
  struct Shard {
    mutable std::mutex mutex;
    std::unique_ptr<AnyGraph> graph;
    std::deque<Component> records;
  };

  Kind(const AnyGraph& graph, std::size_t the_number)
      : type(typeid(graph)), number(static_cast<Number>(the_number)) {
    for (Shard& shard : shards) shard.graph = graph.new_graph();
  }

  const std::type_index type;
  const Number number;
  std::array<Shard, kShards> shards;
};

SumTable::SumTable() = default;
SumTable::~SumTable() = default;

std::size_t SumTable::KeyHash::operator()(const Key& key) const {
  std::uint64_t hash = key.size();
  for (const std::uint64_t word : key) hash = mix(hash, word);
  return static_cast<std::size_t>(hash);
}

std::size_t SumTable::WordHash::operator()(std::uint64_t word) const {
  return static_cast<std::size_t>(mix(word, 0x73756d));
}

SumTable::Kind& SumTable::kind(const AnyGraph& graph) {
  const std::lock_guard lock(kinds_mutex_);
  const std::type_info& type = typeid(graph);
  for (Kind& kind : kinds_) {
    if (kind.type == type) return kind;
  }
  return kinds_.emplace_back(graph, kinds_.size());
}

SumTable::Component& SumTable::component(Kind& kind, const AnyGraph& graph, NodeId node) {
  const std::size_t number = mix(graph.hash(node), 0x636f6d70) % kShards;
  Kind::Shard& shard = kind.shards[number];
  const std::lock_guard lock(shard.mutex);
  const NodeId at = shard.graph->node_of(graph, node);
  if (at == shard.records.size()) {
    shard.records.emplace_back((std::uint64_t{kind.number} << 32U | at) * kShards + number);
  }
  return shard.records[at];
}

SumTable::Set& SumTable::set(const Key& parts) {
  const std::size_t shard = KeyHash()(parts) % kShards;
  auto& table = sets_[shard];
  const std::lock_guard lock(table.mutex);
  const auto [set, fresh] = find_or_make(table, parts, parts.size() * sizeof(std::uint64_t));
  if (fresh) set->number = static_cast<Number>((table.records.size() - 1) * kShards + shard);
  return *set;
}

SumTable::Sum& SumTable::sum(const Set& parts, GameId game) {
  const std::uint64_t key = std::uint64_t{parts.number} << 32U | game.word();
  auto& table = sums_[WordHash()(key) % kShards];
  const std::lock_guard lock(table.mutex);
  return *find_or_make(table, key, 0).first;
}

std::uint64_t SumTable::sums() const {
  std::uint64_t count = 0;
  for (const auto& table : sums_) {
    const std::lock_guard lock(table.mutex);
    count += table.records.size();
  }
  return count;
}

std::uint64_t SumTable::bytes() const {
  std::uint64_t sum = 0;
  const auto add = [&](const auto& tables, std::size_t record) {
    for (const auto& table : tables) {
      const std::lock_guard lock(table.mutex);
      sum += table.key_bytes + table.records.size() * record;
    }
  };
  constexpr std::size_t kSlot = sizeof(void*) + 4;  // of an index, with what is free
  const std::lock_guard lock(kinds_mutex_);
  for (const Kind& kind : kinds_) {
    for (const Kind::Shard& shard : kind.shards) {
      const std::lock_guard shard_lock(shard.mutex);
      sum += shard.graph->bytes() + shard.records.size() * sizeof(Component);
    }
  }
  add(sets_, sizeof(Set) + sizeof(Key) + kSlot);
  add(sums_, sizeof(Sum) + sizeof(std::uint64_t) + kSlot);
  return sum;
}

}  // namespace cgt::solve
