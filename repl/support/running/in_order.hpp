// Output of items that are finished in any order, written in theirs, each as soon as those before
// it are written.
#pragma once

#include <iostream>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace cgt::repl {

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
