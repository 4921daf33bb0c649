// Granularity: a utility in [0, 1] is replaced by the number of its bucket.
//
// g buckets of equal width, 0 .. g - 1, whose inner boundaries are k / g + shift, k = 1 .. g - 1: with
// a shift, the outer two buckets absorb the difference. A bucket is represented by its centre.
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>

namespace cgt::search::pathology {

struct Buckets {
  float g = 0;  // 0: values stay as they are
  float width = 0;
  float shift = 0;
  float last = 0;  // the greatest bucket; none is if buckets go on above 1
  // What the centres of the outer buckets differ by from those of equal buckets.
  float first_centre = 0;
  float last_centre = 0;

  Buckets() = default;
  // g >= 2 (or 0). Two players: the inner boundary nearest to `fixed_point` is moved there.
  static Buckets shifted(int granularity, double fixed_point);
  // One player: if the last bucket begins below `top`, which is less than 1, its boundary is moved there. Above 1
  // follow further buckets of equal width, so that noise there is not lost.
  static Buckets below(int granularity, double top);

  float bucket(float u) const {
    float x = (u - shift) * g;
    x = x > 0 ? x : 0;
    x = x < last ? x : last;
    return static_cast<float>(static_cast<int>(x));
  }
  float centre(float k) const {
    return (k + 0.5F) * width + shift + (k == 0 ? first_centre : 0) + (k == last ? last_centre : 0);
  }

 private:
  Buckets(int granularity, double shift_by);
};

// Solves c = (1 - c)^b: among independent leaves, the utility that a move to it reaches with the
// same probability at every level (Nau 1982 and others). c_2 = 0.381966.
double fixed_point(int branching);

// The inner loops of experiments on uniform trees: valuing a horizon and backing values up.
//
// Level d of a tree with b children a node has b^d nodes, numbered so that the children of node i
// are i, i + n, i + 2 n, .. with n = b^d: the choice at the root is the least significant digit.
// So both loops run over neighbours in memory and use vector instructions.

// parents[i] = maximum or minimum over the b children, of n parents.
void back_up(const float* children, std::size_t n, int b, bool maximise, float* parents);

// What a heuristic says of nodes with the given utilities: noise is added to the centre of the bucket, and the
// sum is put into its bucket.
void value_horizon(const float* utilities, const float* noise, std::size_t count,
                   const Buckets& buckets, float* out);

// value_horizon() of the b * n children, then back_up().
void back_up_horizon(const float* utilities, const float* noise, std::size_t n, int b,
                     bool maximise, const Buckets& buckets, float* parents);

}  // namespace cgt::search::pathology
