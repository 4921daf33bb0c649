// Making, ordering and printing collections.
//
// Print order of values: Nothing, numbers ascending, other games (cgt/text order), enum members,
// booleans, strings, then coordinates, lists, sets, maps by their elements, forms by their text.
#pragma once

#include <string>
#include <vector>

#include "cgt/text/text.hpp"
#include "lang/context.hpp"

namespace cgt::lang {

// Elements of a range, which are made one by one. A list of them has at most kMaxCollection.
inline constexpr std::uint64_t kMaxRange = 20'000'000;
// Bytes of one printed value.
inline constexpr std::size_t kMaxPrinted = std::size_t{32} << 20U;

// <0, 0, >0; 0 only for equal values (functions and native objects: equal order, kept as they
// come).
int print_order(Context& context, const Value& a, const Value& b);
Value make_set(Context& context, std::vector<Value> items);
// Later entries replace earlier ones of the same key.
Value make_map(Context& context, std::vector<std::pair<Value, Value>> entries);
// Requires numbers; throws Error for a step of 0 or a range that is too long.
Value make_range(const Value& first, const Value& last, const Value* step);
// Elements, without a copy where there is a vector already. Null: not a collection with a vector.
const std::vector<Value>* items_of(const Value& value);
// Elements of a list, set, range or coordinates, of a map its keys and values in turn; none of anything
// else.
std::vector<Value> flat_items(const Value& value);

// Charges the budget, and throws Error when a text that is being made has become too long: what
// shares parts may print exponentially long.
void check_printed(Context& context, const std::string& text);
// `quoted` false prints a string (not one inside a collection) without quotes.
std::string format(Context& context, const Value& value, const PrintStyle& style,
                   bool quoted = true);

// An entry of a map as a value: what loops over a map see. Class MapEntry; e.Key, e.Value, also
// e[1], e[2]; prints as "key => value".

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
