// What the tests of the language share.
#pragma once

#include <string>
#include <vector>

#include "lang/lang.hpp"

namespace cgt::lang::testing {

// Far above what any test needs: a test that reaches it fails instead of hanging.
inline constexpr Budget::Limits kLimits{Budget::kUnlimited, 300'000, 4'000};

struct Row {
  std::string category;
  std::string expression;
  std::string expected;
};

// Rows of a tab-separated file of tests/lang/data; lines starting with '#' are comments.
std::vector<Row> read_rows(const std::string& name);

// First line of the diagnostics.
std::string first_line(const std::string& text);

}  // namespace cgt::lang::testing
