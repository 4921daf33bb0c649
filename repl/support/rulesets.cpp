#include "repl/support/rulesets.hpp"

#include <fmt/format.h>

#include "decomp/rules/registry.hpp"
#include "lang/bindings/bindings.hpp"
#include "lang/lang.hpp"
#include "repl/support/prepare.hpp"

namespace cgt::repl {

std::string outcome_text(OutcomeClass outcome) {
  switch (outcome) {
    case OutcomeClass::kLeft: return "L (Left wins)";
    case OutcomeClass::kRight: return "R (Right wins)";
    case OutcomeClass::kNext: return "N (the first player wins)";
    case OutcomeClass::kPrevious: return "P (the second player wins)";
  }
  return {};
}

std::shared_ptr<const Ruleset> ruleset_called(const std::string& name,
                                              const CommonOptions& common) {
  const bool expression = name.find_first_of("(.") != std::string::npos;
  if (!expression || find_ruleset(name) != nullptr) return registered_ruleset(name);
  lang::Session session;
  prepare(session, common);
  const lang::Result result = session.evaluate(SourceText("GAME", name), common.limits);
  if (!result.ok()) throw Error("this is no game\n" + result.diagnostics);
  if (auto found = lang::native_ruleset(result.value)) return found;
  throw Error(fmt::format("{} is no ruleset", name), "cgt eval --list shows all games");
}

}  // namespace cgt::repl
