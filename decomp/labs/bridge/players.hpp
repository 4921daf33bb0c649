// Players by the names that people write: "classic", "pimc:20".
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "decomp/labs/bridge/view.hpp"

namespace cgt::bridge {

// improved, classic, classic+layouts, rule, pimc:N. All but classic, classic+layouts and rule need the
// double-dummy solver (double_dummy.hpp); `slot` is its slot. Throws Error for an unknown name, and if
// the solver is not there.
std::unique_ptr<Player> make_declarer(const std::string& name, std::uint64_t seed, unsigned slot);

// dd, who sees all hands, or pimc:N, with other samples than a declarer of the same seed. The same
// errors.
std::unique_ptr<Player> make_defence(const std::string& name, std::uint64_t seed, unsigned slot);

}  // namespace cgt::bridge
