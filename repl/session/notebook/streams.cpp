#include "repl/session/notebook/streams.hpp"

#include <algorithm>
#include <chrono>
#include <iostream>
#include <streambuf>
#include <utility>

namespace cgt::repl {
namespace {

// A stream may send so many messages at once, and so many a second in the long run. The rest of a
// flood is sent with the next line that finds room, or at the end of the cell.
constexpr double kBurst = 200;
constexpr double kMessagesPerSecond = 50;
constexpr std::size_t kLargestMessage = 1U << 16U;

}  // namespace

class Streams::Buffer final : public std::streambuf {
 public:
  Buffer(std::ostream& stream, std::string name, Publish publish)
      : stream_(stream),
        name_(std::move(name)),
        publish_(std::move(publish)),
        own_(stream.rdbuf(this)) {}
  ~Buffer() override {
    stream_.rdbuf(own_);
    send();
  }

  void send() {
    if (text_.empty()) return;
    publish_(name_, std::exchange(text_, {}));
  }

 protected:
  int_type overflow(int_type c) override {
    if (traits_type::eq_int_type(c, traits_type::eof())) return traits_type::not_eof(c);
    text_ += traits_type::to_char_type(c);
    if (text_.back() == '\n') line_ended();
    return c;
  }
  std::streamsize xsputn(const char* text, std::streamsize size) override {
    text_.append(text, static_cast<std::size_t>(size));
    if (text_.ends_with('\n')) line_ended();
    return size;
  }
  int sync() override {
    send();
    return 0;
  }

 private:
  using Clock = std::chrono::steady_clock;

  void line_ended() {
    const Clock::time_point now = Clock::now();
    const double seconds = std::chrono::duration<double>(now - last_).count();
    last_ = now;
    room_ = std::min(kBurst, room_ + seconds * kMessagesPerSecond);
    if (room_ < 1 && text_.size() < kLargestMessage) return;
    room_ = std::max(0.0, room_ - 1);
    send();
  }

  std::ostream& stream_;
  std::string name_;
  Publish publish_;
  std::streambuf* own_;
  std::string text_;  // not sent yet
  double room_ = kBurst;
  Clock::time_point last_ = Clock::now();
};

Streams::Streams(Publish publish)
    : out_(std::make_unique<Buffer>(std::cout, "stdout", publish)),
      err_(std::make_unique<Buffer>(std::cerr, "stderr", std::move(publish))) {}

Streams::~Streams() = default;

void Streams::flush() {
  out_->send();
  err_->send();
}

}  // namespace cgt::repl
