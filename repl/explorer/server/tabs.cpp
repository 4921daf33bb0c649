#include "repl/explorer/server/tabs.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <optional>
#include <utility>

#include "repl/explorer/api/request.hpp"
#include "repl/explorer/server/frames.hpp"

extern char** environ;  // NOLINT: of POSIX, for posix_spawn

namespace cgt::repl {
namespace {

using namespace std::chrono_literals;

// How often a job looks at its clock, and whether somebody still wants it.
constexpr int kTickMilliseconds = 25;
// From one SIGINT to the next, and from the first to SIGKILL.
constexpr auto kAgain = 200ms;
constexpr auto kPatience = 900ms;
// A job should notice by itself that its time is over.
constexpr auto kGraceOfJobs = 5s;
// Who polls comes back within this.
constexpr auto kPollGap = 2s;
// Browsers let the clocks of hidden tabs run once a minute only.
constexpr auto kForgotten = 150s;
// For tabs that had a stream and lost it.
constexpr auto kForgottenStream = 30s;

// Budgets count what tables hold; this is for all that they do not.
constexpr std::uint64_t kMostResident = std::uint64_t{2} << 30U;
// So many ticks lie between two looks at it.
constexpr int kMemoryTicks = 8;

// The request that says how long it has run.
constexpr const char* kStream = "sheet/run";

constexpr const char* kCancelled =
    R"({"error":{"message":"cancelled","hint":"","diagnostics":[]}})";
constexpr const char* kCancelledHard =
    R"({"error":{"message":"cancelled","hint":"the worksheet starts from nothing","diagnostics":[]},"fresh":true})";
constexpr const char* kTooLong =
    R"({"error":{"message":"this took too long","hint":"the worksheet starts from nothing","diagnostics":[]},"fresh":true})";
constexpr const char* kFell =
    R"({"error":{"message":"the computation broke off","hint":"perhaps for want of memory; the worksheet starts from nothing","diagnostics":[]},"fresh":true})";
constexpr const char* kNoWorker =
    R"({"error":{"message":"no process could be started for this tab","hint":"","diagnostics":[]}})";

}  // namespace

// A process and our end of the socket to it.
struct Tabs::Worker {
  explicit Worker(const std::vector<std::string>& command) {
    std::array<int, 2> ends{};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) return;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    // The server blocks the signals that end it; a worker must hear them.
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&attributes, &none);
    // Ctrl-C in the terminal is for the server.
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
    std::vector<std::string> words = command;
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    if (posix_spawn(&process, command.front().c_str(), &actions, &attributes, arguments.data(),
                    environ) != 0)
      process = -1;
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);
    if (process < 0) {
      ::close(ends[0]);
      return;
    }
    socket = ends[0];
    reader = FrameReader(socket);
  }
  ~Worker() {
    if (process > 0) {
      kill(process, SIGKILL);
      waitpid(process, nullptr, 0);
    }
    if (socket >= 0) ::close(socket);
  }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  pid_t process = -1;
  int socket = -1;
  FrameReader reader{-1};
};

struct Tabs::Tab {
  std::deque<JobPointer> jobs;  // the first one runs
  JobPointer polled;
  int streams = 0;
  bool had_stream = false;
  Clock::time_point heard = Clock::now();
  bool closed = false;
  bool fresh = true;               // no job has run in its worker
  std::unique_ptr<Worker> worker;  // belongs to the thread
  std::thread thread;
};

Tabs::Tabs(std::vector<std::string> command) : command_(std::move(command)) {
  tidier_ = std::thread([this] { tidy(); });
}

Tabs::~Tabs() { end(); }

void Tabs::end() {
  {
    const auto held = lock();
    if (ending_) return;
    ending_ = true;
    for (auto& [_, tab] : tabs_) {
      tab->closed = true;
      cancel(*tab);
    }
  }
  news_.notify_all();
  tidier_.join();
  for (auto& [_, tab] : tabs_) tab->thread.join();
  for (auto& tab : closed_) tab->thread.join();
}

Tabs::Tab* Tabs::find(const std::string& tab) {
  const auto at = tabs_.find(tab);
  return at == tabs_.end() ? nullptr : at->second.get();
}

