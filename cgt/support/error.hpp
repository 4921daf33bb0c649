// The two kinds of "no" that are not bugs: a user error (Error, with a hint) and a spent budget
// (BudgetExhausted). Solvers catch the second at their edge and answer "unknown" with the bounds
// that they know; it never escapes as a failure.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#include "cgt/support/api.hpp"
#include "cgt/support/stop_reason.hpp"

namespace cgt {

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

}  // namespace cgt
