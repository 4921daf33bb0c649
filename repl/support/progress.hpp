// What a run that takes long shows: a line that says how far it is, its times, and output in order.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <iostream>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace cgt::repl {

// A line on standard error, rewritten in place, for work that takes longer than a second. Only on a
// terminal; it vanishes when the work is done.

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

// Wall-clock and CPU milliseconds since construction.

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

// Output of items that are finished in any order, written in theirs, each as soon as those before
// it are written.

class InOrder {
 public:
  explicit InOrder(std::size_t count) : texts_(count) {}

  // Any thread; each item once.
  void finished(std::size_t item, std::string text) {
    const std::lock_guard lock(mutex_);
    texts_[item] = std::move(text);
    ++finished_;
    for (; next_ < texts_.size() && texts_[next_]; ++next_) {
      std::cout << *texts_[next_];
      texts_[next_]->clear();
      texts_[next_]->shrink_to_fit();
    }
    // A reader at the other end of a pipe wants each answer as soon as it is there.
    std::cout << std::flush;
  }
  std::size_t count_finished() const {
    const std::lock_guard lock(mutex_);
    return finished_;
  }

 private:
  mutable std::mutex mutex_;
  std::vector<std::optional<std::string>> texts_;
  std::size_t next_ = 0;
  std::size_t finished_ = 0;
};

}  // namespace cgt::repl
