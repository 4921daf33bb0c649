#include "repl/support/running/stopwatch.hpp"

#include <ctime>

namespace cgt::repl {
namespace {

double thread_milliseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

}  // namespace

Stopwatch::Stopwatch() : wall_(std::chrono::steady_clock::now()), cpu_(thread_milliseconds()) {}

double Stopwatch::wall_milliseconds() const {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - wall_)
      .count();
}

double Stopwatch::cpu_milliseconds() const { return thread_milliseconds() - cpu_; }

}  // namespace cgt::repl
