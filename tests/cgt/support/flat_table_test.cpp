#include "cgt/support/containers.hpp"

#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

#include "cgt/support/counted_pointer.hpp"

namespace flat_table_test {
namespace {

template <class Table>
auto sorted(const Table& table) {
  std::map<typename Table::key_type, typename Table::mapped_type> out;
  for (const auto& [key, value] : table) CHECK(out.emplace(key, value).second);
  return out;
}

// All keys meet in one group, or in a few.
struct PoorHash {
  using is_avalanching = void;
  std::size_t operator()(int key) const { return static_cast<std::size_t>(key & 3) << 62U; }
};

template <class Hash>
void compare(int keys, unsigned seed) {
  std::mt19937 random(seed);
  cgt::FlatMap<int, int, Hash> ours;
  std::unordered_map<int, int> theirs;
  for (int i = 0; i < 4000; ++i) {
    const int key = static_cast<int>(random() % static_cast<unsigned>(keys));
    switch (random() % 8) {
      case 0:
      case 1: CHECK(ours.try_emplace(key, i).second == theirs.try_emplace(key, i).second); break;
      case 2: CHECK(ours.insert({key, i}).second == theirs.insert({key, i}).second); break;
      case 3:
        ours[key] = i;
        theirs[key] = i;
        break;
      case 4:
      case 5: CHECK(ours.erase(key) == theirs.erase(key)); break;
      case 6:
        CHECK(ours.contains(key) == (theirs.count(key) == 1));
        ours.insert_or_assign(key, i);
        theirs.insert_or_assign(key, i);
        break;
      default:
        if (random() % 100 == 0) {
          const auto third = [](const auto& entry) { return entry.first % 3 == 0; };
          CHECK(erase_if(ours, third) == std::erase_if(theirs, third));
        }
        if (random() % 100 == 0) ours.reserve(random() % 1000);
    }
    REQUIRE(ours.size() == theirs.size());
    if (i % 400 == 0) {
      CHECK(sorted(ours) == std::map<int, int>(theirs.begin(), theirs.end()));
      auto copy = ours;
      CHECK(copy == ours);
      const auto moved = std::move(copy);
      CHECK(moved == ours);
      CHECK(copy.empty());
    }
  }
  ours.clear();
  CHECK(ours.begin() == ours.end());
  CHECK(ours.find(0) == ours.end());
}

TEST_CASE("tables do what those of the standard library do", "[support]") {
  for (const int keys : {1, 10, 29, 31, 100, 3000}) {
    INFO(keys);
    compare<std::hash<int>>(keys, 1);
    compare<PoorHash>(std::min(keys, 200), 2);
  }
}

TEST_CASE("erasing moves no other element, and tables do not grow by it", "[support]") {
  cgt::FlatSet<int> set;
  for (int i = 0; i < 1000; ++i) set.insert(i);
  const int* kept = &*set.find(999);
  for (int i = 0; i < 999; ++i) CHECK(set.erase(i) == 1);
  CHECK(&*set.find(999) == kept);
  const std::size_t slots = set.bucket_count();
  for (int i = 0; i < 100'000; ++i) {
    set.insert(i + 1000);
    set.erase(i + 1000);
  }
  CHECK(set.bucket_count() <= slots);
  CHECK(set.size() == 1);
}

struct Throwing {
  static inline int left = -1;  // copies until one throws
  int word = 0;
  explicit Throwing(int w) : word(w) {}
  Throwing(const Throwing& other) : word(other.word) {
    if (left >= 0 && left-- == 0) throw std::runtime_error("copy");
  }
  Throwing& operator=(const Throwing&) = default;
  friend bool operator==(const Throwing&, const Throwing&) = default;
};
struct ThrowingHash {
  std::size_t operator()(const Throwing& t) const { return static_cast<std::size_t>(t.word); }
};

TEST_CASE("a throw leaves a table as it was", "[support]") {
  for (int at = 0; at < 80; ++at) {
    cgt::FlatMap<Throwing, int, ThrowingHash> table;
    Throwing::left = -1;
    for (int i = 0; i < 29; ++i) table.try_emplace(Throwing(i), i);
    REQUIRE(table.bucket_count() == 29);  // the next one makes it grow
    Throwing::left = at;
    bool thrown = false;
    try {
      table.try_emplace(Throwing(29), 29);
    } catch (const std::runtime_error&) {
      thrown = true;
    }
    Throwing::left = -1;
    CHECK(thrown == (at < 30));
    CHECK(table.size() == (thrown ? 29U : 30U));
    for (int i = 0; i < 29; ++i) CHECK(table.find(Throwing(i))->second == i);
  }
}

struct Node {
  mutable int count = 0;
  int* alive;
  explicit Node(int* a) : alive(a) { ++*alive; }
  friend void add_reference(const Node* node) { ++node->count; }
  friend void release_reference(const Node* node) {
    if (--node->count > 0) return;
    --*node->alive;
    delete node;
  }
};

TEST_CASE("counted pointers free their object once", "[support]") {
  int alive = 0;
  {
    cgt::CountedPointer<Node> a(new Node(&alive));
    const cgt::CountedPointer<const Node> b = a;
    CHECK(a->count == 2);
    cgt::CountedPointer<Node> c = std::move(a);
    CHECK(!a);
    CHECK(c->count == 2);
    a = c;
    CHECK(c->count == 3);
    c.reset();
    CHECK(alive == 1);
    CHECK(b.get() == a.get());
  }
  CHECK(alive == 0);
}

}  // namespace
}  // namespace flat_table_test
