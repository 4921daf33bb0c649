// Running texts of the language for the program: a Session with every package, its output on
// standard output, its errors on standard error, its end as an exit code.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lang/lang.hpp"
#include "repl/command_line/common_options.hpp"
#include "repl/command_line/exit_code.hpp"
#include "repl/support/rulesets.hpp"

namespace cgt::repl {

// cgt [FILE [ARGS]] [-e EXPR]...
struct SessionOptions {
  CommonOptions common;
  std::vector<std::string> expressions;
  std::optional<std::string> file;  // "-": standard input
  std::vector<std::string> arguments;
  bool interactive = false;
  bool no_init = false;
  bool no_history = false;
  bool keep_going = false;
};

// The program itself.
void add_session(const Command& program, SessionOptions& options);
void offer_batch(class Commands& commands);

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
