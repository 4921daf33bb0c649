// MutableList, MutableSet, MutableMap.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "lang/library/core.hpp"
#include "lang/values/collections.hpp"
#include "lang/values/mutable.hpp"

namespace cgt::lang {
namespace {

using Items = std::vector<Value>;

void check_size(std::size_t size) {
  if (size > kMaxCollection) {
    throw Error("this collection is too large", fmt::format("at most {} elements", kMaxCollection));
  }
}

std::string joined(Context& context, const char* name, const Items& items,
                   const PrintStyle& style) {
  std::string out = fmt::format("{}(", name);
  for (std::size_t i = 0; i < items.size(); ++i) {
    check_printed(context, out);
    if (i > 0) out += ", ";
    out += format(context, items[i], style);
  }
  return out + ')';
}

class MutableList final : public MutableObject {
 public:
  const char* class_name() const override { return "MutableList"; }
  const char* base_class() const override { return "Collection"; }
  std::string to_text(Context& context, const PrintStyle& style) const override {
    return joined(context, "MutableList", items, style);
  }
  bool elements(Context&, Items& out) const override {
    out = items;
    return true;
  }
  std::optional<Value> at(Context& context, std::span<const Value> indices) const override {
    return items[position(context, indices.size() == 1 ? indices[0] : Value(), items.size())];
  }
  void release(Items& out) const override {
    std::move(items.begin(), items.end(), std::back_inserter(out));
    items.clear();
  }
  // From 0; `end` is one more than the last that is allowed.
  static std::size_t position(Context& context, const Value& v, std::size_t end) {
    const std::int64_t n = context.integer(v, "the index of a list");
    if (n < 1 || static_cast<std::uint64_t>(n) > end) {
      throw Error(fmt::format("index {} is out of range", n),
                  end == 0 ? "it is empty" : fmt::format("indices go from 1 to {}", end));
    }
    return static_cast<std::size_t>(n) - 1;
  }
  mutable Items items;
};

class MutableSet final : public MutableObject {
 public:
  const char* class_name() const override { return "MutableSet"; }
  const char* base_class() const override { return "Collection"; }
  Items sorted(Context& context) const {
    return make_set(context, {items.begin(), items.end()}).as_set().items;
  }
  std::string to_text(Context& context, const PrintStyle& style) const override {
    return joined(context, "MutableSet", sorted(context), style);
  }
  bool elements(Context& context, Items& out) const override {
    out = sorted(context);
    return true;
  }
  void release(Items& out) const override {
    out.insert(out.end(), items.begin(), items.end());
    items.clear();
  }
  mutable FlatSet<Value, ValueHash> items;
};

class MutableMap final : public MutableObject {
 public:
  const char* class_name() const override { return "MutableMap"; }
  const char* base_class() const override { return "Collection"; }
  Value frozen(Context& context) const {
    return make_map(context, {entries.begin(), entries.end()});
  }
  std::string to_text(Context& context, const PrintStyle& style) const override {
    return joined(context, "MutableMap", map_entries(frozen(context)), style);
  }
  bool elements(Context& context, Items& out) const override {
    out = map_entries(frozen(context));
    return true;
  }
  std::optional<Value> at(Context& context, std::span<const Value> indices) const override {
    const auto found = indices.size() == 1 ? entries.find(indices[0]) : entries.end();
    if (found == entries.end())
      throw Error(fmt::format("the map has no key {}", context.text(indices[0])));
    return found->second;
  }
  void release(Items& out) const override {
    for (const auto& [key, value] : entries) {
      out.push_back(key);
      out.push_back(value);
    }
    entries.clear();
  }
  mutable FlatMap<Value, Value, ValueHash> entries;
};

const MutableList& list_of(const Value& v) { return *v.as_native<MutableList>(); }
const MutableSet& set_of(const Value& v) { return *v.as_native<MutableSet>(); }
const MutableMap& map_of(const Value& v) { return *v.as_native<MutableMap>(); }

// A new object that the session knows.
template <class T>
T* owned(Context& c) {
  T* object = new T;
  c.own(*object);
  return object;
}
Value as_value(const Object* object) {
  return Value::object(Kind::kNative, CountedPointer<const Object>(object));
}

void add_all(Context& c, const MutableList& list, const Value& more) {
  if (more.is_nothing()) return;
  Items items = c.elements(more, "MutableList");
  check_size(list.items.size() + items.size());
  std::move(items.begin(), items.end(), std::back_inserter(list.items));
}
void add_all(Context& c, const MutableSet& set, const Value& more) {
  if (more.is_nothing()) return;
  for (Value& v : c.elements(more, "MutableSet")) {
    c.budget().charge();
    set.items.insert(std::move(v));
  }
  check_size(set.items.size());
}
void put_all(Context& c, const MutableMap& map, const Value& more) {
  if (more.is_nothing()) return;
  const auto* other = more.as_native<MutableMap>();
  if (other == nullptr && more.kind() != Kind::kMap) {
    throw Error(fmt::format("a map is needed, not {}", more.described()), "{1 => 2, 3 => 4}");
  }
  const Value frozen = other == nullptr ? more : other->frozen(c);
  for (const auto& [key, value] : frozen.as_map().entries) {
    c.budget().charge();
    map.entries.insert_or_assign(key, value);
  }
  check_size(map.entries.size());
}

template <class T, class F>
Value made(Context& c, const Value& content, F&& fill) {
  T* object = owned<T>(c);
  Value value = as_value(object);
  fill(c, *object, content);
  return value;
}

void register_mutable_lists(Registry& registry) {
  const Rows functions(registry, "");
  const Rows rows(registry, "MutableList");
  functions.add("MutableList(elements?)", "A list that can be changed.",
                "MutableList([3,4]) --> MutableList(3, 4)", [](Context& c, Arguments a) {
                  return made<MutableList>(
                      c, a[0],
                      [](Context& k, const MutableList& l, const Value& v) { add_all(k, l, v); });
                });
  rows.add("Add(element)", "Appends x.", "MutableList([1]).Add(2) --> MutableList(1, 2)",
           [](Context&, Arguments a) {
             check_size(list_of(a[0]).items.size() + 1);
             list_of(a[0]).items.push_back(a[1]);
             return a[0];
           });
  rows.add("AddAll(elements)", "Appends all elements of a collection.",
           "MutableList([1]).AddAll({2}) --> MutableList(1, 2)", [](Context& c, Arguments a) {
             add_all(c, list_of(a[0]), a[1]);
             return a[0];
           });
  rows.add("Clear", "Removes all elements.", "MutableList([1]).Clear --> MutableList()",
           [](Context&, Arguments a) {
             Items old;
             list_of(a[0]).release(old);
             return a[0];
           });
  rows.add("InsertAt(index, x)", "Puts x before the element at the index.",
           "MutableList([1]).InsertAt(1, 0) --> MutableList(0, 1)", [](Context& c, Arguments a) {
             Items& items = list_of(a[0]).items;
             check_size(items.size() + 1);
             const std::size_t at = MutableList::position(c, a[1], items.size() + 1);
             items.insert(items.begin() + static_cast<std::ptrdiff_t>(at), a[2]);
             return a[0];
           });
  for (const char* name : {"Put", "Update"}) {
    rows.add(fmt::format("{}(index, x)", name), "Replaces the element at the index.",
             fmt::format("MutableList([1,2]).{}(2, 5) --> MutableList(1, 5)", name),
             [](Context& c, Arguments a) {
               Items& items = list_of(a[0]).items;
               items[MutableList::position(c, a[1], items.size())] = a[2];
               return a[0];
             });
  }
  rows.add("Remove(element)", "Removes the first element equal to x, if there is one.",
           "MutableList([1,2]).Remove(1) --> MutableList(2)", [](Context&, Arguments a) {
             Items& items = list_of(a[0]).items;
             const auto found = std::find(items.begin(), items.end(), a[1]);
             if (found != items.end()) items.erase(found);
             return a[0];
           });
  rows.add("RemoveAll(elements)", "Removes each of them once, as Remove does.",
           "MutableList([1,2,1]).RemoveAll([1,2]) --> MutableList(1)", [](Context& c, Arguments a) {
             Items& items = list_of(a[0]).items;
             for (const Value& x : c.elements(a[1], "RemoveAll")) {
               c.budget().charge(1 + items.size() / 64);
               const auto found = std::find(items.begin(), items.end(), x);
               if (found != items.end()) items.erase(found);
             }
             return a[0];
           });
  rows.add("RemoveAt(index)", "Removes the element at the index and gives it.",
           "MutableList([1,2]).RemoveAt(1) --> 1", [](Context& c, Arguments a) {
             Items& items = list_of(a[0]).items;
             const auto at = items.begin() + static_cast<std::ptrdiff_t>(
                                                 MutableList::position(c, a[1], items.size()));
             Value removed = std::move(*at);
             items.erase(at);
             return removed;
           });
  // While a script compares, it may change the list: a copy is sorted.
  rows.add("Sort", "Brings it into print order.", "MutableList([2,1]).Sort --> MutableList(1, 2)",
           [](Context& c, Arguments a) {
             Items items = list_of(a[0]).items;
             sort_items(c, items,
                        [&](const Value& x, const Value& y) { return print_order(c, x, y) < 0; });
             list_of(a[0]).items = std::move(items);
             return a[0];
           });
  rows.add("SortWith(fn)", "Sorts by f(x, y): negative if x comes first.",
           "MutableList([1,2]).SortWith((x, y) -> y - x) --> MutableList(2, 1)",
           [](Context& c, Arguments a) {
             Items items = list_of(a[0]).items;
             sort_with(c, items, a[1], "SortWith");
             list_of(a[0]).items = std::move(items);
             return a[0];
           });
}

void register_mutable_sets(Registry& registry) {
  const Rows functions(registry, "");
  const Rows rows(registry, "MutableSet");
  functions.add("MutableSet(elements?)", "A set that can be changed.",
                "MutableSet([4,3]) --> MutableSet(3, 4)", [](Context& c, Arguments a) {
                  return made<MutableSet>(
                      c, a[0],
                      [](Context& k, const MutableSet& s, const Value& v) { add_all(k, s, v); });
                });
  rows.add("Add(element)", "Adds x.", "MutableSet([1]).Add(2) --> MutableSet(1, 2)",
           [](Context&, Arguments a) {
             set_of(a[0]).items.insert(a[1]);
             check_size(set_of(a[0]).items.size());
             return a[0];
           });
  rows.add("AddAll(elements)", "Adds all elements of a collection.",
           "MutableSet([1]).AddAll([2]) --> MutableSet(1, 2)", [](Context& c, Arguments a) {
             add_all(c, set_of(a[0]), a[1]);
             return a[0];
           });
  rows.add("Clear", "Removes all elements.", "MutableSet([1]).Clear --> MutableSet()",
           [](Context&, Arguments a) {
             Items old;
             set_of(a[0]).release(old);
             return a[0];
           });
  rows.add("Remove(element)", "Removes x, if it is an element.",
           "MutableSet([1,2]).Remove(1) --> MutableSet(2)", [](Context&, Arguments a) {
             set_of(a[0]).items.erase(a[1]);
             return a[0];
           });
  rows.add("RemoveAll(elements)", "Removes all of them.",
           "MutableSet([1,2,3]).RemoveAll([1,3]) --> MutableSet(2)", [](Context& c, Arguments a) {
             for (const Value& x : c.elements(a[1], "RemoveAll")) set_of(a[0]).items.erase(x);
             return a[0];
           });
  rows.add("Contains(element)", "Is x an element?", "MutableSet([1]).Contains(1) --> true",
           [](Context&, Arguments a) { return Value::boolean(set_of(a[0]).items.contains(a[1])); });
}

void register_mutable_maps(Registry& registry) {
  const Rows functions(registry, "");
  const Rows rows(registry, "MutableMap");
  functions.add("MutableMap(entries?)", "A map that can be changed.",
                "MutableMap({3 => true}) --> MutableMap(3 => true)", [](Context& c, Arguments a) {
                  return made<MutableMap>(
                      c, a[0],
                      [](Context& k, const MutableMap& m, const Value& v) { put_all(k, m, v); });
                });
  rows.add("Put(key, value)", "Sets the value of a key.",
           "MutableMap().Put(3, true) --> MutableMap(3 => true)", [](Context&, Arguments a) {
             map_of(a[0]).entries.insert_or_assign(a[1], a[2]);
             check_size(map_of(a[0]).entries.size());
             return a[0];
           });
  rows.add("PutAll(entries)", "Sets the values of all keys of a map.",
           "MutableMap().PutAll({3 => true}) --> MutableMap(3 => true)",
           [](Context& c, Arguments a) {
             put_all(c, map_of(a[0]), a[1]);
             return a[0];
           });
  rows.add("Get(key, otherwise?)", "The value of a key, or `otherwise`.",
           "MutableMap({3 => 4}).Get(5, 0) --> 0", [](Context&, Arguments a) {
             const auto found = map_of(a[0]).entries.find(a[1]);
             return found == map_of(a[0]).entries.end() ? a[2] : found->second;
           });
  rows.add("Remove(key)", "Removes the entry of a key, if there is one.",
           "MutableMap({3 => 4}).Remove(3) --> MutableMap()", [](Context&, Arguments a) {
             map_of(a[0]).entries.erase(a[1]);
             return a[0];
           });
  rows.add("RemoveAll(keys)", "Removes the entries of some keys.",
           "MutableMap({3 => 4, 5 => 6}).RemoveAll([3]) --> MutableMap(5 => 6)",
           [](Context& c, Arguments a) {
             for (const Value& key : c.elements(a[1], "RemoveAll")) map_of(a[0]).entries.erase(key);
             return a[0];
           });
  rows.add("Clear", "Removes all entries.", "MutableMap({3 => 4}).Clear --> MutableMap()",
           [](Context&, Arguments a) {
             Items old;
             map_of(a[0]).release(old);
             return a[0];
           });
  rows.add("ContainsKey(key)", "Is there an entry for the key?",
           "MutableMap({3 => 4}).ContainsKey(3) --> true", [](Context&, Arguments a) {
             return Value::boolean(map_of(a[0]).entries.contains(a[1]));
           });
  rows.add("Keys", "The keys, as a set.", "MutableMap({3 => 4}).Keys --> {3}",
           [](Context& c, Arguments a) {
             Items keys;
             for (const auto& entry : map_of(a[0]).entries) keys.push_back(entry.first);
             return make_set(c, std::move(keys));
           });
  rows.add("Values", "The values, as a set.", "MutableMap({3 => 4}).Values --> {4}",
           [](Context& c, Arguments a) {
             Items values;
             for (const auto& entry : map_of(a[0]).entries) values.push_back(entry.second);
             return make_set(c, std::move(values));
           });
  rows.add("Entries", "The entries, as a set.", "MutableMap({3 => 4}).Entries --> {3 => 4}",
           [](Context& c, Arguments a) { return make_set(c, c.elements(a[0], "Entries")); });
  rows.add("ToMap", "What it holds now, as a map.", "MutableMap({3 => 4}).ToMap --> {3 => 4}",
           [](Context& c, Arguments a) { return map_of(a[0]).frozen(c); });
}

}  // namespace

void register_mutables(Registry& registry) {
  register_mutable_lists(registry);
  register_mutable_sets(registry);
  register_mutable_maps(registry);
}

}  // namespace cgt::lang
