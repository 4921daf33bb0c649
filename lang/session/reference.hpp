// The reference of the language as a Markdown page, written from the registry: docs/language/
// reference.md is this text (`cgt docs reference`), and a test compares the two.
#pragma once

#include <string>
#include <string_view>

#include "lang/registry.hpp"

namespace cgt::lang {

// One line about a type ("Game", "List"; "" for free functions); empty if it is unknown.
std::string_view type_doc(std::string_view owner);

// Every row and constant of the registry, grouped by type, and the bases that are written in the
// language itself.
std::string reference_page(const Registry& registry);

}  // namespace cgt::lang
