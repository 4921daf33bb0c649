// Rulesets by the names that people use, and how outcomes are written.
#pragma once

#include <memory>
#include <string>

#include "cgt/loopy/loopy_games.hpp"
#include "cgt/store/store.hpp"
#include "decomp/position/ruleset.hpp"
#include "repl/command_line/common_options.hpp"

namespace cgt::repl {

// The ruleset that people call so: "domineering", an expression of the language whose value is a
// ruleset, or the file of a ruleset in a script, with its arguments if it takes some:
// "rules/Clobber.cgs", "PartizanSubtraction.cgs([1,2],[1])". Throws Error.
std::shared_ptr<const Ruleset> ruleset_called(const std::string& name, const CommonOptions& common);

// The picture of a position of such a ruleset, as the language draws it: a complete <svg> element.
// Throws Error if there is none.
std::string picture_called(const std::string& name, const std::string& position,
                           const CommonOptions& common);

// The file of a script in such a name: "rules/Clobber.cgs"; "" if it names none.
std::string script_file(const std::string& name);

// How many threads may use the ruleset: what was asked for, or one if its moves are calls of a
// script.
unsigned threads_for(const Ruleset& ruleset, unsigned threads);

// "N (the first player wins)".
std::string outcome_text(OutcomeClass outcome);
// The same where both sides agree, else "D (onside L (Left wins), offside R (Right wins))".
std::string outcome_text(LoopyOutcome outcome);

}  // namespace cgt::repl
