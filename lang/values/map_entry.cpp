#include "lang/values/map_entry.hpp"

#include <algorithm>

#include "cgt/support/error.hpp"
#include "cgt/support/hash.hpp"
#include "lang/values/collections.hpp"

namespace cgt::lang {

MapEntryObject::MapEntryObject(Value k, Value v)
    : key(std::move(k)),
      value(std::move(v)),
      depth(std::max(nesting_with({&key, 1}), nesting_with({&value, 1}))),
      cached_hash(mix(key.hash(), value.hash())) {}

std::string MapEntryObject::to_text(Context& context, const PrintStyle& style) const {
  return format(context, key, style) + " => " + format(context, value, style);
}

bool MapEntryObject::equals(const NativeObject& other) const {
  return dynamic_cast<const MapEntryObject*>(&other) != nullptr;
}

std::optional<Value> MapEntryObject::at(Context& context, std::span<const Value> indices) const {
  const std::int64_t i =
      indices.size() == 1 ? context.integer(indices[0], "the index of an entry") : 0;
  if (i != 1 && i != 2) throw Error("an entry has two parts", "e[1] is the key, e[2] the value");
  return i == 1 ? key : value;
}

std::vector<Value> map_entries(const Value& map) {
  std::vector<Value> out;
  for (const auto& [key, value] : map.as_map().entries)
    out.push_back(Value::native<MapEntryObject>(key, value));
  return out;
}

}  // namespace cgt::lang
