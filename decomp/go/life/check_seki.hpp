// An independent check of a claim of seki (life/seki.hpp has the rules), on boards of characters, which
// shares neither positions, nor bounds, nor search with what made the claim. Proofs that come with it
// (SiegeProof) are replayed without a search; a claim without proofs is searched anew, by deepening.
#pragma once

#include <cstdint>
#include <string>

#include "decomp/go/board/region.hpp"
#include "decomp/go/life/seki.hpp"

namespace cgt::go {

struct SekiCheck {
  bool confirmed = false;
  std::string wrong;  // why the claim cannot be true; empty also where the nodes do not suffice
  std::uint64_t nodes = 0;    // positions looked at
  std::uint64_t answers = 0;  // replayed
};

// Are the cells of the claim what it says, and do both players hold the region, moving second? If the
// claim has an area, also under area scoring. If it has proofs, these have to show it all. At most
// `nodes` for each of these questions. Throws BudgetExhausted.
SekiCheck check_seki(const Region& region, const Seki& seki, std::uint64_t nodes, Budget& budget);

}  // namespace cgt::go
