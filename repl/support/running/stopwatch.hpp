// Wall-clock and CPU milliseconds since construction.
#pragma once

#include <chrono>

namespace cgt::repl {

class Stopwatch {
 public:
  Stopwatch();
  double wall_milliseconds() const;
  // Of this thread.
  double cpu_milliseconds() const;

 private:
  std::chrono::steady_clock::time_point wall_;
  double cpu_;
};

}  // namespace cgt::repl
