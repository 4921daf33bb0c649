// What was proved before a budget was spent. It travels with the exception, from the question that was
// stopped to whoever tells the user: "known so far of the sum: mean 3/2, Left stop in [1, 3]".
//
// A question that may be stopped runs in telling_what_is_known(). What it says then is asked of tables
// and of a little more work, under a budget of its own (kGrace): the one that was spent allows nothing.
#pragma once

#include <new>
#include <string>
#include <utility>

#include "cgt/support/budget.hpp"

namespace cgt {

struct KnownSoFar {
  std::string subject;  // of what; "" where that is clear
  std::string facts;    // "0 <= value <= 3, mean 1"; "": nothing is known

  // "known so far: 0 <= value <= 3, mean 1"; "" if nothing is.
  std::string text() const {
    if (facts.empty()) return "";
    return "known so far" + (subject.empty() ? "" : " of " + subject) + ": " + facts;
  }
};

// A spent budget, with what is known all the same.
class Unfinished : public BudgetExhausted {
 public:
  Unfinished(StopReason reason, KnownSoFar known)
      : BudgetExhausted(reason), known_(std::move(known)) {}
  const KnownSoFar& known() const { return known_; }

 private:
  KnownSoFar known_;
};

// The text of what is known; "" if nothing is.
inline std::string known_text(const BudgetExhausted& spent) {
  const auto* unfinished = dynamic_cast<const Unfinished*>(&spent);
  return unfinished == nullptr ? "" : unfinished->known().text();
}

// What finding out may take after the end: whoever interrupts waits no longer than this.
inline constexpr Budget::Limits kGrace{.nodes = 10'000, .milliseconds = 50};

// question(). If its budget is spent, the exception tells what known() answers, a KnownSoFar; where that
// is nothing, what a question inside of it has told. A known() that fails in any of the three ways of
// the toolkit knows nothing.
template <class Question, class Known>
decltype(auto) telling_what_is_known(const Question& question, const Known& known) {
  try {
    return question();
  } catch (const BudgetExhausted& spent) {
    KnownSoFar found;
    try {
      found = known();
    } catch (const BudgetExhausted&) {
    } catch (const Error&) {
    } catch (const std::bad_alloc&) {
    }
    if (found.facts.empty()) throw;
    throw Unfinished(spent.reason(), std::move(found));
  }
}

}  // namespace cgt
