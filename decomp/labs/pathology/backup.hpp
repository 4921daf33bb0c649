// The inner loops of experiments on uniform trees: valuing a horizon and backing values up.
//
// Level d of a tree with b children a node has b^d nodes, numbered so that the children of node i
// are i, i + n, i + 2 n, .. with n = b^d: the choice at the root is the least significant digit.
// So both loops run over neighbours in memory and use vector instructions.
#pragma once

#include <cstddef>

#include "decomp/labs/pathology/buckets.hpp"

namespace cgt::search::pathology {

// parents[i] = maximum or minimum over the b children, of n parents.
void back_up(const float* children, std::size_t n, int b, bool maximise, float* parents);

// What a heuristic says of nodes with the given utilities.
void value_horizon(const float* utilities, const float* noise, std::size_t count,
                   const Buckets& buckets, NoiseOrder order, float* out);

// value_horizon() of the b * n children, then back_up().
void back_up_horizon(const float* utilities, const float* noise, std::size_t n, int b,
                     bool maximise, const Buckets& buckets, NoiseOrder order, float* parents);

}  // namespace cgt::search::pathology
