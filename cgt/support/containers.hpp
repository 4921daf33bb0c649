// The one place that names the hash tables: use these aliases everywhere but in the public headers
// of cgt, whose tables live behind pointers.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <tuple>
#include <type_traits>
#include <utility>

// Hash tables of the library, in arrays of slots. FlatMap and FlatSet in support/containers.hpp are
// the ones to use; they are ours so that installed headers need no Boost, whose versions exclude
// each other on one machine.
//
// The layout is that of boost::unordered_flat_map (J. M. Lopez Munoz, "Inside
// boost::unordered_flat_map", 2022), which won our comparison on random 64-bit keys; elements even
// come in the same order. Slots are in groups of 15. A group has a byte of the hash for each of its
// slots, which one vector instruction compares, and a sixteenth byte that tells which hashes (by
// their low three bits) were put elsewhere because the group was full: a search ends at the first
// group in which its bit is clear. Groups are tried in the order of triangular numbers.
//
// PROMISE
//
//   1. At most 7/8 of the slots are taken (all, in tables of two groups). Slots whose group
//      overflowed are not counted as free again when they are erased, so searches stay short however
//      often elements come and go.
//   2. erase() moves no element: iterators to others stay good. Whatever inserts may move all.
//   3. If an insertion throws, the table is as before. If moving its elements to a larger array throws
//      (their hash, or a copy; elements that can be moved without a throw are moved), those that were
//      copied are still all there, and a table whose elements had been moved is empty.
//   4. A hash function whose values are random in all bits says so by `is_avalanching`; any other is
//      mixed. With `is_transparent` in Hash and Equal, keys of other types are looked up.
//
// EXAMPLE
//
//   FlatMap<std::string, int> count;
//   ++count["star"];
//   count.try_emplace("up", 7);
//   CGT_EXPECTS(count.size() == 2 && count.find("up")->second == 7, "both are found");
//
// Iterators are forward; begin() looks for the first element. Thread rule: that of std::vector.

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace cgt::flat {

// The bytes of a group: 0 a free slot, 1 the end of the last group, else from a hash.
inline constexpr unsigned kSlots = 15;
inline constexpr unsigned char kFree = 0;
inline constexpr unsigned char kEnd = 1;

// The byte of a hash, four times.
inline constexpr std::array<std::uint32_t, 256> kMarks = [] {
  std::array<std::uint32_t, 256> marks{};
  for (std::uint32_t i = 0; i < 256; ++i) marks[i] = 0x01010101U * (i < 2 ? i + 8 : i);
  return marks;
}();

struct alignas(16) Group {
  std::array<unsigned char, kSlots + 1> bytes;

  // Bit i: slot i has the byte of this hash.
  unsigned match(std::uint64_t hash) const { return equal(kMarks[hash & 0xFFU]); }
  unsigned free_slots() const { return equal(0); }
  unsigned taken() const { return ~free_slots() & 0x7FFFU; }  // the end included
  unsigned elements() const { return bytes[kSlots - 1] == kEnd ? taken() & 0x3FFFU : taken(); }
  void set(unsigned slot, std::uint64_t hash) {
    bytes[slot] = static_cast<unsigned char>(kMarks[hash & 0xFFU]);
  }
  bool overflowed(std::uint64_t hash) const {
    return ((static_cast<unsigned>(bytes[kSlots]) >> (hash & 7U)) & 1U) != 0;
  }
  void mark_overflow(std::uint64_t hash) {
    bytes[kSlots] = static_cast<unsigned char>(bytes[kSlots] | (1U << (hash & 7U)));
  }

 private:
  unsigned equal(std::uint32_t mark) const {
#if defined(__SSE2__)
    const __m128i all = _mm_load_si128(reinterpret_cast<const __m128i*>(bytes.data()));
    return static_cast<unsigned>(
               _mm_movemask_epi8(_mm_cmpeq_epi8(all, _mm_set1_epi32(static_cast<int>(mark))))) &
           0x7FFFU;
#else
    unsigned same = 0;
    for (unsigned i = 0; i < kSlots; ++i) {
      same |= static_cast<unsigned>(bytes[i] == static_cast<unsigned char>(mark)) << i;
    }
    return same;
#endif
  }
};

// What an empty table points at: a search finds nothing, and an insertion has no room.
inline constexpr std::array<Group, 2> kNoGroups = {
    Group{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, kEnd, 0}},
    Group{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, kEnd, 0}}};

