// Running texts of the language for the program: a Session with every package, its output on
// standard output, its errors on standard error, its end as an exit code.
#pragma once

#include <string>
#include <vector>

#include "lang/lang.hpp"
#include "repl/command_line/exit_code.hpp"
#include "repl/session/options.hpp"
#include "repl/support/prepare.hpp"

namespace cgt::repl {

ExitCode exit_code(lang::Status status);

// The arguments of a script become its global `args`, a list of strings.
void set_arguments(lang::Session& session, const std::vector<std::string>& arguments);

// Prints what an evaluation gave: the value after `prefix`, or its diagnostics and trace.
void report(const lang::Result& result, const std::string& prefix = {});

// Evaluates a whole text and reports. An incomplete text is a syntax error here. The calls that were
// running when it failed go to `trace`, if it is not null.
ExitCode run_text(lang::Session& session, const SourceText& source, const CommonOptions& common,
                  std::string* trace = nullptr);

// Reads and evaluates a script; relative paths in it start at its folder. Throws FileError.
ExitCode run_file(lang::Session& session, const std::string& path, const CommonOptions& common,
                  std::string* trace = nullptr);

// cgt -e EXPR... / cgt FILE / cgt -, without going interactive.
ExitCode run_script(const SessionOptions& options, lang::Session& session);

}  // namespace cgt::repl
