// Value: what a script computes with. Immutable, cheap to copy, one representation per value.
//
// Representation: a kind and one word, which is a plain word or the address of a counted object.
//   kNothing, kBoolean  the word
//   kInteger            an int64 in the word
//   kRational           a cgt::Rational object: every other number (larger integers, fractions)
//   kGame               a GameId of the session's Store: every short game that is NOT a number
//   kEnum               address of a static EnumMember (Player, OutcomeClass, ...)
//   kCoordinates        two int32 in the word; a ListObject only where they do not fit
//   all others          an intrusively counted, immutable Object
// Invariants
//   1. A number that fits int64 is never a kRational; a number is never a kGame; coordinates that
//      fit the word are in it. So plain words are equal iff the values are, and arithmetic on
//      numbers never touches the Store.
//   2. Objects never change after they are shared; hashes are computed once. The exception is
//      kInternal (iterators and list builders of the VM), which scripts can never hold.
//
// Thread rule: values belong to the thread of their Session; counts are not atomic.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "cgt/number/rational.hpp"
#include "cgt/store/store.hpp"
#include "cgt/support/containers.hpp"
#include "cgt/support/counted_pointer.hpp"
#include "cgt/text/text.hpp"

namespace cgt::lang {

class Context;
class Value;

// "an Integer", "a List".
CGT_API std::string with_article(const std::string& name);

using Cell = std::pair<std::int32_t, std::int32_t>;  // row and column from 1, or a direction

enum class Kind : std::uint8_t {
  kNothing,
  kBoolean,
  kInteger,
  kRational,
  kGame,
  kEnum,
  kString,
  kList,
  kSet,
  kMap,
  kRange,
  kCoordinates,
  kFunction,
  kNative,
  kClass,     // a class, perhaps bound to the instance around it
  kInstance,  // of a class of a script
  kInternal,
};

class CGT_API Object {
 public:
  Object() = default;
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;
  virtual ~Object() = default;
  // How deep the collections in it are nested, itself included; 0: it holds no values.
  virtual std::uint32_t nesting() const { return 0; }
  bool is_shared() const { return count_ > 1; }

 private:
  friend void add_reference(const Object* object) { ++object->count_; }
  friend void release_reference(const Object* object) {
    if (--object->count_ == 0) destroy(object);
  }
  // Beyond some depth with a queue, not by recursion: chains of objects may be long.
  static void destroy(const Object* object);
  mutable std::uint32_t count_ = 0;
};

// An object of a native class: thermographs, Go boards, whatever a package brings. Its methods are
// rows of the registry whose `owner` is class_name().
class CGT_API NativeObject : public Object {
 public:
  virtual const char* class_name() const = 0;
  virtual std::string to_text(Context& context, const PrintStyle& style) const = 0;
  // Equality and hash of values; by default an object is equal to itself only. Objects that hold
  // values give them as parts(), and leave comparing those to the caller: parts may be shared.
  virtual void parts(std::vector<Value>& out) const;
  virtual bool equals(const NativeObject& other) const { return this == &other; }
  virtual std::uint64_t hash() const { return reinterpret_cast<std::uintptr_t>(this); }
  // object[indices]; empty if it cannot be indexed so.
  virtual std::optional<Value> at(Context& context, std::span<const Value> indices) const;
  // A class whose methods it understands too ("Collection"), or null.
  virtual const char* base_class() const { return nullptr; }
  // Other classes that it is an instance of, by name.
  virtual bool belongs_to(std::string_view /*class_name*/) const { return false; }
  // What loops and the methods of collections see. False: it is not a collection.
  virtual bool elements(Context& context, std::vector<Value>& out) const;
  // object(arguments); `names` holds the names of named ones, "" for the others, or is empty.
  // Throws Error: by default an object cannot be called.
  virtual Value call(Context& context, std::span<const Value> arguments,
                     std::span<const std::string> names) const;
  // Do its elements change? Then it has no place in the print order.
  virtual bool is_mutable() const { return false; }
};

struct EnumType;
struct CGT_API EnumMember {
  const EnumType* type;
  const char* name;
  int ordinal;  // from 0
};
struct CGT_API EnumType {
  const char* name;
  std::vector<EnumMember> members;
  const struct ClassInfo* script_class = nullptr;  // if a script declares it
};
CGT_API const EnumType& player_type();
CGT_API const EnumType& outcome_type();

struct ListObject;
struct SetObject;
struct MapObject;
struct RangeObject;
struct FunctionObject;

class CGT_API Value {
 public:
  Value() = default;
  Value(const Value& other) : kind_(other.kind_), counted_(other.counted_), word_(other.word_) {
    if (counted_) add_reference(pointer());
  }
  Value(Value&& other) noexcept
      : kind_(std::exchange(other.kind_, Kind::kNothing)),
        counted_(std::exchange(other.counted_, false)),
        word_(std::exchange(other.word_, 0)) {}
  Value& operator=(const Value& other) {
    Value(other).swap(*this);
    return *this;
  }
  Value& operator=(Value&& other) noexcept {
    Value(std::move(other)).swap(*this);
    return *this;
  }
  ~Value() {
    if (counted_) release_reference(pointer());
  }
  void swap(Value& other) noexcept {
    std::swap(kind_, other.kind_);
    std::swap(counted_, other.counted_);
    std::swap(word_, other.word_);
  }

