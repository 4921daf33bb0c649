// Contracts: a violated one is a bug in the caller. The message names the rule, then the program
// aborts. Bad *input* is never a contract matter: it is an Error (error.hpp).
#pragma once

namespace cgt {
[[noreturn]] void contract_violation(const char* rule, const char* file, int line);
}  // namespace cgt

// Checked in every build: the edge of a public function.
#define CGT_EXPECTS(condition, rule) \
  ((condition) ? static_cast<void>(0) : ::cgt::contract_violation(rule, __FILE__, __LINE__))

// Checked in builds with assertions: internal invariants.
#ifdef NDEBUG
#define CGT_ASSERT(condition, rule) static_cast<void>(0)
#else
#define CGT_ASSERT(condition, rule) CGT_EXPECTS(condition, rule)
#endif
