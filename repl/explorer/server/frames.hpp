// How the server and the workers of its tabs talk over a socket: "KIND NUMBER LENGTH\n" and so many
// bytes. A request is kRequest with its name and body in one, a reply any number of kLine and then one
// kReply, whose number is a status of HTTP.
#pragma once

#include <string>
#include <string_view>

namespace cgt::repl {

enum class FrameKind : char { kRequest = 'Q', kLine = 'L', kReply = 'R' };

struct Frame {
  FrameKind kind = FrameKind::kReply;
  int number = 0;
  std::string body;
};

// False if the other side is gone. Needs SIGPIPE ignored.
bool write_frame(int socket, FrameKind kind, int number, std::string_view body);

class FrameReader {
 public:
  explicit FrameReader(int socket) : socket_(socket) {}
  enum class Outcome { kFrame, kNothing, kEnd };
  // Waits at most so long, -1: for ever. A signal ends the waiting. kEnd: the other side is gone, or
  // talks nonsense.
  Outcome next(Frame& frame, int milliseconds);

 private:
  // What stands in the buffer; false if that is not a whole frame.
  bool take(Frame& frame);

  int socket_;
  std::string buffer_;
  bool broken_ = false;
};

// The side of a worker: requests come over a socket, one after the other, and are answered by the API.

// Serves until the other side is gone. Standard input is the socket. Returns an exit code.
int run_worker();

}  // namespace cgt::repl
