#include "repl/explorer/server/frames.hpp"

#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <string>

#include "repl/explorer/api/api.hpp"
#include "repl/support/interrupt.hpp"

namespace cgt::repl {
int run_worker() {
  // Sockets of browsers that were open when this process began: while it had them, too, nobody would
  // see them close.
  close_range(STDERR_FILENO + 1, ~0U, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // Computations of tabs that nobody looks at should not slow down the one in front.
  setpriority(PRIO_PROCESS, 0, 1);
  catch_interrupts(Impatience::kIsPatient);
  Api api;
  FrameReader reader(STDIN_FILENO);
  Frame frame;
  while (true) {
    const FrameReader::Outcome outcome = reader.next(frame, -1);
    if (outcome == FrameReader::Outcome::kEnd) return 0;
    if (outcome == FrameReader::Outcome::kNothing) continue;
    // Signals are repeated: one that came before the request was for another one.
    take_interrupt();
    const std::size_t end = frame.body.find('\n');
    if (end == std::string::npos) return 1;
    const ApiReply reply = api.answer(
        frame.body.substr(0, end), frame.body.substr(end + 1),
        [](const std::string& line) { write_frame(STDIN_FILENO, FrameKind::kLine, 0, line); });
    if (!write_frame(STDIN_FILENO, FrameKind::kReply, reply.status, reply.body)) return 0;
  }
}

}  // namespace cgt::repl
