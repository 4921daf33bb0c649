// Compiler: resolved tree -> code of the stack machine (function.hpp).
#pragma once

#include <memory>

#include "lang/registry.hpp"
#include "lang/syntax/ast.hpp"
#include "lang/values/function.hpp"

namespace cgt::lang {

// Requires a program that resolve() accepted.
// `classes`: those of the program, bases first; their methods are compiled too, and they are in the
// globals then. The code of the program begins with their static variables and singletons.
std::shared_ptr<Prototype> compile(const std::shared_ptr<Program>& program, Registry& registry,
                                   const std::shared_ptr<Globals>& globals,
                                   const std::vector<ClassDeclaration*>& classes = {});

}  // namespace cgt::lang
