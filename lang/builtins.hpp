// The parts of the core table, by topic; register_core() joins them.
#pragma once

#include "cgt/thermo/trajectory.hpp"
#include "lang/context.hpp"
#include "lang/registry.hpp"

namespace cgt::lang {

void register_games(Registry& registry);
void register_algebra(Registry& registry);
void register_forms(Registry& registry);
void register_thermography(Registry& registry);
void register_grids(Registry& registry);
void register_classes(Registry& registry);
void register_integers(Registry& registry);
void register_numbers(Registry& registry);
void register_collections(Registry& registry);
void register_strings(Registry& registry);
void register_strategies(Registry& registry);
void register_texts(Registry& registry);

// Class "Thermograph". `name` titles its pictures.
Value make_thermograph(Thermograph thermograph, std::string name);
// Null for everything else.
const Thermograph* as_thermograph(const Value& value);

using Arguments = std::span<const Value>;

}  // namespace cgt::lang
