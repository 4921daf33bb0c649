#include "lang/values/collections.hpp"

#include <fmt/format.h>

#include "lang/values/class.hpp"
#include "lang/values/function.hpp"
#include "lang/values/loopy.hpp"
#include "lang/values/token.hpp"
#include "lang/values/transfinite.hpp"

namespace cgt::lang {

namespace {

int rank(const Value& v) {
  switch (v.kind()) {
    case Kind::kNothing: return 0;
    case Kind::kInteger:
    case Kind::kRational: return 1;
    case Kind::kGame: return 2;
    case Kind::kEnum: return 3;
    case Kind::kBoolean: return 4;
    case Kind::kString: return 5;
    case Kind::kCoordinates: return 6;
    case Kind::kList:
    case Kind::kRange: return 7;
    case Kind::kSet: return 8;
    case Kind::kMap: return 9;
    case Kind::kNative: return infinity_sign(v) != 0 || is_transfinite(v) ? 1 : 10;
    case Kind::kInstance: return 11;
    default: return 12 + static_cast<int>(v.kind());
  }
}

int sign_of(bool less, bool greater) { return less ? -1 : greater ? 1 : 0; }

void check_count(std::uint64_t count) {
  if (count > kMaxCollection) {
    throw Error("this collection is too large", fmt::format("at most {} elements", kMaxCollection));
  }
}

int ordered(Context& context, const Value& a, const Value& b) {
  if (a == b) return 0;
  if (rank(a) != rank(b)) return rank(a) - rank(b);
  if (rank(a) == 1 && (a.kind() == Kind::kNative || b.kind() == Kind::kNative)) {
    if (infinity_sign(a) != 0 || infinity_sign(b) != 0) return infinity_sign(a) - infinity_sign(b);
    return transfinite_compare(context, a, b) == Relation::kLess ? -1 : 1;
  }
  switch (a.kind()) {
    case Kind::kInteger:
    case Kind::kRational: {
      const auto x = a.small_integer();
      const auto y = b.small_integer();
      if (x && y) return sign_of(*x < *y, *y < *x);
      return sign_of(a.as_rational() < b.as_rational(), b.as_rational() < a.as_rational());
    }
    case Kind::kGame: {
      std::vector<GameId> pair{a.as_game(), b.as_game()};
      sort_for_print(context.store(), pair);
      return pair[0] == a.as_game() ? -1 : 1;
    }
    case Kind::kEnum: {
      const EnumMember& x = a.as_enum();
      const EnumMember& y = b.as_enum();
      const int types = std::string_view(x.type->name).compare(y.type->name);
      return types != 0 ? types : x.ordinal - y.ordinal;
    }
    case Kind::kBoolean: return static_cast<int>(a.as_boolean()) - static_cast<int>(b.as_boolean());
    case Kind::kString: return a.as_string().compare(b.as_string());
    case Kind::kList:
    case Kind::kRange:
    case Kind::kCoordinates:
    case Kind::kSet:
    case Kind::kMap: {
      const std::vector<Value> x = flat_items(a);
      const std::vector<Value> y = flat_items(b);
      for (std::size_t i = 0; i < std::min(x.size(), y.size()); ++i) {
        if (const int order = ordered(context, x[i], y[i]); order != 0) return order;
      }
      return sign_of(x.size() < y.size(), y.size() < x.size());
    }
    case Kind::kInstance: {
      const InstanceObject& x = as_instance(a);
      const InstanceObject& y = as_instance(b);
      if (x.type != y.type) return x.type->path.compare(y.type->path);
      if (x.type->is_mutable) return 0;
      for (std::size_t i = 0; i < x.fields.size(); ++i) {
        if (const int order = ordered(context, x.fields[i], y.fields[i]); order != 0) return order;
      }
      return 0;
    }
    case Kind::kNative: {
      const auto* g = a.as_native<LoopyObject>();
      const auto* h = b.as_native<LoopyObject>();
      if (g != nullptr && h != nullptr && g->value.is_stopper() && h->value.is_stopper())
        return print_order(context, *g, *h);
      // By text: the words of forms tell when they were made.
      const auto& x = static_cast<const NativeObject&>(*a.object());
      const auto& y = static_cast<const NativeObject&>(*b.object());
      const int classes = std::string_view(x.class_name()).compare(y.class_name());
      if (classes != 0 || x.is_mutable()) return classes;
      return format(context, a, {}).compare(format(context, b, {}));
    }
    default: return 0;
  }
}

void write(Context& context, const Value& v, const PrintStyle& style, std::string& out);

void write_items(Context& context, const std::vector<Value>& items, const PrintStyle& style,
                 std::string& out) {
  bool first = true;
  for (const Value& item : items) {
    if (!first) out += ',';
    first = false;
    check_printed(context, out);
    write(context, item, style, out);
  }
}

// Mutable collections can hold each other, so their depth is only known here.
void write_native(Context& context, const NativeObject& native, const PrintStyle& style,
                  std::string& out) {
  struct Level {
    explicit Level(std::uint32_t& d) : depth(d) { ++depth; }
    ~Level() { --depth; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;
    std::uint32_t& depth;
  } level(context.text_depth);
  if (level.depth > kMaxCollectionDepth) {
    throw Error("these collections are nested too deeply to print");
  }
  out += native.to_text(context, style);
}

void write(Context& context, const Value& v, const PrintStyle& style, std::string& out) {
  switch (v.kind()) {
    case Kind::kNothing: out += "Nothing"; return;
    case Kind::kBoolean: out += v.as_boolean() ? "true" : "false"; return;
    case Kind::kInteger: out += std::to_string(v.as_int64()); return;
    case Kind::kRational: out += to_string(v.as_rational()); return;
    case Kind::kGame: out += to_text(context.store(), v.as_game(), style); return;
    case Kind::kEnum: out += v.as_enum().name; return;
    case Kind::kString: out += quote(v.as_string()); return;
    case Kind::kFunction: {
      const FunctionObject& f = v.as_function();
      out += f.builtin == nullptr ? unparse(*f.prototype->node) : f.name();
      return;
    }
    case Kind::kNative:
      write_native(context, static_cast<const NativeObject&>(*v.object()), style, out);
      return;
    case Kind::kRange: {
      const RangeObject& r = v.as_range();
      write(context, r.first, style, out);
      out += "..";
      write(context, r.last, style, out);
      if (r.explicit_step) {
        out += "..";
        write(context, r.step, style, out);
      }
      return;
    }
    case Kind::kList:
      out += '[';
      write_items(context, v.as_list(), style, out);
      out += ']';
      return;
    case Kind::kCoordinates:
      out += '(';
      write_items(context, v.coordinate_items(), style, out);
      out += ')';
      return;
    case Kind::kSet:
      out += '{';
      write_items(context, v.as_set().items, style, out);
      out += '}';
      return;
    case Kind::kMap: {
      if (v.as_map().entries.empty()) {
        out += "{=>}";
        return;
      }
      out += '{';
      bool first = true;
      for (const auto& [key, value] : v.as_map().entries) {
        if (!first) out += ", ";
        first = false;
        check_printed(context, out);
        write(context, key, style, out);
        out += " => ";
        write(context, value, style, out);
      }
      out += '}';
      return;
    }
    case Kind::kClass: out += "⟪" + as_class(v).type->path + "⟫"; return;
    case Kind::kInstance: out += context.instance_text(v, style); return;
    case Kind::kInternal: out += "<internal>"; return;
  }
}

}  // namespace

std::vector<Value> flat_items(const Value& v) {
  switch (v.kind()) {
    case Kind::kList: return v.as_list();
    case Kind::kCoordinates: return v.coordinate_items();
    case Kind::kSet: return v.as_set().items;
    case Kind::kRange: {
      check_count(v.as_range().size);
      std::vector<Value> items;
      for (std::uint64_t i = 0; i < v.as_range().size; ++i) items.push_back(v.as_range().at(i));
      return items;
    }
    case Kind::kMap: {
      std::vector<Value> items;
      for (const auto& [key, value] : v.as_map().entries) {
        items.push_back(key);
        items.push_back(value);
      }
      return items;
    }
    default: return {};
  }
}

void check_printed(Context& context, const std::string& text) {
  context.budget().charge();
  if (text.size() > kMaxPrinted) throw Error("this value is too long to print");
}

int print_order(Context& context, const Value& a, const Value& b) { return ordered(context, a, b); }

Value make_set(Context& context, std::vector<Value> items) {
  check_count(items.size());
  auto set = CountedPointer<SetObject>(new SetObject);
  set->index.reserve(items.size());
  for (Value& item : items) {
    set->hold(item);
    if (set->index.emplace(item, 0).second) set->items.push_back(std::move(item));
  }
  std::stable_sort(set->items.begin(), set->items.end(), [&](const Value& a, const Value& b) {
    context.budget().charge();
    return print_order(context, a, b) < 0;
  });
  for (std::size_t i = 0; i < set->items.size(); ++i) {
    set->index[set->items[i]] = static_cast<std::uint32_t>(i);
  }
  return Value::object(Kind::kSet, std::move(set));
}

Value make_map(Context& context, std::vector<std::pair<Value, Value>> entries) {
  check_count(entries.size());
  auto map = CountedPointer<MapObject>(new MapObject);
  for (auto& entry : entries) {
    map->hold(entry.first);
    map->hold(entry.second);
    const auto [it, fresh] =
        map->index.emplace(entry.first, static_cast<std::uint32_t>(map->entries.size()));
    if (fresh)
      map->entries.push_back(std::move(entry));
    else
      map->entries[it->second].second = std::move(entry.second);
  }
  const auto before = [&](const auto& a, const auto& b) {
    context.budget().charge();
    return print_order(context, a.first, b.first) < 0;
  };
  if (std::is_sorted(map->entries.begin(), map->entries.end(), before))
    return Value::object(Kind::kMap, std::move(map));
  std::stable_sort(map->entries.begin(), map->entries.end(), before);
  for (std::size_t i = 0; i < map->entries.size(); ++i) {
    map->index[map->entries[i].first] = static_cast<std::uint32_t>(i);
  }
  return Value::object(Kind::kMap, std::move(map));
}

Value make_range(const Value& first, const Value& last, const Value* step) {
  if (!first.is_number() || !last.is_number() || (step != nullptr && !step->is_number())) {
    throw Error("a range a..b..step consists of numbers");
  }
  auto range = CountedPointer<RangeObject>(new RangeObject);
  range->first = first;
  range->last = last;
  range->step = step == nullptr ? Value::integer(1) : *step;
  range->explicit_step = step != nullptr;
  const Rational by = range->step.as_rational();
  if (by == 0) throw Error("the step of a range is not 0");
  const Rational steps = (last.as_rational() - first.as_rational()) / by;
  if (steps >= 0) {
    if (steps >= Rational(kMaxRange)) {
      throw Error("this range is too long", fmt::format("at most {} elements", kMaxRange));
    }
    const Integer whole = numerator(steps) / denominator(steps);
    range->size = static_cast<std::uint64_t>(whole) + 1;
  }
  return Value::object(Kind::kRange, std::move(range));
}

const std::vector<Value>* items_of(const Value& value) {
  switch (value.kind()) {
    case Kind::kList: return &value.as_list();
    case Kind::kSet: return &value.as_set().items;
    default: return nullptr;
  }
}

std::string format(Context& context, const Value& value, const PrintStyle& style, bool quoted) {
  if (!quoted && value.kind() == Kind::kString) return value.as_string();
  std::string out;
  write(context, value, style, out);
  return out;
}

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
