#include "repl/support/progress.hpp"

#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <utility>

namespace cgt::repl {

namespace {

std::string time_text(double seconds) {
  const auto s = static_cast<std::uint64_t>(seconds);
  if (s >= 3600) return fmt::format("{} h {:02} min", s / 3600, s / 60 % 60);
  if (s >= 60) return fmt::format("{} min {:02} s", s / 60, s % 60);
  return fmt::format("{} s", s);
}

void write_error(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

}  // namespace

std::string progress_text(std::uint64_t done, std::uint64_t total, std::uint64_t before,
                          double seconds, const std::string& extra) {
  const double rate = static_cast<double>(done - before) / std::max(seconds, 0.001);
  std::string out = fmt::format(
      "{}/{} ({:.1f}%), {:.0f}/s, {}", done, total,
      100.0 * static_cast<double>(done) / static_cast<double>(std::max<std::uint64_t>(total, 1)),
      rate, extra);
  if (rate > 0) out += ", left " + time_text(static_cast<double>(total - done) / rate);
  return out;
}

Progress::Progress(std::string what, bool quiet)
    : Progress([text = std::move(what)] { return text; }, quiet) {}

Progress::Progress(std::function<std::string()> what, bool quiet) {
#ifdef __EMSCRIPTEN__  // there are no threads
  quiet = true;
#endif
  if (quiet || isatty(STDERR_FILENO) == 0) return;
  // Ctrl-C belongs to the thread that works: it may be inside a call that must be interrupted.
  sigset_t blocked;
  sigset_t previous;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGINT);
  pthread_sigmask(SIG_BLOCK, &blocked, &previous);
  thread_ = std::thread([this, ask = std::move(what)] { show(ask); });
  pthread_sigmask(SIG_SETMASK, &previous, nullptr);
}

Progress::~Progress() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    done_ = true;
  }
  wake_.notify_one();
  thread_.join();
}

void Progress::show(const std::function<std::string()>& what) {
  const auto start = std::chrono::steady_clock::now();
  bool shown = false;
  std::unique_lock lock(mutex_);
  for (auto next = start + std::chrono::seconds(1);; next += std::chrono::milliseconds(500)) {
    if (wake_.wait_until(lock, next, [this] { return done_; })) break;
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    // Not by std::cerr, which may belong to the thread that works, or be written to a log.
    write_error(fmt::format("\r{} ... {:.0f} s (Ctrl-C stops)\033[K", what(), elapsed.count()));
    shown = true;
  }
  if (shown) write_error("\r\033[K");
}

namespace {

double thread_milliseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

}  // namespace

Stopwatch::Stopwatch() : wall_(std::chrono::steady_clock::now()), cpu_(thread_milliseconds()) {}

double Stopwatch::wall_milliseconds() const {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - wall_)
      .count();
}

double Stopwatch::cpu_milliseconds() const { return thread_milliseconds() - cpu_; }

}  // namespace cgt::repl
