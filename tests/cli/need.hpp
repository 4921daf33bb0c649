// Programs that read what cgt writes for them.
#pragma once

#include <catch2/catch.hpp>
#include <string>

#include "tests/cli/process.hpp"

namespace cgt::testing {

// A test without the program would see nothing, so it fails.
inline void need(const std::string& program) {
  INFO("there is no " << program << ": ./dev deps --all installs what the tests run");
  REQUIRE(run({"/bin/sh", "-c", "command -v " + program}).exit_code == 0);
}

}  // namespace cgt::testing