template <class Element>
class Iterator {
 public:
  using iterator_category = std::forward_iterator_tag;
  using difference_type = std::ptrdiff_t;
  using value_type = std::remove_const_t<Element>;
  using pointer = Element*;
  using reference = Element&;

  Iterator() = default;
  Iterator(const Group* group, unsigned slot, Element* element)
      : byte_(group->bytes.data() + slot), element_(element) {}
  // From an iterator to one that cannot write.
  template <class Other, class = std::enable_if_t<!std::is_same_v<Other, Element> &&
                                                  std::is_same_v<const Other, Element>>>
  Iterator(const Iterator<Other>& other)  // NOLINT: an iterator of what may not change
      : byte_(other.byte_), element_(other.element_) {}

  reference operator*() const { return *element_; }
  pointer operator->() const { return element_; }
  Iterator& operator++() {
    const auto before =
        static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(byte_) % sizeof(Group));
    const auto* group = reinterpret_cast<const Group*>(byte_ - before);
    Element* first = element_ - before;
    unsigned mask = group->taken() & (~1U << before);
    while (mask == 0) {
      ++group;
      first += kSlots;
      mask = group->taken();
    }
    const auto slot = static_cast<unsigned>(std::countr_zero(mask));
    byte_ = group->bytes.data() + slot;
    element_ = *byte_ == kEnd ? nullptr : first + slot;
    return *this;
  }
  Iterator operator++(int) {
    Iterator before = *this;
    ++*this;
    return before;
  }
  friend bool operator==(const Iterator& a, const Iterator& b) { return a.element_ == b.element_; }

 private:
  template <class>
  friend class Iterator;
  template <class, class, class, class>
  friend class Table;

  // Two words fit into registers. Groups are aligned to their size, which gives the slot.
  const unsigned char* byte_ = nullptr;
  Element* element_ = nullptr;  // null: the end
};

template <class K>
struct SetElements {
  using Key = K;
  using Value = K;
  using Loose = K;  // what is made before it is known that the key is new
  static constexpr bool kConstant = true;
  static const Key& key(const Value& value) { return value; }
  static Value&& moved(Value& value) { return std::move(value); }
};

template <class K, class T>
struct MapElements {
  using Key = K;
  using Value = std::pair<const K, T>;
  using Loose = std::pair<K, T>;
  static constexpr bool kConstant = false;
  template <class A, class B>
  static const Key& key(const std::pair<A, B>& value) {
    return value.first;
  }
  // The keys of a table that is given up are moved, too.
  static std::pair<K&&, T&&> moved(Value& value) {
    return {std::move(const_cast<K&>(value.first)), std::move(value.second)};
  }
};

template <class Type, class = void>
inline constexpr bool kTransparent = false;
template <class Type>
inline constexpr bool kTransparent<Type, std::void_t<typename Type::is_transparent>> = true;
template <class Type, class = void>
inline constexpr bool kAvalanching = false;
template <class Type>
inline constexpr bool kAvalanching<Type, std::void_t<typename Type::is_avalanching>> = true;

template <class Elements, class Hash, class Equal, class Allocator>
class Table {
  using Value = typename Elements::Value;
  using Loose = typename Elements::Loose;
  using Traits = std::allocator_traits<Allocator>;
  // Other types of keys: where both functors take them.
  template <class K>
  static constexpr bool kLookedUp = kTransparent<Hash>&& kTransparent<Equal> &&
                                    !std::is_same_v<std::remove_cvref_t<K>, typename Elements::Key>;

 public:
  using key_type = typename Elements::Key;
  using value_type = Value;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  using hasher = Hash;
  using key_equal = Equal;
  using allocator_type = Allocator;
  using reference = Value&;
  using const_reference = const Value&;
  using const_iterator = Iterator<const Value>;
  using iterator = std::conditional_t<Elements::kConstant, const_iterator, Iterator<Value>>;

