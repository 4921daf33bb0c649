// The options of the larger commands, a file for each (NAME_options.cpp), and what commands share.
// Only for options.cpp and these files.
#pragma once

#include <CLI/CLI.hpp>

#include "repl/command_line/options.hpp"

namespace cgt::repl {

// What every command takes.
void add_common(CLI::App& app, CommonOptions& common);

// Of --db.
inline constexpr const char* kKnown = "Values known before: a file that cgt db build made";

void add_census(CLI::App& app, CensusOptions& census);
void add_edaps(CLI::App& app, EdapsOptions& edaps);
void add_sum(CLI::App& app, SumCommandOptions& sum);

// Commands with commands of their own; the action of the one that was given is set.
void add_db(CLI::App& app, DbOptions& db);
void add_htn(CLI::App& app, HtnOptions& htn);
void add_pathology(CLI::App& app, PathologyOptions& pathology);

}  // namespace cgt::repl
