// The three kinds of "no": a user error (Error, with a hint), a spent budget (BudgetExhausted) and a bug
// in the caller (a violated contract). Solvers catch the second at their edge and answer "unknown" with
// the bounds that they know; it never escapes as a failure.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

// CGT_API marks what libcgt.so shows: the classes and functions of installed headers, as in `class CGT_API Store`.
// Everything else is compiled with hidden visibility and stays inside. tests/structure looks for what lacks the
// mark, and tests/install/install.sh at what the library shows.
//
// A template needs it only where a source instantiates it, and an inline function never: programs
// compile these themselves.

#if defined(__GNUC__)
#define CGT_API __attribute__((visibility("default")))
#else
#define CGT_API
#endif

namespace cgt {

// Why a search, a planner or any other long computation ended. The last four are those of a Budget;
// the others say how the work ended by itself.
enum class StopReason : std::uint8_t {
  kSolved,      // the answer is that of the whole problem
  kExhausted,   // nothing is left to look at: all answers are found
  kEnough,      // as many answers as were asked for
  kDeclined,    // the caller's function said so
  kDepthLimit,  // all that was asked was done, but estimates stand for what lies beyond
  kTableFull,   // the memory bound of the search itself
  kNodes,
  kTime,
  kMemory,
  kInterrupted,
};

// True of the reasons of a Budget.
constexpr bool is_limit(StopReason reason) { return reason >= StopReason::kNodes; }

constexpr const char* describe(StopReason reason) {
  switch (reason) {
    case StopReason::kSolved: return "solved";
    case StopReason::kExhausted: return "everything was looked at";
    case StopReason::kEnough: return "as many plans as were asked for";
    case StopReason::kDeclined: return "stopped by the caller";
    case StopReason::kDepthLimit: return "depth limit reached";
    case StopReason::kTableFull: return "memory of the search is full";
    case StopReason::kNodes: return "node budget spent";
    case StopReason::kTime: return "time budget spent";
    case StopReason::kMemory: return "memory budget spent";
    case StopReason::kInterrupted: return "interrupted";
  }
  return "stopped";
}

// Something the user asked for is not possible: division by zero, the mean of a list, ...
// what() is the message without position; `hint` may be empty.
class CGT_API Error : public std::runtime_error {
 public:
  explicit Error(const std::string& message, std::string hint = {})
      : std::runtime_error(message), hint_(std::move(hint)) {}
  const std::string& hint() const { return hint_; }

 private:
  std::string hint_;
};

// The reason is one of a Budget: is_limit().
class CGT_API BudgetExhausted : public std::runtime_error {
 public:
  explicit BudgetExhausted(StopReason reason)
      : std::runtime_error(describe(reason)), reason_(reason) {}
  StopReason reason() const { return reason_; }

 private:
  StopReason reason_;
};

// Contracts: a violated one is a bug in the caller. The message names the rule, then the program
// aborts. Bad *input* is never a contract matter: it is an Error.
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
