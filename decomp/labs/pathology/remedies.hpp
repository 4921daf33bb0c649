// Other ways to back values up, on trees of the synthetic models (synthetic.hpp): what helps
// against pathology without a better heuristic.
//
//   kMinimax      searches to the deep horizon
//   kShallow      searches to the shallow horizon
//   kChoice       the one of these two that erred less on trees drawn before (static choice)
//   kErrorMinimising   error-minimising minimax (Wilson, Parker, Nau 2009): every node down to the
//                 horizon is valued by the heuristic, too; a value goes up together with the error
//                 it is expected to have, and a node keeps its own value where that is the less
//                 wrong one
//   kProduct      product propagation (Pearl 1981, Nau 1983): heuristic values count as chances to
//                 win, which go up as if they were independent: 1 - prod(1 - p), and prod p
//
// Expected errors. The model tells how likely each bucket is given the bucket that the heuristic
// shows, before anything is known of the node: the probability that the noise moves the centre of
// the one into the other, normalised. The distribution of a maximum is the product of those of the
// children; its error is the expected distance, in buckets, from the backed-up value. A node hands
// up the distribution that goes with the value it keeps.
//
// All remedies see the same trees, and the same noise of the nodes.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "cgt/support/budget.hpp"
#include "decomp/labs/pathology/synthetic.hpp"

namespace cgt::search::pathology {

enum class Remedy : std::uint8_t { kMinimax, kShallow, kChoice, kErrorMinimising, kProduct };
inline constexpr std::array kRemedies{Remedy::kMinimax, Remedy::kShallow, Remedy::kChoice,
                                      Remedy::kErrorMinimising, Remedy::kProduct};
const char* name(Remedy remedy);

// In the order of kRemedies, over `trees` trees; kChoice is settled by as many other trees. Two
// players, and a granularity of at least 2. Independent of threads. Throws Error, BudgetExhausted.
std::array<ErrorMean, kRemedies.size()> compare_remedies(const ModelParameters& parameters,
                                                         int granularity, std::uint64_t trees,
                                                         std::uint64_t seed, unsigned threads,
                                                         Budget& budget);

// The distribution over true buckets for each bucket that the heuristic shows: row i, column j is
// P(true j | shown i) before anything else is known. For the tests.
std::vector<double> bucket_posterior(const Buckets& buckets, double sigma);

}  // namespace cgt::search::pathology
