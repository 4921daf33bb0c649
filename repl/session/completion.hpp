// What is offered for a word that is typed: names of files, and symbols behind a backslash.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "lang/registry.hpp"
#include "repl/session/conversation.hpp"

namespace cgt::repl {

// Names of files for Tab: behind the commands of the prompt that take one, and in the string that is the
// first argument of a function whose first parameter is called "path".

// Files and folders that line[start, cursor) begins, folders with a "/" behind the name; none if no file
// is meant there. Of files behind :load those that end in ".cgs". Names that begin with a dot are offered
// where a dot was typed. A folder that cannot be read has no files.
std::optional<Conversation::Completions> file_completions(const lang::Registry& registry,
                                                          const std::string& line,
                                                          std::size_t cursor);

// \up and its like: names of symbols, as LaTeX has them, for what the language writes with other
// characters. Tab puts these in their place.

struct SymbolName {
  const char* name;  // without the backslash
  const char* text;
};

// In the order of their names.
std::span<const SymbolName> symbol_names();
// "" if there is none of this name.
std::string_view symbol_named(std::string_view name);

}  // namespace cgt::repl
