// Reading and writing files for the program, with messages that say what is wrong.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "repl/command_line/exit_code.hpp"

#include "cgt/support/embedded_file.hpp"

namespace cgt::repl {

// The whole file; "-" is standard input. Throws FileError.
std::string read_file(const std::string& path);
// How diagnostics name it.
std::string display_name(const std::string& path);
// Throws FileError.
void write_file(const std::string& path, const std::string& text);
// Either the old file is there or the whole new one, whatever happens in between. The file that a link
// leads to is replaced, not the link; a device or a pipe is written to. Throws FileError.
void replace_file(const std::string& name, const std::string& text);

// Scripts and tables of examples/edaps, the plan library of `cgt edaps`.
std::span<const EmbeddedFile> edaps_files();
// Questions and answers that the referees agreed on (tests/referee), a file for each, of `cgt selftest`.
std::span<const EmbeddedFile> pinned_cases();

}  // namespace cgt::repl