  Table() : Table(0) {}
  explicit Table(std::size_t slots, const Hash& hash = Hash(), const Equal& equal = Equal(),
                 const Allocator& allocator = Allocator())
      : hash_(hash), equal_(equal), allocator_(allocator), arrays_(make(slots)), room_(full()) {}
  template <class It>
  requires std::input_iterator<It> Table(It first, It last) : Table() { insert(first, last); }
  Table(std::initializer_list<Value> values) : Table() { insert(values.begin(), values.end()); }
  Table(const Table& other)
      : Table(slots_for(other.size_), other.hash_, other.equal_,
              Traits::select_on_container_copy_construction(other.allocator_)) {
    other.each([this](Value& value) { insert_new(value); });
  }
  Table(Table&& other) noexcept
      : hash_(std::move(other.hash_)),
        equal_(std::move(other.equal_)),
        allocator_(std::move(other.allocator_)),
        arrays_(std::exchange(other.arrays_, Arrays{})),
        size_(std::exchange(other.size_, 0)),
        room_(std::exchange(other.room_, 0)) {}
  Table& operator=(const Table& other) {
    if (this != &other) {
      Table copy(other);
      swap(copy);
    }
    return *this;
  }
  Table& operator=(Table&& other) noexcept {
    Table moved(std::move(other));
    swap(moved);
    return *this;
  }
  ~Table() {
    destroy_all();
    free_arrays(arrays_);
  }

  void swap(Table& other) noexcept {
    using std::swap;
    swap(hash_, other.hash_);
    swap(equal_, other.equal_);
    swap(allocator_, other.allocator_);
    swap(arrays_, other.arrays_);
    swap(size_, other.size_);
    swap(room_, other.room_);
  }
  friend void swap(Table& a, Table& b) noexcept { a.swap(b); }

  allocator_type get_allocator() const { return allocator_; }
  iterator begin() {
    if (size_ == 0) return {};
    iterator at(arrays_.groups, 0, arrays_.elements);
    if ((arrays_.groups[0].taken() & 1U) == 0) ++at;
    return at;
  }
  const_iterator begin() const { return const_cast<Table*>(this)->begin(); }
  iterator end() { return {}; }
  const_iterator end() const { return {}; }
  const_iterator cbegin() const { return begin(); }
  const_iterator cend() const { return {}; }

  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  // Slots, taken or free.
  std::size_t bucket_count() const {
    return arrays_.elements ? (arrays_.mask + 1) * kSlots - 1 : 0;
  }

  [[gnu::always_inline]] iterator find(const key_type& key) { return seek(key, hash_of(key)); }
  [[gnu::always_inline]] const_iterator find(const key_type& key) const {
    return seek(key, hash_of(key));
  }
  template <class K>
  requires kLookedUp<K>
  [[gnu::always_inline]] iterator find(const K& key) { return seek(key, hash_of(key)); }
  template <class K>
  requires kLookedUp<K>
  [[gnu::always_inline]] const_iterator find(const K& key) const { return seek(key, hash_of(key)); }
  bool contains(const key_type& key) const { return find(key) != end(); }
  template <class K>
  requires kLookedUp<K>
  bool contains(const K& key) const { return find(key) != end(); }
  std::size_t count(const key_type& key) const { return contains(key) ? 1 : 0; }

  std::pair<iterator, bool> insert(const Loose& value) { return put(value); }
  std::pair<iterator, bool> insert(Loose&& value) { return put(std::move(value)); }
  // Templates, so that what is written in braces becomes a Loose.
  template <class = void>
  requires(!Elements::kConstant) std::pair<iterator, bool> insert(const Value& value) {
    return put(value);
  }
  template <class It>
  requires std::input_iterator<It>
  void insert(It first, It last) {
    for (; first != last; ++first) put(*first);
  }
  template <class... Args>
  std::pair<iterator, bool> emplace(Args&&... args) {
    return put(Loose(std::forward<Args>(args)...));
  }

