// What the standard library of Emscripten 3.1.6 (libc++ 13) lacks of C++20 and this code uses, for
// builds for WebAssembly, which include it before everything else. With a later libc++ this file
// may go.
#pragma once

#include <version>

#if defined(_LIBCPP_VERSION) && _LIBCPP_VERSION < 15000

#include <algorithm>
#include <charconv>
#include <compare>
#include <concepts>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iterator>
#include <ranges>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace std {  // NOLINT: that is the point

template <class T, class Category = partial_ordering>
concept three_way_comparable = requires(const T& a, const T& b) {
  { a <=> b } -> convertible_to<Category>;
};

template <class I, class J>
constexpr auto lexicographical_compare_three_way(I a, I a_end, J b, J b_end)
    -> decltype(*a <=> *b) {
  for (; a != a_end && b != b_end; ++a, ++b) {
    if (const auto order = *a <=> *b; order != 0) return order;
  }
  return (a != a_end) <=> (b != b_end);
}

template <class T, class Allocator>
constexpr auto operator<=>(const vector<T, Allocator>& a, const vector<T, Allocator>& b) {
  if constexpr (three_way_comparable<T>) {
    return lexicographical_compare_three_way(a.begin(), a.end(), b.begin(), b.end());
  } else {
    return a < b ? weak_ordering::less : b < a ? weak_ordering::greater : weak_ordering::equivalent;
  }
}

template <class To, class From>
constexpr To bit_cast(const From& from) noexcept {
  return __builtin_bit_cast(To, from);
}

// Without threads a plain access is atomic.
template <class T>
class atomic_ref {
 public:
  explicit atomic_ref(T& x) : x_(&x) {}
  T load(memory_order = memory_order_seq_cst) const noexcept { return *x_; }
  void store(T x, memory_order = memory_order_seq_cst) const noexcept { *x_ = x; }

 private:
  T* x_;
};

// Decimal digits only, as far as they are a number.
inline from_chars_result from_chars(const char* first, const char* last, double& x,
                                    chars_format = chars_format::general) {
  // strtod takes more: blanks, a plus sign, hexadecimal digits.
  const char* at = first != last && *first == '-' ? first + 1 : first;
  if (at == last || !((*at >= '0' && *at <= '9') || *at == '.' || *at == 'i' || *at == 'n')) {
    return {first, errc::invalid_argument};
  }
  const size_t digits = strspn(string(first, last).c_str(), "-+.0123456789eEinfnatyINFNATY");
  const string text(first, first + digits);
  char* end = nullptr;
  const double found = strtod(text.c_str(), &end);
  if (end == text.c_str()) return {first, errc::invalid_argument};
  x = found;
  return {first + (end - text.c_str()), errc()};
}

