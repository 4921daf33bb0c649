// A session with all packages, whose scripts should succeed or fail.
#pragma once

#include <catch2/catch.hpp>
#include <string>

#include "lang/bindings/bindings.hpp"
#include "tests/lang/evaluate.hpp"

namespace cgt::lang::testing {

struct Script {
  Session session;
  Script() { add_all_packages(session); }
  std::string text(const std::string& script) {
    const Result result = session.evaluate(script, kLimits);
    INFO(script << "\n" << result.diagnostics);
    CHECK(result.ok());
    return result.text;
  }
  // The first problem, and its hint.
  std::string error(const std::string& script) {
    const Result result = session.evaluate(script, kLimits);
    INFO(script);
    CHECK(result.status == Status::kRuntimeError);
    if (result.problems.empty()) return "";
    return result.diagnostics;
  }
};

}  // namespace cgt::lang::testing