  // Moves no other element.
  void erase(const_iterator at) {
    Traits::destroy(allocator_, const_cast<Value*>(at.element_));
    auto* byte = const_cast<unsigned char*>(at.byte_);
    auto* group = byte - reinterpret_cast<std::uintptr_t>(byte) % sizeof(Group);
    // The byte and the hash agree in the three bits that tell of an overflow.
    if (reinterpret_cast<const Group*>(group)->overflowed(*byte)) --room_;
    *byte = kFree;
    --size_;
  }
  void erase(iterator at) requires(!Elements::kConstant) { erase(const_iterator(at)); }
  std::size_t erase(const key_type& key) {
    const iterator at = find(key);
    if (at == end()) return 0;
    erase(at);
    return 1;
  }
  template <class Predicate>
  friend std::size_t erase_if(Table& table, Predicate predicate) {
    const std::size_t before = table.size_;
    for (auto at = table.begin(); at != table.end();) {
      const auto here = at++;
      if (predicate(*here)) table.erase(here);
    }
    return before - table.size_;
  }
  void clear() noexcept {
    if (!arrays_.elements) return;
    destroy_all();
    std::memset(arrays_.groups, 0, (arrays_.mask + 1) * sizeof(Group));
    arrays_.groups[arrays_.mask].bytes[kSlots - 1] = kEnd;
    size_ = 0;
    room_ = full();
  }

  // Room for so many elements; gives back what they do not need.
  void reserve(std::size_t elements) { rehash(slots_for(elements)); }
  void rehash(std::size_t slots) {
    slots = std::max(slots, slots_for(size_));
    if (slots != 0) slots = (groups_for(slots)) * kSlots - 1;
    if (slots == bucket_count()) return;
    Arrays fresh = make(slots);
    move_to(fresh);
  }

  friend bool operator==(const Table& a, const Table& b) {
    if (a.size_ != b.size_) return false;
    for (const Value& value : a) {
      const auto at = b.find(Elements::key(value));
      if (at == b.end() || !(*at == value)) return false;
    }
    return true;
  }

 protected:
  // key is moved or copied only if it is new.
  template <class K, class... Args>
  [[gnu::always_inline]] std::pair<iterator, bool> try_put(K&& key, Args&&... args) {
    const std::uint64_t hash = hash_of(key);
    if (const iterator at = seek(key, hash); at != end()) return {at, false};
    return {add(hash, std::piecewise_construct, std::forward_as_tuple(std::forward<K>(key)),
                std::forward_as_tuple(std::forward<Args>(args)...)),
            true};
  }

 private:
  struct Arrays {
    Group* groups = const_cast<Group*>(kNoGroups.data());  // never written to
    Value* elements = nullptr;
    std::size_t mask = 1;  // groups less 1, a power of two
    unsigned shift = 63;   // what leaves the number of a group of a hash
  };

  static std::size_t groups_for(std::size_t slots) {
    return std::bit_ceil(slots / kSlots + 1 < 2 ? 2 : slots / kSlots + 1);
  }
  // ceil(8/7 of it)
  static std::size_t slots_for(std::size_t elements) { return elements + (elements + 6) / 7; }
  // Elements and groups, which are aligned, in units of an element.
  static std::size_t units(std::size_t groups) {
    const std::size_t bytes =
        sizeof(Value) * (groups * kSlots - 1) + sizeof(Group) * (groups + 1) - 1;
    return (bytes + sizeof(Value) - 1) / sizeof(Value);
  }
  Arrays make(std::size_t slots) {
    Arrays made;
    if (slots == 0) return made;
    const std::size_t groups = groups_for(slots);
    made.mask = groups - 1;
    made.shift = static_cast<unsigned>(64 - std::countr_zero(groups));
    made.elements = Traits::allocate(allocator_, units(groups));
    const auto end = reinterpret_cast<std::uintptr_t>(made.elements + groups * kSlots - 1);
    made.groups =
        reinterpret_cast<Group*>((end + sizeof(Group) - 1) / sizeof(Group) * sizeof(Group));
    std::memset(made.groups, 0, groups * sizeof(Group));
    made.groups[made.mask].bytes[kSlots - 1] = kEnd;
    return made;
  }
  void free_arrays(Arrays& arrays) {
    if (arrays.elements) Traits::deallocate(allocator_, arrays.elements, units(arrays.mask + 1));
  }
  std::size_t full() const {
    const std::size_t slots = bucket_count();
    return slots < 2 * kSlots ? slots : slots - (slots + 7) / 8;
  }

