// cgt pathology: when looking farther ahead makes worse decisions.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

#include "repl/exit_code.hpp"
#include "repl/options.hpp"

namespace cgt::repl {

// Subcommands and options; sets options.action when one is parsed. `add_common` adds what every
// command takes.
void add_pathology(CLI::App& app, PathologyOptions& options,
                   const std::function<void(CLI::App&, CommonOptions&)>& add_common);

// Throws Error, FileError, BudgetExhausted.
ExitCode run_pathology(const PathologyOptions& options);

}  // namespace cgt::repl
