#include <algorithm>

#include "cgt/support/hash.hpp"
#include "lang/value.hpp"
#include "lang/values/class.hpp"
#include "lang/values/function.hpp"

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

bool is_sequence(Kind kind) { return kind == Kind::kList || kind == Kind::kRange; }

// Hash of a sequence from those of its elements: lists and ranges must agree.
std::uint64_t hash_items(const std::vector<Value>& items, std::uint64_t seed) {
  std::uint64_t h = mix(seed, items.size());
  for (const Value& item : items) h = mix(h, item.hash());
  return h;
}

// The same for a range; its elements are not kept.
std::uint64_t hash_range(const RangeObject& range) {
  std::uint64_t h = mix(static_cast<std::uint64_t>(Kind::kList), range.size);
  for (std::uint64_t i = 0; i < range.size; ++i) h = mix(h, range.at(i).hash());
  return h | 1U;
}

}  // namespace

void Object::destroy(const Object* object) {
  constexpr unsigned kDeep = 32;
  thread_local std::vector<const Object*> waiting;
  thread_local unsigned depth = 0;
  if (depth == kDeep) return waiting.push_back(object);
  ++depth;
  delete object;
  while (depth == 1 && !waiting.empty()) {
    const Object* next = waiting.back();
    waiting.pop_back();
    delete next;
  }
  --depth;
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

void CollectionObject::refuse() {
  throw Error("these collections are nested too deeply",
              "at most " + std::to_string(kMaxCollectionDepth) + " within each other");
}

ListObject::ListObject(std::vector<Value> v) : items(std::move(v)) {
  if (items.size() > kMaxCollection) {
    throw Error("this list is too long", "at most " + std::to_string(kMaxCollection) + " elements");
  }
  for (const Value& item : items) hold(item);
}

Value NativeObject::call(Context&, std::span<const Value>, std::span<const std::string>) const {
  throw Error(std::string("a ") + class_name() + " cannot be called");
}
std::string with_article(const std::string& name) {
  const bool vowel = std::string_view("AEIOaeio").find(name.front()) != std::string_view::npos;
  return (vowel ? "an " : "a ") + name;
}

void NativeObject::parts(std::vector<Value>&) const {}
bool NativeObject::elements(Context&, std::vector<Value>&) const { return false; }

const EnumType& player_type() {
  static const EnumType type = make_enum("Player", {"Left", "Right"}, type);
  return type;
}

const EnumType& outcome_type() {
  static const EnumType type = make_enum(
      "OutcomeClass", {"L", "R", "N", "P", "D", "PHat", "PCheck", "NHat", "NCheck"}, type);
  return type;
}

Value Value::rational(const Rational& x) {
  if (x.is_integer()) {
    const Integer n = numerator(x);
    if (n.fits<std::int64_t>()) return integer(static_cast<std::int64_t>(n));
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
  if (items.size() == 2) {
    if (const auto cell = small_cell(items[0], items[1])) return coordinates(*cell);
  }
  return object(Kind::kCoordinates, new ListObject(std::move(items)));
}

const std::string& Value::as_string() const {
  return static_cast<const StringObject&>(*pointer()).text;
}
const std::vector<Value>& Value::as_list() const {
  return static_cast<const ListObject&>(*pointer()).items;
}
std::vector<Value> Value::coordinate_items() const {
  if (const auto cell = as_cell()) return {integer(cell->first), integer(cell->second)};
  return static_cast<const ListObject&>(*pointer()).items;
}
const SetObject& Value::as_set() const { return static_cast<const SetObject&>(*pointer()); }
const MapObject& Value::as_map() const { return static_cast<const MapObject&>(*pointer()); }
const RangeObject& Value::as_range() const { return static_cast<const RangeObject&>(*pointer()); }
const FunctionObject& Value::as_function() const {
  return static_cast<const FunctionObject&>(*pointer());
}

Rational Value::as_rational() const {
  CGT_EXPECTS(is_number(), "as_rational() of a number");
  if (kind_ == Kind::kInteger) return Rational(as_int64());
  return static_cast<const RationalObject&>(*pointer()).value;
}

bool Value::is_integer() const {
  if (kind_ == Kind::kInteger) return true;
  return kind_ == Kind::kRational &&
         static_cast<const RationalObject&>(*pointer()).value.is_integer();
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
    case Kind::kNative: return static_cast<const NativeObject&>(*pointer()).class_name();
    case Kind::kClass: return "Class";
    case Kind::kInstance: return as_instance(*this).type->path;
    case Kind::kInternal: return "Internal";
  }
  return "Object";
}

namespace {

// Pairs of collections that are equal, of one comparison. Collections may share parts, so that
// walking each part as often as it occurs takes exponentially long.
struct Known {
  using Pair = std::pair<const Object*, const Object*>;
  static constexpr std::uint32_t kDeep = 8;  // less deep ones are compared faster than looked up
  struct Hash {
    using is_avalanching = void;
    std::size_t operator()(const Pair& pair) const {
      return static_cast<std::size_t>(mix(reinterpret_cast<std::uintptr_t>(pair.first),
                                          reinterpret_cast<std::uintptr_t>(pair.second)));
    }
  };
  FlatSet<Pair, Hash> pairs;
};

bool equal(const Value& a, const Value& b, Known& known);

bool equal_items(std::span<const Value> a, std::span<const Value> b, Known& known) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!equal(a[i], b[i], known)) return false;
  }
  return true;
}