  template <class K>
  std::uint64_t hash_of(const K& key) const {
    std::uint64_t hash = hash_(key);
    // Of a hash of 32 bits the upper half is made here.
    if constexpr (!kAvalanching<Hash> || sizeof(hash_(key)) < sizeof(hash)) {
      hash ^= hash >> 23U;
      hash *= 0xff51afd7ed558ccdULL;
      hash ^= hash >> 23U;
    }
    return hash;
  }

  template <class K>
  [[gnu::always_inline]] iterator seek(const K& key, std::uint64_t hash) const {
    auto at = static_cast<std::size_t>(hash >> arrays_.shift);
    std::size_t step = 0;
    do {
      const Group* group = arrays_.groups + at;
      unsigned mask = group->match(hash);
      if (mask != 0) {
        Value* elements = arrays_.elements + at * kSlots;
        __builtin_prefetch(elements);
        do {
          const auto slot = static_cast<unsigned>(std::countr_zero(mask));
          if (equal_(key, Elements::key(elements[slot]))) [[likely]]
            return {group, slot, elements + slot};
          mask &= mask - 1;
        } while (mask != 0);
      }
      if (!group->overflowed(hash)) [[likely]]
        return {};
      at = (at + ++step) & arrays_.mask;
    } while (step <= arrays_.mask);
    return {};
  }

  template <class V>
  [[gnu::always_inline]] std::pair<iterator, bool> put(V&& value) {
    const std::uint64_t hash = hash_of(Elements::key(value));
    if (const iterator at = seek(Elements::key(value), hash); at != end()) return {at, false};
    return {add(hash, std::forward<V>(value)), true};
  }

  template <class V>
  void insert_new(V&& value) {
    const std::uint64_t hash = hash_of(Elements::key(value));
    place(arrays_, hash, std::forward<V>(value));
    ++size_;
  }

  template <class... Args>
  [[gnu::always_inline]] iterator add(std::uint64_t hash, Args&&... args) {
    if (size_ < room_) [[likely]] {
      const iterator at = place(arrays_, hash, std::forward<Args>(args)...);
      ++size_;
      return at;
    }
    return add_and_grow(hash, std::forward<Args>(args)...);
  }

  // A 61st more than needed: after many erasures the new arrays may be as large as the old ones, and
  // should then be filled for some time.
  template <class... Args>
  [[gnu::noinline]] iterator add_and_grow(std::uint64_t hash, Args&&... args) {
    Arrays fresh = make(slots_for(size_ + size_ / 61 + 1));
    iterator at;
    try {
      // First, for its arguments may be elements of this table.
      at = place(fresh, hash, std::forward<Args>(args)...);
    } catch (...) {
      free_arrays(fresh);
      throw;
    }
    move_to(fresh);
    ++size_;
    return at;
  }

  template <class... Args>
  iterator place(const Arrays& arrays, std::uint64_t hash, Args&&... args) {
    auto at = static_cast<std::size_t>(hash >> arrays.shift);
    for (std::size_t step = 1;; ++step) {
      Group& group = arrays.groups[at];
      if (const unsigned mask = group.free_slots(); mask != 0) [[likely]] {
        const auto slot = static_cast<unsigned>(std::countr_zero(mask));
        Value* element = arrays.elements + at * kSlots + slot;
        Traits::construct(allocator_, element, std::forward<Args>(args)...);
        group.set(slot, hash);
        return {&group, slot, element};
      }
      group.mark_overflow(hash);
      at = (at + step) & arrays.mask;
    }
  }

  // Takes over `fresh`, after all elements were moved or copied there.
  [[gnu::noinline]] void move_to(Arrays& fresh) {
    constexpr bool kMoves =
        std::is_nothrow_move_constructible_v<Loose> || !std::is_copy_constructible_v<Loose>;
    try {
      each([&](Value& value) {
        const std::uint64_t hash = hash_of(Elements::key(value));
        if constexpr (kMoves) {
          place(fresh, hash, Elements::moved(value));
        } else {
          place(fresh, hash, std::as_const(value));
        }
      });
    } catch (...) {
      each(fresh, [this](Value& value) { Traits::destroy(allocator_, &value); });
      free_arrays(fresh);
      if constexpr (kMoves) clear();  // some are gone
      throw;
    }
    destroy_all();
    free_arrays(arrays_);
    arrays_ = fresh;
    room_ = full();
  }

