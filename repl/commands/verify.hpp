// cgt verify: replays certificates of won sums (decomp/solve/sums/certificate/certificate.hpp).
// Other commands write them.
#pragma once

#include <string>

#include "decomp/solve/sums/sum_outcome.hpp"
#include "repl/commands/sum.hpp"

namespace cgt::repl {

// Writes a certificate of who wins the sum, as people wrote it, when `first` moves first. Throws
// FileError, and what solve::certify throws.
void write_certificate(const std::string& path, Store& store, solve::SumOutcome& solver,
                       const std::string& sum, Player first, Budget& budget,
                       const CommonOptions& common);

}  // namespace cgt::repl
