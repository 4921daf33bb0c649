// `cgt edaps FILE`: process plans for microwave modules. The plan library is a script,
// examples/edaps, which is part of the program; --library names another folder with the same files.
#pragma once

#include <span>
#include <string_view>

#include "repl/command_line/exit_code.hpp"
#include "repl/commands/htn/options.hpp"

namespace cgt::repl {

// A file of examples/edaps, as it was when the program was built.
struct EdapsFile {
  std::string_view name;
  std::string_view text;
};
std::span<const EdapsFile> edaps_files();

ExitCode run_edaps(const EdapsOptions& options);

}  // namespace cgt::repl