  void destroy_all() {
    if constexpr (!std::is_trivially_destructible_v<Value>) {
      each([this](Value& value) { Traits::destroy(allocator_, &value); });
    }
  }
  template <class F>
  void each(F f) const {
    each(arrays_, f);
  }
  template <class F>
  static void each(const Arrays& arrays, F f) {
    if (!arrays.elements) return;
    for (std::size_t at = 0; at <= arrays.mask; ++at) {
      for (unsigned mask = arrays.groups[at].elements(); mask != 0; mask &= mask - 1) {
        f(arrays.elements[at * kSlots + static_cast<unsigned>(std::countr_zero(mask))]);
      }
    }
  }

  [[no_unique_address]] Hash hash_;
  [[no_unique_address]] Equal equal_;
  [[no_unique_address]] Allocator allocator_;
  Arrays arrays_;
  std::size_t size_ = 0;
  std::size_t room_;  // how many elements may be in it before it grows
};

template <class Key, class Hash, class Equal, class Allocator>
class Set : public Table<SetElements<Key>, Hash, Equal, Allocator> {
 public:
  using Table<SetElements<Key>, Hash, Equal, Allocator>::Table;
};

template <class Key, class T, class Hash, class Equal, class Allocator>
class Map : public Table<MapElements<Key, T>, Hash, Equal, Allocator> {
  using Base = Table<MapElements<Key, T>, Hash, Equal, Allocator>;

 public:
  using mapped_type = T;
  using Base::Base;
  using typename Base::iterator;

  // The value is made of the arguments if the key is new; else they are left alone.
  template <class... Args>
  std::pair<iterator, bool> try_emplace(const Key& key, Args&&... args) {
    return this->try_put(key, std::forward<Args>(args)...);
  }
  template <class... Args>
  std::pair<iterator, bool> try_emplace(Key&& key, Args&&... args) {
    return this->try_put(std::move(key), std::forward<Args>(args)...);
  }
  template <class V>
  std::pair<iterator, bool> insert_or_assign(const Key& key, V&& value) {
    const auto placed = this->try_put(key, std::forward<V>(value));
    if (!placed.second) placed.first->second = std::forward<V>(value);
    return placed;
  }
  template <class V>
  std::pair<iterator, bool> insert_or_assign(Key&& key, V&& value) {
    const auto placed = this->try_put(std::move(key), std::forward<V>(value));
    if (!placed.second) placed.first->second = std::forward<V>(value);
    return placed;
  }
  T& operator[](const Key& key) { return try_emplace(key).first->second; }
  T& operator[](Key&& key) { return try_emplace(std::move(key)).first->second; }
  T& at(const Key& key) {
    const auto found = this->find(key);
    if (found == this->end()) throw std::out_of_range("no such key");
    return found->second;
  }
  const T& at(const Key& key) const { return const_cast<Map*>(this)->at(key); }
};

}  // namespace cgt::flat

namespace cgt {

template <class Key, class Value, class Hash = std::hash<Key>, class Equal = std::equal_to<Key>,
          class Allocator = std::allocator<std::pair<const Key, Value>>>
using FlatMap = flat::Map<Key, Value, Hash, Equal, Allocator>;

template <class Key, class Hash = std::hash<Key>, class Equal = std::equal_to<Key>,
          class Allocator = std::allocator<Key>>
using FlatSet = flat::Set<Key, Hash, Equal, Allocator>;

// What hash tables hold, for those who tell a MemoryMeter.

// The bytes of a flat table; what its entries point to is not counted.
template <class Table>
std::uint64_t bytes_of_table(const Table& table) {
  return table.bucket_count() * (sizeof(typename Table::value_type) + 1);
}

// The same, for who tells it now and then: a table that is soon to grow counts with the one of twice the
// size, which stands beside it then.
template <class Table>
std::uint64_t bytes_of_growing_table(const Table& table) {
  const bool soon = table.size() * 8 >= table.bucket_count() * 6;
  return (soon ? 3 : 1) * bytes_of_table(table);
}

}  // namespace cgt
