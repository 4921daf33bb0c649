#include "lang/value.hpp"

#include <algorithm>
#include <limits>

#include "cgt/support/contract.hpp"
#include "cgt/support/error.hpp"
#include "cgt/support/hash.hpp"
#include "lang/class.hpp"
#include "lang/function.hpp"

namespace cgt::lang {
namespace {

std::uint64_t hash_text(std::string_view text) {
  return hash_bytes({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}

EnumType make_enum(const char* name, std::initializer_list<const char*> names,
                   const EnumType& self) {
  EnumType type{name, {}, nullptr};
  int ordinal = 0;
  for (const char* member : names) type.members.push_back({&self, member, ordinal++});
  return type;
}

std::vector<Value> range_items(const RangeObject& range) {
  std::vector<Value> items;
  for (std::uint64_t i = 0; i < range.size; ++i) items.push_back(range.at(i));
  return items;
}

bool is_sequence(Kind kind) { return kind == Kind::kList || kind == Kind::kRange; }

// Hash of a sequence from those of its elements: lists and ranges must agree.
std::uint64_t hash_items(const std::vector<Value>& items, std::uint64_t seed) {
  std::uint64_t h = mix(seed, items.size());
  for (const Value& item : items) h = mix(h, item.hash());
  return h;
}

}  // namespace

void Object::destroy(const Object* object) {
  thread_local std::vector<const Object*> waiting;
  thread_local bool busy = false;
  waiting.push_back(object);
  if (busy) return;
  busy = true;
  while (!waiting.empty()) {
    const Object* next = waiting.back();
    waiting.pop_back();
    delete next;
  }
  busy = false;
}

std::optional<Value> NativeObject::at(Context& /*context*/,
                                      std::span<const Value> /*indices*/) const {
  return std::nullopt;
}

std::uint32_t nesting_with(std::span<const Value> items) {
  CollectionObject all;
  for (const Value& item : items) all.hold(item);
  return all.depth;
}

void CollectionObject::hold(const Value& item) {
  if (item.object() == nullptr) return;
  depth = std::max(depth, item.object()->nesting() + 1);
  if (depth > kMaxCollectionDepth) {
    throw Error("these collections are nested too deeply",
                "at most " + std::to_string(kMaxCollectionDepth) + " within each other");
  }
}

ListObject::ListObject(std::vector<Value> v) : items(std::move(v)) {
  for (const Value& item : items) {
    if (item.object() != nullptr) hold(item);
  }
}

bool NativeObject::elements(Context&, std::vector<Value>&) const { return false; }

const EnumType& player_type() {
  static const EnumType type = make_enum("Player", {"Left", "Right"}, type);
  return type;
}

const EnumType& outcome_type() {
  static const EnumType type = make_enum("OutcomeClass", {"L", "R", "N", "P"}, type);
  return type;
}

Value Value::rational(const Rational& x) {
  using boost::multiprecision::denominator;
  using boost::multiprecision::numerator;
  if (denominator(x) == 1) {
    const Integer n = numerator(x);
    if (n >= std::numeric_limits<std::int64_t>::min() &&
        n <= std::numeric_limits<std::int64_t>::max()) {
      return integer(static_cast<std::int64_t>(n));
    }
  }
  return object(Kind::kRational, new RationalObject(x));
}

Value Value::number(const Dyadic& x) {
  if (x.is_small() && x.is_integer()) return integer(x.small_numerator());
  return rational(to_rational(x));
}

Value Value::game(const Store& store, GameId g) {
  if (store.is_number(g)) return number(store.number_value(g));
  return Value(Kind::kGame, g.word());
}

Value Value::player(Player player) { return member(player_type().members[cgt::index(player)]); }

Value Value::outcome(OutcomeClass outcome) {
  return member(outcome_type().members[static_cast<std::size_t>(outcome)]);
}

Value Value::string(std::string text) {
  return object(Kind::kString, new StringObject(std::move(text)));
}
Value Value::list(std::vector<Value> items) {
  return object(Kind::kList, new ListObject(std::move(items)));
}
Value Value::coordinates(std::vector<Value> items) {
  return object(Kind::kCoordinates, new ListObject(std::move(items)));
}

const std::string& Value::as_string() const {
  return static_cast<const StringObject&>(*object_).text;
}
const std::vector<Value>& Value::as_list() const {
  return static_cast<const ListObject&>(*object_).items;
}
const SetObject& Value::as_set() const { return static_cast<const SetObject&>(*object_); }
const MapObject& Value::as_map() const { return static_cast<const MapObject&>(*object_); }
const RangeObject& Value::as_range() const { return static_cast<const RangeObject&>(*object_); }
const FunctionObject& Value::as_function() const {
  return static_cast<const FunctionObject&>(*object_);
}

Rational Value::as_rational() const {
  CGT_EXPECTS(is_number(), "as_rational() of a number");
  if (kind_ == Kind::kInteger) return Rational(as_int64());
  return static_cast<const RationalObject&>(*object_).value;
}

bool Value::is_integer() const {
  if (kind_ == Kind::kInteger) return true;
  return kind_ == Kind::kRational && boost::multiprecision::denominator(
                                         static_cast<const RationalObject&>(*object_).value) == 1;
}

std::optional<Player> Value::as_player() const {
  if (kind_ != Kind::kEnum || as_enum().type != &player_type()) return std::nullopt;
  return kPlayers[static_cast<std::size_t>(as_enum().ordinal)];
}

std::string Value::class_name() const {
  switch (kind_) {
    case Kind::kNothing: return "Nothing";
    case Kind::kBoolean: return "Boolean";
    case Kind::kInteger: return "Integer";
    case Kind::kRational: return is_integer() ? "Integer" : "Rational";
    case Kind::kGame: return "Game";
    case Kind::kEnum: return as_enum().type->name;
    case Kind::kString: return "String";
    case Kind::kList: return "List";
    case Kind::kSet: return "Set";
    case Kind::kMap: return "Map";
    case Kind::kRange: return "Range";
    case Kind::kCoordinates: return "Coordinates";
    case Kind::kFunction: return "Function";
    case Kind::kNative: return static_cast<const NativeObject&>(*object_).class_name();
    case Kind::kClass: return "Class";
    case Kind::kInstance: return as_instance(*this).type->path;
    case Kind::kInternal: return "Internal";
  }
  return "Object";
}

bool operator==(const Value& a, const Value& b) {
  if (a.kind_ != b.kind_) {
    if (!is_sequence(a.kind_) || !is_sequence(b.kind_)) return false;
    const Value& range = a.kind_ == Kind::kRange ? a : b;
    const std::vector<Value>& items = a.kind_ == Kind::kRange ? b.as_list() : a.as_list();
    if (range.as_range().size != items.size()) return false;
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (!(range.as_range().at(i) == items[i])) return false;
    }
    return true;
  }
  if (a.object_ == nullptr) return a.word_ == b.word_;
  if (a.object_ == b.object_) return true;
  switch (a.kind_) {
    case Kind::kRational: return a.as_rational() == b.as_rational();
    case Kind::kString: return a.as_string() == b.as_string();
    case Kind::kList:
    case Kind::kCoordinates: return a.as_list() == b.as_list();
    case Kind::kSet: {
      const SetObject& x = a.as_set();
      const SetObject& y = b.as_set();
      if (x.items.size() != y.items.size()) return false;
      for (const Value& item : x.items) {
        if (!y.contains(item)) return false;
      }
      return true;
    }
    case Kind::kMap: {
      const MapObject& x = a.as_map();
      const MapObject& y = b.as_map();
      if (x.entries.size() != y.entries.size()) return false;
      for (const auto& [key, value] : x.entries) {
        const Value* other = y.find(key);
        if (other == nullptr || !(*other == value)) return false;
      }
      return true;
    }
    case Kind::kRange: {
      const RangeObject& x = a.as_range();
      const RangeObject& y = b.as_range();
      if (x.size != y.size || x.size == 0) return x.size == y.size;
      return x.first == y.first && (x.size == 1 || x.step == y.step);
    }
    case Kind::kNative:
      return static_cast<const NativeObject&>(*a.object_)
          .equals(static_cast<const NativeObject&>(*b.object_));
    case Kind::kClass:
      return as_class(a).type == as_class(b).type && as_class(a).outer == as_class(b).outer;
    case Kind::kInstance: return as_instance(a).equals(as_instance(b));
    default: return false;
  }
}

std::uint64_t Value::hash() const {
  const auto seed = static_cast<std::uint64_t>(kind_);
  switch (kind_) {
    case Kind::kRational: {
      const std::string text = to_string(as_rational());
      return mix(seed, hash_text(text));
    }
    case Kind::kString: return mix(seed, hash_text(as_string()));
    case Kind::kList:
    case Kind::kCoordinates: {
      const auto& list = static_cast<const ListObject&>(*object_);
      if (list.cached_hash == 0) list.cached_hash = hash_items(list.items, seed) | 1U;
      return list.cached_hash;
    }
    case Kind::kRange:
      return hash_items(range_items(as_range()), static_cast<std::uint64_t>(Kind::kList)) | 1U;
    case Kind::kSet: {
      std::uint64_t sum = 0;
      for (const Value& item : as_set().items) sum += item.hash();
      return mix(seed, sum);
    }
    case Kind::kMap: {
      std::uint64_t sum = 0;
      for (const auto& [key, value] : as_map().entries) sum += mix(key.hash(), value.hash());
      return mix(seed, sum);
    }
    case Kind::kClass:
      return mix(seed, reinterpret_cast<std::uintptr_t>(as_class(*this).type.get()));
    case Kind::kInstance: return as_instance(*this).hash();
    case Kind::kNative: return mix(seed, static_cast<const NativeObject&>(*object_).hash());
    default:
      return mix(seed,
                 object_ == nullptr ? word_ : reinterpret_cast<std::uintptr_t>(object_.get()));
  }
}

Value RangeObject::at(std::uint64_t i) const {
  if (const auto a = first.small_integer(), s = step.small_integer(); a && s) {
    std::int64_t product = 0;
    std::int64_t sum = 0;
    if (!__builtin_mul_overflow(*s, static_cast<std::int64_t>(i), &product) &&
        !__builtin_add_overflow(*a, product, &sum)) {
      return Value::integer(sum);
    }
  }
  return Value::rational(first.as_rational() + step.as_rational() * Rational(i));
}

}  // namespace cgt::lang
