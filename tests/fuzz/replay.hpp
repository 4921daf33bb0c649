// What the fuzzer does with a text, and the test that replays the corpus too.
#pragma once

#include <string>

#include "lang/bindings/bindings.hpp"
#include "lang/lang.hpp"

namespace cgt::lang::testing {

inline constexpr Budget::Limits kReplayLimits{20'000, 200, 500};

// Evaluates the text. Returns what broke a promise of Session, or "".
inline std::string replay(const std::string& text) {
  Session session;
  add_all_packages(session);
  session.set_history(true);
  const Result result = session.evaluate(text, kReplayLimits);
  if (session.check(SourceText("text", text)).status != result.status &&
      result.status == Status::kIncomplete) {
    return "check() and evaluate() disagree about what is incomplete";
  }
  if (result.ok() != result.diagnostics.empty()) return "a status and its message disagree";
  if (!result.ok() && !result.text.empty()) return "a failure has a value";
  if (result.status == Status::kInterrupted) return "nobody interrupted";
  // The session goes on: what was computed does not depend on what came before.
  if (session.evaluate("{1|0} + 1", kReplayLimits).text != "{2|1}") return "the session is damaged";
  return {};
}

}  // namespace cgt::lang::testing
