// Where std::cout and std::cerr go while a cell runs: to the notebook, line by line, at once. A flood
// of lines is gathered into fewer messages, because a queue that is full drops what comes next.
//
// Thread rule: at most one lives at a time, and what is written comes from its thread.
#pragma once

#include <functional>
#include <memory>
#include <string>

namespace cgt::repl {

class Streams {
 public:
  // "stdout" or "stderr", and whole lines, or what stands there at a flush.
  using Publish = std::function<void(const std::string& name, const std::string& text)>;

  explicit Streams(Publish publish);
  // Flushes; the streams write again where they wrote before.
  ~Streams();
  Streams(const Streams&) = delete;
  Streams& operator=(const Streams&) = delete;

  // Sends all that was written so far.
  void flush();

 private:
  class Buffer;
  std::unique_ptr<Buffer> out_;
  std::unique_ptr<Buffer> err_;
};

}  // namespace cgt::repl