bool equal_range(const Value& range, const std::vector<Value>& items) {
  if (range.as_range().size != items.size()) return false;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (!(range.as_range().at(i) == items[i])) return false;
  }
  return true;
}

// Sets are in print order, which equal sets share unless their elements have none.
bool equal_sets(const SetObject& a, const SetObject& b, Known& known) {
  if (a.items.size() != b.items.size()) return false;
  if (equal_items(a.items, b.items, known)) return true;
  return std::all_of(a.items.begin(), a.items.end(),
                     [&](const Value& item) { return b.contains(item); });
}

bool equal_maps(const MapObject& a, const MapObject& b, Known& known) {
  if (a.entries.size() != b.entries.size()) return false;
  for (std::size_t i = 0; i < a.entries.size(); ++i) {
    const auto& [key, value] = a.entries[i];
    const bool same_key = equal(key, b.entries[i].first, known);
    const Value* other = same_key ? &b.entries[i].second : b.find(key);
    if (other == nullptr || !equal(value, *other, known)) return false;
  }
  return true;
}

bool equal_content(const Value& a, const Value& b, Known& known) {
  switch (a.kind()) {
    case Kind::kRational: return a.as_rational() == b.as_rational();
    case Kind::kString: return a.as_string() == b.as_string();
    case Kind::kList: return equal_items(a.as_list(), b.as_list(), known);
    case Kind::kCoordinates: return equal_items(a.coordinate_items(), b.coordinate_items(), known);
    case Kind::kSet: return equal_sets(a.as_set(), b.as_set(), known);
    case Kind::kMap: return equal_maps(a.as_map(), b.as_map(), known);
    case Kind::kRange: {
      const RangeObject& x = a.as_range();
      const RangeObject& y = b.as_range();
      if (x.size != y.size || x.size == 0) return x.size == y.size;
      return x.first == y.first && (x.size == 1 || x.step == y.step);
    }
    case Kind::kNative: {
      const auto& x = static_cast<const NativeObject&>(*a.object());
      const auto& y = static_cast<const NativeObject&>(*b.object());
      if (!x.equals(y)) return false;
      std::vector<Value> mine;
      std::vector<Value> others;
      x.parts(mine);
      y.parts(others);
      return equal_items(mine, others, known);
    }
    case Kind::kClass:
      return as_class(a).type == as_class(b).type && as_class(a).outer == as_class(b).outer;
    case Kind::kInstance: {
      const InstanceObject& x = as_instance(a);
      const InstanceObject& y = as_instance(b);
      return x.type == y.type && x.hash() == y.hash() && !x.type->is_mutable &&
             equal(x.outer, y.outer, known) && equal_items(x.fields, y.fields, known);
    }
    default: return false;
  }
}

bool equal(const Value& a, const Value& b, Known& known) {
  if (a.kind() != b.kind()) {
    if (!is_sequence(a.kind()) || !is_sequence(b.kind())) return false;
    return a.kind() == Kind::kRange ? equal_range(a, b.as_list()) : equal_range(b, a.as_list());
  }
  if (a.object() == nullptr || b.object() == nullptr || a.object() == b.object()) return a == b;
  const bool deep = a.object()->nesting() > Known::kDeep;
  if (!deep) return equal_content(a, b, known);
  if (a.hash() != b.hash()) return false;
  const Known::Pair pair(a.object(), b.object());
  if (known.pairs.contains(pair)) return true;
  if (!equal_content(a, b, known)) return false;
  known.pairs.insert(pair);
  return true;
}

