// When the kernel may be interrupted. SIGINT is blocked in every thread from the start on: in the
// middle of a system call of the message queue it would end the process, and clients send it to
// kernels that are idle, too. Only the thread that evaluates lets it through, and only then.
// InterruptsAllowed stands around an evaluation and forgets what was pending before; InterruptsBlocked
// around the whole program, and around each message that is sent while something is evaluated.
//
// Thread rule: each object belongs to the thread that made it.
#pragma once

#include <csignal>
#include <ctime>

#include "repl/support/interrupt.hpp"

namespace cgt::repl {

inline sigset_t interrupt_signals() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  return set;
}

class InterruptsBlocked {
 public:
  InterruptsBlocked() {
    const sigset_t set = interrupt_signals();
    pthread_sigmask(SIG_BLOCK, &set, &before_);
  }
  ~InterruptsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  InterruptsBlocked(const InterruptsBlocked&) = delete;
  InterruptsBlocked& operator=(const InterruptsBlocked&) = delete;

 private:
  sigset_t before_{};
};

class InterruptsAllowed {
 public:
  // Requires that the thread blocks them.
  InterruptsAllowed() {
    const sigset_t set = interrupt_signals();
    const timespec at_once{};
    while (sigtimedwait(&set, nullptr, &at_once) == SIGINT) {
    }
    take_interrupt();
    pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
  }
  ~InterruptsAllowed() {
    const sigset_t set = interrupt_signals();
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
    take_interrupt();
  }
  InterruptsAllowed(const InterruptsAllowed&) = delete;
  InterruptsAllowed& operator=(const InterruptsAllowed&) = delete;
};

}  // namespace cgt::repl
