#include "repl/explorer/server/frames.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>

#include "cgt/support/text_input.hpp"

namespace cgt::repl {
namespace {

// Replies are as large as what a drawing or a table of a thousand games takes.
constexpr std::size_t kMostFrameBytes = 256U << 20U;
constexpr std::size_t kMostHeader = 64;

}  // namespace

bool write_frame(int socket, FrameKind kind, int number, std::string_view body) {
  std::string text =
      fmt::format("{} {} {}\n", static_cast<char>(kind), number, body.size()) + std::string(body);
  std::string_view rest = text;
  while (!rest.empty()) {
    const ssize_t sent = send(socket, rest.data(), rest.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    rest.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

bool FrameReader::take(Frame& frame) {
  const std::size_t end = buffer_.find('\n');
  if (end == std::string::npos) {
    broken_ = buffer_.size() > kMostHeader;
    return false;
  }
  const std::string_view header(buffer_.data(), end);
  const std::size_t gap = header.rfind(' ');
  if (header.size() < 5 || header[1] != ' ' || gap < 3 || gap == std::string_view::npos) {
    broken_ = true;
    return false;
  }
  frame.number = parse_number<int>(header.substr(2, gap - 2)).value_or(frame.number);
  const std::size_t length =
      parse_number<std::size_t>(header.substr(gap + 1)).value_or(kMostFrameBytes + 1);
  if (length > kMostFrameBytes) broken_ = true;
  if (broken_ || buffer_.size() - end - 1 < length) return false;
  frame.kind = static_cast<FrameKind>(header[0]);
  frame.body = buffer_.substr(end + 1, length);
  buffer_.erase(0, end + 1 + length);
  return true;
}

FrameReader::Outcome FrameReader::next(Frame& frame, int milliseconds) {
  if (take(frame)) return Outcome::kFrame;
  if (broken_) return Outcome::kEnd;
  pollfd waiting{.fd = socket_, .events = POLLIN, .revents = 0};
  while (true) {
    const int ready = poll(&waiting, 1, milliseconds);
    if (ready < 0 && errno == EINTR) return Outcome::kNothing;
    if (ready == 0) return Outcome::kNothing;
    std::array<char, 1U << 16U> part{};
    const ssize_t got = recv(socket_, part.data(), part.size(), 0);
    if (got < 0 && errno == EINTR) return Outcome::kNothing;
    if (got <= 0) return Outcome::kEnd;
    buffer_.append(part.data(), static_cast<std::size_t>(got));
    if (take(frame)) return Outcome::kFrame;
    if (broken_) return Outcome::kEnd;
  }
}

}  // namespace cgt::repl
