// The one place that names the container library. Boost's open-addressing tables won our measured
// comparison of hash tables on random 64-bit keys; use these aliases everywhere.
#pragma once

#include <boost/container/small_vector.hpp>
#include <boost/unordered/unordered_flat_map.hpp>
#include <boost/unordered/unordered_flat_set.hpp>
#include <functional>

namespace cgt {

template <class Key, class Value, class Hash = std::hash<Key>, class... Rest>
using FlatMap = boost::unordered_flat_map<Key, Value, Hash, Rest...>;

template <class Key, class Hash = std::hash<Key>, class... Rest>
using FlatSet = boost::unordered_flat_set<Key, Hash, Rest...>;

template <class T, std::size_t N>
using SmallVector = boost::container::small_vector<T, N>;

}  // namespace cgt
