// Names of files for Tab: behind the commands of the prompt that take one, and in the string that is the
// first argument of a function whose first parameter is called "path".
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "lang/registry.hpp"
#include "repl/session/conversation/conversation.hpp"

namespace cgt::repl {

// Files and folders that line[start, cursor) begins, folders with a "/" behind the name; none if no file
// is meant there. Of files behind :load those that end in ".cgs". Names that begin with a dot are offered
// where a dot was typed. A folder that cannot be read has no files.
std::optional<Conversation::Completions> file_completions(const lang::Registry& registry,
                                                          const std::string& line,
                                                          std::size_t cursor);

}  // namespace cgt::repl