namespace ranges {

template <class R>
using plain_iterator = decltype(std::begin(declval<R&>()));

template <class I, class O>
struct in_out_result {
  I in;
  O out;
};
template <class I, class J>
struct in_in_result {
  I in1;
  J in2;
};

// An algorithm on a range is that on its iterators.
#define CGT_ON_RANGE()                                                  \
  template <class R, class... Rest>                                     \
  requires requires(R & r) { std::begin(r), std::end(r); }              \
  constexpr auto operator()(R&& r, Rest&&... rest) const {              \
    return (*this)(std::begin(r), std::end(r), forward<Rest>(rest)...); \
  }

// The same for those that take an order, which may be given as {}.
#define CGT_ON_RANGE_IN_ORDER()                                                         \
  template <class R, class Less = std::less<>, class P = identity>                      \
  requires requires(R & r) { std::begin(r), std::end(r); }                              \
  constexpr auto operator()(R&& r, Less less = {}, P projection = {}) const {           \
    return (*this)(std::begin(r), std::end(r), std::move(less), std::move(projection)); \
  }
#define CGT_IN_RANGE_IN_ORDER()                                                            \
  template <class R, class T, class Less = std::less<>, class P = identity>                \
  requires requires(R & r) { std::begin(r), std::end(r); }                                 \
  constexpr auto operator()(R&& r, const T& x, Less less = {}, P projection = {}) const {  \
    return (*this)(std::begin(r), std::end(r), x, std::move(less), std::move(projection)); \
  }

template <class Less, class Projection>
constexpr auto projected_order(Less& less, Projection& projection) {
  return [&](const auto& a, const auto& b) {
    return static_cast<bool>(
        std::invoke(less, std::invoke(projection, a), std::invoke(projection, b)));
  };
}

struct find_if_function {
  template <input_or_output_iterator I, class S, class Is, class P = identity>
  constexpr I operator()(I at, S end, Is is, P projection = {}) const {
    while (at != end && !std::invoke(is, std::invoke(projection, *at))) ++at;
    return at;
  }
  CGT_ON_RANGE()
};
inline constexpr find_if_function find_if{};

struct find_function {
  template <input_or_output_iterator I, class S, class T, class P = identity>
  constexpr I operator()(I at, S end, const T& x, P projection = {}) const {
    while (at != end && !(std::invoke(projection, *at) == x)) ++at;
    return at;
  }
  CGT_ON_RANGE()
};
inline constexpr find_function find{};

struct any_of_function {
  template <input_or_output_iterator I, class S, class Is, class P = identity>
  constexpr bool operator()(I at, S end, Is is, P projection = {}) const {
    for (; at != end; ++at) {
      if (std::invoke(is, std::invoke(projection, *at))) return true;
    }
    return false;
  }
  CGT_ON_RANGE()
};
inline constexpr any_of_function any_of{};

struct none_of_function {
  template <class... Arguments>
  constexpr bool operator()(Arguments&&... arguments) const {
    return !any_of(forward<Arguments>(arguments)...);
  }
};
inline constexpr none_of_function none_of{};

struct all_of_function {
  template <input_or_output_iterator I, class S, class Is, class P = identity>
  constexpr bool operator()(I at, S end, Is is, P projection = {}) const {
    for (; at != end; ++at) {
      if (!std::invoke(is, std::invoke(projection, *at))) return false;
    }
    return true;
  }
  CGT_ON_RANGE()
};
inline constexpr all_of_function all_of{};

struct count_if_function {
  template <input_or_output_iterator I, class S, class Is, class P = identity>
  constexpr auto operator()(I at, S end, Is is, P projection = {}) const {
    iter_difference_t<I> n = 0;
    for (; at != end; ++at) n += std::invoke(is, std::invoke(projection, *at)) ? 1 : 0;
    return n;
  }
  CGT_ON_RANGE()
};
inline constexpr count_if_function count_if{};

struct count_function {
  template <input_or_output_iterator I, class S, class T, class P = identity>
  constexpr auto operator()(I at, S end, const T& x, P projection = {}) const {
    iter_difference_t<I> n = 0;
    for (; at != end; ++at) n += std::invoke(projection, *at) == x ? 1 : 0;
    return n;
  }
  CGT_ON_RANGE()
};
inline constexpr count_function count{};

struct for_each_function {
  template <input_or_output_iterator I, class S, class F>
  constexpr void operator()(I at, S end, F f) const {
    for (; at != end; ++at) std::invoke(f, *at);
  }
  CGT_ON_RANGE()
};
inline constexpr for_each_function for_each{};

struct sort_function {
  template <input_or_output_iterator I, class Less = std::less<>, class P = identity>
  constexpr I operator()(I at, I end, Less less = {}, P projection = {}) const {
    std::sort(at, end, projected_order(less, projection));
    return end;
  }
  CGT_ON_RANGE_IN_ORDER()
};
inline constexpr sort_function sort{};

struct stable_sort_function {
  template <input_or_output_iterator I, class Less = std::less<>, class P = identity>
  I operator()(I at, I end, Less less = {}, P projection = {}) const {
    std::stable_sort(at, end, projected_order(less, projection));
    return end;
  }
  CGT_ON_RANGE_IN_ORDER()
};
inline constexpr stable_sort_function stable_sort{};

struct is_sorted_function {
  template <input_or_output_iterator I, class Less = std::less<>, class P = identity>
  constexpr bool operator()(I at, I end, Less less = {}, P projection = {}) const {
    return std::is_sorted(at, end, projected_order(less, projection));
  }
  CGT_ON_RANGE_IN_ORDER()
};
inline constexpr is_sorted_function is_sorted{};

struct lower_bound_function {
  template <input_or_output_iterator I, class T, class Less = std::less<>, class P = identity>
  constexpr I operator()(I at, I end, const T& x, Less less = {}, P projection = {}) const {
    return std::lower_bound(at, end, x, [&](const auto& element, const T& y) {
      return static_cast<bool>(std::invoke(less, std::invoke(projection, element), y));
    });
  }
  CGT_IN_RANGE_IN_ORDER()
};
inline constexpr lower_bound_function lower_bound{};

struct binary_search_function {
  template <input_or_output_iterator I, class T, class Less = std::less<>, class P = identity>
  constexpr bool operator()(I at, I end, const T& x, Less less = {}, P projection = {}) const {
    const I found = lower_bound(at, end, x, std::ref(less), std::ref(projection));
    return found != end && !std::invoke(less, x, std::invoke(projection, *found));
  }
  CGT_IN_RANGE_IN_ORDER()
};
inline constexpr binary_search_function binary_search{};

struct max_element_function {
  template <input_or_output_iterator I, class Less = std::less<>, class P = identity>
  constexpr I operator()(I at, I end, Less less = {}, P projection = {}) const {
    return std::max_element(at, end, projected_order(less, projection));
  }
  CGT_ON_RANGE_IN_ORDER()
};
inline constexpr max_element_function max_element{};

struct min_element_function {
  template <input_or_output_iterator I, class Less = std::less<>, class P = identity>
  constexpr I operator()(I at, I end, Less less = {}, P projection = {}) const {
    return std::min_element(at, end, projected_order(less, projection));
  }
  CGT_ON_RANGE_IN_ORDER()
};
inline constexpr min_element_function min_element{};

struct max_function {
  template <class R>
  constexpr auto operator()(R&& r) const {
    return *max_element(r);
  }
};
inline constexpr max_function max{};

struct adjacent_find_function {
  template <input_or_output_iterator I, class Equal = std::equal_to<>>
  constexpr I operator()(I at, I end, Equal equal = {}) const {
    return std::adjacent_find(at, end, equal);
  }
  CGT_ON_RANGE()
};
inline constexpr adjacent_find_function adjacent_find{};

struct reverse_function {
  template <input_or_output_iterator I>
  constexpr I operator()(I at, I end) const {
    std::reverse(at, end);
    return end;
  }
  CGT_ON_RANGE()
};
inline constexpr reverse_function reverse{};

struct fill_function {
  template <input_or_output_iterator I, class S, class T>
  constexpr I operator()(I at, S end, const T& x) const {
    for (; at != end; ++at) *at = x;
    return at;
  }
  CGT_ON_RANGE()
};
inline constexpr fill_function fill{};

struct replace_function {
  template <input_or_output_iterator I, class S, class T, class U>
  constexpr I operator()(I at, S end, const T& old, const U& fresh) const {
    for (; at != end; ++at) {
      if (*at == old) *at = fresh;
    }
    return at;
  }
  CGT_ON_RANGE()
};
inline constexpr replace_function replace{};

struct copy_function {
  template <input_or_output_iterator I, class S, class O>
  constexpr in_out_result<I, O> operator()(I at, S end, O out) const {
    for (; at != end; ++at, ++out) *out = *at;
    return {at, out};
  }
  CGT_ON_RANGE()
};
inline constexpr copy_function copy{};

struct move_function {
  template <input_or_output_iterator I, class S, class O>
  constexpr in_out_result<I, O> operator()(I at, S end, O out) const {
    for (; at != end; ++at, ++out) *out = std::move(*at);
    return {at, out};
  }
  CGT_ON_RANGE()
};
inline constexpr move_function move{};

struct copy_backward_function {
  template <input_or_output_iterator I, class O>
  constexpr in_out_result<I, O> operator()(I at, I end, O out) const {
    return {end, std::copy_backward(at, end, out)};
  }
  CGT_ON_RANGE()
};
inline constexpr copy_backward_function copy_backward{};

#undef CGT_ON_RANGE
#undef CGT_ON_RANGE_IN_ORDER
#undef CGT_IN_RANGE_IN_ORDER

struct equal_function {
  template <class A, class B, class Equal = std::equal_to<>, class P = identity, class Q = identity>
  constexpr bool operator()(A&& a, B&& b, Equal equal = {}, P p = {}, Q q = {}) const {
    return std::equal(
        std::begin(a), std::end(a), std::begin(b), std::end(b), [&](const auto& x, const auto& y) {
          return static_cast<bool>(std::invoke(equal, std::invoke(p, x), std::invoke(q, y)));
        });
  }
};
inline constexpr equal_function equal{};

struct mismatch_function {
  template <class A, class B>
  constexpr auto operator()(A&& a, B&& b) const {
    const auto [i, j] = std::mismatch(std::begin(a), std::end(a), std::begin(b), std::end(b));
    return in_in_result<remove_const_t<decltype(i)>, remove_const_t<decltype(j)>>{i, j};
  }
};
inline constexpr mismatch_function mismatch{};

struct includes_function {
  template <class A, class B>
  constexpr bool operator()(A&& a, B&& b) const {
    return std::includes(std::begin(a), std::end(a), std::begin(b), std::end(b));
  }
};
inline constexpr includes_function includes{};

struct lexicographical_compare_function {
  template <class A, class B>
  constexpr bool operator()(A&& a, B&& b) const {
    return std::lexicographical_compare(std::begin(a), std::end(a), std::begin(b), std::end(b));
  }
};
inline constexpr lexicographical_compare_function lexicographical_compare{};

struct set_intersection_function {
  template <class A, class B, class O, class Less = std::less<>>
  constexpr O operator()(A&& a, B&& b, O out, Less less = {}) const {
    return std::set_intersection(std::begin(a), std::end(a), std::begin(b), std::end(b), out, less);
  }
};
inline constexpr set_intersection_function set_intersection{};

struct set_difference_function {
  template <class A, class B, class O, class Less = std::less<>>
  constexpr O operator()(A&& a, B&& b, O out, Less less = {}) const {
    return std::set_difference(std::begin(a), std::end(a), std::begin(b), std::end(b), out, less);
  }
};
inline constexpr set_difference_function set_difference{};

}  // namespace ranges
}  // namespace std

#endif