  static Value boolean(bool b) { return Value(Kind::kBoolean, b ? 1 : 0); }
  static Value integer(std::int64_t n) {
    return Value(Kind::kInteger, static_cast<std::uint64_t>(n));
  }
  static Value rational(const Rational& x);
  static Value number(const Dyadic& x);
  static Value game(const Store& store, GameId g);
  static Value player(Player player);
  static Value outcome(OutcomeClass outcome);
  static Value member(const EnumMember& member) {
    return Value(Kind::kEnum, reinterpret_cast<std::uintptr_t>(&member));
  }
  static Value string(std::string text);
  static Value list(std::vector<Value> items);
  // Requires integers.
  static Value coordinates(std::vector<Value> items);
  static Value coordinates(Cell cell) {
    return Value(Kind::kCoordinates,
                 (std::uint64_t{static_cast<std::uint32_t>(cell.first)} << 32U) |
                     static_cast<std::uint32_t>(cell.second));
  }
  static Value object(Kind kind, CountedPointer<const Object> object) {
    Value v(kind, reinterpret_cast<std::uintptr_t>(object.get()));
    v.counted_ = object != nullptr;
    object.detach();
    return v;
  }
  template <class T, class... Args>
  static Value native(Args&&... args) {
    return object(Kind::kNative, CountedPointer<const Object>(new T(std::forward<Args>(args)...)));
  }

  Kind kind() const { return kind_; }
  bool is_nothing() const { return kind_ == Kind::kNothing; }
  bool is_number() const { return kind_ == Kind::kInteger || kind_ == Kind::kRational; }
  // Requires the kind in the name.
  bool as_boolean() const { return word_ != 0; }
  std::int64_t as_int64() const { return static_cast<std::int64_t>(word_); }
  GameId as_game() const { return GameId::from_word(static_cast<std::uint32_t>(word_)); }
  const EnumMember& as_enum() const { return *reinterpret_cast<const EnumMember*>(word_); }
  const std::string& as_string() const;
  const std::vector<Value>& as_list() const;
  const SetObject& as_set() const;
  const MapObject& as_map() const;
  const RangeObject& as_range() const;
  const FunctionObject& as_function() const;
  // Requires is_number().
  Rational as_rational() const;
  // The native object of class T, or null.
  template <class T>
  const T* as_native() const {
    return kind_ == Kind::kNative ? dynamic_cast<const T*>(object()) : nullptr;
  }
  // Null for a plain word.
  const Object* object() const { return counted_ ? pointer() : nullptr; }

