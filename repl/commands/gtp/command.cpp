// cgt gtp: the engine on standard input and output.
//
// Lines are read by a thread of their own, so that `# interrupt` reaches a command that is running.
// Ctrl-C, too, ends the computation at hand, whose command then answers with what it has; where
// nothing is computed it ends the program, unless gogui-sigint has told a controller to send it.
#include <poll.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <condition_variable>
#include <csignal>
#include <deque>
#include <iostream>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "repl/command_line/common_options.hpp"
#include "repl/command_line/exit_code.hpp"
#include "repl/commands/commands.hpp"
#include "repl/commands/gtp/engine.hpp"
#include "repl/commands/gtp/protocol.hpp"
#include "repl/support/files.hpp"
#include "repl/support/interrupt.hpp"

namespace cgt::repl {
namespace {

struct GtpOptions {
  CommonOptions common;
};

Command add_gtp(const Command& program, GtpOptions& options) {
  const Command gtp =
      program.add("gtp", "Play and analyse Go for GoGui, Sabaki and others (GTP 2)");
  add_common(gtp, options.common,
             "Think at most N ms about a move or an analysis (default: 5000; 0: no limit)");
  gtp.examples(
      R"(  cgt gtp                    GTP on standard input and output; `list_commands` lists all
  cgt gtp --budget-ms 500    half a second a move
)");
  return gtp;
}

// A line without end is not a command.
constexpr std::size_t kLongestLine = std::size_t{1} << 20U;

// The lines of standard input, read ahead.
class LineReader {
 public:
  LineReader() : wake_(eventfd(0, EFD_CLOEXEC)) {
    if (wake_ < 0) throw FileError("cannot listen to standard input");
    // Ctrl-C wakes the thread that waits for input, not the one that computes.
    sigset_t interrupt;
    sigset_t before;
    sigemptyset(&interrupt);
    sigaddset(&interrupt, SIGINT);
    thread_ = std::thread([this] { read_all(); });
    pthread_sigmask(SIG_BLOCK, &interrupt, &before);
    previous_ = before;
  }
  ~LineReader() {
    const std::uint64_t one = 1;
    // A counter that holds nothing yet takes it.
    [[maybe_unused]] const ssize_t written = write(wake_, &one, sizeof one);
    thread_.join();
    close(wake_);
    pthread_sigmask(SIG_SETMASK, &previous_, nullptr);
  }
  LineReader(const LineReader&) = delete;
  LineReader& operator=(const LineReader&) = delete;

  // The next line; none at the end of input, and after Ctrl-C while nothing was computed, unless
  // `ignore_interrupts`.
  std::optional<std::string> next(bool ignore_interrupts) {
    std::unique_lock lock(mutex_);
    // What was meant for the command before.
    take_interrupt();
    idle_ = true;
    while (true) {
      if (!lines_.empty()) {
        std::string line = std::move(lines_.front());
        lines_.pop_front();
        idle_ = false;
        if (!lines_.empty() && parse_gtp(lines_.front()).interrupt) interrupt_flag().store(true);
        return line;
      }
      if (ended_) return std::nullopt;
      if (interrupted_ && !ignore_interrupts) return std::nullopt;
      interrupted_ = false;
      changed_.wait(lock);
    }
  }
  bool interrupted() {
    const std::lock_guard lock(mutex_);
    return interrupted_;
  }

 private:
  void read_all() {
    std::string open;
    std::array<char, 4096> buffer{};
    while (true) {
      std::array<pollfd, 2> ready{{{STDIN_FILENO, POLLIN, 0}, {wake_, POLLIN, 0}}};
      // A signal that came just before the call is seen after the pause.
      constexpr int kPause = 200;
      const int count = poll(ready.data(), ready.size(), kPause);
      if (interrupt_flag().load()) {
        const std::lock_guard lock(mutex_);
        if (idle_) {
          interrupted_ = true;
          take_interrupt();
          changed_.notify_all();
        }
      }
      if (count <= 0) continue;
      if (ready[1].revents != 0) return;
      const ssize_t got = read(STDIN_FILENO, buffer.data(), buffer.size());
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) break;
      for (ssize_t i = 0; i < got; ++i) {
        const char c = buffer[static_cast<std::size_t>(i)];
        if (c == '\n') {
          take(std::exchange(open, {}));
        } else if (open.size() < kLongestLine) {
          open += c;
        }
      }
    }
    if (!open.empty()) take(std::move(open));
    const std::lock_guard lock(mutex_);
    ended_ = true;
    changed_.notify_all();
  }

  void take(std::string line) {
    const std::lock_guard lock(mutex_);
    // It is meant for the command before it.
    if (!idle_ && lines_.empty() && parse_gtp(line).interrupt) interrupt_flag().store(true);
    lines_.push_back(std::move(line));
    changed_.notify_all();
  }

  int wake_;
  std::thread thread_;
  sigset_t previous_{};
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::string> lines_;
  bool idle_ = false;         // no command is running
  bool ended_ = false;        // no more lines will come
  bool interrupted_ = false;  // Ctrl-C while idle
};

// kOk at the end of input and after `quit`, kInterrupted after Ctrl-C.
ExitCode run_gtp(const GtpOptions& options) {
  GtpSettings settings;
  const std::uint64_t given = options.common.limits.milliseconds;
  if (given != Budget::kUnlimited) settings.milliseconds = given == 0 ? Budget::kUnlimited : given;
  settings.megabytes = options.common.limits.megabytes;
  settings.nodes = options.common.limits.nodes;
  settings.notation = options.common.notation;
  settings.stop = &interrupt_flag();
  if (!options.common.quiet) {
    settings.note = [](std::string_view text) { std::cerr << text << std::endl; };
  }
  GtpEngine engine(std::move(settings));
  LineReader reader;
  while (!engine.done()) {
    const std::optional<std::string> line = reader.next(engine.controlled_by_signals());
    if (!line) break;
    std::cout << engine.answer(*line) << std::flush;
    // The controller is gone.
    if (!std::cout) return kOk;
  }
  std::cout << engine.finish() << std::flush;
  return reader.interrupted() ? kInterrupted : kOk;
}

}  // namespace

void offer_gtp(Commands& commands) { commands.offer(add_gtp, run_gtp); }

}  // namespace cgt::repl
