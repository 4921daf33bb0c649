// SmallVector against std::vector.
#include "cgt/support/small_vector.hpp"

#include <catch2/catch.hpp>
#include <cstdint>
#include <list>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/testing.hpp"

namespace cgt::small_vector_test {
namespace {

// Counts what lives, and throws at the copy that it is told.
struct Tracked {
  static inline int alive = 0;
  static inline int copies_left = -1;  // < 0: all

  explicit Tracked(int v) : value(std::make_unique<int>(v)) { ++alive; }
  Tracked(const Tracked& other) {
    if (copies_left == 0) throw std::runtime_error("no copy");
    if (copies_left > 0) --copies_left;
    value = std::make_unique<int>(*other.value);
    ++alive;
  }
  Tracked(Tracked&& other) noexcept : value(std::move(other.value)) { ++alive; }
  Tracked& operator=(const Tracked& other) {
    value = std::make_unique<int>(*other.value);
    return *this;
  }
  Tracked& operator=(Tracked&& other) noexcept = default;
  ~Tracked() { --alive; }
  friend bool operator==(const Tracked& a, const Tracked& b) { return *a.value == *b.value; }

  std::unique_ptr<int> value;
};

template <class T>
T make(int v) {
  return T(v);
}
template <>
std::string make<std::string>(int v) {
  return std::string(static_cast<std::size_t>(v % 40), 'x') + std::to_string(v);
}

template <class T, std::size_t N>
void check_same(const SmallVector<T, N>& mine, const std::vector<T>& reference) {
  REQUIRE(mine.size() == reference.size());
  CHECK(mine.capacity() >= mine.size());
  CHECK(mine.capacity() >= N);
  CHECK(mine.empty() == reference.empty());
  CHECK(std::equal(mine.begin(), mine.end(), reference.begin()));
  CHECK(std::equal(mine.rbegin(), mine.rend(), reference.rbegin()));
  if (!mine.empty()) {
    CHECK(mine.front() == reference.front());
    CHECK(mine.back() == reference.back());
    CHECK(mine[mine.size() / 2] == reference[mine.size() / 2]);
  }
}

// Random edits of one vector, some of them through copies and moves.
template <class T, std::size_t N>
void check_edits(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  SmallVector<T, N> mine;
  std::vector<T> reference;
  int next = 0;
  for (std::size_t i = 0; i < testing::scaled(3000); ++i) {
    const std::size_t at = random() % (reference.size() + 1);
    const auto place = static_cast<std::ptrdiff_t>(at);
    const T value = make<T>(++next);
    const auto check_place = [&](const T* answer) { CHECK(answer - mine.begin() == place); };
    switch (random() % 16) {
      case 0:
      case 1:
      case 2:
        mine.push_back(value);
        reference.push_back(value);
        break;
      case 3:
        // From itself, which may have to move for it.
        if (mine.empty()) break;
        mine.push_back(mine[at % mine.size()]);
        reference.push_back(T(reference[at % reference.size()]));
        break;
      case 4:
        mine.emplace_back(T(value));
        reference.emplace_back(T(value));
        break;
      case 5:
        if (mine.empty()) break;
        mine.pop_back();
        reference.pop_back();
        break;
      case 6:
        check_place(mine.insert(mine.begin() + place, value));
        reference.insert(reference.begin() + place, value);
        break;
      case 7: {
        const std::vector<T> more{make<T>(next + 1), make<T>(next + 2), make<T>(next + 3)};
        check_place(mine.insert(mine.begin() + place, more.begin(), more.end()));
        reference.insert(reference.begin() + place, more.begin(), more.end());
        break;
      }
      case 8:
        if (at == reference.size()) break;
        check_place(mine.erase(mine.begin() + place));
        reference.erase(reference.begin() + place);
        break;
      case 9: {
        const auto last =
            place + static_cast<std::ptrdiff_t>(random() % (reference.size() - at + 1));
        check_place(mine.erase(mine.begin() + place, mine.begin() + last));
        reference.erase(reference.begin() + place, reference.begin() + last);
        break;
      }
      case 10:
        mine.resize(random() % 2 == 0 ? at : at + N, value);
        reference.resize(mine.size(), value);
        break;
      case 11: {
        SmallVector<T, N> copy(mine);
        check_same(copy, reference);
        mine = random() % 2 == 0 ? SmallVector<T, N>() : SmallVector<T, N>{value};
        mine = copy;
        break;
      }
      case 12: {
        SmallVector<T, N> taken(std::move(mine));
        CHECK(mine.empty());  // NOLINT: nothing is left behind
        if (random() % 2 == 0) mine.push_back(value);
        mine = std::move(taken);
        break;
      }
      case 13: {
        SmallVector<T, N> other{value, value};
        std::swap(mine, other);
        CHECK(other.size() == reference.size());
        std::swap(mine, other);
        break;
      }
      case 14: {
        const std::list<T> few(random() % (N + 3), value);
        mine.assign(few.begin(), few.end());
        reference.assign(few.begin(), few.end());
        break;
      }
      default:
        if (random() % 8 == 0) {
          mine.clear();
          reference.clear();
        } else {
          mine.reserve(at);
        }
    }
    check_same(mine, reference);
  }
}

TEST_CASE("a small vector does what a vector does", "[containers][random]") {
  check_edits<int, 1>(1);
  check_edits<std::uint8_t, 8>(2);
  check_edits<std::string, 3>(3);
  check_edits<Tracked, 4>(4);
  CHECK(Tracked::alive == 0);
}

TEST_CASE("a small vector takes memory only beyond its own room", "[containers]") {
  SmallVector<int, 4> v;
  const auto* const within = reinterpret_cast<const std::byte*>(&v);
  const auto inside = [&] {
    const auto* const data = reinterpret_cast<const std::byte*>(v.data());
    return data >= within && data < within + sizeof v;
  };
  for (int i = 0; i < 4; ++i) {
    v.push_back(i);
    CHECK(inside());
  }
  v.push_back(4);
  CHECK_FALSE(inside());
  CHECK(v.capacity() == 6);
  v.clear();
  CHECK(v.capacity() == 6);
  // A large one is moved without its elements.
  v.resize(100, 7);
  const int* const data = v.data();
  SmallVector<int, 4> w(std::move(v));
  CHECK(w.data() == data);
  CHECK(v.capacity() == 4);  // NOLINT: it is empty again
}

TEST_CASE("small vectors are made in the ways of a vector", "[containers]") {
  using Small = SmallVector<int, 3>;
  CHECK(Small(2) == Small{0, 0});
  CHECK(Small(5, 7) == Small{7, 7, 7, 7, 7});
  CHECK(Small{5, 7}.size() == 2);
  const std::vector<int> four{1, 2, 3, 4};
  CHECK(Small(four.begin(), four.end()) == Small{1, 2, 3, 4});
  Small v;
  v.assign(4, 9);
  CHECK(v == Small{9, 9, 9, 9});
  v = {1, 2};
  CHECK(v == Small{1, 2});
  v.resize(3);
  CHECK(v == Small{1, 2, 0});
  v.resize_for_overwrite(5);
  CHECK(v.size() == 5);
  v.resize_for_overwrite(1);
  CHECK(v == Small{1});
  v.assign(3, v[0]);
  CHECK(v == Small{1, 1, 1});
  v.resize(9, v[0]);
  CHECK(v == Small(9, 1));
}

TEST_CASE("small vectors compare by their elements in order", "[containers]") {
  using Small = SmallVector<int, 2>;
  CHECK(Small{1, 2} < Small{1, 3});
  CHECK(Small{1, 2} < Small{1, 2, 0});
  CHECK(Small{} < Small{0});
  CHECK(Small{2} > Small{1, 9, 9});
  CHECK(Small{1, 2} != Small{1, 2, 3});
  CHECK(Small{1, 2, 3} == Small{1, 2, 3});
}

TEST_CASE("a small vector stays valid when a copy throws", "[containers]") {
  {
    SmallVector<Tracked, 2> v;
    for (int i = 0; i < 4; ++i) v.emplace_back(i);
    const Tracked extra(9);
    const std::vector<Tracked> many(5, extra);
    for (int allowed = 0; allowed < 5; ++allowed) {
      Tracked::copies_left = allowed;
      CHECK_THROWS(v.insert(v.begin(), many.begin(), many.end()));
      Tracked::copies_left = allowed;
      CHECK_THROWS((SmallVector<Tracked, 2>(many.begin(), many.end())));
      Tracked::copies_left = -1;
      REQUIRE(v.size() == 4);
      for (int i = 0; i < 4; ++i) CHECK(*v[static_cast<std::size_t>(i)].value == i);
    }
    v.erase(v.begin() + 2, v.end());
    while (v.size() < v.capacity()) v.push_back(extra);
    const std::size_t full = v.size();
    Tracked::copies_left = 0;
    CHECK_THROWS(v.push_back(extra));  // where it would have to grow
    Tracked::copies_left = -1;
    CHECK(v.size() == full);
    CHECK(*v[1].value == 1);
  }
  CHECK(Tracked::alive == 0);
}

}  // namespace
}  // namespace cgt::small_vector_test
