// A line on standard error, rewritten in place, for work that takes longer than a second. Only on a
// terminal; it vanishes when the work is done.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace cgt::repl {

class Progress {
 public:
  // `what` is shown with the seconds so far.
  Progress(std::string what, bool quiet);
  // `what` is asked for, by another thread, each time the line is written.
  Progress(std::function<std::string()> what, bool quiet);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

 private:
  void show(const std::function<std::string()>& what);

  std::mutex mutex_;
  std::condition_variable wake_;
  bool done_ = false;
  std::thread thread_;
};

// "300/1000 (30.0%), 25/s, 7 values, left 28 s": `before` of `total` were done when the work began,
// `seconds` ago; `extra` is "7 values".
std::string progress_text(std::uint64_t done, std::uint64_t total, std::uint64_t before,
                          double seconds, const std::string& extra);

}  // namespace cgt::repl
