// Reads HDDL: texts into a Model. Everything that is not total-order HDDL is refused with its
// place, what was expected and, where one is near, what may have been meant; a text with several
// independent errors gets several diagnostics in one InputError.
#pragma once

#include "cgt/support/text/diagnostic.hpp"
#include "decomp/htn/hddl/read/model.hpp"

namespace cgt::htn::hddl {

// Throws InputError.
Model read_model(const SourceText& domain, const SourceText& problem);
// The domain alone: no objects but its constants, nothing to do.
Model read_domain(const SourceText& domain);

}  // namespace cgt::htn::hddl
