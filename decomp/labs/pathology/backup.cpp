// Compiled with optimisations of its own (CMakeLists.txt): there are no NaNs here.
#include "decomp/labs/pathology/buckets.hpp"

#include <algorithm>

namespace cgt::search::pathology {
namespace {

struct BucketNoiseBucket {
  Buckets buckets;
  float operator()(float u, float noise) const {
    return buckets.bucket(buckets.centre(buckets.bucket(u)) + noise);
  }
};
struct NoiseOnly {
  float operator()(float u, float noise) const { return u + noise; }
};

template <class Value>
void horizon(const float* utilities, const float* noise, std::size_t count, Value value,
             float* out) {
  for (std::size_t i = 0; i < count; ++i) out[i] = value(utilities[i], noise[i]);
}

template <bool kMaximise, class Value>
void fused(const float* utilities, const float* noise, std::size_t n, int b, Value value,
           float* parents) {
  horizon(utilities, noise, n, value, parents);
  for (int k = 1; k < b; ++k) {
    const float* u = utilities + n * static_cast<std::size_t>(k);
    const float* z = noise + n * static_cast<std::size_t>(k);
    for (std::size_t i = 0; i < n; ++i) {
      const float v = value(u[i], z[i]);
      const float best = parents[i];
      parents[i] = (kMaximise ? v > best : v < best) ? v : best;
    }
  }
}

template <bool kMaximise>
void best_of(const float* children, std::size_t n, int b, float* parents) {
  std::copy(children, children + n, parents);
  for (int k = 1; k < b; ++k) {
    const float* values = children + n * static_cast<std::size_t>(k);
    for (std::size_t i = 0; i < n; ++i) {
      const float v = values[i];
      const float best = parents[i];
      parents[i] = (kMaximise ? v > best : v < best) ? v : best;
    }
  }
}

// Calls body with the function that values a node.
template <class Body>
void with_value(const Buckets& buckets, Body body) {
  if (buckets.g == 0)
    body(NoiseOnly{});
  else
    body(BucketNoiseBucket{buckets});
}

}  // namespace

void back_up(const float* children, std::size_t n, int b, bool maximise, float* parents) {
  maximise ? best_of<true>(children, n, b, parents) : best_of<false>(children, n, b, parents);
}

void value_horizon(const float* utilities, const float* noise, std::size_t count,
                   const Buckets& buckets, float* out) {
  with_value(buckets, [&](const auto& value) { horizon(utilities, noise, count, value, out); });
}

void back_up_horizon(const float* utilities, const float* noise, std::size_t n, int b,
                     bool maximise, const Buckets& buckets, float* parents) {
  with_value(buckets, [&](const auto& value) {
    maximise ? fused<true>(utilities, noise, n, b, value, parents)
             : fused<false>(utilities, noise, n, b, value, parents);
  });
}

}  // namespace cgt::search::pathology
