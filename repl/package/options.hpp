// The options of cgt docs.
#pragma once

#include <string>

#include "repl/command_line/command.hpp"

namespace cgt::repl {

// cgt docs PAGE [WHAT]
struct DocsOptions {
  enum class Page { kReference, kRulesets, kMan, kCompletions, kGrammar, kShare };
  Page page = Page::kReference;
  std::string what;  // a folder, a shell or an editor
};

Command add_docs(const Command& program, DocsOptions& options);

}  // namespace cgt::repl
