// What shells have to know to complete command lines of the program, made of the table that --help
// is made of: commands, options, their values, names of rulesets, files by their endings.
#pragma once

#include <string>
#include <vector>

#include "repl/command_line/table.hpp"

namespace cgt::repl {

// `rulesets`: names that are offered for a ruleset, such as "domineering".
std::string bash_completion(const CommandEntry& program, const std::vector<std::string>& rulesets);
std::string zsh_completion(const CommandEntry& program, const std::vector<std::string>& rulesets);
std::string fish_completion(const CommandEntry& program, const std::vector<std::string>& rulesets);

}  // namespace cgt::repl
