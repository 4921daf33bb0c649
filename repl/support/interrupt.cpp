#include "repl/support/interrupt.hpp"

#include <unistd.h>
#include <csignal>
#include <ctime>

#include "repl/command_line/exit_code.hpp"

namespace cgt::repl {
namespace {

std::atomic<bool> flag{false};
std::atomic<long long> last_milliseconds{0};
static_assert(std::atomic<bool>::is_always_lock_free, "touched by a signal handler");
static_assert(std::atomic<long long>::is_always_lock_free, "touched by a signal handler");

extern "C" void on_patient_interrupt(int) { flag.store(true); }

extern "C" void on_interrupt(int) {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  const long long milliseconds = now.tv_sec * 1000LL + now.tv_nsec / 1000000;
  const bool pending = flag.exchange(true);
  if (pending && milliseconds - last_milliseconds.load() < 1000) _exit(kInterrupted);
  last_milliseconds.store(milliseconds);
}

}  // namespace

void catch_interrupts(Impatience impatience) {
  struct sigaction action {};
  action.sa_handler = impatience == Impatience::kEndsProgram ? on_interrupt : on_patient_interrupt;
  sigemptyset(&action.sa_mask);
  // No SA_RESTART: a read at the prompt must return.
  sigaction(SIGINT, &action, nullptr);
  // A reader that goes away (`cgt ... | head`) is an ordinary end, not a signal.
  std::signal(SIGPIPE, SIG_IGN);
}

void catch_terminations() {
  struct sigaction action {};
  action.sa_handler = on_patient_interrupt;
  sigemptyset(&action.sa_mask);
  sigaction(SIGTERM, &action, nullptr);
}

std::atomic<bool>& interrupt_flag() { return flag; }

bool take_interrupt() { return flag.exchange(false); }

}  // namespace cgt::repl
