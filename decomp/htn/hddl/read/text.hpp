// Models as text: formulas with the values of variables put in.
#pragma once

#include <span>
#include <string>

#include "decomp/htn/hddl/read/model.hpp"

namespace cgt::htn::hddl {

// `values` are objects as numbered in the model, for the first variables; those that are no number
// of an object, and the others, print as variables. Conditions that are no more than (and) print as
// "".
std::string formula_text(const Model& model, const Formula& formula,
                         const std::vector<Typed>& variables, std::span<const Index> values);

// "(name a b)"; `objects` as numbered in the model.
std::string call_text(const Model& model, const std::string& name, std::span<const Index> objects);

}  // namespace cgt::htn::hddl
