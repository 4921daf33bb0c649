// Methods of every object, of sets, lists and maps, and enumerations that no other part needs.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "lang/library/core.hpp"
#include "lang/values/collections.hpp"
#include "lang/values/function.hpp"
#include "lang/values/map_entry.hpp"

namespace cgt::lang {
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

Value replaced(Context& c, const Value& set, const Value& from, const Value& to) {
  if (!set.as_set().contains(from)) return set;
  Items items = set.as_set().items;
  std::replace(items.begin(), items.end(), from, to);
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

  sets.add("Replaced(old, new)", "With one element in the place of another.",
           "{1,2}.Replaced(2, 5) --> {1,5}",
           [](Context& c, Arguments a) { return replaced(c, a[0], a[1], a[2]); });
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
              items.erase(items.begin(), items.begin() + n);
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
  for (const char* owner : {"Enum", "Icon", "Player", "OutcomeClass", "Symmetry", "String"}) {
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
