// Resolver: decides at compile time what every name of a program stands for, so that nothing is
// looked up by name while it runs. It annotates the tree (Node::binding, variable, slot).
//
// Rules. Parameters, loop variables and `var` in a block or function are local to it. Elsewhere an
// assignment reaches the nearest variable of that name, a global included; if there is none it
// makes one: global at the top level, local to the function inside a function. Names that a program
// assigns at top level are known in all of it, so that functions can call each other; a function
// that is called in another one may also come with a later text.
#pragma once

#include <vector>

#include "lang/registry.hpp"
#include "lang/syntax/ast.hpp"
#include "lang/syntax/class_layout.hpp"
#include "lang/values/function.hpp"

namespace cgt::lang {

// Returns what is wrong: unknown names (with "did you mean"), double declarations, misplaced
// breaks. `load` finds classes in files. The classes of the program are laid out; `order`, if
// given, gets them, bases first.
std::vector<Diagnostic> resolve(Program& program, Registry& registry, Globals& globals,
                                const ClassLayout::Loader& load = {},
                                std::vector<ClassDeclaration*>* order = nullptr);

}  // namespace cgt::lang
