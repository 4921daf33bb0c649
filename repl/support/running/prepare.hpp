// A session of the language as every command wants it.
#pragma once

#include "lang/session.hpp"
#include "repl/command_line/common_options.hpp"

namespace cgt::repl {

// Every package added, Ctrl-C connected, notation and format set.
void prepare(lang::Session& session, const CommonOptions& common);

}  // namespace cgt::repl
