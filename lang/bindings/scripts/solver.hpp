// The searches of decomp for positions of scripts and compounds, as the language asks for them.
#pragma once

#include <memory>

#include "cgt/number/trajectory.hpp"
#include "cgt/store/store.hpp"
#include "lang/registry.hpp"
#include "lang/values/positions.hpp"

namespace cgt::lang {

// For Session::set_position_solver.
std::unique_ptr<PositionSolver> script_solver();

// Rows of Position and Compound: questions whose answers need no canonical form.
void add_position_search_rows(Package& package);

}  // namespace cgt::lang