Tabs::Tab* Tabs::find_or_make(const std::string& name) {
  if (Tab* known = find(name)) {
    known->heard = Clock::now();
    return known;
  }
  if (ending_) return nullptr;
  if (tabs_.size() >= kMostTabs) {
    // The one that was idle longest makes room.
    auto oldest = tabs_.end();
    for (auto it = tabs_.begin(); it != tabs_.end(); ++it) {
      if (!it->second->jobs.empty() || it->second->streams > 0) continue;
      if (oldest == tabs_.end() || it->second->heard < oldest->second->heard) oldest = it;
    }
    if (oldest == tabs_.end()) return nullptr;
    oldest->second->closed = true;
    closed_.push_back(std::move(oldest->second));
    tabs_.erase(oldest);
    news_.notify_all();
  }
  auto& made = tabs_[name] = std::make_unique<Tab>();
  made->thread = std::thread([this, &tab = *made] { work(tab); });
  return made.get();
}

JobPointer Tabs::start(const std::string& name, std::string request, std::string body,
                       std::chrono::milliseconds limit, bool polled) {
  const auto held = lock();
  if (jobs_ >= kMostJobs) return nullptr;
  Tab* const tab = find_or_make(name);
  if (tab == nullptr) return nullptr;
  auto job = std::make_shared<Job>();
  job->name = std::move(request);
  job->body = std::move(body);
  job->limit = limit;
  job->polled = polled;
  if (polled) tab->polled = job;
  tab->jobs.push_back(job);
  ++jobs_;
  news_.notify_all();
  return job;
}

bool Tabs::wait(Job& job, std::chrono::milliseconds most) {
  auto held = lock();
  ++job.waiting;
  news_.wait_for(held, most, [&] { return job.done || !job.lines.empty(); });
  --job.waiting;
  job.heard = Clock::now();
  return job.done;
}

JobPointer Tabs::polled(const std::string& name) {
  const auto held = lock();
  Tab* const tab = find(name);
  if (tab == nullptr) return nullptr;
  tab->heard = Clock::now();
  return tab->polled;
}

void Tabs::give_up(Job& job) {
  const auto held = lock();
  job.cancelled = true;
}

void Tabs::cancel(Tab& tab) {
  for (const JobPointer& job : tab.jobs) job->cancelled = true;
}

void Tabs::cancel(const std::string& name) {
  const auto held = lock();
  if (Tab* const tab = find(name)) cancel(*tab);
}

bool Tabs::alive(const std::string& name) {
  const auto held = lock();
  Tab* const tab = find(name);
  if (tab == nullptr) return true;
  tab->heard = Clock::now();
  return tab->fresh;
}

void Tabs::stream_opened(const std::string& name) {
  const auto held = lock();
  if (Tab* const tab = find_or_make(name)) {
    ++tab->streams;
    tab->had_stream = true;
  }
}

void Tabs::stream_closed(const std::string& name) {
  const auto held = lock();
  Tab* const tab = find(name);
  if (tab == nullptr) return;
  tab->heard = Clock::now();
  tab->streams = std::max(0, tab->streams - 1);
  if (tab->streams == 0) cancel(*tab);
}

void Tabs::close(const std::string& name) {
  const auto held = lock();
  const auto at = tabs_.find(name);
  if (at == tabs_.end()) return;
  at->second->closed = true;
  cancel(*at->second);
  closed_.push_back(std::move(at->second));
  tabs_.erase(at);
  news_.notify_all();
}

void Tabs::finish(Job& job, int status, std::string reply) {
  job.done = true;
  job.status = status;
  job.reply = std::move(reply);
}

void Tabs::work(Tab& tab) {
  auto held = lock();
  while (!tab.closed) {
    if (tab.jobs.empty()) {
      news_.wait(held, [&] { return tab.closed || !tab.jobs.empty(); });
      continue;
    }
    const JobPointer job = tab.jobs.front();
    if (job->cancelled) {
      finish(*job, 409, kCancelled);
    } else {
      run(tab, job, held);
    }
    tab.jobs.pop_front();
    --jobs_;
    news_.notify_all();
  }
  for (const JobPointer& job : tab.jobs) {
    finish(*job, 409, kCancelled);
    --jobs_;
  }
  tab.jobs.clear();
  news_.notify_all();
  held.unlock();
  tab.worker.reset();
}

