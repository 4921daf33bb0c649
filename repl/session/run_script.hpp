// Running texts of the language for the program: a Session with every package, its output on
// standard output, its errors on standard error, its end as an exit code.
#pragma once

#include <string>
#include <vector>

#include "lang/lang.hpp"
#include "repl/command_line/exit_code.hpp"
#include "repl/session/options.hpp"
#include "repl/support/running/prepare.hpp"

namespace cgt::repl {

ExitCode exit_code(lang::Status status);

// The arguments of a script become its global `args`, a list of strings.
void set_arguments(lang::Session& session, const std::vector<std::string>& arguments);

// Evaluates a whole text: if it is incomplete, its diagnostics say what is open.
lang::Result evaluate_whole(lang::Session& session, const SourceText& source,
                            const Budget::Limits& limits);
// Reads and evaluates a script; relative paths in it start at its folder. Throws FileError.
lang::Result evaluate_file(lang::Session& session, const std::string& path,
                           const Budget::Limits& limits);

// Prints what an evaluation gave: the value after `prefix`, or its diagnostics and trace, as the
// options say.
void report(const lang::Result& result, const CommonOptions& common,
            const std::string& prefix = {});

// Evaluates a whole text and reports.
ExitCode run_text(lang::Session& session, const SourceText& source, const CommonOptions& common);

// cgt -e EXPR... / cgt FILE / cgt -, without going interactive.
ExitCode run_script(const SessionOptions& options, lang::Session& session);

}  // namespace cgt::repl