// The most frequent comparison: positions made of one board. Empty for others.
std::optional<bool> same_position(const InstanceObject& x, const InstanceObject& y) {
  if (x.type != y.type || x.hash() != y.hash()) return false;
  if (x.fields.size() != 1 || x.type->is_mutable || x.outer.object() != y.outer.object())
    return std::nullopt;
  const Value& a = x.fields[0];
  const Value& b = y.fields[0];
  if (a.kind() != Kind::kNative || b.kind() != Kind::kNative) return std::nullopt;
  if (a.object() == b.object()) return true;
  if (a.object()->nesting() > 0 || b.object()->nesting() > 0) return std::nullopt;
  return static_cast<const NativeObject*>(a.object())
      ->equals(static_cast<const NativeObject&>(*b.object()));
}

}  // namespace

bool operator==(const Value& a, const Value& b) {
  if (a.kind_ == b.kind_) {
    if (!a.counted_ || !b.counted_) return a.counted_ == b.counted_ && a.word_ == b.word_;
    if (a.word_ == b.word_) return true;
    if (a.kind_ == Kind::kInstance) {
      if (const auto same = same_position(as_instance(a), as_instance(b))) return *same;
    }
  }
  Known known;
  return equal(a, b, known);
}

std::uint64_t Value::hash() const {
  const auto seed = static_cast<std::uint64_t>(kind_);
  switch (kind_) {
    case Kind::kRational: {
      const std::string text = to_string(as_rational());
      return mix(seed, hash_text(text));
    }
    case Kind::kString: return mix(seed, hash_text(as_string()));
    case Kind::kCoordinates:
      if (!counted_) return mix(seed, word_);
      [[fallthrough]];
    case Kind::kList: {
      const auto& list = static_cast<const ListObject&>(*pointer());
      if (list.cached_hash == 0) list.cached_hash = hash_items(list.items, seed) | 1U;
      return list.cached_hash;
    }
    case Kind::kRange: return hash_range(as_range());
    case Kind::kSet: {
      const SetObject& set = as_set();
      if (set.cached_hash != 0) return set.cached_hash;
      std::uint64_t sum = 0;
      for (const Value& item : set.items) sum += item.hash();
      return set.cached_hash = mix(seed, sum) | 1U;
    }
    case Kind::kMap: {
      const MapObject& map = as_map();
      if (map.cached_hash != 0) return map.cached_hash;
      std::uint64_t sum = 0;
      for (const auto& [key, value] : map.entries) sum += mix(key.hash(), value.hash());
      return map.cached_hash = mix(seed, sum) | 1U;
    }
    // By names, not by places in memory, so that equal runs have equal hashes.
    case Kind::kEnum: return mix(seed, hash_text(as_enum().name));
    case Kind::kClass: return mix(seed, hash_text(as_class(*this).type->name));
    case Kind::kInstance: return as_instance(*this).hash();
    case Kind::kNative: return mix(seed, static_cast<const NativeObject&>(*pointer()).hash());
    default: return mix(seed, word_);
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

bool ClassInfo::derives_from(const ClassInfo* other) const {
  return std::find(ancestry.begin(), ancestry.end(), other) != ancestry.end();
}

std::uint64_t InstanceObject::make_hash() const {
  if (type->is_mutable) {
    cached_hash = mix(reinterpret_cast<std::uintptr_t>(this), 1) | 1U;
    return cached_hash;
  }
  std::uint64_t h = mix(hash_text(type->name), fields.size());
  for (const Value& field : fields) h = mix(h, field.hash());
  if (is_instance(outer)) h = mix(h, as_instance(outer).hash());
  cached_hash = h | 1U;
  return cached_hash;
}

void MutableInstance::release(std::vector<Value>& out) const {
  for (Value& field : fields) out.push_back(std::exchange(field, Value()));
}

Value class_value(const ClassInfo* type, Value outer) {
  return Value::object(Kind::kClass, new ClassValue(type, std::move(outer)));
}

const ClassInfo* script_class(const Value& v) {
  if (is_instance(v)) return as_instance(v).type.get();
  return v.kind() == Kind::kEnum ? v.as_enum().type->script_class : nullptr;
}

}  // namespace cgt::lang