// Runs with the lock, which is let go while it waits.
void Tabs::run(Tab& tab, const JobPointer& pointer, std::unique_lock<std::mutex>& held) {
  Job& job = *pointer;
  job.running = true;
  job.begin = job.heard = Clock::now();
  held.unlock();
  bool fresh = false;
  // A worker may have died since its last job; then there is a second try with a new one.
  for (int attempt = 0; attempt < 2; ++attempt) {
    if (tab.worker == nullptr) {
      tab.worker = std::make_unique<Worker>(command_);
      fresh = true;
    }
    if (tab.worker->process > 0 &&
        write_frame(tab.worker->socket, FrameKind::kRequest, 0, job.name + "\n" + job.body))
      break;
    tab.worker.reset();
  }
  held.lock();
  if (tab.worker == nullptr) return finish(job, 503, kNoWorker);
  tab.fresh = fresh && job.name == "alive";
  std::optional<Clock::time_point> first_signal;
  Clock::time_point last_signal;
  Frame frame;
  int ticks = 0;
  int seconds = 0;
  while (true) {
    held.unlock();
    const FrameReader::Outcome outcome = tab.worker->reader.next(frame, kTickMilliseconds);
    held.lock();
    const auto now = Clock::now();
    if (outcome == FrameReader::Outcome::kFrame) {
      if (frame.kind == FrameKind::kLine) {
        job.lines.push_back(std::move(frame.body));
        news_.notify_all();
        continue;
      }
      return finish(job, frame.number, std::move(frame.body));
    }
    if (outcome == FrameReader::Outcome::kEnd) {
      tab.worker.reset();
      tab.fresh = true;
      return finish(job, job.cancelled ? 409 : 500, job.cancelled ? kCancelledHard : kFell);
    }
    if (++ticks % kMemoryTicks == 0 &&
        resident_bytes(std::to_string(tab.worker->process)) > kMostResident) {
      tab.worker.reset();
      tab.fresh = true;
      return finish(job, 500, kFell);
    }
    if (job.polled && job.waiting == 0 && now - job.heard > kPollGap) job.cancelled = true;
    if (job.name == kStream && now - job.begin >= std::chrono::seconds(seconds + 1)) {
      ++seconds;
      job.lines.push_back("{\"type\":\"progress\",\"seconds\":" + std::to_string(seconds) + "}");
      news_.notify_all();
    }
    const bool late = now - job.begin > job.limit + kGraceOfJobs;
    if (!job.cancelled && !late && !tab.closed) continue;
    if (!first_signal) {
      first_signal = now;
      last_signal = now - kAgain;
    }
    if (tab.closed || now - *first_signal > kPatience) {
      const bool cancelled = job.cancelled || tab.closed;
      tab.worker.reset();
      tab.fresh = true;
      return finish(job, cancelled ? 409 : 503, cancelled ? kCancelledHard : kTooLong);
    }
    if (now - last_signal >= kAgain) {
      kill(tab.worker->process, SIGINT);
      last_signal = now;
    }
  }
}

bool Tabs::is_stale(const Tab& tab) const {
  if (!tab.jobs.empty() || tab.streams > 0) return false;
  const auto idle = Clock::now() - tab.heard;
  return idle > kForgotten || (tab.had_stream && idle > kForgottenStream);
}

void Tabs::tidy() {
  auto held = lock();
  while (!ending_) {
    news_.wait_for(held, 1s, [&] { return ending_; });
    for (auto it = tabs_.begin(); !ending_ && it != tabs_.end();) {
      if (is_stale(*it->second)) {
        it->second->closed = true;
        closed_.push_back(std::move(it->second));
        it = tabs_.erase(it);
      } else {
        ++it;
      }
    }
    if (ending_ || closed_.empty()) continue;
    news_.notify_all();
    std::vector<std::unique_ptr<Tab>> gone = std::exchange(closed_, {});
    held.unlock();
    for (const auto& tab : gone) tab->thread.join();
    held.lock();
  }
}

}  // namespace cgt::repl
