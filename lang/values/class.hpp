// Classes and their instances.
//
// A class is made when its declaration is compiled: its members, also the inherited ones, lie in
// one table by symbol, and every field has a fixed place in the instance. So code that names a
// member of its own class or of a class around it needs no look-up by name.
//
// Invariants
//   1. The fields of a class begin with those of its first base; other bases have no fields. So a
//      field has one place in a class and in all classes derived from it.
//   2. An instance of a class that is not `mutable` does not change once its constructor has
//      returned; it is equal to every instance of the class with equal fields and equal outer
//      instance, and its hash is computed once. A mutable instance is equal to itself only.
//   3. Classes live as long as the Globals they were compiled for (or as an instance of them).
#pragma once

#include <boost/intrusive/list.hpp>

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "lang/value.hpp"
#include "lang/values/function.hpp"

namespace cgt::lang {

struct ClassInfo;

struct Member {
  enum class Kind : std::uint8_t {
    kField,
    kMethod,    // overloads, some of which may be static
    kVariable,  // static var: cell
    kClass,     // nested class
    kConstant,  // of an enum: value
  };
  Kind kind = Kind::kMethod;
  bool is_private = false;
  bool is_property = false;  // no version was declared with brackets
  bool is_static = false;    // some version is static
  const ClassInfo* owner = nullptr;
  std::uint32_t field = 0;
  std::vector<CountedPointer<const FunctionObject>> overloads;
  const Member* inherited = nullptr;  // what it overrides: more overloads
  CountedPointer<CellObject> cell;
  const ClassInfo* nested = nullptr;
  Value value;
};

// Which board a game of the class is played on: its text is read by the char map of the ruleset, of
// a graph by its labels.
enum class BoardKind : std::uint8_t { kNone, kGrid, kStrip, kGraph };

struct ClassInfo final : Object {
  std::string name;  // "Position"
  std::string path;  // "Clobber.Position", "game.Integer"
  bool is_mutable = false;
  bool has_brackets = false;  // class X(...): calling it makes an instance
  bool is_singleton = false;
  bool is_enum = false;
  bool is_game = false;     // derived from Game
  bool is_ruleset = false;  // derived from Ruleset: calling an instance makes a Position
  bool is_native = false;   // known without a declaration
  bool is_value = false;    // native: its instances are told apart by value_class()
  bool is_library = false;  // of the library of the language
  BoardKind board = BoardKind::kNone;
  mutable const char* known_name = nullptr;  // of native values that were found to belong to it
  const ClassInfo* outer = nullptr;          // the class around it
  std::vector<const ClassInfo*> ancestry;    // the class itself, then its bases, nearest first
  std::vector<std::string> owners;           // of the rows of the registry it understands
  FlatMap<std::uint32_t, std::shared_ptr<Member>> members;
  std::vector<std::string> fields;             // names, by place
  std::vector<std::uint32_t> settled;          // fields that only the constructor sets
  CountedPointer<const FunctionObject> maker;  // the constructor; null: takes no arguments
  std::vector<std::string> parameters;         // of the constructor, those that have a field
  std::size_t plain_fields = 0;                // > 0: the constructor only stores so many arguments
  EnumType enumeration{};                      // is_enum
  std::deque<std::string> constant_names;

  const Member* find(std::uint32_t symbol) const {
    const auto it = members.find(symbol);
    return it == members.end() ? nullptr : it->second.get();
  }
  bool derives_from(const ClassInfo* other) const;
};

// A class as a value; nested classes know the instance around them.
struct ClassValue final : Object {
  ClassValue(const ClassInfo* c, Value o) : type(c), outer(std::move(o)) {}
  CountedPointer<const ClassInfo> type;
  Value outer;
};

struct InstanceObject : CollectionObject {
  explicit InstanceObject(const ClassInfo* c) : type(c) {}
  CountedPointer<const ClassInfo> type;
  Value outer;
  mutable SmallVector<Value, 1> fields;  // written by constructors, or of a mutable class
  mutable std::uint64_t cached_hash = 0;

  std::uint64_t hash() const { return cached_hash != 0 ? cached_hash : make_hash(); }

 private:
  std::uint64_t make_hash() const;
};

// Of a mutable class. Instances may hold each other, and themselves, so the session empties those
// that are alive when its scope ends, as it does with the objects of mutable.hpp.
struct MutableInstance final
    : InstanceObject,
      boost::intrusive::list_base_hook<boost::intrusive::link_mode<boost::intrusive::auto_unlink>> {
  using InstanceObject::InstanceObject;
  // Moves the values of all fields to `out`.
  void release(std::vector<Value>& out) const;
};
using MutableInstances =
    boost::intrusive::list<MutableInstance, boost::intrusive::constant_time_size<false>>;

Value class_value(const ClassInfo* type, Value outer = {});
inline const ClassValue& as_class(const Value& v) {
  return static_cast<const ClassValue&>(*v.object());
}
inline const InstanceObject& as_instance(const Value& v) {
  return static_cast<const InstanceObject&>(*v.object());
}
inline bool is_instance(const Value& v) { return v.kind() == Kind::kInstance; }
// Null unless the value is an instance of a class of a script, or a member of its enum.
const ClassInfo* script_class(const Value& v);
// A position of a ruleset in a script.
inline bool is_position(const Value& v) { return is_instance(v) && as_instance(v).type->is_game; }

}  // namespace cgt::lang
