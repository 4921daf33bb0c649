// The tabs of the browser and what they compute: each has a process of its own, a worker, so that
// nothing that one of them does can starve, stop or fell another. A worker ends with its tab.
//
// A tab does one job at a time, in the order in which they come. A job that is cancelled, or that
// outlives its time, gets SIGINT, which every budget looks at, and is killed with its worker if that has
// no effect within a second; so is one whose worker holds more memory than any budget allows. The next job
// has a new worker then.
//
// Thread rule: all functions may be called from any thread. What is in a Job is read under lock().
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace cgt::repl {

using Clock = std::chrono::steady_clock;

struct Job {
  std::string name;  // of the request
  std::string body;
  Clock::duration limit{};  // when it should have ended by itself
  // Whoever polls has to come back: otherwise it is given up.
  bool polled = false;
  int waiting = 0;  // threads
  Clock::time_point heard = Clock::now();
  bool cancelled = false;
  bool running = false;
  Clock::time_point begin;
  // What it said so far and nobody has fetched, and its reply.
  std::deque<std::string> lines;
  bool done = false;
  int status = 0;
  std::string reply;
};
using JobPointer = std::shared_ptr<Job>;

class Tabs {
 public:
  // The page has up to three names for a tab of the browser.
  static constexpr std::size_t kMostTabs = 64;
  // Jobs that wait or run, of all tabs.
  static constexpr std::size_t kMostJobs = 32;

  // The command of a worker, with its own path first.
  explicit Tabs(std::vector<std::string> command);
  // Ends all workers.
  ~Tabs();
  Tabs(const Tabs&) = delete;
  Tabs& operator=(const Tabs&) = delete;

  // Null: there are too many jobs or tabs.
  JobPointer start(const std::string& tab, std::string name, std::string body,
                   std::chrono::milliseconds limit, bool polled);
  // Waits at most so long until the job is done or has lines. Is it done?
  bool wait(Job& job, std::chrono::milliseconds most);
  // The job that was polled last; null if there is none.
  JobPointer polled(const std::string& tab);
  // Nobody wants it any more.
  void give_up(Job& job);

  // Stops what the tab computes, and what it has waiting.
  void cancel(const std::string& tab);
  // The tab is there. Is its worker a new one, which knows nothing of the worksheet?
  bool alive(const std::string& tab);
  // A stream of the tab has begun, or ended: when the last one ends, what it computes is stopped.
  void stream_opened(const std::string& tab);
  void stream_closed(const std::string& tab);
  // The tab is gone.
  void close(const std::string& tab);
  // All are gone: ends all workers, and starts none any more.
  void end();

  std::unique_lock<std::mutex> lock() { return std::unique_lock(mutex_); }

 private:
  struct Tab;
  struct Worker;

  Tab* find(const std::string& tab);
  Tab* find_or_make(const std::string& tab);
  bool is_stale(const Tab& tab) const;
  void cancel(Tab& tab);
  // The thread of a tab.
  void work(Tab& tab);
  void run(Tab& tab, const JobPointer& job, std::unique_lock<std::mutex>& lock);
  static void finish(Job& job, int status, std::string reply);
  // Frees tabs that nobody has asked for long.
  void tidy();

  const std::vector<std::string> command_;
  std::mutex mutex_;
  std::condition_variable news_;
  bool ending_ = false;
  std::map<std::string, std::unique_ptr<Tab>> tabs_;
  std::vector<std::unique_ptr<Tab>> closed_;  // their threads are still to end
  std::size_t jobs_ = 0;
  std::thread tidier_;
};

}  // namespace cgt::repl
