// Contracts: a violated one is a bug in the caller. The message names the rule, then the program
// aborts. Bad *input* is never a contract matter: it is an Error (error.hpp).
//
// What happens at a violation can be set: a test, or a program that embeds the library, may throw
// instead. That handler is the one thing in the toolkit that belongs to the process and not to an
// object, for a broken contract may be found where there is no object to ask.
//
//   cgt::set_contract_handler([](const char* rule, const char* file, int line) {
//     throw std::logic_error(rule);
//   });
//
// After a handler has thrown, what was called may have stopped half way: objects that it was to
// change may only be destroyed. Contracts that are checked on entry (all of Game, all of Store)
// leave them as they were. A contract that is found broken in a destructor still ends the program.
//
// Thread rule: the handler may be set and called from any thread.
#pragma once

#include "cgt/support/api.hpp"

namespace cgt {

// Is given the rule in words and its place in the source. If it returns, the program aborts.
using ContractHandler = void (*)(const char* rule, const char* file, int line);

// Returns the handler before. Null, as in the beginning: prints the rule to standard error.
CGT_API ContractHandler set_contract_handler(ContractHandler handler);

[[noreturn]] CGT_API void contract_violation(const char* rule, const char* file, int line);

}  // namespace cgt

// Checked in every build: the edge of a public function.
#define CGT_EXPECTS(condition, rule) \
  ((condition) ? static_cast<void>(0) : ::cgt::contract_violation(rule, __FILE__, __LINE__))

// Checked in builds with assertions: internal invariants, and what is asked too often to be checked
// in all.
#ifdef NDEBUG
#define CGT_ASSERT(condition, rule) static_cast<void>(0)
#else
#define CGT_ASSERT(condition, rule) CGT_EXPECTS(condition, rule)
#endif
