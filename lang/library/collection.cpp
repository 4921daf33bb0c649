// Collections.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "lang/library/core.hpp"
#include "lang/values/arithmetic.hpp"
#include "lang/values/collections.hpp"
#include "lang/values/function.hpp"

namespace cgt::lang {

namespace {

using Items = std::vector<Value>;

bool truth(const Value& v, const char* what) {
  if (v.kind() == Kind::kBoolean) return v.as_boolean();
  throw Error(
      fmt::format("the function given to {} must return a Boolean, not {}", what, v.described()));
}

Value call1(Context& c, const Value& f, const Value& x) { return c.call(f, {&x, 1}); }

// A collection of the same kind: a set stays a set, all else becomes a list.
Value same_kind(Context& c, const Value& like, Items items) {
  const auto is_entry = [](const Value& v) { return v.as_native<MapEntryObject>() != nullptr; };
  if (like.kind() == Kind::kMap && std::ranges::all_of(items, is_entry)) {
    std::vector<std::pair<Value, Value>> entries;
    for (const Value& item : items) {
      const auto* entry = item.as_native<MapEntryObject>();
      entries.emplace_back(entry->key, entry->value);
    }
    return make_map(c, std::move(entries));
  }
  return like.kind() == Kind::kSet ? make_set(c, std::move(items)) : Value::list(std::move(items));
}

Items nonempty(Context& c, const Value& v, const char* what) {
  Items items = c.elements(v, what);
  if (items.empty()) throw Error(fmt::format("{} of an empty collection", what));
  return items;
}

Value sum(Context& c, const Value& v) {
  const Items items = nonempty(c, v, "Sum");
  Value total = items[0];
  for (std::size_t i = 1; i < items.size(); ++i) total = add(c, total, items[i]);
  return total;
}

// The first element that is >= (sign 1) or <= (sign -1) all others.
Value extreme(Context& c, const Value& v, int sign, const char* what) {
  const Items items = nonempty(c, v, what);
  Value best = items[0];
  for (std::size_t i = 1; i < items.size(); ++i) {
    c.budget().charge();
    const Relation r = compare(c, items[i], best);
    if (r == Relation::kFuzzy) {
      throw Error(fmt::format("{}: {} and {} are confused with each other", what, c.text(items[i]),
                              c.text(best)));
    }
    if (r == (sign > 0 ? Relation::kGreater : Relation::kLess)) best = items[i];
  }
  return best;
}

Value mex(Context& c, const Value& v) {
  const Items items = c.elements(v, "Mex");
  std::vector<bool> seen(items.size() + 1, false);
  for (const Value& item : items) {
    const auto n = item.small_integer();
    if (n && *n >= 0 && static_cast<std::uint64_t>(*n) < seen.size())
      seen[static_cast<std::size_t>(*n)] = true;
  }
  const auto free = std::find(seen.begin(), seen.end(), false);
  return Value::integer(free - seen.begin());
}

void flatten(Context& c, const Value& v, Items& out) {
  for (const Value& item : c.elements(v, "Flattened")) {
    if (item.kind() == Kind::kList || item.kind() == Kind::kSet || item.kind() == Kind::kRange)
      flatten(c, item, out);
    else
      out.push_back(item);
  }
}

std::uint64_t size_of(Context& c, const Value& v) {
  switch (v.kind()) {
    case Kind::kRange: return v.as_range().size;
    case Kind::kMap: return v.as_map().entries.size();
    case Kind::kCoordinates:
    case Kind::kNative: return c.elements(v, "Size").size();
    default: return items_of(v)->size();
  }
}

bool contains(Context& c, const Value& v, const Value& x) {
  if (v.kind() == Kind::kSet) return v.as_set().contains(x);
  const Items items = c.elements(v, "Contains");
  return std::find(items.begin(), items.end(), x) != items.end();
}

std::size_t position(Context& c, const Value& v, std::size_t size, const char* what) {
  const std::int64_t n = c.integer(v, what);
  if (n < 1 || static_cast<std::uint64_t>(n) > size) {
    throw Error(fmt::format("{}: index {} is out of range", what, n),
                fmt::format("indices go from 1 to {}", size));
  }
  return static_cast<std::size_t>(n) - 1;
}

// A method of collections and a function; `elements` stand in the brackets of the example.
void add_both(Registry& registry, std::string_view name, std::string_view doc,
              std::string_view elements, std::string_view result,
              const std::function<Value(Context&, const Value&)>& f) {
  const Builtin::Function function = [f](Context& c, Arguments a) { return f(c, a[0]); };
  const bool loop = elements.find(" for ") != std::string_view::npos;
  const std::string list = fmt::format("[{}]", elements);
  Rows(registry, "Collection")
      .add(name, doc, fmt::format("{}.{} --> {}", list, name, result), function);
  Rows(registry, "")
      .add(fmt::format("{}(collection)", name), doc,
           fmt::format("{}({}) --> {}", name, loop ? elements : list, result), function);
}

void register_totals(Registry& registry) {
  add_both(registry, "Sum", "Sum of the elements.", "n^2 for n from 1 to 3", "14", sum);
  add_both(registry, "Max", "The greatest element.", "3,1,2", "3",
           [](Context& c, const Value& v) { return extreme(c, v, 1, "Max"); });
  add_both(registry, "Min", "The least element.", "3,1,2", "1",
           [](Context& c, const Value& v) { return extreme(c, v, -1, "Min"); });
  add_both(registry, "Mex", "The least integer >= 0 that is not an element.", "0,1,3", "2", mex);
}

// What there is in a collection, and others of its kind.
void register_elements(Registry& registry) {
  const Rows rows(registry, "Collection");
  rows.add("Size", "How many elements there are.", "{1,2,1}.Size --> 2",
           [](Context& c, Arguments a) {
             return Value::integer(static_cast<std::int64_t>(size_of(c, a[0])));
           });
  rows.add("IsEmpty", "Has it no element?", "[].IsEmpty --> true",
           [](Context& c, Arguments a) { return Value::boolean(size_of(c, a[0]) == 0); });
  rows.add("Contains(element)", "Is x an element?", "[1,2] Contains 2 --> true",
           [](Context& c, Arguments a) { return Value::boolean(contains(c, a[0], a[1])); });
  rows.add("Adjoin(element)", "With x as one more element.", "[1,2] Adjoin 3 --> [1,2,3]",
           [](Context& c, Arguments a) {
             Items items = c.elements(a[0], "Adjoin");
             items.push_back(a[1]);
             return same_kind(c, a[0], std::move(items));
           });
  rows.add("Concat(elements)", "With the elements of the other collection.",
           "[1] Concat [2] --> [1,2]", [](Context& c, Arguments a) {
             Items items = c.elements(a[0], "Concat");
             for (Value& v : c.elements(a[1], "Concat")) items.push_back(std::move(v));
             return same_kind(c, a[0], std::move(items));
           });
  rows.add("Flattened", "The elements of the collections in it, at any depth.",
           "[[1],[2,3]].Flattened --> [1,2,3]", [](Context& c, Arguments a) {
             Items items;
             flatten(c, a[0], items);
             return same_kind(c, a[0], std::move(items));
           });
  rows.add("Head", "The first element.", "[1,2,3].Head --> 1",
           [](Context& c, Arguments a) { return nonempty(c, a[0], "Head")[0]; });
  rows.add("Tail", "All but the first element.", "[1,2,3].Tail --> [2,3]",
           [](Context& c, Arguments a) {
             Items items = nonempty(c, a[0], "Tail");
             items.erase(items.begin());
             return same_kind(c, a[0], std::move(items));
           });
  rows.add("ToList", "The elements as a list.", "{2,1}.ToList --> [1,2]",
           [](Context& c, Arguments a) {
             if (a[0].kind() == Kind::kList || a[0].kind() == Kind::kRange) return a[0];
             return Value::list(c.elements(a[0], "ToList"));
           });
  rows.add("ToSet", "The elements as a set.", "[2,1,2].ToSet --> {1,2}",
           [](Context& c, Arguments a) { return make_set(c, c.elements(a[0], "ToSet")); });
}

// What calls a function with each element.
void register_loops(Registry& registry) {
  const Rows rows(registry, "Collection");
  rows.add("Apply(fn)", "f of every element.", "[1,2].Apply(x -> x^2) --> [1,4]",
           [](Context& c, Arguments a) {
             Items items = c.elements(a[0], "Apply");
             for (Value& v : items) v = call1(c, a[1], v);
             return same_kind(c, a[0], std::move(items));
           });
  rows.add("ForEach(fn)", "Calls f with every element.", "[1,2].ForEach(x -> Print(x^2)); --> 1\n4",
           [](Context& c, Arguments a) {
             for (const Value& v : c.elements(a[0], "ForEach")) call1(c, a[1], v);
             return Value();
           });
  rows.add("Filter(predicate)", "The elements for which f is true.",
           "[1,2,3].Filter(x -> x > 1) --> [2,3]", [](Context& c, Arguments a) {
             Items kept;
             for (const Value& v : c.elements(a[0], "Filter")) {
               if (truth(call1(c, a[1], v), "Filter")) kept.push_back(v);
             }
             return same_kind(c, a[0], std::move(kept));
           });
  rows.add("Find(predicate)", "The first element for which f is true, or Nothing.",
           "[1,2,3].Find(x -> x > 1) --> 2", [](Context& c, Arguments a) {
             for (const Value& v : c.elements(a[0], "Find")) {
               if (truth(call1(c, a[1], v), "Find")) return v;
             }
             return Value();
           });
  rows.add("Exists(predicate)", "Is f true for some element?", "[1,2].Exists(x -> x > 1) --> true",
           [](Context& c, Arguments a) {
             for (const Value& v : c.elements(a[0], "Exists")) {
               if (truth(call1(c, a[1], v), "Exists")) return Value::boolean(true);
             }
             return Value::boolean(false);
           });
  rows.add("ForAll(predicate)", "Is f true for every element?",
           "[1,2].ForAll(x -> x > 1) --> false", [](Context& c, Arguments a) {
             for (const Value& v : c.elements(a[0], "ForAll")) {
               if (!truth(call1(c, a[1], v), "ForAll")) return Value::boolean(false);
             }
             return Value::boolean(true);
           });
  rows.add("Count(predicate)", "For how many elements is f true?", "[1,2].Count(x -> x > 1) --> 1",
           [](Context& c, Arguments a) {
             std::int64_t count = 0;
             for (const Value& v : c.elements(a[0], "Count"))
               count += truth(call1(c, a[1], v), "Count") ? 1 : 0;
             return Value::integer(count);
           });
}

void register_lists(Registry& registry) {
  const Rows rows(registry, "List");
  rows.add("Length", "How many elements there are.", "[5,6].Length --> 2",
           [](Context& c, Arguments a) {
             return Value::integer(static_cast<std::int64_t>(size_of(c, a[0])));
           });
  rows.add("Distinct", "Each element once, in order.", "[5,6,5].Distinct --> [5,6]",
           [](Context& c, Arguments a) {
             FlatMap<Value, bool, ValueHash> seen;
             Items kept;
             for (const Value& v : c.elements(a[0], "Distinct")) {
               if (seen.emplace(v, true).second) kept.push_back(v);
             }
             return Value::list(std::move(kept));
           });
  rows.add("Grouped(n)", "Lists of n elements in a row.", "[1,2,3].Grouped(2) --> [[1,2],[3]]",
           [](Context& c, Arguments a) {
             const std::int64_t n = c.integer(a[1], "Grouped");
             if (n < 1) throw Error("Grouped needs an integer >= 1");
             Items groups;
             Items group;
             for (const Value& v : c.elements(a[0], "Grouped")) {
               group.push_back(v);
               if (group.size() == static_cast<std::size_t>(n))
                 groups.push_back(Value::list(std::exchange(group, {})));
             }
             if (!group.empty()) groups.push_back(Value::list(std::move(group)));
             return Value::list(std::move(groups));
           });
  rows.add("IndexOf(element)", "Index of the first element equal to x, or 0.",
           "[5,6].IndexOf(6) --> 2", [](Context& c, Arguments a) {
             const Items items = c.elements(a[0], "IndexOf");
             const auto it = std::find(items.begin(), items.end(), a[1]);
             return Value::integer(it == items.end() ? 0 : it - items.begin() + 1);
           });
  rows.add("Sorted", "In ascending print order: numbers by size, strings by letters, ...",
           "[3,1,2].Sorted --> [1,2,3]", [](Context& c, Arguments a) {
             Items items = c.elements(a[0], "Sorted");
             sort_items(c, items,
                        [&](const Value& x, const Value& y) { return print_order(c, x, y) < 0; });
             return Value::list(std::move(items));
           });
  rows.add("SortedWith(fn)", "Sorted by f(x, y): negative if x comes first.",
           "[1,3,2].SortedWith((x, y) -> y - x) --> [3,2,1]", [](Context& c, Arguments a) {
             Items items = c.elements(a[0], "SortedWith");
             sort_with(c, items, a[1], "SortedWith");
             return Value::list(std::move(items));
           });
  rows.add("Take(n)", "The first n elements.", "[1,2,3].Take(2) --> [1,2]",
           [](Context& c, Arguments a) {
             Items items = c.elements(a[0], "Take");
             const std::int64_t n = std::max<std::int64_t>(0, c.integer(a[1], "Take"));
             if (static_cast<std::uint64_t>(n) < items.size())
               items.resize(static_cast<std::size_t>(n));
             return Value::list(std::move(items));
           });
  rows.add("Sublist(first, last)", "Elements from .. to, both included.",
           "[5,6,7].Sublist(2, 3) --> [6,7]", [](Context& c, Arguments a) {
             const Items items = c.elements(a[0], "Sublist");
             const std::size_t from = position(c, a[1], items.size(), "Sublist");
             const std::size_t to = position(c, a[2], items.size(), "Sublist");
             if (to < from) return Value::list({});
             return Value::list(Items(items.begin() + static_cast<std::ptrdiff_t>(from),
                                      items.begin() + static_cast<std::ptrdiff_t>(to) + 1));
           });
  rows.add("Updated(index, value)", "With x at the index.", "[5,6].Updated(2, 9) --> [5,9]",
           [](Context& c, Arguments a) {
             Items items = c.elements(a[0], "Updated");
             items[position(c, a[1], items.size(), "Updated")] = a[2];
             return Value::list(std::move(items));
           });
}

void register_sets(Registry& registry) {
  const Rows rows(registry, "Set");
  rows.add("Union(that)", "Elements of one or both.", "{1,2} Union {2,3} --> {1,2,3}",
           [](Context& c, Arguments a) {
             Items items = c.elements(a[0], "Union");
             for (Value& v : c.elements(a[1], "Union")) items.push_back(std::move(v));
             return make_set(c, std::move(items));
           });
  rows.add("Intersection(that)", "Elements of both.", "{1,2} Intersection {2,3} --> {2}",
           [](Context& c, Arguments a) {
             Items kept;
             for (const Value& v : c.elements(a[1], "Intersection")) {
               if (a[0].as_set().contains(v)) kept.push_back(v);
             }
             return make_set(c, std::move(kept));
           });
}

void register_ranges(Registry& registry) {
  const Rows ranges = Rows(registry, "Range").on("(1..6..2)");
  ranges.add("Start", "Where it starts.", "Start --> 1",
             [](Context&, Arguments a) { return a[0].as_range().first; });
  ranges.add("End", "The end that it does not go beyond.", "End --> 6",
             [](Context&, Arguments a) { return a[0].as_range().last; });
  ranges.add("Step", "How far an element is from the one before.", "Step --> 2",
             [](Context&, Arguments a) { return a[0].as_range().step; });
}

void register_maps(Registry& registry) {
  const Rows rows(registry, "Map");
  rows.add("Keys", "The keys, as a set.", "{1 => 2}.Keys --> {1}", [](Context& c, Arguments a) {
    Items items;
    for (const auto& entry : a[0].as_map().entries) items.push_back(entry.first);
    return make_set(c, std::move(items));
  });
  rows.add("Values", "The values, as a set.", "{1 => 2}.Values --> {2}",
           [](Context& c, Arguments a) {
             Items items;
             for (const auto& entry : a[0].as_map().entries) items.push_back(entry.second);
             return make_set(c, std::move(items));
           });
  rows.add(
      "ContainsKey(key)", "Is there an entry for the key?", "{1 => 2} ContainsKey 1 --> true",
      [](Context&, Arguments a) { return Value::boolean(a[0].as_map().find(a[1]) != nullptr); });
  rows.add("Reversed", "Values to keys.", "{1 => 2}.Reversed --> {2 => 1}",
           [](Context& c, Arguments a) {
             std::vector<std::pair<Value, Value>> entries;
             for (const auto& [key, value] : a[0].as_map().entries)
               entries.emplace_back(value, key);
             return make_map(c, std::move(entries));
           });
  rows.add("Updated(key, value?)", "With one more entry, or with all entries of a map.",
           "{1 => 2}.Updated(3, 4) --> {1 => 2, 3 => 4}", [](Context& c, Arguments a) {
             std::vector<std::pair<Value, Value>> entries = a[0].as_map().entries;
             if (a[1].kind() == Kind::kMap && a[2].is_nothing()) {
               for (const auto& entry : a[1].as_map().entries) entries.push_back(entry);
             } else {
               entries.emplace_back(a[1], a[2]);
             }
             return make_map(c, std::move(entries));
           });
}

}  // namespace

void sort_items(Context& c, Items& items,
                const std::function<bool(const Value&, const Value&)>& less) {
  Items other(items.size());
  for (std::size_t width = 1; width < items.size(); width *= 2) {
    for (std::size_t low = 0; low < items.size(); low += 2 * width) {
      const std::size_t middle = std::min(low + width, items.size());
      const std::size_t high = std::min(low + 2 * width, items.size());
      std::size_t i = low;
      std::size_t j = middle;
      for (std::size_t k = low; k < high; ++k) {
        c.budget().charge();
        const bool take_right = j < high && (i >= middle || less(items[j], items[i]));
        other[k] = take_right ? items[j++] : items[i++];
      }
    }
    std::swap(items, other);
  }
}

void sort_with(Context& c, std::vector<Value>& items, const Value& f, const char* what) {
  sort_items(c, items, [&](const Value& x, const Value& y) {
    const Value pair[] = {x, y};
    const Value order = c.call(f, pair);
    if (!order.is_number()) {
      throw Error(fmt::format("the function given to {} must return a number, not {}", what,
                              order.described()));
    }
    return order.as_rational() < 0;
  });
}

void register_collections(Registry& registry) {
  register_totals(registry);
  register_elements(registry);
  register_loops(registry);
  register_lists(registry);
  register_sets(registry);
  register_ranges(registry);
  register_maps(registry);
}

// Methods of every object, of sets, lists and maps, and enumerations that no other part needs.

namespace {

using Items = std::vector<Value>;

// Pictures of squares and pieces that rulesets name in their Icons.
EnumType make_icons(const EnumType& self) {
  constexpr std::array kNames{"BlackStone",  "WhiteStone",  "GreyStone",   "BlackKing",
                              "WhiteKing",   "BlackQueen",  "WhiteQueen",  "BlackRook",
                              "WhiteRook",   "BlackBishop", "WhiteBishop", "BlackKnight",
                              "WhiteKnight", "BlackPawn",   "WhitePawn",   "Blank"};
  EnumType out{"Icon", {}};
  for (const char* name : kNames)
    out.members.push_back({&self, name, static_cast<int>(out.members.size())});
  return out;
}
const EnumType& icon_type() {
  static const EnumType type = make_icons(type);
  return type;
}

// By one element, or by a map of elements to others; all at once.
Value replaced(Context& c, Arguments a) {
  const bool by_map = a[2].is_nothing() && a[1].kind() == Kind::kMap;
  if (a[2].is_nothing() && !by_map)
    throw Error(fmt::format("Replaced needs a map, not {}", a[1].described()), "{1 => 2}");
  Items items = a[0].as_set().items;
  for (Value& item : items) {
    c.budget().charge();
    const Value* other = by_map ? a[1].as_map().find(item) : item == a[1] ? &a[2] : nullptr;
    if (other != nullptr) item = Value(*other);
  }
  return make_set(c, std::move(items));
}

}  // namespace

void register_more(Registry& registry) {
  const Rows objects(registry, "Object");
  const Rows maps(registry, "Map");
  const Rows entry_rows(registry, "MapEntry");
  const Rows sets(registry, "Set");
  const Rows lists(registry, "List");
  objects.add("EnclosingObject", "The object that its class belongs to; most have none.",
              "3.EnclosingObject --> Nothing", [](Context&, Arguments) { return Value(); });

  maps.add("Entries", "The entries, as a set.", "{1 => 2}.Entries --> {1 => 2}",
           [](Context& c, Arguments a) { return make_set(c, map_entries(a[0])); });
  const auto entry = [](const Value& v) -> const MapEntryObject& {
    return *v.as_native<MapEntryObject>();
  };
  entry_rows.add("Key", "What the entry is found by.", "[e.Key for e in {1 => 2}] --> [1]",
                 [entry](Context&, Arguments a) { return entry(a[0]).key; });
  entry_rows.add("Value", "What belongs to the key.", "[e.Value for e in {1 => 2}] --> [2]",
                 [entry](Context&, Arguments a) { return entry(a[0]).value; });

  sets.add("Replaced(old, new?)",
           "With one element in the place of another, or by a map of elements to others.",
           "{1,2}.Replaced({2 => 5}) --> {1,5}", replaced);
  sets.add("Difference(other)", "The elements that are not in the other one.",
           "{1,2} Difference {2,3} --> {1}", [](Context& c, Arguments a) {
             const Value other = make_set(c, c.elements(a[1], "Difference"));
             Items kept;
             for (const Value& v : a[0].as_set().items) {
               if (!other.as_set().contains(v)) kept.push_back(v);
             }
             return make_set(c, std::move(kept));
           });
  lists.add("Reversed", "In the opposite order.", "[1,2,3].Reversed --> [3,2,1]",
            [](Context& c, Arguments a) {
              Items items = c.elements(a[0], "Reversed");
              std::reverse(items.begin(), items.end());
              return Value::list(std::move(items));
            });
  lists.add("Drop(n)", "All but the first n elements.", "[1,2,3].Drop(2) --> [3]",
            [](Context& c, Arguments a) {
              Items items = c.elements(a[0], "Drop");
              const std::int64_t n = std::clamp<std::int64_t>(
                  c.integer(a[1], "Drop"), 0, static_cast<std::int64_t>(items.size()));
              items.erase(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(n));
              return Value::list(std::move(items));
            });

  Rows(registry, "Function")
      .add("ParameterCount", "How many parameters it has.",
           "((x, y) -> x + y).ParameterCount --> 2", [](Context&, Arguments a) {
             const FunctionObject& f = a[0].as_function();
             const std::size_t count = f.builtin != nullptr ? f.builtin->parameters.size()
                                                            : f.prototype->parameters.size();
             return Value::integer(static_cast<std::int64_t>(count));
           });
  for (const char* owner : {"Enum", "Icon", "Player", "OutcomeClass", "Symmetry", "Color",
                            "CompoundType", "Side", "String"}) {
    Rows(registry, owner)
        .add("Literal", "Its name; of a string, the string.", "Left.Literal --> \"Left\"",
             [](Context&, Arguments a) {
               if (a[0].kind() == Kind::kString) return a[0];
               return Value::string(a[0].as_enum().name);
             });
  }
  for (const EnumMember& member : icon_type().members) {
    registry.add(
        Constant{fmt::format("Icon.{}", member.name), "A picture.", Value::member(member)});
  }
}

}  // namespace cgt::lang
