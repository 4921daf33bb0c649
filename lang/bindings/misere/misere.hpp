// Misere play in the language: rows of NativeRuleset and ImpartialGame on misere quotients, the classes
// MisereQuotient and MisereUniverse. See docs/misere.md.
#pragma once

#include "lang/registry.hpp"

namespace cgt::lang {

void add_misere_rows(Package& package);

}  // namespace cgt::lang
