// An entry of a map as a value: what loops over a map see. Class MapEntry; e.Key, e.Value, also
// e[1], e[2]; prints as "key => value".
#pragma once

#include <vector>

#include "lang/context.hpp"

namespace cgt::lang {

class MapEntryObject final : public NativeObject {
 public:
  MapEntryObject(Value k, Value v);
  const char* class_name() const override { return "MapEntry"; }
  std::string to_text(Context& context, const PrintStyle& style) const override;
  bool equals(const NativeObject& other) const override;
  void parts(std::vector<Value>& out) const override { out = {key, value}; }
  std::uint64_t hash() const override { return cached_hash; }
  std::uint32_t nesting() const override { return depth; }
  std::optional<Value> at(Context& context, std::span<const Value> indices) const override;
  const Value key;
  const Value value;
  const std::uint32_t depth;
  const std::uint64_t cached_hash;
};

// Requires a kMap.
std::vector<Value> map_entries(const Value& map);

}  // namespace cgt::lang
