// Compiler: resolved tree -> code of the stack machine (function.hpp).
#pragma once

#include <memory>

#include "lang/function.hpp"
#include "lang/registry.hpp"

namespace cgt::lang {

// Requires a program that resolve() accepted.
std::shared_ptr<Prototype> compile(const std::shared_ptr<Program>& program, Registry& registry,
                                   const std::shared_ptr<Globals>& globals);

}  // namespace cgt::lang