  bool is_integer() const;
  // Empty unless this is an integer that fits int64.
  std::optional<std::int64_t> small_integer() const {
    if (kind_ != Kind::kInteger) return std::nullopt;
    return as_int64();
  }
  // Empty unless these are two coordinates that fit 32 bits each.
  std::optional<Cell> as_cell() const {
    if (kind_ != Kind::kCoordinates || counted_) return std::nullopt;
    return Cell{static_cast<std::int32_t>(word_ >> 32U), static_cast<std::int32_t>(word_)};
  }
  // Requires kCoordinates.
  std::vector<Value> coordinate_items() const;
  // Empty unless this is a Player.
  std::optional<Player> as_player() const;
  // "Integer", "List", ...: the class a person would name.
  std::string class_name() const;
  // The same with its article: "an Integer", "a List".
  std::string described() const { return with_article(class_name()); }

  // Equality of values, as `==` in scripts: games by value, collections by content, a range equals
  // the list of its elements.
  CGT_API friend bool operator==(const Value& a, const Value& b);
  std::uint64_t hash() const;

 private:
  Value(Kind kind, std::uint64_t word) : kind_(kind), word_(word) {}
  const Object* pointer() const { return reinterpret_cast<const Object*>(word_); }

  Kind kind_ = Kind::kNothing;
  bool counted_ = false;  // the word is the address of an object
  std::uint64_t word_ = 0;
};

// Coordinates of two small integers.
inline std::optional<Cell> small_cell(const Value& first, const Value& second) {
  const auto x = first.small_integer();
  const auto y = second.small_integer();
  if (!x || !y || !std::in_range<std::int32_t>(*x) || !std::in_range<std::int32_t>(*y))
    return std::nullopt;
  return Cell{static_cast<std::int32_t>(*x), static_cast<std::int32_t>(*y)};
}

struct CGT_API ValueHash {
  std::size_t operator()(const Value& v) const { return static_cast<std::size_t>(v.hash()); }
};

struct CGT_API StringObject final : Object {
  explicit StringObject(std::string s) : text(std::move(s)) {}
  std::string text;
};

struct CGT_API RationalObject final : Object {
  explicit RationalObject(Rational r) : value(std::move(r)) {}
  Rational value;
};

// Collections within each other. Bounds the recursion of comparison, hashing and printing.
inline constexpr std::uint32_t kMaxCollectionDepth = 1'000;
// Elements of one collection.
inline constexpr std::uint64_t kMaxCollection = 5'000'000;

// Nesting of an object that holds `items`. Throws Error beyond kMaxCollectionDepth.
CGT_API std::uint32_t nesting_with(std::span<const Value> items);

// Knows how deep collections are nested in it; `depth` is set when it is made.
struct CGT_API CollectionObject : Object {
  std::uint32_t depth = 1;
  std::uint32_t nesting() const override { return depth; }
  // Throws Error beyond kMaxCollectionDepth.
  void hold(const Value& item) {
    if (const Object* object = item.object()) deepen(object->nesting());
  }

 private:
  void deepen(std::uint32_t inner) {
    if (inner < depth) return;
    if (inner >= kMaxCollectionDepth) refuse();
    depth = inner + 1;
  }
  [[noreturn]] static void refuse();
};

struct CGT_API ListObject final : CollectionObject {
  // Throws Error for more than kMaxCollection elements.
  explicit ListObject(std::vector<Value> v);
  std::vector<Value> items;
  mutable std::uint64_t cached_hash = 0;
};

// Elements in print order (values/collections.hpp), each once. Make one with make_set().
struct CGT_API SetObject final : CollectionObject {
  mutable std::uint64_t cached_hash = 0;
  std::vector<Value> items;
  FlatMap<Value, std::uint32_t, ValueHash> index;
  bool contains(const Value& v) const { return index.contains(v); }
};

// Keys in print order, each with its value. Make one with make_map().
struct CGT_API MapObject final : CollectionObject {
  mutable std::uint64_t cached_hash = 0;
  std::vector<std::pair<Value, Value>> entries;
  FlatMap<Value, std::uint32_t, ValueHash> index;
  const Value* find(const Value& key) const {
    const auto it = index.find(key);
    return it == index.end() ? nullptr : &entries[it->second].second;
  }
};

// first, first + step, ... not beyond last. Requires step != 0; all three are numbers.
struct CGT_API RangeObject final : Object {
  Value first;
  Value last;
  Value step;
  bool explicit_step = false;
  std::uint64_t size = 0;
  Value at(std::uint64_t i) const;
};

}  // namespace cgt::lang
